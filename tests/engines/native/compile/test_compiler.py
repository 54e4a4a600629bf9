"""The child process that compiles: it answers, it can be killed, and it never outlives its use."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from plywise.engines.native.compile import compiler
from plywise.engines.native.compile.compiler import Compiler, Died, Unavailable
from plywise.errors import InputError
from tests.helpers.paths import ROOT


class Odd(Exception):
    pass


def work(job):
    """Do as a job says, in the child."""
    what, value = job
    if what == "sleep":
        time.sleep(value)
    if what == "refuse":
        raise InputError(value)
    if what == "fail":
        raise Odd(value)
    if what == "write":
        Path(value).write_text("done")
    if what == "die":
        os.kill(os.getpid(), value)
    return os.getpid(), value


@pytest.fixture
def child():
    made = Compiler(work)
    yield made
    made.close()


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def test_it_answers_one_job_after_another_in_one_process(child):
    answers = [child.ask(("echo", "x" * length)) for length in (0, 1, 100, 3_000_000)]
    assert len({pid for pid, _ in answers}) == 1
    assert answers[0][0] != os.getpid()
    assert [len(value) for _, value in answers] == [0, 1, 100, 3_000_000]


def test_a_refusal_is_raised_here_and_the_next_job_is_done(child):
    with pytest.raises(InputError, match="not this"):
        child.ask(("refuse", "not this"))
    assert child.ask(("echo", 1))[1] == 1


@pytest.mark.parametrize(
    "job", [("die", signal.SIGKILL), ("die", signal.SIGSEGV), ("die", signal.SIGTERM), ("fail", 1)]
)
def test_a_child_that_ends_is_reported_and_so_is_every_further_question(child, job):
    for _ in range(2):
        with pytest.raises(Died):
            child.ask(job)


def test_ctrl_c_kills_it_at_once(child):
    pid = child.ask(("echo", 0))[0]
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        child.ask(("sleep", 60))
    assert time.monotonic() - began < 20  # on a busy machine; the job would take a minute
    assert wait_until(lambda: not is_alive(pid))


def test_ctrl_c_on_the_terminal_is_left_to_the_parent(child):
    pid = child.ask(("echo", 0))[0]
    os.kill(pid, signal.SIGINT)
    assert child.ask(("echo", 1)) == (pid, 1)


def test_a_child_without_work_goes_home(monkeypatch):
    monkeypatch.setattr(compiler, "IDLE", 0.05)
    child = Compiler(work)
    pid = child.ask(("echo", 0))[0]
    assert wait_until(lambda: not is_alive(pid))
    with pytest.raises(Died):
        child.ask(("echo", 1))


def open_files():
    return set(os.listdir("/proc/self/fd"))


def test_a_child_that_went_home_leaves_no_zombie_and_no_open_files(monkeypatch):
    monkeypatch.setattr(compiler, "IDLE", 0.05)
    before = open_files()
    child = Compiler(work)
    pid = child.ask(("echo", 0))[0]
    assert wait_until(lambda: not os.path.exists(f"/proc/{pid}"))
    assert wait_until(lambda: open_files() <= before)
    assert child.close() == "had ended before"


def test_a_child_that_another_waited_for_is_not_killed_by_its_number(monkeypatch):
    child, killed = Compiler(work), []
    pid = child.ask(("echo", 0))[0]
    os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)
    monkeypatch.setattr(os, "kill", lambda *words: killed.append(words))
    child.close()
    assert killed == []


def test_a_child_nobody_knows_any_more_is_ended():
    child = Compiler(work)
    pid = child.ask(("echo", 0))[0]
    del child
    assert wait_until(lambda: not is_alive(pid))


def test_a_job_without_end_is_given_up(child, monkeypatch):
    monkeypatch.setattr(compiler, "LIMIT", 0.1)
    monkeypatch.setattr(compiler, "WATCH", 0.05)
    with pytest.raises(Died, match="no end"):
        child.ask(("sleep", 60))


def test_where_no_process_can_be_forked_that_is_said(monkeypatch):
    def refuse():
        raise OSError("no more processes")

    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr(os, "fork", refuse)
    with pytest.raises(Unavailable):
        Compiler(work)
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_many_open_files_are_no_obstacle():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 1500:
        pytest.fail("this machine lets no process open 1,500 files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (1500, hard))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1200)]
    try:
        child = Compiler(work)
        assert child.ask(("echo", 1))[1] == 1
        child.close()
    finally:
        for each in files:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_it_holds_none_of_the_parents_files(child):
    pid = child.ask(("echo", 1))[0]
    files = os.listdir(f"/proc/{pid}/fd")
    assert len(files) <= 6  # the three standard ones, nowhere; the two pipes; the selector


ORPHAN = """
import sys, time
from plywise.engines.native.compile.compiler import Compiler
child = Compiler(lambda job: time.sleep(job))
import os, threading
threading.Thread(target=child.ask, args=(60,), daemon=True).start()
time.sleep(0.3)
pid = [int(name) for name in os.listdir("/proc") if name.isdigit() and name != str(os.getpid())
       and open(f"/proc/{name}/stat").read().rpartition(")")[2].split()[1] == str(os.getpid())][0]
print(pid, flush=True)
time.sleep(60)
"""


def test_a_parent_that_is_killed_takes_it_along():
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, env=environment) as parent:
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()
    assert wait_until(lambda: not is_alive(pid))


LEAVING = """
import sys, threading, time
from plywise.engines.native.compile.compiler import Compiler, leave
from tests.engines.native.compile.test_compiler import work
child = Compiler(work, "it")
print(child.ask(("echo", 0))[0], flush=True)
threading.Thread(target=lambda: child.ask(("sleep", 1)), daemon=True).start()
time.sleep(0.2)
if sys.argv[1] == "left":
    assert leave("it", ("write", sys.argv[2]))
    assert not leave("another", ("write", sys.argv[2]))
"""


@pytest.mark.slow_with("kept")
@pytest.mark.parametrize("what", ["left", "kept"])
def test_what_was_left_to_it_is_done_when_its_parent_has_ended(tmp_path, what):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", LEAVING, what, tmp_path / "done"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    pid = int(done.stdout)
    assert is_alive(pid) == (what == "left")
    assert wait_until(lambda: not is_alive(pid))
    assert (tmp_path / "done").exists() == (what == "left")


def test_what_is_left_to_it_is_no_answer(child, tmp_path):
    child.leave(("write", str(tmp_path / "done")))
    assert child.ask(("echo", 7))[1] == 7
    assert (tmp_path / "done").exists()
    child.leave(("refuse", "no such game"))
    assert child.ask(("echo", 8))[1] == 8


def test_a_process_forked_meanwhile_leaves_it_alone(child):
    pid = child.ask(("echo", 0))[0]
    other = os.fork()
    if other == 0:
        del child
        os._exit(0)
    os.waitpid(other, 0)
    assert child.ask(("echo", 1)) == (pid, 1)
