"""The puzzles that pages have been given, with their answers, which stay here."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from plywise.errors import InputError
from plywise.web.limits import MAX_PUZZLE_SETS, MAX_PUZZLES_KEPT

Entry = Mapping[str, Any]

TOLD = ("puzzle_id", "game", "player", "task", "difficulty")
"""What a page is told of a puzzle before it is answered."""


class PuzzleBook:
    """The last puzzles that were made, by their ids, and the last sets of them."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._sets: OrderedDict[Any, list[Entry]] = OrderedDict()

    def keep(self, entries: Iterable[Entry]) -> None:
        """Keep puzzles, in the place of the oldest."""
        for entry in entries:
            self._entries.pop(entry["puzzle_id"], None)
            self._entries[entry["puzzle_id"]] = entry
        while len(self._entries) > MAX_PUZZLES_KEPT:
            self._entries.popitem(last=False)

    def keep_set(self, wish: Any, entries: list[Entry]) -> None:
        """Keep the puzzles that were made for a wish."""
        self._sets[wish] = entries
        while len(self._sets) > MAX_PUZZLE_SETS:
            self._sets.popitem(last=False)

    def find_set(self, wish: Any) -> list[Entry] | None:
        """Return the puzzles that were made for a wish; None where they are kept no longer."""
        return self._sets.get(wish)

    def find(self, puzzle_id: str) -> Entry:
        """Return a puzzle. Raises InputError where there is none of that id."""
        if puzzle_id not in self._entries:
            raise InputError("this puzzle has expired: generate puzzles again")
        return self._entries[puzzle_id]
