"""Compiled code called with words: what it is given is what it takes, or is refused; what it raises comes out."""

import numpy as np
import pytest

import plywise as pw
from plywise.engines.kernel.rule_probe import ROOM, run_rule_probe
from plywise.engines.kernel.textbook import run_textbook
from plywise.engines.kernel.thread_state import BY_NODES, MAX_NODES, STOP, Halt
from plywise.engines.native.compile.entry_calls import GAME, NUMBER, STATE, WORDS, parameters
from plywise.engines.native.engines import engine_of
from plywise.engines.native.search_memory import SearchMemory
from plywise.engines.values import INFINITE, from_word
from tests.helpers.stones import Stones


@pytest.fixture
def textbook():
    engine = engine_of(pw.make("tictactoe"))
    state, work = engine.plain(engine.game.initial()), SearchMemory(None).works[0]
    return engine.entry(run_textbook), [engine.handle, state, -9, 9, 1, 0, 1, work]


def test_parameters_are_known_by_their_names():
    assert parameters(run_textbook) == [GAME, STATE, *[NUMBER] * 5, WORDS]
    assert parameters(run_rule_probe) == [GAME, STATE, WORDS]


def test_it_answers_as_the_reference_does(textbook):
    entry, given = textbook
    value = pw.search(pw.make("tictactoe"), depth=1, engine="reference").value
    for low in (-INFINITE, np.int64(-INFINITE)):
        assert from_word(entry(*given[:2], low, INFINITE, *given[4:]), True) == value


@pytest.mark.parametrize(
    ("place", "value", "error"),
    [
        (1, (1,), TypeError),
        (1, (1,) * 100, TypeError),
        (2, 2**63, OverflowError),
        (2, -9.5, TypeError),
        (7, np.zeros(5000, np.int32), TypeError),
        (7, np.zeros(5000, np.int64)[::2], TypeError),
        (7, np.zeros((50, 100), np.int64), TypeError),
        (7, [0] * 5000, AttributeError),
    ],
    ids=["few fields", "many fields", "too great", "no whole number", "half words", "in pieces", "a table", "a list"],
)
def test_anything_else_is_refused(textbook, place, value, error):
    entry, given = textbook
    given[place] = value
    with pytest.raises(error):
        entry(*given)


def test_too_few_or_too_many_arguments_are_refused(textbook):
    entry, given = textbook
    for wrong in (given[:-1], [*given, 1]):
        with pytest.raises(ValueError, match="zip"):
            entry(*wrong)


def test_a_search_that_is_stopped_says_so(textbook):
    entry, given = textbook
    given[-1][MAX_NODES] = 1
    given[4] = 9
    with pytest.raises(Halt):
        entry(*given)
    assert given[-1][STOP] == BY_NODES


class Failing(Stones):
    def utility(self, state):
        if state.side < 0:
            raise ValueError("never of the second")
        return 1


def test_what_a_rule_raises_comes_out_with_its_words():
    engine = engine_of(Failing(4))
    out = np.zeros(ROOM, np.int64)
    states = [engine.plain(Failing.State(0, side)) for side in (1, -1)]
    entry = engine.entry(run_rule_probe)
    assert entry(engine.handle, states[0], out) > 0
    with pytest.raises(ValueError, match="never of the second"):
        entry(engine.handle, states[1], out)
