"""Kalah: seeds are sown around the board; whoever gathers more of them in the store wins."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from plywise.bits import members
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Game, player_word

#        MIN's houses              One number holds a player's pits, a field of bits each: the houses from the player's
#     6  5  4  3  2  1             left in the lowest fields, then the store. Seeds go counter-clockwise: up through the
#  0                    0          fields of one number, then up through the houses of the other.
#     1  2  3  4  5  6
#        MAX's houses              Opposite house h lies house houses + 1 - h.
MAX_BITS = 63

# What a move promises, next to the search's own experience of up to 64: another move, and each seed that it captures.
AGAIN, CAPTURED = 256, 32

POSITION = re.compile(r"([0-9-]{1,99}):([0-9]{1,3})/([0-9-]{1,99}):([0-9]{1,3})(?: (MAX|MIN))?", re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)


class Kalah(Game):
    """The players take turns to sow the seeds of a house; a last seed in the own store lets the same player move again.

    houses: how many each player has. seeds: in each house at the start. empty_capture: 1 for the rule that a last seed
    in an own empty house goes to the store although no seeds lie opposite.

    Notation: a position is MAX's houses from MAX's left, a colon and MAX's store, a slash, the same of MIN from MIN's
    left, then the side to move, MAX or MIN (MAX where it is left out): 4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX. An action is
    the number of a house, counted from 1 from the left of the player who moves.
    """

    name = "kalah"
    known_value = "with empty_capture=1 won by 10 by the first player (Irving, Donkers and Uiterwijk 2000)"
    grid = False

    class State(NamedTuple):
        """The pits of MAX and of MIN, and who is to move. When the game is over, all seeds are in the stores."""

        max: int
        min: int
        side: int

    def __init__(self, houses: int = 6, seeds: int = 4, empty_capture: int = 0) -> None:
        for field, value in (("houses", houses), ("seeds", seeds)):
            if type(value) is not int or not 1 <= value <= MAX_BITS:
                raise InputError(f"{field}={value} is not a whole number from 1 to {MAX_BITS}")
        if empty_capture not in (0, 1):
            raise InputError(f"empty_capture={empty_capture} is neither 0 nor 1")
        self.total = 2 * houses * seeds
        self.bits = self.total.bit_length()  # of a field: it holds any number of seeds
        if (houses + 1) * self.bits > MAX_BITS:
            need = f"{houses + 1} pits of up to {self.total} seeds take {(houses + 1) * self.bits} bits"
            raise InputError(f"houses={houses},seeds={seeds}: {need}; a player has {MAX_BITS}")
        self.houses, self.seeds, self.empty_capture = houses, seeds, empty_capture
        self.field = (1 << self.bits) - 1
        self.store = houses * self.bits  # the place of its field, which is the topmost
        self.around = 2 * houses + 1  # pits that a lap of sowing passes
        self.one_each = sum(1 << pit * self.bits for pit in range(houses + 1))
        self.row = (1 << self.store) - 1
        self.row_ones = self.one_each & self.row
        self.row_tops = self.row_ones << self.bits - 1
        self.utility_bounds = (-self.total, self.total)
        if (houses, seeds) != (6, 4):
            self.known_value = ""

    def initial(self) -> State:
        """Return the board with as many seeds in each house, MAX to move."""
        row = self.seeds * self.row_ones
        return self.State(row, row, MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the mover's houses that hold seeds, from the left, each as the place of its field in the number."""
        own = state.max if state.side == MAX else state.min
        lower = self.row & ~self.row_tops  # added to a field, it carries into the top bit wherever another bit is set
        tops = (own & lower) + lower | own & self.row
        return members((tops & self.row_tops) >> self.bits - 1)

    def result(self, state: State, action: int) -> State:
        """Return the board after a house is sown and seeds captured; where a side is empty, the rest is gathered."""
        own, other = (state.max, state.min) if state.side == MAX else (state.min, state.max)
        own, other, last = self.sown(own, other, action)
        side = state.side if last == self.store else -state.side
        if 0 <= last < self.store and own >> last & self.field == 1:
            opposite = self.store - self.bits - last
            seeds = other >> opposite & self.field
            if seeds > 0 or self.empty_capture:
                own += (seeds + 1 << self.store) - (1 << last)
                other -= seeds << opposite
        if own & self.row == 0 or other & self.row == 0:  # the rest is his on whose side it lies
            stores = (own >> self.store) + (other >> self.store)
            rest = self.total - stores << self.store
            if own & self.row:
                own = (own & ~self.row) + rest
            else:
                other = (other & ~self.row) + rest
        return self.State(own, other, side) if state.side == MAX else self.State(other, own, side)

    def sown(self, own: int, other: int, place: int) -> tuple[int, int, int]:
        """Return both numbers after the seeds at a place are sown, and where the last one fell: -1 for the other side.

        A lap passes the houses to the right, the own store, the other's houses, and the own houses up to that emptied.
        """
        seeds = own >> place & self.field
        own -= seeds << place
        laps, seeds = seeds // self.around, seeds % self.around
        right = min(seeds, (self.store - place) // self.bits)
        across = min(seeds - right, self.houses)
        left = seeds - right - across
        own += laps * self.one_each + (self.ones(right) << place + self.bits) + self.ones(left)
        other += laps * self.row_ones + self.ones(across)
        if left > 0:
            return own, other, (left - 1) * self.bits
        return own, other, -1 if across > 0 else place + right * self.bits

    def ones(self, pits: int) -> int:
        """Return one seed in each of the lowest pits, so many of them."""
        return self.one_each & (1 << pits * self.bits) - 1

    def terminal(self, state: State) -> bool:
        """Return whether the houses are empty."""
        return (state.max | state.min) & self.row == 0

    def utility(self, state: State) -> int:
        """Return how many seeds more MAX has than MIN."""
        return self.lead(state)

    # --- for the search -----------------------------------------------------------------------------------------------

    def lead(self, state: State) -> int:
        """Return how many seeds more are in MAX's store than in MIN's."""
        return (state.max >> self.store) - (state.min >> self.store)

    def evaluate(self, state: State) -> int:
        """Return MAX's lead as it is."""
        return self.lead(state)

    def priority(self, state: State, action: int) -> int:
        """Return what the move brings at once: another move, or captured seeds."""
        before = state.max if state.side == MAX else state.min
        after = self.result(state, action)
        gained = ((after.max if state.side == MAX else after.min) >> self.store) - (before >> self.store)
        return (AGAIN if after.side == state.side else 0) + CAPTURED * gained + action // self.bits

    # --- for people ---------------------------------------------------------------------------------------------------

    def pits(self, number: int) -> list[int]:
        """Return the seeds in a player's houses, from the left, then those in the store."""
        return [number >> pit * self.bits & self.field for pit in range(self.houses + 1)]

    def format_state(self, state: State) -> str:
        """Return the houses and the store of MAX, those of MIN, and the side to move."""
        rows = [self.pits(number) for number in (state.max, state.min)]
        texts = ["-".join(map(str, row[:-1])) + f":{row[-1]}" for row in rows]
        return "/".join(texts) + f" {player_word(state.side)}"

    def parse_state(self, text: str) -> State:
        """Read houses and stores, and perhaps the side to move."""
        match = POSITION.fullmatch(text)
        if match is None:
            raise InputError(f"position {text!r} is not of the form {self.format_state(self.initial())}")
        rows = []
        for name, houses, store in (("MAX", match[1], match[2]), ("MIN", match[3], match[4])):
            words = [*houses.split("-"), store]
            if len(words) != self.houses + 1:
                raise InputError(f"position {text!r}: {name} has {len(words) - 1} houses, not {self.houses}")
            for word in words:
                if not NUMBER.fullmatch(word):
                    raise InputError(f"position {text!r}: {name} has {word!r} seeds in a pit, which is no number")
            rows.append([int(word) for word in words])
        if sum(map(sum, rows)) != self.total:
            raise InputError(f"position {text!r} has {sum(map(sum, rows))} seeds, not {self.total}")
        empty = [name for name, row in zip(("MAX", "MIN"), rows, strict=True) if not any(row[:-1])]
        if len(empty) == 1:
            raise InputError(
                f"position {text!r}: {empty[0]}'s houses are empty, so that the game is over: "
                "the other's seeds belong in the store"
            )
        packed = [sum(seeds << pit * self.bits for pit, seeds in enumerate(row)) for row in rows]
        return self.State(packed[0], packed[1], MIN if match[5] == "MIN" else MAX)

    def format_action(self, state: State, action: int) -> str:
        """Return the number of the house, counted from the mover's left."""
        return str(action // self.bits + 1)

    def parse_action(self, state: State, text: str) -> int:
        """Read the number of a house."""
        if not NUMBER.fullmatch(text) or not 1 <= int(text) <= self.houses:
            raise InputError(f"{text!r} is no house: a number from 1 to {self.houses}, from the mover's left")
        return (int(text) - 1) * self.bits

    def cells(self, state: State) -> list[list[Cell]]:
        """Return MIN's row from the right and MAX's from the left, each store at its end; a house says its number."""
        legal = {} if self.terminal(state) else {self.format_action(state, action) for action in self.actions(state)}

        def row(number: int, side: int) -> list[Cell]:
            houses = self.pits(number)[:-1]
            words = [
                str(house + 1) if side == state.side and str(house + 1) in legal else "" for house in range(len(houses))
            ]
            return [Cell(str(seeds), word) for seeds, word in zip(houses, words, strict=True)]

        stores = [Cell(str(number >> self.store)) for number in (state.max, state.min)]
        return [[stores[1], *reversed(row(state.min, MIN)), Cell("")], [Cell(""), *row(state.max, MAX), stores[0]]]
