"""A game's rules, translated: found out once, kept in the cache, and asked by the kernel's compiler."""

from typing import Any

from numba.core.callconv import create_error_model
from numba.core.registry import cpu_target

from plywise.engines.native.compile.translate.codec import Misfit, Words
from plywise.engines.native.compile.translate.kinds import Refusal
from plywise.engines.native.compile.translate.rules import Translation
from plywise.engines.native.compile.translate.trial import find_codecs, restore
from plywise.engines.rule_table import RULES
from plywise.game import Game


class TranslatedRules:
    """The rules of one game, translated.

    facts: what is known of them, as `find` returned it
    """

    def __init__(self, game: Game, symmetry: bool, facts: dict[str, Any]) -> None:
        self.game = game
        self.symmetry = symmetry
        self.facts = facts
        self.states = Words(restore(facts["states"]))
        self.actions = Words(restore(facts["actions"]))
        self._translation: Translation | None = None
        self._library: Any = None

    # --- found out ------------------------------------------------------------------------------------------------

    @classmethod
    def find(cls, game: Game, symmetry: bool) -> dict[str, Any]:
        """Translate a game's rules; return what is known of them. Raises Refusal."""
        states, actions = find_codecs(game, wide=0)
        translation = Translation(game, states, actions, target(), symmetry)
        translation.translate()
        values = {"utility", "evaluate"} & translation.floats
        return {
            "translated": True,
            "states": states.described(),
            "actions": actions.described(),
            "words": translation.states.count,
            "values": "float" if values else "int",
            "utility": "float" if "utility" in translation.floats else "int",
            "key": translation.key_words["key"],
            "hint_key": translation.key_words["hint_key"],
            "action": 0,
        }

    # --- asked by the engine ------------------------------------------------------------------------------------------

    def state_words(self, state: Any) -> tuple[int, ...]:
        """Return a state as words. Raises Misfit."""
        return self.states.encode(state)

    def action_word(self, action: Any) -> int:
        """Return an action as one word; -1 where it is none that trial positions had room for."""
        try:
            return self.actions.encode(action)[0]
        except Misfit:
            return -1

    def key_of(self, key: Any) -> tuple[int, ...]:
        """Return a key of the game's own as words."""
        if type(key) is type(self.game.initial()):
            try:
                return self.state_words(key)
            except Misfit:
                pass
        if isinstance(key, tuple):
            return tuple(word for each in key for word in self.key_of(each))
        return (int(key),)

    # --- asked by the compiler ----------------------------------------------------------------------------------------

    def key_words(self, rule: str) -> int:
        """Return how many words a key has."""
        return int(self.facts[rule])

    @property
    def translation(self) -> Translation:
        """The rules' functions, translated when first asked for."""
        if self._translation is None:
            states, actions = restore(self.facts["states"]), restore(self.facts["actions"])
            self._translation = Translation(self.game, states, actions, target(), self.symmetry)
            self._translation.translate()
        return self._translation

    def symbol(self, rule: str) -> str:
        """Return the name of a rule's function."""
        return self.translation.symbol(RULES[rule])

    def linked(self, context: Any, rule: str) -> tuple[Any, Any, Any]:
        """Return the library that a rule's function is in, its LLVM type, and the type of what it stores."""
        translation = self.translation
        if self._library is None:
            library = translation.library
            library.add_ir_module(translation.program.module)
            library.finalize()
            self._library = library
        form = translation.function_type(RULES[rule])
        return self._library, form, translation.result_type(RULES[rule])


def target() -> Any:
    """Return Numba's target context."""
    context = cpu_target.target_context
    context.refresh()
    return context.subtarget(error_model=create_error_model("python", context))


__all__ = ["Refusal", "TranslatedRules"]
