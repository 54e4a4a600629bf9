"""A search for play under limits: it stops in time, always has an answer, and keeps what it learnt."""

import pickle
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest

import plywise as pw
from plywise.engines.clock import Clock
from plywise.engines.kernel.selective.memory import TABLE_SIZE
from plywise.engines.move_limits import MoveLimits
from plywise.engines.native.selective.deepening import Deepening
from plywise.engines.native.selective.memory import BUCKET_BYTES, PlayMemory
from plywise.engines.play_features import PLAY_FEATURES
from plywise.engines.selective_search import SelectiveSearch

GAME = pw.make("kalah")


@pytest.fixture(scope="module")
def search():
    found = SelectiveSearch(GAME)
    found.prepare()
    return found


def follow(actions):
    state = GAME.initial()
    for action in actions:
        assert action in list(GAME.actions(state))
        state = GAME.result(state, action)
    return state


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 100, 5000])
def test_nodes_are_counted_exactly(search, nodes):
    search.forget()
    found = search.search(None, MoveLimits(nodes=nodes))
    assert found.nodes == nodes
    assert found.stopped_by == "nodes"
    assert found.best in list(GAME.actions(GAME.initial()))


def test_without_a_node_the_most_promising_action_is_the_answer(search):
    state = follow(list(search.search(None, MoveLimits(nodes=200)).pv)[:1])
    best = max(GAME.priority(state, action) for action in GAME.actions(state))
    assert GAME.priority(state, search.search(state, MoveLimits(nodes=1)).best) == best


def test_depth_is_kept(search):
    search.forget()
    found = search.search(None, MoveLimits(depth=3))
    assert (found.depth, found.stopped_by, found.selective, found.proved) == (3, "depth", True, False)


def test_no_time_is_enough_for_an_answer(search):
    found = search.search(None, MoveLimits(hard=0.0))
    assert found.stopped_by == "time"
    assert found.best in list(GAME.actions(GAME.initial()))


def test_the_hard_limit_is_kept_and_the_soft_one_comes_first(search):
    began = time.perf_counter()
    assert search.search(None, MoveLimits(hard=0.2)).stopped_by == "time"
    assert time.perf_counter() - began < 10  # on a busy machine; the search has no end
    began = time.perf_counter()
    assert search.search(None, MoveLimits(hard=30.0, soft=0.1)).stopped_by == "time"
    assert time.perf_counter() - began < 10


def test_another_thread_stops_it(search):
    flag = threading.Event()
    threading.Timer(0.1, flag.set).start()
    assert search.search(None, MoveLimits(stop=flag)).stopped_by == "interrupt"


def test_while_it_ponders_no_time_counts_and_then_all_does(search):
    pondering, began = threading.Event(), time.perf_counter()
    pondering.set()
    threading.Timer(0.3, pondering.clear).start()
    found = search.search(None, MoveLimits(hard=0.1, soft=0.05, pondering=pondering))
    assert 0.3 <= time.perf_counter() - began < 20
    assert found.stopped_by == "time"


def test_only_some_actions_are_searched(search):
    worst = list(GAME.actions(GAME.initial()))[-2:]
    found = search.search(None, MoveLimits(depth=4), only=worst)
    assert found.best in worst
    assert not found.proved


def test_a_win_in_so_many_moves_is_enough():
    game = pw.make("chess")
    state = game.parse_state("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    found = SelectiveSearch(game).search(state, MoveLimits(mate=1))
    assert (found.value, found.best_word, found.stopped_by, found.proved) == (30_000, "d1d8", "complete", True)


def test_threads_share_the_work_and_answer_once():
    search = SelectiveSearch(GAME, threads=3)
    found = search.search(None, MoveLimits(nodes=3000))
    assert found.threads == 3
    assert 1000 <= found.nodes <= 3000


def test_a_state_that_is_over_has_no_move():
    found = SelectiveSearch(GAME).search(GAME.parse_state("0-0-0-0-0-0:25/0-0-0-0-0-0:23 MAX"))
    assert (found.best, found.value > 0, found.algorithm) == (None, True, "selective")


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_the_table_is_kept_until_another_game_begins():
    search = SelectiveSearch(GAME, without=set(PLAY_FEATURES) - {"table"})
    first, again = (search.search(None, MoveLimits(depth=6)) for _ in range(2))
    assert again.nodes < 0.7 * first.nodes
    assert again.value == first.value
    search.forget()
    anew = search.search(None, MoveLimits(depth=6))
    assert (anew.nodes, anew.pv, anew.value) == (first.nodes, first.pv, first.value)


def test_lines_are_legal_to_their_end_and_as_long_as_the_depth(search):
    search.forget()
    told = []
    found = search.search(None, MoveLimits(depth=8), report=told.append)
    assert {each.line.depth for each in told} == set(range(1, 9))
    for each in told:
        follow(each.actions)
    follow(found.pv)
    assert len(found.pv) >= 4


def test_another_process_is_given_one_that_has_learnt_nothing(search):
    search.search(None, MoveLimits(depth=2))
    other = pickle.loads(pickle.dumps(search))
    assert other._session is None
    assert other.search(None, MoveLimits(depth=2)).best in list(GAME.actions(GAME.initial()))


def test_the_table_is_made_larger_without_loss():
    memory = PlayMemory(1, 8.0, 0)
    memory.begin(0, None)
    keys = [3**number % 2**61 | 1 << 32 for number in range(1, 400)]
    for place, key in enumerate(keys):
        memory.suggest(key, place)
    held = [memory.probe(key) for key in keys]
    assert sum(map(bool, held)) > 350
    size = len(memory.table)
    memory.grow(2**16)
    assert len(memory.table) > size
    assert [memory.probe(key) for key in keys] == held
    memory.grow(2**60)
    assert len(memory.table) * 8 <= 8 * 2**20
    assert BUCKET_BYTES == 64


def test_a_start_takes_little_memory():
    memory = PlayMemory(1, 64.0, 0)
    assert memory.table.nbytes < 2**19


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [{"table": 0}, {"table": 1e9}, {"without": ["nothing"]}])
def test_what_cannot_be_is_refused_in_a_line(bad):
    with pytest.raises(pw.InputError) as caught:
        SelectiveSearch(GAME, **bad).search(None, MoveLimits(depth=1))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [{"depth": 0}, {"nodes": -1}, {"mate": 0}, {"hard": -1.0}, {"soft": float("nan")}])
def test_limits_that_cannot_be_are_refused(bad):
    with pytest.raises(pw.InputError):
        MoveLimits(**bad)


# --- a warm start ----------------------------------------------------------------------------------------------------

WARM = """
import sys
import plywise as pw
pw.search(pw.make("kalah"), algorithm="selective", nodes=100)
print("plywise.compiler.translation.program" in sys.modules)
"""


def test_a_warm_start_compiles_nothing():
    for _ in range(2):  # the first one may still have to measure, or to compile
        done = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert done.stderr == ""


class Counting:
    """A game that counts of which positions the actions are asked."""

    def __init__(self, game):
        self.game, self.asked = game, Counter()

    def __getattr__(self, name):
        return getattr(self.game, name)

    def actions(self, state):
        self.asked[state] += 1
        return self.game.actions(state)


def test_the_actions_of_a_line_are_asked_once(search):
    told, state = [], GAME.initial()
    deepening = Deepening(search._ready(state), state, MoveLimits(depth=8))
    deepening.game, deepening.report = Counting(GAME), lambda progress: told.append(progress.actions)
    deepening.run()
    assert max(map(len, told)) >= 8
    assert deepening.follow(deepening.found[0]) == told[-1]
    assert set(deepening.game.asked.values()) == {1}


# --- a table that grows ----------------------------------------------------------------------------------------------


def test_the_table_grows_with_the_search_and_not_beyond_what_it_may():
    search = SelectiveSearch(GAME, table=1024)
    sizes = []
    for depth in (2, 12, 16):
        found = search.search(None, MoveLimits(depth=depth))
        sizes.append(search._session.memory.bits)
    assert BUCKET_BYTES << sizes[0] <= 2**21, "a short search takes little memory, however large a table may be"
    assert sizes[0] < sizes[-1], (sizes, found.nodes)
    small = SelectiveSearch(GAME, table=1)
    small.search(None, MoveLimits(depth=14))
    assert BUCKET_BYTES << small._session.memory.bits <= 2**20


def test_a_table_that_grows_keeps_what_it_knows_and_one_that_is_stopped_stays():
    memory = PlayMemory(1, 64, 0)
    keys = [source * 0x9E3779B97F4A7C15 % 2**62 | 1 << 32 for source in range(1, 2000)]
    for place, key in enumerate(keys):
        memory.suggest(key, place % 30)
    before, bits = {key: memory.probe(key) for key in keys}, memory.bits
    clock = Clock(flag=threading.Event())
    clock.flag.set()
    memory.make_room(10**6, clock)
    assert memory.bits == bits
    memory.make_room(10**6, Clock(0.001))  # no time for that
    assert memory.bits == bits
    memory.make_room(10**6, Clock())
    assert memory.bits > bits
    assert memory.works[0][TABLE_SIZE] == memory.bits
    assert {key: memory.probe(key) for key in keys} == before
