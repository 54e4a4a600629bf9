"""Clocks: impossible ones are refused in one line, and seconds are counted to the margin."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.play.clocks import MARGIN, Clock, Period, TimeControl

SECONDS = st.floats(min_value=0.001, max_value=1e6) | st.integers(1, 10**6)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("1+0.01", TimeControl(base=1, increment=0.01)),
        ("60", TimeControl(base=60)),
        ("60+0", TimeControl(base=60)),
        ("0.5+1", TimeControl(base=0.5, increment=1)),
        ("time=0.1", TimeControl(time=0.1)),
        ("nodes=2000, depth=6", TimeControl(nodes=2000, depth=6)),
        ("1e1+.5,nodes=7,margin=2", TimeControl(base=10, increment=0.5, nodes=7, margin=2)),
        ("", TimeControl()),
    ],
)
def test_a_control_is_read_and_written(text, control):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@given(
    st.none() | SECONDS,
    st.none() | st.integers(1, 10**9),
    st.none() | st.integers(1, 99),
    st.just(0) | SECONDS,
    st.just(MARGIN) | SECONDS,
    st.booleans(),
)
def test_every_timed_control_is_read_back(seconds, nodes, depth, increment, margin, on_a_clock):
    timed = {"base": seconds, "increment": increment} if on_a_clock and seconds is not None else {"time": seconds}
    control = TimeControl(**timed, nodes=nodes, depth=depth, margin=margin if seconds is not None else MARGIN)
    assert TimeControl.parse(str(control)) == control
    assert control.is_timed == (seconds is not None)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "-1+0.01",
            "1+-0.01",
            "0+0",
            "0",
            "0+1",
            "nan",
            "nan+1",
            "1+nan",
            "inf",
            "1+inf",
            "1e400",
            "2000000",
            "1+1+1",
        ),
        *("1+", "+1", "+", ",", "x", "1:30", "1+0.01,time=1", "time=0", "time=-1", "time=", "nodes=0", "nodes=-5"),
        *("nodes=1.5", "nodes=1e3", "depth=0", "margin=-1", "margin=nan", "speed=3", "1,2", "nodes=1,nodes=1", "1_0"),
        *("٤", "increment=1", "base=3", "nodes=" + "9" * 5000, "1+0.01\n,nodes", "=", "time==1"),
    ],
)
def test_an_impossible_clock_is_refused_in_one_line(text):
    with pytest.raises(pw.InputError) as caught:
        TimeControl.parse(text)
    assert str(caught.value).startswith("clock")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "settings",
    [
        {"time": 0}, {"time": -1}, {"time": nan}, {"time": inf}, {"time": "1"}, {"time": True}, {"nodes": 0},
        {"nodes": 1.5}, {"depth": -1}, {"depth": True}, {"base": 0}, {"base": -1}, {"base": nan}, {"increment": 1},
        {"base": 1, "increment": -1}, {"base": 1, "increment": None}, {"base": 1, "time": 1}, {"margin": -1},
        {"margin": None}, {"base": 1, "margin": nan}, {"base": 10**400},
    ],
)  # fmt: skip
def test_settings_that_no_game_has_are_refused(settings):
    with pytest.raises(pw.InputError, match=r"^clock: "):
        TimeControl(**settings)


def clock_at(control, *readings, left=None):
    """Return a clock that reads given times, two for each move."""
    times = iter(readings)
    return Clock(control, left, now=lambda: next(times))


def test_each_side_s_seconds_are_counted_and_increments_added():
    clock = clock_at(TimeControl(base=10, increment=2), 0, 3, 3, 4, 4, 12)
    assert clock.start(pw.MAX) == (None, None, None, {pw.MAX: 10, pw.MIN: 10}, 2, None, None)
    assert clock.stop() == (3, 9, 0, False)
    assert clock.start(pw.MIN).clocks == {pw.MAX: 9, pw.MIN: 10}
    assert clock.stop() == (1, 11, 0, False)
    clock.start(pw.MAX)
    assert clock.stop() == (8, 3, 0, False)
    assert clock.left == {pw.MAX: 3, pw.MIN: 11}


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("40/60", TimeControl(base=60, moves=40), "40/60+0"),
        ("40/60+0.5", TimeControl(base=60, increment=0.5, moves=40), "40/60+0.5"),
        ("40/60:30", TimeControl(base=60, moves=40, later=(Period(30),)), "40/60+0:30+0"),
        ("40/60:20/30:15+1", TimeControl(base=60, moves=40, later=(Period(30, 0, 20), Period(15, 1))), None),
        ("2/0.5,nodes=100,margin=1", TimeControl(base=0.5, moves=2, nodes=100, margin=1), None),
    ],
)
def test_controls_of_moves_in_a_time_are_read_and_written(text, control, written):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control
    assert written is None or str(control) == written


@pytest.mark.parametrize(
    "text", ["0/60", "40/", "/60", "40/0", "-1/60", "1.5/60", "60:30", "40/60:", "40/60:30:10", "40/60/2", "1e9/60"]
)
def test_impossible_periods_are_refused_in_one_line(text):
    with pytest.raises(pw.InputError, match=r"^clock") as raised:
        TimeControl.parse(text)
    assert len(str(raised.value).splitlines()) == 1


def test_after_so_many_moves_the_next_period_begins_and_the_last_comes_again():
    control = TimeControl.parse("2/10+1:1/5")
    clock, seen = Clock(control, now=lambda: 0.0), []
    for _ in range(5):
        allowance = clock.start(pw.MAX)
        seen.append((allowance.clocks[pw.MAX], allowance.increment, allowance.moves_to_go))
        clock.stop()
        clock.start(pw.MIN)
        clock.stop()
    assert seen == [(10, 1, 2), (11, 1, 1), (17, 0, 1), (22, 0, 1), (27, 0, 1)]
    assert clock.left == {pw.MAX: 32, pw.MIN: 32}


def test_a_game_goes_on_in_the_period_in_which_it_was_left():
    control = TimeControl.parse("2/10:60")
    clock = Clock(control, {pw.MAX: 3, pw.MIN: 4}, {pw.MAX: 1, pw.MIN: 0}, now=lambda: 0.0)
    assert clock.start(pw.MAX).moves_to_go == 1
    assert clock.stop().left == 63


def test_time_without_a_move_is_taken_but_counts_no_move():
    clock = clock_at(TimeControl.parse("2/10+1"), 0, 4, 5, 6)
    clock.start(pw.MAX)
    clock.pause()
    assert clock.start(pw.MAX)[3:] == ({pw.MAX: 6, pw.MIN: 10}, 1, None, 2)
    assert clock.stop().left == 6


@pytest.mark.parametrize(("seconds", "is_lost"), [(1.0, False), (1.125, False), (1.25, False), (1.26, True)])
def test_only_what_exceeds_the_margin_loses(seconds, is_lost):
    for control in (TimeControl(base=1, margin=0.25), TimeControl(time=1, margin=0.25)):
        clock = clock_at(control, 5, 5 + seconds)
        allowance = clock.start(pw.MIN)
        assert (allowance.clocks or {pw.MIN: allowance.time})[pw.MIN] == 1  # players are not told of the margin
        used = clock.stop()
        assert used.is_lost == is_lost
        assert used.late == pytest.approx(seconds - 1)


def test_the_margin_of_a_clock_is_for_the_whole_game():
    clock = clock_at(TimeControl(base=1, margin=0.25), 0, 1.125, 1.125, 1.25, 1.25, 1.375)
    clock.start(pw.MAX)
    assert clock.stop() == (1.125, -0.125, 0.125, False)
    assert clock.start(pw.MAX).clocks[pw.MAX] == 0  # and not less: nobody knows what to do with that
    assert clock.stop() == (0.125, -0.25, 0.25, False)
    clock.start(pw.MAX)
    assert clock.stop().is_lost


def test_seconds_for_each_move_are_fresh_for_each():
    clock = clock_at(TimeControl(time=1, nodes=5, depth=3, margin=0), 0, 1, 1, 2, 2, 3.5)
    for _ in range(2):
        assert clock.start(pw.MAX) == (1, 5, 3, None, 0, None, None)
        assert clock.stop() == (1, None, 0, False)
    clock.start(pw.MAX)
    assert clock.stop() == (1.5, None, 0.5, True)


def test_without_limits_nobody_loses_on_time():
    clock = clock_at(TimeControl(nodes=5), 0, 1e9)
    assert clock.start(pw.MAX) == (None, 5, None, None, 0, None, None)
    assert clock.stop() == (1e9, None, 0, False)
    assert not TimeControl(nodes=5).is_timed


def test_a_game_goes_on_with_what_the_clocks_show():
    clock = clock_at(TimeControl(base=10), 0, 1, left={pw.MIN: 2.5})
    assert clock.start(pw.MIN).clocks == {pw.MAX: 10, pw.MIN: 2.5}
    assert clock.stop().left == 1.5
