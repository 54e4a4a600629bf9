"""Calls that never end are broken off, and others answer."""

import itertools
import sys

import pytest

from plywise.engines import step_limit
from plywise.engines.step_limit import Endless, with_step_limit


def in_one_line():
    while True: pass  # fmt: skip  # noqa: E701


def in_a_called_function():
    number = 0
    while True:
        number = one_more(number)


def one_more(number):
    return number + 1


def in_a_generator():
    yield from itertools.count()


def in_a_loop_over_a_generator():
    for _ in in_a_generator():
        pass


def in_an_expression():
    return sum(number for number in itertools.count())


def catching_all():
    while True:
        try:
            one_more(0)
        except ValueError:
            continue


@pytest.mark.parametrize(
    "never", [in_one_line, in_a_called_function, in_a_loop_over_a_generator, in_an_expression, catching_all]
)
def test_what_never_ends_is_noticed(never, monkeypatch):
    monkeypatch.setattr(step_limit, "MAX_STEPS", 1000)
    before = sys.gettrace()
    with pytest.raises(Endless, match="no answer after 1,000 lines"):
        with_step_limit(never)
    assert sys.gettrace() is before


def test_what_calls_itself_for_ever_fails_as_without_a_limit():
    def deeper():
        return deeper()

    with pytest.raises(RecursionError):
        with_step_limit(deeper)


def test_lines_without_a_loop_do_not_count(monkeypatch):
    monkeypatch.setattr(step_limit, "MAX_STEPS", 10)

    def long():
        number = one_more(0)
        number += 1
        number += 1
        number += 1
        number += 1
        number += 1
        number += 1
        number += 1
        number += 1
        number += 1
        return number

    assert with_step_limit(long) == 10


def test_an_answer_and_an_error_come_as_they_are():
    assert with_step_limit(lambda: one_more(6)) == 7
    with pytest.raises(ZeroDivisionError):
        with_step_limit(lambda: 1 // 0)
