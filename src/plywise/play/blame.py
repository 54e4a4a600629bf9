"""Whose fault an exception is: a player's, who loses the game, or that of the rules, with which nobody can play on."""

import sys
import traceback
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType

from plywise.errors import InputError
from plywise.game import Game
from plywise.games.user_files import first_line, place_of


def rules_failed(game: Game, error: BaseException) -> bool:
    """Return whether an exception is the fault of a game's rules, and not of the player in whose turn it was raised.

    A rule is at fault where Plywise called it, to search for example, because that calls it with legal actions only; a
    player's own code may have called it with anything. So is what our own engines refuse to compute, unless a player's
    own code asked for that.
    """
    frames = list(_frames(error))
    for caller, frame in pairwise(frames):
        if _is_rule(game, frame):
            return _is_ours(caller)
    return isinstance(error, InputError) and all(map(_is_ours, frames))


def describe_failure(error: BaseException) -> str:
    """Return an exception in one line: the place in the user's file, if it was there; its kind; its message."""
    place, what = place_of(error), f"{type(error).__name__}: {first_line(error)}"
    return f"{place}: {what}" if place else what


def _frames(error: BaseException) -> Iterator[FrameType]:
    """Yield the frames through which an exception came, from where it was caught to where it was raised."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        yield frame


def _is_rule(game: Game, frame: FrameType) -> bool:
    """Return whether a frame belongs to a method of the game, and not to a function that is merely given the game."""
    code = frame.f_code
    if not code.co_argcount or frame.f_locals.get(code.co_varnames[0]) is not game:
        return False
    return code.co_qualname.rpartition(".")[0] in {each.__qualname__ for each in type(game).__mro__}


def _is_ours(frame: FrameType) -> bool:
    """Return whether a frame belongs to Plywise or to Python's own library."""
    module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return module == "plywise" or module in sys.stdlib_module_names
