"""Domineering on 10 x 10: the state is one int, the squares taken and, in bit 100, whose turn it is."""

import plywise as pw

N = 10
TURN = 1 << N * N
FULL = TURN - 1
LAST_COLUMN = sum(1 << N * r + N - 1 for r in range(N))


class Domineering(pw.Game):
    name = "domineering in one int"

    def __init__(self, rows=N):
        self.blocked = FULL & ~((1 << N * rows) - 1)

    def initial(self):
        return self.blocked

    def player(self, s):
        return pw.MIN if s & TURN else pw.MAX

    def places(self, s):
        free = ~s & FULL
        if s & TURN:
            return free & free >> 1 & ~LAST_COLUMN
        return free & free >> N

    def actions(self, s):
        two = 3 if s & TURN else 1 | 1 << N
        places = self.places(s)
        while places:
            low = places & -places
            yield low * two
            places -= low

    def result(self, s, a):
        return (s | a) ^ TURN

    def terminal(self, s):
        return not self.places(s)

    def utility(self, s):
        return 1 if s & TURN else -1

    def evaluate(self, s):
        free = ~s & FULL
        return ((free & free >> N).bit_count() - (free & free >> 1 & ~LAST_COLUMN).bit_count()) / 100
