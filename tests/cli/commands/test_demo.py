"""plywise demo, from outside."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.helpers.program import PROGRAM, interrupted


def test_the_demo_walks_through_the_tree_then_compares(plywise):
    code, out, err = plywise("demo")
    assert (code, err) == (0, "")
    places = [out.index(part) for part in ("B is guaranteed 5 or less; E already has 6", "549,946", "18,297", "7,275")]
    assert places == sorted(places)
    assert "42,094" in out
    assert "plywise play tictactoe" in out


@pytest.mark.slow
def test_the_demo_can_be_read_on_a_terminal_of_80_columns(on_a_terminal):
    code, out = on_a_terminal("demo", answers=[])
    assert code == 0
    for cell in ("549,946", "18,297", "7,275", "42,094", "minimax", "alphabeta"):
        assert cell in out


def test_ctrl_c_ends_the_demo():
    code, out, _ = interrupted("demo", after="Tic-tac-toe", busy=0.8)
    assert code == 130
    assert "minimax  " not in out


@pytest.mark.slow
def test_the_commands_it_ends_with_work_as_pasted(tmp_path):
    """In a shell that has never heard of plywise, in the folder where `make run` was said; and where it has."""
    (tmp_path / ".venv").symlink_to(Path(PROGRAM).parents[1])
    bare = {name: value for name, value in os.environ.items() if name != "PATH"} | {"PATH": "/usr/bin:/bin"}
    found = bare | {"PATH": f"{Path(PROGRAM).parent}:/usr/bin:/bin"}
    for words, environment, named in (
        (".venv/bin/plywise demo", bare, ".venv/bin/plywise"),
        ("plywise demo", found, "plywise"),
        (".venv/bin/plywise demo", found, "plywise"),
        (".venv/bin/python -m plywise demo", bare, "-m plywise"),
    ):
        options = {"shell": True, "cwd": tmp_path, "env": environment, "stdin": subprocess.DEVNULL, "text": True}
        shown = subprocess.run(words, capture_output=True, check=True, **options).stdout
        typed = [line.partition(":  ")[2].strip() for line in shown.splitlines() if line.startswith("To ")]
        assert len(typed) == 3
        for line in typed:
            assert named in line
            done = subprocess.run(line, capture_output=True, check=False, **options)
            assert done.returncode == 0, (line, done.stderr)
        assert (tmp_path / "tree.html").exists()
        (tmp_path / "tree.html").unlink()
