"""Which learned evaluation a game has: the one that it was given, or the one that its class names."""

import copy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from plywise.engines.learned.file import Learned, read_learned
from plywise.errors import InputError
from plywise.game import Game

SUFFIX = ".eval"

Played = TypeVar("Played", bound=Game)


def with_learned(game: Played, learned: str | Path | Learned | None) -> Played:
    """Return a copy of a game that the search for play evaluates by what was learned; None: by its own hooks alone.

    Raises InputError where a file cannot be read, or was learned for other rules.
    """
    if isinstance(learned, (str, Path)):
        learned = read_learned(learned)
    if learned is not None:
        learned.check_game(game)
    made = copy.copy(game)
    object.__setattr__(made, "learned", learned)  # also of a frozen game
    return made


def learned_of(game: Game) -> Learned | None:
    """Return what was learned for a game; None where nothing was. Raises InputError as `with_learned` does."""
    named = game.learned
    if named is None or isinstance(named, Learned):
        return named
    if not isinstance(named, (str, Path)):
        raise InputError(f"{game.name}: learned is the path of a file, not {type(named).__name__}")
    found = read_learned(folder_of(game) / named)
    found.check_game(game)
    object.__setattr__(game, "learned", found)
    return found


def learned_line(game: Game) -> str:
    """Return in one sentence what a game's evaluation was learned from; "" where nothing was learned."""
    found = learned_of(game)
    games = 0 if found is None else found.story.get("games", 0)
    return "" if found is None else f"The engine uses an evaluation learned from {games:,} self-play games."


def folder_of(game: Game) -> Path:
    """Return the folder of the file in which a game's class is written."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return Path.cwd() if file is None else Path(file).resolve().parent


def with_learned_beside(game: Played, tell: Callable[[str], None] = lambda line: None) -> Played:
    """Return a game with the evaluation that lies beside its file, named as it is; the game itself where none fits.

    A game that names one, and one of the package, keeps its own. tell: called with the file used, or why none is.
    """
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    if game.learned is not None or file is None or type(game).__module__.startswith("plywise."):
        return game
    path = Path(file).with_suffix(SUFFIX)
    if not path.exists():
        return game
    try:
        found = with_learned(game, path)
    except InputError as error:
        tell(f"{error}; it is not used")
        return game
    tell(f"evaluates by what was learned: {path}")
    return found


__all__ = ["SUFFIX", "learned_line", "learned_of", "with_learned", "with_learned_beside"]
