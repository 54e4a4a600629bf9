"""SSS*: best-first search of solution trees; it never visits a node that alpha-beta would cut."""

from collections import Counter
from heapq import heappop, heappush
from math import inf
from typing import Unpack

from plywise.engines.algorithms import SSS
from plywise.engines.reference.node import Node
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.run import SearchRun
from plywise.engines.reference.search_functions import SearchOptions, run_search, searches
from plywise.engines.results import SearchResult
from plywise.game import MAX, Game, State, Value

# --- SSS* ------------------------------------------------------------------------------------------------------------


@searches(SSS)
def sss(
    game: Game, state: State = None, observer: Observer | None = None, **options: Unpack[SearchOptions]
) -> SearchResult:
    """Return the value by best-first search of solution trees; it never visits a node that alpha-beta would cut.

    OPEN holds nodes with a merit: an upper bound on the value of any solution tree that contains the node. The search
    takes the greatest merit first, the leftmost node among equals. When the root is solved, its merit is its value. The
    price is memory: OPEN grows with the tree. SSS* has no windows and so reports no cutoffs; `pruned` counts the
    actions listed but never searched.

    Source: Stockman, "A minimax algorithm better than alpha-beta?", 1979; Roizen and Pearl 1983.
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return sss_value(run, node)

    return run_search(SSS, value_of, game, state, observer=observer, **options)


class Candidate:
    """A node of a solution tree under construction.

    place: the left-to-right rank of its path, which breaks ties between equal merits
    merit: the value it was entered with, later the value it was solved with
    solved: nothing below it matters any more
    best: the child to follow
    """

    __slots__ = ("best", "children", "max_to_move", "merit", "node", "parent", "place", "solved")

    def __init__(self, node: Node, parent: "Candidate | None", place: tuple[int, ...]) -> None:
        self.node = node
        self.parent = parent
        self.place = place
        self.merit: Value = inf
        self.children: list[Candidate] = []
        self.max_to_move = False
        self.solved = False
        self.best: Candidate | None = None

    def purged(self) -> bool:
        """Return whether an ancestor was solved without this candidate."""
        ancestor = self.parent
        while ancestor is not None and not ancestor.solved:
            ancestor = ancestor.parent
        return ancestor is not None


class Open:
    """The OPEN list: live and solved candidates by descending merit, the leftmost first among equals."""

    def __init__(self) -> None:
        self.heap: list[tuple[Value, tuple[int, ...], bool, Candidate]] = []

    def push(self, candidate: Candidate, merit: Value, solved: bool) -> None:
        """Put a candidate on the list."""
        heappush(self.heap, (-merit, candidate.place, solved, candidate))

    def pop(self) -> tuple[Candidate, Value, bool]:
        """Remove the first candidate that still matters; return it, its merit, and whether it is solved."""
        while True:
            negated, _, solved, candidate = heappop(self.heap)
            if not candidate.purged():
                return candidate, -negated, solved


def sss_value(run: SearchRun, root: Node) -> Value:
    """Return the node's value."""
    run.window = None
    top, waiting = Candidate(root, None, ()), Open()
    listed: Counter[int] = Counter({root.ply: 1})  # ply -> nodes listed but not entered
    waiting.push(top, inf, solved=False)
    try:
        while not top.solved:
            candidate, merit, solved = waiting.pop()
            if solved:
                sss_solved(run, candidate, merit, waiting)
            else:
                sss_live(run, candidate, merit, waiting)
                listed[candidate.node.ply] -= 1
                listed[candidate.node.ply + 1] += len(candidate.children)
    finally:
        run.skip(listed)
    return top.merit


def sss_live(run: SearchRun, candidate: Candidate, merit: Value, waiting: Open) -> None:
    """Expand a live candidate: a leaf is solved; all children of a MAX node become live, the first of a MIN node."""
    node = candidate.node
    run.enter(node, -inf, merit)
    candidate.merit = merit
    if run.is_leaf(node):
        waiting.push(candidate, min(merit, run.leaf(node)), solved=True)
        return
    candidate.max_to_move = run.player(node) == MAX
    for place, child in enumerate(run.children(node)):
        candidate.children.append(Candidate(child, candidate, (*candidate.place, place)))
    for each in candidate.children if candidate.max_to_move else candidate.children[:1]:
        waiting.push(each, merit, solved=False)


def sss_solved(run: SearchRun, candidate: Candidate, merit: Value, waiting: Open) -> None:
    """Propagate a solved candidate: it solves a MAX parent; a MIN parent moves on to its next child."""
    fell = merit < candidate.merit
    candidate.solved, candidate.merit = True, merit
    if candidate.best is not None:
        candidate.node.follow(candidate.best.node)
    run.leave(candidate.node, merit)
    parent = candidate.parent
    if parent is None:
        return
    if parent.max_to_move or fell or parent.best is None:
        parent.best = candidate
    run.update(parent.node, candidate.node, merit, -inf, merit)
    following = candidate.place[-1] + 1
    if parent.max_to_move or following == len(parent.children):
        waiting.push(parent, merit, solved=True)
    else:
        waiting.push(parent.children[following], merit, solved=False)
