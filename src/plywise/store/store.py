"""The store: games in progress and finished, analyses, and puzzles done. It knows no game: what it keeps is JSON."""

import json
import os
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.store.database import Database
from plywise.store.place import default_path
from plywise.store.postgres import SCHEMES, PostgresDatabase
from plywise.store.sqlite import SqliteDatabase

MAX_GAMES = 1000
"""The most games that are listed at once."""


class StoredGame(NamedTuple):
    """A game that is kept: its record as plain data, whether it is finished, when it was begun and last saved.

    Times are seconds since 1970.
    """

    id: str
    record: dict[str, Any]
    finished: bool
    began: float
    updated: float


class PuzzleDone(NamedTuple):
    """A puzzle that was tried: its game, how often, and when it was first solved, in seconds since 1970.

    solved: None: not yet
    """

    id: str
    game: str
    tries: int
    solved: float | None


class Store:
    """A store, used in any thread and by several processes at once; each change is a separate transaction.

    place: the path of an SQLite file, or the URL of a PostgreSQL database; None: the user's own (see `default_path`).
    now: gives the time in seconds since 1970.
    patience: seconds to wait where another process keeps a file busy; None: half a minute.

    When a method returns, what it keeps survives the end of this process at any instant. Every method raises
    InputError, one line that names the store, where it cannot be used or a value cannot be kept.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(f"{folder}/games.sqlite3") as store:
    ...     store.save_game("a1", {"game": "nim", "moves": ["1-1"]})
    ...     store.load_game("a1").record["moves"]
    ['1-1']
    """

    def __init__(
        self,
        place: str | os.PathLike[str] | None = None,
        *,
        now: Callable[[], float] = time.time,
        patience: float | None = None,
    ) -> None:
        self._now = now
        self._database: Database
        if isinstance(place, str) and place.startswith(SCHEMES):
            self._database = PostgresDatabase(place)
        else:
            self._database = SqliteDatabase(default_path() if place is None else place, patience)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the store; it is not used afterwards."""
        self._database.close()

    # --- games --------------------------------------------------------------------------------------------------------

    def save_game(self, game_id: str, record: Mapping[str, Any], finished: bool = False) -> None:
        """Keep a game as it is now, in the place of what was kept of it. record: plain data."""
        now = self._now()
        self._database.write(
            "INSERT INTO plywise_games (id, record, finished, began, updated) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET "
            "record = excluded.record, finished = excluded.finished, updated = excluded.updated",
            (game_id, _encode(record), int(finished), now, now),
        )

    def load_game(self, game_id: str) -> StoredGame | None:
        """Return a game; None where none of that id is kept."""
        rows = self._database.read(f"SELECT {GAME_COLUMNS} FROM plywise_games WHERE id = ?", (game_id,))
        return _game(*rows[0]) if rows else None

    def list_games(self, limit: int = 50, finished: bool | None = None) -> list[StoredGame]:
        """Return the games that were saved last, the newest first.

        limit: how many, MAX_GAMES at most. finished: only those that are, or are not; None: all.
        """
        where = "" if finished is None else f"WHERE finished = {int(finished)} "
        rows = self._database.read(
            f"SELECT {GAME_COLUMNS} FROM plywise_games {where}ORDER BY updated DESC, id LIMIT ?",
            (max(0, min(limit, MAX_GAMES)),),
        )
        return [_game(*row) for row in rows]

    def delete_game(self, game_id: str) -> bool:
        """Forget a game; return whether there was one."""
        return self._database.write("DELETE FROM plywise_games WHERE id = ?", (game_id,)) > 0

    # --- analyses -----------------------------------------------------------------------------------------------------

    def save_analysis(self, game: str, position: str, analysis: Mapping[str, Any], name: str = "") -> None:
        """Keep an analysis of a position, as plain data, in the place of that of the same name.

        game: with its parameters. name: tells apart several analyses of a position, such as by who made them.
        """
        self._database.write(
            "INSERT INTO plywise_analyses (game, position, name, analysis, updated) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (game, position, name) DO UPDATE SET analysis = excluded.analysis, updated = excluded.updated",
            (game, position, name, _encode(analysis), self._now()),
        )

    def analyses(self, game: str, position: str) -> dict[str, dict[str, Any]]:
        """Return the analyses that are kept of a position: name -> plain data."""
        rows = self._database.read(
            "SELECT name, analysis FROM plywise_analyses WHERE game = ? AND position = ? ORDER BY name",
            (game, position),
        )
        return {name: _decode(text, f"the analysis {name!r}") for name, text in rows}

    # --- puzzles ------------------------------------------------------------------------------------------------------

    def note_puzzle(self, puzzle_id: str, game: str, solved: bool) -> None:
        """Note that a puzzle was tried, and whether it was solved; once solved, it stays so."""
        now = self._now()
        self._database.write(
            "INSERT INTO plywise_puzzles (id, game, tries, solved, updated) VALUES (?, ?, 1, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET tries = plywise_puzzles.tries + 1, "
            "solved = coalesce(plywise_puzzles.solved, excluded.solved), updated = excluded.updated",
            (puzzle_id, game, now if solved else None, now),
        )

    def puzzles_done(self, game: str | None = None) -> list[PuzzleDone]:
        """Return the puzzles that were tried, by id. game: only those of a game; None: all."""
        where, values = ("", ()) if game is None else ("WHERE game = ? ", (game,))
        query = f"SELECT id, game, tries, solved FROM plywise_puzzles {where}ORDER BY id"
        return [PuzzleDone(*row) for row in self._database.read(query, values)]


GAME_COLUMNS = "id, record, finished, began, updated"


def _game(game_id: str, record: str, finished: int, began: float, updated: float) -> StoredGame:
    return StoredGame(game_id, _decode(record, f"game {game_id}"), bool(finished), began, updated)


def _encode(value: Mapping[str, Any]) -> str:
    """Return plain data as JSON. Raises InputError for anything else."""
    try:
        return json.dumps(dict(value), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"this cannot be kept as JSON: {error}") from None


def _decode(text: str, what: str) -> dict[str, Any]:
    """Parse JSON. Raises InputError if another program has damaged it."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InputError(f"{what} in the store is damaged: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{what} in the store is damaged: it is not a JSON object")
    return found
