"""Explaining a position: what can be proved of it, said in sentences."""
