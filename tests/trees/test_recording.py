"""Traces: what is on record is what happened, and what is said of it is true."""

import json
import os
from collections import Counter
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.engines.reference import FUNCTIONS
from plywise.show.text import ASCII, draw_board, draw_trace
from plywise.teach.walkthrough import walkthrough
from tests.helpers.interrupts import Presser
from tests.helpers.paths import GOLDEN

BOOK = [3, 5, 6, 9, 1, 2, 0, -1]

repeated_trees = st.recursive(
    st.integers(-4, 4), lambda subtree: st.lists(subtree, min_size=1, max_size=5), max_leaves=40
)


@pytest.fixture
def blackboard():
    return pw.trace(pw.Tree(BOOK, branching=2))


def names(record, numbers):
    return [record.records[number].name for number in numbers]


def steps(record, name):
    """Return the events of one node, by its letter."""
    return [event for event in record.events if record.name(event.record) == name]


# --- the tree on the blackboard --------------------------------------------------------------------------------------


def test_nodes_are_lettered_breadth_first(blackboard):
    assert names(blackboard, [each.id for each in blackboard.breadth_first()]) == list("ABCDEFGHIJKLMNO")
    leaves = {each.name: blackboard.game.utility(each.state) for each in blackboard.records if each.player is None}
    assert leaves == dict(zip("HIJKLMNO", BOOK, strict=True))


def test_the_windows_of_the_walk_through(blackboard):
    entered = {blackboard.name(e.record): (e.alpha, e.beta) for e in blackboard.events if e.kind == "enter"}
    assert entered["A"] == entered["B"] == entered["D"] == (-inf, inf)
    assert entered["E"] == (-inf, 5)
    assert entered["C"] == entered["F"] == (5, inf)
    assert not {"G", "K", "N", "O"} & set(entered)
    assert [e.alpha for e in steps(blackboard, "D") if e.changed == "alpha"] == [3, 5]
    assert [e.beta for e in steps(blackboard, "B") if e.changed == "beta"] == [5]
    returned = {blackboard.name(e.record): e.value for e in blackboard.events if e.kind == "leave"}
    assert (returned["D"], returned["F"], returned["C"], returned["B"], returned["A"]) == (5, 2, 2, 5, 5)


def test_the_cutoffs_name_the_node_and_the_bound_that_caused_them(blackboard):
    cuts = [event for event in blackboard.events if event.kind == "cutoff"]
    assert [
        (blackboard.name(c.record), blackboard.name(c.owner), c.alpha, c.beta, names(blackboard, c.pruned))
        for c in cuts
    ] == [("E", "B", 6, 5, ["K"]), ("C", "A", 5, 2, ["G"])]


def test_pruned_says_what_and_why(blackboard):
    g, k = blackboard.pruned
    assert (g.path, g.nodes, g.leaves, g.at, g.side, g.alpha, g.beta) == ((1, 1), 3, 2, (1,), "alpha", 5, 2)
    assert g.because == "A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter"
    assert (k.path, k.nodes, k.leaves, k.at, k.side, k.alpha, k.beta) == ((0, 1, 1), 1, 1, (0, 1), "beta", 6, 5)
    assert k.because == "B is guaranteed 5 or less; E already has 6; the rest of E cannot matter"
    assert blackboard.pruned_by_ply == {2: 1, 3: 1}


def test_the_walk_through_in_words(blackboard):
    text = walkthrough(blackboard)
    said = [
        "A (MAX) is entered with (-inf, +inf).",
        "D: alpha becomes 3, window (3, +inf).",
        "D: alpha becomes 5, window (5, +inf).",
        "D returns 5.",
        "B: beta becomes 5, window (-inf, 5).",
        "E (MAX) is entered with (-inf, 5).",
        "J is 6.",
        "E is cut: alpha 6 >= beta 5. B is guaranteed 5 or less; E already has 6; the rest of E cannot matter.",
        "Never visited: K.",
        "C (MIN) is entered with (5, +inf).",
        "F returns 2.",
        "C is cut: beta 2 <= alpha 5. A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter.",
        "Never visited: G with the 2 nodes below it.",
        "C returns 2 or less.",
        "A returns 5.",
        "The value of A is 5, along A-B-D-I.",
    ]
    places = [text.index(line) for line in said]
    assert places == sorted(places)
    assert "K is" not in text
    assert "G (MAX)" not in text


def test_the_drawing_crosses_out_what_was_pruned(blackboard):
    drawing = draw_trace(blackboard)
    crossed = [line.split("╳ ")[1] for line in drawing.splitlines() if "╳" in line]
    assert crossed == ["K 9", "G MAX", "N 0", "O -1"]
    assert drawing.splitlines()[0] == "A MAX 5 *"
    assert len([line for line in drawing.splitlines() if line.endswith(" *")]) == 4
    assert len(drawing.splitlines()) == 15
    assert draw_trace(blackboard, ASCII).isascii()


@pytest.mark.parametrize("algorithm", FUNCTIONS)
def test_golden_traces(algorithm):
    record = pw.trace(pw.Tree(BOOK, branching=2), algorithm=algorithm)
    plain = record.to_dict()
    for figure in ("time_s", "compile_s", "nps"):
        del plain["result"][figure]
    text = json.dumps(plain, indent=1, allow_nan=False) + "\n"
    path = GOLDEN / f"blackboard-{algorithm}.json"
    if os.environ.get("PLYWISE_WRITE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()


# --- on any tree -----------------------------------------------------------------------------------------------------


@given(repeated_trees, st.booleans(), st.sampled_from(sorted(FUNCTIONS)), st.sampled_from(["ge", "gt"]))
def test_pruned_accounts_for_exactly_the_nodes_not_visited(nested, max_first, algorithm, cut):
    tree = pw.Tree(nested, max_first=max_first)
    record = pw.trace(tree, algorithm=algorithm, cut=cut)
    assert len(record.records) == tree.total_nodes
    visited = {record.path(each.id) for each in record.records if each.visited}
    below_pruned = {
        record.path(each.id)
        for each in record.records
        if any(record.path(each.id)[: len(cut.path)] == cut.path for cut in record.pruned)
    }
    assert visited | below_pruned == {record.path(each.id) for each in record.records}
    assert not visited & below_pruned
    assert sum(each.nodes for each in record.pruned) == len(below_pruned)
    assert record.nodes_visited == len(visited) == tree.total_nodes - sum(each.nodes for each in record.pruned)
    assert record.pruned_by_ply == dict(sorted(Counter(len(each.path) for each in record.pruned).items()))
    if algorithm in ("alphabeta", "failhard", "sss"):
        assert record.pruned_by_ply == {ply: n for ply, n in sorted(record.result.pruned_by_ply.items()) if n}
        assert record.result.nodes == len(visited)


@given(repeated_trees, st.booleans(), st.sampled_from(["alphabeta", "failhard", "pvs", "mtdf", "deepening"]))
def test_every_reason_given_for_a_cut_is_true(nested, max_first, algorithm):
    tree = pw.Tree(nested, max_first=max_first)
    record = pw.trace(tree, algorithm=algorithm)
    true = {record.path(each.id): tree.minimax_values[each.state.node] for each in record.records}
    for cut in record.pruned:
        if algorithm == "deepening" and "guaranteed" not in cut.because:
            assert "table knew enough" in cut.because
            continue
        if "as far as that looked" in cut.because:
            continue  # true of the tree down to an earlier horizon only, as it says
        at = true[cut.at]
        if cut.side == "beta":
            assert at >= cut.alpha >= cut.beta  # the node has reached alpha, which is no less than beta
            assert cut.owner is None or true[cut.owner] <= cut.beta
        else:
            assert at <= cut.beta <= cut.alpha
            assert cut.owner is None or true[cut.owner] >= cut.alpha
        if algorithm in ("alphabeta", "failhard"):
            assert cut.owner is not None
            assert cut.at[: len(cut.owner)] == cut.owner
            assert cut.at != cut.owner


@given(repeated_trees, st.booleans(), st.sampled_from(sorted(FUNCTIONS)))
def test_what_a_node_returns_is_what_it_is_said_to_be(nested, max_first, algorithm):
    tree = pw.Tree(nested, max_first=max_first)
    record = pw.trace(tree, algorithm=algorithm)
    for event in record.events:
        if event.kind != "leave" or algorithm == "deepening":
            continue
        true = tree.minimax_values[record.records[event.record].state.node]
        if event.bound == "exact" and algorithm != "sss" and not record.records[event.record].leaf:
            assert event.value == true
        elif event.bound == "lower" and not record.records[event.record].leaf:
            assert event.value <= true
        elif event.bound == "upper" and not record.records[event.record].leaf:
            assert event.value >= true
    walkthrough(record)
    assert len(draw_trace(record).splitlines()) == tree.total_nodes


@given(repeated_trees, st.booleans(), st.integers(1, 12), st.sampled_from(sorted(FUNCTIONS)))
def test_a_truncated_trace_says_so_and_the_search_goes_on(nested, max_first, limit, algorithm):
    tree = pw.Tree(nested, max_first=max_first)
    whole = FUNCTIONS[algorithm](tree)
    record = pw.trace(tree, algorithm=algorithm, limit=limit)
    assert record.result.value == whole.value
    assert record.truncated == (whole.nodes > limit)
    assert sum(event.kind == "enter" for event in record.events) == min(limit, whole.nodes)
    assert ("the record ends here" in str(record)) == record.truncated


# --- games -----------------------------------------------------------------------------------------------------------


def test_a_game_is_traced_with_its_own_words():
    game = pw.make("tictactoe")
    record = pw.trace(game, game.parse_state(".XOOX.X.O"))
    text = str(record)
    assert "D after 7 is 1." in text
    assert "The value of A is 1, by 7." in text
    assert "0: B MIN -1" in text


@pytest.mark.slow
def test_a_games_pruned_moves_are_on_record():
    game = pw.make("tictactoe")
    record = pw.trace(game, limit=None)
    assert record.pruned_by_ply == {2: 42, 3: 78, 4: 383, 5: 739, 6: 2039, 7: 1607, 8: 2042}
    assert all(each.nodes is None for each in record.pruned)
    assert len(record.leaves_read) == record.result.leaves


def test_a_stopped_search_says_what_was_not_reached():
    record = pw.trace(pw.make("tictactoe"), algorithm="minimax", nodes=50)
    assert record.result.stopped_by == "nodes"
    assert "the search was stopped (nodes)" in record.pruned[0].because
    assert json.dumps(record.to_dict(), allow_nan=False)


@pytest.mark.parametrize("algorithm", FUNCTIONS)
@pytest.mark.parametrize("limits", [{"time": 1e-9}, {"nodes": 1}, {"nodes": 3}, {"nodes": 30}, {"limit": 5}])
def test_every_trace_can_be_printed(algorithm, limits):
    tictactoe = pw.make("tictactoe")
    near_the_end = (tictactoe, tictactoe.parse_state("X...O...."))
    for game in (near_the_end, (pw.Tree(BOOK, branching=2),), (pw.Tree(7),), (pw.make("nim", heaps="1-2"),)):
        text = str(pw.trace(*game, algorithm=algorithm, **limits))
        assert "is None" not in text
        assert "(complete)" not in text


def test_a_stopped_search_does_not_claim_the_value():
    record = pw.trace(pw.Tree([[3, 1], [5, 4]]), nodes=6)
    assert "The value of A is at least 1" in str(record)


def test_what_a_truncated_record_does_not_hold_is_not_said_to_be_pruned():
    record = pw.trace(pw.Tree([[3, 1], [5, 4]]), limit=3)
    assert record.pruned == []
    assert "╳" not in draw_trace(record)
    assert "(not recorded)" in draw_trace(record)


def test_a_trace_that_begins_inside_a_tree_keeps_its_letters():
    tree = pw.Tree(BOOK, branching=2)
    record = pw.trace(tree, tree.parse_state("C"))
    assert names(record, range(len(record.records)))[0] == "C"
    assert record.result.position == "C"


def test_a_horizon_is_no_pruning():
    record = pw.trace(pw.Tree(BOOK, branching=2), algorithm="minimax", depth=2)
    assert record.pruned == []
    assert {each.name for each in record.records if each.estimate} == set("DEFG")


def test_tracing_refuses_what_there_is_not():
    with pytest.raises(pw.InputError, match="no algorithm"):
        pw.trace(pw.Tree(1), algorithm="magic")
    with pytest.raises(pw.InputError, match="room for 1 node"):
        pw.trace(pw.Tree(1), limit=0)


def test_boards_are_drawn():
    game = pw.make("tictactoe")
    board = draw_board(game, game.parse_state("X...O...."))
    assert board.splitlines() == [" X | 1 | 2", "---+---+---", " 3 | O | 5", "---+---+---", " 6 | 7 | 8"]
    assert draw_board(pw.make("nim", heaps="2-2"), pw.make("nim", heaps="2-2").initial()) == "1 o o\n2 o o"
    assert draw_board(pw.make("nim", heaps="2-1"), pw.make("nim", heaps="2-1").initial()) == "1 o o\n2 o"
    assert draw_board(pw.Tree([1, 2]), pw.Tree([1, 2]).initial()) == "A"


@pytest.mark.parametrize("options", [{}, {"depth": 2}, {"nodes": 10**6}], ids=str)
def test_ctrl_c_leaves_no_half_recording(monkeypatch, options):
    game = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
    presser = Presser(monkeypatch, (pw.Tree, "result"))
    presser.press_at(4)
    with pytest.raises(KeyboardInterrupt):
        pw.trace(game, algorithm="minimax", **options)


def test_a_trace_of_a_game_without_end_ends():
    record = pw.trace(pw.make("connect4"), nodes=300, limit=100)
    assert record.truncated
    assert record.result.stopped_by == "nodes"
    assert "after 100 of 300 node entries (limit= for more; nodes= for a longer search)" in str(record)


@pytest.mark.slow
def test_a_trace_of_a_game_without_end_ends_by_itself():
    record = pw.trace(pw.make("connect4"))
    assert (record.truncated, record.result.nodes) == (True, 1_000_000)
    assert sum(event.kind == "enter" for event in record.events) == 20_000
