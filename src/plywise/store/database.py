"""What a store asks of a database: rows, and statements that are done together or not at all."""

from typing import Any, Protocol

Row = tuple[Any, ...]
Values = tuple[str | int | float | None, ...]


class Database(Protocol):
    """A database of the newest version, used in any thread. Every failure is an InputError of one line that names it.

    Values stand for question marks in a statement.
    """

    def read(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows that a query finds."""

    def write(self, statement: str, values: Values = ()) -> int:
        """Execute a statement in its own transaction, committed on return; return the number of rows changed."""

    def close(self) -> None:
        """Close it; it is not used afterwards."""
