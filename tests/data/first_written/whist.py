"""A card game: hands as sorted tuples, trick of two cards, match/case on tuples and None."""
from dataclasses import dataclass, field, replace
from typing import Optional, Tuple

import plywise as pw

Card = Tuple[str, int]
SUITS = ("H", "S")
RANKS = range(1, 5)
HANDS = ((("H", 1), ("H", 4), ("S", 2), ("S", 3)), (("H", 2), ("H", 3), ("S", 1), ("S", 4)))


@dataclass(frozen=True)
class Deal:
    hands: Tuple[Tuple[Card, ...], Tuple[Card, ...]]
    leader: int = 0
    led: Optional[Card] = None
    tricks: Tuple[int, int] = (0, 0)

    @property
    def to_move(self):
        return self.leader if self.led is None else 1 - self.leader


def beats(a, b):
    """Whether the led card a wins against b."""
    match (a, b):
        case ((s, x), (t, y)) if s == t:
            return x > y
        case _:
            return True


class Whist(pw.Game):
    def initial(self):
        return Deal(tuple(tuple(sorted(hand)) for hand in HANDS))

    def player(self, state):
        return -1 if state.to_move else 1

    def actions(self, state):
        hand = state.hands[state.to_move]
        if state.led is None:
            return list(hand)
        suit, _ = state.led
        follow = [card for card in hand if card[0] == suit]
        return follow or list(hand)

    def result(self, state, action):
        me = state.to_move
        hands = list(state.hands)
        hands[me] = tuple(card for card in hands[me] if card != action)
        match state.led:
            case None:
                return replace(state, hands=tuple(hands), led=action)
            case led:
                winner = state.leader if beats(led, action) else me
                tricks = tuple(t + (p == winner) for p, t in enumerate(state.tricks))
                return Deal(tuple(hands), winner, None, tricks)

    def terminal(self, state):
        return all(not hand for hand in state.hands)

    def utility(self, state):
        a, b = state.tricks
        return a - b

    def evaluate(self, state):
        strength = [sum(rank for _, rank in hand) for hand in state.hands]
        return state.tricks[0] - state.tricks[1] + (strength[0] - strength[1]) * 0.03125
