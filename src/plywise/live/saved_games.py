"""Saved games, with their reviews and the puzzles that were tried, in a store.

A game survives the end of the program with all of its moves.
"""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.play.ongoing import OngoingGame
from plywise.play.record import GameRecord
from plywise.store.store import Store, StoredGame

ID_BYTES = 9

REVIEW = "review of pages"
"""The key of these reviews among the stored analyses."""


class SavedGame(NamedTuple):
    """A saved game. updated: time of the last save, in seconds since 1970."""

    game_id: str
    record: GameRecord
    updated: float

    def to_dict(self) -> dict[str, Any]:
        """Return the game's entry in a list, as plain data."""
        record = self.record
        return {
            "game_id": self.game_id,
            "game": record.game,
            "name": record.game,
            "moves": len(record.words),
            "over": _say_end(record),
            "players": {"MAX": record.max, "MIN": record.min},
            "updated": self.updated,
        }


def _say_end(record: GameRecord) -> str | None:
    """Return the result of a game in a few words; None while it goes on."""
    if record.winner is None:
        return None
    end = "a draw" if record.winner == "draw" else f"{record.winner} has won"
    return end if record.ended_by == "rules" else f"{end} ({record.ended_by})"


class SavedGames:
    """The games in a store. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, game_id: str, ongoing: OngoingGame) -> None:
        """Save a game, with the moves taken back; after this call it survives the process."""
        self._store.save_game(game_id, ongoing.to_record(with_redo=True).to_dict(), ongoing.is_over)

    def load(self, game_id: str) -> SavedGame | None:
        """Return a game; None if the id is unknown. Raises InputError if it cannot be read."""
        found = self._store.load_game(game_id)
        return None if found is None else _read(found)

    def newest(self, number: int) -> list[SavedGame]:
        """Return the games saved last, newest first, skipping unreadable ones."""
        found = []
        for stored in self._store.list_games(number):
            try:
                found.append(_read(stored))
            except InputError:  # perhaps saved by a newer Plywise
                continue
        return found

    # --- reviews and puzzles ------------------------------------------------------------------------------------------

    def save_review(self, game: str, game_id: str, review: Mapping[str, Any]) -> None:
        """Save the review of a game, replacing an earlier one."""
        self._store.save_analysis(game, game_id, review, REVIEW)

    def load_review(self, game: str, game_id: str) -> dict[str, Any] | None:
        """Return the review of a game; None if there is none in this version's format."""
        found = self._store.analyses(game, game_id).get(REVIEW)
        return found if found is not None and found.keys() >= {"words", "review"} else None

    def note_puzzle(self, puzzle_id: str, game: str, solved: bool) -> None:
        """Record that a puzzle was tried, and whether it was solved."""
        self._store.note_puzzle(puzzle_id, game, solved)

    def puzzles_done(self) -> dict[str, bool]:
        """Return the puzzles that were tried, and whether they were solved."""
        return {each.id: each.solved is not None for each in self._store.puzzles_done()}


def _read(stored: StoredGame) -> SavedGame:
    return SavedGame(stored.id, GameRecord.from_dict(stored.record), stored.updated)


def new_id() -> str:
    """Return an unguessable id for a game."""
    return secrets.token_urlsafe(ID_BYTES)
