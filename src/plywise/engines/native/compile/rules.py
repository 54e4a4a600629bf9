"""A game's rules, compiled one by one, and how the kernel's compiler finds them."""

import inspect
import re
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from plywise.engines.native.compile.arithmetic import WORD
from plywise.engines.native.compile.copies import Copies, UnknownConstant, frozen
from plywise.engines.native.compile.intrinsics import BitSetType
from plywise.engines.native.compile.plain_rules import PlainRules, one_line, shown_path
from plywise.engines.native.compile.pushing import PUSHED, pushing
from plywise.engines.native.compile.types import GameType
from plywise.engines.rule_table import (
    ACTIONS,
    BOUNDS,
    COMPILED,
    FLAG,
    KEY,
    NUMBER,
    PLAYER,
    RULES,
    STATE,
    VALUE,
    WHOLE,
    Rule,
)  # fmt: skip
from plywise.errors import NotCompilable
from plywise.game import HOOKS, Game, defines
from plywise.game.hooks import hook_of_member, method_for, own_methods


class Rules(PlainRules):
    """The compiled rules of one game. The compiler looks each one up by `member(name)`.

    plain_state: the type of a state in the kernel, a tuple of words
    state_type: the same as the rules see it
    """

    def __init__(self, game: Game, symmetry: bool = True) -> None:
        super().__init__(game, symmetry)
        self.copies = Copies(of_rules=True)
        self._found: Any = None  # what was translated to find the facts
        self._pushing: dict[str, FunctionType] = {}
        for name, own in own_methods(type(game), HOOKS):
            if self.obstacle is None and not isinstance(own, FunctionType):
                self.obstacle = NotCompilable(f"{game.name}: {name} is no plain method")
        self.action: types.Type = WORD
        if self.obstacle is None:
            example = game.initial()
            self.plain_state = types.UniTuple(WORD, self.fields)
            self.state_type = types.NamedUniTuple(WORD, self.fields, type(example))
            self._evaluation = _constant_evaluation(game, example)

    def member(self, name: str, arguments: int | None = None, named: bool = False) -> Any:
        """Return a rule's compiled copy, or a constant as compiled code holds it.

        arguments: how many a call has, some by their names or none; None: as the kernel calls it
        """
        if arguments is not None and self.means_own(name, arguments, named):
            return self.copies.of(method_for(getattr(type(self.game), name), arguments, named))
        if name == "evaluate" and not defines(self.game, "evaluate"):
            return self.copies.of(self._evaluation)
        if name.startswith(PUSHED):
            if name not in self._pushing:
                self._pushing[name] = pushing(self.game, name.removeprefix(PUSHED))
            return self.copies.of(self._pushing[name])
        member = getattr(Game if name == "key" and not self.symmetry else type(self.game), name, None)
        if isinstance(member, FunctionType) and name not in vars(self.game):
            return self.copies.of(hook_of_member(member))
        return frozen(getattr(self.game, name))

    def means_own(self, name: str, arguments: int, named: bool = False) -> bool:
        """Return whether a call means a method of the game's own beside the hook of that name."""
        member = getattr(type(self.game), name, None)
        return method_for(member, arguments, named) is not hook_of_member(member)

    def is_static(self, name: str) -> bool:
        """Return whether a rule is a staticmethod, which is called without the game."""
        return isinstance(inspect.getattr_static(type(self.game), name, None), staticmethod)

    def answer_type(self, name: str, returned: types.Type) -> types.Type:
        """Return the type in which the kernel gets a rule's result."""
        kind = RULES[name].answer if name in RULES else ""
        if kind == FLAG:
            return types.boolean
        if kind == STATE:
            return self.plain_state
        if kind in (VALUE, NUMBER, WHOLE, PLAYER):
            return WORD
        if kind == ACTIONS and isinstance(returned, types.BaseTuple):
            return types.UniTuple(action_type(returned), len(returned))
        return _flat(returned) if kind == KEY else returned

    def answers_floats(self, name: str, returned: types.Type) -> bool:
        """Return whether a rule's result is to be turned into the int that stands for a float."""
        kind = RULES[name].answer if name in RULES else ""
        return self.floats if kind == VALUE else kind == NUMBER and isinstance(returned, types.Float)

    def compile(
        self, game_type: GameType, before: dict[str, Any] | None = None, states: Sequence[Any] = ()
    ) -> dict[str, Any]:
        """Compile or translate the rules. Return what is known of them; raises NotCompilable.

        before: what was known when there was too little room, in translated rules, for some states

        Rules over states of whole numbers are compiled by Numba, where it can; all others are translated.
        """
        if before is not None:
            return self._translate(before, states)
        if self.obstacle is None:
            try:
                return self._compile_each(game_type)
            except NotCompilable as error:
                self.obstacle = error
        return self._translate()

    def _translate(self, before: dict[str, Any] | None = None, states: Sequence[Any] = ()) -> dict[str, Any]:
        if self.past_field >= 0:
            assert self.obstacle is not None
            raise self.obstacle
        from plywise.engines.native.compile.translated_rules import Refusal, TranslatedRules

        try:
            self._found = TranslatedRules.find(self.game, self.symmetry, before, states)
        except Refusal as refusal:
            raise NotCompilable(_say_refusal(self.game, refusal)) from None
        facts: dict[str, Any] = self._found.facts
        return facts

    def template(self, typ: GameType, attr: str) -> Any:
        """Return what gives a call of a translated rule its type."""
        from plywise.engines.native.compile.translated import template

        return template(typ, attr)

    def _compile_each(self, game_type: GameType) -> dict[str, Any]:
        """Compile each rule alone, by Numba.

        values: "int" or "float"
        utility: the same for utilities alone
        key: the number of words in a key
        action: 0 for ints, otherwise the number of words in an action
        """
        found: dict[str, types.Type] = {}
        for rule in COMPILED:
            more = ((self.action,) if rule.takes_action else ()) + (WORD,) * len(rule.parameters)
            found[rule.name] = self._compile_one(rule.name, (game_type, self.state_type, *more))
            self._check_answer(rule, found[rule.name])
            if rule.name == "actions":
                self.action = action_type(found["actions"]) or WORD
        self.floats = any(isinstance(found[rule.name], types.Float) for rule in COMPILED if rule.answer == VALUE)
        keys: dict[str, Any] = {rule.name: _flat(found[rule.name]) for rule in COMPILED if rule.answer == KEY}
        parts = len(self.action) if isinstance(self.action, types.BaseTuple) else 0
        return {
            "values": "float" if self.floats else "int",
            "utility": "float" if isinstance(found["utility"], types.Float) else "int",
            **{name: len(key) for name, key in keys.items()},
            "action": parts,
        }

    def recall(self, facts: dict[str, Any]) -> None:
        """Restore what an earlier compilation found out."""
        if facts.get("translated"):
            from plywise.engines.native.compile.translated_rules import TranslatedRules

            known = self._found if self._found is not None and self._found.facts == facts else None
            self.translated = known or TranslatedRules(self.game, self.symmetry, facts)
            self.fields = facts["words"]
            self.plain_state = types.UniTuple(WORD, self.fields)
        self.floats = facts["values"] == "float"
        self.action = types.UniTuple(WORD, facts["action"]) if facts["action"] else WORD

    def _compile_one(self, name: str, arguments: tuple[types.Type, ...]) -> types.Type:
        rule = self.member(name)
        try:
            found = types.Dispatcher(rule).get_call_type(rule.typingctx, arguments, {})
        except NumbaError as error:
            raise NotCompilable(reason(self.game, name, place(rule), error)) from None
        except Exception as error:  # noqa: BLE001 - Numba can fail in any way on code that it does not know
            why = one_line(f"{type(error).__name__}: {error}") if str(error) else "Numba cannot compile it"
            raise NotCompilable(f"{place(rule)}: {name} cannot be compiled: {why}") from None
        return found.return_type

    def _check_answer(self, rule: Rule, answer: types.Type) -> None:
        """Raise NotCompilable where a rule returns another kind of result than its contract says."""
        fits, wanted = ANSWERS[rule.answer]
        if not fits(self, answer):
            where = place(self.member(rule.name))
            raise NotCompilable(f"{where}: {rule.name} answers {answer}, not {wanted}")


def _is_number(rules: Rules, answer: types.Type) -> bool:
    return isinstance(answer, (types.Integer, types.Boolean, types.Float))


def _is_whole(rules: Rules, answer: types.Type) -> bool:
    return isinstance(answer, (types.Integer, types.Boolean))


def _is_state(rules: Rules, answer: types.Type) -> bool:
    whole = isinstance(answer, types.BaseTuple) and all(_is_whole(rules, each) for each in answer)
    return whole and len(answer) == rules.fields


def _is_actions(rules: Rules, answer: types.Type) -> bool:
    return action_type(answer) is not None


def _is_key(rules: Rules, answer: types.Type) -> bool:
    return _flat(answer) is not None


def _is_pair(rules: Rules, answer: types.Type) -> bool:
    return isinstance(answer, types.BaseTuple) and len(answer) == 2 and all(_is_whole(rules, each) for each in answer)


ANSWERS: dict[str, tuple[Callable[[Rules, types.Type], bool], str]] = {
    FLAG: (_is_whole, "True or False"),
    VALUE: (_is_number, "a number"),
    NUMBER: (_is_number, "a number"),
    WHOLE: (_is_whole, "a whole number"),
    PLAYER: (_is_whole, "MAX or MIN"),
    STATE: (_is_state, "a State of whole numbers"),
    ACTIONS: (_is_actions, "whole numbers, or tuples of them, all of one kind, in an order"),
    KEY: (_is_key, "a whole number or a tuple of them"),
    BOUNDS: (_is_pair, "two whole numbers"),
}
"""Kind of result -> whether a type is of that kind, and what is wanted, in words."""


def action_type(answer: types.Type) -> types.Type | None:
    """Return the type of the actions that a rule lists; None where it lists none that the kernel can hold."""
    if isinstance(answer, BitSetType):
        return WORD
    listed = _listed_types(answer)
    if listed and all(isinstance(each, (types.Integer, types.Boolean)) for each in listed):
        return WORD
    parts = {len(each) if isinstance(each, types.BaseTuple) else 0 for each in listed}
    if len(parts) == 1 and 0 not in parts and all(isinstance(part, types.Integer) for each in listed for part in each):
        return types.UniTuple(WORD, parts.pop())
    return None


def _listed_types(answer: types.Type) -> list[Any]:
    """Return the types of what is listed: of each item of a tuple, of all items together otherwise."""
    if isinstance(answer, types.Generator):
        return [answer.yield_type]
    if isinstance(answer, types.BaseTuple):
        return list(answer)
    if isinstance(answer, types.IterableType) and not isinstance(answer, types.Set):  # whose order is not Python's
        return [answer.iterator_type.yield_type]
    return []


def _flat(key: types.Type) -> types.Type | None:
    """Return the type of a key as the kernel holds it, a tuple of words."""
    if isinstance(key, (types.Integer, types.Boolean)):
        return types.UniTuple(WORD, 1)
    if (
        isinstance(key, types.BaseTuple)
        and key
        and all(isinstance(each, (types.Integer, types.Boolean)) for each in key)
    ):
        return types.UniTuple(WORD, len(key))
    return None


def _constant_evaluation(game: Game, state: Any) -> FunctionType:
    """Return the default evaluation, which is the same for every state, as a function of its own."""
    value = Game.evaluate(game, state)
    value = int(value) if isfinite(value) and value == int(value) else value

    def evaluate(self: Game, state: Any) -> Any:
        return value

    return evaluate  # type: ignore[return-value]


# --- errors in one line ----------------------------------------------------------------------------------------------

FILE_LINE = re.compile(r'File "([^"]+)", line (\d+)')


def place(rule: Dispatcher) -> str:
    """Return file:line of a rule."""
    code = rule.py_func.__code__
    return f"{shown_path(code.co_filename)}:{code.co_firstlineno}"


def _is_ours(file: str) -> bool:
    """Return whether a file is Numba's, or one of those that stand for Python's own functions."""
    return "/numba/" in file or Path(file).parent == Path(__file__).parent


def reason(game: Game, name: str, place: str, error: Exception) -> str:
    """Return Numba's error as one line: file, line, rule, and why. place: the rule's, where the error names none."""
    text = str(error)
    places = [(file, line) for file, line in FILE_LINE.findall(text) if not _is_ours(file)]
    where = f"{shown_path(places[-1][0])}:{places[-1][1]}" if places else place
    return f"{where}: {name} cannot be compiled: {_cause(text)}"


def _say_refusal(game: Game, refusal: Any) -> str:
    """Return in one line what cannot be translated: file, line, and why."""
    node, function = refusal.node, refusal.function
    if function is None:
        return f"{game.name}: {refusal}"
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return f"{shown_path(code.co_filename)}:{line}: {code.co_name} cannot be compiled: {refusal}"


def _cause(text: str) -> str:
    """Return the sentence of Numba's message that says what is wrong."""
    if "YIELD_FROM" in text:
        return "yield from cannot be compiled; a loop with yield can"
    if "Cannot bind" in text and "*," in text:
        return "a function with keyword-only parameters cannot be compiled"
    if UnknownConstant.__name__ in text:
        return "a constant is an array of numbers other than int64 and float64, or a long tuple of mixed or great ones"
    if "re-entrant" in text:
        return "a method that calls itself cannot be compiled; a function beside the class can, without literals"
    lines = [line.strip() for line in text.splitlines()]
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    telling = [
        line
        for line in lines
        if line
        and "OverloadSelector" not in line
        and not line.startswith(
            ("Failed in", "During:", "File ", "This error", "- Resolution", "There are", "***", "Please")
        )
        and not FILE_LINE.search(line)
    ]
    return one_line(telling[0]) if telling else "Numba cannot compile it"


__all__ = ["NotCompilable", "Rules", "action_type", "place"]
