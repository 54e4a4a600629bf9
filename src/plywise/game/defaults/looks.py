"""Draw a board that was found in a state: its cells, the labels around it, and the lines below it."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from enum import Enum
from typing import Any

from plywise.game.cells import Cell, Coordinates
from plywise.game.contents import own_fields
from plywise.game.defaults.action_words import has_own_words, moves_on_cells
from plywise.game.defaults.boards import EMPTY, LOOKS, PIECES, Board, board_of, cells_held, holds_pairs, mark_of_set
from plywise.game.defaults.records import is_pair, is_whole, own_text, part_at, parts_of
from plywise.game.defaults.sides import is_blank_member, sides_of, token_of
from plywise.game.defaults.state_text import format_value

MAX_WRITTEN = 16
"""If more cells than this can be played on, the numbers of the moves are not written on them."""

COLOURS = {
    "b": "black", "w": "white", "r": "red", "y": "yellow", "●": "black", "○": "white", "⚫": "black", "⚪": "white",
    "black": "black", "white": "white", "red": "red", "yellow": "yellow",
}  # fmt: skip
"""The colours meant by marks and players' names."""

USUAL = {1: "black", -1: "white"}


def draw_cells(game: Any, state: Any, words: Mapping[str, tuple[int, int]]) -> list[list[Cell]] | None:
    """Return the cells of a state's board, for views to draw; None if it has none.

    words: the moves that are made on one cell, with the cell
    """
    board = board_of(game)
    held = None if board is None else cells_held(board, state)
    if board is None or held is None:
        return None
    looks = men_looks(game)
    cells = [[draw_cell(value, looks) for value in row] for row in held]
    if len(words) <= MAX_WRITTEN and not _letters_and_numbers(game, board).left:  # whose labels suffice
        for word, place in words.items():
            row, column = board.drawn_at(*place)
            if not cells[row][column].mark:
                cells[row][column] = Cell("", word)
    return [[_shade(board, row, column, cell) for column, cell in enumerate(each)] for row, each in enumerate(cells)]


def _shade(board: Board, row: int, column: int, cell: Cell) -> Cell:
    """Return a cell, shaded in every other one of several small boards."""
    return cell._replace(dark=True) if board.block and (row // board.block + column // board.block) % 2 else cell


def men_looks(game: Any) -> Mapping[Hashable, Cell]:
    """Return the looks of the two sides' pieces by token: discs, with a sign for a second kind.

    Empty if the pieces are not two sides': then they are drawn as written.
    """
    sides = sides_of(game)
    if sides is None:
        return {}
    discs = side_discs(game)
    looks = {} if sides.blank is None else {sides.blank: Cell("")}
    for side, men in sides.men.items():
        ordinary = next(iter(men))
        for token, value in men.items():
            mark = _numbers_mark(game, side) if is_whole(value) else draw_cell(value, {}).mark
            looks[token] = Cell(mark, disc=discs[side], sign="" if token == ordinary else mark[:1].upper())
    return looks


def side_marks(game: Any) -> dict[int, str]:
    """Return the mark of each player's ordinary pieces; empty if the board does not show the owners."""
    sides, looks = sides_of(game), men_looks(game)
    return {} if sides is None else {side: looks[next(iter(men))].mark for side, men in sides.men.items()}


def side_discs(game: Any) -> dict[int, str]:
    """Return the colour of each player's discs: by the player's name or the mark, otherwise black for MAX."""
    sides = sides_of(game)
    if sides is None:
        return {}
    marks = {side: str(next(iter(men))) for side, men in sides.men.items()}
    return _colours(_names(game)) or _colours(marks) or USUAL


def _names(game: Any) -> dict[int, str]:
    return {side: str(game.player_names.get(side, "")) for side in (1, -1)}


def _colours(words: Mapping[int, str]) -> dict[int, str] | None:
    """Return the colours meant by two words; None unless they are two different colours."""
    found = {side: COLOURS.get(word.lower(), "") for side, word in words.items()}
    return found if all(found.values()) and found[1] != found[-1] else None


def _numbers_mark(game: Any, side: int) -> str:
    """Return the mark of pieces that are numbers: the initial of a player named after a colour, or X and O."""
    return _names(game)[side][0].upper() if _colours(_names(game)) else LOOKS[0 if side == 1 else 1]


def draw_cell(value: Any, looks: Mapping[Hashable, Cell]) -> Cell:
    """Return the cell for a value. looks: of pieces by token."""
    if looks and (found := looks.get(token_of(value))) is not None:
        return found
    if value is None or (isinstance(value, str) and value in EMPTY) or value is False:
        return Cell("")
    if value is True:
        return Cell("#")
    if isinstance(value, Enum):
        return _draw_member(value)
    if is_whole(value):
        return Cell(str(int(value)) if value else "")
    if type(value) is tuple:
        return Cell("".join(draw_cell(part, {}).mark[:1] for part in value))
    return Cell(value if isinstance(value, str) else own_text(value) or format_value(value))


def _draw_member(member: Enum) -> Cell:
    """Return the cell for a member of an enum: by its value if that is a mark, otherwise by its name."""
    if is_blank_member(member):
        return Cell("")
    if isinstance(member.value, str) and len(member.value) <= 2:
        return draw_cell(member.value, {})
    initials = [name[:1] for name in type(member).__members__]
    return Cell(member.name[:1] if initials.count(member.name[:1]) == 1 else member.name[:3])


# --- what stands around it -------------------------------------------------------------------------------------------


def draw_coordinates(game: Any) -> Coordinates:
    """Return the labels around a game's board.

    Letters and numbers if moves are pairs of a row and a column; otherwise the cells' numbers, each the sum of the
    labels to its left and above it.
    """
    board = board_of(game)
    if board is None:
        return Coordinates()
    lettered = _letters_and_numbers(game, board)
    if lettered.left or has_own_words(game, game.initial()):
        return lettered
    top = tuple(map(str, range(board.columns)))
    return Coordinates(
        left=tuple(str(row * board.columns) for row in range(board.rows)) if board.rows > 1 else (), top=top
    )


def _letters_and_numbers(game: Any, board: Board) -> Coordinates:
    """Return letters for the columns and numbers for the rows, if a game's moves are written so; otherwise none."""
    letters = tuple(chr(ord("a") + column) for column in range(board.columns))
    upwards = tuple(str(board.rows - row) for row in range(board.rows))
    start = game.initial()
    if not has_own_words(game, start):
        return Coordinates(left=upwards, bottom=letters) if board.pairs else Coordinates()
    named = moves_on_cells(game, start)
    for numbers in (upwards, upwards[::-1]):
        if named and all(word == letters[column] + numbers[row] for word, (row, column) in named.items()):
            return Coordinates(left=numbers, bottom=letters)
    return Coordinates()


def notes_beside(game: Any, state: Any) -> list[str]:
    """Return the lines below a board: the owners of the pieces, and the fields that the board does not show."""
    board = board_of(game)
    if board is None or cells_held(board, state) is None:
        return []
    frozen, state = state, board.shown(state)
    notes = []
    if legend := _legend(game):
        notes.append(legend)
    drawn = [path for path in board.paths if board.kind != PIECES or _is_drawn(part_at(state, path))]
    forgotten = _forgotten(frozen, state)
    parts = [(path, name, value) for path, name, value in parts_of(state) if path and name not in forgotten]
    named = _full_names(parts)
    if board.kind == PIECES:
        marked = [path for path in drawn if not isinstance(part_at(state, path), Mapping)]  # of others each has its own
        men = side_marks(game).values()  # which are in the first line
        names = [
            (place, named[path])
            for place, path in enumerate(board.paths)
            if named.get(path) and path in marked and mark_of_set(board, place) not in men
        ]
        notes += [", ".join(f"{_marks(board, state, place)} {name}" for place, name in names)] if names else []
    fields = []
    for path, _, value in parts:
        beside = len(path) == 1 or any(shown[: len(path) - 1] == path[:-1] for shown in drawn)
        inside = any(path[: len(shown)] == shown or shown[: len(path)] == path for shown in drawn)
        if beside and not inside:
            name = named[path]
            fields.append(f"{name}={format_value(value)}" if name else format_value(value))
    return [*notes, *([", ".join(fields)] if fields else [])]


def _legend(game: Any) -> str:
    """Return the owners of the pieces; "" if the players are named after the colours of their pieces."""
    names, discs, marks = _names(game), side_discs(game), side_marks(game)
    if not discs or _colours(names):
        return ""
    return ", ".join(f"{marks[side]} ({discs[side]}) is {names[side]}" for side in (1, -1))


def _forgotten(frozen: Any, state: Any) -> set[str]:
    """Return the attributes of a thawed state that its frozen form omits, such as a list of moves played."""
    own, kept = {name for name, _ in own_fields(state)}, {*getattr(frozen, "_fields", ())}
    return own - kept if own & kept else set()


def _full_names(parts: Sequence[tuple[tuple[int, ...], str, Any]]) -> dict[tuple[int, ...], str]:
    """Return the names of a state's parts, qualified by the parent's name if several have the same."""
    names = {path: name for path, name, _ in parts}
    count = Counter(names.values())
    return {
        path: f"{names[path[:-1]]}.{name}" if name and count[name] > 1 and names.get(path[:-1]) else name
        for path, name in names.items()
    }


def _is_drawn(value: Any) -> bool:
    return holds_pairs(value) and bool(value)


def _marks(board: Board, state: Any, place: int) -> str:
    """Return the marks of a part's pieces, as the beginning of a sentence."""
    value = part_at(state, board.paths[place])
    if isinstance(value, tuple) and not is_pair(value) and len(value) == 2:
        return f"{LOOKS[0]} and {LOOKS[1]} are"
    return f"{mark_of_set(board, place)} is"
