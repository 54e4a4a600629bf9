"""A game under way as a file: from where it started, the moves, and who plays."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State, parse_legal_action

KIND = "saved game"
KEYS = ("game", "start", "moves", "max", "min")


@dataclass(frozen=True)
class SavedGame:
    """What a file says.

    game: the game's name, with its parameters.
    start: the position it started from, in the game's notation.
    moves: the moves played, in the game's notation.
    max, min: who plays, as `plywise play` is told.
    """

    game: str
    start: str
    moves: tuple[str, ...]
    max: str
    min: str

    def to_json(self, position: str) -> str:
        """Return the file's text. position: the one reached, for whoever reads the file."""
        told = {"plywise": KIND, "game": self.game, "start": self.start, "moves": list(self.moves)}
        return json.dumps(told | {"position": position, "max": self.max, "min": self.min}, indent=2) + "\n"

    def replay(self, game: Game) -> list[State]:
        """Return the states from the start to the position reached. Raises InputError where a move does not fit."""
        if self.game != game.name:
            raise InputError(f"it is a game of {self.game}, not of {game.name}")
        states = [game.parse_state(self.start)]
        for number, word in enumerate(self.moves, start=1):
            try:
                states.append(game.result(states[-1], parse_legal_action(game, states[-1], word)))
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
        return states


def is_saved_game(text: str) -> bool:
    """Return whether a text is a saved game, whole or not."""
    return _read_object(text).get("plywise") == KIND


def parse_saved_game(text: str) -> SavedGame:
    """Return the saved game that a file's text holds. Raises InputError, one line saying what is wrong."""
    found = _read_object(text)
    if found.get("plywise") != KIND:
        raise InputError("it is no saved game")
    moves = found.get("moves")
    if not isinstance(moves, list) or not all(isinstance(word, str) for word in moves):
        raise InputError("its moves are no list of words")
    for key in KEYS:
        if key != "moves" and not isinstance(found.get(key), str):
            raise InputError(f"it does not say its {key}")
    return SavedGame(found["game"], found["start"], tuple(moves), found["max"], found["min"])


def _read_object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
