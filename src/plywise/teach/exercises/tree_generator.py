"""Generate a tree that meets requirements: start with a random one and change its leaves until it does."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from plywise.engines.reference.node import Node
from plywise.errors import InputError
from plywise.game import Value
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.requirements import MAX_LEAVES, Requirements
from plywise.teach.exercises.search_rules import SearchRules
from plywise.trees.parse import Nested
from plywise.trees.tree import Tree

Lack = Callable[[Tree, SearchRules], int]
"""Measures how far a tree and its search are from a kind's needs; 0: they suit."""

MAX_WORK = 500_000
"""The limit of nodes entered in the search for one tree; not a time, so that all machines behave alike."""
MAX_CHANGES = 400
"""How often the leaves of one shape are changed before another shape is tried."""
EARLY_LEAF = 0.25
"""The probability that a node of an irregular tree is a leaf above the deepest ply."""

REORDERED = 0.75
"""The probability that a tree like another one has its children reordered; not every order works."""

MAX_SHAPES = 1_000

Shape = list[Any]
"""A node's children, which are shapes; a leaf has none."""


class Survey:
    """Counts the cutoffs of a search as its observer.

    shown: those that skip a child
    idle: those after the last child
    pruned: the branches skipped
    nodes, leaves: the numbers entered and read
    """

    def __init__(self, tree: Tree, rules: SearchRules) -> None:
        self.shown = self.idle = self.pruned = 0
        result = rules.search(tree, self)
        self.nodes, self.leaves = result.nodes, result.leaves

    def enter(self, node: Node, alpha: Value, beta: Value) -> None:
        """Nothing to count."""

    def leaf(self, node: Node, value: Value, estimate: bool) -> None:
        """Nothing to count."""

    def update(self, node: Node, child: Node, best: Value, alpha: Value, beta: Value) -> None:
        """Nothing to count."""

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value, pruned: Sequence[Node]) -> None:
        """Count a cutoff."""
        self.pruned += len(pruned)
        if pruned:
            self.shown += 1
        else:
            self.idle += 1

    def table_hit(self, node: Node, value: Value) -> None:
        """Nothing to count: there is no table."""

    def leave(self, node: Node, value: Value) -> None:
        """Nothing to count."""


def generate_tree(requirements: Requirements, lack: Lack, rng: StableRandom, like: Tree | None = None) -> Tree:
    """Return a tree that meets the requirements and suits the kinds. Raises InputError if none is found.

    like: a tree that meets them; the new one has its shape, usually with children reordered

    Its search has no cutoff after a node's last child, so that students need not wonder whether that counts; such
    cutoffs are accepted only after half the node limit is used up.
    """
    work = 0
    while work < MAX_WORK:
        if like is None:
            shape = _make_shape(requirements, rng)
        else:
            shape = _shape_of(like, rng if rng.happens(REORDERED) else None)
        leaves = _draw_leaves(_count_leaves(shape), requirements, rng)
        score: int | None = None
        for _ in range(MAX_CHANGES):
            changed = leaves if score is None else _change_leaves(leaves, requirements, rng)
            tree = Tree(_fill_leaves(shape, iter(changed)), max_first=requirements.max_first)
            new_score, entered = _measure_distance(tree, requirements, lack, with_idle=work > MAX_WORK // 2)
            work += entered
            if new_score == 0:
                return tree
            if score is None or new_score <= score:
                leaves, score = changed, new_score
    raise InputError(
        f"found no tree with {_describe(requirements)} in {work:,} nodes of search: ask for other cuts or ties"
    )


def _measure_distance(tree: Tree, requirements: Requirements, lack: Lack, with_idle: bool) -> tuple[int, int]:
    """Return how far a tree is from the requirements, and how many nodes that took."""
    survey = Survey(tree, requirements.rules)
    low, high = requirements.cuts
    away = int(max(low - survey.shown, min(survey.shown, survey.shown - high), 0))
    away += 0 if with_idle else survey.idle
    entered = survey.nodes
    if requirements.ties == "purpose":
        other = Survey(tree, requirements.rules.with_other_cut)
        away += other.nodes == survey.nodes
        entered += other.nodes
    return away or lack(tree, requirements.rules), entered


def _describe(requirements: Requirements) -> str:
    low, high = requirements.cuts
    cuts = f"{low}" if low == high else f"{low} or more" if high > MAX_LEAVES else f"{low} to {high}"
    ties = {"never": "no ties", "purpose": "ties on purpose", "any": "any ties"}[requirements.ties]
    return (
        f"{cuts} cuts and {ties} ({requirements.shape}, branching {requirements.branching}, "
        f"depth {requirements.depth}, leaves from {requirements.values[0]} to {requirements.values[1]})"
    )


# --- shapes ----------------------------------------------------------------------------------------------------------


def _make_shape(requirements: Requirements, rng: StableRandom) -> Shape:
    if requirements.shape == "uniform":
        return _make_uniform(requirements.branching, requirements.depth)
    low, high = requirements.leaves
    if requirements.ties == "never":
        high = min(high, requirements.values[1] - requirements.values[0] + 1)
    for _ in range(MAX_SHAPES):
        room = [2 * high]
        shape = _make_irregular(requirements.branching, requirements.depth, rng, room)
        if room[0] > 0 and low <= _count_leaves(shape) <= high:
            return shape
    raise InputError(
        f"no irregular tree of depth {requirements.depth} with 2 to {requirements.branching} children a node "
        f"and {low} to {high} leaves came up in {MAX_SHAPES:,} tries"
    )


def _shape_of(tree: Tree, rng: StableRandom | None) -> Shape:
    """Return a tree's shape. rng: for shuffling each node's children."""
    shapes: list[Shape] = [[] for _ in range(tree.total_nodes)]
    for node in reversed(range(tree.total_nodes)):
        children = [shapes[child] for child in tree.children(node)]
        shapes[node] = children if rng is None else rng.shuffled(children)
    return shapes[0]


def _make_uniform(branching: int, depth: int) -> Shape:
    return [_make_uniform(branching, depth - 1) for _ in range(branching)] if depth else []


def _make_irregular(branching: int, depth: int, rng: StableRandom, room: list[int], must: bool = True) -> Shape:
    """Return a shape. must: whether it needs a leaf at `depth`. room: how many more nodes it may have."""
    room[0] -= 1
    if depth == 0 or room[0] <= 0 or (not must and rng.happens(EARLY_LEAF)):
        return []
    children = rng.between(2, branching)
    deepest = rng.below(children) if must else -1
    return [_make_irregular(branching, depth - 1, rng, room, must=place == deepest) for place in range(children)]


def _count_leaves(shape: Shape) -> int:
    """Return the number of leaves of a shape."""
    return sum(map(_count_leaves, shape)) if shape else 1


# --- leaves ----------------------------------------------------------------------------------------------------------


def _draw_leaves(number: int, requirements: Requirements, rng: StableRandom) -> list[int]:
    low, high = requirements.values
    if requirements.ties != "never":
        return [rng.between(low, high) for _ in range(number)]
    if high - low < 4 * MAX_LEAVES:
        return rng.shuffled(range(low, high + 1))[:number]
    chosen: dict[int, None] = {}
    while len(chosen) < number:
        chosen[rng.between(low, high)] = None
    return list(chosen)


def _change_leaves(leaves: list[int], requirements: Requirements, rng: StableRandom) -> list[int]:
    """Return the leaves with one or two of them changed; if ties are not allowed, none appear."""
    changed, place, other = list(leaves), rng.below(len(leaves)), rng.below(len(leaves))
    if requirements.ties != "never":
        changed[place] = leaves[other] if rng.happens(0.5) else rng.between(*requirements.values)
        return changed
    fresh = rng.between(*requirements.values)
    if fresh in leaves:
        changed[place], changed[other] = leaves[other], leaves[place]
    else:
        changed[place] = fresh
    return changed


def _fill_leaves(shape: Shape, leaves: Iterator[int]) -> Nested:
    """Return a shape as nested lists, its leaves filled in from left to right."""
    return [_fill_leaves(child, leaves) for child in shape] if shape else next(leaves)
