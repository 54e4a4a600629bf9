"""Windows, as far as it can be pretended: what works there works, and what needs POSIX says so in one line."""

import json
import os
import subprocess
import sys

import pytest

from plywise.cli.catalogue import COMMANDS
from tests.helpers.paths import ROOT

WSL = "needs Linux or macOS; on Windows, run it in WSL, the Windows Subsystem for Linux\n"


def on_windows(commands, folder=ROOT):
    """Run commands in a process that is on Windows, as far as that can be pretended.

    Return what each has printed, and the modules that cannot be imported there.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.windows", json.dumps(commands)],
        capture_output=True, text=True, cwd=folder, env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdin=subprocess.DEVNULL, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


WORKING = [
    "tree 3 5 6 9 1 2 0 -1 --explain",
    "search tictactoe --engine reference --depth 4",
    "show chess",
    "explain tictactoe --position XX.OO....",
    "check nim:heaps=1-2",
    "play tictactoe --max random:seed=1 --min simple --plain",
    "match tictactoe random random:seed=2 --games 4",
    "match tictactoe random random:seed=2 --games 4 --journal games.journal",
    "fleet games.journal",
    "tree 3 5 --svg tree.svg --html tree.html",
]


REFUSED = {
    "serve --no-browser --port 0": "the page",
    "match tictactoe random random --workers 2": "a worker process",
    "play tictactoe --max gtp:python3 --min random": "another program as a player",
    "match tictactoe uci:python3 random": "another program as a player",
}


HELP = [f"{name} --help" for name in COMMANDS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("windows")


@pytest.fixture(scope="module")
def found(folder):
    """Return what one process has printed for each command, and the modules that cannot be imported there."""
    commands = [*WORKING, *HELP, *REFUSED]
    answers, lacking = on_windows([each.split() for each in commands], folder)
    return dict(zip(commands, answers, strict=True)), lacking


def test_everything_can_be_imported(found):
    assert found[1] == []


def test_every_command_has_its_help(found):
    for words in HELP:
        code, out, err = found[0][words]
        assert (code, err) == (0, ""), words
        assert "Usage: plywise" in out


def test_most_commands_work(found, folder):
    for words in WORKING:
        code, out, err = found[0][words]
        assert code == 0, (words, err)
        assert out
        assert "error" not in err
    assert (folder / "tree.html").exists()


def test_what_needs_posix_says_so_in_one_line(found):
    for words, what in REFUSED.items():
        code, out, err = found[0][words]
        assert (code, out) == (2, ""), words
        assert what in err
        assert err.endswith(WSL)
        assert err.count("\n") == 1


@pytest.mark.slow
def test_compiled_searches_work_without_a_compiler_that_is_forked(tmp_path):
    found, _ = on_windows([["search", "tictactoe", "--engine", "native"], ["solve", "tictactoe"]], tmp_path)
    assert [code for code, _, _ in found] == [0, 0]
    assert "value 0" in found[0][1]
