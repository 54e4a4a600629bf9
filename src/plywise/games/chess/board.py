"""The board of chess as sets of squares, and the attacks of the pieces.

A set of squares is a word, a bit for each square. Squares are numbered from the side of the player to move:

    56 57 58 59 60 61 62 63     the other player's back rank
     .  .  .  .  .  .  .  .
     8  9 10 11 12 13 14 15     where the mover's pawns begin
     0  1  2  3  4  5  6  7     the mover's back rank; file a is on the left, for either player

When the other player is to move, the ranks, which are the bytes of every word, are reversed. So each rule is written
once, for pawns that move up.
"""

from collections.abc import Iterable

from plywise.bits import bit, difference, shifted_down, shifted_up, swapped_bytes, wrapped, wrapped_sum

PAWN, KNIGHT, BISHOP, ROOK, KING, QUEEN = 1, 2, 3, 4, 5, 7
"""The kinds of pieces; 0 is an empty square. A queen is a bishop and a rook: 3 | 4."""

LETTERS = {PAWN: "p", KNIGHT: "n", BISHOP: "b", ROOK: "r", KING: "k", QUEEN: "q"}
FILES = "abcdefgh"

DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

SQUARES = range(64)


def squares_from(square: int, steps: Iterable[tuple[int, int]], most: int = 8) -> int:
    """Return the squares at most `most` steps from a square; each step is a number of files and ranks.

    >>> bin(squares_from(0, [(1, 1)], most=2))
    '0b1000000001000000000'
    """
    found = 0
    for right, up in steps:
        for count in range(1, most + 1):
            file, rank = square % 8 + count * right, square // 8 + count * up
            if 0 <= file < 8 and 0 <= rank < 8:
                found |= bit(8 * rank + file)
    return wrapped(found)


def _lines(forward: tuple[int, int]) -> tuple[int, ...]:
    """Return for each square the line through it in one direction and its opposite, without the square itself."""
    return tuple(squares_from(square, (forward, (-forward[0], -forward[1]))) for square in SQUARES)


RISING, FALLING, UPRIGHT = _lines((1, 1)), _lines((1, -1)), _lines((0, 1))
DIAGONALS = tuple(squares_from(square, DIAGONAL) for square in SQUARES)
STRAIGHTS = tuple(squares_from(square, STRAIGHT) for square in SQUARES)
KNIGHT_LEAPS = tuple(squares_from(square, LEAPS, 1) for square in SQUARES)
KING_STEPS = tuple(squares_from(square, DIAGONAL + STRAIGHT, 1) for square in SQUARES)
PAWN_CAPTURES = tuple(squares_from(square, ((-1, 1), (1, 1)), 1) for square in SQUARES)
"""Square -> the squares that a pawn of the mover attacks from there."""
PAWN_CAPTURES_DOWN = tuple(squares_from(square, ((-1, -1), (1, -1)), 1) for square in SQUARES)
"""Square -> the squares that a pawn of the other player attacks from there."""
FILE = tuple(squares_from(file, ((0, 1),)) | bit(file) for file in range(8))

A_FILE, H_FILE = FILE[0], FILE[7]
RANK_1, RANK_2, RANK_3, RANK_8 = 0xFF, 0xFF << 8, 0xFF << 16, shifted_up(0xFF, 56)
DARK = wrapped(0xAA55AA55AA55AA55)


def _rank_attacks() -> tuple[int, ...]:
    """Return, at 8 * (inner six squares of a rank) + file, what a rook attacks on that rank."""
    found = []
    for inner in range(64):
        for file in range(8):
            attacked = 0
            for step in (-1, 1):
                at = file + step
                while 0 <= at < 8:
                    attacked |= 1 << at
                    if inner << 1 >> at & 1:
                        break
                    at += step
            found.append(attacked)
    return tuple(found)


RANK_ATTACKS = _rank_attacks()


def _pairs() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return, at 64 * square + other: the squares between them, and the whole line through them; 0 if there is none."""
    between, through = [0] * 4096, [0] * 4096
    for square in SQUARES:
        for right, up in DIAGONAL + STRAIGHT:
            line = squares_from(square, ((right, up), (-right, -up))) | bit(square)
            passed, file, rank = 0, square % 8 + right, square // 8 + up
            while 0 <= file < 8 and 0 <= rank < 8:
                other = 8 * rank + file
                between[64 * square + other], through[64 * square + other] = passed, line
                passed |= bit(other)
                file, rank = file + right, rank + up
    return tuple(between), tuple(through)


BETWEEN, LINE_THROUGH = _pairs()


def slide(square: int, occupied: int, line: int) -> int:
    """Return the squares of a line that a piece attacks both ways, up to the first occupied ones.

    On the squares of the line above the piece, subtracting it twice from the occupied ones changes the bits up to the
    first of these; below it, the same is done with the board upside down (hyperbola quintessence: Leiserson and
    Mackenzie, as described by Gerd Isenberg). It cannot be used along a rank, whose squares stay in one byte.
    """
    blockers, piece = occupied & line, bit(square)
    below = swapped_bytes(piece)
    up = difference(blockers, wrapped_sum(piece, piece))
    down = swapped_bytes(difference(swapped_bytes(blockers), wrapped_sum(below, below)))
    return (up ^ down) & line


def bishop_attacks(square: int, occupied: int) -> int:
    """Return the squares that a bishop attacks."""
    return slide(square, occupied, RISING[square]) | slide(square, occupied, FALLING[square])


def rook_attacks(square: int, occupied: int) -> int:
    """Return the squares that a rook attacks."""
    first = square & 56
    inner = shifted_down(occupied, first + 1) & 63
    along = shifted_up(RANK_ATTACKS[inner * 8 + (square & 7)], first)
    return slide(square, occupied, UPRIGHT[square]) | along


def pawn_attacks(pawns: int) -> int:
    """Return the squares that pawns of the mover attack."""
    return shifted_up(pawns & ~A_FILE, 7) | shifted_up(pawns & ~H_FILE, 9)


def pawn_attacks_down(pawns: int) -> int:
    """Return the squares that pawns of the other player attack."""
    return shifted_down(pawns & ~A_FILE, 9) | shifted_down(pawns & ~H_FILE, 7)


def name_square(square: int, turn: int) -> str:
    """Return a square's name; turn: 56 if Black is to move, otherwise 0.

    >>> name_square(12, 0), name_square(12, 56)
    ('e2', 'e7')
    """
    return FILES[square & 7] + "12345678"[(square ^ turn) >> 3]


def square_named(name: str) -> int:
    """Return the square with a name, from White's side.

    >>> square_named("e2")
    12
    """
    return 8 * (int(name[1]) - 1) + FILES.index(name[0])
