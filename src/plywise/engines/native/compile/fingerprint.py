"""The fingerprint of a game: it differs wherever the compiled search would, and nowhere else.

It covers the code of every rule and of every function that a rule reaches, in whatever file, the constants they use,
the game's parameters; the same of the kernel's entries; the modules that say how all that is compiled; and the versions
of Python and LLVM. Comments, docstrings and whatever is not compiled do not count.

A game is a Python object, and its rules may change between two searches: an attribute, a list in it, a global variable,
a method. So every search asks for the fingerprint; a watch on all that it was taken of tells whether it is still right.

What is Plywise's own part in it is kept in the cache, for as long as no source file changes (sources.py).
"""

import hashlib
import threading
from collections.abc import Sequence
from functools import cache

from plywise.engines.native.compile import sources
from plywise.engines.native.compile.cache import Folder
from plywise.engines.native.compile.seen import Seen, as_text, is_plain
from plywise.engines.native.compile.watch import Watch
from plywise.engines.values import MAX_UTILITY
from plywise.game import Game
from plywise.process.startup import IMPORTED
from plywise.repetition import Past


@cache
def library() -> str:
    """Return a hash of what Plywise itself puts into every compiled search.

    To find it all that compiles must be imported, which takes most of a start; so it is kept under the stamp of the
    sources, where they are old enough to have one.
    """
    stamp = sources.stamp(IMPORTED)
    folder = None if stamp is None else Folder("plywise", stamp)
    known = None if folder is None else folder.read_hash()
    if known is not None:
        return known
    from plywise.engines.native.compile.library import library_hash

    found = library_hash(IMPORTED)
    if folder is not None:
        folder.write_hash(found)
    return found


MAX_TAKEN = 128
"""Fingerprints kept to be asked again."""

_taken: list[tuple[Watch, tuple[str, ...], bool, str]] = []  # the last used at the end
_lock = threading.Lock()


def fingerprint(game: Game, names: Sequence[str], symmetry: bool) -> str:
    """Return the fingerprint of a game as far as these of its rules reach, as the rules are at this moment."""
    asked = (tuple(names), symmetry)
    with _lock:
        known = list(_taken)
    for each in reversed(known):
        if each[1:3] == asked and each[0].holds(game, as_text):
            if each is not known[-1]:
                _keep(each)
            return each[3]
    seen = Seen(game)
    seen.value("symmetry", symmetry)
    seen.watch.own("utility_bounds", game.utility_bounds, as_text(game.utility_bounds))
    seen.value("utility_bounds", _compiled_bounds(game))
    example = game.initial()
    seen.value("fields", getattr(example, "_fields", ()))
    seen.value("past", [type(each) is Past for each in example] if isinstance(example, tuple) else None)
    if not is_plain(example):  # how its states are encoded is read off positions after it
        seen.attribute("initial")
        seen.value("a state", type(example))
    for name in names:
        seen.attribute(name)
    taken = hashlib.sha256("\n".join([library(), *seen.lines]).encode()).hexdigest()[:32]
    for name in ("initial", "rank_count"):  # they decide on the fields and on the rules asked
        seen.attribute(name)
    _keep((seen.watch, *asked, taken))
    return taken


def _compiled_bounds(game: Game) -> tuple[bool, ...]:
    """Return what the compiled search depends on of the utility bounds (see `Engine.config`): the rest are values."""
    low, high = game.utility_bounds
    return low >= -1 and high <= 1, max(-low, high) < MAX_UTILITY


def hash_game(game: Game) -> str:
    """Return a hash of all that a game says, compiled or not: its rules, notation and parameters, and of the search.

    Whoever goes on with work that was begun in another process asks for it: where the hash is the same, so is the game.
    """
    seen = Seen(game)
    names = {name for cls in type(game).__mro__ if cls not in Game.__mro__ for name in vars(cls)}
    for name in sorted(name for name in names | set(vars(game)) if not name.startswith("_")):
        seen.attribute(name)
    start = game.format_state(game.initial())
    return hashlib.sha256("\n".join([library(), start, *seen.lines]).encode()).hexdigest()[:32]


def _keep(taken: tuple[Watch, tuple[str, ...], bool, str]) -> None:
    """Keep a fingerprint as the last used."""
    with _lock:
        _taken[:] = [*(each for each in _taken if each is not taken), taken][-MAX_TAKEN:]


__all__ = ["fingerprint", "hash_game", "library"]
