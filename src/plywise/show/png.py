"""Drawings as PNG, by resvg, with a font of Plywise's own choice: the same picture on every machine."""

from importlib.util import find_spec
from pathlib import Path

from plywise.errors import InputError
from plywise.show.shapes import Drawing
from plywise.show.svg import draw_svg

FONT_PACKAGE = "font_source_sans_pro"
FONT_FAMILY = "Source Sans Pro"
SCALE = 2.0
MAX_PIXELS = 64_000_000
"""Of a picture; a larger one is made smaller."""


def draw_png(drawing: Drawing, theme: str = "light", scale: float = SCALE) -> bytes:
    """Return a drawing as the bytes of a PNG file. scale: pixels a unit of the drawing.

    Raises InputError for a theme that no picture can have, and where the picture cannot be made.
    """
    from resvg_py import svg_to_bytes

    if theme == "auto":
        raise InputError("a PNG is light or dark, not auto")
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
    """Return the font's files: regular and bold."""
    package = find_spec(FONT_PACKAGE)
    assert package is not None, "the font is installed with Plywise"
    assert package.submodule_search_locations is not None
    folder = Path(next(iter(package.submodule_search_locations))) / "files"
    return [folder / f"SourceSansPro-{weight}.ttf" for weight in ("Regular", "Bold")]
