"""Derives the codec of states and actions from the values seen in trial positions."""

import enum
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from plywise.compiler.layout.codec import (
    CellsCodec,
    Codec,
    FloatCodec,
    LetterCodec,
    MemberCodec,
    NoneCodec,
    NumberCodec,
    RowCodec,
    TruthCodec,
    TupleCodec,
    UnionCodec,
    WideCodec,
    bits_for,
    is_of_numpy,
)
from plywise.compiler.layout.set_codec import MAX_SET, SetCodec
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.joining import DTYPES, fields_of, is_record, kind_of_numbers
from plywise.compiler.types.kinds import WIDTHS, NumpyInt, Refusal, bits_of
from plywise.compiler.types.shapes import has_set, in_order, parts_of, shape_of

FLOAT64 = ("numpy", "float64")
NUMBERS = {"bool", "int", *(("numpy", name) for name in DTYPES if name != "float64")}
"""The types of values in a place that holds ints."""

BOARD_BITS = 20
"""The minimum bits of an int that may be a board, if another int of the state is wide."""


def size_of(number: int) -> int:
    """Return the number of bits an int needs, without its sign."""
    return (~number if number < 0 else number).bit_length()


class Observer:
    """Finds the codec for the values seen in one place.

    letters: characters that may occur besides those seen
    wide: how much wider the layout is than the values seen, initially 0
    number_bits: the bits of each int in actions if all have the same; None: according to the values seen
    share: an int in actions that needs more bits than this is encoded as the places of its set bits
    spare: the number of set bits allowed beyond those seen
    boards: the bits of the widest int seen, if it needs more than a word: all boards get this size
    """

    def __init__(
        self,
        letters: Iterable[str] = (),
        wide: int = 0,
        number_bits: int | None = None,
        share: int = WIDTHS[-1],
        spare: int = 0,
        boards: int = 0,
    ) -> None:
        self.letters = set(letters)
        self.wide = wide
        self.number_bits = number_bits
        self.share, self.spare = share, spare
        self.boards = boards

    def observe(self, values: Sequence[Any], inside: bool = False) -> Codec:
        """Return the codec for some values. inside: they are items of a row. Raises Refusal."""
        boards, found = self.boards, self._observe(values, inside)
        while self.boards != boards:  # earlier values may be boards as well
            boards, found = self.boards, self._observe(values, inside)
        return found

    def _observe(self, values: Sequence[Any], inside: bool) -> Codec:
        groups: dict[Any, list[Any]] = {}
        for value in values:
            groups.setdefault(self._group(value), []).append(value)
        if set(groups) == {"bool", "int"}:
            groups = {"int": [*groups["int"], *groups["bool"]]}
        if any(isinstance(key, tuple) and key[0] == "numpy" for key in groups) and set(groups) <= NUMBERS:
            return self._numpys(groups, inside)
        if set(groups) == {"float", FLOAT64}:
            groups = {FLOAT64: [*groups["float"], *groups[FLOAT64]]}
        tuples = [key for key in groups if isinstance(key, tuple) and key[0] == "tuple"]
        if len(tuples) > 1:
            merged = [value for key in tuples for value in groups[key]]
            kinds = {self._group(item) for value in merged for item in value}
            if len(kinds) <= 1 or kinds <= NUMBERS:
                groups = {key: group for key, group in groups.items() if key not in tuples} | {"row": merged}
        codecs = [self._of_group(key, group, inside) for key, group in groups.items()]
        return codecs[0] if len(codecs) == 1 else UnionCodec(codecs)

    @staticmethod
    def _group(value: Any) -> Any:
        """Return the key that groups the values of one codec."""
        simple = {bool: "bool", int: "int", float: "float", type(None): "None", str: "str", frozenset: "set"}
        if type(value) in simple:
            return simple[type(value)]
        if isinstance(value, enum.Enum):
            return ("enum", type(value))
        if is_record(value):
            return ("record", type(value))
        if type(value) is tuple:
            return ("tuple", len(value))
        if type(value) is bytes:
            return "bytes"
        if is_of_numpy(value) and ("numpy", value.dtype.name) in (*NUMBERS, FLOAT64):
            return ("numpy", value.dtype.name)
        raise Refusal(f"a {type(value).__name__} in a state or action; {REMEDIES.get(type(value).__name__, REMEDY)}")

    def _of_group(self, key: Any, values: list[Any], inside: bool) -> Codec:
        simple = {"bool": TruthCodec, "float": FloatCodec, "None": NoneCodec}
        if key in simple:
            return simple[key]()
        if key == "int":
            return self._numbers(values, inside)
        if key == "str":
            return self._texts(values)
        if key == "bytes":
            return self._bytes(values)
        if key == "set":
            return self._sets(values)
        if key == "row":
            return self._varying(values)
        if key == FLOAT64:
            return FloatCodec(numpys=True)
        if key[0] == "enum":
            return MemberCodec(key[1])
        rows = [fields_of(value) for value in values] if key[0] == "record" else values
        return self._tuples(rows, key[1] if key[0] == "record" else None)

    def _numbers(self, values: list[Any], inside: bool) -> Codec:
        low, high = min(values), max(values)
        seen = max(size_of(low), size_of(high))
        if seen >= WIDTHS[-1]:
            raise Refusal(f"an int of {seen:,} bits in a state or action; the maximum is {WIDTHS[-1] - 1:,}")
        if self.number_bits is not None:
            return self._cells(values, seen) if seen >= self.share else self._equal_share(self.number_bits)
        if not -(2**63) <= low <= high < 2**63:
            self.boards = max(self.boards, seen)
        if self.boards and seen >= BOARD_BITS:
            return self._wide_numbers(self.boards, low < 0)
        if inside and self.wide == 0 and low >= -1 and high < 2**12:
            spare = high.bit_length() if high > 3 else 0  # counts may grow; kinds of pieces do not
            return NumberCodec(min(low, 0), bits_for(high + spare - min(low, 0) + 1) or 1)
        for bits in (16, 32):
            if -(1 << bits - 5) <= low and high < 1 << bits - 5 and self.wide < 2:
                return NumberCodec(-(1 << bits - 1), bits)
        return NumberCodec(-(2**63), 64)

    def _numpys(self, groups: dict[Any, list[Any]], inside: bool) -> Codec:
        """Return the codec of NumPy numbers, which may be mixed with Python's."""
        kinds: list[Any] = [kind_of_numbers(key[1]) for key in groups if isinstance(key, tuple)]
        if set(groups) <= {"bool", ("numpy", "bool")}:
            return TruthCodec(numpys=True)
        numbers = [int(value) for values in groups.values() for value in values]
        found: Any = self._numbers(numbers, inside)
        ints = [each for each in kinds if isinstance(each, NumpyInt)]
        limits = (max(each.low for each in ints), min(each.high for each in ints))
        if isinstance(found, NumberCodec):
            return NumberCodec(found.low, found.bits, limits)
        if self.number_bits is None and all(limits[0] <= value <= limits[1] for value in numbers):
            return NumberCodec(-(2**63), 64, limits)
        raise Refusal("a NumPy int where other values need more bits than it has; write int(...) of it instead")

    def _bytes(self, values: list[bytes]) -> Codec:
        item = self._numbers([each for value in values for each in value] or [0], inside=True)
        lengths = {len(value) for value in values}
        if len(lengths) == 1 and lengths != {0}:
            return RowCodec(item, lengths.pop(), of="bytes")
        return RowCodec(item, self._room(max(lengths)), varies=True, of="bytes")

    @staticmethod
    def _equal_share(bits: int) -> Codec:
        return NumberCodec(-(1 << bits - 1), bits)

    def _cells(self, values: list[Any], seen: int) -> Codec:
        """Return the codec of ints of actions by the places of their set bits."""
        count = max((~value if value < 0 else value).bit_count() for value in values)
        return CellsCodec(count + self.spare, (1 << bits_for(max(seen, self.boards) + 1)) - 1)

    def _wide_numbers(self, seen: int, signed: bool) -> Codec:
        """Return the codec of ints of more than a word, with the bits seen, rounded up."""
        if self.wide:
            return WideCodec(min(_rounded(seen + 64 * self.wide, 64) + signed, WIDTHS[-1] - 1), signed)
        return WideCodec(min(_rounded(seen + 2, 16), bits_of((1 << seen) - 1) - 1) + signed, signed)

    def _alphabet(self, seen: set[str]) -> str:
        letters = seen | self.letters
        if self.wide or not letters:
            letters |= {chr(code) for code in range(32, 127)}
        return "".join(sorted(letters))

    def _texts(self, values: list[str]) -> Codec:
        letters = LetterCodec(self._alphabet({letter for value in values for letter in value}))
        lengths = {len(value) for value in values}
        if lengths == {1}:
            return letters
        if lengths == {0}:  # such as the promotion piece, if no pawn was promoted
            return RowCodec(letters, 1, varies=True, of="str")
        if len(lengths) == 1:
            return RowCodec(letters, lengths.pop(), of="str")
        return RowCodec(letters, self._room(max(lengths)), varies=True, of="str")

    def _room(self, most: int) -> int:
        if self.number_bits is not None:
            return most + 1
        return (most + max(4, most // 2)) << 2 * self.wide

    def _sets(self, values: list[Any]) -> Codec:
        things = {thing for value in values for thing in value}
        if not things:
            return SetCodec([[]], None)
        shapes = {shape_of(thing) for value in values for thing in value}
        if len(shapes) > 1:
            raise Refusal("a frozenset of values of several types; write values of one type, or a tuple, instead")
        shape = shapes.pop()
        rows = [parts_of(thing, shape) or [] for thing in things]
        return SetCodec([self._part(set(column)) for column in zip(*rows, strict=True)], shape)

    def _part(self, seen: set[Any]) -> list[Any]:
        kinds = {self._group(each) for each in seen}
        if kinds <= {"int", "bool"}:
            low, high = min(seen) - self.wide, max(seen) + self.wide
            if low < 0 <= min(seen) and self.wide < 2:
                low = 0
            if high - low >= MAX_SET and all(each > 0 and each & each - 1 == 0 for each in seen):
                return [1 << cell for cell in range(max(seen).bit_length() + self.wide)]  # the bits of a board
            if high - low >= MAX_SET:
                raise Refusal(
                    f"a frozenset of ints from {low:,} to {high:,}; the maximum is {MAX_SET}, so write a tuple"
                )
            return list(range(low, high + 1))
        if kinds == {"str"}:
            letters = {each for each in self.letters if self.wide} if all(len(each) == 1 for each in seen) else set()
            return sorted(seen | letters)
        if kinds == {"set"}:
            if any(has_set(thing) for many in seen for thing in many):
                raise Refusal("frozensets of frozensets in a frozenset; write tuples in place of the inner ones")
            return sorted(seen, key=lambda each: sorted(map(repr, each)))
        if len(kinds) == 1 and (enumeration := type(next(iter(seen)))) and issubclass(enumeration, enum.Enum):
            return in_order(members_of(enumeration))
        raise Refusal(
            "a frozenset may hold only ints, strings, members of an Enum, and tuples, NamedTuples and frozen "
            "dataclasses of these; write a tuple"
        )

    def _varying(self, values: list[Any]) -> Codec:
        item = self.observe([item for value in values for item in value], inside=True)
        return RowCodec(item, self._room(max(map(len, values))), varies=True)

    def _needs_more(self, values: Iterable[Any]) -> bool:
        """Return whether an int in actions needs more bits than its share."""
        return any(isinstance(each, int) and size_of(each) >= self.share for each in values)

    def _tuples(self, rows: list[Any], made_by: Any) -> Codec:
        columns = list(zip(*rows, strict=True))
        if made_by is None and len(columns) > 2 and not any(map(self._needs_more, columns)):
            groups = {self._group(item) for row in rows for item in row}
            if len(groups) == 1 or groups <= NUMBERS:
                item = self.observe([item for row in rows for item in row], inside=True)
                return RowCodec(item, len(columns))
        return TupleCodec([self.observe(column) for column in columns], made_by)


REMEDY = (
    "fields are ints, bools, floats, strings, None, Enums, and tuples, NamedTuples, frozen dataclasses and frozensets"
    " of them"
)


REMEDIES = {
    "list": "a tuple can be hashed and compared, a list cannot",
    "set": "a frozenset can be hashed, a set cannot",
    "dict": "a tuple of values, one for each key, can be hashed; a dict cannot",
    "ndarray": "a tuple of ints can be hashed, and so can array.tobytes(); an array cannot",
}


SPARE_CELLS = (4, 2, 1, 0)
LEAST_SHARE = 16  # the minimum bits of plain ints if others have spare bits


def action_codec(values: Sequence[Any], letters: Iterable[str], boards: int = 0) -> Codec:
    """Return the codec of actions, in one word: ints get equal shares of the bits that the rest leaves. Raises Refusal.

    An int that needs more than its share is encoded as the places of its set bits: a bit of a board, or a few. boards:
    the bits of such a board if states have any of more than a word. letters: characters that strings get besides those
    seen, if they fit
    """
    once = list(dict.fromkeys(values))

    def codec(bits: int, share: int = WIDTHS[-1], spare: int = 0) -> Codec:
        return Observer(letters, number_bits=bits, share=share, spare=spare, boards=boards).observe(once)

    share = _most_bits(codec)
    if share == 0 and letters:
        return action_codec(values, (), boards)
    if share == 0:
        raise Refusal(f"an action of {sum(codec(2).units)} bits or more; the maximum is 64")
    for spare in SPARE_CELLS:
        bits = _most_bits(partial(codec, share=share, spare=spare))
        if bits >= min(share, LEAST_SHARE if spare else 2):
            return codec(bits, share, spare)
    raise Refusal(
        f"an action of ints of over {share} bits, too many of which are set for 64 bits in all; write the numbers of "
        "the cells that it changes, in a tuple, instead"
    )


def _most_bits(codec: Callable[[int], Codec]) -> int:
    """Return the maximum bits for the ints of an action; 0 if even two are too many."""
    least, most = 0, 65
    while most - least > 1:
        middle = (least + most) // 2
        if sum(codec(middle).units) <= 64:
            least = middle
        else:
            most = middle
    return least if least > 1 else 0


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step
