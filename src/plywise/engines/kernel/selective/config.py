"""The constants of a compiled search for play."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayConfig:
    """Constants of a search for play.

    fields: the number of words in a state
    alternating: the players always take turns
    ends_without_actions: the game is over where there are no actions, or it is drawn
    unit: the game's margin unit, as its values are held; values are counted in hundredths of it
    floats: the game's values are floats
    utility_scale: points for each of a utility, with values.SCALE_BITS binary places
    knowledge: the game has `bounds`, and its players take turns
    tactics, threats, exchanges, classes, recurs, passes, estimates: the game has these hooks
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
    estimates: bool = True
