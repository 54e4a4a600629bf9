"""Only the keys are wide, each two numbers in one: the parts of a state are words."""

from typing import NamedTuple

import plywise as pw


class State(NamedTuple):
    x: int
    y: int
    to_move: int


class WideKeys(pw.Game):
    name = "wide keys"

    def initial(self):
        return State(5, 2**62, 1)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        return [1, 2, 3]

    def result(self, s, a):
        return State((s.x * 7 + a) % 1009, s.y // 2 + a % 2, -s.to_move)

    def key(self, s):
        return s.x * 2**66 + s.y * 2 + (s.to_move == 1)

    def hint_key(self, s):
        return (s.x << 40 | s.y, s.to_move)

    def evaluate(self, s):
        return s.x**9 * s.y**3 % 1000 / 1001

    def terminal(self, s):
        return s.y < 2**53

    def utility(self, s):
        return s.x % 3 - 1
