"""Where a native search has to stop, and what it answers then: depth, nodes, time, Ctrl-C, memory."""

import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time

import pytest

import plywise as pw
from plywise.engines.features import FEATURES
from plywise.engines.kernel import thread_state
from plywise.engines.native import search_memory, session, strong
from plywise.game import MAX, MIN
from tests.helpers import generated_games as games
from tests.helpers.paths import ROOT

STRONG = ("pvs", "mtdf", "deepening")
TEXTBOOK = ("minimax", "negamax", "alphabeta")
EVERY = (*TEXTBOOK, *STRONG)

WOOD = games.Wood()
ENDLESS = WOOD.start(seed=20261, left=60, wide=5, span=9, early=0)  # no search comes to its end


class SlowWood(games.Wood):
    """The same trees; to evaluate a state, or to value its end, takes about a tenth of a millisecond."""

    def evaluate(self, state):
        mark = state.mark
        for number in range(60_000):
            mark = games.stirred(mark, number)
        return mark % 3 - 1


SLOW = SlowWood()

MANY_NODES = 300_000_000  # a search that does not stop for what it should ends with these
SOON = 10.0  # seconds, on a busy machine; MANY_NODES take longer. Where it is 20 ms that count, the test is slow


def searched(game, state, **options):
    return pw.search(game, state, engine="native", **options)


@pytest.fixture(scope="module", autouse=True)
def compiled():
    for algorithm in EVERY:
        searched(WOOD, WOOD.start(seed=1), algorithm=algorithm)
        searched(WOOD, WOOD.start(seed=1), algorithm=algorithm, depth=1)


def assert_stopped(result, state, stopped_by, game=WOOD):
    assert result.stopped_by == stopped_by
    assert not result.proved
    assert result.best in list(game.actions(state))
    for action in result.pv:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert result.pv == [] or result.pv[0] == result.best
    assert result.value is None or -9 <= result.value <= 9


# --- nodes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", EVERY)
@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 1023, 1024, 1025, 5000, 123_457])
def test_a_search_enters_no_more_nodes_than_it_may(algorithm, nodes):
    result = searched(WOOD, ENDLESS, algorithm=algorithm, nodes=nodes)
    assert_stopped(result, ENDLESS, "nodes")
    assert result.nodes == nodes
    again = searched(WOOD, ENDLESS, algorithm=algorithm, nodes=nodes)
    assert (again.value, again.best, again.pv, again.stats) == (result.value, result.best, result.pv, result.stats)


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_search_that_needs_just_as_many_nodes_as_it_may_enter_is_not_stopped(algorithm):
    for seed in range(20):
        state = WOOD.start(seed=seed, left=5, early=0)
        whole = searched(WOOD, state, algorithm=algorithm, depth=4)
        same = searched(WOOD, state, algorithm=algorithm, depth=4, nodes=whole.nodes)
        assert (same.value, same.best, same.stopped_by, same.nodes) == (
            whole.value, whole.best, whole.stopped_by, whole.nodes,
        )  # fmt: skip
        if whole.nodes > 1:
            assert searched(WOOD, state, algorithm=algorithm, depth=4, nodes=whole.nodes - 1).stopped_by == "nodes"


@pytest.mark.slow
@pytest.mark.parametrize("all_moves", [False, True])
def test_an_interrupted_iteration_never_replaces_a_completed_ones_answer(all_moves):
    for seed in (3, 14, 15):
        state = WOOD.start(seed=seed, left=40, wide=4, early=16, span=9)
        known = {}
        for nodes in [*range(1, 60), *range(60, 4000, 97)]:
            result = searched(WOOD, state, algorithm="deepening", nodes=nodes, all_moves=all_moves)
            if result.stopped_by != "nodes":
                break
            if result.value is None:
                assert result.best == 0
                continue
            if result.depth not in known:
                known[result.depth] = searched(
                    WOOD, state, algorithm="deepening", depth=result.depth, all_moves=all_moves
                )
            whole = known[result.depth]
            assert (result.value, result.best, result.action_values, result.depth) == (
                whole.value, whole.best, whole.action_values, whole.depth,
            ), (seed, nodes)  # fmt: skip
        assert len(known) > 2


def test_more_nodes_never_mean_a_shallower_answer():
    depths = [searched(WOOD, ENDLESS, algorithm="deepening", nodes=nodes).depth for nodes in range(10, 6000, 250)]
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]


def test_threads_share_the_nodes_they_may_enter():
    result = searched(WOOD, ENDLESS, algorithm="deepening", nodes=40_000, threads=2)
    assert_stopped(result, ENDLESS, "nodes")
    assert result.nodes <= 40_000


def test_a_stopped_search_of_all_moves_keeps_what_it_knows():
    state = WOOD.start(seed=4, left=7, wide=4, early=0)
    whole = searched(WOOD, state, algorithm="alphabeta", all_moves=True)
    assert len(whole.action_values) > 1
    for nodes in range(1, whole.nodes, max(1, whole.nodes // 50)):
        result = searched(WOOD, state, algorithm="alphabeta", all_moves=True, nodes=nodes)
        reference = pw.search(WOOD, state, engine="reference", algorithm="alphabeta", all_moves=True, nodes=nodes)
        assert_stopped(result, state, "nodes")
        assert (result.value, result.best, result.action_values, result.nodes) == (
            reference.value, reference.best, reference.action_values, reference.nodes,
        ), nodes  # fmt: skip


# --- time ------------------------------------------------------------------------------------------------------------


def overshoot(game, state, seconds, **options):
    result = searched(game, state, time=seconds, **options)
    began = time.perf_counter()
    result = searched(game, state, time=seconds, **options)
    taken = time.perf_counter() - began
    assert_stopped(result, state, "time", game)
    assert result.time_s >= seconds
    return taken - seconds


@pytest.mark.parametrize(("algorithm", "threads"), [("minimax", 1), ("deepening", 1), ("pvs", 2)])
def test_a_search_stops_soon_after_its_time(algorithm, threads):
    over = overshoot(WOOD, ENDLESS, 0.1, algorithm=algorithm, threads=threads, nodes=MANY_NODES)
    assert 0 <= over < SOON


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", EVERY)
@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.1, 0.3])
def test_a_search_stops_in_time(algorithm, seconds):
    over = [overshoot(WOOD, ENDLESS, seconds, algorithm=algorithm) for _ in range(3)]
    assert statistics.median(over) < max(0.020, 0.02 * seconds)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["deepening", "pvs", "minimax"])
def test_a_search_stops_in_time_where_the_rules_are_slow(algorithm):
    state = SLOW.start(seed=5, left=60, wide=5, early=0)
    searched(SLOW, state, algorithm=algorithm, depth=1)
    over = [overshoot(SLOW, state, 0.1, algorithm=algorithm, depth=14) for _ in range(3)]
    assert statistics.median(over) < 0.020


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["alphabeta", "deepening", "pvs"])
def test_a_search_stops_in_time_where_a_state_has_hundreds_of_actions(algorithm):
    state = WOOD.start(seed=5, left=60, wide=800, early=0)
    over = [overshoot(WOOD, state, 0.1, algorithm=algorithm) for _ in range(3)]
    assert statistics.median(over) < 0.020


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["deepening", "pvs"])
def test_a_search_stops_in_time_while_its_table_grows(algorithm):
    state = WOOD.start(seed=6, left=60, wide=3, early=0, pool=10**9)
    over = [overshoot(WOOD, state, seconds, algorithm=algorithm) for seconds in (0.2, 0.3, 0.45, 0.6, 0.8)]
    assert max(over) < 0.020


@pytest.mark.slow
def test_a_search_of_all_moves_stops_in_time():
    over = [overshoot(WOOD, ENDLESS, 0.1, algorithm=algorithm, all_moves=True) for algorithm in EVERY]
    assert statistics.median(over) < 0.020


@pytest.mark.slow
def test_a_search_of_five_seconds_stops_in_time():
    for algorithm in ("deepening", "pvs", "alphabeta"):
        assert overshoot(WOOD, ENDLESS, 5.0, algorithm=algorithm) < 0.1


@pytest.mark.slow
def test_threads_stop_in_time():
    assert statistics.median(overshoot(WOOD, ENDLESS, 0.1, algorithm="pvs", threads=2) for _ in range(3)) < 0.020


def test_a_search_gives_up_the_interpreters_lock():
    stopped, ticks = threading.Event(), []

    def ticking():
        while not stopped.wait(0.005):
            ticks.append(time.perf_counter())

    clock = threading.Thread(target=ticking)
    clock.start()
    searched(WOOD, ENDLESS, algorithm="pvs", time=0.5)
    stopped.set()
    clock.join()
    assert len(ticks) > 10


# --- depth -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_search_goes_no_deeper_than_it_may(algorithm):
    for depth in range(6):
        result = searched(WOOD, ENDLESS, algorithm=algorithm, depth=depth)
        assert result.depth == depth
        assert result.stopped_by == "depth"
        assert not result.proved
        assert (result.best is None) == (depth == 0)
        assert result.value == pw.algorithms.minimax(WOOD, ENDLESS, depth=depth).value


def test_a_depth_beyond_the_end_is_no_limit():
    for seed in range(8):
        state = WOOD.start(seed=seed, left=3)
        for algorithm in EVERY:
            result = searched(WOOD, state, algorithm=algorithm, depth=50)
            assert result.proved
            assert result.stopped_by == "complete"
            assert result.value == pw.algorithms.minimax(WOOD, state).value


@pytest.mark.parametrize("algorithm", EVERY)
def test_at_the_end_of_the_game_there_is_nothing_to_search(algorithm):
    state = WOOD.start(seed=2, left=0)
    for options in ({}, {"depth": 0}, {"depth": 3}, {"nodes": 1}, {"time": 0.001}, {"all_moves": True}):
        result = searched(WOOD, state, algorithm=algorithm, **options)
        assert (result.value, result.best, result.pv, result.player) == (WOOD.utility(state), None, [], None)
        assert result.proved
        assert result.stopped_by == "complete"


@pytest.mark.fast_with("alphabeta", "pvs")
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs", "mtdf"])
def test_lines_longer_than_any_search_follows_are_refused_in_one_line(algorithm):
    with pytest.raises(pw.InputError, match="plies long: limit the depth") as caught:
        searched(WOOD, WOOD.start(seed=2, left=20_000, wide=1, early=0), algorithm=algorithm)
    assert len(str(caught.value).splitlines()) == 1


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


def interrupted(after, **options):
    """Search until Ctrl-C comes so many seconds later: (the result, seconds it took to answer)."""
    sent = []

    def press():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    timer.start()
    try:
        result = searched(WOOD, ENDLESS, **options)
        answered = time.perf_counter()
    finally:
        timer.join()
    return result, answered - sent[0]


def test_ctrl_c_stops_a_search_soon_with_the_answer_of_the_last_completed_depth():
    result, taken = interrupted(0.15, algorithm="deepening", nodes=MANY_NODES)
    assert_stopped(result, ENDLESS, "interrupt")
    assert taken < SOON
    assert result.depth > 2
    whole = searched(WOOD, ENDLESS, algorithm="deepening", depth=result.depth, all_moves=True)
    assert result.value == whole.value == whole.action_values[result.best]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", EVERY)
@pytest.mark.parametrize("all_moves", [False, True])
def test_ctrl_c_stops_a_search_with_the_best_answer_so_far(algorithm, all_moves):
    result, taken = interrupted(0.15, algorithm=algorithm, all_moves=all_moves, partial=True)
    assert_stopped(result, ENDLESS, "interrupt")
    assert taken < 0.1
    assert result.nodes > 1000
    if algorithm == "deepening":
        assert result.depth > 2
        whole = searched(WOOD, ENDLESS, algorithm=algorithm, depth=result.depth, all_moves=all_moves)
        assert (result.value, result.best, result.action_values) == (whole.value, whole.best, whole.action_values)


PRESSED = """
import os, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
from tests.helpers import generated_games as games
import plywise as pw
game = games.Wood()
state = game.start(seed=20261, left=60, wide=5, span=9, early=0)
options = {"engine": "native", "partial": True, "algorithm": sys.argv[2], "all_moves": sys.argv[3] == "True"}
pw.search(game, state, time=0.01, **options)
parts, lost = int(sys.argv[4]), 0
for part in range(parts):
    timer = threading.Timer(0.003 + 0.03 * part / parts, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        result = pw.search(game, state, **options)
        assert result.stopped_by == "interrupt", result.stopped_by
        assert result.best in list(game.actions(state))
    except KeyboardInterrupt:
        lost += 1
    timer.join()
print(lost)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("algorithm", "all_moves"), [("deepening", False), ("deepening", True), ("pvs", False)])
def test_ctrl_c_at_any_moment_of_a_search_loses_no_answer(algorithm, all_moves):
    words = [sys.executable, "-c", PRESSED, str(ROOT), algorithm, str(all_moves), "120"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "0\n"


def test_ctrl_c_with_two_threads_stops_both():
    result, taken = interrupted(0.1, algorithm="pvs", threads=2, nodes=MANY_NODES)
    assert_stopped(result, ENDLESS, "interrupt")
    assert taken < SOON
    nodes = searched(WOOD, ENDLESS, algorithm="pvs", nodes=1000).nodes
    assert nodes == 1000


@pytest.mark.parametrize("options", [{}, {"nodes": MANY_NODES, "partial": False}], ids=["no limit", "not wanted"])
def test_ctrl_c_leaves_a_search_of_which_no_part_is_wanted(options):
    with pytest.raises(KeyboardInterrupt):
        interrupted(0.05, algorithm="pvs", **options)


def test_after_ctrl_c_the_next_search_is_as_any_other():
    state = WOOD.start(seed=9, left=6)
    before = searched(WOOD, state, algorithm="pvs")
    interrupted(0.05, algorithm="pvs", nodes=MANY_NODES)
    after = searched(WOOD, state, algorithm="pvs")
    assert (before.value, before.nodes, before.pv) == (after.value, after.nodes, after.pv)


# --- memory ----------------------------------------------------------------------------------------------------------


def memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


@pytest.mark.parametrize("times", [1.01, 4, 1e6, float("inf")])
@pytest.mark.parametrize("algorithm", STRONG)
def test_a_table_larger_than_memory_is_refused_before_any_is_taken(algorithm, times, monkeypatch):
    import numpy as np

    def refuse(shape, *words, **options):
        wanted = np.prod(shape)
        assert wanted < 2**24, f"{wanted} words asked for"
        return taken(shape, *words, **options)

    taken = np.zeros
    monkeypatch.setattr(np, "zeros", refuse)
    with pytest.raises(pw.InputError, match=r"memory|table") as caught:
        searched(WOOD, WOOD.start(seed=1), algorithm=algorithm, table=memory() * times)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("table", [0, -1, float("nan"), "large"])
def test_a_table_of_no_size_is_refused(table):
    with pytest.raises(pw.InputError, match="table"):
        searched(WOOD, WOOD.start(seed=1), algorithm="pvs", table=table)


def test_a_table_takes_no_more_memory_than_it_needs():
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    searched(WOOD, WOOD.start(seed=1), algorithm="pvs", table=memory() * 0.8)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 200_000


@pytest.mark.parametrize("algorithm", STRONG)
def test_a_table_that_two_threads_share_grows_and_the_answer_is_right(algorithm, monkeypatch):
    spaces = []

    class Kept(session.SearchSession):
        def __init__(self, *words, **options):
            super().__init__(*words, **options)
            spaces.append(self)

    monkeypatch.setattr(strong, "SearchSession", Kept)
    monkeypatch.setattr(search_memory, "SHARED_BITS", 6)
    for seed in range(6):
        state = WOOD.start(seed=seed, left=14, wide=4, early=0, pool=100_000)
        result = searched(WOOD, state, algorithm=algorithm, depth=11, threads=2)
        assert result.value == searched(WOOD, state, algorithm="alphabeta", depth=11).value
        assert result.best in list(WOOD.actions(state))
        shared = [each for each in spaces if len(each.memory.works) == 2]
        assert len(shared) == 1 + seed
        bits = [int(each[thread_state.TABLE_BITS]) for each in shared[-1].memory.works]
        assert bits[0] == bits[1] > 6


def test_threads_that_are_too_many_or_too_few_are_refused_in_one_line():
    for threads in (0, -1, 1.5, 100_000):
        with pytest.raises(pw.InputError, match="thread") as caught:
            searched(WOOD, WOOD.start(seed=1), algorithm="pvs", threads=threads)
        assert len(str(caught.value).splitlines()) == 1


def test_random_limits_always_leave_a_legal_move():
    dice = random.Random(20265)
    for _ in range(150):
        state = WOOD.start(
            seed=dice.randrange(10**6), side=dice.choice([MAX, MIN]), left=50, wide=dice.choice([2, 9]), early=0
        )
        options = {"nodes": dice.randrange(1, 3000)}
        if dice.random() < 0.3:
            options["time"] = dice.choice([1e-9, 0.0001, 0.001])
        if dice.random() < 0.3:
            options["depth"] = dice.randrange(1, 30)
        options["all_moves"] = dice.random() < 0.2
        options["algorithm"] = dice.choice(EVERY)
        if options["algorithm"] in STRONG:
            options["without"] = tuple(name for name in FEATURES if dice.random() < 0.2)
        result = searched(WOOD, state, **options)
        assert result.best in list(WOOD.actions(state)), (state, options)
        if result.action_values:
            assert set(result.action_values) <= set(WOOD.actions(state))
