"""What several test files need: the program run in this process, and the program on a terminal."""

import fcntl
import gc
import io
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest
from _pytest.doctest import DoctestItem, DoctestModule
from hypothesis import HealthCheck, settings

from plywise.cli import status_line
from plywise.cli.program import run
from plywise.engines.native.compile import compiler
from tests.helpers.longest import LONGEST
from tests.helpers.paths import TESTS
from tests.helpers.program import CAUTION, COMPILING, PROGRAM, WRITTEN

# What a property is tried with: `make test-all` says --hypothesis-profile=thorough. A failure prints how to repeat it.
settings.register_profile(
    "fast",
    max_examples=50,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("fast"), max_examples=1500)
settings.load_profile("fast")


def pytest_configure(config):
    """Let Ctrl-C reach the programs that tests start: a shell's background job ignores it, and so would they."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(Doctests())  # hooks of this file are not asked about the folder src
    gc.set_threshold(20_000)  # syntax trees and states are made by the ten thousand: by default, a tenth of the time


def pytest_xdist_auto_num_workers():
    """Work with half as many processes again as there are cores: tests wait for browsers, servers and children."""
    return len(os.sched_getaffinity(0)) * 3 // 2 if hasattr(os, "sched_getaffinity") else os.cpu_count()


class Doctests:
    """Leaves out the modules without examples: to look for them takes a second of each process."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        collectors = yield
        if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
            collectors = [each for each in collectors if not isinstance(each, DoctestModule)]
        return collectors


def pytest_collection(session):
    """Collect no garbage meanwhile: ten thousand tests are made, all of which stay."""
    gc.disable()


def pytest_collection_finish(session):
    """Collect garbage again."""
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Begin each process elsewhere in a folder, so that of a fresh clone each rewrites the asserts of a part."""
    report = yield
    if isinstance(collector, pytest.Directory) and hasattr(collector.config, "workerinput"):
        told = collector.config.workerinput
        start = len(report.result) * int(told["workerid"].removeprefix("gw")) // told["workercount"]
        report.result = report.result[start:] + report.result[:start]
    return report


def pytest_collection_modifyitems(items):
    """Put the longest files first, the others in one order, and mark as slow what is not for every day."""
    places = {(TESTS / file).resolve(): place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: (places.get(item.path, len(places)), item.path, isinstance(item, DoctestItem)))
    mark_slow(items)


def mark_slow(items):
    """Mark as slow what a test's `fast_with` leaves out, or its `slow_with` names: parameters, by their ids."""
    marked = {}
    for item in items:
        for kind in ("fast_with", "slow_with"):
            if mark := item.get_closest_marker(kind):
                marked.setdefault((kind, item.path, item.originalname), (set(mark.args), []))[1].append(item)
    for (kind, _, name), (named, tests) in marked.items():
        unknown = named - {item.callspec.id for item in tests}
        if unknown and len(tests) > len(named):  # otherwise only some were asked for
            raise pytest.UsageError(f"{name} has no parameters {', '.join(sorted(unknown))}")
        for item in tests:
            if (item.callspec.id in named) == (kind == "slow_with"):
                item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, scope="session")
def _a_compiler_waits_longer():
    """Let a child that compiles wait longer for its next job: what it has compiled it need not compile again."""
    before, compiler.IDLE = compiler.IDLE, 10.0
    yield
    compiler.IDLE = before


@pytest.fixture(autouse=True, scope="module")
def _garbage_is_that_of_this_file():
    """Let the garbage collector look at what this file makes alone: all that is imported and compiled takes seconds."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _nothing_is_left_running(monkeypatch):
    """End what a test started and, as it failed, did not see the end of: it would slow down all that come after."""
    started = []

    class Popen(subprocess.Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Popen)
    yield
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait(10)


@pytest.fixture
def plywise(capsys, monkeypatch):
    """Run the program in this process: words -> (exit code, stdout, stderr). stdin: text or bytes."""
    monkeypatch.setattr(sys, "path", list(sys.path))  # a user's file puts its folder there
    monkeypatch.delenv("PLYWISE_DEBUG", raising=False)
    monkeypatch.setattr(status_line, "FIRST_LINE", 300.0)  # a busy machine would have something to say

    def call(*words, stdin=""):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = run([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, WRITTEN.sub("", COMPILING.sub("", CAUTION.sub("", said.err)))

    return call


@pytest.fixture
def on_a_terminal():
    """Run the program on a terminal: words -> (exit code, what it wrote).

    answers: (what the program says, what is typed then), in order; a signal is sent instead of typed. columns: the
    terminal's width. Further names are put in the environment.
    """
    return _on_a_terminal


def _on_a_terminal(*words, answers=(), columns=80, **environment):
    terminal, end = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    env |= {"TERM": "xterm-256color"} | environment
    process = subprocess.Popen([PROGRAM, *words], stdin=end, stdout=end, stderr=end, env=env, start_new_session=True)
    os.close(end)
    written, since, waiting, deadline = "", 0, list(answers), time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # nobody holds the other end any more
            break
        if not piece:
            break
        written += piece.decode()
        if waiting and waiting[0][0] in written[since:]:
            since, answer = len(written), waiting.pop(0)[1]
            if isinstance(answer, signal.Signals):
                time.sleep(0.3)  # the question is written just before the program waits for its answer
                process.send_signal(answer)
            else:
                os.write(terminal, answer.encode())
    else:
        process.kill()
    code = process.wait(10)
    os.close(terminal)
    return code, written
