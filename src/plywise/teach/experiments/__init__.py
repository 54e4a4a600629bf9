"""Experiments: compare algorithms and move orders on one game or tree, and with theory."""
