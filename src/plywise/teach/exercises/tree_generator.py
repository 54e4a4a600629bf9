"""Growing a tree that has the properties asked for: guess, look, and change leaves until it has them, or give up."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from plywise.engines.reference.algorithms import alphabeta
from plywise.engines.reference.node import Node
from plywise.errors import InputError
from plywise.game import Value
from plywise.teach.exercises.random_source import Dice
from plywise.teach.exercises.requirements import MOST_LEAVES, Wishes
from plywise.trees.parse import Nested
from plywise.trees.tree import Tree

Lack = Callable[[Tree, str], int]
"""How far a tree is from what a kind of exercise needs, for a rule of cutting; 0: it will do."""

MOST_WORK = 500_000
"""Nodes that the searches for one tree may enter, in all; counted, not timed, so that every machine gives up alike."""
CHANGES = 400
"""Changes to one shape before another is tried."""
EARLY_LEAF = 0.25
"""How likely a node of an irregular tree is a leaf above the deepest ply."""

SHAPES_TRIED = 1_000

Shape = list[Any]
"""A node's children, which are shapes; a leaf has none."""


class Survey:
    """Counts cuts as an observer of a search. shown: nodes where a child is skipped; idle: where none was left."""

    def __init__(self, tree: Tree, cut: str) -> None:
        self.shown = self.idle = 0
        result = alphabeta(tree, cut=cut, observer=self)
        self.nodes, self.leaves = result.nodes, result.leaves

    def enter(self, node: Node, alpha: Value, beta: Value) -> None:
        """Nothing to count."""

    def leaf(self, node: Node, value: Value, estimate: bool) -> None:
        """Nothing to count."""

    def update(self, node: Node, child: Node, best: Value, alpha: Value, beta: Value) -> None:
        """Nothing to count."""

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value, pruned: Sequence[Node]) -> None:
        """Count a cut."""
        if pruned:
            self.shown += 1
        else:
            self.idle += 1

    def table_hit(self, node: Node, value: Value) -> None:
        """There is no table here."""

    def leave(self, node: Node, value: Value) -> None:
        """Nothing to count."""


def grow(wishes: Wishes, lack: Lack, dice: Dice) -> Tree:
    """Return a tree that has the properties, and lacks nothing. Raises InputError where none was found.

    The search of it does not cut after a node's last child, so that nobody need ask whether that counts as a cutoff;
    only where half of the work was in vain for that are such cutoffs put up with.
    """
    work = 0
    while work < MOST_WORK:
        shape = _shape(wishes, dice)
        leaves = _leaves(_count(shape), wishes, dice)
        score: int | None = None
        for _ in range(CHANGES):
            changed = leaves if score is None else _changed(leaves, wishes, dice)
            tree = Tree(_filled(shape, iter(changed)), max_first=wishes.max_first)
            new_score, entered = _distance(tree, wishes, lack, with_idle=work > MOST_WORK // 2)
            work += entered
            if new_score == 0:
                return tree
            if score is None or new_score <= score:
                leaves, score = changed, new_score
    raise InputError(
        f"no tree with {_said(wishes)} was found, though {work:,} nodes were searched: ask for other cuts or ties"
    )


def _distance(tree: Tree, wishes: Wishes, lack: Lack, with_idle: bool) -> tuple[int, int]:
    """Return how far a tree is from the wishes, and how many nodes it took to find out."""
    survey = Survey(tree, wishes.cut)
    low, high = wishes.cuts
    away = int(max(low - survey.shown, min(survey.shown, survey.shown - high), 0))
    away += 0 if with_idle else survey.idle
    entered = survey.nodes
    if wishes.ties == "purpose":
        other = Survey(tree, "gt" if wishes.cut == "ge" else "ge")
        away += other.nodes == survey.nodes
        entered += other.nodes
    return away or lack(tree, wishes.cut), entered


def _said(wishes: Wishes) -> str:
    low, high = wishes.cuts
    cuts = f"{low}" if low == high else f"{low} or more" if high > MOST_LEAVES else f"{low} to {high}"
    ties = {"never": "no ties", "purpose": "ties on purpose", "any": "any ties"}[wishes.ties]
    return (
        f"{cuts} cuts and {ties} ({wishes.shape}, branching {wishes.branching}, depth {wishes.depth}, "
        f"leaves from {wishes.values[0]} to {wishes.values[1]})"
    )


# --- shapes ----------------------------------------------------------------------------------------------------------


def _shape(wishes: Wishes, dice: Dice) -> Shape:
    if wishes.shape == "uniform":
        return _uniform(wishes.branching, wishes.depth)
    low, high = wishes.leaves
    if wishes.ties == "never":
        high = min(high, wishes.values[1] - wishes.values[0] + 1)
    for _ in range(SHAPES_TRIED):
        room = [2 * high]
        shape = _irregular(wishes.branching, wishes.depth, dice, room)
        if room[0] > 0 and low <= _count(shape) <= high:
            return shape
    raise InputError(
        f"no irregular tree of depth {wishes.depth} with 2 to {wishes.branching} children a node and {low} to {high} "
        f"leaves came up in {SHAPES_TRIED:,} tries"
    )


def _uniform(branching: int, depth: int) -> Shape:
    return [_uniform(branching, depth - 1) for _ in range(branching)] if depth else []


def _irregular(branching: int, depth: int, dice: Dice, room: list[int], must: bool = True) -> Shape:
    """Return a shape; where it must, one with a leaf as deep as `depth`. room: how many more nodes it may have."""
    room[0] -= 1
    if depth == 0 or room[0] <= 0 or (not must and dice.happens(EARLY_LEAF)):
        return []
    children = dice.between(2, branching)
    deepest = dice.below(children) if must else -1
    return [_irregular(branching, depth - 1, dice, room, must=place == deepest) for place in range(children)]


def _count(shape: Shape) -> int:
    """Return how many leaves a shape has."""
    return sum(map(_count, shape)) if shape else 1


# --- leaves ----------------------------------------------------------------------------------------------------------


def _leaves(number: int, wishes: Wishes, dice: Dice) -> list[int]:
    low, high = wishes.values
    if wishes.ties != "never":
        return [dice.between(low, high) for _ in range(number)]
    if high - low < 4 * MOST_LEAVES:
        return dice.shuffled(range(low, high + 1))[:number]
    chosen: dict[int, None] = {}
    while len(chosen) < number:
        chosen[dice.between(low, high)] = None
    return list(chosen)


def _changed(leaves: list[int], wishes: Wishes, dice: Dice) -> list[int]:
    """Return the leaves with one or two of them changed; such that differed all still do."""
    changed, place, other = list(leaves), dice.below(len(leaves)), dice.below(len(leaves))
    if wishes.ties != "never":
        changed[place] = leaves[other] if dice.happens(0.5) else dice.between(*wishes.values)
        return changed
    fresh = dice.between(*wishes.values)
    if fresh in leaves:
        changed[place], changed[other] = leaves[other], leaves[place]
    else:
        changed[place] = fresh
    return changed


def _filled(shape: Shape, leaves: Iterator[int]) -> Nested:
    """Return the shape as nested lists with leaf values from left to right."""
    return [_filled(child, leaves) for child in shape] if shape else next(leaves)
