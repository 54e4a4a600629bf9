"""A search as an animated picture: SVG that moves by itself in a browser, GIF or PNG for slides."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from plywise.process.extras import require
from plywise.show.png import draw_png
from plywise.show.shapes import Drawing
from plywise.show.steps import Span, time_groups
from plywise.show.svg import SCOPE, group_svg, wrap_svg

SECONDS = 1.5
LAST_LASTS = 3
"""How many times longer than the others the last step is shown."""

COLOURS, MAX_SAMPLES = 128, 12
"""The size of a GIF's palette, and the approximate number of pictures from which it is chosen."""

KINDS = ("svg", "gif", "png")


def draw_animated_svg(
    drawings: Sequence[Drawing], theme: str = "auto", seconds: float = SECONDS, width: float | None = None
) -> str:
    """Return drawings of one size as an SVG document that shows them in turn, repeatedly.

    With reduced motion requested, or in a static medium, it shows the last drawing.
    """
    rules: dict[tuple[Span, ...], str] = {}
    body = []
    for number, (group, spans) in enumerate(time_groups(drawings)):
        svg = group_svg(replace(group, name=f"{group.name}-{number}"))
        if spans != [(0, len(drawings) - 1)]:
            name = rules.setdefault(tuple(spans), f"t{len(rules)}")
            svg = f'<g class="{name}">{svg}</g>'
        body.append(svg)
    slots = len(drawings) - 1 + LAST_LASTS
    style = "".join(_timing(name, spans, len(drawings), slots) for spans, name in rules.items())
    moving = "".join(
        f".{SCOPE} .{name}{{animation:{SCOPE}-{name} {slots * seconds:g}s step-end infinite}}"
        for name in rules.values()
    )
    style += f"@media (prefers-reduced-motion:no-preference){{{moving}}}"
    return wrap_svg(drawings[-1], body, theme, width, style)


def _timing(name: str, spans: Sequence[Span], count: int, slots: int) -> str:
    """Return the CSS rules that show a group in some of the drawings; without motion, only in the last."""
    still = "visible" if spans[-1][1] == count - 1 else "hidden"
    frames = ["0%{visibility:hidden}"] if spans[0][0] else []
    for first, last in spans:
        frames.append(f"{100 * first / slots:.4f}%{{visibility:visible}}")
        if last < count - 1:
            frames.append(f"{100 * (last + 1) / slots:.4f}%{{visibility:hidden}}")
    return f".{SCOPE} .{name}{{visibility:{still}}}@keyframes {SCOPE}-{name}{{{''.join(frames)}}}"


def require_pillow() -> None:
    """Raise InputError if Pillow is missing."""
    require("PIL", "an animated GIF or PNG, unlike SVG, needs")


def draw_animated_image(
    drawings: Sequence[Drawing],
    kind: str,
    theme: str = "light",
    seconds: float = SECONDS,
    width: float | None = None,
) -> bytes:
    """Return drawings of one size as the bytes of an animated GIF or PNG file. kind: "gif" or "png".

    Raises InputError if Pillow is not installed.
    """
    require_pillow()
    from PIL import Image

    images = [Image.open(BytesIO(draw_png(drawing, theme, width=width))).convert("RGB") for drawing in drawings]
    lasts = [int(1000 * seconds)] * (len(images) - 1) + [int(1000 * seconds * LAST_LASTS)]
    if kind == "gif":  # one palette for all, or colours would flicker
        some = images[:: max(1, len(images) // MAX_SAMPLES)]
        sheet = Image.new("RGB", (images[0].width, images[0].height * len(some)))
        for place, image in enumerate(some):
            sheet.paste(image, (0, place * image.height))
        palette = sheet.quantize(COLOURS)
        images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    written = BytesIO()
    images[0].save(written, kind, save_all=True, append_images=images[1:], duration=lasts, loop=0)
    return written.getvalue()
