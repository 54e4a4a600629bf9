"""plywise learn from outside, and --learned wherever a game is searched: files, exit codes and one clear line."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.arena.scores import Tally
from plywise.cli.commands.learn import describe
from plywise.engines.learned.file import Learned, read_learned
from plywise.engines.learned.rules_hash import hash_rules
from tests.helpers.learned_models import inputs_of, random_model
from tests.helpers.program import PROGRAM

ROOT = Path(__file__).parents[3]
FAST = ("hex:size=3", "--games", "40", "--workers", "1")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.fixture(scope="module")
def data():
    """An evaluation of Hex, with weights drawn by lot."""
    game = pw.make("hex:size=3")
    model = random_model(inputs_of(game)[0], 1, tables=8, limit=300)
    story = {"seed": 0, "games": 40, "generations": [], "symmetries": 4, "board": None}
    return Learned("hex:size=3", hash_rules(game), model, story).to_bytes()


@pytest.fixture
def evaluation(data, tmp_path):
    (tmp_path / "hex.eval").write_bytes(data)
    return "hex.eval"


@pytest.fixture(autouse=True)
def record(tmp_path):
    game = pw.make("hex:size=3")
    state, moves = game.initial(), []
    for number in (0, 3, 2, 2):
        action = list(game.actions(state))[number]
        moves.append(game.format_action(state, action))
        state = game.result(state, action)
    start = game.format_state(game.initial())
    said = {"plywise": "game record", "game": "hex:size=3", "start": start, "moves": moves}
    (tmp_path / "game.json").write_text(json.dumps(said))


# --- learning ---------------------------------------------------------------------------------------------------------


def test_it_writes_a_file_and_says_so(plywise, tmp_path):
    code, out, err = plywise("learn", *FAST, "--out", "found.eval")
    assert code in (0, 1), err
    assert "generation 0 (cells)" in err
    assert "left" not in err, "after the last game there is no estimate"
    assert "models accepted" in out or code == 1
    assert (tmp_path / "found.eval").exists() == (code == 0)
    assert "found.eval" in out.splitlines()[-1] or "found.eval" in out.splitlines()[-2]
    if code == 0:
        read_learned("found.eval").check_game(pw.make("hex:size=3"))


def run(*words):
    return subprocess.run([PROGRAM, "learn", *words], capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_any_number_of_workers_writes_the_same_file(tmp_path):
    for workers in ("1", "2"):
        done = run("hex:size=3", "--games", "100", "--workers", workers, "--out", f"{workers}.eval")
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "1.eval").read_bytes() == (tmp_path / "2.eval").read_bytes()


@pytest.mark.slow
def test_killed_and_resumed_it_writes_the_same_file(tmp_path):
    given = ("hex:size=3", "--games", "100", "--workers", "2")
    assert run(*given, "--out", "whole.eval").returncode == 0
    resume = []
    for seconds in (1.5, 3.0, 4.0):
        process = subprocess.Popen(
            [PROGRAM, "learn", *given, "--journal", "kept", "--out", "cut.eval", *resume],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(seconds)
        process.kill()
        process.wait()
        resume = ["--resume"] if (tmp_path / "kept").exists() else []
    assert run(*given, "--journal", "kept", "--out", "cut.eval", *resume).returncode == 0
    assert (tmp_path / "cut.eval").read_bytes() == (tmp_path / "whole.eval").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.0, 2.5, 4.0])
def test_ctrl_c_ends_it_soon_and_says_how_to_go_on(seconds):
    words = [PROGRAM, "learn", "hex:size=4", "--hours", "1", "--workers", "2", "--journal", "kept", "--out", "x.eval"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert subprocess.run(["pgrep", "-s", str(process.pid)], capture_output=True).returncode == 1, "a child lives on"


# --- what cannot be learned -------------------------------------------------------------------------------------------

BASE = """
import plywise as pw

class Base(pw.Game):
    def initial(self):
        return (0, 0, 1)

    def player(self, state):
        return state[2]

    def actions(self, state):
        return (0, 1, 2)

    def result(self, state, action):
        return (state[0] * 3 + action, state[1] + 1, -state[2])

    def terminal(self, state):
        return state[1] >= 8

    def utility(self, state):
        return 1 if state[0] % 2 else -1
"""
RULES = {
    "no variety": ("def actions(self, state):\n        return (1,)", "different positions"),
    "no end": (
        "def terminal(self, state):\n        return False\n\n"
        "    def result(self, state, action):\n        return (state[0], 0, -state[2])",
        "no random game ended",
    ),
    "over at once": ("def terminal(self, state):\n        return True", "the game is over at its initial position"),
    "cells that fail": ('def cells(self, state):\n        raise RuntimeError("no cells")', "RuntimeError: no cells"),
    "not compiled": ('def utility(self, state):\n        return eval("1")', "cannot be compiled"),
    "a rule that fails": ("def utility(self, state):\n        return 1 // (state[0] % 2)", "ZeroDivisionError"),
    "a file that is not there": ('learned = "none.eval"', ""),
}  # fmt: skip


@pytest.mark.fast_with("no end")
@pytest.mark.parametrize("name", RULES)
def test_what_cannot_be_learned_is_one_line(plywise, tmp_path, name):
    rule, said = RULES[name]
    (tmp_path / "bad.py").write_text(f"{BASE}\nclass Bad(Base):\n    {rule}\n")
    code, _, err = plywise("learn", "bad.py:Bad", "--games", "20", "--workers", "1", "--out", "bad.eval")
    if name == "a file that is not there":  # which learning does not need
        assert code in (0, 1), err
        return
    assert code == 2
    assert len(err.splitlines()) == 1
    assert said in err
    assert not (tmp_path / "bad.eval").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "GAME"),
        (["hex:size=3"], "--out FILE"),
        (["hex:size=3", "--hours", "0", "--out", "x.eval"], "hours must be"),
        (["hex:size=3", "--hours", "-1", "--out", "x.eval"], "hours must be"),
        (["hex:size=3", "--hours", "nan", "--out", "x.eval"], "hours must be"),
        (["hex:size=3", "--hours", "inf", "--out", "x.eval"], "hours must be"),
        (["hex:size=3", "--hours", "20000", "--out", "x.eval"], "at most 10,000, not 20000"),
        (["hex:size=3", "--games", "0", "--out", "x.eval"], "games must be"),
        (["hex:size=3", "--games", "-3", "--out", "x.eval"], "games must be"),
        (["hex:size=3", "--games", "9", "--out", "no/such/x.eval"], "its folder does not exist"),
        (["hex:size=3", "--games", "9", "--out", "."], "it is a folder"),
        (["hex:size=3", "--games", "9", "--resume", "--out", "x.eval"], "--journal"),
        (["hex:size=3", "--games", "9", "--workers", "-1", "--out", "x.eval"], "workers"),
        (["ludo", "--games", "9", "--out", "x.eval"], "no game 'ludo'"),
        (["--show", "none.eval"], "cannot read none.eval"),
    ],
)
def test_what_cannot_be_asked_is_one_line(plywise, words, said):
    code, _, err = plywise("learn", *words)
    assert code == 2
    assert len(err.splitlines()) == 1
    assert said in err


def test_the_evaluation_of_another_game_is_not_replaced(plywise, evaluation, tmp_path):
    before = (tmp_path / evaluation).read_bytes()
    code, out, err = plywise("learn", "hex:size=4", "--games", "9", "--workers", "1", "--out", evaluation)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "hex.eval contains an evaluation learned for hex:size=3, not for hex:size=4" in err
    assert (tmp_path / evaluation).read_bytes() == before


def test_drawn_tests_are_reported(tmp_path):
    generation = SimpleNamespace(tally=Tally(0, 80, 0), taken=False)
    said = describe(pw.make("hex:size=3"), None, [generation], tmp_path / "x.eval", 1.0)
    assert said.endswith("was not written. All test games were drawn.")


@pytest.mark.slow
def test_a_journal_with_damaged_answers_is_one_line(tmp_path):
    given = ("hex:size=3", "--games", "40", "--workers", "1", "--journal", "kept", "--out", "x.eval")
    run(*given)
    for kind in ("fit", "play", "random"):
        with sqlite3.connect(tmp_path / "kept") as journal:
            rows = journal.execute("SELECT key, answer FROM jobs WHERE key LIKE ?", (f'["{kind}"%',)).fetchall()
            for key, answer in rows:
                damaged = answer[:30] + "BBBBBBBB" + answer[38:]
                journal.execute("UPDATE jobs SET answer = ? WHERE key = ?", (damaged, key))
        journal.close()
        done = run(*given, "--resume")
        assert rows
        assert done.returncode == 2
        assert "is damaged" in done.stderr.splitlines()[-1], done.stderr


@pytest.mark.slow
def test_ctrl_c_writes_the_best_evaluation_so_far(tmp_path):
    words = [PROGRAM, "learn", "hex:size=4", "--hours", "1", "--workers", "1", "--journal", "kept", "--out", "x.eval"]
    lines = []
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            lines.append(line)
            if ": accepted" in line:
                process.send_signal(signal.SIGINT)
        out = process.stdout.read()
    assert process.returncode == 130, lines
    assert any("repeat the command with --journal kept --resume" in line for line in lines)
    assert "written to x.eval" in out
    read_learned("x.eval").check_game(pw.make("hex:size=4"))


@pytest.mark.slow
def test_a_disk_that_is_full_is_one_line_and_the_journal_keeps_what_was_learned(tmp_path):
    given = ("hex:size=3", "--games", "100", "--workers", "1", "--journal", "kept")
    done = run(*given, "--out", "/dev/full")
    assert done.returncode == 2
    assert "No space left" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    began = time.perf_counter()
    assert run(*given, "--resume", "--out", "again.eval").returncode == 0
    assert time.perf_counter() - began < 60


# --- what was learned -------------------------------------------------------------------------------------------------


def test_show_says_what_is_in_a_file(plywise, evaluation):
    code, out, _ = plywise("learn", "--show", evaluation)
    assert code == 0
    assert "hex:size=3" in out.splitlines()[0]
    code, out, _ = plywise("learn", "--show", evaluation, "--json")
    assert json.loads(out)["games"] == 40


@pytest.mark.parametrize(
    "story",
    [
        {"games": "x"},
        {"generations": [3]},
        {"generations": 3},
        {"board": []},
        {"board": {"cells": [9, 2], "places": []}},
    ],
)
@pytest.mark.parametrize("json_too", [[], ["--json"]])
def test_a_story_that_makes_no_sense_is_one_line(plywise, data, tmp_path, story, json_too):
    (tmp_path / "odd.eval").write_bytes(data)
    found = read_learned("odd.eval")
    (tmp_path / "odd.eval").write_bytes(Learned(found.game, found.rules, found.model, story).to_bytes())
    code, out, err = plywise("learn", "--show", "odd.eval", *json_too)
    assert code == 0 or (code, out, len(err.splitlines())) == (2, "", 1)


COMMANDS = {
    "search": ["search", "hex:size=3", "--nodes", "300", "--learned"],
    "play": ["play", "hex:size=3", "--max", "engine:nodes=50", "--min", "engine:nodes=50", "--learned"],
    "puzzles": ["puzzles", "hex:size=3", "--number", "1", "--learned"],
    "uci": ["uci", "hex:size=3", "--learned"],
    "match": ["match", "hex:size=3", "random", "--games", "2", "engine:nodes=50,learned="],
    "review": ["review", "game.json", "hex:size=3", "--nodes", "50", "--learned"],
    "text": ["search", "--nodes", "300", "hex:size=3,learned="],
}


@pytest.mark.slow_with("puzzles", "match")
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_evaluates_by_it(plywise, evaluation, name):
    *words, last = COMMANDS[name]
    given = [*words, last, evaluation] if last.startswith("--") else [*words, f"{last}{evaluation}"]
    code, out, err = plywise(*given, stdin="quit\n")
    assert (code, err) == (0, ""), out


def test_nothing_learned_is_called_proved(plywise, evaluation):
    for words in (["--nodes", "300"], ["--depth", "9"]):
        code, out, _ = plywise("search", "hex:size=3", *words, "--learned", evaluation, "--json")
        assert (code, json.loads(out)["proved"]) == (0, False)


def test_learned_without_a_game_is_refused(plywise, evaluation):
    code, _, err = plywise("review", "game.json", "--learned", evaluation)
    assert code == 2
    assert "--learned FILE needs a GAME" in err


@pytest.mark.parametrize("why", ["missing", "foreign", "damaged"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_refuses_another_file_in_one_line(plywise, data, tmp_path, name, why):
    if why != "missing":
        (tmp_path / "hex.eval").write_bytes(data[:-5] if why == "damaged" else data)
    *words, last = [word.replace("size=3", "size=4") if why == "foreign" else word for word in COMMANDS[name]]
    code, _, err = plywise(
        *words, *([last, "hex.eval"] if last.startswith("--") else [f"{last}hex.eval"]), stdin="quit\n"
    )
    assert code == 2
    assert len(err.splitlines()) == 1
    assert {"missing": "cannot read", "foreign": "whose rules are not", "damaged": "damaged"}[why] in err


def test_serve_refuses_it_before_it_begins(plywise, data, tmp_path):
    (tmp_path / "own.py").write_text(f"{BASE}\nclass Own(Base):\n    pass\n")
    (tmp_path / "hex.eval").write_bytes(data)
    code, _, err = plywise("serve", "own.py:Own", "--learned", "hex.eval")
    assert code == 2
    assert "whose rules are not" in err
    code, _, err = plywise("serve", "--learned", "hex.eval")
    assert code == 2
    assert "name one" in err
    (tmp_path / "own.py").write_text(f'{BASE}\nclass Own(Base):\n    learned = "none.eval"\n')
    code, out, err = plywise("serve", "own.py:Own", "--no-browser")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "none.eval: No such file" in err


@pytest.mark.slow  # a worker compiles the game, and plays thousands of games
def test_an_adopted_game_is_learned_by_a_worker(tmp_path):
    game, out = ROOT / "examples/adopted/three_pawns.py", tmp_path / "three.eval"
    words = ["learn", str(game), "--games", "50", "--workers", "1", "--out", str(out)]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300)
    assert "generation 1" in done.stderr, done.stderr
    assert done.returncode == (0 if out.exists() else 1)
