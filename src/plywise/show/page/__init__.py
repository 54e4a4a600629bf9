"""The page that steps through a search: one self-contained HTML file around the same module as the widget."""

import json
from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from plywise.show.page.frames import frames_of
from plywise.show.svg import DARK, LIGHT, draw_svg, font_rule, role_rules
from plywise.show.text import draw_trace
from plywise.show.trace_drawing import draw_trace_picture, title_of
from plywise.trees.recording import Recording

MAX_OUTLINE_LINES = 400
SCOPE = ".plywise"


def draw_page(recording: Recording) -> str:
    """Return a page that steps through a recording, forwards and backwards. It needs no network and no installation."""
    frames = json.dumps(frames_of(recording), ensure_ascii=False, separators=(",", ":"))
    still = draw_svg(draw_trace_picture(recording), "light")
    return Template(read_asset("page.html")).substitute(
        title=escape(title_of(recording)),
        style=stepper_style(),
        module=stepper_module(),
        frames=frames.replace("<", "\\u003c"),
        outline=escape(draw_trace(recording, lines=MAX_OUTLINE_LINES)),
        still=still,
    )


def stepper_module() -> str:
    """Return the ES module that draws and steps; the notebook widget uses it too."""
    return read_asset("stepper.js")


def stepper_style() -> str:
    """Return the style sheet of the stepper, with the colours of the drawings."""
    light, dark = role_rules(LIGHT, f"{SCOPE} svg"), role_rules(DARK, f"{SCOPE}[data-theme=dark] svg")
    system = role_rules(DARK, f"{SCOPE}:not([data-theme=light]) svg")
    letters = font_rule(f"{SCOPE} svg")
    return read_asset("stepper.css") + letters + light + dark + f"@media (prefers-color-scheme:dark){{{system}}}"


@cache
def read_asset(name: str) -> str:
    """Return the text of a file next to this one."""
    return (files(__name__) / name).read_text(encoding="utf-8")
