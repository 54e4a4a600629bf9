"""Connect Four of 10 x 10 in two ints of 110 bits, as Pons writes it: the mover's stones and all stones."""

from typing import NamedTuple

import plywise as pw

WIDTH, HEIGHT = 10, 10
H1 = HEIGHT + 1
BOTTOM = sum(1 << H1 * c for c in range(WIDTH))
BOARD = BOTTOM * ((1 << HEIGHT) - 1)
ORDER = sorted(range(WIDTH), key=lambda c: abs(2 * c - WIDTH + 1))


class State(NamedTuple):
    position: int
    mask: int


def aligned(p):
    for d in (1, H1, HEIGHT, H1 + 1):
        m = p & p >> d
        if m & m >> 2 * d:
            return True
    return False


class Four(pw.Game):
    name = "four in a row of ten"

    def initial(self):
        return State(0, 0)

    def player(self, s):
        return pw.MIN if s.mask.bit_count() & 1 else pw.MAX

    def actions(self, s):
        return [
            c
            for c in ORDER
            if s.mask + (1 << H1 * c) & 1 << H1 * c + HEIGHT - 1 or not s.mask >> H1 * c + HEIGHT - 1 & 1
        ]

    def result(self, s, c):
        return State(s.position ^ s.mask, s.mask | s.mask + (1 << H1 * c))

    def terminal(self, s):
        return aligned(s.position ^ s.mask) or s.mask == BOARD

    def utility(self, s):
        if not aligned(s.position ^ s.mask):
            return 0
        return 1 if self.player(s) == pw.MIN else -1

    def key(self, s):
        return s.position + s.mask + BOTTOM

    def evaluate(self, s):
        own, other = s.position, s.position ^ s.mask
        found = 0
        for d in (1, H1, HEIGHT, H1 + 1):
            found += (own & own >> d & ~(other >> 2 * d)).bit_count() - (other & other >> d).bit_count()
        return (found if self.player(s) == pw.MAX else -found) / 64
