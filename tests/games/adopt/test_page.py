"""The guide's three projects, from their files to a page on which a level has moved; and other commands with one."""

import re
import subprocess
import time
from pathlib import Path

import pytest

from tests.games.adopt.test_easy_ai import LIBRARY
from tests.helpers.page_server import PageServer
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM

NAMES = {"nim.py": "my_nim", "race.py": "Race", "sticks.py": "Sticks"}
"""What the page calls the games: there is another Nim."""

MOST_SECONDS = 180
"""What the guide's projects may take at most, compiled for the first time; they take under twenty."""


def projects() -> dict[str, str]:
    """Return the guide's files: name -> text."""
    page = Path(ROOT / "docs/guides/adopt.md").read_text()
    texts = re.findall(r"```python\n(.*?)```", page, re.S)
    marks = {"nim.py": "def legal(heaps)", "race.py": "class Race", "sticks.py": "class Sticks"}
    return {name: next(text for text in texts if mark in text) for name, mark in marks.items()}


@pytest.fixture
def folder(tmp_path):
    """A folder with the three projects, and a stand-in for easyAI."""
    for name, text in projects().items():
        (tmp_path / name).write_text(text)
    (tmp_path / "easyAI.py").write_text(LIBRARY)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim.py", "race.py", "sticks.py"])
def test_a_level_plays_a_project_of_the_guide_on_the_page(folder, name, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    begin = time.monotonic()
    said = subprocess.run([PROGRAM, "adopt", folder / name], capture_output=True, text=True, check=True)
    with PageServer(folder / name) as server, server.page() as page:
        page.begin(NAMES[name], max="engine:level=3", min="human")
        board = page.board_at(1)
    assert (board["plies"], time.monotonic() - begin < MOST_SECONDS) == (1, True)
    assert "compiles: yes" in said.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["match", "GAME", "random", "engine:depth=1", "--games", "2", "--workers", "1"],
        pytest.param(["compare", "GAME", "--depths", "1-3", "--engine", "reference"], marks=pytest.mark.slow),
    ],
    ids=["match", "compare"],
)
def test_a_command_takes_an_adopted_project(folder, words):
    given = [str(folder / "nim.py") if each == "GAME" else each for each in words]
    found = subprocess.run([PROGRAM, *given], capture_output=True, text=True, cwd=folder, timeout=120)
    assert (found.returncode, "Traceback" in found.stderr) == (0, False), found.stderr
    assert found.stdout
