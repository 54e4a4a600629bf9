"""Versions of a sheet for one class: the same kinds of exercises about different trees.

Each version's trees are drawn with a separate seed word, so that workers can make them in any order.
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
"""How often a version's trees are redrawn because another version has the same."""

Draw = Callable[[Sequence[str]], Iterator[Sheet]]
"""Makes the sheets of some draws, in order."""


@dataclass(frozen=True)
class VersionTask:
    """Makes sheets like the first version: a job's key is the seed word of its trees. The rest: see `make_sheet`."""

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
        return make_sheet(self.kinds, self.requirements, source=self.source, draw=draw, like=self.first, **self.options)

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

    Each exercise has the same marks in every version, and version A equals the sheet made without versions.

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
    """Return a sheet, redrawn while its trees equal another's. Raises InputError."""
    for again in range(1, MAX_DRAWS + 1):
        if not any(_ask_the_same(sheet, before) for before in made):
            return sheet
        if again < MAX_DRAWS:
            (sheet,) = draw([f"{name}/{again}"])
    raise InputError(f"version {name} has the same trees as another: ask for fewer versions, or for other trees")


def _name_version(sheet: Sheet, name: str) -> Sheet:
    return replace(sheet, version=name, made_by={**sheet.made_by, "version": name})


def _ask_the_same(one: Sheet, other: Sheet) -> bool:
    """Return whether two sheets are about the same trees."""
    return [each.tree.to_nested() for each in one.exercises] == [each.tree.to_nested() for each in other.exercises]
