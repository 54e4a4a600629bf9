"""Amazons on 10 x 10: three bitboards; a move is three bits: from, to, and the arrow."""

from typing import NamedTuple

import plywise as pw

N = 10
BIT = tuple(1 << cell for cell in range(N * N))


def rays():
    found = []
    for cell in range(N * N):
        r, c = divmod(cell, N)
        lines = []
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                line, rr, cc = [], r + dr, c + dc
                while (dr or dc) and 0 <= rr < N and 0 <= cc < N:
                    line.append(1 << N * rr + cc)
                    rr, cc = rr + dr, cc + dc
                if line:
                    lines.append(tuple(line))
        found.append(tuple(lines))
    return tuple(found)


RAYS = rays()


class State(NamedTuple):
    white: int
    black: int
    arrows: int
    turn: int


class Amazons(pw.Game):
    name = "amazons on bits"

    def initial(self):
        walls = sum(BIT[cell] for cell in range(N * N) if cell // N > 3 or cell % N > 3)
        return State(BIT[0] | BIT[13], BIT[30] | BIT[23], walls, 0)

    def player(self, s):
        return pw.MAX if s.turn == 0 else pw.MIN

    def reach(self, bit, taken):
        found = []
        for line in RAYS[bit.bit_length() - 1]:
            for to in line:
                if taken & to:
                    break
                found.append(to)
        return found

    def actions(self, s):
        own, taken = (s.black if s.turn else s.white), s.white | s.black | s.arrows
        while own:
            queen = own & -own
            own ^= queen
            for to in self.reach(queen, taken):
                for arrow in self.reach(to, taken ^ queen):
                    yield (queen, to, arrow)

    def result(self, s, a):
        queen, to, arrow = a
        if s.turn:
            return State(s.white, s.black ^ queen ^ to, s.arrows | arrow, 0)
        return State(s.white ^ queen ^ to, s.black, s.arrows | arrow, 1)

    def terminal(self, s):
        return not any(True for _ in self.actions(s))

    def utility(self, s):
        return 1 if s.turn else -1

    def evaluate(self, s):
        taken, found = s.white | s.black | s.arrows, 0
        for cell in range(N * N):
            if s.white >> cell & 1:
                found += len(self.reach(BIT[cell], taken))
            if s.black >> cell & 1:
                found -= len(self.reach(BIT[cell], taken))
        return found / 1000
