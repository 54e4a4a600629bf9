"""Grading: marks for one sheet, and for a class."""
