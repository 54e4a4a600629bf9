"""Optional hooks for views: the board, its labels, and the cells to touch for a move."""

from collections.abc import Mapping, Sequence

from plywise.game.cells import Cell, Coordinates
from plywise.game.defaults.action_words import moves_on_cells
from plywise.game.defaults.clicks import clicks_at
from plywise.game.defaults.looks import draw_cells, draw_coordinates, notes_beside
from plywise.game.hooks import hook_of
from plywise.game.notation_hooks import NotationHooks
from plywise.game.outcomes import MAX, MIN, Action, State


class BoardHooks(NotationHooks):
    """Hooks for views of a board."""

    title: str = ""
    """The game's title; by default its name is shown."""

    known_value: str = ""
    """The known value of the initial state, in a few words, with the source; "" if unknown."""

    player_names: Mapping[int, str] = {MAX: "MAX", MIN: "MIN"}
    """Names of the players."""

    grid: bool = True
    """Whether `cells` is a board of equal rows, drawn with lines between the cells, or rows of separate things."""

    on_crossings: bool = False
    """Whether stones are placed on the intersections of the lines, as in Go; then the cells are the intersections."""

    parameter_choices: Mapping[str, Sequence[int | str]] = {}
    """The values of a parameter offered on a page; by default whole numbers around its default value."""

    parameter_labels: Mapping[str, str] | None = None
    """The parameters offered in a form, with their labels, such as {"misere": "Misère"}.

    The others keep their defaults. None: all parameters with several values, under their names."""

    def cells(self, state: State) -> Sequence[Sequence[Cell]] | None:
        """Return the board as rows of cells, from the top, for views to draw; None if the game has no board.

        The default draws what looks like a board in the state: rows of equal length, a flat tuple or text whose length
        is a square or fits the game's `rows` and `columns`, or sets of (row, column) pairs.
        """
        return draw_cells(self, state, moves_on_cells(self, state))

    def coordinates(self) -> Coordinates:
        """Return the labels around the board. The default labels the default board, if it is drawn."""
        return Coordinates() if self._draws_its_board() else draw_coordinates(self)

    def beside(self, state: State) -> Sequence[str]:
        """Return lines of text below the board. The default lists the fields that the board does not show."""
        return () if self._draws_its_board() else notes_beside(self, state)

    def clicks(self, state: State, action: Action) -> Sequence[tuple[int, int]]:
        """Return the cells, by row and column of `cells`, to touch in order to play an action.

        None: it is played by its word. If several actions have the same cells, the user is asked to choose. The default
        is the cell that carries the action, the cells named in its word, or the cells between which it moves a piece.
        """
        return clicks_at(self, state, not self._draws_its_board()).get(self.format_action(state, action), ())

    def _draws_its_board(self) -> bool:
        """Return whether the game overrides `cells`."""
        return hook_of(type(self), "cells") is not BoardHooks.cells
