"""Snort: seat cats and dogs in turn, no cat beside a dog; a player who finds no place loses.

plywise check examples/snort.py:Snort
plywise play examples/snort.py:Snort
plywise search examples/snort.py:Snort --algorithm deepening
"""

from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members, popcount

SIDE = 5
ALL = (1 << SIDE * SIDE) - 1  # a bit for each square, row by row from the top left
LEFT = sum(1 << SIDE * row for row in range(SIDE))  # the first square of each row
RIGHT = LEFT << SIDE - 1


def next_to(squares):
    """Return all squares next to these squares."""
    sideways = (squares & ~RIGHT) << 1 | (squares & ~LEFT) >> 1
    return (squares << SIDE | squares >> SIDE | sideways) & ALL


def places(own, other):
    """Return the free squares that are not next to the other player's."""
    return ALL & ~(own | other | next_to(other))


class Snort(pw.Game):
    """MAX seats cats, MIN dogs, never a cat beside a dog. A player who finds no place loses."""

    utility_bounds = (-1, 1)
    alternating = True
    max_plies = SIDE * SIDE
    player_names = {pw.MAX: "Cat", pw.MIN: "Dog"}
    board = pw.board.Grid(SIDE, SIDE)

    class State(NamedTuple):
        """The squares of the player to move and of the other player, as bits, and the side to move."""

        own: int
        other: int
        side: int

    def initial(self):
        return self.State(0, 0, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return members(places(state.own, state.other))

    def result(self, state, action):
        return self.State(state.other, state.own | bit(action), -state.side)

    def terminal(self, state):
        return places(state.own, state.other) == 0

    def utility(self, state):
        return -state.side

    def evaluate(self, state):
        ahead = popcount(places(state.own, state.other)) - popcount(places(state.other, state.own))
        return state.side * ahead / 100

    # For people: squares have names, and the board is drawn.

    def format_action(self, state, action):
        return self.board.name(action)

    def cells(self, state):
        cats, dogs = (state.own, state.other) if state.side == pw.MAX else (state.other, state.own)
        return self.board.cells({"C": cats, "D": dogs}, playable=self.actions(state))

    def coordinates(self):
        return self.board.coordinates()
