"""What every answer about a state has in common."""

from dataclasses import dataclass, field
from typing import Any

from plywise.game import Action, Game, State


@dataclass(frozen=True)
class Answer:
    """What was asked: a state of a game, and the player to move there (None at a terminal one); and which engine says.

    Actions in an answer are the game's own; `word` and `words` say them in the game's notation.
    """

    game_object: Game = field(repr=False, compare=False)
    state: State = field(repr=False)
    player: str | None
    engine: str

    @property
    def game(self) -> str:
        """The game's name, with its parameters."""
        return self.game_object.name

    @property
    def position(self) -> str:
        """The state, as text."""
        return self.game_object.format_state(self.state)

    def word(self, action: Action) -> str:
        """Return an action of the state as a word."""
        return self.game_object.format_action(self.state, action)

    def words(self, actions: list[Action]) -> list[str]:
        """Return actions played one after the other from the state, as words."""
        state, words = self.state, []
        for action in actions:
            words.append(self.game_object.format_action(state, action))
            state = self.game_object.result(state, action)
        return words

    def question(self) -> dict[str, Any]:
        """Return what was asked as plain data, for JSON."""
        return {"game": self.game, "position": self.position, "player": self.player}
