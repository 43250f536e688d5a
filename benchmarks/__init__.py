"""Measurements of speed; `python -m benchmarks` prints them."""
