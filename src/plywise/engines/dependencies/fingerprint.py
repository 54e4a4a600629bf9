"""The fingerprint of a game: it changes exactly when the compiled search would.

It covers the code of every rule and of every function that a rule reaches, in any file, the constants they use, and the
game's parameters; the same for the kernel's entries; the modules that compile them; and the versions of Python and
LLVM. Comments, docstrings and code that is not compiled do not count.

A game is a Python object, and its rules may change between two searches: an attribute, a list in it, a global variable,
a method. So every search computes the fingerprint, and `Staleness` tells whether the last one is still valid.
"""

import hashlib
import threading

from plywise.engines.dependencies.staleness import Staleness
from plywise.engines.dependencies.trace import DependencyTrace, as_text, is_plain
from plywise.engines.rule_table import COMPILED, RULES
from plywise.engines.values import MAX_UTILITY
from plywise.game import Game
from plywise.repetition import Past

MAX_CACHED = 128
"""The number of fingerprints cached in a process."""

Asked = tuple[tuple[str, ...], bool, str]
Cached = tuple[Staleness, Asked, str]

_cached: list[Cached] = []  # the most recently used last
_lock = threading.Lock()


def fingerprint(game: Game, symmetry: bool, library: str) -> str:
    """Return the fingerprint of a game's current rules. Takes microseconds if nothing has changed.

    symmetry: whether states are stored under the game's `key`
    library: a hash of the engine itself
    """
    names = tuple(rule.name for rule in (COMPILED if game.rank_count is None else RULES.values()))
    asked = (names, symmetry, library)
    with _lock:
        cached = list(_cached)
    for each in reversed(cached):
        staleness, asked_then, found = each
        if asked_then == asked and staleness.holds(game, as_text):
            if each is not cached[-1]:
                _cache(each)
            return found
    trace = DependencyTrace(game)
    trace.value("symmetry", symmetry)
    trace.staleness.own("utility_bounds", game.utility_bounds, as_text(game.utility_bounds))
    trace.value("utility_bounds", _compiled_bounds(game))
    example = game.initial()
    trace.value("fields", getattr(example, "_fields", ()))
    trace.value("past", [type(each) is Past for each in example] if isinstance(example, tuple) else None)
    if not is_plain(example):  # the encoding of its states is found from positions after it
        trace.attribute("initial")
        trace.value("a state", type(example))
    for name in names:
        trace.attribute(name)
    found = hashlib.sha256("\n".join([library, *trace.lines]).encode()).hexdigest()[:32]
    for name in ("initial", "rank_count"):  # they determine the fields and the rules called
        trace.attribute(name)
    _cache((trace.staleness, asked, found))
    return found


def _compiled_bounds(game: Game) -> tuple[bool, ...]:
    """Return the properties of the utility bounds that affect compiling (see `Engine.config`); the rest are values."""
    low, high = game.utility_bounds
    return low >= -1 and high <= 1, max(-low, high) < MAX_UTILITY


def hash_game(game: Game, library: str) -> str:
    """Return a hash of a game's whole definition, compiled or not: rules, notation and parameters.

    Work started in another process is resumed only if the hash is the same. library: as for `fingerprint`
    """
    trace = DependencyTrace(game)
    names = {name for cls in type(game).__mro__ if cls not in Game.__mro__ for name in vars(cls)}
    for name in sorted(name for name in names | set(vars(game)) if not name.startswith("_")):
        trace.attribute(name)
    start = game.format_state(game.initial())
    return hashlib.sha256("\n".join([library, start, *trace.lines]).encode()).hexdigest()[:32]


def _cache(used: Cached) -> None:
    """Cache a fingerprint as the most recently used."""
    with _lock:
        _cached[:] = [*(each for each in _cached if each is not used), used][-MAX_CACHED:]


__all__ = ["fingerprint", "hash_game"]
