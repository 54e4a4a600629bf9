"""plywise tree, from outside: its JSON, its walk-through, its drawing, its orders, and trees of any shape and size."""

import io
import json
import random
import re
import subprocess
import sys
from itertools import permutations, product
from math import ceil, floor, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.cli.program import run
from tests.helpers.program import PROGRAM, interrupted

ALGORITHMS = ("minimax", "negamax", "alphabeta", "failhard", "shallow", "pvs", "mtdf", "sss", "deepening")
ONE_VISIT = ("minimax", "negamax", "alphabeta", "failhard", "shallow", "sss")
"""The algorithms that enter no node twice, so that their node count is the number of nodes visited."""

BLACKBOARD = [3, 5, 6, 9, 1, 2, 0, -1]
THREE_BY_THREE = "[[3,12,8],[2,4,6],[14,5,2]]"

KEYS = {
    *("algorithm", "cut", "value", "best_path", "nodes", "leaves", "leaves_read", "cutoffs", "pruned"),
    *("pruned_by_ply", "total_nodes", "total_leaves", "minimal_leaves"),
}
PRUNED_KEYS = {"path", "nodes", "leaves", "at", "side", "alpha", "beta", "because"}


@pytest.fixture
def tree(plywise):
    """Run `plywise tree ... --json`: words -> the object printed."""

    def call(*words, stdin=""):
        code, out, err = plywise("tree", "--json", *words, stdin=stdin)
        assert (code, err) == (0, ""), err
        (line,) = out.splitlines()
        return json.loads(line)

    return call


# --- an oracle of our own: nested lists, searched in the plainest way ------------------------------------------------


def nodes_breadth_first(nested):
    """Return [(node, ply, child numbers)] as the textbooks number nodes: breadth first."""
    nodes, waiting = [], [(nested, 0)]
    for node, ply in waiting:
        children = node if isinstance(node, list) else []
        first = len(waiting)
        waiting.extend((child, ply + 1) for child in children)
        nodes.append((node, ply, list(range(first, first + len(children)))))
    return nodes


def minimax_values(nested, max_first=True):
    """Return the minimax value of every node, breadth first."""
    nodes = nodes_breadth_first(nested)
    values = [None] * len(nodes)
    for number in reversed(range(len(nodes))):
        node, ply, children = nodes[number]
        best = max if (ply % 2 == 0) == max_first else min
        values[number] = best(values[child] for child in children) if children else node
    return values


def alphabeta_leaves(node, maximising=True, alpha=-inf, beta=inf, strict=False):
    """Return (value, leaves read in order) of alpha-beta as the classroom has it."""
    if not isinstance(node, list):
        return node, [node]
    best, read = (-inf if maximising else inf), []
    for child in node:
        value, below = alphabeta_leaves(child, not maximising, alpha, beta, strict)
        read += below
        if maximising:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha > beta or (alpha == beta and not strict):
            break
    return best, read


def arrangements(node):
    """Yield the tree with its children in every order, at every node."""
    if not isinstance(node, list):
        yield node
        return
    for order in permutations(node):
        for children in product(*(list(arrangements(child)) for child in order)):
            yield list(children)


def uniform(leaves, branching):
    level = list(leaves)
    while len(level) > 1:
        level = [level[start : start + branching] for start in range(0, len(level), branching)]
    return level[0]


def at_path(nested, path):
    for place in path:
        nested = nested[place]
    return nested


def size(nested):
    return len(nodes_breadth_first(nested))


def leaf_count(nested):
    return sum(not children for _, _, children in nodes_breadth_first(nested))


def letters(number):
    """Return A, B ... Z, AA, AB ... for 0, 1 ..."""
    return ("" if number < 26 else letters(number // 26 - 1)) + chr(ord("A") + number % 26)


TREES = st.recursive(st.integers(-4, 4), lambda below: st.lists(below, min_size=1, max_size=5), max_leaves=25)


# --- the tree on the blackboard ---------------------------------------------------------------------------------------


def test_blackboard_tree_has_every_key_of_the_contract(tree):
    found = tree(*BLACKBOARD)
    assert set(found) >= KEYS
    for each in found["pruned"]:
        assert set(each) >= PRUNED_KEYS


def test_blackboard_tree_numbers(tree):
    found = tree(*BLACKBOARD)
    assert {key: found[key] for key in KEYS - {"pruned"}} == {
        "algorithm": "alphabeta",
        "cut": "ge",
        "value": 5,
        "best_path": [0, 0, 1],
        "nodes": 11,
        "leaves": 5,
        "leaves_read": [3, 5, 6, 1, 2],
        "cutoffs": 2,
        "pruned_by_ply": {"2": 1, "3": 1},
        "total_nodes": 15,
        "total_leaves": 8,
        "minimal_leaves": 5,
    }


def test_blackboard_tree_says_what_was_pruned_and_why(tree):
    nine, last = sorted(tree(*BLACKBOARD)["pruned"], key=lambda each: -len(each["path"]))
    assert (nine["path"], nine["nodes"], nine["leaves"], nine["at"]) == ([0, 1, 1], 1, 1, [0, 1])
    assert (nine["side"], nine["alpha"], nine["beta"]) == ("beta", 6, 5)
    assert nine["because"] == "B is guaranteed 5 or less; E already has 6; the rest of E cannot matter"
    assert (last["path"], last["nodes"], last["leaves"], last["at"]) == ([1, 1], 3, 2, [1])
    assert (last["side"], last["alpha"], last["beta"]) == ("alpha", 5, 2)
    assert re.search(r"\bA\b.* 5 or more; C .*\b2\b", last["because"])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_blackboard_tree_is_worth_five_by_every_algorithm(tree, algorithm):
    found = tree(*BLACKBOARD, "--algorithm", algorithm)
    assert (found["algorithm"], found["value"]) == (algorithm, 5)
    assert at_path(uniform(BLACKBOARD, 2), found["best_path"]) == 5


@pytest.mark.parametrize("algorithm", ["minimax", "negamax"])
def test_a_search_without_windows_reads_every_leaf(tree, algorithm):
    found = tree(*BLACKBOARD, "--algorithm", algorithm)
    assert (found["nodes"], found["leaves"], found["cutoffs"], found["pruned"]) == (15, 8, 0, [])
    assert found["leaves_read"] == [3, 5, 6, 9, 1, 2, 0, -1]


def test_the_walk_through_says_each_step_of_the_blackboard(plywise):
    code, out, err = plywise("tree", *BLACKBOARD, "--explain")
    assert (code, err) == (0, "")
    lines = iter(out.splitlines())
    for step in (
        r"^A\b.* entered .*\(-inf, \+inf\)",
        r"D: alpha becomes 5\b",
        r"B: beta becomes 5\b",
        r"\bE\b.* entered .*\(-inf, 5\)",
        r"\bE\b.*cut.*\b6\b.*B is guaranteed 5 or less; E already has 6; the rest of E cannot matter",
        r"Never visited: K\b",
        r"\bC\b.* entered .*\(5, \+inf\)",
        r"F returns 2\b",
        r"\bC\b.*cut.*beta 2 <= alpha 5",
        r"Never visited: G\b",
    ):
        assert any(re.search(step, line) for line in lines), f"no line, or none in its place, says {step}"


def test_the_drawing_crosses_out_what_was_pruned(plywise):
    out = plywise("tree", *BLACKBOARD)[1]
    crossed = [line for line in out.splitlines() if "╳" in line]
    assert [re.sub(r"[^\w -]", "", line).split()[0] for line in crossed] == ["K", "G", "N", "O"]


def test_a_terminal_without_box_characters_gets_ascii(plywise, monkeypatch):
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", stdout)
    assert run(["tree", *map(str, BLACKBOARD), "--explain"]) == 0
    assert b"x K 9" in stdout.buffer.getvalue()


# --- the other trees of the issue -------------------------------------------------------------------------------------


def drawn_values(drawing):
    """Return letters -> (sign, value) of a drawing; estimates, which have a question mark, are left out."""
    line = r"(?m)^(?:[│ ]   )*(?:[├└](?:──|─╳) )?([A-Z]+)(?: (?:MAX|MIN))? ([≥≤]?)(-?\d+)(?!\d*\?)"
    return {name: (sign, int(value)) for name, sign, value in re.findall(line, drawing)}


def test_minimax_of_the_second_tree_values_every_node(plywise):
    code, out, _ = plywise("tree", -1, 4, 2, 6, -3, -5, 0, 7, "--algorithm", "minimax")
    values = {name: value for name, (_, value) in drawn_values(out).items()}
    assert code == 0
    assert {name: values[name] for name in "ABCDEFG"} == {"A": 4, "B": 4, "C": -3, "D": 4, "E": 6, "F": -3, "G": 7}


def test_the_third_tree_prunes_the_nine_and_the_last_subtree(tree, plywise):
    words = [2, 3, 5, 9, 0, 1, 7, 5]
    found = tree(*words)
    assert (found["value"], found["leaves_read"]) == (3, [2, 3, 5, 0, 1])
    assert sorted(each["path"] for each in found["pruned"]) == [[0, 1, 1], [1, 1]]
    values = {
        name: value for name, (_, value) in drawn_values(plywise("tree", *words, "--algorithm", "minimax")[1]).items()
    }
    assert (values["F"], values["C"]) == (1, 1)


def test_three_by_three_never_reads_four_and_six(tree):
    found = tree(THREE_BY_THREE)
    assert (found["value"], found["leaves_read"]) == (3, [3, 12, 8, 2, 14, 5, 2])
    assert sorted(each["path"] for each in found["pruned"]) == [[1, 1], [1, 2]]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_minimizer_may_move_first(tree, algorithm):
    assert tree(THREE_BY_THREE, "--minimizer-first", "--algorithm", algorithm)["value"] == 6


def test_cut_only_beyond_keeps_ties(tree):
    tie = "[[3,5],[3,1]]"
    assert tree(tie)["leaves_read"] == [3, 5, 3]
    strict = tree(tie, "--cut", "gt")
    assert (strict["cut"], strict["leaves_read"], strict["value"]) == ("gt", [3, 5, 3, 1], 3)


# --- what a tree may look like ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["7"], 7),
        (["-7"], -7),
        (["[7]"], 7),
        (["[[[[-7]]]]"], -7),
        (["[3,[5,1],[[2]]]"], 3),
        (["-1", "-2"], -1),
        (["-.5", "-2."], -0.5),
        (["-1e2", "-2E+1"], -20),
        (["1.5", "+2"], 2),
        (["1,2,3,4"], 3),
        (["-1,2,3,4"], 3),
        (["1 2 3 4"], 3),
        (["--", "-1", "2"], 2),
        (["-3", "--branching", "3", "4", "-5"], 4),
        (["--minimizer-first", "-3", "4"], -3),
        (["5", "--branching", "7"], 5),
        (["[ 1 ,\n 2 ]"], 2),
        (["[1, 2.0, -0.0]"], 2),
        ([str(10**30), "1"], 10**30),
        (["1e308", "-1e308"], 1e308),
    ],
)
def test_trees_in_every_form(tree, words, value):
    assert tree(*words)["value"] == value


@pytest.mark.parametrize(
    "text",
    [
        "3 5 6 9 1 2 0 -1",
        "3\n5\n6\n9\n1\n2\n0\n-1\n",
        "[[[3,5],[6,9]],[[1,2],[0,-1]]]",
        " [[[3,5],\r\n[6,9]],\t[[1,2],[0,-1]]] \n",
    ],
)
def test_a_tree_from_stdin_and_from_a_file(tree, tmp_path, text):
    (tmp_path / "tree.json").write_bytes(text.encode())
    assert tree("-", stdin=text)["leaves_read"] == [3, 5, 6, 1, 2]
    assert tree(f"@{tmp_path / 'tree.json'}")["leaves_read"] == [3, 5, 6, 1, 2]


def test_a_byte_order_mark_does_no_harm(tree, tmp_path):
    (tmp_path / "tree.json").write_bytes(b"\xef\xbb\xbf[1,2]")
    assert tree(f"@{tmp_path / 'tree.json'}")["value"] == 2
    assert tree("-", stdin="\ufeff[1,2]")["value"] == 2


@pytest.mark.parametrize(
    ("text", "minimal"), [("[[1,2],[3,4]]", 3), ("[1,[2,3]]", None), ("[[1,2],[3]]", None), ("[1,2,3]", 3), ("4", 1)]
)
def test_minimal_leaves_is_for_uniform_trees_alone(tree, text, minimal):
    assert tree(text)["minimal_leaves"] == minimal


def test_lines_limits_what_is_printed_and_says_so(plywise):
    code, out, _ = plywise("tree", *BLACKBOARD, "--lines", "3")
    assert code == 0
    assert "A MAX" in out
    assert "12 more" in out
    assert "Never visited" in plywise("tree", *BLACKBOARD, "--explain")[1]
    assert "Never visited" not in plywise("tree", *BLACKBOARD, "--explain", "--lines", "3")[1]


# --- orders -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("branching", "depth"), [(2, 1), (2, 3), (2, 6), (3, 2), (3, 4), (4, 3), (5, 2), (7, 1), (2, 9)]
)
def test_ideal_order_reads_the_minimum_and_worst_order_every_leaf(tree, branching, depth):
    total = branching**depth
    words = [*range(total), "--branching", branching]
    best, worst = tree(*words, "--order", "best"), tree(*words, "--order", "worst")
    minimum = branching ** ceil(depth / 2) + branching ** floor(depth / 2) - 1
    assert best["leaves"] == best["minimal_leaves"] == minimum
    assert (worst["leaves"], worst["nodes"], worst["pruned"]) == (total, worst["total_nodes"], [])
    assert best["value"] == worst["value"] == tree(*words)["value"]


@pytest.mark.parametrize("seed", range(8))
def test_best_and_worst_are_the_extremes_of_all_orders(tree, seed):
    source = random.Random(seed)

    def grown(depth):
        if depth == 0 or source.random() < 0.2:
            return source.randint(0, 9)
        return [grown(depth - 1) for _ in range(source.randint(1, 3 if depth > 1 else 2))]

    nested = [grown(3), grown(2)] if seed % 2 else [[grown(1), grown(1)], [grown(1), grown(1)]]
    counts = [len(alphabeta_leaves(other)[1]) for other in arrangements(nested)]
    text = json.dumps(nested)
    assert tree(text, "--order", "best")["leaves"] == min(counts), text
    assert tree(text, "--order", "worst")["leaves"] == max(counts), text


def test_reverse_order_reads_from_the_right(tree):
    found = tree(*BLACKBOARD, "--order", "reverse", "--algorithm", "minimax")
    assert (found["order"], found["leaves_read"]) == ("reverse", [-1, 0, 2, 1, 9, 6, 5, 3])


def test_random_order_follows_its_seed(tree):
    def read(seed):
        return tuple(tree(*range(64), "--order", "random", "--seed", seed, "--algorithm", "minimax")["leaves_read"])

    assert read(1) == read(1)
    assert sorted(read(1)) == list(range(64))
    assert len({read(seed) for seed in range(5)}) == 5


@pytest.mark.parametrize("order", ["reverse", "best", "worst", "random"])
def test_best_path_and_pruned_paths_are_in_the_places_of_the_given_tree(tree, order):
    nested = uniform(BLACKBOARD, 2)
    found = tree(*BLACKBOARD, "--order", order)
    assert at_path(nested, found["best_path"]) == found["value"] == 5
    assert sum(size(at_path(nested, each["path"])) for each in found["pruned"]) == 15 - found["nodes"]


# --- every algorithm on random irregular trees ------------------------------------------------------------------------


@given(nested=TREES, max_first=st.booleans())
def test_every_algorithm_gives_the_value_of_random_trees(tree, nested, max_first):
    value, total_nodes, total_leaves = minimax_values(nested, max_first)[0], size(nested), leaf_count(nested)
    for algorithm in ALGORITHMS:
        found = tree("-", "--algorithm", algorithm, *["--minimizer-first"][max_first:], stdin=json.dumps(nested))
        assert found["value"] == value
        assert (found["total_nodes"], found["total_leaves"]) == (total_nodes, total_leaves)
        assert len(found["leaves_read"]) == found["leaves"]
        assert found["pruned_by_ply"] == by_ply(found["pruned"])
        if algorithm != "deepening":  # where the parent may have been a leaf of an earlier horizon
            assert all(each["at"] == each["path"][:-1] for each in found["pruned"])
        for each in found["pruned"]:
            subtree = at_path(nested, each["path"])
            assert (each["nodes"], each["leaves"]) == (size(subtree), leaf_count(subtree))
            assert each["at"] == each["path"][: len(each["at"])] != each["path"]
            assert each["side"] == ("beta" if (len(each["at"]) % 2 == 0) == max_first else "alpha")
        if algorithm in ONE_VISIT:
            assert found["nodes"] == total_nodes - sum(each["nodes"] for each in found["pruned"])
            assert found["leaves"] == total_leaves - sum(each["leaves"] for each in found["pruned"])


def by_ply(pruned):
    counts = {}
    for each in pruned:
        ply = str(len(each["path"]))
        counts[ply] = counts.get(ply, 0) + 1
    return counts


@given(nested=TREES, max_first=st.booleans(), strict=st.booleans())
def test_alphabeta_reads_the_leaves_that_the_classroom_reads(tree, nested, max_first, strict):
    words = [*["--minimizer-first"][max_first:], "--cut", "gt" if strict else "ge"]
    found = tree("-", *words, stdin=json.dumps(nested))
    value, read = alphabeta_leaves(nested, max_first, strict=strict)
    assert (found["value"], found["leaves_read"]) == (value, read)
    assert found["leaves"] <= found["total_leaves"]


@pytest.mark.fast_with("alphabeta", "pvs")
@given(nested=TREES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_drawing_says_a_value_that_a_node_does_not_have(plywise, algorithm, nested):
    code, out, _ = plywise("tree", "-", "--algorithm", algorithm, stdin=json.dumps(nested))
    assert code == 0
    truths = {letters(number): value for number, value in enumerate(minimax_values(nested))}
    drawing = out.split("\n\n")[0]
    for name, (sign, value) in drawn_values(drawing).items():
        truth = truths[name]
        held = {"": truth == value, "≥": truth >= value, "≤": truth <= value}[sign]
        assert held, f"{name} is {truth}, drawn as {sign}{value}:\n{drawing}"


@given(nested=TREES)
def test_an_estimate_is_drawn_only_where_the_search_never_looked_further(plywise, nested):
    drawing = plywise("tree", "-", "--algorithm", "deepening", stdin=json.dumps(nested))[1].split("\n\n")[0]
    lines = drawing.splitlines()
    assert "?" not in lines[0], drawing
    assert "?" not in drawing or "╳" in drawing, drawing


@pytest.mark.fast_with("alphabeta", "pvs")
@given(nested=TREES)
@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "deepening"])
def test_no_walk_through_says_what_is_not_so(plywise, algorithm, nested):
    code, out, _ = plywise(
        "tree", "-", "--algorithm", algorithm, "--explain", "--lines", 10_000, stdin=json.dumps(nested)
    )
    assert code == 0
    values = {letters(number): value for number, value in enumerate(minimax_values(nested))}
    number = r"(-?\d+)"
    claims = [
        (rf"\b([A-Z]+) returns {number} or more", lambda truth, said: truth >= said),
        (rf"\b([A-Z]+) returns {number} or less", lambda truth, said: truth <= said),
        (rf"\b([A-Z]+) returns {number}\.", lambda truth, said: truth == said),
        (rf"\b([A-Z]+) is guaranteed {number} or more", lambda truth, said: truth >= said),
        (rf"\b([A-Z]+) is guaranteed {number} or less", lambda truth, said: truth <= said),
        (rf"\b([A-Z]+) already has {number}", lambda truth, said: truth >= said),
        (rf"\b([A-Z]+) can have {number} at most", lambda truth, said: truth <= said),
        (rf"\b([A-Z]+) is {number}\.", lambda truth, said: truth == said),
    ]
    if algorithm == "failhard":
        claims = claims[3:]  # what it returns at a bound of its window is that bound
    if algorithm == "sss":
        claims = claims[3:]  # what it returns is a merit, an upper bound
    said = [(claim, name, int(value), holds) for claim, holds in claims for name, value in re.findall(claim, out)]
    assert said
    for claim, name, value, holds in said:
        assert holds(values[name], value), f"{name} is {values[name]}; the text says {claim} with {value}:\n{out}"


# --- large and deep trees ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hundred_thousand():
    """100,000 different leaf values, ten children a node, five plies."""
    return random.Random(1).sample(range(-500_000, 500_000), 100_000)


@pytest.mark.slow
def test_a_hundred_thousand_leaves_from_stdin(tree, hundred_thousand):
    found = tree("-", "--branching", 10, stdin=" ".join(map(str, hundred_thousand)))
    value, read = alphabeta_leaves(uniform(hundred_thousand, 10))
    assert (found["value"], found["leaves_read"], found["total_leaves"]) == (value, read, 100_000)


@pytest.mark.slow
def test_a_hundred_thousand_leaves_from_a_file_all_read(tree, tmp_path, hundred_thousand):
    nested = uniform(hundred_thousand, 10)
    (tmp_path / "large.json").write_text(json.dumps(nested))
    found = tree(f"@{tmp_path / 'large.json'}", "--algorithm", "minimax")
    assert (found["value"], found["leaves"], found["nodes"]) == (minimax_values(nested)[0], 100_000, 111_111)


@pytest.mark.slow
def test_a_hundred_thousand_leaves_are_drawn_within_the_limit_of_lines(plywise, hundred_thousand):
    code, out, _ = plywise("tree", "-", "--branching", 10, "--explain", stdin=" ".join(map(str, hundred_thousand)))
    assert code == 0
    assert len(out.splitlines()) < 1_000
    assert re.search(r"\d,?\d* more", out)


@pytest.mark.slow
def test_a_hundred_thousand_children_of_one_node(tree, hundred_thousand):
    found = tree("-", stdin=json.dumps(hundred_thousand))
    assert (found["value"], found["leaves"]) == (max(hundred_thousand), 100_000)


@pytest.mark.fast_with("alphabeta", "mtdf")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_deep_path(tree, algorithm):
    plies = 300 if algorithm == "deepening" else 2_000
    found = tree("-", "--algorithm", algorithm, stdin="[" * plies + "7" + "]" * plies)
    assert (found["value"], found["best_path"], found["total_nodes"]) == (7, [0] * plies, plies + 1)


@pytest.mark.fast_with("alphabeta", "mtdf", "deepening")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_deep_path_with_a_leaf_at_every_ply(tree, algorithm):
    plies = 100 if algorithm == "deepening" else 1_000
    value = 7
    for ply in reversed(range(plies)):
        value = max(value, 5) if ply % 2 == 0 else min(value, 5)
    found = tree("-", "--algorithm", algorithm, stdin="[" * plies + "7" + ",5]" * plies)
    assert (found["value"], found["total_leaves"]) == (value, plies + 1)


@pytest.mark.fast_with("given")
@pytest.mark.parametrize("order", ["given", "reverse", "random", "best", "worst"])
def test_the_deepest_nest_allowed_in_every_order(tree, plywise, order):
    refusal = plywise("tree", "-", stdin="[" * 100_000)[2]
    most = int(re.search(r"limit of ([\d,]+)", refusal)[1].replace(",", ""))
    assert most >= 2_000
    found = tree("-", "--order", order, stdin="[" * most + "7" + "]" * most)
    assert (found["value"], found["total_nodes"]) == (7, most + 1)


def test_a_deep_path_can_be_explained_and_drawn(plywise):
    code, out, err = plywise("tree", "-", "--explain", stdin="[" * 2_000 + "7" + "]" * 2_000)
    assert (code, err) == (0, "")
    assert "The value of A is 7" in out


# --- the process ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_failure():
    process = subprocess.Popen(
        [PROGRAM, "tree", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(json.dumps(list(range(40_000))).encode())
    process.stdin.close()
    assert process.stdout.read(10) == b'{"algorith'
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(30), err) == (0, b"")


@pytest.mark.slow
def test_interrupted_it_leaves_with_130_and_gives_no_value_out_as_the_answer(tmp_path):
    (tmp_path / "large").write_text(" ".join(str(number * 7919 % 1_000_003) for number in range(2**18)))
    code, out, err = interrupted("tree", f"@{tmp_path / 'large'}", "--algorithm", "minimax", busy=1)
    assert code == 130, out[-200:]
    assert "None" not in out
    assert "Traceback" not in err


# --- how much is recorded ---------------------------------------------------------------------------------------------


def test_beyond_a_number_of_nodes_a_tree_is_searched_but_not_recorded(plywise):
    leaves = [str(each % 7) for each in range(256)]
    code, out, err = plywise("tree", *leaves, "--record", "20", "--json")
    found, whole = json.loads(out), json.loads(plywise("tree", *leaves, "--json")[1])
    assert (code, err.count("\n")) == (0, 1)
    assert re.fullmatch(rf"recorded: 20 of {whole['nodes']:,} node entries \(--record N for more\)\n", err)
    assert (found["truncated"], whole["truncated"]) == (True, False)
    page = plywise("tree", *leaves, "--record", "20", "--html", "-")[1]
    assert ("--record N for more" in page, "limit=" in page) == (True, False)
    for name in ("value", "best_path", "nodes", "leaves", "cutoffs"):
        assert found[name] == whole[name]
    assert found["leaves_read"] == whole["leaves_read"][: len(found["leaves_read"])]
    code, out, err = plywise("tree", *leaves, "--record", "20", "--explain", "--lines", "5000")
    assert code == 0
    assert "the record ends here, after 20 of" in out


def test_a_picture_of_a_long_search_says_how_much_of_it_there_is(plywise, tmp_path):
    words = ("search", "tictactoe", "--engine", "reference", "--position", "X...O....", "--html", tmp_path / "t.html")
    code, _, err = plywise(*words, "--record", "50")
    assert code == 0
    assert err.startswith("recorded: 50 of ")
    assert "--record N" in (tmp_path / "t.html").read_text()
    assert plywise(*words)[2] == ""


@pytest.mark.parametrize("algorithm", ["alphabeta", "failhard", "shallow", "pvs"])
def test_a_window_at_the_root(plywise, tree, algorithm):
    for window, bound in (("6,9", "upper"), ("-3,4", "lower"), ("4,6", "exact"), ("\u22123, +inf", "exact")):
        found = tree(*BLACKBOARD, "--window", window, "--algorithm", algorithm)
        assert found["bound"] == bound, window
        assert found["value"] == 5 or (bound, algorithm) in (("upper", "failhard"), ("lower", "failhard"))
    out = plywise("tree", *BLACKBOARD, "--window", "-3,4", "--algorithm", algorithm, "--explain")[1]
    assert "A (MAX) is entered with (-3, 4)." in out
    assert "The value of A is at least " in out


@pytest.mark.parametrize("window", ["4", "4,3", "4,4", "a,b", "1,2,3", "", "nan,3", "inf,-inf"])
def test_what_is_no_window(plywise, window):
    code, out, err = plywise("tree", 3, 5, "--window", window)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "window" in err


def test_a_limit_of_nodes_stops_a_search_of_a_tree(tree, plywise):
    found = tree("3", "5", "6", "9", "1", "2", "0", "-1", "--algorithm", "mcts", "--nodes", "6", "--seed", "1")
    assert (found["nodes"], found["value"]) == (6, 5)
    assert tree("3", "5", "6", "9", "--nodes", "3")["nodes"] == 3
    code, out, err = plywise("tree", "3", "5", "--algorithm", "mcts", "--window", "0,1")
    assert (code, out, err.count("\n")) == (2, "", 1)
