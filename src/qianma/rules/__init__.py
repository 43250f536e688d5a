"""The rules: one module a topic, every clause decided in one function whose docstring cites it.

A docstring cites what it decides in brackets, `[G-9]`; where a clause decides several things, each
has a word of its own, `[G-17 value]`.
"""
