"""A proved end is called proved in a game that declares no bounds of its utilities."""

from math import inf

import pytest

from plywise.solvers.bounds import bounds_of
from plywise.teach.explain.explanation import explain
from tests.helpers.plain_games import Flat


class Larger(Flat):
    """Three in a row on five by five: too large to be searched to its end."""

    def initial(self):
        return self.State("." * 25, "X")

    def winner(self, state):
        steps = [(r, c, dr, dc) for r in range(5) for c in range(5) for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))]
        for r, c, dr, dc in steps:
            if r + 2 * dr < 5 and 0 <= c + 2 * dc < 5:
                marks = {state.board[(r + k * dr) * 5 + c + k * dc] for k in range(3)}
                if len(marks) == 1 and marks != {"."}:
                    return marks.pop()
        return None


class Declared(Larger):
    utility_bounds = (-1, 1)


WON = Larger.State("XX..O....................", "X")
LOST = Larger.State("X......X.....O.......O...", "X")


@pytest.mark.slow_with("lost", "won")
@pytest.mark.parametrize(("state", "move"), [(WON, 2), (LOST, 17)], ids=["won", "lost"])
def test_it_is_explained_as_if_the_bounds_were_declared(state, move):
    plain = explain(Larger(), state, move, engine="reference", nodes=8_000, time=60)
    declared = explain(Declared(), state, move, engine="reference", nodes=8_000, time=60)
    assert str(plain) == str(declared)
    assert "estimate" not in str(plain)


def test_bounds_are_assumed_only_where_play_meets_wins_draws_and_losses_alone():
    assert bounds_of(Larger(), WON) == (-1, 1, True)
    assert bounds_of(Declared(), WON) == (-1, 1, False)

    class OfPoints(Larger):
        def utility(self, state):
            return super().utility(state) * 3

    assert bounds_of(OfPoints(), WON) == (-inf, inf, False)
    told = str(explain(OfPoints(), WON, engine="reference", nodes=4_000, time=20))
    assert "MAX has a proved win" in told or "points" in told


def test_an_assumption_that_fails_is_given_up():
    """Random play hardly ever meets the one line that is worth more; a proof that meets it begins anew without."""

    class Jackpot(Flat):
        def utility(self, state):
            return 5 if state.board == "XXXOO...." else super().utility(state)

    state = Flat.State("XX.OO....", "X")
    game = Jackpot()
    told = explain(game, state, engine="reference")
    assert "worth 5 to MAX" in str(told)
    assert told.proved


def test_an_estimate_without_an_evaluation_is_called_what_it_is():
    told = str(explain(Larger(), engine="reference", depth=1, nodes=2_000))
    assert "Estimates come from a search 1 ply deep, without an evaluation, and prove nothing" in told
    assert "own evaluation" not in told
