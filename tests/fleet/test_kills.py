"""Kill the workers and the main process at any instant: no job lost, none recorded twice, the same answers.

PLYWISE_KILLS_SEED: other moments.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fleet.tasks import answer_to
from tests.helpers.paths import ROOT

SEED = int(os.environ.get("PLYWISE_KILLS_SEED", "14"))
JOBS = 600
SECONDS = 0.03

pytestmark = pytest.mark.slow


class Running:
    """A fleet in a process of its own. printed: the keys whose answers it has yielded."""

    def __init__(self, folder, jobs=JOBS, seconds=SECONDS, on="local"):
        self.folder = folder
        words = [
            sys.executable,
            "-m",
            "tests.fleet.runs",
            folder / "journal",
            str(jobs),
            str(seconds),
            folder / "log",
            on,
        ]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)

    def workers(self):
        """Return the numbers of its workers' processes."""
        return child_workers(self.process.pid)

    def end(self):
        """Wait for its end: the exit code, the whole lines that it printed, and what went to stderr."""
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out.split("\n")[:-1], err


def child_workers(pid):
    """Return the numbers of the worker processes that a process has started."""
    found = []
    for each in Path("/proc").iterdir():
        try:
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"plywise.fleet.worker" in (each / "cmdline").read_bytes():
                found.append(int(each.name))
        except (OSError, ValueError):
            continue
    return found


def rows(folder, query):
    connection = sqlite3.connect(folder / "journal")
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def check_all_done(folder, jobs=JOBS):
    """See that each job is there once, with its answer; return how often jobs were begun without need."""
    found = rows(folder, "SELECT key, state, answer FROM jobs ORDER BY number")
    assert [key for key, _, _ in found] == [str(number) for number in range(jobs)]
    assert {state for _, state, _ in found} == {"done"}
    assert all(json.loads(answer) == answer_to(key) for key, _, answer in found)
    assert rows(folder, "SELECT * FROM faults") == []
    assert rows(folder, "PRAGMA integrity_check") == [("ok",)]
    return len((folder / "log").read_text().split()) - jobs


def test_workers_are_killed(tmp_path):
    source, running = random.Random(SEED), Running(tmp_path)
    kills = 0
    while kills < 50 and running.process.poll() is None:
        time.sleep(source.uniform(0.0, 0.4))
        workers = running.workers()
        if workers:
            os.kill(source.choice(workers), signal.SIGKILL)
            kills += 1
    code, lines, err = running.end()
    assert (code, err) == (0, "")
    assert lines == ["begun", *map(str, range(JOBS)), "all"]
    again = check_all_done(tmp_path)
    assert kills == 50, "the jobs were done too soon"
    assert again <= kills
    assert len(rows(tmp_path, "SELECT * FROM mishaps")) <= kills
    assert all("SIGKILL" in reason for (reason,) in rows(tmp_path, "SELECT reason FROM mishaps"))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_main_process_is_killed(tmp_path, number):
    source, kills, yielded = random.Random(SEED + number), 0, set()
    while True:
        running = Running(tmp_path)
        delay = source.uniform(0.0, 2.5)
        try:
            running.process.wait(delay)
        except subprocess.TimeoutExpired:
            if kills < 25:
                kills += 1
                for worker in running.workers() if source.random() < 0.3 else []:
                    os.kill(worker, signal.SIGKILL)
                running.process.send_signal(number)
        code, lines, err = running.end()
        if code == 0:
            break
        if "begun" in lines:
            assert code in (-number, 130), err
            assert "Traceback" not in err, err
        kept = set()
        if started(tmp_path):
            kept = {key for (key,) in rows(tmp_path, "SELECT key FROM jobs WHERE state = 'done'")}
        yielded |= set(lines) - {"begun", "all"}
        assert yielded <= kept  # what was reported is never lost
    assert lines == ["begun", *map(str, range(JOBS)), "all"]
    assert check_all_done(tmp_path) <= 2 * kills
    assert kills > 5


def started(folder):
    """Return whether the journal is there, with its tables."""
    if not (folder / "journal").exists():
        return False
    return rows(folder, "SELECT count(*) FROM sqlite_master") != [(0,)]
