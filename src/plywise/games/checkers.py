"""Checkers (English draughts): men and kings jump; a player who cannot move loses."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import comb
from typing import NamedTuple

from plywise.bits import bit, lowest, members, popcount, shifted_up
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game, parse_legal_action
from plywise.game.record_notation import PortableNotation, RecordHeader
from plywise.repetition import Past, added, mixed, no_past, repeats, restarted

#      1     2     3     4         0     1     2     3        The numbers of the squares, and their bits. After every
#   5     6     7     8         4     5     6     7     .     two rows a bit is skipped (a dot), where no piece ever
#      9    10    11    12         9    10    11    12        stands, so that from every square
#  13    14    15    16        13    14    15    16     .        a step down to the left is 4 bits up, one down to the
#     17    18    19    20        18    19    20    21           right 5 bits up, and steps up the board the reverse,
#  21    22    23    24        22    23    24    25     .        and a step over the edge ends on a skipped bit, or
#     25    26    27    28        27    28    29    30           above or below all of them.
#  29    30    31    32        31    32    33    34
#
# Black begins at the top and moves down, White at the bottom and moves up.
SQUARES = tuple(square + square // 8 for square in range(32))
NUMBERS = {cell: number for number, cell in enumerate(SQUARES, start=1)}
BOARD = sum(1 << cell for cell in SQUARES)
HIGHEST = 34
REACHED = (1 << HIGHEST + 11) - 1  # by two steps from the board
TOP, BOTTOM = 0b1111, 0b1111 << 31
BLACK_START, WHITE_START = (sum(1 << cell for cell in SQUARES[first : first + 12]) for first in (0, 20))

# The four ways to step: down to the left and right, up to the right and left.
STEPS = (4, 5, -4, -5)
DOWN, UP, WAYS = 0, 2, 4

# An action is one number: the bits where the piece starts and lands, the number of pieces it jumps (0 for a plain
# move), and the direction of each jump, two bits each, the first jump lowest.
CELL_BITS, JUMP_BITS, PATH_BITS = 6, 4, 16
CELL, JUMPS = 63, 15

# A position is two words: the low 28 bits of the kings are stored above the black pieces, the rest above the white
# ones. Above them are the side to move (1 for White) and, in the key, the plies without progress.
LOW_KINGS, LOW_KING_BITS = (1 << 28) - 1, 28
SIDE_BIT, QUIET_BIT = 42, 43
HALF = (1 << 32) - 1

# Weights of the evaluation: each man and each king, with extra for rows a man has advanced, for guards on the home row
# while the other side has men left to crown, and for the centre; the side to move gets extra for its turn, or for a
# capture it can make. Chosen by matches against other weights.
MAN, KING, BASE = 100, 140, 100
FIRST_ROWS = tuple(sum(1 << cell for cell in SQUARES[4 * row : 4 * row + 4]) for row in range(8))
CENTRE = sum(1 << SQUARES[number - 1] for number in (10, 11, 14, 15, 18, 19, 22, 23))
BLACK_GUARDS = 1 << SQUARES[0] | 1 << SQUARES[2]
WHITE_GUARDS = 1 << SQUARES[29] | 1 << SQUARES[31]
ADVANCE, GUARD, MIDDLE, TURN, CAPTURE = 1, 16, 4, 3, 70

# Entry 33 * k + s is s choose k, the number of sets of k squares before the first set whose largest square is s.
MAX_NUMBERED, ROW = 4, 33
CHOOSE = tuple(comb(square, chosen) for chosen in range(MAX_NUMBERED + 1) for square in range(ROW))
# Entry p - 1 is the first number of the boards with p pieces: sets of squares, times four kinds per piece, times sides.
FIRST_INDEX = tuple(
    sum((2 << 2 * fewer) * comb(32, fewer) for fewer in range(1, pieces)) for pieces in range(1, MAX_NUMBERED + 2)
)

PARTS = 10_000  # an estimate has four decimals

MAX_MOVES = 1_000
MAX_TEXT, MAX_SHOWN = 100_000, 80
GAME_TYPE = "21"
GAME_NAMES = ("checkers", "draughts", "english", "english draughts", "american", "american checkers")
"""The value of PDN's tag GameType for this game: a number, or in some files a name."""

PLAIN_MOVE = re.compile(r"(\d{1,2})(?:-(\d{1,2})|((?:x\d{1,2})+))", re.ASCII)
SQUARE_RANGE = re.compile(r"(K?)(\d{1,2})-(\d{1,2})", re.ASCII)
FORM = "such as B:W21,22,K5:B1,2"


def shift(cells: int, way: int) -> int:
    """Return the cells one step from these in one of the four directions; some may be off the board.

    >>> shift(1 << 9, 0) == 1 << 13, shift(1 << 9, 3) == 1 << 4
    (True, True)
    """
    return cells << way + 4 & REACHED if way < UP else cells >> way + 2


def add_words(word: int, other: int) -> int:
    """Return the sum of two words, wrapped to 64 bits.

    >>> add_words(2**63 - 1, 1) == -2**63
    True
    """
    low = (word & HALF) + (other & HALF)
    return shifted_up((word >> 32) + (other >> 32) + (low >> 32), 32) | low & HALF


LEARNED = {(40, 3): "evaluations/checkers.eval"}
"""Moves and repetition -> the learned evaluation: see docs/guides/learning.md."""


class Checkers(Game):
    """Black (MAX) and White (MIN) move men diagonally forward and kings both ways; captures are forced.

    moves: the game is a draw after this many moves of each side without a capture or a man's move; 0: never.
    repetition: the game is a draw once a position has occurred this often with the same side to move; 0: never.

    Notation: squares are numbered from 1 to 32; a move is 11-15, a capture names every square it lands on, 22x15x6. A
    position is the side to move and the squares of White and Black, with K before a king: B:W21,22,K5:B1,2. After plies
    without progress, :H and their number and :P and the moves follow; see `format_state`.
    """

    # With draws by move count or by repetition, the value of a state depends on more than the board: the same board is
    # worth less to the side ahead the fewer moves it has left, and a board seen before is a step closer to a draw. So a
    # table entry may answer only for a state with the same board, the same number of plies without progress, and the
    # same positions since the last progress, each as often. The key holds all of that, the positions as the sum of
    # their mixed words, because their order does not matter. A capture or a man's move cannot be undone, so everything
    # before it is forgotten: after such a move, all lines of play that lead to one board share its entry. While kings
    # move about, they seldom do: the price of a correct answer. moves=0 and repetition=0 remove their part of the key.
    # (Campbell, "The graph-history interaction: on ignoring position history", 1985.)

    name = "checkers"
    parameter_labels: Mapping[str, str] | None = {}
    known_value = "draw (Schaeffer and others 2007)"
    utility_bounds = (-1, 1)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}
    numbered = MAX_NUMBERED
    """Boards of up to this many pieces are numbered, so that retrograde analysis can solve them."""

    class State(NamedTuple):
        """The board, the side to move, and the history that counts.

        black, white: the cells of each side's pieces.
        kings: the cells of both sides' kings.
        side: the player to move.
        quiet: plies since the last capture or man's move; 0 if they do not count.
        trail: the sum of the mixed words of the positions in `past`.
        past: the positions since the last capture or man's move, without this one; empty if they do not count.
        """

        black: int
        white: int
        kings: int
        side: int
        quiet: int
        trail: int
        past: Past

    def __init__(self, moves: int = 40, repetition: int = 3) -> None:
        if type(moves) is not int or not 0 <= moves <= MAX_MOVES:
            raise InputError(f"moves={moves} is not a whole number from 0 to {MAX_MOVES:,}")
        if type(repetition) is not int or repetition == 1 or not 0 <= repetition <= MAX_MOVES:
            raise InputError(f"repetition={repetition} is neither 0 nor a whole number from 2 to {MAX_MOVES:,}")
        self.moves, self.repetition = moves, repetition
        self.learned = (
            LEARNED.get((moves, repetition)) if type(self) is Checkers else None
        )  # others may have other rules
        if not moves and not repetition:  # otherwise the value depends on more than the board
            self.rank_count = FIRST_INDEX[self.numbered]
        if (moves, repetition) != (40, 3):
            self.known_value = ""

    def initial(self) -> State:
        """Return the board with twelve men on each side, Black to move."""
        return self.State(BLACK_START, WHITE_START, 0, MAX, 0, 0, Past())

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the captures, one for each complete path, or the plain moves if there are none."""
        black_moves = state.side > 0
        own, other = (state.black, state.white) if black_moves else (state.white, state.black)
        empty = BOARD & ~(own | other)
        starts = self.capturers(state)
        if starts == 0:
            for way in range(WAYS):
                movers = own if black_moves == (way < UP) else own & state.kings
                landings = shift(movers, way) & empty
                while landings:
                    landing = lowest(landings)
                    landings &= landings - 1
                    yield landing - STEPS[way] | landing << CELL_BITS
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            free, first, last = empty | bit(start), DOWN if black_moves else UP, UP if black_moves else WAYS
            if state.kings >> start & 1:
                first, last = DOWN, WAYS
            at, taken, path, jumps, way, whole = start, 0, 0, 0, first, False
            while way <= last:
                while way < last and shift(shift(bit(at), way) & other & ~taken, way) & free == 0:
                    way += 1
                if way < last:  # jump
                    taken |= shift(bit(at), way)
                    at += 2 * STEPS[way]
                    path |= way << 2 * jumps
                    jumps, way, whole = jumps + 1, first, True
                    continue
                if whole:  # it has just landed, and can jump no further
                    yield start | at << CELL_BITS | jumps << 2 * CELL_BITS | path << PATH_BITS
                way, whole = WAYS + 1, False
                if jumps:  # take the last jump back, and look for another
                    jumps -= 1
                    back = path >> 2 * jumps & 3
                    path ^= back << 2 * jumps
                    at -= 2 * STEPS[back]
                    taken ^= shift(bit(at), back)
                    way = back + 1

    def result(self, state: State, action: int) -> State:
        """Return the board after a move, with the other player to move."""
        start, landing = action & CELL, action >> CELL_BITS & CELL
        taken = self.captured_cells(action)
        kept, stays = ~(bit(start) | taken), bit(landing)
        black, white, kings = state.black & kept, state.white & kept, state.kings & kept
        if state.side > 0:
            black |= stays
        else:
            white |= stays
        if state.kings >> start & 1:
            kings |= stays
            if taken == 0:
                return self.make_quiet_move(state, black, white, kings)
        else:
            kings |= stays & (BOTTOM if state.side > 0 else TOP)
        past = restarted(state.past) if self.repetition else state.past
        return self.State(black, white, kings, -state.side, 0, 0, past)

    def make_quiet_move(self, state: State, black: int, white: int, kings: int) -> State:
        """Return the board after a king's move that captures nothing: earlier positions still count."""
        quiet = state.quiet + 1 if self.moves else 0
        if not self.repetition:
            return self.State(black, white, kings, -state.side, quiet, 0, state.past)
        position = self.position(state)
        trail = add_words(state.trail, mixed(mixed(position[0]) ^ position[1]))
        return self.State(black, white, kings, -state.side, quiet, trail, added(state.past, position))

    def terminal(self, state: State) -> bool:
        """Return whether the player to move has no move, or the game is drawn."""
        return self.is_stuck(state) or self.is_drawn(state)

    def utility(self, state: State) -> int:
        """Return -1 if Black cannot move, 1 if White cannot, otherwise 0 for a draw."""
        return -state.side if self.is_stuck(state) else 0

    # --- parts of the rules -------------------------------------------------------------------------------------------

    def capturers(self, state: State) -> int:
        """Return the cells of the pieces that can capture."""
        own, other = (state.black, state.white) if state.side > 0 else (state.white, state.black)
        kings, empty = own & state.kings, BOARD & ~(own | other)
        down, up = (own, kings) if state.side > 0 else (kings, own)
        left, right = other & empty >> 4, other & empty >> 5
        found = down & (left >> 4 | right >> 5)
        left, right = other & empty << 4, other & empty << 5
        return found | up & (left << 4 | right << 5)

    def is_stuck(self, state: State) -> bool:
        """Return whether the player to move has no move."""
        own, other = (state.black, state.white) if state.side > 0 else (state.white, state.black)
        kings, empty = own & state.kings, BOARD & ~(own | other)
        down, up = (own, kings) if state.side > 0 else (kings, own)
        if down & (empty >> 4 | empty >> 5) | up & (empty << 4 | empty << 5):
            return False
        return self.capturers(state) == 0

    def is_drawn(self, state: State) -> bool:
        """Return whether the game is a draw by plies without progress or by repetition."""
        if self.moves and state.quiet >= 2 * self.moves:
            return True
        if not self.repetition:
            return False
        return repeats(state.past, self.position(state)) >= self.repetition - 1

    def captured_cells(self, action: int) -> int:
        """Return the cells of the pieces that an action captures."""
        at, taken, path = action & CELL, 0, action >> PATH_BITS
        for _ in range(action >> 2 * CELL_BITS & JUMPS):
            step = STEPS[path & 3]
            taken |= bit(at + step)
            at += 2 * step
            path >>= 2
        return taken

    def position(self, state: State) -> tuple[int, int]:
        """Return the board and the side to move as two words."""
        side = bit(SIDE_BIT) if state.side < 0 else 0
        low, high = state.kings & LOW_KINGS, state.kings >> LOW_KING_BITS
        return state.black | low << HIGHEST + 1, state.white | high << HIGHEST + 1 | side

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int, int]:
        """Return the position, with the plies without progress and the sum of its past if these count."""
        first, second = self.position(state)
        return first, second | state.quiet << QUIET_BIT, state.trail

    def priority(self, state: State, action: int) -> int:
        """Return a number that is higher for more captures, then for crowning."""
        landing = action >> CELL_BITS & CELL
        jumps = action >> 2 * CELL_BITS & JUMPS
        king = state.kings >> (action & CELL) & 1
        crowns = 0 if king else bit(landing) >> 31 | bit(landing) & TOP
        return 64 * jumps + 32 * (crowns != 0)

    def evaluate(self, state: State) -> float:
        """Return the advantage of Black's pieces over White's, as a fraction of the total weight."""
        black = self.weigh(state.black, state.kings, state.white & ~state.kings, True)
        white = self.weigh(state.white, state.kings, state.black & ~state.kings, False)
        score = black - white + state.side * (CAPTURE if self.capturers(state) else TURN)
        share = PARTS * abs(score) // (black + white + 2 * BASE)
        return (share if score > 0 else -share) / PARTS

    def weigh(self, own: int, kings: int, opposing: int, black: bool) -> int:
        """Return the weight of a side's pieces; opposing: the other side's men."""
        men = own & ~kings
        weight = MAN * popcount(men) + KING * popcount(own & kings) + MIDDLE * popcount(own & CENTRE)
        for row in range(1, 7):
            gone = row if black else 7 - row
            weight += ADVANCE * gone * popcount(men & FIRST_ROWS[row])
        if opposing:
            weight += GUARD * popcount(men & (BLACK_GUARDS if black else WHITE_GUARDS))
        return weight

    def noisy(self, state: State, action: int) -> bool:
        """Return whether the action captures: in the middle of an exchange, an evaluation means little."""
        return action >> 2 * CELL_BITS & JUMPS != 0

    def tactical_actions(self, state: State) -> Iterator[int]:
        """Yield the captures, which are all actions or none, because they are forced."""
        if self.capturers(state):
            yield from self.actions(state)

    def under_threat(self, state: State) -> bool:
        """Return whether the player to move must capture, so that an evaluation means little."""
        return self.capturers(state) != 0

    def action_class(self, state: State, action: int) -> int:
        """Return a number for the start, the direction, and whether the piece is a king."""
        start = action & CELL
        steps = (action >> CELL_BITS & CELL) - start
        way = (steps & 1) + (0 if steps > 0 else 2)
        return start | way << CELL_BITS | (state.kings >> start & 1) << CELL_BITS + 2

    def goes_forward(self, state: State, action: int) -> bool:
        """Return whether the piece moves in the direction of its side's men."""
        steps = (action >> CELL_BITS & CELL) - (action & CELL)
        return steps * state.side > 0

    def play_key(self, state: State) -> tuple[int, int]:
        """Return the position without its history."""
        return self.position(state)

    def reversible_plies(self, state: State) -> int:
        """Return the plies without progress; if they are not counted, the maximum if kings can move."""
        if self.moves:
            return state.quiet
        return MAX_MOVES if state.kings else 0

    # --- for retrograde analysis of endgames --------------------------------------------------------------------------

    def rank(self, state: State) -> int:
        """Return the number of a board with up to four pieces and the side to move; -1 if there are more pieces.

        It combines the rank of the set of occupied squares, two bits for the kind of each piece, and a bit for the
        side.
        """
        left, pieces, rank, kinds = state.black | state.white, 0, 0, 0
        if popcount(left) > self.numbered:
            return -1
        while left:
            cell = lowest(left)
            left &= left - 1
            kinds |= ((state.white >> cell & 1) + 2 * (state.kings >> cell & 1)) << 2 * pieces
            pieces += 1
            rank += CHOOSE[ROW * pieces + cell - cell // 9]
        return FIRST_INDEX[pieces - 1] + 2 * (rank << 2 * pieces | kinds) + (state.side < 0)

    def unrank(self, rank: int) -> State:
        """Return the board with a given number; a man on the row that would crown it becomes a king."""
        pieces = 1
        while rank >= FIRST_INDEX[pieces]:
            pieces += 1
        number = rank - FIRST_INDEX[pieces - 1] >> 1
        kinds, cells, square = number & (1 << 2 * pieces) - 1, number >> 2 * pieces, 31
        black = white = kings = 0
        for place in range(pieces, 0, -1):
            while CHOOSE[ROW * place + square] > cells:
                square -= 1
            cells -= CHOOSE[ROW * place + square]
            cell, kind = bit(square + square // 8), kinds >> 2 * (place - 1)
            if kind & 1:
                white |= cell
            else:
                black |= cell
            if kind & 2:
                kings |= cell
        kings |= black & BOTTOM | white & TOP
        return self.State(black, white, kings, MIN if rank & 1 else MAX, 0, 0, no_past())

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the side to move, White's and Black's squares, and the moves without progress that led here.

        H is followed by the number of plies without progress, P by those of the moves that are known, oldest first: the
        positions they passed through count towards a draw by repetition. Both are left out if there are none or the
        rules do not count them.
        """
        sides = f"W{_format_pieces(state.white, state.kings)}:B{_format_pieces(state.black, state.kings)}"
        text = f"{'B' if state.side > 0 else 'W'}:{sides}"
        if state.quiet:
            text += f":H{state.quiet}"
        boards = [*state.past, self.position(state)]
        moves = [_move_between(before, after) for before, after in pairwise(boards)]
        return f"{text}:P{','.join(moves)}" if moves else text

    def parse_state(self, text: str) -> State:
        """Read the side to move, White's and Black's squares in either order, and optionally H and P."""
        parts = text.removesuffix(".").split(":")
        shown = repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}...")
        if len(parts) < 3 or parts[0] not in ("B", "W") or len(text) > MAX_TEXT:
            raise InputError(f"position {shown} is not the side to move, B or W, and the squares of both, {FORM}")
        fields = _split_fields(shown, parts[1:])
        white, white_kings = _read_squares(shown, "White", fields["W"])
        black, black_kings = _read_squares(shown, "Black", fields["B"])
        kings = white_kings | black_kings
        _check_pieces(shown, black, white, kings)
        state = self.State(black, white, kings, MAX if parts[0] == "B" else MIN, 0, 0, Past())
        moves = fields.get("P", "").split(",") if "P" in fields else []
        quiet = _read_count(shown, fields["H"], self.moves) if "H" in fields else len(moves)
        if quiet < len(moves):
            raise InputError(f"position {shown}: H says {quiet} plies without progress, P names {len(moves)}")
        return self._replay(shown, state, quiet - len(moves), moves)

    def _replay(self, shown: str, state: State, quiet: int, moves: Sequence[str]) -> State:
        """Return the state with its history: take the kings' moves back, then play them again."""
        now = state
        for number in range(len(moves), 0, -1):
            now = _undo_move(shown, now, number, moves[number - 1])
        now = now._replace(quiet=quiet if self.moves else 0)
        for number, word in enumerate(moves, start=1):
            try:
                now = self.result(now, parse_legal_action(self, now, word))
            except InputError as error:
                raise InputError(f"position {shown}: P, move {number}: {error}") from None
        return now

    def format_action(self, state: State, action: int) -> str:
        """Return the squares where the piece starts and lands, as in 11-15, or for a capture each landing: 22x15x6."""
        at, path, jumps = action & CELL, action >> PATH_BITS, action >> 2 * CELL_BITS & JUMPS
        if jumps == 0:
            return f"{NUMBERS[at]}-{NUMBERS[action >> CELL_BITS & CELL]}"
        squares = [at]
        for place in range(jumps):
            squares.append(squares[-1] + 2 * STEPS[path >> 2 * place & 3])
        return "x".join(str(NUMBERS[cell]) for cell in squares)

    def parse_action(self, state: State, text: str) -> int:
        """Read a move; for a capture, the first and the last square are enough if only one capture has them."""
        if not PLAIN_MOVE.fullmatch(text):
            raise InputError(
                f"{text[:80]!r} is not a move: squares from 1 to 32 as in 11-15, of a capture as in 22x15x6"
            )
        words = {self.format_action(state, action): action for action in self.actions(state)}
        if text in words:
            return words[text]
        ends = text.split("x")
        named = [word for word in words if word.split("x")[:: word.count("x") or 1] == ends] if len(ends) == 2 else []
        if len(named) == 1:
            return words[named[0]]
        if named:
            raise InputError(f"{text!r} may be any of {' '.join(named)}: name every square it lands on")
        forced = "; a capture is forced" if "-" in text and any("x" in word for word in words) else ""
        raise InputError(f"{text!r} is not a legal action{forced}; legal: {' '.join(words)}")

    def record_notation(self) -> PortableNotation:
        """Return PDN, in which English draughts is number 21."""
        return PortableNotation(
            "pdn",
            {"GameType": f"{GAME_TYPE},B,8,8,N1,0"},
            names={"GameType": (GAME_TYPE, *GAME_NAMES)},
            joints="x:-×",
            asides=r"\d{1,3}",
            read_move=self._read_pdn_move,
            write_start=lambda state: ":".join(self.format_state(state).split(":")[:3]),
            read_start=self._read_pdn_position,
        )

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return checkers, by the tag GameType of a PDN file; without one by its extension."""
        kind = header.tags.get("GameType", "?").partition(",")[0].strip().lower()
        if header.form != "pgn":
            return None
        if kind == "?" and (header.extension == "pgn" or "Variant" in header.tags):
            return None
        return cls.name if kind in ("?", GAME_TYPE, *GAME_NAMES) else None

    def _read_pdn_position(self, text: str) -> State:
        """Read a position as programs write it: W:W21-32:B1-12, and fields that only some of them know."""
        side, *fields = "".join(text.upper().removesuffix(".").split()).split(":")
        known = [SQUARE_RANGE.sub(_list_squares, each) for each in fields if each[:1] in ("W", "B")]
        return self.parse_state(":".join([side, *known]))

    def _read_pdn_move(self, state: State, text: str) -> int:
        """Read a move as programs write it: 9-13, 09-13, 22x15 or 22:15, 22-15 for a capture too."""
        word = re.sub(r"(?<!\d)0", "", text.lower().replace(":", "x").replace("×", "x"), flags=re.ASCII)
        if "-" in word and self.capturers(state):
            word = word.replace("-", "x")
        return self.parse_action(state, word)

    def coordinates(self) -> Coordinates:
        """Return the numbers of the first and the last square of each row."""
        return Coordinates([f"{first}-{first + 3}" for first in range(1, 33, 4)])

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the board: b and w are men, B and W kings; an empty dark square shows its number."""
        rows = [[Cell("") for _ in range(8)] for _ in range(8)]
        for number, cell in enumerate(SQUARES):
            row, column = number // 4, 2 * (number % 4) + (number // 4 + 1) % 2
            mark = "b" if state.black >> cell & 1 else "w" if state.white >> cell & 1 else ""
            king = bool(state.kings >> cell & 1)
            disc = {"b": "black", "w": "white"}.get(mark, "")
            rows[row][column] = Cell(
                mark.upper() if king else mark, name=str(number + 1), disc=disc, sign="K" if king else "", dark=True
            )
        return rows


def _format_pieces(cells: int, kings: int) -> str:
    """Return the numbers of the squares separated by commas, with K before a king."""
    return ",".join(f"{'K' if kings >> cell & 1 else ''}{NUMBERS[cell]}" for cell in members(cells))


def _list_squares(squares: re.Match[str]) -> str:
    """Return the squares that a range names one by one, as in K1,K2,K3 for K1-3."""
    return ",".join(f"{squares[1]}{number}" for number in range(int(squares[2]), int(squares[3]) + 1))


def _boards(position: tuple[int, int]) -> tuple[int, int]:
    """Return the cells of a position's black and white pieces."""
    return position[0] & BOARD, position[1] & BOARD


def _move_between(before: tuple[int, int], after: tuple[int, int]) -> str:
    """Return the plain move that leads from one position to the next."""
    old = _boards(before)[0] | _boards(before)[1]
    new = _boards(after)[0] | _boards(after)[1]
    return f"{NUMBERS[lowest(old & ~new)]}-{NUMBERS[lowest(new & ~old)]}"


def _split_fields(shown: str, parts: Sequence[str]) -> dict[str, str]:
    """Return the parts of a position by their first letter: W and B, and optionally H and P."""
    fields: dict[str, str] = {}
    for part in parts:
        name = part[:1]
        if name not in ("W", "B", "H", "P"):
            raise InputError(f"position {shown}: {part!r} begins with none of W, B, H and P")
        if name in fields:
            raise InputError(f"position {shown} has two fields {name}")
        fields[name] = part[1:]
    for name in ("W", "B"):
        if name not in fields:
            raise InputError(f"position {shown} has no field {name}; it should look {FORM}")
    return fields


def _read_squares(shown: str, who: str, squares: str) -> tuple[int, int]:
    """Return the cells of one side's squares, and the kings among them."""
    own, kings = 0, 0
    for word in squares.split(",") if squares else []:
        number = word.removeprefix("K")
        if not re.fullmatch(r"[1-9]\d?", number, re.ASCII) or int(number) > 32:
            raise InputError(f"position {shown}: {who}: {word!r} is not a square from 1 to 32, K before it for a king")
        cell = 1 << SQUARES[int(number) - 1]
        if own & cell:
            raise InputError(f"position {shown}: {who}: square {number} is named twice")
        own |= cell
        kings |= cell if word != number else 0
    return own, kings


def _check_pieces(shown: str, black: int, white: int, kings: int) -> None:
    """Raise InputError for an impossible board."""
    for who, own, last in (("White", white, TOP), ("Black", black, BOTTOM)):
        if popcount(own) > 12:
            raise InputError(f"position {shown}: {who} has {popcount(own)} pieces, more than 12")
        if own & last & ~kings:
            number = NUMBERS[lowest(own & last & ~kings)]
            raise InputError(f"position {shown}: {who}: the man on {number} would have become a king there")
    if black & white:
        raise InputError(f"position {shown}: square {NUMBERS[lowest(black & white)]} is both White's and Black's")
    if black | white == 0:
        raise InputError(f"position {shown} has no pieces")


def _read_count(shown: str, word: str, moves: int) -> int:
    """Return the number given after H."""
    if not re.fullmatch(r"\d{1,4}", word, re.ASCII):
        raise InputError(f"position {shown}: {'H' + word!r} is not a number of plies without progress")
    if moves and int(word) > 2 * moves:
        raise InputError(f"position {shown}: H{word} is more than the {2 * moves} plies that are a draw")
    return int(word)


def _undo_move(shown: str, state: Checkers.State, number: int, word: str) -> Checkers.State:
    """Return the board before the king's move that led to a state, without its history."""
    match = PLAIN_MOVE.fullmatch(word)
    if not match or not match[2] or not all(1 <= int(match[each]) <= 32 for each in (1, 2)):
        raise InputError(f"position {shown}: P, move {number}: {word!r} is not a plain move such as 11-15")
    start, landing = (1 << SQUARES[int(match[each]) - 1] for each in (1, 2))
    own = state.white if state.side > 0 else state.black
    if not own & state.kings & landing or (state.black | state.white) & start:
        raise InputError(f"position {shown}: P, move {number}: no king has gone from {match[1]} to {match[2]}")
    turned, kings = own ^ (start | landing), state.kings ^ (start | landing)
    if state.side > 0:
        return state._replace(white=turned, kings=kings, side=MIN)
    return state._replace(black=turned, kings=kings, side=MAX)
