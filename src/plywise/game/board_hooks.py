"""What a game may tell the views: its board, the words around it, and what a person touches to move. All optional."""

from collections.abc import Mapping, Sequence

from plywise.game.cells import Cell, Coordinates
from plywise.game.defaults.action_words import moves_on_cells
from plywise.game.defaults.clicks import clicks_at
from plywise.game.defaults.looks import draw_cells, draw_coordinates, notes_beside
from plywise.game.hooks import hook_of
from plywise.game.notation_hooks import NotationHooks
from plywise.game.outcomes import MAX, MIN, Action, State


class BoardHooks(NotationHooks):
    """What a game may tell the views of a board."""

    title: str = ""
    """What people call the game; where it does not say, its name is shown."""

    known_value: str = ""
    """What is known about the value of the initial state, in a few words, with the source; "" if nothing is."""

    player_names: Mapping[int, str] = {MAX: "MAX", MIN: "MIN"}
    """What the players are called at the board."""

    grid: bool = True
    """Whether `cells` is a board of equal rows, drawn with lines between the cells, or rows of separate things."""

    on_crossings: bool = False
    """Whether people play on the crossings of the lines, as in Go: where a board is shown as it lies on a table, its
    cells are these."""

    parameter_choices: Mapping[str, Sequence[int | str]] = {}
    """What a page offers for a parameter; for one that is not here, whole numbers around its default."""

    parameter_labels: Mapping[str, str] | None = None
    """The parameters that a player chooses in a form, each with its label, such as {"misere": "Misère"}.

    The others keep their defaults there. None: all that have something to choose are offered, under their names."""

    def cells(self, state: State) -> Sequence[Sequence[Cell]] | None:
        """Return the board as rows of cells, from the top, for views to draw; None if the game has no board.

        The default draws what looks like a board in the state: rows of equal length, a flat tuple or text whose length
        is a square or fits the game's `rows` and `columns`, or sets of (row, column) pairs.
        """
        return draw_cells(self, state, moves_on_cells(self, state))

    def coordinates(self) -> Coordinates:
        """Return the labels around the board. The default are those of the default board, if it is drawn."""
        return Coordinates() if self._draws_its_board() else draw_coordinates(self)

    def beside(self, state: State) -> Sequence[str]:
        """Return lines to write below the board: what it does not show. The default are the fields beside it."""
        return () if self._draws_its_board() else notes_beside(self, state)

    def clicks(self, state: State, action: Action) -> Sequence[tuple[int, int]]:
        """Return the cells, by row and column of `cells`, that a person touches in order to play an action.

        None: it is played by its word. Between actions with the same cells the person is asked to choose. The default
        are the cell that carries the action, those that its word names, or those between which it moves a man.
        """
        return clicks_at(self, state, not self._draws_its_board()).get(self.format_action(state, action), ())

    def _draws_its_board(self) -> bool:
        """Return whether the game overrides `cells`."""
        return hook_of(type(self), "cells") is not BoardHooks.cells
