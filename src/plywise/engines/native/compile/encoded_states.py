"""States and actions encoded by a codec: see compiler/layout/codec.py."""

from typing import Any

from plywise.compiler.emission.wide_ints import int_words
from plywise.compiler.layout.codec import Words
from plywise.compiler.layout.descriptions import restore
from plywise.errors import LayoutOverflow
from plywise.game import Game


class EncodedStates:
    """How the states and actions of one game are encoded: see states.States. facts: see facts.find_facts."""

    are_plain = False

    def __init__(self, game: Game, facts: dict[str, Any]) -> None:
        self.game = game
        self.states = Words(restore(facts["states"]))
        self.actions = Words(restore(facts["actions"]))
        self.fields = self.states.count
        self.key_ints = facts["key_ints"]

    def state_words(self, state: Any) -> tuple[int, ...]:
        """See States."""
        return self.states.encode(state)

    def action_word(self, action: Any) -> int:
        """See States."""
        try:
            return self.actions.encode(action)[0]
        except LayoutOverflow:
            return -1

    def key_of(self, key: Any, is_state: bool) -> tuple[int, ...]:
        """See States. A NamedTuple or a dataclass of the initial state's class is a state, too, if it fits."""
        if is_state or (type(key) is type(self.game.initial()) and type(key) is not tuple):
            try:
                return self.state_words(key)
            except LayoutOverflow:
                pass
        if isinstance(key, tuple):
            return tuple(word for each in key for word in self.key_of(each, is_state))
        return int_words(int(key), self.key_ints)


__all__ = ["EncodedStates"]
