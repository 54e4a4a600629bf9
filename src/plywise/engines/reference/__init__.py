"""The reference search: the textbook algorithms in plain Python, and the specification of every faster engine."""

from plywise.engines.reference.algorithms import (
    alphabeta,
    deepening,
    failhard,
    minimax,
    mtdf,
    negamax,
    pvs,
    shallow,
)
from plywise.engines.reference.mcts import mcts
from plywise.engines.reference.search_functions import FUNCTIONS, SAMPLERS
from plywise.engines.reference.sss import sss

__all__ = [
    "FUNCTIONS",
    "SAMPLERS",
    "alphabeta",
    "deepening",
    "failhard",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "pvs",
    "shallow",
    "sss",
]
