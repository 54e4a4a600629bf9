"""The static evaluation of chess positions.

Every term is counted for both sides from their own view: for the mover, and with the ranks reversed for the other. The
weights are in weights.py. There are two sums, one for the middle game and one for the endgame; they are interpolated by
the number of pieces left.
"""

from typing import NamedTuple

from plywise.bits import bit, lowest, popcount, product, shifted_down, shifted_up, swapped_bytes, without_lowest
from plywise.games.chess.board import (
    A_FILE,
    BISHOP,
    DARK,
    H_FILE,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    QUEEN,
    RANK_3,
    ROOK,
    SQUARES,
    bishop_attacks,
    pawn_attacks,
    pawn_attacks_down,
    rook_attacks,
    squares_from,
)
from plywise.games.chess.endings import ChessEndings
from plywise.games.chess.weights import HALF_BOARD, MOBILITY, MOST_HITS

FULL = 22
"""The count of pieces at the beginning of a game: knights and bishops one, rooks two and queens three."""

MOST_WORTH = 20_000
"""The maximum estimate; a win is worth more."""

TABLE = (0, 0, 1, 2, 3, 0, 0, 4)
"""Kind of piece, not a king -> its place among the weights of material and of squares."""
KING_TABLE = 5 * HALF_BOARD
REACH = (0, 0, *MOBILITY[:3], 0, 0, MOBILITY[3])
"""Kind of piece -> the place of its first mobility weight."""

FOLDED = tuple(4 * (square // 8) + min(square % 8, 7 - square % 8) for square in SQUARES)
"""Square -> its place in a table of half a board; the other half is the same."""

ZONE = tuple(KING_STEPS[square] | bit(square) | shifted_down(KING_STEPS[square], 8) for square in SQUARES)
"""Square of the other's king -> the squares around it, and those one rank nearer."""

BEFORE = tuple(squares_from(square, ((-1, 1), (0, 1), (1, 1)), 1) for square in SQUARES)
"""Square of the king -> the three squares before it."""

AROUND = tuple(14 << (square & 7) >> 2 & 0xFF for square in SQUARES)
"""Square -> its file and those beside it, as bits 0 to 7."""

FAR_HALF = ~0xFFFFFFFF
OUTPOSTS = 0xFFFFFF << 24
"""Ranks 4 to 6."""
CENTRE = sum(0x3C << 8 * rank for rank in range(2, 6))
"""Files c to f, ranks 3 to 6."""
FIRST_RANKS = 3
"""The rank of a passed pawn, from 0, from which its free path counts, more with each rank."""


class Sight(NamedTuple):
    """The squares that a side attacks, from its own view.

    pawns, knights, bishops, rooks, queens: with these. once: with any piece. twice: with two pieces or more.
    """

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    once: int
    twice: int


Count = tuple[int, int]
"""A score for the middle game and one for the endgame."""


class Look(NamedTuple):
    """The attacks of the pieces of a kind, and their score.

    once, twice: the squares, as in Sight. hits: the number of attacks around the other king, summed over the pieces.
    """

    once: int
    twice: int
    hits: int
    total: Count


def plus(count: Count, weight: Count, times: int) -> Count:
    """Return a score plus a multiple of a weight."""
    return count[0] + weight[0] * times, count[1] + weight[1] * times


def files_of(pawns: int) -> int:
    """Return the files on which there are pawns, as bits 0 to 7."""
    found = pawns | shifted_down(pawns, 32)
    found |= shifted_down(found, 16)
    return (found | shifted_down(found, 8)) & 0xFF


def filled_up(squares: int) -> int:
    """Return squares and all those above them."""
    squares |= shifted_up(squares, 8)
    squares |= shifted_up(squares, 16)
    return squares | shifted_up(squares, 32)


def filled_down(squares: int) -> int:
    """Return squares and all those below them."""
    squares |= shifted_down(squares, 8)
    squares |= shifted_down(squares, 16)
    return squares | shifted_down(squares, 32)


def distance(square: int, other: int) -> int:
    """Return how many moves a king needs from one square to another."""
    files, ranks = (square & 7) - (other & 7), (square >> 3) - (other >> 3)
    return max(max(files, -files), max(ranks, -ranks))


def turned(sight: Sight) -> Sight:
    """Return a side's attacks from the other side's view."""
    return Sight(
        swapped_bytes(sight.pawns),
        swapped_bytes(sight.knights),
        swapped_bytes(sight.bishops),
        swapped_bytes(sight.rooks),
        swapped_bytes(sight.queens),
        swapped_bytes(sight.once),
        swapped_bytes(sight.twice),
    )


class ChessEvaluation(ChessEndings):
    """The rules, and the evaluation of positions."""

    def evaluate(self, state: ChessEndings.State) -> int:
        """Return an estimate for White, in hundredths of a pawn."""
        view = self.turned(state)
        sight, count = self.look(state, self.tempo)
        other_sight, other_count = self.look(view, (0, 0))
        count = self.compare(state, sight, turned(other_sight), count)
        other_count = self.compare(view, other_sight, turned(sight), other_count)
        left = min(popcount(state.knights) + popcount(state.diagonals) + 2 * popcount(state.straights), FULL)
        value = (count[0] - other_count[0]) * left + (count[1] - other_count[1]) * (FULL - left)
        value = self.scaled(state, value // FULL, True) if value > 0 else -self.scaled(view, -value // FULL, False)
        return max(-MOST_WORTH, min(value, MOST_WORTH)) * self.player(state)

    def turned(self, state: ChessEndings.State) -> ChessEndings.State:
        """Return the board from the other player's view."""
        kings, pawns, knights = swapped_bytes(state.kings), swapped_bytes(state.pawns), swapped_bytes(state.knights)
        diagonals, straights = swapped_bytes(state.diagonals), swapped_bytes(state.straights)
        own = (kings | pawns | knights | diagonals | straights) & ~swapped_bytes(state.own)
        return self.State(own, pawns, knights, diagonals, straights, kings, state.rights, state.clock, state.past)

    # --- one side ---------------------------------------------------------------------------------------------------

    def look(self, state: ChessEndings.State, count: Count) -> tuple[Sight, Count]:
        """Return the mover's attacks, and a score with the terms of its pieces that do not depend on enemy attacks."""
        own, occupied = state.own, self.occupied(state)
        mine, theirs = state.pawns & own, state.pawns & ~own
        king, zone = lowest(state.kings & own), ZONE[lowest(state.kings & ~own)]
        area, pawns, around = ~(pawn_attacks_down(theirs) | mine), pawn_attacks(mine), KING_STEPS[king]
        knights = self.look_with(KNIGHT, state.knights & own, occupied, area, zone, count)
        bishops = self.look_with(BISHOP, state.diagonals & ~state.straights & own, occupied, area, zone, knights.total)
        rooks = self.look_with(ROOK, state.straights & ~state.diagonals & own, occupied, area, zone, bishops.total)
        queens = self.look_with(QUEEN, state.straights & state.diagonals & own, occupied, area, zone, rooks.total)
        once, twice = around | pawns, around & pawns
        twice |= knights.twice | once & knights.once
        once |= knights.once
        twice |= bishops.twice | once & bishops.once
        once |= bishops.once
        twice |= rooks.twice | once & rooks.once
        once |= rooks.once
        twice |= queens.twice | once & queens.once
        once |= queens.once
        hits = knights.hits + bishops.hits + rooks.hits + 2 * queens.hits
        middle, end = plus(queens.total, self.king_hits_end, hits)
        middle += self.king_hits[min(hits, MOST_HITS)] + self.squares_middle[KING_TABLE + FOLDED[king]]
        end += self.squares_end[KING_TABLE + FOLDED[king]]
        count = self.count_pawns(mine, theirs, (middle, end))
        count = self.count_beside_pawns(state, mine, theirs, count)
        count = self.count_shelter(mine, theirs, king, count)
        return Sight(pawns, knights.once, bishops.once, rooks.once, queens.once, once, twice), count

    def look_with(self, kind: int, pieces: int, occupied: int, area: int, zone: int, count: Count) -> Look:
        """Return the attacks of a kind of pieces, and the score. area: of mobility; zone: around the other king."""
        table, reach = TABLE[kind], REACH[kind]
        once = twice = hits = 0
        middle, end = count
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            attacks = KNIGHT_LEAPS[square] if kind == KNIGHT else 0
            if kind & BISHOP == BISHOP:
                attacks = bishop_attacks(square, occupied)
            if kind & ROOK:
                attacks |= rook_attacks(square, occupied)
            twice |= once & attacks
            once |= attacks
            hits += popcount(attacks & zone)
            at, moves = HALF_BOARD * table + FOLDED[square], reach + popcount(attacks & area)
            middle += self.material_middle[table] + self.squares_middle[at] + self.mobility_middle[moves]
            end += self.material_end[table] + self.squares_end[at] + self.mobility_end[moves]
        return Look(once, twice, hits, (middle, end))

    def count_pawns(self, mine: int, theirs: int, count: Count) -> Count:
        """Return a score with the terms of the mover's pawns."""
        middle, end = count
        left = mine
        while left:
            at = FOLDED[lowest(left)]
            left = without_lowest(left)
            middle += self.material_middle[0] + self.squares_middle[at]
            end += self.material_end[0] + self.squares_end[at]
        guards, files = pawn_attacks(mine), files_of(mine)
        guarded, beside = mine & guards, mine & shifted_up(mine & ~H_FILE, 1)
        count = plus((middle, end), self.isolated, popcount(mine & ~product((files << 1 | files >> 1) & 0xFF, A_FILE)))
        count = plus(count, self.doubled, popcount(mine) - popcount(files))
        held = shifted_up(mine, 8) & pawn_attacks_down(theirs)
        count = plus(count, self.backward, popcount(held & ~filled_up(guards)))
        count = plus(count, self.guarded, popcount(guarded))
        count = plus(count, self.guarded_far, popcount(guarded & FAR_HALF))
        count = plus(count, self.phalanx, popcount(beside))
        return plus(count, self.phalanx_far, popcount(beside & FAR_HALF))

    def count_beside_pawns(self, state: ChessEndings.State, mine: int, theirs: int, count: Count) -> Count:
        """Return a score with the terms of the mover's knights, bishops and rooks among pawns."""
        own = state.own
        knights, bishops = state.knights & own, state.diagonals & ~state.straights & own
        rooks, pawns = state.straights & ~state.diagonals & own, popcount(mine | theirs)
        safe = pawn_attacks(mine) & OUTPOSTS & ~filled_down(pawn_attacks_down(theirs))
        half_open = rooks & ~product(files_of(mine), A_FILE)
        wide_open = half_open & ~product(files_of(theirs), A_FILE)
        dark, light = popcount(bishops & DARK), popcount(bishops & ~DARK)
        same = dark * popcount(mine & DARK) + light * popcount(mine & ~DARK)
        count = plus(count, self.bishop_pair, 1 if light and dark else 0)
        count = plus(count, self.bishop_pawns, same)
        count = plus(count, self.knight_pawns, popcount(knights) * pawns)
        count = plus(count, self.rook_pawns, popcount(rooks) * pawns)
        count = plus(count, self.open_file, popcount(wide_open))
        count = plus(count, self.half_open_file, popcount(half_open & ~wide_open))
        count = plus(count, self.outpost, popcount(knights & safe))
        count = plus(count, self.bishop_outpost, popcount(bishops & safe))
        return plus(count, self.behind_pawn, popcount((knights | bishops) & shifted_down(mine, 8)))

    def count_shelter(self, mine: int, theirs: int, king: int, count: Count) -> Count:
        """Return a score with the terms of the pawns in front of the mover's king."""
        first = BEFORE[king]
        second, third = shifted_up(first, 8), shifted_up(first, 16)
        half_open = AROUND[king] & ~files_of(mine)
        middle, end = plus(count, self.shield_near, popcount(mine & first))
        middle += self.storm[0] * popcount(theirs & first) + self.storm[1] * popcount(theirs & second)
        middle += self.storm[2] * popcount(theirs & third) + self.storm[3] * popcount(theirs & shifted_up(third, 8))
        count = plus((middle, end), self.shield_far, popcount(mine & second))
        count = plus(count, self.king_half_open, popcount(half_open))
        return plus(count, self.king_open, popcount(half_open & ~files_of(theirs)))

    # --- both sides -------------------------------------------------------------------------------------------------

    def compare(self, state: ChessEndings.State, sight: Sight, other: Sight, count: Count) -> Count:
        """Return a score with the mover's terms that depend on both sides' attacks, from the mover's view."""
        count = self.count_threats(state, sight, other, count)
        count = self.count_checks(state, sight, other, count)
        return self.count_passed(state, sight, other, count)

    def count_threats(self, state: ChessEndings.State, sight: Sight, other: Sight, count: Count) -> Count:
        """Return a score with the terms of the mover's threats."""
        own, occupied = state.own, self.occupied(state)
        theirs, pieces = state.pawns & ~own, occupied & ~own & ~(state.pawns | state.kings)
        minors = (state.knights | state.diagonals & ~state.straights) & pieces
        rooks, queens = state.straights & ~state.diagonals & pieces, state.diagonals & state.straights & pieces
        by_minors, loose = sight.knights | sight.bishops, sight.once & ~other.once
        steps = shifted_up(state.pawns & own, 8) & ~occupied
        steps = (steps | shifted_up(steps & RANK_3, 8) & ~occupied) & ~other.pawns & (sight.once | ~other.once)
        count = plus(count, self.pawn_on_minor, popcount(sight.pawns & minors))
        count = plus(count, self.pawn_on_rook, popcount(sight.pawns & rooks))
        count = plus(count, self.pawn_on_queen, popcount(sight.pawns & queens))
        count = plus(count, self.minor_on_minor, popcount(by_minors & minors))
        count = plus(count, self.minor_on_rook, popcount(by_minors & rooks))
        count = plus(count, self.minor_on_queen, popcount(by_minors & queens))
        count = plus(count, self.rook_on_queen, popcount(sight.rooks & queens))
        count = plus(count, self.hanging, popcount(loose & pieces))
        count = plus(count, self.hanging_pawn, popcount(loose & theirs))
        count = plus(count, self.twice_attacked, popcount(sight.twice & ~other.twice & pieces))
        count = plus(count, self.push_threat, popcount(pawn_attacks(steps) & pieces))
        return plus(count, self.space, popcount(sight.once & ~other.pawns & CENTRE))

    def count_checks(self, state: ChessEndings.State, sight: Sight, other: Sight, count: Count) -> Count:
        """Return a score with the terms of the mover's possible checks, and of the weak squares around that king."""
        own, occupied = state.own, self.occupied(state)
        king = lowest(state.kings & ~own)
        free = ~own & ~other.once
        along, across = rook_attacks(king, occupied) & free, bishop_attacks(king, occupied) & free
        guards = other.pawns | other.knights | other.bishops | other.rooks
        count = plus(count, self.king_weak, popcount(KING_STEPS[king] & sight.once & ~guards))
        count = plus(count, self.knight_check, 1 if KNIGHT_LEAPS[king] & free & sight.knights else 0)
        count = plus(count, self.bishop_check, 1 if across & sight.bishops else 0)
        count = plus(count, self.rook_check, 1 if along & sight.rooks else 0)
        return plus(count, self.queen_check, 1 if (along | across) & sight.queens else 0)

    def count_passed(self, state: ChessEndings.State, sight: Sight, other: Sight, count: Count) -> Count:
        """Return a score with the terms of the mover's passed pawns."""
        own = state.own
        mine, theirs = state.pawns & own, state.pawns & ~own
        stopped = pawn_attacks_down(theirs) | shifted_down(theirs | mine, 8)
        passed = mine & ~filled_down(stopped)
        while passed:
            square = lowest(passed)
            passed = without_lowest(passed)
            rank = square >> 3
            count = count[0] + self.passed_middle[rank - 1], count[1] + self.passed_end[rank - 1]
            if rank >= FIRST_RANKS:
                count = self.count_way(state, sight, other, square, count)
        return count

    def count_way(self, state: ChessEndings.State, sight: Sight, other: Sight, square: int, count: Count) -> Count:
        """Return a score with the term of a passed pawn's free path."""
        own, occupied, more = state.own, self.occupied(state), (square >> 3) - FIRST_RANKS + 1
        step = square + 8
        way, behind = shifted_up(A_FILE, square) & ~bit(square), shifted_down(H_FILE, 63 - square) & ~bit(square)
        free, safe = not occupied & bit(step), not other.once & bit(step)
        clear = not way & (occupied | other.once)
        pushed = behind & own & state.straights
        count = plus(count, self.passed_free, more if free else 0)
        count = plus(count, self.passed_safe, more if safe else 0)
        count = plus(count, self.passed_path, more if clear else 0)
        count = plus(count, self.passed_rook, more if pushed else 0)
        count = plus(count, self.passed_own_king, more * distance(lowest(state.kings & own), step))
        return plus(count, self.passed_other_king, more * distance(lowest(state.kings & ~own), step))
