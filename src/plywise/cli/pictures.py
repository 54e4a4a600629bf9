"""Options for drawing a search: --svg, --png, --tikz, --html and their settings."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from plywise.cli.files import check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.show.node_views import MAX_BOARDS, MAX_NODES
from plywise.teach.walkthrough import extent
from plywise.trace import Trace
from plywise.trees.recording import NODE_LIMIT

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = ("svg", "png", "tikz", "html", "step", "most_nodes", "theme", "record")
KINDS = ("svg", "png", "tikz", "html")

TREE_LIMIT = 10 * NODE_LIMIT
"""How many node entries of an explicit tree are recorded, for its counts and lists: a quarter of a gigabyte."""


def picture_options(command: Command) -> Command:
    """Add --svg, --png, --tikz, --html and their settings; `pop_picture_options` reads them."""
    options = [
        click.option("--svg", type=Path, metavar="F", help="Draw the search tree to an SVG file."),
        click.option("--png", type=Path, metavar="F", help="The same as a PNG file."),
        click.option("--tikz", type=Path, metavar="F", help="The same as TikZ, for LaTeX."),
        click.option("--html", type=Path, metavar="F", help="Write a web page that steps through the search."),
        click.option("--step", type=int, metavar="N", help="Draw the tree as it stood after N steps. [default: all]"),
        click.option(
            "--most-nodes", type=click.IntRange(min=1), metavar="N",
            help=f"Collapse the tree beyond N nodes. [default: {MAX_NODES}, with boards {MAX_BOARDS}]",
        ),
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

    Raises InputError for picture settings without a picture, and for files that cannot be written.
    """
    asked = any(pictures[kind] is not None for kind in KINDS)
    if not asked and (pictures["step"] is not None or pictures["theme"] is not None):
        raise InputError("--step and --theme go with --svg, --png or --tikz")
    check_outputs(pictures[kind] for kind in KINDS if pictures[kind] is not None)
    if as_json and fills_stdout(pictures):
        raise InputError("--json and a picture both write to stdout")
    return asked


def fills_stdout(pictures: dict[str, Any]) -> bool:
    """Return whether a picture goes to stdout, where nothing else can then be printed."""
    return any(is_stdout(pictures[kind]) for kind in KINDS if pictures[kind] is not None)


def tell_extent(record: Trace) -> None:
    """Say on stderr if only the beginning of a search was recorded, and how to record more of it."""
    if record.truncated:
        say(f"recorded: {extent(record)}")


def write_pictures(record: Trace, pictures: dict[str, Any]) -> None:
    """Write the requested pictures: all of them, or none if one cannot be drawn."""
    chosen: dict[str, Any] = {"step": pictures["step"], "most_nodes": pictures["most_nodes"]}
    theme = pictures["theme"]
    drawers: dict[str, Callable[[], str | bytes]] = {
        "svg": lambda: record.svg(theme=theme or "auto", **chosen),
        "png": lambda: record.png(theme=theme or "light", **chosen),
        "tikz": lambda: record.tikz(**chosen),
        "html": lambda: record.html(),
    }
    write_files([(pictures[kind], drawers[kind]()) for kind in KINDS if pictures[kind] is not None])
