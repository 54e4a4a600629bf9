"""What is proved within a horizon, by rules in plain Python."""

import time

import plywise as pw
from plywise.solvers.bounds import PlainBounding, bounds_of


def test_slow_rules_are_left_alone_when_the_time_is_up():
    class Slow(type(pw.make("tictactoe"))):
        def terminal(self, state):
            time.sleep(0.002)
            return super().terminal(state)

    game = Slow()
    bounding = PlainBounding(game, True, bounds_of(pw.make("tictactoe"), game.initial()))
    began = time.perf_counter()
    bounding.resume(began + 0.05, 10**6)
    bounding.narrow(game.initial(), 10**6)
    assert bounding.stopped == "time"
    assert time.perf_counter() - began < 0.3
