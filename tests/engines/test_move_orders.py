"""Move orders: what each is, and that the compiled search enters the same nodes in each as the reference."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.engines import move_orders
from plywise.engines.algorithms import ALPHABETA
from plywise.engines.kernel import ordered_search, thread_state
from plywise.engines.kernel.textbook import CUT_GE
from plywise.engines.limits import Limits
from plywise.engines.move_orders import NAMES, numbered, order_names
from plywise.engines.native import ordered
from plywise.engines.native.engines import engine_of
from plywise.engines.native.search_memory import UNLIMITED
from plywise.engines.reference import move_orders as reference_orders
from plywise.engines.reference.node import Node
from plywise.engines.values import INFINITE
from plywise.game import MAX, MIN
from plywise.games import make
from tests.engines.native.test_twins import FLOATS, HELD, MASKS, PAIRS, TURNS, WOOD, answered, random_start
from tests.helpers.stones import Stones

TICTACTOE = pw.make("tictactoe")
CONNECT4 = pw.make("connect4")
ANY_GAMES = [name for name in NAMES if name != "textbook"]
LEARNED = ("iteration", "killers", "history", "table")


def common(game):
    """The orders that both engines have for a game."""
    return [name for name in order_names(game) if name not in game.orders()]


def assert_twins(game, state, **options):
    reference = pw.search(game, state, engine="reference", **options)
    compiled = pw.search(game, state, engine="native", **options)
    told = (game.name, state, options)
    assert answered(compiled) == answered(reference), told
    if options.get("order") in LEARNED:
        assert compiled.stats.ordering_nodes == reference.stats.ordering_nodes, told
    return compiled


# --- the textbook's: captures, threats, forward, backward ------------------------------------------------------------


def places_of(game, position):
    """The actions of a position in the textbook's order, by name and kind."""
    state = game.parse_state(position)
    actions = list(game.actions(state))
    order = reference_orders.ordering(game, "textbook")
    node = Node(None, None, 0)
    node.state = state
    chosen = [actions[place] for place in order.places(node, actions, 3)]
    return [(game.format_action(state, each), move_orders.kind_of(game, state, each)) for each in chosen]


def test_the_textbook_s_order_in_chess():
    found = places_of(pw.make("chess"), "4k3/8/8/3p4/4P3/8/8/R3K3 w Q - 0 1")
    kinds = dict(found)
    assert found[0] == ("e4d5", move_orders.CAPTURE)
    assert [word for word, kind in found if kind == move_orders.THREAT] == ["a1a8"]
    assert kinds["e4e5"] == kinds["a1a7"] == kinds["e1d2"] == move_orders.FORWARD
    assert kinds["e1d1"] == kinds["a1b1"] == kinds["e1c1"] == move_orders.BACKWARD
    assert [kind for _, kind in found] == sorted(kinds.values(), reverse=True)


def test_the_textbook_s_order_in_checkers():
    kinds = dict(places_of(pw.make("checkers"), "B:W32:BK10,11"))
    assert kinds["10-14"] == kinds["11-15"] == move_orders.FORWARD
    assert kinds["10-6"] == move_orders.BACKWARD
    assert set(dict(places_of(pw.make("checkers"), "B:W15:B10,11")).values()) == {move_orders.CAPTURE}
    assert dict(places_of(pw.make("checkers"), "B:W23:B14,1"))["14-18"] == move_orders.THREAT


def test_the_textbook_s_order_needs_a_game_that_says_what_it_is():
    assert "textbook" not in order_names(TICTACTOE)
    assert {name for name in ("chess", "checkers", "breakthrough") if "textbook" in order_names(pw.make(name))} == {
        "chess", "checkers", "breakthrough",
    }  # fmt: skip
    with pytest.raises(pw.InputError, match="no order 'textbook'"):
        pw.search(TICTACTOE, algorithm="alphabeta", order="textbook")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough", "breakthrough:rows=5,columns=4", "checkers"])
def test_both_engines_enter_the_same_nodes_in_the_textbook_s_order(name):
    game, deepest, others = pw.make(name), 3 if name == "breakthrough" else 4, 0
    for plies in (0, 7, 12, 30):
        state = game.initial()
        source = random.Random(plies)
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, source.choice(list(game.actions(state))))
        given_order = pw.search(game, state, algorithm="alphabeta", order="given", depth=deepest)
        for depth in (1, deepest - 1, deepest):
            found = assert_twins(game, state, algorithm="alphabeta", order="textbook", depth=depth)
        assert found.value == given_order.value
        others += found.nodes != given_order.nodes
    assert others


# --- the same nodes --------------------------------------------------------------------------------------------------


@pytest.mark.slow_with(
    "tictactoe-worst",
    *(f"connect4-{order}" for order in ANY_GAMES if order not in ("killers", "table")),
    "connect4-killers",
)
@pytest.mark.parametrize("order", ANY_GAMES)
@pytest.mark.parametrize(("game", "moves"), [(TICTACTOE, ""), (CONNECT4, "44")], ids=["tictactoe", "connect4"])
def test_both_engines_enter_the_same_nodes_in_each_order(game, moves, order):
    state = game.parse_state(moves) if moves else None
    for depth in range(1, 6 if game is CONNECT4 else 7):
        for cut in ("ge", "gt") if depth < 5 else ("ge",):
            assert_twins(game, state, algorithm="alphabeta", order=order, depth=depth, cut=cut, seed=depth)
    assert_twins(game, state, algorithm="minimax", order=order, depth=3, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "trees"),
    [(WOOD, 400), (FLOATS, 150), (PAIRS, 150), (MASKS, 150), (TURNS, 200), (HELD, 1)],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_both_engines_enter_the_same_nodes_on_random_trees(game, trees):
    dice = random.Random(20264)
    for _ in range(trees):
        state = random_start(game, dice, pool=dice.choice([0, 2, 3])) if hasattr(game, "start") else None
        for order in common(game):
            options = {"algorithm": dice.choice(["alphabeta", "alphabeta", "minimax", "negamax"]), "order": order}
            options["seed"] = dice.randrange(-(2**70), 2**70)
            if dice.random() < 0.6:
                options["depth"] = dice.randrange(0, 6)
            if options["algorithm"] == "alphabeta":
                options["cut"] = dice.choice(["ge", "gt"])
            assert_twins(game, state, **options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "depth"), [("checkers", 4), ("go:size=3", 3), ("kalah", 4), ("othello:size=4", 4), ("nim:heaps=2-3-3", 9)]
)
def test_both_engines_enter_the_same_nodes_in_games_with_pasts_and_second_moves(name, depth):
    game = make(name)
    for order, plies in product(common(game), range(depth + 1)):
        assert_twins(game, None, algorithm="alphabeta", order=order, depth=plies)


@pytest.mark.slow
def test_wide_states_and_long_lines_are_searched_alike():
    wide = WOOD.start(seed=1, side=1, left=2, wide=300, span=9, turns=1)
    line = WOOD.start(seed=5, left=64, wide=1, early=0)
    for order in common(WOOD):
        assert_twins(WOOD, wide, algorithm="alphabeta", order=order)
        assert_twins(WOOD, line, algorithm="alphabeta", order=order)


class OnLists:
    """Runs the ordered search as plain Python, on lists."""

    def __init__(self, game, order, seed=0):
        self.game, self.order = game, order
        self.work = [0] * thread_state.SIZE
        self.work[thread_state.MAX_NODES] = UNLIMITED
        self.stack, self.notes = [0] * (ordered_search.MOVE_WORDS * 1000), [0] * ordered_search.NOTES
        self.notes[: ordered_search.LAST_LINE] = [ordered_search.NO_ACTION] * ordered_search.LAST_LINE
        self.work[thread_state.STACK_SIZE], self.work[thread_state.CUT_RULE] = len(self.stack), CUT_GE
        self.work[thread_state.ORDER] = NAMES.index(order)
        self.table = [0] * (6 << ordered_search.STATES_BITS)
        self.mark = seed if order == "random" else int(order == "iteration")

    def search(self, depth):
        memory = (self.work, self.stack, self.table, self.notes)
        counts = (thread_state.NODES, thread_state.LEAVES, thread_state.CUTOFFS, thread_state.FIRST_CUTOFFS)
        for plies in range(1 if self.order in move_orders.ITERATING else depth, depth + 1):
            self.notes[ordered_search.LAST_LINE : ordered_search.LINES] = self.notes[ordered_search.LINES :][
                : ordered_search.LINE_WORDS
            ]
            for word in (*counts, thread_state.LOOK_AT):
                self.work[word] = 0
            start = self.game.initial()
            value = ordered_search.search_in_order(
                self.game, start, -INFINITE, INFINITE, plies, 0, self.mark, 0, memory
            )
        return value, *(self.work[word] for word in counts)


@pytest.fixture
def small_tables(monkeypatch):
    """Make the tables small; compiled code does not hear of it."""
    monkeypatch.setattr(ordered_search, "STATES_BITS", 12)
    monkeypatch.setattr(ordered_search, "VALUES_BITS", 12)


@pytest.mark.usefixtures("small_tables")
@pytest.mark.parametrize("order", ANY_GAMES)
def test_the_ordered_search_runs_as_plain_python_too(order):
    plain = OnLists(TICTACTOE, order, 5).search(4)
    found = pw.search(TICTACTOE, engine="native", algorithm="alphabeta", order=order, depth=4, seed=5)
    assert plain == (found.value, found.nodes, found.leaves, found.cutoffs, found.first_move_cutoffs)


@pytest.mark.usefixtures("small_tables")
@pytest.mark.parametrize(("order", "most", "few"), [("table", "MAX_STATES", 20), ("history", "MAX_HISTORIES", 3)])
def test_both_remember_the_same_where_they_can_remember_no_more(monkeypatch, order, most, few):
    roomy = OnLists(TICTACTOE, order).search(6)
    for module in (reference_orders, ordered_search):
        monkeypatch.setattr(module, most, few)
    plain = OnLists(TICTACTOE, order).search(6)
    found = pw.search(TICTACTOE, engine="reference", algorithm="alphabeta", order=order, depth=6)
    assert plain == (found.value, found.nodes, found.leaves, found.cutoffs, found.first_move_cutoffs)
    assert plain != roomy


def test_a_search_that_needs_a_longer_stack_begins_again_with_nothing_learnt(monkeypatch):
    wanted = pw.search(TICTACTOE, engine="native", algorithm="alphabeta", order="table", depth=5)
    monkeypatch.setattr(ordered, "FIRST_STACK", 32)
    again = pw.search(TICTACTOE, engine="native", algorithm="alphabeta", order="table", depth=5)
    assert answered(again) == answered(wanted)


@pytest.mark.parametrize("order", ANY_GAMES)
def test_a_limit_stops_a_native_search_in_any_order(order):
    found = pw.search(CONNECT4, engine="native", algorithm="alphabeta", order=order, depth=14, nodes=5_000)
    assert found.stopped_by == "nodes"
    assert found.nodes <= 5_000
    assert found.best in list(CONNECT4.actions(CONNECT4.initial()))
    if order in move_orders.ITERATING:  # the last whole iteration's answer
        assert found.bound is pw.results.Bound.EXACT
        assert 1 <= found.depth < 14
        assert found.value == pw.search(CONNECT4, engine="native", depth=found.depth).value
    timed = pw.search(CONNECT4, engine="native", algorithm="alphabeta", order=order, time=0.05)
    assert timed.stopped_by == "time"


@pytest.mark.parametrize("order", ["ideal", "iteration", "table", "killers"])
def test_a_limit_stops_a_reference_search_in_any_order(order):
    found = pw.search(TICTACTOE, engine="reference", algorithm="alphabeta", order=order, nodes=300)
    assert found.stopped_by == "nodes"
    assert max(found.nodes, found.stats.ordering_nodes if order == "ideal" else 0) == 300
    if order in move_orders.ITERATING:
        assert found.depth < 9
        assert found.value is not None


# --- what each order is ----------------------------------------------------------------------------------------------


@given(st.recursive(st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=24))
def test_every_order_finds_the_same_value_and_counts_whole_trees_alike(nested):
    tree = pw.Tree(nested)
    value = pw.algorithms.minimax(tree).value
    for order in order_names(tree):
        for cut in ("ge", "gt"):
            assert pw.algorithms.alphabeta(tree, order=order, cut=cut).value == value
        assert pw.algorithms.minimax(tree, order=order).nodes == tree.total_nodes


class ReferenceSolver(pw.Game):
    """A tree as a game that knows no order of its own, so that the common ones are asked."""

    compiles = False

    def __init__(self, tree):
        self.tree = tree

    def __getattr__(self, name):
        return getattr(self.tree, name)

    def initial(self):
        return self.tree.initial()

    def player(self, state):
        return self.tree.player(state)

    def actions(self, state):
        return self.tree.actions(state)

    def result(self, state, action):
        return self.tree.result(state, action)

    def terminal(self, state):
        return self.tree.terminal(state)

    def utility(self, state):
        return self.tree.utility(state)


@pytest.mark.parametrize("max_first", [True, False])
@pytest.mark.parametrize("seed", [None, 0, 1])
@pytest.mark.parametrize(("branching", "depth"), [(2, 1), (2, 5), (3, 4), (4, 3), (5, 2), (2, 8)])
def test_ideal_reads_knuth_and_moores_minimum_on_uniform_trees(branching, depth, seed, max_first):
    if seed is None:
        values = random.Random(3).choices([-1, 0, 1], k=branching**depth)  # with many equals
        tree = pw.Tree(values, branching=branching, max_first=max_first)
    else:
        tree = pw.Tree.uniform(branching, depth, seed=seed, max_first=max_first)
    for game in (ReferenceSolver(tree), tree):
        result = pw.algorithms.alphabeta(game, order="ideal")
        assert result.leaves == tree.minimal_leaves
        assert result.first_move_cutoffs == result.cutoffs
    if depth > 1:
        assert result.cutoffs > 0


@pytest.mark.parametrize(("branching", "depth"), [(2, 4), (3, 3), (4, 2)])
def test_worst_reads_every_leaf_where_the_values_allow_it(branching, depth):
    tree = pw.Tree.uniform(branching, depth, order="best")  # as good as can be: to be turned round
    for game in (ReferenceSolver(tree), tree):
        result = pw.algorithms.alphabeta(game, order="worst")
        assert result.leaves == branching**depth
        assert result.pruned == 0


def test_ideal_orders_by_the_value_to_the_horizon():
    state = TICTACTOE.parse_state("XX.OO....")
    order = reference_orders.ordering(TICTACTOE, "ideal")
    node = _root(TICTACTOE, state)
    actions = list(TICTACTOE.actions(state))
    values = [pw.algorithms.minimax(TICTACTOE, TICTACTOE.result(state, action), depth=2).value for action in actions]
    places = list(order.places(node, actions, 3))
    assert places == sorted(range(len(actions)), key=lambda place: -values[place])
    assert actions[places[0]] == 2
    worst = reference_orders.ordering(TICTACTOE, "worst")
    assert list(worst.places(node, actions, 3)) == sorted(range(len(actions)), key=values.__getitem__)


def _root(game, state):
    node = Node(None, None, 0)
    node.state = state
    return node


def test_reversed_is_another_name_for_reverse():
    one, other = (pw.algorithms.alphabeta(TICTACTOE, depth=5, order=order) for order in ("reverse", "reversed"))
    assert answered(one) == answered(other)
    native = pw.search(TICTACTOE, engine="native", algorithm="alphabeta", depth=5, order="reversed")
    assert native.nodes == one.nodes


@pytest.mark.slow
def test_random_orders_are_all_different_and_each_the_same_again():
    seen = {seed: pw.algorithms.alphabeta(TICTACTOE, order="random", seed=seed).nodes for seed in range(4)}
    assert len(set(seen.values())) == 4
    assert all(
        pw.algorithms.alphabeta(TICTACTOE, order="random", seed=seed).nodes == nodes for seed, nodes in seen.items()
    )
    assert pw.algorithms.alphabeta(TICTACTOE, order="random", seed=2**64 + 1).nodes == seen[1]


def test_random_orders_put_each_child_first_about_equally_often():
    firsts = [0] * 5
    for seed in range(2000):
        firsts[max(range(5), key=lambda place: numbered(seed, place))] += 1
    assert all(330 < times < 470 for times in firsts), firsts


def test_random_numbers_of_the_leftmost_line_are_random_whatever_the_seed():
    for seed in (0, 1, -1):
        line = [seed]
        for _ in range(20):
            line.append(numbered(line[-1], 0))
        assert len(set(line)) == 21


def test_best_looks_two_plies_ahead():
    plies = []
    order = reference_orders.ordering(TICTACTOE, "best", enter=plies.append)
    root = _root(TICTACTOE, TICTACTOE.initial())
    order.places(root, list(TICTACTOE.actions(root.state)), 9)
    assert set(plies) == {1, 2}


def test_killers_are_the_last_two_actions_that_cut_at_a_ply():
    order, node = reference_orders.Killers(), _root(TICTACTOE, TICTACTOE.initial())
    for action in (3, 5, 5, 7):
        order.cut(node, Node(node, action, action), 4)
    assert list(order.places(node, range(9), 4)) == [7, 5, 0, 1, 2, 3, 4, 6, 8]
    child = Node(node, 0, 0)
    assert list(order.places(child, range(3), 3)) == [0, 1, 2]


def test_history_counts_by_player_the_square_of_the_plies_left():
    order, node = reference_orders.History(TICTACTOE), _root(TICTACTOE, TICTACTOE.initial())
    for action, plies in ((8, 3), (4, 2), (4, 2), (6, 1)):
        order.cut(node, Node(node, action, action), plies)
    assert order.known == {(MAX, 8): 9, (MAX, 4): 8, (MAX, 6): 1}
    assert list(order.places(node, range(9), 4)) == [8, 4, 6, 0, 1, 2, 3, 5, 7]
    other = _root(TICTACTOE, TICTACTOE.parse_state("X........"))
    assert list(order.places(other, range(9), 4)) == list(range(9))
    assert TICTACTOE.player(other.state) == MIN
    order.cut(node, Node(node, 0, 0), float("inf"))
    assert order.known[MAX, 0] == 1


@pytest.mark.parametrize("order", move_orders.ITERATING)
def test_earlier_iterations_count_apart(order):
    result = pw.algorithms.alphabeta(TICTACTOE, order=order, depth=5)
    earlier = [pw.algorithms.alphabeta(TICTACTOE, order=order, depth=depth) for depth in range(1, 5)]
    assert result.stats.ordering_nodes == sum(each.nodes for each in earlier)
    assert result.depth == 5
    assert sum(result.pruned_by_ply.values()) == result.pruned


@pytest.mark.slow
def test_iterating_orders_end_with_the_whole_tree():
    for order in move_orders.ITERATING:
        assert_twins(TICTACTOE, None, algorithm="alphabeta", order=order)
        result = pw.algorithms.alphabeta(TICTACTOE, order=order)
        assert (result.value, result.proved, result.depth, result.stopped_by) == (0, True, 9, "complete")
        assert pw.algorithms.alphabeta(TICTACTOE, order=order, depth=50).nodes == result.nodes


def test_an_order_by_iterations_goes_with_no_algorithm_that_has_a_table():
    for order, algorithm in product(move_orders.ITERATING, ("mtdf", "deepening")):
        with pytest.raises(pw.InputError, match="uses its own table"):
            pw.search(TICTACTOE, engine="reference", algorithm=algorithm, order=order, depth=3)


@pytest.mark.parametrize("algorithm", ["negamax", "failhard", "pvs", "sss"])
def test_every_order_goes_with_the_other_algorithms_too(algorithm):
    value = pw.algorithms.minimax(TICTACTOE, depth=4).value
    for order in common(TICTACTOE):
        assert pw.search(TICTACTOE, engine="reference", algorithm=algorithm, order=order, depth=4).value == value


def test_first_move_cutoffs_are_counted_alike_and_by_every_engine():
    result = pw.algorithms.alphabeta(TICTACTOE)
    assert result.to_dict()["first_move_cutoffs"] == result.first_move_cutoffs == result.stats.first_move_cutoffs
    assert 0 < result.first_move_cutoffs < result.cutoffs == 8_180
    assert pw.search(TICTACTOE, engine="native").first_move_cutoffs == result.first_move_cutoffs
    assert pw.algorithms.minimax(TICTACTOE, depth=4).first_move_cutoffs == 0


def test_what_the_native_engine_does_not_order_is_refused_in_one_line():
    for options, says in (
        ({"order": "centre-corner-edge", "algorithm": "alphabeta"}, "own order"),
        ({"order": "killers", "algorithm": "pvs"}, "order with minimax, negamax, alphabeta"),
        ({"order": "killers", "algorithm": "alphabeta", "table": 1}, "without a table"),
        ({"order": "killers", "algorithm": "alphabeta", "all_moves": True}, "all moves"),
        ({"order": "magic", "algorithm": "alphabeta"}, "no order 'magic'"),
    ):
        with pytest.raises(pw.InputError, match=says):
            pw.search(TICTACTOE, engine="native", depth=3, **options)
    own = pw.search(TICTACTOE, algorithm="alphabeta", order="centre-corner-edge")
    assert (own.engine, own.nodes) == ("reference", 7_275)


def test_a_run_keeps_no_table_that_its_order_does_not_need():
    engine = engine_of(TICTACTOE)
    sizes = {
        name: len(ordered.OrderedRun(engine, TICTACTOE.initial(), ALPHABETA, Limits(), 1, NAMES.index(name), 0).table)
        for name in ANY_GAMES
    }
    assert {name for name, size in sizes.items() if size > 1} == {"best", "ideal", "worst", "table"}


class Faulty(Stones):
    """A game whose rules fail in one state deep down."""

    def player(self, state):
        return state.side if state.stones != 2 else 0


@pytest.mark.slow
@pytest.mark.parametrize("order", ["ideal", "best", "killers", "table"])
def test_where_a_rule_fails_is_said_in_any_order(order):
    with pytest.raises(pw.InputError, match=r"player returned 0, not MAX .* at stones=2"):
        pw.search(Faulty(9), engine="native", algorithm="alphabeta", order=order)
