"""Attribute an exception to a player, who loses the game, or to the rules, which ends the game without a result."""

import sys
import traceback
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType

from plywise.errors import InputError
from plywise.game import Game
from plywise.games.user_files import first_line, place_of


def rules_failed(game: Game, error: BaseException) -> bool:
    """Return whether a game's rules caused an exception, and not the player to move.

    The rules are at fault if Plywise called them, as in a search: it passes legal actions only, while a player's code
    may pass anything. The same holds for an InputError of Plywise's engines, unless a player's code called them.
    """
    frames = list(_frames(error))
    for caller, frame in pairwise(frames):
        if _is_rule(game, frame):
            return _is_ours(caller)
    return isinstance(error, InputError) and all(map(_is_ours, frames))


def describe_failure(error: BaseException) -> str:
    """Return an exception in one line: the place in the user's file, if it was raised there, its type and message."""
    place, what = place_of(error), f"{type(error).__name__}: {first_line(error)}"
    return f"{place}: {what}" if place else what


def _frames(error: BaseException) -> Iterator[FrameType]:
    """Yield the frames of an exception, from where it was caught to where it was raised."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        yield frame


def _is_rule(game: Game, frame: FrameType) -> bool:
    """Return whether a frame belongs to a method of the game, and not to a function with the game as its argument."""
    code = frame.f_code
    if not code.co_argcount or frame.f_locals.get(code.co_varnames[0]) is not game:
        return False
    return code.co_qualname.rpartition(".")[0] in {each.__qualname__ for each in type(game).__mro__}


def _is_ours(frame: FrameType) -> bool:
    """Return whether a frame belongs to Plywise or to Python's own library."""
    module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return module == "plywise" or module in sys.stdlib_module_names
