"""Handicap stones and final status of stones for Go in GTP.

The protocol: Farnebäck, "Specification of the Go Text Protocol, version 2", 2002, sections 4.1.1 and 6.3.3.
"""

from collections.abc import Sequence

from plywise.errors import InputError
from plywise.game import MIN, Game, State
from plywise.game.record_notation import Point, SmartFormat, Stones

GO = 1
"""The number of Go among the games of SGF."""

LEAST_FIXED, MOST_FIXED_SMALL, MOST_FIXED = 7, 4, 9
"""The smallest board with fixed handicap places; their number on even-sized and smallest boards, and on others."""

THIRD_LINE, FOURTH_LINE, FOURTH_FROM = 2, 3, 13
"""Distance of the fixed places from the edge, counted from 0; the board size from which it is the fourth line."""


def go_notation(game: Game) -> SmartFormat:
    """Return the record notation of a game of Go. Raises InputError for another game."""
    notation = game.record_notation()
    if not isinstance(notation, SmartFormat) or notation.number != GO:
        raise InputError(f"not supported by {game.name}")
    return notation


def fixed_points(columns: int, rows: int, number: int) -> list[Point]:
    """Return the fixed places of `number` handicap stones. Raises InputError if there are none.

    The first two are at the bottom left and the top right, the third at the top left, the fourth at the bottom right;
    then pairs at the sides, and the centre if the number is odd.
    """
    small = any(side == LEAST_FIXED or side % 2 == 0 for side in (columns, rows))
    most = MOST_FIXED_SMALL if small else MOST_FIXED
    if min(columns, rows) < LEAST_FIXED or not 2 <= number <= most:
        raise InputError("invalid number of stones")
    left, top = (FOURTH_LINE if side >= FOURTH_FROM else THIRD_LINE for side in (columns, rows))
    right, bottom, middle, centre = columns - 1 - left, rows - 1 - top, columns // 2, rows // 2
    places = [(left, bottom), (right, top), (left, top), (right, bottom), (left, centre), (right, centre)]
    places += [(middle, bottom), (middle, top)]
    if number > MOST_FIXED_SMALL and number % 2:
        return [*places[: number - 1], (middle, centre)]
    return places[:number]


def free_points(columns: int, rows: int, number: int) -> list[Point]:
    """Return Plywise's places for `number` handicap stones: the fixed places, or otherwise around the centre.

    Raises InputError for fewer than two, or if no point would be left free.
    """
    if not 2 <= number < columns * rows:
        raise InputError("invalid number of stones")
    try:
        return fixed_points(columns, rows, number)
    except InputError:
        points = [(column, row) for row in range(rows) for column in range(columns)]

        def off_centre(point: Point) -> int:
            return (2 * point[0] - columns + 1) ** 2 + (2 * point[1] - rows + 1) ** 2

        return sorted(points, key=off_centre)[:number]


def place_handicap(game: Game, state: State, points: Sequence[Point]) -> State:
    """Return the position with black stones on an empty board, White to move. Raises InputError."""
    notation = go_notation(game)
    lying = notation.stones_of(state)
    if lying.black or lying.white:
        raise InputError("board not empty")
    if len(points) < 2 or len(set(points)) < len(points) or len(points) >= notation.columns * notation.rows:
        raise InputError("bad vertex list")
    return notation.place(Stones(frozenset(points), frozenset(), MIN))


def stones_with_status(game: Game, state: State, status: str) -> list[Point]:
    """Return the stones that are alive, dead or in seki at the end. Under area scoring all stones on the board live.

    Raises InputError for another status or another game.
    """
    lying = go_notation(game).stones_of(state)
    if status not in ("alive", "dead", "seki"):
        raise InputError("syntax error")
    return sorted(lying.black | lying.white) if status == "alive" else []
