"""Read a tree from text: leaf values in a row, or nested lists and objects as JSON and Python write them.

The parser keeps its own stack: lists may be nested MAX_PLIES deep, far deeper than a recursive parser can go.
"""

import json
import re
from ast import literal_eval
from collections.abc import Sequence
from typing import Any

from plywise.errors import InputError
from plywise.game import Value
from plywise.process.recursion import MAX_PLIES
from plywise.trees.leaf_words import MAX_DIGITS, read_leaf, what_to_write

Nested = Any  # a number, a list of Nested, a dict of names to Nested, or a pair (name, Nested)

TOKEN = re.compile(r"""\s*([\[\]{}(),:]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\[\]{}(),:\s]+)""")
CLOSING = {"[": "]", "{": "}", "(": ")"}
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+,?", re.ASCII)
THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})*,0\d\d(,\d{3})*,?", re.ASCII)
NAMING = ("name", "label", "id")
"""The members of an object that name its node: {"name": "A", "children": [...]}."""
KINDS = {
    "null": "null",
    "none": "None",
    "true": "true",
    "false": "false",
    **dict.fromkeys(("nan", "-nan", "+nan"), "NaN"),
    **dict.fromkeys((sign + word for sign in ("", "-", "+") for word in ("inf", "infinity", "∞")), "infinite"),
}
UNSUPPORTED = "payoff vectors, chance nodes and a third player are not supported: a leaf is one number, what MAX gets"
OTHER_NODES = frozenset(
    ("chance", "nature", "lottery", "probability", "probabilities", "payoff", "payoffs", "utility", "utilities",
     "vector", "player", "players")
)  # fmt: skip
"""Names that indicate an unsupported kind of tree."""


def parse_tree(text: str) -> tuple[Nested, bool]:
    """Return the tree in a text, and whether that is a row of leaf values. Raises InputError.

    >>> parse_tree("3 5 6 9"), parse_tree("((3, 5), (6, 9))")
    (([3, 5, 6, 9], True), ([[3, 5], [6, 9]], False))
    """
    text = text.strip()
    if text[:1] and text[0] in "[{(\"'":
        return parse_nested(text.removesuffix(";")), False  # as Newick's trees end
    leaves = parse_leaves([text])
    if not leaves:
        raise InputError("no tree: there is nothing to read")
    return leaves, True


def parse_leaves(words: Sequence[str]) -> list[Value]:
    """Return leaf values given as words, `3 -1 2.5`; commas or semicolons may separate them too. Raises InputError.

    >>> parse_leaves(["3", "-1.5"]), parse_leaves(["3, 5, 6"]), parse_leaves(["3;5"])
    ([3, -1.5], [3, 5, 6], [3, 5])
    """
    text = " ".join(words)
    _check_commas(text)
    parts = re.split(r"\s*[,;]\s*|\s+", text.strip())
    if parts[-1] == "":  # nothing at all, or a comma at the end
        parts.pop()
    if "" in parts:
        raise InputError("no leaf stands between two commas")
    return [_parse_leaf(part) for part in parts]


def _check_commas(text: str) -> None:
    """Raise InputError for a row in which a comma may separate leaves, decimals or thousands."""
    words = text.replace(";", " ").split()
    for word in words:
        if THOUSANDS.fullmatch(word):
            raise InputError(f"leaf {word[:40]!r}: write the digits without commas, {word.replace(',', '')[:40]}")
        if len(words) > 1 and DECIMAL_COMMA.fullmatch(word):
            decimal, leaves = word.strip(",").replace(",", "."), word.strip(",").replace(",", " ")
            raise InputError(f"leaf {word[:40]!r}: write {decimal} for a decimal, or {leaves} for two leaves")


def parse_nested(text: str) -> Nested:
    """Return the tree in a text: a number, a list, an object, or a pair of a name and a tree, in JSON or as in Python.

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
    closing: the bracket that closes each of them
    key: the name of the object's member that is being read; None where a name comes next
    wants: what comes next: ITEM, NAME, COLON or COMMA
    """

    ITEM, NAME, COLON, COMMA = range(4)

    def __init__(self) -> None:
        self.stack: list[Any] = [[]]
        self.closing = [""]
        self.names: list[str | None] = [None]
        self.wants = self.ITEM
        self.where = "tree"

    def read(self, word: str, place: int) -> None:
        """Read a token. place: of its first character, from 1."""
        self.where = f"tree, character {place}"
        if len(self.stack) == 1 and self.stack[0]:
            raise InputError(f"{self.where}: {word[:20]!r} follows after the end of the tree")
        if word in "]})":
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
        elif word in "[{(":
            self._open(word)
        else:
            self._add(self._read_leaf(word))
            self.wants = self.COMMA

    def finish(self, rest: str) -> Nested:
        """Return the tree once everything is read. rest: the remaining text, which is not a token."""
        if len(self.stack) > 1 or rest.strip():
            raise InputError(f"tree: the text ends inside {len(self.stack) - 1} open list(s) or object(s)")
        if not self.stack[0]:
            raise InputError("tree: there is nothing to read")
        return self.stack[0][0]

    def _expect(self, wanted: int, word: str) -> None:
        if self.wants != wanted:
            missing = {
                self.COMMA: f"a comma or a '{self.closing[-1]}'",
                self.COLON: "a colon",
                self.NAME: "a name in quotes",
                self.ITEM: "a number, a list or an object",
            }[self.wants]
            raise InputError(f"{self.where}: {missing} should stand before {word[:20]!r}")

    def _open(self, word: str) -> None:
        if len(self.stack) > MAX_PLIES:
            raise InputError(f"{self.where}: lists are nested deeper than the limit of {MAX_PLIES:,}")
        if word == "(" and "]" in self.closing:
            raise InputError(f"{self.where}: '(' inside '[': write a node as [3, 5]; {UNSUPPORTED}")
        opened: Any = {} if word == "{" else []
        self._add(opened)
        self.stack.append(opened)
        self.closing.append(CLOSING[word])
        self.names.append(None)
        self.wants = self.NAME if word == "{" else self.ITEM

    def _close(self, word: str) -> None:
        closed = self.stack[-1]
        between = self.wants == (self.NAME if isinstance(closed, dict) else self.ITEM) and self.names[-1] is None
        if word != self.closing[-1] or not (between or self.wants == self.COMMA):
            raise InputError(f"{self.where}: a {word!r} that closes nothing, or follows a colon")
        if word == ")" and len(closed) == 1 and self.wants == self.COMMA:
            raise InputError(f"{self.where}: write [3] for a node with one child, or 3 alone, not (3)")
        if _begins_with_name(closed) and len(closed) != 2:
            raise InputError(f"{self.where}: {_name_alone(closed)}")
        self.stack.pop()
        self.closing.pop()
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
        name = _parse_string(word)
        if name is None:
            hint = "; a node without names is a list, [3, 5]" if word in "[{(" or read_leaf(word) is not None else ""
            raise InputError(f"{self.where}: a name in quotes should stand here, not {word[:20]!r}{hint}")
        if name in self.stack[-1]:
            raise InputError(f"{self.where}: the name {name[:40]!r} stands twice in one object")
        self.names[-1], self.wants = name, self.COLON

    def _read_leaf(self, word: str) -> Nested:
        """Return a number, the name at the start of a pair, or another member of an object."""
        name, member = _parse_string(word), self.names[-1]
        if name is not None and (member in NAMING or (self.stack[-1] == [] and len(self.stack) > 1)):
            return name
        if word in ("null", "None") and member in ("value", "children"):
            return None
        if name is not None and looks_unsupported(name):
            raise InputError(f"{self.where}: {name[:40]!r} is not a number; {UNSUPPORTED}")
        value = read_leaf(word)
        if value is None and name is not None and member is not None and not what_to_write(name.strip()):
            other = '{"name": "A", "children": [...]} or {"name": "A", "value": 3}'
            raise InputError(f"{self.where}: {member[:40]!r} is a string: a node is a number, a list, or {other}")
        if value is None:
            raise InputError(f"{self.where}: {_say_no_leaf(word)}")
        return value


def _begins_with_name(item: Nested) -> bool:
    return isinstance(item, (list, tuple)) and bool(item) and isinstance(item[0], str)


def _name_alone(pair: Nested) -> str:
    return f"the name {pair[0][:40]!r} is followed by {len(pair) - 1} trees in its list, not by one"


def _parse_string(word: str) -> str | None:
    """Return the text of a string literal in JSON or Python; None if it is not one."""
    try:
        text = json.loads(word) if word[0] == '"' else literal_eval(word) if word[0] == "'" else None
    except (ValueError, SyntaxError):
        return None
    return text if isinstance(text, str) else None


def _parse_leaf(word: str) -> Value:
    value = read_leaf(word)
    if value is None:
        usual = "write leaf values, 3 5 6 9, or a nested list, [[3, 5], [6, 9]]"
        advice = what_to_write(word) or (UNSUPPORTED if looks_unsupported(word) else usual)
        raise InputError(f"leaf {word[:40]!r} is not a number: {advice}")
    return value


def _say_no_leaf(word: str) -> str:
    """Return a message for a word in a list or an object that is not a leaf."""
    advice = what_to_write(word)
    if read_leaf(word[: MAX_DIGITS // 2]) is not None:
        return f"{word[:20]}: {advice}"
    kind = "a string" if _parse_string(word) is not None else KINDS.get(word.lower(), repr(word[:20]))
    return f"{kind} stands where a number, a list or an object should be" + (f": {advice}" if advice else "")
