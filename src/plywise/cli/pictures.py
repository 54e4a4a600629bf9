"""Options for drawing a search: --svg, --png, --tikz, --html, --animation and their settings."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from plywise.cli.files import check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.param_types import PATH
from plywise.cli.same_file import is_stdout
from plywise.cli.style import KEYS, Style, StyleType, field, parse_style
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
OPTIONS = (*KINDS, "step", "all_steps", "style", "record")
LEAST_LETTERS = 6.0
"""Letters smaller than this, in pixels or points, give a warning."""

TREE_LIMIT = 10 * NODE_LIMIT
"""How many node entries of an explicit tree are recorded, for its counts and lists: a quarter of a gigabyte."""


def picture_options(command: Command) -> Command:
    """Add --svg, --png, --tikz, --html, --animation and their settings; `pop_picture_options` reads them."""
    options = [
        click.option("--svg", type=PATH, metavar="FILE", help="Draw the search tree as SVG."),
        click.option("--png", type=PATH, metavar="FILE", help="Draw the search tree as PNG."),
        click.option("--tikz", type=PATH, metavar="FILE", help="Draw the search tree as TikZ, for LaTeX."),
        click.option("--html", type=PATH, metavar="FILE", help="Write a web page that steps through the search."),
        click.option(
            "--animation", type=PATH, metavar="FILE",
            help="Draw every step in one moving picture: FILE.svg, or FILE.gif and FILE.png (plywise[plot]).",
        ),
        click.option("--step", type=int, metavar="N", help="Draw the tree after N steps. [default: all steps]"),
        click.option(
            "--all-steps", is_flag=True,
            help="Draw every step: numbered SVG and PNG files, overlays in TikZ for beamer.",
        ),
        click.option(
            "--style", type=StyleType(), metavar="KEY=VALUE,...", multiple=True,
            help="Looks of the pictures. theme=light or dark; width=N, in pixels or points; legend=no; hide-values: "
            f"leaves are blank until the search reads them; most-nodes=N: collapse larger trees [default: {MAX_NODES}; "
            f"{MAX_BOARDS} with boards]; delay=S: seconds per step of an animation [default: {SECONDS}].",
        ),
        click.option(
            "--record", type=click.IntRange(min=1), metavar="N",
            help=f"Record the first N node entries. [default: {NODE_LIMIT:,}; of a tree {TREE_LIMIT:,}]",
        ),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def pop_picture_options(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the options of `picture_options` from a command's options, and return them, with the style parsed."""
    found = {name: options.pop(name) for name in OPTIONS}
    return found | {"style": parse_style(found["style"])}


def wants_pictures(pictures: dict[str, Any], as_json: bool = False) -> bool:
    """Return whether anything is to be drawn.

    Raises InputError for settings without a picture that they change, and for files that cannot be written.
    """
    asked = {kind for kind in KINDS if pictures[kind] is not None}
    for option, needed in _settings_given(pictures):
        if not asked & set(needed):
            raise InputError(f"{option} goes with {_join_options(needed)}")
    if pictures["step"] is not None and pictures["all_steps"]:
        raise InputError("--step and --all-steps: give one or the other")
    if "animation" in asked and pictures["animation"].suffix.lower().lstrip(".") not in ANIMATIONS:
        raise InputError(f"file {pictures['animation']}: an animation ends in {_join_words(ANIMATIONS, '.')}")
    if "animation" in asked and pictures["animation"].suffix.lower() != ".svg":
        require_pillow()
    check_outputs(pictures[kind] for kind in KINDS if pictures[kind] is not None)
    if as_json and fills_stdout(pictures):
        raise InputError("--json and a picture both write to stdout")
    return bool(asked)


STILLS = ("svg", "png", "tikz")
NEEDED = {
    "--step": STILLS,
    "--all-steps": STILLS,
    "--style theme": (*STILLS, "animation"),
    "--style width": (*STILLS, "animation"),
    "--style most-nodes": (*STILLS, "animation"),
    "--style delay": ("animation",),
}
"""The pictures that a setting changes, if not all."""


def _settings_given(pictures: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the settings that were given, each with the kinds of pictures that it changes."""
    changed = pictures["style"].changed()
    given = [f"--style {key}" for key in KEYS if field(key) in changed]
    given += ["--step"] if pictures["step"] is not None else []
    given += ["--all-steps"] if pictures["all_steps"] else []
    yield from ((option, NEEDED.get(option, KINDS)) for option in given)


def _join_options(names: tuple[str, ...]) -> str:
    return _join_words(names, "--")


def _join_words(words: tuple[str, ...], before: str) -> str:
    """Return words as a list: --a, --b or --c."""
    named = [before + word for word in words]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def fills_stdout(pictures: dict[str, Any]) -> bool:
    """Return whether a picture goes to stdout, where nothing else can then be printed."""
    return any(is_stdout(pictures[kind]) for kind in KINDS if pictures[kind] is not None)


def report_extent(record: Trace) -> None:
    """Report on stderr if only the beginning of a search was recorded, and which option records more."""
    record.to_record_more, record.to_search_longer = "--record N", "--nodes N"
    if record.truncated:
        say(f"recorded: {extent(record)}")


def write_pictures(record: Trace, pictures: dict[str, Any]) -> None:
    """Write the requested pictures: all of them, or none if one cannot be drawn."""
    style: Style = pictures["style"]
    shown: dict[str, Any] = {"legend": style.legend, "hide_values": style.hide_values}
    chosen = shown | {"most_nodes": style.most_nodes}
    width, theme = style.width, style.theme
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
        kind = pictures["animation"].suffix.lower().lstrip(".")
        drawn = record.animation(kind, seconds=style.delay or SECONDS, theme=theme, width=width, **chosen)
        files.append((str(pictures["animation"]), drawn))
    write_files(files)
    if width is not None:
        _warn_of_small_letters(record, width, chosen)


def _draw_steps(record: Trace, pictures: dict[str, Any], chosen: dict[str, Any]) -> list[tuple[str, str | bytes]]:
    """Return the files of --all-steps: F-00.svg, F-01.svg ..., F-00.png ..., and one file of TikZ."""
    width, theme = pictures["style"].width, pictures["style"].theme
    drawings = record.steps(**chosen)
    digits = len(str(len(drawings) - 1))
    files: list[tuple[str, str | bytes]] = []
    for kind in ("svg", "png"):
        path = pictures[kind]
        if path is None:
            continue
        if is_stdout(path):
            raise InputError(f"--all-steps writes numbered files: --{kind} needs a file name, not -")
        for number, drawing in enumerate(drawings):
            name = str(path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"))
            drawn: str | bytes = draw_svg(drawing, theme or "auto", width)
            files.append((name, drawn if kind == "svg" else draw_png(drawing, theme or "light", width=width)))
    if pictures["tikz"] is not None:
        files.append((str(pictures["tikz"]), draw_overlays(drawings, width)))
    return files


def _warn_of_small_letters(record: Trace, width: float, chosen: dict[str, Any]) -> None:
    """Warn on stderr if a picture's letters cannot be read at the requested width."""
    drawing = draw_trace_picture(record, **chosen)
    size = width / drawing.width * min((item.size for item in drawing.items() if isinstance(item, Text)), default=99.0)
    if size < LEAST_LETTERS:
        small = f"letters are only {size:.1f} high at this width"
        say(f"{small}; --style most-nodes=N draws less of the tree")
