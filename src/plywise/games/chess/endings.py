"""Endgames that are drawn, or hard to win, despite a material advantage."""

from plywise.bits import bit, lowest, popcount, without_lowest
from plywise.games.chess.board import A_FILE, DARK, H_FILE, KING_STEPS
from plywise.games.chess.king_and_pawn import wins
from plywise.games.chess.rules import ChessRules
from plywise.games.chess.weights import SCALES, ChessWeights

MINOR = 3
"""The value of a knight or bishop, in pawns, when little material is left."""

A8_CORNER, H8_CORNER = (KING_STEPS[corner] | bit(corner) for corner in (56, 63))
"""The squares from which a king guards a corner: a8, which is light, and h8, which is dark."""


class ChessEndings(ChessWeights, ChessRules):
    """Scales an advantage by how easily it can be converted into a win."""

    def scaled(self, state: ChessRules.State, value: int, to_move: bool) -> int:
        """Return a positive value, scaled down, for the side in whose view the state is.

        to_move: whether it is to move.
        """
        own, pawns = state.own, state.pawns
        if pawns & own == 0:
            return self.scaled_without_pawns(state, value)
        bishops = state.diagonals & ~state.straights
        if (state.knights | state.straights) & own == 0:
            if bishops & own == 0:
                alone = (state.knights | state.straights | bishops) == 0 and without_lowest(pawns) == 0
                other_king = lowest(state.kings & ~own)
                if alone and not wins(lowest(pawns), lowest(state.kings & own), other_king, to_move):
                    return 0
            elif self.is_wrong_bishop(state, bishops & own):
                return 0
        if popcount(bishops) == 2 and popcount(bishops & own) == 1 and popcount(bishops & DARK) == 1:
            if state.knights | state.straights:
                return value * self.opposite_bishops_more // SCALES
            return value * self.opposite_bishops // SCALES
        return value

    def is_wrong_bishop(self, state: ChessRules.State, bishops: int) -> bool:
        """Return whether all pawns are on a rook's file, no bishop guards its end, and the other's king does."""
        pawns, king = state.pawns & state.own, bit(lowest(state.kings & ~state.own))
        if pawns & ~A_FILE == 0:
            return bishops & DARK == bishops and king & A8_CORNER != 0
        return pawns & ~H_FILE == 0 and bishops & DARK == 0 and king & H8_CORNER != 0

    def scaled_without_pawns(self, state: ChessRules.State, value: int) -> int:
        """Return a value, scaled down, if the mover has no pawns."""
        own = state.own
        mine, theirs = self.pieces_worth(state, own), self.pieces_worth(state, ~own)
        if mine <= MINOR or (mine == 2 * MINOR and theirs == 0 and state.knights and state.diagonals & own == 0):
            return 0
        if mine - theirs <= MINOR:
            return value * self.without_pawns // SCALES
        return value

    def pieces_worth(self, state: ChessRules.State, side: int) -> int:
        """Return roughly what a side's pieces are worth, in whole pawns."""
        minors = popcount(state.knights & side) + popcount(state.diagonals & ~state.straights & side)
        rooks = popcount(state.straights & ~state.diagonals & side)
        return MINOR * minors + 5 * rooks + 9 * popcount(state.straights & state.diagonals & side)
