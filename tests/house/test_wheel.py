"""The wheel: built, installed where nothing else of Plywise is, and run."""

import os
import subprocess
import sys
import venv

import pytest

from tests.helpers.paths import ROOT


def run(*words, cwd, **more):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more
    words = [str(word) for word in words]
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", place, ROOT, cwd=place)
    (file,) = place.glob("plywise-*.whl")
    return file


def assert_it_works(plywise, place):
    """Assert that the program finds what it needs beside its code: for pages, pictures, sheets. plywise: runs it."""
    assert '"value": 5' in plywise("tree", 3, 5, 6, 9, 1, 2, 0, -1, "--json")
    plywise("tree", 3, 5, "--html", "t.html", "--png", "t.png", "--tikz", "t.tex")
    assert "class Stepper" in (place / "t.html").read_text()
    assert "tikzpicture" in (place / "t.tex").read_text()
    assert (place / "t.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow  # of the tests; `make check` runs it
def test_the_wheel_holds_all_that_the_program_needs(wheel, tmp_path):
    site = tmp_path / "site"
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--quiet", "--target", site, wheel, cwd=tmp_path)
    alone = {"PYTHONPATH": str(site)}  # before the sources that this environment has
    file = run(sys.executable, "-c", "import plywise; print(plywise.__file__)", cwd=tmp_path, **alone).strip()
    assert file == str(site / "plywise/__init__.py")
    assert_it_works(lambda *words: run(site / "bin/plywise", *words, cwd=tmp_path, **alone), tmp_path)


@pytest.mark.slow  # of the tests; `make check` runs it
def test_the_wheel_and_the_source_distribution_pass_their_own_checks(tmp_path):
    run(sys.executable, "-m", "build", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,), (sources,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    assert "FAILED" not in run(sys.executable, "-m", "twine", "check", "--strict", wheel, sources, cwd=tmp_path)
    assert ": OK" in run(sys.executable, "-m", "check_wheel_contents", wheel, cwd=tmp_path)


A_USER_S_PROGRAM = """
import pandas
import plywise as pw

game = pw.make("tictactoe")
reveal_type(pw.search(game, order="random", seed=1).nodes)
pw.search(game, order=3)
pw.algorithms.minimax(game, dept=2)
pw.solve(game, distance="no")
reveal_type(pw.trace(game).svg(legend=False))
reveal_type(pw.compare(game)[0].nodes)
reveal_type(pw.position(game).play("4").moves)
"""

WHAT_MYPY_SAYS = {
    6: 'note: Revealed type is "int"',
    7: 'error: Argument "order" to "search" has incompatible type "int"; expected "str"',
    8: 'error: Unexpected keyword argument "dept" for "minimax"',
    9: 'error: Argument "distance" to "solve" has incompatible type "str"; expected "bool"',
    10: 'note: Revealed type is "str"',
    11: 'note: Revealed type is "int"',
    12: 'note: Revealed type is "list[str]"',
}

ROWS_IN_A_FRAME = """
import pandas, plywise as pw
rows = pw.compare(pw.make("tictactoe"), algorithms="alphabeta", depths=range(1, 5), engine="reference")
frame = pandas.DataFrame(rows)
assert list(frame.columns) == list(rows[0]), frame
print(frame.groupby("depth").nodes.sum().tolist(), frame.equals(pandas.DataFrame(rows.to_dicts())))
"""


@pytest.mark.slow  # it fetches what the wheel depends on, and pandas
def test_a_user_s_type_checker_and_data_frame_know_what_to_expect(wheel, tmp_path):
    venv.create(tmp_path / "user", with_pip=True)
    python = tmp_path / "user" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, "mypy", "pandas", cwd=tmp_path)
    (tmp_path / "mine.py").write_text(A_USER_S_PROGRAM)
    words = [python, "-m", "mypy", "--ignore-missing-imports", "mine.py"]
    told = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True).stdout.replace("builtins.", "")
    for line, says in WHAT_MYPY_SAYS.items():
        assert f"mine.py:{line}: {says}" in told, told
    assert "Found 3 errors" in told
    assert run(python, "-c", ROWS_IN_A_FRAME, cwd=tmp_path) == "[10, 36, 167, 591] True\n"


@pytest.mark.slow  # it fetches what the wheel depends on
def test_the_wheel_works_in_an_empty_environment(wheel, tmp_path):
    venv.create(tmp_path / "empty", with_pip=True)
    binaries = tmp_path / "empty" / "bin"
    run(binaries / "pip", "install", "--quiet", wheel, cwd=tmp_path)

    def plywise(*words):
        return run(binaries / "plywise", *words, cwd=tmp_path)

    assert_it_works(plywise, tmp_path)
    assert "a draw" in plywise("search", "tictactoe")
    (tmp_path / "mine.py").write_text((ROOT / "examples/subtraction.py").read_text())
    assert "all 30 laws hold" in plywise("check", "mine.py:Subtraction", "--thorough")
    code = "import plywise; print(plywise.__file__)"
    assert str(tmp_path) in run(binaries / "python", "-c", code, cwd=tmp_path)
