"""A state as words and an action as one word: how their values are encoded, in Python and in compiled code.

A codec turns a value into units, integers of a fixed bit width; `Words` puts the units of a state side by side
into words of 64 bits. A value that does not fit is an error; it is never truncated.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.conversion import OTHER_TYPE, convert, dispatch, variant_for
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import joined_words, resized, words_of
from plywise.compiler.types.enumerations import members_of, number_of
from plywise.compiler.types.joining import field_names, fields_of
from plywise.compiler.types.kinds import (
    BIT,
    BYTE,
    CHAR,
    FLOAT,
    FLOAT64,
    INT,
    LETTER,
    NONE,
    TEXT,
    TRUTH,
    WHOLE,
    Bytes,
    Int,
    Kind,
    Member,
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    Packed,
    Record,
    Refusal,
    Row,
    Tuple,
    Union,
    Value,
    bits_of,
)
from plywise.errors import LayoutOverflow


class Codec:
    """How the values of one place of a state are encoded.

    kind: their type in the compiled rules
    units: the number of bits of each unit
    """

    kind: Kind
    units: tuple[int, ...]

    def encode(self, value: Any) -> list[int]:
        """Return the units of a value. Raises LayoutOverflow."""
        raise NotImplementedError

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """Emit the decoding of units into a value."""
        raise NotImplementedError

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """Emit the encoding of a value into units; LayoutOverflow at run time if it does not fit."""
        raise NotImplementedError

    def described(self) -> Any:
        """Return the codec's description, for JSON."""
        raise NotImplementedError

    @property
    def unpacked(self) -> Kind:
        """The type of a value outside a state."""
        return self.kind

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.described() == other.described()

    def __hash__(self) -> int:
        return hash(repr(self.described()))


def is_of_numpy(value: Any) -> bool:
    """Return whether a value is a NumPy number."""
    return type(value).__module__ == "numpy" and hasattr(value, "dtype") and not hasattr(value, "__len__")


def bits_for(count: int) -> int:
    """Return the number of bits needed to distinguish this many values."""
    return (count - 1).bit_length() if count > 1 else 0


def _shown(number: int) -> str:
    """Return a number as text; a long one in hexadecimal, so that it can be read as a board."""
    return repr(number) if number.bit_length() <= 64 else f"{number:#x}"


def _check(f: Emitter, wrong: Any, what: str) -> None:
    f.fail(wrong, LayoutOverflow, f"{what}, as trial positions did not show it")


class NumberCodec(Codec):
    """Ints from `low`, in a number of bits; with 64 bits, any. numpys: the range of their NumPy type, if any."""

    def __init__(self, low: int, bits: int, numpys: Sequence[int] | None = None) -> None:
        self.low, self.bits, self.units, self.numpys = low, bits, (bits,), numpys
        self.kind = WHOLE if numpys is None else NumpyInt(low=numpys[0], high=numpys[1])

    def described(self) -> Any:
        """See Codec."""
        return ["int", self.low, self.bits, *([] if self.numpys is None else [list(self.numpys)])]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if self.numpys is not None and is_of_numpy(value):
            value = value.item()
        if not isinstance(value, int):
            raise LayoutOverflow(f"{value!r} is not an int")
        if self.bits == 64 and -(2**63) <= value < 2**63:
            return [int(value) % 2**64]
        if not 0 <= value - self.low < 1 << self.bits:
            high, least = self.low + (1 << self.bits) - 1, min(self.low, value)
            wanted = (max(high, value) - least).bit_length()
            raise LayoutOverflow(f"{_shown(value)} is outside {self.low} to {high}", bits=wanted)
        return [int(value) - self.low]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, [units[0] if self.bits == 64 else f.builder.add(units[0], f.int(self.low))])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        if isinstance(value.kind, NumpyInt) and self.numpys is None and value.kind != NumpyInt():
            raise f.refuse(f"a {value.kind} where trial positions show ints; write int(...) of it")
        word = convert(f, value, WHOLE).scalars[0]
        if self.bits == 64:
            return [word]
        moved = f.builder.sub(word, f.int(self.low))
        high = self.low + (1 << self.bits) - 1
        _check(f, f.builder.icmp_unsigned(">=", moved, f.int(1 << self.bits)), f"an int not from {self.low} to {high}")
        return [moved]


class WideCodec(Codec):
    """Ints of more than 64 bits: a number of bits, in two's complement if some are negative. Its units are words."""

    kind: Int

    def __init__(self, bits: int, signed: bool) -> None:
        self.bits, self.signed = bits, signed
        self.kind = Int(bits_of((1 << bits - signed) - 1))
        self.units = tuple(min(64, bits - begin) for begin in range(0, bits, 64))
        self.low = -(1 << bits - 1) if signed else 0

    def described(self) -> Any:
        """See Codec."""
        return ["wide", self.bits, self.signed]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, int):
            raise LayoutOverflow(f"{value!r} is not an int")
        if not 0 <= value - self.low < 1 << self.bits:
            raise LayoutOverflow(f"{_shown(value)} does not fit {self.bits} bits", bits=value.bit_length() + 1)
        return [(int(value) >> 64 * place) % (1 << width) for place, width in enumerate(self.units)]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        words, above = list(units), f.int(0)
        if self.signed:
            spare = f.int(64 - self.units[-1])
            words[-1] = f.builder.ashr(f.builder.shl(words[-1], spare), spare)
            above = f.builder.ashr(words[-1], f.int(63))
        words += [above] * (self.kind.bits // 64 - len(words))
        return Value(f.program.met(self.kind), [joined_words(f.builder, words)])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        number = convert(f, value, f.program.met(self.kind)).scalars[0]
        if self.bits < self.kind.bits:
            moved = f.builder.sub(number, number.type(self.low))
            wrong = f.builder.icmp_unsigned(">=", moved, number.type(1 << self.bits))
            _check(f, wrong, f"an int that does not fit {self.bits} bits")
        words = words_of(f.builder, number)
        return [
            word if width == 64 else f.builder.and_(word, f.int((1 << width) - 1))
            for word, width in zip(words, self.units, strict=False)
        ]


class CellsCodec(Codec):
    """Ints of which few bits are set, or few are not, as one unit: the places of those bits.

    So an action can be a wide int: one cell's bit, or the bits of the cells that a move changes.

    places: how many bits may be set
    span: the bits of the ints
    """

    kind: Int

    def __init__(self, places: int, span: int) -> None:
        self.places, self.span = places, span
        self.kind = Int(bits_of((1 << span) - 1))
        self.width = bits_for(span + 1)
        self.units = (1 + places * self.width,)

    def described(self) -> Any:
        """See Codec."""
        return ["cells", self.places, self.span]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, int):
            raise LayoutOverflow(f"{value!r} is not an int")
        cells = ~value if value < 0 else int(value)
        if cells.bit_length() > self.span or cells.bit_count() > self.places:
            raise LayoutOverflow(f"{_shown(value)} is not an int of {self.span} bits, of which {self.places} are set")
        unit, at = int(value < 0), 1
        while cells:
            unit |= (cells & -cells).bit_length() << at
            cells, at = cells & cells - 1, at + self.width
        return [unit]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        builder, scalar = f.builder, f.program.met(self.kind).scalars[0]
        cells = scalar(0)
        for number in range(self.places):
            moved = builder.lshr(units[0], f.int(1 + number * self.width))
            place = resized(builder, builder.and_(moved, f.int((1 << self.width) - 1)), scalar)
            some = builder.icmp_unsigned("!=", place, scalar(0))
            bit = builder.shl(scalar(1), builder.select(some, builder.sub(place, scalar(1)), scalar(0)))
            cells = builder.or_(cells, builder.select(some, bit, scalar(0)))
        negative = builder.trunc(units[0], BIT)
        return Value(self.kind, [builder.select(negative, builder.not_(cells), cells)])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        builder = f.builder
        number = convert(f, value, f.program.met(self.kind)).scalars[0]
        scalar = number.type
        negative = builder.icmp_signed("<", number, scalar(0))
        cells, unit = builder.select(negative, builder.not_(number), number), builder.zext(negative, INT)
        _check(f, builder.icmp_unsigned(">=", cells, scalar(1 << self.span)), f"an int of over {self.span} bits")
        for at in range(1, 1 + self.places * self.width, self.width):
            some = builder.icmp_unsigned("!=", cells, scalar(0))
            place = builder.add(resized(builder, builder.cttz(cells, BIT(0)), INT), f.int(1))
            unit = builder.or_(unit, builder.shl(builder.select(some, place, f.int(0)), f.int(at)))
            cells = builder.and_(cells, builder.sub(cells, scalar(1)))
        _check(f, builder.icmp_unsigned("!=", cells, scalar(0)), f"an int of over {self.places} set bits")
        return [unit]


OF_INTS = (NumberCodec, WideCodec, CellsCodec)


class TruthCodec(Codec):
    """True and False, in one bit or more. numpys: whether some of them are NumPy's."""

    def __init__(self, bits: int = 1, numpys: bool = False) -> None:
        self.units, self.numpys = (bits,), numpys
        self.kind = NumpyBool() if numpys else TRUTH

    def described(self) -> Any:
        """See Codec."""
        return ["bool", *self.units, *([True] if self.numpys else [])]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, bool) and not (self.numpys and is_of_numpy(value)):
            raise LayoutOverflow(f"{value!r} is not a bool")
        return [int(value)]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, [f.builder.trunc(units[0], BIT)])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        return [f.builder.zext(convert(f, value, TRUTH).scalars[0], INT)]


class PackedIntsCodec(Codec):
    """Tuples of a fixed number of ints, packed into one word, the first in the top bits: see thread_state.word_of."""

    units = (64,)

    def __init__(self, count: int) -> None:
        self.count, self.bits = count, 64 // count
        self.kind = Tuple((WHOLE,) * count)

    def described(self) -> Any:
        """See Codec."""
        return ["ints", self.count]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if type(value) is not tuple or len(value) != self.count:
            raise LayoutOverflow(f"{value!r} is not a tuple of {self.count}")
        word = 0
        for each in value:
            if not isinstance(each, int) or not -(1 << self.bits - 1) <= each < 1 << self.bits - 1:
                raise LayoutOverflow(f"{each!r} is not an int of {self.bits} bits")
            word = word << self.bits | int(each) % (1 << self.bits)
        return [word]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        above = (f.int(64 - self.bits * (self.count - place)) for place in range(self.count))
        moved = [f.builder.shl(units[0], each) for each in above]
        return Value(self.kind, [f.builder.ashr(each, f.int(64 - self.bits)) for each in moved])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        word, spare = f.int(0), f.int(64 - self.bits)
        for each in convert(f, value, self.kind).scalars:
            above = f.builder.shl(each, spare)
            wrong = f.builder.icmp_signed("!=", f.builder.ashr(above, spare), each)
            _check(f, wrong, f"an action's numbers take over {self.bits} bits each")
            word = f.builder.or_(f.builder.shl(word, f.int(self.bits % 64)), f.builder.lshr(above, spare))
        return [word]


class FloatCodec(Codec):
    """Floats. numpys: whether some of them are NumPy's."""

    units = (64,)

    def __init__(self, numpys: bool = False) -> None:
        self.numpys = numpys
        self.kind = NumpyFloat() if numpys else FLOAT

    def described(self) -> Any:
        """See Codec."""
        return ["float", *([True] if self.numpys else [])]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, float) or value != value or (is_of_numpy(value) and not self.numpys):
            raise LayoutOverflow(f"{value!r} is not a float")
        return [int.from_bytes(__import__("struct").pack("<d", value + 0.0), "little")]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, [f.builder.bitcast(units[0], FLOAT64)])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        number = convert(f, value, FLOAT).scalars[0]
        _check(f, f.builder.fcmp_unordered("!=", number, number), "a float that is not a number")
        return [f.builder.bitcast(f.builder.fadd(number, FLOAT64(0.0)), INT)]


class NoneCodec(Codec):
    """Only None."""

    kind, units = NONE, ()

    def described(self) -> Any:
        """See Codec."""
        return ["None"]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if value is not None:
            raise LayoutOverflow(f"{value!r} is not None")
        return []

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(NONE, (), (None,))

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        convert(f, value, NONE)
        return []


class NoActionCodec(NoneCodec):
    """No action at all: the game is over before it begins."""

    SAID = "an action, where trial positions showed none"

    def described(self) -> Any:
        """See Codec."""
        return ["nothing"]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        raise LayoutOverflow(self.SAID)

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        raise f.stop(LayoutOverflow, self.SAID)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        raise f.stop(LayoutOverflow, self.SAID)


class MemberCodec(Codec):
    """Members of an Enum."""

    def __init__(self, made_by: Any) -> None:
        self.made_by = made_by
        self.members = members_of(made_by)
        self.kind = Member(made_by)
        self.units = (bits_for(len(self.members)),)

    def described(self) -> Any:
        """See Codec."""
        return ["enum", self.made_by.__module__, self.made_by.__qualname__]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if type(value) is not self.made_by:
            raise LayoutOverflow(f"{value!r} is not a {self.made_by.__name__}")
        try:
            return [number_of(value)]
        except Refusal as refusal:
            raise LayoutOverflow(str(refusal)) from None

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, [units[0]])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        return [convert(f, value, self.kind).scalars[0]]


class LetterCodec(Codec):
    """Strings of one character of an alphabet."""

    kind = LETTER

    def __init__(self, alphabet: str) -> None:
        self.alphabet = alphabet
        self.units = (bits_for(len(alphabet)),)

    def described(self) -> Any:
        """See Codec."""
        return ["char", self.alphabet]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, str) or len(value) != 1 or value not in self.alphabet:
            raise LayoutOverflow(f"{value!r} is not one of {self.alphabet!r}")
        return [self.alphabet.index(value)]

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(LETTER, [letter_of(f, self.alphabet, units[0])])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        return [number_of_letter(f, self.alphabet, convert(f, value, LETTER).scalars[0])]


def letter_of(f: Emitter, alphabet: str, number: Any) -> Any:
    """Return a letter of an alphabet by its number; up to eight small ones are in one word."""
    builder = f.builder
    codes = [ord(each) for each in alphabet]
    if len(codes) <= 8 and max(codes) < 256:
        table = sum(code << 8 * place for place, code in enumerate(codes))
        moved = builder.lshr(ir.Constant(INT, (table + 2**63) % 2**64 - 2**63), builder.shl(number, f.int(3)))
        return builder.and_(builder.trunc(moved, CHAR), CHAR(255))
    codes += [0] * ((1 << bits_for(len(codes))) - len(codes))  # for unused numbers
    base = f.program.table("alphabet", CHAR, [CHAR(code) for code in codes])
    return builder.load(builder.gep(builder.bitcast(base, CHAR.as_pointer()), [number]))


def number_of_letter(f: Emitter, alphabet: str, letter: Any) -> Any:
    """Return the number of a letter in an alphabet. Raises LayoutOverflow at run time."""
    builder, what = f.builder, f"a character that is not one of {alphabet}"
    low, high = ord(min(alphabet)), ord(max(alphabet))
    if high - low < 2048:
        numbers = [alphabet.find(chr(code)) for code in range(low, high + 1)]
        base = f.program.table("letters", BYTE, [BYTE(each) for each in numbers])
        at = builder.sub(letter, CHAR(low))
        _check(f, builder.icmp_unsigned(">", at, CHAR(high - low)), what)
        found = builder.load(builder.gep(base, [builder.zext(at, INT)]))
        _check(f, builder.icmp_signed("<", found, BYTE(0)), what)
        return builder.zext(found, INT)
    found = f.int(-1)
    for number, each in enumerate(alphabet):
        found = builder.select(builder.icmp_signed("==", letter, CHAR(ord(each))), f.int(number), found)
    _check(f, builder.icmp_signed("<", found, f.int(0)), what)
    return found


class TupleCodec(Codec):
    """A tuple of known length, a NamedTuple or a frozen dataclass: its items, one after another."""

    def __init__(self, items: Sequence[Codec], made_by: Any = None) -> None:
        self.items, self.made_by = list(items), made_by
        kinds = tuple(each.kind for each in items)
        self.kind = Tuple(kinds) if made_by is None else Record(made_by, field_names(made_by), kinds)
        self.units = tuple(unit for each in items for unit in each.units)

    @property
    def unpacked(self) -> Kind:
        """See Codec."""
        kinds = tuple(each.unpacked for each in self.items)
        return Tuple(kinds) if self.made_by is None else Record(self.made_by, field_names(self.made_by), kinds)

    def described(self) -> Any:
        """See Codec."""
        where = None if self.made_by is None else [self.made_by.__module__, self.made_by.__qualname__]
        return ["tuple", where, *(each.described() for each in self.items)]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if self.made_by is None:
            if type(value) is not tuple or len(value) != len(self.items):
                raise LayoutOverflow(f"{value!r} is not a tuple of {len(self.items)}")
            items = list(value)
        else:
            if type(value) is not self.made_by:
                raise LayoutOverflow(f"{value!r} is not a {self.made_by.__name__}")
            items = fields_of(value)
        return [unit for place, item in enumerate(items) for unit in self._encode_item(place, item)]

    def _encode_item(self, place: int, item: Any) -> list[int]:
        try:
            return self.items[place].encode(item)
        except LayoutOverflow as misfit:
            raise misfit.within(str(place) if self.made_by is None else field_names(self.made_by)[place]) from None

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        scalars: list[Any] = []
        at = 0
        for each in self.items:
            scalars += each.decode(f, units[at : at + len(each.units)]).scalars
            at += len(each.units)
        return Value(self.kind, scalars)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        if not (hasattr(value.kind, "items") and len(value.kind.items) == len(self.items)):
            value = convert(f, value, self.unpacked)
        if isinstance(value.kind, Record) != (self.made_by is not None) or (
            isinstance(value.kind, Record) and value.kind.made_by is not self.made_by
        ):
            value = convert(f, value, self.unpacked)
        return [unit for each, item in zip(self.items, value.items(), strict=True) for unit in each.emit(f, item)]


class RowCodec(Codec):
    """A tuple, string or bytes of items of one kind; its length is known, or is encoded as well.

    of: the name of its Python type
    room: the maximum number of items
    varies: whether there may be fewer
    """

    def __init__(self, item: Codec, room: int, varies: bool = False, of: str = "tuple") -> None:
        self.item, self.room, self.varies, self.of, self.text = item, room, varies, of, of == "str"
        self.width = sum(item.units)
        self.compact = self.width <= 64
        if self.compact:
            self.per = 64 // self.width if self.width else max(room, 1)
            counts = [min(self.per, room - begin) for begin in range(0, room, self.per)]
            self.units = tuple(count * self.width for count in counts) if self.width else ()
        else:
            self.per = 1
            self.units = (64,) * (len(item.units) * room)
        self.words = len(self.units)
        if varies:
            self.units = (*self.units, bits_for(room + 1))
        self.kind = Packed(self)

    @property
    def unpacked(self) -> Kind:
        """See Codec."""
        return {"str": TEXT, "bytes": Bytes()}.get(self.of) or Row(self.item.unpacked)

    def described(self) -> Any:
        """See Codec."""
        return ["row", self.item.described(), self.room, self.varies, self.of]

    # --- in Python ------------------------------------------------------------------------------------------------

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if type(value).__name__ != self.of:
            raise LayoutOverflow(f"{value!r} is not a {self.of}")
        if len(value) > self.room or (len(value) < self.room and not self.varies):
            raise LayoutOverflow(f"{value!r} has {len(value)} items, not {self.room}")
        found = [0] * self.words
        for place, item in enumerate(value):
            try:
                units = self.item.encode(item)
            except LayoutOverflow as misfit:
                raise misfit.within(str(place)) from None
            if not self.compact:
                found[place * len(units) : (place + 1) * len(units)] = units
            elif self.width:
                found[place // self.per] |= self._joined(units) << place % self.per * self.width
        return [*found, len(value)] if self.varies else found

    def _joined(self, units: Sequence[int]) -> int:
        word, at = 0, 0
        for unit, width in zip(units, self.item.units, strict=True):
            word |= unit << at
            at += width
        return word

    # --- compiled -------------------------------------------------------------------------------------------------

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, units)

    def length(self, f: Emitter, value: Value) -> Any:
        """Return the number of items."""
        return value.scalars[-1] if self.varies else f.int(self.room)

    def get(self, f: Emitter, value: Value, at: Any) -> Value:
        """Return the item at an existing place."""
        builder, words = f.builder, value.scalars[: self.words]
        if not self.width:
            return self.item.decode(f, [f.int(0)] * len(self.item.units))
        if not self.compact:
            count = len(self.item.units)
            units = [self._word(f, words[number::count], at) for number in range(count)]
            return self.item.decode(f, units)
        if self.words == 1:
            word, shift = words[0], builder.mul(at, f.int(self.width))
        else:
            word = self._word(f, words, builder.udiv(at, f.int(self.per)))
            shift = builder.mul(builder.urem(at, f.int(self.per)), f.int(self.width))
        return self.item.decode(f, self._split(f, builder.lshr(word, shift)))

    def replaced(self, f: Emitter, value: Value, at: Any, item: Value) -> Value:
        """Return the row with another item at an existing place. LayoutOverflow if the item does not fit."""
        builder, words, units = f.builder, list(value.scalars), self.item.emit(f, item)
        if not self.compact:
            for place in range(self.words):
                here = builder.icmp_unsigned("==", at, f.int(place // len(units)))
                words[place] = builder.select(here, units[place % len(units)], words[place])
            return Value(self.kind, words)
        shift = builder.mul(builder.urem(at, f.int(self.per)), f.int(self.width))
        new = builder.shl(self._joined_units(f, units), shift)
        kept = builder.not_(builder.shl(f.int((1 << self.width) - 1 if self.width < 64 else -1), shift))
        for place in range(self.words):
            changed = builder.or_(builder.and_(words[place], kept), new)
            here = builder.icmp_unsigned("==", builder.udiv(at, f.int(self.per)), f.int(place))
            words[place] = changed if self.words == 1 else builder.select(here, changed, words[place])
        return Value(self.kind, words)

    def _joined_units(self, f: Emitter, units: Sequence[Any]) -> Any:
        """Return the units of an item side by side in a word."""
        joined, low = f.int(0), 0
        for unit, width in zip(units, self.item.units, strict=True):
            joined = f.builder.or_(joined, f.builder.shl(unit, f.int(low)) if low else unit)
            low += width
        return joined

    def _word(self, f: Emitter, words: Sequence[Any], number: Any) -> Any:
        found = words[0]
        for place, word in enumerate(words[1:], 1):
            found = f.builder.select(f.builder.icmp_unsigned("==", number, f.int(place)), word, found)
        return found

    def _split(self, f: Emitter, word: Any) -> list[Any]:
        """Return the units of an item, side by side at the low end of a word."""
        found, at = [], 0
        for width in self.item.units:
            moved = word if not at else f.builder.lshr(word, f.int(at))
            found.append(moved if width == 64 else f.builder.and_(moved, f.int((1 << width) - 1)))
            at += width
        return found

    def unpack(self, f: Emitter, value: Value) -> Value:
        """Return the items in memory."""
        inner = self.item.unpacked
        size, count = f.size_of(inner), self.length(f, value)
        items = f.allocate(f.builder.mul(f.int(self.room), size))
        words = value.scalars[: self.words]
        if not self.compact or not self.width:
            f.count(count, lambda at: f.store(convert(f, self.get(f, value, at), inner), items, at))
        for number, word in enumerate(words if self.compact else ()):
            begin = number * self.per

            def one(at: Any, word: Any = word, begin: int = begin) -> None:
                moved = f.builder.lshr(word, f.builder.mul(at, f.int(self.width)))
                each = convert(f, self.item.decode(f, self._split(f, moved)), inner)
                f.store(each, items, f.builder.add(at, f.int(begin)))

            f.count(f.int(min(self.per, self.room - begin)), one)
        return Value(self.unpacked, [items, count])

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        if isinstance(value.kind, Packed) and value.kind.codec == self:
            return list(value.scalars)
        if isinstance(value.kind, Union):
            value = convert(f, value, self.unpacked)
        fixed = isinstance(value.kind, Tuple) and not self.text and not self.varies
        if fixed and len(value.kind.items) != self.room:
            raise f.refuse(
                f"a tuple of {len(value.kind.items)} where trial positions show one of {self.room}; make all tuples "
                "the same length"
            )
        row = convert(f, value, self.unpacked)
        count = row.scalars[1]
        builder, places = f.builder, [f.place(INT) for _ in range(self.words)]
        if self.varies:
            _check(f, builder.icmp_unsigned(">", count, f.int(self.room)), f"more than {self.room} items")
        else:
            _check(f, builder.icmp_signed("!=", count, f.int(self.room)), f"another number of items than {self.room}")
        for place in places:
            builder.store(f.int(0), place)
        inner = LETTER if self.text else self.item.unpacked

        def pack(number: int, begin: int, at: Any) -> None:
            units = self.item.emit(f, f.load(inner, row.scalars[0], f.builder.add(at, f.int(begin))))
            moved = f.builder.shl(self._joined_units(f, units), f.builder.mul(at, f.int(self.width)))
            f.builder.store(f.builder.or_(f.builder.load(places[number]), moved), places[number])

        for number in range(self.words if self.compact else 0):
            begin = number * self.per
            most = f.int(min(self.per, self.room - begin))
            if self.varies:
                left = builder.sub(count, f.int(begin))
                most = f.builder.select(f.builder.icmp_signed("<", left, most), left, most)
            f.count(most, partial(pack, number, begin))
        if not self.compact:
            self._pack_wide(f, row, inner, places)
        found = [f.builder.load(place) for place in places]
        return [*found, count] if self.varies else found

    def _pack_wide(self, f: Emitter, row: Value, inner: Kind, places: list[Any]) -> None:
        """Pack items of several words each."""
        each = len(self.item.units)
        for place in range(self.room):
            inside = f.builder.icmp_signed("<", f.int(place), row.scalars[1])
            with f.when(inside):
                units = self.item.emit(f, f.load(inner, row.scalars[0], f.int(place)))
                for number, unit in enumerate(units):
                    f.builder.store(unit, places[place * each + number])


class UnionCodec(Codec):
    """One of several kinds: its number, and its units, which share their place with the others' units."""

    def __init__(self, variants: Sequence[Codec]) -> None:
        self.variants = list(variants)
        self.kind = Union(tuple(each.kind for each in variants))
        longest = max(len(each.units) for each in variants)
        rows = [[*each.units, *[0] * (longest - len(each.units))] for each in variants]
        self.units = (bits_for(len(variants)), *map(max, zip(*rows, strict=True)))

    @property
    def unpacked(self) -> Kind:
        """See Codec."""
        return Union(tuple(each.unpacked for each in self.variants))

    def described(self) -> Any:
        """See Codec."""
        return ["union", *(each.described() for each in self.variants)]

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        whole_last = sorted(enumerate(self.variants), key=lambda pair: isinstance(pair[1], OF_INTS))
        for number, each in whole_last:  # a member of an IntEnum is an int as well
            try:
                units = each.encode(value)
            except LayoutOverflow:
                continue
            return [number, *units, *[0] * (len(self.units) - 1 - len(units))]
        raise LayoutOverflow(f"{value!r} has a type that trial positions did not show")

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        scalars = [f.builder.trunc(units[0], BYTE)]
        for each in self.variants:
            own = [
                unit if width == 64 else f.builder.and_(unit, f.int((1 << width) - 1))
                for unit, width in zip(units[1:], each.units, strict=False)
            ]
            scalars += each.decode(f, own).scalars
        return Value(self.kind, scalars)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        places = [f.place(INT) for _ in self.units]
        for place in places:
            f.builder.store(f.int(0), place)
        dispatch(f, [value], lambda each: self._emit_one(f, each, places))
        return [f.builder.load(place) for place in places]

    def _emit_one(self, f: Emitter, value: Value, places: list[Any]) -> Value:
        kinds: list[Any] = [self.kind, self.unpacked]
        number = variant_for(kinds[0], value.kind)
        if number is None:
            number = variant_for(kinds[1], value.kind)
        if number is None:
            raise f.refuse(OTHER_TYPE)
        f.builder.store(f.int(number), places[0])
        for place, unit in enumerate(self.variants[number].emit(f, value), 1):
            f.builder.store(unit, places[place])
        return Value(NONE)


# --- units in words ---------------------------------------------------------------------------------------------------


class Words:
    """The units of a codec, side by side in words of 64 bits; no unit spans two words."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.places: list[tuple[int, int]] = []
        free: list[int] = []
        for width in codec.units:
            number = next((place for place, left in enumerate(free) if left >= width), len(free))
            if number == len(free):
                free.append(64)
            self.places.append((number, 64 - free[number]))
            free[number] -= width
        self.count = max(len(free), 1)

    def encode(self, value: Any) -> tuple[int, ...]:
        """Return the words of a value. Raises LayoutOverflow."""
        found = [0] * self.count
        for unit, (number, shift) in zip(self.codec.encode(value), self.places, strict=True):
            found[number] |= unit << shift
        return tuple(word - 2**64 if word >> 63 else word for word in found)

    def fits(self, value: Any) -> bool:
        """Return whether a value can be encoded."""
        try:
            self.codec.encode(value)
        except LayoutOverflow:
            return False
        return True

    def decode(self, f: Emitter, words: Sequence[Any]) -> Value:
        """Emit the decoding of words into a value."""
        units = []
        for width, (number, shift) in zip(self.codec.units, self.places, strict=True):
            unit = f.builder.lshr(words[number], f.int(shift)) if shift else words[number]
            units.append(unit if width == 64 or shift + width == 64 else f.builder.and_(unit, f.int((1 << width) - 1)))
        return self.codec.decode(f, units)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """Emit the encoding of a value into words."""
        found: list[Any] = [f.int(0)] * self.count
        for unit, (number, shift) in zip(self.codec.emit(f, value), self.places, strict=True):
            found[number] = f.builder.or_(found[number], f.builder.shl(unit, f.int(shift)) if shift else unit)
        return found
