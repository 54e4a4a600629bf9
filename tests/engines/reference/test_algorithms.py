"""The reference searches: published numbers, independent data, and what must hold on any tree."""

import functools
import json
import threading
import time
from math import inf
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plywise as pw
from plywise.engines.reference import FUNCTIONS
from plywise.engines.reference.observer import Observer
from tests.helpers.hurry import answer_within
from tests.helpers.paths import DATA

BOOK = [3, 5, 6, 9, 1, 2, 0, -1]
WINDOWED = ("alphabeta", "failhard", "shallow", "pvs")
SINGLE_PASS = ("minimax", "negamax", "alphabeta", "failhard", "shallow", "sss")


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def minimax_value(tree, max_to_move):
    """Return the value of nested lists, written here from the definition."""
    if not isinstance(tree, list):
        return tree
    values = [minimax_value(child, not max_to_move) for child in tree]
    return max(values) if max_to_move else min(values)


def leaf_values(tree):
    return [value for child in tree for value in leaf_values(child)] if isinstance(tree, list) else [tree]


def value_at(tree, path):
    for place in path:
        tree = tree[place]
    return tree


def nested_trees(leaves):
    """Irregular trees: 1 to 5 children, uneven depths, one-leaf trees included."""
    return st.recursive(leaves, lambda subtree: st.lists(subtree, min_size=1, max_size=5), max_leaves=40)


repeated = st.integers(-4, 4)
numbers = st.one_of(repeated, st.integers(-(2**70), 2**70), st.floats(-9, 9).map(lambda x: round(x, 2)))
anything = nested_trees(st.one_of(repeated, numbers))


# --- the tree on the blackboard --------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_every_algorithm_values_the_blackboard_tree_5(algorithm):
    result = FUNCTIONS[algorithm](pw.Tree(BOOK, branching=2))
    assert (result.value, result.best, result.pv) == (5, 0, [0, 0, 1])
    assert result.proved
    assert result.bound is pw.results.Bound.EXACT


def test_alpha_beta_on_the_blackboard_tree():
    result = pw.algorithms.alphabeta(pw.Tree(BOOK, branching=2))
    assert (result.nodes, result.leaves, result.cutoffs, result.pruned_by_ply) == (11, 5, 2, {2: 1, 3: 1})


def test_the_values_of_every_node_of_the_second_tree():
    record = pw.trace(pw.Tree([-1, 4, 2, 6, -3, -5, 0, 7], branching=2), algorithm="minimax")
    values = {each.name: each.value for each in record.records}
    assert record.result.value == 4
    assert [values[name] for name in "DEFGBC"] == [4, 6, -3, 7, 4, -3]


def test_the_third_tree_prunes_9_and_the_last_subtree():
    record = pw.trace(pw.Tree([2, 3, 5, 9, 0, 1, 7, 5], branching=2))
    values = {each.name: each.value for each in record.records if each.visited}
    assert record.result.value == 3
    assert record.leaves_read == [2, 3, 5, 0, 1]
    assert {each.path for each in record.pruned} == {(0, 1, 1), (1, 1)}
    assert (values["F"], values["C"]) == (1, 1)


@pytest.mark.parametrize("row", rows("textbook_trees.jsonl"), ids=lambda row: row["id"])
def test_published_trees(row):
    unread = iter(range(1000, 2000))  # a leaf whose value cannot matter is given one nobody could miss

    def filled(tree):
        return [filled(child) for child in tree] if isinstance(tree, list) else next(unread) if tree is None else tree

    tree = filled(row["tree"])
    record = pw.trace(pw.Tree(tree, max_first=row["maximizer_first"]))
    leaves = leaf_values(tree)
    if row["id"] == "cs-stackexchange-11308":  # its two unnamed nodes are not leaves of the published list
        return assert_published_value(record, row)
    pruned = leaves.copy()
    for value in record.leaves_read:
        pruned.remove(value)
    assert sorted(pruned) == sorted(leaves[place] for place in row["pruned_leaves"])
    return assert_published_value(record, row)


def assert_published_value(record, row):
    assert record.result.value == row["value"]


# --- four hundred trees labelled by other programs -------------------------------------------------------------------


@pytest.mark.parametrize("cut", ["ge", "gt"])
def test_trees_labelled_by_other_programs(cut):
    for row in rows("trees.jsonl"):
        label = row["alphabeta" if cut == "ge" else "alphabeta_strict"]
        record = pw.trace(pw.Tree(row["tree"], max_first=row["max_first"]), cut=cut)
        result = record.result
        assert result.value == row["value"]
        assert (result.nodes, result.leaves) == (label["nodes"], label["leaves"])
        assert record.leaves_read == label["leaves_read"]
        assert result.cutoffs == label["cutoffs_incl_last_child"]
        assert len({each.at for each in record.pruned}) == label["cutoffs"]


@pytest.mark.parametrize("algorithm", ["minimax", "negamax"])
def test_full_searches_visit_every_node(algorithm):
    for row in rows("trees.jsonl"):
        result = FUNCTIONS[algorithm](pw.Tree(row["tree"], max_first=row["max_first"]))
        assert (result.value, result.nodes, result.leaves) == (
            row["value"], row["minimax_nodes"], row["minimax_leaves"],
        )  # fmt: skip


# --- any tree --------------------------------------------------------------------------------------------------------


@given(anything, st.booleans(), st.sampled_from(["ge", "gt"]))
def test_every_algorithm_gives_minimaxs_value_on_any_tree(nested, max_first, cut):
    tree = pw.Tree(nested, max_first=max_first)
    wanted = minimax_value(nested, max_first)
    leaves = leaf_values(nested)
    for name, algorithm in FUNCTIONS.items():
        result = algorithm(tree, cut=cut)
        assert result.value == wanted, name
        assert type(result.value) in {type(leaf) for leaf in leaves if leaf == wanted}, name
        assert result.bound is pw.results.Bound.EXACT
        assert result.proved, name
        assert value_at(nested, result.pv) == wanted, name
        if name in SINGLE_PASS:
            assert result.leaves <= len(leaves), name


@given(anything, st.booleans(), st.integers(0, 9), st.sampled_from(["given", "reverse", "random", "best", "worst"]))
def test_no_order_changes_a_value(nested, max_first, seed, order):
    tree = pw.Tree(nested, max_first=max_first)
    for name, algorithm in FUNCTIONS.items():
        result = algorithm(tree, order=order, seed=seed)
        assert result.value == minimax_value(nested, max_first), name
        assert value_at(nested, result.pv) == result.value, name


@given(nested_trees(repeated), st.booleans(), st.integers(-5, 5), st.integers(1, 6), st.sampled_from(WINDOWED))
def test_a_window_bounds_the_value_as_promised(nested, max_first, alpha, width, name):
    true, beta = minimax_value(nested, max_first), alpha + width
    result = FUNCTIONS[name](pw.Tree(nested, max_first=max_first), alpha=alpha, beta=beta)
    if name == "failhard":
        assert alpha <= result.value <= beta
    if result.bound is pw.results.Bound.UPPER:
        assert true <= result.value <= alpha
    elif result.bound is pw.results.Bound.LOWER:
        assert beta <= result.value <= true
    else:
        assert result.value == true
        assert alpha < true < beta
    assert result.proved == (result.bound is pw.results.Bound.EXACT)


@given(nested_trees(repeated), st.booleans())
def test_twins_visit_the_same_nodes(nested, max_first):
    tree = pw.Tree(nested, max_first=max_first)

    def visits(algorithm):
        record = pw.trace(tree, algorithm=algorithm)
        return [(e.kind, e.record, e.value) for e in record.events if e.kind in ("enter", "leaf")]

    assert visits("minimax") == visits("negamax")
    assert visits("alphabeta") == visits("failhard")


def entered_by_procedure_f1(tree, max_to_move, bound=None, path=()):
    """Return (value, paths entered) by Knuth and Moore's F1: negamax that is cut by the parent's bound alone."""
    if not isinstance(tree, list):
        return tree if max_to_move else -tree, [path]
    best, entered = -inf, [path]
    for place, child in enumerate(tree):
        value, below = entered_by_procedure_f1(child, not max_to_move, -best, (*path, place))
        best, entered = max(best, -value), entered + below
        if bound is not None and best >= bound:
            break
    return best, entered


def entries(tree, algorithm):
    recording = pw.trace(tree, algorithm=algorithm)
    return [recording.path(event.record) for event in recording.events if event.kind == "enter"]


@given(nested_trees(repeated), st.booleans())
def test_shallow_alpha_beta_is_procedure_f1(nested, max_first):
    tree = pw.Tree(nested, max_first=max_first)
    shallow, deep = entries(tree, "shallow"), entries(tree, "alphabeta")
    assert shallow == entered_by_procedure_f1(nested, max_first)[1]
    assert set(deep) <= set(shallow)
    if tree.height < 4:
        assert deep == shallow


def test_a_deep_cutoff_is_what_shallow_alpha_beta_does_not_make():
    tree = pw.Tree([5, [[[[4], [9, 7]]], 2]])
    assert len(entries(tree, "shallow")) > len(entries(tree, "alphabeta"))
    owners = {each.owner for each in pw.trace(tree, algorithm="shallow").pruned}
    assert all(each.owner == each.at[:-1] for each in pw.trace(tree, algorithm="shallow").pruned), owners


@given(nested_trees(repeated), st.booleans())
def test_sss_reads_no_leaf_that_alpha_beta_does_not(nested, max_first):
    tree = pw.Tree(nested, max_first=max_first)

    def read(algorithm):
        record = pw.trace(tree, algorithm=algorithm)
        return {record.path(each.id) for each in record.records if each.leaf}

    assert read("sss") <= read("alphabeta")


@given(anything, st.booleans(), st.sampled_from(sorted(FUNCTIONS)))
def test_every_move_of_the_principal_variation_keeps_the_value(nested, max_first, name):
    tree = pw.Tree(nested, max_first=max_first)
    result = FUNCTIONS[name](tree)
    node = 0
    for place in result.pv:
        node = tree.children(node)[place]
        assert tree.minimax_values[node] == result.value, name
    assert tree.child_count[node] == 0, name


@given(anything, st.booleans(), st.sampled_from(sorted(FUNCTIONS)), st.integers(1, 40))
@example(nested=[[1], 0], max_first=False, name="deepening", nodes=2)
def test_what_a_stopped_search_says_is_true(nested, max_first, name, nodes):
    tree, true = pw.Tree(nested, max_first=max_first), minimax_value(nested, max_first)
    result = FUNCTIONS[name](tree, nodes=nodes)
    assert result.best is not None or tree.total_nodes == 1
    if result.value is None:
        return
    if result.proved:
        assert result.value == true
    elif result.bound is pw.results.Bound.LOWER:
        assert result.value <= true
    elif result.bound is pw.results.Bound.UPPER:
        assert result.value >= true
    if result.bound is not pw.results.Bound.EXACT:
        best = tree.minimax_values[tree.children(0)[result.best]]
        assert best >= result.value if max_first else best <= result.value


@given(nested_trees(repeated), st.booleans(), st.integers(-5, 5), st.integers(1, 6), st.sampled_from(WINDOWED))
def test_a_search_that_fails_for_the_player_to_move_names_no_move(nested, max_first, alpha, width, name):
    result = FUNCTIONS[name](pw.Tree(nested, max_first=max_first), alpha=alpha, beta=alpha + width)
    failed = pw.results.Bound.UPPER if max_first else pw.results.Bound.LOWER
    if result.bound is failed:
        assert (result.best, result.pv) == (None, [])


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in WINDOWED])
def test_algorithms_without_a_window_refuse_one(name):
    with pytest.raises(pw.InputError, match="takes no window"):
        FUNCTIONS[name](pw.Tree([[3, 1], [5, 4]]), alpha=5, beta=9)
    with pytest.raises(pw.InputError, match="takes no window"):
        pw.algorithms.alphabeta(pw.Tree([1, 2]), alpha=5, beta=9, all_moves=True)


def test_equal_estimates_are_not_given_out_as_equal_moves():
    game = pw.make("tictactoe")
    after_a_corner = game.parse_state("X........")
    shallow = pw.search(game, after_a_corner, depth=3, all_moves=True, evaluate=False)
    assert set(shallow.action_values.values()) == {0}  # nothing is lost yet within three plies
    assert (shallow.proved, shallow.best_actions, shallow.to_dict()["best_actions"]) == (False, None, None)
    assert pw.search(game, after_a_corner, all_moves=True).best_actions == [4]


# --- tic-tac-toe -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tictactoe():
    return pw.make("tictactoe")


@pytest.mark.slow
def test_minimax_on_tic_tac_toe(tictactoe):
    result = pw.algorithms.minimax(tictactoe)
    assert (result.value, result.best, result.nodes, result.leaves) == (0, 4, 549_946, 255_168)


def test_alpha_beta_on_tic_tac_toe(tictactoe):
    result = pw.algorithms.alphabeta(tictactoe)
    assert (result.value, result.best, result.nodes, result.cutoffs) == (0, 4, 18_297, 8_180)
    assert dict(sorted(result.pruned_by_ply.items())) == {2: 42, 3: 78, 4: 383, 5: 739, 6: 2039, 7: 1607, 8: 2042}
    assert result.pruned == 6_930
    assert result.pv[0] == 4


@pytest.mark.slow
def test_the_strict_cut_rule_on_tic_tac_toe(tictactoe):
    result = pw.algorithms.alphabeta(tictactoe, cut="gt")
    assert (result.value, result.best, result.nodes) == (0, 4, 146_120)


@pytest.mark.parametrize(
    ("order", "nodes"),
    [("centre-corner-edge", 7_275), ("corner-centre-edge", 11_554), ("edge-corner-centre", 42_094)],
)
def test_orders_on_tic_tac_toe(tictactoe, order, nodes):
    result = pw.algorithms.alphabeta(tictactoe, order=order)
    assert (result.value, result.nodes) == (0, nodes)


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_the_lectures_position(tictactoe, algorithm):
    state = tictactoe.parse_state(".XOOX.X.O")
    result = FUNCTIONS[algorithm](tictactoe, state, all_moves=True)
    assert (result.value, result.player) == (1, "MAX")
    assert list(result.action_values.items()) == [(0, -1), (5, 0), (7, 1)]
    assert result.best_actions == [7]


def test_a_table_saves_nodes_and_changes_nothing_else(tictactoe):
    plain, remembered = pw.algorithms.alphabeta(tictactoe), pw.algorithms.alphabeta(tictactoe, table=100)
    assert remembered.value == plain.value
    assert remembered.table_hits > 0
    assert remembered.nodes < plain.nodes / 10


def test_a_table_of_a_few_entries_still_gives_the_value(tictactoe):
    result = pw.algorithms.alphabeta(tictactoe, table=0.005)
    assert (result.value, result.best) == (0, 4)


def test_sooner_wins_come_first(tictactoe):
    state = tictactoe.parse_state("XX.OO....")
    assert pw.algorithms.deepening(tictactoe, state).pv == [2]


def test_the_order_by_shallow_search_counts_its_own_nodes(tictactoe):
    result = pw.algorithms.alphabeta(tictactoe, order="best", depth=4)
    assert result.stats.ordering_nodes > 0
    assert pw.algorithms.alphabeta(tictactoe, depth=4).stats.ordering_nodes == 0


# --- horizons and limits ---------------------------------------------------------------------------------------------


class Ladder(pw.Game):
    """Climb by 1 or 2 from 0 to 12 or beyond; MAX moves twice in a row, then MIN once. The end is worth its number."""

    class State(NamedTuple):
        rung: int
        turn: int

    def initial(self):
        return self.State(0, 0)

    def player(self, state):
        return pw.MIN if state.turn == 2 else pw.MAX

    def actions(self, state):
        return (1, 2)

    def result(self, state, action):
        return self.State(state.rung + action * (1 if state.turn < 2 else -1), (state.turn + 1) % 3)

    def terminal(self, state):
        return state.rung >= 12

    def utility(self, state):
        return state.rung

    def evaluate(self, state):
        return state.rung / 2


def depth_limited(game, state, depth):
    """Return the value of a depth-limited minimax, written here from the definition."""
    if game.terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    values = [depth_limited(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(values) if game.player(state) == pw.MAX else min(values)


@pytest.mark.parametrize("algorithm", FUNCTIONS)
@pytest.mark.parametrize("depth", [0, 1, 2, 5, 9])
def test_depth_limits_with_evaluation_where_a_player_moves_twice(algorithm, depth):
    game = Ladder()
    result = FUNCTIONS[algorithm](game, depth=depth)
    assert result.value == depth_limited(game, game.initial(), depth)
    assert (result.proved, result.stopped_by, result.depth) == (False, "depth", depth)
    assert (result.best is None) == (depth == 0)


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_a_depth_limit_deep_enough_proves(tictactoe, algorithm):
    state = tictactoe.parse_state("XO.XO....")
    result = FUNCTIONS[algorithm](tictactoe, state, depth=20)
    assert (result.value, result.proved, result.stopped_by) == (1, True, "complete")


@pytest.mark.parametrize("algorithm", FUNCTIONS)
@pytest.mark.parametrize("nodes", [1, 2, 7, 300])
def test_a_node_limit_is_kept_and_leaves_a_legal_move(tictactoe, algorithm, nodes):
    result = FUNCTIONS[algorithm](tictactoe, nodes=nodes)
    assert result.nodes <= nodes
    assert result.stopped_by == "nodes"
    assert result.best in range(9)
    assert not result.proved


def test_a_time_limit_is_kept():
    result = pw.algorithms.minimax(pw.make("nim", heaps="9-9-9"), time=0.2)
    assert result.stopped_by == "time"
    assert 0.2 <= result.time_s < 5  # on a busy machine; to its end it takes minutes
    assert result.best is not None


def test_a_time_limit_is_kept_by_rules_that_take_their_time():
    class Slow(Ladder):
        def evaluate(self, state):
            time.sleep(0.02)
            return 0

    for order in ("given", "best"):
        result = answer_within(0.7, lambda order=order: pw.search(Slow(), time=0.2, order=order))
        assert result.stopped_by == "time"


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_a_position_where_the_game_is_over_is_valued_under_any_limit(tictactoe, algorithm):
    state = tictactoe.parse_state("XXXOO....")
    for limit in ({"time": 1e-9}, {"nodes": 1}, {}):
        result = FUNCTIONS[algorithm](tictactoe, state, **limit)
        assert (result.value, result.proved, result.best, result.player) == (1, True, None, None)


def test_an_interrupted_iteration_does_not_replace_the_last_whole_one():
    game = Ladder()
    whole = functools.cache(lambda depth: pw.algorithms.deepening(game, depth=depth))
    depths = set()
    for nodes in range(3, 400, 7):
        result = pw.algorithms.deepening(game, nodes=nodes)
        if result.stopped_by == "nodes" and result.value is not None and result.bound is pw.results.Bound.EXACT:
            assert (result.value, result.best) == (whole(result.depth).value, whole(result.depth).best)
            depths.add(result.depth)
    assert len(depths) > 3


def test_what_a_stopped_search_has_is_a_bound():
    game = pw.make("nim", heaps="3-4-5")
    for nodes in (500, 5_000, 20_000):
        result = pw.algorithms.minimax(game, nodes=nodes)
        assert result.bound is pw.results.Bound.LOWER
        assert result.value is None or result.value <= 1


class Press(Observer):
    """Presses Ctrl-C at the n-th node entered."""

    def __init__(self, number):
        self.left = number

    def enter(self, node, alpha, beta):
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


LIMITS = [{"depth": 20}, {"time": 100}, {"nodes": 10**6}, {"stop": threading.Event()}]


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_ctrl_c_leaves_a_search_that_nothing_limits(algorithm):
    game = pw.make("nim", heaps="1-2-3")
    for options in [{}, *(limit | {"partial": False} for limit in LIMITS)]:
        with pytest.raises(KeyboardInterrupt):
            FUNCTIONS[algorithm](game, observer=Press(20), **options)


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_ctrl_c_ends_a_search_under_a_limit_with_what_there_is(algorithm):
    game = pw.make("nim", heaps="1-2-3")
    for options in [{"partial": True}, *LIMITS]:
        for number in (1, 2, 20):
            result = FUNCTIONS[algorithm](game, observer=Press(number), **options)
            assert (result.stopped_by, result.proved) == ("interrupt", False)
            assert result.best in list(game.actions(game.initial()))


# --- shapes ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow_with("negamax", "failhard", "mtdf", "sss")
@pytest.mark.parametrize("algorithm", [name for name in FUNCTIONS if name != "deepening"])
def test_a_path_of_ten_thousand_plies(algorithm):
    nested = 5
    for _ in range(9_999):
        nested = [nested]
    result = FUNCTIONS[algorithm](pw.Tree(nested))
    assert (result.value, len(result.pv), result.depth) == (5, 9_999, 9_999)


@pytest.mark.fast_with("alphabeta")
@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_a_hundred_thousand_leaves(algorithm):
    tree = pw.Tree.uniform(10, 5, seed=3)
    assert FUNCTIONS[algorithm](tree).value == tree.minimax_values[0]


class Endless(pw.Game):
    """It never ends."""

    def initial(self):
        return 0

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return (0, 1)

    def result(self, state, action):
        return state + 1

    def terminal(self, state):
        return False

    def utility(self, state):
        raise AssertionError("never asked")


@pytest.mark.parametrize("algorithm", [name for name in FUNCTIONS if name not in ("deepening", "sss")])
def test_a_game_that_never_ends_is_refused_not_crashed(algorithm):
    with pytest.raises(pw.InputError, match="limit the depth"):
        FUNCTIONS[algorithm](Endless())


def test_a_game_that_never_ends_can_be_searched_to_a_depth():
    assert pw.algorithms.deepening(Endless(), depth=6).value == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"alpha": 3, "beta": 3}, "alpha < beta"),
        ({"alpha": 5, "beta": -inf}, "alpha < beta"),
        ({"cut": "lt"}, "no cut rule"),
        ({"order": "sideways"}, "has no order"),
        ({"depth": -1}, "depth"),
        ({"nodes": 0}, "nodes"),
        ({"time": float("nan")}, "time"),
        ({"time": 0}, "time"),
        ({"table": -1}, "table"),
        ({"table": 1e12}, "memory"),
    ],
)
def test_bad_options_are_refused_in_one_line(tictactoe, wrong, message):
    with pytest.raises(pw.InputError, match=message) as refusal:
        pw.algorithms.alphabeta(tictactoe, **wrong)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"engine": "warp"}, "no engine"),
        ({"threads": 2}, "1 thread"),
        ({"algorithm": "magic"}, "no algorithm"),
        ({"algorithm": "minimax", "table": 1}, "uses no table"),
    ],
)
def test_search_refuses_what_there_is_not(tictactoe, wrong, message):
    with pytest.raises(pw.InputError, match=message):
        pw.search(tictactoe, **wrong)


def test_a_limit_of_time_or_nodes_makes_search_deepen(tictactoe):
    assert pw.search(tictactoe).algorithm == "alphabeta"
    assert pw.search(tictactoe, nodes=500).algorithm == "deepening"


def test_a_result_is_its_json(tictactoe):
    result = pw.search(tictactoe, tictactoe.parse_state("X........"), all_moves=True)
    answer = json.loads(json.dumps(result.to_dict()))
    for name, value in answer.items():
        mine = getattr(result, name) if name != "ordering_nodes" else result.stats.ordering_nodes
        if name in ("best", "pv", "best_actions"):
            assert value == (str(mine) if name == "best" else [str(action) for action in mine])
        elif name not in ("action_values", "pruned_by_ply", "time_s", "compile_s", "nps"):
            assert value == mine, name
    assert answer["action_values"] == {str(action): value for action, value in result.action_values.items()}


def test_ctrl_c_among_equals_leaves_the_answer_of_a_limited_search(monkeypatch):
    def press(*words, **options):
        raise KeyboardInterrupt

    game = pw.make("tictactoe")
    monkeypatch.setattr("plywise.engines.reference.ties.rivals", press)
    found = pw.algorithms.alphabeta(game, depth=2)
    assert (found.value, found.stopped_by) == (pw.algorithms.minimax(game, depth=2, all_moves=True).value, "interrupt")
    with pytest.raises(KeyboardInterrupt):
        pw.algorithms.alphabeta(game)
