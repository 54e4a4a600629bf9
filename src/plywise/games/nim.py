"""Nim: take any number of objects from one heap."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Game


class Nim(Game):
    """The players take turns taking one or more objects from a heap; taking the last one wins (misere: loses).

    heaps: the sizes of the heaps at the start, joined by dashes, as in 3-4-5.
    misere: 1 for the misere rule.

    Notation: a position is the sizes of the heaps joined by dashes, then the side to move, MAX or MIN (by default MAX);
    an action is heap-count, with heaps numbered from 1: 2-3 takes three objects from the second heap.
    """

    name = "nim"
    parameter_labels: Mapping[str, str] | None = {"heaps": "Heaps", "misere": "Whoever takes the last object loses"}
    known_value = "won by the player to move where the XOR of the heaps is not 0 (Bouton 1901)"
    utility_bounds = (-1, 1)
    grid = False
    parameter_choices: Mapping[str, Sequence[int | str]] = {
        "heaps": ("3-4-5", "1-2-3", "1-3-5-7", "2-3-5", "4-5-6", "2-4-6-8", "7-8-9")
    }

    class State(NamedTuple):
        """The heaps, in `bits` bits of one number each, the first heap lowest; and the side to move."""

        heaps: int
        side: int

    def __init__(self, heaps: str = "3-4-5", misere: int = 0) -> None:
        self.start = _parse_counts(heaps, "heaps")
        if not any(self.start):
            raise InputError(f"heaps={heaps}: there must be an object to take")
        if misere not in (0, 1):
            raise InputError(f"misere={misere} is neither 0 nor 1")
        self.misere = misere
        self.bits = max(self.start).bit_length()

    def pack(self, counts: tuple[int, ...]) -> int:
        """Pack the sizes of the heaps into one number."""
        return sum(count << heap * self.bits for heap, count in enumerate(counts))

    def heap(self, state: State, heap: int) -> int:
        """Return how many objects are left in a heap, counted from 0."""
        return state.heaps >> heap * self.bits & (1 << self.bits) - 1

    def counts(self, state: State) -> tuple[int, ...]:
        """Return how many objects are left in each heap."""
        return tuple(self.heap(state, heap) for heap in range(len(self.start)))

    def initial(self) -> State:
        """Return the heaps at the start, MAX to move."""
        return self.State(self.pack(self.start), MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield each heap and count, as heap << bits | count: heap by heap, small counts first."""
        for heap in range(len(self.start)):
            for count in range(1, self.heap(state, heap) + 1):
                yield heap << self.bits | count

    def result(self, state: State, action: int) -> State:
        """Return the heaps with the objects taken away."""
        heap, count = action >> self.bits, action & (1 << self.bits) - 1
        return self.State(state.heaps - (count << heap * self.bits), -state.side)

    def terminal(self, state: State) -> bool:
        """Return whether nothing is left."""
        return state.heaps == 0

    def utility(self, state: State) -> int:
        """Return the outcome: the player to move has nothing left to take, because the other took the last object."""
        return state.side if self.misere else -state.side

    def key(self, state: State) -> tuple[int, int]:
        """Return the heaps sorted by size, the smallest lowest, as one number: their order does not matter."""
        heaps = 0
        for heap in range(len(self.start)):  # insert each heap among those before it
            count, place = self.heap(state, heap), 0
            while place < heap and (heaps >> place * self.bits & (1 << self.bits) - 1) < count:
                place += 1
            smaller = heaps & (1 << place * self.bits) - 1
            heaps = smaller | count << place * self.bits | (heaps - smaller) << self.bits
        return heaps, state.side

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the same heaps in every order that leaves no heap larger than at the start."""
        for counts in _arrangements(sorted(self.counts(state)), self.start):
            yield self.State(self.pack(counts), state.side)

    def format_state(self, state: State) -> str:
        """Return the sizes of the heaps joined by dashes, followed by MIN if MIN is to move."""
        heaps = "-".join(map(str, self.counts(state)))
        return heaps if state.side == MAX else f"{heaps} MIN"

    def parse_state(self, text: str) -> State:
        """Read heaps joined by dashes, none larger than at the start, and optionally the side to move."""
        words = text.split()
        if not 1 <= len(words) <= 2:
            raise InputError(f"position {text!r} is not of the form 3-4-5, or 3-4-5 MIN")
        counts = _parse_counts(words[0], "position")
        if len(counts) != len(self.start):
            raise InputError(f"position {text!r} has {len(counts)} heaps, not {len(self.start)}")
        for number, (count, most) in enumerate(zip(counts, self.start, strict=True), start=1):
            if count > most:
                raise InputError(f"position {text!r}: heap {number} holds {count}, more than the {most} it starts with")
        sides = {"MAX": MAX, "MIN": MIN}
        if words[1:] and words[1].upper() not in sides:
            raise InputError(f"position {text!r}: the side to move must be MAX or MIN, not {words[1]}")
        return self.State(self.pack(counts), sides[words[1].upper()] if words[1:] else MAX)

    def format_action(self, state: State, action: int) -> str:
        """Return heap-count, with heaps numbered from 1."""
        return f"{(action >> self.bits) + 1}-{action & (1 << self.bits) - 1}"

    def parse_action(self, state: State, text: str) -> int:
        """Read heap-count."""
        heap, dash, count = text.partition("-")
        if not (dash and heap.isdecimal() and count.isdecimal() and text.isascii() and len(text) < 20):
            raise InputError(
                f"{text!r} is not a move: write heap-count, as in 2-3 for three objects from the second heap"
            )
        if not (1 <= int(heap) <= len(self.start)):
            raise InputError(f"{text!r}: there is no heap {heap}; heaps are counted from 1 to {len(self.start)}")
        if not (1 <= int(count) <= self.heap(state, int(heap) - 1)):
            raise InputError(f"{text!r}: heap {heap} holds {self.heap(state, int(heap) - 1)} objects")
        return int(heap) - 1 << self.bits | int(count)

    def cells(self, state: State) -> list[list[Cell]]:
        """Return a row for each heap, a cell for each object in it."""
        return [[Cell(str(number))] + [Cell("o")] * count for number, count in enumerate(self.counts(state), start=1)]


def _arrangements(counts: Sequence[int], most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every distinct arrangement of sorted counts that exceeds no entry of `most` in the same place."""
    if any(count > limit for count, limit in zip(counts, sorted(most), strict=True)):
        return
    if not counts:
        yield ()
    for place, count in enumerate(counts):
        if count <= most[0] and (place == 0 or count != counts[place - 1]):
            for rest in _arrangements([*counts[:place], *counts[place + 1 :]], most[1:]):
                yield (count, *rest)


def _parse_counts(text: str, field: str) -> tuple[int, ...]:
    parts = str(text).split("-")
    if not all(part.isdecimal() and part.isascii() and len(part) <= 5 for part in parts):
        raise InputError(f"{field} {text!r} is not of the form 3-4-5: numbers from 0 to 99999 separated by hyphens")
    return tuple(map(int, parts))
