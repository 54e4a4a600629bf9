"""Syntax trees of functions, and analyses of their names."""
