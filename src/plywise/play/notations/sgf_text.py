"""SGF as text: game trees of nodes with properties; not yet what they mean in a game.

Hollosi, "SGF file format FF[4]", 2006. Of each tree only the main line is read, the first of the variations.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plywise.play.notations.places import malformed, shown

WIDTH = 79
"""The characters of a line after which no further move is written into it."""

START = re.compile(r"\(\s*;")
SPACE = re.compile(r"\s*")
NAME = re.compile(r"[A-Za-z]+")
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


class PropertyValue(NamedTuple):
    """A value of a property, its escapes undone, and where it stands in the text."""

    text: str
    at: int


Node = dict[str, list[PropertyValue]]


@dataclass
class TreeText:
    """The main line of a game tree as it stands in a file. at: where it begins."""

    at: int
    nodes: list[Node] = field(default_factory=list)


@dataclass
class _Branch:
    """A variation being read. is_main: it is part of the main line. at: where it begins."""

    at: int
    is_main: bool
    has_nodes: bool = False
    is_split: bool = False


def read_trees(text: str) -> Iterator[TreeText]:
    """Yield the games of a file; what stands between them does not matter.

    Raises InputError naming the line and the column of what cannot be read.
    """
    start = START.search(text)
    while start is not None:
        tree = TreeText(start.start())
        end = _read_tree(text, tree)
        yield tree
        start = START.search(text, end)


def _read_tree(text: str, tree: TreeText) -> int:
    """Note the nodes of a tree's main line; return where it ends."""
    open_branches: list[_Branch] = []
    at = tree.at
    while True:
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        mark = text[at : at + 1]
        if mark == "(":
            open_branches.append(_branch_off(text, at, open_branches))
            at += 1
        elif mark == ")":
            if not open_branches.pop().has_nodes:
                raise malformed(text, at, "a variation without a node ends")
            at += 1
            if not open_branches:
                return at
        elif mark == ";":
            if open_branches[-1].is_split:
                raise malformed(text, at, "a node follows variations")
            at, node = _read_node(text, at + 1)
            open_branches[-1].has_nodes = True
            if open_branches[-1].is_main:
                tree.nodes.append(node)
        elif mark:
            raise malformed(text, at, f"{mark!r} is neither a node ; nor a variation ( nor its end )")
        else:
            raise malformed(text, open_branches[-1].at, "a game tree ( is not closed")


def _branch_off(text: str, at: int, open_branches: Sequence[_Branch]) -> _Branch:
    """Return a variation that begins at a place."""
    if not open_branches:
        return _Branch(at, is_main=True)
    parent = open_branches[-1]
    if not parent.has_nodes:
        raise malformed(text, at, "a variation begins before the first node")
    is_first = not parent.is_split
    parent.is_split = True
    return _Branch(at, is_main=parent.is_main and is_first)


def _read_node(text: str, at: int) -> tuple[int, Node]:
    """Return where a node ends, and its properties."""
    node: Node = {}
    while True:
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        name = NAME.match(text, at)
        if name is None:
            return at, node
        values, at = _read_values(text, name)
        node.setdefault(_capitals(name[0]), []).extend(values)


def _read_values(text: str, name: re.Match[str]) -> tuple[list[PropertyValue], int]:
    """Return the values of a property, and where they end."""
    values: list[PropertyValue] = []
    at = name.end()
    while True:
        start = SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
        value = VALUE.match(text, start)
        if value is None:
            break
        values.append(PropertyValue(ESCAPED.sub(_unescape, value[1]), start))
        at = value.end()
    if text[start : start + 1] == "[":
        raise malformed(text, start, f"a value of the property {shown(name[0])} is not closed")
    if not values:
        raise malformed(text, name.start(), f"the property {shown(name[0])} has no value")
    return values, at


def _capitals(name: str) -> str:
    """Return a property's name without the small letters that older files have in it: B for Black.

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
    """Return nodes in lines of little more than WIDTH characters."""
    lines = [""]
    for node in nodes:
        if lines[-1] and len(lines[-1]) + len(node) > WIDTH:
            lines.append("")
        lines[-1] += node
    return lines
