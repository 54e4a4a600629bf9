"""An auction of prizes: bid coins or "pass"; local dicts, divmod, a purse of coins as a tuple that shrinks."""
from typing import NamedTuple

import plywise as pw

PRIZES = [5, 8, 3, 9]
COINS = (1, 2, 2, 3, 4)


class State(NamedTuple):
    number: int = 0                      # of the prize on offer
    purses: tuple = (COINS, COINS)
    bid: int = 0                         # the highest so far
    side: int = 0                        # the one to bid
    won: tuple = (0, 0)


def counted(coins):
    counts = {}
    for coin in coins:
        counts[coin] = counts.get(coin, 0) + 1
    return counts


class Auction(pw.Game):
    name = "auction"

    def initial(self):
        return State()

    def player(self, s):
        return [pw.MAX, pw.MIN][s.side]

    def actions(self, s):
        coins = counted(s.purses[s.side])
        bids = [coin for coin in coins if coin > s.bid]
        return bids + ["pass"]

    def result(self, s, action):
        me, you = s.side, 1 - s.side
        if action == "pass":
            # the other takes the prize for nothing more than was bid; the next one begins
            won = list(s.won)
            won[you] += PRIZES[s.number]
            return State(s.number + 1, s.purses, 0, you, tuple(won))
        purse = list(s.purses[me])
        purse.remove(action)
        purses = {me: tuple(purse), you: s.purses[you]}
        return s._replace(purses=(purses[0], purses[1]), bid=action, side=you)

    def terminal(self, s):
        return s.number == len(PRIZES)

    def utility(self, s):
        first, second = s.won
        return first - second

    def evaluate(self, s):
        whole, rest = divmod(sum(s.purses[0]) - sum(s.purses[1]), 2)
        return s.won[0] - s.won[1] + whole + 0.25 * rest
