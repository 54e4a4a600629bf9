"""States and actions of translated rules: the words that the kernel has in place of them."""

from typing import Any

from plywise.compiler.codec import Words
from plywise.compiler.descriptions import restore
from plywise.errors import LayoutOverflow
from plywise.game import Game


class TranslatedStates:
    """How the states and actions of one game are encoded.

    facts: what is known of its rules, as TranslatedRules.find found it
    """

    def __init__(self, game: Game, facts: dict[str, Any]) -> None:
        self.game = game
        self.facts = facts
        self.states = Words(restore(facts["states"]))
        self.actions = Words(restore(facts["actions"]))

    def state_words(self, state: Any) -> tuple[int, ...]:
        """Return a state as words. Raises LayoutOverflow."""
        return self.states.encode(state)

    def action_word(self, action: Any) -> int:
        """Return an action as one word; -1 where it is none that trial positions had room for."""
        try:
            return self.actions.encode(action)[0]
        except LayoutOverflow:
            return -1

    def key_of(self, key: Any) -> tuple[int, ...]:
        """Return a key of the game's own as words."""
        if type(key) is type(self.game.initial()):
            try:
                return self.state_words(key)
            except LayoutOverflow:
                pass
        if isinstance(key, tuple):
            return tuple(word for each in key for word in self.key_of(each))
        return (int(key),)


__all__ = ["TranslatedStates"]
