"""The constants of a compiled search for play: its configuration, and the arrays it works on."""

from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class PlayConfig:
    """Constants of a search for play.

    fields: the number of words in a state
    alternating: the players always take turns
    ends_without_actions: the game is over if there are no actions or it is drawn
    unit: the game's margin unit, in its own values; the search counts in hundredths of it
    floats: the game's values are floats
    utility_scale: points per unit of utility, with values.SCALE_BITS binary places
    knowledge: the game has `bounds`, and its players take turns
    tactics, threats, exchanges, classes, recurs, passes: the game has these hooks
    evaluates: the game defines `evaluate`
    learned: there is a learned evaluation (learned.py), to which the game's own is added
    """

    fields: int
    alternating: bool
    ends_without_actions: bool
    unit: float
    floats: bool
    utility_scale: int = 0
    knowledge: bool = False
    tactics: bool = False
    lists_tactics: bool = False
    threats: bool = False
    exchanges: bool = False
    classes: bool = False
    recurs: bool = False
    passes: bool = False
    evaluates: bool = True
    learned: bool = False

    @property
    def estimates(self) -> bool:
        """Whether states can be estimated at all, so that pruning by estimates makes sense."""
        return self.evaluates or self.learned


class PlayTask(NamedTuple):
    """One thread's search for play.

    game: the rules
    config: the PlayConfig it is compiled for, which costs nothing while the search runs
    work: counts, limits and learned statistics (memory.py)
    stack: the actions of the nodes on the line being searched
    table: the transposition table (entries.py)
    model: the learned evaluation (learned.py); not read if there is none
    """

    game: Any
    config: Any
    work: list[int]
    stack: list[int]
    table: list[int]
    model: list[int]
