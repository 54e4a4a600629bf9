"""What is proved within a horizon, by rules in plain Python."""

import time

import plywise as pw
from plywise.solvers.bounds import PlainBounding, bounds_of


def test_slow_rules_are_left_alone_when_the_time_is_up():
    asked = []

    class Slow(type(pw.make("tictactoe"))):
        def terminal(self, state):
            asked.append(state)
            time.sleep(0.002)
            return super().terminal(state)

    game = Slow()
    bounding = PlainBounding(game, True, bounds_of(pw.make("tictactoe"), game.initial()))
    bounding.resume(time.perf_counter() + 0.05, 10**6)
    bounding.narrow(game.initial(), 10**6)
    assert bounding.stopped == "time"
    assert len(asked) < 150, "25 take all the time there is"
