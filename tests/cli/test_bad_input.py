"""Bad input, from outside: exit code 2, one line on stderr that says what and where, nothing else, no traceback."""

import re
import string
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plywise.cli.catalogue import COMMANDS
from tests.helpers.in_turn import in_turn
from tests.helpers.program import PROGRAM
from tests.helpers.stones import STONES_FILE


@pytest.fixture
def refused(plywise):
    """Run the program, which is to refuse: words -> its one line."""

    def call(*words, stdin=b"", says=""):
        line = one_line(*plywise(*words, stdin=stdin))
        assert says in line
        return line

    return call


@pytest.fixture
def game_file(tmp_path):
    """Write a user's file: its text -> its path."""

    def write(text, name="mine.py"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def one_line(code, out, err):
    """Assert that this is how bad input is refused, and return the line."""
    assert code == 2, (code, out, err)
    assert out == ""
    (line,) = err.splitlines()
    assert line.strip()
    assert line.startswith("plywise")
    assert "Traceback" not in line
    assert "please report" not in line, "bad input is no mistake of Plywise's own"
    return line


# --- trees ------------------------------------------------------------------------------------------------------------


@in_turn(
    ("words", "says"),
    [
        ([], "no tree"),
        ([""], ""),
        (["", "1", "2"], ""),
        (["1", "", "2"], ""),
        ([" "], "an empty word"),
        ([","], "no leaf"),
        (["3,5", "2,5", "1,5", "0,5"], "3.5 for a decimal"),
        (["3,5;", "2,5"], "3.5 for a decimal"),
        (["3,000", "2,000"], "3000"),
        (["3,,5"], "no leaf"),
        (["3;;5"], "no leaf"),
        (["3", "1½"], "1.5"),
        (["3", "1/0"], "by 0"),
        (["3", "50%"], "number alone"),
        (["inf", "3"], "such as 1000"),
        (["A\n  B\n    3"], "nested list"),
        (["1", "2", "3"], "3 leaves"),
        (["1", "2", "3", "4", "5", "6"], "6 leaves"),
        (["1", "2", "--branching", "3"], "2 leaves"),
        (["1", "2", "--branching", "1"], "2 leaves"),
        (["1", "2", "3", "4", "5", "--branching", "4"], "5 leaves"),
        (["1", "2", "--branching", "0"], "branching"),
        (["1", "2", "--branching", "-2"], "branching"),
        (["1", "2", "--branching", "x"], "branching"),
        (["1", "2", "--branching", "2.5"], "branching"),
        (["1", "2", "--branching", ""], "branching"),
        (["1", "2", "--branching"], "branching"),
        (["[[1,2],[3,4]]", "--branching", "2"], "branching"),
        (["1", "x"], "'x'"),
        (["1", "2x"], "'2x'"),
        (["1", "nan"], "'nan'"),
        (["1", "NaN"], "'NaN'"),
        (["1", "inf"], "'inf'"),
        (["1", "Infinity"], "'Infinity'"),
        (["1", "-inf"], "-inf"),
        (["1", "null"], "'null'"),
        (["1", "true"], "'true'"),
        (["1", "1e999"], "1e999"),
        (["-1e999", "1"], "-1e999"),
        (["1", "0x10"], "'0x10'"),
        (["1", "1_000"], "'1_000'"),
        (["1", "1e"], "'1e'"),
        (["1", "--1"], "--1"),
        (["1", "."], "'.'"),
        (["1", "+"], "'+'"),
        (["1", "-"], "'-'"),
        (["1", "٣"], "٣"),
        (["1", "9" * 5000], "leaf"),
        (["1", "2", "]"], "']'"),
        (["1", "2", "@more"], "'@more'"),
        (["@a", "@b"], "'@a'"),
    ],
)
def test_leaf_values_that_make_no_tree(refused, words, says):
    refused("tree", *words, says=says)


@in_turn(
    ("text", "says"),
    [
        ("[]", "empty list"),
        ("[[]]", "empty list"),
        ("[1,[]]", "empty list at [1]"),
        ("[1,[2,[3,[]]]]", "empty list at [1, 1, 1]"),
        ("[1,2", "ends"),
        ("[", "ends"),
        ("[[1,2]", "ends"),
        ("[1,2]]", "]"),
        ("]", "]"),
        ("[1,2] 3", "3"),
        ("[1,2][3,4]", "["),
        ("[1,2] x", "x"),
        ("[1 2]", "2"),
        ("[1,,2]", "comma"),
        ("[,1]", "comma"),
        ('[2,"a"]', "string"),
        ('[2,"1"]', "string"),
        ('[2,"a]"]', "string"),
        ('"7"', "string"),
        ('["', "character 2"),
        ("['a']", "'a'"),
        ("{}", "object"),
        ('{"tree":{}}', "object"),
        ("[1,{}]", "object"),
        ("[1,null]", "null"),
        ("null", "null"),
        ("[true,false]", "true"),
        ("[1,false]", "false"),
        ("[1,NaN]", "NaN"),
        ("[-NaN,1]", "NaN"),
        ("[1,Infinity]", "infinite"),
        ("[-Infinity,1]", "infinite"),
        ("[1e999,1]", "1e999"),
        ("[1,-1e999]", "-1e999"),
        ("[0x1,2]", "0x1"),
        ("[1_0,2]", "1_0"),
        ("[--1,2]", "--1"),
        ("[1;2]", "1;2"),
        ("[(1,2)]", "[3, 5]"),
        ("((1),(2))", "not (3)"),
        ("{{1,2},{3,4}}", "[3, 5]"),
        ("(A:3,B:5)C;", "'A'"),
        ('["3","5"]', "without quotation marks"),
        ('{"name":"A","type":"max","children":[3,5]}', "'type'"),
        ('{"name":"A","value":3,"children":[3,5]}', "leaves only"),
        ('{"name":"A"}', "neither"),
        ('{"name":"A","weight":3}', "'weight'"),
        ('[["a", {"name":"b","value":3}], 5]', "once more"),
        ("[1,2]\x00", ""),
        ("[1,/*2*/3]", "/*2*/3"),
        ("[" + "9" * 5000 + ",1]", ""),
        ("", "nothing"),
        ("\n\n", "nothing"),
        ("\x00", ""),
    ],
)
def test_nested_lists_that_make_no_tree(refused, tmp_path, text, says):
    (tmp_path / "tree.json").write_text(text)
    refused("tree", "-", stdin=text.encode(), says=says)
    refused("tree", f"@{tmp_path / 'tree.json'}", says=says)
    if text.strip() and not text.startswith("-"):
        refused("tree", text, says=says)


def test_a_nest_deeper_than_the_limit(refused):
    limit = re.search(r"limit of ([\d,]+)", refused("tree", "-", stdin=b"[" * 500_000))[1]
    deep = int(limit.replace(",", "")) + 1
    for text in ("[" * deep + "1" + "]" * deep, "[1," * 100_000, "[" * deep):
        refused("tree", "-", stdin=text.encode(), says=f"limit of {limit}")


def test_text_that_is_no_text(refused, tmp_path):
    (tmp_path / "tree.bin").write_bytes(b"\xff\xfe\x00\x01" * 10)
    refused("tree", "-", stdin=b"\xff\xfe\x00\x01" * 10)
    assert "tree.bin" in refused("tree", f"@{tmp_path / 'tree.bin'}")


def test_files_that_cannot_be_read(refused, tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "empty").touch()
    for name, says in (("missing.json", "missing.json"), (".", ""), ("loop", "loop"), ("x" * 300, ""), ("empty", "")):
        for words in (["tree"], ["compare", "--tree"]):
            refused(*words, f"@{tmp_path / name}", says=says)
    refused("tree", "@")
    refused("tree", f"@{tmp_path / 'empty' / 'below'}")


@in_turn(
    ("words", "says"),
    [
        (["--algorithm", "magic"], "magic"),
        (["--algorithm", "Minimaks"], "minimax"),
        (["--algorithm", ""], "algorithm"),
        (["--algorithm"], "algorithm"),
        (["--order", "magic"], "magic"),
        (["--order", "centre-corner-edge"], "centre-corner-edge"),
        (["--order", "priority"], "priority"),
        (["--cut", "eq"], "eq"),
        (["--cut", ""], "no cut ''"),
        (["--seed", "x"], "--seed"),
        (["--seed", "1.5"], "--seed"),
        (["--lines", "0"], "--lines"),
        (["--lines", "-1"], "--lines"),
        (["--lines", "many"], "--lines"),
        (["--json=1"], "--json"),
        (["--explain=yes"], "--explain"),
        (["--magic"], "--magic"),
        (["--magic=3"], "--magic"),
        (["--js"], "--js"),
        (["-j"], "-j"),
        (["-x", "3"], "-x"),
        (["--depth", "3"], "--depth"),
    ],
)
@in_turn("place", ["before", "after"])
def test_options_of_tree(refused, words, says, place):
    refused("tree", *([*words, "1", "2"] if place == "before" else ["1", "2", *words]), says=says)


# --- commands, games, parameters, positions, moves --------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["magic"], ["trees"], [""], ["-1"], ["--magic"], ["--depth", "3"], ["tree tree"], ["--json"]]
)
def test_commands_that_there_are_not(refused, words):
    refused(*words)


WITHOUT_A_GAME = (
    "completion",
    "adopt",
    "verify",
    "tree",
    "games",
    "bench",
    "demo",
    "exercise",
    "fleet",
    "grade",
    "help",
    "quiz",
    "review",
    "serve",
)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in WITHOUT_A_GAME])
@in_turn(
    ("game", "says"),
    [
        ("nosuchgame", "nosuchgame"),
        ("", "''"),
        (" ", "' '"),
        ("Tictactoes", "did you mean tictactoe"),
        ("tictacto", "did you mean tictactoe"),
        (":", "''"),
        ("tictactoe:size=3", "size"),
        ("tictactoe:size=x", "size"),
        ("tictactoe:size", "size"),
        ("tictactoe:=3", "''"),
        ("nim:heap=3", "heap"),
        ("nim:heaps=", "heaps"),
        ("nim:heaps=x", "'x'"),
        ("nim:heaps=3-x", "'3-x'"),
        ("nim:heaps=-3", "'-3'"),
        ("nim:heaps=3--4", "'3--4'"),
        ("nim:heaps=0-0", "heaps"),
        ("nim:heaps=1.5", "1.5"),
        ("nim:heaps=9999999", "heaps"),
        ("nim:heaps=٣", "heaps"),
        ("nim:misere=2", "misere"),
        ("nim:misere=-1", "misere"),
        ("nim:misere=yes", "misere"),
        ("nim:misere=", "misere"),
        ("nim:heaps=1,heaps=2", "twice"),
        ("nim:heaps=1;misere=1", "heaps"),
        ("nosuch.py:Game", "nosuch.py"),
        ("no/such/file.py:Game", "no/such/file.py"),
        ("/dev/null", "/dev/null"),
        (".py:Game", ".py"),
        ("\n", ""),
        ("x" * 3000 + ".py:Game", ""),
    ],
)
def test_games_and_parameters_that_there_are_not(refused, command, game, says):
    more = ["--plies", "1"] if command == "count" else []
    refused(command, game, *more, says=says)


@pytest.mark.parametrize("command", ["search", "compare", "count", "show", "play"])
@in_turn(
    ("game", "words", "says"),
    [
        ("tictactoe", ["--position", "XXXXXX..."], "6 X"),
        ("tictactoe", ["--position", "XX......."], "2 X"),
        ("tictactoe", ["--position", "O........"], "1 O"),
        ("tictactoe", ["--position", "XO"], "nine"),
        ("tictactoe", ["--position", ""], "nine"),
        ("tictactoe", ["--position", "XO........"], "nine"),
        ("tictactoe", ["--position", "ABCDEFGHI"], "nine"),
        ("tictactoe", ["--position", "XO-------"], "nine"),
        ("tictactoe", ["--position", "XO......\n"], "nine"),
        ("tictactoe", ["--position", "ＸO......."], "nine"),
        ("tictactoe", ["--position", "XXXOOO..."], "two winners"),
        ("tictactoe", ["--position", "XXX.O.O.O"], "after X"),
        ("tictactoe", ["--position", "OOOXXX..X"], "two winners"),
        ("tictactoe", ["--position", "OOOXX.XX."], "after O"),
        ("tictactoe", ["--position"], "--position"),
        ("tictactoe", ["--moves"], "--moves"),
        ("tictactoe", ["--moves", "9"], "move 1"),
        ("tictactoe", ["--moves", "0 0"], "move 2"),
        ("tictactoe", ["--moves", "0 1 x"], "move 3"),
        ("tictactoe", ["--moves", "-1"], "move 1"),
        ("tictactoe", ["--moves", "0,1,1"], "move 3"),
        ("tictactoe", ["--moves", "(3,0)"], "move 1"),
        ("tictactoe", ["--moves", "٠"], "move 1"),
        ("tictactoe", ["--moves", "0 3 1 4 2 5"], "move 6"),
        ("tictactoe", ["--position", "XXXOO....", "--moves", "5"], "over"),
        ("nim", ["--position", "3-4"], "2 heaps"),
        ("nim", ["--position", "3-4-6"], "heap 3"),
        ("nim", ["--position", "3-4-x"], "3-4-x"),
        ("nim", ["--position", "3-4-5 BOTH"], "BOTH"),
        ("nim", ["--position", "3-4-5 MAX MIN"], ""),
        ("nim", ["--position", ""], ""),
        ("nim", ["--moves", "4-1"], "heap 4"),
        ("nim", ["--moves", "0-1"], "heap 0"),
        ("nim", ["--moves", "1-0"], "heap 1"),
        ("nim", ["--moves", "1-4"], "heap 1"),
        ("nim", ["--moves", "1"], "move 1"),
        ("nim", ["--moves", "1-3 1-1"], "move 2"),
        ("nim", ["--moves", "1-" + "9" * 30], "move 1"),
    ],
)
def test_positions_and_moves_that_are_not_of_the_game(refused, command, game, words, says):
    more = ["--plies", "1"] if command == "count" else []
    refused(command, game, *more, *words, says=says)


@pytest.mark.parametrize(
    "text",
    [
        *("", "stones=3", "side=1,stones=3", "3,1", "stones=3,side=x", "stones=2.5,side=1", "stones=True,side=1"),
        *("stones=3,side=1,x=1", "stones=3,side=1)", "stones=__import__('os'),side=1", "stones=3,side=7", "\x00"),
        "stones=" + "(" * 500 + ",side=1",
    ],
)
def test_positions_of_an_own_game_in_its_default_notation(refused, game_file, text):
    for command in ("show", "search"):
        refused(command, f"{game_file(STONES_FILE)}:Stones", "--position", text)


# --- options ----------------------------------------------------------------------------------------------------------


@in_turn(
    ("words", "says"),
    [
        *((["--depth", value], "depth") for value in ("-1", "x", "1.5", "", "nan", "all", "1e3")),
        *((["--time", value], "time") for value in ("0", "-1", "nan", "inf", "-inf", "x", "", "1s")),
        *((["--nodes", value], "nodes") for value in ("0", "-1", "x", "1.5", "", "1e6")),
        *((["--threads", value], "thread") for value in ("0", "-1", "2", "x", "", "1.0")),
        *((["--table", value], "table") for value in ("0", "-1", "nan", "inf", "x", "", "999999999")),
        (["--table", "1", "--algorithm", "minimax"], "table"),
        *((["--engine", value], "engine") for value in ("warp", "")),
        *((["--algorithm", value], "algorithm") for value in ("magic", "", "alfa-beta")),
        *((["--order", value], "order") for value in ("magic", "", "own")),
        *((["--cut", value], "no cut") for value in ("lt", "", ">=")),
        *((["--seed", value], "--seed") for value in ("x", "", "0.5")),
        *(
            ([option], option)
            for option in ("--depth", "--time", "--nodes", "--threads", "--table", "--engine", "--seed")
        ),
        (["--magic"], "--magic"),
        (["--all"], "--all"),
        (["-5"], "-5"),
        (["--json=1"], "--json"),
        (["tictactoe"], "tictactoe"),
    ],
)
def test_options_of_search(refused, words, says):
    refused("search", "tictactoe", *words, says=says)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "--plies"),
        *(
            (["--plies", value], "plies")
            for value in ("-3", "x", "1.5", "", "ALL", "nan", "1e3", "3 4", "9" * 20, "9" * 5000)
        ),
        (["--plies"], "--plies"),
        (["--plies", "2", "--magic"], "--magic"),
        (["--plies", "2", "--divide=1"], "--divide"),
        (["--plies", "2", "nim"], "nim"),
    ],
)
def test_options_of_count(refused, words, says):
    refused("count", "tictactoe", *words, says=says)


def test_lines_of_play_that_do_not_end_cannot_all_be_counted(refused, game_file):
    endless = STONES_FILE.replace("state.stones - action", "7")
    refused("count", f"{game_file(endless)}:Stones", "--plies", "all", says="plies")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        *((["tictactoe", "--depths", value], "--depths") for value in ("x", "", "-1", "3-1", "1-", "1-2-3")),
        *((["tictactoe", "--depths", value], "--depths") for value in ("1,,2", "1-99999", "1.5")),
        (["tictactoe", "--algorithms", "minimax,magic"], "magic"),
        (["tictactoe", "--algorithms", ""], "--algorithms"),
        (["tictactoe", "--algorithms", "minimax,"], "--algorithms"),
        (["tictactoe", "--orders", "given,magic"], "magic"),
        (["tictactoe", "--orders", ","], "--orders"),
        (["tictactoe", "--cut", "x"], "no cut 'x'"),
        (["tictactoe", "--seed", "x"], "--seed"),
        (["tictactoe", "nim"], "GAME"),
        (["tictactoe", "--magic"], "--magic"),
        ([], "GAME"),
        (["-3"], "-3"),
        (["3", "5"], ""),
        (["--tree"], "no tree"),
        (["--tree", ""], ""),
        (["--tree", "1", "2", "3"], "3 leaves"),
        (["--tree", "[1,null]"], "null"),
        (["--tree", "1", "2", "--magic"], "--magic"),
        (["--tree", "1", "2", "--branching", "0"], "branching"),
        (["--tree", "1", "2", "--orders", "priority"], "priority"),
        (["--tree", "1", "2", "--moves", "5"], "move 1"),
        (["--tree", "1", "2", "--position", "Z"], "Z"),
        (["--tree", "tictactoe"], "tictactoe"),
    ],
)  # fmt: skip
def test_options_of_compare(refused, words, says):
    refused("compare", *words, says=says)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["games", "nosuch"], "nosuch"),
        (["games", "nim", "go"], "go"),
        (["games", "--magic"], "--magic"),
        (["show"], "GAME"),
        (["show", "tictactoe", "nim"], "nim"),
        (["show", "tictactoe", "--magic"], "--magic"),
        (["check"], "GAME"),
        (["check", "tictactoe", "--states", "0"], "--states"),
        (["check", "tictactoe", "--states", "x"], "--states"),
        (["check", "tictactoe", "--seed", "x"], "--seed"),
        (["check", "tictactoe", "--magic"], "--magic"),
        (["demo", "now"], "now"),
        (["demo", "--magic"], "--magic"),
        (["search"], "GAME"),
        (["count"], ""),
        (["play"], "GAME"),
    ],
)
def test_arguments_of_the_other_commands(refused, words, says):
    refused(*words, says=says)


@in_turn("side", ["--max", "--min"])
@in_turn(
    ("who", "says"),
    [
        ("nobody", "nobody"),
        ("", "''"),
        ("Human", "Human"),
        ("human:level=3", "human"),
        ("random:level=3", "level=3"),
        ("random:seed=x", "'x'"),
        ("random:seed", "seed"),
        ("engine:level=0", "level"),
        ("engine:level=-1", "level"),
        ("engine:level=x", "'x'"),
        ("engine:level=1.5", "1.5"),
        ("engine:level=", "''"),
        ("engine:level", "level"),
        ("engine:strength=3", "strength"),
        ("engine:level=1,depth=1", "level"),
        ("engine:depth=0", "depth"),
        ("engine:depth=-1", "depth"),
        ("engine:time=0", "time"),
        ("engine:time=nan", "time"),
        ("engine:time=inf", "time"),
        ("engine:time=-1", "time"),
        ("engine:nodes=0", "nodes"),
        ("engine:nodes=1.5", "1.5"),
        ("engine:=3", "=3"),
    ],
)
def test_players_that_there_are_not(refused, side, who, says):
    other = "--min" if side == "--max" else "--max"
    refused("play", "tictactoe", side, who, other, "random:seed=1", says=says)


@pytest.mark.parametrize("delay", ["-1", "x", "nan", "inf", "", "1e9"])
def test_a_delay_is_a_number_of_seconds(refused, delay):
    refused("play", "tictactoe", "--max", "random:seed=1", "--min", "random:seed=1", "--delay", delay, says="--delay")


# --- users' own files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named", "says"),
    [
        ("def f(:\n    pass\n", "G", "mine.py:1"),
        ("x = 1\n\nclass G(:\n", "G", "mine.py:3"),
        ("class G:\nx = 1\n", "G", "mine.py:2"),
        ("if 1:\n\tx = 1\n        y = 2\n", "G", "mine.py:3"),
        (b"x = 1\0\n", "G", "mine.py"),
        ("x = 'é'\n".encode("latin-1"), "G", "mine.py"),
        ("", "G", "no class G"),
        ("", "", "mine.py"),
        (STONES_FILE + "\n\nclass Second(Stones):\n    pass\n", "", "Stones"),
        (STONES_FILE, "stones", "Stones"),
        (STONES_FILE, "State", "no class State"),
        (STONES_FILE, "Stones:stone=3", "stones"),
        ("class Thing:\n    pass\n", "Thing", "not a subclass"),
        ("value = 3\n", "value", "not a subclass"),
        ("def game():\n    pass\n", "game", "not a subclass"),
        (
            "import plywise as pw\n\nclass Half(pw.Game):\n    def initial(self):\n        return 0\n",
            "Half",
            "terminal",
        ),
        ("import plywise as pw\n\nclass Half(pw.Game):\n    pass\n", "Half", "initial"),
        ("x = 1\nraise ValueError('boom\\nmore')\n", "G", "mine.py:2: ValueError: boom"),
        ("1 / 0\n", "G", "mine.py:1: ZeroDivisionError"),
        ("raise ValueError\n", "G", "mine.py:1: ValueError"),
        ("import nosuchmodule_of_mine\n", "G", "mine.py:1: ModuleNotFoundError"),
        ("import sys\nsys.exit(3)\n", "G", "mine.py:2: SystemExit"),
        ("raise SystemExit\n", "G", "mine.py:1: SystemExit"),
        ("raise GeneratorExit\n", "G", "mine.py:1: GeneratorExit"),
        ("def f():\n    f()\nf()\n", "G", "RecursionError"),
    ],
)
def test_files_that_hold_no_game(refused, game_file, text, named, says):
    path = game_file(text)
    for command in ("search", "show", "check"):
        refused(command, f"{path}:{named}", says=says)


def test_paths_that_are_no_file(refused, tmp_path):
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    for path in (
        tmp_path / "folder.py",
        tmp_path / "loop.py",
        tmp_path / "missing.py",
        tmp_path,
        tmp_path / "notes.txt",
    ):
        refused("search", f"{path}:Game", says=path.name)


RAISING = [
    ("__init__", "(self):\n        raise ValueError('boom')", "ValueError: boom"),
    ("__init__", "(self):\n        len(3)", "TypeError"),
    ("__init__", "(self):\n        raise SystemExit(0)", "SystemExit"),
    ("initial", "(self):\n        raise OSError('boom')", "OSError: boom"),
    ("player", "(self, state):\n        return 1 // 0", "ZeroDivisionError"),
    ("actions", "(self, state):\n        raise RuntimeError('boom\\nmore')", "RuntimeError: boom"),
    ("result", "(self, state, take):\n        raise KeyError('boom')", "KeyError"),
    ("terminal", "(self, state):\n        return state.nothing", "AttributeError"),
    ("utility", "(self, state):\n        return [][1]", "IndexError"),
    ("utility", "(self, state):\n        raise MemoryError", "MemoryError"),
    ("utility", "(self, state):\n        raise StopIteration", "StopIteration"),
    ("utility", "(self, state):\n        raise EOFError('boom')", "EOFError"),
    ("utility", "(self, state):\n        raise SystemExit(0)", "SystemExit"),
    ("utility", "(self, state):\n        return self.utility(state)", "RecursionError"),
]
COMMANDS = ["search", "compare"]


@pytest.mark.parametrize(("rule", "body", "says"), RAISING)
@pytest.mark.parametrize("command", COMMANDS)
def test_rules_that_raise_are_named_with_file_and_line(refused, game_file, command, rule, body, says):
    assert_named_with_file_and_line(refused, game_file, (command, "--engine", "reference"), rule, body, says)


EVERY_DAY = ("IndexError",)  # rules that call themselves without end: below


@pytest.mark.parametrize(
    ("rule", "body", "says"),
    [each if each[2] in EVERY_DAY else pytest.param(*each, marks=pytest.mark.slow) for each in RAISING],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_compiled_rules_that_raise_are_named_with_file_and_line(refused, game_file, command, rule, body, says):
    assert_named_with_file_and_line(refused, game_file, (command,), rule, body, says)


def assert_named_with_file_and_line(refused, game_file, words, rule, body, says):
    text = f"{STONES_FILE}\n    def {rule}{body}\n"
    line = next(
        number
        for number, each in enumerate(text.splitlines(), start=1)
        if each.strip() == body.splitlines()[1].strip() and number > len(STONES_FILE.splitlines())
    )
    said = refused(words[0], f"{game_file(text)}:Stones", *words[1:], says=says)
    assert any(f"mine.py:{each}" in said for each in (line, line - 1))  # a call too deep fails where it enters


@pytest.mark.parametrize("algorithm", ["alphabeta", "sss"])
@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("utility(self, state)", "None"),
        ("utility(self, state)", "'high'"),
        ("utility(self, state)", "float('nan')"),
        pytest.param("utility(self, state)", "float('inf')", marks=pytest.mark.slow),
        ("utility(self, state)", "[1]"),
        ("actions(self, state)", "None"),
        ("actions(self, state)", "[]"),
        ("actions(self, state)", "3"),
        ("result(self, state, take)", "None"),
    ],
)
def test_rules_that_answer_something_else(refused, game_file, rule, answer, algorithm):
    text = f"{STONES_FILE}\n    def {rule}:\n        return {answer}\n"
    refused("search", f"{game_file(text)}:Stones", "--algorithm", algorithm, "--json")


@pytest.mark.parametrize("answer", ["0", "None", "'MAX'"])
def test_a_player_who_is_neither_max_nor_min(refused, game_file, answer):
    text = f"{STONES_FILE}\n    def player(self, state):\n        return {answer}\n"
    refused("search", f"{game_file(text)}:Stones")


def test_a_game_that_does_not_end(refused, game_file, monkeypatch):
    monkeypatch.setattr("plywise.cli.messages.PATIENCE", 3600)  # a slow machine would caution before it refuses
    endless = STONES_FILE.replace("state.stones - action", "7")
    for words in (["minimax"], ["alphabeta"], ["pvs", "--engine", "reference"]):
        refused("search", f"{game_file(endless)}:Stones", "--algorithm", *words, says="limit the depth")


@pytest.mark.slow_with("sorted", "sum")
@pytest.mark.parametrize(
    "body",
    [
        "return max(map(self.utility, [state, state]))",
        "return sorted([1, 2], key=lambda each: self.utility(state))[0]",
        "return sum(self.utility(state) for _ in range(2))",
    ],
    ids=["max", "sorted", "sum"],
)
def test_rules_that_call_themselves_without_end_do_not_bring_the_process_down(game_file, body):
    text = f"{STONES_FILE}\n    def utility(self, state):\n        {body}\n"
    done = subprocess.run([PROGRAM, "search", f"{game_file(text)}:Stones"], capture_output=True, text=True, check=False)
    said = "".join(line for line in done.stderr.splitlines(keepends=True) if not line.startswith("compiling "))
    assert "RecursionError" in one_line(done.returncode, done.stdout, said)


def test_a_check_puts_rules_that_leave_the_program_on_record(plywise, game_file):
    text = f"{STONES_FILE}\n    def utility(self, state):\n        raise SystemExit(0)\n"
    code, out, err = plywise("check", f"{game_file(text)}:Stones")
    assert (code, err) == (1, "")
    assert "SystemExit" in out


# --- the process, and anything at all ---------------------------------------------------------------------------------


@pytest.mark.slow_with("words1", "words3")
@pytest.mark.parametrize(
    "words",
    [
        ["tree", "1", "2", "3"],
        ["search", "nosuchgame"],
        ["magic"],
        ["tree", "\udcff"],
        ["search", "tictactoe", "--moves", "é"],
    ],
)
def test_the_process_refuses_in_one_line_too(words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, check=False)
    one_line(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_bad_input_stays_one_line_where_the_terminal_has_no_such_letters():
    done = subprocess.run(
        [PROGRAM, "tree", "é", "♜"],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin"},
    )
    one_line(done.returncode, done.stdout.decode(), done.stderr.decode())


WORDS = st.one_of(
    st.text(st.sampled_from(string.digits + '[],.-+eE @"{}'), max_size=12),
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=8),
    st.sampled_from(["1", "2", "-1", "[1,2]", "[[1,2],3]", "-", "--", "@", "@x", "null", "nan", "1e999", ""]),
    st.sampled_from(["--json", "--explain", "--branching", "--branching=2", "--algorithm", "minimax", "sss", "--cut"]),
    st.sampled_from(["gt", "--order", "best", "worst", "random", "--seed", "--lines", "--minimizer-first", "--help"]),
)


@given(words=st.lists(WORDS, max_size=6))
@example(words=[""])
@example(words=["1", ""])
@example(words=["-", "-"])
def test_no_words_bring_tree_down(plywise, words):
    code, out, err = plywise("tree", *words)
    assert code in (0, 2)
    if code == 0:
        assert (bool(out), err) == (True, "")
    else:
        one_line(code, out, err)


@given(text=st.text(st.sampled_from('[]0123,- .eE"tn{}'), max_size=25))
def test_no_text_brings_tree_down(plywise, text):
    code, out, err = plywise("tree", "-", "--json", stdin=text.encode())
    assert code in (0, 2)
    if code == 2:
        one_line(code, out, err)


@given(
    game=st.text(st.characters(exclude_categories=["C"]), max_size=6),
    position=st.text(st.characters(exclude_categories=["C"]), max_size=10),
    moves=st.text(st.sampled_from("0123456789 (),-x"), max_size=8),
)
def test_no_game_position_or_moves_bring_show_down(plywise, game, position, moves):
    for words in (
        [game],
        ["tictactoe", f"--position={position}"],
        ["nim", f"--moves={moves}"],
        ["tictactoe", f"--moves={moves}"],
    ):
        code, out, err = plywise("show", *words)
        assert code in (0, 2)
        if code == 2:
            one_line(code, out, err)
