"""One move of a record: its word, the player's evaluation, and notes by people and programs."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from plywise.arguments.numbers import as_number, as_whole
from plywise.engines.results import SearchResult
from plywise.errors import InputError
from plywise.game import Value, is_outright
from plywise.play.player import Thought
from plywise.solvers.solver import Solution

INFINITE = {"inf": inf, "-inf": -inf}
"""Infinite values as JSON has them: see docs/decisions/0006."""

COMMAND = re.compile(r"\[%\w+[^\]]*\]")
"""A command for programs in a comment: [%clk 0:01:00]."""

MAX_NESTING = 100
"""Maximal nesting of variations."""


@dataclass(frozen=True)
class Notes:
    """Annotations of a move or of the initial position; false if there are none.

    comments: texts about the move, in order, without the numbers that have a field of MoveRecord.
    before: texts before the move, at the beginning of a variation.
    marks: judgements: ! ? !! ?? !? ?!, other signs such as ±, or $N for the N of PGN without a sign.
    variations: lines of play that replace this move and those after it.
    properties: other annotations under their names in the file's notation, such as labels in SGF.

    A move in a variation is a MoveRecord. Its word is in the game's notation if the move is legal; an illegal move
    (such as a null move) and the moves after it are kept as in the file. A word "" is a node with notes only.
    """

    comments: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    variations: tuple[tuple["MoveRecord", ...], ...] = ()
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.comments or self.before or self.marks or self.variations or self.properties)

    def to_dict(self) -> dict[str, Any]:
        """Return the notes as plain data for JSON, without empty fields."""
        data: dict[str, Any] = {name: list(getattr(self, name)) for name in TEXT_LISTS}
        data["variations"] = [[move.to_dict() for move in line] for line in self.variations]
        data["properties"] = {name: list(values) for name, values in self.properties.items()}
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Any, nesting: int = 0) -> "Notes":
        """Read notes from plain data. Raises InputError, one line that names the fault."""
        if not isinstance(data, dict):
            raise InputError(f"notes: {shown(data)} is not a JSON object")
        found: dict[str, Any] = {name: tuple(read_texts(data[name], name)) for name in TEXT_LISTS if name in data}
        if "variations" in data:
            found["variations"] = tuple(_read_variations(data["variations"], nesting + 1))
        if "properties" in data:
            found["properties"] = dict(_read_properties(data["properties"]))
        return cls(**found)


TEXT_LISTS = ("comments", "before", "marks")

NO_NOTES = Notes()


@dataclass(frozen=True)
class MoveRecord:
    """One move.

    word: in the game's notation.
    value: the player's evaluation of the state, from MAX's view, or None. depth, nodes: of its search.
    distance: plies to the end of a decided game, this move included.
    time: seconds taken; clock: seconds left to the player after the move. Both only in timed games, so that a match by
        nodes gives the same bytes on any machine.
    notes: annotations by people and programs.
    """

    word: str
    value: Value | None = None
    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    clock: float | None = None
    distance: int | None = None
    notes: Notes = NO_NOTES

    @classmethod
    def of(cls, word: str, thought: Thought, time: float | None = None, clock: float | None = None) -> "MoveRecord":
        """Return the record of a move and the player's evaluation, omitting fields that are not numbers.

        The nodes of a proof are omitted, too: they depend on what the solver has proved before.
        """
        finding = thought.finding
        value = thought.value if finding is None else finding.value
        depth = thought.depth if finding is None else getattr(finding, "depth", None)
        nodes = finding.nodes if isinstance(finding, SearchResult) else thought.nodes
        distance = thought.distance if finding is None else _distance_of(finding)
        return cls(word, _value_of(value), as_whole(depth), as_whole(nodes), time, clock, as_whole(distance))

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data for JSON, without empty fields."""
        data = {name: getattr(self, name) for name in NUMBERS}
        found = {"word": self.word} | {name: encode(value) for name, value in data.items() if value is not None}
        return found | ({"notes": self.notes.to_dict()} if self.notes else {})

    @classmethod
    def from_dict(cls, data: Any, nesting: int = 0) -> "MoveRecord":
        """Read a move from plain data, an object or a word. Raises InputError that names the fault."""
        if isinstance(data, str):
            return cls(data)
        if not isinstance(data, dict):
            raise InputError(f"{shown(data)} is not a move")
        if not isinstance(data.get("word"), str):
            raise InputError(f"its word is {shown(data.get('word'))}, not a text")
        found: dict[str, Any] = {"word": data["word"], "value": decode("value", data.get("value"))}
        for names, read, what in ((WHOLE, as_whole, "whole number"), (SECONDS, as_number, "number of seconds")):
            for name in names:
                found[name] = read(data.get(name))
                if found[name] is None and data.get(name) is not None:
                    raise InputError(f"{name}: {shown(data[name])} is not a {what}")
        if data.get("notes"):
            found["notes"] = Notes.from_dict(data["notes"], nesting)
        return cls(**found)


WHOLE, SECONDS = ("depth", "nodes", "distance"), ("time", "clock")
NUMBERS = ("value", "depth", "nodes", "time", "clock", "distance")
"""The numeric fields of a MoveRecord, in their order in JSON."""


# --- reading ---------------------------------------------------------------------------------------------------------


def read_moves(data: Any, nesting: int = 0) -> Iterator[MoveRecord]:
    """Yield the moves in a list of plain data. Raises InputError that names the faulty move."""
    if not isinstance(data, list):
        raise InputError(f"moves: {shown(data)} is not a list of moves")
    for number, move in enumerate(data, start=1):
        try:
            yield MoveRecord.from_dict(move, nesting)
        except InputError as error:
            raise error if nesting else InputError(f"moves, move {number}: {error}") from None


def read_texts(data: Any, name: str, what: str = "text") -> Iterator[str]:
    """Yield the texts of a list, such as `comments`. Raises InputError that names the list. what: kind of item."""
    if not isinstance(data, list):
        raise InputError(f"{name}: {shown(data)} is not a list of {what}s")
    for number, word in enumerate(data, start=1):
        if not isinstance(word, str):
            raise InputError(f"{name}, {what} {number}: {shown(word)} is not a text")
        yield word


def _read_variations(data: Any, nesting: int) -> Iterator[tuple[MoveRecord, ...]]:
    if not isinstance(data, list):
        raise InputError(f"variations: {shown(data)} is not a list of lines")
    if nesting > MAX_NESTING:
        raise InputError(f"variations are nested more than {MAX_NESTING} deep")
    for line in data:
        yield tuple(read_moves(line, nesting))


def _read_properties(data: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(data, dict):
        raise InputError(f"properties: {shown(data)} is not a JSON object")
    for name, values in data.items():
        yield name, tuple(read_texts(values, f"property {name[:40]}"))


# --- values ----------------------------------------------------------------------------------------------------------


def words_only(words: Collection[str]) -> tuple[MoveRecord, ...]:
    """Return moves without evaluations or notes."""
    return tuple(map(MoveRecord, words))


def without_commands(comment: str) -> str:
    """Return a comment on one line, without its commands for programs.

    >>> without_commands("good [%clk 0:01:00] [%csl Ga1]")
    'good'
    """
    return " ".join(COMMAND.sub(" ", comment).split())


def _distance_of(finding: SearchResult | Solution) -> int | None:
    """Return the plies to the end of a decided game; of a search, only if its line reaches the end."""
    game, state = finding.game_object, finding.state
    if finding.value is None or not is_outright(game, finding.value):
        return None
    if isinstance(finding, Solution):
        return finding.distance
    for action in finding.pv:
        state = game.result(state, action)
    return len(finding.pv) if finding.pv and game.terminal(state) else None


def _value_of(given: Any) -> Value | None:
    """Return a player's value as a plain number, possibly infinite; None if it is not a number."""
    return given if isinstance(given, float) and given in INFINITE.values() else as_number(given)


def encode(value: Any) -> Any:
    """Encode a value for JSON: an infinite one as a text."""
    return ("inf" if value > 0 else "-inf") if isinstance(value, float) and not isfinite(value) else value


def decode(name: str, data: Any) -> Value | None:
    """Decode a value from JSON. Raises InputError that names the field."""
    if data is None:
        return None
    if isinstance(data, str) and data in INFINITE:
        return INFINITE[data]
    number = as_number(data)
    if number is None:
        raise InputError(f"{name}: {shown(data)} is not a number")
    return number


def shown(value: Any) -> str:
    """Return a JSON value in one line, shortened."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
