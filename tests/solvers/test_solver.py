"""Solving: values, distances and best actions against other programs' labels, the definition and the plain engine."""

import random
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError, Solver
from plywise.engines import fallback
from plywise.engines.compiled import engine_for
from plywise.engines.limits import Stopped
from plywise.errors import NativeFailure
from plywise.solvers.alphabeta import AlphaBetaSolver
from plywise.solvers.horizon import HorizonSolver
from tests.helpers import generated_games as games
from tests.helpers.connect4_labels import CONNECT4, labelled, score_of, states_of
from tests.helpers.interrupts import interrupted_after
from tests.helpers.stones import Stones

TICTACTOE = pw.make("tictactoe")
NIM = pw.make("nim", heaps="3-4-5")
WOOD = games.Wood()

ENGINES = ("native", "reference")
WON = "1213141"
LOST = "71122334"
DRAWN = "121212212121343434434343565656656565777777"


def reachable(game):
    found, waiting = {}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = True
            if not game.terminal(state):
                waiting += [game.result(state, action) for action in game.actions(state)]
    return list(found)


def minimax_value(game, state):
    if game.terminal(state):
        return game.utility(state)
    values = [minimax_value(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.player(state) == MAX else min(values)


@cache
def solved(state):
    """Return a position's value and the plies to the end, from the definition: sooner wins, later losses."""
    if TICTACTOE.terminal(state):
        return TICTACTOE.utility(state), 0
    mover = TICTACTOE.player(state)
    below = [solved(TICTACTOE.result(state, action)) for action in TICTACTOE.actions(state)]
    value = mover * max(mover * each for each, _ in below)
    plies = [1 + plies for each, plies in below if each == value]
    return value, min(plies) if mover * value > 0 else max(plies)


def one_ply_on(value, distance):
    return value, (None if distance is None or value == 0 else distance + 1)


def on_their_own(solver, state):
    """Return what each action gives, as found by solving the state after it."""
    game = solver.game
    found = {}
    for action in game.actions(state):
        child = solver.solve(game.result(state, action), line=False)
        found[action] = one_ply_on(child.value, child.distance)
    return found


def check_line(solver, solution):
    """Assert that the line keeps the value and the distance, and ends where the game ends."""
    game, state = solver.game, solution.state
    left = solution.distance
    for action in solution.pv:
        assert action in list(game.actions(state))
        state = game.result(state, action)
        left = None if left is None else left - 1
        below = solver.solve(state, line=False)
        assert (below.value, below.distance) == (solution.value, left), game.format_state(state)
    assert game.terminal(state)
    if solution.distance is not None:
        assert len(solution.pv) == solution.distance


def said(solution):
    return solution.value, solution.distance, solution.best, solution.actions


def one_line(error):
    return len(str(error.value).splitlines()) == 1


@pytest.fixture(scope="module")
def four():
    return Solver(CONNECT4, engine="native")


# --- Connect Four against its labels ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stones", [pytest.param(8, marks=pytest.mark.slow), 12, 16, 20, 24, 28, 36])
def test_connect_four_has_the_scores_that_another_program_found(stones, four):
    positions = labelled(stones)
    assert len(positions) == 10
    scores = [each["score"] for each in positions]
    states = states_of(positions)
    solved = [four.solve(state, line=False) for state in states]
    assert [score_of(each.value, each.distance, stones) for each in solved] == scores
    for options in ({}, {"forget": True}, {}):
        found = list(four.values(states, **options))
        assert found == [(each.value, each.distance) for each in solved]


def test_one_solver_finds_all_scores_in_any_order(four):
    positions = labelled(12, 16, 20, 24, 28, 36)
    random.Random(4).shuffle(positions)
    found = four.values(states_of(positions))
    for each, (value, distance) in zip(positions, found, strict=True):
        assert score_of(value, distance, each["stones"]) == each["score"], each["moves"]


@pytest.mark.parametrize("stones", [12, 20, 28, 36])
def test_connect_four_has_the_columns_that_another_program_found(stones, four):
    for each in labelled(stones):
        state = CONNECT4.parse_state(each["moves"])
        solution = four.solve(state, all_moves=True, line=False)
        scores = {
            CONNECT4.format_action(state, action): score_of(value, distance, stones)
            for action, (value, distance) in solution.actions.items()
        }
        assert scores == {str(n): score for n, score in enumerate(each["column_scores"], 1) if score is not None}
        for found in (solution, four.solve(state, line=False)):
            assert found.to_dict()["best"] == [str(column) for column in each["best_columns"]], each["moves"]


@pytest.mark.slow
def test_without_distances_connect_four_has_the_outcomes():
    solver = Solver(CONNECT4, engine="native", distance=False)
    positions = labelled(12, 20, 28)
    values = list(solver.values(states_of(positions)))
    for each, (value, distance) in zip(positions, values, strict=True):
        state = CONNECT4.parse_state(each["moves"])
        solution = solver.solve(state, all_moves=True)
        signs = {n: (score > 0) - (score < 0) for n, score in enumerate(each["column_scores"], 1) if score is not None}
        sign = max(signs.values())
        assert (value, distance) == (solution.value, solution.distance) == (sign * CONNECT4.player(state), None)
        assert solution.outcome == {1: "win", 0: "draw", -1: "loss"}[sign]
        assert solution.to_dict()["best"] == [str(n) for n in signs if signs[n] == sign]
        assert {
            CONNECT4.format_action(state, a): v * CONNECT4.player(state) for a, (v, _) in solution.actions.items()
        } == {str(n): each for n, each in signs.items()}
        check_line(solver, solution)


SIZES = [(4, 4, 0), (4, 5, 0), (5, 4, 0), (5, 5, 0), (6, 4, -1), (4, 6, 0), (5, 6, 0), (6, 5, 0), (6, 6, -1)]


LONGER_SIZES = ((4, 5), (5, 4), (5, 5), (4, 6), (5, 6), (6, 5), (6, 6))


@pytest.mark.slow  # of a small one: tests/cli/commands/test_solve.py
@pytest.mark.parametrize(
    ("width", "height", "value"),
    [pytest.param(*size, marks=pytest.mark.slow) if size[:2] in LONGER_SIZES else size for size in SIZES],
)
def test_small_boards_have_their_known_values(width, height, value):
    solution = pw.solve(pw.make("connect4", width=width, height=height), engine="native")
    assert solution.value == value
    assert solution.outcome == ("draw" if value == 0 else "loss")
    assert len(solution.pv) == (width * height if value == 0 else solution.distance)


@pytest.mark.slow
def test_the_first_player_wins_the_usual_board_in_41_plies(four):
    solution = four.solve()
    assert (solution.outcome, solution.value, solution.distance) == ("win", 1, 41)
    assert solution.to_dict()["best"] == ["4"]
    assert len(solution.pv) == 41


# --- many states in one call -----------------------------------------------------------------------------------------


def test_values_of_games_that_are_over(four):
    over = {WON: (1, 0), LOST: (-1, 0), DRAWN: (0, None)}
    running = [each["moves"] for each in labelled(24, 28)[8:12]]
    texts = [*over, *running]
    for order in (texts, texts[::-1], [*over], [WON], [LOST], [DRAWN], [running[0], DRAWN, WON, running[1], LOST]):
        states = [CONNECT4.parse_state(text) for text in order]
        solved = [four.solve(state) for state in states]
        wanted = [(each.value, each.distance) for each in solved]
        assert [pair for text, pair in zip(order, wanted, strict=True) if text in over] == [
            over[text] for text in order if text in over
        ]
        for forget in (False, True):
            assert list(four.values(states, forget=forget)) == wanted, order


def test_values_of_no_states(four):
    assert list(four.values([])) == []
    assert list(four.values(iter([]), forget=True)) == []


def test_values_come_from_any_iterable(four):
    states = states_of(labelled(28))
    assert list(four.values(state for state in states)) == list(four.values(states))


@pytest.mark.slow_with("native-False")
@pytest.mark.parametrize("distance", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
def test_values_of_a_won_and_a_drawn_game_of_tic_tac_toe(engine, distance):
    solver = Solver(TICTACTOE, engine=engine, distance=distance)
    states = [TICTACTOE.parse_state(text) for text in ("XXXOO....", "XOXXOOOXX", "XX.OO....", "OOOXX.X..")]
    wanted = [(1, 0), (0, None), (1, 1), (-1, 0)]
    if not distance:
        wanted = [(value, None) for value, _ in wanted]
    assert list(solver.values(states)) == wanted
    assert [(each.value, each.distance) for each in map(solver.solve, states)] == wanted


@pytest.mark.slow_with("False")
@pytest.mark.parametrize("distance", [True, False])
def test_values_of_more_states_than_one_batch_holds(distance):
    states = reachable(TICTACTOE)
    assert len(states) == 5478
    random.Random(2).shuffle(states)
    wanted = [(value, plies if distance and value else None) for value, plies in map(solved, states)]
    native = Solver(TICTACTOE, engine="native", distance=distance)
    assert list(native.values(states * 2)) == wanted * 2
    assert list(native.values(states, forget=True)) == wanted


class LowWood(games.Wood):
    """Utilities 0, 1 and 2."""

    utility_bounds = (0, 2)

    def utility(self, state):
        return games.drawn(state.mark, 7, 3)

    def evaluate(self, state):
        return 1


class YesNoWood(games.Wood):
    """Utilities 0 and 1; an evaluation, which no solution needs, is between them."""

    utility_bounds = (0, 1)

    def utility(self, state):
        return games.drawn(state.mark, 7, 2)

    def evaluate(self, state):
        return 0.5


class HighWood(LowWood):
    """Utilities 3, 4 and 5, all good for MAX."""

    utility_bounds = (3, 5)

    def utility(self, state):
        return 3 + games.drawn(state.mark, 7, 3)

    def evaluate(self, state):
        return 4


class DebtWood(LowWood):
    """Utilities -5, -4 and -3, all good for MIN."""

    utility_bounds = (-5, -3)

    def utility(self, state):
        return games.drawn(state.mark, 7, 3) - 5

    def evaluate(self, state):
        return -4


def wood_states(game, count, seed=1):
    dice = random.Random(seed)
    for _ in range(count):
        yield game.start(
            seed=dice.randrange(1 << 40),
            side=dice.choice([MAX, MIN]),
            left=dice.randrange(6),
            wide=3,
            early=dice.choice([0, 8]),
            turns=dice.randrange(2),
            pool=dice.choice([0, 3]),
        )


MORE_WOODS = [pytest.param(each, marks=pytest.mark.slow) for each in (LowWood(), YesNoWood(), HighWood())]


@pytest.mark.slow
@pytest.mark.parametrize("distance", [True, False])
@pytest.mark.parametrize("game", [WOOD, *MORE_WOODS, DebtWood()], ids=lambda game: game.name)
def test_values_are_those_of_solve_whatever_the_utilities_bounds(game, distance):
    native = Solver(game, engine="native", distance=distance)
    plain = Solver(game, engine="reference", distance=distance)
    states = list(wood_states(game, 150))
    wanted = list(plain.values(states))
    assert list(native.values(states)) == wanted
    assert list(native.values(states, forget=True)) == wanted
    for state, pair in zip(states, wanted, strict=True):
        compiled, other = native.solve(state, all_moves=True), plain.solve(state, all_moves=True)
        assert said(compiled) == said(other), state
        assert (compiled.value, compiled.distance) == pair
        assert compiled.value == minimax_value(game, state)


# --- threads ---------------------------------------------------------------------------------------------------------


def thread_states(game):
    if game is CONNECT4:
        return states_of(labelled(12, 20))
    if game is NIM:
        return [NIM.parse_state(text) for text in ("3-4-5", "1-2-3 MIN", "3-4-2 MIN", "0-0-1", "0-0-0 MIN")]
    deep = [WOOD.start(seed=seed, side=(MAX, MIN)[seed % 2], left=9, early=0, pool=40) for seed in range(4)]
    return [*deep, WOOD.start(seed=9, left=2, wide=300, span=9, turns=1), *wood_states(WOOD, 30, seed=3)]


@pytest.mark.slow
@pytest.mark.parametrize("distance", [True, False])
@pytest.mark.parametrize("game", [CONNECT4, NIM, WOOD], ids=lambda game: game.name)
def test_two_threads_find_what_one_finds(game, distance):
    one = Solver(game, engine="native", distance=distance)
    two = Solver(game, engine="native", distance=distance, threads=2)
    states = thread_states(game)
    for state in states:
        for all_moves in (False, True):
            alone, both = one.solve(state, all_moves=all_moves), two.solve(state, all_moves=all_moves)
            assert said(both) == said(alone), game.format_state(state)
            assert both.threads == 2
            check_line(one, both)
    assert list(two.values(states)) == list(one.values(states))


# --- a warm table ----------------------------------------------------------------------------------------------------


def hard_positions(count=3):
    """Return positions for which a cold solver needs many nodes."""
    many = {}
    for state in states_of(labelled(12)):
        many[state] = Solver(CONNECT4, engine="native").solve(state, line=False).nodes
    return sorted(many.items(), key=lambda each: -each[1])[:count]


def test_a_solver_needs_fewer_nodes_for_what_it_has_solved_before():
    (state, cold), *_ = hard_positions()
    solver = Solver(CONNECT4, engine="native")
    first = solver.solve(state, line=False)
    again = solver.solve(state, line=False)
    assert first.nodes == cold
    assert again.nodes < cold / 10
    assert said(first) == said(again)


def test_a_batch_never_forgets_what_was_hard():
    (state, cold), *_ = hard_positions()
    solver = Solver(CONNECT4, engine="native")
    others = states_of(labelled(12, 16, 20, 24, 28, 36))
    solver.solve(state, line=False)
    for batch in (others, [state, *others], []):
        list(solver.values(batch))
        assert solver.solve(state, line=False).nodes < cold / 10


@pytest.mark.slow
def test_a_batch_that_forgets_solves_each_as_if_it_were_the_first():
    (state, cold), *_ = hard_positions()
    solver = Solver(CONNECT4, engine="native")
    solver.solve(state, line=False)
    list(solver.values([CONNECT4.parse_state("121212")], forget=True))
    assert solver.solve(state, line=False).nodes > cold / 2


def lines_backwards(count):
    """Return lines of best play from hard positions, each from its end to its beginning."""
    for state, _ in hard_positions(count):
        line = [state]
        for action in Solver(CONNECT4, engine="native").solve(state).pv[:6]:
            line.append(CONNECT4.result(line[-1], action))
        yield from (each for each in reversed(line) if not CONNECT4.terminal(each))


@pytest.mark.slow_with("True")
@pytest.mark.parametrize("related", [True, False])
def test_a_warm_solver_enters_no_more_nodes_than_a_cold_one(related):
    states = list(lines_backwards(2)) if related else states_of(labelled(12, 16, 20))
    nodes = {}
    for forget in (True, False):
        solver = Solver(CONNECT4, engine="native")
        list(solver.values(states, forget=forget))
        nodes[forget] = solver.nodes
    assert nodes[False] < nodes[True] * (0.85 if related else 1.1)


# --- many states at once ---------------------------------------------------------------------------------------------


def states_met(game, count):
    """Return states of random games, in random order."""
    source, found = random.Random(8), []
    while len(found) < count:
        state = game.initial()
        while not game.terminal(state):
            found.append(state)
            state = game.result(state, source.choice(list(game.actions(state))))
        found.append(state)
    source.shuffle(found)
    return found[:count]


SEVERAL = {
    "connect4": (CONNECT4, lambda: states_of(labelled(16, 20, 24, 28, 36)) + [CONNECT4.parse_state(WON)] * 2),
    "tictactoe": (TICTACTOE, lambda: states_met(TICTACTOE, 60)),
    "nim": (NIM, lambda: states_met(NIM, 60)),
    "wood": (WOOD, lambda: states_met(WOOD, 40)),
}


@pytest.mark.slow_with("connect4--all", "connect4-first-all")
@pytest.mark.parametrize("words", [{}, {"all_moves": True}, {"line": False}], ids=["best", "all", "no line"])
@pytest.mark.parametrize(
    "options",
    [{}, {"tie_break": False}, pytest.param({"distance": False}, marks=pytest.mark.slow)],
    ids=["", "first", "values"],
)
@pytest.mark.parametrize("name", ["connect4", "tictactoe", pytest.param("nim", marks=pytest.mark.slow), "wood"])
def test_many_states_solved_by_one_call_are_solved_as_one_by_one(name, options, words):
    game, several = SEVERAL[name]
    states = several()
    together, apart = (Solver(game, engine="native", **options) for _ in range(2))
    found = list(together.solutions(states, **words))
    wanted = [apart.solve(state, **words) for state in states]
    if name == "nim":  # its lines may be long: a state alone is first looked at nearby (solvers/horizon.py)
        found, wanted = ([replace(each, nodes=0) for each in every] for every in (found, wanted))
    else:
        assert together.nodes == apart.nodes
    assert found == wanted
    assert all(type(action) is int for each in found for action in each.pv + each.best)


def test_a_batch_too_long_for_the_rows_of_one_call_takes_several(monkeypatch):
    from plywise.engines.native import exact

    monkeypatch.setattr(exact, "ROWS_SIZE", 64)  # not enough for one
    states = states_met(TICTACTOE, 40)
    assert list(Solver(TICTACTOE).solutions(states)) == list(map(Solver(TICTACTOE).solve, states))


def test_a_state_that_takes_long_is_left_to_the_search_by_turns(monkeypatch):
    states = states_met(WOOD, 40)
    wanted = [said(Solver(WOOD, engine="native").solve(state)) for state in states]
    monkeypatch.setattr(HorizonSolver, "first_nodes", 40)
    assert [said(each) for each in Solver(WOOD, engine="native").solutions(states)] == wanted


def test_what_comes_before_a_state_that_cannot_be_solved_is_solved():
    states = states_met(TICTACTOE, 12)
    found = Solver(TICTACTOE, engine="native").solutions([*states, "no state", states[0]])
    assert [next(found).state for _ in states] == states
    with pytest.raises(InputError):
        next(found)


def test_what_is_not_a_state_is_never_compiled_for():
    solver = Solver(TICTACTOE, engine="native")
    with pytest.raises(InputError):
        list(solver.solutions([*states_met(TICTACTOE, 12), "no state"]))
    engine = engine_for(TICTACTOE, TICTACTOE.initial())
    assert engine.facts["states"][0] == "tuple"  # and not a union with texts, in this process and in the cache


def test_a_limit_of_time_holds_for_its_own_question_alone():
    solver, states = Solver(TICTACTOE, engine="native"), states_met(TICTACTOE, 12)
    with suppress(Stopped):  # on a busy machine the limit is reached
        solver.solve(states[0], time=0.001)
    time.sleep(0.01)
    assert len(list(solver.values(states))) == len(list(solver.solutions(states))) == 12


def test_a_limit_of_nodes_stops_at_the_same_place_each_time_and_holds_for_its_own_question_alone():
    start, entered = TICTACTOE.initial(), []
    for _ in range(2):
        solver = Solver(TICTACTOE, engine="native")
        with pytest.raises(Stopped) as caught:
            solver.solve(start, nodes=50)
        assert caught.value.by == "nodes"
        entered.append(solver.nodes)
    assert entered[0] == entered[1]
    assert 50 <= entered[0] < 60
    assert said(solver.solve(start)) == said(Solver(TICTACTOE, engine="native").solve(start))
    assert said(solver.solve(start, nodes=10**9)) == said(solver.solve(start))


@pytest.mark.slow_with("options1-limit1")
@pytest.mark.parametrize(
    ("options", "limit"),
    [({"engine": "reference"}, {"time": 1}), ({"method": "proof", "distance": False}, {"nodes": 50})],
)
def test_what_cannot_be_limited_says_so(options, limit):
    with pytest.raises(InputError, match="does not support a limit of"):
        Solver(TICTACTOE, **options).solve(**limit)


def test_other_methods_solve_many_states_one_by_one():
    states = states_met(NIM, 10)
    reference = Solver(NIM, engine="reference")
    assert [said(each) for each in reference.solutions(states)] == [said(reference.solve(state)) for state in states]
    assert list(reference.solutions([])) == []


# --- rules that change, and rules that fail --------------------------------------------------------------------------


class Worth(Stones):
    """Whoever takes the last stone wins as much as it is worth."""

    def __init__(self, worth):
        super().__init__(5)
        self.worth = [worth]

    def utility(self, state):
        return super().utility(state) * self.worth[0]


def test_plain_python_knows_nothing_of_rules_that_have_changed():
    game = Worth(2)
    solver = Solver(game, engine="reference")
    assert solver.solve().value == 2
    entered = solver.nodes
    assert solver.solve(line=False).value == 2
    assert solver.nodes < 2 * entered  # what it knows serves again
    game.worth[0] = 5
    assert solver.solve().value == 5
    assert list(solver.values([game.initial()])) == [(5, 3)]


@pytest.mark.parametrize("ask", ["solve", "values", "solutions"])
def test_where_compiled_rules_fail_the_engine_auto_goes_on_in_plain_python(ask, monkeypatch, capsys):
    def fail(*words, **options):
        raise NativeFailure("tictactoe: the compiled rules failed: too great")

    state = TICTACTOE.parse_state(".XOOX.X.O")
    monkeypatch.setattr(fallback, "_reported", [])
    for name in ("encoded_value", "encoded_values", "solve_some"):
        monkeypatch.setattr(AlphaBetaSolver, name, fail)
    questions = {
        "solve": lambda solver: (solver.solve(state).value, solver.solve(state).distance),
        "values": lambda solver: next(solver.values([state])),
        "solutions": lambda solver: next((each.value, each.distance) for each in solver.solutions([state])),
    }
    solver = Solver(TICTACTOE)
    assert questions[ask](solver) == (1, 1)
    assert solver.engine == "reference"
    said = capsys.readouterr().err
    assert said == "tictactoe is searched by the reference engine: the compiled rules failed: too great\n"
    with pytest.raises(NativeFailure):
        questions[ask](Solver(TICTACTOE, engine="native"))


# --- best actions and lines ------------------------------------------------------------------------------------------


@pytest.mark.slow_with("False")
@pytest.mark.parametrize("distance", [True, False])
def test_every_best_action_is_proved_and_no_other_is_listed(distance):
    solver = Solver(CONNECT4, engine="native", distance=distance)
    other = Solver(CONNECT4, engine="native", distance=distance)
    for state in states_of(labelled(16, 24, 36)):
        wanted = on_their_own(other, state)
        solution = solver.solve(state)
        assert (solution.value, solution.distance) in wanted.values()
        best = [action for action, each in wanted.items() if each == (solution.value, solution.distance)]
        assert solution.best == best, CONNECT4.format_state(state)
        assert solution.actions is None
        every = solver.solve(state, all_moves=True)
        assert every.actions == wanted
        assert list(every.actions) == list(CONNECT4.actions(state))
        assert said(every)[:3] == said(solution)[:3]


@pytest.mark.parametrize("stones", [12, 20, 28, 36])
def test_the_line_keeps_value_and_distance_to_the_end_of_the_game(stones, four):
    for state in states_of(labelled(stones)):
        solution = four.solve(state)
        assert solution.pv[0] == max(solution.best, key=lambda action: CONNECT4.priority(state, action))
        check_line(four, solution)


@pytest.mark.fast_with("True-reference", "False-reference")
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("distance", [True, False])
def test_the_line_of_a_small_game_goes_to_its_end(engine, distance):
    for game in (TICTACTOE, NIM, pw.make("nim", heaps="2-3-3", misere=1)):
        solver = Solver(game, engine=engine, distance=distance)
        check_line(solver, solver.solve())


def test_a_game_that_is_over_has_neither_line_nor_actions(four):
    for text in (WON, LOST, DRAWN):
        solution = four.solve(CONNECT4.parse_state(text), all_moves=True)
        assert (solution.player, solution.best, solution.pv, solution.actions) == (None, [], [], {})


# --- utilities -------------------------------------------------------------------------------------------------------


class QuarterWood(games.Wood):
    """Utilities 0.25 and 0.75."""

    utility_bounds = (0, 1)

    def utility(self, state):
        return 0.25 + 0.5 * games.drawn(state.mark, 7, 2)

    def evaluate(self, state):
        return 0.5


@pytest.mark.parametrize("engine", [*ENGINES, "auto"])
def test_utilities_that_are_no_whole_numbers_have_no_distances(engine):
    game = games.FloatWood()  # its engine serves other tests, too
    states = [game.start(seed=seed, side=(MAX, MIN)[seed % 2], early=0) for seed in range(6)]
    for state in states:
        with pytest.raises(InputError, match="whole") as caught:
            pw.solve(game, state, engine=engine)
        assert one_line(caught)
        with pytest.raises(InputError, match="whole") as caught:
            list(Solver(game, engine=engine).values([state]))
        assert one_line(caught)


@pytest.mark.slow
def test_values_that_are_no_whole_numbers_are_found_by_compiled_searches():
    game = games.FloatWood()
    states = list(wood_states(game, 60))
    found = Solver(game, engine="native", distance=False).values(states)
    assert list(found) == [(minimax_value(game, state), None) for state in states]


@pytest.mark.slow_with("QuarterWood-native", "FloatWood-native")  # compiled, their values: above
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", [QuarterWood(), games.FloatWood()], ids=lambda game: game.name)
def test_utilities_that_are_no_whole_numbers_are_solved_without_distances(engine, game):
    solver = Solver(game, engine=engine, distance=False)
    states = list(wood_states(game, 60))
    for state, pair in zip(states, solver.values(states), strict=True):
        value = minimax_value(game, state)
        solution = solver.solve(state, all_moves=True)
        assert pair == (solution.value, solution.distance) == (value, None)
        if not game.terminal(state):
            wanted = {action: minimax_value(game, game.result(state, action)) for action in game.actions(state)}
            assert solution.actions == {action: (each, None) for action, each in wanted.items()}
            assert solution.best == [action for action, each in wanted.items() if each == value]
            assert solver.solve(state).best == solution.best
            check_line(solver, solution)


@pytest.mark.slow_with("native")
@pytest.mark.parametrize("engine", ENGINES)
def test_an_evaluation_that_is_no_whole_number_does_not_hinder_distances(engine):
    game = YesNoWood()
    solution = pw.solve(game, game.start(seed=5, left=4, early=0), engine=engine)
    assert isinstance(solution.value, int)
    assert solution.value == minimax_value(game, solution.state)
    assert solution.distance == (4 if solution.value else None)


class Mighty(Stones):
    """The end is worth 2 to some power, which the state names, more or less."""

    class State(NamedTuple):
        stones: int
        side: int
        power: int
        more: int

    def initial(self):
        return self.State(7, MAX, 0, 0)

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, state.power, state.more)

    def utility(self, state):
        return -state.side * ((1 << state.power) + state.more)


@cache
def by_hand(stones):
    """Return whether the player to move wins, and in how many plies."""
    if stones == 0:
        return False, 0
    below = [by_hand(stones - count) for count in range(1, min(3, stones) + 1)]
    lost = [plies for wins, plies in below if not wins]
    return (True, min(lost) + 1) if lost else (False, max(plies for _, plies in below) + 1)


@pytest.mark.slow_with("native")
@pytest.mark.parametrize("engine", ENGINES)
def test_great_utilities_are_solved_right_or_refused(engine):
    game = Mighty()
    solver = Solver(game, engine=engine)
    solved, refusals = 0, set()
    for power in range(40, 62):
        for more in (-1, 0, 1):
            for stones in (3, 4, 7, 8):
                for side in (MAX, MIN):
                    state = game.State(stones, side, power, more)
                    wins, plies = by_hand(stones)
                    wanted = (side if wins else -side) * (2**power + more), plies
                    try:
                        solution = solver.solve(state, all_moves=True)
                        [pair] = solver.values([state])
                    except InputError as error:
                        refusals.add((power, str(error)))
                        continue
                    solved += 1
                    assert (solution.value, solution.distance) == pair == wanted, state
                    best = []
                    for action in game.actions(state):
                        loses, left = by_hand(stones - action)
                        if loses != wins and left + 1 == plies:
                            best.append(action)
                    assert solution.best == best, state
    assert solved
    assert all(power > 40 and len(text.splitlines()) == 1 for power, text in refusals)


class Declared(Mighty):
    """The same, with bounds that say how great they are."""

    utility_bounds = (-(2**50) - 1, 2**50 + 1)


@pytest.mark.slow_with("native")
@pytest.mark.parametrize("engine", ENGINES)
def test_great_utilities_that_are_declared_are_solved_right_or_refused(engine):
    game = Declared()
    for more in (-1, 0):
        state = game.State(7, MIN, 50, more)
        wanted = -(2**50) - more, 3, [3]
        try:
            solution = pw.solve(game, state, engine=engine)
            found = solution.value, solution.distance, solution.best
        except InputError:
            found = wanted
        assert found == wanted
        assert pw.solve(game, state, engine=engine, distance=False).value == -(2**50) - more


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"engine": "quick"}, "no engine 'quick'"),
        ({"threads": 0}, "threads must be from 1 to 256, not 0"),
        ({"threads": 257}, "not 257"),
        ({"engine": "reference", "threads": 2}, "1 thread, not 2"),
        ({"engine": "native", "table": 1e9}, "larger than this machine's memory"),
        ({"engine": "native", "table": -1}, "positive number of megabytes"),
        ({"engine": "native", "without": ("killer",)}, "no feature 'killer'"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, names):
    with pytest.raises(InputError, match=names) as caught:
        Solver(TICTACTOE, **options)
    assert one_line(caught)


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


ASKED = {
    "solve": lambda solver: solver.solve(),
    "all moves": lambda solver: solver.solve(all_moves=True),
    "values": lambda solver: list(solver.values([CONNECT4.parse_state("121212"), CONNECT4.initial()])),
}


@pytest.mark.fast_with("solve-1")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("asked", ASKED)
def test_ctrl_c_raises_and_the_solver_works_afterwards(asked, threads):
    solver = Solver(CONNECT4, engine="native", threads=threads)
    with interrupted_after(0.5):
        ASKED[asked](solver)
    positions = labelled(12, 28)
    for each, state in zip(positions, states_of(positions), strict=True):
        solution = solver.solve(state)
        assert score_of(solution.value, solution.distance, each["stones"]) == each["score"]
        assert solution.to_dict()["best"] == [str(column) for column in each["best_columns"]]
    for each, pair in zip(positions, solver.values(states_of(positions)), strict=True):
        assert score_of(*pair, each["stones"]) == each["score"]
    with interrupted_after(0.3):
        solver.solve()
    assert solver.solve(CONNECT4.parse_state("121212")).distance == 1
