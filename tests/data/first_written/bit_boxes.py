"""Dots and boxes 2x2 in a bit mask with masks, (x << n) & mask, bit_count."""
import plywise as pw

R, C = 2, 2
H = (R + 1) * C
EDGES = H + R * (C + 1)
FULL = (1 << EDGES) - 1
BOXES = [
    1 << (r * C + c) | 1 << ((r + 1) * C + c) | 1 << (H + r * (C + 1) + c) | 1 << (H + r * (C + 1) + c + 1)
    for r in range(R)
    for c in range(C)
]


class Boxes(pw.Game):
    """State is (edges, lead, turn)."""

    def initial(self):
        return 0, 0, 1

    def player(self, state):
        return state[2]

    def actions(self, state):
        free = ~state[0] & FULL
        moves = []
        while free:
            low = free & -free
            moves.append(low.bit_length() - 1)
            free ^= low
        return moves

    def result(self, state, action):
        edges, lead, turn = state
        after = edges | 1 << action
        new = sum((after & box) == box and (edges & box) != box for box in BOXES)
        return (after, lead + turn * new, turn if new else -turn)

    def terminal(self, state):
        return state[0] == FULL

    def utility(self, state):
        return state[1]

    def evaluate(self, state):
        edges, lead, turn = state
        threes = sum(1 for box in BOXES if (edges & box).bit_count() == 3)
        noise = ((edges << 60) & 0xFF) + ((edges * 2654435761 << 9) & 0x3F)
        return lead + turn * threes * 0.5 + (noise % 5) / 64
