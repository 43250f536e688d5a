"""Measurements of speed, side by side with other libraries; `python -m benchmarks` prints them."""
