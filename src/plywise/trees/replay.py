"""Replay a recorded search step by step, with the status of every node after each step."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import zip_longest

from plywise.game import Value
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording

AHEAD, OPEN, LEFT = "ahead", "open", "left"


@dataclass(slots=True)
class Status:
    """The status of one node after a step.

    phase: AHEAD (not entered yet), OPEN (on the line being searched) or LEFT
    value: what it returned, or its best so far; None if nothing is known
    bound: how that value relates to the true one: "exact", "lower" or "upper"
    alpha, beta: its latest window; None before it is entered
    entry: the number of its last entry among all node entries, from 1; 0 if never entered
    visits: how often it was entered
    leaf, estimate, hit: where its value came from, if not from its children
    cut: whether a cutoff at its last visit skipped any child
    skipped: whether a cutoff skipped it, and it has not been entered since
    """

    phase: str = AHEAD
    value: Value | None = None
    bound: str = "exact"
    alpha: Value | None = None
    beta: Value | None = None
    entry: int = 0
    visits: int = 0
    leaf: bool = False
    estimate: bool = False
    hit: bool = False
    cut: bool = False
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a replay.

    first, end: its events are those from `first` up to, but not including, `end`
    event: the one that represents them
    """

    first: int
    end: int
    event: Event


def split_into_steps(recording: Recording) -> list[Step]:
    """Return the steps of a recording, in order.

    Each event is a separate step, except that entering, valuing and leaving a leaf is one step.

    >>> from plywise.trees.recording import record
    >>> from plywise.trees.tree import Tree
    >>> [step.event.kind for step in split_into_steps(record(Tree([3, 5])))]
    ['enter', 'leaf', 'update', 'leaf', 'update', 'leave']
    """
    found: list[Step] = []
    first = 0
    for number, selected in enumerate(_select_step_events(recording)):
        if selected:
            found.append(Step(first, number + 1, recording.events[number]))
            first = number + 1
        elif recording.events[number].kind == "leave" and found and first == number:
            found[-1] = Step(found[-1].first, number + 1, found[-1].event)
            first = number + 1
    return found


def _select_step_events(recording: Recording) -> Iterator[bool]:
    """Yield, for each event, whether it represents a step: a leaf's value does, its entry and its exit do not."""
    before = None
    for event, after in zip_longest(recording.events, recording.events[1:]):
        at_leaf = event.kind == "enter" and after is not None and after.kind in ("leaf", "estimate")
        off_leaf = event.kind == "leave" and before is not None and before.kind in ("leaf", "estimate")
        solved_leaf = event.kind == "leave" and recording.records[event.record].leaf
        yield not (at_leaf or off_leaf or solved_leaf)
        before = event


class Replay:
    """A recorded search that can be examined after any of its steps.

    steps: see `split_into_steps`. Step 0 is before anything has happened; after step len(steps) everything has.

    >>> from plywise.trees.recording import record
    >>> from plywise.trees.tree import Tree
    >>> replay = Replay(record(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)))
    >>> replay.statuses_at(0)[0].phase, replay.statuses_at(4)[0].phase, replay.statuses_at(replay.last)[0].value
    ('ahead', 'open', 5)
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.steps = split_into_steps(recording)

    @property
    def last(self) -> int:
        """The number of steps."""
        return len(self.steps)

    def statuses_at(self, step: int) -> list[Status]:
        """Return the status of every record after a step."""
        statuses = [Status() for _ in self.recording.records]
        entries = 0
        for event in self.recording.events[: self.steps[step - 1].end if step else 0]:
            entries += event.kind == "enter"
            apply_event(event, statuses, entries)
        if step == self.last:
            self._close(statuses)
        return statuses

    def current_record(self, step: int) -> int | None:
        """Return the record at which a step happened; None before the first."""
        return self.steps[step - 1].event.record if step else None

    def _close(self, statuses: list[Status]) -> None:
        """Add what is known only at the end: the root's final value, and the nodes that were never entered."""
        if statuses and self.recording.result.value is not None:
            root = copy(statuses[0])
            root.value, root.bound = self.recording.records[0].value, self.recording.bound(self.recording.records[0])
            statuses[0] = root
        ended = self.recording.result.stopped_by in ("complete", "depth")
        for number, status in enumerate(statuses):
            parent = self.recording.records[number].parent
            if (
                ended
                and not status.visits
                and parent >= 0
                and statuses[parent].visits
                and self.recording.is_pruned(number)
            ):
                status.skipped = True


def apply_event(event: Event, statuses: list[Status], entries: int) -> None:
    """Update the statuses after an event. entries: the number of node entries so far, this one included."""
    update_status(event, statuses[event.record], entries)
    for child in event.pruned:
        statuses[child].skipped = statuses[child].visits == 0


def update_status(event: Event, status: Status, entries: int) -> None:
    """Update the status of the node at which an event happens."""
    status.alpha, status.beta = event.alpha, event.beta
    if event.kind == "enter":
        status.phase, status.entry, status.visits = OPEN, entries, event.visit
        status.value, status.bound = None, "exact"
        status.leaf = status.estimate = status.hit = status.cut = status.skipped = False
    elif event.kind in ("leaf", "estimate"):
        status.leaf, status.estimate, status.value = True, event.kind == "estimate", event.value
    elif event.kind == "cutoff":
        status.cut = bool(event.pruned)
    else:  # update, hit, leave
        if not status.leaf:  # a leaf keeps its own value, whatever it returns
            status.value, status.bound = event.value, event.bound
        status.hit = status.hit or event.kind == "hit"
        if event.kind == "leave":
            status.phase = LEFT


__all__ = ["AHEAD", "LEFT", "OPEN", "Replay", "Status", "Step", "apply_event", "split_into_steps", "update_status"]
