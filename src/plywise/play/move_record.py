"""One move of a record: its word, what the player thought of it, and the notes that people and programs wrote on it."""

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
"""What a comment says to programs: [%clk 0:01:00]."""

MAX_NESTING = 100
"""How deep variations may stand in one another."""


@dataclass(frozen=True)
class Notes:
    """What was written on a move, or on the position that a game begins from; empty unless something was.

    comments: texts about the move, in their order, without the numbers that a MoveRecord has fields for.
    before: texts that stand before the move: at the beginning of a variation.
    marks: judgements: ! ? !! ?? !? ?!, other signs such as ±, or $N, the number N of PGN that has no sign.
    variations: other lines of play that begin with another move instead of this one.
    properties: what the notation of the file says besides, under its own names: in SGF labels, for example.

    A move in a variation is a MoveRecord. Its word is the game's own where it is a legal move. Where it is none, as a
    null move, it and those behind it are kept as the file has them. A word "" is a node that has notes only.
    """

    comments: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    variations: tuple[tuple["MoveRecord", ...], ...] = ()
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.comments or self.before or self.marks or self.variations or self.properties)

    def to_dict(self) -> dict[str, Any]:
        """Return the notes as plain data, for JSON, without what is empty."""
        told: dict[str, Any] = {name: list(getattr(self, name)) for name in TEXT_LISTS}
        told["variations"] = [[move.to_dict() for move in line] for line in self.variations]
        told["properties"] = {name: list(values) for name, values in self.properties.items()}
        return {name: value for name, value in told.items() if value}

    @classmethod
    def from_dict(cls, told: Any, nesting: int = 0) -> "Notes":
        """Return the notes that plain data holds. Raises InputError, one line that names what is wrong."""
        if not isinstance(told, dict):
            raise InputError(f"notes: {shown(told)} is no JSON object")
        found: dict[str, Any] = {name: tuple(read_texts(told[name], name)) for name in TEXT_LISTS if name in told}
        if "variations" in told:
            found["variations"] = tuple(_read_variations(told["variations"], nesting + 1))
        if "properties" in told:
            found["properties"] = dict(_read_properties(told["properties"]))
        return cls(**found)


TEXT_LISTS = ("comments", "before", "marks")

NO_NOTES = Notes()


@dataclass(frozen=True)
class MoveRecord:
    """One move.

    word: in the game's notation.
    value: what the player said the state is worth, from MAX's view; None if nothing. depth, nodes: of its search.
    distance: plies to the end of a game that `value` decides, this move included.
    time: seconds taken; clock: seconds left to the player after the move. Both only where time is limited, so that a
        match by nodes is the same, byte for byte, on any machine.
    notes: what people and programs wrote on the move.
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
        """Return the record of a move and what the player thought of it; what is no number is left out.

        The nodes of a proof are left out, too: they depend on what the solver has proved before.
        """
        finding = thought.finding
        value = thought.value if finding is None else finding.value
        depth = thought.depth if finding is None else getattr(finding, "depth", None)
        nodes = finding.nodes if isinstance(finding, SearchResult) else thought.nodes
        distance = thought.distance if finding is None else _distance_of(finding)
        return cls(word, _value_of(value), as_whole(depth), as_whole(nodes), time, clock, as_whole(distance))

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data, for JSON, without what is None or empty."""
        told = {name: getattr(self, name) for name in NUMBERS}
        found = {"word": self.word} | {name: encode(value) for name, value in told.items() if value is not None}
        return found | ({"notes": self.notes.to_dict()} if self.notes else {})

    @classmethod
    def from_dict(cls, told: Any, nesting: int = 0) -> "MoveRecord":
        """Return the move that plain data holds; a mere word is a move, too. Raises InputError naming what is wrong."""
        if isinstance(told, str):
            return cls(told)
        if not isinstance(told, dict):
            raise InputError(f"{shown(told)} is no move")
        if not isinstance(told.get("word"), str):
            raise InputError(f"its word is {shown(told.get('word'))}, no text")
        found: dict[str, Any] = {"word": told["word"], "value": decode("value", told.get("value"))}
        for names, read, what in ((WHOLE, as_whole, "whole number"), (SECONDS, as_number, "number of seconds")):
            for name in names:
                found[name] = read(told.get(name))
                if found[name] is None and told.get(name) is not None:
                    raise InputError(f"{name}: {shown(told[name])} is no {what}")
        if told.get("notes"):
            found["notes"] = Notes.from_dict(told["notes"], nesting)
        return cls(**found)


WHOLE, SECONDS = ("depth", "nodes", "distance"), ("time", "clock")
NUMBERS = ("value", "depth", "nodes", "time", "clock", "distance")
"""The fields of a MoveRecord that are numbers, in the order in which JSON has them."""


# --- reading ---------------------------------------------------------------------------------------------------------


def read_moves(told: Any, nesting: int = 0) -> Iterator[MoveRecord]:
    """Yield the moves of a list of plain data. Raises InputError naming the move of the game that is wrong."""
    if not isinstance(told, list):
        raise InputError(f"moves: {shown(told)} is no list of moves")
    for number, move in enumerate(told, start=1):
        try:
            yield MoveRecord.from_dict(move, nesting)
        except InputError as error:
            raise error if nesting else InputError(f"moves, move {number}: {error}") from None


def read_texts(told: Any, name: str, what: str = "text") -> Iterator[str]:
    """Yield the texts of a list, such as `comments`. Raises InputError naming the list. what: what each of them is."""
    if not isinstance(told, list):
        raise InputError(f"{name}: {shown(told)} is no list of {what}s")
    for number, word in enumerate(told, start=1):
        if not isinstance(word, str):
            raise InputError(f"{name}, {what} {number}: {shown(word)} is no text")
        yield word


def _read_variations(told: Any, nesting: int) -> Iterator[tuple[MoveRecord, ...]]:
    if not isinstance(told, list):
        raise InputError(f"variations: {shown(told)} is no list of lines")
    if nesting > MAX_NESTING:
        raise InputError(f"variations stand more than {MAX_NESTING} deep in one another")
    for line in told:
        yield tuple(read_moves(line, nesting))


def _read_properties(told: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(told, dict):
        raise InputError(f"properties: {shown(told)} is no JSON object")
    for name, values in told.items():
        yield name, tuple(read_texts(values, f"property {name[:40]}"))


# --- values ----------------------------------------------------------------------------------------------------------


def words_only(words: Collection[str]) -> tuple[MoveRecord, ...]:
    """Return moves of which nothing but the words is known."""
    return tuple(map(MoveRecord, words))


def without_commands(comment: str) -> str:
    """Return a comment for people, on one line, without what it says to programs.

    >>> without_commands("good [%clk 0:01:00] [%csl Ga1]")
    'good'
    """
    return " ".join(COMMAND.sub(" ", comment).split())


def _distance_of(finding: SearchResult | Solution) -> int | None:
    """Return the plies to the end of a game that is won or lost; of a search only where its line leads there."""
    game, state = finding.game_object, finding.state
    if finding.value is None or not is_outright(game, finding.value):
        return None
    if isinstance(finding, Solution):
        return finding.distance
    for action in finding.pv:
        state = game.result(state, action)
    return len(finding.pv) if finding.pv and game.terminal(state) else None


def _value_of(given: Any) -> Value | None:
    """Return a value that a player said as a plain number, which may be infinite; None for what is no number."""
    return given if isinstance(given, float) and given in INFINITE.values() else as_number(given)


def encode(value: Any) -> Any:
    """Return a value as JSON has it: infinite ones as texts."""
    return ("inf" if value > 0 else "-inf") if isinstance(value, float) and not isfinite(value) else value


def decode(name: str, told: Any) -> Value | None:
    """Return the value that JSON holds. Raises InputError naming the field."""
    if told is None:
        return None
    if isinstance(told, str) and told in INFINITE:
        return INFINITE[told]
    number = as_number(told)
    if number is None:
        raise InputError(f"{name}: {shown(told)} is no number")
    return number


def shown(value: Any) -> str:
    """Return a JSON value in one line, shortened."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."
