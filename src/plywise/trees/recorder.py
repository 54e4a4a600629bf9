"""An Observer that records what a reference search does, event by event."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from plywise.engines.reference.node import Node
from plywise.game import MAX, Action, Game, State, Value
from plywise.trees.tree import NO_PARENT


@dataclass(slots=True)
class Event:
    """One event of a search: what happened at which record.

    kind: "enter", "leaf", "estimate", "update", "cutoff", "hit" (the transposition table answered) or "leave"
    record: the number of the record at which it happened
    alpha, beta: the window at the time
    value: the value of a leaf or a hit, the best so far of an update, what a leave returns
    child: the record of the child that an update or a cutoff follows
    changed: what an update changed: "alpha", "beta", "best" or ""
    owner: for a cutoff, the record whose bound was met (None: a bound of the window the search began with)
    pruned: for a cutoff, the records skipped
    visit: for an entry, which visit of the node it is, from 1; for a cutoff, of the root (which tells iterations apart)
    bound: for a leave, how the value relates to the true one: "exact", "lower" or "upper"
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

    id: its number, parents before children; the root is 0
    parent: the parent's number, NO_PARENT at the root
    action, word: the action that leads to it, and its notation
    ply: its distance from the root
    player: the player to move; None if the game is over, or if the node was never entered
    state: its state; None if it was never entered
    children: in the game's own order, all of them once any is entered; in an explicit tree, at pruned nodes too
    visits: how often it was entered
    leaf: whether it was a leaf at the last visit
    estimate: whether its value is the evaluation of a leaf
    guess: whether its value rests on an estimate below
    hit: whether the transposition table answered the last visit
    settled: whether the search has left it
    cut: whether the last visit was cut off
    iteration: the number of the root's visits at the last entry
    value: what it last returned, or its best so far, or a leaf's own value
    bound: how that value relates to the true one: "exact", "lower" or "upper"
    window: alpha and beta at the last entry
    name: its letters
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
    guess: bool = False
    hit: bool = False
    settled: bool = False
    cut: bool = False
    iteration: int = 0
    value: Value | None = None
    bound: str = "exact"
    window: tuple[Value, Value] = (-inf, inf)
    name: str = ""

    @property
    def visited(self) -> bool:
        """Whether the search ever entered the node."""
        return self.visits > 0


class Recorder:
    """Records the first `limit` node entries of a search and everything that happens between them.

    events: the events in order
    records: the nodes, with all their siblings
    leaves_read: the utilities read, in order, without estimates
    windows: for each record, its latest alpha and beta
    cuts: record -> its last cutoff that skipped a child
    truncated: whether the search continued after the limit
    """

    def __init__(self, game: Game, limit: float = inf) -> None:
        self.game = game
        self.limit = limit
        self.truncated = False
        self.entered = 0
        self.events: list[Event] = []
        self.records: list[Record] = []
        self.leaves_read: list[Value] = []
        self.windows: list[tuple[Value, Value]] = []
        self.cuts: dict[int, Event] = {}
        self._owners: list[tuple[int | None, int | None]] = []  # for each record, the owners of its alpha and beta
        self._ids: dict[Node, int] = {}
        self._known: dict[tuple[int, int], int] = {}  # (parent, place among its actions) -> record

    # --- the observer -------------------------------------------------------------------------------------------------

    def enter(self, node: Node, alpha: Value, beta: Value) -> None:
        """Record that a node is entered, for the first time or again."""
        if self.truncated or self.entered >= self.limit:
            self.truncated = True
            return
        self.entered += 1
        record = self._record(node)
        record.visits += 1
        record.hit = record.leaf = record.estimate = record.settled = record.cut = False
        record.value, record.bound = None, "exact"
        record.window = (alpha, beta)
        record.iteration = self.records[0].visits
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
        if not estimate:
            self.leaves_read.append(value)
        kind = "estimate" if estimate else "leaf"
        self.events.append(Event(kind, record.id, *self.windows[record.id], value=value))

    def update(self, node: Node, child: Node, best: Value, alpha: Value, beta: Value) -> None:
        """Record the window and the best value after a child."""
        if self.truncated:
            return
        record = self.records[self._ids[node]]
        self._list_children(node)
        old_alpha, old_beta = self.windows[record.id]
        owner_of_alpha, owner_of_beta = self._owners[record.id]
        changed = "best" if best != record.value else ""
        if alpha > old_alpha:
            changed, owner_of_alpha = "alpha", record.id
        if beta < old_beta:
            changed, owner_of_beta = "beta", record.id
        self.windows[record.id] = (alpha, beta)
        self._owners[record.id] = (owner_of_alpha, owner_of_beta)
        record.value = best
        self.events.append(Event("update", record.id, alpha, beta, best, self._ids[child], changed))

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value, pruned: Sequence[Node]) -> None:
        """Record a cutoff, the owner of the bound, and the skipped children."""
        if self.truncated:
            return
        self._list_children(node)
        record = self.records[self._ids[node]]
        owner_of_alpha, owner_of_beta = self._owners[record.id]
        owner = owner_of_beta if record.player == MAX else owner_of_alpha
        skipped = tuple(sorted(self._record(each).id for each in pruned))
        record.cut = True
        iteration = self.records[0].visits
        event = Event(
            "cutoff", record.id, alpha, beta, record.value, self._ids[child],
            owner=owner, pruned=skipped, visit=iteration,
        )  # fmt: skip
        if skipped:
            self.cuts[record.id] = event
        self.events.append(event)

    def table_hit(self, node: Node, value: Value) -> None:
        """Record that the transposition table answered."""
        if not self.truncated:
            record = self.records[self._ids[node]]
            record.hit = True
            self.events.append(Event("hit", record.id, *self.windows[record.id], value=value))

    def leave(self, node: Node, value: Value) -> None:
        """Record what a node returns."""
        if self.truncated:
            return
        record = self.records[self._ids[node]]
        record.settled = True
        if not record.leaf and not record.hit:
            now = [child for child in map(self.records.__getitem__, record.children) if child.visits]
            record.guess = any(each.estimate or each.guess for each in now if each.iteration == record.iteration)
        if not record.leaf:
            alpha, beta = record.window
            record.value = value
            outside = "upper" if value <= alpha else "lower" if value >= beta else "exact"
            if record.cut:
                outside = "lower" if record.player == MAX else "upper"
            record.bound = "exact" if self._seen_whole(record, value) else outside
        self.events.append(Event("leave", record.id, *self.windows[record.id], value=value, bound=record.bound))

    def _seen_whole(self, record: Record, value: Value) -> bool:
        """Return whether every child's value is exact, so that a value outside the window is exact too."""
        children = [self.records[child] for child in record.children]
        of_now = [child.settled and child.iteration == record.iteration for child in children]
        if not children or not all(of_now) or any(child.bound != "exact" for child in children):
            return False
        choose = max if record.player == MAX else min
        return value == choose(child.value for child in children if child.value is not None)

    # --- records ------------------------------------------------------------------------------------------------------

    def _record(self, node: Node) -> Record:
        """Return the record of a node's line of play; create it at its first visit."""
        parent = NO_PARENT if node.parent is None else self._ids[node.parent]
        known = self._known.get((parent, node.index))
        if known is not None:
            return self.records[known]
        if node.parent is not None:
            self._list_children(node.parent)
            known = self._known.get((parent, node.index))
            if known is not None:
                return self.records[known]
        return self.new_record(parent, node.action, node.index, node.ply)

    def new_record(self, parent: int, action: Action, index: int, ply: int) -> Record:
        """Add a record for a node and return it."""
        word = "" if parent == NO_PARENT else self.game.format_action(self.records[parent].state, action)
        record = Record(len(self.records), parent, action, word, ply)
        self.records.append(record)
        self.windows.append((-inf, inf))
        self._owners.append((None, None))
        self._known[parent, index] = record.id
        return record

    def _list_children(self, node: Node) -> None:
        """Create the records of all children of a node, in the game's order, as soon as one of them is entered."""
        record = self.records[self._ids[node]]
        if not record.children:
            children = sorted(node.children, key=lambda child: child.index)
            record.children = [self.new_record(record.id, each.action, each.index, each.ply).id for each in children]

    def _inherit(self, record: Record, alpha: Value, beta: Value) -> None:
        """Determine the owners of a node's alpha and beta: its parent's, unless the search set new ones."""
        owners: tuple[int | None, int | None] = (None, None)
        if record.parent != NO_PARENT:
            known, window = self._owners[record.parent], self.windows[record.parent]
            owners = (known[0] if alpha == window[0] else None, known[1] if beta == window[1] else None)
        self.windows[record.id] = (alpha, beta)
        self._owners[record.id] = owners
