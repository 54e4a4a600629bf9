"""The lessons of the course as the site shows them: HTML, and cells with their recorded outputs."""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from docs.course_outputs import CELL, LessonCell, cells_of, lessons, record_of
from markdown_it import MarkdownIt
from small_cells import SLOW, SMALL

FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
LESSON_LINK = re.compile(r"\A(?P<name>\d+-[\w-]+)\.md\Z")


def lesson_pages() -> dict[str, dict[str, Any]]:
    """Return the lessons in their order: name -> title, about, html and cells."""
    return {path.stem: _lesson_page(path) for path in lessons()}


def _lesson_page(path: Path) -> dict[str, Any]:
    text = FRONT_MATTER.sub("", path.read_text("utf-8"))
    recorded = {each["hash"]: each for each in json.loads(record_of(path).read_text("utf-8"))}
    cells = cells_of(text)
    numbers = iter(range(len(cells)))
    prose = CELL.sub(lambda match: _slot(cells[number := next(numbers)], number), text)
    html = _render(prose)
    title = re.search(r"<h1>(.*?)</h1>", html)
    first = re.search(r"<p>(.*?)</p>", html, re.DOTALL)
    assert title, path
    assert first, path
    return {
        "title": _plain(title[1]),
        "about": _first_sentences(_plain(first[1])),
        "html": html,
        "cells": [_cell(path.stem, number, cell, recorded.get(cell.hash)) for number, cell in enumerate(cells)],
    }


def _slot(cell: LessonCell, number: int) -> str:
    return "" if "remove-cell" in cell.tags else f'<div data-cell="{number}"></div>\n'


def _cell(lesson: str, number: int, cell: LessonCell, recorded: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what the page needs of a cell; None of one that only checks the text's numbers."""
    if "remove-cell" in cell.tags:
        return None
    told: dict[str, Any] = {"code": cell.code, "outputs": recorded["outputs"] if recorded else []}
    if "hide-cell" in cell.tags:
        told["hidden"] = True
    small = SMALL.get(lesson, {}).get(number)
    if small is not None:
        told |= {"why": small.why, "small": small.apply(cell.code) if small.changes else None}
    if number in SLOW.get(lesson, {}):
        told["seconds"] = SLOW[lesson][number]
    return told


def _render(text: str) -> str:
    """Return Markdown as HTML. Links between lessons lead to the site's pages; other links become plain text."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = parser.parse(text)
    for token in tokens:
        for each in token.children or ():
            if each.type == "link_open":
                found = LESSON_LINK.match(str(each.attrs["href"]))
                each.attrs["href"] = f"#/lesson/{found['name']}" if found else ""
    html = str(parser.renderer.render(tokens, parser.options, {}))
    return re.sub(r'<a href="">(.*?)</a>', r"\1", html, flags=re.DOTALL)


def _plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).replace("&amp;", "&").split())


def _first_sentences(text: str, most: int = 120) -> str:
    """Return as many whole sentences as fit into `most` characters, at least one."""
    sentences = re.split(r"(?<=[.?!]) ", text)
    shown = sentences[0]
    for each in sentences[1:]:
        if len(shown) + len(each) + 1 > most:
            break
        shown += f" {each}"
    return shown


def as_script(name: str, page: dict[str, Any]) -> str:
    """Return a lesson as a script that hands it to the page."""
    told = {key: page[key] for key in ("title", "html", "cells")}
    return f"plywiseLesson({json.dumps(name)}, {json.dumps(told, ensure_ascii=False, separators=(',', ':'))});\n"


def summary_of(name: str, page: dict[str, Any]) -> dict[str, str]:
    """Return what the list of lessons shows."""
    return {"name": name, "title": page["title"], "about": escape(page["about"], quote=False)}
