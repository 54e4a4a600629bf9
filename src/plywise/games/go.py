"""Go on small boards: stones without liberties are captured, no board position may recur, and area is counted."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plywise.bits import lowest, members, popcount
from plywise.errors import InputError, UnknownGame
from plywise.game import FAR, MAX, MIN, PLIES, Cell, Coordinates, Game, outcome
from plywise.game.record_notation import Point, RecordHeader, SmartFormat, Stones
from plywise.repetition import Past, added, mixed, no_past, repeats

# 3 |  8  9 10 (11)    A point is bit row * (width + 1) + column, rows counted from the bottom; here, 3x3. The
# 2 |  4  5  6 ( 7)    column in parentheses is spare: no stone ever lies there, so that a step of 1 from the end of a
# 1 |  0  1  2 ( 3)    row does not lead into the next. A step of width + 1 goes up. The bit after the last row stands
#   +----------        for a pass.
#      a  b  c
MAX_POINTS, MAX_SIDE = 49, 7

# Superko and the table. A play may not recreate an earlier board, whoever was to move then (positional superko), or may
# not recreate it with the same player to move, even if a pass led to it (situational superko). So the value of a board
# depends on the boards before it: of two lines of play that lead to the same board, perhaps only one forbids retaking a
# ko, and a search must not take a result found after one line as the answer after the other. Therefore the state holds
# its past, and the key includes the set of boards in it, mixed into one number (`ban`): equal keys mean the same board
# with the same boards forbidden. The price is that fewer lines of play meet in the table. With the simple ko rule, or
# none, a state is the board, the player, the passes and the ban; lines of play may then go round in circles, and only a
# limited search, or an analysis of all states, comes to an end.

# The priority of a move, in this order: stones captured, own stones saved from capture, stones put in atari, enemy
# stones and empty points next to it; a stone that can be taken at once counts less, a pass or filling one's own eye
# least. Measured in nodes, against an order by captures, rescues and the middle of the board alone: solving 3x3 takes
# half as many, 4x4 to eight plies four fifths, 5x5 to six plies hardly more.
CAPTURE, RESCUE, ATARI, CONTACT, FREE = 400, 300, 150, 100, 60
SELF_ATARI, FILLED_EYE, PASSING = -300, -600, -500

PASSED = 6  # added by a pass to the initial proof number

REACH = 3  # steps over which a stone has influence
TURN_BITS = 3  # of a key: the side to move and the number of passes

MIN_ALIVE = 4  # fewer stones cannot have two eyes, except across the full width of a narrow board

SIZE = re.compile(r"([2-7])(?:x([2-7]))?")
COLUMNS, ROWS = "abcdefg", "1234567"

NUMBER = 1  # of the game in SGF

MAX_NUMBERED = 16  # points of the largest board whose states are numbered

SUPERKO = ("positional", "situational", "simple", "none")

LEARNED: Mapping[tuple[int, int, int | float, str], str] = {(7, 7, 0, "positional"): "evaluations/go-7x7.eval"}
"""Width, height, komi and superko -> the learned evaluation: see docs/guides/learning.md."""


class Go(Game):
    """Black (MAX) and White (MIN) place stones on points; what is surrounded is captured; two passes end the game.

    size: the sides of the board, from 2 to 7: 5, or 4x3 for columns by rows.
    komi: White's compensation for moving second.
    superko: positional: no play may recreate an earlier board; situational: not with the same player to move; simple: a
        stone that has just taken a single stone may not at once be taken alone; none: no such rule.

    A play that leaves its own stones without liberties (suicide) is forbidden. Each player's area counts: stones, and
    empty points that reach only stones of that colour. The utility is Black's area minus White's area and the komi.

    Notation: a position is the rows from the top, separated by slashes, X black, O white, a dot for an empty point,
    then a space and the side to move, X or O, then 1 if the last move was a pass, 2 if the last two were; with the
    simple rule, the point that may not be retaken may stand there instead. A typed position has no past. An action is a
    point, column letter and row number from the bottom, as in c3, or pass.
    """

    name = "go"
    parameter_labels: Mapping[str, str] | None = {"size": "Board size", "komi": "Komi: points for White"}
    known_value = "Black wins by all 25 points, beginning in the centre (van der Werf 2003)"
    alternating = True
    on_crossings = True
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}
    parameter_choices: Mapping[str, Sequence[int | str]] = {"superko": SUPERKO}

    class State(NamedTuple):
        """The board, the side to move, and what may not be recreated.

        black, white: the stones.
        side: the player to move.
        passes: the number of passes just before.
        ban: with superko, a mixed number for the set of boards in `past`; with the simple rule, the point that may not
            be retaken.
        compensation: the komi, in points, or half points if it is fractional. It is part of the state, not of the
        rules, so that games with different komi share one compiled search.
        past: the earlier boards, with superko.
        """

        black: int
        white: int
        side: int
        passes: int
        ban: int
        compensation: int
        past: Past

    def __init__(self, size: int | str = 5, komi: int | float = 0, superko: str = "positional") -> None:
        match = SIZE.fullmatch(_as_text(size))
        if match is None or type(size) not in (int, str):
            raise InputError(f"size={_as_text(size)} is not of the form 5 or 4x3, each side from 2 to {MAX_SIDE}")
        self.width, self.height = int(match[1]), int(match[2] or match[1])
        if type(komi) not in (int, float) or not abs(komi) <= MAX_POINTS or 2 * komi != int(2 * komi):
            raise InputError(f"komi={_as_text(komi)} is not a whole or half number from -{MAX_POINTS} to {MAX_POINTS}")
        if superko not in SUPERKO:
            raise InputError(f"superko={_as_text(superko)} is none of {', '.join(SUPERKO)}")
        self.komi = int(komi) if komi == int(komi) else komi
        self.half = int(komi != int(komi))
        self.unit = 0.5 if self.half else 1
        self.superko, self.situational = superko in ("positional", "situational"), superko == "situational"
        self.simple = superko == "simple"
        own = (self.width, self.height, komi, superko)
        self.learned = LEARNED.get(own) if type(self) is Go else None  # others may have other rules
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
        if own != (5, 5, 0, "positional"):
            self.known_value = ""

    def initial(self) -> State:
        """Return the empty board."""
        return self.State(0, 0, MAX, 0, 0, self.komi_units, Past())

    @property
    def komi_units(self) -> int:
        """The komi as stored in a state."""
        return int(self.komi / self.unit)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the points where a stone may be placed, and the pass."""
        return members(self.legal_points(state) | 1 << self.passing)

    def legal_points(self, state: State) -> int:
        """Return the points where the player to move may place a stone."""
        mine, theirs = self.split_by_mover(state)
        empty = self.board & ~(mine | theirs)
        prey, safe = self.stones_in_atari(theirs, empty), mine & ~self.stones_in_atari(mine, empty)
        found = empty & (self.neighbours(empty) | self.neighbours(prey) | self.neighbours(safe))
        if self.simple:
            found &= ~state.ban
        if self.superko:
            for point in members(found):
                stone = 1 << point
                taken = self.flood_fill(self.neighbours(stone) & prey, prey)
                black, white = self.to_colours(mine | stone, theirs & ~taken, state.side)
                if repeats(state.past, self.situation(black, white, -state.side)):
                    found &= ~stone
        return found

    def result(self, state: State, action: int) -> State:
        """Return the board with one more stone and without those it captures; after a pass, the same board."""
        black, white, passes = state.black, state.white, state.passes + 1
        mine, theirs = self.split_by_mover(state)
        stone = taken = 0
        if action != self.passing:
            stone = 1 << action
            taken = self.captured_stones(mine, theirs, stone)
            black, white = self.to_colours(mine | stone, theirs & ~taken, state.side)
            passes = 0
        ban, past = state.ban, state.past
        if self.simple:
            ban = self.ko_point(mine | stone, theirs & ~taken, stone, taken)
        if self.superko and (passes == 0 or self.situational):
            now = self.situation(state.black, state.white, state.side)
            if repeats(past, now) == 0:  # a pass may repeat a situation
                ban ^= mixed(mixed(mixed(state.black) ^ state.white) ^ now[2])
                past = added(past, now)
        return self.State(black, white, -state.side, passes, ban, state.compensation, past)

    def terminal(self, state: State) -> bool:
        """Return whether the last two moves were passes."""
        return state.passes >= 2

    def utility(self, state: State) -> int | float:
        """Return Black's area minus White's area and the komi."""
        return self.lead(state) - state.compensation * self.unit

    # --- groups and areas ---------------------------------------------------------------------------------------------

    def split_by_mover(self, state: State) -> tuple[int, int]:
        """Return the stones of the player to move, then those of the other."""
        if state.side == MAX:
            return state.black, state.white
        return state.white, state.black

    def to_colours(self, mine: int, theirs: int, side: int) -> tuple[int, int]:
        """Return both players' stones as black and white; side: the player whose stones are `mine`."""
        return (mine, theirs) if side == MAX else (theirs, mine)

    def situation(self, black: int, white: int, side: int) -> tuple[int, int, int]:
        """Return the situation that may not recur: the board and, with situational superko, the side to move."""
        return black, white, side * self.situational

    def neighbours(self, points: int) -> int:
        """Return the points next to any of these points."""
        return (points << 1 | points >> 1 | points << self.stride | points >> self.stride) & self.board

    def flood_fill(self, seed: int, within: int) -> int:
        """Return the part of a set of points that is connected with its members in the seed."""
        while True:
            grown = (seed | self.neighbours(seed)) & within
            if grown == seed:
                return seed
            seed = grown

    def stones_in_atari(self, stones: int, empty: int) -> int:
        """Return those of one colour's stones whose groups have only one liberty."""
        found, rest = 0, stones
        while rest:
            group = self.flood_fill(rest & -rest, stones)
            rest &= ~group
            liberties = self.neighbours(group) & empty
            if liberties & liberties - 1 == 0:
                found |= group
        return found

    def captured_stones(self, mine: int, theirs: int, stone: int) -> int:
        """Return the other player's stones that a new stone captures."""
        empty = self.board & ~(mine | theirs | stone)
        taken, near = 0, self.neighbours(stone) & theirs
        while near:
            group = self.flood_fill(near & -near, theirs)
            near &= ~group
            if self.neighbours(group) & empty == 0:
                taken |= group
        return taken

    def ko_point(self, mine: int, theirs: int, stone: int, taken: int) -> int:
        """Return the point where a stone that has just taken one stone could itself be taken alone; 0 if none.

        mine, theirs: the stones after the capture.
        """
        single = taken != 0 and taken & taken - 1 == 0 and self.neighbours(stone) & mine == 0
        return taken if single and self.neighbours(stone) & ~(mine | theirs) == taken else 0

    def lead(self, state: State) -> int:
        """Return Black's area minus White's."""
        empty = self.board & ~(state.black | state.white)
        black = self.flood_fill(self.neighbours(state.black) & empty, empty)
        white = self.flood_fill(self.neighbours(state.white) & empty, empty)
        lead = popcount(state.black) - popcount(state.white)
        return lead + popcount(black & ~white) - popcount(white & ~black)

    def count_secure_points(self, mine: int, theirs: int) -> int:
        """Return the number of points that a player is certain to keep, even by passing from now on.

        These are the unconditionally alive stones and their one-point eyes, where the other player can never place a
        stone. A group is unconditionally alive if it borders at least two regions that are enclosed by such groups only
        and whose every empty point is a liberty of the group (Benson, "Life in the game of Go", 1976).
        """
        alive, empty = mine, self.board & ~(mine | theirs)
        if popcount(mine) < self.least_alive:
            return 0
        while alive:
            eyes, kept = 0, 0
            groups = alive
            while groups:
                group = self.flood_fill(groups & -groups, alive)
                groups &= ~group
                vital, free = 0, self.board & ~mine
                while free:
                    region = self.flood_fill(free & -free, free)
                    free &= ~region
                    border = self.neighbours(region) & mine
                    if border & ~alive == 0 and region & empty & ~self.neighbours(group) == 0:
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
        """Return the board, the side to move, the passes, and the ban."""
        turn = state.passes << 1 | (state.side < 0)
        return state.black, state.white << TURN_BITS | turn, state.ban

    def hint_key(self, state: State) -> tuple[int, int, int]:
        """Return the board, the side to move and the passes: the key without the earlier boards."""
        return state.black, state.white << TURN_BITS | state.passes << 1 | (state.side < 0), 0

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return twice the points by which the evaluation misses the goal, and more after the player's pass."""
        passed = PASSED if state.passes == 1 and player != state.side else 0
        return 1 + 2 * max(goal - player * self.evaluate(state), 0) + passed

    def rank(self, state: State) -> int:
        """Return the smallest base-3 number of the turned and mirrored board, with the side to move and the passes."""
        if state.ban:
            return -1  # such states are few and are searched one by one
        code = self.least_code(state.black, state.white)
        if self.width == self.height:
            code = min(code, self.least_code(self.transpose(state.black), self.transpose(state.white)))
        return code << 2 | state.passes << 1 | (state.side < 0)

    def least_code(self, black: int, white: int) -> int:
        """Return the smallest of four numbers: of the board, its mirror images left-right and up-down, and both."""
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

    def transpose(self, stones: int) -> int:
        """Return a square board's stones with rows and columns exchanged."""
        found = 0
        for row in range(self.height):
            found |= self.columns[stones >> row * self.stride & self.row] << row
        return found

    def unrank(self, rank: int) -> State:
        """Return the state with a given number; the empty board if that board has stones without liberties."""
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
        free = self.neighbours(self.board & ~(black | white))
        if self.flood_fill(free & black, black) != black or self.flood_fill(free & white, white) != white:
            black, white = 0, 0
        return self.State(black, white, MIN if rank & 1 else MAX, rank >> 1 & 1, 0, self.komi_units, no_past())

    def bounds(self, state: State) -> tuple[int, int]:
        """Return bounds from the final score, from a pass that ends the game, and from secure points."""
        if self.half:
            return -FAR, FAR
        score = state.side * (self.lead(state) - state.compensation)
        if state.passes >= 2:
            return outcome(score, 0), outcome(score, 0)
        mine, theirs = self.split_by_mover(state)
        least = 2 * self.count_secure_points(mine, theirs) - self.points - state.side * state.compensation
        most = self.points - 2 * self.count_secure_points(theirs, mine) - state.side * state.compensation
        low, high = outcome(least, self.worst_plies(least)), outcome(most, self.worst_plies(-most))
        if state.passes == 1:
            low = max(low, outcome(score, 1))
        return low, high

    def worst_plies(self, utility: int) -> int:
        """Return the least favourable number of plies to an end: a win as late, a loss as soon as possible."""
        return PLIES - 1 if utility > 0 else 0

    def priority(self, state: State, action: int) -> int:
        """Return the promise of a move: captures, rescues, atari, contact, free points; own eyes and passes come last.

        A pass right after a pass ends the game; it comes first if it wins.
        """
        if action == self.passing:
            wins = state.passes == 1 and state.side * self.utility(state) > 0
            return -PASSING if wins else PASSING
        mine, theirs = self.split_by_mover(state)
        stone, empty = 1 << action, self.board & ~(mine | theirs)
        near, taken = self.neighbours(stone), self.captured_stones(mine, theirs, stone)
        free = empty & ~stone | taken
        group = self.flood_fill(stone, mine | stone)
        liberties = self.neighbours(group) & free
        promise = popcount(taken) * CAPTURE + popcount(near & theirs) * CONTACT + popcount(near & empty) * FREE
        promise += popcount(self.stones_in_atari(theirs & ~taken, free) & near) * ATARI
        if liberties & liberties - 1 == 0:
            promise += SELF_ATARI
        elif near & mine and self.neighbours(group & ~stone) & empty == stone:
            promise += RESCUE
        return promise + FILLED_EYE if near & ~mine == 0 else promise

    def evaluate(self, state: State) -> int:
        """Return the surplus of points nearer to Black's stones than to White's, minus the whole points of the komi.

        Stones in atari count for the other player unless their owner is to move and may save them.
        """
        empty = self.board & ~(state.black | state.white)
        mine, theirs = self.split_by_mover(state)
        lost = self.stones_in_atari(theirs, empty)
        black, white = self.to_colours(mine | lost, theirs & ~lost, state.side)
        for _ in range(REACH):
            empty = self.board & ~(black | white)
            black_next, white_next = self.neighbours(black) & empty, self.neighbours(white) & empty
            black |= black_next & ~white_next
            white |= white_next & ~black_next
        lead = popcount(black) - popcount(white)
        return max(1 - self.points, min(self.points - 1, lead)) - (state.compensation >> self.half)

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the rows from the top, the side to move, and the passes just before or the ko point, if any."""
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
        """Read the rows from the top, the side to move, and optionally the passes just before or a ko point."""
        where = f"position {_shorten(text)}"
        words = text.strip(" ").split(" ")
        if len(words) not in (2, 3):
            raise InputError(f"{where} is not of the form {'/'.join(['.' * self.width] * self.height)} X: rows, side")
        black, white = self._parse_board(where, words[0])
        if words[1] not in ("X", "O"):
            raise InputError(f"{where}: the side {_shorten(words[1])} is neither X nor O")
        side, passes, ban = (MAX if words[1] == "X" else MIN), 0, 0
        if len(words) == 3 and words[2] in ("1", "2"):
            passes = int(words[2])
        elif len(words) == 3:
            ban = self._parse_ko(where, black, white, side, words[2])
        return self.State(black, white, side, passes, ban, self.komi_units, Past())

    def _parse_board(self, where: str, text: str) -> tuple[int, int]:
        """Read the rows from the top; return the black and the white stones."""
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
            free = self.flood_fill(self.neighbours(empty) & stones, stones)
            if stones & ~free:
                point = self.format_point(lowest(stones & ~free))
                raise InputError(f"{where}: the {colour} group at {point} has no liberties")
        return black, white

    def _parse_ko(self, where: str, black: int, white: int, side: int, text: str) -> int:
        """Read the point that may not be retaken, as a set; the stone that captured there must stand next to it."""
        if not self.simple:
            raise InputError(f"{where}: the passes {_shorten(text)} are neither 1 nor 2")
        columns, rows = self._coordinates()
        if len(text) != 2 or text[0] not in columns or text[1] not in rows:
            raise InputError(f"{where}: {_shorten(text)} is neither 1 or 2 passes nor a point of the board")
        ban = 1 << rows.index(text[1]) * self.stride + columns.index(text[0])
        takers, others = (white, black) if side == MAX else (black, white)
        near = self.neighbours(ban)
        taken = near & ~takers == 0 and ban & (black | white) == 0
        if not taken or not any(self.ko_point(takers, others, 1 << stone, ban) for stone in members(near)):
            raise InputError(f"{where}: no stone can have been taken alone at {text}, to be retaken alone")
        return ban

    def _coordinates(self) -> tuple[str, str]:
        """Return the letters of the columns and the digits of the rows."""
        return COLUMNS[: self.width], ROWS[: self.height]

    def format_point(self, point: int) -> str:
        """Return a point as column letter and row number."""
        return f"{COLUMNS[point % self.stride]}{point // self.stride + 1}"

    def format_action(self, state: State, action: int) -> str:
        """Return the point, or pass."""
        return "pass" if action == self.passing else self.format_point(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read a point, or pass, in small or capital letters."""
        word = text.lower() if text.isascii() else ""
        if word == "pass":
            return self.passing
        columns, rows = self._coordinates()
        if len(word) != 2 or word[0] not in columns or word[1] not in rows:
            raise InputError(f"{_shorten(text)} is neither a point from a1 to {columns[-1]}{rows[-1]} nor pass")
        return rows.index(word[1]) * self.stride + columns.index(word[0])

    def record_notation(self) -> SmartFormat:
        """Return SGF, in which Go is number 1."""
        return SmartFormat(
            NUMBER,
            self.width,
            self.height,
            point_of=lambda action: None if action == self.passing else self._point_of(action),
            action_at=self._action_at,
            stones_of=lambda state: Stones(
                frozenset(map(self._point_of, members(state.black))),
                frozenset(map(self._point_of, members(state.white))),
                state.side,
            ),
            place=self._place,
            properties={"KM": str(self.komi)},
        )

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return Go with the size and the komi from SGF's properties SZ and KM."""
        if header.form != "sgf" or header.tags.get("GM", str(NUMBER)).strip().lower() not in (str(NUMBER), cls.name):
            return None
        size, komi = header.tags.get("SZ", "").strip(), header.tags.get("KM", "0").strip().replace(",", ".")
        if not size:
            example = f"{cls.name}:size=5" + (f",komi={komi}" if header.tags.get("KM") else "")
            raise UnknownGame(f"it does not say SZ, the size of its board: name the game, such as {example}")
        sides = [side.strip().lstrip("0") for side in re.split(r"[:x,]", size)]
        text = "x".join(sides[:1] if len(set(sides)) == 1 else sides)
        if not SIZE.fullmatch(text):
            raise InputError(f"SZ[{size}]: {cls.name} is played on boards of 2 to {MAX_SIDE} points a side")
        try:
            points = float(komi)
        except ValueError:
            raise InputError(f"KM[{komi}] is not a number of points") from None
        return f"{cls.name}:size={text}" + (f",komi={points:g}" if points else "")

    def _point_of(self, point: int) -> Point:
        return point % self.stride, self.height - 1 - point // self.stride

    def _action_at(self, point: Point | None) -> int:
        return self.passing if point is None else (self.height - 1 - point[1]) * self.stride + point[0]

    def _place(self, stones: Stones) -> State:
        """Return the state of a board. Raises InputError if a group has no liberties."""
        rows = ["".join(_mark(stones, (column, row)) for column in range(self.width)) for row in range(self.height)]
        return self.parse_state(f"{'/'.join(rows)} {'X' if stones.side == MAX else 'O'}")

    def coordinates(self) -> Coordinates:
        """Return the numbers of the rows and the letters of the columns."""
        letters = [self.format_point(point)[0] for point in range(self.width)]
        return Coordinates([str(row) for row in range(self.height, 0, -1)], letters, letters)

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top; a point where a stone may be placed shows its name."""
        legal = 0 if self.terminal(state) else self.legal_points(state)
        rows = []
        for row in reversed(range(self.height)):
            points = range(row * self.stride, row * self.stride + self.width)
            rows.append([self._cell(state, p, self.format_point(p) if legal >> p & 1 else "") for p in points])
        return rows

    def _cell(self, state: State, point: int, word: str) -> Cell:
        mark = self._mark(state, point)
        return Cell(mark, word, disc={"X": "black", "O": "white"}.get(mark, ""))

    def _mark(self, state: State, point: int) -> str:
        return "X" if state.black >> point & 1 else "O" if state.white >> point & 1 else ""

    # --- for other programs -------------------------------------------------------------------------------------------

    def gtp_setup(self, state: State) -> list[str]:
        """Return the commands for the size, the komi and the stones; none if GTP cannot express the position.

        It cannot express boards that are not square, or a ko ban. The stones are placed in any order:
        each group has a liberty at the end, so none loses its last one before.
        """
        if self.width != self.height or (self.simple and state.ban):
            return []
        commands = [f"boardsize {self.width}", "clear_board", f"komi {self.komi}"]
        for colour, stones in (("black", state.black), ("white", state.white)):
            commands += [f"play {colour} {self.format_point(point)}" for point in members(stones)]
        if state.passes:
            commands.append(f"play {'white' if state.side == MAX else 'black'} pass")
        return commands


def _mark(stones: Stones, point: Point) -> str:
    return "X" if point in stones.black else "O" if point in stones.white else "."


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _as_text(value: object) -> str:
    """Return a parameter's value as text, shortened for an error message."""
    try:
        text = str(value)
    except ValueError:  # a whole number of thousands of digits
        return "..."
    return text if text.isprintable() and len(text) <= 80 else _shorten(text)
