"""A recorded search that draws itself: as SVG, PNG, TikZ, text, or a page that steps through it.

Drawing code is imported only when something is drawn, so that `import plywise` stays quick.
"""

from typing import Any

from plywise.game import Game, State
from plywise.trees.recording import Recording


class Trace(Recording):
    """A Recording that draws itself. Make one with `trace()`."""

    def __str__(self) -> str:
        """Return the walk-through in words, followed by the drawing."""
        from plywise.show.text import draw_trace
        from plywise.teach.walkthrough import walkthrough

        return walkthrough(self) + "\n\n" + draw_trace(self)

    def svg(self, step: int | None = None, *, theme: str = "auto", **options: Any) -> str:
        """Return the drawing as SVG.

        step: how many steps have been taken (None: all)
        theme: "light", "dark" or "auto"
        options: those of `show.trace_drawing.draw_trace_picture`, such as most_nodes
        """
        from plywise.show.svg import draw_svg
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_svg(draw_trace_picture(self, step, **options), theme)

    def png(self, step: int | None = None, *, theme: str = "light", scale: float = 2.0, **options: Any) -> bytes:
        """Return the drawing as the bytes of a PNG file. scale: pixels per unit. For the rest, see `svg`."""
        from plywise.show.png import draw_png
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_png(draw_trace_picture(self, step, **options), theme, scale)

    def tikz(self, step: int | None = None, **options: Any) -> str:
        """Return the drawing as TikZ, for LaTeX. The arguments are those of `svg`."""
        from plywise.show.tikz import draw_tikz
        from plywise.show.trace_drawing import draw_trace_picture

        return draw_tikz(draw_trace_picture(self, step, **options))

    def html(self) -> str:
        """Return a self-contained page that steps through the search."""
        from plywise.show.page import draw_page

        return draw_page(self)

    def _repr_svg_(self) -> str:
        """Show the drawing in a notebook."""
        return self.svg()


def trace(game: Game, state: State = None, algorithm: str = "alphabeta", **options: Any) -> Trace:
    """Search a state and return the Trace.

    options: limit, the most node entries recorded (by default 20,000; the search itself goes on), nodes, where the
    search is stopped (by default 1,000,000), for both None: nowhere; and those of the algorithm, see
    `plywise.engines.reference`. What is cut short says so. Raises InputError for an unknown algorithm.

    >>> from plywise.trees.tree import Tree
    >>> print(trace(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)).pruned[0].because)
    A is guaranteed 5 or more; C can have 2 at most; the rest of C cannot matter
    """
    return Trace.of_search(game, state, algorithm, **options)
