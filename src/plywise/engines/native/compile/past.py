"""A position history (Past) in compiled rules: one word, holding the address of its last record and their number.

A record of RECORD words holds one position. `added` writes a record at the end of the past and returns a past that ends
after it; `restarted` skips a record and returns a past without positions. Every action of a state adds the same
position, the state's own, and deeper states write behind it. So the pasts of all siblings stay valid at once, as the
kernel needs, and along one line of play no past is overwritten. One block of memory serves a whole search.

    past = number of positions << ADDRESS_BITS | address of the end
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plywise import repetition
from plywise.compiler import ir
from plywise.compiler.emission.callees import BUILTINS, Named
from plywise.compiler.emission.function import Emitter
from plywise.compiler.layout.codec import Codec
from plywise.compiler.layout.descriptions import SIMPLE
from plywise.compiler.types.kinds import INT, WHOLE, Kind, Value
from plywise.compiler.values.numbers import whole
from plywise.compiler.values.sequences import starred
from plywise.engines.kernel import thread_state
from plywise.engines.native.compile.past_memory import ADDRESS_BITS, BYTES, MAX_POSITIONS, NOWHERE
from plywise.errors import LayoutOverflow
from plywise.repetition import RECORD


@dataclass(frozen=True)
class PastKind(Kind):
    """The positions before a state."""

    scalars = (INT,)
    word = "Past"
    python = repetition.Past


PAST = PastKind()


class PastCodec(Codec):
    """A Past that `past_memory.place_past` has put into memory."""

    kind, units = PAST, (64,)

    def described(self) -> Any:
        """See Codec."""
        return ["past"]

    def encode(self, value: Any) -> list[int]:
        """See Codec. value: the word of a placed past."""
        if type(value) is not int:
            raise LayoutOverflow(f"{value!r} is not a Past")
        return [value]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(PAST, units)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        return [_past(f, value)]


SIMPLE["past"] = PastCodec


def _past(f: Emitter, value: Value) -> Any:
    if not isinstance(value.kind, PastKind):
        raise f.refuse(f"a {value.kind} is used as a Past; use the State's Past and plywise.repetition")
    return value.scalars[0]


def _record(f: Emitter, past: Any) -> Any:
    """Return a pointer to the record after the end of a past."""
    return f.builder.inttoptr(f.builder.and_(past, f.int(2**ADDRESS_BITS - 1)), INT.as_pointer())


def _position(f: Emitter, value: Value) -> list[Any]:
    """Return the words of a position."""
    parts = [whole(f, each) for each in starred(f, value)] if hasattr(value.kind, "items") else [whole(f, value)]
    if not 1 <= len(parts) <= RECORD:
        raise f.refuse(f"a past's position has {len(parts)} numbers, not 1 to {RECORD}; join some of them in one")
    return parts


def _next(f: Emitter, past: Any) -> Any:
    """Return the past that ends one record later, with the same number of positions."""
    following = f.builder.add(past, f.int(8 * RECORD))
    full = f.builder.icmp_unsigned("==", f.builder.and_(following, f.int(BYTES - 1)), f.int(0))
    f.fail(full, OverflowError, f"a past of over {MAX_POSITIONS:,} positions")
    return following


def _added(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    past, parts = _past(f, args[0]), _position(f, args[1])
    following, record = _next(f, past), _record(f, past)
    for place, part in enumerate([*parts, *[f.int(0)] * (RECORD - len(parts))]):
        f.builder.store(part, f.builder.gep(record, [f.int(place)]))
    return Value(PAST, [f.builder.add(following, f.int(1 << ADDRESS_BITS))])


def _restarted(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    past = _past(f, args[0])
    nowhere = f.builder.icmp_unsigned("==", past, f.int(NOWHERE))
    following = _next(f, f.builder.select(nowhere, f.int(0), past))
    kept = f.builder.and_(following, f.int(2**ADDRESS_BITS - 1))
    return Value(PAST, [f.builder.select(nowhere, past, kept)])


def _no_past(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """Return a past that appears to end where its memory is full."""
    return Value(PAST, [f.int(NOWHERE)])


def _sum_records(f: Emitter, past: Any, add: Callable[[Any, Any], Any]) -> Any:
    """Return the sum of `add(sum, record)` over the records of a past, the newest first, starting from 0."""
    found, end = f.place(INT), _record(f, past)
    f.builder.store(f.int(0), found)

    def one(at: Any) -> None:
        back = f.builder.mul(f.builder.add(at, f.int(1)), f.int(-RECORD))
        f.builder.store(add(f.builder.load(found), f.builder.gep(end, [back])), found)

    f.count(f.builder.lshr(past, f.int(ADDRESS_BITS)), one)
    return f.builder.load(found)


def _repeats(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    wanted = _position(f, args[1])

    def add(found: Any, record: Any) -> Any:
        same = ir.Constant(ir.IntType(1), 1)
        for place, part in enumerate(wanted):
            held = f.builder.load(f.builder.gep(record, [f.int(place)]))
            same = f.builder.and_(same, f.builder.icmp_signed("==", held, part))
        return f.builder.add(found, f.builder.zext(same, INT))

    return Value(WHOLE, [_sum_records(f, _past(f, args[0]), add)])


def _digest(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    def add(found: Any, record: Any) -> Any:
        word = f.int(0)
        for place in range(RECORD):
            word = _mixed(f, f.builder.xor(word, f.builder.load(f.builder.gep(record, [f.int(place)]))))
        return f.builder.add(found, word)

    return Value(WHOLE, [_sum_records(f, _past(f, args[0]), add)])


def _mixed(f: Emitter, word: Any) -> Any:
    """repetition.mixed for a word in compiled code."""
    for places, factor in ((30, -4658895280553007687), (27, -7723592293110705685)):
        word = f.builder.mul(f.builder.xor(word, f.builder.lshr(word, f.int(places))), f.int(factor))
    return f.builder.xor(word, f.builder.lshr(word, f.int(31)))


def past_hash(f: Emitter, past: Any) -> Any:
    """Return the hash of a past's positions that replaces it in comparisons of words: see thread_state."""

    def add(found: Any, record: Any) -> Any:
        return f.builder.mul(f.builder.xor(found, f.builder.load(record)), f.int(thread_state.TOLD))

    return _sum_records(f, past, add)


BUILTINS.update(
    {
        repetition.added: _added,
        repetition.repeats: _repeats,
        repetition.restarted: _restarted,
        repetition.no_past: _no_past,
        repetition.digest: _digest,
    }
)
