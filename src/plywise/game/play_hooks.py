"""What a game may tell the search for play, which takes risks: its results say `selective`. All optional."""

from collections.abc import Iterable
from typing import Any

from plywise.game.outcomes import Action, State, Value
from plywise.game.rules import Rules


class PlayHooks(Rules):
    """What a game may tell the search for play."""

    margin_unit: Value | None = None
    """What a small but clear advantage is worth in `evaluate`, such as a pawn in chess: the search for play takes its
    margins from it. None: it is measured, as the usual change of the evaluation by a move."""

    learned: Any = None
    """A learned evaluation, which `plywise learn` wrote: the path of the file, from the folder of the game's own. The
    search for play adds it to `evaluate`. None: nothing was learned."""

    margin_name: str = ""
    """What people count estimates in, if that is the margin unit: pawns in chess. "": in the numbers of `evaluate`."""

    def noisy(self, state: State, action: Action) -> bool:
        """Return whether the state should not be evaluated before this action is tried: a capture, for example.

        Beyond its horizon the native search follows noisy actions only, as long as they improve on the static
        evaluation (quiescence search). By default no action is noisy.
        """
        return False

    def tactical_actions(self, state: State) -> Iterable[Action]:
        """Return or yield the noisy actions. The default looks through all actions; to list only these is faster."""
        return (action for action in self.actions(state) if self.noisy(state, action))

    def under_threat(self, state: State) -> bool:
        """Return whether the player to move is threatened so that no estimate can be trusted, as in check.

        Then the search for play looks at all actions beyond its horizon, too, leaves none out, and may look deeper.
        Also called for states that are over.
        """
        return False

    def makes_threat(self, state: State, action: Action) -> bool:
        """Return whether the other player is `under_threat` after an action, as by a move that gives check.

        The default looks; a game that can tell without making the move is searched faster.
        """
        return self.under_threat(self.result(state, action))

    def exchange_value(self, state: State, action: Action) -> Value:
        """Return what the player to move wins by an action and the captures that follow on the same cell, at best.

        In units of `evaluate`; less than 0 if the action loses something. The default is 0.
        """
        return 0

    def action_class(self, state: State, action: Action) -> int:
        """Return the number of a class of similar actions, from 0 to 511: of the same piece to the same cell.

        How good actions of a class were elsewhere tells the search for play which to try first. The default takes it
        from the action itself.
        """
        return 0

    def goes_forward(self, state: State, action: Action) -> bool:
        """Return whether an action leads a piece forward, towards the other player's side of the board.

        Only the textbook's move order asks: captures, threats, forward moves, backward moves (engines/move_orders.py).
        """
        return False

    def reversible_plies(self, state: State) -> int:
        """Return how many plies ago the earliest position was that may be the same as this one; 0 if none.

        The search for play then counts a position that recurs as a draw. The default says that none does.
        """
        return 0

    def may_pass(self, state: State) -> bool:
        """Return whether having to move is certainly no disadvantage here, so that a null move may be tried."""
        return False

    def passed(self, state: State) -> State:
        """Return the state after a null move, with the other player to move. Called only where `may_pass` says yes."""
        return state

    def reduction(self, state: State, action: Action, depth: int, place: int) -> int:
        """Return how many plies to take off the first search of an action.

        depth: plies to the horizon.
        place: the action's place in the node's move order, from 0.
        An action that turns out better than expected is searched again to full depth.
        """
        return 0

    def extension(self, state: State, action: Action) -> int:
        """Return how many plies to add to the search of an action that is forced, for example, or gives check."""
        return 0
