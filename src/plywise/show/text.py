"""Drawings in plain text: searched trees with pruned branches crossed out, and boards."""

import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from plywise.game import MAX, Cell, Coordinates, Game, State, defines, player_word
from plywise.show.labels import sampled_text
from plywise.trees.recorder import Record
from plywise.trees.recording import Recording


class Strokes(NamedTuple):
    """The characters of a drawing.

    child, last: strokes to a child, and to the last one
    past: stroke past a child to a later one
    pruned_child, pruned_last: strokes to a pruned child
    at_least, at_most: signs of bounds
    """

    child: str
    last: str
    past: str
    pruned_child: str
    pruned_last: str
    at_least: str
    at_most: str


UNICODE = Strokes("├── ", "└── ", "│   ", "├─╳ ", "└─╳ ", "≥", "≤")
ASCII = Strokes("+-- ", "`-- ", "|   ", "+-x ", "`-x ", ">=", "<=")
BLANK = "    "


def draw_trace(recording: Recording, strokes: Strokes = UNICODE, lines: int | None = None) -> str:
    """Return the searched tree, one node per line, children below their parent in order.

    Each node shows its letters, its player and the value found, with a sign if that is only a bound. A star marks the
    principal variation, a cross a pruned child, and a question mark an estimate.

    lines: the maximum number of lines; a last line then tells how many nodes are missing
    """
    if not recording.records:
        return "(nothing was recorded)"
    on_line = set(recording.follow(recording.result.pv)) if recording.result.pv else set()
    drawn: list[str] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        if lines is not None and len(drawn) >= lines:
            drawn.append(f"... {len(recording.records) - len(drawn):,} more nodes are not drawn.")
            break
        number, before, stroke = waiting.pop()
        record = recording.records[number]
        star = " *" if number in on_line else ""
        drawn.append(before + stroke + _label(recording, record, strokes) + star)
        if stroke:
            before += BLANK if stroke in (strokes.last, strokes.pruned_last) else strokes.past
        for place, child in reversed(list(enumerate(record.children))):
            is_last, pruned = place == len(record.children) - 1, recording.below_pruned(child)
            waiting.append((child, before, _stroke(strokes, is_last, pruned)))
    return "\n".join(line.rstrip() for line in drawn)


def _stroke(strokes: Strokes, is_last: bool, pruned: bool) -> str:
    if pruned:
        return strokes.pruned_last if is_last else strokes.pruned_child
    return strokes.last if is_last else strokes.child


def _label(recording: Recording, record: Record, strokes: Strokes) -> str:
    words = [f"{recording.move(record)}:"] if recording.move(record) else []
    words.append(record.name)
    if record.player is not None:
        words.append(player_word(record.player))
    if recording.algorithm.samples and record.visited:
        words.append(sampled_text(record.value, record.hit or (record.leaf and not record.estimate), record.visits))
    elif record.visited and record.value is not None:
        sign = {"exact": "", "lower": strokes.at_least, "upper": strokes.at_most}[recording.bound(record)]
        words.append(f"{sign}{record.value}" + ("?" if recording.is_estimated(record) else ""))
    elif recording.is_tree and record.state is not None and record.player is None:
        words.append(str(recording.game.utility(record.state)))
    elif not recording.below_pruned(record.id):
        words.append("(left open)" if record.visited and not recording.truncated else "(not recorded)")
    cut = recording.cut_at(record.id)
    if cut is not None:
        symbol = strokes.at_least if record.player == MAX else strokes.at_most
        bound, limit = ("alpha", "beta") if record.player == MAX else ("beta", "alpha")
        reached, met = (cut.alpha, cut.beta) if record.player == MAX else (cut.beta, cut.alpha)
        words.append(f"(cut: {bound} {reached} {symbol} {limit} {met})")
    return " ".join(words)


def draw_board(game: Game, state: State, coordinates: bool | None = None) -> str:
    """Return the board as text, with the rest of the state below; the state's notation if the game has no board.

    An empty cell shows the action that plays there, or else its name.

    coordinates: also draw the game's labels around the board (None: only around a board whose cells name no moves)
    """
    rows = game.cells(state)
    if not rows:
        return game.format_state(state)
    labelled = not _names_cells(game) if coordinates is None else coordinates
    around = game.coordinates() if labelled else Coordinates()
    texts = [[_cell_text(cell) for cell in row] for row in rows]
    width = max(len(text) for row in (*texts, around.top, around.bottom) for text in row)
    left = max((len(label) for label in around.left), default=0)
    lines = [_draw_row(game, row, width) for row in texts]
    labels = around.left or [""] * len(lines)
    lines = [label.rjust(left) + " " * bool(left) + line for label, line in zip(labels, lines, strict=False)]
    if game.grid:
        rule = "+".join(["-" * (width + 2)] * len(rows[0]))
        lines = [each for line in lines for each in (line, " " * (left + bool(left)) + rule)][:-1]
    for place, names in ((0, around.top), (len(lines) + 1, around.bottom)):
        if any(names):
            lines.insert(place, " " * (left + bool(left)) + _draw_row(game, names, width, between=" "))
    beside = game.beside(state)
    lines += ["", *beside] if beside else []
    return "\n".join(line.rstrip() for line in lines)


def _names_cells(game: Game) -> bool:
    """Return whether the cells of a game's own board show the moves."""
    return defines(game, "cells") and any(
        cell.action or cell.name for row in game.cells(game.initial()) or () for cell in row
    )


def _draw_row(game: Game, texts: Sequence[str], width: int, between: str = "|") -> str:
    """Return one row of a board whose columns are `width` characters wide."""
    if not game.grid:
        return " ".join(text.center(width) for text in texts)
    return " " + f" {between} ".join(text.center(width) for text in texts).rstrip()


MOVES_IN_A_ROW = 16
"""More moves than this are listed in groups, by where they start."""

START_OF_A_MOVE = re.compile(
    r"([a-z][0-9]{1,2})[-x]?[a-z]|([0-9]{1,2})[-x]|([a-z])[0-9]|([A-Za-z_]{2,}[-=](?:[a-z](?=[0-9]))?)|", re.ASCII
)
MAX_LINE = 96
"""The longest line of moves."""


def list_moves(words: Sequence[str]) -> list[str]:
    """Return lines that list moves: one line if there are few or they are numbers, otherwise one for each start.

    >>> list_moves([str(cell) for cell in range(27) if cell != 13])
    ['0-12 14-26']
    >>> list_moves(["pass", *(file + rank for file in "ab" for rank in "123456789")])[:2]
    ['a1 a2 a3 a4 a5 a6 a7 a8 a9', 'b1 b2 b3 b4 b5 b6 b7 b8 b9']
    """
    if len(words) <= MOVES_IN_A_ROW:
        return [" ".join(words)]
    if all(word.isdecimal() for word in words):
        return [_join_numbers(sorted(map(int, words)))]
    groups: dict[str, list[str]] = {}
    for word in words:
        found = START_OF_A_MOVE.match(word)
        start = next(filter(None, found.groups()), "") if found else ""
        groups.setdefault(start, []).append(word)
    in_order = sorted(groups.items(), key=lambda each: (not each[0], _natural(each[0])))
    lines: list[str] = []
    kind = None
    for start, group in in_order:
        same_kind = start[:-1] == kind and start[-2:-1] in ("-", "=")
        if same_kind and len(lines[-1]) + len(" ".join(group)) < SHORT_LINE:
            lines[-1] += " " + " ".join(group)
        else:
            lines.append(" ".join(group))
        kind = start[:-1]
    return [
        part for line in lines for part in textwrap.wrap(line, MAX_LINE, break_on_hyphens=False, break_long_words=False)
    ]


SHORT_LINE = 48
"""Groups of moves of one kind share a line up to this length."""


def _natural(text: str) -> tuple[str, int]:
    """Return a sort key by which a9 comes before a10."""
    digits = text[len(text.rstrip("0123456789")) :]
    return text.removesuffix(digits), int(digits or 0)


def _join_numbers(numbers: Sequence[int]) -> str:
    """Return ascending numbers with runs of three or more as ranges."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


def _cell_text(cell: Cell) -> str:
    return cell.mark or cell.action or cell.name or ("." if cell.hexagon else " ")
