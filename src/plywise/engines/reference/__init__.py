"""The reference search: the algorithms of the textbook in plain Python, the specification of everything faster."""

from plywise.engines.reference.algorithms import (
    ALGORITHMS,
    KEEP_TABLE,
    alphabeta,
    deepening,
    failhard,
    minimax,
    mtdf,
    negamax,
    pvs,
)
from plywise.engines.reference.sss import sss

__all__ = [
    "ALGORITHMS",
    "KEEP_TABLE",
    "alphabeta",
    "deepening",
    "failhard",
    "minimax",
    "mtdf",
    "negamax",
    "pvs",
    "sss",
]
