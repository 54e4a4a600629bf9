"""NumPy's numbers: taken as what they equal where a caller gives them, named where a rule answers with them."""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

import plywise as pw
from plywise.arguments.numbers import as_number, as_whole
from plywise.errors import InputError

GAME = pw.make("tictactoe")


class Counting(pw.Game):
    """Take one to three; the end is worth a number of any kind."""

    class State(NamedTuple):
        left: int
        side: int

    def __init__(self, kind=np.int64):
        self.kind = kind

    def initial(self):
        return self.State(3, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, state.left + 1)

    def result(self, state, action):
        return self.State(state.left - action, -state.side)

    def terminal(self, state):
        return state.left == 0

    def utility(self, state):
        return self.kind(-state.side)


class Compiled(Counting):
    def __init__(self):
        pass

    def utility(self, state):
        return np.int64(-state.side)


def test_a_number_is_taken_as_the_plain_one_it_equals():
    assert [type(as_whole(each)) for each in (np.int8(3), np.uint64(2**63))] == [int, int]
    assert (as_number(np.float32(0.5)), type(as_number(np.float64(0.5)))) == (0.5, float)
    for none in (True, np.True_, "3", None, float("nan"), np.float32("inf"), Fraction(1, 3), Decimal(3), np.array([3])):
        assert (as_whole(none), as_number(none)) == (None, None)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_limits_may_be_numbers_of_numpy(engine):
    for limit in ({"depth": np.int64(3)}, {"nodes": np.int32(50)}, {"threads": np.int64(1)}, {"time": np.float32(60)}):
        assert pw.search(GAME, engine=engine, **limit).nodes > 0
    assert pw.search(GAME, engine=engine, algorithm="deepening", table=np.int64(8), depth=2).depth == 2


@pytest.mark.parametrize("limit", ["depth", "nodes", "time", "threads", "table"])
def test_true_is_no_limit(limit):
    with pytest.raises(InputError, match=f"{limit} must be"):
        pw.search(GAME, algorithm="deepening", **{limit: True})


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_seed_is_any_whole_number(engine):
    how = {"order": "random", "engine": engine}
    assert pw.search(GAME, seed=np.int64(3), **how).nodes == pw.search(GAME, seed=3, **how).nodes
    with pytest.raises(InputError, match="seed must be a whole number, not 'x'"):
        pw.search(GAME, seed="x", **how)


def test_a_parameter_of_a_game_may_be_a_number_of_numpy():
    assert repr(pw.make("connect4", width=np.int64(6))) == "Connect4(width=6)"
    with pytest.raises(InputError, match="width='7' is not a positive whole number"):
        pw.make("connect4", width="7")


@pytest.mark.parametrize("call", [pw.search, pw.count, pw.trace, pw.explain])
@pytest.mark.parametrize("given", [3, (0, 0), object()], ids=["number", "pair", "object"])
def test_what_is_not_a_state_is_refused(call, given):
    with pytest.raises(InputError, match="is not a state of tictactoe, such as State"):
        call(GAME, given)


def test_depths_may_be_an_array():
    rows = pw.compare(GAME, depths=np.arange(1, 3), algorithms="alphabeta", orders="given")
    assert [row["depth"] for row in rows] == [1, 2]
    for none in (True, 1.5, [1.5], [True]):
        with pytest.raises(InputError, match="depths must be"):
            pw.compare(GAME, depths=none)


def test_a_tree_may_be_given_as_arrays():
    plain = pw.Tree([3, 5, 6, 9], branching=2)
    for same in (
        pw.Tree(np.array([3, 5, 6, 9]), branching=np.int64(2)),
        pw.Tree(np.array([[3, 5], [6, 9]])),
        pw.Tree([np.array([3, 5]), [np.int8(6), 9]]),
    ):
        assert repr(same) == repr(plain)
        assert {type(value) for value in same.value} == {type(None), int}
    for row in ("3 5", 5):
        with pytest.raises(InputError, match=f"a row of leaf values, not with {row!r}"):
            pw.Tree(row, branching=2)
    with pytest.raises(InputError, match=r"'3' at .0. is neither a finite number nor a list"):
        pw.Tree(["3", "5"], branching=2)
    with pytest.raises(InputError, match="nan at"):
        pw.Tree(np.array([3.0, np.nan]))


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (np.int64, "not an int: int(...) makes one of a numpy.int64"),
        (np.float32, "not a float: float(...) makes one of a numpy.float32"),
        (Decimal, "not a float: float(...) makes one of a decimal.Decimal"),
        (str, "not a finite number"),
    ],
)
def test_a_utility_of_another_library_is_refused_by_its_type(kind, wanted):
    with pytest.raises(InputError) as error:
        pw.search(Counting(kind), engine="reference")
    assert wanted in str(error.value)
    assert f"{wanted}" in str(pw.check(Counting(kind), compiled=0))


def test_a_utility_of_numpys_is_refused_before_it_is_compiled():
    with pytest.raises(InputError, match=r"not an int: int\(\.\.\.\) makes one of a numpy\.int64"):
        pw.search(Compiled(), engine="native")
