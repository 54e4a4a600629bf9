"""The algorithms as pseudo-code, and the line for each step of a recorded search."""

from plywise.engines.algorithms import Listing
from plywise.game import MAX
from plywise.teach.walkthrough import number
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording


def lines_of(recording: Recording) -> tuple[str, ...]:
    """Return an algorithm's pseudo-code, with the search's cut rule, and its depth if that was limited."""
    listing = _listing(recording)
    lines = [line.replace("alpha >= beta", "alpha > beta") if recording.cut == "gt" else line for line in listing.lines]
    if _has_horizon(recording):
        lines.insert(listing.leaf + 1, listing.horizon.format(recording.horizon))
    return tuple(lines)


def _listing(recording: Recording) -> Listing:
    listing = recording.algorithm.listing
    assert listing is not None, "a recorded algorithm has a reference search"
    return listing


def _has_horizon(recording: Recording) -> bool:
    return recording.horizon is not None or recording.algorithm.iterative


def line_of(recording: Recording, event: Event) -> int:
    """Return the line of an event in the pseudo-code, counted from 0."""
    listing = _listing(recording)
    line: int
    if event.kind == "update":
        maximising = recording.records[event.record].player == MAX
        line = listing.max_update if maximising else listing.min_update
        line += listing.changes if event.changed in ("alpha", "beta") else 0
    else:
        line = getattr(listing, "leaf" if event.kind == "estimate" else event.kind)
    below = line > listing.leaf or event.kind == "estimate"
    return line + 1 if below and _has_horizon(recording) else line


def condition_of(recording: Recording, event: Event, cut: bool) -> str:
    """Return the condition tested at an event, with its numbers and the outcome; "" if there is none.

    cut: whether the algorithm prunes after this event
    """
    if event.kind not in ("update", "cutoff") or _listing(recording).cutoff < 0:
        return ""
    alpha, beta = number(event.alpha), number(event.beta)
    above, below = (">", "<") if recording.cut == "gt" else (">=", "<=")
    asked = f"alpha {alpha} {above} beta {beta}"
    if recording.records[event.record].player != MAX:
        asked = f"beta {beta} {below} alpha {alpha}"
    return f"prune if {asked}: {'yes' if cut else 'no'}"
