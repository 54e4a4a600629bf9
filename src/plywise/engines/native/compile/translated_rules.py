"""A game's rules, translated: found out once, kept in the cache, and asked by the kernel's compiler."""

import json
from collections.abc import Sequence
from typing import Any

from numba.core.callconv import create_error_model
from numba.core.registry import cpu_target

from plywise.compiler.codec import Codec, Words
from plywise.compiler.descriptions import restore
from plywise.compiler.kinds import Refusal
from plywise.engines.native.compile.translated_states import TranslatedStates
from plywise.engines.native.compile.translation import Translation
from plywise.engines.native.compile.trial import find_codecs
from plywise.game import Game, State

WIDEST = 2
"""How often room is multiplied, where the states that had none show no need of it."""

MOST_WORDS = 100
"""Of a state for which room is made."""


class TranslatedRules(TranslatedStates):
    """The rules of one game, translated.

    facts: what is known of them, as `find` found it
    """

    def __init__(self, game: Game, symmetry: bool, facts: dict[str, Any]) -> None:
        super().__init__(game, facts)
        self.symmetry = symmetry
        self._translation: Translation | None = None
        self._library: Any = None

    # --- found out ------------------------------------------------------------------------------------------------

    @classmethod
    def find(
        cls, game: Game, symmetry: bool, before: dict[str, Any] | None = None, more: Sequence[State] = ()
    ) -> "TranslatedRules":
        """Return a game's rules, translated. Raises Refusal.

        before: what was known of them when there was too little room
        more: states that must have room
        """
        if before is None:
            states, actions, wide, packs = *find_codecs(game, 0, more), 0, True
        else:
            states, actions, wide, packs = _find_wider(game, before, more)
        translation = Translation(game, states, actions, target(), symmetry, packs)
        translation.translate()
        values = {"utility", "evaluate"} & translation.floats
        facts = {
            "translated": True,
            "made": 1 if before is None else before["made"] + 1,
            "wide": wide,
            "states": as_plain(states.described()),
            "actions": as_plain(actions.described()),
            "packs_lists": bool(translation.program.packed),
            "words": translation.states.count,
            "values": "float" if values else "int",
            "utility": "float" if "utility" in translation.floats else "int",
            "key": translation.key_words("key"),
            "hint_key": translation.key_words("hint_key"),
            "play_key": translation.key_words("play_key"),
            "action": 0,
        }
        found = cls(game, symmetry, facts)
        found._translation = translation
        return found

    # --- asked by the compiler ----------------------------------------------------------------------------------------

    def key_words(self, rule: str) -> int:
        """Return how many words a key has."""
        return int(self.facts[rule])

    @property
    def translation(self) -> Translation:
        """The rules' functions, translated when first asked for."""
        if self._translation is None:
            states, actions = restore(self.facts["states"]), restore(self.facts["actions"])
            packs = self.facts["packs_lists"]
            self._translation = Translation(self.game, states, actions, target(), self.symmetry, packs)
            self._translation.translate()
        return self._translation

    def symbol(self, rule: str) -> str:
        """Return the name of a rule's function."""
        return self.translation.exports[rule].symbol

    def linked(self, context: Any, rule: str) -> tuple[Any, Any, Any]:
        """Return the library that a rule's function is in, its LLVM type, and the type of what it stores."""
        translation = self.translation
        if self._library is None:
            library = translation.library
            library.add_ir_module(translation.program.module)
            library.finalize()
            self._library = library
        export = translation.exports[rule]
        return self._library, export.llvm_type(), export.answer.stored()


def _find_wider(game: Game, before: dict[str, Any], more: Sequence[State]) -> tuple[Codec, Codec, int, bool]:
    """Return codecs with room for more than those before had, how wide they are, and whether lists may stay packed.

    Where states need no more room, what had none was in a packed list. Raises Refusal.
    """
    packs = before["packs_lists"]
    for wide in range(before["wide"], WIDEST + 1):
        states, actions = find_codecs(game, wide, more)
        if [as_plain(states.described()), as_plain(actions.described())] != [before["states"], before["actions"]]:
            if Words(states).count > MOST_WORDS:
                raise Refusal(f"a state of {Words(states).count:,} words; {MOST_WORDS} are all there is")
            return states, actions, wide, packs
        if packs:
            return states, actions, wide, False
    raise Refusal("states have all the room there is")


def as_plain(described: Any) -> Any:
    """Return a codec's description as JSON gives it back."""
    return json.loads(json.dumps(described))


def target() -> Any:
    """Return Numba's target context."""
    context = cpu_target.target_context
    context.refresh()
    return context.subtarget(error_model=create_error_model("python", context))


__all__ = ["Refusal", "TranslatedRules"]
