"""Counting lines of play (perft): published numbers, and equality with the plain recursion that merges nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plywise as pw
from plywise.engines.reference.perft import TooManyStates, count

TICTACTOE = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
TICTACTOE_ENDS = [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
NIM_3_4_5 = [1, 12, 113, 810, 4338, 17496, 53442]


def naive(game, state, plies):
    """Return the lines of play exactly `plies` long, counted one by one."""
    if plies == 0:
        return 1
    if game.terminal(state):
        return 0
    return sum(naive(game, game.result(state, action), plies - 1) for action in game.actions(state))


def naive_ends(game, state):
    """Return the complete games, counted one by one."""
    if game.terminal(state):
        return 1
    return sum(naive_ends(game, game.result(state, action)) for action in game.actions(state))


def after_random_moves(game, plies, seed):
    state, source = game.initial(), random.Random(seed)
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, source.choice(list(game.actions(state))))
    return state


def test_the_whole_of_tictactoe():
    counted = pw.count(pw.make("tictactoe"))
    assert counted.nodes_by_ply == TICTACTOE
    assert counted.terminal_by_ply == TICTACTOE_ENDS
    assert counted.complete_games == 255_168
    assert counted.plies == 9
    assert counted.divide is None
    assert sum(counted.nodes_by_ply) == 549_946


@pytest.mark.parametrize("plies", range(10))
def test_tictactoe_ply_by_ply(plies):
    counted = pw.count(pw.make("tictactoe"), plies=plies)
    assert counted.plies == plies
    assert counted.nodes_by_ply == TICTACTOE[: plies + 1]
    assert counted.terminal_by_ply == TICTACTOE_ENDS[: plies + 1]
    assert counted.complete_games == (255_168 if plies == 9 else None)


def test_nim_ply_by_ply():
    assert pw.count(pw.make("nim"), plies=6).nodes_by_ply == NIM_3_4_5
    assert pw.count(pw.make("nim", misere=1), plies=6).nodes_by_ply == NIM_3_4_5


def test_the_whole_of_nim_loses_no_line():
    counted = pw.count(pw.make("nim"))
    assert counted.plies == 12
    assert len(counted.nodes_by_ply) == len(counted.terminal_by_ply) == 13
    assert counted.complete_games == sum(counted.terminal_by_ply)
    assert counted.nodes_by_ply[-1] == counted.terminal_by_ply[-1] == 27_720, "12! / (3! 4! 5!): one object at a time"


@pytest.mark.parametrize(("plies", "share"), [(1, 1), (2, 8), (5, 15120 // 9)])
def test_shares_of_tictactoe(plies, share):
    divide = pw.count(pw.make("tictactoe"), plies=plies, divide=True).divide
    assert list(divide) == list(range(9))
    assert sum(divide.values()) == TICTACTOE[plies]
    assert divide[0] == share


def test_shares_of_the_complete_games_of_tictactoe_follow_its_symmetry():
    counted = pw.count(pw.make("tictactoe"), divide=True)
    corner, edge, centre = 27_732, 29_592, 25_872
    assert list(counted.divide.values()) == [corner, edge, corner, edge, centre, edge, corner, edge, corner]
    assert sum(counted.divide.values()) == counted.complete_games == 255_168


@pytest.mark.parametrize("plies", range(1, 9))
@pytest.mark.parametrize("text", ["nim", "nim:heaps=1-2-2,misere=1"])
def test_shares_add_up_to_the_last_ply(text, plies):
    counted = pw.count(pw.make(text), plies=plies, divide=True)
    assert sum(counted.divide.values()) == counted.nodes_by_ply[plies]


def test_shares_where_some_lines_are_over_before_the_last_ply():
    game = pw.make("nim", heaps="1-2")
    counted = pw.count(game, plies=3, divide=True)
    shares = {game.format_action(game.initial(), action): share for action, share in counted.divide.items()}
    assert counted.nodes_by_ply == [1, 3, 5, 3]
    assert shares == {"1-1": 1, "2-1": 2, "2-2": 0}


@pytest.mark.parametrize("divide", [False, True])
def test_no_plies_at_all(divide):
    counted = pw.count(pw.make("tictactoe"), plies=0, divide=divide)
    assert (counted.plies, counted.nodes_by_ply, counted.terminal_by_ply) == (0, [1], [0])
    assert counted.complete_games is None
    assert counted.divide == ({} if divide else None)


@pytest.mark.parametrize("plies", [None, 0, 1, 3])
@pytest.mark.parametrize("board", ["XXXOO....", "XXOOOXXOX"])
def test_a_root_where_the_game_is_over(board, plies):
    game = pw.make("tictactoe")
    counted = pw.count(game, game.parse_state(board), plies=plies, divide=True)
    zeros = [0] * (plies or 0)
    assert (counted.nodes_by_ply, counted.terminal_by_ply) == ([1, *zeros], [1, *zeros])
    assert counted.plies == (plies or 0)
    assert counted.complete_games == 1
    assert counted.divide == {}


def test_more_plies_than_the_longest_game_are_filled_with_noughts():
    counted = pw.count(pw.make("tictactoe"), plies=12)
    assert counted.nodes_by_ply == [*TICTACTOE, 0, 0, 0]
    assert counted.terminal_by_ply == [*TICTACTOE_ENDS, 0, 0, 0]
    assert (counted.plies, counted.complete_games) == (12, 255_168)


def test_a_position_is_counted_from_itself():
    game = pw.make("tictactoe")
    state = game.parse_state("XO.......")
    counted = pw.count(game, state, plies=2)
    assert counted.nodes_by_ply == [1, 7, 42]


@given(st.integers(2, 9), st.integers(0, 10**6), st.integers(0, 4))
@settings(max_examples=40)
def test_tictactoe_positions_are_counted_as_the_plain_recursion_counts(moves, seed, plies):
    game = pw.make("tictactoe")
    state = after_random_moves(game, moves, seed)
    counted = pw.count(game, state, plies=plies)
    assert counted.nodes_by_ply == [naive(game, state, ply) for ply in range(plies + 1)]


@given(st.integers(4, 9), st.integers(0, 10**6))
@settings(max_examples=40)
def test_the_complete_games_of_a_position_are_counted_as_the_plain_recursion_counts(moves, seed):
    game = pw.make("tictactoe")
    state = after_random_moves(game, moves, seed)
    counted = pw.count(game, state, divide=True)
    assert counted.complete_games == naive_ends(game, state)
    for action, share in counted.divide.items():
        assert share == naive_ends(game, game.result(state, action))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any), st.integers(0, 5), st.integers(0, 10**6))
@settings(max_examples=40)
def test_nim_positions_are_counted_as_the_plain_recursion_counts(heaps, plies, seed):
    game = pw.make("nim", heaps="-".join(map(str, heaps)))
    state = after_random_moves(game, seed % 3, seed)
    counted = pw.count(game, state, plies=plies, divide=True)
    assert counted.nodes_by_ply == [naive(game, state, ply) for ply in range(plies + 1)]
    if plies:
        for action, share in counted.divide.items():
            assert share == naive(game, game.result(state, action), plies - 1)


def test_trees_are_counted_too():
    tree = pw.Tree([[3, [5, 1]], 6])
    counted = pw.count(tree, divide=True)
    assert (counted.nodes_by_ply, counted.terminal_by_ply) == ([1, 2, 2, 2], [0, 1, 1, 2])
    assert counted.complete_games == 4
    assert list(counted.divide.values()) == [3, 1]


def test_two_actions_that_lead_to_the_same_state_are_two_lines():
    class Twins(pw.Game):
        def initial(self):
            return 0

        def player(self, state):
            return pw.MAX

        def actions(self, state):
            return ["left", "right"]

        def result(self, state, action):
            return state + 1

        def terminal(self, state):
            return state == 10

        def utility(self, state):
            return 0

    counted = pw.count(Twins(), divide=True)
    assert counted.nodes_by_ply == [2**ply for ply in range(11)]
    assert counted.complete_games == 1024
    assert counted.divide == {"left": 512, "right": 512}


class Forever(pw.Game):
    """Never ends."""

    def initial(self):
        return 0

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return (0, 1)

    def result(self, state, action):
        return (state + action) % 3

    def terminal(self, state):
        return False

    def utility(self, state):
        raise AssertionError


def test_a_game_without_end_can_be_counted_some_plies_deep_and_not_to_its_end():
    assert pw.count(Forever(), plies=70).nodes_by_ply[-1] == 2**70
    with pytest.raises(pw.InputError, match="say how many plies") as caught:
        pw.count(Forever())
    assert len(str(caught.value).splitlines()) == 1


def test_negative_plies_are_refused():
    with pytest.raises(pw.InputError, match="plies must be from 0 to 10,000, not -1"):
        pw.count(pw.make("nim"), plies=-1)


def test_the_states_of_a_ply_can_be_limited():
    game = pw.make("tictactoe")
    assert count(game, plies=2, most_states=72).nodes_by_ply == [1, 9, 72]
    with pytest.raises(TooManyStates, match="ply 2"):
        count(game, plies=2, most_states=71)


@pytest.mark.parametrize("plies", [None, 0, 1, 2, 9])
def test_the_rules_are_asked_within_their_contract_only(plies):
    class Strict(type(pw.make("tictactoe"))):
        def actions(self, state):
            assert not self.terminal(state)
            return super().actions(state)

        def player(self, state):
            assert state.x | state.o != 511
            return super().player(state)

        def utility(self, state):
            raise AssertionError("counting asks for no values")

    game = Strict()
    assert pw.count(game, game.parse_state("XO..X...."), plies=plies, divide=True).nodes_by_ply[0] == 1
