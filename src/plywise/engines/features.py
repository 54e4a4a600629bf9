"""The optional features of the strong search: each is a bit of work[FEATURES] and can be switched off."""

from collections.abc import Iterable

from plywise.arguments.names import hint
from plywise.errors import InputError

# Sound: they change the number of nodes, never the value.
TABLE, TABLE_MOVE, KILLER_MOVES, HISTORY_ORDER, PRIORITY, NULL_WINDOWS, KNOWLEDGE, LOOK_AHEAD = (
    1 << n for n in range(8)
)
# Selective: they skip moves on a guess.
QUIESCENCE, NULL_MOVE, REDUCTIONS, EXTENSIONS = (1 << n for n in range(8, 12))

FEATURES = {
    "table": TABLE,
    "table-move": TABLE_MOVE,
    "killers": KILLER_MOVES,
    "history": HISTORY_ORDER,
    "priority": PRIORITY,
    "null-windows": NULL_WINDOWS,
    "knowledge": KNOWLEDGE,
    "look-ahead": LOOK_AHEAD,
    "quiescence": QUIESCENCE,
    "null-move": NULL_MOVE,
    "reductions": REDUCTIONS,
    "extensions": EXTENSIONS,
}
"""The strong search's features by name; without=(name, ...) switches features off. The last four may change the
result of a depth-limited search; they are used only if the game defines the hook, and not if a depth is requested.
"""

BLIND = 1 << 12
"""No feature: no estimates; every state at the horizon has the value work[UNKNOWN]."""

SELECTIVE_FEATURES = QUIESCENCE | NULL_MOVE | REDUCTIONS | EXTENSIONS


def features_of(names: Iterable[str], without: Iterable[str] = ()) -> int:
    """Return the named features, except those left out, as a bit mask for the kernel."""
    return sum(FEATURES[name] for name in names if name not in without)


def features_without(names: Iterable[str]) -> int:
    """Return all features except those named, as a bit mask for the kernel. Raises InputError for an unknown name."""
    unknown = [name for name in names if name not in FEATURES]
    if unknown:
        raise InputError(f"no feature {unknown[0]!r}; {hint(unknown[0], FEATURES)}")
    return features_of(FEATURES, names)
