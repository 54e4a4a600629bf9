"""Lines of Action on 6 by 6 squares. State: a NamedTuple of two frozensets of squares, the side and the plies."""

from typing import NamedTuple

import plywise as pw

SIZE, LONGEST = 6, 80
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class State(NamedTuple):
    """The squares of both players' pieces, who is to move, and how many moves were made."""

    black: frozenset
    white: frozenset
    side: int
    plies: int


class LinesOfAction(pw.Game):
    """A piece moves as far as there are pieces on its line, jumping over its own; connect all of yours to win."""

    def initial(self):
        middle = range(1, SIZE - 1)
        black = frozenset((row, column) for row in (0, SIZE - 1) for column in middle)
        white = frozenset((row, column) for row in middle for column in (0, SIZE - 1))
        return State(black, white, pw.MAX, 0)

    def player(self, state):
        return state.side

    def moves(self, own, enemy):
        """Yield the moves of the pieces of one player."""
        for start in sorted(own):
            for down, right in LINES:
                steps = 0
                for at in range(1 - SIZE, SIZE):
                    square = start[0] + at * down, start[1] + at * right
                    if square in own or square in enemy:
                        steps += 1
                for way in (-1, 1):
                    goal = start[0] + way * steps * down, start[1] + way * steps * right
                    if not (0 <= goal[0] < SIZE and 0 <= goal[1] < SIZE) or goal in own:
                        continue
                    between = [(start[0] + way * at * down, start[1] + way * at * right) for at in range(1, steps)]
                    if not any(square in enemy for square in between):
                        yield start, goal

    def actions(self, state):
        own, enemy = (state.black, state.white) if state.side == pw.MAX else (state.white, state.black)
        return self.moves(own, enemy)

    def result(self, state, action):
        start, goal = action
        if state.side == pw.MAX:
            return State(state.black - {start} | {goal}, state.white - {goal}, pw.MIN, state.plies + 1)
        return State(state.black - {goal}, state.white - {start} | {goal}, pw.MAX, state.plies + 1)

    def connected(self, pieces):
        """Return whether all pieces are one group."""
        waiting = [min(pieces)]
        seen = {waiting[0]}
        while waiting:
            row, column = waiting.pop()
            for down, right in AROUND:
                square = row + down, column + right
                if square in pieces and square not in seen:
                    seen.add(square)
                    waiting.append(square)
        return len(seen) == len(pieces)

    def terminal(self, state):
        if state.plies >= LONGEST or self.connected(state.black) or self.connected(state.white):
            return True
        return not any(True for _ in self.actions(state))

    def utility(self, state):
        black, white = self.connected(state.black), self.connected(state.white)
        if black or white:
            return -state.side if black and white else 1 if black else -1
        return 0 if state.plies >= LONGEST else -state.side
