"""A game's rules, translated: the functions that the kernel calls, on states as words and actions as one word."""

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from plywise.engines.native.compile.linking import PartLibrary
from plywise.engines.native.compile.translate import language
from plywise.engines.native.compile.translate.codec import Codec, NoActionCodec, Words
from plywise.engines.native.compile.translate.collections import is_set
from plywise.engines.native.compile.translate.constants import constant
from plywise.engines.native.compile.translate.conversion import dispatch, plain
from plywise.engines.native.compile.translate.function import Emitter, Scope, Unreachable
from plywise.engines.native.compile.translate.kinds import (
    FLOAT,
    FLOAT64,
    INT,
    WHOLE,
    Float,
    Record,
    Refusal,
    Tuple,
    Union,
    Value,
)
from plywise.engines.native.compile.translate.memory import ARENA
from plywise.engines.native.compile.translate.numbers import as_float, number, truth, whole
from plywise.engines.native.compile.translate.program import Program
from plywise.engines.native.compile.translate.returning import RETCODE_OK, excinfo_ptr_t
from plywise.engines.rule_table import ACTIONS, BOUNDS, COMPILED, FLAG, KEY, NUMBER, STATE, VALUE, Rule
from plywise.errors import LayoutOverflow
from plywise.game import Game, defines
from plywise.game.hooks import hook_of_member


class Translation:
    """The rules of one game, with how its states and actions are encoded.

    context: Numba's target context
    packs_lists: whether lists of rows of states may stay packed
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
        self.symmetry = symmetry
        self.program = Program(f"plywise.{id(self):x}", context, language, packs_lists)
        self.floats: set[str] = set()  # rules that answer floats
        self.key_words: dict[str, int] = {}

    def translate(self) -> str:
        """Return the module of all rules as LLVM's text. Raises Refusal."""
        context = self.program.context
        self.library = PartLibrary(context.codegen(), self.program.name)  # what Numba's own functions need is linked
        with context.push_code_library(self.library):
            self.program.translate(self._rules)
        return str(self.program.module)

    def _rules(self) -> None:
        for rule in COMPILED:
            self._rule(rule)

    # --- one rule -----------------------------------------------------------------------------------------------------

    def function_type(self, rule: Rule) -> Any:
        """Return the LLVM type of a rule's function."""
        words = [INT] * self.states.count
        more = [INT] * (rule.takes_action + len(rule.parameters))
        if rule.answer == ACTIONS:
            more += [INT.as_pointer(), INT, INT]
        return ir.FunctionType(
            ir.IntType(32), [self.result_type(rule).as_pointer(), excinfo_ptr_t.as_pointer(), *words, *more]
        )

    def result_type(self, rule: Rule) -> Any:
        """Return the LLVM type of what a rule's function stores."""
        if rule.answer == STATE:
            return ir.ArrayType(INT, self.states.count)
        if rule.answer == KEY:
            return ir.ArrayType(INT, self.key_words.get(rule.name, 1))
        if rule.answer == BOUNDS:
            return ir.ArrayType(INT, 2)
        return FLOAT64 if rule.name in self.floats else INT

    def symbol(self, rule: Rule) -> str:
        """Return the name of a rule's function."""
        return f"{self.program.name}.rule.{rule.name}"

    def _rule(self, rule: Rule) -> None:
        function = ir.Function(self.program.module, self.function_type(rule), self.symbol(rule))
        f = Emitter(self.program, function)
        f.has_codes = False
        member = self._member(rule.name)
        f.scope = Scope(("rule", rule.name), _function_of(member), set())
        memory = self.program.memory
        f.arena = f.place(ARENA)
        f.restore = lambda: memory.close(f)
        try:
            self._body(f, rule, member)
        except Unreachable:
            pass
        except Refusal as refusal:
            self.program.refusals.append(refusal)
        memory.open(f)
        f.finish()

    def _member(self, name: str) -> Any:
        if name == "key" and not self.symmetry:
            return Game.key.__get__(self.game)
        member = getattr(self.game, name)
        hook = hook_of_member(member)
        return member if hook is member else hook.__get__(self.game)

    def _body(self, f: Emitter, rule: Rule, member: Any) -> None:
        arguments = list(f.function.args[2:])
        words = arguments[: self.states.count]
        rest = arguments[self.states.count :]
        given = []
        state = self.states.decode(f, words)
        if rule.of_state:
            given.append(state)
        if rule.takes_action:
            given.append(self.actions.decode(f, [rest.pop(0)]))
        given += [Value(WHOLE, [word]) for word in rest[: len(rule.parameters)]]
        rest = rest[len(rule.parameters) :]
        if isinstance(self.actions.codec, NoActionCodec) and (rule.takes_action or rule.answer == ACTIONS):
            raise f.stop(LayoutOverflow, "an action, where trial positions showed none")
        if rule.answer == KEY and self._is_default_key(rule.name):
            self._give_words(f, rule, words)
            return
        if rule.name == "evaluate" and not defines(self.game, "evaluate"):
            found = constant(Game.evaluate(self.game, None))
        else:
            found = language.call_value(f, constant(member), given)
        self._answer(f, rule, found, rest)

    def _is_default_key(self, name: str) -> bool:
        if name != "key" and defines(self.game, name):
            return False
        return not self.symmetry or not defines(self.game, "key")

    # --- answers --------------------------------------------------------------------------------------------------

    def _answer(self, f: Emitter, rule: Rule, found: Value, rest: list[Any]) -> None:
        if rule.answer == ACTIONS:
            self._give_actions(f, found, rest)
            return
        found = f.program.settle(f, found)
        if rule.answer == FLAG:
            self._give(f, f.builder.zext(truth(f, found), INT))
        elif rule.answer == STATE:
            self._give_words(f, rule, self.states.emit(f, found))
        elif rule.answer == KEY:
            self._give_words(f, rule, self._key_words(f, found))
        elif rule.answer == BOUNDS:
            values = language.starred(f, found)
            self._give_words(f, rule, [whole(f, each) for each in values])
        elif rule.answer in (VALUE, NUMBER):
            self._give_number(f, rule, found)
        else:
            self._give(f, whole(f, found, f"what {rule.name} answers"))

    def _give(self, f: Emitter, word: Any) -> None:
        f.builder.store(word, f.function.args[0])
        f.restore()
        f.builder.ret(RETCODE_OK)

    def _give_words(self, f: Emitter, rule: Rule, words: Sequence[Any]) -> None:
        if rule.answer == KEY and self.key_words.get(rule.name) != len(words):
            self.key_words[rule.name] = len(words)
            self.program.changed = True
            raise Unreachable
        for place, word in enumerate(words):
            f.builder.store(word, f.builder.gep(f.function.args[0], [ir.IntType(32)(0), ir.IntType(32)(place)]))
        f.restore()
        f.builder.ret(RETCODE_OK)

    def _give_number(self, f: Emitter, rule: Rule, found: Value) -> None:
        kinds = found.kind.variants if isinstance(found.kind, Union) else (found.kind,)
        if any(isinstance(each, Float) for each in kinds) and rule.name not in self.floats:
            self.floats.add(rule.name)
            self.program.changed = True
            raise Unreachable

        def one(value: Value) -> Value:
            known = number(f, plain(f, value))
            if known is None:
                raise f.refuse(
                    f"{rule.name} answers a {value.kind}, not a number; write return 0, or the like, instead"
                )
            return Value(FLOAT, [as_float(f, known)]) if rule.name in self.floats else known

        self._give(f, dispatch(f, [found], one).leaves[0])

    def _key_words(self, f: Emitter, found: Value) -> list[Any]:
        """Return a key of the game's own as words."""
        value = plain(f, found)
        made_by = type(self.game.initial())
        if isinstance(value.kind, Record) and value.kind.made_by is made_by:
            return self.states.emit(f, value)
        if isinstance(value.kind, (Tuple, Record)):
            return [word for each in value.items() for word in self._key_words(f, each)]
        known = number(f, value)
        if known is not None and not isinstance(known.kind, Float):
            return [known.leaves[0]]
        raise f.refuse(f"a key that is a {found.kind}; ints, and tuples of ints or states, can be keys")

    def _give_actions(self, f: Emitter, found: Value, rest: list[Any]) -> None:
        """Store the actions from `skip` on in a buffer, as many as there is room for; give their number."""
        buffer, skip, room = rest
        if is_set(found):
            raise f.refuse("actions is a set: its order is no order; a list, or sorted(...), has one")
        at, done = f.place(INT), f.block("full")
        f.builder.store(f.builder.neg(skip), at)

        def one(action: Value) -> None:
            action = f.program.settle(f, action)
            word = self.actions.emit(f, action)[0]
            now = f.builder.load(at)
            with f.when(f.builder.icmp_signed(">=", now, f.int(0))):
                f.builder.store(word, f.builder.gep(buffer, [now]))
            f.builder.store(f.builder.add(now, f.int(1)), at)
            full = f.builder.icmp_signed(">=", f.builder.add(now, f.int(1)), room)
            more = f.block("more")
            f.builder.cbranch(full, done, more)
            f.at(more)

        try:
            language.loop(f, found, one)
        except Unreachable:
            if not f.is_ended:
                f.dead()
        f.go(done)
        f.at(done)
        count = f.builder.load(at)
        self._give(f, f.builder.select(f.builder.icmp_signed("<", count, f.int(0)), f.int(0), count))


def _function_of(member: Any) -> Any:
    return getattr(member, "__func__", member)
