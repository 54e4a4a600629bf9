"""Kalah: seeds are sown around the board; the player with more of them in the store wins."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plywise.bits import members
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game, player_word

#        MIN's houses              One number holds a player's pits, a field of bits each: the houses from the player's
#     6  5  4  3  2  1             left in the lowest fields, then the store. Seeds go counter-clockwise: up through the
#  0                    0          fields of one number, then up through the houses of the other.
#     1  2  3  4  5  6
#        MAX's houses              Opposite house h lies house houses + 1 - h.
MAX_BITS = 63

# The priority of a move, relative to the search's own history of up to 64: another move, and each captured seed.
AGAIN, CAPTURED = 256, 32

TEMPO = 2  # the value of the move, in seeds

POSITION = re.compile(r"([0-9-]{1,99}):([0-9]{1,3})/([0-9-]{1,99}):([0-9]{1,3})(?: (MAX|MIN))?", re.ASCII)
NUMBER = re.compile(r"0|[1-9][0-9]{0,2}", re.ASCII)


LEARNED = {(6, 4, 0): "evaluations/kalah.eval"}
"""Houses, seeds and capture into empty houses -> the learned evaluation: see docs/guides/learning.md."""


class Kalah(Game):
    """The players take turns to sow the seeds of a house; a last seed in one's own store gives another move.

    houses: the number of houses of each player.
    seeds: the number of seeds in each house at the start.
    empty_capture: 1 if a last seed sown into an empty house of one's own is captured even when no seeds lie opposite.

    Notation: a position is MAX's houses from MAX's left, a colon and MAX's store, a slash, the same for MIN from MIN's
    left, then the side to move, MAX or MIN (by default MAX): 4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX. An action is the number
    of a house, counted from 1 at the left of the player who moves.
    """

    name = "kalah"
    parameter_labels: Mapping[str, str] | None = {
        "houses": "Houses of each player",
        "seeds": "Seeds in each house",
        "empty_capture": "Capture even if the house opposite is empty",
    }
    known_value = "with empty_capture=1 won by 10 by the first player (Irving, Donkers and Uiterwijk 2000)"
    grid = False

    class State(NamedTuple):
        """The pits of MAX and of MIN, and the side to move. When the game is over, all seeds are in the stores."""

        max: int
        min: int
        side: int

    def __init__(self, houses: int = 6, seeds: int = 4, empty_capture: int = 0) -> None:
        for field, value in (("houses", houses), ("seeds", seeds)):
            if type(value) is not int or not 1 <= value <= MAX_BITS:
                raise InputError(f"{field}={value!r} is not a whole number from 1 to {MAX_BITS}")
        if empty_capture not in (0, 1):
            raise InputError(f"empty_capture={empty_capture} is neither 0 nor 1")
        self.total = 2 * houses * seeds
        self.bits = self.total.bit_length()  # of a field: it holds any number of seeds
        if (houses + 1) * self.bits > MAX_BITS:
            need = f"{houses + 1} pits of up to {self.total} seeds take {(houses + 1) * self.bits} bits"
            raise InputError(f"houses={houses},seeds={seeds}: {need}; a player has {MAX_BITS}")
        self.houses, self.seeds, self.empty_capture = houses, seeds, empty_capture
        own = (houses, seeds, empty_capture)
        self.learned = LEARNED.get(own) if type(self) is Kalah else None  # others may have other rules
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
        """Return the board with the same number of seeds in each house, MAX to move."""
        row = self.seeds * self.row_ones
        return self.State(row, row, MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the mover's houses that hold seeds, from the left, each as the bit position of its field."""
        own = state.max if state.side == MAX else state.min
        lower = self.row & ~self.row_tops  # added to a field, it carries into the top bit wherever another bit is set
        tops = (own & lower) + lower | own & self.row
        return members((tops & self.row_tops) >> self.bits - 1)

    def result(self, state: State, action: int) -> State:
        """Return the board after sowing and capturing; if a side is then empty, the other player collects the rest."""
        own, other = (state.max, state.min) if state.side == MAX else (state.min, state.max)
        own, other, last = self.sow(own, other, action)
        side = state.side if last == self.store else -state.side
        if 0 <= last < self.store and own >> last & self.field == 1:
            opposite = self.store - self.bits - last
            seeds = other >> opposite & self.field
            if seeds > 0 or self.empty_capture:
                own += (seeds + 1 << self.store) - (1 << last)
                other -= seeds << opposite
        if own & self.row == 0 or other & self.row == 0:  # the rest belongs to the player on whose side it lies
            stores = (own >> self.store) + (other >> self.store)
            rest = self.total - stores << self.store
            if own & self.row:
                own = (own & ~self.row) + rest
            else:
                other = (other & ~self.row) + rest
        return self.State(own, other, side) if state.side == MAX else self.State(other, own, side)

    def sow(self, own: int, other: int, place: int) -> tuple[int, int, int]:
        """Sow the seeds at a place; return both sides, and where the last seed fell: -1 for the other side.

        A lap visits the houses to the right, the mover's store, the other player's houses, and the mover's houses up to
        the one emptied.
        """
        seeds = own >> place & self.field
        own -= seeds << place
        laps, seeds = seeds // self.around, seeds % self.around
        right = min(seeds, (self.store - place) // self.bits)
        across = min(seeds - right, self.houses)
        left = seeds - right - across
        own += laps * self.one_each + (self.one_in_each(right) << place + self.bits) + self.one_in_each(left)
        other += laps * self.row_ones + self.one_in_each(across)
        if left > 0:
            return own, other, (left - 1) * self.bits
        return own, other, -1 if across > 0 else place + right * self.bits

    def one_in_each(self, pits: int) -> int:
        """Return one seed in each of the first pits."""
        return self.one_each & (1 << pits * self.bits) - 1

    def terminal(self, state: State) -> bool:
        """Return whether the houses are empty."""
        return (state.max | state.min) & self.row == 0

    def utility(self, state: State) -> int:
        """Return MAX's lead in seeds."""
        return self.lead(state)

    # --- for the search -----------------------------------------------------------------------------------------------

    def lead(self, state: State) -> int:
        """Return MAX's lead in the stores."""
        return (state.max >> self.store) - (state.min >> self.store)

    def evaluate(self, state: State) -> int:
        """Return MAX's present lead, and TEMPO for the player to move."""
        return max(1 - self.total, min(self.lead(state) + TEMPO * state.side, self.total - 1))

    def priority(self, state: State, action: int) -> int:
        """Return the immediate gain of a move: another move, or captured seeds."""
        before = state.max if state.side == MAX else state.min
        after = self.result(state, action)
        gained = ((after.max if state.side == MAX else after.min) >> self.store) - (before >> self.store)
        return (AGAIN if after.side == state.side else 0) + CAPTURED * gained + action // self.bits

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def pits(self, number: int) -> list[int]:
        """Return the numbers of seeds in a player's houses, from the left, then in the store."""
        return [number >> pit * self.bits & self.field for pit in range(self.houses + 1)]

    def format_state(self, state: State) -> str:
        """Return MAX's houses and store, MIN's, and the side to move."""
        rows = [self.pits(number) for number in (state.max, state.min)]
        texts = ["-".join(map(str, row[:-1])) + f":{row[-1]}" for row in rows]
        return "/".join(texts) + f" {player_word(state.side)}"

    def parse_state(self, text: str) -> State:
        """Read houses and stores, and optionally the side to move."""
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
                    raise InputError(f"position {text!r}: {name} has {word!r} seeds in a pit, which is not a number")
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
            raise InputError(f"{text!r} is not a house: a number from 1 to {self.houses}, from the mover's left")
        return (int(text) - 1) * self.bits

    def coordinates(self) -> Coordinates:
        """Return each player's numbers of the houses, above MIN's row and below MAX's, and where the stores are."""
        numbers = [str(house) for house in range(1, self.houses + 1)]
        return Coordinates(("MIN", "MAX"), ("store", *reversed(numbers), ""), ("", *numbers, "store"))

    def cells(self, state: State) -> list[list[Cell]]:
        """Return MIN's row from the right and MAX's from the left, with the stores; a legal house shows its number."""
        legal = {} if self.terminal(state) else {self.format_action(state, action) for action in self.actions(state)}

        def row(number: int, side: int) -> list[Cell]:
            houses = self.pits(number)[:-1]
            words = [
                str(house + 1) if side == state.side and str(house + 1) in legal else "" for house in range(len(houses))
            ]
            return [Cell(str(seeds), word) for seeds, word in zip(houses, words, strict=True)]

        stores = [Cell(str(number >> self.store)) for number in (state.max, state.min)]
        return [[stores[1], *reversed(row(state.min, MIN)), Cell("")], [Cell(""), *row(state.max, MAX), stores[0]]]
