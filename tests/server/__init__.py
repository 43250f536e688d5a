"""Tests of the game server: real stores, real sockets, real processes."""
