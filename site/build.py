"""Build the site, which runs the reference engine in the browser: `make site`, or `python site/build.py [FOLDER]`.

It needs Node and the packages of package-lock.json (`npm ci`), and no network. The result works on any static host, in
any folder of it, and opened as a file.
"""

import base64
import gzip
import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from docs.lessons import RENDERED  # noqa: E402
from lessons import as_script, lesson_pages, summary_of  # noqa: E402

import plywise as pw  # noqa: E402
from plywise.show.page import stepper_style  # noqa: E402
from plywise.show.page.frames import frames_of  # noqa: E402
from plywise.teach.course_trees import COURSE_TREES  # noqa: E402
from plywise.teach.exercises.kinds import KINDS  # noqa: E402
from plywise.teach.exercises.requirements import LEVELS  # noqa: E402

SITE = ROOT / "site"
PAGE = SITE / "page"
MODULES = ROOT / "node_modules"
CACHE = ROOT / "build/site-cache"

PYODIDE = ("pyodide.js", "pyodide.asm.js", "python_stdlib.zip", "pyodide-lock.json")
"""Files of Pyodide that are taken as they are; its machine code is zipped."""

LEFT_OUT = ("cli", "learning", "spread", "tui", "tune", "web")
"""Parts of Plywise that a browser has no use for."""

NATIVE = "plywise/engines/native/"

EXAMPLES = {
    "clobber": "Clobber: a tuple of rows",
    "joust": "Joust: a ready-made board",
    "hexapawn": "Hexapawn: pawns of chess",
    "subtraction": "Subtraction: no board at all",
    "snort": "Snort: a map and two colours",
    "hex": "Hex: hexagons",
    "adopted/three_pawns": "Three pawns: a program that does not use Plywise",
}
"""Examples to start from: file -> title."""

PYODIDE_NOTICE = """Pyodide {version}, as published in the npm registry, under the Mozilla Public License 2.0
(https://github.com/pyodide/pyodide). pyodide.asm.wasm.bin is its pyodide.asm.wasm, zipped; memory.bin is its memory,
zipped, after Python has started and imported Plywise; plywise.bin holds the sources of Plywise.
"""


def build(target: Path) -> None:
    """Write the site into a folder, which is emptied first."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "python").mkdir(parents=True)
    (target / "lessons").mkdir()
    CACHE.mkdir(parents=True, exist_ok=True)
    _write_python(target / "python")
    pages = lesson_pages()
    for name, page in pages.items():
        (target / "lessons" / f"{name}.js").write_text(as_script(name, page), "utf-8")
    for steps in RENDERED.glob("*.steps.html"):
        shutil.copy(steps, target / "lessons" / steps.name)
    _bundle(target)
    shutil.copy(ROOT / "src/plywise/web/page/icon.svg", target / "icon.svg")
    _write_index(target, pages)
    _write_service_worker(target)


# --- Python -----------------------------------------------------------------------------------------------------------


def _write_python(folder: Path) -> None:
    """Write what the worker loads: Pyodide, Plywise, and the memory of a Python that has imported it."""
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, folder / name)
    _zip(folder / "pyodide.asm.wasm.bin", (MODULES / "pyodide/pyodide.asm.wasm").read_bytes())
    memory, sources = _memory(_sources())
    _zip(folder / "plywise.bin", _json(sources))
    shutil.copy(memory, folder / "memory.bin")
    version = json.loads((MODULES / "pyodide/package.json").read_text("utf-8"))["version"]
    (folder / "README.txt").write_text(PYODIDE_NOTICE.format(version=version), "utf-8")
    packed = {
        path.name: base64.b64encode(path.read_bytes()).decode()
        for path in sorted(folder.iterdir())
        if path.suffix != ".txt"
    }
    (folder / "packed.js").write_text(f"plywisePacked({json.dumps(packed, separators=(',', ':'))});\n", "utf-8")


def _sources() -> dict[str, Any]:
    """Return the sources of Plywise and of the site's own module: path -> text, or base64 of other data."""
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "src/plywise").rglob("*")):
        name = path.relative_to(ROOT / "src").as_posix()
        left_out = name.startswith(tuple(f"plywise/{each}/" for each in LEFT_OUT))
        native = name.startswith(NATIVE) and name != f"{NATIVE}__init__.py"  # which refuses, and says why
        if path.is_dir() or "__pycache__" in name or left_out or native:
            continue
        content = path.read_bytes()
        try:
            found[name] = content.decode()
        except UnicodeDecodeError:
            found[name] = {"base64": base64.b64encode(content).decode()}
    for path in sorted((SITE / "python").glob("*.py")):
        found[path.name] = path.read_text("utf-8")
    return found


def _memory(sources: dict[str, Any]) -> tuple[Path, dict[str, Any]]:
    """Return the zipped snapshot for these sources, and the sources: those imported in it, and those waiting to be.

    It is made where none is at hand, in about ten seconds.
    """
    made_of = sha256(_json(sources))
    for path in (ROOT / "package-lock.json", SITE / "snapshot.mjs", PAGE / "start.js"):
        made_of.update(path.read_bytes())
    kept = CACHE / f"memory-{made_of.hexdigest()[:16]}.bin"
    names = kept.with_suffix(".json")
    if not kept.exists():
        for old in CACHE.glob("memory-*"):
            old.unlink()
        given, taken = CACHE / "sources.json", CACHE / "memory"
        given.write_bytes(_json(sources))
        subprocess.run(["node", SITE / "snapshot.mjs", given, taken, names], cwd=ROOT, check=True)
        _zip(kept, taken.read_bytes())
        taken.unlink()
    imported = set(json.loads(names.read_text("utf-8")))
    groups: dict[str, Any] = {"imported": {}, "waiting": {}}
    for path, content in sources.items():
        groups["imported" if path in imported else "waiting"][path] = content
    return kept, groups


def _json(told: Any) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _zip(path: Path, content: bytes) -> None:
    path.write_bytes(gzip.compress(content, compresslevel=6, mtime=0))


# --- pages ------------------------------------------------------------------------------------------------------------


def _bundle(target: Path) -> None:
    """Bundle the scripts and the style sheets; the worker's script goes into the page's."""
    worker, steps = CACHE / "worker.txt", CACHE / "stepper.css"
    _esbuild(PAGE / "worker.js", "--bundle", "--minify", "--format=iife", f"--outfile={worker}")
    options = ("--bundle", "--minify", "--format=iife", "--target=es2022", "--charset=utf8", "--loader:.txt=text")
    _esbuild(PAGE / "app.js", *options, f"--alias:site:worker={worker}", f"--outfile={target / 'app.js'}")
    style = target / "style.css"
    _esbuild(PAGE / "site.css", "--bundle", "--minify", f"--outfile={style}")
    steps.write_text(stepper_style(), "utf-8")
    minified = CACHE / "stepper.min.css"
    _esbuild(steps, "--minify", f"--outfile={minified}")
    style.write_text(minified.read_text("utf-8") + style.read_text("utf-8"), "utf-8")


def _esbuild(*words: Any) -> None:
    subprocess.run([MODULES / ".bin/esbuild", *words, "--log-level=warning"], cwd=ROOT, check=True)


def _write_index(target: Path, pages: dict[str, dict[str, Any]]) -> None:
    """Write index.html, with what the page knows before Python has come."""
    eight = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2))
    files = sorted(path for path in target.rglob("*") if path.is_file())
    about = {
        "version": _version(files),
        "bytes": {
            path.relative_to(target).as_posix(): path.stat().st_size for path in files if path.parent.name == "python"
        },
        "lessons": [summary_of(name, page) for name, page in pages.items()],
        "trees": [each._asdict() for each in COURSE_TREES],
        "frames": frames_of(eight),
        "examples": [{"title": title, "source": _example(name)} for name, title in EXAMPLES.items()],
        "kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()],
        "levels": list(LEVELS),
    }
    page = Template((PAGE / "index.html").read_text("utf-8"))
    told = json.dumps(about, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    moving = str(eight.animation(seconds=1.2, legend=False))
    text = page.substitute(self="'self' file:", moving=moving, version=pw.__version__, about=told)
    (target / "index.html").write_text(text, "utf-8")


def _example(name: str) -> str:
    """Return an example's source; the commands that its first text lists are for a terminal."""
    text = (ROOT / f"examples/{name}.py").read_text("utf-8")
    head, end, rest = text.partition('"""\n')
    told = [line for line in head.splitlines() if not line.startswith("plywise ")]
    return "\n".join(told).rstrip() + end + rest


def _version(files: list[Path]) -> str:
    """Return a word for what was built: browsers keep the files of one version together."""
    told = sha256()
    for path in files:
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:12]


def _write_service_worker(target: Path) -> None:
    """Write the script that keeps the pages for times without a network, with the list of what it keeps."""
    own = [path for path in target.rglob("*") if path.is_file() and path.parent.name != "python"]
    names = sorted(path.relative_to(target).as_posix() for path in own)
    script = (PAGE / "service_worker.js").read_text("utf-8")
    told = {"VERSION": _version(sorted(path for path in target.rglob("*") if path.is_file())), "FILES": ["./", *names]}
    for name, value in told.items():
        script = script.replace(f"self.{name}", json.dumps(value))
    (target / "service-worker.js").write_text(script, "utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/site")
