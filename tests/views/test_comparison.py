"""pw.compare: rows for a DataFrame, a table, a plot."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import asdict, is_dataclass

import pytest

import plywise as pw
from plywise.show import plots
from plywise.teach.experiments import compare as experiments
from plywise.teach.experiments.compare import FIGURES, choose_depths
from tests.helpers.interrupts import Presser

GAME = pw.make("tictactoe")
HOW = {"algorithms": ["minimax", "alphabeta"], "engine": "reference"}


@pytest.fixture(scope="module")
def rows():
    return pw.compare(GAME, depths=range(1, 5), **HOW)


def without_time(rows):
    return [{name: value for name, value in row.items() if name != "time_s"} for row in rows]


def test_the_rows_are_those_of_the_command(rows, plywise):
    words = ("tictactoe", "--algorithms", "minimax,alphabeta", "--engine", "reference", "--depths", "1-4", "--json")
    code, out, _ = plywise("compare", *words)
    assert code == 0
    printed = [json.loads(line) for line in out.splitlines()]
    assert without_time(printed) == without_time(rows) == without_time(rows.to_dicts())
    assert [list(row) for row in printed] == [list(row) for row in rows]


def test_a_row_is_a_mapping_and_a_dataclass(rows):
    row = rows[-1]
    assert (row.nodes, row["nodes"], row.get("magic")) == (591, 591, None)
    assert dict(row) == asdict(row) == row.to_dict()
    assert is_dataclass(row)  # pandas.DataFrame asks for this
    assert isinstance(rows, list)
    with pytest.raises(KeyError):
        row["to_dict"]
    writer = csv.DictWriter(io.StringIO(), FIGURES)
    writer.writerows(rows)
    assert len({*rows, *rows}) == len(rows)


def test_one_name_and_one_depth_need_no_list():
    (row,) = pw.compare(GAME, algorithms="alphabeta", orders="reverse", depths=2, engine="reference")
    assert (row.algorithm, row.order, row.depth) == ("alphabeta", "reverse", 2)
    (row,) = pw.compare(pw.Tree([3, 5]), algorithms="minimax")
    assert (row.depth, row.value) == (1, 5)


def test_the_table_is_shown(rows):
    assert repr(rows) == "<Comparison on tictactoe, from the start: 8 rows>"
    lines = str(rows).splitlines()
    assert lines[0].split()[:3] == ["algorithm", "order", "depth"]
    assert lines[-1].split()[5] == "591"
    assert rows._repr_html_().count("<tr>") == 9
    assert "<td>3,610</td>" in rows._repr_html_()


def test_what_is_left_out_is_said():
    rows = pw.compare(GAME, depths=[2, 4], most_nodes=1000, **HOW)
    (sentence,) = rows.left_out
    assert sentence == "left out: minimax in the order given, from depth 4 on: over 1,000 nodes"
    assert sentence in str(rows)
    assert sentence in rows._repr_html_()


@pytest.mark.parametrize("call", [1, 4, 7])
def test_ctrl_c_leaves_the_rows_that_were_done_where_they_are_asked_for(rows, monkeypatch, call):
    presser = Presser(monkeypatch, (experiments, "search"))
    presser.press_at(call)
    with pytest.raises(KeyboardInterrupt):
        pw.compare(GAME, depths=range(1, 5), **HOW)
    presser.press_at(call)
    found = pw.compare(GAME, depths=range(1, 5), **HOW, partial=True)
    assert without_time(found) == without_time(rows)[: call - 1]
    assert (found.stopped_by, rows.stopped_by) == ("interrupt", "complete")
    assert found.left_out == [f"interrupted: only {call - 1} of the searches ended"]
    assert found.left_out[0] in str(found)
    assert repr(found).endswith(f"{call - 1} rows, interrupted>")


def test_the_plot_is_the_one_of_the_command(rows):
    figure = rows.plot()
    assert {line.get_gid() for line in figure.axes[0].lines} >= {"series-minimax-given", "series-alphabeta-given"}
    (line,) = (line for line in figure.axes[0].lines if line.get_gid() == "series-minimax-given")
    assert list(line.get_ydata()) == [10, 82, 586, 3610]
    assert "Nodes over depth: tictactoe, from the start" in figure._repr_svg_()
    drawn = plots.plot_comparison(rows.to_dicts(), rows.title).decode()
    path = drawn.split('id="series-minimax-given"')[1].split('d="')[1].split('"')[0]
    assert path in rows.plot()._repr_svg_()


def test_an_empty_comparison_has_no_plot():
    with pytest.raises(pw.InputError, match="no search to draw"):
        pw.compare(GAME, depths=[], **HOW).plot()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"algorithms": "magic"}, "no algorithm 'magic'"),
        ({"orders": ["magic"]}, "no order 'magic'"),
        ({"depths": -1}, "depths must be 0 or more"),
        ({"depths": ["3"]}, "not '3'"),
        ({"depths": "1-4"}, "not '1'"),
        ({"most_nodes": 0}, "nodes must be"),
        ({"cut": "magic"}, "no cut rule"),
    ],
)
def test_bad_input_is_refused_in_one_line(given, says):
    with pytest.raises(pw.InputError, match=says):
        pw.compare(GAME, **{"engine": "reference", "algorithms": "alphabeta", "depths": 2} | given)


def test_a_comparison_loads_nothing_heavy():
    heavy = ("llvmlite", "matplotlib", "PIL", "pandas", "click", "rich")
    code = (
        "import sys, plywise as pw; tree = pw.Tree([3, 5]); print(pw.compare(tree)); pw.position(tree)\n"
        f"assert not [name for name in {heavy} if name in sys.modules]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


# --- depths for a plot -----------------------------------------------------------------------------------------------


@pytest.mark.slow_with("connect4-6", "breakthrough-4")
@pytest.mark.parametrize(
    ("game", "deepest"),
    [
        ("tictactoe", 9),
        ("connect4", 6),
        ("breakthrough", 4),
        ("nim:heaps=1-2", 3),
        (pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2), 3),
        (pw.Tree(7), 1),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_depths_are_chosen_to_the_end_or_as_deep_as_takes_seconds(game, deepest):
    game = game if isinstance(game, pw.Game) else pw.make(game)
    assert choose_depths(game) == range(1, deepest + 1)


def test_a_plot_without_depths_chooses_them_and_says_so(plywise, tmp_path):
    path = tmp_path / "f.svg"
    words = ("--tree", "[[3,5],[2,9]]", "--algorithms", "minimax,alphabeta", "--plot", path)
    code, out, err = plywise("compare", *words, "--json")
    assert (code, err) == (0, "depths 1-2 (choose others with --depths)\n")
    assert [json.loads(line)["depth"] for line in out.splitlines()] == [1, 1, 2, 2]
    assert "series-alphabeta-given" in path.read_text()
