"""What a certificate claims: a player surely gets at least a goal."""

from contextlib import suppress
from math import ceil, isfinite
from sys import float_info
from typing import NamedTuple

from plywise.arguments.names import hint
from plywise.engines.values import MAX_UTILITY, MAX_VALUE, to_word
from plywise.errors import InputError
from plywise.game import MAX, MIN, PLIES, Game, Value, player_word

WIN, DRAW = "win", "draw"

MAX_FLOAT = int(float_info.max)


class Goal(NamedTuple):
    """A goal: "win" (more than 0), "draw" (at least 0), or a value from MAX's view: for MIN, at most that much."""

    side: int
    what: str | Value

    @property
    def text(self) -> str:
        """What the header of a certificate calls it: `win`, `draw` or a number."""
        return self.what if isinstance(self.what, str) else repr(self.what)

    @property
    def is_win(self) -> bool:
        """Whether it is more than a draw, so that the sooner it is reached, the better."""
        return self.what == WIN or (not isinstance(self.what, str) and self.what * self.side > 0)

    def suffices(self, value: Value) -> bool:
        """Return whether a value, from MAX's view, reaches it."""
        own = value * self.side
        return own > 0 if self.what == WIN else own >= self._least

    @property
    def _least(self) -> Value:
        return 0 if isinstance(self.what, str) else self.what * self.side

    def word(self, floats: bool, distance: bool) -> int:
        """Return the least word, in the player's own view, of a value that reaches it: see solvers/method.py.

        A goal beyond all values is as good as one that is just beyond them.
        """
        if floats:
            return to_word(float(_within(self._least, MAX_FLOAT)), True) + (self.what == WIN)
        least = int(_within(ceil(self._least) + (self.what == WIN), MAX_UTILITY if distance else MAX_VALUE))
        if not distance:
            return least
        return (least - 1) * PLIES + 1 if least > 0 else least * PLIES

    def describe(self, game: Game, within: int | None = None) -> str:
        """Return the claim in words. within: the plies that it takes at most; None: nothing is claimed of them.

        >>> from plywise.games import make
        >>> Goal(MIN, "win").describe(make("connect4"), 8), Goal(MIN, -6).describe(make("othello"))
        ('Red wins in at most 8 plies', 'the value is at most -6')
        """
        name = game.player_names[self.side]
        limit = "" if within is None else f" in at most {within:,} {'ply' if within == 1 else 'plies'}"
        if self.what == WIN:
            return f"{name} wins{limit}"
        if self.what == DRAW:
            return f"{name} gets at least a draw{limit}"
        return f"the value is {'at least' if self.side == MAX else 'at most'} {self.what}{limit}"


def _within(number: Value, most: int) -> Value:
    return max(-most, min(number, most))


def read_goal(text: str, player: str) -> Goal:
    """Return the goal that --goal and --player say. Raises InputError.

    >>> read_goal("win", "MIN")
    Goal(side=-1, what='win')
    """
    side = {player_word(each): each for each in (MAX, MIN)}.get(player.upper())
    if side is None:
        raise InputError(f"player {player!r} is neither MAX nor MIN")
    if text.lower() in (WIN, DRAW):
        return Goal(side, text.lower())
    number: Value = float("nan")
    with suppress(ValueError):
        number = float(text) + 0.0  # no -0.0
        number = int(text)
    if "_" in text or (isinstance(number, float) and not isfinite(number)):
        raise InputError(
            f"no goal {text[:60]!r}; {hint(text[:60], (WIN, DRAW), there_are='a goal is win, draw or a number')}"
        )
    return Goal(side, number)
