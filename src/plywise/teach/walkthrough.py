"""Walk through a recorded search in words, like a teacher at the blackboard."""

from collections.abc import Sequence
from itertools import islice
from math import inf

from plywise.game import MAX, Value, player_word
from plywise.trees.recorder import Event, Record
from plywise.trees.recording import Recording
from plywise.trees.replay import split_into_steps

INDENT = "  "


def walkthrough(recording: Recording, lines: int | None = None) -> str:
    """Return the steps of the search, one a line. lines: the most lines; the text states if there are more.

    Nodes are called A, B, C ... breadth first. (alpha, beta) is the current window: MAX is sure of alpha, MIN of beta.
    """
    steps = (line for step in split_into_steps(recording) for line in _lines(recording, step.event))
    shown = list(steps if lines is None else islice(steps, lines))
    if next(steps, None) is not None:
        shown.append("... further steps are not shown (--lines).")
    if recording.truncated:
        shown.append(f"... the record ends here, after {extent(recording)}.")
    return "\n".join([*shown, "", summary(recording)])


def extent(recording: Recording) -> str:
    """Return how much of the search a truncated recording holds, and how to record more."""
    recorded = sum(event.kind == "enter" for event in recording.events)
    stopped = recording.result.stopped_by == "nodes"
    longer = f"; {recording.to_search_longer} for a longer search" if stopped else ""
    return f"{recorded:,} of {recording.result.nodes:,} node entries ({recording.to_record_more} for more{longer})"


def number(value: Value | None) -> str:
    """Return a number as text."""
    return "+inf" if value == inf else "-inf" if value == -inf else str(value)


def _rounded(value: Value | None) -> str:
    """Return a mean as text."""
    return f"{value:.3g}" if isinstance(value, float) else number(value)


def list_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> list_words(["E"]), list_words(["E", "G"]), list_words(["E", "G", "H"])
    ('E', 'E and G', 'E, G and H')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def format_count(number_of: int, word: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> format_count(1, "leaf", "leaves"), format_count(1200, "cutoff")
    ('1 leaf', '1,200 cutoffs')
    """
    return f"{number_of:,} {word if number_of == 1 else plural or word + 's'}"


def window(event: Event) -> str:
    """Return an event's window as text."""
    return f"({number(event.alpha)}, {number(event.beta)})"


def step_text(recording: Recording, event: Event) -> str:
    """Describe an event in one or two sentences."""
    return " ".join(SAY[event.kind](recording, recording.records[event.record], event))


def _lines(recording: Recording, event: Event) -> list[str]:
    record = recording.records[event.record]
    indent = INDENT * (record.ply + (event.kind in ("update", "cutoff", "hit")))
    return [indent + line for line in SAY[event.kind](recording, record, event)]


def _action_phrase(recording: Recording, record: Record) -> str:
    """Return the action that leads to a node; "" in an explicit tree, where the node's name is enough."""
    return f" after {recording.move(record)}" if recording.move(record) else ""


def _enter(recording: Recording, record: Record, event: Event) -> list[str]:
    again = " again" if event.visit > 1 else ""
    player = "" if record.player is None else f" ({player_word(record.player)})"
    return [
        f"{record.name}{player}{_action_phrase(recording, record)} is entered{again}{_window_phrase(recording, event)}."
    ]


def _window_phrase(recording: Recording, event: Event) -> str:
    """Return the window of an entry, or its merit under SSS*; "" if the algorithm has neither."""
    if recording.algorithm.best_first:
        return f" with merit {number(event.beta)}"
    return f" with {window(event)}" if recording.algorithm.has_windows else ""


def _leaf(recording: Recording, record: Record, event: Event) -> list[str]:
    if recording.algorithm.samples and event.kind == "estimate":
        return [f"A random game from {record.name}{_action_phrase(recording, record)} ends with {number(event.value)}."]
    kind = "is estimated at" if event.kind == "estimate" else "is"
    return [f"{record.name}{_action_phrase(recording, record)} {kind} {number(event.value)}."]


def _update(recording: Recording, record: Record, event: Event) -> list[str]:
    child = recording.name(event.child) if event.child is not None else ""
    if recording.algorithm.best_first:
        return [f"{record.name}: {child} is solved, the merit is {number(event.value)}."]
    if event.changed in ("alpha", "beta"):
        bound = event.alpha if event.changed == "alpha" else event.beta
        return [f"{record.name}: {event.changed} becomes {number(bound)}, window {window(event)}."]
    if event.changed == "best":
        return [f"{record.name}: the best so far is {number(event.value)}, by {child}."]
    return [f"{record.name}: {child} changes nothing."]


def _cutoff(recording: Recording, record: Record, event: Event) -> list[str]:
    if record.player == MAX:
        condition = f"alpha {number(event.alpha)} >= beta {number(event.beta)}"
    else:
        condition = f"beta {number(event.beta)} <= alpha {number(event.alpha)}"
    if not event.pruned:
        return [f"{record.name}: {condition}, but no child is left to cut."]
    skipped = ", ".join(_subtree_phrase(recording, each) for each in event.pruned)
    reason = recording.reason(event)
    if event.owner is None:  # otherwise it begins with a node's name, whose case must stay
        reason = reason[0].upper() + reason[1:]
    word = "Never visited" if all(map(recording.is_pruned, event.pruned)) else "Skipped"
    return [f"{record.name} is cut: {condition}. {reason}.", f"{word}: {skipped}."]


def _subtree_phrase(recording: Recording, pruned: int) -> str:
    """Return a pruned node's name with the number of recorded nodes below it."""
    record, below = recording.records[pruned], recording.below(pruned)
    name = f"{record.name} with the {format_count(below, 'node')} below it" if below else record.name
    return f"{name} ({recording.move(record)})" if recording.move(record) else name


def _hit(recording: Recording, record: Record, event: Event) -> list[str]:
    if recording.algorithm.samples:
        return [f"{record.name} is proved: {number(event.value)}."]
    return [f"{record.name} is known from the table: {number(event.value)}."]


def _leave(recording: Recording, record: Record, event: Event) -> list[str]:
    if recording.algorithm.samples and isinstance(event.value, float):
        return [f"{record.name} has a mean of {_rounded(event.value)}."]
    meaning = {"exact": "", "lower": " or more", "upper": " or less"}[event.bound]
    return [f"{record.name} returns {number(event.value)}{meaning}."]


SAY = {
    "enter": _enter,
    "leaf": _leaf,
    "estimate": _leaf,
    "update": _update,
    "cutoff": _cutoff,
    "hit": _hit,
    "leave": _leave,
}


def summary(recording: Recording) -> str:
    """Return two lines: the value with the line of best play, and the counts."""
    result, name = recording.result, recording.records[0].name if recording.records else "the root"
    words = {"exact": "is", "lower": "is at least", "upper": "is at most"}[result.bound]
    text = number(result.value)
    if recording.algorithm.samples and not result.proved:
        words, text = "is estimated at", _rounded(result.value)
    value = f"The value of {name} {words} {text}"
    if result.value is None:
        value = f"The value of {name} is not known: the search was stopped ({result.stopped_by})"
    elif result.pv and recording.is_tree:
        names = [recording.name(record) for record in recording.follow(result.pv)]
        value += ", along " + ("-" if all(map(str.isalpha, names)) else " - ").join(names)
        moves = [recording.move(recording.records[record]) for record in recording.follow(result.pv)]
        value += f" ({', '.join(filter(None, moves))})" if any(moves) else ""
    elif result.pv:
        value += f", by {' '.join(result.words(result.pv))}"
    if recording.algorithm.samples:
        simulations = format_count(result.nodes, "simulation")
        return f"{value}.\n{result.algorithm}: {simulations}, a tree of {_say_tree(recording)}."
    return (
        f"{value}.\n{result.algorithm}: {_say_visits(recording)}, {_say_leaves(recording)}, "
        f"{_say_cutoffs(recording)}, {format_count(_count_pruned(recording), 'child', 'children')} pruned."
    )


def _say_tree(recording: Recording) -> str:
    """Return the number of nodes of the tree that simulations visited."""
    more = " and more" if recording.truncated else ""
    return f"{format_count(recording.nodes_visited, 'node')}{more}, {recording.result.depth} deep"


def record_note(recording: Recording) -> str:
    """Return how much of the search a truncated recording holds; "" if all of it."""
    if not recording.truncated:
        return ""
    entered = format_count(sum(event.kind == "enter" for event in recording.events), "node")
    whose = " by the reference engine" if recording.result.engine != "reference" else ""
    return f"The record holds the first {entered} of the search{whose} ({recording.to_record_more} for more)."


def _say_visits(recording: Recording) -> str:
    """Return how many nodes were entered, out of how many, and whether some were entered again."""
    nodes = recording.result.nodes
    if recording.truncated or not recording.is_tree:
        return format_count(nodes, "node entry", "node entries")
    entered = f"{recording.nodes_visited:,} of {format_count(len(recording.records), 'node')} entered"
    return entered if nodes == recording.nodes_visited else f"{entered}, {nodes:,} entries in all"


def _say_leaves(recording: Recording) -> str:
    """Return how many leaves were read and how many estimates were made."""
    estimates = recording.result.stats.estimates
    if estimates > recording.result.leaves:  # quiescence search also estimates inner nodes
        valued = format_count(recording.result.leaves, "leaf", "leaves")
        return f"{valued} valued, {format_count(estimates, 'estimate')} made"
    read = f"{format_count(recording.result.leaves - estimates, 'leaf', 'leaves')} read"
    return f"{read}, {format_count(estimates, 'estimate')} made" if estimates else read


def _say_cutoffs(recording: Recording) -> str:
    """Return how many cutoffs there were, and how many of them had nothing left to prune."""
    text = format_count(recording.result.cutoffs, "cutoff")
    in_vain = sum(event.kind == "cutoff" and not event.pruned for event in recording.events)
    return f"{text} ({in_vain:,} after the last child)" if in_vain and not recording.truncated else text


def _count_pruned(recording: Recording) -> int:
    """Return the number of children pruned; for a truncated recording, the search's own count."""
    return recording.result.pruned if recording.truncated else len(recording.pruned)
