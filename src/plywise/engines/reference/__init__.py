"""The reference search: the algorithms of the textbook in plain Python, the specification of everything faster."""

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
