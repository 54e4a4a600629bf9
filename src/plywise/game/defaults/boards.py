"""Find the board in the states of a game that does not define `cells`.

A state is searched for a part that looks like a board: rows of equal length (tuples or texts), a flat tuple or text
whose length is a square or fits the game's sizes, sets of (row, column) pairs, or otherwise one row of cells. The
largest is drawn; the other fields are written below it. This is a guess that affects only drawings and the words for
moves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from math import isqrt
from types import FunctionType
from typing import Any, NamedTuple

from plywise.game.defaults.records import (
    CachePerGame,
    fields_of,
    is_pair,
    is_record,
    is_whole,
    own_text,
    part_at,
    parts_of,
)
from plywise.game.defaults.state_text import sorted_items

ROWS, FLAT, PIECES = "rows", "flat", "pieces"
"""Representations of a board: rows of cells, one flat sequence, or pairs of a row and a column."""

MAX_SIDE, MAX_ROW = 26, 64
"""Maximal number of rows and columns, which have letters, and length of a single row."""

EMPTY = frozenset({"", ".", " ", "_", "-", "·", "*"})
"""Texts for an empty cell."""

SEPARATORS = frozenset("/|,;:")
"""Letters by which a text that is not a row of cells is divided."""

SIZES = (("rows", "columns"), ("rows", "cols"), ("height", "width"), ("n_rows", "n_cols"), ("nrows", "ncols"))
SIDES = ("size", "side", "n", "board_size")
WIDTHS = ("columns", "cols", "width")
"""Names of attributes, in any case, for the sizes of boards."""

LOOKS = ("X", "O")
"""The marks of two pieces, or of two players' pieces."""


class Board(NamedTuple):
    """The place of the board in a game's states, and the names of its cells.

    kind: ROWS, FLAT or PIECES
    paths: the parts of the state that hold it; several only for PIECES
    names: of those parts
    rows, columns: its size
    pairs: whether moves name cells by pairs of a row and a column, which are shown as a letter and a number
    block: if each row is a small square board, its side; these are drawn side by side
    thaws: converts a frozen state to the author's form, in which the board was found; None: it was found in the state
        itself
    """

    kind: str
    paths: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    rows: int
    columns: int
    pairs: bool = True
    block: int = 0
    thaws: Callable[[Any], Any] | None = None

    def shown(self, state: Any) -> Any:
        """Return a state in the form in which the board was found."""
        return state if self.thaws is None else self.thaws(state)

    def cell_name(self, row: int, column: int) -> str:
        """Return a cell's name, such as b3: the column's letter, and the row's number from the bottom."""
        row, column = self.drawn_at(row, column)
        return f"{chr(ord('a') + column)}{self.rows - row}"

    def drawn_at(self, row: int, column: int) -> tuple[int, int]:
        """Return the row and column where a cell is drawn, which differ only if the rows are boards themselves."""
        if not self.block:
            return row, column
        across = self.columns // self.block
        return row // across * self.block + column // self.block, row % across * self.block + column % self.block

    def has(self, row: int, column: int) -> bool:
        """Return whether there is such a cell."""
        return 0 <= row < self.rows and 0 <= column < self.columns


def board_of(game: Any) -> Board | None:
    """Return the place of the board in a game's states; None if there is none. Cached for each game.

    It is searched for again after a game gets another class, which freezes its states.
    """
    found: tuple[type, Board | None] | None = _found.get(game)
    if found is None or found[0] is not type(game):
        found = type(game), find_board(game)
        _found.keep(game, found)
    return found[1]


_found = CachePerGame()


def find_board(game: Any) -> Board | None:
    """Look for a board in a game's initial state."""
    start = game.initial()
    sizes = _sizes(game)
    actions = _first_actions(game, start)
    thaws = getattr(type(game), "thaws", None)
    forms = [(start, None)] if thaws is None else [(thaws(start), thaws), (start, None)]
    ways: list[Callable[[Any], Board | None]] = [
        lambda form: max(_candidates(form, sizes, actions), key=lambda each: each.rows * each.columns, default=None),
        lambda form: _pieces(form, sizes, actions),
        lambda form: _single_row(form, form is not start),
    ]
    tried = ((look(form), thaw) for look in ways for form, thaw in forms)
    found, thaws = next((each for each in tried if each[0] is not None), (None, None))
    if found is None:
        return None
    found = found._replace(thaws=thaws)
    pairs = [pair for action in actions for pair in pairs_in(action)]
    fitting = all(found.has(*pair) for pair in pairs)
    if found.kind == FLAT:
        return found._replace(pairs=bool(pairs) and fitting and found.rows > 1)
    return found._replace(pairs=bool(pairs) or not all(map(is_whole, actions)))


def _first_actions(game: Any, state: Any) -> list[Any]:
    """Return the first actions, up to a failure of the rules."""
    try:
        return [] if game.terminal(state) else list(islice(game.actions(state), MAX_SIDE**2))
    except Exception:  # noqa: BLE001 - playing the game reports failures of the rules
        return []


def _sizes(game: Any) -> dict[str, int]:
    """Return the sizes of a game: from its attributes, those of its class, and the variables that its rules name.

    They may be ints, or a board of squares with its own sizes.
    """
    found: dict[str, int] = {}
    classes = [vars(cls) for cls in reversed(type(game).__mro__)]
    rules = [each for names in classes for each in names.values() if isinstance(each, FunctionType)]
    named = [{name: rule.__globals__.get(name) for name in rule.__code__.co_names} for rule in rules]
    for where in (*named, *classes, vars(game)):
        for each in where.values():
            if hasattr(each, "neighbours8") and not isinstance(each, type):
                found |= {"rows": each.rows, "columns": each.columns}
        found |= {name.lower(): value for name, value in where.items() if is_whole(value) and 1 < value <= MAX_ROW}
    return found


def _shapes(sizes: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Yield the sizes of boards that a game's own sizes suggest."""
    for rows, columns in SIZES:
        if rows in sizes and columns in sizes:
            yield sizes[rows], sizes[columns]
    for side in SIDES:
        if side in sizes:
            yield sizes[side], sizes[side]


# --- where there is a board ------------------------------------------------------------------------------------------


def _candidates(state: Any, sizes: Mapping[str, int], actions: Sequence[Any]) -> Iterator[Board]:
    """Yield the parts of a state that are rows of cells, or a flat sequence of them."""
    for path, name, value in parts_of(state):
        shape = _shape_of_rows(value)
        if shape is not None and max(shape) <= MAX_SIDE:
            yield Board(ROWS, (path,), (name,), *shape, block=_side_of_blocks(name, *shape))
            continue
        flat = _shape_of_flat(value, sizes)
        if flat is not None and max(flat) <= MAX_SIDE:
            yield Board(FLAT, (path,), (name,), *flat)


def _side_of_blocks(name: str, rows: int, columns: int) -> int:
    """Return the side of the small boards in the rows, if the name of the part indicates them; otherwise 0."""
    side = isqrt(columns)
    return side if name.lower().endswith("boards") and rows == columns == side * side else 0


def _as_rows(value: Any) -> Any:
    """Convert a NumPy array to lists, with whole floats as ints; other values are unchanged."""
    if type(value).__name__ != "ndarray":
        return value
    return (value.astype(int) if value.dtype.kind == "f" and (value % 1 == 0).all() else value).tolist()


def _is_sequence(value: Any) -> bool:
    """Return whether a value is a plain tuple or list, not a record."""
    return type(value) in (tuple, list)


def _shape_of_rows(value: Any) -> tuple[int, int] | None:
    """Return the numbers of rows and columns of a value that has rows of equal length; None for other values."""
    value = _as_rows(value)
    if not _is_sequence(value) or len(value) < 2:
        return None
    if not all(_is_sequence(row) or isinstance(row, str) for row in value):
        return None
    columns = {len(row) for row in value}
    items = [item for row in value for item in row]
    narrow = columns == {2} and (len(value) < 2 or isinstance(value[0], str) or all(map(is_whole, items)))
    if len(columns) != 1 or min(columns) < 2 or narrow or not _are_cells(items):
        return None
    return len(value), columns.pop()


def _are_cells(items: Sequence[Any]) -> bool:
    """Return whether items may be contents of cells: whole numbers, or short texts, enums and the like; not both."""
    plain = [item for item in items if item is not None]
    if all(is_whole(item) or isinstance(item, bool) for item in plain):
        return True
    if all(isinstance(item, Enum) for item in plain):
        return True
    if all(0 < len(own_text(item)) <= 3 for item in plain):
        return True
    return all((isinstance(item, str) and len(item) <= 3) or _is_piece(item) for item in plain)


def _is_piece(item: Any) -> bool:
    """Return whether an item is a piece made of several words or numbers, such as ("w", "king")."""
    if type(item) is not tuple or len(item) > 3 or not any(isinstance(part, (str, Enum)) for part in item):
        return False
    return all(part is None or isinstance(part, (str, Enum, int)) for part in item)


def _shape_of_flat(value: Any, sizes: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the numbers of rows and columns of a flat board; None for other values."""
    value = _as_rows(value)
    if isinstance(value, str):
        if not (EMPTY & {*value}) and len({*value}) > 4:
            return None  # a word
    elif not _is_sequence(value) or not _are_cells(value):
        return None
    length = len(value)
    for shape in _shapes(sizes):
        if shape[0] * shape[1] == length:
            return shape
    side = isqrt(length)
    if side >= 3 and side * side == length:
        return side, side
    widths = (sizes[name] for name in WIDTHS if name in sizes)
    return next(((length // width, width) for width in widths if length % width == 0 and length > width), None)


def _single_row(state: Any, is_thawed: bool) -> Board | None:
    """Return the longest part of a state that may be one row of cells; the state itself is usually a record instead.

    is_thawed: whether the whole state may be such a row, because its frozen form has it in a field
    """
    found = None
    for path, name, value in parts_of(state):
        value = _as_rows(value)
        textual = isinstance(value, str) and bool(EMPTY & {*value}) and not SEPARATORS & {*value}
        cells = (
            _is_sequence(value) and (path != () or is_thawed) and all(is_whole(item) or item is None for item in value)
        )
        if (textual or cells) and 3 <= len(value) <= MAX_ROW and (found is None or len(value) > found.columns):
            found = Board(FLAT, (path,), (name,), 1, len(value))
    return found


def _pieces(state: Any, sizes: Mapping[str, int], actions: Sequence[Any]) -> Board | None:
    """Return the parts of a state that are pairs of a row and a column, or hold nothing else."""
    parts = [(path, name, value) for path, name, value in parts_of(state) if holds_pairs(value)]
    several = [part for part in parts if not is_pair(part[2]) or is_record(part[2])]
    parts = several or parts  # beside sets, a plain pair is probably not a place
    outer = [part for part in parts if not any(part[0][: len(path)] == path != part[0] for path, _, _ in parts)]
    pairs = [pair for _, _, value in outer for pair in _places(value)]
    seen = [*pairs, *(pair for action in actions for pair in pairs_in(action))]
    if not outer or not seen or min(map(min, seen)) < 0:
        return None
    rows, columns = (1 + max(pair[axis] for pair in seen) for axis in (0, 1))
    own = next((shape for shape in _shapes(sizes) if shape[0] >= rows and shape[1] >= columns), None)
    if own is None and not any(isinstance(value, (frozenset, set, dict)) for _, _, value in outer):
        return None  # a few pairs alone are not enough to tell the size
    rows, columns = own or (rows, columns)
    if max(rows, columns) > MAX_SIDE or min(rows, columns) < 2:
        return None
    paths, names, _ = zip(*outer, strict=True)
    return Board(PIECES, paths, names, rows, columns)


def holds_pairs(value: Any) -> bool:
    """Return whether a value is a pair, or contains only pairs; an empty set qualifies."""
    if isinstance(value, (frozenset, set, dict)):
        return all(map(is_pair, value))
    if is_pair(value):
        return True
    return _is_sequence(value) and len(value) > 0 and all(map(is_pair, value))


def _places(value: Any) -> list[tuple[int, int]]:
    """Return the pairs in a value, in order."""
    if is_pair(value):
        return [value]
    return sorted_items(value) if isinstance(value, (frozenset, set)) else list(value)


def pairs_in(action: Any) -> Iterator[tuple[int, int]]:
    """Yield the pairs of whole numbers in an action."""
    if is_pair(action):
        yield action
    elif isinstance(action, tuple) or is_record(action):
        for part in action if isinstance(action, tuple) else (value for _, value in fields_of(action)):
            yield from pairs_in(part)


# --- what stands on it -----------------------------------------------------------------------------------------------


def cells_held(board: Board, state: Any) -> list[list[Any]] | None:
    """Return the contents of the cells of a state's board; None if the state has no such board."""
    state = board.shown(state)
    if board.kind == PIECES:
        return _place_pieces(board, state)
    value = _as_rows(part_at(state, board.paths[0]))
    if board.kind == ROWS:
        return _arrange(board, value) if _shape_of_rows(value) == (board.rows, board.columns) else None
    if not (isinstance(value, str) or _is_sequence(value)):
        return None
    if board.rows == 1 and len(value) <= MAX_ROW:  # a row of cards becomes shorter as they are taken
        return [[*value, *[None] * (board.columns - len(value))]]
    if len(value) != board.rows * board.columns:
        return None
    return [list(value[row * board.columns : (row + 1) * board.columns]) for row in range(board.rows)]


def _arrange(board: Board, rows: Sequence[Any]) -> list[list[Any]]:
    """Return rows of cells in the order in which they are drawn."""
    cells: list[list[Any]] = [[None] * board.columns for _ in range(board.rows)]
    for row, held in enumerate(rows):
        for column, value in enumerate(held):
            at_row, at_column = board.drawn_at(row, column)
            cells[at_row][at_column] = value
    return cells


def _place_pieces(board: Board, state: Any) -> list[list[Any]]:
    """Return the marks of pieces represented by pairs: X and O for two pieces or two sets."""
    cells: list[list[Any]] = [[None] * board.columns for _ in range(board.rows)]
    parts = [part_at(state, path) for path in board.paths]
    for place, value in enumerate(parts):
        if not holds_pairs(value):
            continue
        for number, pair in enumerate(_places(value)):
            if board.has(*pair):
                cells[int(pair[0])][int(pair[1])] = _mark_of_piece(board, value, place, number, pair)
    return cells


def _mark_of_piece(board: Board, value: Any, place: int, number: int, pair: tuple[int, int]) -> Any:
    if isinstance(value, dict):
        return value[pair]
    if isinstance(value, tuple) and not is_pair(value):
        return LOOKS[number] if len(value) == 2 else "o"  # one man each
    return mark_of_set(board, place)


def mark_of_set(board: Board, place: int) -> str:
    """Return the mark for the pieces of one of a board's parts: the first letter of its name, if that is unique."""
    if len(board.paths) == 1:
        return "o"
    letters = [name[:1] for name in board.names]
    return letters[place] if "" not in letters and len({*letters}) == len(letters) else chr(ord("A") + place)
