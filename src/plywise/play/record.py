"""The record of a game as one line of JSON: moves, clocks, values, and the ending."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State, Value, parse_legal_action
from plywise.play.move_record import (
    NO_NOTES,
    MoveRecord,
    Notes,
    decode,
    encode,
    read_moves,
    read_texts,
    shown,
    words_only,
)

KIND, VERSION = "game record", 1
OLD_KIND = "saved game"
"""The kind of records in files of older versions, without clocks and values."""

ENDINGS = (
    "rules",  # the game was over
    "proved",  # adjudicated: the solver proved the value
    "adjudicated",  # on request: the players' evaluations agreed for long enough
    "resigned",
    "time",  # a clock ran out
    "illegal move",
    "crash",
    "no answer",
    "garbage",
    "error",  # a player's function raised an exception
    "length",  # more plies than allowed: a draw
    "unfinished",  # in progress
    "unknown",  # a file of another program gives the winner without a reason
)
"""Why a game ended."""

WINNERS = ("MAX", "MIN", "draw", None)


@dataclass(frozen=True)
class GameRecord:
    """A finished or unfinished game.

    game: the game's name with its parameters.
    start: the start position, in the game's notation.
    opening: opening moves, which the players did not choose.
    moves: those that the players chose.
    max, min: names of the players.
    control: the time control, as TimeControl writes it; "" without limits.
    utility: the outcome from MAX's view; None if unknown, though there may be a winner.
    winner: "MAX", "MIN", "draw"; None if unfinished.
    ended_by: one of ENDINGS; detail: more about that, in one line.
    position: the last one, in the game's notation.
    notes: annotations of the start position or the whole game.
    more: further data, such as the round.
    """

    game: str
    start: str
    opening: tuple[str, ...] = ()
    moves: tuple[MoveRecord, ...] = ()
    max: str = ""
    min: str = ""
    control: str = ""
    utility: Value | None = None
    winner: str | None = None
    ended_by: str = "unfinished"
    detail: str = ""
    position: str = ""
    more: dict[str, Any] = field(default_factory=dict)
    notes: Notes = NO_NOTES

    @property
    def line(self) -> tuple[MoveRecord, ...]:
        """All moves, including the opening."""
        return (*words_only(self.opening), *self.moves)

    @property
    def words(self) -> list[str]:
        """All moves, including the opening, in the game's notation."""
        return [*self.opening, *(move.word for move in self.moves)]

    def replay(self, game: Game) -> list[State]:
        """Return the states from the start to the last position. Raises InputError if a move does not fit."""
        if self.game != game.name:
            raise InputError(f"it is a game of {self.game}, not of {game.name}")
        states = [read_start(game, self.start)]
        for number, word in enumerate(self.words, start=1):
            try:
                states.append(game.result(states[-1], parse_legal_action(game, states[-1], word)))
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
        return states

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data, for JSON."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        data |= {
            "opening": list(self.opening),
            "moves": [move.to_dict() for move in self.moves],
            "utility": encode(self.utility),
        }
        notes = data.pop("notes").to_dict()
        return {"plywise": KIND, "version": VERSION} | data | ({"notes": notes} if notes else {})

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a newline. Raises InputError if `more` is not plain data."""
        try:
            return json.dumps(self.to_dict(), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the record of a game of {self.game} cannot be kept as JSON: {error}") from None

    @classmethod
    def from_json(cls, text: str) -> "GameRecord":
        """Read a record from JSON, including that of older versions.

        Raises InputError, one line that names the faulty field.
        """
        return cls.from_dict(_read_object(text))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "GameRecord":
        """Read a record from plain data. Raises InputError, one line that names the faulty field."""
        if data.get("plywise") not in (KIND, OLD_KIND):
            raise InputError("it is not a game record")
        version = data.get("version", VERSION)
        if data["plywise"] == KIND and version != VERSION:
            raise InputError(f"its version is {shown(version)}; this Plywise reads version {VERSION}")
        for name in ("game", "start", "moves"):
            if name not in data:
                raise InputError(f"it does not say its {name}")
        found: dict[str, Any] = {name: _read_text(data, name) for name in TEXTS if name in data}
        found["opening"] = tuple(read_texts(data.get("opening", []), "opening", "move"))
        found["moves"] = tuple(read_moves(data["moves"]))
        found["utility"] = decode("utility", data.get("utility"))
        found["winner"] = _read_choice(data, "winner", WINNERS, None)
        found["ended_by"] = _read_choice(data, "ended_by", ENDINGS, "unfinished")
        found["more"] = data.get("more", {})
        if not isinstance(found["more"], dict):
            raise InputError(f"more: {shown(found['more'])} is not a JSON object")
        if data.get("notes"):
            found["notes"] = Notes.from_dict(data["notes"])
        return cls(**found)


TEXTS = ("game", "start", "max", "min", "control", "detail", "position")


def read_start(game: Game, text: str) -> State:
    """Return the start state of a record. Raises InputError.

    The text of the initial state is accepted even if the game's positions cannot be parsed.
    """
    initial = game.initial()
    return initial if text == game.format_state(initial) else game.parse_state(text)


def winner_of(value: Value) -> str:
    """Return the winner for an outcome from MAX's view: "MAX", "MIN" or "draw"."""
    return "MAX" if value > 0 else "MIN" if value < 0 else "draw"


def read_records(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Yield the records of a file with one per line, ignoring empty lines. Raises InputError with the line number."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield read_line(line, number)


def read_line(line: str, number: int) -> GameRecord:
    """Return the record on a line of a file. Raises InputError with the line number."""
    try:
        return GameRecord.from_json(line)
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


# --- reading ---------------------------------------------------------------------------------------------------------


def _read_object(text: str) -> dict[str, Any]:
    """Parse a JSON object. Raises InputError."""
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"it is not JSON: {error.msg} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not JSON: {_one_line(error)}") from None
    if not isinstance(found, dict):
        raise InputError("it is not a JSON object")
    return found


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is not a number in JSON")


def _read_text(data: Mapping[str, Any], name: str) -> str:
    text = data[name]
    if not isinstance(text, str):
        raise InputError(f"{name}: {shown(text)} is not a text")
    return text


def _read_choice(data: Mapping[str, Any], name: str, choices: tuple[str | None, ...], default: str | None) -> Any:
    found = data.get(name, default)
    if not isinstance(found, str | None) or found not in choices:
        raise InputError(f"{name}: {shown(found)} is none of {', '.join(str(each) for each in choices if each)}")
    return found


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


__all__ = [
    "ENDINGS",
    "NO_NOTES",
    "GameRecord",
    "MoveRecord",
    "Notes",
    "read_line",
    "read_records",
    "read_start",
    "winner_of",
]
