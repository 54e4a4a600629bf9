"""Marks in the corners and edges of 9 x 9, turned over alike: a tuple is the state, and another its key."""

import plywise as pw

SIZE = 9
SPOTS = (0, 8, 72, 80, 4, 36, 44, 76)


def flipped(board):
    found = 0
    for row in range(SIZE):
        found |= int(f"{board >> row * SIZE & 511:09b}"[::-1], 2) << row * SIZE
    return found


class TupleKeys(pw.Game):
    name = "tuple keys"

    def initial(self):
        return (1 << 40, 1 << 80 | 1, 1)

    def player(self, s):
        return s[2]

    def actions(self, s):
        return [spot for spot in SPOTS if not (s[0] | s[1]) >> spot & 1]

    def result(self, s, a):
        return (s[0] | 1 << a, s[1], -1) if s[2] == 1 else (s[0], s[1] | 1 << a, 1)

    def key(self, s):
        return (*min((s[0], s[1]), (flipped(s[0]), flipped(s[1]))), s[2])

    def terminal(self, s):
        return (s[0] | s[1]).bit_count() >= 7

    def utility(self, s):
        edges = 1 << 4 | 1 << 36 | 1 << 44 | 1 << 76
        more = (s[0] & edges).bit_count() - (s[1] & edges).bit_count()
        return (more > 0) - (more < 0)
