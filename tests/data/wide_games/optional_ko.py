"""Capturing on 9 x 9 with a ko: a dataclass with a board, or None, in one field."""

from dataclasses import dataclass

import plywise as pw

FULL = (1 << 81) - 1
LEFT = sum(1 << 9 * r for r in range(9))
PLAYED = (0, 1, 4, 11, 12, 21, 76, 80)


@dataclass(frozen=True)
class State:
    black: int
    white: int
    ko: int | None
    passes: int
    black_moves: bool


def grown(board):
    return (board | (board & ~LEFT) >> 1 | (board & ~(LEFT << 8)) << 1 | board << 9 | board >> 9) & FULL


def group(at, stones):
    seen = at
    while (more := grown(seen) & stones) != seen:
        seen = more
    return seen


class OptionalKo(pw.Game):
    name = "capturing with a ko"

    def initial(self):
        black = 1 << 10 | 1 << 2 | 1 << 12 | 1 << 20 | 1 << 75
        return State(black, 1 << 3 | 1 << 13 | 1 << 11 | 1 << 79, None, 0, True)

    def player(self, s):
        return pw.MAX if s.black_moves else pw.MIN

    def actions(self, s):
        empty = FULL ^ s.black ^ s.white
        return [c for c in PLAYED if empty >> c & 1 and (s.ko is None or s.ko != 1 << c)] + [None]

    def result(self, s, a):
        if a is None:
            return State(s.black, s.white, None, s.passes + 1, not s.black_moves)
        mine, theirs = (s.black, s.white) if s.black_moves else (s.white, s.black)
        bit, dead = 1 << a, 0
        mine |= bit
        rest = theirs & grown(bit)
        while rest:
            one = group(rest & -rest, theirs)
            if not grown(one) & ~(mine | theirs) & FULL:
                dead |= one
            rest &= ~one
        theirs &= ~dead
        ko = dead if dead.bit_count() == 1 and group(bit, mine) == bit else None
        return State(mine, theirs, ko, 0, False) if s.black_moves else State(theirs, mine, ko, 0, True)

    def terminal(self, s):
        return s.passes == 2 or (s.black | s.white).bit_count() > 13

    def utility(self, s):
        more = s.black.bit_count() - s.white.bit_count()
        return (more > 0) - (more < 0)
