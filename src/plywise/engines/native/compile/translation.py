"""A game's rules as functions to compile, on states as words and actions as one word."""

from typing import Any

from plywise.compiler import compile_functions
from plywise.compiler.codec import Codec, Words
from plywise.compiler.exports import Answer, Encoded, Export, Key, Listed, Number, Pair, Truth
from plywise.compiler.kinds import Refusal
from plywise.compiler.program import Program
from plywise.engines.native.compile.linking import PartLibrary
from plywise.engines.rule_table import ACTIONS, BOUNDS, COMPILED, FLAG, KEY, NUMBER, STATE, VALUE, Rule
from plywise.game import Game, defines
from plywise.game.hooks import hook_of_member, method_meant


class Translation:
    """The rules of one game, with how its states and actions are encoded.

    context: Numba's target context
    packs_lists: whether lists of rows of states may stay packed
    exports: rule -> the function to compile
    """

    def __init__(
        self, game: Game, state: Codec, action: Codec, context: Any, symmetry: bool = True, packs_lists: bool = True
    ) -> None:
        self.game = game
        self.states, self.actions = Words(state), Words(action)
        if self.actions.count != 1:
            raise Refusal(
                "an action that needs more than 64 bits; number what it names, or write it as two moves, instead"
            )
        self.symmetry, self.context, self.packs_lists = symmetry, context, packs_lists
        self.name = f"plywise.{id(self):x}"
        self.exports = {rule.name: self._export(rule) for rule in COMPILED}

    def translate(self) -> str:
        """Compile all rules; return the module as LLVM's text. Raises Refusal."""
        self.library = PartLibrary(self.context.codegen(), self.name)  # what Numba's own functions need is linked
        exports = list(self.exports.values())
        with self.context.push_code_library(self.library):
            self.program: Program = compile_functions(exports, self.name, self.context, self.packs_lists, method_meant)
        return str(self.program.module)

    @property
    def floats(self) -> set[str]:
        """The rules that answer floats."""
        found = {name: export.answer for name, export in self.exports.items()}
        return {name for name, answer in found.items() if isinstance(answer, Number) and answer.is_float}

    def key_words(self, rule: str) -> int:
        """Return how many words a key has."""
        answer = self.exports[rule].answer
        return answer.count if isinstance(answer, Key) else 1

    def _export(self, rule: Rule) -> Export:
        parameters = [self.states] * rule.of_state + [self.actions] * rule.takes_action
        function, is_known = self._member(rule.name), False
        if rule.answer == KEY and self._is_default_key(rule.name):
            function = None
        elif rule.name == "evaluate" and not defines(self.game, "evaluate"):
            function, is_known = Game.evaluate(self.game, None), True
        return Export(rule.name, function, parameters, self._answer(rule), len(rule.parameters), is_known)

    def _answer(self, rule: Rule) -> Answer:
        if rule.answer == KEY:
            return Key(self.states, type(self.game.initial()))
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

    def _is_default_key(self, name: str) -> bool:
        if name != "key" and defines(self.game, name):
            return False
        return not self.symmetry or not defines(self.game, "key")
