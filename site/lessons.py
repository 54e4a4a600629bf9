"""The lessons of the course as the site shows them: prose, and cells with the outputs that the package has of them."""

import json
import re
from html import escape
from typing import Any

from docs.lessons import HIDDEN, REMOVED, Cell, Lesson, lesson_files, outputs_on_disk, read_lesson, render_prose
from small_cells import SLOW, SMALL

STEPS = re.compile(r'(?<=src=")course/(?=[\w-]+\.steps\.html")')


def lesson_pages() -> dict[str, dict[str, Any]]:
    """Return the lessons in their order: name -> title, about, html and cells."""
    return {path.stem: _lesson_page(read_lesson(path)) for path in lesson_files()}


def _lesson_page(lesson: Lesson) -> dict[str, Any]:
    outputs = outputs_on_disk(lesson)
    assert outputs is not None, f"{lesson.name}: its cells have changed: python docs/generate.py"
    waiting, cells, html = iter(outputs), list[dict[str, Any] | None](), []
    for part in lesson.parts:
        if isinstance(part, str):
            html.append(render_prose(part).replace('href="#/lessons/', 'href="#/lesson/'))
        elif REMOVED in part.tags:
            cells.append(None)
        else:
            html.append(f'<div data-cell="{len(cells)}"></div>')
            cells.append(_cell(lesson.name, len(cells), part, next(waiting)))
    whole = "\n".join(html)
    first = re.search(r"<p>(.*?)</p>", whole, re.DOTALL)
    assert first, lesson.name
    return {"title": lesson.title, "about": _first_sentences(_plain(first[1])), "html": whole, "cells": cells}


def _cell(lesson: str, number: int, cell: Cell, outputs: str) -> dict[str, Any]:
    """Return what the page needs of a cell. number: its place among all cells of the lesson."""
    shown: dict[str, Any] = {"code": cell.code.strip("\n"), "outputs": STEPS.sub("lessons/", outputs)}
    if HIDDEN in cell.tags:
        shown["hidden"] = True
    small = SMALL.get(lesson, {}).get(number)
    if small is not None:
        shown |= {"why": small.why, "small": small.apply(shown["code"]) if small.changes else None}
    if number in SLOW.get(lesson, {}):
        shown["seconds"] = SLOW[lesson][number]
    return shown


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
    lesson = {key: page[key] for key in ("title", "html", "cells")}
    return f"plywiseLesson({json.dumps(name)}, {json.dumps(lesson, ensure_ascii=False, separators=(',', ':'))});\n"


def summary_of(name: str, page: dict[str, Any]) -> dict[str, str]:
    """Return what the list of lessons shows."""
    return {"name": name, "title": page["title"], "about": escape(page["about"], quote=False)}
