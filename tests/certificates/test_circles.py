"""Games in which play could go in circles: there is a certificate where some strategy comes to an end."""

from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game import FAR, MAX, outcome
from tests.helpers.certificates import Circle, is_proof, made


class Aside(pw.Game):
    """MAX may go for a draw, which comes in four plies, or walk off for ever."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        cell: int
        side: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [1, 10] if state.cell == 0 else [1]

    def result(self, state, action):
        cell = state.cell + action
        return self.State(10 if cell == 14 else cell, -state.side)  # round and round

    def terminal(self, state):
        return state.cell == 5

    def utility(self, state):
        return 0


class Ring(Circle):
    """Sixty cells, on the far side of which MAX begins; the bounds know the wins that are near, and `priority` errs."""

    alternating = True
    CELLS, FROM, NEAR = 60, 20, 2

    def initial(self):
        return self.State(self.FROM, MAX)

    def result(self, state, action):
        return self.State((state.cell + action) % self.CELLS, -state.side)

    def priority(self, state, action):
        return -action if state.cell < self.CELLS // 2 else action

    def bounds(self, state):
        near = min(state.cell, self.CELLS - state.cell)
        if not 0 < near <= self.NEAR:
            return -FAR, FAR
        found = state.side * outcome(1, 2 * near - (state.side == MAX))
        return found, found


class Loose(Ring):
    """The bounds say of every cell near the end that MAX wins, but not when; `priority` leads away."""

    FROM, NEAR = 6, 10

    def priority(self, state, action):
        return action

    def bounds(self, state):
        if not 1 <= state.cell <= self.NEAR:
            return -FAR, FAR
        found = outcome(1, 60)
        return (found, FAR) if state.side == MAX else (-FAR, -found)


def test_a_draw_is_found_beside_endless_play():
    """To ask what the other action is worth would take for ever."""
    game = Aside()
    found = made(game, MAX, "draw", engine="auto")
    assert (list(found.body), found.claim.positions) == ([0], 4)
    assert is_proof(game, game.initial(), found.to_bytes())


@pytest.mark.parametrize("game", [Circle(), Ring()], ids=str)
def test_a_win_comes_nearer_with_every_action(game):
    found = made(game, MAX, "win", engine="auto")
    assert is_proof(game, game.initial(), found.to_bytes())


def test_bounds_that_are_trusted_end_lines_that_come_nearer():
    """Equally good actions may lead back to where a line was: only the first of them is taken."""
    game = Ring()
    found = made(game, MAX, "win", engine="auto", trusts=True)
    assert found.claim.positions == 2 * (Ring.FROM - Ring.NEAR) - 1
    assert is_proof(game, game.initial(), found.to_bytes())


def test_what_bounds_promise_need_not_come_nearer():
    game = Loose()
    found = made(game, MAX, "win", engine="auto", method="proof")
    assert is_proof(game, game.initial(), found.to_bytes())
