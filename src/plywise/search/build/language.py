"""What Numba is told of Plywise: the type of a game, how its rules and constants are reached through it, 64-bit sets.

A compiled rule is compiled from the user's own function. Its `self` has the type GameType, which stands for one game
with its parameters: an attribute of it is a constant, a method of it another rule. The kernel holds a state as a plain
tuple of 64-bit ints and hands it to the rules as the game's own State; both lie in registers in the same way.
"""

import ctypes
import inspect
import operator
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, Signature
from numba.cpython import numbers
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from plywise import bits
from plywise.search import work
from plywise.search.plan import Plan
from plywise.search.values import FLOAT_PRIORITY_PLACES, MOST_UTILITY, MOST_VALUE

WORD = types.int64
WORDS = types.CPointer(WORD)
VALUED = ("utility", "evaluate")
"""The rules whose answers are values."""

# --- the type of a game ----------------------------------------------------------------------------------------------

_members: dict[str, Any] = {}  # fingerprint -> what answers for the attributes of that game's type


class GameType(types.Opaque):
    """The type of one game with its parameters. Its name holds the fingerprint of all that the game is made of."""

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"Game[{fingerprint}]")
        self.fingerprint = fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        return GameType, (self.fingerprint,)

    @property
    def rules(self) -> Any:
        """What answers for the game: see engine.Rules."""
        return _members[self.fingerprint]


register_model(GameType)(models.OpaqueModel)


class Handle:
    """What Python passes to a compiled search in the place of a game."""

    def __init__(self, fingerprint: str, rules: Any) -> None:
        _members[fingerprint] = rules
        self._numba_type_ = GameType(fingerprint)


@typeof_impl.register(Handle)
def _type_of_handle(handle: Handle, context: Any) -> GameType:
    return handle._numba_type_


@unbox(GameType)
def _unbox_handle(typ: GameType, handle: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


class PlanType(types.Opaque):
    """The type of a plan. Its name holds all that the plan says, so that each plan is compiled for itself."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(repr(plan))
        self.plan = plan

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanType, (self.plan,)


register_model(PlanType)(models.OpaqueModel)


@typeof_impl.register(Plan)
def _type_of_plan(plan: Plan, context: Any) -> PlanType:
    return PlanType(plan)


@unbox(PlanType)
def _unbox_plan(typ: PlanType, plan: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


@infer_getattr
class PlanAttributes(AttributeTemplate):
    """Gives an attribute of a plan its type."""

    key = PlanType

    def generic_resolve(self, typ: PlanType, attr: str) -> types.Type:
        """Return a constant's type."""
        return types.boolean if isinstance(getattr(typ.plan, attr), bool) else WORD


@lower_getattr_generic(PlanType)
def _lower_plan_attribute(context: Any, builder: Any, typ: PlanType, value: Any, attr: str) -> Any:
    constant = getattr(typ.plan, attr)
    return context.get_constant(types.boolean if isinstance(constant, bool) else WORD, constant)


# --- attributes and methods ------------------------------------------------------------------------------------------


@infer_getattr
class GameAttributes(AttributeTemplate):
    """Gives an attribute of a game its type."""

    key = GameType

    def generic_resolve(self, typ: GameType, attr: str) -> types.Type:
        """Return a constant's type, or the type of a rule bound to the game."""
        member = typ.rules.member(attr)
        if isinstance(member, Dispatcher):
            return (
                types.Dispatcher(member)
                if typ.rules.is_static(attr)
                else types.BoundFunction(_template(typ, attr), typ)
            )
        return self.context.resolve_value_type(member)


@lower_getattr_generic(GameType)
def _lower_attribute(context: Any, builder: Any, typ: GameType, value: Any, attr: str) -> Any:
    member = typ.rules.member(attr)
    member_type = context.typing_context.resolve_value_type(member)
    if isinstance(member_type, (types.NamedTupleClass, types.Dispatcher)):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, member_type, member)


_lowered: set[str] = set()


def _template(typ: GameType, attr: str) -> type[AbstractTemplate]:
    class Method(AbstractTemplate):
        key = (GameType, attr)

        def generic(self, args: Any, kws: Any) -> Signature:
            inner = _inner_signature(typ, attr, args, kws)
            returned = _outer_type(typ, attr, args, inner.return_type)
            given = tuple(map(types.unliteral, args))
            found = signature(returned, *given, *inner.args[1 + len(given) :], recvr=typ)
            return found.replace(pysig=_without_self(inner.pysig))

    if attr not in _lowered:
        _lowered.add(attr)
        lower_builtin((GameType, attr), GameType, types.VarArg(types.Any))(_lowering(attr))
    return Method


def _inner_signature(typ: GameType, attr: str, args: Any, kws: Any) -> Signature:
    """Return the signature of the rule itself for arguments as the caller has them."""
    rules = typ.rules
    given = [types.unliteral(arg) for arg in args]
    if given and given[0] == rules.plain_state:
        given[0] = rules.state_type
        given[1:2] = [rules.action] * len(given[1:2])
    rule = types.Dispatcher(rules.member(attr))
    found = rule.get_call_type(_context(rules.member(attr)), (typ, *given), kws)
    if found is None:
        raise TypingError(f"no form of {attr} takes {given}")
    return found


def _without_self(signature: inspect.Signature | None) -> inspect.Signature | None:
    return signature and signature.replace(parameters=list(signature.parameters.values())[1:])


def _context(rule: Dispatcher) -> Any:
    return rule.typingctx


def _for_kernel(typ: GameType, attr: str, args: Any) -> bool:
    """Return whether the caller is the kernel, which holds states as plain tuples, and not another rule."""
    return not args or args[0] == typ.rules.plain_state or attr == "at_index"


def _outer_type(typ: GameType, attr: str, args: Any, returned: types.Type) -> types.Type:
    return typ.rules.answer_type(attr, returned) if _for_kernel(typ, attr, args) else returned


def _lowering(attr: str) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        typ = sig.args[0]
        inner = _inner_signature(typ, attr, sig.args[1:], {})
        rule = types.Dispatcher(typ.rules.member(attr))
        call = context.get_function(rule, inner)
        context.add_linking_libs(getattr(call, "libs", ()))
        given = [args[0]]
        for value, outer_type, inner_type in zip(args[1:], sig.args[1:], inner.args[1:], strict=True):
            given.append(_recast(context, builder, value, outer_type, inner_type))
        answer = call(builder, given)
        if _for_kernel(typ, attr, sig.args[1:]) and typ.rules.answers_floats(attr, inner.return_type):
            number = context.cast(builder, answer, inner.return_type, types.float64)
            word = _ordered(builder, number)
            infinite = builder.icmp_signed(">=", _magnitude(builder, number), ir.Constant(ir.IntType(64), 0x7FF0 << 48))
            with builder.if_then(infinite, likely=False):
                context.call_conv.return_user_exc(builder, ValueError, (f"{attr} answered no finite number",))
            places = FLOAT_PRIORITY_PLACES if attr == "priority" else 0
            return builder.ashr(word, ir.Constant(ir.IntType(64), places))
        answer = _recast(context, builder, answer, inner.return_type, sig.return_type)
        if _for_kernel(typ, attr, sig.args[1:]) and attr in VALUED:
            _refuse(context, builder, _large(builder, answer, MOST_VALUE), f"{attr} answered a number of over 62 bits")
        return answer

    return lower


def _large(builder: Any, word: Any, most: int) -> Any:
    """Return whether a word is not less than a number, or not more than its opposite."""
    moved = builder.add(word, ir.Constant(ir.IntType(64), most - 1))
    return builder.icmp_unsigned(">", moved, ir.Constant(ir.IntType(64), 2 * most - 2))


def _recast(context: Any, builder: Any, value: Any, old: types.Type, new: types.Type) -> Any:
    """Turn a value of one type into one of another: numbers, and tuples of numbers whatever they are called."""
    if old == new:
        return value
    if isinstance(new, types.BaseTuple) and len(new) == 1 and not isinstance(old, types.BaseTuple):
        return context.make_tuple(builder, new, [context.cast(builder, value, old, new[0])])
    if isinstance(new, types.BaseTuple) and old == WORD:
        return context.make_tuple(builder, new, _unpacked(builder, value, len(new)))
    if isinstance(old, types.BaseTuple) and isinstance(new, types.BaseTuple):
        elements = [
            _recast(context, builder, element, before, after)
            for element, before, after in zip(cgutils.unpack_tuple(builder, value), old, new, strict=True)
        ]
        return context.make_tuple(builder, new, elements)
    if new == types.boolean:
        return context.is_true(builder, old, value)
    return context.cast(builder, value, old, new)


def _unpacked(builder: Any, word: Any, parts: int) -> list[Any]:
    """Return the numbers of an action that lie side by side in one word: see as_word."""
    width = 64 // parts
    spare = ir.Constant(ir.IntType(64), 64 - width)
    moved = [builder.lshr(word, word.type(width * place)) for place in reversed(range(parts))]
    return [builder.ashr(builder.shl(each, spare), spare) for each in moved]


def _magnitude(builder: Any, number: Any) -> Any:
    return builder.and_(builder.bitcast(number, ir.IntType(64)), ir.Constant(ir.IntType(64), 2**63 - 1))


def _ordered(builder: Any, number: Any) -> Any:
    """Return the int that stands for a float: in the same order, the opposite for the opposite (see values.py)."""
    word, magnitude = builder.bitcast(number, ir.IntType(64)), _magnitude(builder, number)
    return builder.select(builder.icmp_signed("<", word, word.type(0)), builder.neg(magnitude), magnitude)


def _number(builder: Any, word: Any) -> Any:
    """Return the float that an int stands for: the opposite of `_ordered`."""
    below = builder.icmp_signed("<", word, word.type(0))
    number = builder.bitcast(builder.select(below, builder.neg(word), word), ir.DoubleType())
    return builder.select(below, builder.fneg(number), number)


# --- sets of bits ----------------------------------------------------------------------------------------------------


class BitSetType(types.IterableType):
    """A set of small ints held as the bits of one word."""

    def __init__(self) -> None:
        super().__init__("BitSet")

    @property
    def iterator_type(self) -> "BitSetIterator":
        """The type of what walks through the set."""
        return BitSetIterator()


class BitSetIterator(types.SimpleIteratorType):
    """Walks through a set of bits, the lowest first."""

    def __init__(self) -> None:
        super().__init__("BitSetIterator", WORD)


@register_model(BitSetType)
class BitSetModel(models.StructModel):
    """One word."""

    def __init__(self, manager: Any, typ: Any) -> None:
        super().__init__(manager, typ, [("bits", WORD)])


@register_model(BitSetIterator)
class BitSetIteratorModel(models.StructModel):
    """One word, which loses a bit with every step."""

    def __init__(self, manager: Any, typ: Any) -> None:
        super().__init__(manager, typ, [("left", types.EphemeralPointer(WORD))])


@lower_builtin("getiter", BitSetType)
def _iterate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    members = context.make_helper(builder, sig.args[0], value=args[0])
    iterator = context.make_helper(builder, sig.return_type)
    iterator.left = cgutils.alloca_once_value(builder, members.bits)
    return iterator._getvalue()


@lower_builtin("iternext", BitSetIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    left = builder.load(iterator.left)
    more = builder.icmp_unsigned("!=", left, left.type(0))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(builder.cttz(left, cgutils.true_bit))
        builder.store(builder.and_(left, builder.sub(left, left.type(1))), iterator.left)


@intrinsic
def members(context: Any, word: Any) -> Any:
    """bits.members."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = context.make_helper(builder, sig.return_type)
        found.bits = args[0]
        return found._getvalue()

    return BitSetType()(WORD), build


# --- what LLVM may call ----------------------------------------------------------------------------------------------


def _lend_wide_division() -> None:
    """Tell LLVM where division of 128 bits is: it may turn a loop into a formula that needs it, and Numba lacks it."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libgcc_s.so.1")
        for name in ("__udivti3", "__umodti3", "__divti3", "__modti3", "__multi3"):
            with suppress(AttributeError):
                address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
                if address:
                    binding.add_symbol(name, address)


_lend_wide_division()


# --- arithmetic ------------------------------------------------------------------------------------------------------


_compiling = False  # whether what is compiled just now is Plywise's


@contextmanager
def own_arithmetic() -> Iterator[None]:
    """While this lasts, what is compiled has arithmetic of 64 bits that is never undefined.

    Numba promises LLVM that sums and products of ints never overflow ("nsw"), and LLVM builds on that: a hash computed
    twice may then come out differently in two places of one function. In the kernel, which has such a hash, sums and
    products wrap. In a game's rules, which are compiled with boundscheck, one that needs more than 64 bits raises
    OverflowError, as does a shift by less than 0 or more than 63 places. (A shift upwards may lose bits: those of a
    board are masked afterwards.)
    """
    global _compiling
    promised, before = numbers._int_arith_flags, _compiling
    numbers._int_arith_flags = lambda kind: []
    _compiling = True
    try:
        yield
    finally:
        numbers._int_arith_flags = promised
        _compiling = before


TOO_LARGE = "a number needs more than 64 bits"


def _refuse(context: Any, builder: Any, fault: Any, message: str) -> None:
    """Let the rule raise OverflowError where `fault` is true; its message begins with the rule's name."""
    with builder.if_then(fault, likely=False):
        context.call_conv.return_user_exc(builder, OverflowError, (f"{_name_of(builder.function.name)}: {message}",))


def _name_of(symbol: str) -> str:
    """Return the name of a compiled function from its symbol, in which each part stands after its length."""
    parts, rest = [], symbol.partition("copies")[2]
    while match := re.match(r"\d+", rest):
        rest = rest[match.end() :]
        parts.append(rest[: int(match[0])])
        rest = rest[int(match[0]) :]
    return ".".join(part for part in parts if part.isidentifier()) or "a rule"


def _in_rule(context: Any) -> bool:
    return _compiling and bool(context.enable_boundscheck)


def _checked(original: Any, instruction: str) -> Any:
    """Return a sum, difference or product that refuses to overflow in a rule, and is Numba's own anywhere else."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not _in_rule(context):
            return original(context, builder, sig, args)
        pair = getattr(builder, instruction)(*args)
        _refuse(context, builder, builder.extract_value(pair, 1), TOO_LARGE)
        return builder.extract_value(pair, 0)

    return lower


def _checked_shift(original: Any) -> Any:
    """Return a shift that refuses in a rule to go by less than 0 or more than 63 places."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if _in_rule(context):
            far = builder.icmp_unsigned(">", args[1], ir.Constant(ir.IntType(64), 63))
            _refuse(context, builder, far, "a shift goes by less than 0 or more than 63 places")
        return original(context, builder, sig, args)

    return lower


for _operators, _lower in (
    ((operator.add, operator.iadd), _checked(numbers.int_add_impl, "sadd_with_overflow")),
    ((operator.sub, operator.isub), _checked(numbers.int_sub_impl, "ssub_with_overflow")),
    ((operator.mul, operator.imul), _checked(numbers.int_mul_impl, "smul_with_overflow")),
    ((operator.lshift, operator.ilshift), _checked_shift(numbers.int_shl_impl)),
    ((operator.rshift, operator.irshift), _checked_shift(numbers.int_shr_impl)),
):
    for _operator in _operators:
        lower_builtin(_operator, WORD, WORD)(_lower)


# --- machine instructions --------------------------------------------------------------------------------------------


def _instruction(make: Any) -> Any:
    """Return an intrinsic of one word, or of two, made by a method of the builder."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return make(builder, *args)

    if make.__code__.co_argcount == 2:

        @intrinsic
        def instruction(context: Any, word: Any) -> Any:
            return WORD(WORD), build
    else:

        @intrinsic
        def instruction(context: Any, word: Any, other: Any) -> Any:
            return WORD(WORD, WORD), build

    return instruction


popcount = _instruction(lambda builder, word: builder.ctpop(word))
lowest = _instruction(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))
swapped_bytes = _instruction(lambda builder, word: builder.bswap(word))
bit = _instruction(lambda builder, cell: builder.shl(cell.type(1), cell))
shifted_up = _instruction(lambda builder, word, places: builder.shl(word, places))
shifted_down = _instruction(lambda builder, word, places: builder.lshr(word, places))
wrapped = _instruction(lambda builder, word: builder.add(word, word.type(0)))
product = _instruction(lambda builder, word, other: builder.mul(word, other))


@intrinsic
def words(context: Any, array: Any) -> Any:
    """work.words."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return WORDS(array), build


@intrinsic
def as_word(context: Any, action: Any) -> Any:
    """work.as_word: an int as it is; a tuple of ints side by side in one word, if they fit."""
    if not isinstance(action, types.BaseTuple):
        return WORD(WORD), lambda context, builder, sig, args: args[0]
    width = 64 // len(action)

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        packed = ir.Constant(ir.IntType(64), 0)
        for element, element_type in zip(cgutils.unpack_tuple(builder, args[0]), action, strict=True):
            word = context.cast(builder, element, element_type, WORD)
            spare = ir.Constant(ir.IntType(64), 64 - width)
            kept = builder.ashr(builder.shl(word, spare), spare)
            with builder.if_then(builder.icmp_signed("!=", kept, word), likely=False):
                message = f"an action's numbers must fit {width} bits each"
                context.call_conv.return_user_exc(builder, OverflowError, (message,))
            packed = builder.or_(builder.shl(packed, packed.type(width)), builder.lshr(builder.shl(word, spare), spare))
        return packed

    return WORD(action), build


@intrinsic
def whole(context: Any, game: Any, utility: Any) -> Any:
    """work.whole."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = args[1]
        if game.rules.floats:
            word = builder.fptosi(_number(builder, word), word.type)
        large = _large(builder, word, MOST_UTILITY)
        _refuse(context, builder, large, f"a utility of over {MOST_UTILITY.bit_length() - 1} bits has no distance")
        return word

    return WORD(game, WORD), build


@intrinsic
def valued(context: Any, game: Any, number: Any) -> Any:
    """work.valued."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not game.rules.floats:
            return args[1]
        return _ordered(builder, builder.sitofp(args[1], ir.DoubleType()))

    return WORD(game, WORD), build


@intrinsic
def as_key(context: Any, key: Any) -> Any:
    """work.as_key: in the kernel's hands a key is a tuple of words already."""
    return key(key), lambda context, builder, sig, args: args[0]


@intrinsic
def bring(context: Any, array: Any, at: Any) -> Any:
    """work.bring: LLVM's prefetch, for reading, to be kept in every cache but the nearest."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, number = builder.gep(args[0], [args[1]]), ir.IntType(32)
        address = builder.bitcast(word, cgutils.voidptr_t)
        form = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [address.type], form)
        builder.call(prefetch, [address, number(0), number(2), number(1)])
        return context.get_dummy_value()

    return types.none(WORDS, WORD), build


@intrinsic
def state_at(context: Any, array: Any, at: Any, like: Any) -> Any:
    """work.state_at."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first = builder.gep(args[0], [args[1]])
        fields = [builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), n)])) for n in range(len(like))]
        return context.make_tuple(builder, sig.return_type, fields)

    return like(WORDS, WORD, like), build


INSTRUCTIONS = {
    work.bring: bring,
    work.state_at: state_at,
    work.whole: whole,
    work.valued: valued,
    work.as_key: as_key,
    work.words: words,
    work.as_word: as_word,
    bits.popcount: popcount,
    bits.lowest: lowest,
    bits.members: members,
    bits.wrapped: wrapped,
    bits.product: product,
    bits.bit: bit,
    bits.shifted_up: shifted_up,
    bits.shifted_down: shifted_down,
    bits.swapped_bytes: swapped_bytes,
}
"""Plain functions of Plywise -> what stands for them in compiled code."""
