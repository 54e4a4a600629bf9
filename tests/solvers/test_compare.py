"""Is a state worth at least so much? Answers are bounds on its value, whatever is asked, by every method that can."""

import random

import pytest

import plywise as pw
from plywise.engines.limits import Stopped
from plywise.errors import InputError
from plywise.solvers.method import SolvingMethod
from plywise.solvers.reference import ReferenceSolver
from plywise.solvers.solver import Solver, ValueBounds


def walk(game, plies, source):
    state = game.initial()
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, source.choice(list(game.actions(state))))
    return state


def holds(bounds, asked, value):
    if value >= asked:
        return bounds.high is None and asked <= bounds.low <= value
    return bounds.low is None and value <= bounds.high < asked


@pytest.mark.slow_with("nim-options1-native", "nim-options1-reference", "connect4-options2-reference")
@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(("name", "options"), [("tictactoe", {}), ("nim", {}), ("connect4", {"width": 4, "height": 4})])
def test_bounds_hold_whatever_is_asked(name, options, engine):
    game, source = pw.make(name, **options), random.Random(1)
    solver, compares = (Solver(game, distance=False, engine=each) for each in ("native", engine))
    for _ in range(40):
        state = walk(game, source.randint(4, 9), source)
        value = solver.solve(state, line=False).value
        for asked in (-2, -1, 0, 0.5, 1, 2):
            assert holds(compares.compare(state, asked), asked, value), (game.format_state(state), asked)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("othello", {"size": 6}, (16, 30)),
        ("kalah", {"houses": 3, "seeds": 2}, (0, 9)),
        ("breakthrough", {"rows": 5, "columns": 3}, (3, 16)),  # lines of any length: a search to a horizon helps
        ("go", {"size": "2x2"}, (0, 5)),
    ],
)
def test_bounds_hold_in_other_games(name, options, plies):
    game, source = pw.make(name, **options), random.Random(2)
    solver = Solver(game, distance=False)
    for _ in range(30):
        state = walk(game, source.randint(*plies), source)
        value = solver.solve(state, line=False).value
        for asked in (value - 7, value - 1, value, value + 1, value + 5):
            assert holds(Solver(game, distance=False).compare(state, asked), asked, value), game.format_state(state)


@pytest.mark.parametrize("seed", range(8))
def test_fractions_are_compared_exactly(seed):
    source = random.Random(seed)
    leaves = [[source.uniform(-1, 1) for _ in range(3)] for _ in range(4)]
    game = pw.Tree(leaves)
    value = max(map(min, leaves))
    solver = Solver(game, distance=False)
    for asked in sorted({each for row in leaves for each in row} | {value + 1e-12, value - 1e-12}):
        assert holds(solver.compare(game.initial(), asked), asked, value)


@pytest.mark.slow_with("reference")
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_limit_of_nodes_is_kept_and_forgotten_again(engine):
    game = pw.make("connect4", width=4, height=4)
    solver = Solver(game, distance=False, engine=engine)
    with pytest.raises(Stopped) as stopped:
        solver.compare(game.initial(), 1, nodes=50)
    assert stopped.value.by == "nodes"
    assert solver.nodes <= 100
    assert solver.compare(game.initial(), 1).high == 0
    assert solver.solve(line=False).value == 0


def test_the_same_question_takes_the_same_nodes_in_a_new_solver():
    game = pw.make("connect4", width=4, height=4)
    found = set()
    for _ in range(3):
        solver = Solver(game, distance=False, engine="native")
        found.add((solver.compare(game.initial(), 0), solver.nodes))
    assert len(found) == 1


def test_values_far_beyond_the_bounds_and_a_game_that_is_over():
    game = pw.make("tictactoe")
    solver = Solver(game, distance=False)
    assert holds(solver.compare(game.initial(), -99), -99, 0)
    assert holds(solver.compare(game.initial(), 99), 99, 0)
    over = game.parse_state("XXXOO....")
    assert solver.compare(over, 1) == ValueBounds(1, None)
    assert solver.compare(over, 2) == ValueBounds(None, 1)


def test_what_compares_nothing_says_so():
    game = pw.make("tictactoe")
    with pytest.raises(InputError, match="without distances"):
        Solver(game).compare(game.initial(), 0)
    with pytest.raises(InputError, match="cannot compare values"):
        SolvingMethod.compare(ReferenceSolver(game, False), game.initial(), 0)  # as those that do not say how
