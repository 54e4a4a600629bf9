"""Trace: what a reference search did, event by event, on a tree or on any game."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value, player_word
from plywise.search.node import Node
from plywise.search.reference import ALGORITHMS
from plywise.search.result import Bound, SearchResult
from plywise.trees.tree import Tree, node_name

NODE_LIMIT = 20_000
NO_PARENT = -1


@dataclass(slots=True)
class Event:
    """One event of a search: what happened at which record, and the window as it then stood.

    kind: "enter", "leaf", "update", "cutoff", "hit" (the transposition table answered) or "leave". value: of a leaf or
    a hit, the best so far of an update, what a node returns. child: the record of the child that an update or cutoff
    follows. changed: what an update changed: "alpha", "beta", "best" or "". owner: of a cutoff, the record whose bound
    was met (None: a bound of the window that the search began with). pruned: of a cutoff, the records skipped. visit:
    of an entry, the how-manieth; of a cutoff, the root's, which tells iterations apart. bound: of a leave, what the
    value says of the true one: "exact", "lower" or "upper".
    """

    kind: str
    record: int
    alpha: Value | None = None
    beta: Value | None = None
    value: Value | None = None
    child: int | None = None
    changed: str = ""
    owner: int | None = None
    pruned: tuple[int, ...] = ()
    visit: int = 1
    bound: str = "exact"


@dataclass(slots=True)
class Record:
    """One node of the tree that was searched, and what became of it.

    id: number, parents before children; the root is 0. children: in the game's own order, all of them once any is
    entered (and below an explicit tree's pruned children too). settled: whether the search came to leave it. value:
    what it returned last, or its best so far, or a leaf's own. bound: "exact", "lower" or "upper", what that value says
    of the true one. hit: whether the transposition table answered the last visit. window: alpha and beta on the last
    entry. visits: how often it was entered. estimate: whether its value is a leaf's evaluation.
    """

    id: int
    parent: int
    action: Action
    word: str
    ply: int
    player: int | None = None
    state: State = None
    children: list[int] = field(default_factory=list)
    visits: int = 0
    leaf: bool = False
    estimate: bool = False
    hit: bool = False
    settled: bool = False
    value: Value | None = None
    bound: str = "exact"
    window: tuple[Value, Value] = (-inf, inf)
    name: str = ""

    @property
    def visited(self) -> bool:
        """Whether the search ever entered the node."""
        return self.visits > 0


@dataclass(frozen=True)
class Pruned:
    """A child that was never searched, and why.

    path, at: the actions from the root to the child, and to the node that cut. nodes, leaves: of its subtree (None
    where the game is no explicit tree, so that nobody has counted them). side: "alpha" where a MIN node fell to alpha
    or below, "beta" where a MAX node reached beta. alpha, beta: as they stood at the cut. owner: the path of the node
    whose bound was met, None for the search's own window. because: one sentence.
    """

    path: tuple[Action, ...]
    nodes: int | None
    leaves: int | None
    at: tuple[Action, ...]
    side: str
    alpha: Value
    beta: Value
    owner: tuple[Action, ...] | None
    because: str
    record: int


class Trace:
    """A record of one reference search. Make one with `trace()`; it is an Observer while the search runs.

    events: in order. records: the nodes; `records[0]` is the root. truncated: the search went on after `limit` nodes
    without being recorded; then what is here is its beginning, and `pruned` is of that. result: the SearchResult.
    """

    def __init__(self, game: Game, limit: int | None = NODE_LIMIT, horizon: int | None = None) -> None:
        if limit is not None and limit < 1:
            raise InputError(f"a trace must have room for 1 node or more, not {limit}")
        self.game = game
        self.limit = inf if limit is None else limit
        self.horizon = inf if horizon is None else horizon
        self.truncated = False
        self.events: list[Event] = []
        self.records: list[Record] = []
        self.leaves_read: list[Value] = []
        self.result: SearchResult
        self._entered = 0
        self._ids: dict[Node, int] = {}
        self._children: dict[tuple[int, int], int] = {}
        self._windows: list[tuple[Value, Value]] = []
        self._owners: list[tuple[int | None, int | None]] = []
        self._cuts: dict[int, Event] = {}

    # --- the observer -------------------------------------------------------------------------------------------------

    def enter(self, node: Node, alpha: Value, beta: Value) -> None:
        """Record the entry of a node, for the first time or once more."""
        if self.truncated or self._entered >= self.limit:
            self.truncated = True
            return
        self._entered += 1
        record = self._record(node)
        record.visits += 1
        record.hit = False
        record.window = (alpha, beta)
        record.state = node.state
        over = self.game.terminal(node.state)
        record.player = None if over else self.game.player(node.state)
        self._ids[node] = record.id
        self._inherit(record, alpha, beta)
        self.events.append(Event("enter", record.id, alpha, beta, visit=record.visits))

    def leaf(self, node: Node, value: Value, estimate: bool) -> None:
        """Record a leaf's value."""
        if self.truncated:
            return
        record = self.records[self._ids[node]]
        record.leaf, record.estimate, record.value = True, estimate, value
        self.leaves_read.append(value)
        self.events.append(Event("leaf", record.id, *self._windows[record.id], value=value))

    def update(self, node: Node, child: Node, best: Value, alpha: Value, beta: Value) -> None:
        """Record the window, and the best value, after a child."""
        if self.truncated:
            return
        record = self.records[self._ids[node]]
        self._list_children(node)
        old_alpha, old_beta = self._windows[record.id]
        owner_of_alpha, owner_of_beta = self._owners[record.id]
        changed = "best" if best != record.value else ""
        if alpha > old_alpha:
            changed, owner_of_alpha = "alpha", record.id
        if beta < old_beta:
            changed, owner_of_beta = "beta", record.id
        self._windows[record.id] = (alpha, beta)
        self._owners[record.id] = (owner_of_alpha, owner_of_beta)
        record.value = best
        self.events.append(Event("update", record.id, alpha, beta, best, self._ids[child], changed))

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value, pruned: Sequence[Node]) -> None:
        """Record a cut, whose bound it met, and what it skipped."""
        if self.truncated:
            return
        self._list_children(node)
        record = self.records[self._ids[node]]
        owner_of_alpha, owner_of_beta = self._owners[record.id]
        owner = owner_of_beta if record.player == MAX else owner_of_alpha
        skipped = tuple(sorted(self._record(each).id for each in pruned))
        iteration = self.records[0].visits
        event = Event(
            "cutoff", record.id, alpha, beta, record.value, self._ids[child],
            owner=owner, pruned=skipped, visit=iteration,
        )  # fmt: skip
        if skipped:
            self._cuts[record.id] = event
        self.events.append(event)

    def table_hit(self, node: Node, value: Value) -> None:
        """Record that the table answered."""
        if not self.truncated:
            record = self.records[self._ids[node]]
            record.hit = True
            self.events.append(Event("hit", record.id, *self._windows[record.id], value=value))

    def leave(self, node: Node, value: Value) -> None:
        """Record what a node returns."""
        if self.truncated:
            return
        record = self.records[self._ids[node]]
        record.settled = True
        if not record.leaf:
            alpha, beta = record.window
            record.value = value
            outside = "upper" if value <= alpha else "lower" if value >= beta else "exact"
            record.bound = "exact" if self._seen_whole(record, value) else outside
        self.events.append(Event("leave", record.id, *self._windows[record.id], value=value, bound=record.bound))

    def _seen_whole(self, record: Record, value: Value) -> bool:
        """Return whether every child's value is known exactly, so that a value outside the window is exact too."""
        children = [self.records[child] for child in record.children]
        if not children or not all(child.settled and child.bound == "exact" for child in children):
            return False
        choose = max if record.player == MAX else min
        return value == choose(child.value for child in children if child.value is not None)

    # --- records ------------------------------------------------------------------------------------------------------

    def _record(self, node: Node) -> Record:
        """Return the record of a node's line of play, a new one where it was never met."""
        parent = NO_PARENT if node.parent is None else self._ids[node.parent]
        known = self._children.get((parent, node.index))
        if known is not None:
            return self.records[known]
        if node.parent is not None:
            self._list_children(node.parent)
            known = self._children.get((parent, node.index))
            if known is not None:
                return self.records[known]
        return self._new_record(parent, node.action, node.index, node.ply)

    def _new_record(self, parent: int, action: Action, index: int, ply: int) -> Record:
        word = "" if parent == NO_PARENT else self.game.format_action(self.records[parent].state, action)
        record = Record(len(self.records), parent, action, word, ply)
        self.records.append(record)
        self._windows.append((-inf, inf))
        self._owners.append((None, None))
        self._children[parent, index] = record.id
        return record

    def _list_children(self, node: Node) -> None:
        """Give every child of a node its record, in the game's order, as soon as one of them is met."""
        record = self.records[self._ids[node]]
        if not record.children:
            children = sorted(node.children, key=lambda child: child.index)
            record.children = [self._new_record(record.id, each.action, each.index, each.ply).id for each in children]

    def _inherit(self, record: Record, alpha: Value, beta: Value) -> None:
        """Find out whose alpha and beta a node is entered with: its parent knows, unless the search chose them."""
        owners: tuple[int | None, int | None] = (None, None)
        if record.parent != NO_PARENT:
            known, window = self._owners[record.parent], self._windows[record.parent]
            owners = (known[0] if alpha == window[0] else None, known[1] if beta == window[1] else None)
        self._windows[record.id] = (alpha, beta)
        self._owners[record.id] = owners

    def finish(self, result: SearchResult) -> "Trace":
        """Close the record: the search is over. Complete what an explicit tree has more, and name the nodes."""
        self.result = result
        self._ids.clear()
        if isinstance(self.game, Tree) and not self.truncated:
            self._complete_tree(self.game)
        if self.records and result.value is not None and result.bound is Bound.EXACT:
            self.records[0].value, self.records[0].bound = result.value, "exact"
        for number, record in enumerate(self.breadth_first()):
            record.name = node_name(number)
        return self

    def _complete_tree(self, tree: Tree) -> None:
        """Add the nodes that were never searched, so that they can be shown and counted."""
        for record in self.records:  # grows as children are added
            if record.state is None:
                record.state = tree.result(self.records[record.parent].state, record.action)
                record.player = None if tree.terminal(record.state) else tree.player(record.state)
            if not record.children and record.ply < self.horizon:
                for place in tree.actions(record.state):
                    record.children.append(self._new_record(record.id, place, place, record.ply + 1).id)

    # --- what can be read from it -------------------------------------------------------------------------------------

    def breadth_first(self) -> Iterator[Record]:
        """Yield the records ply by ply, from left to right."""
        row = [0] if self.records else []
        while row:
            yield from (self.records[number] for number in row)
            row = [child for number in row for child in self.records[number].children]

    def path(self, record: int) -> tuple[Action, ...]:
        """Return the actions from the root to a record."""
        actions = []
        while self.records[record].parent != NO_PARENT:
            actions.append(self.records[record].action)
            record = self.records[record].parent
        return tuple(actions[::-1])

    def cut_at(self, record: int) -> Event | None:
        """Return the last cutoff at a record, if any of the children it skipped was never entered at all."""
        cut = self._cuts.get(record)
        return cut if cut and any(not self.records[child].visited for child in cut.pruned) else None

    def name(self, record: int) -> str:
        """Return a record's letters."""
        return self.records[record].name

    @property
    def is_tree(self) -> bool:
        """Whether the game is an explicit tree, whose actions are mere places."""
        return isinstance(self.game, Tree)

    def below(self, record: int) -> int:
        """Return how many nodes are on record below one."""
        count, row = 0, self.records[record].children
        while row:
            count += len(row)
            row = [child for number in row for child in self.records[number].children]
        return count

    def follow(self, line: Sequence[Action]) -> list[int]:
        """Return the records along a line of play from the root, as far as they are on record."""
        record, met = self.records[0], [0]
        for action in line:
            here = [child for child in record.children if self.records[child].action == action]
            if not here:
                break
            record = self.records[here[0]]
            met.append(record.id)
        return met

    @property
    def nodes_visited(self) -> int:
        """How many different nodes were entered, each counted once."""
        return sum(record.visited for record in self.records)

    @cached_property
    def pruned(self) -> list[Pruned]:
        """Every child of a visited node that was never entered, with the reason; ply by ply, from left to right."""
        return [
            self._pruned(record, self.records[child])
            for record in self.breadth_first()
            if record.visited
            for child in record.children
            if not self.records[child].visited
        ]

    @property
    def pruned_by_ply(self) -> dict[int, int]:
        """Ply -> how many of the `pruned` children are there."""
        return dict(sorted(Counter(len(each.path) for each in self.pruned).items()))

    def _pruned(self, parent: Record, child: Record) -> Pruned:
        nodes = leaves = None
        if isinstance(self.game, Tree) and child.state is not None:
            nodes = self.game.subtree_nodes[child.state.node]
            leaves = self.game.subtree_leaves[child.state.node]
        cut = self._cut_above(child)
        if cut is not None:
            at, owner, because, alpha, beta = self.records[cut.record], cut.owner, self.reason(cut), cut.alpha, cut.beta
            if at is not parent:
                because = f"{parent.name} was only estimated, at an earlier horizon; later {because}"
            if self.result.algorithm == "deepening" and cut.visit < self.records[0].visits:
                because += f" (in iteration {cut.visit} of {self.records[0].visits}, as far as that looked)"
        else:
            at, (owner, because) = parent, self._uncut_reason(parent)
            alpha = -inf if owner is None else self.records[owner].value
            beta = self._windows[at.id][1]
        return Pruned(
            path=self.path(child.id),
            nodes=nodes,
            leaves=leaves,
            at=self.path(at.id),
            side="beta" if at.player == MAX else "alpha",
            alpha=-inf if alpha is None else alpha,
            beta=inf if beta is None else beta,
            owner=None if owner is None else self.path(owner),
            because=because,
            record=child.id,
        )

    def _cut_above(self, record: Record) -> Event | None:
        """Return the cutoff that skipped a record: at its parent, or further up if the parent was merely estimated."""
        while record.parent != NO_PARENT:
            cut = self._cuts.get(record.parent)
            if cut is not None and record.id in cut.pruned:
                return cut
            record = self.records[record.parent]
            if not record.estimate:
                return None
        return None

    def reason(self, cut: Event) -> str:
        """Return one sentence that says why a cutoff is sound: whose guarantee the node has met."""
        node = self.records[cut.record]
        if node.player == MAX:
            bound, relation, reached = cut.beta, "less", f"already has {cut.alpha}"
        else:
            bound, relation, reached = cut.alpha, "more", f"can have {cut.beta} at most"
        if cut.owner is None:
            asked = "below" if node.player == MAX else "above"
            whose = f"only values {asked} {bound} are asked for"
        else:
            whose = f"{self.name(cut.owner)} is guaranteed {bound} or {relation}"
        return f"{whose}; {node.name} {reached}; the rest of {node.name} cannot matter"

    def _uncut_reason(self, at: Record) -> tuple[int | None, str]:
        """Say why a node has unvisited children though nothing cut them: the table, SSS*, or a search stopped."""
        known = at
        while not known.hit and known.parent != NO_PARENT:
            known = self.records[known.parent]
        if known.hit:
            return None, f"the table knew enough of {known.name} to leave the rest of {at.name} alone"
        above = at
        while not above.settled and above.parent != NO_PARENT:
            above = self.records[above.parent]
        if not above.settled:
            return None, f"the search was stopped ({self.result.stopped_by}) before it came to the rest of {at.name}"
        return above.id, f"{above.name} was settled at {above.value} without the rest of {at.name}"

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as plain data, for JSON. Infinities are written "-inf" and "inf"."""
        return {
            "result": self.result.to_dict(),
            "truncated": self.truncated,
            "leaves_read": self.leaves_read,
            "records": [self._record_dict(record) for record in self.records],
            "events": [self._event_dict(event) for event in self.events],
            "pruned": [pruned_dict(each) for each in self.pruned],
        }

    def _record_dict(self, record: Record) -> dict[str, Any]:
        return {
            "id": record.id,
            "name": record.name,
            "parent": record.parent,
            "action": record.word,
            "ply": record.ply,
            "player": None if record.player is None else player_word(record.player),
            "children": record.children,
            "visits": record.visits,
            "leaf": record.leaf,
            "estimate": record.estimate,
            "value": record.value,
            "bound": record.bound if record.settled else None,
        }

    def _event_dict(self, event: Event) -> dict[str, Any]:
        plain: dict[str, Any] = {"kind": event.kind, "node": self.name(event.record)}
        plain |= {"alpha": number(event.alpha), "beta": number(event.beta), "value": number(event.value)}
        if event.child is not None:
            plain["child"] = self.name(event.child)
        if event.changed:
            plain["changed"] = event.changed
        if event.kind == "cutoff":
            plain["owner"] = None if event.owner is None else self.name(event.owner)
            plain["pruned"] = [self.name(each) for each in event.pruned]
        return plain

    def __str__(self) -> str:
        """Return the walk-through in words, and the drawing.

        Showing lies above recording, so it is imported only when something is to be shown.
        """
        from plywise.show.text import draw_trace
        from plywise.teach.walkthrough import walkthrough

        return walkthrough(self) + "\n\n" + draw_trace(self)


def trace(
    game: Game,
    state: State = None,
    algorithm: str = "alphabeta",
    *,
    limit: int | None = NODE_LIMIT,
    depth: int | None = None,
    **options: Any,
) -> Trace:
    """Search a state and return the Trace of it.

    limit: how many node entries are recorded (None: all); the search itself goes on. depth and options: those of the
    algorithm, see `plywise.search.reference`. Raises InputError for an unknown algorithm.

    >>> print(trace(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)).pruned[0].because)
    A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter
    """
    if algorithm not in ALGORITHMS:
        raise InputError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    watcher = Trace(game, limit, depth)
    result = ALGORITHMS[algorithm](game, state, depth=depth, observer=watcher, **options)
    return watcher.finish(result)


def pruned_dict(pruned: Pruned) -> dict[str, Any]:
    """Return a pruned child as plain data, for JSON."""
    return {
        "path": list(pruned.path),
        "nodes": pruned.nodes,
        "leaves": pruned.leaves,
        "at": list(pruned.at),
        "side": pruned.side,
        "alpha": number(pruned.alpha),
        "beta": number(pruned.beta),
        "because": pruned.because,
    }


def number(value: Value | None) -> Value | str | None:
    """Return a number as JSON can hold it: the infinities as words."""
    if value == inf:
        return "inf"
    return "-inf" if value == -inf else value
