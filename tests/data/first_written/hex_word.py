"""Hex on a rhombus: the whole state is one string of cells, row after row. X joins top and bottom, O left and right."""
import plywise as pw

LETTERS = "abcdefgh"


def neighbours(cell, size):
    r, c = divmod(cell, size)
    for dr, dc in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        if 0 <= r + dr < size and 0 <= c + dc < size:
            yield (r + dr) * size + c + dc


class HexWord(pw.Game):
    utility_bounds = (-1, 1)

    def __init__(self, size: int = 4):
        self.size = size

    def initial(self):
        return "." * self.size ** 2

    def mover(self, state):
        return "X" if state.count("X") == state.count("O") else "O"

    def player(self, state):
        return {"X": 1, "O": -1}[self.mover(state)]

    def actions(self, state):
        return [f"{LETTERS[i % self.size]}{i // self.size + 1}" for i, mark in enumerate(state) if mark == "."]

    def result(self, state, action):
        cell = LETTERS.index(action[0]) + (int(action[1:]) - 1) * self.size
        return state[:cell] + self.mover(state) + state[cell + 1:]

    def joined(self, state, mark):
        n = self.size
        edge = range(n) if mark == "X" else range(0, n * n, n)
        seen = set()

        def reach(cell):
            seen.add(cell)
            if (cell // n if mark == "X" else cell % n) == n - 1:
                return True
            return any(reach(other) for other in neighbours(cell, n) if state[other] == mark and other not in seen)

        return any(reach(cell) for cell in edge if state[cell] == mark and cell not in seen)

    def terminal(self, state):
        return self.joined(state, "X") or self.joined(state, "O")

    def utility(self, state):
        return +1 if self.joined(state, "X") else -1
