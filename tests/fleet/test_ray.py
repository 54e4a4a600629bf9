"""Fleets on Ray: the same as here, whatever dies, and nothing said that nobody asked for."""

import json
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.test_kills import Running, check_all_done, rows
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM

pytestmark = pytest.mark.slow


def run(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def test_ray_is_quiet_and_answers_as_one_process_does(tmp_path):
    (tmp_path / "batch").write_text("1212\n11\n\n4\n44\n434\n")
    words = (PROGRAM, "solve", "connect4:width=4,height=4", "--batch", tmp_path / "batch")
    run(*words)  # compiles
    code, alone, err = run(*words)
    assert (code, err) == (0, "")
    code, spread, err = run(*words, "--on", "ray", "--workers", 2)
    assert (code, re.sub(r"\d of 5 positions, .*\n", "", err)) == (0, "")  # said where it takes more than 5 seconds
    measured = re.compile(r'"nodes": \d+, "time_s": [-0-9.e]+, "compile_s": [-0-9.e]+')
    assert measured.sub("", spread) == measured.sub("", alone)


ODD = """
import sys
from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import NeverReady, Odd
task = Odd(sys.argv[1])
keys = ["a", "raises", "hangs_once", "is_killed_once", "prints", "handler", "seed", *map(str, range(20))]
with Fleet(task, Journal.open(None, task.describe()), workers=2, on="ray", patience=4.0) as fleet:
    for turn in range(2):
        for done in fleet.run(keys):
            print(done.key, done.answer, done.error)
task = NeverReady("raises")
try:
    with Fleet(task, Journal.open(None, task.describe()), workers=2, on="ray") as fleet:
        list(fleet.run(keys))
except InputError as error:
    print(error)
"""


def test_odd_jobs(tmp_path):
    code, out, err = run(sys.executable, "-c", ODD, tmp_path)
    assert (code, err) == (0, "")
    *jobs, last = out.splitlines()
    assert last.endswith("RuntimeError: no such thing")
    assert jobs[:27] == jobs[27:]
    assert len(jobs) == 54
    assert [line for line in jobs if "None" in line] == [jobs[1], jobs[28]]
    assert "ValueError: two lines" in jobs[1]
    assert "seed 0 " in jobs


@pytest.mark.parametrize("killed", ["nothing", "node", "workers"])
def test_a_cluster_of_several_nodes(tmp_path, killed):
    code, out, err = run(sys.executable, "-m", "tests.fleet.clusters", tmp_path / "journal", tmp_path / "log", killed)
    assert code == 0, err
    hosts = json.loads(out.splitlines()[-1])["hosts"]
    assert len(hosts) == 3
    assert sum(hosts.values()) == 300
    again = check_all_done(tmp_path, 300)
    mishaps = rows(tmp_path, "SELECT reason FROM mishaps")
    assert again <= len(mishaps) + 1 if killed != "nothing" else again == 0
    assert all(" died (" in reason for (reason,) in mishaps)


def test_the_main_process_is_killed_and_goes_on(tmp_path):
    source, kills = random.Random(8), 0
    while True:
        running = Running(tmp_path, jobs=200, seconds=0.05, on="ray")
        lines = [running.process.stdout.readline() for _ in range(3)]
        if kills < 4 and lines[-1]:
            time.sleep(source.uniform(0.0, 2.0))
            kills += 1
            running.process.send_signal(source.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
        code, _, err = running.end()
        assert "Traceback" not in err or "during startup" in err  # Ray starts within 30 s, or not
        if code == 0:
            break
    assert kills > 2
    assert check_all_done(tmp_path, 200) <= 2 * kills


LEARN = (PROGRAM, "learn", "hex:size=3", "--games", "100", "--seed", "3")


def test_learning_on_one_cluster_writes_the_same_file(tmp_path):
    for name, words in (("here", ("--workers", 1)), ("ray", ("--workers", 2, "--on", "ray"))):
        code, _, err = run(*LEARN, *words, "--out", tmp_path / name)
        assert code == 0, err
    assert (tmp_path / "here").read_bytes() == (tmp_path / "ray").read_bytes()


@pytest.mark.parametrize("seconds", [3.0, 8.0, 20.0])
def test_sigterm_ends_learning_on_ray(tmp_path, seconds):
    """Ray has its own handler while it starts and while it ends."""
    words = [*LEARN[:3], "--hours", "1", "--workers", "2", "--on", "ray", "--out", str(tmp_path / "x.eval")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(seconds)
    process.terminate()
    _, err = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGTERM, err
    assert "Traceback" not in err
    assert "SystemExit" not in err


@pytest.mark.parametrize("address", ["nowhere:1", "127.0.0.1:1"])
def test_no_cluster_there_is_one_line(tmp_path, address):
    words = (PROGRAM, "solve", "nim", "--batch", "-", "--engine", "reference", "--on", f"ray:{address}")
    done = subprocess.run(words, input="\n", capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert address in done.stderr


def test_without_ray_one_line_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)

    class Nothing:
        def describe(self):
            return {"kind": "nothing"}

        def prepare(self):
            return None

    with pytest.raises(InputError, match=r"plywise\[cluster\]"):
        Fleet(Nothing(), Journal.open(None, {"kind": "nothing"}), on="ray")
