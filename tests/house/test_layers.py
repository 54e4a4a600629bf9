"""The layers that the design promises; import-linter keeps the rest in `make check`."""

import ast
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from types import ModuleType

import grimp
import pytest

import plywise as pw
from plywise.games import REGISTRY
from tests.helpers.paths import ROOT

SOURCE = ROOT / "src/plywise"
ARRAYS = {  # what the compiled search works in
    "plywise.game.freezing.forms",  # which makes arrays again
    "plywise.engines.native.search_memory",
    "plywise.engines.native.ordered",
    "plywise.engines.native.rule_speed",
    "plywise.engines.native.selective.memory",
    "plywise.engines.native.self_check",
    "plywise.engines.native.exact",
    "plywise.engines.native.monte_carlo",
    "plywise.engines.native.retrograde",
    "plywise.engines.native.strategy",
    "plywise.engines.perft",
    "plywise.certificates.compiled_choosing",
    "plywise.certificates.jobs",
    "plywise.certificates.making",
    "plywise.certificates.reading",
    "plywise.engines.learned.file",
    "plywise.engines.native.selective.learned",
    "plywise.engines.native.selective.practice",
    *(
        f"plywise.learning.{name}"
        for name in ("fitting", "generations", "inputs", "network", "showing", "symmetries", "task")
    ),
}
OBSERVATIONS = {f"plywise.libraries.{name}" for name in ("openspiel_game", "pettingzoo_env", "survey")}
STATISTICS = {"plywise.arena.ratings", "plywise.arena.separation", "plywise.tune.fitting"}
COMPILED = ("numpy", "llvmlite")
WITH_A_GAME = re.compile(rf"\b({'|'.join(REGISTRY)})\b")


@cache
def modules():
    """Return each module's path and tree."""
    return [(path, ast.parse(path.read_text())) for path in sorted(SOURCE.rglob("*.py"))]


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("plywise", include_external_packages=True, cache_dir=None)


def test_only_compiling_knows_the_compiler(graph):
    for external in COMPILED:
        users = graph.find_modules_that_directly_import(external)
        allowed = ARRAYS | OBSERVATIONS | STATISTICS if external == "numpy" else set()
        rooms = ("plywise.compiler.", "plywise.engines.native.compile.")
        assert {user for user in users if not f"{user}.".startswith(rooms)} <= allowed


def test_only_one_module_knows_how_plots_are_drawn(graph):
    assert graph.find_modules_that_directly_import("matplotlib") == {"plywise.show.plots"}


LATE = (
    "arena.match",
    "engines.perft",
    "learning.generations",
    "solvers.solver",
    "teach.explain.explanation",
    "views.comparison",
)


def test_importing_plywise_is_light():
    heavy = (
        "llvmlite",
        "numpy",
        "rich",
        "click",
        "matplotlib",
        "subprocess",
        "html",
        "base64",
        *(f"plywise.{each}" for each in LATE),
    )
    code = f"import sys, plywise; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_there_are_at_most_thirty_public_names_and_no_module_hides_a_function():
    assert len(pw.__all__) <= 30
    assert {*pw.__all__} <= {*dir(pw)}
    modules_named = {name for name in pw.__all__ if isinstance(getattr(pw, name), ModuleType)}
    assert modules_named == {"algorithms", "board", "libraries"}
    assert not [name for name in {*pw.__all__} - modules_named if find_spec(f"plywise.{name}")]
    with pytest.raises(AttributeError, match="has no attribute 'serch'"):
        pw.serch  # noqa: B018


def test_a_type_checker_finds_every_public_name_and_reports_others(tmp_path):
    """Names imported late are as well known to it as the others; a misspelt one is an error."""
    file = tmp_path / "user.py"
    public = [*pw.__all__, *(f"algorithms.{each}" for each in pw.algorithms.__all__)]
    public += [*(f"results.{each}" for each in pw.results.__all__), "errors.SearchWarning", "board.Grid"]
    file.write_text("import plywise as pw\n" + "".join(f"reveal_type(pw.{name})\n" for name in public) + "pw.nowhere\n")
    # with the settings of `make check`: what that has found out of Plywise's own modules is found out already
    done = subprocess.run([sys.executable, "-m", "mypy", file], capture_output=True, text=True, cwd=ROOT)
    shown = [line for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(shown) == len(public)
    assert not [line for line in shown if '"Any"' in line]
    assert [line.partition("error: ")[2] for line in done.stdout.splitlines() if "error:" in line] == [
        'Module has no attribute "nowhere"  [attr-defined]'
    ]


def test_no_module_outside_games_names_a_game():
    front_door_showing_one = {SOURCE / f"cli/commands/{name}.py" for name in ("demo", "uci", "gtp")}
    asked_to_go = {SOURCE / f"{name}.py" for name in ("web/messages", "web/requests", "tui/orders")}  # "go": move now
    functions_of_python = {SOURCE / "engines/native/compile/trial.py"}  # "hex"
    for path, tree in modules():
        of_games = {SOURCE / "games", SOURCE / "libraries"}  # the latter names those of other libraries
        if of_games & set(path.parents) or path in front_door_showing_one | asked_to_go | functions_of_python:
            continue
        if not WITH_A_GAME.search(path.read_text()):
            continue
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not texts & set(REGISTRY), path
        assert not {name for name in imported if name.startswith("plywise.games.") and name.split(".")[-1] in REGISTRY}


def test_games_import_neither_each_other_nor_a_search(graph):
    rooms = (
        "game",
        "bits",
        "board",
        "repetition",
        "errors",
        "game.record_notation",
        "game.weights",
        "games._k_in_a_row",
    )
    allowed = {f"plywise.{room}" for room in rooms}
    for name in REGISTRY:
        package = f"plywise.games.{name}"
        rooms_of_its_own = {package, *graph.find_descendants(package)}
        for module in rooms_of_its_own:
            imported = {each for each in graph.find_modules_directly_imported_by(module) if each.startswith("plywise")}
            assert imported <= allowed | rooms_of_its_own, module


def test_the_map_lists_every_module_after_those_it_imports(graph):
    text = (ROOT / "docs/background/map.md").read_text()
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted(module for module in graph.modules if module.startswith("plywise."))
    for place, module in enumerate(listed):
        for imported in graph.find_modules_directly_imported_by(module):
            if imported in listed:
                assert listed.index(imported) < place, f"{module} imports {imported}"


def function_lengths():
    """Yield how many lines each function's body takes, its docstring not counted."""
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
                yield lines, f"{path.name}: {node.name}"


def test_functions_are_short():
    recursion_of_the_kernel = {
        "search.py: search": 140,
        "quiescence.py: quiesce": 65,
    }  # in a circle of functions it would take longer to compile
    in_one_piece = {
        "rules.py: list_moves": 85,  # of chess: as five functions it counts a third of the lines a second
        "checker.py: check": 67,  # all that has to be trusted of a certificate, to be read from top to bottom
    }
    for lines, name in function_lengths():
        assert lines <= (recursion_of_the_kernel | in_one_piece).get(name, 45), (lines, name)
