"""Nine by nine as a tuple of small ints: bitboards are local variables alone, which shifts make wide."""

import plywise as pw

N = 9


class Bits(pw.Game):
    name = "tuple hex"

    def initial(self):
        return (0,) * (N * N)

    def player(self, s):
        return pw.MAX if sum(1 for x in s if x) % 2 == 0 else pw.MIN

    def actions(self, s):
        return [i for i in range(N * N) if s[i] == 0][:14]

    def result(self, s, a):
        v = 1 if self.player(s) == pw.MAX else 2
        return (*s[:a], v, *s[a + 1 :])

    def mask(self, s, v):
        m = 0
        for i, x in enumerate(s):
            if x == v:
                m |= 1 << i
        return m

    def terminal(self, s):
        return sum(1 for x in s if x) >= 12

    def utility(self, s):
        m, o = self.mask(s, 1), self.mask(s, 2)
        return 1 if (m & m >> 1).bit_count() > (o & o >> 2).bit_count() else -1

    def evaluate(self, s):
        m = self.mask(s, 1)
        return (m ^ m >> 3).bit_count() / 100
