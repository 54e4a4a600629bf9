"""Hex on 9 x 9 in a frozen dataclass of bitboards; whether a side connects is found by flooding."""

from dataclasses import dataclass

import plywise as pw

N = 9
FULL = (1 << N * N) - 1
LEFT = sum(1 << N * r for r in range(N))
RIGHT = LEFT << N - 1
TOP = (1 << N) - 1
BOTTOM = TOP << N * (N - 1)


@dataclass(frozen=True)
class Board:
    red: int = 0
    blue: int = 0
    red_moves: bool = True


def grown(b):
    inner_left, inner_right = b & ~LEFT, b & ~RIGHT
    return (
        b
        | b << N & FULL
        | b >> N
        | inner_left >> 1
        | inner_right << 1
        | inner_left << N - 1 & FULL
        | inner_right >> N - 1
    )


def connects(stones, start, goal):
    reached = stones & start
    while True:
        if reached & goal:
            return True
        more = grown(reached) & stones
        if more == reached:
            return False
        reached = more


class Hex(pw.Game):
    name = "hex on bits"

    def initial(self):
        return Board()

    def player(self, b):
        return pw.MAX if b.red_moves else pw.MIN

    def actions(self, b):
        free = FULL & ~(b.red | b.blue)
        return [cell for cell in range(N * N) if free >> cell & 1]

    def result(self, b, cell):
        stone = 1 << cell
        if b.red_moves:
            return Board(b.red | stone, b.blue, False)
        return Board(b.red, b.blue | stone, True)

    def terminal(self, b):
        return connects(b.red, TOP, BOTTOM) or connects(b.blue, LEFT, RIGHT)

    def utility(self, b):
        return 1 if connects(b.red, TOP, BOTTOM) else -1

    def turned(self, stones):
        return int(f"{stones:081b}"[::-1], 2)

    def evaluate(self, b):
        shape = self.turned(b.red) % 7 - self.turned(b.blue) % 7
        return (grown(b.red).bit_count() - grown(b.blue).bit_count() + shape) / 100

    def key(self, b):
        return b.red, b.blue
