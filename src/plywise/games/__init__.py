"""The games: one file each, and one line in REGISTRY that makes the game available everywhere."""

from plywise.games.loading import make, parameters
from plywise.games.registry import REGISTRY

__all__ = ["REGISTRY", "make", "parameters"]
