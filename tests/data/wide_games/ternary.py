"""Nine by nine with a key that is a number to base 3: products make it wide, and nothing else does."""

from typing import NamedTuple

import plywise as pw


class S(NamedTuple):
    cells: tuple
    turn: bool


class Bits(pw.Game):
    name = "ternary"

    def initial(self):
        return S((0,) * 81, True)

    def player(self, s):
        return pw.MAX if s.turn else pw.MIN

    def actions(self, s):
        return [i for i, x in enumerate(s.cells) if not x][-10:]

    def result(self, s, a):
        c = list(s.cells)
        c[a] = 1 if s.turn else 2
        return S(tuple(c), not s.turn)

    def number(self, s):
        n = 0
        for x in s.cells:
            n = n * 3 + x
        return n

    def terminal(self, s):
        return s.cells.count(0) < 72

    def utility(self, s):
        n = self.number(s)
        return 1 if n % 7 in (1, 2, 4) else -1

    def key(self, s):
        return (self.number(s), s.turn)

    def evaluate(self, s):
        return (self.number(s) % 101 - 50) / 60
