"""Read a tree from text: leaf values in a row, or nested JSON lists.

The parser keeps its own stack: lists may be nested MAX_PLIES deep, far deeper than a recursive parser can go.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from plywise.errors import InputError
from plywise.game import Value
from plywise.recursion import MAX_PLIES

Nested = Any  # a number, or a list of Nested

TOKEN = re.compile(r'\s*([\[\],]|"(?:[^"\\]|\\.)*"|[^\[\],\s]+)')
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
MAX_DIGITS = 4_000
KINDS = {'"': "a string", "{": "an object", "n": "null", "N": "NaN", "t": "true", "f": "false", "I": "infinite"}


def parse_leaves(words: Sequence[str]) -> list[Value]:
    """Return leaf values given as words, `3 -1 2.5`; commas may separate them too. Raises InputError.

    >>> parse_leaves(["3", "5,6", "-1.5"])
    [3, 5, 6, -1.5]
    """
    return [_parse_leaf(part) for word in words for part in word.split(",") if part]


def parse_nested(text: str) -> Nested:
    """Return the number or the nested lists of numbers in a JSON text. Raises InputError, saying where.

    >>> parse_nested("[3, [5, 1], [[2]]]")
    [3, [5, 1], [[2]]]
    """
    top: list[Nested] = []
    stack = [top]
    wants_item, end = True, 0
    for token in TOKEN.finditer(text):
        word, end = token.group(1), token.end()
        where = f"tree, character {token.start(1) + 1}"
        if len(stack) == 1 and top:
            raise InputError(f"{where}: {word[:20]!r} follows after the end of the tree")
        if word == ",":
            if wants_item:
                raise InputError(f"{where}: a number or a list should come before the comma")
            wants_item = True
        elif word == "]":
            if len(stack) == 1 or (wants_item and stack[-1]):
                raise InputError(f"{where}: a ']' that closes nothing, or follows a comma")
            stack.pop()
            wants_item = False
        elif not wants_item:
            raise InputError(f"{where}: a comma or a ']' should stand before {word[:20]!r}")
        elif word == "[":
            if len(stack) > MAX_PLIES:
                raise InputError(f"{where}: lists are nested deeper than the limit of {MAX_PLIES:,}")
            stack.append([])
            stack[-2].append(stack[-1])
        else:
            stack[-1].append(_parse_json_number(word, where))
            wants_item = False
    if len(stack) > 1 or text[end:].strip():
        raise InputError(f"tree: the text ends inside {len(stack) - 1} open list(s)")
    if not top:
        raise InputError("tree: there is nothing to read")
    return top[0]


def _parse_leaf(word: str) -> Value:
    if not NUMBER.fullmatch(word):
        raise InputError(f"leaf {word[:40]!r} is not a number")
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
        raise InputError(f"{where}: {kind} stands where a number or a list should be")
    return _check_finite(value, f"{where}: {word[:20]}")


def _check_finite(value: Value, where: str) -> Value:
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise InputError(f"{where}: the number is too large")
    return value
