"""Games made to try the native engine: one compiled engine serves thousands of pseudo-random trees."""

from typing import NamedTuple

import plywise as pw
from plywise.bits import members, product, shifted_down
from plywise.game import FAR, MAX, MIN, PLIES, outcome
from tests.helpers.stones import Stones


def stirred(mark, number):
    mark = product(mark ^ number, -7046029254386353131)
    return mark ^ shifted_down(mark, 29)


def drawn(mark, number, below):
    """Return a pseudo-random number from 0 to below - 1, the same interpreted and compiled."""
    return shifted_down(stirred(mark, number), 20) % below


class Wood(pw.Game):
    """A pseudo-random tree for each state: its shape and values follow from `mark`.

    left: plies to the end at most; wide: actions at most; span: of the utilities; early: one state in so many is
    terminal before (0: none); turns: 1 where a player may move twice running; pool: 0 for a tree, otherwise so many
    states for each `left`, which are reached on many ways, of different lengths.
    """

    utility_bounds = (-9, 9)

    class State(NamedTuple):
        mark: int
        side: int
        left: int
        wide: int
        span: int
        early: int
        turns: int
        pool: int

    def initial(self):
        return self.start(seed=1)

    def start(self, seed, side=MAX, left=4, wide=3, span=3, early=8, turns=0, pool=0):
        return self.State(stirred(99, seed), side, left, wide, span, early, turns, pool)

    def player(self, state):
        return state.side

    def width(self, state):
        return 1 + drawn(state.mark, 11, state.wide)

    def actions(self, state):
        for action in range(self.width(state)):  # noqa: UP028 - a generator of the textbook's form
            yield action

    def result(self, state, action):
        return self.child(state, action)

    def child(self, state, number):
        mark = stirred(state.mark, 100 + number)
        left, side = state.left - 1, -state.side
        if state.turns and drawn(mark, 13, 3) == 0:
            side = state.side
        if state.pool:
            left = max(0, left - drawn(mark, 5, 2))
            mark = stirred(left, drawn(mark, 17, state.pool) + 1000 * state.span)
        return self.State(mark, side, left, state.wide, state.span, state.early, state.turns, state.pool)

    def terminal(self, state):
        return state.left <= 0 or (state.early > 0 and drawn(state.mark, 3, max(state.early, 1)) == 0)

    def utility(self, state):
        return drawn(state.mark, 7, 2 * state.span + 1) - state.span

    def evaluate(self, state):
        return drawn(state.mark, 23, 2 * state.span - 1) - state.span + 1

    def priority(self, state, action):
        return drawn(state.mark, 50 + action, 5)


class FloatWood(Wood):
    """The same trees with values that are no whole numbers."""

    utility_bounds = (-float("inf"), float("inf"))

    def utility(self, state):
        return (drawn(state.mark, 7, 2 * state.span + 1) - state.span) * 0.37

    def evaluate(self, state):
        return (drawn(state.mark, 23, 2 * state.span - 1) - state.span + 1) / 7

    def priority(self, state, action):
        return drawn(state.mark, 50, 5) * 0.5


class PairWood(Wood):
    """The same trees, an action being a pair of ints, one of them negative."""

    def actions(self, state):
        for action in range(self.width(state)):
            yield action - 1, -3 * action

    def result(self, state, action):
        return self.child(state, -action[1] // 3)

    def priority(self, state, action):
        return drawn(state.mark, 51 + action[0], 5)


class MaskWood(Wood):
    """The same trees, the actions being a set of bits."""

    def actions(self, state):
        return members((1 << self.width(state)) - 1)


class TurnsWood(Wood):
    """The same trees, with the players' taking turns declared: only for turns=0."""

    alternating = True


class KnowingWood(Wood):
    """The same trees with `bounds`: exact or loose one ply before the end and at it. For players that take turns."""

    alternating = True

    def bounds(self, state):
        if self.terminal(state):
            known = outcome(state.side * self.utility(state), 0)
            return known, known
        if state.left == 1:
            best = -9
            for action in range(self.width(state)):
                best = max(best, state.side * self.utility(self.child(state, action)))
            if drawn(state.mark, 31, 2) == 0:
                return outcome(best, 1), outcome(best, 1)
            return (best - 1) * PLIES, (best + 1) * PLIES
        return -FAR, FAR


class HeldTurns(pw.Game):
    """Take 1 to 3 stones; who takes three moves again. Its bounds are in the view of the player who is to move."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        stones: int
        side: int

    def initial(self):
        return self.State(11, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        for count in range(1, min(3, state.stones) + 1):  # noqa: UP028 - one of the two ways
            yield count

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 3 else -state.side)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        return state.side

    def bounds(self, state):
        if state.stones == 0:
            return outcome(1, 0), outcome(1, 0)
        if state.stones == 3:
            return outcome(1, 1), outcome(1, 1)
        return -FAR, FAR


class OneField(pw.Game):
    """A State of one field: count down, and who moves follows from it."""

    class State(NamedTuple):
        stones: int

    def initial(self):
        return self.State(13)

    def player(self, state):
        return MAX if state.stones % 3 == 1 else MIN

    def actions(self, state):
        for count in range(1, min(3, state.stones) + 1):  # noqa: UP028 - one of the two ways
            yield count

    def result(self, state, action):
        return self.State(state.stones - action)

    def terminal(self, state):
        return state.stones <= 1

    def utility(self, state):
        return 1 - 2 * state.stones


class Flags(pw.Game):
    """Bool fields: the players switch four flags off in turn; what it is worth depends on the last and the order."""

    class State(NamedTuple):
        first: bool
        second: bool
        third: bool
        fourth: bool
        score: int
        side: int

    def initial(self):
        return self.State(True, True, True, True, 0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        if state.first:
            yield 0
        if state.second:
            yield 1
        if state.third:
            yield 2
        if state.fourth:
            yield 3

    def result(self, state, action):
        return self.State(
            state.first and action != 0,
            state.second and action != 1,
            state.third and action != 2,
            state.fourth and action != 3,
            state.score * 3 + state.side * (action - 2),
            -state.side,
        )

    def terminal(self, state):
        return not (state.first or state.second or state.third or state.fourth)

    def utility(self, state):
        return state.score


class Large(Stones):
    """Utilities far beyond +-1, near what a word holds."""

    def terminal(self, state):
        return state.stones <= 1

    def utility(self, state):
        return state.side * (2**62 - 12345 - state.stones)
