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
    """Run commands in a process that is on Windows, as far as that can be pretended; what each has printed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.windows", json.dumps(commands)],
        capture_output=True, text=True, cwd=folder, env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdin=subprocess.DEVNULL, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_everything_can_be_imported(tmp_path):
    assert on_windows([], tmp_path) == []


def test_every_command_has_its_help(tmp_path):
    for name, (code, out, err) in zip(
        COMMANDS, on_windows([[name, "--help"] for name in COMMANDS], tmp_path), strict=True
    ):
        assert (code, err) == (0, ""), name
        assert "Usage: plywise" in out


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


def test_most_commands_work(tmp_path):
    for words, (code, out, err) in zip(WORKING, on_windows([each.split() for each in WORKING], tmp_path), strict=True):
        assert code == 0, (words, err)
        assert out
        assert "error" not in err
    assert (tmp_path / "tree.html").exists()


REFUSED = {
    "serve --no-browser --port 0": "the page",
    "match tictactoe random random --workers 2": "a worker process",
    "play tictactoe --max gtp:python3 --min random": "another program as a player",
    "match tictactoe uci:python3 random": "another program as a player",
}


def test_what_needs_posix_says_so_in_one_line(tmp_path):
    for (words, what), (code, out, err) in zip(
        REFUSED.items(), on_windows([each.split() for each in REFUSED], tmp_path), strict=True
    ):
        assert (code, out) == (2, ""), words
        assert what in err
        assert err.endswith(WSL)
        assert err.count("\n") == 1


@pytest.mark.slow
def test_compiled_searches_work_without_a_compiler_that_is_forked(tmp_path):
    found = on_windows([["search", "tictactoe", "--engine", "native"], ["solve", "tictactoe"]], tmp_path)
    assert [code for code, _, _ in found] == [0, 0]
    assert "value 0" in found[0][1]
