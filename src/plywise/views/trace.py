"""A recorded search that draws itself: as SVG, PNG, TikZ, text, or a page that steps through it.

Drawing code is imported on first use, so that `import plywise` stays fast.
"""

from typing import TYPE_CHECKING, TypedDict, Unpack

from plywise.arguments.keywords import spell_out
from plywise.engines.reference import alphabeta, mtdf
from plywise.game import Game, State
from plywise.trees.recording import Recording, RecordOptions

if TYPE_CHECKING:
    from plywise.show.shapes import Drawing


class StepsOptions(TypedDict, total=False):
    """Keyword options of every drawing of a search.

    most_nodes: maximal number of nodes drawn; the rest is collapsed, with counts
    legend: explain the marks below the tree
    hide_values: show the values of an explicit tree's leaves only after the search has read them
    """

    most_nodes: int | None
    legend: bool
    hide_values: bool


class DrawingOptions(StepsOptions, total=False):
    """Keyword options of a single drawing.

    caption: describe the step below the tree (None: unless it is the last)
    """

    caption: bool | None


class PageOptions(TypedDict, total=False):
    """Keyword options of the page that steps through a search; see `show.page.draw_page`."""

    hide_values: bool
    legend: bool
    classroom: bool


class Trace(Recording):
    """A Recording that draws itself. Make one with `trace()`."""

    def __str__(self) -> str:
        """Return the walk-through in words, followed by the drawing."""
        from plywise.show.text import draw_trace
        from plywise.teach.walkthrough import walkthrough

        return walkthrough(self) + "\n\n" + draw_trace(self)

    def svg(
        self,
        step: int | None = None,
        *,
        theme: str = "auto",
        width: float | None = None,
        **options: Unpack[DrawingOptions],
    ) -> str:
        """Return the drawing as SVG.

        step: number of steps taken (None: all)
        theme: "light", "dark" or "auto"
        width: of the picture, in pixels (None: by the size of the text)
        options: see `DrawingOptions`
        """
        from plywise.show.svg import draw_svg
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_svg(draw_trace_picture(self, step, **options), theme, width)

    def png(
        self,
        step: int | None = None,
        *,
        theme: str = "light",
        scale: float = 2.0,
        width: float | None = None,
        **options: Unpack[DrawingOptions],
    ) -> bytes:
        """Return the drawing as the bytes of a PNG file.

        scale: pixels per unit, without a width. For the rest, see `svg`.
        """
        from plywise.show.png import draw_png
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_png(draw_trace_picture(self, step, **options), theme, scale, width)

    def tikz(self, step: int | None = None, *, width: float | None = None, **options: Unpack[DrawingOptions]) -> str:
        """Return the drawing as TikZ, for LaTeX. width: in points. The other arguments are those of `svg`."""
        from plywise.show.tikz import draw_tikz
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_tikz(draw_trace_picture(self, step, **options), width)

    def overlays(self, *, width: float | None = None, **options: Unpack[StepsOptions]) -> str:
        """Return all steps as TikZ with an overlay for each, for beamer. The arguments are those of `steps`."""
        from plywise.show.tikz import draw_overlays

        return draw_overlays(self.steps(**options), width)

    def steps(self, **options: Unpack[StepsOptions]) -> "list[Drawing]":
        """Return a drawing of each step. options: see `StepsOptions`."""
        from plywise.show.trace_drawing import draw_step_pictures

        return draw_step_pictures(self, **options)

    def animation(
        self,
        kind: str = "svg",
        *,
        seconds: float = 1.5,
        theme: str | None = None,
        width: float | None = None,
        **options: Unpack[StepsOptions],
    ) -> str | bytes:
        """Return all steps as an animated picture.

        kind: "svg", for browsers, "gif" or "png" (these need Pillow)
        seconds: for each step
        theme: as in `svg`; None: suitable for the kind
        options: those of `steps`
        """
        from plywise.show.animation import draw_animated_image, draw_animated_svg

        if kind == "svg":
            return draw_animated_svg(self.steps(**options), theme or "auto", seconds, width)
        return draw_animated_image(self.steps(**options), kind, theme or "light", seconds, width)

    def html(self, **options: Unpack[PageOptions]) -> str:
        """Return a self-contained page that steps through the search. options: see `PageOptions`."""
        from plywise.show.page import draw_page

        return draw_page(self, **options)

    def _repr_svg_(self) -> str:
        """Show the drawing in a notebook."""
        return self.svg()


@spell_out(alphabeta, mtdf, Recording.of_result)
def trace(game: Game, state: State = None, algorithm: str = "alphabeta", **options: Unpack[RecordOptions]) -> Trace:
    """Search a state and return the Trace.

    options: limit, the maximal number of node entries recorded (default 20,000; the search itself goes on); nodes,
    after which the search is stopped (default 1,000,000); None for either: no limit; and those of the algorithm, see
    `plywise.engines.reference`. A truncated trace is marked. Raises InputError for an unknown algorithm.

    >>> from plywise.trees.tree import Tree
    >>> print(trace(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)).pruned[0].because)
    A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter
    """
    return Trace.of_search(game, state, algorithm, **options)
