"""The native engine against the reference: node for node where it searches as the book does, otherwise value for value.

The random trees come from seeds: a failure names the state, which holds the seed.
"""

import random
import threading

import pytest

import plywise as pw
from plywise.engines.features import FEATURES
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.engines import engine_of
from plywise.game import MAX, MIN
from tests.helpers import generated_games as games

STRONG = ("pvs", "mtdf", "deepening")
TEXTBOOK = ("minimax", "negamax", "alphabeta")

WOOD = games.Wood()
TURNS = games.TurnsWood()
KNOWING = games.KnowingWood()
FLOATS = games.FloatWood()
PAIRS = games.PairWood()
MASKS = games.MaskWood()
HELD = games.HeldTurns()
UNUSUAL = (games.OneField(), games.Flags(), games.Large(), HELD)
TICTACTOE = pw.make("tictactoe")
FOUR = pw.make("connect4", width=4, height=4)


def answered(result):
    """Everything that a search says, but its time and its engine."""
    return {
        "value": result.value,
        "best": result.best,
        "pv": result.pv,
        "bound": result.bound,
        "proved": result.proved,
        "stopped_by": result.stopped_by,
        "nodes": result.nodes,
        "leaves": result.leaves,
        "estimates": result.stats.estimates,
        "cutoffs": result.cutoffs,
        "first_move_cutoffs": result.first_move_cutoffs,
        "pruned_by_ply": result.pruned_by_ply,
        "depth": result.depth,
        "player": result.player,
        "best_actions": result.best_actions,
        "action_values": result.action_values,
    }


def assert_twins(game, state, **options):
    reference = pw.search(game, state, engine="reference", **options)
    compiled = pw.search(game, state, engine="native", **options)
    assert answered(compiled) == answered(reference), (game.name, state, options)


def random_start(game, dice, **fixed):
    """A pseudo-random state of some Wood, with a tree of a few hundred nodes at most."""
    left, wide = dice.choice([(2, 7), (3, 4), (4, 3), (5, 2), (6, 2), (3, 3)])
    turns = 0 if game.alternating else dice.randrange(2)
    shape = {
        "seed": dice.randrange(1 << 40),
        "side": dice.choice([MAX, MIN]),
        "left": left,
        "wide": wide,
        "span": dice.choice([1, 2, 9]),
        "early": dice.choice([0, 8, 8, 4]),
        "turns": turns,
        "pool": dice.choice([0, 0, 2, 3]),
    }
    return game.start(**(shape | fixed))


def deeper_start(game, dice, **fixed):
    """A state reached on many ways, of different lengths: what a table is for."""
    shape = {"left": dice.randrange(5, 10), "wide": 3, "pool": dice.choice([2, 3, 4]), "early": dice.choice([0, 16])}
    return random_start(game, dice, **(shape | fixed))


def minimax_value(game, state, depth=None, known=None):
    """The value from the definition; what is known of a state and a depth is kept."""
    known = {} if known is None else known
    if game.terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if (state, depth) not in known:
        below = None if depth is None else depth - 1
        values = [minimax_value(game, game.result(state, each), below, known) for each in game.actions(state)]
        known[state, depth] = max(values) if game.player(state) == MAX else min(values)
    return known[state, depth]


def assert_right(game, state, result, depth=None, known=None):
    """The value is minimax's, the best action reaches it, and the line, as far as it goes, is best play."""
    known = {} if known is None else known
    told = (game.name, state, result.algorithm, depth)
    assert result.value == minimax_value(game, state, depth, known), told
    assert result.bound is pw.results.Bound.EXACT
    if result.proved:
        assert result.value == minimax_value(game, state, None, known), told
    if game.terminal(state) or depth == 0:
        assert result.best is None
        return
    assert result.best == result.pv[0]
    below = depth
    for action in result.pv:
        assert action in list(game.actions(state)), told
        state = game.result(state, action)
        below = None if below is None else below - 1
        assert minimax_value(game, state, below, known) == result.value, told


# --- node for node ---------------------------------------------------------------------------------------------------


@pytest.mark.slow_with("FloatWood-250")
@pytest.mark.parametrize(
    ("game", "trees"),
    [
        (WOOD, 500),
        (FLOATS, 250),
        pytest.param(PAIRS, 250, marks=pytest.mark.slow),  # pairs: compile/test_pushing.py
        pytest.param(MASKS, 250, marks=pytest.mark.slow),
    ],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_the_textbooks_searches_are_twins_on_random_trees(game, trees):
    dice = random.Random(20261)
    for _ in range(trees):
        state = random_start(game, dice)
        options = {"algorithm": dice.choice(TEXTBOOK), "all_moves": dice.random() < 0.25}
        if dice.random() < 0.5:
            options["depth"] = dice.randrange(0, 5)
        if options["algorithm"] == "alphabeta":
            options["cut"] = dice.choice(["ge", "gt"])
        assert_twins(game, state, **options)


@pytest.mark.fast_with("0-1", "1--1")
@pytest.mark.parametrize("side", [MAX, MIN])
@pytest.mark.parametrize("seed", range(2))
def test_the_textbooks_searches_are_twins_where_a_state_has_hundreds_of_actions(seed, side):
    state = WOOD.start(seed=seed, side=side, left=2, wide=300, span=9, turns=1)
    for algorithm in TEXTBOOK:
        assert_twins(WOOD, state, algorithm=algorithm)
    wide = WOOD.start(seed=seed, side=side, left=1, wide=300, early=0)
    assert_twins(WOOD, wide, algorithm="alphabeta", all_moves=True)


@pytest.mark.slow
def test_the_textbooks_searches_are_twins_on_a_line_of_2000_plies():
    state = WOOD.start(seed=5, left=2000, wide=1, early=0)
    for algorithm in TEXTBOOK:
        for depth in (None, 1999, 2000, 7):
            assert_twins(WOOD, state, algorithm=algorithm, depth=depth)


@pytest.mark.fast_with("OneField")
@pytest.mark.parametrize("game", UNUSUAL, ids=lambda game: game.name)
def test_the_textbooks_searches_are_twins_on_games_of_unusual_states_and_values(game):
    for algorithm in TEXTBOOK:
        for depth in (None, 0, 1, 3):
            for all_moves in (False, True):
                assert_twins(game, None, algorithm=algorithm, depth=depth, all_moves=all_moves)
    assert_twins(game, None, algorithm="alphabeta", cut="gt")


def test_the_published_counts_of_tic_tac_toe():
    counts = {"minimax": 549_946, "negamax": 549_946, "alphabeta": 18_297}
    for algorithm, nodes in counts.items():
        result = pw.search(TICTACTOE, engine="native", algorithm=algorithm)
        assert (result.nodes, result.value, result.best) == (nodes, 0, 4)
    assert pw.search(TICTACTOE, engine="native", algorithm="alphabeta", cut="gt").nodes == 146_120


def random_line(game, dice, plies):
    state = game.initial()
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, dice.choice(list(game.actions(state))))
    return state


MISERE = pytest.param(pw.make("nim", heaps="4-4", misere=1), 0, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (TICTACTOE, 4),
        pytest.param(pw.make("nim", heaps="3-3-2"), 1, marks=pytest.mark.slow),
        MISERE,
        (FOUR, 9),
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_the_textbooks_searches_are_twins_on_the_games_that_come_along(game, plies):
    dice = random.Random(7)
    for _ in range(12):
        state = random_line(game, dice, plies + dice.randrange(3))
        for algorithm in TEXTBOOK:
            assert_twins(game, state, algorithm=algorithm)
            assert_twins(game, state, algorithm=algorithm, depth=dice.randrange(6), all_moves=dice.random() < 0.5)
        assert_twins(game, state, algorithm="alphabeta", cut="gt")


def test_a_search_stopped_by_nodes_is_the_references_twin():
    dice = random.Random(11)
    for _ in range(200):
        state = random_start(WOOD, dice)
        options = {"algorithm": dice.choice(TEXTBOOK), "nodes": dice.randrange(1, 40)}
        reference = answered(pw.search(WOOD, state, engine="reference", **options))
        compiled = answered(pw.search(WOOD, state, engine="native", **options))
        line = compiled.pop("pv")
        assert line == reference.pop("pv")[: len(line)]
        assert compiled == reference, (state, options)


@pytest.mark.slow
def test_actions_from_a_generator_and_from_a_set_of_bits_enter_the_same_nodes():
    dice = random.Random(3)
    for _ in range(60):
        state = deeper_start(WOOD, dice)
        for algorithm in (*TEXTBOOK, *STRONG):
            depth = 4 if algorithm in TEXTBOOK else None
            one = pw.search(WOOD, state, engine="native", algorithm=algorithm, depth=depth)
            other = pw.search(MASKS, state, engine="native", algorithm=algorithm, depth=depth)
            assert answered(one) == answered(other), state


# --- value for value -------------------------------------------------------------------------------------------------


@pytest.mark.fast_with("Wood-deepening")
# KnowingWood is searched interpreted every day: tests/engines/kernel/test_search.py
@pytest.mark.parametrize("algorithm", STRONG)
@pytest.mark.parametrize("game", [WOOD, TURNS, PAIRS, KNOWING, FLOATS], ids=lambda game: game.name)
def test_the_strong_searches_find_minimaxs_value(game, algorithm):
    for state in mixed_starts(game):
        result = pw.search(game, state, engine="native", algorithm=algorithm)
        assert result.proved, state
        assert_right(game, state, result, None, {})


@pytest.mark.fast_with("Wood-deepening")
@pytest.mark.parametrize("algorithm", STRONG)
@pytest.mark.parametrize("game", [WOOD, TURNS, PAIRS, KNOWING, FLOATS], ids=lambda game: game.name)
def test_the_strong_searches_find_minimaxs_value_to_a_depth(game, algorithm):
    dice = random.Random(8)
    for state in mixed_starts(game):
        known = {}
        for depth in {0, 1, 2, dice.randrange(3, 7)}:
            result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth)
            assert_right(game, state, result, depth, known)


def mixed_starts(game):
    dice = random.Random(20262)
    for number in range(120):
        yield (deeper_start if number % 2 else random_start)(game, dice)


@pytest.mark.slow_with("0.01", "1")
@pytest.mark.parametrize("table", [0.01, 1])
def test_the_strong_searches_find_minimaxs_value_with_a_table_that_is_small_or_grows(table):
    dice = random.Random(4)
    for _ in range(40):
        state = deeper_start(WOOD, dice, left=12)
        known = {}
        for algorithm in STRONG:
            for depth in (None, 7):
                result = pw.search(WOOD, state, engine="native", algorithm=algorithm, depth=depth, table=table)
                assert_right(WOOD, state, result, depth, known)


FEW_GAMES = [
    pytest.param((WOOD,), (None, 1, 3, 5), id="wood"),
    pytest.param((KNOWING,), (None,), id="knowing", marks=pytest.mark.slow),
    pytest.param((KNOWING, FLOATS, TURNS, PAIRS, MASKS), (None, 2, 3, 4), id="more", marks=pytest.mark.slow),
]
"""Games, each an engine to compile, another one for searches to a depth; and the depths to search them to."""


@pytest.mark.fast_with("wood-table")
@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize(("made", "depths"), FEW_GAMES)
def test_a_search_without_one_feature_finds_the_same_value(made, depths, feature):
    dice = random.Random(f"without {feature}")
    for number in range(30):
        game = made[number % len(made)]
        state, known = random_start(game, dice, left=5, pool=2), {}
        for algorithm in algorithms_for(depths):
            for depth in {None, dice.choice(depths)}:
                result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth, without=(feature,))
                assert_right(game, state, result, depth, known)


def algorithms_for(depths):
    """Return the algorithms to try: deepening needs what is compiled for searches to a depth."""
    return STRONG if len(depths) > 1 else STRONG[:2]


@pytest.mark.parametrize(("made", "depths"), FEW_GAMES)
def test_a_search_without_some_features_finds_the_same_value(made, depths):
    dice = random.Random(20263)
    for _ in range(250):
        game = dice.choice(made)
        state = random_start(game, dice, left=4, pool=dice.choice([0, 2]))
        without = tuple(name for name in FEATURES if dice.random() < 0.5)
        algorithm, depth = dice.choice(algorithms_for(depths)), dice.choice(depths)
        result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth, without=without)
        assert_right(game, state, result, depth)


def test_an_unknown_feature_is_refused():
    with pytest.raises(pw.InputError, match="no feature 'killer'"):
        pw.search(WOOD, engine="native", algorithm="pvs", without=("killer",))


@pytest.mark.parametrize("algorithm", STRONG)
@pytest.mark.parametrize(("made", "depths"), FEW_GAMES)
def test_every_root_action_is_valued_exactly_where_that_is_asked_for(made, depths, algorithm):
    dice = random.Random(20264)
    for number in range(60):
        game = made[number % len(made)]
        state, known = random_start(game, dice), {}
        if game.terminal(state):
            continue
        depth = dice.choice(depths)
        result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth, all_moves=True)
        below = None if depth is None else depth - 1
        wanted = {each: minimax_value(game, game.result(state, each), below, known) for each in game.actions(state)}
        assert result.action_values == wanted, (game.name, state, depth)
        assert list(result.action_values) == list(game.actions(state))
        assert_right(game, state, result, depth, known)
        if result.proved:
            assert result.best_actions == [each for each, value in wanted.items() if value == result.value]
        else:
            assert result.best_actions is None


def test_a_deeper_search_of_every_root_action_says_how_deep_it_went():
    state = WOOD.start(seed=3, left=5, early=0)
    for algorithm in ("pvs", "mtdf"):
        for depth in (None, 3):
            reference = pw.search(WOOD, state, engine="reference", algorithm="minimax", all_moves=True, depth=depth)
            result = pw.search(WOOD, state, engine="native", algorithm=algorithm, all_moves=True, depth=depth)
            assert result.depth == reference.depth


@pytest.mark.slow
@pytest.mark.parametrize("game", UNUSUAL, ids=lambda game: game.name)
def test_the_strong_searches_are_right_on_games_of_unusual_states_and_values(game):
    dice = random.Random(1)
    for plies in (0, 0, 1, 2, 3, 1, 2, 3):
        state, known = random_line(game, dice, plies), {}
        for algorithm in STRONG:
            for depth in (None, 2):
                result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth)
                assert_right(game, state, result, depth, known)


@pytest.mark.slow
def test_the_strong_searches_are_right_where_a_state_has_hundreds_of_actions():
    for seed in range(4):
        state = WOOD.start(seed=seed, left=3, wide=300, span=9, pool=40, turns=1)
        known = {}
        for algorithm in STRONG:
            assert_right(WOOD, state, pw.search(WOOD, state, engine="native", algorithm=algorithm), None, known)


@pytest.mark.slow_with("mtdf")
@pytest.mark.parametrize("algorithm", STRONG)
def test_the_strong_searches_follow_lines_of_2000_plies(algorithm):
    state = WOOD.start(seed=8, left=2000, wide=2, early=0, pool=1)
    values = {}
    for left in range(3000):  # from the end up: the states below are known already
        for side in (MAX, MIN):
            for each in (state, WOOD.result(state, 0)):
                node = each._replace(left=left, side=side, mark=games.stirred(left, 1000 * state.span))
                if left <= 2000:
                    minimax_value(WOOD, node, None, values)
    result = pw.search(WOOD, state, engine="native", algorithm=algorithm, depth=3 if algorithm == "deepening" else None)
    if algorithm == "deepening":
        assert result.depth == 3
    else:
        assert result.value == minimax_value(WOOD, state, None, values)
        assert result.depth > 1000


@pytest.mark.slow
def test_the_strong_searches_are_right_on_small_boards():
    dice = random.Random(5)
    for game, plies in ((TICTACTOE, 4), (pw.make("nim", heaps="3-3-2"), 1), (FOUR, 7)):
        for _ in range(8):
            state, known = random_line(game, dice, plies), {}
            for algorithm in STRONG:
                for depth in (None, 3):
                    result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth)
                    assert_right(game, state, result, depth, known)


def test_alpha_beta_with_a_table_finds_the_same_value():
    dice = random.Random(6)
    for _ in range(60):
        state, known = deeper_start(WOOD, dice), {}
        for depth in (None, 4):
            result = pw.search(WOOD, state, engine="native", algorithm="alphabeta", table=1, depth=depth)
            assert_right(WOOD, state, result, depth, known)


@pytest.mark.slow_with("KnowingWood", "HeldTurns", "Wood")
@pytest.mark.parametrize("game", [WOOD, KNOWING, HELD], ids=lambda game: game.name)
def test_solutions_are_the_references(game):
    dice = random.Random(12)
    compiled, plain = pw.Solver(game, engine="native"), pw.Solver(game, engine="reference")
    for _ in range(60):
        state = random_line(game, dice, dice.randrange(5))
        if hasattr(game, "start"):
            state = random_start(game, dice, early=dice.choice([0, 8]))
        one, other = compiled.solve(state, all_moves=True), plain.solve(state, all_moves=True)
        told = (game.name, state)
        assert (one.value, one.distance, one.best, one.actions) == (
            other.value, other.distance, other.best, other.actions,
        ), told  # fmt: skip


def test_bounds_are_asked_only_of_games_in_which_the_players_take_turns():
    assert FOUR.alternating
    assert not HELD.alternating
    assert engine_of(FOUR).config(distance=True, horizon=False).knowledge
    assert not Engine(HELD).config(distance=True, horizon=False).knowledge


# --- the same again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", [*TEXTBOOK, *STRONG])
def test_one_thread_enters_the_same_nodes_every_time(algorithm):
    dice = random.Random(9)
    state = WOOD.start(seed=77, left=9, wide=3, early=0, pool=30)
    first = pw.search(WOOD, state, engine="native", algorithm=algorithm)
    pw.search(WOOD, deeper_start(WOOD, dice), engine="native", algorithm="pvs")
    again = pw.search(WOOD, state, engine="native", algorithm=algorithm)
    other = pw.search(games.Wood(), state, engine="native", algorithm=algorithm)
    assert answered(first) == answered(again) == answered(other)


def test_a_search_that_needs_a_longer_stack_counts_each_node_once():
    wide = WOOD.start(seed=3, left=4, wide=1200, early=0, pool=2)
    result = pw.search(WOOD, wide, engine="native", algorithm="alphabeta", table=1, without=("table-move",))
    engine_of(WOOD)
    from plywise.engines.native import search_memory

    before = search_memory.FIRST_STACK
    try:
        search_memory.FIRST_STACK = 2**20
        roomy = pw.search(WOOD, wide, engine="native", algorithm="alphabeta", table=1, without=("table-move",))
    finally:
        search_memory.FIRST_STACK = before
    assert answered(result) == answered(roomy)


@pytest.mark.slow_with("wood-pvs", "wood-mtdf")
@pytest.mark.parametrize("algorithm", STRONG)
@pytest.mark.parametrize(("made", "depths"), FEW_GAMES)
def test_two_threads_find_the_same_values(made, depths, algorithm):
    dice = random.Random(10)
    for number in range(30):
        game = made[number % len(made)]
        state, known = deeper_start(game, dice, left=10), {}
        for depth in {None, depths[-1]}:
            result = pw.search(game, state, engine="native", algorithm=algorithm, depth=depth, threads=2)
            assert result.threads == 2 or game.terminal(state)
            assert_right(game, state, result, depth, known)


def test_searches_in_several_threads_of_python_do_not_disturb_one_another():
    dice = random.Random(13)
    states = [deeper_start(WOOD, dice) for _ in range(12)]
    wanted = [answered(pw.search(WOOD, state, engine="native", algorithm="pvs")) for state in states]
    found = {}

    def searched(number):
        game = games.Wood() if number % 2 else WOOD
        found[number] = [answered(pw.search(game, state, engine="native", algorithm="pvs")) for state in states]

    threads = [threading.Thread(target=searched, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [found.get(number) for number in range(4)] == [wanted] * 4


@pytest.mark.slow
def test_a_priority_that_is_no_whole_number_orders_as_well_as_one_that_is():
    class Whole(games.Wood):
        def priority(self, state, action):
            return 4 - drawn_value(state, action)

    class Real(games.Wood):
        def priority(self, state, action):
            return (4 - drawn_value(state, action)) / 8

    drawn = games.drawn

    def drawn_value(state, action):
        return drawn(state.mark, 50 + action, 5)

    alone = ("killers", "history")
    state = games.Wood().start(seed=4, left=7, wide=4, early=0)
    whole = pw.search(Whole(), state, engine="native", algorithm="pvs", without=alone)
    real = pw.search(Real(), state, engine="native", algorithm="pvs", without=alone)
    assert (real.value, real.nodes) == (whole.value, whole.nodes)


class Estimating(games.KnowingWood):
    """Its bounds and utilities are whole, its estimates are not."""

    def evaluate(self, state):
        return 0.25


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["pvs", "mtdf", "deepening"])
def test_bounds_serve_where_estimates_are_floats_as_well(algorithm):
    game, nodes, more_nodes = Estimating(), 0, 0
    for seed in range(40):
        state = game.start(seed=seed, left=5, wide=3, span=1, early=0)
        found = pw.search(game, state, algorithm=algorithm, engine="native")
        nodes += found.nodes
        more_nodes += pw.search(game, state, algorithm=algorithm, engine="native", without=("knowledge",)).nodes
        assert found.value == pw.algorithms.minimax(game, state).value, seed
        solved = pw.Solver(game, engine="native").solve(state)
        assert solved.value == found.value, seed
        assert pw.Solver(game, engine="native", distance=False).solve(state).value == found.value, seed
    assert nodes < more_nodes
