"""Explicit trees: how they are read and numbered, and the orders of their children."""

import ast
import itertools
import json
import random
import re
from decimal import Decimal
from fractions import Fraction
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.process.recursion import MAX_PLIES
from plywise.trees.parse import parse_leaves, parse_nested
from plywise.trees.tree import node_name, node_number
from tests.helpers.in_turn import in_turn

nested_trees = st.recursive(
    st.one_of(st.integers(-5, 5), st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    lambda subtree: st.lists(subtree, min_size=1, max_size=5),
    max_leaves=40,
)


def rearrangements(tree):
    """Return every tree that differs from one by the order of children alone."""
    if not isinstance(tree, list):
        return [tree]
    below = [rearrangements(child) for child in tree]
    return [list(combined) for order in itertools.permutations(below) for combined in itertools.product(*order)]


def test_nodes_are_numbered_breadth_first():
    tree = pw.Tree([[3, [5, 1]], 6])
    assert tree.parent == (-1, 0, 0, 1, 1, 4, 4)
    assert tree.ply == (0, 1, 1, 2, 2, 3, 3)
    assert tree.first_child[0] == 1
    assert tree.child_count == (2, 2, 0, 0, 2, 0, 0)
    assert tree.value == (None, None, 6, 3, None, 5, 1)
    assert (tree.total_nodes, tree.total_leaves, tree.height) == (7, 4, 3)
    assert tree.subtree_nodes == (7, 5, 1, 1, 3, 1, 1)
    assert tree.subtree_leaves == (4, 3, 1, 1, 2, 1, 1)
    assert tree.minimax_values == (6, 3, 6, 3, 5, 5, 1)


@given(nested_trees, st.booleans())
def test_a_tree_survives_its_json(nested, max_first):
    tree = pw.Tree(nested, max_first=max_first)
    assert tree.to_nested() == nested
    assert json.loads(tree.to_json()) == nested
    again = pw.Tree.from_json(tree.to_json(), max_first=max_first)
    assert (again.parent, again.value) == (tree.parent, tree.value)


@given(nested_trees)
def test_our_reader_reads_what_json_reads(nested):
    for text in (json.dumps(nested), json.dumps(nested, indent=3), json.dumps(nested, separators=(",", ":"))):
        assert parse_nested(text) == nested


def without_repeats(pairs):
    return dict(pairs) if len(dict(pairs)) == len(pairs) else None


@given(
    st.one_of(
        st.text(alphabet='[],0123456789-+.eE "ntfNI{}:\\', max_size=20),
        st.lists(st.sampled_from(["{", "}", "[", "]", '"a"', '"b"', ":", ",", "1", "-2.5"]), max_size=14).map(" ".join),
    )
)
def test_our_reader_accepts_json_and_what_python_reads_alike(text):
    def only_numbers(tree):
        if isinstance(tree, dict):
            return all(map(only_numbers, tree.values()))
        if isinstance(tree, list):
            named = bool(tree) and isinstance(tree[0], str)
            return len(tree) == 2 and only_numbers(tree[1]) if named else all(map(only_numbers, tree))
        return isinstance(tree, (int, float)) and not isinstance(tree, bool) and abs(tree) != float("inf")

    try:
        wanted = json.loads(text, parse_constant=lambda constant: None, object_pairs_hook=without_repeats)
    except ValueError:
        wanted = None
    if wanted is not None and only_numbers(wanted):
        assert parse_nested(text) == wanted
    else:
        try:
            read = parse_nested(text)
        except pw.InputError:
            return
        assert only_numbers(read)
        assert read == ast.literal_eval(re.sub(r"(?<![\d.])0+(?=\d)", "", text.strip()))


@pytest.mark.parametrize(
    ("text", "nested"),
    [
        ("((3,12,8),(2,4,6))", [[3, 12, 8], [2, 4, 6]]),
        ("((3,12,8),(2,4,6));", [[3, 12, 8], [2, 4, 6]]),
        ("((3,),(5,))", [[3], [5]]),
        ("[[3,12],[2,4],]", [[3, 12], [2, 4]]),
        ("[\u22123, +5, .5, 01]", [-3, 5, 0.5, 1]),
        ("{'left': 3, 'right': (5, 1)}", {"left": 3, "right": [5, 1]}),
        ("[1/2, -½]", [0.5, -0.5]),
        ("3 5 6 9", [[3, 5], [6, 9]]),
        ("3;5;6;9", [[3, 5], [6, 9]]),
        ("3, 5, 6, 9,", [[3, 5], [6, 9]]),
        ("3,5,6,9 1,2,0,-1", [[[3, 5], [6, 9]], [[1, 2], [0, -1]]]),
        ("3\t\u22125", [3, -5]),
        ('[{"value": 3}, {"value": 5, "children": []}]', [3, 5]),
        ('{"children": [3, {"children": [2, 9]}]}', [3, [2, 9]]),
        (
            '{"name": "R", "children": [{"name": "a", "value": 3}, {"label": "b", "value": null, "children": [2, 9]}]}',
            {"R": {"a": 3, "b": [2, 9]}},
        ),
        ('{"id": 1, "children": [{"id": 2, "value": 3}, {"id": 3, "value": 5}]}', {"1": {"2": 3, "3": 5}}),
        ('{"name": "R", "children": {"l": 3, "r": 5}}', {"R": {"l": 3, "r": 5}}),
        ('{"name": "a", "value": 3}', {"a": 3}),
        ('{"value": {"left": 3, "right": 5}}', {"value": {"left": 3, "right": 5}}),
        ('{"value": 3, "other": 5}', {"value": 3, "other": 5}),
    ],
)
def test_trees_as_other_people_and_programs_write_them(text, nested):
    assert pw.Tree.from_text(text).to_nested() == nested


def test_numbers_of_python_s_library_are_leaves():
    assert pw.Tree([Fraction(1, 2), Decimal("3"), Fraction(4, 2)]).value[1:] == (0.5, 3, 2)
    for odd in (Fraction(10**400, 3), Decimal("nan"), Decimal("inf")):
        with pytest.raises(pw.InputError):
            pw.Tree([1, odd])


@pytest.mark.parametrize("tree", [[], [1, []], [[1, 2], [3, []]], "3", ["a"], [None], [True], [float("nan")], {}])
def test_what_is_no_tree_is_refused(tree):
    with pytest.raises(pw.InputError) as refusal:
        pw.Tree(tree)
    assert "\n" not in str(refusal.value)


def test_a_refusal_says_where():
    with pytest.raises(pw.InputError, match=r"at \[1, 0, 2\]"):
        pw.Tree([1, [[2, 3, []], 4]])
    with pytest.raises(pw.InputError, match="character 6"):
        parse_nested("[1, [null]]")


@pytest.mark.parametrize(
    ("leaves", "branching"), [(3, 2), (0, 2), (2, 1), (12, 3), (2, 0), (2, -1), (2, True), (2, 1.5)]
)
def test_leaf_counts_that_are_no_power_are_refused(leaves, branching):
    with pytest.raises(pw.InputError):
        pw.Tree(list(range(leaves)), branching=branching)


def test_nested_lists_with_a_branching_are_refused():
    with pytest.raises(pw.InputError, match="row of leaf values"):
        pw.Tree([[1, 2], [3, 4]], branching=2)


def test_the_documented_limit_of_depth():
    nested = 1
    for _ in range(MAX_PLIES):
        nested = [nested]
    assert pw.Tree(nested).height == MAX_PLIES
    read = parse_nested("[" * MAX_PLIES + "1" + "]" * MAX_PLIES)
    assert pw.Tree(read).value == pw.Tree(nested).value
    with pytest.raises(pw.InputError, match="deeper than the limit"):
        pw.Tree([nested])
    with pytest.raises(pw.InputError, match="deeper than the limit"):
        parse_nested("[" * (MAX_PLIES + 1) + "1" + "]" * (MAX_PLIES + 1))


def test_leaf_words():
    assert parse_leaves(["3", "-1", "2.5", "1e2", "+4", ".5", "-0"]) == [3, -1, 2.5, 100.0, 4, 0.5, 0]
    assert parse_leaves(["3,5,6"]) == [3, 5, 6]
    for word in ("x", "1x", "--1", "nan", "inf", "1e999", "٣", "1_0", "0x10", "1/0", "1½", "9" * 5000):
        with pytest.raises(pw.InputError):
            parse_leaves([word])


@given(st.integers(0, 10**7))
def test_letters_and_numbers_of_nodes(number):
    assert node_number(node_name(number)) == number


def test_a_tree_is_a_game_that_keeps_the_laws():
    report = pw.check(pw.Tree([[3, [5, 1]], 6, [2]]))
    assert report.ok, str(report)
    assert report.complete


def test_a_node_is_called_by_its_letter():
    tree = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
    assert pw.algorithms.alphabeta(tree, tree.parse_state("C")).value == 0
    for text in ("P", "?", "", "A1"):
        with pytest.raises(pw.InputError, match="is not a node"):
            tree.parse_state(text)


# --- uniform trees ---------------------------------------------------------------------------------------------------

UNIFORM = [(b, d) for b in range(1, 6) for d in range(7) if b**d <= 5000]


@in_turn(("branching", "depth"), UNIFORM)
@pytest.mark.parametrize("max_first", [True, False])
def test_in_ideal_order_alpha_beta_reads_knuth_and_moores_minimum(branching, depth, max_first):
    minimum = branching ** (-(-depth // 2)) + branching ** (depth // 2) - 1
    tree = pw.Tree.uniform(branching, depth, seed=branching + depth, max_first=max_first)
    made = pw.Tree.uniform(branching, depth, order="best", max_first=max_first)
    assert tree.minimal_leaves == minimum
    assert pw.algorithms.alphabeta(tree, order="best").leaves == minimum
    assert pw.algorithms.alphabeta(tree.ordered("best")).leaves == minimum
    assert pw.algorithms.alphabeta(made).leaves == minimum


@in_turn(("branching", "depth"), UNIFORM)
@pytest.mark.parametrize("max_first", [True, False])
def test_in_worst_order_alpha_beta_reads_every_leaf(branching, depth, max_first):
    tree = pw.Tree.uniform(branching, depth, order="worst", max_first=max_first)
    assert sorted(value for value in tree.value if value is not None) == list(range(branching**depth))
    assert pw.algorithms.alphabeta(tree).leaves == branching**depth
    best_first = tree.ordered("best")
    assert pw.algorithms.alphabeta(best_first, order="worst").leaves == branching**depth


def test_a_worst_order_that_reads_every_leaf_is_found_where_there_is_one():
    leaves = random.Random(7).sample(range(-99, 100), 81)
    tree = pw.Tree(leaves, branching=3)
    assert pw.algorithms.alphabeta(tree, order="worst").leaves == 81
    assert pw.algorithms.alphabeta(tree, order="best").leaves == 17


@pytest.mark.slow
def test_not_every_tree_can_be_made_to_read_every_leaf():
    leaves = [20, 21, 0, 1, 18, 19, 16, 17, 4, 5, 2, 3, 8, 9, 6, 7]
    tree = pw.Tree(leaves, branching=2)
    most = max(pw.algorithms.alphabeta(pw.Tree(each)).leaves for each in rearrangements(tree.to_nested()))
    assert most == 15
    assert pw.algorithms.alphabeta(tree, order="worst").leaves == 15


small_trees = st.recursive(st.integers(-3, 3), lambda subtree: st.lists(subtree, min_size=1, max_size=3), max_leaves=9)


@given(small_trees.filter(lambda tree: prod(map(factorial, pw.Tree(tree).child_count)) <= 500), st.booleans())
def test_best_and_worst_orders_are_exact(nested, max_first):
    read = [pw.algorithms.alphabeta(pw.Tree(each, max_first=max_first)).leaves for each in rearrangements(nested)]
    tree = pw.Tree(nested, max_first=max_first)
    assert pw.algorithms.alphabeta(tree, order="best").leaves == min(read)
    assert pw.algorithms.alphabeta(tree, order="worst").leaves == max(read)


@given(nested_trees, st.sampled_from(["given", "reverse", "best", "worst", "random"]), st.booleans())
def test_rearranging_keeps_the_tree(nested, order, max_first):
    def sorted_tree(tree):
        return sorted(map(sorted_tree, tree), key=repr) if isinstance(tree, list) else tree

    tree = pw.Tree(nested, max_first=max_first)
    ordered = tree.ordered(order, seed=5)
    assert sorted_tree(ordered.to_nested()) == sorted_tree(nested)
    assert ordered.minimax_values[0] == tree.minimax_values[0]


def test_a_random_order_is_its_seeds():
    tree = pw.Tree.uniform(4, 4)
    assert tree.ordered("random", 1).value == tree.ordered("random", 1).value
    assert tree.ordered("random", 1).value != tree.ordered("random", 2).value


def test_trees_of_other_shapes_have_no_minimum():
    assert pw.Tree([[1, 2], [3]]).minimal_leaves is None
    assert pw.Tree([[1, 2], 3]).minimal_leaves is None
    assert pw.Tree(7).minimal_leaves == 1
    assert pw.Tree([[7]]).minimal_leaves == 1


@pytest.mark.parametrize(
    "text",
    [
        "Tree(7)",
        "Tree([3, 5])",
        "Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)",
        "Tree([3, 5, 6, 9], branching=2, max_first=False)",
        "Tree([[3, [5, 1.5]], 6])",
        "Tree([[[7]]])",
        "Tree({'left': 3, 'right': {'x': 5, 'y': 2}})",
        "Tree({'Root': [['x', 3], 5]})",
    ],
)
def test_a_tree_s_repr_makes_it(text):
    assert repr(eval(text, {"Tree": pw.Tree})) == text


def test_a_large_tree_s_repr_is_short():
    assert repr(pw.Tree(list(range(64)), branching=2)) == "Tree([0, 1, 2, 3, 4, 5, ...], branching=2)"
    nested = 1
    for _ in range(1000):
        nested = [nested, 2]
    assert repr(pw.Tree(nested)) == "Tree([[[[[...], 2], 2], 2], 2])"
    names = {f"n{number}": number for number in range(50)}
    assert repr(pw.Tree(names)) == "Tree({'n0': 0, 'n1': 1, 'n2': 2, 'n3': 3, 'n4': 4, 'n5': 5, ...})"
    assert len(repr(pw.Tree([10**3000, 1]))) < 100
