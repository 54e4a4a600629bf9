"""The contents of each node of a searched tree at a step; tree_drawing.py determines the positions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plywise.game import MAX, Cell, Coordinates, Game, State, player_word
from plywise.game.cells import changed_cells
from plywise.show.box_sizes import ReservedSize, reserved_sizes
from plywise.show.labels import entry_text, short_number, value_text, window_texts
from plywise.trees.recorder import Record
from plywise.trees.recording import Recording
from plywise.trees.replay import AHEAD, Replay, Status

MAX_NODE, MIN_NODE, LEAF_NODE, MORE = "max", "min", "leaf", "more"
"""Kinds of views; MORE stands for nodes that are not drawn."""

MAX_NODES, MAX_BOARDS = 250, 60
"""The default maximum of drawn nodes: for a tree, and for a game whose positions are drawn."""

MAX_CHILDREN = 40

Board = tuple[tuple[Cell, ...], ...]
NO_COORDINATES = Coordinates()


@dataclass(frozen=True, slots=True)
class NodeView:
    """The contents of one node.

    record: its number in the recording; for a MORE, its parent's
    kind: MAX_NODE, MIN_NODE, LEAF_NODE or MORE
    children: their places in the list of views
    value: written inside the node
    name, entry: written to its left
    window: alpha and beta, written to its right
    cut: whether it was cut off, written below the window
    word: the action that leads to it
    board: its position, as rows of cells
    grid: whether the board has lines between its cells
    coordinates: the labels around the board, which the root's has for all
    changed: the cells that the action changed, by row and column
    phase: as in Status, or "pruned"
    crossed: whether the edge to it is crossed out
    on_line: whether it lies on the principal variation
    current: whether the step happened here
    hidden: for a MORE, the number of nodes it stands for
    title: all of this in one sentence
    reserved: the space it needs over all steps; None: for its current contents
    """

    record: int
    kind: str
    children: tuple[int, ...] = ()
    value: str = ""
    name: str = ""
    entry: str = ""
    window: tuple[str, str] | None = None
    cut: bool = False
    word: str = ""
    board: Board | None = None
    grid: bool = True
    coordinates: Coordinates = NO_COORDINATES
    changed: frozenset[tuple[int, int]] = frozenset()
    phase: str = AHEAD
    crossed: bool = False
    on_line: bool = False
    current: bool = False
    hidden: int = 0
    title: str = ""
    reserved: ReservedSize | None = None


def node_views_of(
    replay: Replay,
    step: int | None = None,
    most_nodes: int | None = None,
    boards: bool = True,
    hide_values: bool = False,
) -> list[NodeView]:
    """Return the views of a replay's nodes after a step (None: the last), the root first, parents before children.

    most_nodes: the most nodes drawn (None: MAX_NODES, or MAX_BOARDS if positions are drawn)
    boards: draw a game's positions
    hide_values: leave the leaves of an explicit tree blank until the search has read them

    If the tree is larger, the principal variation and the upper plies are drawn, and a MORE for each omitted subtree.
    """
    recording = replay.recording
    if not recording.records:
        return []
    views = _NodeViews(replay, replay.last if step is None else step, boards, hide_values)
    if most_nodes is None:
        most_nodes = MAX_BOARDS if views.boards else MAX_NODES
    return views.build(select_nodes(recording, most_nodes))


def select_nodes(recording: Recording, most_nodes: int) -> dict[int, list[int]]:
    """Return the records to draw, breadth first, each with those of its children that are drawn.

    The root's children are always drawn; then, while there is room, the principal variation with its siblings, and the
    rest ply by ply from left to right.
    """
    on_line = recording.follow(recording.result.pv[:most_nodes])
    opened: dict[int, list[int]] = {}
    count = 1
    for record in on_line or [0]:
        if record and count + min(len(recording.records[record].children), MAX_CHILDREN) > most_nodes:
            break
        count += _select_children(recording, record, opened, on_line)
    waiting = [0]
    for record in waiting:
        if record not in opened:
            if count + min(len(recording.records[record].children), MAX_CHILDREN) > max(most_nodes, 1):
                continue
            count += _select_children(recording, record, opened, on_line)
        waiting += opened[record]
    return {record: opened.get(record, []) for record in waiting}


def _select_children(recording: Recording, record: int, opened: dict[int, list[int]], on_line: Sequence[int]) -> int:
    """Select a record's children, or the first of them if there are too many; return how many were selected."""
    children = recording.records[record].children
    chosen = children[:MAX_CHILDREN]
    if len(children) > MAX_CHILDREN:
        chosen += [child for child in children[MAX_CHILDREN:] if child in on_line]
    opened[record] = list(chosen)
    return len(chosen)


class _NodeViews:
    """The views of the nodes at one step."""

    def __init__(self, replay: Replay, step: int, boards: bool, hide_values: bool) -> None:
        self.hide_values = hide_values
        self.recording = replay.recording
        self.statuses = replay.statuses_at(step)
        self.current = replay.current_record(step) if step < replay.last else None
        ended = step == replay.last
        self.on_line = (
            set(self.recording.follow(self.recording.result.pv)) if ended and self.recording.result.pv else set()
        )
        self.boards = boards and not self.recording.is_tree
        self.below = _count_below(self.recording)
        self.replay = replay

    def build(self, opened: dict[int, list[int]]) -> list[NodeView]:
        """Return the views of records. opened: for each record, those of its children that are drawn."""
        self.reserved_sizes = reserved_sizes(self.replay, opened)
        place = {record: number for number, record in enumerate(opened)}
        views: list[NodeView] = []
        more: list[NodeView] = []
        for record, children in opened.items():
            under = [place[child] for child in children]
            hidden = self.below[record] - sum(1 + self.below[child] for child in children)
            if hidden:
                under.append(len(opened) + len(more))
                more.append(self.build_more(record, hidden))
            views.append(self.build_view(self.recording.records[record], tuple(under)))
        return views + more

    def build_more(self, record: int, hidden: int) -> NodeView:
        """Return the view that stands for nodes that are not drawn."""
        noun = "node" if hidden == 1 else "nodes"
        name = self.recording.name(record)
        return NodeView(
            record, MORE, value=f"+{hidden:,}", hidden=hidden, title=f"{hidden:,} {noun} below {name}, not drawn"
        )

    def build_view(self, record: Record, children: tuple[int, ...]) -> NodeView:
        """Return a record's view."""
        status, recording = self.statuses[record.id], self.recording
        pruned = self.is_pruned(record)
        state = state_of(recording, record)
        board, grid = self.board(state)
        kind = kind_of(recording, record, state)
        return NodeView(
            record=record.id,
            kind=kind,
            children=children,
            value=self.value(record, status),
            name=record.name,
            entry=entry_text(status),
            window=window_texts(recording, status) if kind != LEAF_NODE else None,
            cut=status.cut,
            word=recording.move(record),
            board=board,
            grid=grid,
            coordinates=coordinates_of(recording, record) if board else NO_COORDINATES,
            changed=self.changed_cells(record, board),
            phase="pruned" if pruned else status.phase,
            crossed=status.skipped,
            on_line=record.id in self.on_line,
            current=record.id == self.current,
            reserved=self.reserved_sizes[record.id],
            title=self.title(record, status, pruned),
        )

    def value(self, record: Record, status: Status) -> str:
        """Return the text inside a node."""
        return value_text(self.recording, record, status, written=not self.hide_values)

    def is_pruned(self, record: Record) -> bool:
        """Return whether a node, or one above it, was skipped and never entered."""
        while not self.statuses[record.id].visits:
            if self.statuses[record.id].skipped:
                return True
            if record.parent < 0:
                break
            record = self.recording.records[record.parent]
        return False

    def board(self, state: State) -> tuple[Board | None, bool]:
        """Return a state's board, or None if it is not drawn, and whether it has a grid."""
        if not self.boards or state is None:
            return None, True
        return board_of(self.recording.game, state), self.recording.game.grid

    def changed_cells(self, record: Record, board: Board | None) -> frozenset[tuple[int, int]]:
        """Return the cells in which a board differs from its parent's."""
        if board is None or record.parent < 0:
            return frozenset()
        return changed_cells(board_of(self.recording.game, self.recording.records[record.parent].state), board)

    def title(self, record: Record, status: Status, pruned: bool) -> str:
        """Return everything that a node shows, in one sentence."""
        return ", ".join(self.facts(record, status, pruned))

    def facts(self, record: Record, status: Status, pruned: bool) -> Iterator[str]:
        """Yield the parts of that sentence."""
        yield record.name + (f" ({player_word(record.player)})" if record.player is not None else "")
        if self.recording.move(record):
            yield f"after {self.recording.move(record)}"
        value = self.value(record, status).replace("\u2265", "at least ").replace("\u2264", "at most ")
        if value:
            yield f"value {value.rstrip('?')}" + (", an estimate" if value.endswith("?") else "")
        if status.cut:
            yield f"cut off with alpha {short_number(status.alpha)} and beta {short_number(status.beta)}"
        if pruned:
            yield "pruned, never looked at"
        elif not status.visits:
            yield "not looked at yet"
        if record.id in self.on_line:
            yield "on the principal variation"


def state_of(recording: Recording, record: Record) -> State:
    """Return a record's state, or its parent's state after the record's action; None if neither is known."""
    if record.state is not None or record.parent < 0:
        return record.state
    parent = recording.records[record.parent]
    return None if parent.state is None else recording.game.result(parent.state, record.action)


def kind_of(recording: Recording, record: Record, state: State) -> str:
    """Return the kind of a record's view. state: from `state_of`."""
    if state is not None and recording.game.terminal(state):
        return LEAF_NODE
    player = record.player if record.player is not None or state is None else recording.game.player(state)
    return LEAF_NODE if player is None else MAX_NODE if player == MAX else MIN_NODE


def board_of(game: Game, state: State) -> Board | None:
    """Return a state's board as rows of cells; None if the game has no board."""
    rows = None if state is None else game.cells(state)
    return tuple(tuple(row) for row in rows) if rows else None


def coordinates_of(recording: Recording, record: Record) -> Coordinates:
    """Return the labels drawn around a record's board: the root has them, and all boards are laid out alike."""
    return NO_COORDINATES if recording.is_tree or record.parent >= 0 else recording.game.coordinates()


def _count_below(recording: Recording) -> list[int]:
    """Return, for each record, the number of records below it."""
    counts = [0] * len(recording.records)
    for record in reversed(recording.records):
        if record.parent >= 0:
            counts[record.parent] += counts[record.id] + 1
    return counts
