"""Retrograde analysis: all states at once, against an independent iteration in plain Python; and what is refused."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import InputError, Solver
from plywise.engines.kernel import retrograde, thread_state
from plywise.engines.native.retrograde import RetrogradeAnalysis
from plywise.game import MAX, MIN, PLIES
from plywise.solvers.method import SolvingMethod
from plywise.solvers.retrograde import RetrogradeSolver
from tests.helpers import generated_games as games
from tests.helpers.interrupts import interrupted_after
from tests.helpers.paths import ROOT

drawn, stirred = games.drawn, games.stirred


def one_line(error):
    return len(str(error.value).splitlines()) == 1


# --- an independent reference ----------------------------------------------------------------------------------------


def one_ply_on(word):
    return word - 1 if word > 0 else word + 1 if word < 0 else 0


def fixpoint(game, distance=True):
    """Return state -> word, MAX's view, for all states that can be reached from the numbered ones.

    What is worth n plies before a horizon at which everything is worth 0, for more and more plies, all states at once:
    play without end is 0, and nothing here knows of two bounds, of numbers, or of an order of the states.
    """
    after, ends, waiting = {}, {}, [game.unrank(number) for number in range(game.rank_count)]
    while waiting:
        state = waiting.pop()
        if state in after or state in ends:
            continue
        if game.terminal(state):
            ends[state] = game.utility(state) * (PLIES if distance else 1)
        else:
            after[state] = [game.result(state, action) for action in game.actions(state)]
            waiting += after[state]
    words = ends | dict.fromkeys(after, 0)
    best = {state: max if game.player(state) == MAX else min for state in after}
    for _ in range(20 * len(after)):
        new = {state: best[state](words[child] for child in children) for state, children in after.items()}
        if distance:
            new = {state: one_ply_on(word) for state, word in new.items()}
        if all(words[state] == word for state, word in new.items()):
            return words
        words |= new
    raise AssertionError("no fixpoint")


def told(word, distance=True):
    if not distance:
        return word, None
    value = -(-abs(word) // PLIES)
    return (value if word > 0 else -value), (value * PLIES - abs(word) if word else None)


# --- a chase on a graph ----------------------------------------------------------------------------------------------


class Chase(pw.Game):
    """A cop (MAX) and a robber on a ring of `size` places with a chord from 0; on a ring with a tail he is caught."""

    alternating = True
    utility_bounds = (-1, 1)

    class State(NamedTuple):
        cop: int
        robber: int
        side: int

    def __init__(self, size=6, tail=0):
        self.size, self.tail = size, tail
        self.places = size + tail
        self.rank_count = 2 * self.places * self.places
        near = [{place} for place in range(self.places)]
        for place in range(size):
            near[place].add((place + 1) % size)
            near[(place + 1) % size].add(place)
        for place in range(size, self.places):
            near[place].add(place - 1 if place > size else 0)
            near[place - 1 if place > size else 0].add(place)
        self.near = tuple(sum(1 << other for other in each) for each in near)

    def initial(self):
        return self.State(0, self.size // 2, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        here = state.cop if state.side == MAX else state.robber
        return pw.bits.members(self.near[here])

    def result(self, state, action):
        if state.side == MAX:
            return self.State(action, state.robber, MIN)
        return self.State(state.cop, action, MAX)

    def terminal(self, state):
        return state.cop == state.robber

    def utility(self, state):
        return 1

    def rank(self, state):
        return (state.cop * self.places + state.robber) * 2 + (state.side < 0)

    def unrank(self, index):
        return self.State(index // 2 // self.places, index // 2 % self.places, MIN if index % 2 else MAX)


class Maze(pw.Game):
    """Pseudo-random graphs of 16 places: who moves, where it ends, and what that is worth follow from place and seed.

    Every fourth place has no number; `turned` is a mirror image with the same number.
    """

    utility_bounds = (-3, 3)
    rank_count = 16 * 40

    class State(NamedTuple):
        place: int
        seed: int
        turned: int

    def initial(self):
        return self.State(0, 1, 0)

    def mark(self, state):
        return stirred(stirred(7, state.place), state.seed + 1)

    def player(self, state):
        return MAX if drawn(self.mark(state), 1, 2) else MIN

    def actions(self, state):
        return range(1 + drawn(self.mark(state), 2, 3))

    def result(self, state, action):
        place = drawn(self.mark(state), 10 + action, 16)
        if state.place % 4 == 3 and place % 4 == 3:
            place -= 1
        return self.State(place, state.seed, drawn(self.mark(state), 20 + action, 2) ^ state.turned)

    def terminal(self, state):
        return state.place % 4 != 3 and drawn(self.mark(state), 3, 5) == 0

    def utility(self, state):
        return drawn(self.mark(state), 4, 7) - 3

    def evaluate(self, state):
        return 0

    def rank(self, state):
        return -1 if state.place % 4 == 3 else state.seed * 16 + state.place

    def unrank(self, index):
        return self.State(index % 16, index // 16, 0)


MAZE = Maze()


def mazes():
    for number in range(MAZE.rank_count):
        for turned in (0, 1):
            yield MAZE.State(number % 16, number // 16, turned)


class Plainly(RetrogradeSolver):
    """The same analysis with the kernel's own functions run as plain Python."""

    def __init__(self, game, distance=True):
        SolvingMethod.__init__(self, game, distance)
        self.analysis = PlainAnalysis(game, distance, self.end)


class PlainAnalysis(RetrogradeAnalysis):
    def __init__(self, game, distance, end):
        self.game, self.distance, self.count, self._end = game, distance, game.rank_count, end
        self.report_sweep, self._bounds, self.states, self.sweeps = None, None, 0, 0
        self.engine = SimpleNamespace(handle=game)
        self._entry = interpreted
        self._session = PlainSession()


def interpreted(*given):
    """Run the kernel on lists, for its arithmetic is that of Python's ints."""
    *before, least, most, tools = given
    lists = least.tolist(), most.tolist()
    try:
        return retrograde.run_retrograde(*before, *lists, tools)
    finally:
        least[:], most[:] = lists


class PlainSession:
    """What the kernel works in, as a list."""

    def __init__(self):
        self.memory = self
        self.works = [[0] * thread_state.SIZE]
        self.works[0][thread_state.MAX_NODES] = 2**62

    def run(self, call, state):
        self.works[0][thread_state.STOP] = self.works[0][thread_state.LOOK_AT] = 0
        try:
            return call(self.works[0], None)
        except thread_state.Halt:
            raise InputError("the compiled rules failed: broken") from None

    def count(self, word):
        return self.works[0][word]


@pytest.fixture(scope="module")
def backward():
    """The mazes analysed with distances, and without."""
    return {distance: Solver(MAZE, method="retrograde", distance=distance) for distance in (True, False)}


@pytest.mark.slow_with("False")
@pytest.mark.parametrize("distance", [True, False])
def test_every_state_of_many_random_graphs_is_worth_what_plain_iteration_finds(distance, backward):
    wanted = fixpoint(MAZE, distance)
    solver = backward[distance]
    states = list(mazes())
    found = list(solver.values(states))
    differing = [
        (state, each, told(wanted[state], distance))
        for state, each in zip(states, found, strict=True)
        if state in wanted and each != told(wanted[state], distance)
    ]
    assert not differing, differing[:3]
    assert {value for value, _ in found} == {-3, -2, -1, 0, 1, 2, 3}
    endless = [state for state in states if len(set(backward[False]._method.analysis.bounds_of(state))) == 2]
    assert len(endless) > 100


@pytest.mark.parametrize("distance", [True, False])
def test_interpreted_the_kernel_finds_the_same_bounds(distance, backward):
    plain = Plainly(Small(), distance)
    for bound, other in zip(plain.analysis.analyse(), backward[distance]._method.analysis.analyse(), strict=True):
        assert list(bound) == list(other[: 16 * 3])


class Small(Maze):
    """Only three graphs."""

    rank_count = 16 * 3


def test_every_action_s_value_and_the_line(backward):
    solver, wanted = backward[True], fixpoint(MAZE)
    for state in list(mazes())[::7]:
        if state not in wanted or MAZE.terminal(state):
            continue
        solution = solver.solve(state, all_moves=True)
        value, distance = told(wanted[state])
        assert (solution.value, solution.distance) == (value, distance)
        each = {action: one_ply_on(wanted[MAZE.result(state, action)]) for action in MAZE.actions(state)}
        assert solution.actions == {action: told(word) for action, word in each.items()}
        assert solution.best == [action for action, word in each.items() if word == wanted[state]]
        if value:
            assert len(solution.pv) == distance
            for action in solution.pv:
                state = MAZE.result(state, action)
            assert MAZE.terminal(state)
            assert MAZE.utility(state) == value


def test_play_without_end_is_a_draw_without_a_distance(backward):
    drawn_ones = [state for state in mazes() if backward[True].solve(state, line=False).value == 0]
    assert drawn_ones
    for state in drawn_ones[:50]:
        solution = backward[True].solve(state)
        assert (solution.outcome, solution.distance) == ("draw", None)
        assert len(solution.pv) <= 1


def test_a_state_without_a_number_is_looked_through(backward):
    numberless = [state for state in mazes() if MAZE.rank(state) == -1]
    assert numberless
    wanted = fixpoint(MAZE)
    for state in numberless[::5]:
        if state in wanted:
            assert next(backward[True].values([state])) == told(wanted[state])


@pytest.mark.parametrize("game", [Chase(3), Chase(4), Chase(5), Chase(3, 4)], ids=["3", "4", "5", "tail"])
def test_a_chase_interpreted(game):
    wanted = fixpoint(game)
    way = Plainly(game)
    for number in range(game.rank_count):
        state = game.unrank(number)
        assert way.decode(way.encoded_value(state)) == told(wanted[state])
    caught = way.encoded_value(game.initial()) > 0
    assert caught == (game.size == 3), "a robber on a ring of four and more is never caught"


@pytest.mark.slow
def test_a_chase_compiled():
    for game in (Chase(3, 4), Chase(9, 3)):
        solver, wanted = Solver(game, method="retrograde"), fixpoint(game)
        states = [game.unrank(number) for number in range(game.rank_count)]
        assert list(solver.values(states)) == [told(wanted[state]) for state in states]
        assert solver.solve().nodes >= 0


# --- bounds and sweeps -----------------------------------------------------------------------------------------------


def test_the_sweeps_are_told_and_the_last_one_changed_nothing():
    sweeps = []
    solver = Solver(MAZE, method="retrograde", distance=False, sweeps=lambda *each: sweeps.append(each))
    assert sweeps == []
    solver.solve()
    assert [number for number, _ in sweeps] == list(range(1, len(sweeps) + 1))
    assert sweeps[-1][1] == 0
    assert all(changed > 0 for _, changed in sweeps[:-1])
    before = len(sweeps)
    solver.solve(MAZE.State(3, 5, 1))
    assert len(sweeps) == before, "all is known"


def test_bounds_that_meet_are_the_value_and_others_hold_it_between_them(backward):
    way = backward[True]._method
    for state in mazes():
        low, high = way.analysis.bounds_of(state)
        assert low <= way.encoded_value(state) <= high


class Shuffling(pw.Game):
    """MIN may give up at any time, or go round and round with MAX: a draw."""

    alternating = True
    rank_count = 20

    class State(NamedTuple):
        place: int
        side: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1 if state.side == MAX else 2)

    def result(self, state, action):
        return self.State(10 if action else (state.place + 1) % 10, -state.side)

    def terminal(self, state):
        return state.place == 10

    def utility(self, state):
        return 9

    def rank(self, state):
        return state.place * 2 + (state.side < 0)

    def unrank(self, index):
        return self.State(index // 2, MIN if index % 2 else MAX)


@pytest.mark.parametrize("distance", [True, False])
def test_who_may_put_off_his_loss_for_ever_does_so(distance):
    way = Plainly(Shuffling(), distance)
    assert way.encoded_value(Shuffling().initial()) == 0


def test_putting_off_takes_few_sweeps():
    way = Plainly(Shuffling(), True)
    assert way.encoded_value(Shuffling().initial()) == 0
    assert way.analysis.sweeps < 100


class Detour(pw.Game):
    """MIN loses 1 soon, or lets MAX choose between 1 after some plies and 2 after very many: corridors with forks.

    Places: 0 MIN's fork; 10 .. 1 further on, 3 steps to a loss of 1; 100 MAX's fork, to 9 or to 80 steps.
    """

    rank_count = 400
    utility_bounds = (-2, 2)

    class State(NamedTuple):
        place: int
        sign: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return -state.sign if state.place == 0 else state.sign

    def actions(self, state):
        return range(2 if state.place in (0, 100) else 1)

    def result(self, state, action):
        if state.place == 0:
            place = 100 if action else 3
        elif state.place == 100:
            place = 180 if action else 19
        else:
            place = state.place - 1
        return self.State(place, state.sign)

    def terminal(self, state):
        return state.place in (1, 10, 101)

    def utility(self, state):
        return state.sign * (2 if state.place == 101 else 1)

    def rank(self, state):  # what comes after a state has a greater number: a sweep brings news one ply further
        return (199 - state.place) * 2 + (state.sign < 0)

    def unrank(self, index):
        return self.State(199 - index // 2, MIN if index % 2 else MAX)


def test_a_greater_win_far_away_does_not_hide_how_soon_the_lesser_one_is():
    game = Detour()
    way = Plainly(game)
    for sign in (MAX, MIN):
        assert way.decode(way.encoded_value(game.State(100, sign))) == (2 * sign, 80)
        assert way.decode(way.encoded_value(game.State(0, sign))) == (sign, 3)


class Corridor(Shuffling):
    """One way, 20,000 steps long, to a win."""

    rank_count = 40_002

    def initial(self):
        return self.State(20_000, MAX)

    def actions(self, state):
        return range(1)

    def result(self, state, action):
        return self.State(state.place - 1, -state.side)

    def terminal(self, state):
        return state.place == 0

    def utility(self, state):
        return 1


def test_an_end_too_far_away_to_be_told_is_refused_and_is_no_draw():
    game = Corridor()
    way = Plainly(game, True)
    assert way.decode(way.encoded_value(game.State(16_382, MIN))) == (1, 16_382)
    for place in (16_383, 16_384, 20_000):
        with pytest.raises(InputError, match="16,383 plies away or more") as caught:
            way.encoded_value(game.State(place, MAX))
        assert one_line(caught)
    assert Plainly(game, False).encoded_value(game.initial()) == 1


# --- rules that are wrong --------------------------------------------------------------------------------------------


class Wrong(Shuffling):
    """Draws; one thing or other is wrong in the subclasses."""

    def utility(self, state):
        return 1


class TooFew(Wrong):
    rank_count = 11


class TooGreat(Wrong):
    def rank(self, state):
        return (state.place * 2 + (state.side < 0)) * 10**9


class Elsewhere(Wrong):
    def unrank(self, index):
        return self.State(0 if index == 6 else index // 2, MIN if index % 2 else MAX)


class Stuck(Wrong):
    def actions(self, state):
        return range(0 if state.place == 3 else 2)


class Nobody(Wrong):
    def player(self, state):
        return 0 if state.place == 3 else state.side


class Failing(Wrong):
    def utility(self, state):
        return 1 // (state.place - 10)


class FailingIndex(Wrong):
    def rank(self, state):
        return (state.place * 2 + (state.side < 0)) // (state.place - 4) * (state.place - 4)


class Rich(Wrong):
    def utility(self, state):
        return 70_000


WRONG = [
    (TooFew(), r"rank returned \d+ at place=\d,side=-?1, but rank_count is 11"),
    (TooGreat(), r"rank returned \d+000000000 at place=\d,side=-?1, but rank_count is 20"),
    (Elsewhere(), r"rank returned 6 at place=3,side=1, but unrank\(6\) is a state with another number"),
    (Stuck(), r"actions returned \[\], not at least one action.* at place=3"),
    (Nobody(), r"(?=.* at place=3)Nobody: player returned 0.*, not MAX \(\+1\) or MIN \(-1\)"),
    (Rich(), r"utility returned 70000 at place=10.*from -65,535 to 65,535"),
]


@pytest.mark.parametrize(("game", "said"), WRONG, ids=[type(game).__name__ for game, _ in WRONG])
def test_rules_that_are_wrong_are_refused_in_one_line(game, said):
    for distance in (True, False):
        with pytest.raises(InputError, match=said) as caught:
            Plainly(game, distance).analysis.analyse()
        assert one_line(caught)


@pytest.mark.slow
def test_compiled_a_number_out_of_range_is_refused_and_no_memory_is_read():
    solver = Solver(TooGreat(), method="retrograde")
    for _ in range(2):
        with pytest.raises(InputError, match=r"rank returned \d+000000000 .* but rank_count is 20") as caught:
            solver.solve()
        assert one_line(caught)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_compiled_other_wrong_rules_are_refused(number):
    game, said = WRONG[number]
    with pytest.raises(InputError, match=said) as caught:
        Solver(game, method="retrograde").solve()
    assert one_line(caught)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Failing(), FailingIndex()], ids=["utility", "rank"])
def test_compiled_a_rule_that_raises_is_named_with_its_file_and_line(game):
    with pytest.raises(InputError, match="ZeroDivisionError") as caught:
        Solver(game, method="retrograde").solve()
    assert one_line(caught)
    assert f"{Path(__file__).name}:" in str(caught.value)


def test_a_state_that_was_not_analysed_is_refused():
    game = Shuffling()
    way = Plainly(game, False)
    with pytest.raises(InputError, match="place=44,side=1 is not among the states analysed") as caught:
        way.encoded_value(game.State(44, MAX))
    assert one_line(caught)


# --- what cannot be asked for ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"threads": 2}, "1 thread"),
        ({"table": 10}, "no table"),
        ({"method": "backwards"}, "no method 'backwards'; there are search, proof, retrograde"),
    ],
    ids=["threads", "table", "method"],
)
def test_options_that_do_not_go_with_it_are_refused_in_one_line(options, said):
    with pytest.raises(InputError, match=said) as caught:
        Solver(MAZE, **({"method": "retrograde"} | options))
    assert one_line(caught)


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_a_game_that_numbers_no_states_is_refused_in_one_line(name):
    with pytest.raises(InputError, match="does not number its states") as caught:
        Solver(pw.make(name), method="retrograde", engine="native")
    assert one_line(caught)


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_without_numbers_the_positions_that_play_can_come_to_are_solved(name):
    game = pw.make(name)
    found = Solver(game, method="retrograde").solve(all_moves=True)
    wanted = Solver(game, engine="reference").solve(all_moves=True)
    assert (found.engine, found.method) == ("reference", "retrograde")
    assert (found.value, found.distance, found.best) == (wanted.value, wanted.distance, wanted.best)
    assert found.actions == wanted.actions


def test_more_states_than_the_memory_holds_are_refused():
    game = Maze()
    game.rank_count = 2**50
    with pytest.raises(InputError, match="do not fit this machine's memory") as caught:
        Solver(game, method="retrograde")
    assert one_line(caught)


class Halves(Wrong):
    def utility(self, state):
        return 0.5


@pytest.mark.slow
def test_utilities_that_are_no_whole_numbers_are_refused():
    for distance in (True, False):
        with pytest.raises(InputError, match="whole utilities only") as caught:
            Solver(Halves(), method="retrograde", distance=distance, engine="native")
        assert one_line(caught)
    assert Solver(Halves(), method="retrograde", distance=False).solve().value == 0


class NotCompiled(Wrong):
    def rank(self, state):
        return {name: number for number, name in enumerate(str(state))}.get("x", -1)


@pytest.mark.slow
def test_numbering_that_cannot_be_compiled_is_refused_in_one_line():
    with pytest.raises(InputError, match="cannot be compiled") as caught:
        Solver(NotCompiled(), method="retrograde", engine="native")
    assert one_line(caught)
    assert Solver(NotCompiled(), method="retrograde").solve().engine == "reference"


class Pairs(Chase):
    """The same chase; an action is a pair."""

    def actions(self, state):
        here = state.cop if state.side == MAX else state.robber
        for place in pw.bits.members(self.near[here]):
            yield here, place

    def result(self, state, action):
        return super().result(state, action[1])


@pytest.mark.slow
def test_actions_that_are_tuples_are_taken():
    game = Pairs(3, 2)
    wanted = fixpoint(game)
    assert next(Solver(game, method="retrograde").values([game.initial()])) == told(wanted[game.initial()])


class Estimating(Chase):
    """The same chase with an evaluation that is no whole number: values are held as floats."""

    def evaluate(self, state):
        return 0.5


@pytest.mark.slow
def test_utilities_are_whole_though_an_evaluation_is_not():
    game = Estimating(3, 2)
    wanted = fixpoint(game)
    solver = Solver(game, method="retrograde")
    states = [game.unrank(number) for number in range(game.rank_count)]
    assert list(solver.values(states)) == [told(wanted[state]) for state in states]


# --- Ctrl-C and the program ------------------------------------------------------------------------------------------


def test_ctrl_c_ends_an_analysis_and_the_next_one_is_whole(backward):
    game = Maze()
    game.rank_count = 16 * 300_000
    solver = Solver(game, method="retrograde", distance=False)
    with interrupted_after(0.2):
        solver.solve()
    solver._method.count = MAZE.rank_count
    states = list(mazes())
    assert list(solver.values(states)) == list(backward[False].values(states))


CHASE = '''
import plywise as pw
from typing import NamedTuple

class Ring(pw.Game):
    """A cop and a robber on a ring of three places with a tail of two."""
    alternating = True
    utility_bounds = (-1, 1)
    rank_count = 50
    near = (0b01111, 0b00111, 0b00111, 0b11001, 0b11000)
    class State(NamedTuple):
        cop: int
        robber: int
        side: int
    def initial(self): return self.State(1, 4, 1)
    def player(self, state): return state.side
    def actions(self, state): return pw.bits.members(self.near[state.cop if state.side == 1 else state.robber])
    def result(self, state, action):
        if state.side == 1:
            return self.State(action, state.robber, -1)
        return self.State(state.cop, action, 1)
    def terminal(self, state): return state.cop == state.robber
    def utility(self, state): return 1
    def rank(self, state): return (state.cop * 5 + state.robber) * 2 + (state.side < 0)
    def unrank(self, index): return self.State(index // 10, index // 2 % 5, -1 if index % 2 else 1)
'''


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.py"
    path.write_text(textwrap.dedent(CHASE))
    return f"{path}:Ring"


@pytest.mark.slow
def test_the_program_solves_backwards(plywise, ring, tmp_path):
    code, out, err = plywise("solve", ring, "--method", "retrograde")
    assert (code, err) == (0, "")
    assert "value 1: MAX wins in 5 plies" in out
    code, out, err = plywise("solve", ring, "--method", "retrograde", "--json", "--all-moves")
    answer = json.loads(out)
    assert (answer["value"], answer["distance"], answer["engine"]) == (1, 5, "native")
    assert len(answer["pv"]) == 5
    assert all(each["outcome"] == "win" for each in answer["actions"].values())
    batch = tmp_path / "positions.txt"
    batch.write_text("cop=0,robber=1,side=1\ncop=0,robber=4,side=-1\n")
    code, out, err = plywise("solve", ring, "--method", "retrograde", "--batch", batch)
    assert (code, err) == (0, "")
    assert [json.loads(line)["distance"] for line in out.splitlines()] == [1, 4]
    code, out, err = plywise("solve", ring, "--method", "retrograde", "--position", "cop=9,robber=4,side=1")
    assert code == 2
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [("--threads", 2), ("--table", 5), ("--engine", "native")], ids=str)
def test_the_program_refuses_what_does_not_go_with_it(plywise, words):
    code, out, err = plywise("solve", "tictactoe", "--method", "retrograde", *words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_the_program_refuses_a_game_without_numbers(plywise):
    code, out, err = plywise("solve", "tictactoe", "--method", "retrograde", "--engine", "native")
    assert (code, out) == (2, "")
    assert "does not number its states" in err
    assert len(err.splitlines()) == 1


@pytest.mark.slow
def test_a_wild_number_does_not_kill_the_process():
    words = (
        "import sys; sys.path.insert(0, sys.argv[1]); import tests.solvers.test_retrograde as t\n"
        "from plywise import Solver\n"
        "try: Solver(t.TooGreat(), method='retrograde').solve()\n"
        "except t.InputError as error: print(error)"
    )
    place = str(ROOT)
    done = subprocess.run([sys.executable, "-c", words, place], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    assert "but rank_count is 20" in done.stdout
