"""Calls that are broken off when they take too long."""

import time
from contextlib import suppress
from functools import partial

import pytest

from plywise.engines.native.being_late import Late, within
from plywise.engines.native.diagnosis import with_step_limit


def test_returns_what_the_call_returns() -> None:
    assert within(60, lambda: 7) == 7


def test_raises_what_the_call_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 // 0)


def test_breaks_off_a_loop_without_calls() -> None:
    def loop() -> None:
        while True:
            pass

    with pytest.raises(Late):
        within(0.01, loop)


def test_breaks_off_a_rule_that_catches_everything_once() -> None:
    def stubborn() -> None:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - as a user's rules may
            while True:
                pass

    with pytest.raises(Late):
        within(0.01, stubborn)


def test_nothing_comes_after_the_end() -> None:
    """A call that ends just when it is to be broken off either returns or is late; afterwards all is quiet."""
    for number in range(200):
        with suppress(Late):
            within(0.0005, partial(sum, range(number * 50)))
    end = time.perf_counter() + 0.05
    while time.perf_counter() < end:
        pass


def test_a_trace_works_afterwards() -> None:
    """CPython 3.11 hangs under one where an exception from another thread was announced and called off."""
    for seconds in (60, 0.0005):
        with suppress(Late):
            within(seconds, partial(sum, range(20_000)))
        assert with_step_limit(lambda: sum(each for each in range(10))) == 45
