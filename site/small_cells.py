"""Cells of lessons that need the native engine, and the smaller figures with which the browser runs them."""

from typing import NamedTuple


class Small(NamedTuple):
    """A cell that is too slow for the reference engine.

    why: what is smaller, in a few words
    changes: what stands in the cell, and what the browser runs in its place
    """

    why: str
    changes: tuple[tuple[str, str], ...]

    def fits(self, code: str) -> bool:
        """Return whether a cell has everything that is changed."""
        return all(before in code for before, _ in self.changes)

    def apply(self, code: str) -> str:
        """Return the cell with smaller figures."""
        for before, after in self.changes:
            code = code.replace(before, after)
        return code


SMALL: dict[str, tuple[Small, ...]] = {}
"""Lesson -> its cells that run with smaller figures."""
