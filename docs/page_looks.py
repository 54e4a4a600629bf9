"""Write how things look on the page of `plywise serve` as they look in drawings: colours and the outlines of pieces.

python docs/page_looks.py   writes looks.js, looks.css and drawings.css of src/plywise/web/page
"""

import json
from collections.abc import Mapping
from pathlib import Path

from plywise.show.boards import DISC
from plywise.show.pieces import FIGURES, SIDE, STROKE, strokes_of
from plywise.show.shapes import Steps
from plywise.show.svg import DARK, FONTS, LIGHT, STYLES, font_rule, role_rules

PAGE = Path(__file__).parent.parent / "src/plywise/web/page"
WRITTEN_BY = "Written by docs/page_looks.py from plywise.show: change it there."

THINGS = ("disc", "piece", "sign-")
"""The roles of drawings that the page takes over as they are: what stands on a cell."""


def looks_module() -> str:
    """Return looks.js: the outlines of the pieces on a square of SIDE, and the radius of a disc."""
    figures = {figure: [[kind, _path(steps)] for kind, steps in strokes_of(figure)] for figure in FIGURES}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(strokes)}" for name, strokes in figures.items())
    return (
        f"// {WRITTEN_BY}\n\n"
        f"/** The side of the square that pieces are drawn on, and the width of their strokes. */\n"
        f"export const SIDE = {SIDE:g};\nexport const STROKE = {STROKE:g};\n\n"
        f"/** A disc's radius, as a fraction of its cell. */\nexport const DISC = {DISC:g};\n\n"
        "/** The strokes of each piece: + a body, - a line on it, * a line on black alone. */\n"
        f"export const FIGURES = {{\n{lines},\n}};\n"
    )


def _path(steps: Steps) -> str:
    return "".join(sign + " ".join(f"{x:g},{y:g}" for x, y in points) for sign, points in steps)


def looks_sheet() -> str:
    """Return looks.css: the colours of both themes, and the rules for what stands on cells."""
    light, dark = _variables(LIGHT), _variables(DARK)
    names = {name: f"var(--{name})" for name in LIGHT}
    rules = "".join(
        f".{classes} {{ {style.format_map(names)} }}\n" for classes, style in STYLES if classes.startswith(THINGS)
    )
    return (
        f"/* {WRITTEN_BY} */\n\n"
        f":root {{\n  color-scheme: light;\n{light}  --fonts: {FONTS};\n}}\n"
        f"@media (prefers-color-scheme: dark) {{\n:root:not([data-theme='light']) {{\n"
        f"  color-scheme: dark;\n{dark}}}\n}}\n"
        f":root[data-theme='dark'] {{\n  color-scheme: dark;\n{dark}}}\n\n{rules}"
    )


def drawings_sheet() -> str:
    """Return drawings.css: the rules for all roles of drawings in the colours of the page's theme, for lessons."""
    names = {name: f"var(--{name})" for name in LIGHT}
    return f"/* {WRITTEN_BY} */\n\n{role_rules(names, '.drawing')}\n{font_rule('.drawing')}\n".replace("}.", "}\n.")


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"  --{name}: {colour};\n" for name, colour in colours.items())


if __name__ == "__main__":
    (PAGE / "looks.js").write_text(looks_module(), encoding="utf-8")
    (PAGE / "looks.css").write_text(looks_sheet(), encoding="utf-8")
    (PAGE / "drawings.css").write_text(drawings_sheet(), encoding="utf-8")
