"""The light core: what works without NumPy, llvmlite, resvg and cloudpickle, and how the rest refuses."""

import json
import subprocess
import sys

import pytest

MISSING = ("numpy", "llvmlite", "resvg_py", "cloudpickle", "scipy", "font_source_sans_pro")
HIDE = f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))\n"
PROGRAM = HIDE + "sys.argv[0] = 'plywise'\nfrom plywise.cli import main\nmain()"

WORKING = (
    ("tree 3 5 6 9 1 2 0 -1 --explain", "The value of A is 5"),
    ("explain tictactoe --position .XOOX.X.O", "Only 7 wins."),
    ("search tictactoe", "18,297 nodes"),
    ("search connect4 --time 0.3", "deepening (reference)"),
    ("search hex:size=3 --algorithm mcts --nodes 50", "50 random games"),
    ("check nim", "all 29 laws hold"),
    ("compare tictactoe --depths 1-2", "alphabeta"),
    ("exercise --seed 1", "Fill in the values"),
    ("count tictactoe --plies 3", "504"),
    ("solve tictactoe --engine reference", "value 0: a draw"),
    ("play tictactoe --max engine --min random", "Game over"),
    ("puzzles tictactoe --number 1 --seed 1", "Only 8 holds the draw."),
)
REFUSED = (
    ("search tictactoe --engine native", "the native engine needs NumPy, which is not installed: pip install numpy"),
    ("tree 3 5 6 9 --png {folder}/a.png", "PNG pictures need resvg, which is not installed: pip install resvg-py"),
    ("learn hex:size=3 --games 100 --out {folder}/a.eval", "NumPy, which is not installed: pip install numpy"),
    ("match tictactoe random random --games 2", "cloudpickle, which is not installed: pip install cloudpickle"),
)


def run(source, *words):
    """Run Python in a process of its own."""
    return subprocess.run([sys.executable, "-c", source, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(("words", "shown"), WORKING, ids=lambda each: each.split()[0])
def test_a_command_of_the_light_core_works(words, shown):
    done = run(PROGRAM, *words.split())
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=lambda each: each.split()[0])
def test_what_needs_a_package_names_it_in_one_line(words, said, tmp_path):
    done = run(PROGRAM, *words.format(folder=tmp_path).split())
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_library_imports_and_searches():
    source = """
import json, plywise as pw
game = pw.make("tictactoe")
found = pw.search(game)
trace = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2))
print(json.dumps([found.value, found.nodes, found.engine, trace.result.value, "<svg" in trace.svg(), found.fallback]))
"""
    done = run(HIDE + source)
    *rest, fallback = json.loads(done.stdout)
    assert rest == [0, 18297, "reference", 5, True]
    assert fallback.startswith("the native engine needs NumPy")


def test_a_certificate_is_verified(tmp_path):
    made = run(PROGRAM, *f"certify mnk:m=3,n=3,k=3 --goal draw --out {tmp_path / 'a.cert'}".split())
    assert made.returncode == 0, made.stderr
    assert "proved:" in run(PROGRAM, "verify", str(tmp_path / "a.cert")).stdout
