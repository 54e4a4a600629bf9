"""Options for drawing a search: --svg, --png, --tikz, --html, --animation and their settings."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from plywise.cli.files import check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.show.animation import KINDS as ANIMATIONS
from plywise.show.animation import SECONDS, require_pillow
from plywise.show.node_views import MAX_BOARDS, MAX_NODES
from plywise.show.png import draw_png
from plywise.show.shapes import Text
from plywise.show.svg import draw_svg
from plywise.show.tikz import draw_overlays
from plywise.show.trace_drawing import draw_trace_picture
from plywise.teach.walkthrough import extent
from plywise.trees.recording import NODE_LIMIT
from plywise.views.trace import Trace

Command = TypeVar("Command", bound=Callable[..., Any])

KINDS = ("svg", "png", "tikz", "html", "animation")
SETTINGS = ("step", "all_steps", "delay", "most_nodes", "width", "legend", "hide_values", "theme")
OPTIONS = (*KINDS, *SETTINGS, "record")
LEAST_LETTERS = 6.0
"""Letters smaller than this, in pixels or points, are worth a warning."""

TREE_LIMIT = 10 * NODE_LIMIT
"""How many node entries of an explicit tree are recorded, for its counts and lists: a quarter of a gigabyte."""


def picture_options(command: Command) -> Command:
    """Add --svg, --png, --tikz, --html, --animation and their settings; `pop_picture_options` reads them."""
    options = [
        click.option("--svg", type=Path, metavar="F", help="Draw the search tree to an SVG file."),
        click.option("--png", type=Path, metavar="F", help="The same as a PNG file."),
        click.option("--tikz", type=Path, metavar="F", help="The same as TikZ, for LaTeX."),
        click.option("--html", type=Path, metavar="F", help="Write a web page that steps through the search."),
        click.option(
            "--animation", type=Path, metavar="F", help="Draw all steps to one file: F.svg, or F.gif or F.png (Pillow)."
        ),
        click.option("--step", type=int, metavar="N", help="Draw the tree as it stood after N steps. [default: all]"),
        click.option(
            "--all-steps", is_flag=True,
            help="Draw each step: to numbered SVG and PNG files, as overlays in TikZ, for beamer.",
        ),
        click.option(
            "--delay", type=click.FloatRange(min=0.05, max=60), metavar="S",
            help="Seconds for each step of an animation. [default: 1.5]",
        ),
        click.option(
            "--most-nodes", type=click.IntRange(min=1), metavar="N",
            help=f"Collapse the tree beyond N nodes. [default: {MAX_NODES}, with boards {MAX_BOARDS}]",
        ),
        click.option(
            "--width", type=click.IntRange(min=40, max=20_000), metavar="N",
            help="Width of a picture, in pixels; in TikZ, in points. [default: as the letters need]",
        ),
        click.option("--legend", type=click.Choice(["yes", "no"]), help="Explain the marks. [default: yes]"),
        click.option("--hide-values", is_flag=True, help="Leave leaves blank until the search reads them, for class."),
        click.option(
            "--record", type=click.IntRange(min=1), metavar="N",
            help=f"Record the first N node entries. [default: {NODE_LIMIT:,}; of a tree {TREE_LIMIT:,}]",
        ),
        click.option(
            "--theme", type=click.Choice(["light", "dark"]),
            help="Colours. [default: light; SVG and HTML follow the reader's system]",
        ),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def pop_picture_options(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of `picture_options` from a command's options, and return them."""
    return {name: options.pop(name) for name in OPTIONS}


def wants_pictures(pictures: dict[str, Any], as_json: bool = False) -> bool:
    """Return whether anything is to be drawn.

    Raises InputError for settings without a picture that they change, and for files that cannot be written.
    """
    asked = {kind for kind in KINDS if pictures[kind] is not None}
    for setting in SETTINGS:
        needed = NEEDED.get(setting, KINDS)
        if pictures[setting] not in (None, False) and not asked & set(needed):
            raise InputError(f"--{setting.replace('_', '-')} goes with {_join_options(needed)}")
    if pictures["step"] is not None and pictures["all_steps"]:
        raise InputError("--step and --all-steps: one or the other")
    if "animation" in asked and pictures["animation"].suffix.lower().lstrip(".") not in ANIMATIONS:
        raise InputError(f"file {pictures['animation']}: an animation ends in {_join_words(ANIMATIONS, '.')}")
    if "animation" in asked and pictures["animation"].suffix.lower() != ".svg":
        require_pillow()
    check_outputs(pictures[kind] for kind in KINDS if pictures[kind] is not None)
    if as_json and fills_stdout(pictures):
        raise InputError("--json and a picture both write to stdout")
    return bool(asked)


NEEDED = {
    "step": ("svg", "png", "tikz"),
    "all_steps": ("svg", "png", "tikz"),
    "theme": ("svg", "png", "tikz", "animation"),
    "width": ("svg", "png", "tikz", "animation"),
    "most_nodes": ("svg", "png", "tikz", "animation"),
    "delay": ("animation",),
}
"""The pictures that a setting changes, if not all."""


def _join_options(names: tuple[str, ...]) -> str:
    return _join_words(names, "--")


def _join_words(words: tuple[str, ...], before: str) -> str:
    """Return words as a list: --a, --b or --c."""
    named = [before + word for word in words]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def fills_stdout(pictures: dict[str, Any]) -> bool:
    """Return whether a picture goes to stdout, where nothing else can then be printed."""
    return any(is_stdout(pictures[kind]) for kind in KINDS if pictures[kind] is not None)


def tell_extent(record: Trace) -> None:
    """Say on stderr if only the beginning of a search was recorded, and, as its pictures do, which option does more."""
    record.to_record_more, record.to_search_longer = "--record N", "--nodes N"
    if record.truncated:
        say(f"recorded: {extent(record)}")


def write_pictures(record: Trace, pictures: dict[str, Any]) -> None:
    """Write the requested pictures: all of them, or none if one cannot be drawn."""
    shown: dict[str, Any] = {"legend": pictures["legend"] != "no", "hide_values": pictures["hide_values"]}
    chosen = shown | {"most_nodes": pictures["most_nodes"]}
    width, theme = pictures["width"], pictures["theme"]
    files: list[tuple[str, str | bytes]] = []
    if pictures["all_steps"]:
        files += _draw_steps(record, pictures, chosen)
    else:
        step = pictures["step"]
        drawers: dict[str, Callable[[], str | bytes]] = {
            "svg": lambda: record.svg(step, theme=theme or "auto", width=width, **chosen),
            "png": lambda: record.png(step, theme=theme or "light", width=width, **chosen),
            "tikz": lambda: record.tikz(step, width=width, **chosen),
        }
        files += [(str(pictures[kind]), draw()) for kind, draw in drawers.items() if pictures[kind] is not None]
    if pictures["html"] is not None:
        files.append((str(pictures["html"]), record.html(**shown)))
    if pictures["animation"] is not None:
        kind, delay = pictures["animation"].suffix.lower().lstrip("."), pictures["delay"] or SECONDS
        drawn = record.animation(kind, seconds=delay, theme=theme, width=width, **chosen)
        files.append((str(pictures["animation"]), drawn))
    write_files(files)
    if width is not None:
        _warn_of_small_letters(record, width, chosen)


def _draw_steps(record: Trace, pictures: dict[str, Any], chosen: dict[str, Any]) -> list[tuple[str, str | bytes]]:
    """Return the files of --all-steps: F-00.svg, F-01.svg ..., F-00.png ..., and one file of TikZ."""
    width, theme = pictures["width"], pictures["theme"]
    drawings = record.steps(**chosen)
    digits = len(str(len(drawings) - 1))
    files: list[tuple[str, str | bytes]] = []
    for kind in ("svg", "png"):
        path = pictures[kind]
        if path is None:
            continue
        if is_stdout(path):
            raise InputError(f"--all-steps writes numbered files: --{kind} needs the name of one, not -")
        for number, drawing in enumerate(drawings):
            name = str(path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"))
            drawn: str | bytes = draw_svg(drawing, theme or "auto", width)
            files.append((name, drawn if kind == "svg" else draw_png(drawing, theme or "light", width=width)))
    if pictures["tikz"] is not None:
        files.append((str(pictures["tikz"]), draw_overlays(drawings, width)))
    return files


def _warn_of_small_letters(record: Trace, width: float, chosen: dict[str, Any]) -> None:
    """Say on stderr if a picture's letters cannot be read at the width asked for."""
    drawing = draw_trace_picture(record, **chosen)
    size = width / drawing.width * min((item.size for item in drawing.items() if isinstance(item, Text)), default=99.0)
    if size < LEAST_LETTERS:
        small = f"letters are only {size:.1f} high at this width"
        say(f"{small}; --most-nodes N draws less of the tree")
