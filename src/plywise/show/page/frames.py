"""The frames of a search: a recording as plain data, for the module that steps through it.

It uses columns of numbers rather than objects, and stores each text once, so that twenty thousand nodes stay small. The
module applies the events one by one, as `replay.apply_event` does.
"""

from math import inf
from typing import Any

from plywise.game import Cell, Coordinates, State, Value
from plywise.show import text_width, tree_drawing
from plywise.show.boards import CELL, DISC, HEX_COLUMN, HEX_TIP, LABEL, LABEL_GAP, MANY, MARK, SIGN, SMALL_CELL
from plywise.show.box_sizes import reserved_sizes
from plywise.show.labels import leaf_text, short_number
from plywise.show.node_views import (
    LEAF_NODE,
    MAX_CHILDREN,
    MAX_NODE,
    MAX_NODES,
    MIN_NODE,
    Board,
    NodeView,
    board_of,
    coordinates_of,
    kind_of,
    state_of,
)
from plywise.show.pieces import FIGURES, STROKE, strokes_of
from plywise.show.shapes import ASCENT, DESCENT
from plywise.show.svg import item_svg
from plywise.show.trace_drawing import description_of, subject_of, title_of, whole_legend
from plywise.show.tree_drawing import SAMPLE_WIDTH, draw_sample, size_of
from plywise.teach.classroom import classroom_line, classroom_lines, has_classroom_program
from plywise.teach.pseudocode import condition_of, line_of, lines_of
from plywise.teach.walkthrough import record_note, step_text, summary
from plywise.trees.recorder import Event
from plywise.trees.recording import Recording
from plywise.trees.replay import Replay

KINDS = ("enter", "leaf", "estimate", "update", "cutoff", "hit", "leave")
BOUNDS = ("exact", "lower", "upper")
SHAPES = (MAX_NODE, MIN_NODE, LEAF_NODE)


class Texts:
    """Texts, each stored once and referred to by its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return a text's number."""
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        """Return the texts in the order of their numbers."""
        return list(self.numbers)


def frames_of(recording: Recording, hide_values: bool = False) -> dict[str, Any]:
    """Return a recording as plain data. Values are given by the numbers of their texts, -1 for none.

    hide_values: initially hide values that the search has not found yet
    """
    replay, texts = Replay(recording), Texts()
    events = [_event(event, texts) for event in recording.events]
    return {
        "title": title_of(recording),
        "subject": subject_of(recording),
        "hide": hide_values,
        "description": description_of(recording),
        "summary": summary(recording).split("\n"),
        "code": list(lines_of(recording)),
        "classroom": _classroom(recording, replay),
        "windows": recording.algorithm.has_windows,
        "note": record_note(recording),
        "legend": _legend(recording),
        "geometry": geometry() | _pieces(recording),
        **_records(recording, replay),
        "counted": _first_counted(recording),
        "events": dict(zip(EVENT_COLUMNS, map(list, zip(*events, strict=True)), strict=False)),
        "skips": {number: event.pruned for number, event in enumerate(recording.events) if event.pruned},
        "steps": _steps(recording, replay),
        "end": _end(recording, replay, texts),
        "texts": texts.all(),
    }


def _classroom(recording: Recording, replay: Replay) -> dict[str, Any] | None:
    """Return the program of the classroom and the line of each step; None if it does not match the recording."""
    if not has_classroom_program(recording):
        return None
    lines = [classroom_line(recording, step.event) for step in replay.steps]
    return {"code": list(classroom_lines(recording)), "line": lines}


def _legend(recording: Recording) -> list[list[str]]:
    """Return the legend: for each mark a sample of it, as SVG, and what it means."""
    widest = max((len(record.children) for record in recording.records), default=0)
    collapsed = len(recording.records) > MAX_NODES or widest > MAX_CHILDREN
    return [
        ["".join(map(item_svg, draw_sample(what, SAMPLE_WIDTH / 2, SAMPLE_WIDTH / 2))), meaning]
        for what, meaning in whole_legend(recording, collapsed)
    ]


def _first_counted(recording: Recording) -> int:
    """Return the event from which on the result counts: earlier iterations may have served the order alone."""
    entered = 0
    if recording.algorithm.samples:
        return 0
    for number in reversed(range(len(recording.events))):
        event = recording.events[number]
        entered += event.kind == "enter"
        if event.kind == "enter" and event.record == 0 and entered == recording.result.nodes:
            return number
    return 0


EVENT_COLUMNS = ("kind", "record", "alpha", "beta", "value", "bound")


def _event(event: Event, texts: Texts) -> tuple[int, ...]:
    """Return an event as numbers, one for each of EVENT_COLUMNS."""
    alpha, beta = (texts.number(short_number(each)) for each in (event.alpha, event.beta))
    return (
        KINDS.index(event.kind), event.record, alpha, beta, _value(event.value, texts), BOUNDS.index(event.bound)
    )  # fmt: skip


def _value(value: Value | None, texts: Texts) -> int:
    return -1 if value is None or value in (inf, -inf) else texts.number(short_number(value))


def _steps(recording: Recording, replay: Replay) -> dict[str, list[Any]]:
    """Return the steps as columns: where each ends in the events, its record, line of code, text and condition."""
    ends, at, lines, texts, conditions = [], [], [], [], []
    for number, step in enumerate(replay.steps):
        event = step.event
        following = replay.steps[number + 1].event if number + 1 < len(replay.steps) else None
        cut = event.kind == "cutoff" or (
            following is not None and following.kind == "cutoff" and following.record == event.record
        )
        ends.append(step.end)
        at.append(event.record)
        lines.append(line_of(recording, event))
        texts.append(step_text(recording, event))
        conditions.append(condition_of(recording, event, cut))
    return {"end": ends, "record": at, "line": lines, "text": texts, "condition": conditions}


def _end(recording: Recording, replay: Replay, texts: Texts) -> dict[str, Any]:
    """Return what is known only at the end: the root's value, the principal variation, and every pruned node."""
    statuses = replay.statuses_at(replay.last)
    root = statuses[0] if statuses else None
    return {
        "value": -1 if root is None else _value(root.value, texts),
        "bound": 0 if root is None else BOUNDS.index(root.bound),
        "line": recording.follow(recording.result.pv) if recording.records and recording.result.pv else [],
        "skipped": [number for number, status in enumerate(statuses) if status.skipped],
    }


# --- the nodes --------------------------------------------------------------------------------------------------------


def _records(recording: Recording, replay: Replay) -> dict[str, Any]:
    """Return the nodes, one column per property."""
    boards: dict[Any, int] = {}
    columns: dict[str, list[Any]] = {name: [] for name in RECORD_COLUMNS}
    needed, known = reserved_sizes(replay), dict[State, tuple[Board | None, int]]()  # the same states recur
    for record in recording.records:
        state = state_of(recording, record)
        kind, word = kind_of(recording, record, state), recording.move(record)
        if state not in known:
            rows = None if recording.is_tree else board_of(recording.game, state)
            known[state] = rows, _board(rows, boards)
        rows, board = known[state]
        view = NodeView(
            record.id,
            kind,
            name=record.name,
            word=word,
            board=rows,
            grid=recording.game.grid,
            coordinates=coordinates_of(recording, record),
            reserved=needed[record.id],
        )
        size = size_of(view)
        columns["parent"].append(record.parent)
        columns["shape"].append(SHAPES.index(kind))
        columns["name"].append(record.name)
        columns["word"].append(word)
        columns["written"].append(leaf_text(recording, record))
        columns["guess"].append(int(recording.is_estimated(record)))
        columns["size"].append([size.left, size.right, size.up, size.down, size.shape])
        if not recording.is_tree:
            columns["board"].append(board)
    return {
        **columns,
        "children": [record.children for record in recording.records],
        "boards": [[list(row) for row in board] for board in boards],
        "grid": recording.game.grid,
        "coordinates": list(map(list, recording.game.coordinates() if boards else Coordinates())),
    }


RECORD_COLUMNS = ("parent", "shape", "name", "word", "written", "guess", "size", "board")


def _board(rows: Board | None, boards: dict[Any, int]) -> int:
    """Return the number of a board, -1 for none."""
    if rows is None:
        return -1
    return boards.setdefault(tuple(tuple(_cell(cell) for cell in row) for row in rows), len(boards))


def _cell(cell: Cell) -> str | tuple[str | bool, ...]:
    """Return the drawing data of a cell: its mark, and disc, sign, dark, hexagon, piece if present."""
    if cell.piece:
        return cell.mark, cell.disc, cell.sign, cell.dark, cell.hexagon, cell.piece
    if cell.hexagon:
        return cell.mark, cell.disc, cell.sign, cell.dark, True
    return (cell.mark, cell.disc, cell.sign, cell.dark) if cell.disc or cell.dark else cell.mark


def _pieces(recording: Recording) -> dict[str, Any]:
    """Return the drawings of pieces, if the game has any."""
    start = next((record.state for record in recording.records if record.state is not None), None)
    rows = None if recording.is_tree or start is None else recording.game.cells(start)
    has_pieces = any(cell.piece for row in rows or () for cell in row)
    return {"PIECES": {figure: strokes_of(figure) for figure in FIGURES}, "STROKE": STROKE} if has_pieces else {}


def geometry() -> dict[str, Any]:
    """Return the measures of a drawing, so that the module draws just as tree_drawing.py does."""
    names = (
        "VALUE_SIZE", "SMALL_SIZE", "POINT", "BASE", "LEAF_HALF", "LEAF_LEAST",
        "SHAPE_PAD", "COLUMN_GAP", "NODE_GAP", "ROW_GAP", "MAX_ROW_GAP", "SLANT", "MARGIN", "HALO", "CROSS",
        "MIN_WIDTH", "LEAF_TEXT",
    )  # fmt: skip
    measures: dict[str, Any] = {name: getattr(tree_drawing, name) for name in names}
    return measures | {
        "WIDTHS": text_width.WIDTHS,
        "CAPITAL": text_width.CAPITAL,
        "SMALL": text_width.SMALL,
        "ELSEWHERE": text_width.ELSEWHERE,
        "BOLD": text_width.BOLD,
        "CELL": CELL,
        "SMALL_CELL": SMALL_CELL,
        "MANY": MANY,
        "MARK": MARK,
        "SIGN": SIGN,
        "DISC": DISC,
        "HEX_COLUMN": HEX_COLUMN,
        "HEX_TIP": HEX_TIP,
        "LABEL": LABEL,
        "LABEL_GAP": LABEL_GAP,
        "ASCENT": ASCENT,
        "DESCENT": DESCENT,
        "MAX_CHILDREN": MAX_CHILDREN,
        "MAX_NODES": MAX_NODES,
        "SAMPLE": SAMPLE_WIDTH,
    }
