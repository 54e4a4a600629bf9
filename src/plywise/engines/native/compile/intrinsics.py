"""Intrinsics: replacements for functions of Plywise in compiled code, mostly single machine instructions."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    register_model,
)

from plywise import bits
from plywise.compiler.messages import PLACES
from plywise.engines.kernel import thread_state
from plywise.engines.kernel.selective import values
from plywise.engines.kernel.selective.values import MOST
from plywise.engines.native.compile.arithmetic import WORD, exceeds, number_of, ordered_word, refuse
from plywise.engines.native.compile.types import WORDS
from plywise.engines.values import MAX_UTILITY

# --- sets of bits ----------------------------------------------------------------------------------------------------


class BitSetType(types.IterableType):
    """A set of small ints held as the bits of one word."""

    def __init__(self) -> None:
        super().__init__("BitSet")

    @property
    def iterator_type(self) -> "BitSetIterator":
        """The type of the set's iterator."""
        return BitSetIterator()


class BitSetIterator(types.SimpleIteratorType):
    """Iterates over a set of bits, the lowest first."""

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
swapped_bytes = _instruction(lambda builder, word: builder.bswap(word))
wrapped = _instruction(lambda builder, word: builder.add(word, word.type(0)))
product = _instruction(lambda builder, word, other: builder.mul(word, other))
wrapped_sum = _instruction(lambda builder, word, other: builder.add(word, other))
difference = _instruction(lambda builder, word, other: builder.sub(word, other))
without_lowest = _instruction(lambda builder, word: builder.and_(word, builder.sub(word, word.type(1))))


@intrinsic
def lowest(context: Any, word: Any) -> Any:
    """bits.lowest, of a set that is not empty."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        refuse(context, builder, builder.icmp_signed("==", args[0], args[0].type(0)), "the lowest of an empty set")
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return WORD(WORD), build


@intrinsic
def bit(context: Any, cell: Any) -> Any:
    """bits.bit."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _check_places(context, builder, args[0])
        return builder.shl(args[0].type(1), args[0])

    return WORD(WORD), build


def _shift(instruction: str) -> Any:
    """Return an intrinsic that shifts a word by 0 to 63 places."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _check_places(context, builder, args[1])
        return getattr(builder, instruction)(*args)

    @intrinsic
    def shift(context: Any, word: Any, places: Any) -> Any:
        return WORD(WORD, WORD), build

    return shift


def _check_places(context: Any, builder: Any, places: Any) -> None:
    refuse(context, builder, builder.icmp_unsigned(">", places, places.type(63)), PLACES)


shifted_up, shifted_down = _shift("shl"), _shift("lshr")


@intrinsic
def pointer(context: Any, array: Any) -> Any:
    """thread_state.pointer."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return WORDS(array), build


@intrinsic
def as_word(context: Any, action: Any) -> Any:
    """thread_state.as_word: an int as it is; a tuple of ints side by side in one word, if they fit."""
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
def to_whole(context: Any, game: Any, utility: Any) -> Any:
    """thread_state.to_whole."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = args[1]
        if game.rules.floats:
            word = builder.fptosi(number_of(builder, word), word.type)
        large = exceeds(builder, word, MAX_UTILITY)
        refuse(context, builder, large, f"a utility of over {MAX_UTILITY.bit_length() - 1} bits has no distance")
        return word

    return WORD(game, WORD), build


@intrinsic
def to_value_word(context: Any, game: Any, number: Any) -> Any:
    """thread_state.to_value_word."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not game.rules.floats:
            return args[1]
        return ordered_word(builder, builder.sitofp(args[1], ir.DoubleType()))

    return WORD(game, WORD), build


@intrinsic
def to_points(context: Any, game: Any, config: Any, value: Any) -> Any:
    """selective.values.to_points."""
    scale = 100 / config.config.unit

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = args[2]
        if game.rules.floats or scale != 1:
            real = number_of(builder, number) if game.rules.floats else builder.sitofp(number, ir.DoubleType())
            real = builder.fmul(real, ir.Constant(ir.DoubleType(), scale))
            for sign, most in (("<", -MOST), (">", MOST)):
                edge = ir.Constant(ir.DoubleType(), float(most))
                real = builder.select(builder.fcmp_ordered(sign, real, edge), edge, real)
            number = builder.fptosi(real, number.type)
        for sign, edge in (("<", -MOST), (">", MOST)):
            bound = ir.Constant(number.type, edge)
            number = builder.select(builder.icmp_signed(sign, number, bound), bound, number)
        return number

    return WORD(game, config, WORD), build


@intrinsic
def as_key(context: Any, key: Any) -> Any:
    """thread_state.as_key: in the kernel a key is a tuple of words already."""
    return key(key), lambda context, builder, sig, args: args[0]


@intrinsic
def prefetch(context: Any, array: Any, at: Any) -> Any:
    """thread_state.prefetch: LLVM's prefetch, for reading, into every cache but the nearest."""

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
    """thread_state.state_at."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first = builder.gep(args[0], [args[1]])
        fields = [builder.load(builder.gep(first, [ir.Constant(ir.IntType(64), n)])) for n in range(len(like))]
        return context.make_tuple(builder, sig.return_type, fields)

    return like(WORDS, WORD, like), build


INSTRUCTIONS = {
    thread_state.prefetch: prefetch,
    thread_state.state_at: state_at,
    thread_state.to_whole: to_whole,
    values.to_points: to_points,
    thread_state.to_value_word: to_value_word,
    thread_state.as_key: as_key,
    thread_state.pointer: pointer,
    thread_state.as_word: as_word,
    bits.popcount: popcount,
    bits.lowest: lowest,
    bits.members: members,
    bits.wrapped: wrapped,
    bits.product: product,
    bits.wrapped_sum: wrapped_sum,
    bits.difference: difference,
    bits.without_lowest: without_lowest,
    bits.bit: bit,
    bits.shifted_up: shifted_up,
    bits.shifted_down: shifted_down,
    bits.swapped_bytes: swapped_bytes,
}
"""Plain functions of Plywise -> their replacements in compiled code."""
