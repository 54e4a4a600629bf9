"""An explicit game tree in flat arrays. It is a Game, so one search serves trees and boards."""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from math import ceil, floor
from reprlib import repr as short_repr
from typing import Any, NamedTuple

from plywise.arguments.names import name_of
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, Priority, Value
from plywise.process.recursion import MAX_PLIES
from plywise.trees.leaf_words import leaf_value
from plywise.trees.names import call_nodes, nest, nest_text, split_children, split_root, word_of
from plywise.trees.optimal_order import Shape, ideal_order, worst_order
from plywise.trees.parse import UNSUPPORTED, Nested, looks_unsupported, parse_nested, parse_tree

NO_PARENT = -1
MAX_LISTED = 12
"""The maximum number of node names in an error message."""

MAX_BITS = 12_000
"""The longest leaf value, in binary digits: Python refuses to print much longer integers."""


class Tree(Game):
    """A game tree given by its leaf values. Nodes are numbered breadth first: the root is 0, siblings are consecutive.

    values: nested lists, in which a list is a node, its items are the node's children, and a number is a leaf; or, with
    `branching`, the leaf values of a uniform tree from left to right. Leaf values are from MAX's point of view. Nodes
    may have names: see `trees.names` for the forms, {"left": 3, "right": 5} and [["left", 3], ["right", 5]].
    branching: the number of children of every inner node, if `values` is a row of leaves.
    max_first: whether MAX moves at the root; the players alternate by ply.

    The tuples parent, ply, first_child, child_count, value (a leaf's value, None at an inner node) and names (the one
    given, or "") have one item per node; the children of n are first_child[n] ... first_child[n] + child_count[n] - 1.
    An action is a child's place, counted from 0.

    Raises InputError for an empty list, for anything but finite numbers, lists and names, for lists nested deeper than
    MAX_PLIES, and for a number of leaves that is not a power of the branching factor. Payoff vectors and chance nodes
    are not supported.

    >>> tree = Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
    >>> tree.total_nodes, tree.total_leaves, tree.height, tree.minimal_leaves
    (15, 8, 3, 5)
    >>> Tree([[3, [5, 1]], 6]).to_nested()
    [[3, [5, 1]], 6]
    >>> Tree({"Root": {"left": 3, "right": [5, 2]}}).node_names
    ('Root', 'left', 'right', 'A', 'B')
    """

    name = "tree"
    compiles = False

    class State(NamedTuple):
        """A node's number."""

        node: int

    def __init__(self, values: Nested, branching: int | None = None, max_first: bool = True) -> None:
        nested = _without_arrays(values)
        nested = nested if branching is None else _nest_uniform(nested, branching)
        self.max_first = max_first
        self.parent: tuple[int, ...]
        self.ply: tuple[int, ...]
        self.first_child: tuple[int, ...]
        self.child_count: tuple[int, ...]
        self.value: tuple[Value | None, ...]
        self.names: tuple[str, ...]
        self._known_ranks: dict[str, Sequence[Sequence[int]]] = {}
        self._lay_out(nested)

    def __repr__(self) -> str:
        """Return the call that makes the tree, shortened if the tree is large."""
        order = "" if self.max_first else ", max_first=False"
        is_row = self.branching not in (None, 1) and self.height > 1 and not any(self.names)
        if not is_row:
            return f"Tree({_shorten(self.to_nested(), self.total_nodes <= MAX_WHOLE)}{order})"
        leaves = list(self.value[self.total_nodes - self.total_leaves :])
        return f"Tree({_shorten(leaves, len(leaves) <= MAX_WHOLE)}, branching={self.branching}{order})"

    def _lay_out(self, nested: Nested) -> None:
        """Number the nodes breadth first and fill the arrays."""
        name, nested = split_root(nested)
        items, names, parent, ply = [nested], [name], [NO_PARENT], [0]
        first_child: list[int] = []
        child_count: list[int] = []
        value: list[Value | None] = []
        for node, given in enumerate(items):  # items grows as lists are found in it
            item = _without_arrays(given)
            first_child.append(len(items))
            if isinstance(item, (list, tuple, Mapping)):
                children = split_children(item, partial(_path, node, parent, first_child))
                if not children:
                    kind = "object" if isinstance(item, Mapping) else "list"
                    raise InputError(
                        f"tree: an empty {kind} at {_path(node, parent, first_child)}; a node has children"
                    )
                if ply[node] >= MAX_PLIES:
                    raise InputError(f"tree: lists are nested deeper than the limit of {MAX_PLIES:,}")
                child_count.append(len(children))
                value.append(None)
                for child_name, child in children:
                    names.append(child_name)
                    items.append(child)
                parent.extend([node] * len(children))
                ply.extend([ply[node] + 1] * len(children))
            else:
                leaf = leaf_value(item)
                if leaf is None or (isinstance(leaf, int) and leaf.bit_length() > MAX_BITS):
                    raise InputError(_say_no_leaf(item, _path(node, parent, first_child)))
                child_count.append(0)
                value.append(leaf)
        self.parent, self.ply, self.names = tuple(parent), tuple(ply), tuple(names)
        self.first_child, self.child_count, self.value = tuple(first_child), tuple(child_count), tuple(value)

    @classmethod
    def from_json(cls, text: str, max_first: bool = True) -> "Tree":
        """Return the tree described by nested JSON lists."""
        return cls(parse_nested(text), max_first=max_first)

    @classmethod
    def from_text(cls, text: str, branching: int | None = None, max_first: bool = True) -> "Tree":
        """Return the tree that a person wrote: leaf values in a row, two children a node by default, or nested lists.

        >>> Tree.from_text("3 5 6 9").to_nested(), Tree.from_text("((3, 5), (6, 9))").to_nested()
        ([[3, 5], [6, 9]], [[3, 5], [6, 9]])
        """
        nested, is_row = parse_tree(text)
        return cls(nested, branching=2 if is_row and branching is None else branching, max_first=max_first)

    @classmethod
    def uniform(
        cls, branching: int, depth: int, order: str = "random", seed: int = 0, max_first: bool = True
    ) -> "Tree":
        """Return a uniform tree whose leaf values are 0 ... branching**depth - 1, each used once.

        order "best": the best child comes first at every node, so alpha-beta reads the fewest leaves possible.
        "worst": the best child comes last and the ranges of values below siblings do not overlap, so alpha-beta reads
        every leaf. "random": shuffled with the seed.
        """
        if branching < 1 or depth < 0:
            raise InputError(f"a uniform tree needs branching >= 1 and depth >= 0, not {branching} and {depth}")
        leaves = [0]
        for ply in range(depth):
            # Replace each leaf by `branching` children: rising values make the last child the best for MAX.
            rising = ((ply % 2 == 0) == max_first) == (order == "worst")
            digits = range(branching) if rising else range(branching - 1, -1, -1)
            leaves = [branching * leaf + digit for leaf in leaves for digit in digits]
        if order == "random":
            random.Random(seed).shuffle(leaves)
        elif order not in ("best", "worst"):
            raise InputError(f"a uniform tree's order is best, worst or random, not {order!r}")
        return cls(_nest_uniform(leaves, branching), max_first=max_first)

    # --- the game -----------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """Return the root."""
        return self.State(0)

    def player(self, state: State) -> int:
        """Return the player to move: the players alternate."""
        return self.player_at(self.ply[state.node])

    def actions(self, state: State) -> range:
        """Return the places of the children."""
        return range(self.child_count[state.node])

    def result(self, state: State, action: int) -> State:
        """Return the child at a place."""
        return self.State(self.first_child[state.node] + action)

    def terminal(self, state: State) -> bool:
        """Return whether the node is a leaf."""
        return self.child_count[state.node] == 0

    def utility(self, state: State) -> Value:
        """Return a leaf's value."""
        value = self.value[state.node]
        assert value is not None, "only leaves have a utility"
        return value

    def orders(self) -> Mapping[str, Priority]:
        """Return "best" (or "ideal") and "worst": the orders in which alpha-beta reads the fewest and most leaves."""

        def ideal(state: Tree.State, action: int) -> int:
            return -self._ranks("ideal")[state.node][action]

        return {
            "best": ideal,
            "ideal": ideal,
            "worst": lambda state, action: -self._ranks("worst")[state.node][action],
        }

    def _ranks(self, order: str) -> Sequence[Sequence[int]]:
        """Return, for each node, the rank of each child in the ideal or the worst order."""
        if order not in self._known_ranks:
            ranks = [[0] * count for count in self.child_count]
            for node, places in enumerate(self.ideal if order == "ideal" else self.worst):
                for rank, place in enumerate(places):
                    ranks[node][place] = rank
            self._known_ranks[order] = ranks
        return self._known_ranks[order]

    def format_action(self, state: State, action: int) -> str:
        """Return a child's name, without blanks, or else its place."""
        return word_of(self.names[self.first_child[state.node] + action], action)

    def format_state(self, state: State) -> str:
        """Return what the node is called."""
        return self.node_names[state.node]

    def parse_state(self, text: str) -> State:
        """Read what a node is called: its name, or its letters (A is the root, and so on, breadth first)."""
        called = self.node_names
        if text in called:
            return self.State(called.index(text))
        node = None if self.nodes_have_names else node_number(text)
        if node is None or node >= self.total_nodes:
            last = called[-1]
            known = ", ".join(called[:MAX_LISTED]) + (", ..." if len(called) > MAX_LISTED else "")
            known = known if self.nodes_have_names else f"A to {last}, breadth first"
            raise InputError(f"{text!r} is not a node: the nodes are called {known}")
        return self.State(node)

    # --- the tree -----------------------------------------------------------------------------------------------------

    def player_at(self, ply: int) -> int:
        """Return the player to move at a ply."""
        return MAX if (ply % 2 == 0) == self.max_first else MIN

    def children(self, node: int) -> range:
        """Return the numbers of a node's children."""
        return range(self.first_child[node], self.first_child[node] + self.child_count[node])

    def node_at(self, path: Iterable[int]) -> int:
        """Return the number of the node reached by a path of child places."""
        node = 0
        for place in path:
            node = self.children(node)[place]
        return node

    @cached_property
    def node_names(self) -> tuple[str, ...]:
        """What each node is called: its name, where every name occurs once, or else its letters."""
        letters = tuple(map(node_name, range(self.total_nodes)))
        return call_nodes(self.names, letters.__getitem__) or letters

    @cached_property
    def nodes_have_names(self) -> bool:
        """Whether the nodes are called by their names: each name occurs once."""
        return call_nodes(self.names, node_name) is not None

    @cached_property
    def moves_have_names(self) -> bool:
        """Whether the names are the moves' alone, because some recur; the nodes are then called by letters."""
        return any(self.names) and not self.nodes_have_names

    @property
    def total_nodes(self) -> int:
        """The number of nodes, leaves included."""
        return len(self.parent)

    @property
    def total_leaves(self) -> int:
        """The number of leaves."""
        return self.child_count.count(0)

    @property
    def height(self) -> int:
        """The ply of the deepest leaf."""
        return self.ply[-1]

    @cached_property
    def branching(self) -> int | None:
        """The number of children of every inner node if the tree is uniform, else None. A single leaf counts as 1."""
        counts = {count for count in self.child_count if count} or {1}
        plies = {ply for ply, count in zip(self.ply, self.child_count, strict=True) if not count}
        return counts.pop() if len(counts) == len(plies) == 1 else None

    @property
    def minimal_leaves(self) -> int | None:
        """The fewest leaves that prove a uniform tree's value: b**ceil(d/2) + b**floor(d/2) - 1. None if not uniform.

        Source: Knuth and Moore 1975, after Levin.
        """
        if self.branching is None:
            return None
        half = self.height / 2
        return int(self.branching ** ceil(half) + self.branching ** floor(half) - 1)

    @cached_property
    def minimax_values(self) -> tuple[Value, ...]:
        """The minimax value of every node."""
        values: list[Any] = list(self.value)
        for node in reversed(range(self.total_nodes)):  # children have higher numbers
            if self.child_count[node]:
                choose = max if self.player_at(self.ply[node]) == MAX else min
                values[node] = choose(values[child] for child in self.children(node))
        return tuple(values)

    @cached_property
    def subtree_nodes(self) -> tuple[int, ...]:
        """The number of nodes in each node's subtree, itself included."""
        return self._sum_subtrees([1] * self.total_nodes)

    @cached_property
    def subtree_leaves(self) -> tuple[int, ...]:
        """The number of leaves in each node's subtree."""
        return self._sum_subtrees([int(count == 0) for count in self.child_count])

    def _sum_subtrees(self, counts: list[int]) -> tuple[int, ...]:
        for node in reversed(range(1, self.total_nodes)):
            counts[self.parent[node]] += counts[node]
        return tuple(counts)

    @cached_property
    def ideal(self) -> Sequence[Sequence[int]]:
        """For each node, the places of its children in the order in which alpha-beta reads the fewest leaves."""
        return ideal_order(self._shape())

    @cached_property
    def worst(self) -> Sequence[Sequence[int]]:
        """For each node, the places of its children in the order in which alpha-beta reads the most leaves."""
        return worst_order(self._shape())

    def _shape(self) -> Shape:
        maximising = [self.player_at(ply) == MAX for ply in self.ply]
        return Shape(self.parent, self.first_child, self.child_count, maximising, self.minimax_values, self.height)

    def ordered(self, order: str, seed: int = 0) -> "Tree":
        """Return the tree with its children rearranged: given, reverse, best (or ideal), worst or random (seeded)."""
        shuffle = random.Random(seed)
        places: dict[str, Any] = {
            "given": lambda node: range(self.child_count[node]),
            "reverse": lambda node: range(self.child_count[node] - 1, -1, -1),
            "best": lambda node: self.ideal[node],
            "ideal": lambda node: self.ideal[node],
            "worst": lambda node: self.worst[node],
            "random": lambda node: shuffle.sample(range(self.child_count[node]), self.child_count[node]),
        }
        order = name_of("order of a tree", order, places)
        return Tree(self._nest(places[order]), max_first=self.max_first)

    def to_nested(self) -> Nested:
        """Return the tree as nested lists, with names as they may be given, or a single leaf as its number."""
        return self._nest(lambda node: range(self.child_count[node]))

    def without_names(self) -> "Tree":
        """Return the tree without its names: its nodes are called by letters."""
        if not any(self.names):
            return self
        bare: list[Nested] = list(self.value)
        for node in reversed(range(self.total_nodes)):
            if self.child_count[node]:
                bare[node] = [bare[child] for child in self.children(node)]
        return Tree(bare[0], max_first=self.max_first)

    def _nest(self, places: Any) -> Nested:
        built: list[Nested] = list(self.value)
        for node in reversed(range(self.total_nodes)):
            if self.child_count[node]:
                order = [self.first_child[node] + place for place in places(node)]
                below, names = [built[child] for child in order], [self.names[child] for child in order]
                built[node] = nest(below, names, is_root=node == 0 and not self.names[0])
        return {self.names[0]: built[0]} if self.names[0] else built[0]

    def to_json(self) -> str:
        """Return the tree as nested JSON lists, however deep it is; with names, as objects and pairs."""
        pieces = [json.dumps(value) if value is not None else "" for value in self.value]
        for node in reversed(range(self.total_nodes)):
            if self.child_count[node]:
                children = self.children(node)
                names = [self.names[child] for child in children]
                pieces[node] = nest_text(pieces[children.start : children.stop], names, node == 0 and not self.names[0])
                for child in children:
                    pieces[child] = ""
        return nest_text(pieces[:1], self.names[:1], False) if self.names[0] else pieces[0]


def node_name(node: int) -> str:
    """Return a node's letters, breadth first as in textbooks: A, B ... Z, AA, AB ...

    >>> [node_name(number) for number in (0, 25, 26, 27, 701, 702)]
    ['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']
    """
    letters = ""
    node += 1
    while node:
        node, letter = divmod(node - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def node_number(name: str) -> int | None:
    """Return the number of the node with these letters, or None if the name is not made of letters."""
    if not (name.isascii() and name.isalpha() and len(name) < 8):
        return None
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


MAX_WHOLE, MAX_ITEMS, MAX_LEVELS = 40, 6, 4
"""Trees with more nodes are shown in part: so many items of each list, so many lists in each other."""


def _shorten(nested: Nested, whole: bool, level: int = 0) -> str:
    """Return nested lists as text, whole or only the beginning of each list."""
    if not isinstance(nested, (list, Mapping)):
        return short_repr(nested)
    if not whole and level == MAX_LEVELS:
        return "[...]" if isinstance(nested, list) else "{...}"
    given = nested.items() if isinstance(nested, Mapping) else (("", child) for child in nested)
    items = [
        f"{name!r}: {_shorten(child, whole, level + 1)}" if name else _shorten(child, whole, level + 1)
        for name, child in islice(given, None if whole else MAX_ITEMS)
    ]
    items += ["..."] if len(items) < len(nested) else []
    return "{" + ", ".join(items) + "}" if isinstance(nested, Mapping) else "[" + ", ".join(items) + "]"


def _is_power(number: int, base: int) -> bool:
    power = 1
    while power < number and base > 1:
        power *= base
    return power == number


def _nest_uniform(values: Sequence[Value], branching: int) -> Nested:
    """Return the uniform tree over a row of leaf values as nested lists."""
    if (as_whole(branching) or 0) < 1:
        raise InputError(f"branching must be 1 or more, not {branching}")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(f"branching goes with a row of leaf values, not with {short_repr(values)}")
    level: list[Nested] = list(values)
    if isinstance(values, Mapping) or any(isinstance(value, (list, tuple, Mapping)) for value in level):
        raise InputError("branching goes with a row of leaf values, not with nested lists")
    for place, value in enumerate(level):
        if isinstance(value, str):  # two of them would be a pair of a name and a tree
            raise InputError(_say_no_leaf(value, [place]))
    if not _is_power(len(level), branching):
        fits = next((each for each in range(2, len(level) + 1) if _is_power(len(level), each)), None)
        other = f"branching {fits} would; or" if fits else "for another shape"
        raise InputError(
            f"{len(level)} leaves do not make a uniform tree with branching {branching}: {other} write nested lists, "
            "as in [[3, 5], [6, 9]]"
        )
    while len(level) > 1:
        level = [level[start : start + branching] for start in range(0, len(level), branching)]
    return level[0]


def _without_arrays(nested: Nested) -> Nested:
    """Return an array, of NumPy for example, as the lists that it stands for; anything else as it is."""
    return nested.tolist() if hasattr(nested, "tolist") else nested


def _say_no_leaf(item: Any, where: Sequence[int]) -> str:
    """Say that an item is no leaf value, and if it looks like one of another kind of tree, that we have none."""
    hint = f"; {UNSUPPORTED}" if isinstance(item, str) and looks_unsupported(item) else ""
    return f"tree: {item!r} at {where} is neither a finite number nor a list{hint}"


def _path(node: int, parent: Sequence[int], first_child: Sequence[int]) -> list[int]:
    """Return the path of child places to a node, for an error message."""
    path = []
    while parent[node] != NO_PARENT:
        path.append(node - first_child[parent[node]])
        node = parent[node]
    return path[::-1]
