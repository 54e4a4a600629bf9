"""The laws of a game: check(game) asks whether it keeps what every search relies on."""

from plywise.game import Game
from plywise.laws.report import LAWS, Breach, Report
from plywise.laws.rules import Examination

__all__ = ["LAWS", "Breach", "Report", "check"]


def check(game: Game, *, states: int = 6_000, playouts: int = 30, seed: int = 0) -> Report:
    """Ask the laws of up to `states` states, breadth first from the initial one, and of those along random lines.

    The random lines (`playouts` of them, by the seed) are played only where not every reachable state could be asked.
    Broken laws are reported, never raised, whatever the rules do short of never returning.

    >>> from plywise.games import make
    >>> print(check(make("nim", heaps="1-2")))
    nim:heaps=1-2: all 19 laws hold on 8 states (every reachable state), 2 of them terminal
    """
    return Examination(game, seed).run(states, playouts)
