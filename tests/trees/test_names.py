"""Names in trees: the forms in which they are given, what nodes and moves are then called, and what is refused."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plywise as pw
from plywise.teach.walkthrough import walkthrough
from plywise.trees.names import MAX_NAME

WALK = {"Root": {"left": 3, "right": {"x": 2, "y": 5}}}
RECURRING = [["left", {"left": 3, "right": [1, 2]}], ["right", {"left": 1, "right": 7}]]

words = st.text(st.characters(categories=["L", "N", "Zs", "P"]), min_size=1, max_size=8).filter(
    lambda name: name.strip().isprintable() and name.strip()
)


def named_children(subtree):
    """Return nodes whose children have names: objects, or lists of pairs and of trees without a name."""
    names = st.lists(
        words.map(lambda name: f"m {name.strip()}"), min_size=1, max_size=4, unique_by=lambda n: "".join(n.split())
    )
    return names.flatmap(
        lambda given: st.tuples(st.lists(subtree, min_size=len(given), max_size=len(given)), st.booleans()).map(
            lambda drawn: (
                dict(zip(given, drawn[0], strict=True))
                if drawn[1]
                else [
                    list(pair) if place % 3 < 2 else pair[1]
                    for place, pair in enumerate(zip(given, drawn[0], strict=True))
                ]
            )
        )
    )


named_trees = st.recursive(
    st.integers(-9, 9),
    lambda subtree: st.one_of(st.lists(subtree, min_size=1, max_size=4), named_children(subtree)),
    max_leaves=25,
)


def bare(tree, outermost=True):
    """Return a tree without its names, read anew here."""
    if isinstance(tree, list) and isinstance(tree[0], str):
        return bare(tree[1], outermost=False)
    if isinstance(tree, Mapping) and outermost and len(tree) == 1:
        return bare(next(iter(tree.values())), outermost=False)
    if isinstance(tree, (list, Mapping)):
        return [bare(child, outermost=False) for child in (tree.values() if isinstance(tree, Mapping) else tree)]
    return tree


FEW = settings(max_examples=30)


@FEW
@given(named_trees, st.booleans())
def test_names_change_nothing_but_what_things_are_called(tree, max_first):
    named, plain = pw.Tree(tree, max_first=max_first), pw.Tree(bare(tree), max_first=max_first)
    assert (named.parent, named.value, named.minimax_values) == (plain.parent, plain.value, plain.minimax_values)
    one, other = pw.trace(named), pw.trace(plain)
    assert (one.result.pv, one.leaves_read) == (other.result.pv, other.leaves_read)
    assert [each.path for each in one.pruned] == [each.path for each in other.pruned]


@FEW
@given(named_trees)
def test_a_named_tree_survives_its_forms(given_tree):
    tree = pw.Tree(given_tree)
    for again in (
        pw.Tree(tree.to_nested()),
        pw.Tree.from_json(tree.to_json()),
        pw.Tree.from_json(json.dumps(given_tree)),
        tree.ordered("reverse").ordered("reverse"),
    ):
        assert (again.parent, again.value, again.names) == (tree.parent, tree.value, tree.names)
    assert json.loads(tree.to_json()) == json.loads(json.dumps(tree.to_nested()))


@FEW
@given(named_trees)
def test_nodes_and_moves_can_be_told_apart(given_tree):
    tree = pw.Tree(given_tree)
    assert len(set(tree.node_names)) == tree.total_nodes
    for node in range(tree.total_nodes):
        assert tree.parse_state(tree.node_names[node]) == (node,)
        moves = [tree.format_action(tree.State(node), place) for place in range(tree.child_count[node])]
        assert len(set(moves)) == len(moves)
        assert not any(set(move) & set(" \t\u2003") or len(move.split()) != 1 for move in moves)


def test_a_named_tree_keeps_the_laws():
    for tree in (WALK, RECURRING, {"go left": 3, "go right": [1, 2]}):
        report = pw.check(pw.Tree(tree))
        assert report.ok, str(report)


@pytest.mark.parametrize(
    ("tree", "called", "value"),
    [
        (WALK, ("Root", "left", "right", "x", "y"), 3),
        ({"A": {"B": 3, "C": 5}}, ("A", "B", "C"), 5),
        ([["left", 3], ["right", 5]], ("root", "left", "right"), 5),
        ({"left": 3, "right": 5}, ("root", "left", "right"), 5),
        ({"A": [3, 12, 8], "B": [2, 4, 6]}, ("root", "A", "B", "C", "D", "E", "F", "G", "H"), 3),
        (["Top", [1, ["b", 2]]], ("Top", "A", "b"), 2),
        ([["go", 4]], ("root", "go"), 4),
        ({"only": 4}, ("only",), 4),
        ({"root": 1, "b": 2}, ("A", "root", "b"), 2),
        (RECURRING, tuple("ABCDEFGHI"), 2),
    ],
)
def test_what_nodes_are_called(tree, called, value):
    assert pw.Tree(tree).node_names == called
    assert pw.algorithms.alphabeta(pw.Tree(tree)).value == value


def test_names_that_occur_once_are_the_nodes_names():
    trace = pw.trace(pw.Tree(WALK))
    assert trace.pruned[0].because == (
        "Root is guaranteed 3 or more; right can have 2 at most; the rest of right cannot matter"
    )
    assert "The value of Root is 3, along Root-left." in str(trace)
    assert "└─╳ y 5" in str(trace)
    assert ">right</text>" in trace.svg()
    assert ">y</text>" in trace.svg()
    assert "right" in trace.tikz()
    assert '"right"' in trace.html()


def test_names_that_recur_are_the_moves_names():
    trace = pw.trace(pw.Tree(RECURRING))
    text = walkthrough(trace)
    assert "B (MIN) after left is entered" in text
    assert "along A-B-E-I (left, right)" in text
    assert "right: C MIN" in str(trace)
    drawn = trace.svg()
    assert drawn.count(">left</text>") == drawn.count(">right</text>") == 3
    assert ">B</text>" in drawn
    assert trace.to_dict()["records"][1]["action"] == "left"


def test_names_differing_in_case_stay_as_they_are_at_the_start_of_a_sentence():
    tree = pw.Tree({"a": {"A": {"x": 3, "y": 5}, "B": {"b": 2, "w": 9}}})
    for said in (walkthrough(pw.trace(tree)), pw.trace(tree).html()):
        assert "a is guaranteed 3 or more" in said
        assert "A is guaranteed" not in said


def test_the_command_gives_names_beside_the_places(plywise):
    found = json.loads(plywise("tree", json.dumps(WALK), "--json")[1])
    assert (found["value"], found["best_path"], found["best_names"]) == (3, [0], ["left"])
    pruned = found["pruned"][0]
    assert (pruned["path"], pruned["names"], pruned["at_names"]) == ([1, 1], ["right", "y"], ["right"])
    found = json.loads(plywise("tree", json.dumps(RECURRING), "--json")[1])
    assert (found["best_path"], found["best_names"]) == ([0, 1, 1], ["left", "right", "I"])
    found = json.loads(plywise("tree", 3, 5, 6, 9, "--json")[1])
    assert (found["best_path"], found["best_names"]) == ([1, 0], ["C", "F"])


def test_a_sheet_of_a_named_tree_asks_about_letters(plywise):
    one, other = (
        plywise("exercise", "--kind", "values,windows,count", "--tree", json.dumps(tree), "--seed", 1)
        for tree in (WALK, [3, [2, 5]])
    )
    assert one == other
    assert one[0] == 0


def test_a_tree_of_names_may_be_as_deep_as_any():
    deep = '{"a":' * 9_000 + "1" + "}" * 9_000
    assert pw.Tree.from_json(deep).height == 8_999
    assert pw.Tree.from_json(pw.Tree.from_json(deep).to_json()).height == 8_999


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ('{"chance": {"a": 1, "b": 2}}', "chance nodes and a third player are not supported"),
        ('{"a": {"payoffs": [1, 2, 3]}}', "payoff vectors"),
        ('{"a": "(1, 2, 3)", "b": 2}', "payoff vectors"),
        ('{"a": "0.5: 3"}', "chance nodes"),
        ('[["a", 1], ["a", 2]]', "two moves at .* 'a'"),
        ('{"a b": 1, "a_b": 2}', "two moves at .* the same without blanks"),
        ('[["1", 3], 5]', "two moves"),
        ('{"a": 1, "a": 2}', "character 10: the name 'a' stands twice"),
        ('["a", 1, 2]', "followed by 2 trees"),
        ('["a", 2]', "stands alone"),
        ('{"a": ["b", 3]}', "'b' once more"),
        ('["a", ["b", 3]]', "'b' once more"),
        ('{"a": {}}', "a node has children"),
        ('{"": 1}', "empty"),
        ('{"a\\u0000b": 1}', "signs without a shape"),
        ('{"\\ud800": 1}', "signs without a shape"),
        (json.dumps({"x" * (MAX_NAME + 1): 1}), f"longer than {MAX_NAME}"),
        ('{3: 4}', "a name in quotes"),
        ('{"a": 3]', "closes nothing"),
        ('{"a": 3', "inside 1 open"),
        ('[1, "x"]', "a string stands where"),
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_in_one_line(tree, message, plywise):
    with pytest.raises(pw.InputError, match=message) as refusal:
        pw.Tree.from_json(tree)
    assert "\n" not in str(refusal.value)
    assert plywise("tree", tree)[0] == 2


def test_python_s_own_odd_trees_are_refused():
    for tree in ({1: 2, 3: 4}, {"a": {1, 2}}, ("a", 1, 2), {"a": None}):
        with pytest.raises(pw.InputError):
            pw.Tree(tree)
    with pytest.raises(pw.InputError, match="row of leaf values"):
        pw.Tree({"a": 1, "b": 2}, branching=2)
