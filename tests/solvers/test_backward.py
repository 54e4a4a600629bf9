"""Games that can go in circles, solved backwards over their listed positions, against plain value iteration."""

import random
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import InputError, Solver
from plywise.game import MAX, MIN
from plywise.game.reachable import finds_circle
from plywise.play.players import SolverPlayer
from plywise.solvers.backward import Backward, BackwardSolver
from plywise.solvers.method import NoDistance
from plywise.solvers.reference import ReferenceSolver
from tests.helpers.paths import ROOT

# --- random graphs, in states of any form ----------------------------------------------------------------------------


class Nested(NamedTuple):
    """A NamedTuple with a tuple in a tuple."""

    at: tuple
    turn: str


@dataclass(frozen=True)
class Place:
    """A dataclass."""

    at: int
    of: str = "web"


FORMS = {
    "int": lambda place: place,
    "text": lambda place: f"<{place}>",
    "tuple": lambda place: (place, ("x", (place % 3,))),
    "record": lambda place: Nested(((place // 4, place % 4),), "w"),
    "dataclass": Place,
    "frozenset": lambda place: frozenset(bit for bit in range(6) if place >> bit & 1),
}


class Web(pw.Game):
    """A random graph: who moves, where it leads and where it ends follow from a seed; a place may lead to itself."""

    def __init__(self, seed, form="int", size=12, worths=(-3, -2, -1, 0, 1, 2, 3), ends=0.25):
        source = random.Random(seed)
        self.states = [FORMS[form](place) for place in range(size)]
        self.ends, self.after, self.movers = {}, {}, {}
        for state in self.states:
            self.movers[state] = source.choice((MAX, MIN))
            if source.random() < ends:
                self.ends[state] = source.choice(worths)
            else:
                self.after[state] = [source.choice(self.states) for _ in range(source.randint(1, 3))]

    def initial(self):
        return self.states[0]

    def player(self, state):
        return self.movers[state]

    def actions(self, state):
        return range(len(self.after[state]))

    def result(self, state, action):
        return self.after[state][action]

    def terminal(self, state):
        return state in self.ends

    def utility(self, state):
        return self.ends[state]


def worth_of(game, distance=True):
    """Return state -> (value, distance), by iteration over plies to a horizon at which everything is worth 0.

    It knows of no attractors, orders or words. Where the value is 0 there is no distance.
    """

    def key(found):
        value, plies = found
        return value, -plies if value > 0 else plies

    found = {state: (game.ends.get(state, 0), 0) for state in game.states}
    for _ in range(30 * len(game.states)):
        new = dict(found)
        for state, children in game.after.items():
            best = (max if game.movers[state] == MAX else min)((found[child] for child in children), key=key)
            new[state] = best[0], best[1] + 1 if best[0] and distance else 0
        if new == found:
            return {state: (value, plies if value and distance else None) for state, (value, plies) in found.items()}
        found = new
    raise AssertionError("no fixpoint")


def reachable(game, start):
    waiting = [start]
    for state in waiting:
        waiting += [child for child in dict.fromkeys(game.after.get(state, ())) if child not in waiting]
    return waiting


@pytest.mark.parametrize("form", FORMS)
def test_random_graphs_are_worth_what_iteration_finds(form):
    endless = drawn = 0
    for seed in range(150):
        game = Web(seed, form)
        wanted = worth_of(game)
        solver = BackwardSolver(game, True)
        for state in game.states:
            assert solver.decode(solver.encoded_value(state)) == wanted[state], (seed, state)
        drawn += wanted[game.states[0]][0] == 0
        endless += all(state not in game.ends for state in reachable(game, game.states[0]))
    assert 0 < endless < drawn < 150


@pytest.mark.slow
def test_thousands_of_larger_graphs():
    for seed in range(4000):
        game = Web(seed, size=random.Random(seed).randint(2, 40), ends=random.Random(seed).choice((0.05, 0.1, 0.3)))
        wanted = worth_of(game)
        backward, reference = BackwardSolver(game, True), ReferenceSolver(game, True)
        for state in game.states:
            assert backward.decode(backward.encoded_value(state)) == wanted[state], (seed, state)
            assert reference.decode(reference.encoded_value(state)) == wanted[state], (seed, state)


@pytest.mark.parametrize("worths", [(-0.5, 0, 0.25, 2), (Fraction(1, 3), Fraction(-1, 7)), (2, 3), (-2, -1)], ids=str)
def test_utilities_of_any_numbers(worths):
    for seed in range(60):
        game = Web(seed, worths=worths)
        wanted = worth_of(game, distance=False)
        solver = BackwardSolver(game, False)
        assert [solver.decode(solver.encoded_value(state)) for state in game.states] == list(wanted.values())


def test_a_fraction_has_no_distance():
    game = next(game for seed in range(9) if (game := Web(seed, worths=(0.5,))).ends.keys() & reachable(game, 0))
    with pytest.raises(NoDistance, match="--distance no"):
        BackwardSolver(game, True).encoded_value(0)


@pytest.mark.slow_with(
    "frozenset-{'engine': 'reference'}",
    "frozenset-{'method': 'retrograde'}",
    "dataclass-{}",
    "dataclass-{'method': 'retrograde'}",
    "dataclass-{'engine': 'reference'}",
    "record-{'engine': 'reference'}",
    "record-{'method': 'retrograde'}",
    "tuple-{'method': 'retrograde'}",
    "tuple-{}",
    "text-{'engine': 'reference'}",
    "text-{}",
    "frozenset-{}",
)
@pytest.mark.parametrize("options", [{}, {"engine": "reference"}, {"method": "retrograde"}], ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_solutions_of_every_state(form, options):
    for seed in range(40):
        game = Web(seed, form)
        wanted, start = worth_of(game), game.states[0]
        circular = any(state in reachable(game, child) for state in reachable(game, start)
                       for child in game.after.get(state, ()))  # fmt: skip
        if not circular and not options:
            continue  # it would be compiled
        found = pw.solve(game, start, all_moves=True, **options)
        if circular:
            assert (found.method, found.engine) == ("retrograde", "reference")
        assert (found.value, found.distance or None) == (wanted[start][0], wanted[start][1] or None)
        if start in game.ends:
            continue
        side = game.movers[start]
        for action, child in enumerate(game.after[start]):
            value, plies = wanted[child]
            assert found.actions[action] == (value, None if plies is None else plies + 1)
        ranks = {action: (side * value, -side * plies if side * value > 0 else plies)
                 for action, (value, plies) in found.actions.items() if value}  # fmt: skip
        if found.value:
            state = start
            for action in found.pv:
                state = game.result(state, action)
            assert len(found.pv) == found.distance
            assert game.ends[state] == found.value
            assert set(found.best) <= set(ranks)
        assert found.best == [action for action, each in found.actions.items() if each == (found.value, found.distance)]


def test_many_states_by_one_solver_each_solved_once():
    for seed in range(30):
        game = Web(seed, size=30, ends=0.1)
        wanted, solver = worth_of(game), Solver(game, method="retrograde")
        order = random.Random(seed).sample(game.states, 30)
        expected = [(value, plies or None if value else None) for value, plies in (wanted[state] for state in order)]
        found = [(value, plies or None) for value, plies in solver.values(order)]
        assert found == expected
        assert solver.nodes <= len(game.states)


# --- what leads to the backward solution -----------------------------------------------------------------------------


class Round(pw.Game):
    """A walk round a ring of `size` cells; cell 3 is the way out, for MAX if `worth` is 1."""

    utility_bounds = (-1, 1)

    def __init__(self, size=20_000, worth=1):
        self.size, self.worth = size, worth

    def initial(self):
        return ("cell", 0, "MAX")

    def player(self, state):
        return MAX if state[2] == "MAX" else MIN

    def actions(self, state):
        return ["on"] if state[1] != 3 else ["on", "out"]

    def result(self, state, action):
        cell = -1 if action == "out" else (state[1] + 1) % self.size
        return ("cell", cell, "MIN" if state[2] == "MAX" else "MAX")

    def terminal(self, state):
        return state[1] == -1

    def utility(self, state):
        return self.worth


@pytest.mark.parametrize("engine", ["reference", pytest.param("auto", marks=pytest.mark.slow)])
def test_a_ring_longer_than_any_line_that_is_followed(engine):
    found = pw.solve(Round(), engine=engine, distance=False)
    assert (found.value, found.method) == (0, "retrograde")  # MIN stands at the way out, and walks on
    found = pw.solve(Round(worth=-1), engine=engine)
    assert (found.value, found.distance) == (-1, 4)


@pytest.mark.slow
def test_natively_the_positions_are_listed_by_turns():
    found = pw.solve(Round(size=2_000), engine="native")
    assert (found.value, found.engine, found.method, found.pv) == (0, "native", "retrograde", ["on"])


class Bounded(Round):
    """A walk of at most nine steps: its lines are known to end."""

    max_plies = 9

    def result(self, state, action):
        cell = -1 if action == "out" or state[1] == 8 else state[1] + 1
        return ("cell", cell, "MIN" if state[2] == "MAX" else "MAX")


class Unbounded(Bounded):
    """The same, but it does not say so."""

    max_plies = None


@pytest.mark.parametrize("game", [Bounded(), Unbounded()], ids=["declared", "not declared"])
def test_where_play_cannot_go_in_circles_minimax_solves(game):
    assert pw.solve(game, engine="reference").method == "search"


class Remembering(Round):
    """The same ring; whoever comes to a cell once more loses: a state holds its past."""

    def initial(self):
        return (0, ())

    def player(self, state):
        return MAX if len(state[1]) % 2 == 0 else MIN

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return ((state[0] + action) % 5, (*state[1], state[0]))

    def terminal(self, state):
        return state[0] in state[1]

    def utility(self, state):
        return 1 if len(state[1]) % 2 == 0 else -1


def test_a_state_that_holds_its_past_does_not_come_back():
    found = pw.solve(Remembering(), engine="reference")
    assert (found.method, found.value) == ("search", minimax(Remembering(), (0, ())))


def minimax(game, state):
    if game.terminal(state):
        return game.utility(state)
    return game.player(state) * max(
        game.player(state) * minimax(game, game.result(state, each)) for each in game.actions(state)
    )


class Stuck(Round):
    """No way leads on from cell 5."""

    def actions(self, state):
        return ["on"] if state[1] != 5 else []


@pytest.mark.parametrize("options", [{"engine": "reference"}, {"method": "retrograde"}], ids=str)
def test_a_state_without_actions_is_named(options):
    with pytest.raises(InputError, match=r"actions returned \[\] at .*5, 'MIN'.*, not at least one action"):
        pw.solve(Stuck(), **options)


class Nobody(Round):
    """Nobody moves at cell 5."""

    def player(self, state):
        return 0 if state[1] == 5 else super().player(state)


@pytest.mark.parametrize("options", [{"engine": "reference"}, {"method": "retrograde"}], ids=str)
def test_a_player_that_is_none_is_named(options):
    with pytest.raises(InputError, match=r"player returned 0 at .*5, 'MIN'.*, not MAX \(\+1\) or MIN \(-1\)"):
        pw.solve(Nobody(), **options)


def test_too_many_positions_are_refused_in_one_line():
    solver = BackwardSolver(Round(), True, most=5_000)
    with pytest.raises(InputError, match=r"more than 5,000 positions follow .*: too many") as caught:
        solver.encoded_value(Round().initial())
    assert "\n" not in str(caught.value)


def test_limits_stop_the_listing_and_it_goes_on():
    game = Round()
    solver = Solver(game, method="retrograde", distance=False)
    with pytest.raises(pw.engines.limits.Stopped) as caught:
        solver.solve(nodes=4_000)
    assert caught.value.by == "nodes"
    with pytest.raises(pw.engines.limits.Stopped) as caught:
        solver.solve(time=1e-6)
    assert caught.value.by == "time"
    assert solver.solve().value == 0


def test_a_rule_that_raises_leaves_nothing_half_listed():
    game = Round(size=50)
    backward = Backward(game, game.utility, distance=False)
    game.size = 0  # a division by zero
    with pytest.raises(ZeroDivisionError):
        backward.list(game.initial(), 1_000)
    game.size = 50
    assert backward.list(game.initial(), 1_000)
    assert backward.word(game.initial()) == 0


def test_an_end_too_far_away_to_be_told_is_refused_and_is_no_draw():
    game = Round(size=40_000, worth=-1)
    far = ("cell", 4, "MAX")
    with pytest.raises(InputError, match="16,383 plies away or more"):
        pw.solve(game, far, method="retrograde")
    assert pw.solve(game, far, method="retrograde", distance=False).value == -1


# --- the player that solves -------------------------------------------------------------------------------------------


def test_the_player_that_solves_plays_small_circular_games_perfectly(monkeypatch):
    monkeypatch.setattr("plywise.solvers.backward.FEW_SECONDS", 60.0)  # on a busy machine, too
    met = {"win": 0, "loss": 0, "draw": 0}
    for seed in range(60):
        game, player = Web(seed, worths=(-1, 1)), SolverPlayer()
        if game.terminal(game.initial()) or not finds_circle(game, game.initial()):
            continue
        player.begin(game, game.initial())
        worth = worth_of(game)
        for state in reachable(game, game.initial()):
            if game.terminal(state):
                continue
            thought = player.consider(game, state)
            solution = pw.solve(game, state, engine="reference")
            assert (thought.finding.value, thought.finding.distance) == worth[state]
            assert (thought.finding.value, thought.finding.distance) == (solution.value, solution.distance)
            value, plies = worth[game.result(state, thought.action)]
            assert (value, None if plies is None else plies + 1) == worth[state]
            met[solution.outcome] += 1
    assert min(met.values()) > 10, met


def test_the_player_that_solves_compiles_nothing_for_a_small_circular_game():
    game = Web(3, worths=(-1, 1))
    text = (
        "import sys\nfrom tests.solvers.test_backward import Web\nfrom plywise.play.players import make_player\n"
        "game = Web(3, worths=(-1, 1))\nplayer = make_player('solver')\nplayer.begin(game, game.initial())\n"
        "print(player.choose(game, game.initial()), 'llvmlite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=ROOT)
    action, imported = done.stdout.split()
    assert int(action) in pw.solve(game, engine="reference").best
    assert imported == "False"
