"""The kernel interpreted, as plain Python, against the kernel compiled: the same value from the same nodes.

And the hooks of a selective search, on a game of captures made for it; and the signature of the whole search.
"""

import json
import os
import random
import subprocess
from dataclasses import replace
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import bits
from plywise.cli.commands import bench
from plywise.engines.algorithms import PVS
from plywise.engines.features import FEATURES, features_without
from plywise.engines.kernel import search, solving, strong, thread_state
from plywise.engines.kernel.config import KernelConfig, Task
from plywise.engines.kernel.table import grows_at, least_bits
from plywise.engines.limits import Limits
from plywise.engines.native import search_memory
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.engines import engine_of
from plywise.engines.native.search_memory import UNLIMITED
from plywise.engines.native.session import SearchSession
from plywise.engines.native.strong import StrongRun
from plywise.game import MAX, play_moves
from tests.engines.native.test_twins import deeper_start, minimax_value, random_start
from tests.helpers.generated_games import KnowingWood
from tests.helpers.program import PROGRAM

FAR = 2**60
SIGNATURES = {"tictactoe": 4_557, "nim": 5_131, "connect4": 65_957}
"""Nodes over fixed positions of a few games: `plywise bench --signature`. A commit that changes them says so."""


class Duel(pw.Game):
    """Two players with pieces on a ring; a step onto the other's piece captures it. Made to have noisy actions."""

    name = "duel"
    alternating = True
    utility_bounds = (-100, 100)

    class State(NamedTuple):
        """Each player's pieces as bits of a ring of twelve, the plies left, and who is to move."""

        mine: int
        other: int
        left: int
        side: int

    def initial(self):
        return self.State(0b000000010101, 0b010101000000, 9, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        for cell in range(12):
            if state.mine >> cell & 1:
                for step in range(1, 4):
                    if not state.mine >> (cell + step) % 12 & 1:
                        yield cell * 4 + step

    def result(self, state, action):
        goal = 1 << (action // 4 + action % 4) % 12
        mine = state.mine & ~(1 << action // 4) | goal
        return self.State(state.other & ~goal, mine, state.left - 1, -state.side)

    def terminal(self, state):
        return state.left == 0 or state.mine == 0

    def utility(self, state):
        return state.side * (bits.popcount(state.mine) - pw.bits.popcount(state.other)) * 10

    def evaluate(self, state):
        return state.side * ((bits.popcount(state.mine) - pw.bits.popcount(state.other)) * 10 + state.mine % 7 - 3)

    def key(self, state):
        return state.mine << 17 | state.other << 5 | state.left << 1 | (state.side > 0)

    def noisy(self, state, action):
        return state.other >> (action // 4 + action % 4) % 12 & 1 == 1

    def may_pass(self, state):
        return state.left > 3

    def passed(self, state):
        return self.State(state.other, state.mine, state.left - 1, -state.side)

    def reduction(self, state, action, depth, place):
        return 1 if place > 2 and depth > 2 else 0

    def extension(self, state, action):
        return 1 if self.noisy(state, action) and state.left > 2 else 0


def most_bits(config):
    return max(16, least_bits(config))


class Interpreted:
    """Runs the kernel's own functions as plain Python, on lists."""

    def __init__(self, game, config, features):
        self.game, self.config = game, config
        self.work = [0] * thread_state.SIZE
        bits = max(12, least_bits(config))
        self.table = [0] * (config.entry_words << most_bits(config))
        self.stack = [0] * 2**16
        self.work[thread_state.MAX_NODES] = UNLIMITED
        self.work[thread_state.FEATURES] = features
        self.work[thread_state.THREADS] = 1
        self.work[thread_state.STACK_SIZE] = len(self.stack)
        self.work[thread_state.TABLE_BITS] = self.work[thread_state.FIRST_BITS_WORD] = bits
        self.work[thread_state.MAX_TABLE_BITS] = most_bits(config)
        self.work[thread_state.GROWS_AT] = grows_at(self.work)

    def measure(self, state, low, high, depth):
        side = self.game.player(state)
        task = Task(self.game, self.config, self.work, self.stack, self.table)
        return solving.mtdf(task, state, low, high, 0, depth, side, 0, 0)


def compiled_measure(engine, config, features, state, low, high, depth):
    engine.entry(strong.run_strong, config)  # compiled before anybody waits for an answer
    session = SearchSession(engine, config, features=features)
    session.memory.works[0][thread_state.MAX_TABLE_BITS] = most_bits(config)
    value = session.run(
        lambda tools, stack: session.call_kernel(strong.MTDF, state, tools, stack, low, high, depth=depth), state
    )
    return value, session.memory.works[0]


ALL = features_without(())
COUNTED = (
    thread_state.NODES,
    thread_state.LEAVES,
    thread_state.CUTOFFS,
    thread_state.TABLE_HITS,
    thread_state.GUESSES,
    thread_state.SELECTIVE,
    thread_state.ESTIMATES,
)
POSITIONS = [
    ("tictactoe", {}, "0 4"),
    ("nim", {"heaps": "2-3-3"}, ""),
    ("connect4", {"width": 4, "height": 4}, "1 2 2"),
]


@pytest.mark.fast_with("tictactoe-True")
@pytest.mark.parametrize("distance", [True, False])
@pytest.mark.parametrize(("name", "parameters", "moves"), POSITIONS, ids=[name for name, _, _ in POSITIONS])
def test_interpreted_and_compiled_the_solving_kernel_enters_the_same_nodes(name, parameters, moves, distance):
    game = pw.make(name, **parameters)
    engine = engine_of(game)
    config = engine.config(distance=distance, horizon=False)
    state = play_moves(game, game.initial(), moves)
    plain = Interpreted(game, config, ALL)
    low, high = (-FAR, FAR) if distance else (-1, 1)
    value, tools = compiled_measure(engine, config, ALL, state, low, high, 0)
    assert plain.measure(state, low, high, 0) == value
    assert [plain.work[word] for word in COUNTED] == [int(tools[word]) for word in COUNTED]
    assert (
        plain.work[thread_state.HISTORY : thread_state.SIZE] == tools[thread_state.HISTORY : thread_state.SIZE].tolist()
    )


@pytest.mark.slow
def test_the_table_grows_alike_interpreted_and_compiled():
    game = pw.make("connect4", width=4, height=4)
    engine = engine_of(game)
    plainly = features_without(("knowledge", "look-ahead", "priority", "history", "killers"))
    for config in (engine.config(True, False), replace(engine.config(True, False), packed=0)):
        assert (config.packed > 0) == (config.entry_words == 1)
        plain = Interpreted(game, config, plainly)
        value, tools = compiled_measure(engine, config, plainly, game.initial(), -FAR, FAR, 0)
        assert plain.measure(game.initial(), -FAR, FAR, 0) == value
        assert plain.work[thread_state.NODES] == tools[thread_state.NODES] > 5_000
        assert plain.work[thread_state.TABLE_BITS] == tools[thread_state.TABLE_BITS] > 12


@pytest.mark.slow_with("False")  # without packing, two threads of a search are tried in native/test_limits.py
@pytest.mark.parametrize("packed", [True, False])
def test_a_table_that_two_threads_share_grows_and_keeps_what_it_knows(packed, monkeypatch):
    monkeypatch.setattr(search_memory, "SHARED_BITS", 6)
    game = pw.make("connect4", width=4, height=4)
    engine, start = engine_of(game), game.initial()
    config = engine.config(True, False) if packed else replace(engine.config(True, False), packed=0)
    plainly = features_without(("knowledge", "look-ahead", "priority", "history", "killers"))
    assert (config.packed > 0) == packed
    engine.entry(strong.run_strong, config)  # compiled before anybody waits for an answer
    values = []
    for threads in (1, 2):
        shared = SearchSession(engine, config, features=plainly, threads=threads)

        def measure(tools, stack, shared=shared):
            return shared.call_kernel(strong.MTDF, start, tools, stack, -FAR, FAR)

        values.append(shared.run(measure, start))
        nodes = shared.nodes
        values.append(shared.run(measure, start))
        assert shared.nodes < 1.1 * nodes
    assert len(set(values)) == 1
    bits = [int(tools[thread_state.TABLE_BITS]) for tools in shared.memory.works]
    assert bits[0] == bits[1] > 8


@pytest.fixture(scope="module")
def duel():
    return Engine(Duel())


def test_interpreted_the_search_finds_minimaxs_value_with_what_a_game_knows():
    game, dice, known = KnowingWood(), random.Random(20265), {}
    config = KernelConfig(
        distance=False, horizon=False, knowledge=True, alternating=True, fields=8, key_words=8, packed=0
    )
    for number in range(150):
        state = (deeper_start if number % 2 else random_start)(game, dice)
        without = tuple(name for name in FEATURES if number % 3 and dice.random() < 0.5)
        found = Interpreted(game, config, features_without(without)).measure(state, -FAR, FAR, 0)
        assert found == state.side * minimax_value(game, state, None, known), (state, without)


HOOKS = [(), ("quiescence",), ("null-move",), ("reductions",), ("extensions",), tuple(FEATURES)[-4:]]


@pytest.mark.slow
@pytest.mark.parametrize("without", HOOKS, ids=["-".join(each) or "all" for each in HOOKS])
def test_hooks_do_the_same_interpreted_and_compiled(duel, without):
    config = duel.config(distance=False, horizon=True)
    assert (config.quiescence, config.null_move, config.reductions, config.extensions) == (True,) * 4
    features = features_without(without)
    for depth in (1, 2, 4, 5):
        plain = Interpreted(duel.game, config, features)
        value, tools = compiled_measure(duel, config, features, duel.game.initial(), -100, 100, depth)
        assert plain.measure(duel.game.initial(), -100, 100, depth) == value
        assert [plain.work[word] for word in COUNTED] == [int(tools[word]) for word in COUNTED]


@pytest.mark.slow
def test_each_hook_is_used_and_said_to_be_selective(duel):
    config, start = duel.config(distance=False, horizon=True), Duel().initial()
    none = features_without(tuple(FEATURES)[-4:])
    _, plain = compiled_measure(duel, config, none, start, -100, 100, 5)
    assert plain[thread_state.SELECTIVE] == 0
    for name in ("quiescence", "null-move", "reductions", "extensions"):
        features = none | FEATURES[name]
        _, tools = compiled_measure(duel, config, features, start, -100, 100, 5)
        assert tools[thread_state.SELECTIVE] > 0, name
        assert tools[thread_state.NODES] != plain[thread_state.NODES], name


@pytest.mark.slow
def test_a_selective_search_says_so_and_a_depth_asked_for_is_kept_to(duel):
    game = Duel()
    timed = pw.search(game, nodes=30_000, engine="native")
    assert timed.selective
    exact = pw.search(game, depth=4, engine="native", algorithm="pvs")
    assert not exact.selective
    assert exact.value == pw.search(game, depth=4, engine="reference", algorithm="alphabeta").value


@pytest.mark.slow
def test_without_hooks_the_horizon_is_the_reference_s(duel):
    game = Duel()
    features = features_without(tuple(FEATURES)[-4:])
    for depth in (1, 2, 3, 4):
        run = StrongRun(duel, game.initial(), PVS, Limits(depth=depth), features)
        run.count = run.list_root(game.initial())
        found = run.window(game.initial(), run.low, run.high, depth, run.count)
        assert found == pw.search(game, depth=depth, engine="reference", algorithm="minimax").value


# --- what is selective, against the same search in a few lines -------------------------------------------------------


def plain_selective(game, state, alpha, beta, depth, reducing, passing, passed=False):
    """Return v, the mover's view, fail-soft, of alpha-beta with reductions and null moves and nothing else."""
    if game.terminal(state) or depth <= 0:
        return game.player(state) * (game.utility if game.terminal(state) else game.evaluate)(state)
    tries = passing and not passed and depth >= search.NULL_MOVE_DEPTH and alpha + 1 == beta
    if tries and game.player(state) * game.evaluate(state) >= beta and game.may_pass(state):
        shallow = depth - 1 - search.NULL_MOVE_PLIES
        if -plain_selective(game, game.passed(state), -beta, -alpha, shallow, reducing, passing, True) >= beta:
            return beta
    best = -FAR
    for place, action in enumerate(game.actions(state)):
        child = game.result(state, action)
        less = min(game.reduction(state, action, depth, place), depth - 1) if reducing else 0
        value = best
        if less:
            value = -plain_selective(game, child, -alpha - 1, -alpha, depth - 1 - less, reducing, passing)
        if not less or value > alpha:
            value = -plain_selective(game, child, -beta, -alpha, depth - 1, reducing, passing)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


class Turned(Duel):
    """The same, most of its actions reduced, the first among them; a capture is worth what it changes."""

    def reduction(self, state, action, depth, place):
        return (place * 5 + action + depth) % 3


def searched(plain, state, alpha, beta, depth, ply=1):
    task = Task(plain.game, plain.config, plain.work, plain.stack, plain.table)
    return search.search(task, search.unknown_node(state, depth, plain.game.player(state), ply, 0), alpha, beta)


@pytest.mark.parametrize("hooks", [("reductions",), ("null-move",), ("reductions", "null-move")], ids="-".join)
def test_what_is_reduced_or_passed_over_is_searched_again_where_it_is_better(hooks):
    game = Turned()
    config = replace(SELECTIVE, quiescence=False, extensions=False)
    features = sum(FEATURES[hook] for hook in hooks)
    passed_over = 0
    for start in play_randomly(game, 12):
        for depth in (2, 3, 4):
            for alpha, beta in ((-FAR, FAR), (-5, 5), (4, 5), (-8, -7), (14, 15)):
                plain = Interpreted(game, config, features)
                how = ("reductions" in hooks, "null-move" in hooks)
                wanted = plain_selective(game, start, alpha, beta, depth, *how)
                assert searched(plain, start, alpha, beta, depth) == wanted, (start, depth, alpha, beta)
                passed_over += plain.work[thread_state.SELECTIVE]
    assert passed_over > 100


SELECTIVE = KernelConfig(
    distance=False, horizon=True, knowledge=False, alternating=True, fields=4, key_words=1, packed=0,
    quiescence=True, null_move=True, reductions=True, extensions=True,
)  # fmt: skip


def play_randomly(game, count):
    source = random.Random(3)
    for number in range(count):
        state = game.initial()
        for _ in range(number % 5):
            state = game.result(state, source.choice(list(game.actions(state))))
        yield state


def test_a_pass_proves_the_bound_and_no_more():
    # Passing wins everything here: the greatest value would count as proved, though nobody may pass.
    class Generous(Duel):
        def passed(self, state):
            return self.State(0, state.mine, state.left - 1, -state.side)

    plain = Interpreted(Generous(), SELECTIVE, FEATURES["null-move"])
    start = Generous().initial()
    beta = Generous().evaluate(start)
    assert searched(plain, start, beta - 1, beta, 5) == beta
    assert plain.work[thread_state.SELECTIVE] == plain.work[thread_state.GUESSES] - plain.work[thread_state.ESTIMATES]


@pytest.mark.parametrize("proved", [0, 1])
@pytest.mark.parametrize(
    ("low", "high", "worth", "left"), [(-100, -60, 60, "none"), (-100, 60, -60, "all"), (60, 100, -60, "others")]
)
def test_what_follows_from_a_child_s_entry_rests_on_an_estimate_where_the_entry_does(low, high, worth, left, proved):
    # low, high: bounds of the child; the window is from -20 to 20, and another action is known to be worth -100
    game, depth = Duel(), 3
    plain = Interpreted(game, SELECTIVE, FEATURES["table"] | FEATURES["look-ahead"])
    task = Task(game, SELECTIVE, plain.work, plain.stack, plain.table)
    node = search.unknown_node(game.initial(), depth, MAX, 0, 0)
    end = search.list_actions(task, node.state, False, 0) * SELECTIVE.move_words
    assert search.prune_by_bounds(task, node.state, -20, 20, MAX, 0, -1, 0, end)[2] == end
    child = game.result(node.state, plain.stack[0])
    key_hash = search.hash_key(SELECTIVE, (game.key(child),))
    search.store(task, child, key_hash, search.meta_word(proved, 0, depth - 1), low, high)
    best, _, kept = search.prune_by_table(task, node, -20, 20, -100, 3, end)
    assert (best, kept) == (worth, {"none": 0, "all": end, "others": end - SELECTIVE.move_words}[left])
    assert plain.work[thread_state.GUESSES] == 1 - proved


@pytest.mark.slow_with("nim", "tictactoe")
@pytest.mark.parametrize("name", SIGNATURES)
def test_the_signature_is_pinned(name, plywise, monkeypatch):
    assert set(SIGNATURES) == set(bench.SIGNED)
    monkeypatch.setattr(bench, "SIGNED", (name,))
    code, out, err = plywise("bench", "--signature")
    assert (code, out, err) == (0, f"{SIGNATURES[name]}\n", "")


@pytest.mark.slow
def test_the_signature_is_the_same_in_the_process_that_compiles_and_in_the_next(tmp_path):
    said = []
    for _ in range(2):
        done = subprocess.run(
            [PROGRAM, "bench", "--signature", "--json"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PLYWISE_CACHE_DIR": str(tmp_path)},
        )
        said.append(json.loads(done.stdout))
    assert said[0]["nodes"] == said[1]["nodes"]
    assert said[0]["signature"] == sum(SIGNATURES.values())
