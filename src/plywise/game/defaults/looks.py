"""How a board that was found in a state is drawn: its cells, the labels around it, and what stands below it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from plywise.game.cells import Cell, Coordinates
from plywise.game.contents import own_fields
from plywise.game.defaults.action_words import has_own_words, moves_on_cells
from plywise.game.defaults.boards import EMPTY, LOOKS, PIECES, Board, board_of, cells_held, holds_pairs, mark_of_set
from plywise.game.defaults.records import is_pair, is_whole, own_text, part_at, parts_of
from plywise.game.defaults.state_text import format_value

MAX_WRITTEN = 16
"""If more cells than this can be played on, they are left blank instead of showing the numbers of the moves."""

DISCS = {"black": "black", "white": "white", "red": "red", "yellow": "yellow"}


def draw_cells(game: Any, state: Any, words: Mapping[str, tuple[int, int]]) -> list[list[Cell]] | None:
    """Return the cells of a state's board, for views to draw; None if it has none.

    words: the moves that are made on one cell, and the cell
    """
    board = board_of(game)
    held = None if board is None else cells_held(board, state)
    if board is None or held is None:
        return None
    looks = player_looks(game)
    cells = [[draw_cell(value, looks if board.signed else {}) for value in row] for row in held]
    if len(words) <= MAX_WRITTEN and not _letters_and_numbers(game, board).left:  # which say it already
        for word, place in words.items():
            row, column = board.drawn_at(*place)
            if not cells[row][column].mark:
                cells[row][column] = Cell("", word)
    return [[_shade(board, row, column, cell) for column, cell in enumerate(each)] for row, each in enumerate(cells)]


def _shade(board: Board, row: int, column: int, cell: Cell) -> Cell:
    """Return a cell, shaded where it stands in every other one of several small boards."""
    return cell._replace(dark=True) if board.block and (row // board.block + column // board.block) % 2 else cell


def player_looks(game: Any) -> dict[int, Cell]:
    """Return how the two players' men look: discs, in the colours that the players are named after if they are."""
    names = [str(game.player_names.get(player, "")) for player in (1, -1)]
    colours = [DISCS.get(name.lower(), "") for name in names]
    if all(colours):
        signs, marks = ("", ""), [name[0].upper() for name in names]
    else:
        colours, signs, marks = ["black", "white"], LOOKS, list(LOOKS)
    first, second = (Cell(mark, "", "", disc, sign) for mark, disc, sign in zip(marks, colours, signs, strict=True))
    return {1: first, -1: second, 2: second}


def draw_cell(value: Any, looks: Mapping[int, Cell]) -> Cell:
    """Return the cell on which a value stands."""
    if value is None or (isinstance(value, str) and value in EMPTY) or value is False:
        return Cell("")
    if value is True:
        return Cell("#")
    if isinstance(value, Enum):
        return _draw_member(value, looks)
    if is_whole(value):
        return looks.get(int(value)) or Cell(str(int(value)) if value else "")
    if type(value) is tuple:
        return Cell("".join(draw_cell(part, {}).mark[:1] for part in value))
    return Cell(value if isinstance(value, str) else own_text(value) or format_value(value))


def _draw_member(member: Enum, looks: Mapping[int, Cell]) -> Cell:
    """Return the cell on which a member of an enum stands: by its value where that is a mark, or else by its name."""
    if member.name.lower() in ("empty", "none", "free", "blank") or (is_whole(member.value) and not member.value):
        return Cell("")
    if isinstance(member.value, str) and len(member.value) <= 2:
        return draw_cell(member.value, looks)
    initials = [name[:1] for name in type(member).__members__]
    return Cell(member.name[:1] if initials.count(member.name[:1]) == 1 else member.name[:3])


# --- what stands around it -------------------------------------------------------------------------------------------


def draw_coordinates(game: Any) -> Coordinates:
    """Return the labels around a game's board.

    Letters and numbers where moves are pairs of a row and a column; or else the cells' numbers, each the sum of the
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
    """Return letters for the columns and numbers for the rows, where a game's moves are written so; none otherwise."""
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
    """Return what to write beside a board: whose men are which, and the fields that it does not show."""
    board = board_of(game)
    if board is None or cells_held(board, state) is None:
        return []
    frozen, state = state, board.shown(state)
    notes = []
    looks = player_looks(game)
    if board.signed and looks[1].sign:
        notes.append(f"{looks[1].mark} is {game.player_names[1]}, {looks[-1].mark} is {game.player_names[-1]}")
    drawn = [path for path in board.paths if board.kind != PIECES or _is_drawn(part_at(state, path))]
    forgotten = _forgotten(frozen, state)
    parts = [(path, name, value) for path, name, value in parts_of(state) if path and name not in forgotten]
    named = _full_names(parts)
    if board.kind == PIECES:
        marked = [path for path in drawn if not isinstance(part_at(state, path), Mapping)]  # of others each has its own
        names = [(place, named[path]) for place, path in enumerate(board.paths) if named.get(path) and path in marked]
        notes += [", ".join(f"{_marks(board, state, place)} {name}" for place, name in names)] if names else []
    fields = []
    for path, _, value in parts:
        beside = len(path) == 1 or any(shown[: len(path) - 1] == path[:-1] for shown in drawn)
        inside = any(path[: len(shown)] == shown or shown[: len(path)] == path for shown in drawn)
        if beside and not inside:
            name = named[path]
            fields.append(f"{name}={format_value(value)}" if name else format_value(value))
    return [*notes, *([", ".join(fields)] if fields else [])]


def _forgotten(frozen: Any, state: Any) -> set[str]:
    """Return the attributes of a state's own form that its frozen form leaves out, such as a list of moves played."""
    own, kept = {name for name, _ in own_fields(state)}, {*getattr(frozen, "_fields", ())}
    return own - kept if own & kept else set()


def _full_names(parts: Sequence[tuple[tuple[int, ...], str, Any]]) -> dict[tuple[int, ...], str]:
    """Return the names of a state's parts: where several have one name, with the name of what each is part of."""
    names = {path: name for path, name, _ in parts}
    count = Counter(names.values())
    return {
        path: f"{names[path[:-1]]}.{name}" if name and count[name] > 1 and names.get(path[:-1]) else name
        for path, name in names.items()
    }


def _is_drawn(value: Any) -> bool:
    return holds_pairs(value) and bool(value)


def _marks(board: Board, state: Any, place: int) -> str:
    """Return which marks stand for a part's pieces, as the beginning of a sentence about them."""
    value = part_at(state, board.paths[place])
    if isinstance(value, tuple) and not is_pair(value) and len(value) == 2:
        return f"{LOOKS[0]} and {LOOKS[1]} are"
    return f"{mark_of_set(board, place)} is"
