"""The interface of a store's database: queries, and statements in transactions."""

from typing import Any, Protocol

Row = tuple[Any, ...]
Values = tuple[str | int | float | None, ...]


class Database(Protocol):
    """A database of the newest version, usable in any thread. Every failure is an InputError, one line that names it.

    Values replace question marks in a statement.
    """

    def read(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Execute a statement in its own transaction, committed on return; return the number of rows changed."""

    def close(self) -> None:
        """Close the database; it must not be used afterwards."""
