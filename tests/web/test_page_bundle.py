"""What is served is what is written: the bundle, the colours and outlines, and how much it weighs."""

import gzip
import shutil
import subprocess

from docs.page_looks import looks_module, looks_sheet

from tests.helpers.paths import ROOT, TESTS
from tests.helpers.pretended_server import STATIC

PAGE = ROOT / "src/plywise/web/page"
MAX_COMPRESSED = 60_000  # bytes; the page in all


def npm(*words):
    assert shutil.which("npm"), "npm is not installed: make setup does it, where it may"
    assert (ROOT / "node_modules/.bin/esbuild").exists(), "esbuild is not installed: make setup does it"
    return subprocess.run(["npm", *words], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_the_bundle_is_what_the_modules_make(tmp_path):
    done = npm("run", "--silent", "build", "--", f"--outdir={tmp_path}")
    assert done.returncode == 0, done.stderr
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    kept = {file.name: file.read_bytes() for file in STATIC.iterdir()}
    assert made.keys() == kept.keys()
    assert [name for name in made if made[name] != kept[name]] == [], "make page"


def test_pieces_and_colours_are_those_of_the_drawings():
    assert (PAGE / "looks.js").read_text(encoding="utf-8") == looks_module(), "python docs/page_looks.py"
    assert (PAGE / "looks.css").read_text(encoding="utf-8") == looks_sheet(), "python docs/page_looks.py"


def test_the_page_is_small():
    weights = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in STATIC.iterdir()}
    assert sum(weights.values()) < MAX_COMPRESSED, weights


def test_nothing_comes_from_elsewhere_and_no_text_becomes_markup():
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        for word in (
            "http://",
            "https://",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "onclick=",
        ):
            assert word not in text, f"{file.name}: {word}"
        assert "<style" not in text
        assert " style=" not in text


def test_the_modules_behave():
    tests = sorted(str(file) for file in (TESTS / "web").glob("*.test.js"))
    assert len(tests) >= 3
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout
