"""List what a search pruned, ply by ply, with the reasons."""

from itertools import groupby
from typing import Any

from plywise.teach.walkthrough import format_count, record_note
from plywise.trees.recording import Pruned, Recording

ROOT = "the root"


def list_pruned(recording: Recording, lines: int) -> str:
    """Return the pruned moves: a heading for each ply, and a line for each position with its moves and the reason.

    lines: the most lines for positions; the text states how many moves are left out
    """
    pruned = recording.explain_pruned(lambda record: _call(recording, record))
    if not pruned and recording.truncated:  # skipped nodes may have been entered later
        return f"The record does not show any move pruned for good. {record_note(recording)}"
    if not pruned:
        return "No move was pruned."
    text, left = [], lines
    shown = 0
    for ply, here in groupby(pruned, key=lambda each: len(each.path)):
        moves = list(here)
        groups = [list(group) for _, group in groupby(moves, key=lambda each: (each.path[:-1], each.because))]
        if left > 0:
            text.append(f"Pruned at ply {ply}: {format_count(len(moves), 'move')}.")
        for group in groups[: max(left, 0)]:
            text.append(_say_group(recording, group))
            shown += len(group)
        left -= len(groups)
    if shown < len(pruned):
        text.append(f"... {format_count(len(pruned) - shown, 'more pruned move')} not listed (--lines).")
    return "\n".join([*text, record_note(recording)]).rstrip()


def pruned_rows(recording: Recording, rows: int) -> dict[str, Any]:
    """Return the same as plain data, at most `rows` rows: `pruned_moves`, and how many are left out."""
    every = recording.explain_pruned(lambda record: _call(recording, record))
    return {
        "pruned_moves": [recording.pruned_dict(each) for each in every[:rows]],
        "pruned_moves_left_out": max(0, len(every) - rows),
        "pruned_moves_complete": not recording.truncated,
    }


def _say_group(recording: Recording, group: list[Pruned]) -> str:
    """Return a line for the moves pruned in one position for one reason."""
    paths = [_words(recording, each.path) for each in group]
    before, moves = paths[0][:-1], [path[-1] for path in paths]
    here = f"after {' '.join(before)}" if before else f"at {ROOT}"
    position = f"the position after {' '.join(before)}" if before else ROOT
    return f"  {here}: {' '.join(moves)}; {group[0].because.replace(position + ' ', 'this position ')}"


def _words(recording: Recording, path: tuple[Any, ...]) -> list[str]:
    """Return a line of actions in words."""
    return recording.path_names(path) if recording.is_tree else recording.result.words(list(path))


def _call(recording: Recording, record: int) -> str:
    """Return a node's name in sentences about a game: the moves that lead to it."""
    words = _words(recording, recording.path(record))
    return f"the position after {' '.join(words)}" if words else ROOT
