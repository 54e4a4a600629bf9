"""Translated rules in the kernel: how its compiler calls them, and how it goes through the actions they list."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import callconv, cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, Signature
from numba.extending import lower_builtin, models, register_model

from plywise.compiler.returning import RETCODE_OK, RETCODE_USEREXC, excinfo_t
from plywise.engines.kernel.listing import FULL
from plywise.engines.native.compile.arithmetic import WORD, exceeds, ordered_word, refuse
from plywise.engines.native.compile.pushing import PUSHED
from plywise.engines.native.compile.types import GameType, finite
from plywise.engines.rule_table import ACTIONS, BOUNDS, FLAG, KEY, NUMBER, RULES, STATE, VALUE
from plywise.engines.values import FLOAT_PRIORITY_PLACES, MAX_VALUE

ROOM = 128
"""Actions that are listed at once; those after them are listed by asking again."""

INT = ir.IntType(64)

assert (RETCODE_OK, RETCODE_USEREXC, excinfo_t) == (callconv.RETCODE_OK, callconv.RETCODE_USEREXC, callconv.excinfo_t)


class ActionsType(types.IterableType):
    """The actions of a state, not listed yet: the state, and the rule that lists them."""

    def __init__(self, game: GameType, rule: str) -> None:
        super().__init__(f"Actions[{game.fingerprint}, {rule}]")
        self.game, self.rule = game, rule

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionsType, (self.game, self.rule)

    @property
    def iterator_type(self) -> "ActionsIterator":
        """The type of its iterator."""
        return ActionsIterator(self.game, self.rule)


class ActionsIterator(types.SimpleIteratorType):
    """Goes through a state's actions."""

    def __init__(self, game: GameType, rule: str) -> None:
        super().__init__(f"ActionsIterator[{game.fingerprint}, {rule}]", WORD)
        self.game, self.rule = game, rule

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionsIterator, (self.game, self.rule)


@register_model(ActionsType)
class ActionsModel(models.StructModel):
    """A state."""

    def __init__(self, manager: Any, typ: ActionsType) -> None:
        super().__init__(manager, typ, [("state", typ.game.rules.plain_state)])


@register_model(ActionsIterator)
class ActionsIteratorModel(models.StructModel):
    """A state, the actions listed so far, and the place among them."""

    def __init__(self, manager: Any, typ: ActionsIterator) -> None:
        pointer = types.EphemeralPointer(WORD)
        fields = [("state", typ.game.rules.plain_state)]
        super().__init__(manager, typ, [*fields, *((name, pointer) for name in ("buffer", "at", "count", "skip"))])


def template(typ: GameType, attr: str) -> type[AbstractTemplate]:
    """Return what gives a call of a rule its type."""

    class Method(AbstractTemplate):
        key = f"plywise.translated.{attr}"

        def generic(self, args: Any, kws: Any) -> Signature:
            return signature(_answer_type(typ, attr), *map(types.unliteral, args), recvr=typ)

    if attr not in _lowered:
        _lowered.add(attr)
        lower_builtin(Method.key, GameType, types.VarArg(types.Any))(_lowering(attr))
    return Method


_lowered: set[str] = set()


def _answer_type(typ: GameType, attr: str) -> types.Type:
    if attr.startswith(PUSHED):
        return WORD
    kind = RULES[attr].answer
    if kind == FLAG:
        return types.boolean
    if kind == STATE:
        return typ.rules.plain_state
    if kind == ACTIONS:
        return ActionsType(typ, attr)
    if kind == KEY:
        return types.UniTuple(WORD, typ.rules.translated.key_words(attr))
    return types.UniTuple(WORD, 2) if kind == BOUNDS else WORD


def _lowering(attr: str) -> Any:
    if attr.startswith(PUSHED):
        return _pushing(attr.removeprefix(PUSHED))
    rule = RULES[attr]

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        typ, words = sig.args[0], []
        for value, kind in zip(args[1:], sig.args[1:], strict=True):
            if isinstance(kind, types.BaseTuple):
                words += cgutils.unpack_tuple(builder, value)
            else:
                words.append(context.cast(builder, value, kind, WORD))
        if rule.answer == ACTIONS:
            found = context.make_helper(builder, sig.return_type)
            found.state = args[1]
            return found._getvalue()
        answer = _call(context, builder, typ, attr, words)
        if rule.answer == FLAG:
            return builder.icmp_signed("!=", answer, INT(0))
        if rule.answer in (STATE, KEY, BOUNDS):
            parts = [builder.extract_value(answer, place) for place in range(len(sig.return_type))]
            return context.make_tuple(builder, sig.return_type, parts)
        if rule.answer in (VALUE, NUMBER):
            return _number(context, builder, typ, attr, answer)
        return answer

    return lower


def _number(context: Any, builder: Any, typ: GameType, attr: str, answer: Any) -> Any:
    """Return a value as the kernel holds it: in a game with floats, as the word that stands for a float."""
    is_float = answer.type == ir.DoubleType()
    if is_float or (RULES[attr].answer == VALUE and typ.rules.floats):
        number = answer if is_float else context.cast(builder, answer, WORD, types.float64)
        finite(context, builder, number, attr)
        word = ordered_word(builder, number)
        return builder.ashr(word, INT(FLOAT_PRIORITY_PLACES if attr == "priority" else 0))
    if RULES[attr].answer == VALUE:
        refuse(context, builder, exceeds(builder, answer, MAX_VALUE), f"{attr} answered a number of over 62 bits")
    return answer


def _call(context: Any, builder: Any, typ: GameType, attr: str, words: Any) -> Any:
    """Call a rule's function; return what it stores."""
    translated = typ.rules.translated
    library, form, result = translated.linked(context, attr)
    context.add_linking_libs([library])
    function = cgutils.get_or_insert_function(builder.module, form, translated.symbol(attr))
    place = cgutils.alloca_once(builder, result)
    error = cgutils.alloca_once(builder, ir.PointerType(excinfo_t))
    code = builder.call(function, [place, error, *words])
    status = context.call_conv._get_return_status(builder, code, builder.load(error))
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return builder.load(place)


def _pushing(name: str) -> Any:
    """Return what writes the actions that a rule lists: see kernel/listing.py."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _, state, stack, first, step, limit = args
        words, buffer = cgutils.unpack_tuple(builder, state), cgutils.alloca_once(builder, INT, size=ROOM)
        at, skip = cgutils.alloca_once(builder, INT), cgutils.alloca_once(builder, INT)
        builder.store(first, at)
        builder.store(INT(0), skip)
        more, done = (builder.append_basic_block(name) for name in ("push.more", "push.done"))
        builder.branch(more)
        builder.position_at_end(more)
        count = _call(context, builder, sig.args[0], name, [*words, buffer, builder.load(skip), INT(ROOM)])
        with cgutils.for_range(builder, count, intp=INT) as loop:
            place = builder.load(at)
            with builder.if_then(builder.icmp_signed(">", place, limit), likely=False):
                builder.store(INT(FULL), at)
                builder.branch(done)
            builder.store(builder.load(builder.gep(buffer, [loop.index])), builder.gep(stack, [place]))
            builder.store(builder.add(place, step), at)
        builder.store(builder.add(builder.load(skip), INT(ROOM)), skip)
        builder.cbranch(builder.icmp_signed("==", count, INT(ROOM)), more, done)
        builder.position_at_end(done)
        return builder.load(at)

    return lower


@lower_builtin("getiter", ActionsType)
def _iterate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    listed = context.make_helper(builder, sig.args[0], value=args[0])
    found = context.make_helper(builder, sig.return_type)
    found.state = listed.state
    found.buffer = cgutils.alloca_once(builder, INT, size=ROOM)
    for name in ("at", "count", "skip"):
        setattr(found, name, cgutils.alloca_once(builder, INT))
        builder.store(INT(0), getattr(found, name))
    builder.store(_list_more(context, builder, sig.return_type, found), found.count)
    return found._getvalue()


def _list_more(context: Any, builder: Any, typ: ActionsIterator, iterator: Any) -> Any:
    """List the next actions; return their number."""
    words = cgutils.unpack_tuple(builder, iterator.state)
    skip = builder.load(iterator.skip)
    return _call(context, builder, typ.game, typ.rule, [*words, iterator.buffer, skip, INT(ROOM)])


@lower_builtin("iternext", ActionsIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    over = builder.icmp_signed(">=", builder.load(iterator.at), builder.load(iterator.count))
    full = builder.icmp_signed("==", builder.load(iterator.count), INT(ROOM))
    with builder.if_then(builder.and_(over, full), likely=False):
        builder.store(builder.add(builder.load(iterator.skip), INT(ROOM)), iterator.skip)
        builder.store(INT(0), iterator.at)
        builder.store(_list_more(context, builder, sig.args[0], iterator), iterator.count)
    at = builder.load(iterator.at)
    more = builder.icmp_signed("<", at, builder.load(iterator.count))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(builder.load(builder.gep(iterator.buffer, [at])))
        builder.store(builder.add(at, INT(1)), iterator.at)


__all__ = ["ActionsType", "template"]
