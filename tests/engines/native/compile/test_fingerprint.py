"""The fingerprint of the library: every edit of what is compiled changes it, and no other edit does."""

import ast
import json
import re
import shutil
import subprocess
import sys
from types import FunctionType

import pytest

import plywise as pw
from plywise.engines import hash_game
from plywise.engines.dependencies.trace import as_text
from plywise.engines.native.compile import cached_library
from plywise.engines.native.compile.library import SOURCES
from plywise.games import REGISTRY, make
from tests.helpers.paths import ROOT

SOURCE = ROOT / "src" / "plywise"
FILES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
COMPILED = {path.relative_to(SOURCE).as_posix() for each in SOURCES for path in SOURCE.glob(each)} | {
    "engines/choices.py"
}
CONSTANTS = {  # what compiled code takes from files that are not compiled themselves
    "engines/batches.py": "MAX_LINE = 200",
    "engines/features.py": "TABLE",
    "engines/move_orders.py": "SHALLOW_PLIES = 2",
    "engines/values.py": "INFINITE = 2**63 - 1",
    "game/outcomes.py": "PLIES = 2**14",
    "process/recursion.py": "MAX_PLIES = 10_000",
}
EXAMPLES = (
    "engines/kernel/search.py", "engines/kernel/config.py", "engines/rule_table.py", "engines/native/compile/facts.py",
)  # fmt: skip

# LLVM and arrays are imported once; each edited copy of the library is then imported by a child of its own.
ASK = """
import json, os, sys
import numpy, llvmlite.binding, llvmlite.ir
for line in sys.stdin:
    place = json.loads(line)
    reading, writing = os.pipe()
    if os.fork() == 0:
        sys.path.insert(0, place)
        sys.dont_write_bytecode = True
        from plywise.engines.native.compile.cached_library import library
        os.write(writing, library().encode())
        os._exit(0)
    os.wait()
    os.close(writing)
    print(json.dumps(os.read(reading, 100).decode()), flush=True)
    os.close(reading)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Return what gives the fingerprint of the library with files replaced: {file: its text} -> digest."""
    place = tmp_path_factory.mktemp("edited")
    shutil.copytree(SOURCE, place / "plywise", ignore=shutil.ignore_patterns("__pycache__"))
    process = subprocess.Popen([sys.executable, "-c", ASK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def digest(texts):
        for name, text in texts.items():
            (place / "plywise" / name).write_text(text)
        process.stdin.write(json.dumps(str(place)) + "\n")
        process.stdin.flush()
        found = json.loads(process.stdout.readline())
        for name in texts:
            shutil.copy(SOURCE / name, place / "plywise" / name)
        return found

    yield digest
    process.communicate(timeout=10)


@pytest.fixture(scope="module")
def unedited(library):
    return library({})


def commented(text):
    """Return a source with a comment before every function and class, and with every docstring changed.

    Nothing else moves: Python's own code for an expression may depend on how it is broken into lines.
    """
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            last, end = node.body[0].end_lineno - 1, node.body[0].end_col_offset
            line = lines[last].encode()
            quotes = 3 if line[:end].endswith(b'"""') else 1
            lines[last] = (line[: end - quotes] + b" As everybody knows." + line[end - quotes :]).decode()
    return "".join(re.sub(r"^( *)(?=def |class )", r"\1# another comment\n\1", line) for line in lines)


def rewritten(text):
    """Return a source in which every function does something more."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            place = 1 if ast.get_docstring(node) is not None else 0
            node.body.insert(place, ast.parse("edited_here = 1").body[0])
    return ast.unparse(ast.fix_missing_locations(tree)) + "\nEDITED = 1\n"


NOT_COMPILED = sorted(set(FILES) - COMPILED - set(CONSTANTS))


def each(names):
    return [name if name in EXAMPLES else pytest.param(name, marks=pytest.mark.slow) for name in names]


def edited(change, *names):
    """Return the texts of files after a change, which must be one."""
    before = {name: (SOURCE / name).read_text() for name in names}
    after = {name: change(text) for name, text in before.items()}
    assert [name for name in names if after[name] == before[name]] == []
    return after


def test_it_is_that_of_the_library_here(unedited):
    assert unedited == cached_library.library()


def counting(library, unedited, change, names):
    """Return the files whose change makes another fingerprint; they are changed together, then by halves."""
    if library(edited(change, *names)) == unedited:
        return []
    if len(names) == 1:
        return names
    half = len(names) // 2
    return [*counting(library, unedited, change, names[:half]), *counting(library, unedited, change, names[half:])]


@pytest.mark.slow
def test_comments_and_docstrings_do_not_count_in_any_file(library, unedited):
    assert counting(library, unedited, commented, FILES) == []


@pytest.mark.slow
def test_code_that_is_not_compiled_does_not_count_in_any_file(library, unedited):
    assert counting(library, unedited, rewritten, NOT_COMPILED) == []


@pytest.mark.slow
def test_files_that_count_among_others_are_named(library, unedited):
    among = sorted([*NOT_COMPILED[:5], "engines/kernel/search.py", *NOT_COMPILED[5:8], "engines/rule_table.py"])
    assert counting(library, unedited, rewritten, among) == ["engines/kernel/search.py", "engines/rule_table.py"]


@pytest.mark.slow_with("engines/rule_table.py", "engines/native/compile/facts.py", "engines/kernel/search.py")
@pytest.mark.parametrize("name", each(sorted(COMPILED)))
def test_code_that_is_compiled_counts(library, unedited, name):
    assert library(edited(rewritten, name)) != unedited


@pytest.mark.fast_with("game/outcomes.py")
@pytest.mark.parametrize(("name", "constant"), CONSTANTS.items(), ids=CONSTANTS)
def test_constants_that_compiled_code_takes_count(library, unedited, name, constant):
    old, new = ("range(8)", "range(1, 9)") if constant == "TABLE" else (constant, f"{constant} - 1")
    assert library(edited(lambda text: text.replace(old, new), name)) != unedited


@pytest.mark.parametrize("name", REGISTRY)
def test_a_game_stays_the_same_while_python_s_library_remembers_things(name):
    """A journal goes on in another process, where other regular expressions were used before."""
    game = make(name)
    before = hash_game(game)
    for number in range(9):
        re.fullmatch(f"never{number}", game.format_state(game.initial()))
    assert hash_game(game) == before


def test_objects_that_hold_one_another_are_told_apart_from_others():
    def ring(names):
        class Node:
            def __init__(self, name):
                self.name, self.near = name, []

        nodes = [Node(name) for name in names]
        for node, other in zip(nodes, nodes[1:] + nodes[:1], strict=True):
            node.near += [other, node]
        return nodes[0]

    assert as_text(ring("abc")) == as_text(ring("abc"))
    assert len({as_text(ring(names)) for names in ("abc", "abd", "ab", "abcd")}) == 4
    itself = []
    itself.append(itself)
    assert as_text(itself) == as_text([itself[0]][0]) != as_text([[]])


@pytest.mark.parametrize("name", [name for name in pw.__all__ if isinstance(getattr(pw, name), FunctionType)])
def test_a_helper_may_be_called_like_a_function_of_plywise(name):
    """`self.make(...)` beside `pw.MAX` names `pw.make`, which no rule calls and which reaches all that is imported."""
    class_text = f"""
class Count(pw.Game):
    def initial(self): return 0
    def player(self, state): return pw.MAX if self.{name}(state) else pw.MIN
    def actions(self, state): return [1, 2]
    def result(self, state, action): return state + action
    def terminal(self, state): return state > 8
    def utility(self, state): return 0
    def {name}(self, state): return state % 2
"""
    names = {"pw": pw, "__name__": "counts"}
    exec(class_text, names)
    game = names["Count"]()
    assert hash_game(game) == hash_game(game)
