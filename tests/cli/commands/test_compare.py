"""plywise compare, from outside: its keys, the published numbers, trees, a terminal, and how it ends early."""

import json
import subprocess

import pytest

from tests.helpers.program import PROGRAM, SUBTRACTION, interrupted

BLACKBOARD = [3, 5, 6, 9, 1, 2, 0, -1]
ROW_KEYS = {
    *("algorithm", "order", "depth", "value", "best", "nodes", "leaves", "cutoffs", "pruned", "time_s"),
    *("branching_factor", "ratio_to_minimax"),
}


def test_compare_has_every_key_of_the_contract(answers):
    rows = answers("compare", "tictactoe", "--algorithms", "alphabeta,pvs", "--depths", "1-3")
    assert all(set(row) >= ROW_KEYS for row in rows)
    assert [(row["algorithm"], row["depth"]) for row in rows] == [
        (algorithm, depth) for depth in (1, 2, 3) for algorithm in ("alphabeta", "pvs")
    ]


def test_compare_finds_the_published_numbers(answers):
    orders = "given,centre-corner-edge,corner-centre-edge,edge-corner-centre"
    rows = answers("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", orders)
    assert [(row["order"], row["nodes"]) for row in rows] == list(
        zip(orders.split(","), (18_297, 7_275, 11_554, 42_094), strict=True)
    )
    for row in rows:
        assert (row["value"], row["depth"]) == (0, 9)
        assert row["ratio_to_minimax"] == pytest.approx(row["nodes"] / 549_946, rel=1e-3)
    (strict,) = answers("compare", "tictactoe", "--algorithms", "alphabeta", "--cut", "gt")
    assert strict["nodes"] == 146_120


def test_compare_on_the_blackboard_tree(answers):
    rows = answers(
        "compare", "--tree", *BLACKBOARD, "--algorithms", "minimax,alphabeta", "--orders", "given,best,worst"
    )
    seen = {
        (row["algorithm"], row["order"]): (row["nodes"], row["leaves"], row["cutoffs"], row["pruned"]) for row in rows
    }
    assert seen["minimax", "given"] == (15, 8, 0, 0)
    assert seen["alphabeta", "given"] == (11, 5, 2, 2)
    assert seen["alphabeta", "best"][1] == 5
    assert seen["alphabeta", "worst"] == (15, 8, 0, 0)
    assert {row["value"] for row in rows} == {5}
    assert {row["best"] for row in rows} == {"0"}


def test_the_effective_branching_factor_solves_its_equation(answers):
    for row in answers("compare", "tictactoe", "--algorithms", "minimax,alphabeta", "--depths", "1,2,4,6"):
        factor, depth = row["branching_factor"], row["depth"]
        assert sum(factor**ply for ply in range(depth + 1)) == pytest.approx(row["nodes"], rel=1e-3)
        if row["algorithm"] == "minimax":
            assert row["ratio_to_minimax"] == 1


def test_compare_agrees_with_itself_on_values(answers):
    game, position = f"{SUBTRACTION}:stones=10", "stones=9,side=1"
    rows = answers(
        "compare", game, "--position", position, "--orders", "given,reverse,random,best", "--engine", "reference"
    )
    assert len(rows) == 24
    assert {row["value"] for row in rows} == {1}
    assert {row["best"] for row in rows} == {"1"}


def test_compare_takes_trees_as_tree_does(answers, tmp_path):
    (tmp_path / "tree.json").write_text("[[3,12,8],[2,4,6],[14,5,2]]")
    for words, stdin in (
        (["[[3,12,8],[2,4,6],[14,5,2]]"], ""),
        ([f"@{tmp_path / 'tree.json'}"], ""),
        (["-"], "[[3,12,8],[2,4,6],[14,5,2]]"),
        ([3, 12, 8, 2, 4, 6, 14, 5, 2, "--branching", 3], ""),
    ):
        (row,) = answers("compare", "--tree", *words, "--algorithms", "alphabeta", stdin=stdin)
        assert (row["value"], row["leaves"]) == (3, 7) if "--branching" not in words else row["value"] == 3
    assert answers("compare", "--tree", "-3", "4", "--minimizer-first")[0]["value"] == -3


def test_compare_from_a_position(answers):
    (row,) = answers("compare", "tictactoe", "--position", ".XOOX.X.O", "--algorithms", "minimax")
    assert (row["value"], row["best"]) == (1, "7")


def test_compare_in_words_keeps_every_number_in_a_pipe(plywise):
    code, out, err = plywise("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", "edge-corner-centre")
    assert (code, err) == (0, "")
    for cell in ("alphabeta", "edge-corner-centre", "42,094", "7.65 %"):
        assert cell in out


@pytest.mark.slow
def test_a_comparison_can_be_read_on_a_terminal_of_80_columns(on_a_terminal):
    orders = "given,edge-corner-centre"
    code, out = on_a_terminal("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", orders)
    assert code == 0
    for cell in ("alphabeta", "edge-corner-centre", "18,297", "42,094", "3.33 %"):
        assert cell in out
    assert "…" not in out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, pytest.param({"TERM": "dumb"}, marks=pytest.mark.slow)])
def test_no_color_and_a_dumb_terminal_get_plain_text(on_a_terminal, environment):
    code, out = on_a_terminal("compare", "tictactoe", "--algorithms", "alphabeta", "--depths", "1-2", **environment)
    assert code == 0
    assert "\x1b" not in out


@pytest.mark.slow
def test_ctrl_c_ends_a_comparison_and_passes_nothing_off_as_a_result():
    code, out, err = interrupted("compare", "nim:heaps=5-6-7", "--algorithms", "mtdf,minimax,pvs", "--json")
    assert all(json.loads(line)["value"] is not None for line in out.splitlines())
    assert code == 130
    assert "Traceback" not in err


def test_a_reader_that_leaves_is_no_failure():
    with subprocess.Popen(
        [PROGRAM, "compare", "tictactoe", "--algorithms", "alphabeta", "--depths", "1-9", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (0, b"")
