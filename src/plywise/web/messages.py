"""Validate the messages of a page: each has an id, a request, and its fields.

Only the fields listed here are accepted, with their types and limits.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from plywise.errors import InputError, printable
from plywise.live.limits import MAX_PLIES
from plywise.web.limits import (
    MAX_ANSWERS,
    MAX_DIFFICULTY,
    MAX_LINES,
    MAX_MESSAGE_BYTES,
    MAX_MOVE_TEXT,
    MAX_PUZZLES,
    MAX_QUESTIONS,
    MAX_RECORD_TEXT,
    MAX_SEED,
    MAX_TEXT,
    MAX_TREE_DEPTH,
    MAX_TREE_TEXT,
)

MAX_ID = 2**53
MAX_ANSWER = 200
"""Characters of an answer."""
SHOWN = 60

ID_FIRST = re.compile(r'\s*\{\s*"id"\s*:\s*([0-9]{1,15})\s*,')
"""The beginning of a message that is too long to be parsed, to answer it with its id."""

NOT_IN_TEXT = re.compile("[\0\ud800-\udfff]")
"""Characters that cannot be written to a file."""

Check = Callable[[Any], str]
"""Returns a short description of the expected value; "" if the value is valid."""


class Request(NamedTuple):
    """A page's request: the id for its answer, the kind of request, and its fields."""

    id: int
    do: str
    given: Mapping[str, Any]


class Refused(Exception):
    """An invalid message. id: of the message, or None if unknown."""

    def __init__(self, number: int | None, reason: str) -> None:
        super().__init__(reason)
        self.id, self.reason = number, reason


class Field(NamedTuple):
    """A field of a message. needed: whether it is required."""

    check: Check
    needed: bool = False


def _text(most: int, lines: bool = False) -> Check:
    wanted = f"a text of at most {most:,} characters" + ("" if lines else " in one line")

    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most:
            return wanted
        fits = not NOT_IN_TEXT.search(value) if lines else value.isprintable()
        return "" if fits else "a text without control characters"

    return check


def _whole(least: int, most: int) -> Check:
    def check(value: Any) -> str:
        fits = type(value) is int and least <= value <= most
        return "" if fits else f"a whole number from {least} to {most:,}"

    return check


def _one_of(*choices: str) -> Check:
    return lambda value: "" if isinstance(value, str) and value in choices else f"one of {', '.join(choices)}"


def _truth(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _game_id(value: Any) -> str:
    return "" if isinstance(value, str) and GAME_ID.fullmatch(value) else "the id of a game"


PUZZLE_ID = re.compile(r"[0-9a-f]{20}")


def _puzzle_id(value: Any) -> str:
    return "" if isinstance(value, str) and PUZZLE_ID.fullmatch(value) else "the id of a puzzle"


CODE = re.compile(r"[A-Za-z0-9]{5}")


def _code(value: Any) -> str:
    return "" if isinstance(value, str) and CODE.fullmatch(value) else "the code of a class, five letters and digits"


def _answers(value: Any) -> str:
    wanted = f"an object of at most {MAX_ANSWERS} short texts"
    if not isinstance(value, dict) or len(value) > MAX_ANSWERS:
        return wanted
    short = _text(MAX_ANSWER)
    return wanted if any(short(text) for pair in value.items() for text in pair) else ""


def _line(value: Any) -> str:
    short = _text(MAX_MOVE_TEXT)
    is_line = isinstance(value, list) and len(value) <= MAX_PLIES and not any(map(short, value))
    return "" if is_line else f"a list of at most {MAX_PLIES:,} moves"


WORD, MOVE, PLY = _text(200), _text(MAX_MOVE_TEXT), _whole(0, MAX_PLIES)
WHO = _text(80)

WISH = {
    "source": Field(_one_of("exercise", "quiz"), needed=True),
    "topic": Field(WORD),
    "level": Field(_one_of("easy", "medium", "hard")),
    "number": Field(_whole(1, MAX_QUESTIONS)),
    "seed": Field(_whole(0, MAX_SEED)),
}
"""The parameters that determine a set of questions."""

CLASS = {"code": Field(_code, needed=True)}
MARK = Field(_whole(0, MAX_ID))
"""An identifier that a page sends with a request answered by events, which repeat it."""

QUESTION = {"question": Field(_whole(0, MAX_QUESTIONS - 1), needed=True)}
ANSWERED = QUESTION | {"answers": Field(_answers, needed=True)}

FIELDS: dict[str, dict[str, Field]] = {
    "games": {},
    "new": {
        "game": Field(WORD, needed=True),
        "max": Field(WHO),
        "min": Field(WHO),
        "position": Field(_text(MAX_TEXT)),
        "clock": Field(_text(40)),
    },
    "open": {"game_id": Field(_game_id, needed=True)},
    "list": {},
    "picture": {"game_id": Field(_game_id, needed=True)},
    "play": {"move": Field(MOVE, needed=True), "ply": Field(PLY, needed=True)},
    "undo": {},
    "redo": {},
    "resign": {"side": Field(_one_of("MAX", "MIN"))},
    "players": {"max": Field(WHO), "min": Field(WHO)},
    "back": {"ply": Field(PLY, needed=True)},
    "go": {},
    "stop": {},
    "position": {"text": Field(_text(MAX_TEXT), needed=True)},
    "record": {"form": Field(_one_of("json", "pgn", "pdn", "sgf"), needed=True)},
    "import": {"text": Field(_text(MAX_RECORD_TEXT, lines=True), needed=True)},
    "show": {"ply": Field(PLY, needed=True)},
    "analyse": {
        "on": Field(_truth, needed=True),
        "lines": Field(_whole(1, MAX_LINES)),
        "ply": Field(PLY),
        "mark": MARK,
    },
    "values": {"ply": Field(PLY), "on": Field(_truth), "mark": MARK},
    "threats": {"ply": Field(PLY)},
    "hint": {"ply": Field(PLY)},
    "why": {"move": Field(MOVE), "ply": Field(PLY)},
    "review": {},
    "puzzles": {
        "game": Field(WORD, needed=True),
        "number": Field(_whole(1, MAX_PUZZLES)),
        "seed": Field(_whole(0, MAX_SEED)),
        "easiest": Field(_whole(1, MAX_DIFFICULTY)),
        "hardest": Field(_whole(1, MAX_DIFFICULTY)),
    },
    "puzzle": {"puzzle_id": Field(_puzzle_id, needed=True)},
    "try": {"puzzle_id": Field(_puzzle_id, needed=True), "move": Field(MOVE, needed=True)},
    "lessons": {},
    "lesson_tree": {
        "tree": Field(_text(MAX_TREE_TEXT), needed=True),
        "branching": Field(_whole(1, 10)),
        "minimizer_first": Field(_truth),
        "algorithm": Field(_one_of("minimax", "alphabeta", "negamax", "pvs")),
        "cut": Field(_one_of("ge", "gt")),
        "hide_values": Field(_truth),
    },
    "questions": WISH,
    "mark": WISH | ANSWERED,
    "class_open": WISH,
    "class_join": CLASS,
    "class_ask": CLASS | QUESTION,
    "class_answer": CLASS | ANSWERED,
    "class_count": CLASS,
    "class_close": CLASS,
    "follow": {"line": Field(_line, needed=True)},
    "tree": {"ply": Field(PLY), "depth": Field(_whole(1, MAX_TREE_DEPTH))},
}
"""The requests of a page and their fields."""


def read_request(text: str | bytes) -> Request:
    """Parse a request. Raises Refused."""
    fields_given = _read_object(text)
    number = fields_given.pop("id", None)
    if type(number) is not int or not 0 <= number <= MAX_ID:
        raise Refused(None, "a message needs an id, a whole number from 0")
    do = fields_given.pop("do", None)
    if not isinstance(do, str) or do not in FIELDS:
        raise Refused(number, f"do: {show(do)} is none of {', '.join(FIELDS)}")
    fields = FIELDS[do]
    for name, value in fields_given.items():
        if name not in fields:
            there_are = f"it takes {', '.join(fields)}" if fields else "it takes nothing"
            raise Refused(number, f"{do}: there is no {show(name)}; {there_are}")
        if wanted := fields[name].check(value):
            raise Refused(number, f"{do}: {name} is {show(value)}, not {wanted}")
    for name, field in fields.items():
        if field.needed and name not in fields_given:
            raise Refused(number, f"{do}: it needs {name}")
    return Request(number, do, fields_given)


def _read_object(text: str | bytes) -> dict[str, Any]:
    """Parse a message as a JSON object. Raises Refused."""
    if isinstance(text, bytes):
        raise Refused(None, "a message is a text, not bytes")
    if len(text) > MAX_MESSAGE_BYTES:
        begun = ID_FIRST.match(text)
        number = None if begun is None else int(begun[1])
        raise Refused(number, f"a message has at most {MAX_MESSAGE_BYTES:,} characters")
    try:
        message = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Refused(None, "a message is one JSON object") from None
    if not isinstance(message, dict):
        raise Refused(None, "a message is one JSON object")
    return message


def _refuse(word: str) -> None:
    raise ValueError(word)


def show(value: Any) -> str:
    """Return a value of a message in one short line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return printable(text if len(text) <= SHOWN else text[: SHOWN - 3] + "...")


def write(message: Mapping[str, Any]) -> str:
    """Return a message to a page as text. Lone surrogates in texts of a user's rules are escaped."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text if text.isascii() or not NOT_IN_TEXT.search(text) else json.dumps(message, allow_nan=False)


def error_of(number: int | None, error: InputError | str) -> dict[str, Any]:
    """Return the answer to a refused request: one line."""
    return {"id": number, "error": " ".join(str(error).split())[:1000]}
