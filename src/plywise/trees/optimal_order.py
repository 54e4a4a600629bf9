"""The orders of a tree's children in which alpha-beta reads the fewest and the most leaves.

Both are exact for a search with an open window that cuts when alpha >= beta. Only the order of siblings changes; the
search reads from left to right.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from plywise.errors import InputError
from plywise.game import Value
from plywise.process.recursion import recursion_budget

Places = Sequence[int]


class Shape(NamedTuple):
    """A tree as arrays with one item per node; children have higher numbers than their parent.

    parent: the parent's number; at the root, any number
    first_child, child_count: a node's children are numbered consecutively
    maximising: whether MAX moves at the node
    values: minimax values
    height: the deepest ply
    """

    parent: Sequence[int]
    first_child: Sequence[int]
    child_count: Sequence[int]
    maximising: Sequence[bool]
    values: Sequence[Value]
    height: int

    @property
    def total_nodes(self) -> int:
        """The number of nodes."""
        return len(self.values)

    def children(self, node: int) -> range:
        """Return the numbers of a node's children."""
        first = self.first_child[node]
        return range(first, first + self.child_count[node])


def ideal_order(tree: Shape) -> list[list[int]]:
    """Return each node's children, by place, in an order in which alpha-beta reads the fewest leaves.

    Along the principal variation the best child comes first. Elsewhere it is enough to bound a value by the root's
    value v, so the child that does so with the fewest leaves comes first. With v known, the numbers of leaves needed
    are computed bottom-up:

        at_most[n]   leaves that prove value(n) <= v: at a MIN node, those of the cheapest child; at a MAX node, of all
        at_least[n]  leaves that prove value(n) >= v, with the players exchanged
        exactly[n]   leaves read with an open window if value(n) = v: one child exactly, a bound for each of the others

    On a uniform tree this is the minimal tree of Knuth and Moore.
    """
    values, v = tree.values, tree.values[0]
    at_most: list[float] = [inf] * tree.total_nodes
    at_least: list[float] = [inf] * tree.total_nodes
    exactly: list[float] = [inf] * tree.total_nodes
    order: list[list[int]] = [[] for _ in range(tree.total_nodes)]
    for node in reversed(range(tree.total_nodes)):
        children = tree.children(node)
        if not children:
            at_most[node] = 1 if values[node] <= v else inf
            at_least[node] = 1 if values[node] >= v else inf
            exactly[node] = 1 if values[node] == v else inf
            continue
        maximising = tree.maximising[node]
        # The bound that a single child proves, and the bound that takes every child.
        one, every = (at_least, at_most) if maximising else (at_most, at_least)
        one[node] = min(one[child] for child in children)
        every[node] = sum(every[child] for child in children)
        if values[node] == v:
            gains = [exactly[child] - every[child] if exactly[child] < inf else inf for child in children]
            first = gains.index(min(gains))
            exactly[node] = every[node] + gains[first]
        else:
            first = min(range(len(children)), key=lambda place: one[children[place]])
        order[node] = [first, *(place for place in range(len(children)) if place != first)]
    return _put_refutations_first(tree, order, at_most, at_least)


def _put_refutations_first(
    tree: Shape, order: list[list[int]], at_most: list[float], at_least: list[float]
) -> list[list[int]]:
    """Put the cheapest refutation first off the principal variation, where a node of value v too needs only a bound."""
    on_variation = [False] * tree.total_nodes
    on_variation[0] = True
    for node in range(tree.total_nodes):
        children = tree.children(node)
        if not children:
            continue
        if on_variation[node]:
            on_variation[children[order[node][0]]] = True
            continue
        one = at_least if tree.maximising[node] else at_most
        cheapest = min(range(len(children)), key=lambda place: one[children[place]])
        order[node] = [cheapest, *(place for place in range(len(children)) if place != cheapest)]
    return order


def worst_order(tree: Shape) -> list[list[int]]:
    """Return each node's children, by place, in an order in which alpha-beta reads the most leaves.

    Not every tree can be made to read all its leaves, and sorting the children worst first is not always optimal,
    because alpha reaches past the next MIN node into deeper MAX nodes (deep cutoffs). But a child's window depends
    only on the true values of the siblings before it, so the most leaves that a node can read in a window (alpha, beta)
    follow from those of its children in their windows.

    The time grows with the square of a node's branching and with the number of windows that can occur there: a hundred
    thousand leaves take from half a minute (ten children a node) to minutes (ten thousand at the root). Raises
    InputError for trees with branching nodes nested deeper than MAX_DEEP.
    """
    search = _WorstOrder(tree)
    with recursion_budget() as budget:
        budget.reach(min(tree.height, MAX_DEEP), FRAMES_A_PLY)
        search.max_leaves(0, -inf, inf)
    return search.collect_order()


MAX_DEEP = 2_500
FRAMES_A_PLY = 5

Chain = tuple[int, int | None, int]  # leaves read; the index of the chain it extends; the place of its last record
Leaves = Callable[[int, Value], int]  # the most leaves that a child reads when searched after a record


class _WorstOrder:
    """The most leaves for each (node, window) that can occur, and the order of children that reaches it.

    At a MAX node (a MIN node is its mirror image) only a child better than all before it, a record, raises alpha. Any
    other child is best searched as soon as a record exceeds it, before alpha rises further. So the children are sorted
    by value, and the choice is which of them become records. A child worth beta or more cuts, so it must be the last
    one searched, and the records before it may stop early to leave it a wide window.
    """

    def __init__(self, tree: Shape) -> None:
        self.tree = tree
        self.values = tree.values
        self.known: dict[tuple[int, Value, Value], tuple[int, Places]] = {}
        self.least, self.greatest = _find_ranges(tree)
        self.deep = 0

    def max_leaves(self, node: int, alpha: Value, beta: Value) -> int:
        """Return the most leaves that the node can be made to read in the window alpha < beta."""
        tree = self.tree
        while tree.child_count[node] == 1:  # nothing to arrange
            node = tree.first_child[node]
        if not tree.child_count[node]:
            return 1
        key = self.widen_window(node, alpha, beta)
        found = self.known.get(key)
        if found is None:
            self.deep += 1
            if self.deep > MAX_DEEP:
                raise InputError(f"the worst order is worked out for trees at most {MAX_DEEP:,} branchings deep")
            found = self.known[key] = self.find_best_chain(*key)
            self.deep -= 1
        return found[0]

    def widen_window(self, node: int, alpha: Value, beta: Value) -> tuple[int, Value, Value]:
        """Return the node with its window, opened on a side where no leaf below can tell the difference."""
        return (node, alpha if alpha >= self.least[node] else -inf, beta if beta <= self.greatest[node] else inf)

    def find_best_chain(self, node: int, alpha: Value, beta: Value) -> tuple[int, Places]:
        """Return the most leaves, and the places of the children in an order that reaches it."""
        tree = self.tree
        maximising = tree.maximising[node]
        sign = 1 if maximising else -1
        worth = {child: sign * self.values[child] for child in tree.children(node)}
        floor, ceiling = (alpha, beta) if maximising else (-beta, -alpha)

        def leaves(child: int, record: Value) -> int:
            low = max(floor, record)
            return self.max_leaves(child, low, ceiling) if maximising else self.max_leaves(child, -ceiling, -low)

        children = sorted(worth, key=worth.__getitem__)
        quiet = [child for child in children if worth[child] < ceiling]
        cutting = children[len(quiet) :]
        if not any(tree.child_count[child] for child in children):
            # A leaf counts one in any window: all the quiet ones, then one that cuts.
            total, order = len(quiet) + (len(cutting) > 0), children
        elif cutting:
            total, order = _close_chain(_find_best_chains(quiet, worth, leaves), quiet, cutting, worth, leaves)
        else:
            # A leaf counts one wherever it stands; placed last it narrows no sibling's window.
            inner = [child for child in quiet if tree.child_count[child]]
            chains = _find_best_chains(inner, worth, leaves)
            total = chains[-1][0] + len(quiet) - len(inner)
            order = _unroll_chain(chains, inner, len(inner))
            order += [child for child in quiet if not tree.child_count[child]]
        placed = set(order)
        rest = [child for child in children if child not in placed]
        return total, [child - tree.first_child[node] for child in (*order, *rest)]

    def collect_order(self) -> list[list[int]]:
        """Return the order at each node in the window it is searched with; as given if it never is."""
        tree = self.tree
        order = [list(range(count)) for count in tree.child_count]
        windows: dict[int, tuple[Value, Value]] = {0: (-inf, inf)}
        for node in range(tree.total_nodes):
            if node not in windows or not tree.child_count[node]:
                continue
            alpha, beta = windows.pop(node)
            if tree.child_count[node] > 1:
                order[node] = list(self.known[self.widen_window(node, alpha, beta)][1])
            for place in order[node]:
                child = tree.first_child[node] + place
                windows[child] = (alpha, beta)
                if tree.maximising[node]:
                    alpha = max(alpha, self.values[child])
                else:
                    beta = min(beta, self.values[child])
                if alpha >= beta:
                    break
        return order


def _find_ranges(tree: Shape) -> tuple[list[Value], list[Value]]:
    """Return the least and the greatest leaf value below each node."""
    least: list[Value] = list(tree.values)
    greatest: list[Value] = list(tree.values)
    for node in reversed(range(1, tree.total_nodes)):
        parent = tree.parent[node]
        least[parent] = min(least[parent], least[node])
        greatest[parent] = max(greatest[parent], greatest[node])
    return least, greatest


def _find_best_chains(quiet: Sequence[int], worth: dict[int, Value], leaves: Leaves) -> list[Chain]:
    """Return, for each i, the best chain whose last record is quiet[i - 1] (0: the empty chain); none of these cuts.

    Children whose values lie between two records are searched as soon as the greater record exceeds them.
    """
    chains: list[Chain] = [(0, None, 0)]
    for i, record in enumerate(quiet):
        between = 0
        best: Chain = (-1, None, i)
        for j in range(i, -1, -1):
            total = chains[j][0] + leaves(record, worth[quiet[j - 1]] if j else -inf) + between
            if total > best[0]:
                best = (total, j, i)
            if j:
                between += leaves(quiet[j - 1], worth[record])
        chains.append(best)
    return chains


def _unroll_chain(chains: list[Chain], quiet: Sequence[int], end: int) -> list[int]:
    """Return the children of a chain in order: each record, followed by those it exceeds."""
    blocks = []
    while end:
        _, before, place = chains[end]
        assert before is not None, "only the empty chain has nothing before it"
        blocks.append([quiet[place], *quiet[before:place]])
        end = before
    return [child for block in reversed(blocks) for child in block]


def _close_chain(
    chains: list[Chain], quiet: Sequence[int], cutting: Sequence[int], worth: dict[int, Value], leaves: Leaves
) -> tuple[int, list[int]]:
    """Return the most leaves of a chain that ends with a cutting child, and its children in order."""
    best, end, closing = -1, 0, cutting[0]
    for i, chain in enumerate(chains):
        for last in cutting:
            total = chain[0] + leaves(last, worth[quiet[i - 1]] if i else -inf)
            if total > best:
                best, end, closing = total, i, last
    return best, [*_unroll_chain(chains, quiet, end), closing]
