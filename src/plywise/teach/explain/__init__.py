"""Explain a position: what can be proved about it, in sentences."""
