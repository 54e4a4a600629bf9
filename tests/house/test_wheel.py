"""The wheel: built, installed into an empty environment, and run."""

import os
import subprocess
import sys
import venv

from tests.helpers.paths import ROOT


def run(*words, cwd):
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [str(word) for word in words]
    return subprocess.run(words, cwd=cwd, env=alone, capture_output=True, text=True, check=True).stdout


def test_the_wheel_works_in_an_empty_environment(tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("plywise-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    binaries = tmp_path / "empty" / "bin"
    run(binaries / "pip", "install", "--quiet", wheel, cwd=tmp_path)
    out = run(binaries / "plywise", "tree", 3, 5, 6, 9, 1, 2, 0, -1, "--json", cwd=tmp_path)
    assert '"value": 5' in out
    assert "a draw" in run(binaries / "plywise", "search", "tictactoe", cwd=tmp_path)
    run(binaries / "plywise", "tree", 3, 5, "--html", "t.html", "--png", "t.png", "--tikz", "t.tex", cwd=tmp_path)
    assert "class Stepper" in (tmp_path / "t.html").read_text()
    (tmp_path / "mine.py").write_text((ROOT / "examples/subtraction.py").read_text())
    assert "all 20 laws hold" in run(binaries / "plywise", "check", "mine.py:Subtraction", cwd=tmp_path)
    code = "import plywise; print(plywise.__file__)"
    assert str(tmp_path) in run(binaries / "python", "-c", code, cwd=tmp_path)
