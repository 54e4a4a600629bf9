"""The lowest and the newest versions of all dependencies that pyproject.toml allows, each in a new environment."""

import json
import os
import re
import subprocess
import tomllib
import venv

import pytest

from tests.helpers.paths import ROOT

pytestmark = pytest.mark.slow  # it fetches them, and compiles everything anew

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = ("notebook", "plot")


def requirements(which):
    """Return what to install: everything needed to run, in the lowest versions allowed or in the newest."""
    wanted = [*PROJECT["dependencies"], *(each for name in EXTRAS for each in PROJECT["optional-dependencies"][name])]
    if which == "newest":
        return wanted
    lowest = [re.sub(r">=([\w.]+).*", r"==\1", each) for each in wanted]
    assert all("==" in each for each in lowest), "a dependency has no lower bound"
    return lowest


@pytest.fixture(scope="module", params=["lowest", "newest"])
def python(request, tmp_path_factory):
    """Return a function that runs Python with such versions: words -> stdout."""
    place = tmp_path_factory.mktemp(request.param)
    venv.create(place / "env", with_pip=True)
    binary = place / "env/bin/python"
    install = [binary, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *requirements(request.param)]
    subprocess.run(install, check=True, cwd=place)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PLYWISE_CACHE_DIR": str(place / "cache")}

    def run(*words):
        words = [str(word) for word in (binary, *words)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=place, env=environment)
        assert done.returncode == 0, (words, done.stdout[-500:], done.stderr)
        assert "Warning" not in done.stderr or "plywise" not in done.stderr, done.stderr
        return done.stdout

    run.place = place
    return run


def test_what_is_drawn_and_printed(python):
    assert "Usage" in python("-m", "plywise", "--help")
    files = [word for kind in ("svg", "png", "tikz", "html") for word in (f"--{kind}", f"t.{kind}")]
    python("-m", "plywise", "tree", 3, 5, 6, 9, 1, 2, 0, -1, *files)
    assert (python.place / "t.png").read_bytes().startswith(b"\x89PNG")
    table = python(
        "-m", "plywise", "compare", "tictactoe", "--engine", "reference", "--depths", "1-3", "--plot", "p.png"
    )
    assert "alphabeta" in table
    assert (python.place / "p.png").read_bytes().startswith(b"\x89PNG")
    python("-m", "plywise", "exercise", "--kind", "all", "--html", "sheet.html", "--key", "key.json")
    python("-m", "plywise", "games")
    code = "import plywise as pw, plywise.notebook as n; n.stepper(pw.trace(pw.Tree([3, 5], branching=2)))"
    python("-c", code)


SEARCHES = [  # a game of each kind that is compiled in its own way: plain, with a past, with a table, with estimates
    ("tictactoe", "alphabeta", "--json"),
    ("go:size=2", "alphabeta", "--depth", 5, "--json"),
    ("nim", "pvs", "--json"),
    ("othello:size=4", "deepening", "--depth", 4, "--json"),
]


def test_both_engines_agree_and_a_second_process_finds_what_is_compiled(python):
    for game, algorithm, *options in SEARCHES:
        found = {}
        for turn in ("reference", "native", "again"):
            engine = "native" if turn == "again" else turn
            words = ("search", game, "--algorithm", algorithm, "--engine", engine, *options)
            found[turn] = json.loads(python("-m", "plywise", *words))
        assert found["native"]["value"] == found["reference"]["value"] == found["again"]["value"], game
        assert found["native"]["nodes"] == found["again"]["nodes"]
        if algorithm == "alphabeta":
            assert found["native"]["nodes"] == found["reference"]["nodes"]


def test_solving_counting_and_checking(python):
    for threads in (1, 2):
        words = ("solve", "connect4:width=4,height=4", "--engine", "native", "--threads", threads, "--json")
        assert json.loads(python("-m", "plywise", *words))["value"] == 0
    counted = json.loads(
        python("-m", "plywise", "count", "tictactoe", "--plies", "all", "--engine", "native", "--json")
    )
    assert counted["complete_games"] == 255_168
    assert "laws hold" in python("-m", "plywise", "check", "tictactoe")
