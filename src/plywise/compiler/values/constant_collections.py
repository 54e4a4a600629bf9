"""Constant sets and dicts in memory, for choosing one of several at run time.

Their layout is that of sets and dicts created by rules (see prelude and collections), so that the same code reads both:
a list of items, a hash table, a bit for each small member. All of it is LLVM constants.
"""

from collections.abc import Sequence
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.constants import LAID_OUT, scalars_of
from plywise.compiler.emission.conversion import FORMS, convert
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.equality import hashes_as_python
from plywise.compiler.types.kinds import (
    ADDRESS,
    CONSTANTS,
    INT,
    NEVER,
    Constant,
    ConstantDict,
    ConstantSet,
    Kind,
    List,
    Row,
    Value,
)
from plywise.compiler.types.set_order import is_in_order, slots_of
from plywise.compiler.values.hashes import as_signed, can_hash, hash_of_constant
from plywise.compiler.values.sequences import HEAD, list_of_row, row_of_list
from plywise.compiler.values.small_members import SMALL, bits_of_constants, can_be_small

WORDS = ir.ArrayType(INT, SMALL // 64)
TABLE = ir.StructType([ADDRESS, INT, INT, WORDS])
"""The table of a set of small members: a list's head, followed by the bits."""


def collection_scalars(program: Any, thing: Any, kind: Any) -> list[Any]:
    """Return the scalars of a constant set or dict as one of several; it is written once in each pass."""
    key = ("collection", id(thing), kind)
    if key not in program.constants:
        program.constants[key] = (_laid_out(program, thing, kind), thing)  # keeping the object keeps its id
    return list(program.constants[key][0])


def _laid_out(program: Any, thing: Any, kind: Any) -> list[Any]:
    keys = in_loops_order(thing)
    scalars = [_list(program, keys, kind.cells[0].kind)]
    if isinstance(kind, ConstantDict):
        scalars.append(_list(program, list(thing.values()), kind.cells[1].kind))
    return [*scalars, _table(program, thing, kind)]


def in_loops_order(thing: Any) -> list[Any]:
    """Return the items of a constant in the order of compiled loops.

    For a set whose order differs between processes, a fixed order is used.
    """
    if isinstance(thing, (set, frozenset)) and not is_in_order(thing):
        return sorted(thing, key=repr)
    return list(thing)


def _list(program: Any, things: Sequence[Any], item: Kind) -> Any:
    """Return the address of a constant list's head."""
    items, count = scalars_of(program, things, Row(item))
    return program.table("head", HEAD, [ir.Constant(HEAD, [items, count, count])])


def _table(program: Any, thing: Any, kind: Any) -> Any:
    """Return the address of the table of a constant set's items or dict's keys."""
    things = in_loops_order(thing)
    slots = slots_of(thing) if in_loops_order(thing) == list(thing) and hashes_as_python(kind.cells[0].kind) else None
    places = hash_places(things, slots) if can_hash(kind.cells[0].kind) else []
    items = program.table("places", INT, [INT(each) for each in places])
    head = [items, INT(len(places)), INT(len(places))]
    if isinstance(kind, ConstantSet) and (kind.item == NEVER or can_be_small(kind.item)):
        words = bits_of_constants(scalars_of(program, each, kind.item) for each in things)
        bits = ir.Constant(WORDS, [INT(each) for each in words])
        return program.table("table", TABLE, [ir.Constant(TABLE, [*head, bits])])
    return program.table("head", HEAD, [ir.Constant(HEAD, head)])


def hash_places(things: Sequence[Any], slots: list[int] | None = None) -> list[int]:
    """Return the hash table for prelude.find over some constants. slots: of a set with its own table."""
    table: list[int] = []
    if slots is not None:
        return [len(slots) - slots.count(prelude.FREE), 0, *slots]
    if len(things) <= prelude.FEW:
        return []
    prelude.clear(table, 2 * len(things))
    for place, thing in enumerate(things):
        table[prelude.slot_for(table, as_signed(hash_of_constant(thing)))] = place
    return table


def convert_constant(f: Emitter, value: Value, kind: Any) -> Value:
    """Return a constant set or dict converted to a wider type."""
    if isinstance(value.kind, Constant):
        return Value(kind, collection_scalars(f.program, value.kind.thing, kind))
    if NEVER in (cell.kind for cell in value.kind.cells):  # it is empty
        return Value(kind, value.scalars)
    lists = []
    for scalar, old, new in zip(value.scalars, value.kind.cells, kind.cells, strict=False):
        row = convert(f, row_of_list(f, Value(List(old), [scalar])), Row(new.kind))
        lists.append(list_of_row(f, row, List(new)).scalars[0])
    return Value(kind, [*lists, value.scalars[-1]])


FORMS.append((lambda old, new: type(new) in CONSTANTS and isinstance(old, (Constant, *CONSTANTS)), convert_constant))
LAID_OUT.update(dict.fromkeys(CONSTANTS, collection_scalars))
