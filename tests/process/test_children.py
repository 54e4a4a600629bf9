"""Child processes: messages both ways, how a child ended, and that it ends no later than its parent."""

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext, suppress

import pytest

from plywise.process import children
from plywise.process.children import exit_in_words, fork_child, frame, listen
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked")


def echo(line):
    """Send every message back; sleep for a second whenever nothing else is to do."""
    listen(line, lambda message: line.sendall(frame(message)))
    while True:
        time.sleep(1)


def sleep_for_ever(line):
    while True:
        time.sleep(1)


@pytest.fixture
def started():
    """Start children; all have ended after the test."""
    made = []

    def start(main):
        made.append(fork_child(main, nullcontext()))
        return made[-1]

    yield start
    for each in made:
        each.end()


def wait_until(condition, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def exists(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_messages_of_any_size_come_back_whole_and_in_order(started):
    child, sent, found = started(echo), [b"", ("a", 1), b"x" * 3_000_000, None], []
    for each in sent:
        child.send(each)
    deadline = time.monotonic() + 20
    while len(found) < len(sent) and time.monotonic() < deadline:
        child.wait(0.1)
        found += child.read()
    assert found == sent
    assert not child.frames.ended


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_is_killed_is_noticed_and_how_it_ended_is_told(started, number):
    child = started(sleep_for_ever)
    assert not child.has_ended()
    time.sleep(0.1)  # until it has given up the handlers of this process
    os.kill(child.pid, number)
    child.wait(5)
    assert child.read() == []
    assert child.frames.ended
    assert child.end_soon() == child.end() == -number
    assert child.has_ended()
    assert exit_in_words(-number) == f"was killed by {number.name}"


def test_a_child_that_returns_ends_with_code_0(started):
    child = started(lambda line: None)
    assert wait_until(child.has_ended)
    assert child.end() == 0


def test_where_the_system_cannot_look_without_reaping_the_code_is_kept(started, monkeypatch):
    child = started(sleep_for_ever)
    monkeypatch.delattr(os, "waitid")
    assert not child.has_ended()
    os.kill(child.pid, signal.SIGKILL)
    assert wait_until(child.has_ended)
    assert child.is_over
    assert child.end() == -signal.SIGKILL


def test_a_child_that_was_reaped_by_another_caller_is_not_killed_by_its_number(started, monkeypatch):
    child, killed = started(sleep_for_ever), []
    os.kill(child.pid, signal.SIGKILL)
    os.waitpid(child.pid, 0)
    monkeypatch.setattr(os, "kill", lambda *words: killed.append(words))
    child.kill()
    child.send("a message")
    assert child.end() == 0
    assert killed == []


def test_a_child_that_does_not_read_is_killed(started, monkeypatch):
    child = started(sleep_for_ever)
    monkeypatch.setattr(children, "SEND_SECONDS", 0.1)
    child.send(b"x" * 5_000_000)
    assert child.end() == -signal.SIGKILL


def test_nothing_is_open_when_a_child_has_ended_or_could_not_be_started(started, monkeypatch):
    before = len(os.listdir("/proc/self/fd"))
    started(echo).end()

    def refuse():
        raise OSError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    with pytest.raises(OSError, match="no more"):
        started(echo)
    monkeypatch.setattr(children, "BEGIN", "\0")  # which no process can be given
    with suppress(ValueError):
        children.WorkerProcess("module", [])
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_process_that_is_forked_meanwhile_cannot_end_the_child(started):
    child = started(echo)
    other = os.fork()
    if other == 0:
        child.send("not from here")
        child.end()
        os._exit(0 if child.is_over else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]) == 0
    child.send("from here")
    child.wait(5)
    assert child.read() == ["from here"]


LEFT_ALONE = """
import os, signal, sys, time
from contextlib import nullcontext
from plywise.process.children import fork_child
from tests.process.test_children import echo
child = fork_child(echo, nullcontext())
other = os.fork()
if other == 0:
    time.sleep(60)
print(child.pid, other, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_child_ends_with_its_parent_though_another_process_was_forked_from_that():
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    with subprocess.Popen([sys.executable, "-c", LEFT_ALONE], stdout=subprocess.PIPE, env=environment) as parent:
        pid, other = map(int, parent.stdout.readline().split())
        try:
            assert wait_until(lambda: not exists(pid))
            assert exists(other)
        finally:
            os.kill(other, signal.SIGKILL)
