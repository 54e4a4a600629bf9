"""Othello on 10 x 10: bitboards of 100 bits, moves as single bits, 0 for a pass."""

from typing import NamedTuple

import plywise as pw
from plywise.bits import members, popcount

N = 10
FULL = (1 << N * N) - 1
NOT_A = FULL ^ sum(1 << N * r for r in range(N))
NOT_J = FULL ^ sum(1 << N * r + N - 1 for r in range(N))
STEPS = (
    (1, NOT_A),
    (-1, NOT_J),
    (N, FULL),
    (-N, FULL),
    (N + 1, NOT_A),
    (N - 1, NOT_J),
    (-N + 1, NOT_A),
    (-N - 1, NOT_J),
)


class State(NamedTuple):
    own: int
    other: int
    black_moves: bool


def moved(b, step, allowed):
    return (b << step if step > 0 else b >> -step) & allowed & FULL


def moves(own, other):
    free, found = FULL & ~(own | other), 0
    for step, allowed in STEPS:
        line = moved(own, step, allowed) & other
        for _ in range(N - 3):
            line |= moved(line, step, allowed) & other
        found |= moved(line, step, allowed) & free
    return found


def flips(own, other, move):
    found = 0
    for step, allowed in STEPS:
        line, at = 0, moved(move, step, allowed)
        while at & other:
            line |= at
            at = moved(at, step, allowed)
        if at & own:
            found |= line
    return found


class Othello(pw.Game):
    name = "othello on 10 x 10"

    def initial(self):
        return State(1 << 45 | 1 << 54, 1 << 44 | 1 << 55, True)

    def player(self, s):
        return pw.MAX if s.black_moves else pw.MIN

    def actions(self, s):
        found = moves(s.own, s.other)
        return [1 << cell for cell in members(found)] if found else [0]

    def result(self, s, move):
        turned = flips(s.own, s.other, move) if move else 0
        return State(s.other & ~turned, s.own | turned | move, not s.black_moves)

    def terminal(self, s):
        return not moves(s.own, s.other) and not moves(s.other, s.own)

    def utility(self, s):
        ahead = popcount(s.own) - popcount(s.other)
        return max(-100, min(100, ahead if s.black_moves else -ahead))

    utility_bounds = (-100, 100)

    def evaluate(self, s):
        ahead = (
            popcount(moves(s.own, s.other))
            - popcount(moves(s.other, s.own))
            + (s.own & s.other | s.own).bit_count() % 3
        )
        return ahead if s.black_moves else -ahead
