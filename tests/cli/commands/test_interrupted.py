"""Ctrl-C at any moment of a command that searches again and again: the whole output, or none and exit code 130."""

import re

import pytest

from plywise.engines.reference.run import SearchRun
from plywise.games.tictactoe import TicTacToe
from plywise.solvers.bounds import PlainBounding
from plywise.trees.tree import Tree
from tests.helpers.interrupts import Presser
from tests.helpers.paths import EXAMPLES

KEY, CLASS = EXAMPLES / "exercises/key.json", EXAMPLES / "exercises/class.csv"
SEARCHES = (
    (SearchRun, "enter"),
    (SearchRun, "result"),
    (PlainBounding, "_search"),
    (PlainBounding, "_enter"),
    (Tree, "result"),
    (TicTacToe, "result"),
    (TicTacToe, "terminal"),
)
"""What is called at least once in every search, and once a node."""
COMMANDS = {
    "grade": ("grade", KEY, CLASS),
    "grade --out": ("grade", KEY, CLASS, "--out", "marks.csv"),
    "exercise": ("exercise", "--kind", "all", "--seed", "4"),
    "exercise of a game": ("exercise", "--kind", "count,ordering", "--game", "tictactoe", "--position", "XOXXO.O.."),
    "exercise in files": (
        "exercise",
        "--kind",
        "error,windows",
        "--same-tree",
        "--key",
        "key.json",
        "--html",
        "a.html",
    ),
    "quiz": ("quiz", "--seed", "3", "--count", "60", "--answers"),
    "quiz as a page": ("quiz", "--seed", "5", "--topic", "trees", "--count", "20", "--html", "quiz.html"),
    "explain": ("explain", "tictactoe", "--position", ".XOOX.X.O", "--move", "0", "--engine", "reference"),
    "explain by estimates": ("explain", "tictactoe", "--moves", "0 1", "--depth", "2", "--engine", "reference"),
    "compare": ("compare", "--tree", "3 5 6 9 1 2 0 -1", "--algorithms", "minimax,alphabeta,pvs,sss", "--json"),
    "compare a game": (
        "compare",
        "tictactoe",
        "--position",
        "XO.XO....",
        "--engine",
        "reference",
        "--depths",
        "2-3",
        "--json",
    ),
    "solve": ("solve", "tictactoe", "--position", "XOXXO.O..", "--engine", "reference", "--all-moves"),
    "count": ("count", "tictactoe", "--moves", "0 1 2 3 4", "--plies", "3", "--divide"),
    "play": ("play", "tictactoe", "--max", "random:seed=1", "--min", "random:seed=2"),
    "tree": ("tree", "3 5 6 9 1 2 0 -1", "--svg", "tree.svg"),
}
ONE_BY_ONE = ("compare", "play")
"""What prints each row, or move, as soon as it is there."""
LEAVING = "\nYou left the game"
"""How what is said to a player who leaves begins."""
TIMES = re.compile(r'\d+\.\d+ s|"(time|compile)_s": [-.e\d]+')


@pytest.fixture
def run(plywise, monkeypatch, tmp_path):
    """Run a command in an empty folder: words -> (exit code, stdout, the files written)."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code, out, _ = plywise(*words)
        files = {file.name: file.read_text() for file in tmp_path.iterdir()}
        for file in tmp_path.iterdir():
            file.unlink()
        return code, TIMES.sub("T", out), files

    return call


def check(run, presser, words, calls):
    """Press Ctrl-C at each of these calls, or with `calls` as a number at so many of them, spread evenly."""
    presser.press_at(None)
    whole = run(*words)
    assert whole[0] in (0, 1)
    every = presser.calls
    assert every > 3
    for call in range(1, every + 1) if calls is None else {1, every, *range(2, every, max(1, every // calls))}:
        presser.press_at(call)
        got = run(*words)
        if got[0] == 130:
            assert got[2] == {}, call
            shown, _, _ = got[1].partition(LEAVING)
            assert shown == "" or (words[0] in ONE_BY_ONE and whole[1].startswith(shown)), call
        else:
            assert got == whole, call


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_ctrl_c_leaves_the_whole_output_or_none(run, monkeypatch, words):
    check(run, Presser(monkeypatch, *SEARCHES), words, 10)


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_ctrl_c_at_every_call_leaves_the_whole_output_or_none(run, monkeypatch, words):
    check(run, Presser(monkeypatch, *SEARCHES), words, None)
