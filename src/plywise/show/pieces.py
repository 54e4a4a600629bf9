"""The pieces of chess as outlines, drawn for Plywise: as clear at twenty pixels as at eighty.

Each is drawn on a square of 100 by 100, with y downwards, resting on the lower edge. A figure is a list of strokes: M,
L, C and Z with their points, as in Curve. A stroke that begins with + is a body, filled with the piece's colour; one
that begins with - is a line on it, and one with * a line for black only, where the edges of bodies are invisible.
"""

import re
from functools import cache

from plywise.show.shapes import Curve, Steps

SIDE = 100.0
STROKE = 3.4
"""The width of the strokes on that square."""

FOOT = "+M20 91 L80 91 L80 86 C80 81 76 78 71 78 L29 78 C24 78 20 81 20 86 Z"

FIGURES = {
    "pawn": [
        FOOT,
        "+M29 78 C35 68 42 62 43 49 L36 49 C33 49 33 43 36 43 L41 43 C30 36 34 17 50 17 C66 17 70 36 59 43 L64 43 "
        "C67 43 67 49 64 49 L57 49 C58 62 65 68 71 78 Z",
    ],
    "rook": [
        FOOT,
        "+M26 17 L37 17 L37 25 L44.5 25 L44.5 17 L55.5 17 L55.5 25 L63 25 L63 17 L74 17 L74 34 L66 42 L68 69 L73 78 "
        "L27 78 L32 69 L34 42 L26 34 Z",
        "-M34 42 L66 42",
        "-M32 69 L68 69",
    ],
    "bishop": [
        FOOT,
        "+M44 62 C44 70 36 73 29 78 L71 78 C64 73 56 70 56 62 Z",
        "+M50 19 C66 28 72 43 63 56 L37 56 C28 43 34 28 50 19 Z",
        "+M35 56 L65 56 C69 56 69 63 65 63 L35 63 C31 63 31 56 35 56 Z",
        "*M37 59.5 L63 59.5",
        "+M50 9 C54 9 56 11.5 56 14.5 C56 17.5 53.5 20 50 20 C46.5 20 44 17.5 44 14.5 C44 11.5 46 9 50 9 Z",
        "-M58 28 L48 42",
    ],
    "knight": [
        FOOT,
        "+M31 78 C30 66 38 61 45 54 C48 51 49 48 48 46 C44 51 38 51 34 55 C31 58 30 61 27 61 C22 61 16 56 17 50 "
        "C18 45 22 40 25 34 C27 28 31 24 36 21 C37 17 37 13 37 9 C42 11 46 14 48 17 C66 18 79 36 77 60 "
        "C76 67 73 73 72 78 Z",
        "-M53 26 C63 31 69 45 67 66",
        "-M36 33 L38 31",
        "-M23 51 L24.5 49.5",
    ],
    "queen": [
        FOOT,
        "+M25 68 L16 30 L32 50 L34 22 L45 48 L50 18 L55 48 L66 22 L68 50 L84 30 L75 68 Z",
        "+M25 68 C40 62 60 62 75 68 L71 78 L29 78 Z",
        "*M28 68 C41 62.5 59 62.5 72 68",
        "*M31 77 L69 77",
        *(
            f"+M{x} {y - 5} C{x + 7} {y - 5} {x + 7} {y + 5} {x} {y + 5} C{x - 7} {y + 5} {x - 7} {y - 5} {x} {y - 5} Z"
            for x, y in ((15, 27), (33, 18), (50, 14), (67, 18), (85, 27))
        ),
    ],
    "king": [
        FOOT,
        "+M46.5 8 L53.5 8 L53.5 14 L60 14 L60 21 L53.5 21 L53.5 32 L46.5 32 L46.5 21 L40 21 L40 14 L46.5 14 Z",
        "+M50 60 C39 54 39 30 50 29 C61 30 61 54 50 60 Z",
        "+M26 69 C18 58 12 52 13 44 C15 30 42 30 50 58 C58 30 85 30 87 44 C88 52 82 58 74 69 Z",
        "+M26 69 C40 63 60 63 74 69 L71 78 L29 78 Z",
        "*M29 68.5 C41 63.5 59 63.5 71 68.5",
        "*M31 77 L69 77",
        "*M50 57 C46 46 41 40 34 37.5",
        "*M50 57 C54 46 59 40 66 37.5",
    ],
}


@cache
def strokes_of(figure: str) -> tuple[tuple[str, Steps], ...]:
    """Return a figure's strokes: the sign that each begins with, and its steps."""
    found = []
    for stroke in FIGURES[figure]:
        steps = []
        for sign, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", stroke):
            values = [float(number) for number in numbers.split()]
            steps.append((sign, tuple(zip(values[::2], values[1::2], strict=True))))
        found.append((stroke[0], tuple(steps)))
    return tuple(found)


def draw_piece(piece: str, x: float, y: float, cell: float, faded: str = "") -> list[Curve]:
    """Return the strokes of a piece such as "white king".

    x, y: the middle of its cell; cell: the cell's size; faded: " pruned" for a faded board.
    """
    colour, _, figure = piece.partition(" ")
    scale = cell / SIDE
    left, top = x - cell / 2, y - cell / 2
    drawn = []
    for kind, steps in strokes_of(figure):
        if kind == "*" and colour != "black":
            continue
        placed = tuple(
            (sign, tuple((left + across * scale, top + down * scale) for across, down in points))
            for sign, points in steps
        )
        drawn.append(Curve(placed, f"piece {colour if kind == '+' else f'on-{colour}'}{faded}", STROKE * scale))
    return drawn
