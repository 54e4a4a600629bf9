"""Records a reference search, event by event, on a tree or on any game."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, Self, Unpack

from plywise.arguments.keywords import spell_out
from plywise.engines.algorithms import ALGORITHMS, Algorithm, referenced_algorithm
from plywise.engines.limits import Limits
from plywise.engines.reference import FUNCTIONS, alphabeta, mtdf
from plywise.engines.reference.search_functions import CutOptions, SearchOptions
from plywise.engines.results import Bound, SearchResult
from plywise.engines.sampling import sample_in_python
from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value, player_word, require_game
from plywise.trees.recorder import Event, Record, Recorder
from plywise.trees.tree import NO_PARENT, Tree, node_name

NODE_LIMIT = 20_000
"""The default limit of recorded node entries: as many as a page can show."""

SEARCH_LIMIT = 1_000_000
"""The default node limit of a recorded search: half a minute at most."""


SAMPLE_LIMIT = 1_000
"""The default number of random games of a recorded search by playouts."""


class RecordOptions(SearchOptions, total=False):
    """Keyword options of a recording.

    limit: the maximum node entries recorded (None: all; the search itself continues)
    alpha, beta: the window, for algorithms that take one
    guess: the first test value of MTD(f)
    """

    limit: int | None
    alpha: Value
    beta: Value
    guess: Value


@dataclass(frozen=True)
class Pruned:
    """A child that was never searched, and why.

    path: the actions from the root to the child
    nodes, leaves: the size of its subtree (None unless the game is an explicit tree)
    at: the actions from the root to the node that cut
    side: "alpha" if a MIN node fell to alpha or below, "beta" if a MAX node reached beta
    alpha, beta: the window at the cut
    owner: the path of the node whose bound was met, None for the window the search began with
    because: the reason, in one sentence
    record: the number of the child's record
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

    def to_dict(self) -> dict[str, Any]:
        """Return the pruned child as plain data, for JSON."""
        return {
            "path": list(self.path),
            "nodes": self.nodes,
            "leaves": self.leaves,
            "at": list(self.at),
            "side": self.side,
            "alpha": json_number(self.alpha),
            "beta": json_number(self.beta),
            "because": self.because,
        }


class Recording:
    """The complete record of one reference search. Make one with `record()`.

    game: the game searched
    result: the SearchResult
    algorithm: the Algorithm that searched
    horizon: the requested depth; None if it was not limited
    cut: the cut rule, "ge" or "gt"
    events: the events in order
    records: the nodes; `records[0]` is the root
    leaves_read: the utilities read, in order, without estimates
    truncated: whether the search continued after the recording's limit
    to_record_more, to_search_longer: how to request more, in terms of the caller's interface

    A truncated recording, and its `pruned`, is only the beginning of the search.
    Nodes are lettered breadth first. The nodes of an explicit tree that were never searched have records too.
    """

    to_record_more = "limit="
    to_search_longer = "nodes="

    def __init__(
        self, game: Game, recorder: Recorder, result: SearchResult, horizon: int | None = None, cut: str = "ge"
    ) -> None:
        self.game = game
        self.horizon = horizon
        self.cut = cut
        self.result = result
        self.algorithm = ALGORITHMS[result.algorithm]
        self.events = recorder.events
        self.records = recorder.records
        self.leaves_read = recorder.leaves_read
        self.truncated = recorder.truncated
        self._windows = recorder.windows
        self._cuts = recorder.cuts
        if isinstance(game, Tree) and not self.truncated:
            _add_unsearched(game, recorder, inf if horizon is None else horizon)
        is_known = result.bound is Bound.EXACT and (result.proved or not self.algorithm.samples)
        if self.records and result.value is not None and is_known:
            self.records[0].value, self.records[0].bound = result.value, "exact"
        for number, record in enumerate(self.breadth_first()):
            if isinstance(game, Tree) and record.state is not None:
                record.name = game.node_names[record.state.node]
            else:
                record.name = node_name(number)

    def __repr__(self) -> str:
        result = self.result
        kept = f", {len(self.records):,} records, truncated" if self.truncated else ""
        return (
            f"<{type(self).__name__} of {result.algorithm} on {self.game!r}: value {result.value}, "
            f"{result.nodes:,} nodes, {result.leaves:,} leaves, {result.cutoffs:,} cutoffs{kept}>"
        )

    def breadth_first(self) -> Iterator[Record]:
        """Yield the records ply by ply, each ply from left to right."""
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
        """Return the last cutoff at a record, provided some child it skipped was never entered at all."""
        cut = self._cuts.get(record)
        return cut if cut and any(not self.records[child].visited for child in cut.pruned) else None

    def below_pruned(self, record: int) -> bool:
        """Return whether a node is pruned or lies below a pruned node."""
        if self.truncated:
            return self.is_pruned(record)
        return not self.records[record].visited

    def bound(self, record: Record) -> str:
        """Return how a record's value relates to the true one: "exact", "lower" or "upper".

        A node that the search never left is worth at least its best child to the player to move; under SSS* its value
        is an upper bound, its merit.
        """
        if record.settled or record.leaf:
            return record.bound
        return "lower" if record.player == MAX and not self.algorithm.best_first else "upper"

    def is_estimated(self, record: Record) -> bool:
        """Return whether a record's value is an estimate, or rests on one below it."""
        return record.estimate if record.leaf else record.guess

    def name(self, record: int) -> str:
        """Return a record's letters."""
        return self.records[record].name

    @property
    def is_tree(self) -> bool:
        """Whether the game is an explicit tree, whose actions are places among the children."""
        return isinstance(self.game, Tree)

    def move(self, record: Record) -> str:
        """Return the move that leads to a record, in readable form; "" if the node's own name suffices.

        In an explicit tree nodes are identified by their letters or names, unless the names belong to moves only.
        """
        if not isinstance(self.game, Tree):
            return record.word
        if not self.game.moves_have_names or record.parent == NO_PARENT:
            return ""
        return self.game.names[self.game.result(self.records[record.parent].state, record.action).node]

    def below(self, record: int) -> int:
        """Return the number of records below one."""
        count, row = 0, self.records[record].children
        while row:
            count += len(row)
            row = [child for number in row for child in self.records[number].children]
        return count

    def follow(self, line: Sequence[Action]) -> list[int]:
        """Return the records along a line of play from the root, as far as they go."""
        record, met = self.records[0], [0]
        for action in line:
            here = [child for child in record.children if self.records[child].action == action]
            if not here:
                break
            record = self.records[here[0]]
            met.append(record.id)
        return met

    def path_names(self, path: Sequence[int]) -> list[str]:
        """Return the names of the nodes along a path in an explicit tree, one for each place of the path.

        If the names belong to moves only, those; a node without a name has its letters.
        """
        assert isinstance(self.game, Tree)
        node, names = self.records[0].state.node, []
        for place in path:
            node = self.game.children(node)[place]
            named = self.game.moves_have_names and self.game.names[node]
            names.append(named or self.game.node_names[node])
        return names

    @property
    def nodes_visited(self) -> int:
        """The number of different nodes that were entered."""
        return sum(record.visited for record in self.records)

    @cached_property
    def pruned(self) -> list[Pruned]:
        """Each child of a visited node that was never entered, with the reason; ply by ply, from left to right."""
        return self.explain_pruned(self.name)

    def explain_pruned(self, call: Callable[[int], str]) -> list[Pruned]:
        """Return `pruned`, with other names of nodes in the reasons. call: record -> its name."""
        return [
            self._explain_pruned(record, self.records[child], call)
            for record in self.breadth_first()
            if record.visited
            for child in record.children
            if self.is_pruned(child)
        ]

    def is_pruned(self, record: int) -> bool:
        """Return whether a node was never entered; in a truncated recording, whether a recorded cutoff skipped it."""
        if self.records[record].visited:
            return False
        if not self.truncated:
            return True
        cut = self._cuts.get(self.records[record].parent)
        return cut is not None and record in cut.pruned and not self.algorithm.searches_again

    @property
    def pruned_by_ply(self) -> dict[int, int]:
        """Ply -> the number of `pruned` children at it."""
        return dict(sorted(Counter(len(each.path) for each in self.pruned).items()))

    def _explain_pruned(self, parent: Record, child: Record, call: Callable[[int], str]) -> Pruned:
        nodes = leaves = None
        if isinstance(self.game, Tree) and child.state is not None:
            nodes = self.game.subtree_nodes[child.state.node]
            leaves = self.game.subtree_leaves[child.state.node]
        cut = self._cut_above(child)
        if cut is not None:
            at, owner, alpha, beta = self.records[cut.record], cut.owner, cut.alpha, cut.beta
            because = self.reason(cut, call)
            if at is not parent:
                because = f"{call(parent.id)} was only estimated, at an earlier horizon; later {because}"
            if self.algorithm.iterative and cut.visit < self.records[0].visits:
                because += f" (in iteration {cut.visit} of {self.records[0].visits}, as far as that looked)"
        else:
            at, (owner, because) = parent, self._uncut_reason(parent, call)
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

    def _cut_above(self, child: Record) -> Event | None:
        """Return the cutoff that skipped a child: at its parent or, if that was only estimated, the last one above."""
        parent = self.records[child.parent]
        cut = self._cuts.get(parent.id)
        if cut is not None and child.id in cut.pruned:
            return cut
        found: Event | None = None
        while parent.estimate and child.parent != NO_PARENT:
            cut = self._cuts.get(child.parent)
            if cut is not None and child.id in cut.pruned and (found is None or cut.visit > found.visit):
                found = cut
            child = self.records[child.parent]
        return found

    def reason(self, cut: Event, call: Callable[[int], str] | None = None) -> str:
        """Return one sentence on why a cutoff is sound: whose guarantee the node has met.

        call: record -> its name in the sentence (None: its own name)
        """
        call = self.name if call is None else call
        node, name = self.records[cut.record], call(cut.record)
        if node.player == MAX:
            bound, relation, reached = cut.beta, "less", f"already has {cut.alpha}"
        else:
            bound, relation, reached = cut.alpha, "more", f"can have {cut.beta} at most"
        if self.algorithm.clips and node.player == MAX:
            reached += " or more"  # the value was clipped to beta
        if cut.owner is None:
            asked = "below" if node.player == MAX else "above"
            whose = f"only values {asked} {bound} are asked for"
        else:
            whose = f"{call(cut.owner)} is guaranteed {bound} or {relation}"
        return f"{whose}; {name} {reached}; the rest of {name} cannot matter"

    def _uncut_reason(self, at: Record, call: Callable[[int], str]) -> tuple[int | None, str]:
        """Return why a node has unvisited children without a cutoff: the table, SSS*, or a stopped search."""
        known = at
        while not known.hit and known.parent != NO_PARENT:
            known = self.records[known.parent]
        if known.hit and self.algorithm.samples:
            return None, f"{call(known.id)} was proved without the rest of {call(at.id)}"
        if known.hit:
            return None, f"the table knew enough of {call(known.id)} to leave the rest of {call(at.id)} alone"
        above = at
        while not above.settled and above.parent != NO_PARENT:
            above = self.records[above.parent]
        if not above.settled:
            return (
                None,
                f"the search was stopped ({self.result.stopped_by}) before it came to the rest of {call(at.id)}",
            )
        return above.id, f"{call(above.id)} was settled at {above.value} without the rest of {call(at.id)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the recording as plain data, for JSON. Infinities become "-inf" and "inf"."""
        return {
            "result": self.result.to_dict(),
            "truncated": self.truncated,
            "leaves_read": self.leaves_read,
            "records": [self._record_dict(record) for record in self.records],
            "events": [self._event_dict(event) for event in self.events],
            "pruned": [self.pruned_dict(each) for each in self.pruned],
        }

    def pruned_dict(self, pruned: Pruned) -> dict[str, Any]:
        """Return a pruned child, with its paths in words; in an explicit tree, in names beside the places."""
        if isinstance(self.game, Tree):
            names = {"names": self.path_names(pruned.path), "at_names": self.path_names(pruned.at)}
            return pruned.to_dict() | names
        paths = {"path": self.result.words(list(pruned.path)), "at": self.result.words(list(pruned.at))}
        return pruned.to_dict() | paths

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
        plain |= {"alpha": json_number(event.alpha), "beta": json_number(event.beta), "value": json_number(event.value)}
        if event.child is not None:
            plain["child"] = self.name(event.child)
        if event.changed:
            plain["changed"] = event.changed
        if event.kind == "cutoff":
            plain["owner"] = None if event.owner is None else self.name(event.owner)
            plain["pruned"] = [self.name(each) for each in event.pruned]
        return plain

    @classmethod
    def of_search(
        cls,
        game: Game,
        state: State = None,
        algorithm: str = "alphabeta",
        **options: Unpack[RecordOptions],
    ) -> Self:
        """Search a state and return the recording: see `record`. Ctrl-C returns a partial one only if requested."""
        limit, depth = options.pop("limit", NODE_LIMIT), options.get("depth")
        chosen = referenced_algorithm(algorithm)
        options.setdefault("nodes", SAMPLE_LIMIT if chosen.samples else SEARCH_LIMIT)
        options.setdefault("partial", False)
        require_game(game)
        if limit is not None and limit < 1:
            raise InputError(f"a trace must have room for 1 node or more, not {limit}")
        recorder = Recorder(game, inf if limit is None else limit)
        result = _search(chosen, game, state, recorder, **options)
        return cls(game, recorder, result, depth, options.get("cut", "ge"))

    @classmethod
    def of_result(
        cls,
        result: SearchResult,
        *,
        limit: int = NODE_LIMIT,
        depth: int | None = None,
        **options: Unpack[CutOptions],
    ) -> Self:
        """Return the recording of the search that gave a result, by running it again with the reference engine.

        A stopped search is stopped again after the same number of nodes.

        limit: the most node entries
        depth: the depth limit of the search (None: as in the result)
        options: those of the algorithm, such as order, seed and cut

        If the search is longer, the recording is `truncated`: it contains the beginning of the search, with the full
        result.
        """
        chosen = referenced_algorithm(result.algorithm)
        recorder = Recorder(result.game_object, limit)
        if depth is None and result.stopped_by == "depth":
            depth = result.depth
        fits = result.stopped_by in ("nodes", "time") and result.nodes <= limit
        nodes = max(1, result.nodes) if fits else limit
        asked: dict[str, Any] = {"depth": depth, "nodes": nodes, "partial": False, **options}
        again = _search(chosen, result.game_object, result.state, recorder, **asked)
        recorder.truncated |= again.stopped_by == "nodes" and not fits
        said = result if recorder.truncated else again
        return cls(result.game_object, recorder, said, depth, options.get("cut", "ge"))


LIMITS = ("depth", "time", "nodes", "stop", "watcher", "partial")


def _search(algorithm: Algorithm, game: Game, state: State, recorder: Recorder, **options: Any) -> SearchResult:
    """Return the result of a reference search observed by a recorder."""
    if not algorithm.samples:
        return FUNCTIONS[algorithm.name](game, state, observer=recorder, **options)
    limits = Limits(**{name: options.pop(name) for name in LIMITS if name in options})
    return sample_in_python(algorithm, game, state, limits, recorder, **options)


def _add_unsearched(tree: Tree, recorder: Recorder, horizon: float) -> None:
    """Add the nodes of an explicit tree that were never searched, so that they can be drawn and counted."""
    for record in recorder.records:  # grows as children are added
        if record.state is None:
            record.state = tree.result(recorder.records[record.parent].state, record.action)
            record.player = None if tree.terminal(record.state) else tree.player(record.state)
        if not record.children and record.ply < horizon:
            for place in tree.actions(record.state):
                record.children.append(recorder.new_record(record.id, place, place, record.ply + 1).id)


@spell_out(alphabeta, mtdf, Recording.of_result)
def record(
    game: Game, state: State = None, algorithm: str = "alphabeta", **options: Unpack[RecordOptions]
) -> Recording:
    """Search a state and return the Recording.

    options: limit, the maximum node entries recorded (NODE_LIMIT; the search itself continues), nodes, after which the
    search is stopped (SEARCH_LIMIT), None for either: no limit; and those of the algorithm, see
    `plywise.engines.reference`.

    Raises InputError for an unknown algorithm.

    >>> print(record(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)).pruned[0].because)
    A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter
    """
    return Recording.of_search(game, state, algorithm, **options)


def json_number(value: Value | None) -> Value | str | None:
    """Return a number in a form that JSON can hold: infinities become words."""
    if value == inf:
        return "inf"
    return "-inf" if value == -inf else value
