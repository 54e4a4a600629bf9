"""The page that steps through a search: one self-contained HTML file around the same module as the widget."""

import json
from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from plywise.show.page.frames import frames_of
from plywise.show.svg import DARK, LIGHT, draw_svg, font_rule, role_rules
from plywise.show.text import draw_trace
from plywise.show.trace_drawing import draw_trace_picture, subject_of, title_of
from plywise.trees.recording import Recording

MAX_OUTLINE_LINES = 400
OUTLINE = '<details class="outline"><summary>The searched tree as text</summary><pre>{}</pre></details>'
SCOPE = ".plywise"


def draw_page(recording: Recording, hide_values: bool = False, legend: bool = True, classroom: bool = False) -> str:
    """Return a page that steps through a recording, forwards and backwards. It needs no network and no installation.

    hide_values: initially hide values that the search has not found yet; a button shows them
    legend: explain the marks
    classroom: initially show the classroom's program instead of the pseudo-code, if it is equivalent
    """
    frames = frames_of(recording, hide_values)
    if not legend:
        frames["legend"] = []
    still = draw_trace_picture(recording, 0 if hide_values else None, hide_values=hide_values, legend=legend)
    outline = "" if hide_values else draw_trace(recording, lines=MAX_OUTLINE_LINES)
    return Template(read_asset("page.html")).substitute(
        classroom=str(classroom).lower(),
        title=escape(subject_of(recording) if hide_values else title_of(recording)),
        style=stepper_style(),
        module=stepper_module(),
        frames=json.dumps(frames, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        outline=OUTLINE.format(escape(outline)) if outline else "",
        still=draw_svg(still, "light"),
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
