"""The random numbers of engines/lots.py, as the kernel draws them."""

from plywise.engines.lots import draw, seeded

__all__ = ["draw", "seeded"]
