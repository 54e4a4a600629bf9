"""Nine Men's Morris: two sets of 24 points, mills as masks, a move as start + 32 * end + 1024 * removed."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, lowest, members, popcount

MILLS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
)  # fmt: skip
NONE = 24
"""No point: where a man comes from the hand, or none is removed."""
BOARD = 2**24 - 1
ROOM = 4


def neighbours(point: int) -> list[int]:
    """Return the points beside one, in the order of the mills."""
    found = []
    for mill in MILLS:
        if point in mill:
            place = mill.index(point)
            found += mill[place - 1 : place] if place else []
            found += mill[place + 1 : place + 2]
    return found


def mills_through(point: int) -> list[int]:
    """Return the two mills of a point as sets."""
    return [sum(1 << each for each in mill) for mill in MILLS if point in mill]


NEXT = tuple(point for at in range(24) for point in (neighbours(at) + [NONE] * ROOM)[:ROOM])
"""Four numbers for each point: those beside it, then NONE."""
BESIDE = tuple(sum(1 << point for point in neighbours(at)) for at in range(24))
MILL, OTHER_MILL = (tuple(mills_through(at)[number] for at in range(24)) for number in (0, 1))


class State(NamedTuple):
    """The men of the player to move and of the other, those still in hand, the side to move, and the quiet moves."""

    mine: int
    other: int
    hand: int
    other_hand: int
    side: int
    quiet: int


def in_mill(men: int, point: int) -> bool:
    """Return whether a man stands in a mill."""
    return men & MILL[point] == MILL[point] or men & OTHER_MILL[point] == OTHER_MILL[point]


def removable(men: int) -> int:
    """Return the men outside of mills, or all of them where there are none."""
    loose = 0
    for point in members(men):
        if not in_mill(men, point):
            loose |= bit(point)
    return loose or men


class Morris(pw.Game):
    """Who has two men left, or no move, has lost."""

    name = "morris-by-hand"
    alternating = True

    def initial(self) -> State:
        """Return the empty board."""
        return State(0, 0, 9, 9, pw.MAX, 0)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the steps by their start, each with every man that it may remove."""
        empty = BOARD & ~(state.mine | state.other)
        loose = -1
        starts = bit(NONE) if state.hand else state.mine
        fly = state.hand > 0 or popcount(state.mine) == 3
        for start in members(starts):
            rest = state.mine & ~bit(start)
            ends = empty if fly else empty & BESIDE[start]
            place = 0
            while ends:
                end = lowest(ends) if fly else NEXT[start * ROOM + place]
                place += 1
                if fly or (end != NONE and ends & bit(end)):
                    ends &= ~bit(end)
                    step = start | end << 5
                    if in_mill(rest | bit(end), end) and state.other:
                        if loose < 0:
                            loose = removable(state.other)
                        for removed in members(loose):
                            yield step | removed << 10
                    else:
                        yield step | NONE << 10

    def result(self, state: State, action: int) -> State:
        """Return the board after a step."""
        start, end, removed = action & 31, action >> 5 & 31, action >> 10
        mine = state.mine & ~bit(start) | bit(end)
        other = state.other & ~bit(removed)
        hand, quiet = state.hand, state.quiet + 1
        if start == NONE:
            hand, quiet = hand - 1, 0
        elif removed != NONE:
            quiet = 0
        return State(other, mine, state.other_hand, hand, -state.side, quiet)

    def can_step(self, state: State) -> bool:
        """Return whether a man on the board can move."""
        empty = BOARD & ~(state.mine | state.other)
        if popcount(state.mine) == 3:
            return empty != 0
        for start in members(state.mine):  # noqa: SIM110 - any() of a generator would not compile
            if BESIDE[start] & empty:
                return True
        return False

    def lost(self, state: State) -> bool:
        """Return whether the player to move has lost."""
        return state.hand == 0 and (popcount(state.mine) < 3 or not self.can_step(state))

    def terminal(self, state: State) -> bool:
        """Return whether it is over."""
        return state.quiet >= 50 or self.lost(state)

    def utility(self, state: State) -> int:
        """Return who has won."""
        return -state.side if self.lost(state) else 0

    def evaluate(self, state: State) -> float:
        """Return how many more men MAX has, in twentieths."""
        men = popcount(state.mine) + state.hand - popcount(state.other) - state.other_hand
        return 0.05 * (state.side * men)
