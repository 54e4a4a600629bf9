"""The laws of a game: what every search relies on, and check(game), which tests a game against them."""

from plywise.game import Game, require_game
from plywise.laws.report import LAWS, Breach, Report
from plywise.laws.rules import Examination

__all__ = ["LAWS", "Breach", "Examination", "Report", "check"]


def check(
    game: Game, *, states: int = 6_000, playouts: int = 30, seed: int = 0, seconds: float | None = None
) -> Report:
    """Test the laws on up to `states` states, breadth first from the initial one, and along random lines of play.

    seconds: after which no more is asked; None: all is.
    playouts, seed: the number of random lines and their seed; they are played only if some reachable states were left
    out.

    Broken laws are reported, never raised, whatever the rules do, as long as they return.

    Raises InputError for what is no game.

    >>> from plywise.games import make
    >>> print(check(make("nim", heaps="1-2")))
    nim:heaps=1-2: all 29 laws hold on 8 states (every reachable state), 2 of them terminal
    """
    require_game(game)
    return Examination(game, seed, seconds).run(states, playouts)
