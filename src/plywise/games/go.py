"""Go on small boards: stones without liberties are captured; no board may come a second time; area counts."""

import re
from collections.abc import Iterator, Mapping
from math import floor
from typing import NamedTuple

from plywise.bits import lowest, members, popcount
from plywise.errors import InputError
from plywise.game import FAR, MAX, MIN, PLIES, Cell, Game, outcome
from plywise.repetition import Past, added, mixed, no_past, repeats

# 3 |  8  9 10 (11)    A point is bit row * (width + 1) + column, rows from the bottom; here of three by three. The
# 2 |  4  5  6 ( 7)    column in brackets is spare: no stone ever lies there, so that a step of 1 from the end of a row
# 1 |  0  1  2 ( 3)    does not lead into the next. A step of width + 1 leads up. The bit after the last row is the
#   +----------        pass.
#      a  b  c
MAX_POINTS, MAX_SIDE = 49, 7

# Superko and the table. A play may not make a board that was there before, whoever was to move then (positional
# superko), or only not with the same player to move as then, be it after a pass (situational superko). So what a board
# is worth depends on the boards before it: two lines of play may lead to the same board, and only one of them forbids
# to retake a ko. A search must not take what it found after one line for the answer after the other. Therefore the
# state holds its past, and the key has the set of the boards in it, as one mixed number for all of them (`trail`):
# equal keys are the same board with the same boards forbidden. The price is that fewer lines of play meet in the table.
# With the simple ko rule, or none, a state is the board, the player, the passes and the ban; lines of play may then go
# round in circles, and only a search that is limited, or an analysis of all states, comes to an end.

# What a move promises, in this order: stones captured, own stones saved from capture, stones put in atari, stones of
# the other player and empty points next to it; a stone that can be taken at once promises less, a pass or filling an
# own eye nothing. Measured by nodes: solving three by three takes half of those that captures, rescues and the middle
# of the board alone take, four by four to eight plies four fifths, five by five to six plies hardly more.
CAPTURE, RESCUE, ATARI, CONTACT, FREE = 400, 300, 150, 100, 60
SELF_ATARI, FILLED_EYE, PASSING = -300, -600, -500

PASSED = 6  # what a pass adds to the effort that proof-number search expects

REACH = 3  # steps that a stone's influence goes
TURN_BITS = 3  # of a key: who is to move, after how many passes

MIN_ALIVE = 4  # fewer stones have no two eyes, but where they lie from side to side of a narrow board

SIZE = re.compile(r"([2-7])(?:x([2-7]))?")
COLUMNS, ROWS = "abcdefg", "1234567"

MAX_NUMBERED = 16  # points of a board whose states are numbered

SUPERKO = ("positional", "situational", "simple", "none")


class Go(Game):
    """Black (MAX) and White (MIN) place stones on points; what is surrounded is captured; two passes end the game.

    size: the sides of the board, from 2 to 7: 5, or 4x3, columns by rows. komi: what White gets for moving second.
    superko: positional, no play may make a board that was there before; situational, not with the same player to move;
    simple, a stone that has just taken a single one may not be taken alone at once; none, every play may. A play that
    leaves its own stones without liberties is forbidden (suicide). Each player's area counts: stones, and empty points
    that reach only stones of that colour. Utility: Black's area less White's less the komi.

    Notation: a position is the rows from the top with slashes between, X black, O white, a dot for an empty point, then
    a space and who is to move, X or O, then 1 where the last move was a pass, 2 where the last two were; with the
    simple rule, in their place the point that may not be retaken. A position has no past. An action is a point as
    column letter and row number from the bottom, c3, or pass.
    """

    name = "go"
    known_value = "Black wins by all 25 points, beginning in the centre (van der Werf 2003)"
    alternating = True
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}

    class State(NamedTuple):
        """The stones, who is to move, passes just before, and what may not be made again.

        ban: with superko one mixed number for the set of the boards before, which are in `past`; with the simple rule
        the point that may not be retaken.
        """

        black: int
        white: int
        side: int
        passes: int
        ban: int
        past: Past

    def __init__(self, size: int | str = 5, komi: int | float = 0, superko: str = "positional") -> None:
        match = SIZE.fullmatch(_plain(size))
        if match is None or type(size) not in (int, str):
            raise InputError(f"size={_plain(size)} is not of the form 5 or 4x3, each side from 2 to {MAX_SIDE}")
        self.width, self.height = int(match[1]), int(match[2] or match[1])
        if type(komi) not in (int, float) or not abs(komi) <= MAX_POINTS or 2 * komi != int(2 * komi):
            raise InputError(f"komi={_plain(komi)} is not a whole or half number from -{MAX_POINTS} to {MAX_POINTS}")
        if superko not in SUPERKO:
            raise InputError(f"superko={_plain(superko)} is none of {', '.join(SUPERKO)}")
        self.komi = int(komi) if komi == int(komi) else komi
        self.whole_komi = floor(komi)
        self.superko, self.situational = superko in ("positional", "situational"), superko == "situational"
        self.simple = superko == "simple"
        self.points = self.width * self.height
        self.stride = self.width + 1
        self.row = (1 << self.width) - 1
        self.board = sum(self.row << row * self.stride for row in range(self.height))
        self.passing = self.height * self.stride
        self.least_alive = min(MIN_ALIVE, self.width, self.height)
        self.rank_count = 4 * 3**self.points if not self.superko and self.points <= MAX_NUMBERED else None
        self.powers = tuple(3 ** (self.width * row) for row in range(self.height))
        masks = range(1 << self.width)
        self.ternary = tuple(sum(3**bit for bit in members(mask)) for mask in masks)
        self.turned_ternary = tuple(sum(3 ** (self.width - 1 - bit) for bit in members(mask)) for mask in masks)
        self.columns = tuple(sum(1 << bit * self.stride for bit in members(mask)) for mask in masks)
        self.utility_bounds = (-self.points - self.komi, self.points - self.komi)
        if (self.width, self.height, komi, superko) != (5, 5, 0, "positional"):
            self.known_value = ""

    def initial(self) -> State:
        """Return the empty board."""
        return self.State(0, 0, MAX, 0, 0, Past())

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the points where a stone may be placed, and the pass."""
        return members(self.plays(state) | 1 << self.passing)

    def plays(self, state: State) -> int:
        """Return the points where the player to move may place a stone."""
        mine, theirs = self.by_mover(state)
        empty = self.board & ~(mine | theirs)
        prey, safe = self.in_atari(theirs, empty), mine & ~self.in_atari(mine, empty)
        found = empty & (self.around(empty) | self.around(prey) | self.around(safe))
        if self.simple:
            found &= ~state.ban
        if self.superko:
            for point in members(found):
                stone = 1 << point
                taken = self.joined(self.around(stone) & prey, prey)
                black, white = self.coloured(mine | stone, theirs & ~taken, state.side)
                if repeats(state.past, self.situation(black, white, -state.side)):
                    found &= ~stone
        return found

    def result(self, state: State, action: int) -> State:
        """Return the board with one more stone, less those it captures; or the same board after a pass."""
        black, white, passes = state.black, state.white, state.passes + 1
        mine, theirs = self.by_mover(state)
        stone = taken = 0
        if action != self.passing:
            stone = 1 << action
            taken = self.captured(mine, theirs, stone)
            black, white = self.coloured(mine | stone, theirs & ~taken, state.side)
            passes = 0
        ban, past = state.ban, state.past
        if self.simple:
            ban = self.ko(mine | stone, theirs & ~taken, stone, taken)
        if self.superko and (passes == 0 or self.situational):
            now = self.situation(state.black, state.white, state.side)
            if repeats(past, now) == 0:  # by a pass a situation may come again
                ban ^= mixed(mixed(mixed(state.black) ^ state.white) ^ now[2])
                past = added(past, now)
        return self.State(black, white, -state.side, passes, ban, past)

    def terminal(self, state: State) -> bool:
        """Return whether both players passed, one after the other."""
        return state.passes >= 2

    def utility(self, state: State) -> int | float:
        """Return Black's area less White's area and the komi."""
        return self.lead(state) - self.komi

    # --- groups and areas ---------------------------------------------------------------------------------------------

    def by_mover(self, state: State) -> tuple[int, int]:
        """Return the stones of the player to move, and the other's."""
        if state.side == MAX:
            return state.black, state.white
        return state.white, state.black

    def coloured(self, mine: int, theirs: int, side: int) -> tuple[int, int]:
        """Return the stones of one player and the other as the black and the white ones; side: the first one's."""
        return (mine, theirs) if side == MAX else (theirs, mine)

    def situation(self, black: int, white: int, side: int) -> tuple[int, int, int]:
        """Return what may not come again: the board, and with situational superko who is to move."""
        return black, white, side * self.situational

    def around(self, points: int) -> int:
        """Return the points next to some of these points."""
        return (points << 1 | points >> 1 | points << self.stride | points >> self.stride) & self.board

    def joined(self, seed: int, within: int) -> int:
        """Return what of a set of points is connected with some of them."""
        while True:
            grown = (seed | self.around(seed)) & within
            if grown == seed:
                return seed
            seed = grown

    def in_atari(self, stones: int, empty: int) -> int:
        """Return the stones, all of one colour, whose groups have one liberty."""
        found, rest = 0, stones
        while rest:
            group = self.joined(rest & -rest, stones)
            rest &= ~group
            liberties = self.around(group) & empty
            if liberties & liberties - 1 == 0:
                found |= group
        return found

    def captured(self, mine: int, theirs: int, stone: int) -> int:
        """Return the other player's stones that a stone takes."""
        empty = self.board & ~(mine | theirs | stone)
        taken, near = 0, self.around(stone) & theirs
        while near:
            group = self.joined(near & -near, theirs)
            near &= ~group
            if self.around(group) & empty == 0:
                taken |= group
        return taken

    def ko(self, mine: int, theirs: int, stone: int, taken: int) -> int:
        """Return the point where a stone that has just taken one could be taken itself, and nothing else; 0 if none.

        mine, theirs: the stones after the capture.
        """
        single = taken != 0 and taken & taken - 1 == 0 and self.around(stone) & mine == 0
        return taken if single and self.around(stone) & ~(mine | theirs) == taken else 0

    def lead(self, state: State) -> int:
        """Return Black's area less White's."""
        empty = self.board & ~(state.black | state.white)
        black = self.joined(self.around(state.black) & empty, empty)
        white = self.joined(self.around(state.white) & empty, empty)
        lead = popcount(state.black) - popcount(state.white)
        return lead + popcount(black & ~white) - popcount(white & ~black)

    def secure(self, mine: int, theirs: int) -> int:
        """Return how many points a player surely keeps, even if he only passes from now on.

        Those are the stones that are unconditionally alive: of groups that have two regions each of which has no empty
        point that is not a liberty of the group, and is bordered by such groups alone (Benson, "Life in the game of
        Go", 1976); and their eyes of one point, where the other player can never place a stone.
        """
        alive, empty = mine, self.board & ~(mine | theirs)
        if popcount(mine) < self.least_alive:
            return 0
        while alive:
            eyes, kept = 0, 0
            groups = alive
            while groups:
                group = self.joined(groups & -groups, alive)
                groups &= ~group
                vital, free = 0, self.board & ~mine
                while free:
                    region = self.joined(free & -free, free)
                    free &= ~region
                    border = self.around(region) & mine
                    if border & ~alive == 0 and region & empty & ~self.around(group) == 0:
                        vital += 1
                        if region & region - 1 == 0:
                            eyes |= region
                if vital >= 2:
                    kept |= group
            if kept == alive:
                return popcount(alive | eyes)
            alive = kept
        return 0

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int, int]:
        """Return the board, who is to move after how many passes, and the sum of the boards that may not come again."""
        turn = state.passes << 1 | (state.side < 0)
        return state.black, state.white << TURN_BITS | turn, state.ban

    def hint_key(self, state: State) -> tuple[int, int, int]:
        """Return the board, and who is to move after how many passes: the key without the boards before."""
        return state.black, state.white << TURN_BITS | state.passes << 1 | (state.side < 0), 0

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return twice the points that the evaluation lacks, and more for who has just passed."""
        passed = PASSED if state.passes == 1 and player != state.side else 0
        return 1 + 2 * max(goal - player * self.evaluate(state), 0) + passed

    def rank(self, state: State) -> int:
        """Return the least number of the board mirrored and turned, its points as digits to base 3, with the turn."""
        if state.ban:
            return -1  # few: they are looked through
        code = self.least_code(state.black, state.white)
        if self.width == self.height:
            code = min(code, self.least_code(self.transposed(state.black), self.transposed(state.white)))
        return code << 2 | state.passes << 1 | (state.side < 0)

    def least_code(self, black: int, white: int) -> int:
        """Return the least of four numbers: of a board as it is, its rows turned, their order turned, and both."""
        code = left = down = both = 0
        for row in range(self.height):
            blacks, whites = black >> row * self.stride & self.row, white >> row * self.stride & self.row
            digits = self.ternary[blacks] + 2 * self.ternary[whites]
            turned = self.turned_ternary[blacks] + 2 * self.turned_ternary[whites]
            above = self.powers[self.height - 1 - row]
            code += digits * self.powers[row]
            left += turned * self.powers[row]
            down += digits * above
            both += turned * above
        return min(min(code, left), min(down, both))

    def transposed(self, stones: int) -> int:
        """Return the stones of a square board with rows and columns exchanged."""
        found = 0
        for row in range(self.height):
            found |= self.columns[stones >> row * self.stride & self.row] << row
        return found

    def unrank(self, rank: int) -> State:
        """Return the state that has a number; the empty board for a number whose board has stones without liberties."""
        black = white = 0
        code = rank >> 2
        for row in range(self.height):
            for column in range(self.width):
                digit, cell = code % 3, 1 << row * self.stride + column
                code //= 3
                if digit == 1:
                    black |= cell
                elif digit == 2:
                    white |= cell
        free = self.around(self.board & ~(black | white))
        if self.joined(free & black, black) != black or self.joined(free & white, white) != white:
            black, white = 0, 0
        return self.State(black, white, MIN if rank & 1 else MAX, rank >> 1 & 1, 0, no_past())

    def bounds(self, state: State) -> tuple[int, int]:
        """Return what is sure: the end itself; what a pass that ends the game is worth; stones that live for ever."""
        if 2 * self.whole_komi != 2 * self.komi:
            return -FAR, FAR
        score = state.side * (self.lead(state) - self.whole_komi)
        if state.passes >= 2:
            return outcome(score, 0), outcome(score, 0)
        mine, theirs = self.by_mover(state)
        least = 2 * self.secure(mine, theirs) - self.points - state.side * self.whole_komi
        most = self.points - 2 * self.secure(theirs, mine) - state.side * self.whole_komi
        low, high = outcome(least, self.late(least)), outcome(most, self.late(-most))
        if state.passes == 1:
            low = max(low, outcome(score, 1))
        return low, high

    def late(self, utility: int) -> int:
        """Return how late an end worth so much comes where it comes so that it is worth the least to who gets it."""
        return PLIES - 1 if utility > 0 else 0

    def priority(self, state: State, action: int) -> int:
        """Return what a move promises: captures, rescues, atari, contact, free points; own eyes and a pass come last.

        A pass right after a pass comes first where it wins, for it ends the game.
        """
        if action == self.passing:
            wins = state.passes == 1 and state.side * self.utility(state) > 0
            return -PASSING if wins else PASSING
        mine, theirs = self.by_mover(state)
        stone, empty = 1 << action, self.board & ~(mine | theirs)
        near, taken = self.around(stone), self.captured(mine, theirs, stone)
        free = empty & ~stone | taken
        group = self.joined(stone, mine | stone)
        liberties = self.around(group) & free
        promise = popcount(taken) * CAPTURE + popcount(near & theirs) * CONTACT + popcount(near & empty) * FREE
        promise += popcount(self.in_atari(theirs & ~taken, free) & near) * ATARI
        if liberties & liberties - 1 == 0:
            promise += SELF_ATARI
        elif near & mine and self.around(group & ~stone) & empty == stone:
            promise += RESCUE
        return promise + FILLED_EYE if near & ~mine == 0 else promise

    def evaluate(self, state: State) -> int:
        """Return the points nearer to Black's stones than to White's less the opposite, in whole points.

        Stones in atari that their owner is not about to save count for the other player.
        """
        empty = self.board & ~(state.black | state.white)
        mine, theirs = self.by_mover(state)
        lost = self.in_atari(theirs, empty)
        black, white = self.coloured(mine | lost, theirs & ~lost, state.side)
        for _ in range(REACH):
            empty = self.board & ~(black | white)
            black_next, white_next = self.around(black) & empty, self.around(white) & empty
            black |= black_next & ~white_next
            white |= white_next & ~black_next
        lead = popcount(black) - popcount(white)
        return max(1 - self.points, min(self.points - 1, lead)) - self.whole_komi

    # --- for people ---------------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the rows from the top, who is to move, and the passes just before or a ko where there are any."""
        rows = []
        for row in reversed(range(self.height)):
            cells = range(row * self.stride, row * self.stride + self.width)
            rows.append("".join("X" if state.black >> c & 1 else "O" if state.white >> c & 1 else "." for c in cells))
        words = ["/".join(rows), "X" if state.side == MAX else "O"]
        if state.passes:
            words.append(str(state.passes))
        elif self.simple and state.ban:
            words.append(self.format_point(lowest(state.ban)))
        return " ".join(words)

    def parse_state(self, text: str) -> State:
        """Read the rows from the top, who is to move, and perhaps the passes just before, or a ko."""
        where = f"position {_short(text)}"
        words = text.strip(" ").split(" ")
        if len(words) not in (2, 3):
            raise InputError(f"{where} is not of the form {'/'.join(['.' * self.width] * self.height)} X: rows, side")
        black, white = self._parse_board(where, words[0])
        if words[1] not in ("X", "O"):
            raise InputError(f"{where}: the side {_short(words[1])} is neither X nor O")
        side, passes, ban = (MAX if words[1] == "X" else MIN), 0, 0
        if len(words) == 3 and words[2] in ("1", "2"):
            passes = int(words[2])
        elif len(words) == 3:
            ban = self._parse_ko(where, black, white, side, words[2])
        return self.State(black, white, side, passes, ban, Past())

    def _parse_board(self, where: str, text: str) -> tuple[int, int]:
        """Return the black and the white stones of rows from the top."""
        rows = text.split("/")
        if len(rows) != self.height:
            raise InputError(f"{where} has {len(rows)} rows, not {self.height}")
        black = white = 0
        for row, marks in zip(reversed(range(self.height)), rows, strict=True):
            strange = marks.strip("XO.")[:1]
            if strange:
                raise InputError(f"{where}: row {row + 1}: {strange!r} is none of X, O and a dot")
            if len(marks) != self.width:
                raise InputError(f"{where}: row {row + 1} has {len(marks)} points, not {self.width}")
            for column, mark in enumerate(marks):
                black |= (mark == "X") << row * self.stride + column
                white |= (mark == "O") << row * self.stride + column
        empty = self.board & ~(black | white)
        for colour, stones in (("black", black), ("white", white)):
            free = self.joined(self.around(empty) & stones, stones)
            if stones & ~free:
                point = self.format_point(lowest(stones & ~free))
                raise InputError(f"{where}: the {colour} group at {point} has no liberties")
        return black, white

    def _parse_ko(self, where: str, black: int, white: int, side: int, text: str) -> int:
        """Return the point that may not be retaken, as a set; the stone that took there must stand next to it."""
        if not self.simple:
            raise InputError(f"{where}: the passes {_short(text)} are neither 1 nor 2")
        columns, rows = self._lines()
        if len(text) != 2 or text[0] not in columns or text[1] not in rows:
            raise InputError(f"{where}: {_short(text)} is neither 1 or 2 passes nor a point of the board")
        ban = 1 << rows.index(text[1]) * self.stride + columns.index(text[0])
        takers, others = (white, black) if side == MAX else (black, white)
        near = self.around(ban)
        taken = near & ~takers == 0 and ban & (black | white) == 0
        if not taken or not any(self.ko(takers, others, 1 << stone, ban) for stone in members(near)):
            raise InputError(f"{where}: no stone can have been taken alone at {text}, to be retaken alone")
        return ban

    def _lines(self) -> tuple[str, str]:
        """Return the letters of the columns and the figures of the rows."""
        return COLUMNS[: self.width], ROWS[: self.height]

    def format_point(self, point: int) -> str:
        """Return a point as column letter and row number."""
        return f"{COLUMNS[point % self.stride]}{point // self.stride + 1}"

    def format_action(self, state: State, action: int) -> str:
        """Return the point, or pass."""
        return "pass" if action == self.passing else self.format_point(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read a point, or pass; capital letters are read too."""
        word = text.lower() if text.isascii() else ""
        if word == "pass":
            return self.passing
        columns, rows = self._lines()
        if len(word) != 2 or word[0] not in columns or word[1] not in rows:
            raise InputError(f"{_short(text)} is no point from a1 to {columns[-1]}{rows[-1]}, and not pass")
        return rows.index(word[1]) * self.stride + columns.index(word[0])

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top; a point where a stone may be placed shows its name."""
        plays = 0 if self.terminal(state) else self.plays(state)
        rows = []
        for row in reversed(range(self.height)):
            points = range(row * self.stride, row * self.stride + self.width)
            rows.append([Cell(self._mark(state, p), self.format_point(p) if plays >> p & 1 else "") for p in points])
        return rows

    def _mark(self, state: State, point: int) -> str:
        return "X" if state.black >> point & 1 else "O" if state.white >> point & 1 else ""


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _plain(value: object) -> str:
    """Return a parameter's value as it was given, where that is a short line."""
    try:
        text = str(value)
    except ValueError:  # a whole number of thousands of digits
        return "..."
    return text if text.isprintable() and len(text) <= 80 else _short(text)
