"""Machine code from the cache runs without the compiler, in no process but one that it was made for."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.engines.kernel.textbook import run_textbook
from plywise.engines.native.compile import machine_code, sources
from plywise.engines.native.engines import engine_of

SEARCH = """
import sys
from time import time
import plywise as pw
sys.path.insert(0, sys.argv[1])
game = pw.make(sys.argv[2])
found = pw.search(game, engine="native", depth=3)
print(found.value, found.nodes, "plywise.compiler.translation.program" in sys.modules)
"""
WRITTEN = """
from typing import NamedTuple

import plywise as pw


class State(NamedTuple):
    board: tuple[str, ...]
    side: int


class Lines(pw.Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return State(("-",) * 5, 1)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [place for place, cell in enumerate(state.board) if cell == "-"]

    def result(self, state, action):
        cell = "X" if state.side == 1 else "O"
        return State(state.board[:action] + (cell,) + state.board[action + 1 :], -state.side)

    def terminal(self, state):
        return "XX" in "".join(state.board) or "-" not in state.board

    def utility(self, state):
        return 1 if "XX" in "".join(state.board) else -1
"""


BATCH = """
import sys
from plywise import Solver, make
game = make("connect4", width=4, height=4)
states = [game.result(game.initial(), column) for column in game.actions(game.initial())] * 3
found = len(list(Solver(game).solutions(states))), len(list(Solver(game).values(states)))
print(*found, "plywise.compiler.translation.program" in sys.modules)
"""


@pytest.mark.slow
def test_a_batch_is_solved_from_the_cache_without_the_compiler(tmp_path):
    environment = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path / "cache")}
    words = [sys.executable, "-c", BATCH]
    said = [
        subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert said == ["12 12 True\n", "12 12 False\n"]


@pytest.mark.slow_with("tictactoe")  # of Plywise's own games: tests/engines/native/selective/test_session.py
@pytest.mark.parametrize("game", ["tictactoe", "lines.py:Lines"])
def test_a_game_in_the_cache_is_searched_without_the_compiler(tmp_path, game):
    (tmp_path / "lines.py").write_text(WRITTEN)
    words = [sys.executable, "-c", SEARCH, str(tmp_path), game]
    environment = {**os.environ, "PLYWISE_CACHE_DIR": str(tmp_path / "cache")}
    said = [
        subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert said[0][:2] == said[1][:2]
    assert [each[2] for each in said] == ["True", "False"]


def test_each_machine_and_config_has_a_file_of_its_own(monkeypatch):
    engine = engine_of(pw.make("tictactoe"))
    files = {engine.file(run_textbook, config) for config in (None, engine.config(False, False))}
    monkeypatch.setattr("plywise.engines.native.compile.engine.made_for", lambda: "another")
    files.add(engine.file(run_textbook, None))
    assert len(files) == 3


def test_what_is_no_function_of_the_object_is_not_loaded():
    engine = engine_of(pw.make("tictactoe"))
    engine.entry(run_textbook)
    head, _, code = engine.folder.read(engine.file(run_textbook, None)).partition(b"\n")
    assert machine_code.load(machine_code.packed(json.loads(head)["symbol"], code))
    for body in (machine_code.packed("another", code), machine_code.packed("it", b"MZ" + code[2:]), head, b"[]\n"):
        with pytest.raises(machine_code.Unloadable):
            machine_code.load(body)


# --- the stamp of the sources ----------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a folder of files that are all that the stamp is made of."""
    for name in ("plywise/inner/rules.py", "llvmlite/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(sources, "PLYWISE", tmp_path / "plywise")
    monkeypatch.setattr(sources, "OTHERS", {"llvmlite": ("__init__.py",)})
    monkeypatch.setattr(sources, "find_spec", lambda name: SimpleNamespace(origin=str(tmp_path / name / "__init__.py")))
    return tmp_path


LATER = 4e9  # seconds since the epoch


@pytest.mark.parametrize("name", ["plywise/inner/rules.py", "llvmlite/__init__.py", "plywise/new.py"])
def test_a_file_that_is_written_again_or_new_changes_the_stamp(place, name):
    before = sources.stamp(LATER)
    assert before == sources.stamp(LATER)
    (place / name).unlink(missing_ok=True)
    (place / name).write_text("2")
    assert sources.stamp(LATER) != before


def test_a_file_that_is_gone_changes_it_or_leaves_none(place):
    before = sources.stamp(LATER)
    (place / "plywise" / "inner" / "rules.py").unlink()
    assert sources.stamp(LATER) not in (before, None)
    (place / "llvmlite" / "__init__.py").unlink()
    assert sources.stamp(LATER) is None


def test_times_put_back_do_not_hide_a_change(place):
    file = place / "plywise" / "inner" / "rules.py"
    seen, before = file.stat(), sources.stamp(LATER)
    file.write_text("2")
    os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (seen.st_size, seen.st_mtime_ns)
    assert sources.stamp(LATER) != before


def test_sources_written_just_before_they_were_imported_have_none(place):
    written = (place / "plywise" / "inner" / "rules.py").stat().st_ctime
    assert sources.stamp(written + 1) is None
    assert sources.stamp(written - 1) is None
    assert sources.stamp(written + 10) is not None
