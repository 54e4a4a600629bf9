"""Monte Carlo tree search: the reference against the native engine and against minimax, and what it proves."""

import os
import pickle
import random
import signal
import threading
import time
from math import inf
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.move_limits import MoveLimits
from plywise.engines.playouts import Child, choose_child
from plywise.game import MAX, MIN
from plywise.show.text import draw_trace
from plywise.teach.walkthrough import walkthrough
from tests.helpers import generated_games as games
from tests.helpers.interrupts import interrupted_after
from tests.helpers.random_games import write_game

TICTACTOE = pw.make("tictactoe")
HEXAPAWN_TEXT = "examples/hexapawn.py:Hexapawn:rows=4,columns=3"
HEXAPAWN = pw.make(HEXAPAWN_TEXT)
FOUR = pw.make("connect4", width=4, height=4)
SMALL = (TICTACTOE, HEXAPAWN, FOUR, pw.make("nim", heaps="2-3-4"), pw.make("kalah", houses=2, seeds=2))
WOODS = (games.Wood(), games.FloatWood(), games.PairWood())
"""Random trees of utilities of every kind, in which a player may move twice."""

BOTH = ("reference", "native")


@pytest.fixture(autouse=True)
def in_place():
    """Let the file be found by its name, which another test's file may have taken."""
    pw.make(HEXAPAWN_TEXT)


def mcts(game, state=None, engine="native", **options):
    return pw.search(game, state, algorithm="mcts", engine=engine, **options)


def answered(found):
    return {
        "value": found.value, "proved": found.proved, "best": found.best, "pv": found.pv, "nodes": found.nodes,
        "leaves": found.leaves, "estimates": found.stats.estimates, "depth": found.depth,
        "stopped_by": found.stopped_by, "bound": found.bound, "selective": found.selective, "player": found.player,
    }  # fmt: skip


def minimax_value(game, state):
    engine = "reference" if isinstance(game, games.Wood) else "native"
    return pw.search(game, state, algorithm="alphabeta", table=8, engine=engine).value


def states_of(game, count, seed):
    """Yield states of random play that are not over."""
    if isinstance(game, games.Wood):
        yield from (game.start(seed=each, side=MAX if each % 2 else MIN, early=0) for each in range(count))
        return
    source = random.Random(seed)
    for _ in range(count):
        state = game.initial()
        for _ in range(source.randrange(12)):
            after = game.result(state, source.choice(list(game.actions(state))))
            if game.terminal(after):
                break
            state = after
        yield state


# --- the reference and the native engine -----------------------------------------------------------------------------


@pytest.mark.slow_with("nim:heaps=2-3-4", "kalah:houses=2,seeds=2", "Hexapawn:rows=4,columns=3")
@pytest.mark.parametrize("game", [*SMALL, pw.make("go", size=3)], ids=lambda game: game.name)
def test_both_engines_build_the_same_tree(game):
    for seed, state in enumerate(states_of(game, 12, 1)):
        nodes = (1, 2, 3, 10, 50, 400)[seed % 6]
        plain, native = (mcts(game, state, engine, nodes=nodes, seed=seed) for engine in BOTH)
        assert answered(plain) == answered(native), (seed, game.format_state(state))


@pytest.mark.fast_with("tictactoe", "connect4:width=4,height=4", "PairWood")
@pytest.mark.parametrize("game", [*SMALL, *WOODS], ids=lambda game: game.name)
def test_what_is_proved_is_what_minimax_says(game):
    proved = 0
    for seed, state in enumerate(states_of(game, 20, 2)):
        true = minimax_value(game, state)
        for engine, nodes in (("native", 30), ("native", 2_000), ("native", 40_000), ("reference", 300)):
            found = mcts(game, state, engine, nodes=nodes, seed=seed)
            if found.proved:
                proved += 1
                assert found.value == true, (engine, seed, nodes, game.format_state(state))
                after = game.result(state, found.best)
                assert minimax_value(game, after) == true
                assert found.stopped_by == "complete"
            else:
                low, high = game.utility_bounds
                assert low <= found.value <= high
                assert (found.stopped_by, found.nodes) == ("nodes", nodes)
    assert proved >= 20


@pytest.mark.fast_with("0")
@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_proved_alike(seed, tmp_path):
    file = tmp_path / f"random{seed}.py"
    file.write_text(write_game(seed, f"Random{seed}"))
    game = pw.make(f"{file}:Random{seed}")
    for number, state in enumerate(states_of(game, 3, seed)):
        plain = mcts(game, state, "reference", nodes=60, seed=number)
        native = mcts(game, state, "auto", nodes=60, seed=number)
        assert (plain.proved, plain.best, plain.nodes) == (native.proved, native.best, native.nodes)
        if plain.proved:
            assert plain.value == native.value == pw.algorithms.alphabeta(game, state, table=8).value


@pytest.mark.parametrize("engine", BOTH)
def test_a_tree_of_utilities_without_bounds_is_proved(engine):
    tree = pw.Tree([[3, [12, -8]], [2, [4, 6]], [14, 5, -2]])
    found = mcts(tree, None, "reference" if engine == "reference" else "auto", seed=3)
    assert (found.value, found.proved, found.best) == (3, True, 0)


# --- what it sees ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("engine", BOTH)
def test_a_win_in_one_and_its_refutation_are_found(engine, seed):
    win = TICTACTOE.parse_state("XX.OO....")
    assert mcts(TICTACTOE, win, engine, nodes=100, seed=seed).pv == [2]
    must_block = TICTACTOE.parse_state("XX.O.....")
    found = mcts(TICTACTOE, must_block, engine, nodes=2_000, seed=seed)
    assert found.best == 2


def test_every_seed_of_enough_nodes_plays_the_middle_of_the_board():
    assert {mcts(TICTACTOE, nodes=20_000, seed=seed).best for seed in range(8)} == {4}


def test_a_game_that_is_over_is_valued():
    for engine in BOTH:
        found = mcts(TICTACTOE, TICTACTOE.parse_state("XXXOO...."), engine, nodes=5)
        assert (found.value, found.proved, found.best, found.player, found.selective) == (1, True, None, None, True)


class Ring(pw.Game):
    """Walk around a ring for ever; the sixth step to the right in a row wins, and nobody can be made to take it."""

    max_plies = None
    utility_bounds = (-1, 1)

    class State(NamedTuple):
        run: int
        side: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return (0,)

    def result(self, state, action):
        return self.State((state.run + 1) % 6, -state.side)

    def terminal(self, state):
        return state.run > 6

    def utility(self, state):
        return 1


@pytest.mark.parametrize("engine", BOTH)
def test_a_game_without_end_is_a_draw_as_far_as_playouts_say(engine):
    found = mcts(Ring(), None, engine, nodes=3)
    assert (found.value, found.proved, found.best) == (0, False, 0)


def test_a_search_can_be_sent_to_another_process():
    search = MonteCarloSearch(FOUR, seed=4)
    first = search.search(FOUR.initial(), MoveLimits(nodes=100))
    sent = pickle.loads(pickle.dumps(search))
    assert answered(sent.search(FOUR.initial(), MoveLimits(nodes=100))) == answered(first)


# --- the choice of the move ------------------------------------------------------------------------------------------


def test_the_move_visited_most_is_played_unless_another_is_proved_better():
    played = Child(90, 0.4, -1, 1, False)
    seldom = Child(10, 0.6, -1, 1, False)
    drawn, won, lost = Child(3, 0.0, 0, 0, False), Child(1, 1.0, 1, 1, True), Child(50, -0.5, -1, -1, False)
    bounds = (-1, 1)
    assert choose_child([seldom, played, drawn, lost], MAX, bounds) == 1
    assert choose_child([seldom._replace(mean=-0.2), played._replace(mean=-0.1), drawn], MAX, bounds) == 2
    assert choose_child([played, won, drawn], MAX, bounds) == 1
    assert choose_child([played._replace(mean=1.0, high=inf), won], MAX, (-inf, inf)) == 1
    assert choose_child([lost, seldom._replace(mean=-1.0)], MAX, bounds) == 1
    assert choose_child([won._replace(is_end=False, visits=80), won], MAX, bounds) == 1
    assert choose_child([lost._replace(visits=1, is_end=True), lost], MAX, bounds) == 1
    assert choose_child([played, won, drawn], MIN, bounds) == 2


# --- settings --------------------------------------------------------------------------------------------------------


def test_the_same_seed_does_the_same_and_another_does_not():
    games_of = [answered(mcts(FOUR, nodes=500, seed=seed)) for seed in (1, 1, 2)]
    assert games_of[0] == games_of[1] != games_of[2]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"depth": 3}, "it takes nodes and time, and no depth"),
        ({"order": "best"}, "mcts takes no order"),
        ({"cut": "gt"}, "mcts takes no cut"),
        ({"alpha": 0}, "mcts takes no alpha"),
        ({"all_moves": True}, "mcts takes no all_moves"),
        ({"without": ("killers",)}, "mcts takes no without"),
        ({"seed": 0.5}, "a seed is a whole number"),
        ({"seed": 2**80}, "a seed is a whole number"),
        ({"nodes": 0}, "nodes must be 1 or more"),
        ({"threads": 0}, "threads must be from 1 to 256"),
        ({"table": -1}, "table must be a"),
        ({"table": inf}, "table must be a"),
        ({"engine": "reference", "threads": 2}, "has 1 thread"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(options, said):
    with pytest.raises(pw.InputError, match=said) as error:
        mcts(TICTACTOE, **{"nodes": 10, **options})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("engine", BOTH)
def test_limits_are_kept(engine):
    mcts(pw.make("connect4"), None, engine, nodes=1)
    began = time.perf_counter()
    found = mcts(pw.make("connect4"), None, engine, time=0.2)
    assert found.stopped_by == "time"
    assert time.perf_counter() - began < 10  # on a busy machine
    flag = threading.Event()
    flag.set()
    assert mcts(pw.make("connect4"), None, engine, stop=flag).stopped_by == "interrupt"


def test_a_flag_stops_it_and_a_watcher_is_told_meanwhile():
    game, flag, told = pw.make("connect4"), threading.Event(), []
    mcts(game, nodes=1)

    def watch(found):
        told.append(found)
        flag.set()

    found = mcts(game, stop=flag, watcher=watch)
    assert found.stopped_by == "interrupt"
    assert told[0].nodes <= found.nodes
    assert told[0].best in list(game.actions(game.initial()))


def test_several_threads_share_the_nodes_and_prove_the_same():
    found = mcts(FOUR, nodes=1_001, threads=3, seed=1)
    assert (found.nodes, found.threads) == (1_001, 3)
    assert answered(found) == answered(mcts(FOUR, nodes=1_001, threads=3, seed=1))
    state = TICTACTOE.parse_state("X...O....")
    assert mcts(TICTACTOE, state, nodes=100_000, threads=2).value == 0


def test_a_full_tree_goes_on_with_playouts():
    game = pw.make("connect4")
    found = mcts(game, nodes=30_000, table=0.01)
    assert (found.nodes, found.stopped_by) == (30_000, "nodes")
    assert found.best in list(game.actions(game.initial()))


# --- faults of the rules, and Ctrl-C ---------------------------------------------------------------------------------


class Rising(pw.Game):
    """Twenty moves; far from the start a number grows beyond what random trials show, or a rule fails."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        ply: int
        number: int
        side: int

    def __init__(self, fault=""):
        self.fault = fault

    def initial(self):
        return self.State(0, 0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return () if self.fault == "actions" and state.ply == 15 else (0, 1)

    def result(self, state, action):
        number = state.number * 2 + action
        if state.ply == 17 and number >= 2**17:
            number = 2**60 if not self.fault else number // (state.ply - 17)
        return self.State(state.ply + 1, number, -state.side)

    def terminal(self, state):
        return state.ply == 20

    def utility(self, state):
        return 1 if state.number % 5 < 3 else -1


def test_a_value_beyond_the_layout_widens_it_and_changes_nothing():
    found = [answered(mcts(Rising(), None, engine, nodes=200, seed=4)) for engine in BOTH]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("result", "result raised ZeroDivisionError.*ply=17.*test_monte_carlo.py"),
        ("actions", "actions returned .*ply=15"),
    ],
)
def test_a_rule_that_fails_in_a_playout_is_located(fault, said):
    for threads in (1, 2):
        with pytest.raises(pw.InputError, match=said) as error:
            mcts(Rising(fault), nodes=2_000_000, threads=threads)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_it_with_its_answer_or_leaves_it(threads):
    game = pw.make("connect4")
    mcts(game, nodes=1)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = mcts(game, time=60, threads=threads)
    assert found.stopped_by == "interrupt"
    assert found.best in list(game.actions(game.initial()))
    with interrupted_after(0.2):
        mcts(game, time=60, threads=threads, partial=False)


# --- the drawing -----------------------------------------------------------------------------------------------------


def test_a_trace_shows_the_mean_and_the_number_of_the_games_at_each_node():
    record = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2), algorithm="mcts", nodes=6, seed=1)
    assert draw_trace(record).splitlines()[:4] == [
        "A MAX 4.67 (6) *",
        "├── B MIN 5.2 (5) *",
        "│   ├── D MAX =5 (3) *",
        "│   │   ├── H =3 (1)",
    ]
    text = walkthrough(record)
    assert "A random game from C ends with 2." in text
    assert "D is proved: 5." in text
    assert "The value of A is estimated at 5" in text
    assert "mcts: 6 simulations, a tree of 7 nodes, 3 deep." in text
    assert [record.records[0].visits, record.result.nodes] == [6, 6]
    for drawing in (record.svg(), record.tikz(), record.html()):
        assert "5.2 (5)" in drawing or "record" in drawing
    assert "mean of random games" in record.svg()


def test_a_position_that_is_over_has_a_trace():
    game = pw.make("tictactoe")
    trace = pw.trace(game, game.parse_state("XXXOO...."), algorithm="mcts")
    assert "is 1" in str(trace)
    assert trace.svg().startswith("<svg")
    assert [each.value for each in trace.events][-1] == 1


def test_a_proved_trace_says_so():
    record = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2), algorithm="mcts")
    assert record.result.proved
    assert "The value of A is 5, along A-B-D-I." in walkthrough(record)
    assert "B was proved without the rest of E" in [each.because for each in record.pruned]


def test_a_search_of_a_game_is_drawn_as_it_was():
    found = mcts(FOUR, nodes=150, seed=5)
    record = pw.results.Trace.of_result(found, seed=5)
    assert (record.result.value, record.records[0].visits, record.truncated) == (found.value, 150, False)
    short = pw.results.Trace.of_result(found, seed=5, limit=20)
    assert short.truncated
    assert str(short)


# --- the tree from move to move --------------------------------------------------------------------------------------


def visits_at_root(search):
    return sum(child.visits for child in search._session.moves().values())


def test_the_part_of_the_tree_that_was_reached_is_kept():
    search, game = MonteCarloSearch(FOUR, seed=3), FOUR
    state = game.initial()
    first = search.search(state, MoveLimits(nodes=2_000))
    assert visits_at_root(search) == 2_000
    after = game.result(game.result(state, first.pv[0]), first.pv[1])
    search.search(after, MoveLimits(nodes=100))
    assert visits_at_root(search) > 200
    search.search(after, MoveLimits(nodes=100))
    assert visits_at_root(search) > 300
    search.search(state, MoveLimits(nodes=100))
    assert visits_at_root(search) == 100
    search.forget()
    assert answered(search.search(state, MoveLimits(nodes=2_000))) == answered(first)


@pytest.mark.slow_with("Hexapawn:rows=4,columns=3")
@pytest.mark.parametrize("game", [FOUR, HEXAPAWN, games.TurnsWood()], ids=lambda game: game.name)
def test_a_tree_that_was_kept_proves_what_is_true(game):
    for seed in range(6):
        search, state = MonteCarloSearch(game, seed=seed), next(states_of(game, 1, seed))
        source = random.Random(seed)
        while not game.terminal(state):
            found = search.search(state, MoveLimits(nodes=300))
            if found.proved:
                assert found.value == minimax_value(game, state)
            action = found.best if source.randrange(2) else source.choice(list(game.actions(state)))
            state = game.result(state, action)
