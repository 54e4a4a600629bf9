"""The random numbers of engines/lots.py, for the kernel."""

from plywise.engines.lots import draw, seeded

__all__ = ["draw", "seeded"]
