"""What the documents say is what the program does."""

import doctest
import re
import shlex
import sys

import pytest
from docs import generate, house

from plywise.cli.catalogue import COMMANDS
from plywise.cli.program import run
from plywise.engines.results import Stats
from plywise.games import REGISTRY
from tests.helpers.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMPILING = (  # what needs an engine that no other test needs
    "plywise solve",
    "plywise search nim:heaps=1-2-4",
    "plywise check examples/clobber.py:Clobber --thorough",
    "plywise search examples/clobber.py:Clobber",
    "plywise search examples/joust.py:Joust --engine native",
    "plywise check examples/snort.py:Snort --thorough",
    "plywise search examples/snort.py:Snort",
    "plywise check examples/hexapawn.py:WithHooks",
    "plywise search examples/hexapawn.py:WithHooks",
    "plywise search examples/subtraction.py:Subtraction:stones=10 --algorithm deepening",
    "plywise match connect4:width=5,height=4",
    "plywise compare checkers",
)
LONG = ("plywise compare connect4 --algorithms alphabeta --orders",)
"""What takes long, and shows of the orders what tests/teach/test_experiments.py looks at in smaller games."""
HEADINGS = ["Rules", "Notation", "Key and symmetry", "Evaluation", "What is known of its value", "Levels", "Sources"]


def sessions():
    """Return each `$ plywise ...` of a console block, with the output that the page shows."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(), re.DOTALL):
            for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = session.partition("\n")
                marks = [pytest.mark.slow] if command.startswith(COMPILING + LONG) else []
                found.append(pytest.param(command, output, id=f"{page.name}: {command}", marks=marks))
    return found


@pytest.mark.parametrize(("command", "shown"), sessions())
def test_a_session_shown_in_the_documents_prints_what_they_show(command, shown, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(command)
    assert program == "plywise"
    assert run(words) == 0
    printed = re.sub(r", and [\d.]+ s of compiling", "", capsys.readouterr().out)
    shown, printed = (re.sub("─+", "─", text) for text in (shown, printed))  # wider where a time is long
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(shown, printed, flags), f"shown:\n{shown}\nprinted:\n{printed}"


def test_the_pages_show_sessions():
    assert len(sessions()) >= 8


@pytest.mark.parametrize("name", ["clobber", "joust", "snort"])
def test_the_guide_shows_each_game_as_its_file_has_it(name):
    file = (ROOT / f"examples/{name}.py").read_text()
    assert f"```python\n{file}```" in (ROOT / "docs/tutorials/write_your_own.md").read_text()


@pytest.mark.parametrize("name", REGISTRY)
def test_every_registered_game_has_its_page_with_the_same_headings(name):
    page = (ROOT / "docs/games" / f"{name}.md").read_text()
    found = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert found == HEADINGS


def test_every_command_is_on_the_commands_page_and_has_an_example(capsys):
    page = (ROOT / "docs/reference/commands.md").read_text()
    for name in COMMANDS:
        assert f"## plywise {name}\n" in page
        assert run([name, "--help"]) == 0
        assert f"Example: plywise {name}" in capsys.readouterr().out


def test_the_glossary_says_what_every_figure_counts():
    glossary = (ROOT / "docs/reference/glossary.md").read_text()
    for figure in [*vars(Stats()), "pruned", "proved", "stopped_by"]:
        if figure != "estimates":
            assert f"**{figure}**" in glossary, figure


def test_the_readmes_links_lead_somewhere():
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.slow_with("plywise.solvers.bounds-plywise.trees.tree", "plywise.attic.box-plywise.errors")
@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("plywise.trees.tree", "plywise.show.svg"),  # upwards
        ("plywise.solvers.bounds", "plywise.trees.tree"),  # sideways
        ("plywise.engines.results", "plywise.engines.kernel.table"),  # upwards, in the engines' own layers
        ("plywise.attic.box", "plywise.errors"),  # from a room in no layer
    ],
)
def test_an_import_that_does_not_go_down_stops_the_drawing_in_one_line(importer, imported, capsys, monkeypatch):
    made_up = [("plywise.cli.program", "plywise.errors"), (importer, imported)]
    monkeypatch.setattr(generate, "pages", lambda: {"background/house.svg": lambda: house.house(made_up)})
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    assert generate.main() == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert importer in lines[0]
    assert imported in lines[0]


def test_the_drawing_of_the_house_shows_every_room_and_leaves_out_arrows_that_follow():
    svg = (ROOT / "docs/background/house.svg").read_text()
    for container in ("plywise", "plywise.engines"):
        for room in (room for row in house.layers(container) for room in row):
            assert f">{room}</text>" in svg
    assert "views imports show." in svg
