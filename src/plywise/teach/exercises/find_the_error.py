"""The exercise "find the error": a written record of a search, with one mistake.

Either exactly one entry is wrong, or a mistake affects later entries too: a leaf was misread, or the other cut rule
was applied. Those later entries come from the reference search itself.
"""

from dataclasses import dataclass, replace
from typing import Any

from plywise.game import Value
from plywise.teach.exercises.model import Part, Subject
from plywise.teach.exercises.question_text import describe_search, describe_setting
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.walkthrough import number
from plywise.trees.recording import Recording, json_number
from plywise.trees.tree import Tree

MARKS_FOR_ENTRY = 2
CUT, NO_CUT = "cut", "no cut"
Cell = Value | str


@dataclass(frozen=True)
class Entry:
    """One line of a written search.

    what: its words, with a placeholder {name} for each cell; equal for two searches that take the same steps
    cells: (name, content) pairs: its numbers, and cut or no cut
    """

    what: str
    cells: tuple[tuple[str, Cell], ...]

    def __str__(self) -> str:
        return self.what.format(**{name: _cell_text(cell) for name, cell in self.cells})


def entries_of(record: Recording) -> list[Entry]:
    """Return a recorded alpha-beta search as entries."""
    entries: list[Entry] = []
    events = [*record.events, None]
    for event, after in zip(record.events, events[1:], strict=True):
        name = record.name(event.record)
        leaf = record.records[event.record].leaf
        if event.kind == "enter" and not leaf:
            entries.append(_entry(f"{name} is entered with alpha = {{alpha}}, beta = {{beta}}", event, "alpha", "beta"))
        elif event.kind == "leaf":
            entries.append(_entry(f"{name} is a leaf: {{value}}", event, "value"))
        elif event.kind == "update":
            cuts = after is not None and after.kind == "cutoff" and after.record == event.record
            words = (
                f"{name} after {record.name(event.child or 0)}: best = {{value}}, alpha = {{alpha}}, beta = {{beta}}"
            )
            entry = _entry(words + ", {cut}", event, "value", "alpha", "beta")
            entries.append(replace(entry, cells=(*entry.cells, ("cut", CUT if cuts else NO_CUT))))
        elif event.kind == "leave" and not leaf:
            entries.append(_entry(f"{name} returns {{value}}", event, "value"))
    return entries


def _entry(words: str, event: Any, *names: str) -> Entry:
    return Entry(words, tuple((name, getattr(event, name)) for name in names))


def _cell_text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else number(cell)


def find_first_difference(right: list[Entry], wrong: list[Entry]) -> tuple[int, str] | None:
    """Return the number (from 1) of the first entry that differs, and the only cell that differs in it.

    None if no entry differs, if more than one cell differs, or if the entries are not about the same step.
    """
    for place, (one, other) in enumerate(zip(right, wrong, strict=False), start=1):
        if one != other:
            cells = [name for (name, cell), (_, odd) in zip(one.cells, other.cells, strict=False) if cell != odd]
            return (place, cells[0]) if one.what == other.what and len(cells) == 1 else None
    return None


# --- making mistakes -------------------------------------------------------------------------------------------------


def copying_slip(subject: Subject, right: list[Entry], rng: StableRandom) -> list[Entry]:
    """Return the search with one cell of one entry wrong and everything else right."""
    place = rng.between(1, len(right) - 1)
    entry = right[place]
    name, cell = rng.choice(entry.cells)
    if isinstance(cell, str):
        odd: Cell = NO_CUT if cell == CUT else CUT
    else:
        seen = {value for each in right for _, value in each.cells if not isinstance(value, str)}
        odd = rng.choice(sorted((seen | {0, 1}) - {cell}))
    cells = tuple((each, odd if each == name else value) for each, value in entry.cells)
    return [*right[:place], Entry(entry.what, cells), *right[place + 1 :]]


def misread_leaf(subject: Subject, right: list[Entry], rng: StableRandom) -> list[Entry]:
    """Return the search with one leaf misread."""
    tree, read = subject.tree, [record for record in subject.recording.records if record.leaf]
    leaf = rng.choice(read).state.node
    values = sorted({value for value in tree.value if value is not None} | {0, 1})
    changed = list(tree.value)
    changed[leaf] = rng.choice([value for value in values if value != tree.value[leaf]])
    built: list[Any] = list(changed)
    for node in reversed(subject.inner):
        built[node] = [built[child] for child in tree.children(node)]
    return entries_of(subject.rules.record(Tree(built[0], max_first=tree.max_first)))


def apply_other_rule(subject: Subject, right: list[Entry], rng: StableRandom) -> list[Entry]:
    """Return the search by the other cut rule."""
    return entries_of(subject.rules.with_other_cut.record(subject.tree))


ONE_WRONG = "Exactly one entry is wrong; all other entries are correct."
WRONG_FROM = "One entry is wrong, and later entries are wrong because of it. Find the first wrong entry."
MAX_TRIES = 200


def make_mistake(subject: Subject, rng: StableRandom) -> tuple[list[Entry], list[Entry], tuple[int, str], bool]:
    """Return the right entries, the wrong ones, the mistake's entry and cell, and whether more errors follow."""
    right = entries_of(subject.recording)
    for _ in range(MAX_TRIES):
        carried = rng.happens(0.5)
        make = (apply_other_rule if rng.happens(0.5) else misread_leaf) if carried else copying_slip
        wrong = make(subject, right, rng)
        found = find_first_difference(right, wrong)
        if found is not None:
            return right, wrong, found, wrong[found[0] :] != right[found[0] :]
    raise AssertionError("a slip differs in one cell of one entry")


def error_lacks(tree: Tree, rules: SearchRules) -> int:
    """Return 0: any tree will do."""
    return 0


def draft_error(subject: Subject, rng: StableRandom) -> dict[str, Any]:
    """Ask which entry of a search is wrong, and for its correct content."""
    right, wrong, (place, cell), carried = make_mistake(subject, rng)
    answer = dict(right[place - 1].cells)[cell]
    asked = (
        'Below is a written record of this search. "best" is the best value so far among a node\'s children; at the '
        "end, it is the value that the node returns. "
        + (WRONG_FROM if carried else ONE_WRONG)
        + " Give its number and its correct content: a number, cut or no cut."
    )
    because = f"entry {place} should read: {right[place - 1]}"
    parts = [
        Part("entry", "number of the wrong entry", "whole", MARKS_FOR_ENTRY, place, because),
        Part("right", "correct content", "cell", 1, answer if isinstance(answer, str) else json_number(answer),
             because),
    ]  # fmt: skip
    return {
        "text": [describe_setting(subject), describe_search(subject), asked],
        "parts": parts,
        "entries": [str(entry) for entry in wrong],
        "solution": [
            f"Entry {place} is wrong: {wrong[place - 1]}.",
            f"It should read: {right[place - 1]}.",
            "Later entries are wrong because of this mistake." if carried else "All other entries are correct.",
        ],
    }
