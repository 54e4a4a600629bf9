"""A position history as compiled rules hold it: one word, the place of its records in memory and their number.

A record of RECORD words holds one position. `added` writes one where the past ends and returns a past that ends after
it; `restarted` leaves that room free and returns a past without positions. What follows a state is written after its
past, so a past stays as it is while the states after it are searched, one line of play at a time; and its own position
is what every action of a state adds, so the pasts of the actions' results may all be kept, as the kernel keeps them. So
one stretch of memory serves a whole search.

    past = number of positions << ADDRESS_BITS | address of the end
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from plywise import repetition as plain
from plywise.engines.kernel import thread_state
from plywise.engines.native.compile.arithmetic import WORD
from plywise.engines.native.compile.plain_pasts import ADDRESS_BITS, BYTES, MOST, NOWHERE
from plywise.repetition import RECORD


def _number(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)


def _record(builder: Any, past: Any) -> Any:
    """Return a pointer to the record after a past's last."""
    return builder.inttoptr(builder.and_(past, _number(2**ADDRESS_BITS - 1)), ir.IntType(64).as_pointer())


def _parts(builder: Any, position: Any, kind: types.Type) -> list[Any]:
    return cgutils.unpack_tuple(builder, position) if isinstance(kind, types.BaseTuple) else [position]


def _words(kind: types.Type) -> types.Type:
    """Return the type in which a position of some type is kept."""
    return types.UniTuple(WORD, len(kind)) if isinstance(kind, types.BaseTuple) else WORD


def _next(context: Any, builder: Any, past: Any) -> Any:
    """Return the past that ends one record later, with as many positions."""
    following = builder.add(past, _number(8 * RECORD))
    full = builder.icmp_unsigned("==", builder.and_(following, _number(BYTES - 1)), _number(0))
    with builder.if_then(full, likely=False):
        context.call_conv.return_user_exc(builder, OverflowError, (f"a past of over {MOST:,} positions",))
    return following


@intrinsic
def added(context: Any, past: Any, position: Any) -> Any:
    """repetition.added."""
    if isinstance(position, types.BaseTuple) and not 1 <= len(position) <= RECORD:
        raise TypeError(f"a past's position has {len(position)} numbers, not 1 to {RECORD}")

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        following, record = _next(context, builder, args[0]), _record(builder, args[0])
        parts = _parts(builder, args[1], sig.args[1])
        for place, part in enumerate([*parts, *[_number(0)] * (RECORD - len(parts))]):
            builder.store(part, builder.gep(record, [_number(place)]))
        return builder.add(following, _number(1 << ADDRESS_BITS))

    return WORD(WORD, _words(position)), build


@intrinsic
def restarted(context: Any, past: Any) -> Any:
    """repetition.restarted."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        nowhere = builder.icmp_unsigned("==", args[0], _number(NOWHERE))
        following = _next(context, builder, builder.select(nowhere, _number(0), args[0]))
        return builder.select(nowhere, args[0], builder.and_(following, _number(2**ADDRESS_BITS - 1)))

    return WORD(WORD), build


@intrinsic
def no_past(context: Any) -> Any:
    """repetition.no_past: a past that ends where there is no more room."""
    return WORD(), lambda context, builder, sig, args: _number(NOWHERE)


@contextmanager
def _each_record(builder: Any, past: Any) -> Iterator[Any]:
    """Let a block of code run for each record of a past, the newest first; yield the pointer to it."""
    count = builder.lshr(past, _number(ADDRESS_BITS))
    end = _record(builder, past)
    with cgutils.for_range(builder, count, intp=ir.IntType(64)) as loop:
        back = builder.mul(builder.add(loop.index, _number(1)), _number(-RECORD))
        yield builder.gep(end, [back])


@intrinsic
def repeats(context: Any, past: Any, position: Any) -> Any:
    """repetition.repeats."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        found = cgutils.alloca_once_value(builder, _number(0))
        wanted = _parts(builder, args[1], sig.args[1])
        with _each_record(builder, args[0]) as record:
            same = ir.Constant(ir.IntType(1), 1)
            for place, part in enumerate(wanted):
                held = builder.load(builder.gep(record, [_number(place)]))
                same = builder.and_(same, builder.icmp_signed("==", held, part))
            builder.store(builder.add(builder.load(found), builder.zext(same, ir.IntType(64))), found)
        return builder.load(found)

    return WORD(WORD, _words(position)), build


@intrinsic
def digest(context: Any, past: Any) -> Any:
    """repetition.digest."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        total = cgutils.alloca_once_value(builder, _number(0))
        with _each_record(builder, args[0]) as record:
            word = _number(0)
            for place in range(RECORD):
                word = _mixed(builder, builder.xor(word, builder.load(builder.gep(record, [_number(place)]))))
            builder.store(builder.add(builder.load(total), word), total)
        return builder.load(total)

    return WORD(WORD), build


def _mixed(builder: Any, word: Any) -> Any:
    """repetition.mixed, of a word in compiled code."""
    for places, factor in ((30, -4658895280553007687), (27, -7723592293110705685)):
        word = builder.mul(builder.xor(word, builder.lshr(word, _number(places))), _number(factor))
    return builder.xor(word, builder.lshr(word, _number(31)))


@intrinsic
def state_words(context: Any, game: Any, state: Any) -> Any:
    """thread_state.state_words: a past's address is replaced by a hash of its positions."""

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        fields = cgutils.unpack_tuple(builder, args[1])
        place = game.rules.past_field
        if place >= 0:
            word = cgutils.alloca_once_value(builder, _number(0))
            with _each_record(builder, fields[place]) as record:
                mixed = builder.xor(builder.load(word), builder.load(record))
                builder.store(builder.mul(mixed, _number(thread_state.TOLD)), word)
            fields[place] = builder.load(word)
        return context.make_tuple(builder, sig.return_type, fields)

    return state(game, state), build


PAST_INSTRUCTIONS = {
    plain.added: added,
    plain.repeats: repeats,
    plain.restarted: restarted,
    plain.no_past: no_past,
    plain.digest: digest,
    thread_state.state_words: state_words,
}
"""The functions of a past -> their replacements in compiled code."""
