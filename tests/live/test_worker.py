"""A worker's job: what is told of it while it is done."""

import threading
from types import SimpleNamespace

import pytest

from plywise.engines.announcing import compiling_announced
from plywise.live import worker
from plywise.live.warm_games import WarmGames

ASKED = {"game": "tictactoe", "start": "X...O....", "moves": [], "move": None, "owner": "one"}


def whats(task, monkeypatch):
    """Return what a job tells that it does, one thing after another, each once."""
    told = []
    monkeypatch.setattr(worker, "frame", lambda message: message)
    line = SimpleNamespace(sendall=told.append)
    answer, reason = worker._do(line, WarmGames(), 1, threading.Event(), task, ASKED)
    assert answer is not None, reason
    found = [news["what"] for _, _, news in told if news["event"] == "thinking"]
    return [what for place, what in enumerate(found) if found[:place][-1:] != [what]]


def test_compiling_is_told_apart_from_what_is_done_besides(monkeypatch):
    def do(work):
        work.say("reviewing", done=1, of=2)
        with compiling_announced():
            aside = threading.Thread(target=in_another_thread)
            aside.start()
            aside.join()
        return {}

    def in_another_thread():
        with compiling_announced():  # while this one searches
            pass

    monkeypatch.setitem(worker.TASKS, "hint", do)
    assert whats("hint", monkeypatch) == ["reviewing", "compiling", "reviewing"]


@pytest.mark.parametrize("task", ["hint", "why", "threats"])
def test_an_explanation_is_no_compiling(monkeypatch, task):
    assert whats(task, monkeypatch) == ["searching"]
