"""A position that draws its board, and a line of play that draws itself as an animation.

Drawing code is imported on first use, so that `import plywise` stays fast.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.game import Action, Game, State, defines, player_word, start_of
from plywise.game.cells import changed_cells
from plywise.game.transcripts import read_line

if TYPE_CHECKING:
    from plywise.show.shapes import Drawing


MAX_LINE = 72
"""Maximal length of a line below a drawn board."""


@dataclass(frozen=True, repr=False)
class Position:
    """A state of a game for display: the board, the side to move, and moves in the game's notation. See `position`.

    before: the state before the last move, if there was one, to shade changed cells
    last: the last move, as an action
    """

    game: Game
    state: State
    before: State = field(default=None, compare=False)
    last: Action | None = field(default=None, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.terminal(self.state))

    @property
    def player(self) -> str | None:
        """The player to move, "MAX" or "MIN"; None if the game is over."""
        return None if self.is_over else player_word(self.game.player(self.state))

    @property
    def moves(self) -> list[str]:
        """The legal moves, as words."""
        if self.is_over:
            return []
        return [self.game.format_action(self.state, action) for action in self.game.actions(self.state)]

    @property
    def last_word(self) -> str | None:
        """The last move, as a word."""
        return None if self.before is None else self.game.format_action(self.before, self.last)

    def play(self, words: str) -> "Position":
        """Return the position after moves, such as "d3 c5" or "d3c5". Raises InputError that names the bad one."""
        return self.line(words).positions[-1]

    def line(self, words: str) -> "Film":
        """Return all positions from this one to the one after the moves."""
        positions = [self]
        for action, after in read_line(self.game, self.state, words):
            here = positions[-1]
            positions.append(Position(here.game, after, here.state, action))
        return Film(positions)

    def after(self, action: Action) -> "Position":
        """Return the position after a legal action."""
        return Position(self.game, self.game.result(self.state, action), self.state, action)

    def svg(self, *, theme: str = "auto", width: float | None = None, coordinates: bool = True) -> str:
        """Return the board as SVG. Raises InputError if the game has no board to draw.

        theme: "light", "dark" or "auto"
        width: in pixels (None: by the size of the board)
        coordinates: draw the game's labels around the board
        """
        from plywise.show.svg import draw_svg

        return draw_svg(self._draw(coordinates=coordinates), theme, width)

    def png(
        self, *, theme: str = "light", scale: float = 2.0, width: float | None = None, coordinates: bool = True
    ) -> bytes:
        """Return the board as the bytes of a PNG file. scale: pixels per unit, without a width."""
        from plywise.show.png import draw_png

        return draw_png(self._draw(coordinates=coordinates), theme, scale, width)

    def tikz(self, *, width: float | None = None, coordinates: bool = True) -> str:
        """Return the board as TikZ, for LaTeX. width: in points."""
        from plywise.show.tikz import draw_tikz

        return draw_tikz(self._draw(coordinates=coordinates), width)

    def __str__(self) -> str:
        """Return the board as text, with the side to move."""
        from plywise.show.text import draw_board

        return f"{draw_board(self.game, self.state, coordinates=True)}\n\n{self.caption}"

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.game.format_state(self.state)!r})"

    def _repr_svg_(self) -> str | None:
        """Show the board in a notebook; without a board, the text."""
        return self.svg() if self.game.cells(self.state) else None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the text if a notebook cannot show the board."""
        printer.text(str(self))

    @property
    def caption(self) -> str:
        """The side to move, or the result of the game."""
        if not self.is_over:
            return f"{self.game.player_names[self.game.player(self.state)]} to move"
        from plywise.play.outcome import describe_value

        return f"the game is over: {describe_value(self.game, self.game.utility(self.state), proved=True)}"

    def _beside(self) -> list[str]:
        """Return the lines below the drawn board."""
        return [line for each in self.game.beside(self.state) for line in wrap(each, MAX_LINE)]

    def _draw(self, caption: str | None = None, coordinates: bool = True) -> "Drawing":
        from plywise.show.boards import draw_big_board
        from plywise.show.node_views import NO_COORDINATES, board_of

        board = board_of(self.game, self.state)
        if board is None:
            found = "its states have nothing like a board" if not defines(self.game, "cells") else "cells gave none"
            raise InputError(f"{self.game.name} has no board to draw: {found}")
        title = f"{self.game.name}, {self.game.format_state(self.state)}"
        changed = changed_cells(board_of(self.game, self.before), board)
        caption = "\n".join([self.caption if caption is None else caption, *self._beside()])
        around = self.game.coordinates() if coordinates else NO_COORDINATES
        return draw_big_board(board, self.game.grid, title, caption, changed, around)


class Film(Sequence[Position]):
    """Successive positions of a game, which draw themselves as an animation, also in a notebook."""

    def __init__(self, positions: Iterable[Position], seconds: float = 1.0) -> None:
        self.positions = tuple(positions)
        self.seconds = seconds
        if not self.positions:
            raise InputError("a film has at least one position")

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, place: Any) -> Any:
        return self.positions[place]

    @property
    def moves(self) -> list[str]:
        """The moves played, as words."""
        return [each.last_word for each in self.positions[1:] if each.last_word is not None]

    def svg(self, *, seconds: float | None = None, theme: str = "auto", width: float | None = None) -> str:
        """Return a looping SVG animation of the positions. seconds: for each position."""
        from plywise.show.animation import draw_animated_svg

        return draw_animated_svg(self._drawings(), theme, self._check(seconds), width)

    def image(
        self, kind: str = "gif", *, seconds: float | None = None, theme: str = "light", width: float | None = None
    ) -> bytes:
        """Return the animation as the bytes of a GIF or PNG file ("gif", "png"), which needs Pillow."""
        from plywise.show.animation import draw_animated_image

        if kind not in ("gif", "png"):
            raise InputError(f"no animated image {kind!r}; there are gif, png, and svg() draws SVG")
        return draw_animated_image(self._drawings(), kind, theme, self._check(seconds), width)

    def _check(self, seconds: float | None) -> float:
        """Return the seconds for each position. Raises InputError if they are invalid."""
        chosen = self.seconds if seconds is None else seconds
        if not 0 < (as_number(chosen) or 0) < 3600:
            raise InputError(f"seconds must be more than 0 for each position, not {chosen!r}")
        return chosen

    def _drawings(self) -> "list[Drawing]":
        from plywise.show.boards import align_boards
        from plywise.show.trace_drawing import MAX_PICTURES

        if len(self) > MAX_PICTURES:
            raise InputError(f"this film has {len(self):,} positions; at most {MAX_PICTURES:,} can be drawn")
        captions = [f"{number}. {self._caption_of(number)}" for number in range(len(self.positions))]
        captions[0] = self.positions[0].caption
        return align_boards([each._draw(caption) for each, caption in zip(self.positions, captions, strict=True)])

    def _caption_of(self, number: int) -> str:
        """Return the caption of a position: the move that led to it, and at the end the outcome."""
        here = self.positions[number]
        if here.before is None:
            return here.caption
        mover = here.game.player_names[here.game.player(here.before)]
        return f"{mover} plays {here.last_word}" + (f"; {here.caption}" if here.is_over else "")

    def __repr__(self) -> str:
        return f"<Film of {self.positions[0].game!r}: {' '.join(self.moves) or 'no moves'}>"

    def _repr_html_(self) -> str | None:
        """Show the animation in a notebook as an image; None if the game has no board."""
        if not self.positions[0].game.cells(self.positions[0].state):
            return None
        from base64 import b64encode
        from html import escape

        caption = escape(f"{self.positions[0].game.name}: {' '.join(self.moves)}")
        return f'<img alt="{caption}" src="data:image/svg+xml;base64,{b64encode(self.svg().encode()).decode()}">'


def position(game: Game, state: State = None, moves: str = "") -> Position:
    """Return a position, which draws its board in a notebook.

    state: a state, or its text in the game's notation (None: the initial state)
    moves: words separated by spaces, played from there

    Raises InputError for an object that is not a game, an invalid position, or an illegal move.

    >>> from plywise.games import make
    >>> here = position(make("nim", heaps="1-2"), moves="2-1")
    >>> here, here.player, here.moves
    (Position(Nim(heaps='1-2'), '1-1 MIN'), 'MIN', ['1-1', '2-1'])
    """
    try:
        start = start_of(game, state)
    except InputError:
        if not (isinstance(game, Game) and isinstance(state, str)):
            raise
        start = game.parse_state(state)
    return Position(game, start).play(moves)


__all__ = ["Film", "Position", "position"]
