"""A game's record: the moves, the clocks, the values, and why it ended; one line of JSON."""

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
"""What games in files were called before they had clocks and values: the same, with nothing but words for moves."""

ENDINGS = (
    "rules",  # the game was over
    "proved",  # adjudicated: the solver proved the value
    "adjudicated",  # where it was asked for: both players agreed for long enough
    "resigned",
    "time",  # a clock ran out
    "illegal move",
    "crash",
    "no answer",
    "garbage",
    "error",  # a player's function raised an exception
    "length",  # more plies than allowed: a draw
    "unfinished",  # it is under way
    "unknown",  # a file of another program says who won, and not why
)
"""Why a game ended."""

WINNERS = ("MAX", "MIN", "draw", None)


@dataclass(frozen=True)
class GameRecord:
    """A game from its start to its end, or as far as it has come.

    game: the game's name with its parameters.
    start: the position it began from, in the game's notation.
    opening: the moves that were given, not chosen by the players.
    moves: those that the players chose.
    max, min: who played.
    control: what each player might use, as TimeControl writes it; "" if there was no limit.
    utility: the outcome from MAX's view; None where nobody knows: then the winner alone says who won.
    winner: "MAX", "MIN", "draw"; None if unfinished.
    ended_by: one of ENDINGS; detail: more about that, in one line.
    position: the last one, in the game's notation.
    notes: what was written on the position that it began from, or on the game as a whole.
    more: anything else worth keeping, such as the round.
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
        """All moves, those of the opening too."""
        return (*words_only(self.opening), *self.moves)

    @property
    def words(self) -> list[str]:
        """All moves, those of the opening too, in the game's notation."""
        return [*self.opening, *(move.word for move in self.moves)]

    def replay(self, game: Game) -> list[State]:
        """Return the states from the start to the last position. Raises InputError where a move does not fit."""
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
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        told |= {
            "opening": list(self.opening),
            "moves": [move.to_dict() for move in self.moves],
            "utility": encode(self.utility),
        }
        notes = told.pop("notes").to_dict()
        return {"plywise": KIND, "version": VERSION} | told | ({"notes": notes} if notes else {})

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a newline. Raises InputError where `more` is no plain data."""
        try:
            return json.dumps(self.to_dict(), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the record of a game of {self.game} cannot be kept as JSON: {error}") from None

    @classmethod
    def from_json(cls, text: str) -> "GameRecord":
        """Return the record that a text holds, which a game saved by an older Plywise may be, too.

        Raises InputError, one line that names the field that is wrong.
        """
        return cls.from_dict(_read_object(text))

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> "GameRecord":
        """Return the record that plain data holds. Raises InputError, one line that names the field that is wrong."""
        if told.get("plywise") not in (KIND, OLD_KIND):
            raise InputError("it is no game record")
        version = told.get("version", VERSION)
        if told["plywise"] == KIND and version != VERSION:
            raise InputError(f"its version is {shown(version)}; this Plywise reads version {VERSION}")
        for name in ("game", "start", "moves"):
            if name not in told:
                raise InputError(f"it does not say its {name}")
        found: dict[str, Any] = {name: _read_text(told, name) for name in TEXTS if name in told}
        found["opening"] = tuple(read_texts(told.get("opening", []), "opening", "move"))
        found["moves"] = tuple(read_moves(told["moves"]))
        found["utility"] = decode("utility", told.get("utility"))
        found["winner"] = _read_choice(told, "winner", WINNERS, None)
        found["ended_by"] = _read_choice(told, "ended_by", ENDINGS, "unfinished")
        found["more"] = told.get("more", {})
        if not isinstance(found["more"], dict):
            raise InputError(f"more: {shown(found['more'])} is no JSON object")
        if told.get("notes"):
            found["notes"] = Notes.from_dict(told["notes"])
        return cls(**found)


TEXTS = ("game", "start", "max", "min", "control", "detail", "position")


def read_start(game: Game, text: str) -> State:
    """Return the state that a record begins from. Raises InputError.

    The initial state is known by its text alone, also where the game's positions cannot be typed.
    """
    initial = game.initial()
    return initial if text == game.format_state(initial) else game.parse_state(text)


def winner_of(value: Value) -> str:
    """Return who has won at an outcome, from MAX's view: "MAX", "MIN" or "draw"."""
    return "MAX" if value > 0 else "MIN" if value < 0 else "draw"


def read_records(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Yield the records of a file with one a line; empty lines do not matter. Raises InputError naming the line."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield read_line(line, number)


def read_line(line: str, number: int) -> GameRecord:
    """Return the record on a line of a file. Raises InputError naming the line."""
    try:
        return GameRecord.from_json(line)
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


# --- reading ---------------------------------------------------------------------------------------------------------


def _read_object(text: str) -> dict[str, Any]:
    """Return the JSON object that a text is. Raises InputError."""
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"it is no JSON: {error.msg} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is no JSON: {_one_line(error)}") from None
    if not isinstance(found, dict):
        raise InputError("it is no JSON object")
    return found


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no number in JSON")


def _read_text(told: Mapping[str, Any], name: str) -> str:
    text = told[name]
    if not isinstance(text, str):
        raise InputError(f"{name}: {shown(text)} is no text")
    return text


def _read_choice(told: Mapping[str, Any], name: str, choices: tuple[str | None, ...], default: str | None) -> Any:
    found = told.get(name, default)
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
