"""The exercise on the best ordering: in which order does alpha-beta read the fewest leaves, and how many?"""

from collections.abc import Mapping, Sequence
from typing import Any

from plywise.engines.algorithms import ALPHABETA
from plywise.errors import InputError
from plywise.teach.exercises.model import Part, Subject, letters
from plywise.teach.exercises.question_text import describe_search, describe_setting
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.search_rules import SearchRules
from plywise.trees.parse import Nested
from plywise.trees.tree import Tree, node_name

MARKS = 4
NO_BETTER_ORDER = "no order of the children in this tree reads fewer leaves than the given one"
Order = Mapping[int, Sequence[int]]
"""Inner node -> its children in the order searched. Nodes left out are searched as drawn."""


def count_leaves(tree: Tree, order: Order, rules: SearchRules) -> int:
    """Return how many leaves the search reads when children are searched in this order."""
    built: list[Nested] = list(tree.value)
    for node in reversed(range(tree.total_nodes)):
        if tree.child_count[node]:
            built[node] = [built[child] for child in order.get(node, _as_searched(tree, node, rules))]
    return rules._replace(right_to_left=False).search(Tree(built[0], max_first=tree.max_first)).leaves


def _as_searched(tree: Tree, node: int, rules: SearchRules) -> Sequence[int]:
    """Return a node's children in the order in which they are searched by default."""
    return tree.children(node)[::-1] if rules.right_to_left else tree.children(node)


def best_order(tree: Tree, rules: SearchRules) -> dict[int, list[int]]:
    """Return an order that reads the fewest leaves and differs from the drawing only where it must.

    Raises InputError if the best order is unknown: for the rule gt on a tree with ties, for shallow alpha-beta, and for
    a window.
    """
    leaves = [value for value in tree.value if value is not None]
    if rules.algorithm != ALPHABETA.name or not rules.is_open:
        raise InputError("the best ordering is computed only for alphabeta with an open window")
    if rules.cut == "gt" and len(set(leaves)) < len(leaves):
        raise InputError("the best ordering is computed only for the rule ge, or if no two leaves are equal")
    ideal = {node: [tree.first_child[node] + place for place in places] for node, places in enumerate(tree.ideal)}
    order = {node: best for node, best in ideal.items() if best != list(_as_searched(tree, node, rules))}
    fewest = count_leaves(tree, order, rules)
    for node in sorted(order, reverse=True):
        without = {other: children for other, children in order.items() if other != node}
        if count_leaves(tree, without, rules) == fewest:
            order = without
    return order


def order_text(order: Order) -> str:
    """Return an order in the students' notation: `A: C B; B: E D`."""
    return "; ".join(f"{node_name(node)}: {letters(tuple(children))}" for node, children in sorted(order.items()))


def count_saved(tree: Tree, rules: SearchRules) -> int:
    """Return how many leaves the best order saves."""
    return count_leaves(tree, {}, rules) - count_leaves(tree, best_order(tree, rules), rules)


def ordering_lacks(tree: Tree, rules: SearchRules) -> int:
    """Return 0 if some order saves leaves on this tree, else 1."""
    return 0 if count_saved(tree, rules) else 1


def draft_ordering(subject: Subject, rng: StableRandom) -> dict[str, Any]:
    """Ask for the order of children in which alpha-beta reads the fewest leaves."""
    tree, rules = subject.tree, subject.rules
    order = best_order(tree, rules)
    drawn, fewest = count_leaves(tree, {}, rules), count_leaves(tree, order, rules)
    as_drawn = "from right to left" if rules.right_to_left else "as drawn"
    asked = (
        "In which order should the children of each inner node be searched so that alpha-beta reads as few leaves as "
        "possible? Write each node's order like this: A: C B. Children you leave out follow those you name, in the "
        f"order drawn; nodes you leave out are searched {as_drawn}. Any order that reads the fewest leaves earns full "
        "marks; one that saves some leaves earns part of them."
    )
    because = f"{as_drawn}, {drawn} leaves are read; this order reads {fewest}, and no order reads fewer"
    if tree.minimal_leaves is not None and tree.minimal_leaves == fewest:
        because += " (b^ceil(d/2) + b^floor(d/2) - 1, Knuth and Moore)"
    part = Part("order", "order of the children", "ordering", MARKS, order_text(order), because)
    return {
        "text": [describe_setting(subject), describe_search(subject), asked],
        "parts": [part],
        "solution": [f"One best order: {order_text(order)}.", f"{because[0].upper()}{because[1:]}."],
    }
