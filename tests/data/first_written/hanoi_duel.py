"""Hanoi for two: in turns each moves a disc, never the one just moved; who completes the last peg wins.

The state is a plain tuple: (pegs, disc moved last, number of moves).
"""
import plywise as pw

LIMIT = 24


class HanoiDuel(pw.Game):
    utility_bounds = (-100, 100)

    def __init__(self, discs: int = 3):
        self.discs = discs

    def initial(self):
        return (tuple(range(self.discs, 0, -1)), (), ()), 0, 0

    def player(self, state):
        pegs, last, moves = state
        return 1 if moves % 2 == 0 else -1

    def actions(self, state):
        pegs, last, _ = state
        found = []
        for a, peg in enumerate(pegs):
            if not peg or peg[-1] == last:
                continue
            for b in range(3):
                if a != b and (not pegs[b] or pegs[b][-1] > peg[-1]):
                    found.append((a, b))
        return found

    def result(self, state, action):
        pegs, _, moves = state
        start, end = action
        *rest, disc = pegs[start]
        new = list(pegs)
        new[start] = tuple(rest)
        new[end] = (*pegs[end], disc)
        return tuple(new), disc, moves + 1

    def done(self, state):
        first, second, third = state[0]
        return not first and not second

    def terminal(self, state):
        return self.done(state) or state[2] >= LIMIT or not self.actions(state)

    def utility(self, state):
        if not self.done(state):
            return 0
        # the fewer moves the better
        value = 2 * LIMIT - state[2]
        return value if state[2] % 2 == 1 else -value

    def evaluate(self, state):
        (_, _, third), _, moves = state
        weight = sum(2 ** disc for disc in third)
        return weight if moves % 2 else -weight
