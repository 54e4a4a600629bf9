"""The course on the page: HTML fragments, and pages that step through a search, from the package's data."""

import json
import re
from functools import cache
from importlib.resources import files

NAME = re.compile(r"[0-9a-z-]+(\.steps)?\.html")
STEPS = ".steps.html"
"""Suffix of pages that step through a search, which have inline scripts."""

_FOLDER = files("plywise.web") / "lessons"


@cache
def course_contents() -> list[dict[str, str]]:
    """Return the names and titles of the lessons in order."""
    found: list[dict[str, str]] = json.loads((_FOLDER / "index.json").read_text(encoding="utf-8"))
    return found


def course_page(name: str) -> str | None:
    """Return a page of the course; None if it does not exist."""
    page = _FOLDER / name
    return page.read_text(encoding="utf-8") if NAME.fullmatch(name) and page.is_file() else None
