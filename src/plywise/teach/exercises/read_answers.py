"""Read students' answers: numbers in any notation, branches, orders, cuts. Marking is done elsewhere."""

import re
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any

from plywise.game import Value
from plywise.teach.exercises.model import NOT_ENTERED
from plywise.trees.leaf_words import DASHES
from plywise.trees.tree import NO_PARENT, Tree, node_name, node_number

NAMED = re.compile(
    r"([^\d=:<>≤≥]{0,40}?)\s*:?[=:]\s*(.+)|(alpha|beta|[αβ#]|entry|no\.?|nr\.?)\s*(?=[+\-.\d∞\\]|inf|plus|minus)(.+)",
    re.IGNORECASE,
)
"""A name before the answer: α = 16, nodes: 12, = 7; some names need no sign between, as in entry 5."""
UNIT = re.compile(
    r"(.*\d)\s*(nodes?|leaf|leaves|cuts?|cut-?\s?offs?)((?:\s+(?:entered|read|made))?)\s*[.!]?",
    re.IGNORECASE | re.DOTALL,
)
"""What is counted, after a count: 12 nodes, 2 cuts, 7 leaves read."""
SIGN = re.compile(r"(plus|positive|pos\.?|minus|negative|neg\.?)(?=[\s\d∞\\])\s*", re.IGNORECASE)
INFINITE = re.compile(r"([+-]?)\s*\\?(inf|infty|infinity|infinite|∞|oo)\.?", re.IGNORECASE)
NUMBER = re.compile(r"[+-]?\s*(\d{1,400}([.]\d{0,400})?|[.]\d{1,400})", re.ASCII)
COMMA_NUMBER = re.compile(r"[+-]?\s*\d{0,400},\d{1,400}", re.ASCII)
NONE = ("none", "-", "no", "nothing", "∅", "n/a", "no branch", "no branches")
BETWEEN = frozenset(["and", "to", "the", "branch", "branches", "node", "nodes", "pruned", "are", "is"])
"""Answers that mean no branch; in capitals, all but the first are letters."""
LEFT_OUT = ("x", "-", "--", "---", "/", "not entered", "never entered", "not visited", "not searched", "skipped",
            "pruned", "none", "n/a", "n/e", "no", "cut", "cut off")  # fmt: skip
"""What students write for a node that is not entered."""
CUT = ("cut", "cutoff", "cut off", "yes", "a cut")
NO_CUT = ("no cut", "nocut", "not cut", "no", "no cutoff", "no cut off")
MAX_LENGTH = 10_000


class Unreadable(Exception):
    """An answer cannot be read; the message tells the student why."""


def clean(given: Any) -> str:
    """Return an answer as text, without artefacts of typing and spreadsheets: odd spaces and signs, an apostrophe."""
    text = "" if given is None else str(given)
    if len(text) > MAX_LENGTH:
        raise Unreadable(f"{text[:20]!r}... is longer than {MAX_LENGTH:,} characters")
    text = replace_unprintable(text).strip()
    if text.startswith(("'", "’")):  # spreadsheets put it before text that looks like a formula
        text = text[1:].strip()
    return text


def replace_unprintable(text: str) -> str:
    """Return a text with a space for each unprintable character."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def split_name(text: str) -> tuple[str, str]:
    """Return the name at the beginning of a cleaned text ("" if none), and the answer itself.

    >>> split_name("α = 16"), split_name("= 16"), split_name("16"), split_name("entry 5")
    (('α', '16'), ('', '16'), ('', '16'), ('entry', '5'))
    """
    named = NAMED.fullmatch(text)
    if named is None:
        return "", text
    return (named[1] or named[3] or "").strip(), (named[2] or named[4]).strip()


def split_unit(text: str) -> tuple[str, str]:
    """Return what a count at the end of a cleaned text counts ("" if it does not say), and the count.

    >>> split_unit("2 cuts"), split_unit("7 leaves read."), split_unit("12")
    (('cuts', '2'), ('leaves', '7'), ('', '12'))
    """
    counted = UNIT.fullmatch(text)
    return (counted[2], counted[1]) if counted else ("", text)


SYNONYMS = {"α": "alpha", "β": "beta", "node": "nodes", "leaf": "leaves"} | dict.fromkeys(
    ("cut", "cuts", "cutoff", "off", "offs"), "cutoffs"
)
RIVALS = (("alpha", "beta"), ("entry", "exit"), ("nodes", "leaves", "cutoffs"))
"""Names that contradict each other."""


def check_name(given: Any, asked: Iterable[str], tree: Tree) -> None:
    """Raise Unreadable if an answer names something other than the question.

    asked: the words of the question, such as beta, entry, A
    """
    text = clean(given).translate(DASHES) if isinstance(given, str) else ""
    name = f"{split_name(text)[0]} {split_unit(text)[0]}"
    names = {SYNONYMS.get(word.lower(), word) for word in re.findall(r"[^\W\d_]+", name)}
    wanted, lower = set(asked), {word.lower() for word in names}
    for rivals in RIVALS:
        if wanted & set(rivals) and lower & set(rivals) and not wanted & lower & set(rivals):
            raise Unreadable(f"{_shorten(given)} is about {' and '.join(sorted(lower & set(rivals)))}")
    nodes = {word for word in names if word.isupper() and (node_number(word) or 0) < tree.total_nodes}
    about = {word for word in wanted if word.isupper()}
    if nodes and about and not nodes & about:
        raise Unreadable(f"{_shorten(given)} is about {' and '.join(sorted(nodes))}")


def is_missing(given: Any) -> bool:
    """Return whether the answer is empty."""
    return given is None or (isinstance(given, str) and len(given) <= MAX_LENGTH and not clean(given))


def read_number(given: Any, comma: bool = False) -> Value:
    r"""Return a number. comma: whether 3,5 means three and a half. Raises Unreadable.

    >>> read_number(" −∞ "), read_number("+inf"), read_number("3,5", comma=True), read_number("\u22127")
    (-inf, inf, 3.5, -7)
    >>> read_number("α = 16"), read_number("=16"), read_number("minus infinity"), read_number("$+\\infty$")
    (16, 16, -inf, inf)
    """
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        raise Unreadable(f"{_shorten(given)} is not a number")
    if isinstance(given, (int, float)):
        if given != given:
            raise Unreadable("not a number (NaN)")
        return given
    text = split_name(clean(given).translate(DASHES).strip("$ "))[1].strip("$ ")
    if sign := SIGN.match(text):
        text = ("-" if sign[1][0] in "mMnN" else "+") + text[sign.end() :]
    infinite = INFINITE.fullmatch(text)
    if infinite:
        return -inf if infinite[1] == "-" else inf
    if comma and COMMA_NUMBER.fullmatch(text):
        text = text.replace(",", ".")
    if not NUMBER.fullmatch(text):
        raise Unreadable(f"{_shorten(given)} is not a number")
    exact = Fraction(re.sub(r"\s", "", text))
    return int(exact) if exact.denominator == 1 else _round_fraction(exact, given)


def read_json_float(text: str) -> float | str:
    """Return a number from a JSON file, or its text if a float would change it.

    >>> read_json_float("2.50"), read_json_float("1e999"), read_json_float("2.00000000000000000001")
    (2.5, '1e999', '2.00000000000000000001')
    """
    value = float(text)
    return text if value in (inf, -inf) or (value.is_integer() and value != Decimal(text)) else value


def _round_fraction(exact: Fraction, given: Any) -> float:
    """Return a decimal fraction as a float. Raises Unreadable if that would be a whole number."""
    try:
        value = float(exact)
    except OverflowError:
        value = inf
    if value == inf or value.is_integer():
        raise Unreadable(f"{_shorten(given)} has more digits than can be read")
    return value


def read_whole(given: Any, comma: bool = False) -> int:
    """Return a whole number. Raises Unreadable."""
    if isinstance(given, str):
        given = split_unit(clean(given))[1]
    value = read_number(given, comma)
    if value in (inf, -inf) or value != int(value):
        raise Unreadable(f"{_shorten(given)} is not a whole number")
    return int(value)


def read_bound(given: Any, comma: bool = False) -> Value | str:
    """Return a number, or NOT_ENTERED. Raises Unreadable.

    >>> read_bound("-inf"), read_bound("\u2014"), read_bound("not entered")
    (-inf, 'x', 'x')
    """
    if isinstance(given, str) and " ".join(clean(given).translate(DASHES).lower().split()).strip("().") in LEFT_OUT:
        return NOT_ENTERED
    return read_number(given, comma)


def read_cell(given: Any, comma: bool = False) -> Value | str:
    """Return a number, or "cut" or "no cut". Raises Unreadable."""
    if isinstance(given, str):
        text = " ".join(clean(given).translate(DASHES).lower().split())
        for words in (text, split_name(text)[1]):
            bare = words.replace("-", " ").strip(" .!")
            if bare in CUT or bare in NO_CUT:
                return "cut" if bare in CUT else "no cut"
    try:
        return read_number(given, comma)
    except Unreadable:
        raise Unreadable(f"{_shorten(given)} is neither a number nor cut or no cut") from None


def read_branches(given: Any, tree: Tree) -> list[int | str]:
    """Return the nodes that branches lead to, each once; a word that names no node is returned unchanged.

    The answer is a JSON list or text; none means the empty list. Letters need no spaces between them if every node's
    name is one letter, but two that are an edge of the tree, as in CG, are the branch from the first to the second.

    >>> read_branches("g, K", Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)), read_branches("none", Tree([1, 2]))
    ([6, 10], [])
    """
    if isinstance(given, list):
        if not all(isinstance(word, str) for word in given):
            raise Unreadable("a list of branches must hold letters only")
        given = " ".join(given) or NONE[0]
    if not isinstance(given, str):
        raise Unreadable(f"{_shorten(given)} is not a list of letters")
    text = clean(given).translate(DASHES).lstrip("= ")
    bare = " ".join(text.strip("(){}[].! ").lower().split())
    if bare in NONE or (not bare and text.strip("().! ")):
        return []
    words = [word for word in re.split(r"[\s,;:/|+&.(){}\[\]]+", text) if word and not _is_between(word)]
    if not 0 < len(words) <= 2 * tree.total_nodes + 2:
        raise Unreadable(f"{_shorten(given)} is not a list of branches")
    if all(is_leaf_value(word) for word in words):
        raise Unreadable(f"{_shorten(given)} has no letters: name branches by the letters of nodes, not by leaf values")
    return list(dict.fromkeys(node for word in words for node in _read_nodes(word, tree)))


def is_leaf_value(word: str) -> bool:
    """Return whether a word in place of a node's letters is a number, as a leaf's value is."""
    return NUMBER.fullmatch(word) is not None


def _is_between(word: str) -> bool:
    return word.lower() == "and" or (word.lower() in BETWEEN and not word.isupper())


def _read_nodes(word: str, tree: Tree) -> Iterable[int | str]:
    """Return the nodes that a word names: one, or several without spaces; otherwise the word itself.

    A branch can be given by both ends, as in C-G or CG.
    """
    node = node_number(word)
    if node is not None and node < tree.total_nodes:
        return [node]
    ends = [node_number(end) for end in (word if len(word) == 2 else re.split("-+>?|→", word))]
    if len(ends) == 2 and ends[1] is not None and ends[1] in _children(ends[0], tree):
        return [ends[1]]
    apart = [node_number(letter) for letter in word]
    if len(set(apart)) == len(word) and tree.total_nodes <= 26:
        found = [node for node in apart if node is not None and node < tree.total_nodes]
        if len(found) == len(word):
            return found
    return [word[:20]]


def _children(node: int | None, tree: Tree) -> Collection[int]:
    return () if node is None or node >= tree.total_nodes else tree.children(node)


def read_order(given: Any, tree: Tree) -> dict[int, list[int]]:
    """Return, for each node named, its children in the order given: `A: C B; B: E D`, or a JSON object.

    A name can be left out, as in `C B; E D`: the children tell it. Children left out follow those named, in the order
    drawn. Raises Unreadable.

    >>> read_order("a: c b", Tree([3, 5, 6, 9], branching=2))
    {0: [2, 1]}
    """
    if isinstance(given, dict):
        given = "; ".join(
            f"{node}: {' '.join(map(str, order)) if isinstance(order, list) else order}"
            for node, order in given.items()
        )
    if not isinstance(given, str):
        raise Unreadable(f"{_shorten(given)} is not an order")
    text = clean(given).translate(DASHES)
    if " ".join(text.lower().split()) in ("as drawn", "drawn"):
        return {}
    pieces = re.split(r"([A-Za-z]+)\s*[:=]", text)
    unnamed = [piece for piece in re.split(r"[;|\n]", pieces[0]) if piece.strip(" ,.")]
    if len(pieces) < 3 and not unnamed:
        raise Unreadable(f"{_shorten(given)} is not of the form A: C B; B: E D")
    named = [(_parent_of(piece, tree), piece) for piece in unnamed]
    order: dict[int, list[int]] = {}
    for name, children in [*named, *zip(pieces[1::2], pieces[2::2], strict=True)]:
        (node, *more) = _read_nodes(name, tree)
        if more or isinstance(node, str) or not tree.child_count[node]:
            raise Unreadable(f"{name} is not an inner node")
        if node in order:
            raise Unreadable(f"the order of {name.upper()} is given twice")
        order[node] = _read_children(children, node, tree)
    return order


def _parent_of(text: str, tree: Tree) -> str:
    """Return the name of the one node that has two or more children in a text. Raises Unreadable."""
    words = _split_children(text)
    nodes = [node for word in words for node in _read_nodes(word, tree)]
    parents = {tree.parent[node] if isinstance(node, int) and node else NO_PARENT for node in nodes}
    if len(nodes) < 2 or len(parents) != 1 or NO_PARENT in parents:
        why = "is not of the form A: C B; B: E D"
        if all(map(is_leaf_value, words)):
            why = "has no letters: order children by their letters, not by leaf values, as in A: C B"
        raise Unreadable(f"{_shorten(text.strip())} {why}")
    return node_name(*parents)


def _split_children(text: str) -> list[str]:
    """Return the words of a node's children in the order written."""
    return [word for word in re.split(r"[\s,;/|<>→.(){}\[\]-]+", text) if word]


def _read_children(text: str, node: int, tree: Tree) -> list[int]:
    """Return a node's children in the order written."""
    order: list[int] = []
    for word in _split_children(text):
        for child in _read_nodes(word, tree):
            if isinstance(child, str) or child not in tree.children(node):
                if is_leaf_value(word):
                    raise Unreadable(
                        f"{word[:20]} is a number: order the children of {node_name(node)} by their letters"
                    )
                raise Unreadable(f"{word[:20]} is not a child of {node_name(node)}")
            if child in order:
                raise Unreadable(f"{node_name(child)} appears twice in the order of {node_name(node)}")
            order.append(child)
    return order + [child for child in tree.children(node) if child not in order]


def _shorten(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= 42 else text[:40] + "..."
