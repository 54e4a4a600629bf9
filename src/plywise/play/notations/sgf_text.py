"""SGF as text: game trees of nodes with properties; not yet what they mean in a game.

Hollosi, "SGF file format FF[4]", 2006. The main line of a tree is its first variation; the others are kept as text.
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
    """A value of a property: its escapes undone, where it stands in the text, and as it stands there."""

    text: str
    at: int
    raw: str = ""


@dataclass
class TreeText:
    """A game tree, or a variation in one, as it stands in a file. at: where it begins. nodes: its first variation."""

    at: int
    nodes: list["Node"] = field(default_factory=list)


class Node(dict[str, list[PropertyValue]]):
    """The properties of a node. variations: those that begin with another node instead of this one."""

    def __init__(self) -> None:
        super().__init__()
        self.variations: list[TreeText] = []


@dataclass
class _Branch:
    """A variation being read, from its ( on.

    line: where its nodes go: to the line that it goes on with if it is the first variation there.
    split_at: the number of the node in `line` that its own variations begin with; None: it has none yet.
    """

    at: int
    line: TreeText
    has_nodes: bool = False
    split_at: int | None = None


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
    """Read the nodes of a tree; return where it ends."""
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
    """Return a variation that begins at a place; the first one goes on with the line of its parent."""
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
    """Return where a node ends, and its properties."""
    node = Node()
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
        values.append(PropertyValue(ESCAPED.sub(_unescape, value[1]), start, value[1]))
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
