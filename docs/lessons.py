"""Render the lessons of the course, docs/course/*.md, as fragments of a page: prose, code, outputs and pictures.

`read_lesson` splits a lesson into prose and cells, `render` writes the fragment. The page of `plywise serve` shows the
fragments as they are. A page that can run Python finds every cell as

    <div class="cell"><pre class="code">CODE</pre><div class="outputs">OUTPUTS</div></div>

and may put what `plywise.teach.cells` returns in place of the outputs, by `render_output`.

python docs/generate.py             renders them; runs the lessons whose cells have changed
python docs/generate.py --lessons   runs all of them again
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments.lexers import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, String

from plywise.teach.cells import ERROR, HTML, SVG, TEXT, Notebook, Output

COURSE = Path(__file__).parent / "course"
RENDERED = Path(__file__).parent.parent / "src/plywise/web/lessons"
"""Where the fragments are kept: data of the package, so that nothing has to be built to read them."""

CELL = re.compile(r"^```\{code-cell\}\n(?::tags: \[(?P<tags>.*?)\]\n\n?)?(?P<code>.*?)^```\n", re.MULTILINE | re.DOTALL)
REMOVED, HIDDEN = "remove-cell", "hide-cell"
"""Tags of cells that only check the numbers of the text, and of cells that answer a question."""


class Cell(NamedTuple):
    """A cell of a lesson."""

    code: str
    tags: tuple[str, ...] = ()


class Lesson(NamedTuple):
    """A lesson as it is written. parts: prose (Markdown) and cells, in their order."""

    name: str
    title: str
    parts: tuple[str | Cell, ...]

    @property
    def shown_cells(self) -> list[Cell]:
        """The cells that a reader sees."""
        return [each for each in self.parts if isinstance(each, Cell) and REMOVED not in each.tags]


def lesson_files() -> list[Path]:
    """Return the lessons' files, in their order."""
    return sorted(COURSE.glob("[0-9]*-*.md"), key=lambda page: int(page.stem.partition("-")[0]))


def read_lesson(path: Path) -> Lesson:
    """Return the lesson that a file holds."""
    text, parts = path.read_text(encoding="utf-8"), list[str | Cell]()
    place = text.index("---\n", 4) + 4  # behind the front matter
    for match in [*CELL.finditer(text), None]:
        prose = text[place : match.start() if match else None].strip()
        if prose:
            parts.append(prose)
        if match:
            tags = tuple(tag.strip() for tag in (match["tags"] or "").split(",") if tag)
            parts.append(Cell(match["code"], tags))
            place = match.end()
    first = next(part for part in parts if isinstance(part, str))
    return Lesson(path.stem, first.partition("\n")[0].lstrip("# "), tuple(parts))


# --- outputs ---------------------------------------------------------------------------------------------------------

PRINTED_CELL = re.compile(
    r'<div class="outputs">(?P<outputs>.*?)</div><!--cell (?P<key>[0-9a-f]+)-->', re.DOTALL
)  # "</div>" within outputs is never followed by the comment


def key_of(lesson: Lesson) -> str:
    """Return a text that is another one if any cell of the lesson is another one."""
    cells = [each.code for each in lesson.parts if isinstance(each, Cell)]
    return sha256("\0".join(cells).encode()).hexdigest()[:16]


def outputs_on_disk(lesson: Lesson) -> list[str] | None:
    """Return the outputs of the shown cells, rendered before; None if the lesson's cells were others then."""
    page = RENDERED / f"{lesson.name}.html"
    found = list(PRINTED_CELL.finditer(page.read_text(encoding="utf-8"))) if page.is_file() else []
    keys = {each["key"] for each in found}
    if keys != {key_of(lesson)} or len(found) != len(lesson.shown_cells):
        return None
    return [each["outputs"] for each in found]


def run_lesson(lesson: Lesson) -> list[str]:
    """Run a lesson; return the rendered outputs of its shown cells. Raises RuntimeError where a cell fails.

    Pages that step through a search become files of their own.
    """
    notebook, found = Notebook(), []
    for number, cell in enumerate(each for each in lesson.parts if isinstance(each, Cell)):
        outputs = notebook.run(cell.code)
        if any(each.kind == ERROR for each in outputs):
            raise RuntimeError(f"{lesson.name}: a cell fails: {outputs[-1].text}\n{cell.code}")
        if REMOVED not in cell.tags:
            found.append("".join(render_output(each, f"{lesson.name}-{number}") for each in outputs))
    return found


FRAME = re.compile(r'<iframe srcdoc="([^"]*)"[^>]*></iframe>')
GROUP_ID = re.compile(r'(?<=<g) id="[^"]*"')  # of nodes and edges: the same in every drawing
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def render_output(output: Output, name: str) -> str:
    """Return an output as it stands below its cell. name: of the cell, different on a page for each."""
    if output.kind == SVG:
        return f'<div class="drawing">{plain_svg(output.text, name)}</div>'
    if output.kind == HTML:
        return f'<div class="html">{FRAME.sub(lambda found: _frame(name, found[1]), output.text)}</div>'
    return f'<pre class="{"error" if output.kind == ERROR else TEXT}">{escape(output.text, quote=False)}</pre>'


def _frame(name: str, page: str) -> str:
    """Return a frame for a page that steps through a search; the page becomes a file beside the fragment."""
    (RENDERED / f"{name}.steps.html").write_text(unescape(page), encoding="utf-8")
    return f'<iframe class="tree-frame" src="course/{name}.steps.html" title="The search, step by step"></iframe>'


def plain_svg(text: str, name: str) -> str:
    """Return a drawing without its style sheet and with the ids of this name: the page has the styles, for all.

    The rules of all roles are in drawings.css (`docs/page_looks.py`), in the colours of the page's theme.
    """
    text = STYLE.sub("", text)
    found = re.search(r'class="(pw[0-9a-f]+)"', text)
    if not found:
        return text
    return GROUP_ID.sub("", text).replace(found[1], f"d-{name}")


# --- prose and code --------------------------------------------------------------------------------------------------


def render(lesson: Lesson, outputs: Sequence[str]) -> str:
    """Return the lesson as a fragment of a page. outputs: rendered, of each shown cell."""
    waiting, written, key = iter(outputs), [], key_of(lesson)
    for part in lesson.parts:
        if isinstance(part, str):
            written.append(render_prose(part))
        elif REMOVED not in part.tags:
            written.append(_render_cell(part, next(waiting), key))
    return "\n".join(written) + "\n"


def _render_cell(cell: Cell, outputs: str, key: str) -> str:
    code = f'<pre class="code">{highlight(cell.code)}</pre>'
    whole = f'<div class="cell">{code}<div class="outputs">{outputs}</div><!--cell {key}--></div>'
    return f"<details><summary>Run it</summary>\n{whole}\n</details>" if HIDDEN in cell.tags else whole


CLASSES = ((Comment, "c"), (String, "s"), (Number, "n"), (Keyword, "k"), (Name.Function, "f"), (Name.Class, "f"))
"""What is coloured in code: kinds of tokens, and their classes."""


def highlight(code: str) -> str:
    """Return Python code with its tokens marked."""
    parts = []
    for kind, text in PythonLexer(stripnl=False).get_tokens(code.strip("\n")):
        name = next((name for each, name in CLASSES if kind in each), "")
        shown = escape(text, quote=False)
        parts.append(f'<span class="{name}">{shown}</span>' if name and text.strip() else shown)
    return "".join(parts).rstrip("\n")


def render_prose(text: str) -> str:
    """Return Markdown as HTML; links lead to other lessons, as `#/lessons/NAME`, or are plain text."""
    return _markdown().render(text, {}).strip()


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    reader.add_render_rule("link_open", lambda _, tokens, index, *__: _link_open(tokens[index]))
    reader.add_render_rule("link_close", lambda _, tokens, index, *__: _link_close(tokens[:index]))
    return reader


def _target(token: Token) -> str:
    """Return the lesson that a link leads to; "" where it leads elsewhere."""
    name = str(token.attrs.get("href", "")).partition("#")[0]
    return name.removesuffix(".md") if re.fullmatch(r"[0-9a-z-]+\.md", name) else ""


def _link_open(token: Token) -> str:
    name = _target(token)
    return f'<a href="#/lessons/{name}" data-lesson="{name}">' if name else '<span class="elsewhere">'


def _link_close(before: Iterable[Token]) -> str:
    opened = [each for each in before if each.type == "link_open"]
    return "</a>" if _target(opened[-1]) else "</span>"


def rendered(lesson: Lesson, run: bool = False) -> str:
    """Return the lesson's fragment, with the outputs that are kept unless its cells have changed. run: run them."""
    kept = None if run else outputs_on_disk(lesson)
    return render(lesson, run_lesson(lesson) if kept is None else kept)


def is_current(lesson: Lesson) -> bool:
    """Return whether the fragment that is kept is that of the lesson as it is written; nothing is run."""
    kept, page = outputs_on_disk(lesson), RENDERED / f"{lesson.name}.html"
    return kept is not None and page.read_text(encoding="utf-8") == render(lesson, kept)


def contents(lessons: Iterable[Lesson]) -> str:
    """Return the list of lessons as JSON: their names and titles."""
    return json.dumps([{"name": each.name, "title": each.title} for each in lessons], indent=1) + "\n"
