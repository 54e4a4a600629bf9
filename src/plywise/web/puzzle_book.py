"""The puzzles sent to pages, with their answers, which stay on the server."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from plywise.errors import InputError
from plywise.web.limits import MAX_PUZZLE_SETS, MAX_PUZZLES_KEPT

Entry = Mapping[str, Any]

PUBLIC = ("puzzle_id", "game", "player", "task", "difficulty")
"""The fields of a puzzle that are sent before it is answered."""


class PuzzleBook:
    """A cache of puzzles by id, and of sets of puzzles."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._sets: OrderedDict[Any, list[Entry]] = OrderedDict()

    def keep(self, entries: Iterable[Entry]) -> None:
        """Add puzzles, evicting the oldest."""
        for entry in entries:
            self._entries.pop(entry["puzzle_id"], None)
            self._entries[entry["puzzle_id"]] = entry
        while len(self._entries) > MAX_PUZZLES_KEPT:
            self._entries.popitem(last=False)

    def keep_set(self, wish: Any, entries: list[Entry]) -> None:
        """Add the set of puzzles for some parameters."""
        self._sets[wish] = entries
        while len(self._sets) > MAX_PUZZLE_SETS:
            self._sets.popitem(last=False)

    def find_set(self, wish: Any) -> list[Entry] | None:
        """Return the set of puzzles for some parameters; None if it is not cached."""
        return self._sets.get(wish)

    def find(self, puzzle_id: str) -> Entry:
        """Return a puzzle. Raises InputError if it is not cached."""
        if puzzle_id not in self._entries:
            raise InputError("this puzzle has expired: generate puzzles again")
        return self._entries[puzzle_id]
