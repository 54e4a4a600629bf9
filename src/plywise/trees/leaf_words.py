"""Reads a leaf's value in common notations, or refuses it with a suggestion."""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

from plywise.arguments.numbers import as_number
from plywise.game import Value

FULL_WIDTH = {code + 0xFEE0: chr(code) for code in range(0x21, 0x7F)}
DASHES = FULL_WIDTH | str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-"))
"""Typographic signs and their ASCII equivalents, such as the minus sign of a word processor."""

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
FRACTION = re.compile(r"([+-]?\d+)\s*[/\u2044]\s*(\d+)", re.ASCII)
MAX_DIGITS = 4_000

WHAT_TO_WRITE = (
    (r"[+-]?(inf|infinity|infty|∞|oo)", "write a finite one beyond all others, such as 1000 or -1000"),
    (r"[+-]?nan|null|none|nil|n/a|\?|_+|x", "every leaf needs a value"),
    (r"true|false", "write 1 or 0"),
    (r"""["'“”‘’„«].*""", "write a leaf without quotation marks"),
    (r"[+-]?\d+/0+", "nothing can be divided by 0"),
    (r"[+-]?\d+[_'’ ]\d.*", "write the digits without signs between them"),
    (r"[+-]?\d+[¼-¾⅐-⅞]", "write a decimal, such as 1.5"),
    (r"[+-]?\d[\d.]*,\d+", "write a decimal with a point, such as 3.5"),
    (r"[+-]?[\d.]+[a-z%€$£]+.*", "write the number alone"),
    (r"(np|numpy)\.\w+.*|fraction.*|decimal.*|array.*|tuple.*|list.*|tree.*", "write numbers and lists alone"),
)
"""Patterns of unreadable leaf values, and suggestions."""


def read_leaf(word: str) -> Value | None:
    """Return a leaf's value; None if the word is not a value. A fraction becomes a decimal.

    >>> read_leaf("3"), read_leaf("\u22122.5"), read_leaf("1/2"), read_leaf("½"), read_leaf("inf")
    (3, -2.5, 0.5, 0.5, None)
    """
    if len(word) > MAX_DIGITS:
        return None
    text = word.translate(DASHES)
    sign, bare = ("-" if text[:1] == "-" else "", text.lstrip("+-")) if text[1:] else ("", text)
    if len(bare) == 1 and unicodedata.decomposition(bare).startswith("<fraction>"):
        text = sign + unicodedata.normalize("NFKC", bare)
    divided = FRACTION.fullmatch(text)
    if divided:
        return leaf_value(Fraction(int(divided[1]), int(divided[2]))) if int(divided[2]) else None
    if not NUMBER.fullmatch(text):
        return None
    if text.lstrip("+-").isdecimal():
        return int(text)
    value = float(text)
    return value if isfinite(value) else None


def leaf_value(given: Any) -> Value | None:
    """Return a Python number as a leaf's value; None for anything else.

    >>> leaf_value(Fraction(1, 2)), leaf_value(Decimal("3")), leaf_value("3")
    (0.5, 3, None)
    """
    value = as_number(given)
    if value is not None or isinstance(given, bool) or not isinstance(given, (Rational, Decimal)):
        return value
    if isinstance(given, Decimal) and not given.is_finite():
        return None
    exact = Fraction(given)
    try:
        return int(exact) if exact.denominator == 1 else float(exact)
    except OverflowError:
        return None


def what_to_write(word: str) -> str:
    """Return a suggestion for a word that is no leaf's value; "" if there is none."""
    if len(word) > MAX_DIGITS:
        return f"a number has at most {MAX_DIGITS:,} digits"
    if NUMBER.fullmatch(word.translate(DASHES)):
        return "the number is too large"
    bare = word.translate(DASHES).lower()
    return next((advice for form, advice in WHAT_TO_WRITE if re.fullmatch(form, bare)), "")
