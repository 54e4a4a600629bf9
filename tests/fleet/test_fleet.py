"""Fleets: every job ends once, in the order asked for, whatever becomes of the workers."""

import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plywise.errors import InputError
from plywise.fleet.fleet import WINDOW, Fleet
from plywise.fleet.journal import Journal
from plywise.fleet.local import LocalRunner
from plywise.fleet.runner import Died
from plywise.fleet.runners import pack
from tests.fleet.tasks import NeverReady, Odd, Sleeping, answer_to
from tests.helpers.paths import ROOT

KEYS = [str(number) for number in range(40)]


@pytest.fixture
def fleet(tmp_path):
    """Make fleets; close them."""
    made = []

    def make(task, journal=None, resume=False, **options):
        journal = Journal.open(journal, task.describe(), resume)
        made.append(journal)
        made.append(Fleet(task, journal, **options))
        return made[-1]

    yield make
    for each in reversed(made):
        each.close()


@pytest.fixture
def odd(fleet, tmp_path):
    """Return a fleet of two workers that does odd jobs."""
    return fleet(Odd(str(tmp_path)), workers=2, listener=lambda line: None)


def one(fleet, key):
    (done,) = fleet.run([key])
    assert done.key == key
    return done


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_what_is_asked_next_may_depend_on_the_answers_so_far(fleet, workers):
    made, known = fleet(Sleeping(), workers=workers), []

    def keys():
        for number in range(30):
            yield f"{number} after {len(known)}"

    for done in made.run(keys(), ordered=False):
        known.append(done.key)
    asked = [tuple(map(int, key.split(" after "))) for key in known]
    assert sorted(number for number, _ in asked) == list(range(30))
    assert all(number - after < max(workers, 1) for number, after in asked), (
        "no more are under way than there are workers"
    )


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_all_jobs_end_in_the_order_asked_for(fleet, workers):
    made = fleet(Sleeping(), workers=workers)
    assert [(done.key, done.answer, done.error) for done in made.run(KEYS)] == [
        (key, answer_to(key), "") for key in KEYS
    ]
    again = [*KEYS[5:8], "new", "new", *KEYS[:2]]
    assert [done.key for done in made.run(again)] == again
    assert sorted(done.key for done in made.run(iter(again), ordered=False)) == sorted(again)
    assert list(made.run([])) == []


def test_unordered_ones_come_as_they_end(fleet, tmp_path):
    class Waiting(Odd):
        def work(self, key):
            while key == "first" and not Path(self.place, "go").exists():
                time.sleep(0.01)
            return key

    made = fleet(Waiting(str(tmp_path)), workers=2)
    keys = []
    for done in made.run(["first", *KEYS], ordered=False):
        keys.append(done.key)
        if len(keys) == len(KEYS):
            Path(tmp_path, "go").touch()
    assert keys[-1] == "first"
    assert sorted(keys[:-1]) == sorted(KEYS)


def test_keys_are_read_as_they_are_needed_and_it_stops_where_nobody_asks(fleet, tmp_path):
    log = tmp_path / "log"
    made = fleet(Sleeping(0.001, str(log)), tmp_path / "journal", workers=2)
    read = []
    endless = (read.append(number) or str(number) for number in itertools.count())
    found = list(itertools.islice(made.run(endless), 25))
    assert [done.key for done in found] == [str(number) for number in range(25)]
    assert len(read) <= 25 + 2 * WINDOW
    assert [done.answer for done in made.run(KEYS)] == [answer_to(key) for key in KEYS]
    made.close()
    begun = log.read_text().split()
    assert len(begun) == len(set(begun))  # none was done twice


def test_a_run_within_a_run(fleet):
    made = fleet(Sleeping(0.002), workers=2)
    for number, done in enumerate(made.run(KEYS)):
        assert done.answer == answer_to(KEYS[number])
        within = [f"{number}-{each}" for each in range(3)] + KEYS[number : number + 5]
        assert [each.answer for each in made.run(within)] == [answer_to(key) for key in within]


def test_what_is_in_the_journal_is_not_done_again(fleet, tmp_path):
    log, journal = tmp_path / "log", tmp_path / "journal"
    for turn in range(3):
        made = fleet(Sleeping(0.0, str(log)), journal, resume=turn > 0, workers=1)
        assert [done.answer for done in made.run(KEYS[: 20 + 10 * turn])] == [
            answer_to(key) for key in KEYS[: 20 + 10 * turn]
        ]
        made.close()
        made.journal.close()
    assert sorted(log.read_text().split()) == sorted(KEYS)


def test_a_job_that_fails_says_why_and_the_others_go_on(odd):
    found = {done.key: done for done in odd.run(["a", "raises", "exits", "nan", "thing", "b", "tuple", "large"])}
    assert {key for key, done in found.items() if done.error} == {"raises", "exits", "nan", "thing"}
    assert found["raises"].error.endswith("ValueError: two lines")
    assert f"{ROOT / 'tests/fleet/tasks.py'}:" in found["raises"].error
    assert found["exits"].error.endswith("SystemExit: out")
    assert "Out of range float" in found["nan"].error
    assert "not JSON serializable" in found["thing"].error
    assert found["tuple"].answer == {"1": [2, "3"]}  # as it is read from the journal, before and after
    assert len(found["large"].answer) == 3_000_000
    assert found["b"].answer == answer_to("b")
    assert one(odd, "raises") == found["raises"]


def test_a_worker_that_dies_is_replaced_and_its_job_done_again(odd):
    keys = ["is_killed_once", *KEYS, "is_killed_once:2", "dies"]
    found = {done.key: done for done in odd.run(keys)}
    assert {key: done.answer for key, done in found.items() if key != "dies"} == {
        key: answer_to(key) for key in keys[:-1]
    }
    assert found["dies"].error == "the worker ended with exit code 7 (10 times)"


@pytest.mark.parametrize("how", ["just before it is given a job", "with SIGCHLD ignored"])
def test_a_worker_that_dies_unseen_is_noticed(how):
    runner, events = LocalRunner(pack(Sleeping())), []
    try:
        runner.start(0)
        while not events:
            runner.wait(1)
            events = runner.events()
        process = runner._processes[0]
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        if how == "with SIGCHLD ignored":
            os.waitpid(process.pid, 0)  # which the system would do then
        runner.send(0, "a")
        assert [type(event) for event in runner.events()] == [Died]
    finally:
        runner.close()


@pytest.mark.parametrize("key", ["hangs_once", "is_stopped_once"])
def test_a_job_that_hangs_is_done_again(fleet, tmp_path, key):
    made = fleet(Odd(str(tmp_path)), workers=2, patience=0.5)
    assert [done.answer for done in made.run([key, *KEYS])] == [answer_to(each) for each in [key, *KEYS]]


@pytest.mark.slow
def test_a_job_that_always_hangs_fails(fleet):
    made = fleet(Odd(), workers=1, patience=0.2)
    found = list(made.run(["hangs", "a"]))
    assert [done.error for done in found] == ["no answer within 0.2 s (3 times)", ""]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("raises", "RuntimeError: no such thing"),
        ("exits", "SystemExit: 5"),
        pytest.param("dies", "no worker became ready: .* luck", marks=pytest.mark.slow),
    ],
)
def test_workers_that_never_get_ready_are_one_error(fleet, how, said):
    made = fleet(NeverReady(how), workers=2, listener=lambda line: None)
    with pytest.raises(InputError, match=said):
        list(made.run(KEYS))


def test_what_cannot_be_is_refused(fleet):
    for options in (
        {"workers": -1},
        {"workers": 10**6},
        {"on": "mars"},
        {"on": "ray:"},
        {"patience": 0},
        {"patience": float("nan")},
    ):
        with pytest.raises(InputError):
            fleet(Sleeping(), **options)

    class Unpicklable(Sleeping):
        lock = property(lambda self: None)

        def __reduce__(self):
            raise TypeError("no\nway")

    with pytest.raises(InputError, match="cannot be sent to workers: TypeError: no way"):
        fleet(Unpicklable())
    made = fleet(Sleeping())
    made.close()
    with pytest.raises(InputError, match="closed"):
        list(made.run(KEYS))


def test_what_workers_print_is_told_once_and_not_on_stdout(fleet, tmp_path, capfd):
    heard = []
    made = fleet(Odd(str(tmp_path)), workers=2, listener=heard.append)
    assert one(made, "prints").answer == answer_to("prints")
    assert [done.answer for done in made.run(["prints:1", "prints:2"])] == [
        answer_to("prints:1"),
        answer_to("prints:2"),
    ]
    assert sorted(heard) == ["on 1", "on stderr", "on stdout"]
    assert capfd.readouterr() == ("", "")
    assert one(made, "closes").answer == answer_to("closes")
    assert one(made, "after it").answer == answer_to("after it")


def test_workers_agree_and_ignore_ctrl_c(odd):
    assert {one(odd, f"seed:{number}").answer for number in range(4)} == {os.environ.get("PYTHONHASHSEED", "0")}
    assert one(odd, "handler").answer is True
    assert len({one(odd, f"pid:{number}").answer for number in range(9)} | {os.getpid()}) in (2, 3)


STRAY = """
import sys
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import Odd
task = Odd(sys.argv[1])
with Fleet(task, Journal.open(None, task.describe()), workers=1) as fleet:
    list(fleet.run(["pids"]))
"""


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_and_what_they_start_end_with_the_main_process(tmp_path, number):
    main = subprocess.Popen([sys.executable, "-c", STRAY, tmp_path], stderr=subprocess.DEVNULL, cwd=ROOT)
    deadline = time.monotonic() + 30
    while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text().count(" "):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    pids = list(map(int, (tmp_path / "pids").read_text().split()))
    assert all(map(is_alive, pids))
    main.send_signal(number)
    main.wait(20)
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_game_in_a_users_file_goes_along(fleet, tmp_path):
    (tmp_path / "beside.py").write_text("STEP = 3\n")
    (tmp_path / "mine.py").write_text(
        "import plywise as pw\nfrom beside import STEP\n\nclass Mine(pw.Game):\n"
        "    def initial(self):\n        return STEP\n    def player(self, state):\n        return 1 // 0\n"
        "    actions = result = terminal = utility = player\n"
    )
    from plywise.games.loading import make

    class Starting:
        def __init__(self, game):
            self.game = game

        def describe(self):
            return {"kind": "starting"}

        def prepare(self):
            return lambda key: getattr(self.game, key)(*[0] * (key == "player"))

    made = fleet(Starting(make(f"{tmp_path / 'mine.py'}:Mine")), workers=1)
    (tmp_path / "beside.py").unlink()
    (tmp_path / "mine.py").unlink()  # as on another machine
    assert one(made, "initial").answer == 3
    assert (
        one(made, "player").error == f"{tmp_path / 'mine.py'}:8: ZeroDivisionError: integer division or modulo by zero"
    )


def test_progress_is_told(fleet):
    told = []
    made = fleet(Sleeping(0.01), workers=2, watcher=told.append)
    list(made.run([str(number) for number in range(100)]))
    last = told[-1]
    assert (last.done, last.failed, last.running, last.total, last.left, last.workers) == (100, 0, 0, 100, 0.0, 2)
    assert told[0].left is None
    assert told[0].rate is None
    list(made.run(iter("xyz")))
    assert (told[-1].done, told[-1].total, told[-1].left) == (3, None, None)
