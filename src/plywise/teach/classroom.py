"""The common classroom program, line by line: minimax(depth, node_index, maximizing_player, values, alpha, beta).

It searches a row of leaf values. node_index numbers the nodes of a ply from the left, so a node's children are
node_index * b ... node_index * b + b - 1, and in the last ply node_index is the place in the row.
"""

from collections.abc import Iterator

from plywise.game import MAX
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording
from plywise.trees.tree import Tree

HEAD = (
    "def minimax(depth, node_index, maximizing_player,",
    "            values, alpha, beta):",
    "  if depth == {height}:",
    "    return values[node_index]",
    "  if maximizing_player:",
)
HALF = (
    "    best = {worst}",
    "    for i in range(0, {branching}):",
    "      val = minimax(depth + 1, node_index * {branching} + i,",
    "                    {other}, values, alpha, beta)",
    "      best = {choose}(best, val)",
    "      {bound} = {choose}({bound}, best)",
    "      if beta {below} alpha:",
    "        break",
    "    return best",
)
ENTER, LEAF = 0, 3
BEST, BOUND, BREAK, RETURN = 4, 5, 7, 8
"""The line of a half, from 0, for each step of the search."""


def has_classroom_program(recording: Recording) -> bool:
    """Return whether the program matches the recording: alpha-beta on a whole uniform tree, from the left."""
    tree = recording.game
    if not isinstance(tree, Tree) or recording.algorithm.name != "alphabeta" or tree.branching is None:
        return False
    whole = recording.records and recording.records[0].state.node == 0 and not recording.truncated
    settled = recording.result.stopped_by == "complete"
    return bool(whole and settled and tree.height and all(_from_the_left(recording)))


def classroom_lines(recording: Recording) -> tuple[str, ...]:
    """Return the program for the tree that was searched."""
    tree = recording.game
    assert isinstance(tree, Tree)
    common = {"branching": tree.branching, "below": "<" if recording.cut == "gt" else "<="}
    first = [line.format(worst="MIN", other="False", choose="max", bound="alpha", **common) for line in HALF]
    second = [line.format(worst="MAX", other="True", choose="min", bound="beta", **common) for line in HALF]
    return (*(line.format(height=tree.height) for line in HEAD), *first, "  else:", *second)


def classroom_line(recording: Recording, event: Event) -> int:
    """Return the line of the program, from 0, for a step."""
    if event.kind == "enter":
        return ENTER
    if event.kind == "leaf" or recording.records[event.record].leaf:
        return LEAF
    half = len(HEAD) + (0 if recording.records[event.record].player == MAX else len(HALF) + 1)
    if event.kind == "update":
        return half + (BOUND if event.changed in ("alpha", "beta") else BEST)
    return half + (BREAK if event.kind == "cutoff" else RETURN)


def _from_the_left(recording: Recording) -> Iterator[bool]:
    """Yield, for each entry, whether its left neighbour was entered before it."""
    entered: set[int] = set()
    for event in recording.events:
        if event.kind == "enter":
            record = recording.records[event.record]
            yield record.action in (None, 0) or recording.records[record.parent].children[record.action - 1] in entered
            entered.add(event.record)
