"""Run the lessons of the course and record what each cell shows, so that they can be read where nothing is installed.

python docs/course_outputs.py [LESSON ...]   writes docs/course/outputs/LESSON.json, of all lessons or those named

A record belongs to the lesson's cells as they were when it was made: `is_current` compares them by their hashes.
"""

import json
import os
import re
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

COURSE = Path(__file__).parent / "course"
RECORDS = COURSE / "outputs"
SOURCE = Path(__file__).parent.parent / "src"
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(?P<options>(?::[^\n]*\n)*)(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
TIMEOUT = 600


class LessonCell(NamedTuple):
    """A code cell of a lesson, with its tags: remove-cell, hide-cell, remove-stderr."""

    code: str
    tags: tuple[str, ...]

    @property
    def hash(self) -> str:
        """Return what identifies the code."""
        return sha256(self.code.encode()).hexdigest()[:16]


def lessons() -> list[Path]:
    """Return the lessons in their order."""
    return sorted(COURSE.glob("[0-9]*.md"), key=lambda each: int(each.stem.partition("-")[0]))


def cells_of(text: str) -> list[LessonCell]:
    """Return the code cells of a lesson's text."""
    found = []
    for match in CELL.finditer(text):
        tags = re.search(r":tags: \[(.*?)\]", match["options"])
        names = tuple(name.strip() for name in tags[1].split(",")) if tags else ()
        found.append(LessonCell(match["code"].strip("\n"), names))
    return found


def record_of(lesson: Path) -> Path:
    """Return the file that holds the outputs of a lesson."""
    return RECORDS / f"{lesson.stem}.json"


def is_current(lesson: Path) -> bool:
    """Return whether the recorded outputs are those of the lesson's cells."""
    file = record_of(lesson)
    recorded = [each["hash"] for each in json.loads(file.read_text("utf-8"))] if file.exists() else []
    return recorded == [cell.hash for cell in cells_of(lesson.read_text("utf-8"))]


def run_lesson(lesson: Path) -> list[dict[str, Any]]:
    """Run a lesson in a kernel; return for each cell its hash, the seconds it took, and its outputs."""
    import nbformat
    from nbclient import NotebookClient

    cells = cells_of(lesson.read_text("utf-8"))
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell.code) for cell in cells])
    client = NotebookClient(book, timeout=TIMEOUT, kernel_name="python3")
    path = os.pathsep.join(filter(None, [str(SOURCE), os.environ.get("PYTHONPATH")]))
    recorded = []
    with client.setup_kernel(env=os.environ | {"PYTHONPATH": path}):
        for place, cell in enumerate(cells):
            began = time.perf_counter()
            client.execute_cell(book.cells[place], place)
            seconds = time.perf_counter() - began
            outputs = [] if "remove-cell" in cell.tags else _outputs(book.cells[place].outputs)
            recorded.append({"hash": cell.hash, "seconds": float(f"{seconds:.2g}"), "outputs": outputs})
    return recorded


def _outputs(outputs: list[Any]) -> list[dict[str, str]]:
    """Return outputs as plain data: the kind, svg, html or text, and what it shows. Messages on stderr are left out."""
    found: list[dict[str, str]] = []
    for each in outputs:
        if each.output_type == "stream":
            if each.name == "stdout":
                found.append({"kind": "text", "data": each.text})
            continue
        for mime, kind in (("image/svg+xml", "svg"), ("text/html", "html"), ("text/plain", "text")):
            if mime in each.data:
                found.append({"kind": kind, "data": each.data[mime]})
                break
    return _merged(found)


def _merged(outputs: list[dict[str, str]]) -> list[dict[str, str]]:
    """Join texts that follow one another: a kernel sends what is printed in pieces."""
    joined: list[dict[str, str]] = []
    for each in outputs:
        if joined and joined[-1]["kind"] == each["kind"] == "text" and joined[-1]["data"].endswith("\n"):
            joined[-1]["data"] += each["data"]
        else:
            joined.append(dict(each))
    return joined


def main(names: list[str]) -> None:
    """Run the lessons named, or all, and write their records."""
    RECORDS.mkdir(exist_ok=True)
    for lesson in lessons():
        if names and lesson.stem not in names:
            continue
        print(lesson.stem, "...", file=sys.stderr, flush=True)
        text = json.dumps(run_lesson(lesson), ensure_ascii=False, indent=1)
        record_of(lesson).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
