"""solve --batch by workers: the same answers in the same order as by this process, whatever happens meanwhile."""

import json
import os
import random
import re
import signal
import subprocess
import time

import pytest

import plywise as pw
from tests.fleet.test_kills import child_workers
from tests.helpers.program import PROGRAM

SMALL = "tictactoe"


@pytest.fixture
def batch_file(tmp_path):
    return write_batch(tmp_path / "batch.txt", SMALL, 40)


def write_batch(file, name, number, plies=4):
    game, source, lines = pw.make(name), random.Random(4), []
    for _ in range(number):
        state, moves = game.initial(), []
        while not game.terminal(state) and len(moves) < source.randint(3, plies):
            action = source.choice(list(game.actions(state)))
            moves.append(game.format_action(state, action))
            state = game.result(state, action)
        lines.append(" ".join(moves))
    file.write_text("\n".join(lines) + "\n")
    return file


def unmeasured(text):
    return re.sub(r'"nodes": \d+, "time_s": [-0-9.e]+, "compile_s": [-0-9.e]+', "", text)


@pytest.mark.slow_with("values")
@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="whole"),
        pytest.param(("--values",), id="values"),
        pytest.param(("--all-moves", "--distance", "no"), marks=pytest.mark.slow, id="all"),
    ],
)
def test_workers_answer_as_one_process_does(plywise, batch_file, options):
    words = ("solve", SMALL, "--batch", batch_file, *options)
    code, alone, err = plywise(*words)
    assert (code, err) == (0, "")
    code, spread, err = plywise(*words, "--workers", 2)
    assert (code, err) == (0, "")
    assert unmeasured(spread) == unmeasured(alone)
    assert spread.count("\n") == 40


@pytest.mark.slow
def test_a_proof_does_not_depend_on_the_number_of_workers(plywise, tmp_path):
    batch = tmp_path / "batch.txt"
    batch.write_text("\n4\n4 0\n4 0 8\n0 1 4\n0 4 8 1\n2 4 6 5\n1 0 7 8\n")
    words = ("solve", "tictactoe", "--batch", batch, "--method", "proof", "--distance", "no")
    found = [
        re.sub(r'"time_s": [-0-9.e]+, "compile_s": [-0-9.e]+', "", plywise(*words, "--workers", each)[1])
        for each in (1, 2)
    ]
    assert found[0] == found[1] != ""


def test_a_journal_and_a_file_of_answers_are_gone_on_with(plywise, batch_file, tmp_path):
    out, journal = tmp_path / "out.jsonl", tmp_path / "solved.journal"
    words = ("solve", SMALL, "--batch", batch_file)
    whole = plywise(*words)[1]
    kept = ("--workers", 1, "--journal", journal, "--out", out)
    assert plywise(*words, *kept) == (0, "", "")
    assert unmeasured(out.read_text()) == unmeasured(whole)
    code, _, err = plywise(*words, *kept)
    assert (code, err) == (2, f"plywise: file {out} exists already: --resume continues it\n")
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:17]) + lines[17][:30])
    assert plywise(*words, *kept, "--resume") == (0, "", "")
    assert out.read_text() == "".join(lines)  # the seconds too: they come from the journal
    code, printed, err = plywise(*words, "--journal", journal, "--resume")
    assert (code, printed, err) == (0, "".join(lines), "")
    found = json.loads(plywise("fleet", journal, "--json")[1])
    assert found["jobs"] == {"to do": 0, "running": 0, "done": 40, "failed": 0}
    assert [cost["jobs"] for cost in found["costs"]] == [40]


def test_a_journal_of_another_question_is_refused(plywise, batch_file, tmp_path):
    journal = tmp_path / "solved.journal"
    kept = ("--engine", "reference", "--batch", batch_file, "--journal", journal, "--resume")
    words = ("--engine", "reference", "--batch", "-", "--journal", journal)
    assert plywise("solve", "nim", *words, stdin="")[0] == 0
    code, _, err = plywise("solve", SMALL, *kept)
    assert (code, err.count("\n")) == (2, 1)
    assert f"journal {journal} is of another task: game is nim there, and {SMALL} here" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--workers", "0"), "not 0"),
        (("--workers", "1000000"), "1 to 1,000, not 1000000"),
        (("--on", "mars"), "'mars'"),
        (("--workers", "2", "--method", "retrograde"), "retrograde"),
        (("--workers", "2", "--threads", "0"), "threads"),
        (("--journal", "no/such/folder/j"), "its folder does not exist"),
        (("--journal", "."), "a folder"),
        (("--workers", "2", "--resume"), "--journal"),
    ],
)
def test_what_cannot_be_is_one_line(plywise, batch_file, options, said):
    code, out, err = plywise("solve", SMALL, "--batch", batch_file, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_workers_go_with_a_batch(plywise):
    for options in (("--workers", "2"), ("--journal", "x"), ("--on", "ray")):
        code, out, err = plywise("solve", SMALL, *options)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_users_game_is_solved_by_workers_and_its_error_names_the_line(plywise, tmp_path):
    rules = """
import plywise as pw

class Mine(pw.Game):
    max_plies = 9
    def initial(self): return 7
    def player(self, state): return pw.MAX if state % 2 else pw.MIN
    def actions(self, state): return [n for n in (1, 2) if n <= state]
    def result(self, state, action): return state - action
    def terminal(self, state): return state == 0
    def utility(self, state): return 1
"""
    file = tmp_path / "mine.py"
    file.write_text(rules)
    words = ("solve", f"{file}:Mine", "--engine", "reference", "--batch", "-", "--workers", 1, "--values")
    code, out, err = plywise(*words, stdin="7\n4\n1\n")
    assert (code, out.count("\n"), err) == (0, 3, "")
    file.write_text(rules.replace("return 1\n", "return 1 // (state - state)\n"))
    code, out, err = plywise(*words, stdin="7\n")
    assert (code, out) == (2, "")
    assert err == f"plywise: {file}:11: ZeroDivisionError: integer division or modulo by zero\n"


@pytest.mark.slow
def test_ctrl_c_at_any_moment_and_go_on(tmp_path):
    game = "connect4:width=5,height=5"
    file = write_batch(tmp_path / "batch.txt", game, 300, 12)
    words = [PROGRAM, "solve", game, "--batch", file, "--all-moves"]
    whole = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    words += ["--workers", "2", "--journal", tmp_path / "j", "--out", tmp_path / "out", "--resume"]
    source, codes = random.Random(3), []
    while not codes or codes[-1]:
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        if len(codes) < 20:
            time.sleep(source.uniform(0.3, 2.5))  # before that, Python itself is still starting
            for worker in child_workers(process.pid) if source.random() < 0.3 else []:
                os.kill(worker, signal.SIGKILL)
            process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=200)[1]
        codes.append(process.returncode)
        assert process.returncode in (0, 130), err
        assert err.count("interrupted\n") == (process.returncode == 130), err
        assert "Traceback" not in err
    assert len(codes) > 3
    assert unmeasured((tmp_path / "out").read_text()) == unmeasured(whole)
