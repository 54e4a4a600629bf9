"""Draughts on 10 x 10 without kings; a move has three wide ints: from, to, and the men that it captures."""

from collections import namedtuple

import plywise as pw

N = 10
State = namedtuple("State", "white black white_moves")
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def bit(r, c):
    return 1 << N * r + c if 0 <= r < N and 0 <= c < N else 0


class Draughts(pw.Game):
    name = "draughts on bits"
    max_plies = 60

    def initial(self):
        white = bit(6, 1) | bit(6, 3) | bit(7, 0) | bit(7, 4) | bit(8, 5)
        black = bit(3, 2) | bit(3, 4) | bit(2, 3) | bit(4, 5) | bit(1, 6)
        return State(white, black, True)

    def player(self, s):
        return pw.MAX if s.white_moves else pw.MIN

    def jumps(self, r, c, taken, others, begin):
        found = []
        for dr, dc in DIAGONALS:
            over, to = bit(r + dr, c + dc), bit(r + 2 * dr, c + 2 * dc)
            if over & others and to and not to & taken:
                found.append((begin, to, over))
                for _, last, more in self.jumps(r + 2 * dr, c + 2 * dc, taken ^ over, others ^ over, begin):
                    found.append((begin, last, more | over))
        return found

    def actions(self, s):
        own, others = (s.white, s.black) if s.white_moves else (s.black, s.white)
        taken, captures, steps = s.white | s.black, [], []
        ahead = -1 if s.white_moves else 1
        for r in range(N):
            for c in range(N):
                here = bit(r, c)
                if own & here:
                    captures += self.jumps(r, c, taken ^ here, others, here)
                    for dc in (-1, 1):
                        to = bit(r + ahead, c + dc)
                        if to and not to & taken:
                            steps.append((here, to, 0))
        if captures:
            most = max(over.bit_count() for _, _, over in captures)
            return [(begin, to, over) for begin, to, over in captures if over.bit_count() == most]
        return steps

    def result(self, s, a):
        begin, to, over = a
        if s.white_moves:
            return State(s.white ^ begin | to, s.black & ~over, False)
        return State(s.white & ~over, s.black ^ begin | to, True)

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return -1 if s.white_moves else 1

    def evaluate(self, s):
        return (s.white.bit_count() - s.black.bit_count()) / 32
