"""Rules as people first write them: whole games, and single features of Python, compiled next to interpreted."""

import subprocess
import sys

import pytest

import plywise as pw
from tests.helpers.first_written import FOLDER, GAMES, UNHASHABLE, Written
from tests.helpers.probes import MORE_PROBES, PROBES, source
from tests.helpers.twins import REFUSED, SAME, compare

each_game = pytest.mark.parametrize("written", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def leave_the_path_as_it_was(monkeypatch):
    """A game's file may import its neighbours: its folder is put on the path."""
    monkeypatch.setattr(sys, "path", list(sys.path))


def test_every_file_is_a_game_that_is_tried_or_the_helpers_of_one():
    helpers = {"board_base", "ghost_words", "minichess_rules"}
    assert {file.stem for file in FOLDER.glob("*.py")} == {*GAMES, *UNHASHABLE, *helpers}


FEW = {"states": 25, "playouts": 1, "compiled": 0}
MANY = {"states": 1500, "playouts": 20, "compiled": 0}


@pytest.mark.fast_with("auction", "boxes", "ghost", "hanoi_duel", "kayles", "race", "tricks", "toads", "slide")
@each_game
def test_the_games_are_lawful(written):
    report = pw.check(written.load(), thorough=True, **FEW)
    assert report.ok, str(report)


@pytest.mark.slow
@each_game
def test_the_games_are_lawful_on_many_states(written):
    report = pw.check(written.load(), thorough=True, **MANY)
    assert report.ok, str(report)
    assert report.terminals > 0


@pytest.mark.fast_with("amazons", "whist", "quoridor", "morris", "reversi", "kayles", "tricks", "ultimate")
@each_game
def test_the_games_branch(written):
    game, depth = written.load(), min(written.depth, 4)
    assert pw.search(game, engine="reference", algorithm="alphabeta", depth=depth).nodes > 2 * depth


@pytest.mark.parametrize("name", UNHASHABLE)
def test_a_state_that_is_no_value_is_frozen(name):
    report = pw.check(Written(name, 1).load(), thorough=True, **FEW)
    assert "hashable" not in [breach.law for breach in report.broken]


@pytest.mark.slow
@each_game
def test_a_game_as_first_written_is_the_references_twin(written):
    verdict = compare(written.load(), range(1, written.depth + 1), positions=1000, strong=True)
    assert verdict == SAME


AGAIN = """
import sys
import plywise as pw
result = pw.search(pw.make(sys.argv[1]), engine="native", algorithm="alphabeta", depth=3)
print(result.nodes, result.value)
"""


@pytest.mark.slow
def test_one_is_compiled_and_another_process_loads_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    written = GAMES["race"]
    game = written.load()
    assert compare(game, (1, 2, 3)) == SAME
    done = subprocess.run([sys.executable, "-c", AGAIN, written.path], capture_output=True, text=True, check=True)
    expected = pw.search(game, engine="reference", algorithm="alphabeta", depth=3)
    assert done.stdout.split() == [str(expected.nodes), str(expected.value)]
    assert "compiling" not in done.stderr


ALL_PROBES = {**PROBES, **MORE_PROBES}


UNTAUGHT = "global numpy table"
"""Its numbers are no ints, which the reference refuses, too."""


def probe(name, folder):
    file = folder / f"probe_{list(ALL_PROBES).index(name)}.py"
    file.write_text(source(name))
    return pw.make(f"{file}:G")


@pytest.mark.parametrize("name", sorted(set(ALL_PROBES) - {UNTAUGHT}))
def test_a_probe_is_ordinary_python(name, tmp_path):
    assert pw.search(probe(name, tmp_path), engine="reference", depth=4).nodes > 10


@pytest.mark.slow
def test_most_probes_compile_and_none_differs(tmp_path):
    verdicts = {name: compare(probe(name, tmp_path), (1, 4), positions=50) for name in ALL_PROBES if name != UNTAUGHT}
    assert {name: each for name, each in verdicts.items() if each != SAME and not each.startswith(REFUSED)} == {}
    refused = {name: each for name, each in verdicts.items() if each != SAME}
    assert len(PROBES) - len(PROBES.keys() & {*refused, UNTAUGHT}) >= 80, refused
    # a refusal names the file and the line
    assert {name: each for name, each in refused.items() if ".py:" not in each} == {}
