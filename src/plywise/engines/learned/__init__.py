"""Learned evaluations: what one is, its file, and which rules it was learned for."""
