"""Versions of a sheet for one class: the same kinds of exercises, about other trees.

Each version's trees are drawn by a word of its own, so that workers can make them in any order.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.task import JSON, Work
from plywise.process.pickling import pack, unpack
from plywise.teach.exercises.key_file import sheet_dict
from plywise.teach.exercises.model import Sheet, Versions
from plywise.teach.exercises.requirements import Requirements
from plywise.teach.exercises.sheets import MAX_EXERCISES, Source, make_sheet
from plywise.trees.tree import node_name

MAX_VERSIONS = 200
MAX_DRAWS = 20
"""How often a version's trees are drawn anew because another version has them."""

Draw = Callable[[Sequence[str]], Iterator[Sheet]]
"""Makes the sheets of some draws, in order."""


@dataclass(frozen=True)
class VersionTask:
    """Makes sheets like the first version: a job's key is the word that draws its trees. The rest: see `make_sheet`."""

    first: Sheet
    kinds: Sequence[str]
    requirements: Requirements
    source: Source | None
    options: dict[str, Any]

    def describe(self) -> dict[str, JSON]:
        """Return what the sheets depend on."""
        return {"kind": "versions", "first": sheet_dict(self.first, with_answers=True)}

    def make(self, draw: str) -> Sheet:
        """Return the sheet of a draw."""
        return make_sheet(self.kinds, self.requirements, source=self.source, draw=draw, like=self.first, **self.options)

    def prepare(self) -> Work:
        """Return what makes sheets, as texts that `draw_by` reads: they go to another process, and into no file."""
        return lambda key: b64encode(pack(self.make(key))).decode()


def draw_by(fleet: Fleet) -> Draw:
    """Return what lets a fleet, of a VersionTask, make sheets."""

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
    """Return versions A, B, C ... of a sheet: the same kinds of exercises, about other trees. Raises InputError.

    Each exercise has as many marks in every version, and version A is the sheet that has no versions.

    number: how many versions
    drawing: gives what makes their sheets, perhaps by workers
    options: as in `make_sheet`
    """
    if not 2 <= number <= MAX_VERSIONS:
        raise InputError(f"a class gets 2 to {MAX_VERSIONS} versions, not {number}")
    if source is not None and (source.tree is not None or source.state is not None):
        raise InputError("versions are about different trees, and here the tree is given")
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
    """Return a sheet, drawn anew as often as it asks the same as another. Raises InputError."""
    for again in range(1, MAX_DRAWS + 1):
        if not any(_ask_the_same(sheet, before) for before in made):
            return sheet
        if again < MAX_DRAWS:
            (sheet,) = draw([f"{name}/{again}"])
    raise InputError(f"version {name} asks the same as another: ask for fewer versions, or other trees")


def _name_version(sheet: Sheet, name: str) -> Sheet:
    return replace(sheet, version=name, made_by={**sheet.made_by, "version": name})


def _ask_the_same(one: Sheet, other: Sheet) -> bool:
    """Return whether two sheets are about the same trees."""
    return [each.tree.to_nested() for each in one.exercises] == [each.tree.to_nested() for each in other.exercises]
