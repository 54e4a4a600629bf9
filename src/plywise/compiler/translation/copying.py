"""copy.copy and copy.deepcopy of lists, sets, dicts, arrays and objects, and of values that contain them.

A deep copy records which address was copied to where, so that objects shared within a value are shared within its copy,
as in Python. Immutable values are their own copies.
"""

import copy
from typing import Any

from plywise.compiler.emission.callees import BUILTINS, Named, call_instance, invoke, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.forms import key_of
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.translation.methods import method
from plywise.compiler.types.kinds import (
    ADDRESS,
    INT,
    WHOLE,
    Bool,
    Char,
    Constant,
    Dict,
    Float,
    Generator,
    Int,
    Iterator,
    Keyed,
    List,
    NoneKind,
    Object,
    OfFields,
    Record,
    Row,
    Set,
    Text,
    Tuple,
    Union,
    Value,
    can_change,
    signature_of,
)
from plywise.compiler.types.objects import fields_in, is_changeable, static_member
from plywise.compiler.values.arrays import is_array
from plywise.compiler.values.collections import dict_put, new_dict, values_of
from plywise.compiler.values.lookups import set_item
from plywise.compiler.values.loops import IF_KNOWN, listed, loop
from plywise.compiler.values.making import new_object
from plywise.compiler.values.objects import copy_fields, get_field, is_set, put_field
from plywise.compiler.values.sequences import (
    CONSTANT,
    ROOM,
    append,
    head,
    is_constant_list,
    item_at,
    length,
    list_of_row,
    new_list,
    row_of_list,
    tuple_of,
)
from plywise.compiler.values.set_operations import as_set

LEAVES = 3
"""The maximum number of addresses of a list, set, dict or object."""


# --- copies -----------------------------------------------------------------------------------------------------------


def _copy(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """copy.copy."""
    return dispatch(f, args[:1], lambda each: _copy_of(f, each, key))


def _copy_of(f: Emitter, value: Value, key: Any) -> Value:
    kind = value.kind
    own = special(f, "copy", value)
    if own is not None:
        return own
    if isinstance(kind, Object):
        _check_plain(f, kind)
        return copy_fields(f, value)
    if isinstance(kind, (List, Set, Dict, Keyed)) or is_array(value) or _is_constant_list(value):
        return method(f, value, "copy", [], {}, key)
    if _is_constant_object(value):
        raise f.refuse(f"copy of {_constant_object(value)}; make it in the rule instead")
    return value


def _check_plain(f: Emitter, kind: Object) -> None:
    """Raise Refusal if a class customizes how its objects are copied."""
    for name in ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"):
        member = static_member(kind.made_by, name)
        if hasattr(member, "__code__"):
            raise f.refuse(f"{kind} defines {name}; write __copy__ or __deepcopy__ instead")


def _is_constant_list(value: Value) -> bool:
    thing = getattr(value.kind, "thing", None)
    return isinstance(thing, (list, dict, set)) or (isinstance(value.kind, Row) and value.kind.constant_list)


def _is_constant_object(value: Value) -> bool:
    """Return whether a value is a constant object of the game that a copy would duplicate."""
    thing = getattr(value.kind, "thing", None)
    return thing is not None and hasattr(thing, "__dict__") and not isinstance(thing, type) and not callable(thing)


def _constant_object(value: Value) -> str:
    return f"an object of the game, a {value.kind}"


# --- deep copies ------------------------------------------------------------------------------------------------------


def _deep_copy(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """copy.deepcopy."""
    known = args[1] if len(args) > 1 and isinstance(args[1].kind, Known) else None
    if known is None:
        known = Value(Known(f.program.cell("addresses")), new_list(f, "addresses", item=WHOLE).scalars)
    return dispatch(f, args[:1], lambda each: _deep_constant(f, each) or _deep(f, known, each))


class Known(List):
    """The type of a deep copy's record: addresses, each with those of its copy."""

    word = "memo of deepcopy"
    python: Any = None
    family = "memo"


def _deep(f: Emitter, known: Value, value: Value) -> Value:
    """Return a deep copy of a value of one type."""
    kind: Any = value.kind
    if isinstance(kind, Union):
        return dispatch(f, [value], lambda each: _deep(f, known, each))
    if isinstance(kind, Record) and (own := special(f, "deepcopy", value, known)) is not None:
        return own
    if isinstance(kind, (Iterator, Generator)) or kind.lazy:
        raise f.refuse("deepcopy of a generator; make a list of it first")
    if is_array(value) and can_change(kind):
        _note_array(f, known, Value(WHOLE, [f.builder.ptrtoint(value.scalars[0], INT)]))
        return method(f, value, "copy", [], {}, key_of(f))
    if not can_change(kind):  # a list, dict or object inside the game's: it cannot change
        return value
    if isinstance(kind, (Tuple, Record)):
        scalars = [
            scalar
            for each in value.items()
            for scalar in f.program.convert(f, _deep(f, known, each), each.kind).scalars
        ]
        return Value(kind, scalars)
    if isinstance(kind, Row):
        return row_of_list(f, _deep_items(f, known, value, new_list(f, (key_of(f), "items", kind.item))))
    if isinstance(kind, (List, Set, Dict, OfFields)):
        return _deep_copied(f, known, value)
    raise f.refuse(f"deepcopy of a {kind}; write a method that copies it instead")


def _note_array(f: Emitter, known: Value, address: Value) -> None:
    """Record the copy of an array. It is an error if the array, or a view of it, was copied before."""
    items = Value(List(known.kind.cells[0]), known.scalars)
    again = invoke(f, prelude.is_noted, items, address).scalars[0]
    f.fail(again, TypeError, "deepcopy of an object that holds one array in several places", False)
    for _ in range(1 + LEAVES):
        append(f, items, address)


def _deep_copied(f: Emitter, known: Value, value: Value) -> Value:
    """Return a deep copy made by a recursive function, one for each type."""
    function, kinds = prelude.deep_copied, [known.kind, value.kind]
    key = (function, *(signature_of(each, apart=True) for each in kinds))
    return call_instance(f, f.program.instance(function, f.program.tree(function), key, kinds), [known, value])


def _deep_items(f: Emitter, known: Value, many: Value, found: Value) -> Value:
    loop(f, many, lambda each: append(f, found, dispatch(f, [each], lambda one: _deep(f, known, one))))
    return found


def _deep_constant(f: Emitter, value: Value) -> Value | None:
    """Return a deep copy of a constant list, set, dict or object of the game; None for anything else."""
    thing = getattr(value.kind, "thing", None)
    if is_array(value):
        return None
    if isinstance(thing, (list, dict, set)) or is_changeable(type(thing)):
        return _Renewed(f).value(thing)
    if isinstance(value.kind, Row) and value.kind.constant_list:
        if getattr(value.kind.item, "constant_list", False) or not isinstance(value.kind.item, SIMPLE):
            raise f.refuse("deepcopy of one of several lists of the game's; write [row[:] for row in rows] instead")
        return method(f, value, "copy", [], {}, (key_of(f), "constant"))
    return None


SIMPLE = (Int, Bool, Float, Char, Text, NoneKind)
MAX_PARTS = 2_000
"""The maximum number of parts in a copied constant."""


class _Renewed:
    """Rebuilds the parts of a constant in a rule, each shared part once."""

    def __init__(self, f: Emitter) -> None:
        self.f, self.made, self.count = f, {}, 0  # type: tuple[Emitter, dict[int, Value], int]

    def value(self, thing: Any) -> Value:
        """Return a deep copy of a constant. Raises Refusal."""
        if id(thing) in self.made:
            return self.made[id(thing)]
        self.count += 1
        if self.count > MAX_PARTS:
            raise self.f.refuse("deepcopy of a large constant; make it in the rule instead")
        if type(thing) is tuple:
            return tuple_of([plain(self.f, self.value(each)) for each in thing])
        makers: dict[type, Any] = {list: self._list, dict: self._dict, set: self._set}
        make = makers.get(type(thing))
        if make is None:
            make = self._object if is_changeable(type(thing)) else None
        return constant(thing) if make is None else make(thing, (key_of(self.f), "renewed", self.count))

    def _list(self, thing: list[Any], key: Any) -> Value:
        found = self.made[id(thing)] = new_list(self.f, key)
        for each in thing:
            append(self.f, found, self.value(each))
        return found

    def _dict(self, thing: dict[Any, Any], key: Any) -> Value:
        found = self.made[id(thing)] = new_dict(self.f, key)
        for each, value in thing.items():
            dict_put(self.f, found, constant(each), self.value(value))
        return found

    def _set(self, thing: set[Any], key: Any) -> Value:
        return method(self.f, constant(thing), "copy", [], {}, key)

    def _object(self, thing: Any, key: Any) -> Value:
        made_by = type(thing)
        if static_member(made_by, "__deepcopy__") is not None:
            raise self.f.refuse(
                f"deepcopy of an object of the game's, a {made_by.__name__}; make it in the rule instead"
            )
        found = self.made[id(thing)] = new_object(self.f, made_by)
        _check_plain(self.f, found.kind)
        for name in fields_in(thing):
            put_field(self.f, found, name, self.value(getattr(thing, name)))
        return found


# --- the intrinsics of prelude.deep_copied ----------------------------------------------------------------------------


def _address_of(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(WHOLE, [f.builder.ptrtoint(args[0].scalars[0], INT)])


def _note_copy(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """Record the addresses of an object's copy."""
    known, this, made = args
    items = Value(List(known.kind.cells[0]), known.scalars)
    scalars = [this.scalars[0], *made.scalars]
    for scalar in (scalars * LEAVES)[: 1 + LEAVES]:
        append(f, items, Value(WHOLE, [f.builder.ptrtoint(scalar, INT)]))
    return constant(None)


def _noted_copy(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """Return the copy recorded at a place."""
    known, this, at = args
    items = Value(List(known.kind.cells[0]), known.scalars)
    scalars = []
    for number in range(len(this.scalars)):
        word = item_at(f, items, f.builder.add(at.scalars[0], f.int(1 + number))).scalars[0]
        scalars.append(f.builder.inttoptr(word, ADDRESS))
    return Value(this.kind, scalars)


def _blank(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """Return the beginning of a copy: an empty list for a list; for other objects, a shallow copy."""
    known, value = args
    kind: Any = value.kind
    if isinstance(kind, Object):
        own = special(f, "deepcopy", value, known)
        if own is not None and own.kind != kind:
            raise f.refuse(f"{kind}.__deepcopy__ returns a {own.kind}; return a {kind} instead")
        _check_plain(f, kind)
        return copy_fields(f, value) if own is None else own
    if isinstance(kind, Keyed):
        return copy_fields(f, value)
    if isinstance(kind, List):
        made = list_of_row(f, row_of_list(f, value), List(kind.cells[0]), (key, "blank"))
        with f.when(is_constant_list(f, value)):
            f.builder.store(f.int(CONSTANT), head(f, made, ROOM))
        return Value(kind, made.scalars)
    if isinstance(kind, Set):
        items = listed(f, value, (key, "items"), ordered=IF_KNOWN)
        made = as_set(f, items, None, (key, "set"))
    else:
        made = method(f, value, "copy", [], {}, (key, "dict"))
    for own, other in zip(kind.cells, made.kind.cells, strict=True):
        f.program.changed |= own.unite(other)
    return Value(kind, made.scalars)


def _fill(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """Replace the contents of a copy by deep copies."""
    known, made = args
    kind: Any = made.kind

    def deep(value: Value) -> Value:
        return dispatch(f, [value], lambda each: _deep(f, known, each))

    def renew(items: Value) -> None:
        if can_change(items.kind.item):
            f.count(length(f, items), lambda at: set_item(f, items, Value(WHOLE, [at]), deep(item_at(f, items, at))))

    if isinstance(kind, Keyed) or (isinstance(kind, Object) and static_member(kind.made_by, "__deepcopy__") is None):
        for name, cell in list(kind.shape.fields.items()):
            if can_change(cell.kind) or isinstance(cell.kind, Constant):
                with f.when(is_set(f, made, name)):
                    put_field(f, made, name, deep(get_field(f, made, name)))
    elif isinstance(kind, List):
        renew(made)
    elif isinstance(kind, Dict):
        if can_change(kind.cells[0].kind):
            raise f.refuse("deepcopy of a dict whose keys are objects; write a method that copies it instead")
        renew(values_of(made))
    elif isinstance(kind, Set) and can_change(kind.item):
        raise f.refuse("deepcopy of a set of objects; keep them in a list instead")
    return constant(None)


BUILTINS |= {
    copy.copy: _copy,
    copy.deepcopy: _deep_copy,
    prelude.address_of: _address_of,
    prelude.note_copy: _note_copy,
    prelude.noted_copy: _noted_copy,
    prelude.blank: _blank,
    prelude.fill_copy: _fill,
}
