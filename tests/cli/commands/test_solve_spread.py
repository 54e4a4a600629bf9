"""solve --spread at the command line: what it prints, and that nothing is lost when it is killed or interrupted."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time

import pytest

from tests.fleet.test_kills import child_workers
from tests.helpers.program import PROGRAM

SMALL = "connect4:width=4,height=4"
SEED = int(os.environ.get("PLYWISE_KILLS_SEED", "16"))


@pytest.mark.slow
def test_a_solution_as_json_and_what_its_journal_proves(plywise, tmp_path):
    journal = tmp_path / "journal"
    code, out, err = plywise("solve", SMALL, "--spread", "--ply", 2, "--workers", 2, "--journal", journal, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == [
        "game", "position", "player", "engine", "outcome", "value", "distance", "best", "complete", "pv", "nodes",
        "time_s", "workers", "bounds", "conjectures", "ply", "positions", "met", "solved", "jobs", "undecided",
        "estimates", "cpu_s",
    ]  # fmt: skip
    expected = {"value": 0, "outcome": "draw", "bounds": [0, 0], "ply": 2, "positions": 8, "workers": 2}
    assert found.items() >= expected.items()
    assert found["conjectures"][-1] == {"value": 0, "verdict": "proved"}
    words = ("solve", SMALL, "--spread", "--journal", journal)
    code, out, err = plywise(*words, "--unproved", "--json")
    assert (code, err) == (0, "")
    checked = json.loads(out)
    assert checked.items() >= {"proved": True, "bounds": [0, 0], "jobs": [], "unused": 0}.items()
    code, out, err = plywise(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--resume continues it" in err
    code, out, err = plywise(*words, "--resume", "--json")
    again = json.loads(out)
    assert (code, err) == (0, "")
    same = {"time_s": 0, "workers": 2, "conjectures": []}  # nothing was left to conjecture
    assert again | same == found | same, "all else comes from the journal"


@pytest.mark.slow
def test_a_solution_in_plain_text(plywise):
    code, out, err = plywise("solve", SMALL, "--moves", "2 2", "--spread", "--ply", 2, "--conjecture", 1)
    assert (code, err) == (0, "")
    lines = out.splitlines()[-9:]
    assert lines[:2] == [f"{SMALL}, 22, Yellow to move", "value 0: a draw"]
    assert lines[2].startswith("best move")
    assert lines[4:6] == ["conjectured 1: refuted: it is less", "conjectured 0: proved"]
    assert lines[6].startswith("16 positions at ply 2, ")
    assert "had to be solved, by" in lines[7]
    assert lines[8].startswith("native, 1 worker: ")


@pytest.mark.slow
def test_what_the_rules_alone_prove_is_proved(plywise, tmp_path):
    words = ("solve", "tictactoe", "--position", "XOX.OOX..", "--spread", "--ply", 9, "--journal", tmp_path / "journal")
    assert plywise(*words)[0] == 0
    assert plywise(*words, "--unproved")[:2] == (
        0, "tictactoe, XOX.OOX..: proved is that the value is 1, by 0 answers on 8 positions\n",
    )  # fmt: skip


def without_one_fact(journal, source):
    """Take one fact out of a journal."""
    with sqlite3.connect(journal) as connection:
        rows = connection.execute("SELECT number, key FROM jobs WHERE key LIKE 'prove%'").fetchall()
        number, key = source.choice(rows)
        connection.execute("DELETE FROM jobs WHERE number = ?", (number,))
    connection.close()
    return key


@pytest.mark.slow
def test_a_fact_that_is_missing_is_found(plywise, tmp_path):
    journal = tmp_path / "journal"
    words = ("solve", SMALL, "--spread", "--ply", 1, "--journal", journal)
    assert plywise(*words, "--conjecture", 0)[0] == 0
    lost = without_one_fact(journal, random.Random(1))
    code, out, err = plywise(*words[:3], "--journal", journal, "--unproved", "--conjecture", 0)
    assert (code, err) == (1, "")
    assert "proved is that the value is between" in out
    assert "a proof that it is 0 lacks 1 job:" in out
    question, _, name = lost.partition(": ")
    assert out.endswith(f"  {question.partition(' in ')[0]}: {name}\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--ply", "2"), "--ply goes with --spread"),
        (("--unproved",), "--unproved goes with --spread"),
        (("--spread", "--ply", "0"), "--ply 0"),
        (("--spread", "--job-nodes", "0"), "--job-nodes 0"),
        (("--spread", "--conjecture", "much"), "'much' is not a number"),
        (("--spread", "--conjecture", "inf"), "'inf' is not a number"),
        (("--spread", "--unproved"), "--journal"),
        (("--spread", "--unproved", "--journal", "nowhere"), "no file nowhere"),
        (("--spread", "--resume"), "--journal"),
        (("--spread", "--threads", "2"), "--threads"),
        (("--spread", "--table", "8"), "--table"),
        (("--spread", "--method", "proof"), "--method"),
        (("--spread", "--all-moves"), "--all-moves"),
        (("--spread", "--batch", "-"), "--batch"),
        (("--spread", "--workers", "0"), "must be 1 to 1,000, not 0"),
        (("--spread", "--on", "mars"), "mars"),
        (("--spread", "--position", "99"), "99"),
    ],
)
def test_what_cannot_be_is_one_line(plywise, options, said):
    code, out, err = plywise("solve", SMALL, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_journal_of_another_position_is_refused(plywise, tmp_path):
    journal = tmp_path / "journal"
    assert plywise("solve", SMALL, "--spread", "--ply", 1, "--journal", journal)[0] == 0
    for more in (("--resume",), ("--unproved",)):
        code, out, err = plywise("solve", SMALL, "--moves", "1", "--spread", "--journal", journal, *more)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "of another task: position is empty there, and 1 here" in err


def started(*words):
    return subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def prove_jobs(journal):
    """Return how many facts a journal has."""
    try:
        with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM jobs WHERE state = 'done' AND answer != ''").fetchone()[0]
    except sqlite3.Error:
        return 0


def wait_for_jobs(process, journal, number):
    """Wait until a journal has so many answers, or the program ends."""
    deadline = time.monotonic() + 120
    while process.poll() is None and prove_jobs(journal) < number and time.monotonic() < deadline:
        time.sleep(0.005)


LARGER = ("solve", "connect4:width=5,height=4", "--spread", "--ply", 2, "--job-nodes", 8, "--workers", 2)


@pytest.mark.slow
def test_killed_and_interrupted_it_goes_on(tmp_path):
    """SIGKILL at random instants to the program or a worker, and Ctrl-C: in the end the same, nothing done twice."""
    journal, source = tmp_path / "journal", random.Random(SEED)
    words = (*LARGER, "--journal", journal, "--json")
    reached, rounds = 0, 0
    while True:
        rounds += 1
        process = started(*words, *(["--resume"] if journal.exists() else []))
        for _ in range(source.randint(0, 2)):
            reached += source.randint(0, 100)
            wait_for_jobs(process, journal, reached)
            for worker in child_workers(process.pid)[:1]:
                os.kill(worker, signal.SIGKILL)
        reached += source.randint(0, 300)
        wait_for_jobs(process, journal, reached)
        workers = child_workers(process.pid)
        if source.random() < 0.5:
            process.kill()
        else:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        for worker in workers:
            wait_until_gone(worker)
        assert "Traceback" not in err
        if process.returncode == 0:
            break
        assert process.returncode in (130, -signal.SIGKILL), err
        if process.returncode == 130 and out:
            assert json.loads(out)["value"] is None
            assert f"--journal {journal} --resume continues from here" in err
    assert json.loads(out)["value"] == 0
    with sqlite3.connect(journal) as connection:
        (faults,) = connection.execute("SELECT count(*) FROM faults").fetchone()
        twice = connection.execute("SELECT key FROM jobs WHERE attempts > 1 AND state = 'done'").fetchall()
    connection.close()
    assert faults == 0
    assert len(twice) <= 6 * rounds, "only what was under way when something was killed"
    checked = subprocess.run([PROGRAM, *map(str, LARGER[:3]), "--journal", journal, "--unproved"], check=False)
    assert checked.returncode == 0
    assert rounds > 3


def wait_until_gone(pid):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except OSError:
            return
        time.sleep(0.01)
    raise AssertionError(f"worker {pid} is still there")


@pytest.mark.slow
def test_ctrl_c_says_what_is_proved_and_how_to_go_on(tmp_path):
    journal = tmp_path / "journal"
    process = started(*LARGER, "--journal", journal)
    wait_for_jobs(process, journal, 20)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "not solved: the value is between -1 and 1" in out or "value 0: a draw" in out
    assert err.endswith(f"--journal {journal} --resume continues from here\ninterrupted\n")
