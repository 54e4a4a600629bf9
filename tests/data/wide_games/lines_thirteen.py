"""Three in a row by neighbours on 13 x 13, as a tuple of bitboards; local bitboards in plain ints, masks in a dict."""

import plywise as pw

N = 13
FULL = (1 << N * N) - 1
START = {84: 1, 85: 2, 98: 1, 71: 2, 97: 1}
ZOBRIST = {cell: (cell * 0x9E3779B97F4A7C15 + 0xABCDEF) % 2**64 for cell in range(N * N)}


class Lines(pw.Game):
    name = "lines on 13 x 13"

    def initial(self):
        mine = sum(1 << cell for cell, who in START.items() if who == 1)
        theirs = sum(1 << cell for cell, who in START.items() if who == 2)
        return ((mine, theirs), 0)

    def player(self, s):
        return (pw.MAX, pw.MIN)[s[1] & 1]

    def actions(self, s):
        (mine, theirs), _ = s
        taken = mine | theirs
        around = {cell + step for cell in range(N * N) if taken >> cell & 1 for step in (-N, -1, 1, N)}
        return sorted(cell for cell in around if 0 <= cell < N * N and not taken >> cell & 1)

    def result(self, s, cell):
        boards, ply = list(s[0]), s[1]
        boards[ply & 1] |= 1 << cell
        return (tuple(boards), ply + 1)

    def mark(self, s):
        mark = 0
        for board in s[0]:
            while board:
                mark = mark * 3 ^ ZOBRIST[(board & -board).bit_length() - 1]
                mark &= 0xFFFFFFFFFFFFFFFF
                board &= board - 1
        return mark

    def four(self, b):
        return any(b & b >> d & b >> 2 * d & b >> 3 * d for d in (1, N))

    def terminal(self, s):
        return self.four(s[0][0]) or self.four(s[0][1]) or (s[0][0] | s[0][1]) == FULL or s[1] > 40

    def utility(self, s):
        return 1 if self.four(s[0][0]) else -1 if self.four(s[0][1]) else 0

    def evaluate(self, s):
        return (self.mark(s) % 1009 - 504) / 600
