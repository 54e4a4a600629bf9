"""Describes a learned evaluation, in words and on the board, by the patterns that count most."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from plywise.engines.learned.file import Learned
from plywise.engines.learned.model import PARTS_OF_A_POINT, Cell, LearnedModel

SHOWN = 5
"""The number of patterns shown."""

SYMBOLS = ".XO#*+=%&@abcdefghijklmnopqrstuvwxyz"
"""Letters for contents that have none, the most frequent content first."""

UNSEEN = " "
"""Marks a cell that a pattern does not use."""


class Strong(NamedTuple):
    """A table entry with a large weight.

    cells: by their numbers. contents: of each. points: its contribution for MAX, the mean over both players to move.
    """

    cells: tuple[int, ...]
    contents: tuple[int, ...]
    points: float


def strongest(model: LearnedModel, count: int = SHOWN) -> list[Strong]:
    """Return the strongest entries of tables of two cells or more, one for each set of shared weights."""
    found: dict[int, Strong] = {}
    points = np.asarray(model.entries, np.float64).mean(axis=1) / PARTS_OF_A_POINT
    for table in model.tables:
        if len(table.cells) < 2 or max(table.cells) >= len(model.cells) or table.first in found:
            continue
        radices = [len(model.cells[cell].contents) for cell in table.cells]
        own = points[table.first : table.first + int(np.prod(radices))]
        best = int(np.argmax(np.abs(own)))
        contents = tuple(best // stride % radix for stride, radix in zip(table.strides, radices, strict=True))
        found[table.first] = Strong(table.cells, contents, float(own[best]))
    return sorted(found.values(), key=lambda each: -abs(each.points))[:count]


def values_of_cells(model: LearnedModel) -> dict[int, list[float]]:
    """Return, for each cell, the contribution of each of its contents for MAX, in points."""
    points = np.asarray(model.entries, np.float64).mean(axis=1) / PARTS_OF_A_POINT
    return {
        table.cells[0]: [float(points[table.first + content * table.strides[0]]) for content in range(radix)]
        for table in model.tables
        if len(table.cells) == 1 and table.cells[0] < len(model.cells)
        for radix in [len(model.cells[table.cells[0]].contents)]
    }


def facts_of(found: Learned) -> dict[str, Any]:
    """Return the content of a file, as JSON."""
    model = found.model
    return {
        "game": found.game,
        "rules": found.rules,
        "tables": len(model.tables),
        "units": model.units,
        "weights": model.weights,
        "own_scale": model.own_scale,
        **found.story,
        "strongest": [
            {"cells": list(each.cells), "contents": list(each.contents), "points": round(each.points, 1)}
            for each in strongest(model)
        ],
    }


def describe_learned(found: Learned) -> str:
    """Return a description of a file in plain text."""
    model, story = found.model, found.story
    symmetries = story.get("symmetries", 1)
    units = f"{model.units} hidden units, " if model.units else ""
    lines = [
        f"Learned evaluation for {found.game}",
        f"{len(model.cells)} cells, {len(model.tables)} tables, {units}{model.weights:,} weights, "
        f"{symmetries} {'symmetry' if symmetries == 1 else 'symmetries'}",
        f"Trained on {story.get('games', 0):,} self-play games, seed {story.get('seed', 0)}.",
    ]
    if model.own_scale:
        lines.append(f"It is added to the game's own evaluation, which is weighted by {model.own_scale:g}.")
    lines += ["", *_generations(story)]
    board = story.get("board")
    if board is not None:
        lines += ["", *_drawn(model, board)]
    return "\n".join(lines)


def _generations(story: Mapping[str, Any]) -> Iterator[str]:
    yield "generation  model     positions   loss  against the previous one"
    for each in story.get("generations", []):
        score = f"{each['wins']}-{each['draws']}-{each['losses']}"
        elo = "" if each["elo"] is None else f"{each['elo']:+.0f} Elo"
        kept = "accepted" if each["taken"] else "rejected"
        yield (
            f"{each['number']:>10}  {each['model']:8}  {each['positions']:>9,}  {each['loss']:.3f}  "
            f"{score:>12} {elo:>9}  {kept}"
        )


def _drawn(model: LearnedModel, board: Mapping[str, Any]) -> Iterator[str]:
    """Yield the strongest patterns on the board, with a legend."""
    first, last = board["cells"]
    places = [tuple(each) for each in board["places"]]
    whole = max(model.cells[first:last], key=lambda cell: len(cell.parts))
    symbols = _symbols(whole)
    yield "cell contents: " + ", ".join(f"{symbol} {_said(whole, content)}" for content, symbol in enumerate(symbols))
    found = strongest(model)
    if found:
        yield "strongest patterns (100 points multiply the odds of winning by 2.7):"
    for each in found:
        side = "for" if each.points > 0 else "against"
        yield ""
        yield f"{abs(each.points):.0f} points {side} MAX:"
        held = {
            places[cell - first]: symbols[content]
            for cell, content in zip(each.cells, each.contents, strict=True)
            if first <= cell < last
        }
        yield from _grid(places, held, board.get("hexagons", False))


def _grid(places: Sequence[tuple[int, ...]], held: Mapping[tuple[int, ...], str], hexagons: bool) -> Iterator[str]:
    """Yield the rows of a board on which only some cells are shown. hexagons: each row is half a cell further right."""
    rows = sorted({each[:-1] for each in places})
    columns = sorted({each[-1] for each in places})
    there = set(places)
    for number, row in enumerate(rows):
        cells = [(held.get((*row, column), "-") if (*row, column) in there else UNSEEN) for column in columns]
        yield "  " + " " * number * hexagons + " ".join(cells).rstrip()


def _symbols(cell: Cell) -> list[str]:
    """Return a letter for each content: its own, if it has one."""
    own = [labels[0] if len(labels) == 1 and isinstance(labels[0], str) else "" for labels in cell.contents]
    if all(len(each) == 1 and each.isprintable() for each in own) and len(set(own)) == len(own):
        return own
    return [SYMBOLS[number % len(SYMBOLS)] for number in range(len(cell.contents))]


def _said(cell: Cell, content: int) -> str:
    """Return the text of a content, from the state's own values."""
    labels = cell.contents[content]
    if len(labels) == 1:
        return repr(labels[0])
    parts = [part.path for part, label in zip(cell.parts, labels, strict=True) if label]
    return "in " + " and ".join(parts) if parts else "empty"


__all__ = ["describe_learned", "facts_of", "strongest", "values_of_cells"]
