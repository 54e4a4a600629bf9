"""Solving in two ways by turns, where nobody says how long lines of play are: the answers of plain Python."""

import random
from itertools import islice
from math import inf
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import Solver
from plywise.engines.features import features_without
from plywise.engines.kernel.strong import MTDF
from plywise.game import FAR, MAX, MIN
from plywise.solvers import horizon
from plywise.solvers.alphabeta import AlphaBetaSolver
from plywise.solvers.horizon import HorizonSolver
from tests.helpers import generated_games as games
from tests.helpers.interrupts import interrupted_after

ALL = features_without(())


class Unbounded(games.Wood):
    """Whole utilities of which nothing is declared."""

    utility_bounds = (-inf, inf)


class Owing(games.Wood):
    """All utilities are good for MIN."""

    utility_bounds = (-9, -3)

    def utility(self, state):
        return games.drawn(state.mark, 7, 7) - 9

    def evaluate(self, state):
        return -4


GAMES = {game.name: game for game in (games.Wood(), Unbounded(), Owing(), games.TurnsWood(), games.KnowingWood())}
OFTEN = ["Wood", "Unbounded"]
FLOATS = games.FloatWood()


def named(names):
    return [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in names]


def states_of(game, count=20, seed=3):
    dice = random.Random(seed)
    for _ in range(count):
        yield game.start(
            seed=dice.randrange(1 << 40),
            side=dice.choice([MAX, MIN]),
            left=dice.randrange(8),
            early=dice.choice([0, 8]),
            turns=0 if game.alternating else dice.randrange(2),
            pool=dice.choice([0, 3]),
        )


@pytest.fixture(params=[20, 500], ids=lambda nodes: f"{nodes}-nodes")
def impatient(request, monkeypatch):
    """Each way has few nodes at first, so that both are tried, the one after the other."""
    monkeypatch.setattr(horizon, "FIRST_NODES", request.param)
    return request.param


def said(solution):
    return solution.value, solution.distance, solution.best, solution.actions


def check_line(solver, solution):
    """Assert that the line keeps value and distance and leads to the end."""
    game, state, left = solver.game, solution.state, solution.distance
    for action in solution.pv:
        assert action in list(game.actions(state))
        state = game.result(state, action)
        left = None if left is None else left - 1
        found = solver.solve(state, line=False)
        assert (found.value, found.distance) == (solution.value, left)
    assert game.terminal(state)


@pytest.mark.slow
@pytest.mark.parametrize("distance", [True, False])
@pytest.mark.parametrize("name", named(GAMES))
def test_values_distances_and_best_actions_are_the_reference_s(name, distance, impatient):
    game = GAMES[name]
    native = Solver(game, engine="native", distance=distance)
    plain = Solver(game, engine="reference", distance=distance)
    assert type(native._method) is HorizonSolver
    for number, state in enumerate(states_of(game)):
        for all_moves in (False, True):
            wanted = plain.solve(state, all_moves=all_moves)
            found = native.solve(state, all_moves=all_moves)
            assert said(found) == said(wanted), state
        if number % 5 == 0:
            check_line(plain, found)
    assert proved_something(native) or impatient > 100


def test_even_one_node_at_first_leads_to_the_answer(monkeypatch):
    monkeypatch.setattr(horizon, "FIRST_NODES", 1)
    game = GAMES["Wood"]
    native, plain = Solver(game, engine="native"), Solver(game, engine="reference")
    for state in states_of(game, 6):
        assert said(native.solve(state, all_moves=True)) == said(plain.solve(state, all_moves=True)), state


def proved_something(solver):
    """Return whether the second way was tried."""
    return any(memory.nodes for memory in solver._method._proof_sessions or ())


def test_both_ways_were_tried(monkeypatch):
    monkeypatch.setattr(horizon, "FIRST_NODES", 20)
    solver = Solver(GAMES["Wood"], engine="native")
    state = GAMES["Wood"].start(seed=8, left=8, early=0)
    solver.solve(state)
    assert all(memory.nodes > 0 for memory in (solver._method.session, *solver._method._proof_sessions))
    assert solver._method.nodes == sum(
        memory.nodes for memory in (solver._method.session, *solver._method._proof_sessions)
    )


@pytest.mark.slow
def test_utilities_that_are_no_whole_numbers_are_the_reference_s_without_distances(impatient):
    native = Solver(FLOATS, engine="native", distance=False)
    plain = Solver(FLOATS, engine="reference", distance=False)
    for state in states_of(FLOATS):
        assert said(native.solve(state, all_moves=True)) == said(plain.solve(state, all_moves=True)), state
    with pytest.raises(pw.InputError, match="--distance no"):
        Solver(FLOATS, engine="native")


@pytest.mark.parametrize("forget", [True, False])
def test_many_states_at_once(forget, impatient):
    game = GAMES["Wood"]
    states = list(states_of(game, 60))
    wanted = list(Solver(game, engine="reference").values(states))
    native = Solver(game, engine="native", table=1)
    assert list(native.values(states, forget=forget)) == wanted
    assert list(native.values([])) == []


@pytest.mark.slow_with("500-nodes")
def test_two_threads_find_what_one_finds(impatient):
    game = GAMES["Wood"]
    one, two = Solver(game, engine="native"), Solver(game, engine="native", threads=2)
    deep = [game.start(seed=seed, side=(MAX, MIN)[seed % 2], left=10, early=0, pool=30) for seed in range(3)]
    for state in [*deep, *states_of(game, 15)]:
        for all_moves in (False, True):
            assert said(two.solve(state, all_moves=all_moves)) == said(one.solve(state, all_moves=all_moves)), state


# --- a short win behind very long lines ------------------------------------------------------------------------------


class Waiting(pw.Game):
    """Two players wait, each in one of three ways, for hundreds of plies; or MAX walks to his goal in `goal` steps.

    While MAX walks, MIN may `push` once at each of some places, which costs MAX a step. Every third wait is counted.
    """

    alternating = True
    utility_bounds = (-1, 1)

    class State(NamedTuple):
        walked: int
        goal: int
        clock: int
        waits: int
        side: int

    def initial(self):
        return self.start()

    def start(self, goal=3, clock=600, side=MAX):
        return self.State(0, goal, clock, 0, side)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(4 if state.side == MAX else 3)

    def result(self, state, action):
        walked = state.walked + (1 if state.side == MAX and action == 3 else 0)
        waits = (state.waits * 3 + action + 1) % 100_003
        return self.State(walked, state.goal, state.clock - 1, waits, -state.side)

    def terminal(self, state):
        return state.walked == state.goal or state.clock == 0

    def utility(self, state):
        return 1 if state.walked == state.goal else -1


WAITING = Waiting()


@pytest.fixture(scope="module")
def patient():
    return Solver(WAITING, engine="native")


@pytest.fixture(scope="module")
def forester():
    """A solver whose engine is compiled for other tests, too."""
    return Solver(GAMES["Wood"], engine="native")


ENDLESS = GAMES["Wood"].start(seed=20261, left=5000, wide=5, early=0)
SHORT = GAMES["Wood"].start(seed=8, left=6, early=0)


@pytest.mark.slow
def test_a_short_win_behind_hundreds_of_plies_of_waiting_is_found_soon(patient):
    for goal, side, plies in ((3, MAX, 5), (3, MIN, 6)):
        state = WAITING.start(goal, side=side)
        found = patient.solve(state)
        assert (found.value, found.distance) == (1, plies)
        assert found.nodes < 20 * horizon.FIRST_NODES
        check = [state]
        for action in found.pv:
            check.append(WAITING.result(check[-1], action))
        assert WAITING.terminal(check[-1])
        assert len(found.pv) == plies
    assert patient.solve(WAITING.start(3), all_moves=True).actions[3] == (1, 5)


@pytest.mark.slow  # what is found soon above
def test_a_search_to_the_end_alone_does_not_come_back(patient):
    engine = patient._method.engine if hasattr(patient._method, "engine") else patient._method.session.engine
    alone = AlphaBetaSolver(engine, True, 1, None, ALL)
    alone.session.memory.limit_nodes(40 * horizon.FIRST_NODES)
    state = WAITING.start(3)

    def call(tools, stack):
        return alone.session.call_kernel(MTDF, state, tools, stack, alone.low, alone.high)

    with pytest.raises(horizon.Stopped) as caught:
        alone.session.run(call, state)
    assert caught.value.by == "nodes"


@pytest.mark.parametrize("nodes", [1, 100, 5000])
def test_a_limit_of_nodes_counts_those_of_both_ways(nodes, monkeypatch):
    monkeypatch.setattr(horizon, "FIRST_NODES", 300)
    entered = []
    for _ in range(2):
        solver = Solver(GAMES["Wood"], engine="native")
        with pytest.raises(horizon.Stopped) as caught:
            solver.solve(ENDLESS, line=False, nodes=nodes)
        assert caught.value.by == "nodes"
        entered.append(solver.nodes)
    assert entered[0] == entered[1]
    assert nodes <= entered[0] <= nodes + 20
    assert said(solver.solve(SHORT, line=False)) == said(
        Solver(GAMES["Wood"], engine="native").solve(SHORT, line=False)
    )


def test_turns_begin_with_a_glance_or_with_what_answered_the_last_question():
    solver = object.__new__(HorizonSolver)
    solver._answered_at_horizon, most = False, horizon.FIRST_NODES
    assert list(islice(solver._turns(), 4)) == [(False, most // 40), (True, most), (False, most), (True, 4 * most)]
    solver._answered_at_horizon = True
    assert list(islice(solver._turns(), 4)) == [(False, most), (True, most), (False, 4 * most), (True, 4 * most)]


def test_a_short_game_is_not_much_dearer_than_by_a_search_to_the_end_alone():
    state = GAMES["Wood"].start(seed=5, left=8, early=0)
    patient = Solver(GAMES["Wood"], engine="native").solve(state, line=False)
    alone = AlphaBetaSolver(Solver(GAMES["Wood"], engine="native")._method.session.engine, True, 1, None, ALL)
    alone.encoded_value(state)
    assert patient.nodes < 10 * alone.nodes + 1000


def test_ctrl_c_ends_it_in_whatever_way_it_is_and_the_next_one_knows_nothing_of_that(forester, monkeypatch):
    known = said(Solver(GAMES["Wood"], engine="reference").solve(SHORT, line=False))
    for first in (10**9, 200):
        monkeypatch.setattr(horizon, "FIRST_NODES", first)
        monkeypatch.setattr(horizon, "MORE_NODES", 1)
        for delay in (0.15, 0.3, 0.45):
            with interrupted_after(delay):
                forester.solve(ENDLESS)
            monkeypatch.setattr(horizon, "FIRST_NODES", 2000)
            assert said(forester.solve(SHORT, line=False)) == known
            monkeypatch.setattr(horizon, "FIRST_NODES", first)


def test_ctrl_c_while_a_horizon_is_moved_on(forester, monkeypatch):
    inner, pressed = HorizonSolver.narrow_question, []

    def narrowed(way, question, depth, budget):
        if not pressed:
            pressed.append(depth)
            way._proof_sessions = way._make_proof_session(way.low), way._make_proof_session(way.high)
            way._proof_sessions[0].interrupt()
        return inner(way, question, depth, budget)

    monkeypatch.setattr(HorizonSolver, "narrow_question", narrowed)
    monkeypatch.setattr(horizon, "FIRST_NODES", 100)
    with pytest.raises(KeyboardInterrupt):
        forester.solve(ENDLESS)
    assert pressed
    known = said(Solver(GAMES["Wood"], engine="reference").solve(SHORT, line=False))
    assert said(forester.solve(SHORT, line=False)) == known


# --- what is so far missing ------------------------------------------------------------------------------------------


class Circling(pw.Game):
    """MAX wins in three steps if he wants to, and anyone may go back: lines of play without end."""

    alternating = True
    utility_bounds = (-1, 1)

    class State(NamedTuple):
        place: int
        side: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(2)

    def result(self, state, action):
        step = action if state.side == MAX else 0
        return self.State((state.place + 1) if step else max(0, state.place - action), -state.side)

    def terminal(self, state):
        return state.place >= 1

    def utility(self, state):
        return 1


@pytest.mark.slow
def test_a_win_in_one_is_found_though_lines_of_play_need_not_end():
    found = pw.solve(CIRCLING_STATE_GAME, engine="native")
    assert (found.value, found.distance) == (1, 1)


CIRCLING_STATE_GAME = Circling()


@pytest.mark.slow
def test_nothing_is_declared_of_outcomes_beyond_all():
    solver = Solver(GAMES["Unbounded"], engine="native")
    assert (solver._method.low, solver._method.high) == (-FAR, FAR)
