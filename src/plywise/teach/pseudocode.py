"""The algorithms as pseudo-code, and the line that each step of a recorded search stands at."""

from plywise.game import MAX
from plywise.teach.walkthrough import number
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording


def lines_of(recording: Recording) -> tuple[str, ...]:
    """An algorithm's pseudo-code, and the line of each kind of event, counted from 0.

    lines: the pseudo-code
    enter, leaf, leave, cutoff, hit: the line of that event (-1: it does not occur)
    max_update, min_update: the line of an update at a MAX node, and at a MIN node
    changes: how many lines further down an update's window changes
    """
    lines = recording.algorithm.listing.lines
    return tuple(line.replace("alpha >= beta", "alpha > beta") if recording.cut == "gt" else line for line in lines)


def line_of(recording: Recording, event: Event) -> int:
    """Return the line of an event in the algorithm's listing."""
    listing = recording.algorithm.listing
    line: int
    if event.kind == "update":
        maximising = recording.records[event.record].player == MAX
        line = listing.max_update if maximising else listing.min_update
        return line + (listing.changes if event.changed in ("alpha", "beta") else 0)
    line = getattr(listing, "leaf" if event.kind == "estimate" else event.kind)
    return line


def condition_of(recording: Recording, event: Event, cut: bool) -> str:
    """Return the condition tested at an event, with its numbers and the outcome; "" if none is tested.

    cut: whether the algorithm prunes after this event
    """
    if event.kind not in ("update", "cutoff") or recording.algorithm.listing.cutoff < 0:
        return ""
    alpha, beta = number(event.alpha), number(event.beta)
    above, below = (">", "<") if recording.cut == "gt" else (">=", "<=")
    asked = f"alpha {alpha} {above} beta {beta}"
    if recording.records[event.record].player != MAX:
        asked = f"beta {beta} {below} alpha {alpha}"
    return f"prune if {asked}: {'yes' if cut else 'no'}"
