"""King and pawn against king: every position, won or drawn.

The positions are stored in king_and_pawn.bin, as sets of squares: for the side with the pawn to move and then for the
other, for each square of the pawn on files a to d, and for each square of its king, the squares of the other king from
which the pawn's side wins. `solve` computes them in seconds; reading the file takes half a millisecond.
"""

import zlib
from pathlib import Path

from plywise.bits import bit, lowest, without_lowest
from plywise.errors import InputError
from plywise.games.chess.board import KING_STEPS, PAWN_CAPTURES, SQUARES

FILE_NAME = Path(__file__).with_suffix(".bin")
SQUARES_OF_PAWNS = 24
OTHER_TO_MOVE = SQUARES_OF_PAWNS * 64
"""The place of the first set with the side without the pawn to move."""


def place_of(pawn: int, king: int) -> int:
    """Return the place of the set for a pawn, on files a to d, and its king; the pawn's side views and moves."""
    return ((pawn >> 3) - 1 << 2 | pawn & 3) << 6 | king


def _near(squares: int) -> int:
    """Return the squares beside any of some squares."""
    found = 0
    while squares:
        found |= KING_STEPS[lowest(squares)]
        squares = without_lowest(squares)
    return found


def solve() -> list[int]:
    """Return the sets: first every mate and won promotion, then all positions that lead there, until none are added."""
    won = [0] * (2 * OTHER_TO_MOVE)
    pawns = [8 * rank + file for rank in range(6, 0, -1) for file in range(4)]
    pairs = [(pawn, king) for pawn in pawns for king in SQUARES if king != pawn]
    grown = True
    while grown:
        grown = False
        for pawn, king in pairs:
            place = place_of(pawn, king)
            after = _lost(won, pawn, king), _won(won, pawn, king)
            for at, found in ((OTHER_TO_MOVE + place, after[0]), (place, after[1])):
                grown |= found != won[at]
                won[at] = found
    return won


def _lost(won: list[int], pawn: int, king: int) -> int:
    """Return the squares on which the king without the pawn is known to be lost when to move."""
    attacked = KING_STEPS[king] | bit(king)
    free = ~(attacked | PAWN_CAPTURES[pawn] | bit(pawn))
    taken = bit(pawn) & ~attacked
    safe = _near(free & ~won[place_of(pawn, king)] | taken)
    stalemate = ~_near(free | taken) & ~PAWN_CAPTURES[pawn]
    return ~(attacked | bit(pawn) | safe | stalemate)


def _won(won: list[int], pawn: int, king: int) -> int:
    """Return the squares on which the other king is known to be lost if the pawn's side is to move."""
    found, pushed, step = 0, 0, pawn + 8
    for landing in (each for each in SQUARES if KING_STEPS[king] & bit(each) and each != pawn):
        found |= won[OTHER_TO_MOVE + place_of(pawn, landing)]
    if step >= 56:  # a queen, or a rook if a queen would be stalemate
        pushed = -1 if KING_STEPS[king] & bit(step) else ~KING_STEPS[step]
    elif king != step:
        pushed = won[OTHER_TO_MOVE + place_of(step, king)]
        if pawn < 16 and king != step + 8:
            pushed |= won[OTHER_TO_MOVE + place_of(step + 8, king)]
    if king != step:
        found |= pushed & ~bit(step)
    return found & ~(KING_STEPS[king] | bit(king) | bit(pawn) | PAWN_CAPTURES[pawn])


def write() -> None:
    """Solve, and write the file."""
    FILE_NAME.write_bytes(zlib.compress(b"".join(each.to_bytes(8, "little", signed=True) for each in solve()), 9))


def _read() -> tuple[int, ...]:
    try:
        content = zlib.decompress(FILE_NAME.read_bytes())
    except OSError as error:
        raise InputError(f"no file {FILE_NAME} of king and pawn against king: {error.strerror}") from None
    return tuple(int.from_bytes(content[at : at + 8], "little", signed=True) for at in range(0, len(content), 8))


WON = _read()


def wins(pawn: int, king: int, other_king: int, to_move: bool) -> bool:
    """Return whether the side with the pawn wins. Squares are in its view; to_move: whether it is to move.

    >>> wins(52, 45, 60, True), wins(52, 44, 60, True), wins(52, 44, 60, False)
    (False, True, False)
    """
    if pawn & 4:
        pawn, king, other_king = pawn ^ 7, king ^ 7, other_king ^ 7
    place = place_of(pawn, king)
    return WON[place if to_move else OTHER_TO_MOVE + place] & bit(other_king) != 0
