"""Showing: data in, a string out, nothing else."""
