"""Two boards and the turn in one int of 201 bits, the last move beside it; -1 passes."""

import plywise as pw

F = (1 << 100) - 1


class Bits(pw.Game):
    name = "one packed"

    def initial(self):
        return (0, None)

    def player(self, s):
        return pw.MIN if s[0] >> 200 & 1 else pw.MAX

    def actions(self, s):
        free = ~(s[0] | s[0] >> 100) & F
        out = []
        n = 0
        while free and n < 6:
            hi = 1 << free.bit_length() - 1
            out.append(hi)
            free ^= hi
            n += 1
        out.append(-1)
        return out

    def result(self, s, a):
        x = s[0] ^ 1 << 200
        if a < 0:
            return (x, s[1])
        return (x | (a << 100 if s[0] >> 200 & 1 else a), a)

    def terminal(self, s):
        return (s[0] & (1 << 200) - 1).bit_count() > 7

    def utility(self, s):
        a, b = s[0] & F, s[0] >> 100 & F
        return (a > b) - (a < b)

    def evaluate(self, s):
        return 0.25 if s[1] is not None and s[1] % 3 == 1 else -0.25
