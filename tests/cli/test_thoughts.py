"""What a player is told of the engine's thoughts."""

import pytest

import plywise as pw
from plywise.game import MIN
from plywise.play.outcome import describe_estimate


@pytest.mark.parametrize(("value", "said"), [(0, "+0"), (0.0, "+0"), (-0.0, "+0"), (0.5, "-0.5"), (-2, "+2")])
def test_an_estimate_is_told_to_the_player_to_move_and_nothing_is_minus_zero(value, said):
    game = pw.make("tictactoe")
    assert describe_estimate(game, MIN, value) == f"{said} for O"
