"""A game of dataclasses that check and complete themselves in __post_init__."""

from dataclasses import dataclass, field, replace

import plywise as pw


@dataclass(frozen=True)
class Checked:
    def __post_init__(self):
        assert self.small <= self.large, "small is at most large"


@dataclass(frozen=True)
class Span(Checked):
    small: int
    large: int

    @property
    def width(self):
        return self.large - self.small


@dataclass(frozen=True)
class Hand:
    cards: tuple[int, ...]
    best: int = -1
    name: str = "none"

    def __post_init__(self):
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))
        if not self.cards:
            return
        if self.best < 0:
            super().__setattr__("best", max(self.cards))
        for card in self.cards:
            if card < 0:
                raise ValueError(f"a card of {card}")
            if card == self.best:
                object.__setattr__(self, "name", "top" if card > 3 else "low")


@dataclass(frozen=True)
class Step:
    by: int = field(kw_only=True)
    hand: int = 0
    back: int = 1


@dataclass(frozen=True)
class State:
    hand: Hand
    span: Span
    n: int = 0

    def __post_init__(self):
        if self.n < 0:
            raise ValueError("no turn is negative")


class Completed(pw.Game):
    def initial(self):
        return State(Hand((3, 1)), Span(0, 1))

    def player(self, state):
        return 1 if state.n % 2 else -1

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        cards = (*state.hand.cards, 5 - action * state.n)
        try:
            hand = Hand(cards[-3:])
        except ValueError:
            hand = replace(state.hand, cards=cards[:1], best=-1, name="bad")
        span = replace(state.span, large=state.span.large + action)
        return replace(state, hand=hand, span=span, n=state.n + 1)

    def terminal(self, state):
        return state.n >= 5

    def utility(self, state):
        step = Step(state.n, by=3)
        found = state.hand.best + 10 * state.span.width + 100 * ["none", "low", "top", "bad"].index(state.hand.name)
        try:
            found += Span(state.hand.cards[0], state.hand.best - state.n).width
        except AssertionError:
            found -= 7
        return found + step.by * 1000 + step.hand * 10_000 + sum(i * card for i, card in enumerate(state.hand.cards))
