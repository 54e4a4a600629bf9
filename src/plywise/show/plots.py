"""Plots: numbers in, the bytes of a picture out. No other module uses Matplotlib."""

import io
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from plywise.errors import InputError
from plywise.process import extras

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Figure

SUFFIXES = ("svg", "png", "pdf")

LINES: tuple[tuple[str, Any, str], ...] = (
    ("#000000", "-", "o"),
    ("#0072b2", "--", "s"),
    ("#d55e00", "-.", "^"),
    ("#009e73", ":", "D"),
    ("#cc79a7", "-", "v"),
    ("#56b4e9", "--", "P"),
    ("#e69f00", "-.", "X"),
    ("#5b3a8c", ":", "*"),
    ("#7f3b08", "-", "<"),
    ("#35602d", "--", ">"),
    ("#a6244c", (0, (6, 1, 1, 1, 1, 1)), "p"),
    ("#44546a", (0, (1, 1)), "h"),
)
"""Colour, dashes and marker of each series: colours that look alike in grey differ in dashes and marker."""

CURVES = (
    ("b_to_d", "b^d", "b^d, the tree's leaves", (0, (7, 2))),
    ("knuth_moore", "Knuth-Moore", "Knuth-Moore", (0, (4, 2))),
    ("b_to_half_d", "b^(d/2)", "b^(d/2)", (0, (2, 2))),
)
"""The theoretical curves: figure, name on the curve, name in the legend, dashes."""

GREY = "#8a8a8a"
STYLE = {
    "svg.hashsalt": "plywise",  # the same figures always make the same file
    "svg.fonttype": "none",  # text stays text: it can be searched and read aloud
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 10.0,
    "path.simplify": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
MAX_MARKER, MIN_MARKER = 9.5, 4.5
"""Marker sizes of the first and the last series: points that coincide can all be seen."""

MAX_TITLE_LENGTH = 70


def require() -> None:
    """Raise InputError if Matplotlib is not installed."""
    extras.require("matplotlib", "plots need")


def plot_comparison(rows: Sequence[Mapping[str, Any]], title: str, suffix: str = "svg") -> bytes:
    """Return a plot of nodes over depth on a logarithmic scale, with a line for each algorithm and order.

    rows: the fields of teach.experiments.compare.Row, by name
    suffix: svg, png or pdf

    The theoretical curves are dashed and grey. The same rows make the same bytes. In an SVG each line is a group with
    the id `series-ALGORITHM-ORDER` (a curve: `theory-FIGURE`), and the group's description gives its numbers.

    Raises InputError if there is nothing to draw, or if Matplotlib is not installed.
    """
    figure, title = make_figure(rows, title), _full_title(title)
    picture = _save(figure, suffix, _metadata(title, suffix))
    return picture if suffix != "svg" else _add_descriptions(picture.decode(), title, rows).encode()


def make_figure(rows: Sequence[Mapping[str, Any]], title: str) -> "Figure":
    """Return the same plot as a Matplotlib figure, which a notebook shows.

    Raises InputError if there is nothing to draw, or if Matplotlib is not installed.
    """
    require()
    lines = series_of(rows)
    if not lines:
        raise InputError("there is no search to draw")
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    with _in_our_style():
        figure = _figure_class()(figsize=(10, 6), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
        axes = figure.add_subplot()
        _draw_theory(axes, rows)
        _draw_series(axes, lines)
        _format_axes(axes, _full_title(title), [depth for points in lines.values() for depth in points])
    return figure


def plot_learning(generations: Sequence[Mapping[str, Any]], title: str, suffix: str = "svg") -> bytes:
    """Return a plot of a learning run: the Elo gained so far, and below it the held-out loss, by generation.

    generations: as `plywise learn --json` prints them; where they have `seconds`, the plot is over minutes
    suffix: svg, png or pdf

    Raises InputError if there is no generation, or if Matplotlib is not installed.
    """
    require()
    if not generations:
        raise InputError("there is no generation to draw")
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    is_timed = all(each.get("seconds") is not None for each in generations)
    across = [each["seconds"] / 60 if is_timed else each["number"] for each in generations]
    gains = [(each["elo"] or 0.0) if each["taken"] else 0.0 for each in generations]
    with _in_our_style():
        figure = _figure_class()(figsize=(8, 6), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        upper.step(across, list(accumulate(gains)), where="post", color="#0072b2")
        for place, each in enumerate(generations):
            filled = "#0072b2" if each["taken"] else "none"
            upper.plot(across[place], sum(gains[: place + 1]), "o", mfc=filled, mec="#0072b2")
        upper.set_ylabel("Elo gained, by the tests")
        lower.plot(across, [each["loss"] for each in generations], color="#d55e00", marker="s", markersize=4)
        lower.set_ylabel("held-out loss")
        lower.set_xlabel("minutes" if is_timed else "generation")
        upper.set_title(_escape_formulas(title), loc="left", fontsize=12)
        for axes in (upper, lower):
            axes.grid(visible=True, which="major", color="#e4e4e4", linewidth=0.7)
            axes.set_axisbelow(True)
    return _save(figure, suffix, _metadata(title, suffix))


def _full_title(title: str) -> str:
    return f"Nodes over depth: {title if len(title) <= MAX_TITLE_LENGTH else title[: MAX_TITLE_LENGTH - 3] + '...'}"


@contextmanager
def _in_our_style() -> Iterator[None]:
    """In this context, use our Matplotlib settings instead of the user's."""
    import matplotlib

    style: Any = {name: value for name, value in matplotlib.rcParamsDefault.items() if "backend" not in name} | STYLE
    with matplotlib.rc_context(style), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter missing from the font is drawn as a box
        yield


def _save(figure: "Figure", suffix: str, metadata: dict[str, Any]) -> bytes:
    picture = io.BytesIO()
    with _in_our_style():
        figure.savefig(picture, format=suffix, dpi=150, metadata=metadata)
    return picture.getvalue()


@cache
def _figure_class() -> "type[Figure]":
    """Return the class of a figure that a notebook shows even before pyplot is imported there."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        """A figure that draws itself in a notebook."""

        def _repr_svg_(self) -> str:
            return _save(self, "svg", {"Creator": "Plywise", "Date": None}).decode()

    return ShownFigure


def series_of(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], dict[int, int]]:
    """Return depth -> nodes for each algorithm and order, in the order of the rows."""
    lines: dict[tuple[str, str], dict[int, int]] = {}
    for row in rows:
        lines.setdefault((row["algorithm"], row["order"]), {})[row["depth"]] = row["nodes"]
    return {name: dict(sorted(points.items())) for name, points in lines.items()}


def theory_of(rows: Sequence[Mapping[str, Any]], figure: str) -> dict[int, float]:
    """Return depth -> a theoretical figure, for the depths where it is known."""
    return dict(sorted((row["depth"], row[figure]) for row in rows if row[figure] is not None))


def group_name(*words: str) -> str:
    """Return words joined into a valid SVG id."""
    return "-".join(re.sub(r"[^A-Za-z0-9_.]+", "-", word) for word in words)


def _draw_series(axes: Any, lines: Mapping[tuple[str, str], Mapping[int, int]]) -> None:
    last = max(depth for points in lines.values() for depth in points)
    styled = {name: _choose_style(place) for place, name in enumerate(lines)}
    # The legend lists the lines in the order of their right ends, the highest first.
    for name, points in sorted(lines.items(), key=lambda line: (-max(line[1]) == -last, -line[1][max(line[1])])):
        colour, dashes, marker = styled[name]
        place = list(lines).index(name)
        (line,) = axes.plot(
            list(points), list(points.values()), color=colour, linestyle=dashes, marker=marker,
            markersize=MAX_MARKER - (MAX_MARKER - MIN_MARKER) * place / len(lines), linewidth=1.6, zorder=3 + place,
            markerfacecolor="white" if place % 2 else colour, label=_escape_formulas(", ".join(name)),
        )  # fmt: skip
        line.set_gid(group_name("series", *name))


def _choose_style(place: int) -> tuple[str, Any, str]:
    """Return the look of a series. After one round of LINES each colour takes the dashes of the next, and so on."""
    turn, number = divmod(place, len(LINES))
    colour, _, marker = LINES[number]
    return colour, LINES[(number + turn) % len(LINES)][1], marker


def _draw_theory(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    uniform = all(row["uniform"] for row in rows)
    for figure, short, name, dashes in CURVES:
        points = theory_of(rows, figure)
        if not points:
            continue
        depths, values = list(points), list(points.values())
        mean = "" if uniform or figure == "b_to_d" else " (mean b)"
        (line,) = axes.plot(
            depths, values, color=GREY, linestyle=dashes, linewidth=1.1, zorder=1, label=f"{name}{mean}"
        )
        line.set_gid(group_name("theory", figure))
        axes.annotate(
            short, (depths[-1], values[-1]), xytext=(7, 0), textcoords="offset points", color="#5f5f5f",
            fontsize=8.5, va="center", annotation_clip=False,
        )  # fmt: skip


def _format_axes(axes: Any, title: str, depths: Sequence[int]) -> None:
    """Give the axes their scale, labels and legend."""
    from matplotlib.ticker import MaxNLocator

    axes.set_yscale("log")
    axes.set_xlim(min(depths) - 0.3, max(depths) + 0.3)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=14))
    axes.set_title(_escape_formulas(title), loc="left", fontsize=12)
    axes.set_xlabel("depth (plies)")
    axes.set_ylabel("nodes entered (logarithmic)")
    axes.grid(visible=True, which="major", color="#e4e4e4", linewidth=0.7)
    axes.set_axisbelow(True)
    handles, labels = axes.get_legend_handles_labels()
    theory = [place for place, each in enumerate(handles) if each.get_gid().startswith("theory")]
    places = [*(place for place in range(len(handles)) if place not in theory), *theory]
    axes.figure.legend(
        [handles[place] for place in places], [labels[place] for place in places],
        loc="outside right upper", frameon=False, handlelength=3.6, fontsize=9,
    )  # fmt: skip


def _escape_formulas(text: str) -> str:
    """Return a text with dollar signs escaped, so that Matplotlib sets no formula."""
    return text.replace("$", r"\$")


def _metadata(title: str, suffix: str) -> dict[str, Any]:
    if suffix == "svg":
        return {"Title": title, "Creator": "Plywise", "Date": None}
    return {"Title": title, "Author": "Plywise"} | ({"CreationDate": None} if suffix == "pdf" else {})


def _add_descriptions(svg: str, title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return an SVG with descriptions of the whole and of each line, for people who cannot see it."""
    names = series_of(rows)
    told = f"A line for each of {len(names)} series: {'; '.join(' in the order '.join(name) for name in names)}."
    # In user units, not in points, which some SVG readers do not understand.
    svg = re.sub(r'width="([\d.]+)pt" height="([\d.]+)pt"', r'width="\1" height="\2"', svg, count=1)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label={quoteattr(title)} ', 1)
    svg = svg.replace("</title>", f"</title>\n <desc>{escape(told)}</desc>", 1)
    groups: dict[str, Mapping[int, float]] = {group_name("series", *name): points for name, points in names.items()}
    groups |= {group_name("theory", figure): theory_of(rows, figure) for figure, *_ in CURVES}
    for name, points in groups.items():
        words = "; ".join(f"depth {depth}: {value}" for depth, value in points.items())
        svg = svg.replace(f'<g id="{name}">', f'<g id="{name}">\n    <desc>{escape(words)}</desc>', 1)
    return svg
