"""A game's learned evaluation: the one assigned to it, or the one named by its class."""

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
    """Return a copy of a game with a learned evaluation for the search for play; None: only the game's own hooks.

    Raises InputError if a file cannot be read, or was learned for other rules.
    """
    if isinstance(learned, (str, Path)):
        learned = read_learned(learned)
    if learned is not None:
        learned.check_game(game)
    made = copy.copy(game)
    object.__setattr__(made, "learned", learned)  # also of a frozen game
    return made


def learned_of(game: Game) -> Learned | None:
    """Return a game's learned evaluation; None if it has none. Raises InputError as `with_learned` does."""
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
    """Return a sentence on how a game's evaluation was learned; "" if it has none."""
    found = learned_of(game)
    games = 0 if found is None else found.story.get("games", 0)
    return "" if found is None else f"The engine uses an evaluation learned from {games:,} self-play games."


def folder_of(game: Game) -> Path:
    """Return the folder of the file that defines a game's class."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return Path.cwd() if file is None else Path(file).resolve().parent


def with_learned_beside(game: Played, tell: Callable[[str], None] = lambda line: None) -> Played:
    """Return a game with the evaluation of the same name beside its file; the game itself if none fits.

    A game that names an evaluation, or that comes with the package, keeps its own. tell: called with the file used, or
    the reason for using none.
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
    tell(f"using the learned evaluation {path}")
    return found


__all__ = ["SUFFIX", "learned_line", "learned_of", "with_learned", "with_learned_beside"]
