"""How much of an allowance a move takes: never more than there is, and some of it stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise import MAX, MIN
from plywise.play.allotment import SHORTEST, Allotment, early, least, seconds_for_move, seconds_left
from plywise.play.player import UNLIMITED, Allowance

SECONDS = st.floats(0, 10_000)


def clocks(mine, theirs=1000.0, increment=0.0):
    return Allowance(clocks={MAX: mine, MIN: theirs}, increment=increment)


@pytest.mark.parametrize(
    ("allowance", "seconds"),
    [
        (UNLIMITED, None),
        (Allowance(nodes=5, depth=2), None),
        (Allowance(time=2.0), 1.98),
        (Allowance(time=0.1), 0.09),
        (clocks(100.0), 3.98),
        (clocks(100.0, increment=1.0), 4.78),
        (clocks(1.0, increment=1.0), 0.48),
        (clocks(0.0), SHORTEST),
        (clocks(100.0)._replace(time=0.5), 0.48),
    ],
)
def test_a_move_gets_its_share(allowance, seconds):
    assert seconds_for_move(allowance, MAX) == (None if seconds is None else pytest.approx(seconds))


def test_the_clock_is_the_movers_own():
    allowance = clocks(100.0, 10.0)
    assert (seconds_left(allowance, MAX), seconds_left(allowance, MIN)) == (100.0, 10.0)
    assert seconds_for_move(allowance, MIN) == pytest.approx(0.38)
    assert seconds_left(allowance._replace(time=3.0), MAX) == 3.0
    assert seconds_left(UNLIMITED, MAX) is None


@given(SECONDS, st.floats(0, 100))
def test_no_game_is_lost_on_time_by_those_who_keep_to_their_share(left, increment):
    for _ in range(300):
        taken = seconds_for_move(clocks(left, increment=increment), MAX)
        assert 0 < taken <= max(left, SHORTEST)
        if left > 2 * SHORTEST:
            assert taken < left
        left = max(left - taken, 0) + increment


def test_an_increment_is_not_spent_to_the_last():
    left = 10.0
    for _ in range(1000):
        left += 0.1 - seconds_for_move(clocks(left, increment=0.1), MAX)
    assert left > 0.1


@given(st.floats(0.01, 1000))
def test_moves_come_early_but_not_by_much(seconds):
    assert 0.8999 * seconds <= early(seconds) < seconds
    assert seconds - early(seconds) <= 0.0201


def test_own_limits_are_kept_within_the_allowance():
    own = Allotment(time=1.0, nodes=500)
    assert own.within(UNLIMITED, MAX) == own
    assert own.within(Allowance(time=9.0, nodes=900, depth=4), MAX) == Allotment(1.0, 500, 4)
    assert own.within(Allowance(time=0.5, nodes=10), MAX) == Allotment(0.48, 10, None)
    assert Allotment().within(UNLIMITED, MAX).is_unlimited
    assert not own.is_unlimited
    assert own.half() == Allotment(0.5, 250, None)
    assert Allotment(nodes=1, depth=3).half() == Allotment(None, 1, 3)
    assert least(None, 3, None, 2) == 2
    assert least(None) is None
