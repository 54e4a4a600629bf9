"""The games. One file is one game; one line of REGISTRY makes it known everywhere."""

from plywise.games.loading import load, make, parameters
from plywise.games.registry import REGISTRY

__all__ = ["REGISTRY", "load", "make", "parameters"]
