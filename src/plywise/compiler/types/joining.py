"""The join of types, which holds the values of all of them; and the types of constants."""

import dataclasses
import enum
from collections.abc import Iterator
from itertools import count
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from plywise.compiler.types.kinds import (
    CONSTANTS,
    FLOAT,
    LETTER,
    NEVER,
    NONE,
    RANGE,
    TEXT,
    TRUTH,
    Array,
    Bits,
    Bool,
    Bytes,
    Char,
    ComputedKeys,
    Constant,
    ConstantDict,
    ConstantSet,
    Dict,
    Float,
    Frozen,
    Generator,
    Int,
    Keyed,
    Kind,
    List,
    Member,
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    OfFields,
    Packed,
    Record,
    Refusal,
    Row,
    Set,
    Text,
    Tuple,
    Union,
    _OfCells,
    bits_of,
    holds_tied,
    widest,
)
from plywise.compiler.types.set_order import is_in_order, slots_of

MAX_NESTING = 12  # a type that contains itself would grow without end
MAX_VARIANTS = 255  # a byte tells them apart


SHORT = 4
"""A tuple of more items than this, all of one type, is stored in memory."""


_numbers = count()


class Cell:
    """The type of the items of a list, set or dict; cells that meet are united."""

    def __init__(self) -> None:
        self.number = next(_numbers)
        self._kind: Kind = NEVER
        self._into: Cell | None = None
        self._is_seen = False
        self._holds_constants = False

    def root(self) -> "Cell":
        """Return the representative of this cell's union."""
        cell = self
        while cell._into is not None:
            cell = cell._into
        return cell

    @property
    def kind(self) -> Kind:
        """The type."""
        return self.root()._kind

    @property
    def is_seen(self) -> bool:
        """Whether the iteration order of the cell's sets is observed."""
        return self.root()._is_seen

    def see(self) -> bool:
        """Record that the order of the cell's sets is observed; return whether that is new."""
        root = self.root()
        was_seen, root._is_seen = root._is_seen, True
        return not was_seen

    @property
    def holds_constants(self) -> bool:
        """Whether the cell's lists may include constants, created outside the rules, which no rule may change."""
        return self.root()._holds_constants

    def note_constant(self) -> bool:
        """Record that a list of the cell may be a constant; return whether that is new."""
        root = self.root()
        was, root._holds_constants = root._holds_constants, True
        return not was

    def widen(self, kind: Kind) -> bool:
        """Widen the cell to hold another type as well; return whether that changes it."""
        root = self.root()
        before = root._kind
        if before is kind or before == kind:
            return False
        root._kind = join(before, kind)
        return root._kind != before

    def unite(self, other: "Cell") -> bool:
        """Unite two cells; return whether they were different."""
        one, two = self.root(), other.root()
        if one is two:
            return False
        if isinstance(two, ConstantCell):
            return two.unite(one)
        two._into = one
        one.widen(two._kind)
        one._is_seen |= two._is_seen
        one._holds_constants |= two._holds_constants
        return True


class ConstantCell(Cell):
    """The cell of constant sets and dicts, which never changes; there is one for each type."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._kind = kind

    def widen(self, kind: Kind) -> bool:
        """See Cell. Raises Refusal if the type would change."""
        if join(self._kind, kind) != self._kind:
            raise Refusal(f"a {kind} is used with a constant of {self._kind}; make a copy: set(...), dict(...)")
        return False

    def unite(self, other: Cell) -> bool:
        """See Cell. Raises Refusal if the cells are different."""
        if other.root() is not self:
            raise Refusal("a constant is used as a set or dict that may change; make a copy: set(...), dict(...)")
        return False


_cells: WeakValueDictionary[Kind, ConstantCell] = WeakValueDictionary()


def constant_cell(kind: Kind) -> ConstantCell:
    """Return the cell of constants with items of a type."""
    return _cells.setdefault(kind, ConstantCell(kind))


def nesting(kind: Kind) -> int:
    """Return the nesting depth of a type."""
    inner: tuple[Kind, ...] = getattr(kind, "items", getattr(kind, "variants", ()))
    if isinstance(kind, Row):
        inner = (kind.item,)
    return 1 + max(map(nesting, inner), default=0)


def join(one: Kind, other: Kind) -> Kind:
    """Return the type that holds the values of both."""
    if one is other or one == other:
        return one
    if one == NEVER or other == NEVER:
        return other if one == NEVER else one
    one, other = _when_run(one), _when_run(other)
    if one == other:
        return one
    found = join_alike(one, other)
    if found is None:
        found = _join_to_union(one, other)
    if nesting(found) > MAX_NESTING:
        raise Refusal(
            "a value whose type grows without end, as x = (x, 1) in a loop, or as an item of a list of different types "
            "that is computed from its other items; write a list, or unpack the list into variables, instead"
        )
    return found


def _when_run(kind: Kind) -> Kind:
    """Return the run-time type of a constant."""
    if not isinstance(kind, Constant):
        return kind
    return kind_of(kind.thing)


_CONSTANT_SETS: dict[type, Any] = {Frozen: frozenset, Bits: (set, frozenset)}
"""Which constant sets join which types. A mutable set joins none, because it would become a separate copy."""


def as_constant(kind: Kind) -> Kind | None:
    """Return the type for one of several constant sets or dicts; None for any other value."""
    if isinstance(kind, CONSTANTS):
        return kind
    thing: Any = getattr(kind, "thing", None)
    if type(thing) in (set, frozenset):
        return ConstantSet(constant_cell(join_all(map(kind_of, thing))), type(thing) is frozenset, is_in_order(thing))
    if type(thing) in (dict, MappingProxyType):
        parts = (thing.keys(), thing.values())
        return ConstantDict(*(constant_cell(join_all(map(kind_of, part))) for part in parts))
    return None


def _join_constants(one: Kind, other: Kind) -> Kind | None:
    """Return the join of two types of constant sets or dicts; None for other types."""
    here, there = as_constant(one), as_constant(other)
    cells = [constant_cell(join(a.kind, b.kind)) for a, b in zip(_cells_of(here), _cells_of(there), strict=False)]
    if isinstance(here, ConstantSet) and isinstance(there, ConstantSet) and here.is_frozen == there.is_frozen:
        return ConstantSet(cells[0], here.is_frozen, here.in_order and there.in_order)
    if isinstance(here, ConstantDict) and isinstance(there, ConstantDict):
        return ConstantDict(*cells)
    return None


def _cells_of(kind: Any) -> tuple[Any, ...]:
    return getattr(kind, "cells", ())


def _join_numpys(one: Kind, other: Kind) -> Kind | None:
    """Return the join of two types of arrays, or of numbers that may be NumPy's; None for other types."""
    pair = {type(one), type(other)}
    for plain, numpys in ((Int, NumpyInt), (Bool, NumpyBool), (Float, NumpyFloat)):
        if pair <= {plain, numpys}:
            if any(isinstance(each, Int) and each.is_wide for each in (one, other)):
                raise Refusal("a NumPy int where other values have over 64 bits; write int(...) of it instead")
            known = [each for each in (one, other) if isinstance(each, NumpyInt)]
            if not known:
                return numpys()
            return NumpyInt(low=max(each.low for each in known), high=min(each.high for each in known))
    if isinstance(one, Array) and isinstance(other, Array) and (one.dtype, one.ndim) == (other.dtype, other.ndim):
        return Array(one.dtype, one.ndim, one.frozen or other.frozen, one.sure and other.sure)
    return None


def _join_cells(one: Any, other: Any) -> Kind | None:
    """Return the join of two types of lists, sets, dicts or generators, uniting their cells."""
    if getattr(one, "missing", None) != getattr(other, "missing", None):
        return None
    cells = [(cell.root(), another.root()) for cell, another in zip(one.cells, other.cells, strict=True)]
    if any(isinstance(cell, ConstantCell) for pair in cells for cell in pair if pair[0] is not pair[1]):
        return None
    for cell, another in cells:
        cell.unite(another)
    tied = holds_tied(one) or holds_tied(other)
    return Generator(one.cells[0], tied) if isinstance(one, Generator) else one


def join_alike(one: Kind, other: Kind) -> Kind | None:
    """Return the join of two types if it is not a union; otherwise None."""
    pair = {type(one), type(other)}
    if pair == {Char, Text}:
        return TEXT
    if pair == {Int}:
        return widest(one, other)
    found = _join_numpys(one, other)
    if found is not None:
        return found
    if pair <= {Constant, *CONSTANTS}:
        return _join_constants(one, other)
    if isinstance(one, _OfCells) and type(one) is type(other) and not isinstance(one, OfFields):
        return _join_cells(one, other)
    if isinstance(one, Record) and isinstance(other, Record):
        if one.made_by is other.made_by:
            return Record(one.made_by, one.names, tuple(map(join, one.items, other.items)))
        return None
    if isinstance(one, Tuple) and isinstance(other, Tuple) and len(one.items) == len(other.items):
        return Tuple(tuple(map(join, one.items, other.items)))
    for here, there in ((one, other), (other, one)):
        if isinstance(here, Packed) and isinstance(there, (Packed, Tuple, Row, Char, Text)):
            return join(here.codec.unpacked, there.codec.unpacked if isinstance(there, Packed) else there)
        found = _join_to_set(here, there)
        if found is not None:
            return found
    if Bytes in pair:
        return None
    if pair <= {Tuple, Row}:
        return _join_rows(one, other)
    if pair == {Row, List}:
        row: Any = one if isinstance(one, Row) else other
        listed: Any = other if row is one else one
        if row.constant_list:
            listed.cells[0].widen(row.item)
            return listed
    return None


def _join_to_set(here: Kind, there: Kind) -> Kind | None:
    """Return the type of sets that holds both, if the second can be converted to it; otherwise None."""
    if isinstance(here, Bits) and isinstance(there, Bits) and here.codec == there.codec:
        if here.cell is not None and there.cell is not None:
            here.cell.unite(there.cell)
        return there if here.cell is None else here
    if isinstance(here, Bits) and isinstance(there, Frozen):
        there.cells[0].widen(here.codec.item)
        if here.cell is not None:
            there.cells[0].unite(here.cell)
        return there
    if isinstance(here, ConstantSet) and here.is_frozen and isinstance(there, Frozen):
        there.cells[0].widen(here.item)
        return there
    if isinstance(here, Constant) and isinstance(here.thing, _CONSTANT_SETS.get(type(there), ())):
        if isinstance(there, Set):
            for thing in here.thing:
                there.cells[0].widen(_when_run(Constant(thing)))
        elif isinstance(there, Bits) and not _is_one_of(here.thing, there):
            return None
        return there
    return None


def _is_one_of(thing: Any, kind: Bits) -> bool:
    """Return whether a type of sets can represent a constant set, in the same order."""
    if not isinstance(thing, frozenset) or not all(kind.codec.number(each) >= 0 for each in thing):
        return False
    return not kind.codec.is_ordered or slots_of(thing) == slots_of(frozenset(sorted(thing)))


def _join_rows(one: Any, other: Any) -> Kind | None:
    lists = {isinstance(each, Row) and each.constant_list for each in (one, other)}
    if len(lists) == 2:
        return None
    item: Kind = NEVER
    for each in (one, other):
        for inner in (each.item,) if isinstance(each, Row) else each.items:
            item = join(item, inner)
    if isinstance(item, Union) and isinstance(one, Tuple) and isinstance(other, Tuple):
        return None
    return Row(item, lists.pop())


def _join_to_union(one: Kind, other: Kind) -> Kind:
    variants = list(_variants(one))
    for new in _variants(other):
        for place, old in enumerate(variants):
            joined = old if old == new else join_alike(old, new)
            if joined is not None:
                variants[place] = joined
                break
        else:
            variants.append(new)
    keyed = next((each for each in variants if isinstance(each, Keyed)), None)
    if keyed is not None and any(type(each) is Dict for each in variants):
        raise ComputedKeys(keyed.shape.made_by)
    if len(variants) > MAX_VARIANTS:
        raise Refusal(
            f"a value is one of over {MAX_VARIANTS} types, such as {variants[0]}; "
            "write a table of values of one type instead"
        )
    return Union(tuple(variants)) if len(variants) > 1 else variants[0]


def _variants(kind: Kind) -> Iterator[Kind]:
    if isinstance(kind, Union):
        yield from kind.variants
    else:
        yield kind


def join_all(kinds: Any) -> Kind:
    """Return the join of several types."""
    found: Kind = NEVER
    for kind in kinds:
        found = join(found, kind)
    return found


# --- constants --------------------------------------------------------------------------------------------------------


def is_record(thing: Any) -> bool:
    """Return whether a value is a NamedTuple or a dataclass."""
    return (isinstance(thing, tuple) and hasattr(thing, "_fields")) or (
        dataclasses.is_dataclass(thing) and not isinstance(thing, type)
    )


def field_names(made_by: Any) -> tuple[str, ...]:
    """Return the names of the fields of a NamedTuple or a dataclass."""
    if hasattr(made_by, "_fields"):
        return tuple(made_by._fields)
    fields = dataclasses.fields(made_by)
    if not made_by.__dataclass_params__.eq or not all(field.init and field.compare for field in fields):
        raise Refusal(
            f"{made_by.__name__} is a dataclass with eq=False, or a field with init=False or compare=False; "
            "write it without them"
        )
    return tuple(field.name for field in fields)


def fields_of(thing: Any) -> list[Any]:
    """Return the fields of a record."""
    return list(thing) if isinstance(thing, tuple) else [getattr(thing, name) for name in field_names(type(thing))]


def kind_of(thing: Any) -> Kind:
    """Return the run-time type of a constant. Raises Refusal if it has none."""
    simple = {bool: TRUTH, float: FLOAT, type(None): NONE, range: RANGE}
    if type(thing) is int:
        return Int(bits_of(thing))
    if type(thing) in simple:
        return simple[type(thing)]
    if isinstance(thing, np.generic):
        return kind_of_numbers(thing.dtype)
    if isinstance(thing, bytes):
        return Bytes()
    if isinstance(thing, enum.Enum):
        return Member(type(thing))
    if isinstance(thing, str):
        return LETTER if len(thing) == 1 else TEXT
    if is_record(thing):
        return Record(type(thing), field_names(type(thing)), tuple(map(kind_of, fields_of(thing))))
    if isinstance(thing, np.ndarray):
        if thing.dtype.kind in "US":
            return kind_of(as_nest(thing))
        kind_of_numbers(thing.dtype)
        return Array(thing.dtype.name, thing.ndim, frozen=True)
    if isinstance(thing, (tuple, list)):
        return _kind_of_row(thing)
    return Constant(thing)


DTYPES = {"bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "float64": 8}
"""The supported NumPy dtypes -> the size of a number in bytes."""


def kind_of_numbers(dtype: Any) -> Kind:
    """Return the type of NumPy numbers of a dtype. Raises Refusal."""
    name = dtype if isinstance(dtype, str) else dtype.name
    if name not in DTYPES:
        raise Refusal(f"NumPy's {name} cannot be compiled; write int64, float64 or bool instead")
    if name == "bool":
        return NumpyBool()
    if name == "float64":
        return NumpyFloat()
    limits = np.iinfo(name)
    return NumpyInt(low=int(limits.min), high=int(limits.max))


def as_nest(thing: Any) -> Any:
    """Return an array as tuples."""
    return tuple(as_nest(each) for each in thing) if isinstance(thing, np.ndarray) and thing.ndim else _item(thing)


def _item(thing: Any) -> Any:
    return thing.item() if isinstance(thing, (np.generic, np.ndarray)) else thing


def _kind_of_row(thing: Any) -> Kind:
    kinds = [kind_of(each) for each in thing]
    item = join_all(kinds)
    if isinstance(thing, list):
        return Row(item, constant_list=True)
    if len(thing) <= SHORT or isinstance(item, Union):
        return Tuple(tuple(kinds))
    return Row(item)


def row_kind(thing: Any) -> Kind:
    """Return the type of a table as a row; items that are tuples are stored inline."""
    return Row(join_all(kind_of(each) for each in thing), constant_list=isinstance(thing, list))
