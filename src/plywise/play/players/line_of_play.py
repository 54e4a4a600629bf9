"""The moves of a game as words for programs, each formatted once."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from plywise.game import Action, Game, State
from plywise.games.user_files import first_line
from plywise.play.player import PlayerFailure, Situation
from plywise.protocols.program import shorten


class Move(NamedTuple):
    """A move: its player and its word."""

    player: int
    word: str


class LineOfPlay:
    """The moves of one game from its start, up to the last situation asked about."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = start
        self._actions: list[Action] = []
        self._moves: list[Move] = []
        self._state = start

    def is_of(self, situation: Situation) -> bool:
        """Return whether a situation belongs to this game."""
        return situation.game is self.game and bool(situation.start == self.start)

    def moves_to(self, situation: Situation) -> Sequence[Move]:
        """Return the moves that led to a situation of the game."""
        actions = list(situation.actions)
        if actions[: len(self._actions)] != self._actions:  # moves were taken back
            self._actions, self._moves, self._state = [], [], self.start
        for action in actions[len(self._actions) :]:
            self._moves.append(Move(self.game.player(self._state), self.game.format_action(self._state, action)))
            self._actions.append(action)
            self._state = self.game.result(self._state, action)
        return tuple(self._moves)


def read_move(game: Game, state: State, word: str, resignations: Collection[str]) -> Action:
    """Return the action named by a program's word, legal or not; None if the program resigns.

    Case matters only if it distinguishes two actions. Raises PlayerFailure if the word names no action.
    """
    legal = {game.format_action(state, action): action for action in game.actions(state)}
    if word in legal:
        return legal[word]
    if word.casefold() in resignations:
        return None
    alike = [action for each, action in legal.items() if each.casefold() == word.casefold()]
    if len(alike) == 1:
        return alike[0]
    try:
        return game.parse_action(state, word)
    except Exception as error:  # noqa: BLE001 - the rules may be a user's, and raise anything
        raise PlayerFailure("illegal move", f"{shorten(word)!r} is not a move: {first_line(error)}") from None
