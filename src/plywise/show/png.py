"""Drawings as PNG, rendered by resvg with a bundled font: the same picture on every machine."""

from importlib.util import find_spec
from pathlib import Path

from plywise.errors import InputError
from plywise.process.extras import require
from plywise.show.shapes import Drawing
from plywise.show.svg import draw_svg

FONT_PACKAGE = "font_source_sans_pro"
FONT_FAMILY = "Source Sans Pro"
SCALE = 2.0
MAX_PIXELS = 64_000_000
"""A picture that would have more is scaled down."""


def draw_png(drawing: Drawing, theme: str = "light", scale: float = SCALE, width: float | None = None) -> bytes:
    """Return a drawing as the bytes of a PNG file.

    scale: pixels per unit of the drawing
    width: of the whole picture, in pixels; it comes before the scale

    Raises InputError for the theme "auto" or an unknown one, and if the picture cannot be rendered.
    """
    svg_to_bytes = require("resvg_py", "PNG pictures need").svg_to_bytes
    require(FONT_PACKAGE, "PNG pictures need")
    if theme == "auto":
        raise InputError("a PNG is light or dark, not auto")
    scale = scale if width is None else width / drawing.width
    scale = min(scale, (MAX_PIXELS / (drawing.width * drawing.height)) ** 0.5)
    try:
        return bytes(
            svg_to_bytes(
                svg_string=draw_svg(drawing, theme),
                zoom=scale,
                skip_system_fonts=True,
                font_files=[str(path) for path in fonts()],
                font_family=FONT_FAMILY,
                sans_serif_family=FONT_FAMILY,
            )
        )
    except ValueError as error:
        raise InputError(f"the picture cannot be drawn as PNG: {error}") from None


def fonts() -> list[Path]:
    """Return the font files: regular and bold."""
    package = find_spec(FONT_PACKAGE)
    assert package is not None, "the font is installed with Plywise"
    assert package.submodule_search_locations is not None
    folder = Path(next(iter(package.submodule_search_locations))) / "files"
    return [folder / f"SourceSansPro-{weight}.ttf" for weight in ("Regular", "Bold")]
