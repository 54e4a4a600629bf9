"""Draw boards: small ones at the nodes of a tree, or a single large one."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from plywise.game import Cell, Coordinates
from plywise.show.node_views import NO_COORDINATES, Board
from plywise.show.pieces import draw_piece
from plywise.show.shapes import ASCENT, DESCENT, END, MIDDLE, START, Disc, Drawing, Group, Item, Line, Text
from plywise.show.text_width import text_width

CELL, SMALL_CELL, MANY = 11.0, 8.0, 5
"""The size of a cell on a small board; the smaller size is for boards with more than MANY rows or columns."""

MARK, SIGN = 0.8, 0.7  # the font sizes of a mark and of a sign on a disc, as fractions of the cell's size
DISC = 0.4  # a disc's radius, likewise
LABEL, BIG_LABEL, LABEL_GAP = 7.8, 14.0, 2.0
"""The font sizes of the coordinates around a board, small or large, and their distance from it."""

HEX_COLUMN, HEX_TIP = 3**-0.5, 1 / 6
"""Of a board of hexagons: the width of a column, half a hexagon, and how far tips reach beyond a row, of the height."""


def has_hexagons(board: Board) -> bool:
    """Return whether a board is made of hexagons."""
    return any(each.hexagon for row in board for each in row)


def cell_size(board: Board) -> float:
    """Return the size of a small board's cells."""
    return SMALL_CELL if max(len(board), *(len(row) for row in board)) > MANY else CELL


class BoardSize(NamedTuple):
    """The size of a board, and of the room that its coordinates take to the left, above and below."""

    width: float
    height: float
    left: float
    top: float
    bottom: float


def board_size(board: Board, coordinates: Coordinates = NO_COORDINATES, cell: float | None = None) -> BoardSize:
    """Return a board's size. cell: of its cells (None: as on small boards)."""
    cell = cell_size(board) if cell is None else cell
    size = label_size(cell)
    left = max((text_width(label, size) for label in coordinates.left), default=0.0)
    tip = HEX_TIP * cell if has_hexagons(board) else 0.0
    return BoardSize(
        max(len(row) for row in board) * column_width(board, cell, coordinates),
        len(board) * cell,
        left + LABEL_GAP if left else 0.0,
        ((ASCENT + DESCENT) * size + LABEL_GAP if any(coordinates.top) else 0.0) + tip,
        ((ASCENT + DESCENT) * size + LABEL_GAP if any(coordinates.bottom) else 0.0) + tip,
    )


def label_size(cell: float) -> float:
    """Return the font size of coordinates around cells of a size."""
    return BIG_LABEL if cell == BIG_CELL else LABEL


def column_width(board: Board, cell: float, coordinates: Coordinates = NO_COORDINATES) -> float:
    """Return the width of each column: that of a cell, or more if the longest mark or label needs it."""
    marks = {written_on(each) for row in board for each in row}
    longest = max((text_width(mark, cell * MARK) for mark in marks), default=0.0)
    labels = (*coordinates.top, *coordinates.bottom)
    widest = max((text_width(label, label_size(cell)) for label in labels), default=0.0)
    width = max(cell, longest + cell * 0.2, widest + LABEL_GAP)
    return width * HEX_COLUMN if has_hexagons(board) else width


def written_on(cell: Cell) -> str:
    """Return the text on a cell: its mark, or the sign on its disc; nothing if a piece is drawn."""
    return "" if cell.piece else cell.sign if cell.disc else cell.mark


def board_items(
    board: Board,
    grid: bool,
    left: float,
    top: float,
    changed: Set[tuple[int, int]] = frozenset(),
    strength: str = "left",
    cell: float | None = None,
    actions: bool = False,
    coordinates: Coordinates = NO_COORDINATES,
) -> list[Item]:
    """Return the drawing items of a board.

    grid: draw lines between the cells
    left, top: where the cells begin; coordinates are outside
    changed: cells to shade, by row and column
    strength: "pruned" draws the board faded
    actions: label each empty cell with the action that plays there
    coordinates: the labels around the board
    """
    cell = cell_size(board) if cell is None else cell
    width = column_width(board, cell, coordinates)
    items: list[Item] = []
    faded = " pruned" if strength == "pruned" else ""
    dark = {(row, column) for row, cells in enumerate(board) for column, each in enumerate(cells) if each.dark}
    for role, places in ((f"dark{faded}", dark - changed), ("changed", changed)):
        for row, column in sorted(places):
            x, y = left + column * width, top + row * cell
            items.append(Line(_outline(board[row][column], x, y, width, cell), role, closed=True))
    if grid:
        items += _draw_grid(len(board), max(len(row) for row in board), left, top, width, cell, f"board{faded}")
    for row, cells in enumerate(board):
        for column, each in enumerate(cells):
            x, y = left + (column + _middle(each)) * width, top + (row + 0.5) * cell
            if each.hexagon:
                points = _outline(each, left + column * width, top + row * cell, width, cell)
                items.append(Line(points, f"board{faded}", closed=True))
            if each.piece:
                items += draw_piece(each.piece, x, y, cell, faded)
                continue
            if each.disc:
                items.append(Disc(x, y, DISC * cell, f"disc {each.disc}{faded}"))
            if each.disc and each.sign:
                size = cell * SIGN
                items.append(Text(x, y + 0.36 * size, each.sign, f"sign-{each.disc}", size, MIDDLE, bold=True))
            elif each.mark and not each.disc:
                items.append(Text(x, y + 0.29 * cell, each.mark, f"mark{faded}", cell * MARK, MIDDLE))
            elif actions and not each.mark and (each.action or each.name):
                items.append(_draw_action_name(each.action or each.name, x, y, cell))
    hexagons = has_hexagons(board)
    return items + _draw_coordinates(coordinates, left, top, width, len(board), cell, hexagons)


def _middle(cell: Cell) -> float:
    """Return the distance of a cell's middle from its left edge, in columns."""
    return 1.0 if cell.hexagon else 0.5


def _outline(cell: Cell, x: float, y: float, width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a cell. x, y: the top left of its place; width: of a column."""
    if not cell.hexagon:
        return (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    tip, right = HEX_TIP * height, x + 2 * width
    upper, lower = y + tip, y + height - tip
    return (x + width, y - tip), (right, upper), (right, lower), (x + width, y + height + tip), (x, lower), (x, upper)


def _draw_action_name(text: str, x: float, y: float, cell: float) -> Text:
    """Return the name of an empty cell, as large as fits."""
    size = 0.4 * cell
    size *= min(1.0, 0.8 * cell / text_width(text, size))
    return Text(x, y + 0.36 * size, text, "playable", size, MIDDLE)


def _draw_grid(rows: int, columns: int, left: float, top: float, width: float, cell: float, role: str) -> list[Item]:
    right, bottom = left + columns * width, top + rows * cell
    items: list[Item] = [Line(((left, top), (right, top), (right, bottom), (left, bottom)), role, closed=True)]
    for row in range(1, rows):
        items.append(Line(((left, top + row * cell), (right, top + row * cell)), role))
    for column in range(1, columns):
        items.append(Line(((left + column * width, top), (left + column * width, bottom)), role))
    return items


def _draw_coordinates(
    coordinates: Coordinates, left: float, top: float, width: float, rows: int, cell: float, hexagons: bool
) -> list[Item]:
    """Return the labels around a board: beside the rows, above and below the columns, or the tips of hexagons."""
    size, middle, tip = label_size(cell), (1.0 if hexagons else 0.5), (HEX_TIP * cell if hexagons else 0.0)
    items: list[Item] = []
    for row, label in enumerate(coordinates.left):
        y = top + (row + 0.5) * cell + 0.36 * size
        items.append(Text(left - LABEL_GAP, y, label, "coordinate", size, END))
    above, below = top - tip - LABEL_GAP - DESCENT * size, top + rows * cell + tip + LABEL_GAP + ASCENT * size
    for y, labels in ((above, coordinates.top), (below, coordinates.bottom)):
        for column, label in enumerate(labels):
            if label:
                items.append(Text(left + (column + middle) * width, y, label, "coordinate", size, MIDDLE))
    return items


BIG_CELL, BOARD_MARGIN, CAPTION_LINE = 40.0, 12.0, 20.0


def draw_big_board(
    board: Board,
    grid: bool,
    title: str,
    caption: str = "",
    changed: Set[tuple[int, int]] = frozenset(),
    coordinates: Coordinates = NO_COORDINATES,
) -> Drawing:
    """Return a drawing of one board; empty cells show the action that plays there.

    caption: lines below the board
    changed: cells to shade, by row and column
    coordinates: the labels around the board
    """
    size = board_size(board, coordinates, BIG_CELL)
    left, top = BOARD_MARGIN + size.left, BOARD_MARGIN + size.top
    items = board_items(board, grid, left, top, changed, cell=BIG_CELL, actions=True, coordinates=coordinates)
    groups = [Group("board", "board", tuple(items), title)]
    width, bottom = size.left + size.width, top + size.height + size.bottom + BOARD_MARGIN
    for line in filter(None, caption.split("\n")):
        text = Text(BOARD_MARGIN, bottom + 8, line, "caption", 12.0, START)
        groups.append(Group("caption", "caption", (text,)))
        bottom += CAPTION_LINE
        width = max(width, text_width(line, 12.0))
    return Drawing(round(width + 2 * BOARD_MARGIN, 2), round(bottom, 2), title, caption, groups)


def align_boards(drawings: Sequence[Drawing]) -> list[Drawing]:
    """Return drawings of boards in one size, item by item, so that an animation repeats only what changes.

    The squares below the rest come first, the same number in each drawing, so the drawing order is preserved.
    """
    width, height = max(each.width for each in drawings), max(each.height for each in drawings)
    parted = [_part_squares(drawing) for drawing in drawings]
    most = max(len(squares) for squares, _ in parted)
    aligned = []
    for drawing, (squares, others) in zip(drawings, parted, strict=True):
        spare = [Group("space", "space", ())] * (most - len(squares))
        aligned.append(replace(drawing, width=width, height=height, groups=[*squares, *spare, *others]))
    return aligned


def _part_squares(drawing: Drawing) -> tuple[list[Group], list[Group]]:
    """Return a drawing's items, each as a separate group: its squares, and the others."""
    alone = [Group(group.name, group.role, (item,)) for group in drawing.groups for item in group.items]
    squares = [each for each in alone if isinstance(each.items[0], Line) and each.items[0].role in SQUARES]
    return squares, [each for each in alone if each not in squares]


SQUARES = ("dark", "changed")
