"""The page that steps through a search: one self-contained HTML file around the same module as the widget."""

import json
from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from plywise.show.page.frames import frames_of
from plywise.show.svg import DARK, LIGHT, draw_svg, lettering, rules
from plywise.show.text import draw_trace
from plywise.show.trace_drawing import picture, title_of
from plywise.trees.recording import Recording

OUTLINE_LINES = 400
SCOPE = ".plywise"


def draw_page(recording: Recording) -> str:
    """Return a page that steps through a recording, forwards and backwards. It needs no network and no installation."""
    frames = json.dumps(frames_of(recording), ensure_ascii=False, separators=(",", ":"))
    still = draw_svg(picture(recording), "light")
    return Template(asset("page.html")).substitute(
        title=escape(title_of(recording)),
        style=style(),
        module=module(),
        frames=frames.replace("<", "\\u003c"),
        outline=escape(draw_trace(recording, lines=OUTLINE_LINES)),
        still=still,
    )


def module() -> str:
    """Return the ES module that draws and steps; the notebook widget uses it too."""
    return asset("stepper.js")


def style() -> str:
    """Return the style sheet of the stepper, with the colours of the drawings."""
    light, dark = rules(LIGHT, f"{SCOPE} svg"), rules(DARK, f"{SCOPE}[data-theme=dark] svg")
    system = rules(DARK, f"{SCOPE}:not([data-theme=light]) svg")
    letters = lettering(f"{SCOPE} svg")
    return asset("stepper.css") + letters + light + dark + f"@media (prefers-color-scheme:dark){{{system}}}"


@cache
def asset(name: str) -> str:
    """Return the text of a file next to this one."""
    return (files(__name__) / name).read_text(encoding="utf-8")
