"""Mutable objects of user-defined classes: their fields, attributes and comparisons.

An object is in the rule's memory: its fields one after another, each with a bit that tells whether it has been
assigned. Its class is known from its type. Where objects of several classes meet, their type is a union with the number
of the class, so operations on them are translated once for each class.
"""

from collections.abc import Callable
from functools import cached_property
from types import MemberDescriptorType
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import call_function, invoke, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, dispatch, plain
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.kinds import (
    BIT,
    INT,
    NEVER,
    TRUTH,
    Bool,
    Char,
    Constant,
    Float,
    Int,
    Kind,
    NoneKind,
    Object,
    OfFields,
    Packed,
    Record,
    Row,
    Shape,
    Text,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.types.objects import (
    compared_fields,
    has_field,
    holds_object,
    is_descriptor,
    static_member,
)
from plywise.compiler.values.sequences import copy_bytes

INDEX = ir.IntType(32)


# --- fields -----------------------------------------------------------------------------------------------------------


def shape_of(f: Emitter, made_by: type) -> Shape:
    """Return the shape of objects of a class."""
    found: Shape = f.program.shapes.setdefault(made_by, Shape(made_by))
    return found


def _cell(f: Emitter, kind: OfFields, name: str) -> Any:
    """Return the cell of a field's type, a new one if nothing has assigned the field so far."""
    if name not in kind.shape.fields:
        kind.shape.fields[name] = f.program.cell(("field", kind.shape.made_by, name))
        f.program.changed = True
    return kind.shape.fields[name]


def _part(f: Emitter, kind: Kind) -> Any:
    """Return the LLVM type of a field: whether it has been assigned, and its value."""
    return ir.StructType([BIT, f.struct(kind)])


def _layout(f: Emitter, shape: Shape) -> Any:
    """Return the LLVM type of the objects of a class."""
    return ir.StructType([_part(f, cell.kind) for cell in shape.fields.values()])


def _address(f: Emitter, value: Value, name: str, inner: int) -> Any:
    """Return the address of a part of a field: 0 for the assigned bit, 1 for its value."""
    shape = value.kind.shape
    base = f.builder.bitcast(value.scalars[0], _layout(f, shape).as_pointer())
    part = f.builder.gep(base, [INDEX(0), INDEX(list(shape.fields).index(name))])
    return f.builder.gep(part, [INDEX(0), INDEX(inner)])


def object_bytes(f: Emitter, shape: Shape) -> Any:
    """Return the size of an object in bytes: more than its fields, so that no two have the same address."""
    end = f.builder.gep(ir.Constant(_layout(f, shape).as_pointer(), None), [f.int(1)])
    return f.builder.add(f.builder.ptrtoint(end, INT), f.int(8))


def clear_fields(f: Emitter, value: Value, names: Any = None) -> None:
    """Mark some fields of an object, or all, as unassigned."""
    for name in value.kind.shape.fields if names is None else names:
        f.builder.store(BIT(0), _address(f, value, name, 0))


HASHED = "#hashed"
"""A field that no rule can name: whether the object is in a set or a dict key."""
IN_A_SET = "an object that is in a set, or the key of a dict, is changed; make a new one instead"


def note_hashed(f: Emitter, value: Value) -> None:
    """Record that a value is put into a set or used as a key, so that its objects must not change any more."""
    kind: Any = value.kind
    if isinstance(kind, Union):
        dispatch(f, [value], lambda each: _noted(f, each))
    elif isinstance(kind, (Tuple, Record)):
        for each in value.items():
            note_hashed(f, each)
    elif isinstance(kind, Object) and hasattr(static_member(kind.made_by, "__hash__"), "__code__"):
        put_field(f, value, HASHED, constant(True))
    elif isinstance(kind, Row) and holds_object(kind):
        raise f.refuse("a tuple of objects, of varying length, is put into a set; write a tuple of numbers instead")


def _noted(f: Emitter, value: Value) -> Value:
    note_hashed(f, value)
    return constant(None)


def copy_fields(f: Emitter, value: Value) -> Value:
    """Return a shallow copy of an object."""
    size = object_bytes(f, value.kind.shape)
    found = Value(value.kind, [f.allocate(size)])
    copy_bytes(f, value.scalars[0], found.scalars[0], size)
    if HASHED in value.kind.shape.fields:
        f.builder.store(BIT(0), _address(f, found, HASHED, 0))
    return found


def is_set(f: Emitter, value: Value, name: str) -> Any:
    """Return whether an object's field has been assigned, as a bit."""
    if name not in value.kind.shape.fields or value.kind.shape.fields[name].kind == NEVER:
        return BIT(0)
    return f.builder.load(_address(f, value, name, 0))


def get_field(f: Emitter, value: Value, name: str) -> Value:
    """Return the value of an object's assigned field."""
    kind = value.kind.shape.fields[name].kind
    if not kind.scalars:
        return Value(kind)
    return f.scattered(kind, f.builder.load(_address(f, value, name, 1)))


def put_field(f: Emitter, value: Value, name: str, new: Value) -> None:
    """Assign an object's field."""
    new = f.program.materialize(f, new)
    new = plain(f, new) if isinstance(new.kind, Packed) else new
    if HASHED in value.kind.shape.fields and name != HASHED:
        f.fail(is_set(f, value, HASHED), TypeError, IN_A_SET, False)
    cell = _cell(f, value.kind, name)
    f.program.put(cell, new.kind)
    new = convert(f, new, cell.kind)
    if new.scalars:
        f.builder.store(f.gathered(new), _address(f, value, name, 1))
    f.builder.store(BIT(1), _address(f, value, name, 0))


# --- attributes -------------------------------------------------------------------------------------------------------


def no_attribute(f: Emitter, made_by: type, name: str) -> Any:
    """Raise AttributeError when the rules run."""
    return f.stop(AttributeError, f"{made_by.__name__!r} object has no attribute {name!r}", True)


def lacks(kind: Kind, name: str) -> bool:
    """Return whether a value is None, a number or a string without an attribute of a given name."""
    simple = isinstance(kind, (NoneKind, Int, Bool, Float, Char, Text))
    return simple and kind.python is not None and not hasattr(kind.python, name)


def object_attribute(f: Emitter, value: Value, name: str, of_class: Callable[..., Value]) -> Value:
    """Return an object's attribute. of_class: looks it up in the class."""
    made_by = value.kind.made_by
    if name in ("__dict__", "__slots__"):
        raise f.refuse(f"{name} of an object; name its attributes instead")
    if name == "__class__":
        return constant(made_by)
    member = static_member(made_by, name)
    if isinstance(member, property):
        return call_function(f, member.fget, [value])
    if isinstance(member, cached_property):
        return _computed_once(f, value, name, member)
    if is_descriptor(member):
        raise f.refuse(f"{made_by.__name__}.{name} is a descriptor; write a property instead")
    own = _own_attribute(f, value, name)
    if member is None or isinstance(member, MemberDescriptorType):
        if own is None:
            raise no_attribute(f, made_by, name)
        f.fail(f.builder.not_(own[0]), AttributeError, f"{made_by.__name__!r} object has no attribute {name!r}", True)
        return own[1]()
    if own is None:
        return of_class(f, made_by, value, name)
    return one_of_two(f, own[0], own[1], lambda: of_class(f, made_by, value, name))


def _own_attribute(f: Emitter, value: Value, name: str) -> tuple[Any, Callable[[], Value]] | None:
    """Return a reader for an object's own field of a name; None if nothing assigns such a field."""
    cell = value.kind.shape.fields.get(name)
    if cell is None or cell.kind == NEVER:
        return None
    return is_set(f, value, name), lambda: get_field(f, value, name)


def one_of_two(f: Emitter, bit: Any, one: Callable[[], Value], other: Callable[[], Value]) -> Value:
    """Return one of two values."""
    ways = []
    yes, no = f.split(bit)
    for block, make in ((yes, one), (no, other)):
        f.at(block)
        with f.reached():
            found = f.program.materialize(f, make())
            ways.append((f.builder.block, found))
    return f.merge(None, ways, f.block("attribute"))


def _computed_once(f: Emitter, value: Value, name: str, member: Any) -> Value:
    """Return the value of a cached_property, computed on first access."""

    def compute() -> Value:
        found = call_function(f, member.func, [value])
        put_field(f, value, name, found)
        return get_field(f, value, name)

    own = _own_attribute(f, value, name)
    return compute() if own is None else one_of_two(f, own[0], own[1], compute)


def has_attribute(f: Emitter, value: Value, name: str) -> Any:
    """Return whether an object has an attribute, as a bit."""
    member = static_member(value.kind.made_by, name)
    if isinstance(member, property):
        raise f.refuse(f"hasattr of the property {name}; test its value instead")
    if member is not None and not isinstance(member, MemberDescriptorType):
        return BIT(1)
    return is_set(f, value, name)


def set_attribute(f: Emitter, value: Value, name: str, new: Value) -> None:
    """value.name = new."""
    new = f.program.materialize(f, new)

    def one(each: Value) -> Value:
        _set_attribute(f, each, name, new)
        return constant(None)

    dispatch(f, [value], one)


def _set_attribute(f: Emitter, value: Value, name: str, new: Value) -> None:
    if lacks(value.kind, name):
        raise no_attribute(f, value.kind.python, name)
    if not isinstance(value.kind, Object):
        raise _not_changeable(f, value, name)
    made_by = value.kind.made_by
    if name == "__class__":
        raise f.refuse("the class of an object is assigned; make an object of the other class instead")
    member = static_member(made_by, name)
    if isinstance(member, property):
        if member.fset is None:
            raise f.stop(AttributeError, f"property {name!r} of {made_by.__name__!r} object has no setter", True)
        call_function(f, member.fset, [value, new])
        return
    if hasattr(type(member), "__set__") and not isinstance(member, MemberDescriptorType):
        raise f.refuse(f"{made_by.__name__}.{name} is a descriptor; write a property instead")
    if not has_field(made_by, name):
        raise no_attribute(f, made_by, name)
    put_field(f, value, name, new)


def _not_changeable(f: Emitter, value: Value, name: str) -> Any:
    what = f"a {value.kind}" if not isinstance(value.kind, Constant) else "an object of the game or of the module"
    return f.refuse(
        f"{name} of {what} is assigned, but rules change only objects that they make; "
        "use a local variable, or make a new one"
    )


def delete_attribute(f: Emitter, value: Value, name: str) -> Value:
    """Del value.name."""
    if not isinstance(value.kind, Object) or isinstance(static_member(value.kind.made_by, name), property):
        raise f.refuse("del of anything but a variable, an item or a field; make a new state instead")
    bit = is_set(f, value, name)
    f.fail(f.builder.not_(bit), AttributeError, name, True)
    if not f.is_ended and name in value.kind.shape.fields:
        f.builder.store(BIT(0), _address(f, value, name, 0))
    return constant(None)


# --- comparisons ------------------------------------------------------------------------------------------------------


def is_same(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two values, one of them an object, are the same object, as a bit."""
    if one.kind != other.kind:
        return BIT(0)
    return f.builder.icmp_unsigned("==", *(f.builder.ptrtoint(each.scalars[0], INT) for each in (one, other)))


def answered(f: Emitter, found: Value, otherwise: Callable[[], Any], truth: Callable[..., Any]) -> Any:
    """Return the truth of a comparison method's result; `otherwise` if it returns NotImplemented."""

    def one(each: Value) -> Value:
        said = getattr(each.kind, "thing", None) is NotImplemented
        return Value(TRUTH, [otherwise() if said else truth(f, each)])

    return dispatch(f, [found], one).scalars[0]


def equal_objects(f: Emitter, one: Value, other: Value, truth: Callable[..., Any]) -> Any:
    """Return whether two values, one of them an object, are equal, as a bit."""
    pairs = [(one, other), (other, one)]
    if _comes_first(other.kind, one.kind):
        pairs.reverse()

    def ask(left: list[tuple[Value, Value]]) -> Any:
        if not left:
            return is_same(f, one, other)
        (here, there), *rest = left
        if not isinstance(here.kind, Object):
            return ask(rest)
        if here.kind == there.kind and compared_fields(here.kind.made_by) is not None:
            return invoke(f, prelude.equal_objects, here, there).scalars[0]
        own = special(f, "eq", here, there)
        return ask(rest) if own is None else answered(f, own, lambda: ask(rest), truth)

    return ask(pairs)


def _comes_first(kind: Any, other: Any) -> bool:
    """Return whether a class's reflected method takes precedence over that of its base."""
    made_by, above = getattr(kind, "made_by", object), getattr(other, "made_by", None)
    return above is not None and made_by is not above and issubclass(made_by, above)


def equal_fields(f: Emitter, one: Value, other: Value, equal: Callable[..., Any]) -> Any:
    """Return whether the fields of two objects of one dataclass are equal, compared like tuples."""
    fields = compared_fields(one.kind.made_by) or ()
    found, done = f.place(BIT), f.block("compared")
    f.builder.store(BIT(0), found)
    for name in fields:
        a, b = (object_attribute(f, each, name, _no_class) for each in (one, other))
        same, more = equal(f, a, b), f.block("more")
        f.builder.cbranch(same, more, done)
        f.at(more)
    f.builder.store(BIT(1), found)
    f.go(done)
    f.at(done)
    return f.builder.load(found)


def ordering_fields(f: Emitter, value: Value) -> list[Value]:
    """Return the fields by which the objects of a dataclass are ordered. Raises Refusal for those of other classes."""
    made_by = value.kind.made_by
    fields, said = compared_fields(made_by), getattr(made_by, "__dataclass_params__", None)
    if fields is None or said is None or not said.order:
        raise f.refuse(f"the order of two {value.kind}; write key=... with one of their fields instead")
    return [object_attribute(f, value, name, _no_class) for name in fields]


def take_fields(f: Emitter, value: Value, other: Value) -> Value:
    """value.__dict__.update(other.__dict__)."""
    if not isinstance(value.kind, Object) or not isinstance(other.kind, Object):
        raise f.refuse("__dict__ of an object that no rule made; name its attributes instead")
    for name in list(other.kind.shape.fields):
        if name != HASHED and other.kind.shape.fields[name].kind != NEVER:
            with f.when(is_set(f, other, name)):
                put_field(f, value, name, get_field(f, other, name))
    return constant(None)


def _no_class(f: Emitter, made_by: Any, value: Value, name: str) -> Value:
    return constant(getattr(made_by, name))


def has_object(*values: Value) -> bool:
    """Return whether one of some values, each of one type, is an object."""
    return any(isinstance(each.kind, Object) for each in values)
