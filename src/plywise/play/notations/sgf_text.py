"""The syntax of SGF: game trees of nodes with properties. Their meaning in a game is read in sgf.py.

Hollosi, "SGF file format FF[4]", 2006. The main line of a tree is its first variation.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plywise.play.notations.places import malformed, shown

WIDTH = 79
"""Target length of a line."""

START = re.compile(r"\(\s*;")
SPACE = re.compile(r"\s*")
NAME = re.compile(r"[A-Za-z]+")
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


class PropertyValue(NamedTuple):
    """A value of a property. text: without escapes. at: its offset. raw: as in the file."""

    text: str
    at: int
    raw: str = ""


@dataclass
class TreeText:
    """A game tree or a variation in a file. at: its offset. nodes: its main line."""

    at: int
    nodes: list["Node"] = field(default_factory=list)


class Node(dict[str, list[PropertyValue]]):
    """The properties of a node. variations: alternatives to this node."""

    def __init__(self) -> None:
        super().__init__()
        self.variations: list[TreeText] = []


@dataclass
class _Branch:
    """A variation being read.

    line: the line that its nodes are added to; the first variation continues the line of its parent.
    split_at: index in `line` where its variations begin; None: it has none yet.
    """

    at: int
    line: TreeText
    has_nodes: bool = False
    split_at: int | None = None


def read_trees(text: str) -> Iterator[TreeText]:
    """Yield the games of a file, ignoring the text between them.

    Raises InputError with the line and the column of a fault.
    """
    start = START.search(text)
    while start is not None:
        tree = TreeText(start.start())
        end = _read_tree(text, tree)
        yield tree
        start = START.search(text, end)


def _read_tree(text: str, tree: TreeText) -> int:
    """Read the nodes of a tree; return the offset of its end."""
    open_branches: list[_Branch] = []
    at = tree.at
    while True:
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        mark = text[at : at + 1]
        if mark == "(":
            open_branches.append(_branch_off(text, at, open_branches[-1]) if open_branches else _Branch(at, tree))
            at += 1
        elif mark == ")":
            if not open_branches.pop().has_nodes:
                raise malformed(text, at, "a variation without a node ends")
            at += 1
            if not open_branches:
                return at
        elif mark == ";":
            branch = open_branches[-1]
            if branch.split_at is not None:
                raise malformed(text, at, "a node follows variations")
            at, node = _read_node(text, at + 1)
            branch.has_nodes = True
            branch.line.nodes.append(node)
        elif mark:
            raise malformed(text, at, f"{mark!r} is neither a node ; nor a variation ( nor its end )")
        else:
            raise malformed(text, open_branches[-1].at, "a game tree ( is not closed")


def _branch_off(text: str, at: int, parent: _Branch) -> _Branch:
    """Begin a variation at a place; the first one continues the line of its parent."""
    if not parent.has_nodes:
        raise malformed(text, at, "a variation begins before the first node")
    nodes = parent.line.nodes
    if parent.split_at is None:
        parent.split_at = len(nodes)
        return _Branch(at, parent.line)
    if parent.split_at == len(nodes):
        raise malformed(text, at, "a variation without a node ends")
    variation = TreeText(at)
    nodes[parent.split_at].variations.append(variation)
    return _Branch(at, variation)


def _read_node(text: str, at: int) -> tuple[int, Node]:
    """Return the offset of a node's end, and its properties."""
    node = Node()
    while True:
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        name = NAME.match(text, at)
        if name is None:
            return at, node
        values, at = _read_values(text, name)
        node.setdefault(_capitals(name[0]), []).extend(values)


def _read_values(text: str, name: re.Match[str]) -> tuple[list[PropertyValue], int]:
    """Return the values of a property, and the offset of their end."""
    values: list[PropertyValue] = []
    at = name.end()
    while True:
        start = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        value = VALUE.match(text, start)
        if value is None:
            break
        values.append(PropertyValue(ESCAPED.sub(_unescape, value[1]), start, value[1]))
        at = value.end()
    if text[start : start + 1] == "[":
        raise malformed(text, start, f"a value of the property {shown(name[0])} is not closed")
    if not values:
        raise malformed(text, name.start(), f"the property {shown(name[0])} has no value")
    return values, at


def _capitals(name: str) -> str:
    """Return a property's name without the lower-case letters of older files: B for Black.

    >>> _capitals("Black"), _capitals("SiZe"), _capitals("b")
    ('B', 'SZ', 'B')
    """
    return re.sub("[a-z]", "", name) or name.upper()


def _unescape(escaped: re.Match[str]) -> str:
    return "" if escaped[1] == "\n" else escaped[1]


# --- writing ---------------------------------------------------------------------------------------------------------


def write_property(name: str, *values: str) -> str:
    r"""Return a property with its values.

    >>> write_property("PB", r"a [b] c:\d")
    'PB[a [b\\] c:\\\\d]'
    """
    return name + "".join("[" + re.sub(r"([\]\\])", r"\\\1", value) + "]" for value in values)


def wrap_nodes(nodes: Sequence[str]) -> list[str]:
    """Wrap nodes in lines of about WIDTH characters."""
    lines = [""]
    for node in nodes:
        if lines[-1] and len(lines[-1]) + len(node) > WIDTH:
            lines.append("")
        lines[-1] += node
    return lines
