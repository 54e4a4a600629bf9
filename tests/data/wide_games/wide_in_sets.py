"""Ten by ten with wide ints in sets, dicts, tuples, strings, as keys and as what is the least; some below 0."""

from typing import NamedTuple

import plywise as pw

LINES = [sum(1 << 10 * r + c for c in range(k, k + 3)) for r in range(10) for k in range(7)] + [
    sum(1 << 10 * (r + i) + c for i in range(3)) for r in range(7) for c in range(10)
]
LINESET = frozenset(LINES)
RANK = {line: i for i, line in enumerate(LINES)}


class S(NamedTuple):
    a: int
    b: int
    t: bool


class Bits(pw.Game):
    name = "setters"

    def initial(self):
        return S(0, 0, True)

    def player(self, s):
        return pw.MAX if s.t else pw.MIN

    def actions(self, s):
        taken = s.a | s.b
        return [1 << i for i in (99, 98, 97, 87, 77, 3, 13, 23, 64, 63, 65) if not taken >> i & 1]

    def result(self, s, m):
        return S(s.a | m, s.b, False) if s.t else S(s.a, s.b | m, True)

    def won(self, x):
        return any(x & line == line for line in LINES)

    def terminal(self, s):
        return self.won(s.a) or self.won(s.b) or len(self.actions(s)) < 3

    def utility(self, s):
        return 1 if self.won(s.a) else -1 if self.won(s.b) else 0

    def bits(self, x):
        found = set()
        while x:
            low = x & -x
            found.add(low)
            x -= low
        return found

    def evaluate(self, s):
        mine, theirs = self.bits(s.a), self.bits(s.b)
        both = mine | {b << 1 for b in theirs}
        counts = {}
        for m in sorted(both):
            k = m % 11
            counts[k] = counts.get(k, 0) + 1
        score = len(both) + sum(counts.values()) + max(both, default=0).bit_length()
        score += RANK.get(s.a, 7) + (s.a in LINESET) + len(f"{s.a:x}") + len(str(-s.b)) + (-s.a // 7) % 5
        best = max([s.a, s.b, -s.a], key=lambda v: v.bit_count())
        pair = min((s.a, 1), (s.b, 2))
        score += pair[1] + (~best & 0xFF) + abs(best) % 3 + hash_like(s.a, s.b)
        d = {(s.a, s.b): 5}
        score += d.get((s.a, s.b), 0) + d.get((s.b, s.a), 1)
        return score / 1000


def hash_like(a, b):
    h = 17
    for w in (a, b):
        h = (h * 31 + w) % 1000003
    return h % 10
