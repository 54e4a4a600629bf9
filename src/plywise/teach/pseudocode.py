"""The algorithms as pseudo-code, and the line that each step of a recorded search stands at."""

from dataclasses import dataclass

from plywise.game import MAX
from plywise.teach.walkthrough import number
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording


@dataclass(frozen=True)
class Listing:
    """An algorithm's pseudo-code, and the line of each kind of event, counted from 0.

    lines: the pseudo-code
    enter, leaf, leave, cutoff, hit: the line of that event (-1: it does not occur)
    max_update, min_update: the line of an update at a MAX node, and at a MIN node
    changes: how many lines further down an update's window changes
    """

    lines: tuple[str, ...]
    enter: int
    leaf: int
    max_update: int
    min_update: int
    leave: int
    cutoff: int = -1
    hit: int = -1
    changes: int = 0


MINIMAX = Listing(
    (
        "value(node)",
        "  if node is a leaf: return its value",
        "  best = -inf if MAX moves, else +inf",
        "  for each child",
        "    if MAX moves: best = max(best, value(child))",
        "    if MIN moves: best = min(best, value(child))",
        "  return best",
    ),
    enter=0, leaf=1, max_update=4, min_update=5, leave=6,
)  # fmt: skip

NEGAMAX = Listing(
    (
        "value(node), as who moves sees it",
        "  if node is a leaf: return its value",
        "  best = -inf",
        "  for each child",
        "    best = max(best, -value(child))",
        "  return best",
    ),
    enter=0, leaf=1, max_update=4, min_update=4, leave=5,
)  # fmt: skip

AFTER_A_CHILD = (
    "    if MAX moves: best = max(best, v)",
    "                  alpha = max(alpha, best)",
    "    if MIN moves: best = min(best, v)",
    "                  beta = min(beta, best)",
    "    if alpha >= beta: prune the rest",
)

ALPHABETA = Listing(
    (
        "value(node, alpha, beta)",
        "  if node is a leaf: return its value",
        "  best = -inf if MAX moves, else +inf",
        "  for each child",
        "    v = value(child, alpha, beta)",
        *AFTER_A_CHILD,
        "  return best",
    ),
    enter=0, leaf=1, max_update=5, min_update=7, cutoff=9, leave=10, changes=1,
)  # fmt: skip

FAILHARD = Listing(
    (
        "value(node, alpha, beta)",
        "  if node is a leaf: return its value,",
        "    clipped to alpha ... beta",
        "  for each child",
        "    v = value(child, alpha, beta)",
        "    if MAX moves: alpha = max(alpha, v)",
        "    if MIN moves: beta = min(beta, v)",
        "    if alpha >= beta: prune the rest",
        "  return alpha if MAX moves, else beta",
    ),
    enter=0, leaf=1, max_update=5, min_update=6, cutoff=7, leave=8,
)  # fmt: skip

PVS = Listing(
    (
        "value(node, alpha, beta), as who moves sees it",
        "  if node is a leaf: return its value",
        "  best = -inf",
        "  for each child",
        "    first: v = -value(child, -beta, -alpha)",
        "    later: v = -value(child, -alpha - 1, -alpha)",
        "           if alpha < v < beta, once more:",
        "           v = -value(child, -beta, -alpha)",
        "    best = max(best, v)",
        "    alpha = max(alpha, best)",
        "    if alpha >= beta: prune the rest",
        "  return best",
    ),
    enter=0, leaf=1, max_update=8, min_update=8, cutoff=10, leave=11, changes=1,
)  # fmt: skip

MEMORY = (
    "value(node, alpha, beta)",
    "  if node is a leaf: return its value",
    "  if the table knows enough of node: return that",
    "  for each child, the table's move first",
    "    v = value(child, alpha, beta)",
    *AFTER_A_CHILD,
    "  tell the table; return best",
)

DEEPENING = Listing(
    ("for depth = 1, 2, 3 ... until it is proved", "  value(root, -inf, +inf) to that depth", "", *MEMORY),
    enter=3, leaf=4, hit=5, max_update=8, min_update=10, cutoff=12, leave=13, changes=1,
)  # fmt: skip

MTDF = Listing(
    (
        "lower = -inf; upper = +inf; guess = 0",
        "while lower < upper",
        "  beta = guess + 1 if guess = lower, else guess",
        "  guess = value(root, beta - 1, beta),",
        "    which is a new lower or upper",
        "",
        *MEMORY,
    ),
    enter=6, leaf=7, hit=8, max_update=11, min_update=13, cutoff=15, leave=16, changes=1,
)  # fmt: skip

SSS = Listing(
    (
        "OPEN = the root, with merit +inf",
        "repeat: take the greatest merit from OPEN",
        "  a leaf: solved with min(merit, its value)",
        "  MAX moves: put all its children into OPEN",
        "  MIN moves: put its first child into OPEN",
        "  solved: so is its parent where MAX moves,",
        "    or where it was the last child;",
        "    otherwise put the next child into OPEN",
        "until the root is solved: that is the value",
    ),
    enter=1, leaf=2, max_update=5, min_update=6, leave=5,
)  # fmt: skip

LISTINGS = {
    "minimax": MINIMAX,
    "negamax": NEGAMAX,
    "alphabeta": ALPHABETA,
    "failhard": FAILHARD,
    "pvs": PVS,
    "mtdf": MTDF,
    "deepening": DEEPENING,
    "sss": SSS,
}
"""Each algorithm's listing, by name."""


def lines_of(recording: Recording) -> tuple[str, ...]:
    """Return the listing of a recording's algorithm, with its cut rule."""
    lines = LISTINGS[recording.result.algorithm].lines
    return tuple(line.replace("alpha >= beta", "alpha > beta") if recording.cut == "gt" else line for line in lines)


def line_of(recording: Recording, event: Event) -> int:
    """Return the line of an event in the algorithm's listing."""
    listing = LISTINGS[recording.result.algorithm]
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
    if event.kind not in ("update", "cutoff") or LISTINGS[recording.result.algorithm].cutoff < 0:
        return ""
    alpha, beta = number(event.alpha), number(event.beta)
    above, below = (">", "<") if recording.cut == "gt" else (">=", "<=")
    asked = f"alpha {alpha} {above} beta {beta}"
    if recording.records[event.record].player != MAX:
        asked = f"beta {beta} {below} alpha {alpha}"
    return f"prune if {asked}: {'yes' if cut else 'no'}"
