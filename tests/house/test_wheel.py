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
    assert "all 20 laws hold" in plywise("check", "mine.py:Subtraction")
    code = "import plywise; print(plywise.__file__)"
    assert str(tmp_path) in run(binaries / "python", "-c", code, cwd=tmp_path)
