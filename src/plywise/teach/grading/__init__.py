"""Grading: mark one sheet or a whole class."""
