"""What rules answer reaches the kernel as it is in Python, or is refused: utilities, actions, and their types."""

from typing import NamedTuple

import pytest

import plywise as pw
from plywise.errors import InputError, NativeFailure


class Take(pw.Game):
    """Take stones. Its end counts 0.5, and in some states an int that no float equals."""

    class State(NamedTuple):
        stones: int
        worth: int

    def initial(self):
        return self.State(5, 0)

    def player(self, state):
        return 1 if state.stones % 2 else -1

    def actions(self, state):
        return (1, 2)

    def result(self, state, action):
        return self.State(state.stones - action, state.worth)

    def terminal(self, state):
        return state.stones <= 0

    def utility(self, state):
        return state.worth

    def evaluate(self, state):
        return 0.5


class Constant(Take):
    """The same; the int is written in the rule."""

    utility_bounds = (-(2**61), 2**61)

    def utility(self, state):
        return 2**60 + 1


class Pairs(Take):
    """Each move is two numbers, in a tuple of tuples."""

    def actions(self, state):
        return ((1, 0), (state.stones % 2 + 1, 1))

    def result(self, state, action):
        return self.State(state.stones - action[0], state.worth + action[1])


class Unordered(Take):
    """The moves are a set."""

    def actions(self, state):
        return {1, 40, state.stones}


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["minimax", "pvs"])
def test_an_int_utility_among_floats_is_exact_or_refused(algorithm):
    game = Take()
    for worth in (0, 1, -7, 2**53, -(2**53)):
        found = pw.search(game, game.State(5, worth), engine="native", algorithm=algorithm)
        assert (found.value, found.pv) == (worth, pw.algorithms.minimax(game, game.State(5, worth)).pv)
    for worth in (2**53 + 1, -(2**53) - 1, 2**60 + 1, 2**63 - 1, -(2**63)):
        with pytest.raises(NativeFailure, match=r"a whole number of over 53 bits becomes a float"):
            pw.search(game, game.State(5, worth), engine="native", algorithm=algorithm)
        assert pw.search(game, game.State(5, worth), algorithm=algorithm).value == worth


@pytest.mark.slow
def test_an_int_that_is_written_in_the_rule_is_no_other():
    with pytest.raises(InputError, match=r"a whole number of over 53 bits becomes a float"):
        pw.search(Constant(), engine="native", algorithm="minimax")
    assert pw.search(Constant(), algorithm="minimax").value == 2**60 + 1


@pytest.mark.slow
def test_a_tuple_of_tuples_lists_actions():
    game = Pairs()
    found = pw.search(game, engine="native", algorithm="minimax")
    assert (found.value, found.pv, found.nodes) == (lambda wanted: (wanted.value, wanted.pv, wanted.nodes))(
        pw.algorithms.minimax(game)
    )


@pytest.mark.slow
def test_a_set_lists_actions_in_python_s_order():
    game = Unordered()
    found = pw.search(game, engine="native", algorithm="minimax", depth=3)
    plain = pw.search(game, engine="reference", algorithm="minimax", depth=3)
    assert (found.value, found.pv, found.nodes) == (plain.value, plain.pv, plain.nodes)
