"""A search that cannot wait for its engine: the reference until it is ready, then the engine."""

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

import plywise as pw
from plywise.engines import fallback
from plywise.engines import search as searching
from plywise.engines.backends import ReferenceThenNative
from plywise.engines.fallback import Fallback
from plywise.engines.limits import Limits
from tests.helpers.hurry import answer_within
from tests.helpers.paths import ROOT

GAME = pw.make("connect4")


class Prepared:
    def __init__(self):
        self.ready, self.ended, self.failed = threading.Event(), threading.Event(), None

    def wait(self, stop):
        while not self.ended.wait(0.001):
            if stop is not None and stop.is_set():
                return False
        return True

    def let_finish(self):
        return True

    def set_ready(self):
        self.ready.set()
        self.ended.set()


def by_reference(limits):
    return pw.algorithms.deepening(GAME, **vars(limits))


def natively(limits):
    asked.append(limits)
    result = pw.algorithms.alphabeta(GAME, depth=2)
    return replace(result, engine="native", depth=99)


asked = []


class Answers:
    """A backend that answers as a function does."""

    def __init__(self, search):
        self.search = search


def search_meanwhile(prepared, limits, reference, later):
    return ReferenceThenNative(Answers(reference), Answers(later), prepared, Fallback(GAME)).search(limits)


@pytest.fixture
def prepared():
    asked.clear()
    made = Prepared()
    yield made
    made.set_ready()


def flag_after(seconds):
    """Return a flag that is set so many seconds from now."""
    stop = threading.Event()
    threading.Timer(seconds, stop.set).start()
    return stop


def test_where_time_is_up_first_the_reference_answers(prepared):
    limits = Limits(time=0.02)
    result = answer_within(0.1, lambda: search_meanwhile(prepared, limits, by_reference, natively))
    assert (result.engine, result.stopped_by) == ("reference", "time")
    assert result.best is not None
    assert not asked


def test_where_the_flag_is_set_first_the_reference_answers(prepared):
    def search():
        return search_meanwhile(prepared, Limits(stop=flag_after(0.02)), by_reference, natively)

    result = answer_within(0.2, search)
    assert (result.engine, result.stopped_by) == ("reference", "interrupt")
    assert not asked


def test_as_soon_as_it_is_ready_the_engine_searches_for_the_time_left(prepared):
    threading.Timer(0.05, prepared.set_ready).start()
    result = search_meanwhile(prepared, Limits(time=5.0), by_reference, natively)
    assert result.engine == "native"
    waited = 5.0 - asked[0].time
    assert 0 < waited <= result.time_s < 5.0


def test_an_answer_that_is_complete_before_is_not_waited_with(prepared):
    result = search_meanwhile(prepared, Limits(depth=1, time=5.0), by_reference, natively)
    assert (result.engine, result.depth) == ("reference", 1)
    assert not asked


def test_what_looked_deeper_is_the_answer(prepared):
    def shallow(limits):
        return replace(natively(limits), depth=0, proved=False, stopped_by="time")

    threading.Timer(0.05, prepared.set_ready).start()
    result = search_meanwhile(prepared, Limits(time=2.0), by_reference, shallow)
    assert (result.engine, result.stopped_by) == ("reference", "time")
    assert result.depth >= 1


def test_search_says_that_the_reference_answered(prepared, monkeypatch, capsys):
    monkeypatch.setattr(searching, "_preparation", lambda *words: prepared)
    monkeypatch.setattr(fallback, "_reported", [])
    result = pw.search(GAME, time=0.05)
    assert (result.engine, result.fallback) == ("reference", fallback.FINISHING)
    assert capsys.readouterr().err == f"connect4 is searched by the reference engine: {fallback.FINISHING}\n"
    pw.search(GAME, time=0.05)
    assert capsys.readouterr().err == ""


def test_native_waits_but_not_longer_than_the_flag(prepared, monkeypatch):
    monkeypatch.setattr(searching, "_preparation", lambda *words: prepared)
    result = answer_within(0.3, lambda: pw.search(GAME, stop=flag_after(0.05), engine="native"))
    assert (result.engine, result.stopped_by, result.value) == ("native", "interrupt", None)
    assert result.best in list(GAME.actions(GAME.initial()))


# Compiling takes longer than the four seconds, on any machine of today.
COLD = """
import os, sys, threading, time
import plywise as pw
game = pw.make("mnk", m=3, n=3, k=3)
pw.make("tictactoe")
import plywise.engines.native.preparation
began = time.perf_counter()
found = pw.search(game, time=0.3)
print(found.engine, time.perf_counter() - began < 4.0)
stop = threading.Event()
threading.Timer(0.3, stop.set).start()
began = time.perf_counter()
found = pw.search(game, stop=stop, algorithm="pvs")
print(found.engine, time.perf_counter() - began < 4.0)
began = time.perf_counter()
threading.Timer(0.3, os.kill, (os.getpid(), 2)).start()
try:
    pw.search(pw.make("cube"), depth=3)
except KeyboardInterrupt:
    print(time.perf_counter() - began < 4.0)
print(pw.search(game, depth=3, algorithm="pvs").engine)
print(pw.search(game, time=0.3).engine)
"""


@pytest.mark.slow
def test_with_an_empty_cache_time_and_flags_and_ctrl_c_hold(tmp_path):
    environment = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, timeout=300)
    assert done.stdout.splitlines()[:3] == ["reference True", "reference True", "True"], done.stderr
    assert done.stdout.splitlines()[3:] == ["native", "native"]
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_command_with_too_little_time_lets_the_next_one_have_the_engine(tmp_path):
    """From an empty cache, again and again: the first one's compiler goes on when it ends."""
    environment = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}

    def search():
        words = ["search", "connect4:width=5,height=4", "--time", "0.1", "--json"]
        command = [sys.executable, "-m", "plywise", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)

    first = search()
    assert json.loads(first.stdout)["engine"] == "reference"
    assert fallback.FINISHING in first.stderr
    until = time.monotonic() + 60
    while json.loads(search().stdout)["engine"] != "native":
        assert time.monotonic() < until
        time.sleep(0.5)
