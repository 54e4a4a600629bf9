"""A value is called proved only where ends led to it: an evaluation that reaches a utility bound proves nothing."""

import warnings
from functools import cache
from typing import NamedTuple

import pytest

import plywise as pw

ALGORITHMS = ("minimax", "alphabeta", "negamax", "failhard", "pvs", "mtdf", "deepening")
NATIVE = ("minimax", "alphabeta", "negamax", "pvs", "mtdf", "deepening")
ASKED = [("reference", each) for each in ALGORITHMS] + [("native", each) for each in NATIVE]


class Scrambled(pw.Game):
    """A tree of six plies, of which the number in the state decides everything: ends, utilities and estimates.

    The players do not always take turns, and estimates are -2 to 2, at the bounds and beyond them.
    """

    class State(NamedTuple):
        seed: int
        left: int
        side: int

    utility_bounds = (-1, 1)

    def initial(self):
        return self.State(1, 6, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1 + state.seed % 3)

    def result(self, state, action):
        seed = (state.seed * 75 + 74 + 19 * action) % 65537
        return self.State(seed, state.left - 1, state.side if seed % 7 == 0 else -state.side)

    def terminal(self, state):
        return state.left == 0 or state.seed % 11 == 0

    def utility(self, state):
        return state.seed // 11 % 3 - 1

    def evaluate(self, state):
        return state.seed // 5 % 5 - 2


class InFloats(Scrambled):
    """The same, with estimates between the bounds and at them."""

    def utility(self, state):
        return (state.seed // 11 % 3 - 1) * 1.0

    def evaluate(self, state):
        return (state.seed // 5 % 5 - 2) / 2


class Between(Scrambled):
    """The same, with estimates strictly between the bounds: a bound that is reached is a proof."""

    utility_bounds = (-3, 3)

    def utility(self, state):
        return (state.seed // 11 % 3 - 1) * 3


class Outside(Scrambled):
    """The same, with utilities beyond the bounds."""

    def utility(self, state):
        return (state.seed // 11 % 3 - 1) * 2


class Reversed(Scrambled):
    utility_bounds = (1, -1)


class Empty(Scrambled):
    utility_bounds = (0, 0)


class OneNumber(Scrambled):
    utility_bounds = 1


class NoNumber(Scrambled):
    utility_bounds = (float("nan"), 1)


@cache
def true_value(game, state):
    """Return a state's value by minimax over the whole tree."""
    if game.terminal(state):
        return game.utility(state)
    values = [true_value(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.player(state) == pw.MAX else min(values)


@pytest.fixture(autouse=True)
def _silence():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pw.errors.SearchWarning)
        yield


def found_by(game, engine, algorithm, seeds=range(2, 20), depths=(1, 2, 3, 4, 6, None)):
    """Yield each state searched, the depth asked for, and the result."""
    for seed in seeds:
        state = Scrambled.State(seed, 6, pw.MAX if seed % 2 else pw.MIN)
        for depth in depths:
            yield state, depth, pw.search(game, state, engine=engine, algorithm=algorithm, depth=depth)


@pytest.mark.slow_with(
    "InFloats-native-minimax",
    "InFloats-native-alphabeta",
    "InFloats-native-negamax",
    "InFloats-native-pvs",
    "InFloats-native-mtdf",
    "InFloats-native-deepening",
    "Between-native-minimax",
    "Between-native-alphabeta",
    "Between-native-negamax",
    "Between-native-pvs",
    "Between-native-mtdf",
)
@pytest.mark.parametrize(("engine", "algorithm"), ASKED)
@pytest.mark.parametrize("game", [Scrambled(), InFloats(), Between()], ids=lambda game: game.name)
def test_what_is_proved_is_true(game, engine, algorithm):
    low, high = game.utility_bounds
    proved = at_bound = whole = 0
    for state, depth, found in found_by(game, engine, algorithm):
        proved += found.proved
        at_bound += not found.proved and not low < found.value < high
        whole += depth is None
        assert not found.proved or found.value == true_value(game, state), (state, depth)
        assert found.proved or depth is not None, (state, depth)
    assert proved > whole  # some before the whole tree is searched
    assert at_bound == 0 if game.name == "Between" else at_bound > 5


def test_a_bound_that_is_reached_proves_a_value_where_estimates_lie_between():
    ended_early = [
        found.depth
        for _, _, found in found_by(Between(), "native", "deepening", depths=(None,))
        if found.proved and found.stats.estimates
    ]
    assert len(ended_early) > 5


@pytest.mark.parametrize("game", [Scrambled(), InFloats()], ids=lambda game: game.name)
def test_the_engines_agree_on_what_is_proved(game):
    states = [(state, depth) for state, depth, _ in found_by(game, "reference", "minimax", depths=(1, 3, 5))]
    for algorithm in ("minimax", "alphabeta"):
        both = [
            [pw.search(game, state, engine=engine, algorithm=algorithm, depth=depth) for state, depth in states]
            for engine in ("reference", "native")
        ]
        assert [(each.proved, each.value, each.nodes) for each in both[0]] == [
            (each.proved, each.value, each.nodes) for each in both[1]
        ]


def test_the_values_of_all_moves_are_proved_together():
    proved = 0
    for state, _, found in found_by(Scrambled(), "reference", "alphabeta", depths=(2, 3)):
        several = pw.search(Scrambled(), state, engine="reference", depth=found.depth, all_moves=True)
        if several.proved and several.best is not None:
            proved += 1
            assert several.action_values == {
                action: true_value(Scrambled(), Scrambled().result(state, action))
                for action in Scrambled().actions(state)
            }
    assert proved


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_utility_outside_the_bounds_is_refused(engine):
    with pytest.raises(pw.InputError, match=r"a utility of -?2 is outside utility_bounds, \(-1, 1\)"):
        list(found_by(Outside(), engine, "minimax", depths=(None,)))


@pytest.mark.parametrize("game", [Reversed(), Empty(), OneNumber(), NoNumber()], ids=lambda game: game.name)
@pytest.mark.parametrize(
    "ask", [pw.search, pw.solve, pw.algorithms.minimax, pw.trace, pw.explain], ids=lambda ask: ask.__name__
)
def test_bounds_that_are_no_interval_are_refused(game, ask):
    with pytest.raises(pw.InputError, match=r"utility_bounds is .*; write \(low, high\)"):
        ask(game)
