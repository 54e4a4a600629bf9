"""The optional parts of the strong search: each feature is a bit of work[FEATURES], and can be left out."""

from collections.abc import Iterable

from plywise.arguments.names import hint
from plywise.errors import InputError

# Sound: they change the nodes, never the value.
TABLE, TABLE_MOVE, KILLER_MOVES, HISTORY_ORDER, PRIORITY, NULL_WINDOWS, KNOWLEDGE, LOOK_AHEAD = (
    1 << n for n in range(8)
)
# Selective: they leave something out on a guess.
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
"""The strong search's features by name; each can be left out with without=(name, ...). The last four may change what a
search with a horizon finds; they are used only where the game says how, and not where a depth is asked for.
"""

BLIND = 1 << 12
"""No feature: the search asks for no estimate, and every state at the horizon is worth work[UNKNOWN]."""

SELECTIVE_FEATURES = QUIESCENCE | NULL_MOVE | REDUCTIONS | EXTENSIONS


def features_of(names: Iterable[str], without: Iterable[str] = ()) -> int:
    """Return the features named, except those to leave out, as a bit mask for the kernel."""
    return sum(FEATURES[name] for name in names if name not in without)


def features_without(names: Iterable[str]) -> int:
    """Return all features except those named, as a bit mask for the kernel. Raises InputError for an unknown name."""
    unknown = [name for name in names if name not in FEATURES]
    if unknown:
        raise InputError(f"no feature {unknown[0]!r}; {hint(unknown[0], FEATURES)}")
    return features_of(FEATURES, names)
