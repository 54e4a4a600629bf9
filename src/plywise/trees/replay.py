"""Replay: a recorded search step by step, with every node as it stood after each step."""

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
    """One node as it stands after a step.

    phase: AHEAD, never entered so far; OPEN, on the line that is being searched; LEFT. value, bound: its best so far,
    or what it returned; None where nothing is known of it. alpha, beta: as they stand; None before it is entered.
    entry: the how-manieth node entry its last one was, from 1; 0: none. visits: how often it was entered. leaf,
    estimate, hit: how it was valued, if not by its children. cut: whether a cutoff at its last visit skipped
    any child. skipped: a cutoff has passed it over, and nothing has entered it since.
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
    """One step of a replay: the events from `first` to before `end`; `event` is the one that is told of them."""

    first: int
    end: int
    event: Event


def steps(recording: Recording) -> list[Step]:
    """Return the steps of a trace, in order.

    An event a step, but for leaves: that a leaf is entered, valued and left is one.

    >>> from plywise.trees.recording import record
    >>> from plywise.trees.tree import Tree
    >>> [step.event.kind for step in steps(record(Tree([3, 5])))]
    ['enter', 'leaf', 'update', 'leaf', 'update', 'leave']
    """
    found: list[Step] = []
    first = 0
    for number, told in enumerate(_told(recording)):
        if told:
            found.append(Step(first, number + 1, recording.events[number]))
            first = number + 1
        elif recording.events[number].kind == "leave" and found and first == number:
            found[-1] = Step(found[-1].first, number + 1, found[-1].event)
            first = number + 1
    return found


def _told(recording: Recording) -> Iterator[bool]:
    """Yield of each event whether it is told: a leaf's value is, that it was entered and left is not."""
    before = None
    for event, after in zip_longest(recording.events, recording.events[1:]):
        at_leaf = event.kind == "enter" and after is not None and after.kind in ("leaf", "estimate")
        off_leaf = event.kind == "leave" and before is not None and before.kind in ("leaf", "estimate")
        solved_leaf = event.kind == "leave" and recording.records[event.record].leaf
        yield not (at_leaf or off_leaf or solved_leaf)
        before = event


class Replay:
    """A recorded search that can be looked at after any of its steps.

    steps: see `steps`. After step 0 nothing has happened yet; after step len(steps), everything.

    >>> from plywise.trees.recording import record
    >>> from plywise.trees.tree import Tree
    >>> replay = Replay(record(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)))
    >>> replay.at(0)[0].phase, replay.at(4)[0].phase, replay.at(replay.last)[0].value
    ('ahead', 'open', 5)
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.steps = steps(recording)

    @property
    def last(self) -> int:
        """How many steps there are."""
        return len(self.steps)

    def at(self, step: int) -> list[Status]:
        """Return the Status of every record of the trace after so many steps."""
        statuses = [Status() for _ in self.recording.records]
        entries = 0
        for event in self.recording.events[: self.steps[step - 1].end if step else 0]:
            entries += event.kind == "enter"
            happen(event, statuses, entries)
        if step == self.last:
            self._close(statuses)
        return statuses

    def current(self, step: int) -> int | None:
        """Return the record at which a step happened; None before the first."""
        return self.steps[step - 1].event.record if step else None

    def _close(self, statuses: list[Status]) -> None:
        """Say of the end what the trace knows more: the root's value, and what nothing was going to enter any more."""
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


def happen(event: Event, statuses: list[Status], entries: int) -> None:
    """Let an event change the status of the nodes. entries: how many nodes have been entered, this one included."""
    follow(event, statuses[event.record], entries)
    for child in event.pruned:
        statuses[child].skipped = statuses[child].visits == 0


def follow(event: Event, status: Status, entries: int) -> None:
    """Let an event change the status of the node at which it happens."""
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
        if not status.leaf:  # a leaf's value is its own, whatever is returned of it
            status.value, status.bound = event.value, event.bound
        status.hit = status.hit or event.kind == "hit"
        if event.kind == "leave":
            status.phase = LEFT


__all__ = ["AHEAD", "LEFT", "OPEN", "Replay", "Status", "Step", "follow", "happen", "steps"]
