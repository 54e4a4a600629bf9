"""The course as the page shows it: fragments of pages, with pages that step through a search; data of the package."""

import json
import re
from functools import cache
from importlib.resources import files

NAME = re.compile(r"[0-9a-z-]+(\.steps)?\.html")
STEPS = ".steps.html"
"""The end of the name of a page that steps through a search, which has scripts of its own."""

_FOLDER = files("plywise.web") / "lessons"


@cache
def course_contents() -> list[dict[str, str]]:
    """Return the lessons in their order: their names and titles."""
    found: list[dict[str, str]] = json.loads((_FOLDER / "index.json").read_text(encoding="utf-8"))
    return found


def course_page(name: str) -> str | None:
    """Return a page of the course; None if there is none of that name."""
    page = _FOLDER / name
    return page.read_text(encoding="utf-8") if NAME.fullmatch(name) and page.is_file() else None
