"""The cache of compiled engines: right after every edit, whole after every accident, and nobody else's business."""

import compileall
import errno
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from enum import Enum, IntEnum
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import plywise as pw
from plywise.engines.kernel.textbook import run_textbook
from plywise.engines.native.compile import cache
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.engines import engine_of, forget_engines
from plywise.game import MAX
from tests.helpers.paths import ROOT, TESTS
from tests.helpers.stones import Stones

GAME = """
from typing import NamedTuple

import neighbour
import plywise as pw
from neighbour import tripled
from plywise.game import MAX

WEIGHTS = (20, 30, 40)
GRID = ((1, 2), (3, 4))
LONG = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)


def doubled(number):
    return number * 2


def raised(number, by=7):
    return number + by


def scaled(number, factor=3):
    return number * factor


def outer():
    hidden = 41

    def inner(number):
        return number + hidden

    return inner


around = outer()


class Edited(pw.Game):
    utility_bounds = (-2000, 2000)
    BONUS = 500
    TABLE = [600, 700, 800]

    class State(NamedTuple):
        stones: int
        side: int
        last: int

    def __init__(self, step=1):
        self.step = step

    def initial(self):
        return self.State(7, MAX, 1)

    def player(self, state):
        return state.side

    def actions(self, state):
        for count in range(1, min(3, state.stones) + 1):
            yield count

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, action)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        found = 1 + self.BONUS + self.TABLE[state.last - 1] + WEIGHTS[state.last - 1] + GRID[1][0] + LONG[19]
        found += doubled(state.last) + tripled(state.last) + neighbour.squared(state.last) + neighbour.CONSTANT
        found += raised(state.last) + scaled(state.last) + around(1) + self.reached(state) + 100 * self.step
        return -state.side * found

    def reached(self, state):
        return self.further(state) + 9

    def further(self, state):
        return state.last + 13
"""

NEIGHBOUR = """
CONSTANT = 17


def tripled(number):
    return deepest(number) * 3


def squared(number):
    return number**2


def deepest(number):
    return number + 0
"""

RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
import plywise as pw
from games import *
answers = {}
for expression in sys.argv[2:]:
    game, engine, options = eval(expression)
    answers[expression] = pw.search(game, engine=engine, **options).to_dict()
print(json.dumps(answers))
"""

MINIMAX = "(Edited(), 'native', {'algorithm': 'minimax'})"
AT_ONE = "(Edited(), 'native', {'algorithm': 'minimax', 'depth': 1})"


LIBRARY = []


def slow(*case):
    return pytest.param(*case, marks=pytest.mark.slow)


@pytest.fixture(scope="module", autouse=True)
def library(tmp_path_factory):
    """A copy of the library for the processes of these tests: nobody edits it meanwhile."""
    copy = tmp_path_factory.mktemp("library")
    shutil.copytree(ROOT / "src" / "plywise", copy / "plywise")
    compileall.compile_dir(copy / "plywise", quiet=1)
    LIBRARY[:] = [copy]


def environment(folder, **more):
    frozen = {"PLYWISE_CACHE_DIR": str(folder), "PYTHONPATH": str(LIBRARY[0]), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**os.environ} | frozen | more


def command(place, *expressions, before=""):
    return [sys.executable, "-W", "ignore", "-c", before + RUN, str(place), *expressions]


def run(place, folder, *expressions, before="", **more):
    """Search in a new process: (whether it compiled anything, answers in the order of the expressions)."""
    words = command(place, *expressions, before=before)
    done = subprocess.run(words, env=environment(folder, **more), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    left = [line for line in done.stderr.splitlines() if not line.startswith("compiling ")]
    assert left == []
    answers = json.loads(done.stdout)
    return "compiling " in done.stderr, [answers[expression] for expression in expressions]


def values(answers):
    return [(each["value"], each["nodes"], each["leaves"], each["best"], each["pv"]) for each in answers]


def write_game(place, game=GAME, neighbour=NEIGHBOUR):
    place.mkdir(exist_ok=True)
    (place / "games.py").write_text(game)
    (place / "neighbour.py").write_text(neighbour)
    return place


@pytest.fixture(autouse=True)
def _no_engine_is_left_from_before():
    forget_engines()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder of games and the cache that a first process left for it. Not to be changed: copy it."""
    place = write_game(tmp_path_factory.mktemp("compiled") / "games")
    folder = place.parent / "cache"
    fresh, answers = run(place, folder, MINIMAX, AT_ONE)
    assert fresh
    return place, folder, values(answers)


@pytest.fixture
def copied(compiled, tmp_path):
    place, folder, answers = compiled
    shutil.copytree(place, tmp_path / "games")
    shutil.copytree(folder, tmp_path / "cache")
    return tmp_path / "games", tmp_path / "cache", answers


def cached_files(folder):
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.name != cache.LOCK)


def reference(expression):
    return expression.replace("'native'", "'reference'")


# --- a second process ------------------------------------------------------------------------------------------------


def test_a_second_process_compiles_nothing_and_answers_the_same(compiled):
    place, folder, answers = compiled
    before = {file: file.stat().st_mtime_ns for file in cached_files(folder)}
    fresh, again = run(place, folder, MINIMAX, AT_ONE)
    assert not fresh
    assert values(again) == answers
    after = {file: file.stat().st_mtime_ns for file in cached_files(folder)}
    assert {file: after[file] for file in before} == before
    assert {file.parent.name.partition(".")[0] for file in after.keys() - before.keys()} <= {"plywise"}  # the stamp


def test_the_answers_are_the_references(compiled):
    place, folder, answers = compiled
    _, plain = run(place, folder, reference(MINIMAX), reference(AT_ONE))
    assert values(plain) == answers


EVERY = (
    "(pw.make('tictactoe'), 'native', {'algorithm': 'alphabeta'})",
    "(pw.make('tictactoe'), 'native', {'algorithm': 'alphabeta', 'order': 'ideal'})",
    "(pw.make('tictactoe'), 'native', {'algorithm': 'pvs'})",
    "(pw.make('tictactoe'), 'native', {'algorithm': 'deepening', 'depth': 4})",
    "(pw.make('nim', heaps='3-3-2'), 'native', {'algorithm': 'alphabeta'})",
    "(pw.make('nim', heaps='3-3-2'), 'native', {'algorithm': 'mtdf'})",
    "(pw.make('connect4', width=4, height=4), 'native', {'algorithm': 'alphabeta', 'depth': 5})",
    "(pw.make('connect4', width=4, height=4), 'native', {'algorithm': 'pvs'})",
    "(pw.make('connect4', width=4, height=4), 'native', {'algorithm': 'deepening', 'depth': 6})",
    "(PairWood(), 'native', {'algorithm': 'minimax'})",
    "(PairWood(), 'native', {'algorithm': 'alphabeta', 'order': 'table'})",
    "(PairWood(), 'native', {'algorithm': 'pvs'})",
    "(FloatWood(), 'native', {'algorithm': 'mtdf'})",
    "(KnowingWood(), 'native', {'algorithm': 'pvs'})",
    "(Recursive(), 'native', {'algorithm': 'alphabeta'})",
    "(Recursive(), 'native', {'algorithm': 'pvs', 'depth': 5})",
)

RECURSIVE = """

def depth_of(number, more=0):
    return more if number <= 0 else depth_of(number - 1, 1 + more) + depth_of(number - 3, more)


class Recursive(HeldTurns):
    utility_bounds = (-float("inf"), float("inf"))

    def utility(self, state):
        return state.side * depth_of(5, 0)

    def evaluate(self, state):
        return depth_of(state.stones, 2)

    def bounds(self, state):
        if state.stones == 0:
            return outcome(state.side * self.utility(state), 0), outcome(state.side * self.utility(state), 0)
        return -FAR, FAR
"""


TEXTBOOK = tuple(each for each in EVERY if "alphabeta" in each or "minimax" in each)
FEW = (*TEXTBOOK, "(pw.make('nim', heaps='3-3-2'), 'native', {'algorithm': 'mtdf'})")


@pytest.mark.parametrize("searches", [slow(FEW), slow(EVERY)], ids=["few", "every"])
def test_every_cached_engine_loads_in_a_second_process(tmp_path, searches):
    (tmp_path / "games.py").write_text((TESTS / "helpers" / "generated_games.py").read_text() + RECURSIVE)
    fresh, first = run(tmp_path, tmp_path / "cache", *searches)
    assert fresh
    fresh, second = run(tmp_path, tmp_path / "cache", *searches)
    assert not fresh
    assert values(second) == values(first)
    _, plain = run(tmp_path, tmp_path / "cache", *map(reference, TEXTBOOK))
    assert values(plain) == values([answer for words, answer in zip(searches, first, strict=True) if words in TEXTBOOK])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pw.make('nim', heaps='3-3-2')", "pw.make('tictactoe')"])
def test_what_one_process_did_not_compile_another_adds(tmp_path, game):
    (tmp_path / "games.py").write_text("")
    first, second = (f"({game}, 'native', {{'algorithm': {algorithm!r}}})" for algorithm in ("minimax", "pvs"))
    run(tmp_path, tmp_path / "cache", first)
    fresh, added = run(tmp_path, tmp_path / "cache", second)
    assert fresh
    fresh, both = run(tmp_path, tmp_path / "cache", first, second)
    assert not fresh
    assert both[1]["value"] == added[0]["value"] == both[0]["value"]


# --- edits -----------------------------------------------------------------------------------------------------------

EDITS = {
    "a rule's constant": ("games.py", "found = 1 + self", "found = 2 + self"),
    "a helper in the same file": ("games.py", "return number * 2", "return number * 4"),
    "a helper imported by name": ("neighbour.py", "* 3", "* 5"),
    "a helper of a helper in another file": ("neighbour.py", "number + 0", "number + 6"),
    "a helper reached through its module": ("neighbour.py", "number**2", "number**2 + 1"),
    "a constant reached through its module": ("neighbour.py", "CONSTANT = 17", "CONSTANT = 18"),
    "a class attribute": ("games.py", "BONUS = 500", "BONUS = 510"),
    "a list of the class": ("games.py", "[600, 700, 800]", "[605, 705, 805]"),
    "a global tuple": ("games.py", "(20, 30, 40)", "(25, 35, 45)"),
    "a nested global tuple": ("games.py", "(3, 4))", "(8, 4))"),
    "a long global tuple": ("games.py", "18, 19)", "18, 59)"),
    "a default argument": ("games.py", "by=7", "by=8"),
    "a second default argument": ("games.py", "factor=3", "factor=4"),
    "a variable around a helper": ("games.py", "hidden = 41", "hidden = 42"),
    "a method reached through self": ("games.py", "+ 9", "+ 10"),
    "a method reached through a method": ("games.py", "state.last + 13", "state.last + 14"),
    "the default of a parameter": ("games.py", "step=1", "step=2"),
    "the initial state": ("games.py", "self.State(7, MAX, 1)", "self.State(8, MAX, 1)"),
    "the bounds of the utility": ("games.py", "utility_bounds = (-2000, 2000)", "utility_bounds = (10, 2000)"),
}

QUICK_EDIT = "a helper of a helper in another file"


@pytest.mark.slow_with("a helper of a helper in another file")
@pytest.mark.parametrize("edit", [edit if edit == QUICK_EDIT else slow(edit) for edit in EDITS])
def test_after_an_edit_the_cache_is_not_asked(copied, edit):
    place, folder, before = copied
    file, old, new = EDITS[edit]
    text = (place / file).read_text()
    assert text.count(old) == 1
    (place / file).write_text(text.replace(old, new))
    _, answers = run(place, folder, reference(MINIMAX), reference(AT_ONE), MINIMAX, AT_ONE)
    plain, after = values(answers[:2]), values(answers[2:])
    assert plain != before
    assert after == plain
    if edit == "a rule's constant":
        (place / file).write_text(text)
        fresh, again = run(place, folder, MINIMAX, AT_ONE)
        assert not fresh
        assert values(again) == before


@pytest.mark.slow
def test_each_parameter_has_an_engine_of_its_own(copied):
    place, folder, before = copied
    parameters = ("", "step=-1", "2**40")
    words = [MINIMAX.replace("Edited()", f"Edited({each})") for each in parameters]
    _, found = run(place, folder, *words, *map(reference, words))
    answers, plain = found[: len(words)], found[len(words) :]
    assert values(answers) == values(plain)
    assert len({each["value"] for each in answers}) == len(parameters)
    assert values(answers)[0] == before[0]
    fresh, again = run(place, folder, *reversed(words))
    assert not fresh
    assert values(again) == values(answers)[::-1]


CACHED_HELPER = """
from enum import IntEnum
from functools import lru_cache

class Bonus(IntEnum):
    LAST = 21

@lru_cache(maxsize=None)
def helped(number):
    return number * 30

class Own(Edited):
    def reached(self, state):
        return SAID
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "old", "new"),
    [("helped(state.last)", "number * 30", "number * 31"), ("Bonus.LAST.value", "LAST = 21", "LAST = 22")],
    ids=["a helper that keeps its answers", "a member of an enumeration"],
)
def test_after_an_edit_of_what_is_named_in_a_rule_the_cache_is_not_asked(tmp_path, said, old, new):
    place, words = tmp_path / "games", MINIMAX.replace("Edited", "Own")
    text = GAME + CACHED_HELPER.replace("SAID", said)
    for each in (text, text.replace(old, new)):
        write_game(place, each)
        _, plain = run(place, tmp_path / "cache", reference(words))
        _, answers = run(place, tmp_path / "cache", words)
        assert values(answers) == values(plain)


class Colour(Enum):
    RED = 1
    BLUE = 2


class Number(IntEnum):
    ONE = 1
    TWO = 2


class Pair(NamedTuple):
    first: int
    second: int


class Constant(Stones):
    """A game whose end is worth what `worth` makes of a parameter."""

    def __init__(self, held):
        super().__init__(4)
        self.held = held


class Held(Constant):
    def utility(self, state):
        return self.held + 5


class HeldAt(Constant):
    def utility(self, state):
        return self.held[1] + 5


class HeldAtAt(Constant):
    def utility(self, state):
        return self.held[1][1] + 5


class HeldIn(Constant):
    def utility(self, state):
        return 7 if 1 in self.held else 9


class HeldColour(Constant):
    def utility(self, state):
        return 7 if self.held is Colour.RED else 9


class HeldNothing(Constant):
    def utility(self, state):
        return 7 if self.held is None else 9


class HeldWord(Constant):
    def utility(self, state):
        return 7 if self.held == "red" else 9


HOLDINGS = {
    "int": (Held, 1, 2),
    "great int": (Held, 2**60, 2**60 + 1),
    "bool and int": (Held, True, 2),
    "float": (Held, 0.25, 0.5),
    "numpy int": (Held, np.int64(1), np.int64(2)),
    "numpy float": (Held, np.float64(0.25), np.float64(0.5)),
    "numpy bool": (Held, np.bool_(False), np.bool_(True)),
    "numpy array": (HeldAt, np.array([1, 2]), np.array([1, 3])),
    "tuple of arrays": (HeldAtAt, (np.array([1, 2]), np.array([1, 2])), (np.array([1, 2]), np.array([1, 3]))),
    "tuple of numpy ints": (HeldAt, (np.int64(1), np.int64(2)), (np.int64(1), np.int64(3))),
    "list": (HeldAt, [1, 2], [1, 3]),
    "long list": (HeldAt, [*range(20)], [0, 2, *range(2, 20)]),
    "named tuple": (HeldAt, Pair(1, 2), Pair(1, 3)),
    "nested tuple": (HeldAtAt, ((1, 2), (3, 4)), ((1, 2), (3, 5))),
    "member of an Enum": (HeldColour, Colour.RED, Colour.BLUE),
    "member of an IntEnum": (Held, Number.ONE, Number.TWO),
    "nothing": (HeldNothing, None, 1),
    "text": (HeldWord, "red", "blue"),
    "negative zero": (Held, 0.0, -5.0),
    "dict": (HeldAt, {1: 2}, {1: 3}),
    "frozenset": (HeldIn, frozenset({1, 2}), frozenset({2, 3})),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", HOLDINGS)
def test_games_that_differ_in_a_constant_of_any_kind_have_each_its_own_engine(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    make, one, other = HOLDINGS[kind]
    answers = []
    for held in (one, other):
        game = make(held)
        answers.append(pw.search(game, engine="native", algorithm="minimax").value)
        assert answers[-1] == game.utility(game.State(0, MAX))
    assert answers[0] != answers[1]


REFUSED_HOLDINGS = {
    "object": (Held, object(), "object"),
    "int of 71 bits": (Held, 2**70, "64 bits"),
    "complex number": (Held, 1j, r"\(5\+1j\)"),
    "infinity": (Held, float("inf"), "not a finite number"),
    "small numpy int": (Held, np.int8(1), "int8"),
    "single numpy float": (Held, np.float32(0.25), "float32"),
    "array of small numpy ints": (HeldAt, np.array([1, 2], dtype=np.uint8), "uint8"),
    "array of single numpy floats": (HeldAtAt, np.zeros((2, 2), dtype=np.float32), "float32"),
}


@pytest.mark.slow_with(
    "small numpy int", "single numpy float", "array of small numpy ints", "array of single numpy floats", "infinity"
)
@pytest.mark.parametrize("kind", REFUSED_HOLDINGS)
def test_a_constant_that_cannot_be_compiled_is_refused_in_one_line_that_names_the_rule(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    make, held, said = REFUSED_HOLDINGS[kind]
    with pytest.raises(pw.InputError, match=rf"utility.*{said}") as caught:
        pw.search(make(held), engine="native", algorithm="minimax")
    assert re.search(rf"{re.escape(__file__)}:\d+", str(caught.value))
    assert len(str(caught.value).splitlines()) == 1


@pytest.fixture
def library_to_edit(tmp_path):
    shutil.copytree(LIBRARY[0] / "plywise", tmp_path / "library" / "plywise")
    return tmp_path / "library"


@pytest.mark.slow
def test_an_edit_of_the_library_is_another_engine(compiled, tmp_path, library_to_edit):
    place, folder, before = compiled
    folder, library = shutil.copytree(folder, tmp_path / "cache"), library_to_edit
    known = {each.name for each in folder.iterdir()}
    fresh, answers = run(place, folder, MINIMAX, PYTHONPATH=str(library))
    assert not fresh  # the same sources in another place are the same library
    assert values(answers) == before[:1]
    kernel = library / "plywise" / "engines" / "kernel" / "textbook.py"
    text = kernel.read_text()
    assert "work[word.LEAVES] += 1" in text
    kernel.write_text(text.replace("work[word.LEAVES] += 1", "work[word.LEAVES] += 3"))
    fresh, answers = run(place, folder, MINIMAX, PYTHONPATH=str(library))
    assert fresh
    assert answers[0]["leaves"] == 3 * before[0][2]
    assert len({each.name for each in folder.iterdir()} - known) == 1


@pytest.mark.slow
@pytest.mark.parametrize("source", ["bits.py", "game.py", "engines/kernel/thread_state.py"])
def test_a_comment_in_a_source_that_is_compiled_compiles_nothing_anew(copied, library_to_edit, source):
    place, folder, before = copied
    file = library_to_edit / "plywise" / source
    file.write_text(file.read_text() + "\n# another comment\n")
    fresh, answers = run(place, folder, MINIMAX, PYTHONPATH=str(library_to_edit))
    assert not fresh
    assert values(answers) == before[:1]


# --- accidents -------------------------------------------------------------------------------------------------------


def flipped(body, places):
    body = bytearray(body)
    for place in places:
        body[place] ^= 1 << place % 8
    return bytes(body)


DAMAGE = {
    "one bit flipped in the middle": lambda body: flipped(body, [len(body) // 2]),
    "one bit flipped at the start": lambda body: flipped(body, [0]),
    "one bit flipped at the end": lambda body: flipped(body, [len(body) - 1]),
    "cut short": lambda body: body[: len(body) // 2],
    "only the checksum left": lambda body: body[:32],
    "empty": lambda body: b"",
    "longer": lambda body: body + b"\0",
    "of zeros": lambda body: bytes(len(body)),
    "of something else, with a checksum that fits": lambda body: hashlib.sha256(b"[]").digest() + b"[]",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_anew(copied, damage):
    place, folder, before = copied
    for file in cached_files(folder):
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
    fresh, answers = run(place, folder, MINIMAX, AT_ONE)
    assert fresh
    assert values(answers) == before
    fresh, answers = run(place, folder, MINIMAX, AT_ONE)
    assert not fresh
    assert values(answers) == before


def needed_files(folder):
    """The files that a search needs: once the rules were compared, what compares them is not asked for again."""
    return [file for file in cached_files(folder) if not file.name.startswith("run_rule_probe")]


def is_whole(file):
    content = file.read_bytes()
    return hashlib.sha256(content[32:]).digest() == content[:32]


SPOILING = {
    "missing": Path.unlink,
    "damaged": lambda file: file.write_bytes(flipped(file.read_bytes(), [file.stat().st_size // 3])),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_each_file_that_is_missing_or_damaged_by_itself_is_made_anew(copied, how):
    place, folder, before = copied
    facts = folder.rglob("facts.json")
    known = {file: file.read_bytes() for file in facts}
    for file in needed_files(folder):
        SPOILING[how](file)
        _, answers = run(place, folder, MINIMAX, AT_ONE)
        assert values(answers) == before
        assert is_whole(file)
        assert file.read_bytes() == known.get(file, file.read_bytes())
    made = {file: file.stat().st_mtime_ns for file in cached_files(folder)}
    assert not run(place, folder, MINIMAX, AT_ONE)[0]
    assert {file: file.stat().st_mtime_ns for file in cached_files(folder)} == made


def test_no_bit_of_a_file_can_change_unseen(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = cache.Folder("some game", "0" * 32)
    body = random.Random(1).randbytes(300)
    folder.write("content.bin", body)
    assert folder.read("content.bin") == body
    whole = (folder.path / "content.bin").read_bytes()
    for place in range(len(whole)):
        (folder.path / "content.bin").write_bytes(flipped(whole, [place]))
        assert folder.read("content.bin") is None
        (folder.path / "content.bin").write_bytes(whole[:place])
        assert folder.read("content.bin") is None


HEAD = b'{"symbol": "run", "alone": true, "size": %d}\n'
NO_CODE = (b"", b"[]", b"{}", HEAD % 0, HEAD % 4 + b"none", HEAD % 100 + b"\x7fELF")


@pytest.mark.slow_with("b''")
@pytest.mark.parametrize("body", [NO_CODE[0], *map(slow, NO_CODE[1:-1]), NO_CODE[-1]], ids=repr)
def test_what_is_whole_but_no_compiled_function_is_compiled_anew(tmp_path, monkeypatch, body):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    engine = Engine(Stones(5))
    file = engine.file(run_textbook, None)
    engine.folder.write(file, body)
    assert not engine.load(run_textbook)
    engine.entry(run_textbook)
    assert engine.load(run_textbook)
    assert engine.folder.read(file) != body


DYING = """
import os, signal
replace, fdopen, left = os.replace, os.fdopen, [LEFT]
def fatal(*words):
    if left[0] == 0:
        os.killpg(0, signal.SIGKILL)
    left[0] -= 1
    return replace(*words)
class Half:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *words): self.file.close()
    def write(self, body):
        self.file.write(body[: len(body) // 2])
        self.file.flush()
        os.killpg(0, signal.SIGKILL)
def half(handle, mode="r", *words, **options):
    file = fdopen(handle, mode, *words, **options)
    return Half(file) if mode == "wb" and left[0] == 0 else file
"""


BEFORE_IT_IS_RENAMED, HALF_WRITTEN = "os.replace = fatal", "os.replace, os.fdopen = fatal, half"
MOMENTS = [slow(0, BEFORE_IT_IS_RENAMED), slow(0, HALF_WRITTEN), slow(1, BEFORE_IT_IS_RENAMED), (1, HALF_WRITTEN)]


@pytest.mark.slow
@pytest.mark.parametrize(("files", "moment"), MOMENTS)
def test_a_process_killed_while_it_writes_leaves_no_corrupt_cache(compiled, tmp_path, files, moment):
    place, _, before = compiled
    folder = tmp_path / "cache"
    dying = DYING.replace("LEFT", str(files)) + moment + "\n"
    words = command(place, MINIMAX, before=dying)
    done = subprocess.run(words, env=environment(folder), capture_output=True, start_new_session=True)
    assert done.returncode == -signal.SIGKILL
    assert [file.suffix for file in cached_files(folder)].count(".part") == 1
    fresh, answers = run(place, folder, MINIMAX, AT_ONE)
    assert fresh
    assert values(answers) == before
    assert not run(place, folder, MINIMAX, AT_ONE)[0]


def kill_after(words, folder, seconds):
    """Start a process and kill it after so long, or as soon as it has a file half written."""
    process = subprocess.Popen(words, env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        if seconds > 5 and list(folder.rglob("*.part")):
            break
    process.kill()
    process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_processes_killed_at_any_moment_leave_no_corrupt_cache(compiled, tmp_path, seed):
    place, _, before = compiled
    folder, dice = tmp_path / "cache", random.Random(seed)
    folder.mkdir()
    began = time.monotonic()
    run(place, tmp_path / "other", MINIMAX)
    whole = time.monotonic() - began
    for _ in range(3):
        kill_after(command(place, MINIMAX), folder, dice.uniform(0.3, 1.0) * whole)
    kill_after(command(place, AT_ONE), folder, 10)
    for file in cached_files(folder):
        assert file.suffix == ".part" or is_whole(file)
    _, answers = run(place, folder, MINIMAX, AT_ONE)
    assert values(answers) == before


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4])
def test_processes_that_compile_at_once_do_not_disturb_one_another(compiled, tmp_path, count):
    place, _, before = compiled
    folder = tmp_path / "cache"
    processes = [
        subprocess.Popen(
            command(place, MINIMAX, AT_ONE), env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(count)
    ]
    for each in processes:
        out, err = each.communicate(timeout=300)
        assert each.returncode == 0, err
        assert b"compiling " in err
        answers = json.loads(out)
        assert values([answers[MINIMAX], answers[AT_ONE]]) == before
    assert [file for file in cached_files(folder) if file.suffix == ".part"] == []
    assert not run(place, folder, MINIMAX, AT_ONE)[0]


class Small(Constant):
    def utility(self, state):
        return self.held


def refusing(number):
    def refuse(*words, **options):
        raise OSError(number, os.strerror(number))

    return refuse


CALLS = ("os.replace", "tempfile.mkstemp", "os.fdopen", "pathlib.Path.mkdir")
REFUSED = [("tempfile.mkstemp", errno.EROFS)]
REFUSED += [slow(call, errno.ENOSPC) for call in CALLS]
REFUSED += [slow("os.replace", number) for number in (errno.EROFS, errno.EACCES, errno.EDQUOT)]


@pytest.mark.parametrize(("call", "number"), REFUSED)
def test_a_full_or_read_only_folder_is_no_reason_to_stop(tmp_path, monkeypatch, capsys, number, call):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(call, refusing(number))
    assert pw.search(Small(6), engine="native", algorithm="minimax").value == 6
    assert cached_files(tmp_path) == []
    assert len(capsys.readouterr().err.splitlines()) <= 1


SMALL_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [100, 20_000])
def test_a_folder_that_is_full_once_a_file_is_half_written_is_no_reason_to_stop(compiled, tmp_path, most):
    place, _, before = compiled
    folder = tmp_path / "cache"
    fresh, answers = run(place, folder, MINIMAX, AT_ONE, before=SMALL_FILES.replace("MOST", str(most)))
    assert fresh
    assert values(answers) == before
    assert all(file.suffix != ".part" and is_whole(file) for file in cached_files(folder))


PLACES = ["a file", *map(slow, ("below a file", "in proc", "a loop", "too long a name", "below the engine"))]


@pytest.mark.slow_with("a file")
@pytest.mark.parametrize("kind", PLACES)
def test_a_place_that_cannot_be_a_folder_is_no_reason_to_stop(tmp_path, monkeypatch, kind):
    (tmp_path / "file").write_text("somebody's")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    places = {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "below",
        "in proc": Path("/proc/plywise"),
        "a loop": tmp_path / "loop",
        "too long a name": tmp_path / ("x" * 300),
        "below the engine": tmp_path / "cache",
    }
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(places[kind]))
    if kind == "below the engine":
        engine = engine_of(Small(8))
        shutil.rmtree(engine.folder.path)
        engine.folder.path.write_text("somebody's")
    assert pw.search(Small(8), engine="native", algorithm="minimax").value == 8
    assert (tmp_path / "file").read_text() == "somebody's"


@pytest.mark.slow
def test_a_folder_that_vanishes_while_it_is_in_use_is_no_reason_to_stop(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    game = Small(9)
    assert pw.search(game, engine="native", algorithm="minimax").value == 9
    shutil.rmtree(tmp_path / "cache")
    assert pw.search(game, engine="native", algorithm="minimax").value == 9
    assert pw.search(Small(9), engine="native", algorithm="minimax").value == 9


WRITTEN_FACTS = {
    "states": ["tuple", ["games", "State"], ["int", 0, 64]], "actions": ["int", 0, 64], "are_plain": True, "words": 1,
    "values": "int", "utility": "int", "key": 1, "hint_key": 1, "play_key": 1, "allocating": [], "floats": [],
    "packs": False, "made": 1, "wide": 0, "ints": [0, 128, 64], "key_ints": 1,
}  # fmt: skip


# --- whose it is -----------------------------------------------------------------------------------------------------


def test_folders_and_files_are_made_for_their_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "new" / "cache"))
    mask = os.umask(0)
    try:
        folder = cache.Folder("game", f"{1:032x}")
        folder.write_facts(WRITTEN_FACTS)
    finally:
        os.umask(mask)
    for each in (folder.path.parent, folder.path, *folder.path.iterdir()):
        assert each.stat().st_mode & 0o077 == 0, each
    assert folder.read_facts() == WRITTEN_FACTS


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720])
@pytest.mark.parametrize("which", ["the root", "the engine's folder", "a file"])
def test_what_others_can_write_to_is_not_read(tmp_path, monkeypatch, capsys, which, mode):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    folder = cache.Folder("game", f"{1:032x}")
    folder.write_facts(WRITTEN_FACTS)
    opened = {"the root": folder.path.parent, "the engine's folder": folder.path, "a file": folder.path / cache.FACTS}
    opened[which].chmod(mode)
    again = cache.Folder("game", f"{1:032x}")
    assert again.read_facts() is None
    assert capsys.readouterr().err.count("is not used") == (which == "the root")
    again.write_facts(WRITTEN_FACTS)
    assert again.read_facts() == WRITTEN_FACTS


@pytest.mark.parametrize("which", ["the root", "the engine's folder", "a file"])
def test_what_others_own_is_not_read(tmp_path, monkeypatch, which):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "cache"))
    folder = cache.Folder("game", f"{1:032x}")
    folder.write_facts(WRITTEN_FACTS)
    theirs = {"the root": folder.path.parent, "the engine's folder": folder.path, "a file": folder.path / cache.FACTS}
    seen = theirs[which].stat()

    def stat_of_others(found):
        same = (found.st_dev, found.st_ino) == (seen.st_dev, seen.st_ino)
        return not same and private(found)

    private = cache.is_private
    monkeypatch.setattr(cache, "is_private", stat_of_others)
    assert cache.Folder("game", f"{1:032x}").read_facts() is None
    monkeypatch.undo()
    monkeypatch.setattr(os, "geteuid", lambda: seen.st_uid + 1)
    assert not cache.is_private(seen)


def test_where_nobodys_home_is_known_there_is_no_cache(monkeypatch):
    for name in ("PLYWISE_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda text: text)
    assert cache.root() is None
    folder = cache.Folder("game", f"{1:032x}")
    folder.write_facts(WRITTEN_FACTS)
    assert folder.path is None
    assert folder.read_facts() == WRITTEN_FACTS  # in this process
    assert cache.Folder("game", f"{1:032x}").read_facts() is None


ODD_FACTS = [
    b"", b"[]", b"null", b"{}", b"[" * 5000, b"1e999", b"\xff", b'{"values": "int"}',
    json.dumps(WRITTEN_FACTS | {"values": "text"}).encode(), json.dumps(WRITTEN_FACTS | {"key": "1"}).encode(),
    json.dumps(WRITTEN_FACTS | {"key": 0}).encode(), json.dumps(WRITTEN_FACTS | {"key": True}).encode(),
    json.dumps(WRITTEN_FACTS | {"actions": 1}).encode(), json.dumps(WRITTEN_FACTS | {"words": -1}).encode(),
    json.dumps(WRITTEN_FACTS | {"more": 1}).encode(), json.dumps(WRITTEN_FACTS | {"assured": "yes"}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("body", ODD_FACTS)
def test_facts_of_odd_content_are_none(tmp_path, monkeypatch, body):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = cache.Folder("game", f"{1:032x}")
    folder.write(cache.FACTS, body)
    assert folder.read_facts() is None


# --- one at a time ---------------------------------------------------------------------------------------------------


def hold_lock(folder, seconds):
    """Hold an engine's lock in another process for so long, or until that is killed; `over` is there at the end."""
    child = os.fork()
    if child == 0:
        with folder.only_one():
            (folder.path / "held").touch()
            time.sleep(seconds)
            (folder.path / "over").touch()
        os._exit(0)
    while not (folder.path / "held").exists():
        time.sleep(0.01)
    return child


@pytest.mark.parametrize("killed", [False, True])
def test_one_process_compiles_an_engine_and_a_killed_one_blocks_nobody(tmp_path, monkeypatch, killed):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = cache.Folder("game", f"{1:032x}")
    child = hold_lock(folder, 120 if killed else 0.3)
    if killed:
        os.kill(child, signal.SIGKILL)
    began = time.monotonic()
    with folder.only_one():
        assert (folder.path / "over").exists() != killed
    assert time.monotonic() - began < 30  # on a busy machine; patience is at its end after a minute
    os.waitpid(child, 0)


def test_nobody_waits_for_ever(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "LOCK_PATIENCE", 0.1)
    folder = cache.Folder("game", f"{1:032x}")
    child = hold_lock(folder, 60)
    began = time.monotonic()
    with folder.only_one():
        assert time.monotonic() - began < 20  # on a busy machine
        assert not (folder.path / "over").exists()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


# --- pruning ---------------------------------------------------------------------------------------------------------


def engine_folder(name, number, days=0.0, size=1000):
    """An engine's folder as it is `days` after its last use."""
    folder = cache.Folder(name, f"{number:032x}")
    folder.write_facts(WRITTEN_FACTS)
    folder.write("search.bin", bytes(size))
    age(folder.path, days)
    return folder.path


def age(path, days):
    then = time.time() - days * 86_400
    os.utime(path, (then, then))


def test_engines_not_used_for_long_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    old, young, new = (engine_folder("game", number) for number in (1, 2, 3))
    age(old, 90)
    age(young, 20)
    cache.prune()
    assert [each.exists() for each in (old, young, new)] == [False, True, True]


def test_the_least_recently_used_are_removed_where_all_are_too_large_together(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folders = [engine_folder("game", number, 10 - number) for number in range(6)]
    monkeypatch.setattr(cache, "MAX_BYTES", 4500)
    cache.prune()
    assert [each.exists() for each in folders] == [False, False, False, True, True, True]


def test_the_newest_engine_stays_however_large_it_is(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "MAX_BYTES", 10)
    older, newest = engine_folder("game", 1, 5), engine_folder("game", 2)
    cache.prune()
    assert [each.exists() for each in (older, newest)] == [False, True]


def test_using_an_engine_keeps_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = engine_folder("game", 1, 59)
    assert cache.Folder("game", f"{1:032x}").read_facts() == WRITTEN_FACTS
    assert time.time() - folder.stat().st_mtime < 86_400


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    folder = engine_folder("game", 1)
    old, new = folder / "search.bin.abc.part", folder / "search.bin.xyz.part"
    for each, days in ((old, 2), (new, 0.1)):
        each.write_bytes(b"half")
        age(each, days)
    cache.prune()
    assert [old.exists(), new.exists()] == [False, True]


def test_folders_and_files_that_are_not_the_caches_are_left_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    foreign = [tmp_path / name for name in ("photos", "notes.2024", ".git", "backup.tar")]
    for number, each in enumerate(foreign):
        (each / "deep").mkdir(parents=True)
        (each / "letter.txt").write_text("dear reader")
        (each / "upload.part").write_text("half a film")
        age(each / "upload.part", 400)
        age(each, 400 + number)
    (tmp_path / "single.txt").write_text("mine")
    age(tmp_path / "single.txt", 400)
    engine_folder("game", 1)
    old = engine_folder("game", 2, 400)
    age(old, 400)
    monkeypatch.setattr(cache, "MAX_BYTES", 10)
    cache.prune()
    assert not old.exists()
    for each in foreign:
        assert (each / "letter.txt").read_text() == "dear reader"
        assert (each / "upload.part").exists()
    assert (tmp_path / "single.txt").read_text() == "mine"


def test_pruning_does_not_mind_what_it_cannot_read(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    strange = cache.Folder("game", f"{7:032x}").path
    strange.mkdir(parents=True)
    (strange / "facts.json").symlink_to(strange / "nowhere")
    age(strange, 1)
    old = engine_folder("game", 1)
    engine_folder("game", 2)
    age(old, 90)
    cache.prune()
    assert not old.exists()


def test_the_folder_of_caches_is_where_the_user_says(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path / "chosen"))
    assert cache.root() == tmp_path / "chosen"
    monkeypatch.delenv("PLYWISE_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.root() == tmp_path / "plywise"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.root() == tmp_path / ".cache" / "plywise"


def test_importing_plywise_does_not_import_the_compiler():
    program = textwrap.dedent("""
        import sys
        import plywise as pw
        pw.search(pw.make("tictactoe"), depth=1, engine="reference")
        print([name for name in sys.modules if name.partition(".")[0] in ("llvmlite", "numpy")])
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
