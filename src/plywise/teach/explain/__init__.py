"""Explain a position: what a search can prove about it, in sentences."""
