"""A game's rules as functions to compile, on states as words and actions as one word."""

from typing import Any

from plywise.compiler.layout.codec import Codec, Words
from plywise.compiler.translation.exports import (
    Answer,
    Encoded,
    Export,
    Ints,
    IntsOfKeys,
    Key,
    Listed,
    Number,
    Pair,
    Pushed,
    Truth,
)
from plywise.compiler.translation.program import Program
from plywise.compiler.types.kinds import Refusal
from plywise.compiler.types.widths import Widths
from plywise.engines.kernel.listing import FULL
from plywise.engines.native.compile.states import has_state_as_key
from plywise.engines.rule_table import ACTIONS, BOUNDS, FLAG, KEY, NUMBER, RULES, STATE, VALUE, Rule
from plywise.game import Game, defines
from plywise.game.hooks import hook_of_member


class Rules:
    """The rules of one game and the encoding of its states and actions.

    symmetry: whether a state's key is the game's own
    packs: whether lists and sets made from those of states may have their layout
    widths: the widths of ints
    ints_of_keys: the number of words for each int of a key
    exports: rule -> the function to compile
    pushes: rule that lists actions -> the function that writes them into memory
    allocating: the rules that list actions and allocate memory for it
    """

    def __init__(
        self,
        game: Game,
        state: Codec,
        action: Codec,
        symmetry: bool = True,
        packs: bool = True,
        widths: Widths | None = None,
    ) -> None:
        self.game = game
        self.states, self.actions = Words(state), Words(action)
        if self.actions.count != 1:
            raise Refusal(
                "an action that needs more than 64 bits; number what it names, or write it as two moves, instead"
            )
        self.symmetry, self.packs = symmetry, packs
        self.widths, self.ints_of_keys = widths or Widths(), IntsOfKeys()
        self.allocating = {rule.name for rule in RULES.values() if rule.answer == ACTIONS}
        self.exports = {rule.name: self._export(rule) for rule in RULES.values()}
        self.pushes = {rule.name: self._push(rule) for rule in RULES.values() if rule.answer == ACTIONS}

    def note_allocating(self, program: Program) -> None:
        """Record which listing rules allocate memory, given a program that has pushed the actions of each."""
        pushed = {name: export.symbol for name, export in self.pushes.items() if export.symbol in program.exported}
        idle = {name for name, symbol in pushed.items() if not program.memory.is_used_by(symbol)}
        self.allocating -= idle

    @property
    def floats(self) -> set[str]:
        """The rules known so far to return floats."""
        found = {name: export.answer for name, export in self.exports.items()}
        return {name for name, answer in found.items() if isinstance(answer, Number) and answer.is_float}

    @property
    def has_float_values(self) -> bool:
        """Whether values are floats."""
        return not self.floats.isdisjoint(("utility", "evaluate"))

    def key_words(self, rule: str) -> int:
        """Return the number of words in a key."""
        answer = self.exports[rule].answer
        return answer.count if isinstance(answer, Key) else 1

    def _push(self, rule: Rule) -> Export:
        listing = self._export(rule)
        return Export(f"push_{rule.name}", listing.function, listing.parameters, Pushed(self.actions, FULL))

    def _export(self, rule: Rule) -> Export:
        parameters: list[Any] = [self.states] * rule.of_state + [self.actions] * rule.takes_action
        function, is_known = self._member(rule.name), False
        if rule.answer == KEY and has_state_as_key(self.game, self.symmetry, rule.name):
            function = None
        elif rule.name == "evaluate" and not defines(self.game, "evaluate"):
            function, is_known = Game.evaluate(self.game, None), True
        parameters += [Ints()] * len(rule.parameters)
        return Export(rule.name, function, parameters, self._answer(rule), is_known)

    def _answer(self, rule: Rule) -> Answer:
        if rule.answer == KEY:
            return Key(self.states, type(self.game.initial()), self.ints_of_keys)
        if rule.answer in (VALUE, NUMBER):
            return Number()
        if rule.answer == ACTIONS:
            return Listed(self.actions)
        if rule.answer == STATE:
            return Encoded(self.states)
        return {BOUNDS: Pair, FLAG: Truth}.get(rule.answer, Answer)()

    def _member(self, name: str) -> Any:
        if name == "key" and not self.symmetry:
            return Game.key.__get__(self.game)
        member = getattr(self.game, name)
        hook = hook_of_member(member)
        return member if hook is member else hook.__get__(self.game)


__all__ = ["Rules"]
