"""From a GAME text to a game: registered names, a user's own files, parameters; one clear line for all that fails."""

import inspect
import os
import pickle
import sys
import textwrap

import pytest

import plywise as pw
from plywise import InputError
from plywise.games import REGISTRY, make, parameters
from plywise.games.loading import game_text, registered_class
from plywise.games.user_files import place_of
from plywise.process.pickling import pack, unpack
from tests.helpers.paths import EXAMPLES

SUBTRACTION = EXAMPLES / "subtraction.py"

RULES = """
    def initial(self):
        return (getattr(self, "stones", 5), pw.MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, action):
        return (state[0] - action, -state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]
"""


PILE = """
class Pile:
    def __init__(self): self.left, self.turn = 10, 0
    def legal_moves(self): return [take for take in (1, 2, 3) if take <= self.left]
    def push(self, take): self.left -= take; self.turn = 1 - self.turn
    def winner(self): return 1 - self.turn if self.left == 0 else None
"""


@pytest.fixture(autouse=True)
def leave_python_as_it_was(monkeypatch, tmp_path):
    """A user's file may import its neighbours: forget them and where they were after each test."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def write(tmp_path):
    """Return write(name, text): a file in a new folder."""

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    return write


def game_file(start, before="import plywise as pw", head="class Mine(pw.Game):"):
    """Return a file with a whole game: `start`, indented, opens the class's body."""
    return f"{before}\n\n\n{head}\n{textwrap.indent(textwrap.dedent(start), '    ')}{RULES}"


def message(text):
    """Return what make() says of a text, which must be one line."""
    with pytest.raises(InputError) as caught:
        make(text)
    line = str(caught.value)
    assert len(line.splitlines()) == 1, line
    assert line.strip() == line != ""
    return line


# --- registered games ------------------------------------------------------------------------------------------------


THERE_ARE = "tictactoe, nim, connect4, breakthrough, kalah, checkers, go, hex, othello, mnk, cube, chess"


@pytest.mark.parametrize("name", REGISTRY)
def test_every_registered_game_loads_by_its_name(name):
    assert type(make(name)) is type(make(name)) is registered_class(name)
    assert make(name).name == make(name).name == name
    assert issubclass(registered_class(name), pw.Game)
    assert make(f"{name}:").name == name


def test_a_game_s_name_says_which_parameters_are_not_the_defaults():
    assert make("nim:heaps=1-2,misere=1").name == "nim:heaps=1-2,misere=1"
    assert make("nim:misere=0").name == "nim"
    assert make("nim:heaps=3-4-5,misere=1").name == "nim:misere=1"
    assert make("nim", heaps="7").name == "nim:heaps=7"
    again = make(make("nim:heaps=1-2,misere=1").name)
    assert (again.start, again.misere) == ((1, 2), 1)


def test_two_games_of_a_class_keep_their_own_names():
    first, second = make("nim", heaps="1"), make("nim")
    assert (first.name, second.name, type(first).name) == ("nim:heaps=1", "nim", "nim")


def test_parameters_tell_names_and_defaults():
    assert parameters(registered_class("nim")) == {"heaps": "3-4-5", "misere": 0}
    assert parameters(registered_class("tictactoe")) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", f"no game ''; there are {THERE_ARE}; your own is path/file.py:Class"),
        ("ludo", f"no game 'ludo'; there are {THERE_ARE}; your own is path/file.py:Class"),
        ("tictacto", "no game 'tictacto'; did you mean tictactoe?"),
        ("xyz", f"no game 'xyz'; there are {THERE_ARE}; your own is path/file.py:Class"),
        ("a\nb", rf"no game 'a\nb'; there are {THERE_ARE}; your own is path/file.py:Class"),
        ("tictactoe:size=4", "tictactoe has no parameter 'size'; it has none"),
        ("nim:heap=4", "nim has no parameter 'heap'; did you mean heaps?"),
        ("nim:=4", "nim has no parameter ''; it has heaps, misere"),
        ("nim:heaps", "game 'nim:heaps': 'heaps' is not of the form parameter=value"),
        ("nim:3-4-5", "game 'nim:3-4-5': '3-4-5' is not of the form parameter=value"),
        ("nim:heaps=1,heaps=2", "game 'nim:heaps=1,heaps=2': parameter heaps is given twice"),
        ("nim:misere=yes", "nim: misere=yes must be a whole number"),
        ("nim:misere=1.0", "nim: misere=1.0 must be a whole number"),
        ("nim:misere=", "nim: misere= must be a whole number"),
        ("nim:misere=2", "nim: misere=2 is neither 0 nor 1"),
        ("nim:heaps=0", "nim: heaps=0: there must be an object to take"),
    ],
)
def test_a_text_that_names_no_game_is_refused(text, expected):
    assert message(text) == expected


@pytest.mark.parametrize(
    "text", ["nim:heaps=", "nim:heaps=x", "nim:heaps=1,2", "nim:heaps=1\n2", "nim:misere=" + "9" * 5000]
)
def test_values_that_the_game_refuses_name_the_game(text):
    assert message(text).startswith(("nim:", "game 'nim:"))


def test_make_refuses_what_load_refuses():
    with pytest.raises(InputError, match="no game 'ludo'"):
        make("ludo")
    with pytest.raises(InputError, match="nim has no parameter 'size'; it has heaps, misere"):
        make("nim", size=3)
    with pytest.raises(InputError, match="nim: misere=7 is neither 0 nor 1"):
        make("nim", misere=7)


# --- a user's own file -----------------------------------------------------------------------------------------------


def test_the_example_loads_with_and_without_parameters():
    assert make(f"{SUBTRACTION}:Subtraction").initial() == (21, pw.MAX)
    game = make(f"{SUBTRACTION}:Subtraction:stones=10,most=2")
    assert (game.stones, game.most, game.name) == (10, 2, "Subtraction:stones=10,most=2")
    assert pw.check(game).ok
    assert pw.algorithms.minimax(make(f"{SUBTRACTION}:Subtraction:stones=8")).value == -1


def test_the_example_s_own_refusal_is_passed_on():
    assert message(f"{SUBTRACTION}:Subtraction:stones=0") == "Subtraction: stones and most must be 1 or more"


@pytest.mark.parametrize("rest", ["", ":", ":Mine"])
def test_the_only_game_of_a_file_need_not_be_named(write, rest):
    path = write("alone.py", game_file("stones = 3"))
    assert game_text(make(f"{path}{rest}")) == f"{path}:Mine"


def test_a_wrapped_game_is_named_by_the_file_that_wraps_it(write):
    write("pile.py", PILE)
    path = write("wrapped.py", "import pile\nimport plywise as pw\n\ngame = pw.wrap(pile.Pile)\n")
    game = make(str(path))
    assert game_text(game) == f"{path}:game"
    assert type(make(game_text(game))) is type(game)


def test_a_relative_path_is_taken_from_the_working_folder(write, monkeypatch):
    path = write("mine.py", game_file("stones = 3"))
    monkeypatch.chdir(path.parent)
    assert make("mine.py:Mine").initial() == (3, pw.MAX)
    assert make("./mine.py:Mine").initial() == (3, pw.MAX)


def test_a_class_without_init_has_no_parameters(write):
    path = write("plain.py", game_file("stones = 3"))
    assert make(f"{path}:Mine").name == "Mine"
    assert message(f"{path}:Mine:stones=4") == "Mine has no parameter 'stones'; it has none"


def test_a_class_s_own_name_for_the_game_is_kept(write):
    path = write("named.py", game_file("name = 'my-game'\n\ndef __init__(self, stones=3):\n    self.stones = stones\n"))
    assert make(f"{path}:Mine").name == "my-game"
    assert make(f"{path}:Mine:stones=4").name == "my-game:stones=4"


INIT = """
def __init__(self, whole: int = 3, real: float = 0.5, word: str = "w", yes: bool = False):
    self.whole, self.real, self.word, self.yes = whole, real, word, yes
"""
BARE_INIT = """
def __init__(self, whole=3, real=0.5, word="w", yes=False):
    self.whole, self.real, self.word, self.yes = whole, real, word, yes
"""
KEYWORD_INIT = INIT.replace("self, whole", "self, *, whole")
LATER = "from __future__ import annotations\n\nimport plywise as pw"
DATACLASS = "whole: int = 3\nreal: float = 0.5\nword: str = 'w'\nyes: bool = False\n"
IMPORT_DATACLASS = "from dataclasses import dataclass\n\nimport plywise as pw"

PARAMETERS = {
    "annotated": game_file(INIT),
    "annotated as text": game_file(INIT, before=LATER),
    "by their defaults": game_file(BARE_INIT),
    "by keyword only": game_file(KEYWORD_INIT),
    "of a dataclass": game_file(DATACLASS, IMPORT_DATACLASS, "@dataclass\nclass Mine(pw.Game):"),
    "of a dataclass, annotated as text": game_file(
        DATACLASS, "from __future__ import annotations\n" + IMPORT_DATACLASS, "@dataclass\nclass Mine(pw.Game):"
    ),
    "of a dataclass with slots": game_file(
        DATACLASS, IMPORT_DATACLASS, "@dataclass(slots=True, eq=False)\nclass Mine(pw.Game):"
    ),
    "of a frozen dataclass": game_file(DATACLASS, IMPORT_DATACLASS, "@dataclass(frozen=True)\nclass Mine(pw.Game):"),
}


@pytest.mark.parametrize("text", PARAMETERS.values(), ids=PARAMETERS.keys())
def test_parameters_are_read_as_the_types_that_the_rules_declare(write, text):
    path = write("typed.py", text)
    game = make(f"{path}:Mine:whole=-7,real=2.5,word=a=b,yes=1")
    assert (game.whole, game.real, game.word, game.yes) == (-7, 2.5, "a=b", True)
    assert [type(value) for value in (game.whole, game.real, game.word, game.yes)] == [int, float, str, bool]
    assert game.name == "Mine:whole=-7,real=2.5,word=a=b,yes=True"
    default = make(f"{path}:Mine")
    assert (default.whole, default.real, default.word, default.yes, default.name) == (3, 0.5, "w", False, "Mine")
    assert type(make(f"{path}:Mine:real=2").real) is float
    assert make(f"{path}:Mine:word=5").word == "5"
    assert make(f"{path}:Mine:yes=TRUE").yes is True
    assert make(f"{path}:Mine:yes=false").yes is False


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("whole=x", "Mine: whole=x must be a whole number"),
        ("whole=2.5", "Mine: whole=2.5 must be a whole number"),
        ("whole=", "Mine: whole= must be a whole number"),
        ("real=x", "Mine: real=x must be a number"),
        ("yes=maybe", "Mine: yes=maybe must be 0 or 1"),
        ("yes=2", "Mine: yes=2 must be 0 or 1"),
        ("other=2", "Mine has no parameter 'other'; it has whole, real, word, yes"),
        ("whole", "'whole' is not of the form parameter=value"),
    ],
)
@pytest.mark.parametrize("kind", ["annotated", "annotated as text", "by their defaults", "of a dataclass"])
def test_a_value_of_the_wrong_type_is_refused(write, kind, value, expected):
    path = write("typed.py", PARAMETERS[kind])
    assert message(f"{path}:Mine:{value}").endswith(expected)


def test_a_value_with_a_line_break_is_refused_in_one_line(write):
    path = write("typed.py", PARAMETERS["annotated"])
    assert "whole" in message(f"{path}:Mine:whole=3\n4")


def test_an_optional_whole_number_is_a_whole_number(write):
    path = write("maybe.py", game_file("def __init__(self, stones: int | None = None):\n    self.stones = stones\n"))
    assert make(f"{path}:Mine:stones=4").initial() == (4, pw.MAX)


@pytest.mark.parametrize("signature", ["self, stones", "self, *, stones", "self, stones: int"])
def test_a_parameter_without_a_default_must_be_given(write, signature):
    path = write("needs.py", game_file(f"def __init__({signature}):\n    self.stones = int(stones)\n"))
    assert make(f"{path}:Mine:stones=4").stones == 4
    assert "stones" in message(f"{path}:Mine")


REFUSALS = {
    "InputError": "raise pw.InputError('too few')",
    "InputError of two lines": "raise pw.InputError('too few\\nfar too few')",
    "ValueError": "raise ValueError('too few')",
    "AssertionError": "assert False, 'too few'",
    "TypeError": "raise TypeError('too few')",
    "TypeError of two lines": "raise TypeError('too few\\nfar too few')",
    "KeyError": "raise KeyError('too few')",
    "SystemExit": "raise SystemExit('too few')",
}


@pytest.mark.parametrize("statement", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_game_that_cannot_be_made_is_refused_in_one_line(write, statement):
    path = write("refuses.py", game_file(f"def __init__(self, stones: int = 3):\n    {statement}\n"))
    line = message(f"{path}:Mine:stones=1")
    assert "too few" in line
    assert "Mine" in line or "refuses.py" in line


def test_a_file_finds_its_neighbours(write):
    write("neighbour_of_mine.py", "STONES = 4\n")
    path = write("mine.py", game_file("stones = STONES", "import plywise as pw\nfrom neighbour_of_mine import STONES"))
    assert make(f"{path}:Mine").initial() == (4, pw.MAX)


def test_files_of_the_same_name_in_two_folders_are_two_files(write):
    first, second = (write(f"{name}/same.py", game_file(f"stones = {name[-1]}")) for name in ("at1", "at2"))
    games = [make(f"{path}:Mine") for path in (first, second, first)]
    assert [game.initial()[0] for game in games] == [1, 2, 1]
    assert [pickle.loads(pickle.dumps(game)).initial()[0] for game in games] == [1, 2, 1]
    assert [unpack(pack(game, [type(game)])).initial()[0] for game in games] == [1, 2, 1]


def test_files_in_two_folders_find_each_its_own_neighbour(write):
    paths = []
    for stones in (1, 2):
        write(f"folder{stones}/neighbour_of_both.py", f"STONES = {stones}\n")
        text = game_file("stones = STONES", "import plywise as pw\nfrom neighbour_of_both import STONES")
        paths.append(write(f"folder{stones}/mine{stones}.py", text))
    assert [make(f"{path}:Mine").initial()[0] for path in paths] == [1, 2]


def test_a_file_that_was_edited_is_read_again(write, monkeypatch):
    """Even within the same second, and with the same length: compiled files are told apart by no more than these."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = write("edited.py", game_file("stones = 3"))
    before = os.stat(path)
    assert make(f"{path}:Mine").initial() == (3, pw.MAX)
    write("edited.py", game_file("stones = 4"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert make(f"{path}:Mine").initial() == (4, pw.MAX)


@pytest.mark.parametrize("folder", [".pyenv/games", "my.python", "a b", "käse", "x.py.d", "a,b=c"])
def test_a_file_is_found_whatever_its_folder_is_called(write, folder):
    path = write(f"{folder}/mine.py", game_file("def __init__(self, stones=3):\n    self.stones = stones\n"))
    assert make(f"{path}:Mine:stones=4").initial() == (4, pw.MAX)


def test_a_file_with_dataclasses_and_named_tuples_of_its_own_works(write):
    path = write(
        "whole.py",
        """
        from __future__ import annotations

        from dataclasses import dataclass
        from typing import NamedTuple

        import plywise as pw


        @dataclass(frozen=True)
        class Take:
            count: int


        class Mine(pw.Game):
            class State(NamedTuple):
                stones: int
                side: int

            def initial(self):
                return self.State(6, pw.MAX)

            def player(self, state):
                return state.side

            def actions(self, state):
                return [Take(count) for count in range(1, min(3, state.stones) + 1)]

            def result(self, state, action):
                return self.State(state.stones - action.count, -state.side)

            def terminal(self, state):
                return state.stones == 0

            def utility(self, state):
                return -state.side
        """,
    )
    game = make(f"{path}:Mine")
    assert pw.check(game).ok
    result = pw.search(game)
    assert (result.value, result.to_dict()["best"]) == (1, "2")


def test_the_source_of_a_user_s_class_can_be_found(write):
    path = write("source.py", game_file("stones = 3"))
    assert "class Mine(pw.Game)" in inspect.getsource(type(make(f"{path}:Mine")))


def test_a_game_that_is_only_imported_is_not_said_to_be_no_game(write):
    write("elsewhere_the_game.py", game_file("stones = 3"))
    path = write("imports.py", "from elsewhere_the_game import Mine\n")
    try:
        answer = make(f"{path}:Mine").initial()
    except InputError as error:
        answer = str(error)
    assert answer == (3, pw.MAX) or "is not a subclass" not in str(answer)


def test_a_class_that_builds_on_a_registered_game_loads(write):
    path = write("builds.py", "from plywise.games.nim import Nim\n\n\nclass Misere(Nim):\n    pass\n")
    game = make(f"{path}:Misere:heaps=1-2,misere=1")
    assert (game.start, game.name) == ((1, 2), "Misere:heaps=1-2,misere=1")


TWO_GAMES = game_file("stones = 3") + "\n\nclass Other(Mine):\n    pass\n"
NO_GAME = {
    "syntax error": ("def (:\n", ":Mine", ["bad.py:1", "SyntaxError"]),
    "indentation": ("class Mine:\nx = 1\n", ":Mine", ["bad.py:2", "IndentationError"]),
    "exception": ("\n1 / 0\n", ":Mine", ["bad.py:2", "ZeroDivisionError: division by zero"]),
    "exception of two lines": ("raise ValueError('one\\ntwo')\n", ":Mine", ["bad.py:1", "ValueError: one"]),
    "exception without a word": ("raise RuntimeError\n", ":Mine", ["bad.py:1", "RuntimeError"]),
    "missing module": ("import no_such_module_here\n", ":Mine", ["bad.py:1", "no_such_module_here"]),
    "exit": ("import sys\nsys.exit(3)\n", ":Mine", ["bad.py:2", "SystemExit"]),
    "recursion": ("def f():\n    f()\n\n\nf()\n", ":Mine", ["bad.py:2", "RecursionError"]),
    "empty": ("", ":Mine", ["bad.py has no class Mine", "no subclass of plywise.Game"]),
    "no class named": (TWO_GAMES, "", ["name the class", "bad.py:Mine", "Mine, Other"]),
    "no class named after the colon": (TWO_GAMES, ":", ["name the class", "bad.py:Mine"]),
    "no class named in an empty file": ("", "", ["no subclass of plywise.Game"]),
    "another class": (game_file("stones = 3"), ":Yours", ["has no class Yours", "Mine"]),
    "another class with a line break": (game_file("stones = 3"), ":Yo\nurs", ["has no class"]),
    "no game": ("class Mine:\n    pass\n", ":Mine", ["Mine is not a subclass of plywise.Game"]),
    "a function": ("def Mine():\n    pass\n", ":Mine", ["Mine is not a subclass of plywise.Game"]),
    "rules missing": (
        "import plywise as pw\n\n\nclass Mine(pw.Game):\n    def initial(self):\n        return 1\n",
        ":Mine",
        ["Mine does not define actions, player, result, terminal, utility"],
    ),
}


@pytest.mark.parametrize(("text", "rest", "parts"), NO_GAME.values(), ids=NO_GAME.keys())
def test_a_file_that_has_no_such_game_is_refused_and_named(write, text, rest, parts):
    line = message(f"{write('bad.py', text)}{rest}")
    for part in parts:
        assert part in line


def test_an_error_in_a_neighbour_names_the_user_s_line(write):
    write("neighbour_that_fails.py", "import math\n\nmath.sqrt(-1)\n")
    line = message(f"{write('good.py', 'import neighbour_that_fails')}:Mine")
    assert "ValueError: math domain error" in line
    assert "good.py:1" in line or "neighbour_that_fails.py:3" in line


@pytest.mark.parametrize(
    "content", [b"x = '\xe9'\n", b"x = 1\0\n", b"# coding: nonsense\n"], ids=["latin", "nul", "coding"]
)
def test_a_file_that_is_no_text_is_refused(tmp_path, content):
    path = tmp_path / "bytes.py"
    path.write_bytes(content)
    line = message(f"{path}:Mine")
    assert "bytes.py" in line
    assert "None" not in line


@pytest.mark.parametrize(
    "name", ["missing.py", "missing.py:Mine", "no/such/folder.py:Mine", "nul\0.py:Mine", "tictactoe.py"]
)
def test_a_missing_file_is_refused_and_named(name):
    assert message(name).startswith("no file ")


def test_a_file_name_longer_than_any_file_s_is_refused():
    assert "aaaa" in message("a" * 300 + ".py:Mine")


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "folder.py").mkdir()
    assert message(f"{tmp_path / 'folder.py'}:Mine").startswith("no file ")


def test_a_class_is_not_taken_from_a_folder_or_another_kind_of_file(tmp_path):
    (tmp_path / "notes.txt").write_text("import plywise")
    assert message(f"{tmp_path}:Mine").startswith("no game ")
    assert message(f"{tmp_path / 'notes.txt'}:Mine").startswith("no game ")


def test_ctrl_c_while_a_user_s_file_runs_is_no_bad_input(write):
    path = write("slow.py", "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        make(f"{path}:Mine")


def test_an_exception_is_traced_to_the_line_of_the_user_s_rules(write):
    path = write("rules.py", game_file("stones = 3").replace("return state[1]", "return state[7]"))
    game = make(f"{path}:Mine")
    with pytest.raises(IndexError) as caught:
        pw.algorithms.minimax(game)
    number = path.read_text().splitlines().index("        return state[7]") + 1
    assert place_of(caught.value).endswith(f"rules.py:{number}")
    assert place_of(ValueError("elsewhere")) == ""


# --- make reads a GAME text ------------------------------------------------------------------------------------------


def test_make_reads_a_game_text():
    for text in ("othello:size=6", "nim:heaps=1-2,misere=1", "tictactoe", f"{SUBTRACTION}:Subtraction:stones=7"):
        assert (make(text).name, repr(make(text))) == (make(text).name, repr(make(text)))
    assert make("nim:heaps=1-2", misere=1).name == "nim:heaps=1-2,misere=1"
    assert make("connect4", width=6).name == "connect4:width=6"


@pytest.mark.parametrize(
    ("name", "values", "says"),
    [
        ("othello:size=5", {}, "othello: size=5 is none of 4, 6, 8"),
        ("othello:size", {}, "'size' is not of the form parameter=value"),
        ("othello:sise=6", {}, "othello has no parameter 'sise'"),
        ("othello", {"sise": 6}, "othello has no parameter 'sise'"),
        ("othelo:size=6", {}, "no game 'othelo'; did you mean othello?"),
        ("othello:size=6", {"size": 8}, "game 'othello:size=6': parameter size is given twice"),
        (3, {}, "make takes a game's name, one of tictactoe,"),
        (registered_class("nim"), {}, "not the class Nim; Nim() makes its game"),
        (make("nim"), {}, "not Nim(), which is a game already"),
    ],
)
def test_what_make_cannot_read_is_said_in_one_line(name, values, says):
    with pytest.raises(InputError) as caught:
        make(name, **values)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_never_ends_is_refused(tmp_path):
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    assert message(f"{tmp_path}/zero.py:Mine").endswith(
        "zero.py has over 16,777,216 bytes, too many for a file of rules"
    )


def test_what_a_file_prints_as_it_is_read_is_no_part_of_the_answer(write, capsys):
    make(f"{write('talkative.py', game_file('print(1)'))}:Mine")
    assert capsys.readouterr() == ("", "1\n")


def test_a_file_is_read_again_only_where_it_or_its_neighbour_has_changed(write):
    text = game_file("stones = STONES", "import plywise as pw\nfrom changing_neighbour import STONES")
    path = write("reader.py", text)
    write("changing_neighbour.py", "STONES = 3\n")
    first, second = (make(f"{path}:Mine") for _ in range(2))
    assert type(first) is type(second)
    write("changing_neighbour.py", "STONES = 44\n")
    assert make(f"{path}:Mine").initial() == (44, pw.MAX)
    assert first.initial() == (3, pw.MAX)


def test_what_a_game_is_does_not_depend_on_where_its_file_is(write):
    from plywise.engines import hash_game

    hashes = []
    for folder in ("here", "there"):
        hashes.append(hash_game(make(f"{write(f'{folder}/moved.py', game_file(''))}:Mine")))
        del sys.modules["plywise_user_moved"]  # as in another process, which has read no other file of this name
    assert hashes[0] == hashes[1]
