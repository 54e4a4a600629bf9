"""Two hands of cards, both open: lead, follow suit if you can, take the trick and lead again."""
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Optional, Tuple

import plywise as pw


class Suit(Enum):
    CLUBS = "c"
    HEARTS = "h"
    SPADES = "s"


class Card(NamedTuple):
    rank: int
    suit: Suit


RANKS = {2: "2", 3: "3", 4: "4", 5: "5", 11: "J", 12: "Q", 13: "K", 14: "A"}
TRUMPS = Suit.SPADES


def cards(text):
    """Read cards such as "Ah 3c"."""
    rank_of = {word: rank for rank, word in RANKS.items()}
    return tuple(Card(rank_of[word[0]], Suit(word[1])) for word in text.split())


@dataclass(frozen=True)
class Deal:
    hands: Tuple[Tuple[Card, ...], Tuple[Card, ...]]
    to_move: int
    lead: Optional[Card] = None
    tricks: Tuple[int, int] = (0, 0)


class Tricks(pw.Game):
    name = "tricks"
    HANDS = ("Ah 3h 2c Kc 4s Qs", "Kh Qh Ac 3c 5s Js")

    def initial(self):
        north, south = map(cards, self.HANDS)
        return Deal((north, south), to_move=0)

    def player(self, deal):
        return pw.MAX if deal.to_move == 0 else pw.MIN

    def actions(self, deal):
        hand = deal.hands[deal.to_move]
        if deal.lead is not None:
            hand = [card for card in hand if card.suit is deal.lead.suit] or hand
        return sorted(hand, key=lambda card: (card.suit == TRUMPS, -card.rank, card.suit.value))

    def beats(self, card, lead):
        if card.suit is lead.suit:
            return card.rank > lead.rank
        return card.suit is TRUMPS

    def result(self, deal, card):
        me, you = deal.to_move, 1 - deal.to_move
        place = deal.hands[me].index(card)
        left = deal.hands[me][:place] + deal.hands[me][place + 1:]
        hands = (left, deal.hands[1]) if me == 0 else (deal.hands[0], left)
        if deal.lead is None:
            return Deal(hands, you, card, deal.tricks)
        winner = me if self.beats(card, deal.lead) else you
        tricks = tuple(count + (who == winner) for who, count in enumerate(deal.tricks))
        return Deal(hands, winner, None, tricks)

    def terminal(self, deal):
        return not any(deal.hands) and deal.lead is None

    def utility(self, deal):
        ours, theirs = deal.tricks
        return ours - theirs

    def evaluate(self, deal):
        def strength(hand):
            return sum(card.rank + (5 if card.suit is TRUMPS else 0) for card in hand)

        return self.utility(deal) + (strength(deal.hands[0]) - strength(deal.hands[1])) / 200
