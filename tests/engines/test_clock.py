"""The clock: when a search has to stop, and whether another iteration is worth beginning."""

import threading
import time
from math import inf

import pytest

from plywise.engines.clock import FLAG_PATIENCE, PATIENCE, Clock, start_clock
from plywise.engines.limits import Limits


def test_without_limits_it_never_stops_and_looks_now_and_then():
    clock = Clock()
    assert (clock.hard, clock.soft, clock.is_up(), clock.is_flagged()) == (inf, inf, False, False)
    assert clock.patience() == PATIENCE
    assert clock.refusal(10**6) == ""


def test_a_flag_is_looked_at_often_and_seen_when_it_is_set():
    clock = start_clock(Limits(stop=threading.Event()))
    assert clock.patience() == FLAG_PATIENCE < PATIENCE / 10
    assert not clock.is_flagged()
    clock.flag.set()
    assert clock.is_flagged()


def test_no_iteration_is_begun_after_the_last_depth_or_the_soft_limit():
    clock = start_clock(Limits(depth=3))
    assert [clock.refusal(depth) for depth in (1, 3, 4)] == ["", "", "depth"]
    soft = Clock(60, soft=0)
    assert (soft.refusal(1), soft.is_up()) == ("time", False)


def test_the_soft_limit_is_never_later_than_the_hard_one():
    clock = Clock(1, soft=5)
    assert clock.soft == clock.hard
    assert 0.9 < clock.hard - clock.began < 1.1


def test_it_is_patient_no_longer_than_to_the_end_and_then_again():
    clock = Clock(0.01)
    assert 0 < clock.patience() <= 0.01
    time.sleep(0.02)
    assert clock.is_up()
    assert clock.patience() == PATIENCE  # what had to be stopped has been told


def test_what_was_no_search_puts_the_end_off_and_grace_never_brings_it_forward():
    clock = Clock(10)
    before = clock.hard
    clock.postpone(5)
    assert clock.hard == clock.soft == pytest.approx(before + 5)
    clock.give_grace()
    assert clock.hard == pytest.approx(before + 5)
    clock.set_deadline(clock.began)
    assert clock.is_up()
    clock.give_grace()
    assert not clock.is_up()
