"""The kinds of exercises: the questions each asks about a subject, and the expected answers. One function a kind."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.errors import InputError
from plywise.game import Value, player_word
from plywise.teach.exercises.best_order import NO_BETTER_ORDER, count_saved, draft_ordering, ordering_lacks
from plywise.teach.exercises.find_the_error import draft_error, error_lacks
from plywise.teach.exercises.model import NOT_ENTERED, Exercise, Part, Subject
from plywise.teach.exercises.question_text import CUT_TEXT, children_values, describe_search, describe_setting
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.exercises.tree_generator import Lack, Survey
from plywise.teach.walkthrough import list_words, number, walkthrough
from plywise.trees.recorder import Record
from plywise.trees.recording import Recording, json_number
from plywise.trees.tree import Tree, node_name

MARKS_FOR_BRANCHES = 4
"""Fixed, so that the marks do not give away how many branches are pruned."""

Window = tuple[Value | None, Value | None]
"""Alpha and beta."""

Draft = dict[str, Any]
"""The text, parts and solution of an Exercise, and the entries of a search with a mistake."""


class Kind(NamedTuple):
    """A kind of exercise.

    title: its heading
    draft: writes an exercise; the ids of its parts lack the exercise's
    lack: measures how far a tree is from the kind's needs
    lacking: the message about a given tree that does not suit the kind
    tells: whether its text shows the search, which answers other kinds' questions about the same tree
    marks: the marks of an exercise about a tree, if they depend on the tree
    difficulty: a number that the versions of an exercise should have in common, if possible; `counts` says of what
    """

    title: str
    draft: Callable[[Subject, StableRandom], Draft]
    lack: Lack
    lacking: str = "this tree does not suit it"
    tells: bool = False
    marks: Lack | None = None
    difficulty: Lack | None = None
    counts: str = ""


def draft_values(subject: Subject, rng: StableRandom) -> Draft:
    """Ask for the minimax value of every inner node."""
    tree = subject.tree
    parts = [
        Part(
            id=node_name(node),
            label=f"value of {node_name(node)} ({player_word(tree.player_at(tree.ply[node]))})",
            type="number",
            marks=1,
            answer=tree.minimax_values[node],
            because=f"{node_name(node)} = {children_values(tree, node)}",
        )
        for node in subject.inner
    ]
    solution = [part.because for part in reversed(parts)]
    return {
        "text": [describe_setting(subject), "Fill in the minimax value of every inner node."],
        "parts": parts,
        "solution": [*solution, f"The value of the tree is {number(tree.minimax_values[0])}."],
    }


def draft_windows(subject: Subject, rng: StableRandom) -> Draft:
    """Ask for alpha and beta on entry and exit of every inner node: omitting some would show which are not entered."""
    recording = subject.recording
    on_entry: dict[int, Window] = {}
    on_exit: dict[int, Window] = {}
    for event in recording.events:
        if event.kind == "enter":
            on_entry[event.record] = (event.alpha, event.beta)
        elif event.kind == "leave":
            on_exit[event.record] = (event.alpha, event.beta)
    parts: list[Part] = []
    for record in recording.breadth_first():
        if subject.tree.child_count[record.state.node]:
            for moment, windows in (("entry", on_entry), ("exit", on_exit)):
                parts += _window_parts(recording, record, moment, windows.get(record.id))
    asked = (
        "Fill in alpha and beta on entry and on exit of each inner node. If the search does not enter a node, write x "
        "in its blanks. On entry: the window with which the node is called. On exit: the node's alpha and beta when "
        "the search leaves it, updated with the last child searched, even if that makes them meet or cross."
    )
    return {
        "text": [describe_setting(subject), describe_search(subject), asked],
        "parts": parts,
        "solution": _walkthrough_lines(subject),
    }


def _window_parts(recording: Recording, record: Record, moment: str, window: Window | None) -> Iterator[Part]:
    """Yield the parts about a node's window on entry or exit. window: None if the node is not entered."""
    if window is None:
        because = _why_not_entered(recording, record)
    else:
        word = "entered" if moment == "entry" else "left"
        because = f"{record.name} is {word} with ({number(window[0])}, {number(window[1])})"
    for place, bound in enumerate(("alpha", "beta")):
        yield Part(
            id=f"{record.name}.{bound}.{moment}",
            label=f"{bound} on {moment} of {record.name}",
            type="bound",
            marks=1,
            answer=NOT_ENTERED if window is None else json_number(window[place]),
            because=because,
        )


def _why_not_entered(recording: Recording, record: Record) -> str:
    """Return why a node is not entered: it is pruned, or lies below a node that is."""
    reasons = {each.record: each.because for each in recording.pruned}
    above = record
    while above.id not in reasons:
        above = recording.records[above.parent]
    where = "" if above is record else f" because it lies below {above.name}"
    return f"{record.name} is not entered{where}: {reasons[above.id]}"


def draft_pruned(subject: Subject, rng: StableRandom) -> Draft:
    """Ask which branches are pruned."""
    recording, tree = subject.recording, subject.tree
    pruned = sorted((tree.node_at(each.path), each.because) for each in recording.pruned)
    names = [node_name(node) for node, _ in pruned]
    reasons = [f"{name} is pruned: {because}." for name, (_, because) in zip(names, pruned, strict=True)]
    asked = (
        'Mark every pruned branch: give the letters of the nodes that these branches lead to, or write "none". '
        "Branches below a pruned branch need not be marked. Each branch marked wrongly costs as many marks as a "
        "correct one earns."
    )
    part = Part(
        id="pruned",
        label="pruned branches lead to",
        type="branches",
        marks=MARKS_FOR_BRANCHES,
        answer=names,
        because=" ".join(reasons) or "No branch is pruned.",
    )
    solution = [*_walkthrough_lines(subject), *reasons]
    return {"text": [describe_setting(subject), describe_search(subject), asked], "parts": [part], "solution": solution}


def draft_count(subject: Subject, rng: StableRandom) -> Draft:
    """Ask how many nodes are entered, leaves read and cutoffs made."""
    recording = subject.recording
    entered = [record.name for record in recording.breadth_first() if record.visited]
    cut = [recording.name(event.record) for event in recording.events if event.kind == "cutoff"]
    meets = CUT_TEXT[subject.rules.cut]
    counts = {
        "nodes": ("nodes entered", len(entered), f"the nodes entered are {' '.join(entered)}"),
        "leaves": (
            "leaves read",
            len(recording.leaves_read),
            f"the leaves read are {' '.join(map(number, recording.leaves_read))}",
        ),
        "cutoffs": (
            "cutoffs",
            len(cut),
            f"{meets} at {list_words(cut) or 'no node'}",
        ),
    }
    asked = (
        "Count the nodes entered (including the root and the leaves), the leaves read, and the cutoffs: the nodes at "
        f"which {meets} becomes true, even if no child is left to prune."
    )
    parts = [Part(key, label, "whole", 1, answer, because) for key, (label, answer, because) in counts.items()]
    solution = [f"{label}: {answer}; {because}." for label, answer, because in counts.values()]
    return {"text": [describe_setting(subject), describe_search(subject), asked], "parts": parts, "solution": solution}


def _walkthrough_lines(subject: Subject) -> list[str]:
    """Return the walk-through of the search, one line per step."""
    return [line for line in walkthrough(subject.recording).splitlines() if line]


def no_requirement(tree: Tree, rules: SearchRules) -> int:
    """Return 0: any tree will do."""
    return 0


def marks_for_values(tree: Tree, rules: SearchRules) -> int:
    """Return the marks for the values: one for each inner node."""
    return tree.total_nodes - tree.total_leaves


def marks_for_windows(tree: Tree, rules: SearchRules) -> int:
    """Return the marks for the windows: four for each inner node, entered or not."""
    return 4 * marks_for_values(tree, rules)


def count_pruned(tree: Tree, rules: SearchRules) -> int:
    """Return how many branches are pruned."""
    return Survey(tree, rules).pruned


KINDS = {
    "values": Kind("Fill in the values", draft_values, no_requirement, marks=marks_for_values),
    "windows": Kind("Fill in alpha and beta", draft_windows, no_requirement, marks=marks_for_windows),
    "pruned": Kind(
        "Mark the pruned branches", draft_pruned, no_requirement, difficulty=count_pruned, counts="pruned branches"
    ),
    "count": Kind("Count the nodes", draft_count, no_requirement),
    "ordering": Kind(
        "Give the best ordering",
        draft_ordering,
        ordering_lacks,
        NO_BETTER_ORDER,
        difficulty=count_saved,
        counts="leaves saved by the best order",
    ),
    "error": Kind("Find the error", draft_error, error_lacks, tells=True),
}
"""Each kind, by name."""


def exercise_of(kind: str, identity: str, subject: Subject, rng: StableRandom) -> Exercise:
    """Return an exercise of a kind about a subject. identity: its id. Raises InputError for an unknown kind."""
    if kind not in KINDS:
        raise InputError(f"no kind of exercise {kind!r}; {hint(kind, KINDS)}")
    draft = KINDS[kind].draft(subject, rng)
    parts = tuple(
        Part(f"{identity}.{part.id}", part.label, part.type, part.marks, part.answer, part.because)
        for part in draft["parts"]
    )
    text, solution, entries = (tuple(draft.get(name, ())) for name in ("text", "solution", "entries"))
    return Exercise(identity, kind, KINDS[kind].title, subject, text, parts, solution, entries)
