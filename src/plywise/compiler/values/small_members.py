"""Small members of sets: ints, letters, enum members and pairs of ints, each represented by one bit.

The bits follow the head of the set's table. Larger members are found by their hashes.
"""

from collections.abc import Iterable
from typing import Any

from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import (
    ADDRESS,
    BIT,
    INT,
    WHOLE,
    Char,
    Int,
    Member,
    Record,
    Tuple,
    Value,
)
from plywise.compiler.values.sequences import HEAD_BYTES, copy_bytes

PAIR = Tuple((WHOLE, WHOLE))
SMALL = 1024
SMALL_SIDE = 32  # in pairs
SMALL_NEGATIVE = 8  # from -8 on


def can_be_small(kind: Any) -> bool:
    """Return whether a set's members are of a type whose small values have numbers: ints, letters, pairs of ints."""
    return isinstance(kind, (Member, Char)) or (isinstance(kind, Int) and not kind.is_wide) or _is_pair(kind)


def _is_pair(kind: Any) -> bool:
    return isinstance(kind, (Tuple, Record)) and kind.items == PAIR.items


def _small_number(f: Emitter, value: Value) -> tuple[Any, Any]:
    """Return the number of a member, and whether it is small: the number is below SMALL."""
    builder = f.builder
    words = [scalar if scalar.type == INT else builder.zext(scalar, INT) for scalar in value.scalars]
    moved = [builder.add(word, f.int(SMALL_NEGATIVE)) for word in words]
    if not _is_pair(value.kind):
        return moved[0], builder.icmp_unsigned("<", moved[0], f.int(SMALL))
    fits = builder.icmp_unsigned("<", builder.or_(*moved), f.int(SMALL_SIDE))
    return builder.add(builder.mul(moved[0], f.int(SMALL_SIDE)), moved[1]), fits


def _small_words(f: Emitter, found: Value) -> Any:
    """Return the address of the bits of a set's small members: after the head of its table."""
    return f.builder.bitcast(f.builder.gep(found.scalars[-1], [f.int(HEAD_BYTES)]), INT.as_pointer())


def forget_small(f: Emitter, found: Value) -> None:
    """Clear the bits of a set's small members, if it has any."""
    if can_be_small(found.kind.item):
        for number_ in range(SMALL // 64):
            f.builder.store(f.int(0), f.builder.gep(_small_words(f, found), [f.int(number_)]))


def mark_small(f: Emitter, found: Value, value: Value) -> None:
    """Set the bit of a member of a set, if it is small."""

    def small(word: Any, bit: Any) -> Any:
        f.builder.store(f.builder.or_(f.builder.load(word), bit), word)
        return BIT(1)

    by_size(f, found, value, small, lambda: BIT(0))


def take_small(f: Emitter, found: Value, other: Value) -> None:
    """Copy the bits of another set's small members."""
    if can_be_small(found.kind.item):
        source, target = (f.builder.bitcast(_small_words(f, each), ADDRESS) for each in (other, found))
        copy_bytes(f, source, target, f.int(SMALL // 8))


def by_size(f: Emitter, found: Value, value: Value, small: Any, large: Any) -> Any:
    """Run `small`, with the word and the bit of a small member, or else `large`."""
    if not can_be_small(found.kind.item):
        return large()
    number_, fits = _small_number(f, value)
    result, done = f.place(BIT), f.block("done")
    few, many = f.split(fits)
    f.at(few)
    word = f.builder.gep(_small_words(f, found), [f.builder.lshr(number_, f.int(6))])
    f.builder.store(small(word, f.builder.shl(f.int(1), f.builder.and_(number_, f.int(63)))), result)
    f.go(done)
    f.at(many)
    f.builder.store(large(), result)
    f.go(done)
    f.at(done)
    return f.builder.load(result)


def bits_of_constants(things: Iterable[list[Any]]) -> list[int]:
    """Return the words of bits of a constant set. things: the scalars of each, which are constants."""
    found = [0] * (SMALL // 64)
    for scalars in things:
        moved = [int(scalar.constant) + SMALL_NEGATIVE for scalar in scalars]
        most = SMALL if len(moved) == 1 else SMALL_SIDE
        if all(0 <= each < most for each in moved):
            number_ = moved[0] if len(moved) == 1 else moved[0] * SMALL_SIDE + moved[1]
            found[number_ // 64] |= 1 << number_ % 64
    return [word - 2**64 if word >= 2**63 else word for word in found]
