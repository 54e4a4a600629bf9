"""Versions of a sheet for one class: the same kinds of exercises about different trees.

Each version's trees are drawn with a separate seed word, so that workers can make them in any order.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.task import JSON, Work
from plywise.process.pickling import pack, unpack
from plywise.teach.exercises.key_file import sheet_dict
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Exercise, Sheet, Versions
from plywise.teach.exercises.requirements import Requirements
from plywise.teach.exercises.sheets import MAX_EXERCISES, Source, make_sheet
from plywise.teach.walkthrough import format_count
from plywise.trees.tree import node_name

MAX_VERSIONS = 200
MAX_DRAWS = 40
"""How often an exercise of a version is drawn at most to find answers that no other version has."""

DRAWS_ALIKE = 5
"""After every so many draws, the difficulty may differ by one more."""

Draw = Callable[[Sequence[str]], Iterator[Sheet]]
"""Makes the sheets of some draws, in order."""


@dataclass(frozen=True)
class VersionTask:
    """Makes sheets like the first version. The fields: see `make_sheet`.

    A job's key is the seed word of its trees and, after a colon, the numbers of the exercises to make (default:
    all), as in `B` or `B/1:2,5`.
    """

    first: Sheet
    kinds: Sequence[str]
    requirements: Requirements
    source: Source | None
    options: dict[str, Any]

    def describe(self) -> dict[str, JSON]:
        """Return everything the sheets depend on."""
        return {"kind": "versions", "first": sheet_dict(self.first, with_answers=True)}

    def make(self, draw: str) -> Sheet:
        """Return the sheet of a draw."""
        word, _, numbers = draw.partition(":")
        only = [int(number) for number in numbers.split(",")] if numbers else None
        slack = int(word.partition("/")[2] or 0) // DRAWS_ALIKE
        return make_sheet(
            self.kinds, self.requirements, source=self.source, draw=word, like=self.first, only=only, slack=slack,
            **self.options,
        )  # fmt: skip

    def prepare(self) -> Work:
        """Return the work of making sheets, as text for `draw_by`: it goes to another process, never to a file."""
        return lambda key: b64encode(pack(self.make(key))).decode()


def draw_by(fleet: Fleet) -> Draw:
    """Return a function that makes sheets with a fleet of a VersionTask."""

    def draw(words: Sequence[str]) -> Iterator[Sheet]:
        for done in fleet.run(words):
            if done.error:
                raise InputError(done.error)
            sheet: Sheet = unpack(b64decode(done.answer))
            yield sheet

    return draw


def _draw_here(task: VersionTask) -> AbstractContextManager[Draw]:
    return nullcontext(lambda words: map(task.make, words))


def make_versions(
    number: int,
    kinds: Sequence[str],
    requirements: Requirements,
    source: Source | None = None,
    drawing: Callable[[VersionTask], AbstractContextManager[Draw]] = _draw_here,
    **options: Any,
) -> Versions:
    """Return versions A, B, C ... of a sheet: the same kinds of exercises about different trees. Raises InputError.

    Version A equals the sheet made without versions. In every version, each exercise has the same marks and, if
    possible, the same difficulty but different answers; `version_notes` lists the exceptions.

    number: how many versions
    drawing: makes the sheets, possibly with workers
    options: as in `make_sheet`
    """
    if not 2 <= number <= MAX_VERSIONS:
        raise InputError(f"the number of versions must be 2 to {MAX_VERSIONS}, not {number}")
    if source is not None and (source.tree is not None or source.state is not None):
        raise InputError("versions need different trees, but the tree is given")
    if number * options.get("count", 1) * len(kinds) > MAX_EXERCISES:
        raise InputError(f"all versions together have at most {MAX_EXERCISES:,} exercises")
    first = make_sheet(kinds, requirements, source=source, **options)
    made = [_name_version(first, node_name(0))]
    names = [node_name(place) for place in range(1, number)]
    with drawing(VersionTask(first, kinds, requirements, source, options)) as draw:
        for name, sheet in zip(names, draw(names), strict=True):
            made.append(_name_version(_unlike_others(sheet, made, name, draw), name))
    return Versions(tuple(made))


def _unlike_others(sheet: Sheet, made: Sequence[Sheet], name: str, draw: Draw) -> Sheet:
    """Return a sheet with the exercises redrawn whose answers another version has. Raises InputError.

    If every draw has the answers of another version, the one with the fewest repetitions is taken.
    """
    chosen = list(sheet.exercises)
    groups = _group_by_tree(made[0])
    for again in range(1, MAX_DRAWS):
        waiting = [group for group in groups if any(_repetitions(chosen, group, made))]
        if not waiting:
            break
        places = [place for group in waiting for place in group]
        (other,) = draw([f"{name}/{again}:{','.join(str(place + 1) for place in sorted(places))}"])
        redrawn = list(chosen)
        for place, exercise in zip(sorted(places), other.exercises, strict=True):
            redrawn[place] = exercise
        for group in waiting:
            if _repetitions(redrawn, group, made) < _repetitions(chosen, group, made):
                for place in group:
                    chosen[place] = redrawn[place]
    sheet = replace(sheet, exercises=tuple(chosen))
    if any(_ask_the_same(sheet, before) for before in made):
        raise InputError(f"version {name} has the same trees as another: ask for fewer versions, or for other trees")
    return sheet


def _group_by_tree(sheet: Sheet) -> list[list[int]]:
    """Return the places of a sheet's exercises, those about one subject together."""
    groups: dict[int, list[int]] = {}
    for place, exercise in enumerate(sheet.exercises):
        groups.setdefault(id(exercise.subject), []).append(place)
    return list(groups.values())


def _repetitions(exercises: Sequence[Exercise], group: Sequence[int], made: Sequence[Sheet]) -> tuple[int, int]:
    """Return how many exercises of a group repeat the neighbouring version, the last one, and all versions."""
    repeated = [
        sum(_is_repeated(exercises[place], before.exercises[place]) for place in group) for before in reversed(made)
    ]
    return repeated[0], sum(repeated)


def _is_repeated(one: Exercise, other: Exercise) -> bool:
    """Return whether two versions of an exercise have the same answers, or the same tree."""
    return one.answers == other.answers or one.tree.to_nested() == other.tree.to_nested()


def version_notes(versions: Versions) -> list[str]:
    """Return a line for each exercise that repeats answers or differs in difficulty between versions."""
    found = []
    for several in zip(*(sheet.exercises for sheet in versions.sheets), strict=True):
        different = len({str(each.answers) for each in several})
        if different < len(several):
            neighbours = sum(one.answers == other.answers for one, other in pairwise(several))
            also = f", and {format_count(neighbours, 'pair')} of neighbouring versions have equal ones"
            found.append(
                f"{several[0].id}: {len(several)} versions have {different} different answers: {MAX_DRAWS} draws for "
                f"each found no more{also if neighbours else ''}"
            )
        kind = KINDS[several[0].kind]
        counts = [kind.difficulty(each.tree, each.subject.rules) for each in several] if kind.difficulty else [0]
        if len(set(counts)) > 1:
            found.append(
                f"{several[0].id}: the versions differ in difficulty, with {min(counts)} to {max(counts)} {kind.counts}"
            )
    return found


def _name_version(sheet: Sheet, name: str) -> Sheet:
    return replace(sheet, version=name, made_by={**sheet.made_by, "version": name})


def _ask_the_same(one: Sheet, other: Sheet) -> bool:
    """Return whether two sheets are about the same trees."""
    return [each.tree.to_nested() for each in one.exercises] == [each.tree.to_nested() for each in other.exercises]
