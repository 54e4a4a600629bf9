"""The rules of chess, on sets of squares in the view of the player to move (see board.py)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plywise.bits import (
    bit,
    lowest,
    popcount,
    shifted_up,
    swapped_bytes,
    without_lowest,
)
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.games.chess.board import (
    A_FILE,
    BETWEEN,
    BISHOP,
    DARK,
    FILE,
    H_FILE,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    LINE_THROUGH,
    PAWN,
    PAWN_CAPTURES,
    PAWN_CAPTURES_DOWN,
    QUEEN,
    RANK_3,
    RANK_8,
    ROOK,
    bishop_attacks,
    rook_attacks,
)
from plywise.repetition import Past, added, digest, repeats, restarted

# `rights`, from its lowest bit:
#
#   0-15   may castle: White on the king's side, on the queen's; Black the same. Four bits for each: 8 and the file of
#          the rook, which differs in Chess960; 0 if the right is lost
#   16-19  the file of the square where a pawn can be taken en passant, from 1; 0: there is none
#   20     1: Black is to move
#
# `clock`: plies without progress, that is without a capture or a pawn's move; above them the number of the full move.
# Both stop at MOST_COUNTED.
WING, SIDE, EN_PASSANT, TURN = 4, 8, 16, 20
BLACK_TO_MOVE = 1 << TURN
RIGHT, CASTLING, ROOK_FILE = 8, 0xFFFF, 7
KEPT_RIGHTS = ~(15 << EN_PASSANT | BLACK_TO_MOVE)
QUIET_BITS = 20
QUIET = (1 << QUIET_BITS) - 1
NEXT_NUMBER = 1 << QUIET_BITS
MOST_COUNTED = 999_999

# An action: the start, the landing square, the kind of the piece, and the special kind of the move.
TARGET, PIECE, SPECIAL = 6, 12, 15
SQUARE, KIND = 63, 7
TAKES_EN_PASSANT, CASTLES = 1, 5
"""Special moves. A promotion is the kind of the new piece: 2, 3, 4 or 7."""
PROMOTIONS = (QUEEN, KNIGHT, ROOK, BISHOP)

EVERYWHERE = -1
MAX_MOVES, MAX_REPETITION = 250, 100

WORTH = (0, 100, 300, 320, 500, 10_000, 0, 950)
"""The value of a piece in an exchange, by its kind; the king cannot be taken."""

EXCHANGE_ALL = 1_000_000

WIN = 30_000
"""The value of a win, in hundredths of a pawn: more than any material."""


class ChessRules(Game):
    """The board, the moves and the ends of a game of chess."""

    known_value = "not known; thought to be a draw"
    utility_bounds = (-WIN, WIN)
    alternating = True
    ends_without_actions = True
    margin_unit = WORTH[PAWN]
    margin_name = "pawns"
    player_names: Mapping[int, str] = {MAX: "White", MIN: "Black"}

    class State(NamedTuple):
        """A position, in the view of the player to move.

        own: the squares of the mover's pieces.
        pawns, knights, kings: the squares of both sides' pieces of a kind.
        diagonals: of bishops and queens. straights: of rooks and queens.
        rights: castling, en passant, and the side to move.
        clock: plies without progress, and the number of the move.
        past: the positions since the last progress, if repetition counts.
        """

        own: int
        pawns: int
        knights: int
        diagonals: int
        straights: int
        kings: int
        rights: int
        clock: int
        past: Past

    def __init__(self, moves: int = 50, repetition: int = 3) -> None:
        if type(moves) is not int or not 0 <= moves <= MAX_MOVES:
            raise InputError(f"moves={moves} is not a whole number from 0 to {MAX_MOVES}")
        if type(repetition) is not int or repetition == 1 or not 0 <= repetition <= MAX_REPETITION:
            raise InputError(f"repetition={repetition} is neither 0 nor a whole number from 2 to {MAX_REPETITION}")
        self.moves, self.repetition = moves, repetition

    def player(self, state: State) -> int:
        """Return the side to move."""
        return MIN if state.rights & BLACK_TO_MOVE else MAX

    def actions(self, state: State) -> Iterator[int]:
        """Yield the legal moves."""
        return self.list_moves(state, ~state.own, EVERYWHERE)

    def result(self, state: State, action: int) -> State:
        """Return the position after a move, in the view of the other player."""
        start, landing = action & SQUARE, action >> TARGET & SQUARE
        piece, special = action >> PIECE & KIND, action >> SPECIAL
        stays, left = bit(landing), ~(bit(start) | bit(landing))
        captures = (self.occupied(state) & ~state.own) & stays
        own = state.own & left | stays
        pawns, knights = state.pawns & left, state.knights & left
        diagonals, straights, kings = state.diagonals & left, state.straights & left, state.kings & left
        rights, clock, past = state.rights & KEPT_RIGHTS, state.clock, state.past
        if special == CASTLES:
            rook = self.castling_rook(state, landing)
            beside = bit(5 if landing == 6 else 3)
            straights = straights & ~bit(rook) | beside
            own = own & ~bit(rook) | stays | beside
            captures = 0
        if piece == PAWN:
            if special == TAKES_EN_PASSANT:
                pawns &= ~bit(landing - 8)
            elif landing - start == 16:
                rights |= self.en_passant_right(state, start, landing)
            if special >= KNIGHT:
                piece = special
            else:
                pawns |= stays
        knights |= stays if piece == KNIGHT else 0
        diagonals |= stays if piece & BISHOP == BISHOP else 0
        straights |= stays if piece & ROOK and piece != KING else 0
        kings |= stays if piece == KING else 0
        if rights & CASTLING:
            rights &= ~self.lost_rights(state, start, landing)
        if captures or action >> PIECE & KIND == PAWN:
            clock &= ~QUIET
            past = restarted(past) if self.repetition else past
        else:
            clock += clock & QUIET < MOST_COUNTED
            past = added(past, self.position(state)) if self.repetition else past
        turn = ~state.rights & BLACK_TO_MOVE
        if turn == 0 and clock < MOST_COUNTED << QUIET_BITS:
            clock += NEXT_NUMBER
        other = (pawns | knights | diagonals | straights | kings) & ~own
        return self.State(
            swapped_bytes(other), swapped_bytes(pawns), swapped_bytes(knights), swapped_bytes(diagonals),
            swapped_bytes(straights), swapped_bytes(kings), rights | turn, clock, past,
        )  # fmt: skip

    def terminal(self, state: State) -> bool:
        """Return whether the mover has no move, or the game is drawn."""
        return self.drawn_by_rule(state) or not self.can_move(state)

    def utility(self, state: State) -> int:
        """Return WIN if Black is mated, -WIN if White is, otherwise 0 for a draw."""
        if self.under_threat(state) and not self.can_move(state):
            return -WIN * self.player(state)
        return 0

    # --- the ends -----------------------------------------------------------------------------------------------------

    def under_threat(self, state: State) -> bool:
        """Return whether the mover is in check."""
        occupied = self.occupied(state)
        king = lowest(state.kings & state.own)
        return self.attackers(state, occupied & ~state.own, occupied, king) != 0

    def makes_threat(self, state: State, action: int) -> bool:
        """Return whether a move gives check."""
        start, landing = action & SQUARE, action >> TARGET & SQUARE
        piece, special = action >> PIECE & KIND, action >> SPECIAL
        if special in (CASTLES, TAKES_EN_PASSANT):
            return self.under_threat(self.result(state, action))
        if special >= KNIGHT:
            piece = special
        king, occupied = lowest(state.kings & ~state.own), self.occupied(state) & ~bit(start) | bit(landing)
        attacked = 0
        if piece == PAWN:
            attacked = PAWN_CAPTURES[landing]
        elif piece == KNIGHT:
            attacked = KNIGHT_LEAPS[landing]
        elif piece != KING:
            attacked = bishop_attacks(landing, occupied) if piece & BISHOP == BISHOP else 0
            attacked |= rook_attacks(landing, occupied) if piece & ROOK else 0
        return attacked >> king & 1 != 0 or self.uncovers(state, king, start, occupied)

    def uncovers(self, state: State, king: int, start: int, occupied: int) -> bool:
        """Return whether a piece of the mover's attacks the other king once the piece at `start` has left."""
        if LINE_THROUGH[64 * king + start] == 0:
            return False
        left = state.own & ~bit(start)
        found = bishop_attacks(king, occupied) & state.diagonals | rook_attacks(king, occupied) & state.straights
        return found & left & LINE_THROUGH[64 * king + start] != 0

    def can_move(self, state: State) -> bool:
        """Return whether there is a legal move."""
        for _ in self.list_moves(state, ~state.own, EVERYWHERE):
            return True
        return False

    def drawn_by_rule(self, state: State) -> bool:
        """Return whether the game is drawn although there may be moves: by moves, repetition, or lack of material.

        A mate takes precedence over the draw by the number of moves.
        """
        if self.lacks_material(state):
            return True
        quiet = state.clock & QUIET
        if self.moves and quiet >= 2 * self.moves:
            return self.can_move(state) or not self.under_threat(state)
        return self.repetition != 0 and quiet >= 4 and repeats(state.past, self.position(state)) >= self.repetition - 1

    def lacks_material(self, state: State) -> bool:
        """Return whether no mate is possible: with bare kings, one more knight, or bishops on squares of one colour."""
        if state.pawns | state.straights:
            return False
        if state.knights:
            return popcount(state.knights | state.diagonals) == 1
        return state.diagonals & DARK == 0 or state.diagonals & ~DARK == 0

    def position(self, state: State) -> tuple[int, int, int, int]:
        """Return the position relevant for repetition, as four words that identify it.

        Three words hold each square's kind: bishop 1, rook 2, queen 3, pawn 4, knight 5, king 6, a rook that may castle
        7. The fourth holds the mover's squares and the square, although empty, on which a pawn can be taken en passant;
        if Black is to move, it is complemented, so that it contains most of the empty squares.
        """
        castling = self.castling_rooks(state)
        first = state.diagonals | state.knights | castling
        second = state.straights | state.kings
        third = state.pawns | state.knights | state.kings | castling
        fourth, en_passant = state.own, state.rights >> EN_PASSANT & 15
        if en_passant:
            fourth |= bit(39 + en_passant)
        return first, second, third, ~fourth if state.rights & BLACK_TO_MOVE else fourth

    def castling_rooks(self, state: State) -> int:
        """Return the rooks of both sides that may castle."""
        found = 0
        if state.rights & CASTLING:
            mine = SIDE * (state.rights >> TURN & 1)
            for wing in range(0, SIDE, WING):
                own, other = state.rights >> mine + wing, state.rights >> SIDE - mine + wing
                found |= bit(own & ROOK_FILE) if own & RIGHT else 0
                found |= bit(56 + (other & ROOK_FILE)) if other & RIGHT else 0
        return found

    # --- pieces and attacks -------------------------------------------------------------------------------------------

    def occupied(self, state: State) -> int:
        """Return the occupied squares."""
        return state.pawns | state.knights | state.diagonals | state.straights | state.kings

    def piece_at(self, state: State, square: int) -> int:
        """Return the kind of the piece on a square; 0 if there is none."""
        place = bit(square)
        if state.pawns & place:
            return PAWN
        if state.knights & place:
            return KNIGHT
        if state.kings & place:
            return KING
        return (BISHOP if state.diagonals & place else 0) | (ROOK if state.straights & place else 0)

    def attackers(self, state: State, other: int, occupied: int, square: int) -> int:
        """Return which of the other player's pieces attack a square.

        other: their squares. occupied: the squares where lines end.
        """
        found = PAWN_CAPTURES[square] & state.pawns | KNIGHT_LEAPS[square] & state.knights
        found |= KING_STEPS[square] & state.kings
        found |= bishop_attacks(square, occupied) & state.diagonals
        found |= rook_attacks(square, occupied) & state.straights
        return found & other

    def pinned_pieces(self, state: State, king: int, occupied: int) -> int:
        """Return the mover's pieces that would expose their king if they left its line."""
        other, found = occupied & ~state.own, 0
        snipers = bishop_attacks(king, other) & state.diagonals | rook_attacks(king, other) & state.straights
        snipers &= other
        while snipers:
            between = BETWEEN[64 * king + lowest(snipers)] & state.own
            snipers = without_lowest(snipers)
            if without_lowest(between) == 0:
                found |= between
        return found

    # --- the moves ----------------------------------------------------------------------------------------------------

    def list_moves(self, state: State, aims: int, pushes: int) -> Iterator[int]:
        """Yield the legal moves to some squares.

        aims: where pieces may move, and pawns may capture; without the mover's own squares.
        pushes: where pawns may be pushed. Castling is listed only if aims is EVERYWHERE.
        """
        own, occupied = state.own, self.occupied(state)
        other, king = occupied & ~own, lowest(state.kings & own)
        checks = self.attackers(state, other, occupied, king)
        landings, without = KING_STEPS[king] & aims, occupied & ~bit(king)
        while landings:
            landing = lowest(landings)
            landings = without_lowest(landings)
            if self.attackers(state, other, without, landing) == 0:
                yield king | landing << TARGET | KING << PIECE
        if without_lowest(checks) == 0:  # otherwise two pieces give check, and only the king can move
            ends = EVERYWHERE  # of a check: take the piece, or step between
            if checks:
                ends = checks | BETWEEN[64 * king + lowest(checks)]
            pinned = self.pinned_pieces(state, king, occupied)

            pieces = own & (state.knights & ~pinned | state.diagonals | state.straights)
            while pieces:
                start = lowest(pieces)
                pieces = without_lowest(pieces)
                place = bit(start)
                piece = KNIGHT
                landings = 0
                if state.knights & place:
                    landings = KNIGHT_LEAPS[start]
                else:
                    piece = 0
                    if state.diagonals & place:
                        piece = BISHOP
                        landings = bishop_attacks(start, occupied)
                    if state.straights & place:
                        piece |= ROOK
                        landings |= rook_attacks(start, occupied)
                landings &= aims & ends
                if pinned & place:
                    landings &= LINE_THROUGH[64 * king + start]
                while landings:
                    landing = lowest(landings)
                    landings = without_lowest(landings)
                    yield start | landing << TARGET | piece << PIECE

            pawns, file = state.pawns & own, FILE[king & 7]
            forward = shifted_up(pawns & ~(pinned & ~file), 8) & ~occupied
            twice = shifted_up(forward & RANK_3, 8) & ~occupied & ends & pushes
            while twice:
                landing = lowest(twice)
                twice = without_lowest(twice)
                yield landing - 16 | landing << TARGET | PAWN << PIECE
            takers = pawns & ~(pinned & file)
            for way in range(3):
                if way == 0:
                    landings, step = forward & pushes & ends, 8
                elif way == 1:
                    landings, step = shifted_up(takers & ~A_FILE, 7) & other & aims & ends, 7
                else:
                    landings, step = shifted_up(takers & ~H_FILE, 9) & other & aims & ends, 9
                while landings:
                    landing = lowest(landings)
                    landings = without_lowest(landings)
                    start = landing - step
                    if pinned >> start & 1 and LINE_THROUGH[64 * king + start] & bit(landing) == 0:
                        continue
                    action = start | landing << TARGET | PAWN << PIECE
                    if landing >= 56:
                        yield action | QUEEN << SPECIAL
                        yield action | KNIGHT << SPECIAL
                        yield action | ROOK << SPECIAL
                        yield action | BISHOP << SPECIAL
                    else:
                        yield action
            en_passant = state.rights >> EN_PASSANT & 15
            if en_passant:
                landing = 39 + en_passant
                starts = PAWN_CAPTURES_DOWN[landing] & pawns
                while starts:
                    start = lowest(starts)
                    starts = without_lowest(starts)
                    if self.is_safe_en_passant(state, king, own, start, landing):
                        yield start | landing << TARGET | PAWN << PIECE | TAKES_EN_PASSANT << SPECIAL

            if pushes == EVERYWHERE and checks == 0:
                for wing in range(2):
                    if state.rights >> (SIDE * (state.rights >> TURN & 1) + WING * wing) & RIGHT:
                        landing = 2 if wing else 6
                        if self.may_castle(state, king, landing, occupied):
                            yield king | landing << TARGET | KING << PIECE | CASTLES << SPECIAL

    def is_safe_en_passant(self, state: State, king: int, own: int, start: int, landing: int) -> bool:
        """Return whether taking a pawn en passant leaves the capturing side's king unattacked.

        king: that side's king. own: its pieces.
        """
        taken = bit(landing - 8)
        occupied = self.occupied(state) & ~(bit(start) | taken) | bit(landing)
        return self.attackers(state, occupied & ~own & ~bit(landing), occupied, king) == 0

    def en_passant_right(self, state: State, start: int, landing: int) -> int:
        """Return the right, as in `rights`, to take the pawn that has just made a double step; 0 if there is none.

        The right is absent if taking would expose the king, so that equivalent positions are equal.
        """
        own = state.own & ~bit(start) | bit(landing)
        pawns = state.pawns & ~bit(start) | bit(landing)
        occupied = self.occupied(state) & ~bit(start) | bit(landing)
        beside = KING_STEPS[landing] & 0xFF000000 & state.pawns & ~own
        king = lowest(state.kings & ~own)
        while beside:
            taker = bit(lowest(beside))
            beside = without_lowest(beside)
            after = occupied & ~(taker | bit(landing)) | bit(landing - 8)
            attack = PAWN_CAPTURES_DOWN[king] & pawns | KNIGHT_LEAPS[king] & state.knights
            attack |= bishop_attacks(king, after) & state.diagonals | rook_attacks(king, after) & state.straights
            if attack & own & ~bit(landing) == 0:
                return (landing & 7) + 1 << EN_PASSANT
        return 0

    def may_castle(self, state: State, king: int, landing: int, occupied: int) -> bool:
        """Return whether the mover, who has the right and is not in check, may castle, the king landing on a square."""
        rook = self.castling_rook(state, landing)
        beside = 5 if landing == 6 else 3
        moved = bit(king) | bit(rook)
        passed = BETWEEN[64 * king + landing] | bit(landing)
        if (passed | BETWEEN[64 * rook + beside] | bit(beside)) & occupied & ~moved:
            return False
        other, after = occupied & ~state.own, occupied & ~moved | bit(beside)
        if self.attackers(state, other, after, landing):
            return False
        while passed:
            square = lowest(passed)
            passed = without_lowest(passed)
            if square != king and self.attackers(state, other, occupied & ~bit(king), square):
                return False
        return True

    def castling_rook(self, state: State, landing: int) -> int:
        """Return the square of the rook with which the mover castles, the king landing on a square."""
        wing = WING if landing == 2 else 0
        return state.rights >> (SIDE * (state.rights >> TURN & 1) + wing) & ROOK_FILE

    def lost_rights(self, state: State, start: int, landing: int) -> int:
        """Return the castling rights lost by a move from one square to another, as in `rights`."""
        mine = SIDE * (state.rights >> TURN & 1)
        theirs = SIDE - mine
        lost = 0
        if state.kings & bit(start):
            lost = 0xFF << mine
        for wing in range(0, SIDE, WING):
            if start == state.rights >> mine + wing & ROOK_FILE:
                lost |= 15 << mine + wing
            if landing == 56 + (state.rights >> theirs + wing & ROOK_FILE):
                lost |= 15 << theirs + wing
        return lost

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int, int, int, int, int, int, int, int]:
        """Return the position, with the plies without progress and a sum of its past if these count."""
        quiet = state.clock & QUIET if self.moves else 0
        past = digest(state.past) if self.repetition else 0
        return (
            state.own, state.pawns, state.knights, state.diagonals, state.straights, state.kings, state.rights, quiet,
            past,
        )  # fmt: skip

    def play_key(self, state: State) -> tuple[int, int, int, int, int, int, int]:
        """Return the position, without its history."""
        return (
            state.own, state.pawns, state.knights, state.diagonals, state.straights, state.kings, state.rights,
        )  # fmt: skip

    def reversible_plies(self, state: State) -> int:
        """Return the plies without progress."""
        return state.clock & QUIET

    def noisy(self, state: State, action: int) -> bool:
        """Return whether the move captures or promotes."""
        special = action >> SPECIAL
        if special != 0 and special != CASTLES:
            return True
        return special == 0 and self.occupied(state) & bit(action >> TARGET & SQUARE) != 0

    def tactical_actions(self, state: State) -> Iterator[int]:
        """Yield the captures and promotions."""
        return self.list_moves(state, self.occupied(state) & ~state.own, RANK_8)

    def action_class(self, state: State, action: int) -> int:
        """Return a number for the kind of the piece and its landing square."""
        return (action >> PIECE & KIND) << 6 | action >> TARGET & SQUARE

    def goes_forward(self, state: State, action: int) -> bool:
        """Return whether the piece moves up the board, in the mover's view."""
        return (action >> TARGET & SQUARE) >> 3 > (action & SQUARE) >> 3

    def may_pass(self, state: State) -> bool:
        """Return whether the mover is not in check and has a piece, so that zugzwang is unlikely."""
        return state.own & (state.knights | state.diagonals | state.straights) != 0 and not self.under_threat(state)

    def passed(self, state: State) -> State:
        """Return the position with the other player to move, and nothing to take en passant."""
        other = self.occupied(state) & ~state.own
        return self.State(
            swapped_bytes(other),
            swapped_bytes(state.pawns),
            swapped_bytes(state.knights),
            swapped_bytes(state.diagonals),
            swapped_bytes(state.straights),
            swapped_bytes(state.kings),
            state.rights & KEPT_RIGHTS | ~state.rights & BLACK_TO_MOVE,
            state.clock & ~QUIET,
            restarted(state.past) if self.repetition else state.past,
        )

    def priority(self, state: State, action: int) -> int:
        """Return the promise of a move: captured piece first, then the least capturing one; promotions count too."""
        taken, special = self.piece_at(state, action >> TARGET & SQUARE), action >> SPECIAL
        found = 0
        if special == TAKES_EN_PASSANT:
            taken = PAWN
        if taken and special != CASTLES:
            found = 16 * WORTH[taken] - WORTH[action >> PIECE & KIND]
        return found + (16 * WORTH[special] if special == QUEEN else 0)

    def exchange_value(self, state: State, action: int) -> int:
        """Return the mover's gain by a move if both sides then capture on its square, with the least piece first.

        A side stops when continuing would cost it. Pins are ignored. (The swap algorithm: see Slate and Atkin,
        "Chess 4.5", 1977.)
        """
        start, landing, special = action & SQUARE, action >> TARGET & SQUARE, action >> SPECIAL
        if special == CASTLES:
            return 0
        occupied, place = self.occupied(state), bit(landing)
        standing = WORTH[action >> PIECE & KIND]
        won = WORTH[self.piece_at(state, landing)]
        occupied = occupied & ~bit(start) | place
        if special == TAKES_EN_PASSANT:
            won = WORTH[PAWN]
            occupied &= ~bit(landing - 8)
        elif special >= KNIGHT:
            won += WORTH[special] - WORTH[PAWN]
            standing = WORTH[special]
        # The gain that the side to capture next can secure: it does not capture if that would be negative. `balance` is
        # the gain so far, in the mover's view.
        best, least, balance, sign, depth = EXCHANGE_ALL, -EXCHANGE_ALL, won, -1, 0
        own = state.own & ~bit(start)
        while depth < 32:
            # The mover may stop after its own capture: the balance is then at least that; the other after its own.
            if sign < 0:
                best = min(best, balance)
            else:
                least = max(least, balance)
            if best <= least:
                break
            side = (own if sign > 0 else ~own) & occupied & ~place
            taker = self.least_attacker(state, side, occupied, landing, sign)
            if taker < 0:
                break
            kind = self.piece_at(state, taker)
            if kind == KING and self.attackers_both(state, occupied & ~bit(taker), landing) & occupied & ~place & ~side:
                break
            balance += sign * standing
            standing = WORTH[kind]
            occupied &= ~bit(taker)
            sign = -sign
            depth += 1
        if sign < 0:
            return max(least, min(best, balance))
        return min(best, max(least, balance))

    def attackers_both(self, state: State, occupied: int, square: int) -> int:
        """Return the pieces of both sides that attack a square; occupied: the squares where lines end."""
        found = KNIGHT_LEAPS[square] & state.knights | KING_STEPS[square] & state.kings
        found |= PAWN_CAPTURES[square] & state.pawns & ~state.own | PAWN_CAPTURES_DOWN[square] & state.pawns & state.own
        found |= bishop_attacks(square, occupied) & state.diagonals
        return found | rook_attacks(square, occupied) & state.straights

    def least_attacker(self, state: State, side: int, occupied: int, square: int, sign: int) -> int:
        """Return the square of a side's least piece that attacks a square; -1 if none does. sign: 1 for the mover."""
        pawns = PAWN_CAPTURES_DOWN[square] if sign > 0 else PAWN_CAPTURES[square]
        found = pawns & state.pawns & side
        if found:
            return lowest(found)
        found = KNIGHT_LEAPS[square] & state.knights & side
        if found:
            return lowest(found)
        diagonal = bishop_attacks(square, occupied) & state.diagonals & side
        found = diagonal & ~state.straights
        if found:
            return lowest(found)
        straight = rook_attacks(square, occupied) & state.straights & side
        found = straight & ~state.diagonals
        if found:
            return lowest(found)
        found = diagonal | straight
        if found:
            return lowest(found)
        found = KING_STEPS[square] & state.kings & side
        return lowest(found) if found else -1
