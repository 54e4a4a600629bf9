"""Traces, positions and comparisons that draw themselves, in a notebook or to a file."""
