"""Five by five with keys of 64 bits without a sign, from a table, and a hash that is masked at each step."""

import random
from dataclasses import dataclass

import plywise as pw

R = random.Random(5)
Z = [[R.getrandbits(64) for _ in range(25)] for _ in range(2)]
M = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True)
class S:
    board: str
    key: int
    turn: int


def fnv(text):
    h = 0xCBF29CE484222325
    for c in text:
        h ^= ord(c)
        h = (h * 0x100000001B3) & M
    return h


class Bits(pw.Game):
    name = "zobrist"

    def initial(self):
        return S("." * 25, 0, 0)

    def player(self, s):
        return pw.MAX if s.turn == 0 else pw.MIN

    def actions(self, s):
        return [i for i in range(25) if s.board[i] == "."]

    def result(self, s, a):
        return S(s.board[:a] + "xo"[s.turn] + s.board[a + 1 :], s.key ^ Z[s.turn][a], 1 - s.turn)

    def terminal(self, s):
        return s.board.count(".") < 18

    def utility(self, s):
        return (fnv(s.board) ^ s.key) % 3 - 1

    def evaluate(self, s):
        return ((fnv(s.board) >> 60) - 8) / 10

    def key(self, s):
        return s.key, s.board.count(".")
