"""Tests of qianma."""
