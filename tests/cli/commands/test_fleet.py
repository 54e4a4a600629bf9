"""plywise fleet: what a journal says, while it is run and afterwards."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import time

import pytest

from plywise.fleet.journal import By, Journal
from tests.helpers.paths import ROOT

TASK = {"kind": "match", "game": "nim", "nodes": 300}
ONE, OTHER = By(0, "here"), By(1, "there")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "jobs.journal"


@pytest.fixture
def finished(path):
    """A journal in which all happened that can."""
    with Journal.open(path, TASK) as journal:
        journal.register(["a", "b", "c", "d", "e"])
        for key, by, seconds in (("a", ONE, 1.0), ("b", OTHER, 4.0)):
            journal.begin(key, by)
            journal.finish(key, '{"value": "\\"x\\",\\n1"}', seconds, by)
        journal.begin("c", ONE)
        journal.note_mishap("c", "the worker was killed by SIGKILL", 0.5, ONE)
        journal.give_back("c")
        journal.begin("c", OTHER)
        journal.fail("c", "mine.py:3: ValueError: no", 2.0, OTHER)
        journal.begin("d", ONE)
        journal.finish("a", "2", 1.0, OTHER)
    return path


def test_a_finished_journal(plywise, finished):
    code, out, err = plywise("fleet", finished)
    assert (code, err) == (0, "")
    assert (
        out
        == f"""{finished}: match, Plywise 0.1.0; not running
  game nim
  nodes 300
2 to do, 0 running, 2 done, 1 failed
  c failed: mine.py:3: ValueError: no
  1 repeated, 0.5 s lost: the worker was killed by SIGKILL
  1 answer differs from an earlier answer to the same job: the task is not deterministic
7 s in total, 2.33 s per job, the longest 4 s (b)
  worker 0 on here: 1 job, 1 s
  worker 1 on there: 2 jobs, 6 s
"""
    )


def test_as_json(plywise, finished):
    code, out, err = plywise("fleet", finished, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found.pop("made") == pytest.approx(time.time(), abs=60)
    assert found == {
        "journal": str(finished),
        "version": "0.1.0",
        "task": TASK,
        "is_run": False,
        "jobs": {"to do": 2, "running": 0, "done": 2, "failed": 1},
        "running": [],
        "failures": [{"key": "c", "reason": "mine.py:3: ValueError: no", "attempts": 2}],
        "mishaps": [{"reason": "the worker was killed by SIGKILL", "times": 1, "seconds": 0.5}],
        "seconds": 7.0,
        "mean": pytest.approx(7 / 3),
        "longest": 4.0,
        "longest_key": "b",
        "lost": 0.5,
        "costs": [
            {"worker": 0, "host": "here", "jobs": 1, "seconds": 1.0},
            {"worker": 1, "host": "there", "jobs": 2, "seconds": 6.0},
        ],
        "faults": 1,
    }


def test_tables_hold_what_the_journal_holds(plywise, finished, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    code, out, err = plywise("fleet", finished, "--csv", tmp_path / "jobs.csv", "--parquet", tmp_path / "jobs.parquet")
    assert (code, out, err) == (0, "", "")
    names, *rows = csv.reader(io.StringIO((tmp_path / "jobs.csv").read_text()))
    connection = sqlite3.connect(finished)
    kept = connection.execute(f"SELECT {', '.join(names)} FROM jobs ORDER BY number").fetchall()
    connection.close()
    assert rows == [["" if value is None else str(value) for value in row] for row in kept]
    assert json.loads(rows[0][names.index("answer")]) == {"value": '"x",\n1'}
    table = duckdb.connect().execute(f"SELECT * FROM '{tmp_path / 'jobs.parquet'}' ORDER BY number")
    assert [column[0] for column in table.description] == names
    assert table.fetchall() == kept


def test_without_duckdb_one_line_names_the_extra(plywise, finished, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    code, out, err = plywise("fleet", finished, "--parquet", tmp_path / "jobs.parquet")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "plywise[parquet]" in err
    assert not (tmp_path / "jobs.parquet").exists()


RUN = """
import sys
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import Odd
task = Odd(sys.argv[2])
with Journal.open(sys.argv[1], task.describe()) as journal, Fleet(task, journal, workers=1) as fleet:
    for done in fleet.run(["a", "b", "hangs", "c"]):
        print(done.key, flush=True)
"""


def test_one_that_is_being_run(plywise, path, tmp_path):
    words = [sys.executable, "-c", RUN, path, tmp_path]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ)
    assert [process.stdout.readline() for _ in range(2)] == ["a\n", "b\n"]
    deadline = time.monotonic() + 20
    while not (found := json.loads(plywise("fleet", path, "--json")[1]))["running"] and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found["is_run"] is True
    assert found["jobs"] == {"to do": 1, "running": 1, "done": 2, "failed": 0}
    assert [job["key"] for job in found["running"]] == ["hangs"]
    code, out, _ = plywise("fleet", path)
    assert (code, "running" in out, "\n  hangs: for " in out) == (0, True, True)
    assert len(plywise("fleet", path, "--csv", "-")[1].splitlines()) == 5
    process.kill()
    process.communicate()
    found = json.loads(plywise("fleet", path, "--json")[1])
    assert (found["is_run"], found["running"], found["jobs"]["to do"]) == (False, [], 2)


@pytest.mark.parametrize("content", [None, b"", b"text\n" * 1000, "folder", "other", "damaged"])
def test_what_is_no_journal_is_one_line(plywise, tmp_path, finished, content):
    file = tmp_path / "file"
    if content == "folder":
        file.mkdir()
    elif content == "other":
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE mine (value)")
        connection.close()
    elif content == "damaged":
        body = bytearray(finished.read_bytes())
        body[4096:] = bytes(len(body) - 4096)
        file.write_bytes(body)
    elif content is not None:
        file.write_bytes(content)
    for options in ((), ("--json",), ("--csv", tmp_path / "csv")):
        code, out, err = plywise("fleet", file, *options)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert str(file) in err
    assert not (tmp_path / "csv").exists()


def test_a_journal_is_not_written_over(plywise, finished):
    before = finished.read_bytes()
    code, out, err = plywise("fleet", finished, "--csv", finished)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert finished.read_bytes() == before


@pytest.mark.slow
def test_the_line_on_a_terminal_says_how_far_it_is(on_a_terminal, tmp_path):
    (tmp_path / "batch").write_text("".join(f"{cell}\n" for cell in range(8)))
    words = ("solve", "mnk:m=4,n=3,k=3", "--engine", "reference", "--batch", str(tmp_path / "batch"), "--values")
    code, written = on_a_terminal(*words, "--workers", "2")
    assert code == 0
    assert " of 8 positions, " in written
    assert "Traceback" not in written
