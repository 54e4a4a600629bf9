"""Bits of a board of 100 cells, one after another: generators that are kept, chained, accumulated and mapped."""

from functools import reduce
from itertools import accumulate, chain, islice

import plywise as pw

MASK = (1 << 100) - 1


def bits_of(board):
    while board:
        low = board & -board
        yield low
        board ^= low


class KeptBits(pw.Game):
    name = "kept bits"

    def initial(self):
        return (0x8421084210842108421084211, 1)

    def player(self, s):
        return s[1]

    def actions(self, s):
        found = bits_of(s[0])
        first = next(found, 0)
        rest = list(islice(found, 2))
        return [each.bit_length() for each in chain([first], rest) if each]

    def result(self, s, a):
        sums = list(accumulate(bits_of(s[0]), lambda one, other: one ^ other << 1 & MASK))

        def above(board):
            return board & ~(1 << a - 1)

        total = reduce(lambda one, other: one | other, map(above, sums), 0)
        return (above(s[0]) ^ total >> 7 & 7, -s[1])

    def terminal(self, s):
        return s[0].bit_count() < 15 or sum(1 for _ in bits_of(s[0])) > 25

    def utility(self, s):
        return sum(each % 7 for each in bits_of(s[0])) % 3 - 1
