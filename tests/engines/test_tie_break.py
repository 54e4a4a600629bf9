"""Of equal moves the most promising: the same in every algorithm and both engines, and nothing else changes."""

import random

import pytest

import plywise as pw
from plywise.engines.algorithms import ALGORITHMS, WITH_REFERENCE
from plywise.engines.reference import ties
from plywise.engines.reference.observer import Observer
from plywise.engines.tie_break import preferred, rivals
from plywise.game import start_of
from plywise.solvers.solver import Solver
from tests.helpers.hurry import answer_within

GAME = pw.make("tictactoe")


def some_states(count, seed=6):
    source, found = random.Random(seed), []
    while len(found) < count:
        state = GAME.initial()
        for _ in range(source.randrange(5)):
            if not GAME.terminal(state):
                state = GAME.result(state, source.choice(list(GAME.actions(state))))
        if not GAME.terminal(state):
            found.append(state)
    return found


def most_promising(state, depth):
    """Return the move to choose, by values of all moves that minimax finds."""
    every = pw.algorithms.minimax(GAME, state, all_moves=True, depth=depth)
    equal = [action for action, value in every.action_values.items() if value == every.value]
    return max(equal, key=lambda action: GAME.priority(state, action))


def ways():
    """Return every algorithm that the reference has, with each engine that has it."""
    return [
        (name, engine)
        for name in WITH_REFERENCE
        for engine in ("reference", *(["native"] if ALGORITHMS[name].native is not None else []))
    ]


@pytest.mark.parametrize(("algorithm", "engine"), ways())
def test_every_algorithm_chooses_the_same_of_equal_moves(algorithm, engine):
    for state in some_states(5):
        for depth in (2, 3):
            wanted = most_promising(state, depth)
            for all_moves in (False, True):
                found = pw.search(GAME, state, engine=engine, algorithm=algorithm, depth=depth, all_moves=all_moves)
                assert found.best == found.pv[0] == wanted, (GAME.format_state(state), depth, all_moves)


class Mixed(type(GAME)):
    """Tic-tac-toe whose most promising moves have ints for a priority, others floats."""

    def priority(self, state, action):
        return (2.5, 0, 3, 2, 1e-9, -1.5, 3.5, -1, True)[action]


def test_priorities_of_ints_and_floats_are_compared_as_numbers():
    game, start = Mixed(), GAME.initial()
    assert preferred(game, start, game.actions(start)) == 6
    assert rivals(game, start, 4) == [6, 2, 0, 3, 8]
    pw.algorithms.alphabeta(game, order="priority", depth=1, all_moves=True, observer=(seen := Seen()))
    assert seen.actions == [6, 2, 0, 3, 8, 4, 1, 7, 5]


class Seen(Observer):
    def __init__(self):
        self.actions = []

    def enter(self, node, alpha, beta):
        self.actions += [] if node.action is None else [node.action]


def test_a_priority_that_is_no_number_is_refused():
    game = Mixed()
    game.priority = lambda state, action: float("nan")
    for options in ({"order": "priority"}, {}):
        with pytest.raises(pw.InputError, match="priority returned nan at"):
            pw.search(game, engine="reference", depth=1, **options)


@pytest.mark.parametrize("order", ["reverse", "random", "best", "killers"])
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_so_does_every_order(order, engine):
    for state in some_states(3, seed=8):
        found = pw.search(GAME, state, engine=engine, algorithm="alphabeta", order=order, depth=3)
        assert found.best == most_promising(state, 3)


def test_the_line_after_another_move_is_a_line_of_best_play():
    for engine in ("reference", "native"):
        result = pw.search(GAME, engine=engine)
        assert result.pv == [4, 0, 1, 7, 3, 5, 2, 6, 8]
        assert result.nodes == 18_297


def test_all_that_is_left_to_a_loser_is_to_last():
    state = GAME.parse_state("X.......O")
    lost = GAME.result(state, 2)
    for engine in ("reference", "native"):
        result = pw.search(GAME, lost, engine=engine, algorithm="deepening")
        assert (result.value, result.best) == (1, 1)  # any other move loses in two plies, this one in four


@pytest.mark.parametrize("position", [".........", "X........", "....X....", ".X..O...."])
def test_a_stopped_search_chooses_the_most_promising_too(position):
    """Without estimates, all moves of the last complete iteration are equal here."""
    state = GAME.parse_state(position)
    options = {"algorithm": "deepening", "nodes": 300, "evaluate": False}
    found = pw.search(GAME, state, engine="reference", **options)
    assert (found.stopped_by, found.value, found.nodes) == ("nodes", 0, 300)
    assert found.best == found.pv[0] == max(GAME.actions(state), key=lambda action: GAME.priority(state, action))


def test_telling_equals_apart_after_a_stop_is_bounded(monkeypatch):
    state = GAME.parse_state("X........")
    monkeypatch.setattr(ties, "MAX_TEST_NODES", 3)
    asked = []

    class Counted(type(GAME)):
        def result(self, state, action):
            asked.append(action)
            return super().result(state, action)

    game = Counted()
    start_of(game, state)  # where the rules are tried, once
    asked.clear()
    found = pw.search(game, state, engine="reference", algorithm="deepening", nodes=200)
    assert found.nodes == 200
    assert found.best in GAME.actions(state)
    assert len(asked) < 200 + 20
    answer_within(0.2, lambda: pw.search(GAME, state, engine="reference", algorithm="deepening", time=0.01))


def test_what_is_watched_is_what_is_told():
    assert pw.trace(GAME, GAME.parse_state("X...O....")).result.best == 1
    assert pw.search(GAME, GAME.parse_state("X...O...."), engine="reference").best != 1


def test_the_rivals_of_a_move_are_those_with_a_higher_priority_or_as_high_and_earlier():
    start = GAME.initial()
    assert rivals(GAME, start, 1) == [4, 0, 2, 6, 8]
    assert rivals(GAME, start, 1, later=True) == [4, 2, 6, 8]
    assert rivals(GAME, start, 6) == [4, 0, 2]
    assert rivals(GAME, start, 4) == []


def test_a_priority_that_is_no_number_is_named():
    class Vague(type(GAME)):
        compiles = False

        def priority(self, state, action):
            return None

    with pytest.raises(pw.InputError, match="priority returned None at"):
        pw.search(Vague())


def test_a_solver_s_line_follows_the_most_promising_moves():
    assert Solver(GAME).solve().pv[:2] == [4, 0]
    assert Solver(GAME, tie_break=False).solve().pv[0] == 0


def test_a_search_without_estimates_is_that_of_a_game_without_an_evaluation():
    class Blind(type(GAME)):
        compiles = False
        evaluate = pw.Game.evaluate

    for state in some_states(4):
        plain = pw.search(Blind(), state, depth=3)
        for engine in ("reference", "native"):
            for order in ("given", "best"):
                found = pw.search(GAME, state, engine=engine, depth=3, evaluate=False, order=order)
                assert (found.value, found.best) == (plain.value, plain.best)
            assert pw.search(GAME, state, engine=engine, depth=3, evaluate=False).nodes == plain.nodes
