"""The light core: what works without NumPy, llvmlite, resvg and cloudpickle, and how the rest refuses."""

import json
import subprocess
import sys

MISSING = ("numpy", "llvmlite", "resvg_py", "cloudpickle", "scipy", "font_source_sans_pro")
HIDE = f"import sys; sys.modules.update(dict.fromkeys({MISSING!r}))\n"
PROGRAM = HIDE + "sys.argv[0] = 'plywise'\nfrom plywise.cli import main\nmain()"
EACH_IN_A_FORK = (
    HIDE
    + """
import json, os
from plywise.cli import main
for number, words in enumerate(json.loads(sys.argv[1])):
    if not os.fork():
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
        sys.argv = ["plywise", *words]
        main()
    open(f"{number}.code", "w").write(str(os.waitstatus_to_exitcode(os.wait()[1])))
"""
)
"""Runs commands in a process each; what all of them import is imported once."""

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


def run(source, *words, folder=None):
    """Run Python in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", source, *words], capture_output=True, text=True, timeout=120, cwd=folder
    )


def run_each(commands, folder):
    """Yield each command's exit code, what it printed and what it said on stderr."""
    done = run(EACH_IN_A_FORK, json.dumps([words.split() for words in commands]), folder=folder)
    assert done.returncode == 0, done.stderr
    for number, _ in enumerate(commands):
        yield [(folder / f"{number}.{name}").read_text() for name in ("code", "out", "err")]


def test_the_commands_of_the_light_core_work(tmp_path):
    commands = [words for words, _ in WORKING]
    for (words, shown), (code, out, err) in zip(WORKING, run_each(commands, tmp_path), strict=True):
        assert code == "0", (words, err)
        assert shown in out, words


def test_what_needs_a_package_names_it_in_one_line(tmp_path):
    commands = [words.format(folder=tmp_path) for words, _ in REFUSED]
    for (words, said), (code, _, err) in zip(REFUSED, run_each(commands, tmp_path), strict=True):
        assert code == "2", words
        assert said in err
        assert err.count("\n") == 1


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
