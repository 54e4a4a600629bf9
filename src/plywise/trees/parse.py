"""Read a tree from text: leaf values in a row, or nested JSON lists and objects.

The parser keeps its own stack: lists may be nested MAX_PLIES deep, far deeper than a recursive parser can go.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from plywise.errors import InputError
from plywise.game import Value
from plywise.recursion import MAX_PLIES

Nested = Any  # a number, a list of Nested, a dict of names to Nested, or a pair (name, Nested)

TOKEN = re.compile(r'\s*([\[\]{},:]|"(?:[^"\\]|\\.)*"|[^\[\]{},:\s]+)')
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
MAX_DIGITS = 4_000
KINDS = {'"': "a string", "n": "null", "N": "NaN", "t": "true", "f": "false", "I": "infinite"}
UNSUPPORTED = "payoff vectors, chance nodes and a third player are not supported: a leaf is one number, what MAX gets"
OTHER_NODES = frozenset(
    ("chance", "nature", "lottery", "probability", "probabilities", "payoff", "payoffs", "utility", "utilities",
     "vector", "player", "players")
)  # fmt: skip
"""Names that say that a tree is of a kind we do not search."""


def parse_leaves(words: Sequence[str]) -> list[Value]:
    """Return leaf values given as words, `3 -1 2.5`; commas may separate them too. Raises InputError.

    >>> parse_leaves(["3", "5,6", "-1.5"])
    [3, 5, 6, -1.5]
    """
    return [_parse_leaf(part) for word in words for part in word.split(",") if part]


def parse_nested(text: str) -> Nested:
    """Return the tree in a JSON text: a number, a list, an object, or a pair of a name and a tree.

    Raises InputError, saying where.

    >>> parse_nested("[3, [5, 1], [[2]]]")
    [3, [5, 1], [[2]]]
    >>> parse_nested('{"left": 3, "right": [["up", 5], 1]}')
    {'left': 3, 'right': [['up', 5], 1]}
    """
    reader, end = _Reader(), 0
    for token in TOKEN.finditer(text):
        reader.read(token.group(1), token.start(1) + 1)
        end = token.end()
    return reader.finish(text[end:])


def looks_unsupported(text: str) -> bool:
    """Return whether a text where a number should be looks like a payoff vector or a probability."""
    return bool(re.search(r"[(<]|\d\s*[,:|]\s*[-+.\d]", text))


class _Reader:
    """Reads a tree token by token.

    stack: the open lists and objects, outermost first; the outermost is a list for the whole tree
    key: the name of the object's member that is being read; None where a name comes next
    wants: what comes next: ITEM, NAME, COLON or COMMA
    """

    ITEM, NAME, COLON, COMMA = range(4)

    def __init__(self) -> None:
        self.stack: list[Any] = [[]]
        self.names: list[str | None] = [None]
        self.wants = self.ITEM
        self.where = "tree"

    def read(self, word: str, place: int) -> None:
        """Read a token. place: of its first character, from 1."""
        self.where = f"tree, character {place}"
        if len(self.stack) == 1 and self.stack[0]:
            raise InputError(f"{self.where}: {word[:20]!r} follows after the end of the tree")
        if word in "]}":
            self._close(word)
        elif word == ",":
            self._pass_comma()
        elif word == ":":
            self._expect(self.COLON, word)
            self.wants = self.ITEM
        elif self.wants == self.NAME:
            self._read_name(word)
        elif self.wants != self.ITEM:
            self._expect(self.ITEM, word)
        elif word in "[{":
            self._open(word)
        else:
            self._add(self._read_leaf(word))
            self.wants = self.COMMA

    def finish(self, rest: str) -> Nested:
        """Return the tree once everything is read. rest: what is left of the text and is no token."""
        if len(self.stack) > 1 or rest.strip():
            raise InputError(f"tree: the text ends inside {len(self.stack) - 1} open list(s) or object(s)")
        if not self.stack[0]:
            raise InputError("tree: there is nothing to read")
        return self.stack[0][0]

    def _expect(self, wanted: int, word: str) -> None:
        if self.wants != wanted:
            closing = "}" if isinstance(self.stack[-1], dict) else "]"
            missing = {
                self.COMMA: f"a comma or a '{closing}'",
                self.COLON: "a colon",
                self.NAME: "a name in quotes",
                self.ITEM: "a number, a list or an object",
            }[self.wants]
            raise InputError(f"{self.where}: {missing} should stand before {word[:20]!r}")

    def _open(self, word: str) -> None:
        if len(self.stack) > MAX_PLIES:
            raise InputError(f"{self.where}: lists are nested deeper than the limit of {MAX_PLIES:,}")
        opened: Any = [] if word == "[" else {}
        self._add(opened)
        self.stack.append(opened)
        self.names.append(None)
        self.wants = self.ITEM if word == "[" else self.NAME

    def _close(self, word: str) -> None:
        closed = self.stack[-1]
        empty = not closed and self.wants != self.COLON and self.names[-1] is None
        if len(self.stack) == 1 or isinstance(closed, dict) != (word == "}") or not (empty or self.wants == self.COMMA):
            raise InputError(f"{self.where}: a {word!r} that closes nothing, or follows a comma or a colon")
        if _begins_with_name(closed) and len(closed) != 2:
            raise InputError(f"{self.where}: {_name_alone(closed)}")
        self.stack.pop()
        self.names.pop()
        self.wants = self.COMMA

    def _pass_comma(self) -> None:
        if self.wants != self.COMMA:
            raise InputError(f"{self.where}: a number, a list or an object should come before the comma")
        self.wants = self.NAME if isinstance(self.stack[-1], dict) else self.ITEM

    def _add(self, item: Nested) -> None:
        """Add an item to what is open."""
        if isinstance(self.stack[-1], dict):
            self.stack[-1][self.names[-1]] = item
            self.names[-1] = None
        else:
            self.stack[-1].append(item)

    def _read_name(self, word: str) -> None:
        name = _parse_json_string(word)
        if name is None:
            raise InputError(f"{self.where}: a name in quotes should stand here, not {word[:20]!r}")
        if name in self.stack[-1]:
            raise InputError(f"{self.where}: the name {name[:40]!r} stands twice in one object")
        self.names[-1], self.wants = name, self.COLON

    def _read_leaf(self, word: str) -> Nested:
        """Return a number, or the name that begins a pair."""
        name = _parse_json_string(word)
        if name is not None and self.stack[-1] == [] and len(self.stack) > 1:
            return name
        if name is not None and looks_unsupported(name):
            raise InputError(f"{self.where}: {name[:40]!r} is no number; {UNSUPPORTED}")
        return _parse_json_number(word, self.where)


def _begins_with_name(item: Nested) -> bool:
    return isinstance(item, (list, tuple)) and bool(item) and isinstance(item[0], str)


def _name_alone(pair: Nested) -> str:
    return f"the name {pair[0][:40]!r} is followed by {len(pair) - 1} trees in its list, not by one"


def _parse_json_string(word: str) -> str | None:
    """Return the text of a JSON string, None if it is none."""
    if word[0] != '"':
        return None
    try:
        text = json.loads(word)
    except ValueError:
        return None
    return text if isinstance(text, str) else None


def _parse_leaf(word: str) -> Value:
    if not NUMBER.fullmatch(word):
        hint = f"; {UNSUPPORTED}" if looks_unsupported(word) else ""
        raise InputError(f"leaf {word[:40]!r} is not a number{hint}")
    try:
        return int(word) if word.lstrip("+-").isdecimal() else _check_finite(float(word), word)
    except ValueError as error:
        raise InputError(f"leaf {word[:40]!r}: {error}") from None


def _parse_json_number(word: str, where: str) -> Value:
    if len(word) > MAX_DIGITS:
        raise InputError(f"{where}: {word[:20]}... is longer than {MAX_DIGITS:,} characters")
    kind = KINDS.get(word[0].lstrip("-") or word[1:2], repr(word[:20]))
    try:
        value = json.loads(word, parse_constant=lambda constant: None)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        hint = f"; {UNSUPPORTED}" if word[0] in "(<" else ""
        raise InputError(f"{where}: {kind} stands where a number, a list or an object should be{hint}")
    return _check_finite(value, f"{where}: {word[:20]}")


def _check_finite(value: Value, where: str) -> Value:
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise InputError(f"{where}: the number is too large")
    return value
