"""Atari go on 9 x 9: the first capture wins; both colours in one int of 162 bits, black above white."""

import plywise as pw

N = 9
CELLS = N * N
FULL = (1 << CELLS) - 1
FIRST = sum(1 << N * r for r in range(N))
LAST = FIRST << N - 1


def spread(b):
    return (b | b << N | b >> N | (b & ~LAST) << 1 | (b & ~FIRST) >> 1) & FULL


def group(stone, stones):
    found = stone
    while (more := spread(found) & stones) != found:
        found = more
    return found


def captured(stones, others):
    """Return the stones that have no liberty."""
    found, left = 0, stones
    while left:
        one = group(left & -left, stones)
        left &= ~one
        if not spread(one) & ~stones & ~others & FULL:
            found |= one
    return found


class AtariGo(pw.Game):
    name = "atari go on bits"

    def initial(self):
        return (0, 0)

    def player(self, s):
        return pw.MAX if s[1] % 2 == 0 else pw.MIN

    def split(self, s):
        both = s[0]
        return (both >> CELLS, both & FULL)

    def actions(self, s):
        black, white = self.split(s)
        free = FULL ^ (black | white)
        near = free & spread(spread(black | white)) if black | white else 1 << CELLS // 2
        found = []
        while near:
            cell = (near & -near).bit_length() - 1
            near &= near - 1
            if self.is_legal(s, cell):
                found.append(cell)
        return found

    def is_legal(self, s, cell):
        after = self.result(s, cell)
        mine, theirs = self.split(after) if s[1] % 2 == 0 else self.split(after)[::-1]
        return captured(theirs, mine) or not captured(mine, theirs)

    def result(self, s, cell):
        both, moves = s
        shift = CELLS if moves % 2 == 0 else 0
        return (both | 1 << cell + shift, moves + 1)

    def loser(self, s):
        """Return 1 where black was captured, 2 where white was, 0 otherwise."""
        black, white = self.split(s)
        if s[1] % 2:  # black moved
            return 2 if captured(white, black) else 0
        return 1 if captured(black, white) else 0

    def terminal(self, s):
        return bool(self.loser(s)) or not self.actions(s)

    def utility(self, s):
        return (0, -1, 1)[self.loser(s)]

    def evaluate(self, s):
        black, white = self.split(s)
        return ((spread(black) & ~white).bit_count() - (spread(white) & ~black).bit_count()) / 200
