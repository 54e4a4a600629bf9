"""Names in a tree: their input forms, and the resulting names of nodes.

    {"left": 3, "right": [5, 1]}        an object is a node; its members are the children, with their names
    [["left", 3], ["right", [5, 1]]]    a pair of a name and a tree is that tree, named, wherever a tree may stand
    {"Root": {"left": 3, "right": 2}}   the outermost object, if it has one member, names the root
    {"name": "A", "children": [...]}    a node as other programs write it, with `label` or `id` for `name`
    {"name": "B", "value": 3}           a leaf as they write it

A name belongs to a node and to the move that leads to it. If every name occurs once, the nodes are called by their
names; if names recur, as "left" and "right" do in many trees, they are the names of moves only.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from plywise.errors import InputError
from plywise.trees.leaf_words import leaf_value
from plywise.trees.parse import NAMING, OTHER_NODES, UNSUPPORTED, Nested

MAX_NAME = 60
UNNAMED_ROOT = "root"
MEMBERS = (*NAMING, "value", "children")
"""The members of an object that describes one node."""
BLANKS = re.compile(r"\s+")

Where = Callable[[], object]
"""Returns where in the tree an item stands, for an error message."""


def split_root(tree: Nested) -> tuple[str, Nested]:
    """Return the root's name ("" if it has none) and the tree itself. Raises InputError.

    >>> split_root({"Root": [3, 5]}), split_root({"left": 3, "right": 5})
    (('Root', [3, 5]), ('', {'left': 3, 'right': 5}))
    """
    if isinstance(tree, Mapping) and len(tree) == 1 and not _is_record(tree):
        return _split_member(*next(iter(tree.items())), lambda: "the root")
    name, named = _split_pair(tree, lambda: "the root")
    if name and isinstance(named, (int, float)) and not isinstance(tree, Mapping):  # hardly meant: a leaf and no move
        raise InputError(f"tree: the pair of {name!r} and {named} stands alone: [[...]] makes it a move")
    return name, named


def split_children(item: Nested, where: Where) -> list[tuple[str, Nested]]:
    """Return the children of a list or an object, each with its name ("" if it has none). Raises InputError."""
    if isinstance(item, Mapping):
        children = [_split_member(name, child, where) for name, child in item.items()]
    else:
        children = [_split_pair(child, where) for child in item]
    _check_words(children, where)
    return children


def word_of(name: str, place: int) -> str:
    """Return the word for a move: its name, without blanks, or else its place.

    >>> word_of("go left", 0), word_of("", 1)
    ('go_left', '1')
    """
    return BLANKS.sub("_", name) or str(place)


def call_nodes(names: Sequence[str], letters: Callable[[int], str]) -> tuple[str, ...] | None:
    """Return the display name of each node: its name, "root", or else letters; None if nodes are not called by names.

    letters: number -> letters, all different

    The nodes are not called by their names if there are none, or if two are the same.
    """
    given = [name for name in names if name]
    if not given or len(set(given)) < len(given):
        return None
    taken, count, called = set(given), 0, []
    for node, name in enumerate(names):
        if not name and node == 0 and UNNAMED_ROOT not in taken:
            name = UNNAMED_ROOT
            taken.add(name)
        while not name:  # the next letters that are not a name in use
            name, count = letters(count), count + 1
            name = "" if name in taken else name
        called.append(name)
    return tuple(called)


def nest(children: Sequence[Nested], names: Sequence[str], is_root: bool) -> Nested:
    """Return a node in an accepted input form. is_root: whether it is a root without a name."""
    if not any(names):
        return list(children)
    if all(names) and not (is_root and len(names) == 1):
        return dict(zip(names, children, strict=True))
    return [[name, child] if name else child for name, child in zip(names, children, strict=True)]


def nest_text(children: Sequence[str], names: Sequence[str], is_root: bool) -> str:
    """Return the result of `nest` as JSON, from children that are JSON."""
    labels = [json.dumps(name) for name in names]
    if not any(names):
        return "[" + ",".join(children) + "]"
    if all(names) and not (is_root and len(names) == 1):
        return "{" + ",".join(f"{label}:{child}" for label, child in zip(labels, children, strict=True)) + "}"
    pairs = zip(names, labels, children, strict=True)
    return "[" + ",".join(f"[{label},{child}]" if name else child for name, label, child in pairs) + "]"


def _split_member(name: object, child: Nested, where: Where) -> tuple[str, Nested]:
    """Return an object's member: its name, checked, and its tree, which has no other name."""
    return _name_once(_check_name(name, where), child, where)


def _is_record(item: Nested) -> bool:
    """Return whether an object describes one node instead of naming its children."""
    if not isinstance(item, Mapping):
        return False
    if any(isinstance(item.get(member), str) for member in NAMING):
        return True
    alone = len(item) == 1 and "children" not in item
    return set(item) <= set(MEMBERS) and (leaf_value(item.get("value")) is not None if alone else bool(item))


def _split_record(item: Mapping[str, Nested], where: Where) -> tuple[str, Nested]:
    """Return the name ("" if it has none) and the tree of an object that describes one node. Raises InputError."""
    for member in item:
        if member not in MEMBERS:
            raise InputError(f"tree: {member!r} at {where()}: a node has {', '.join(MEMBERS)}, nothing else")
    named = [item[member] for member in NAMING if item.get(member) not in (None, "")]
    name = _check_name(str(named[0]), where) if named else ""
    value, children = item.get("value"), item.get("children")
    if value is None and not children:
        raise InputError(f"tree: {name!r} at {where()} has neither a value nor children")
    if value is not None and children:
        raise InputError(f"tree: {name!r} at {where()} has a value and children: write the value of leaves only")
    return name, children if children else value


def _split_pair(item: Nested, where: Where) -> tuple[str, Nested]:
    """Return the name and the tree of a pair, or of an object with both; of anything else, no name and the item."""
    if _is_record(item):
        return _split_record(item, where)
    if not (isinstance(item, (list, tuple)) and item and isinstance(item[0], str)):
        return "", item
    if len(item) != 2:
        raise InputError(
            f"tree: the name {item[0][:40]!r} at {where()} is followed by {len(item) - 1} trees, not by one"
        )
    return _name_once(_check_name(item[0], where), item[1], where)


def _name_once(name: str, given: Nested, where: Where) -> tuple[str, Nested]:
    """Return a name and the tree that it names, which must have no other. Raises InputError."""
    is_pair = isinstance(given, (list, tuple)) and given and isinstance(given[0], str)
    other, tree = (given[0], given) if is_pair else _split_pair(given, where)
    if other:
        raise InputError(f"tree: {name!r} at {where()} is named {other!r} once more; a node has one name")
    return name, tree


def _check_name(name: object, where: Where) -> str:
    """Return a name without blanks around it. Raises InputError."""
    if not isinstance(name, str):
        raise InputError(f"tree: the name {str(name)[:40]!r} at {where()} is not a text")
    name = name.strip()
    if not name or not name.isprintable():
        raise InputError(
            f"tree: the name {name[:40]!r} at {where()} {'has signs without a shape' if name else 'is empty'}"
        )
    if len(name) > MAX_NAME:
        raise InputError(f"tree: the name {name[:20]!r}... at {where()} is longer than {MAX_NAME} characters")
    if name.lower() in OTHER_NODES:
        raise InputError(f"tree: {name!r} at {where()}: {UNSUPPORTED}")
    return name


def _check_words(children: Sequence[tuple[str, Nested]], where: Where) -> None:
    """Raise InputError for children whose moves would be the same word."""
    if not any(name for name, _ in children):
        return
    seen: dict[str, str] = {}
    for place, (name, _) in enumerate(children):
        word = word_of(name, place)
        if word in seen:
            raise InputError(
                f"tree: two moves at {where()} are called {seen[word]!r}"
                + (f" and {name!r}, which is the same without blanks" if name and name != seen[word] else "")
            )
        seen[word] = name or word
