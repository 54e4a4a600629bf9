"""plywise compare over depths: the rows, theory, the files it writes, the plot, and what it refuses."""

import csv
import json
import math
import re
import subprocess
import sys
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import plywise as pw
from plywise.games import make
from plywise.show import plots
from plywise.teach.experiments import theory
from plywise.teach.experiments.compare import FIGURES, OWN, TELLING_ORDERS, compare, plan_series
from plywise.teach.experiments.theory import WholeTrees
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM

SVG = "{http://www.w3.org/2000/svg}"
CONTRACT = {
    *("algorithm", "order", "depth", "value", "best", "nodes", "leaves", "cutoffs", "pruned", "time_s"),
    *("branching_factor", "ratio_to_minimax"),
}
MORE = {"engine", "first_move_cutoffs", "first_move_rate", "minimax_nodes", "uniform", "b", "b_to_d", "b_to_half_d"}
CONNECT4 = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]


@pytest.fixture
def rows_of(plywise):
    """Run compare with --json: words -> rows."""

    def call(*words):
        code, out, err = plywise("compare", *words, "--json")
        assert (code, err) == (0, ""), err
        return [json.loads(line) for line in out.splitlines()]

    return call


# --- rows ------------------------------------------------------------------------------------------------------------


def test_minimax_and_alphabeta_over_depths_make_a_row_each_with_equal_values(rows_of):
    rows = rows_of("connect4", "--algorithms", "minimax,alphabeta", "--depths", "1-6")
    assert len(rows) == 12
    assert [row["depth"] for row in rows] == [depth for depth in range(1, 7) for _ in range(2)]
    assert [row["algorithm"] for row in rows] == ["minimax", "alphabeta"] * 6
    for one, other in zip(rows[::2], rows[1::2], strict=True):
        assert one["value"] == other["value"]
        assert other["nodes"] <= one["nodes"]
    for row in rows:
        assert set(row) >= CONTRACT | MORE
        assert list(row) == list(FIGURES)
        assert (row["engine"], row["order"]) == ("native", "given")
        assert row["minimax_nodes"] == sum(CONNECT4[: row["depth"] + 1])
        assert row["ratio_to_minimax"] == pytest.approx(row["nodes"] / row["minimax_nodes"], rel=1e-3)
        assert (row["first_move_rate"] is None) == (row["cutoffs"] == 0)
        assert row["uniform"]
        assert row["b"] == 7
        assert row["b_to_d"] == 7 ** row["depth"]
        assert row["b_to_half_d"] == pytest.approx(7 ** (row["depth"] / 2), rel=1e-2)
        half = row["depth"] / 2
        assert row["knuth_moore"] == 7 ** math.ceil(half) + 7 ** math.floor(half) - 1
        if row["algorithm"] == "minimax":
            assert (row["nodes"], row["leaves"]) == (row["minimax_nodes"], row["b_to_d"])
            assert row["branching_factor"] == pytest.approx(7)


@pytest.mark.slow
def test_without_names_the_native_comparison_has_what_tells_most(rows_of):
    rows = rows_of("connect4", "--depths", "1-7")
    lines = {(row["algorithm"], row["order"]) for row in rows}
    assert lines == {
        ("minimax", "given"),
        *(("alphabeta", order) for order in TELLING_ORDERS),
        ("deepening", OWN),
    }
    assert len(rows) == 7 * len(lines)
    assert {row["engine"] for row in rows} == {"native"}
    for depth in range(1, 8):
        nodes = {
            row["order"]: row["nodes"] for row in rows if row["depth"] == depth and row["algorithm"] == "alphabeta"
        }
        assert min(nodes.values()) == nodes["ideal"]
        assert max(nodes.values()) == nodes["worst"]
        assert len({row["value"] for row in rows if row["depth"] == depth}) == 1
    ideal = [row for row in rows if row["order"] == "ideal" and row["depth"] > 1]
    assert {row["first_move_rate"] for row in ideal} == {1}
    assert all(row["ordering_nodes"] > 0 for row in ideal)


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["ge", "gt"])
def test_both_engines_make_the_same_rows(rows_of, cut):
    words = ("tictactoe", "--algorithms", "minimax,alphabeta", "--orders", "given,ideal,killers,random", "--cut", cut)
    told = ("nodes", "leaves", "cutoffs", "first_move_cutoffs", "pruned", "value", "best", "depth", "minimax_nodes")
    native, plain = (
        [{name: row[name] for name in told} for row in rows_of(*words, "--depths", "1-5", "--engine", engine)]
        for engine in ("native", "reference")
    )
    assert native == plain
    assert len(native) == 2 * 4 * 5


def test_named_strong_searches_are_compared_in_their_own_order_or_in_plain_python(rows_of):
    (own,) = rows_of("tictactoe", "--algorithms", "pvs", "--depths", "4")
    (given,) = rows_of("tictactoe", "--algorithms", "pvs", "--orders", "given", "--depths", "4")
    assert (own["engine"], own["order"]) == ("native", OWN)
    assert (given["engine"], given["order"]) == ("reference", "given")
    assert own["value"] == given["value"]


def test_orders_are_known_by_both_their_names(rows_of):
    rows = rows_of("tictactoe", "--algorithms", "alphabeta", "--orders", "reversed,reverse", "--depths", "3")
    assert [row["order"] for row in rows] == ["reverse"]
    rows = rows_of("--tree", "3", "5", "6", "9", "--orders", "ideal,best,worst", "--algorithms", "alphabeta")
    assert [row["order"] for row in rows] == ["ideal", "best", "worst"]
    assert rows[0]["leaves"] == rows[1]["leaves"]


def test_a_search_over_the_most_nodes_is_left_out_and_so_are_deeper_ones(plywise):
    words = ("tictactoe", "--algorithms", "minimax,alphabeta", "--depths", "2-6", "--json")
    everything = [json.loads(line) for line in plywise("compare", *words)[1].splitlines()]
    code, out, err = plywise("compare", *words, "--most-nodes", "1000")
    assert code == 0
    left = [(row["algorithm"], row["depth"]) for row in map(json.loads, out.splitlines())]
    assert left == [(row["algorithm"], row["depth"]) for row in everything if row["nodes"] <= 1000]
    assert [line.split(":")[0] for line in err.splitlines()] == ["left out"] * 2
    first = next(row["depth"] for row in everything if row["algorithm"] == "alphabeta" and row["nodes"] > 1000)
    assert "left out: minimax in the order given, from depth 4 on: over 1,000 nodes (--most-nodes)" in err
    assert f"left out: alphabeta in the order given, from depth {first} on: over 1,000 nodes (--most-nodes)" in err


def test_what_was_not_asked_for_by_name_takes_no_minutes(rows_of, monkeypatch):
    lines = plan_series(pw.make("connect4"), pw.make("connect4").initial(), None, ["given"])
    assert {line.algorithm for line in lines} == {"minimax", "alphabeta", "pvs", "mtdf", "sss", "deepening"}
    assert all(line.budget is not None for line in lines)
    asked = plan_series(pw.make("connect4"), pw.make("connect4").initial(), ["sss"], ["given"])
    assert asked[0].budget is None
    assert asked[0].engine == "reference"


def test_algorithms_that_are_not_named_are_those_that_go_with_the_orders(rows_of):
    def lines(*words):
        rows = rows_of("tictactoe", "--depths", "2", *words)
        return [(row["algorithm"], row["order"], row["engine"]) for row in rows]

    assert lines("--orders", "table,own") == [
        ("minimax", "table", "native"),
        ("alphabeta", "table", "native"),
        ("pvs", "table", "reference"),
        ("pvs", "own", "native"),
        ("mtdf", "own", "native"),
        ("sss", "table", "reference"),
        ("deepening", "own", "native"),
    ]
    assert lines("--orders", "given", "--engine", "native") == [
        ("minimax", "given", "native"),
        ("alphabeta", "given", "native"),
    ]
    assert lines("--algorithms", "pvs", "--cut", "gt") == [("pvs", "given", "reference")]


def test_a_game_that_ends_early_has_the_depth_it_has(rows_of):
    rows = rows_of("tictactoe", "--position", ".XOOX.X.O", "--algorithms", "alphabeta", "--depths", "1-6")
    assert [row["depth"] for row in rows] == [1, 2, 3, 3, 3, 3]
    assert rows[3]["minimax_nodes"] == rows[5]["minimax_nodes"]
    (whole,) = rows_of("tictactoe", "--position", ".XOOX.X.O", "--algorithms", "alphabeta")
    assert {whole[name] for name in ("minimax_nodes",)} == {rows[5]["minimax_nodes"]}


# --- theory ----------------------------------------------------------------------------------------------------------


def test_the_whole_tree_is_counted_and_told_uniform_only_where_it_is():
    even = WholeTrees(pw.Tree([1, 2, 3, 4], branching=2), pw.Tree([1, 2, 3, 4], branching=2).initial(), False)
    assert even.count_to(2).theory() == {"uniform": True, "b": 2, "b_to_d": 4, "b_to_half_d": 2.0, "knuth_moore": 3}
    assert even.count_to(0).theory() == {"uniform": True, "b": 1, "b_to_d": 1, "b_to_half_d": 1.0, "knuth_moore": 1}
    uneven = pw.Tree([[1], [2, 3, 4]])  # as many nodes a ply as the uniform one
    theory = WholeTrees(uneven, uneven.initial(), False).count_to(2).theory()
    assert not theory["uniform"]
    assert theory["b"] == 2
    early = pw.Tree([1, [2, 3]])
    whole = WholeTrees(early, early.initial(), False).count_to(2)
    assert (whole.nodes, whole.leaves, whole.depth, whole.branching) == (5, 3, 2, None)
    assert whole.theory()["b"] == pytest.approx(3**0.5, abs=1e-4)


def test_a_tree_too_large_to_count_leaves_its_figures_empty(monkeypatch):
    monkeypatch.setattr(theory, "MAX_STATES", 50)
    rows = list(compare(pw.make("tictactoe"), algorithms=["alphabeta"], depths=[1, 4], engine="reference"))
    assert [row.minimax_nodes for row in rows] == [10, None]
    assert (rows[1].ratio_to_minimax, rows[1].b, rows[1].uniform, rows[1].knuth_moore) == (None, None, None, None)
    native = WholeTrees(pw.make("connect4"), pw.make("connect4").initial(), True)
    monkeypatch.setattr(theory, "COUNT_SECONDS", 0.0)
    monkeypatch.setattr(theory, "FEW_SECONDS", 0.0)
    assert native.count_to(3).nodes == 400
    assert native.count_to(4) is None
    assert native.count_to(2).nodes == 57


@pytest.mark.slow
def test_a_tree_of_more_lines_than_floats_can_say_is_too_large_to_count():
    game = make(f"{ROOT / 'examples' / 'subtraction.py'}:Subtraction:stones=1500")
    trees = WholeTrees(game, game.initial(), False)
    assert trees.count_to(1100) is None
    assert max(trees.counted.nodes_by_ply) > 10**308
    assert trees.count_to(2).nodes == 13


# --- tables and files ------------------------------------------------------------------------------------------------


def test_in_words_there_is_a_table_of_searches_and_one_of_trees(plywise):
    code, out, err = plywise("compare", "connect4", "--depths", "4-6", "--algorithms", "minimax,alphabeta")
    assert (code, err) == (0, "")
    searches, trees = out.split("\n\n")
    for cell in ("137,257", "117,649", "13,719", "10,167", "100.00 %", "10.00 %", "7.00"):
        assert cell in searches
    assert "Knuth-Moore" in trees
    assert [line.split()[0] for line in trees.splitlines()[2:]] == ["4", "5", "6"]
    assert "685" in trees.splitlines()[-1]


@pytest.mark.slow
def test_many_depths_can_be_read_on_a_terminal_of_80_columns(on_a_terminal):
    code, out = on_a_terminal("compare", "connect4", "--depths", "5-6", "--algorithms", "minimax,alphabeta")
    assert code == 0
    for cell in ("alphabeta", "depth", "first", "137,257", "13,719", "10.00 %", "Knuth-Moore", "685"):
        assert cell in out
    assert "…" not in out


def test_csv_and_json_say_the_same(plywise, tmp_path):
    path = tmp_path / "rows.csv"
    words = ("tictactoe", "--algorithms", "minimax,alphabeta", "--orders", "given,random", "--depths", "0-4")
    code, out, err = plywise("compare", *words, "--csv", path, "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    with path.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(FIGURES)
    assert read == [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
    assert any(row["first_move_rate"] == "" for row in read)
    assert not list(tmp_path.glob("*.part"))


# --- the plot --------------------------------------------------------------------------------------------------------


def drawn(svg):
    """Return each group's name and the points of its line, in the units of the page."""
    tree = ElementTree.fromstring(svg)
    lines = {}
    for group in tree.iter(f"{SVG}g"):
        name = group.get("id", "")
        if name.startswith(("series-", "theory-")):
            path = group.find(f"{SVG}path")
            numbers = re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path.get("d"))
            lines[name] = [(float(x), float(y)) for x, y in numbers]
    return tree, lines


@pytest.fixture(scope="module")
def some_rows():
    game = pw.make("connect4")
    return [row.to_dict() for row in compare(game, depths=range(1, 8))]


@pytest.mark.slow
def test_the_plot_s_lines_are_the_rows(some_rows):
    _, lines = drawn(plots.plot_comparison(some_rows, "connect4"))
    wanted = {plots.group_name("series", *name): points for name, points in plots.series_of(some_rows).items()}
    wanted |= {f"theory-{figure}": plots.theory_of(some_rows, figure) for figure, *_ in plots.CURVES}
    assert lines.keys() == wanted.keys()
    assert len(lines) == 10 + 3
    # The page is an affine picture of (depth, log nodes), which two points of minimax fix.
    (x1, y1), (x2, y2) = lines["series-minimax-given"][0], lines["series-minimax-given"][-1]
    low, high = (math.log10(wanted["series-minimax-given"][depth]) for depth in (1, 7))
    for name, points in lines.items():
        assert len(points) == len(wanted[name]) == 7
        for (x, y), (depth, nodes) in zip(points, wanted[name].items(), strict=True):
            assert x == pytest.approx(x1 + (depth - 1) / 6 * (x2 - x1), abs=0.01)
            assert y == pytest.approx(y1 + (math.log10(nodes) - low) / (high - low) * (y2 - y1), abs=0.01)


@pytest.mark.slow
def test_the_plot_can_be_read_by_those_who_do_not_see_it(some_rows):
    title = 'connect4 & <friends> "7" $x$'
    tree, _ = drawn(plots.plot_comparison(some_rows, title))
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == f"Nodes over depth: {title}"
    assert tree.find(f"{SVG}title").text == f"Nodes over depth: {title}"
    assert "alphabeta in the order killers" in tree.find(f"{SVG}desc").text
    described = {group.get("id"): group.find(f"{SVG}desc") for group in tree.iter(f"{SVG}g")}
    assert described["series-minimax-given"].text.startswith("depth 1: 8; depth 2: 57; depth 3: 400; ")
    words = {text.text for text in tree.iter(f"{SVG}text")}
    assert f"Nodes over depth: {title}" in words
    assert {"depth (plies)", "minimax, given", "alphabeta, ideal", "Knuth-Moore"} <= words


def test_the_plot_s_lines_differ_in_grey_too():
    looks = [plots._choose_style(place) for place in range(3 * len(plots.LINES))]
    grey = [(str(dashes), marker) for _, dashes, marker in looks]
    assert len(set(grey)) == len(grey)
    for one, other in pairwise(grey):
        assert one[0] != other[0]
        assert one[1] != other[1]


@pytest.mark.slow_with(r"pdf-%PDF", r"png-\x89PNG")
@pytest.mark.parametrize(("suffix", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_same_rows_make_the_same_file(suffix, begins):
    rows = [row.to_dict() for row in compare(pw.make("tictactoe"), depths=range(1, 5))]
    one, other = (plots.plot_comparison(rows, "tictactoe", suffix) for _ in range(2))
    assert one == other
    assert one.startswith(begins)
    assert len(one) > 10_000
    assert time.strftime("%Y-").encode() not in one


def test_compare_draws_what_it_prints(plywise, tmp_path):
    path = tmp_path / "f.SVG"
    words = ("tictactoe", "--algorithms", "alphabeta", "--orders", "given,centre-corner-edge", "--depths", "1-4")
    code, out, err = plywise("compare", *words, "--plot", path, "--json")
    assert (code, err) == (0, "")
    _, lines = drawn(path.read_text())
    assert set(lines) >= {"series-alphabeta-given", "series-alphabeta-centre-corner-edge"}
    assert len(out.splitlines()) == 8
    assert not list(tmp_path.glob("*.part"))


def test_one_depth_alone_and_a_tree_can_be_drawn_too():
    tree = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
    rows = [row.to_dict() for row in compare(tree, algorithms=["minimax", "sss"], depths=[3])]
    _, lines = drawn(plots.plot_comparison(rows, "a tree"))
    assert {name: len(points) for name, points in lines.items() if "series" in name} == {
        "series-minimax-given": 1,
        "series-sss-given": 1,
    }


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--orders", "given,magic"], "no order 'magic'"),
        (["--orders", "given,,random"], "a name between two commas is empty"),
        (["--orders", ""], "a name between two commas is empty"),
        (["--algorithms", ""], "a name between two commas is empty"),
        (["--algorithms", "alphabeta,magic"], "no algorithm 'magic'"),
        (["--depths", "4-2"], "4-2"),
        (["--depths", ""], "--depths"),
        (["--depths", "one"], "one"),
        (["--engine", "magic"], "no engine 'magic'"),
        (["--engine", "native", "--algorithms", "sss"], "no sss"),
        (["--engine", "native", "--algorithms", "alphabeta", "--orders", "centre-corner-edge"], "centre-corner-edge"),
        (["--orders", "own", "--algorithms", "alphabeta"], "own"),
        (["--orders", "own", "--algorithms", "pvs", "--engine", "reference"], "own"),
        (["--orders", "own", "--engine", "reference"], "own"),
        (["--orders", "own", "--algorithms", "pvs", "--cut", "gt"], "own"),
        (["--algorithms", "mtdf", "--orders", "table", "--depths", "3"], "uses its own table"),
        (["--most-nodes", "0"], "nodes"),
        (["--most-nodes", "x"], "x"),
        (["--csv", "", "--depths", "1"], "a file name is empty"),
        (["--csv", "nowhere/at/all.csv", "--depths", "1"], "nowhere/at/all.csv"),
        (["--csv", ".", "--depths", "1"], "file . cannot be written: it is a folder"),
        (["--plot", "nowhere/at/all.svg", "--depths", "1"], "nowhere/at/all.svg"),
        (["--plot", "f.gif", "--depths", "1"], ".svg, .png, .pdf"),
        (["--plot", "f", "--depths", "1"], ".svg"),
    ],
)
def test_bad_input_is_one_line(plywise, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = plywise("compare", "tictactoe", *words)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("plywise")
    assert says in line
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_one_line_after_the_answer(plywise, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refuse)
    code, out, err = plywise("compare", "tictactoe", "--depths", "1", "--csv", tmp_path / "f.csv")
    assert code == 2
    assert "minimax" in out
    assert err == f"plywise: file {tmp_path / 'f.csv'} cannot be written: Permission denied\n"
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_one_line_says_what_to_install_before_anything_is_searched(plywise, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = plywise("compare", "tictactoe", "--depths", "1-3", "--plot", tmp_path / "f.svg")
    assert (code, out) == (2, "")
    assert err == "plywise: plots need Matplotlib, which is not installed: pip install 'plywise[plot]'\n"


def test_nothing_but_a_plot_needs_matplotlib():
    code = "import sys; from plywise.cli.program import run; run(['compare', '--tree', '1', '2']); "
    code += "sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_rows_that_are_done_are_printed_at_ctrl_c(on_a_terminal, tmp_path):
    import signal

    words = ("compare", "tictactoe", "--engine", "reference", "--algorithms", "minimax", "--depths", "3,9")
    code, out = on_a_terminal(*words, answers=[("depth 9", signal.SIGINT)])
    assert code == 130
    assert "100.00 %" in out
    assert "586" in out
    assert "interrupted" in out


@pytest.mark.slow
def test_csv_and_plot_of_the_installed_program(tmp_path):
    words = ["compare", "tictactoe", "--depths", "1-3", "--csv", "f.csv", "--plot", "f.png"]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.count("alphabeta") == 8 * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["f.csv", "f.png"]
