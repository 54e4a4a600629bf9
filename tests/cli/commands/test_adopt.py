"""plywise adopt, from outside: what it prints and writes, its exit codes, files that are no game, other commands."""

import json

import pytest

from plywise.games.adopt import adoption, reading
from tests.helpers.paths import ROOT
from tests.helpers.people import FOLDER

NIM = """
def new_game():
    return [2, 3]

def moves(heaps):
    return [(i, n) for i in range(2) for n in range(1, heaps[i] + 1)]

def minimax(heaps, depth, maximizing):
    if sum(heaps) == 0:
        return -1 if maximizing else 1
    if depth == 0:
        return 0
    if maximizing:
        best = -9
        for i, n in moves(heaps):
            heaps[i] -= n
            best = max(best, minimax(heaps, depth - 1, False))
            heaps[i] += n
        return best
    best = 9
    for i, n in moves(heaps):
        heaps[i] -= n
        best = min(best, minimax(heaps, depth - 1, True))
        heaps[i] += n
    return best
"""

PILE = """
class Pile:
    def __init__(self):
        self.left, self.turn = 7, 0

    def legal_moves(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def push(self, n):
        self.left -= n
        self.turn = 1 - self.turn

    def is_over(self):
        return self.left == 0

    def winner(self):
        return 1 - self.turn if self.left == 0 else None
"""


@pytest.fixture
def write(tmp_path):
    """Write a file: its text, its name -> its path as a text."""

    def to(text, name="mine.py"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return to


# --- what it says ---


def test_it_says_what_is_what_and_how_to_go_on(plywise, write):
    path = write(NIM)
    code, out, err = plywise("adopt", path)
    assert (code, err) == (0, "")
    assert "the search minimax (line 8)" in out
    assert "MAX (True) moves first" in out
    assert "lines of 1 to 4 plies: 5 " in out
    assert "compiles: yes" in out
    assert "game = pw.wrap(mine, search='minimax')" in out
    assert out.endswith(f"plywise play {path}\n")


def test_the_answer_in_json_has_the_keys_that_are_promised(answer, write):
    path = write(NIM)
    found = answer("adopt", path)
    assert {"game", "roles", "faults", "compiles", "perft"} <= set(found)
    assert (found["game"], found["faults"], found["compiles"]) == (path, [], True)
    assert found["perft"][0] == 5
    assert found["roles"]["moves"] == "moves(heaps)"


def test_functions_are_found_by_their_names_where_there_is_no_search(answer, write):
    found = answer("adopt", write(PILE))
    assert found["roles"] == {
        "moves": "legal_moves", "play": "push", "player": "turn", "over": "is_over", "score": "winner",
    }  # fmt: skip


def test_a_mistake_is_exit_code_1_and_a_line(answer, plywise):
    path = str(FOLDER / "konane_rows.py")
    found = answer("adopt", path, code=1)
    assert any("shallow" in each and "in the first position" in each for each in found["faults"])


@pytest.mark.parametrize("text", [NIM, PILE], ids=["a search", "a class"])
def test_the_file_that_it_writes_makes_the_game_in_one_line(plywise, write, text, tmp_path):
    target = tmp_path / "my_game.py"
    code, _, err = plywise("adopt", write(text), "--write", str(target))
    assert (code, err) == (0, "")
    assert "import mine\nimport plywise as pw\n\ngame = pw.wrap(mine" in target.read_text()


# --- bad input ---

MOVES = "return [n for n in (1, 2, 3) if n <= self.left]"
LIBRARIES_THAT_SHOW_THINGS = {
    "pygame": "import pygame\npygame.init()\nWINDOW = pygame.display.set_mode((9, 9))\nSIDE = WINDOW.get_width()\n",
    "tkinter": "import tkinter\nroot = tkinter.Tk()\nroot.title('nim')\nroot.geometry('300x300')\n",
    "tkinter *": "from tkinter import *\nfrom tkinter import messagebox\nroot = Tk()\nLabel(root, text='nim').pack()\n"
    "class App(Frame):\n    def __init__(self, master=None):\n        super().__init__(master)\n",
    "turtle": "import turtle\nscreen = turtle.Screen()\nscreen.setup(600, 600)\npen = turtle.Turtle()\npen.speed(0)\n",
    "turtle *": "from turtle import *\nsetup(420, 420)\nhideturtle()\ntracer(False)\n",
    "a loop": "import pygame\nclock = pygame.time.Clock()\nwhile True:\n    clock.tick(60)\n",
}


@pytest.mark.slow_with("turtle *", "tkinter *", "turtle")
@pytest.mark.parametrize("before", LIBRARIES_THAT_SHOW_THINGS.values(), ids=LIBRARIES_THAT_SHOW_THINGS)
def test_a_file_with_a_window_is_read_without_opening_one(answer, write, before):
    assert answer("adopt", write(before + NIM))["perft"][0] == 5


NO_GAME = {
    "asks": ("name = input('Who are you? ')\n" + NIM, "mine.py:1: it asks for input"),
    "exits": ("import sys\n" + NIM + "sys.exit(3)\n", ": SystemExit: 3"),
    "needs a library": ("import no_such_library\n" + NIM, "mine.py:1: ModuleNotFoundError"),
    "a syntax error": ("def f(:\n    pass\n", "mine.py:1: SyntaxError"),
    "Python 2": (NIM + "print 'hello'\n", "SyntaxError"),
    "empty": ("", "no class or function"),
    "no game": ("def hello():\n    return 1\n", "no functions were found that list and play moves"),
    "two games": (PILE + PILE.replace("Pile", "Heap"), "Pile and Heap may both be the game; choose one"),
    "arguments": (PILE.replace("(self):", "(self, size, rules):", 1), "Pile cannot be made without size, rules"),
    "moves without end": (
        PILE.replace(MOVES, "return iter(lambda: 1, 2)"),
        "legal_moves lists over 5,000 moves in the first position",
    ),
    "moves that raise": (PILE.replace(MOVES, "raise RuntimeError"), ""),
    "moves that ask": (PILE.replace(MOVES, "return [input()]"), ""),
    "moves of moves": (PILE.replace(MOVES, "return self.legal_moves()"), ""),
    "a puzzle for one": (
        "class Puzzle:\n"
        "    def __init__(self):\n        self.tiles = [1, 2, 0]\n"
        "    def legal_moves(self):\n        return [n for n in (0, 1, 2) if abs(n - self.tiles.index(0)) == 1]\n"
        "    def move(self, n):\n        self.tiles[self.tiles.index(0)] = self.tiles[n]\n        self.tiles[n] = 0\n"
        "    def is_over(self):\n        return self.tiles == [2, 1, 0]\n",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), NO_GAME.values(), ids=NO_GAME)
def test_a_file_that_is_no_game_is_refused_in_one_line(plywise, write, text, says):
    code, out, err = plywise("adopt", write(text))
    assert (code, out) == (2, "")
    assert err.startswith("plywise: ")
    assert err.count("\n") == 1
    assert "mine.py" in err
    assert says in err


GAMES_ALREADY = {
    "wrapped": "import plywise as pw\n" + PILE + "game = pw.wrap(Pile)\n",
    "a subclass": "from plywise.games.tictactoe import TicTacToe\nclass Mine(TicTacToe):\n    pass\n",
}


@pytest.mark.parametrize("text", GAMES_ALREADY.values(), ids=GAMES_ALREADY)
def test_a_file_that_is_a_plywise_game_already_is_refused_with_the_next_command(plywise, write, text):
    path = write(text)
    code, out, err = plywise("adopt", path)
    assert (code, out) == (2, "")
    assert err == f"plywise: {path} is a Plywise game already; use it as it is: plywise play {path}\n"
    assert plywise("show", path)[0] == 0


def test_the_class_that_a_file_wraps_can_still_be_adopted(answer, write):
    assert answer("adopt", f"{write(GAMES_ALREADY['wrapped'])}:Pile")["perft"][0] == 3


def test_one_of_two_games_in_a_file_can_be_chosen(answer, write):
    path = write(PILE + PILE.replace("Pile", "Heap").replace("left, self.turn = 7", "left, self.turn = 2"))
    assert answer("adopt", f"{path}:Heap")["perft"][0] == 2
    assert answer("adopt", f"{path}:Pile")["perft"][0] == 3


def test_what_is_no_file_of_python_is_refused(plywise):
    code, _, err = plywise("adopt", "tictactoe")
    assert (code, err) == (
        2,
        "plywise: tictactoe is a game of Plywise already; plywise adopt needs a Python file, path/file.py\n",
    )


SLOW = {
    "when it is imported": "n = 0\nfor _ in iter(int, 1):\n    n += 1\n" + NIM,
    "in its moves": PILE.replace(MOVES, "while True:\n            pass"),
    "after some moves": PILE.replace(
        "        return [n", "        while self.left == 4:\n            pass\n        return [n"
    ),
    "in its search": NIM.replace(
        "    if depth == 0:\n", "    while heaps[0] == 1:\n        pass\n    if depth == 0:\n"
    ),
    "though every exception is caught": NIM.replace(
        "    return [2, 3]",
        "    while True:\n        try:\n            while True:\n                pass\n"
        "        except:\n            pass",
    ),
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_a_file_that_never_ends_is_stopped_with_its_line(plywise, write, text, monkeypatch):
    monkeypatch.setattr(adoption, "SECONDS", 0.3)
    monkeypatch.setattr(reading, "SECONDS", 0.3)
    code, out, err = plywise("adopt", write(text))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "within 0.3 s" in err
    assert "mine.py:" in err


DICE = {
    "moves": PILE.replace("for n in (1, 2, 3)", "for n in range(1, random.randint(3, 9))"),
    "play": PILE.replace("self.left -= n", "self.left -= random.randint(1, n)"),
}


@pytest.mark.parametrize("text", DICE.values(), ids=DICE)
def test_dice_are_a_mistake_that_is_said(plywise, write, text):
    code, out, err = plywise("adopt", write("import random\n" + text))
    assert (code, err) == (1, "")
    assert "random" in out.partition("fault: ")[2]


# --- the other commands ---


@pytest.mark.parametrize(
    ("words", "key", "expected"),
    [
        (["search", "GAME", "--engine", "reference"], "value", 1),
        (["count", "GAME", "--plies", "2", "--engine", "reference"], "plies", 2),
        (["solve", "GAME", "--engine", "reference"], "value", 1),
        (["check", "GAME"], "ok", True),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_command_takes_an_adopted_file_as_its_game(plywise, write, words, key, expected):
    path = write(NIM)
    code, out, err = plywise(*[path if each == "GAME" else each for each in words], "--json")
    assert code == 0, err
    assert key in out
    found = json.loads(out.splitlines()[-1])
    assert found.get(key, expected) == expected


@pytest.mark.slow_with("explain")
@pytest.mark.parametrize(
    "words",
    [
        ["explain", "GAME", "--depth", "2"],
        ["show", "GAME"],
        ["play", "GAME", "--max", "random", "--min", "random", "--plain"],
    ],
    ids=lambda each: each[0],
)
def test_a_command_shows_an_adopted_file(plywise, write, words):
    code, out, err = plywise(*[write(NIM) if each == "GAME" else each for each in words])
    assert code == 0, err
    assert out


def test_the_guide_shows_what_is_printed(plywise, tmp_path, monkeypatch):
    page = (ROOT / "docs/guides/adopt.md").read_text()
    text, shown = (page.partition(f"```{kind}\n")[2].partition("```")[0] for kind in ("python", "text"))
    (tmp_path / "nim.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert plywise("adopt", "nim.py") == (0, shown, "")
