"""plywise batch: the command for many positions, which plywise solve --batch runs as well."""

import json
import re

import pytest

SMALL = "connect4:width=4,height=4"
LINES = "1212\n\n2\n  \n1 1 2\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(LINES)
    return str(path)


def without_time(text):
    return re.sub(r'"(nodes|time_s|compile_s)": [\d.e-]+', "", text)


@pytest.mark.slow_with("options5")
@pytest.mark.parametrize(
    "options",
    [(), ("--values",), ("--all-moves",), ("--distance", "no"), ("--json",), ("--workers", 1)],
)
def test_it_answers_as_solve_does(plywise, file, options):
    code, out, err = plywise("batch", SMALL, file, *options)
    assert (code, err) == (0, "")
    assert [json.loads(line)["input"] for line in out.splitlines()] == ["1212", "2", "1 1 2"]
    assert without_time(out) == without_time(plywise("solve", SMALL, "--batch", file, *options)[1])


def test_it_reads_stdin_and_continues_a_file(plywise, tmp_path):
    out = tmp_path / "answers.csv"
    assert plywise("batch", SMALL, "-", "--values", "--out", out, stdin="2\n")[0] == 0
    first = out.read_text()
    assert plywise("batch", SMALL, "-", "--values", "--out", out, stdin="2\n3\n")[0] == 2
    assert plywise("batch", SMALL, "-", "--values", "--out", out, "--resume", stdin="2\n3\n")[0] == 0
    assert out.read_text().startswith(first)
    assert out.read_text().count("\n") == 3
    solved = plywise("solve", SMALL, "--batch", "-", "--values", "--out", out, "--resume", stdin="2\n3\n1\n")
    assert solved[0] == 0
    assert out.read_text().count("\n") == 4


@pytest.mark.parametrize(("words", "says"), [
    ((SMALL,), "Missing argument 'FILE'"),
    ((SMALL, "no/such/file"), "no file no/such/file"),
    ((SMALL, "-", "--resume"), "--resume needs --out or --journal"),
    ((SMALL, "-", "--values", "--all-moves"), "--values needs --threads 1, and no --all-moves"),
    ((SMALL, "-", "--position", "1"), "no option '--position'"),
    ((SMALL, "-", "--method", "retrograde", "--workers", "2"), "leave out --workers"),
    ((SMALL, "-", "--out", "x.xlsx"), "use .csv, .parquet or, for one JSON object per line, .jsonl"),
])  # fmt: skip
def test_a_bad_batch_is_refused_in_one_line(plywise, monkeypatch, tmp_path, words, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = plywise("batch", *words, stdin="1\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_no_positions_are_reported(plywise):
    assert plywise("batch", SMALL, "-", stdin="\n") == (0, "", "stdin contains no positions: nothing was solved\n")


def test_solve_lists_no_option_for_batches_or_spreading(plywise):
    shown = plywise("solve", "--help")[1]
    options = set(re.findall(r"(?m)^  (--[a-z-]+)", shown))
    assert options == {
        "--position", "--moves", "--distance", "--all-moves", "--engine", "--threads", "--table", "--method",
        "--certificate", "--json",
    }  # fmt: skip
    assert {"plywise batch", "plywise spread"} <= set(re.findall(r"plywise (?:batch|spread)", " ".join(shown.split())))
