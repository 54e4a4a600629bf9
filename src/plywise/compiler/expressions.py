"""Expressions: what each piece of a rule's source is worth."""

import ast
import builtins
import operator
from collections.abc import Callable
from types import FunctionType, UnionType
from typing import Any

from llvmlite import ir

from plywise.compiler.collections import combine
from plywise.compiler.constants import constant
from plywise.compiler.conversion import dispatch, truth_value
from plywise.compiler.enumerations import members_of, of_two_flags
from plywise.compiler.function import Emitter, Unreachable
from plywise.compiler.kinds import (
    BIT,
    NEVER,
    WHOLE,
    Above,
    Bound,
    Closure,
    Fixed,
    Kind,
    Lazy,
    Member,
    NoneKind,
    Range,
    Record,
    Refusal,
    Union,
    Value,
)
from plywise.compiler.loops import any_of, loop
from plywise.compiler.modular import is_masked, masked
from plywise.compiler.narrowing import (
    IS_SOME,
    also,
    facts,
    forget,
    narrow,
    path_of,
    restricted,
)
from plywise.compiler.numbers import (
    SIGNS,
    arithmetic,
    equal,
    identical,
    inverted,
    member_value,
    negative,
    ordered,
    positive,
    truth,
)
from plywise.compiler.sequences import (
    concatenated,
    contains,
    cut,
    item,
    pick,
    repeated,
)
from plywise.compiler.source import names_stored
from plywise.compiler.texts import is_text

OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def expression(f: Emitter, node: ast.expr) -> Value:
    """Return the value of an expression."""
    before, f.node = f.node, node
    try:
        make = EXPRESSIONS.get(type(node))
        if make is None:
            raise f.refuse(
                f"{type(node).__name__.lower()} cannot be compiled; write it with if, for and functions instead"
            )
        found = make(f, node)
        if found.kind == NEVER:
            raise Unreachable
        return found
    except Refusal as refusal:
        if refusal.node is None:
            refusal.node, refusal.function = node, f.scope.function
        raise
    finally:
        f.node = before


def key_of(f: Emitter, node: Any = None) -> Any:
    """Return a key for what is made at a place of the source, in this scope."""
    return (f.scope.key, id(node or f.node))


# --- names ------------------------------------------------------------------------------------------------------------


def _constant(f: Emitter, node: Any) -> Value:
    if isinstance(node.value, (bytes, complex)) or node.value is ...:
        raise f.refuse(
            f"a constant of type {type(node.value).__name__} cannot be compiled; write ints, floats or strings instead"
        )
    return constant(node.value)


def _name(f: Emitter, node: Any) -> Value:
    scope = f.scope.find(node.id)
    if scope is not None:
        name = f.program.variable(node)
        if name in scope.promised:
            return scope.promised[name]
        return narrow(f, node.id, f.read(f.slot(name, scope), node.id))
    function = f.scope.function
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        if name == node.id:
            return constant(cell.cell_contents)
    if node.id in function.__globals__:
        return constant(function.__globals__[node.id])
    if hasattr(builtins, node.id):
        return constant(getattr(builtins, node.id))
    raise f.stop(NameError, f"name {node.id!r} is not defined")


def _attribute(f: Emitter, node: Any) -> Value:
    found = attribute(f, expression(f, node.value), node.attr)
    path = path_of(node)
    return narrow(f, path, found) if path else found


def attribute(f: Emitter, value: Value, name: str) -> Value:
    """Return value.name."""
    return dispatch(f, [value], lambda each: _attribute_of(f, each, name))


def _attribute_of(f: Emitter, value: Value, name: str) -> Value:
    from plywise.compiler import methods
    from plywise.compiler.classes import of_above, of_class

    kind = value.kind
    own = (tuple, list, str, dict, set, frozenset)
    if isinstance(kind, Fixed) and isinstance(kind.thing, own) and not hasattr(kind.thing, "_fields"):
        return _bound_method(f, value, name)
    if isinstance(kind, Fixed):
        if not hasattr(kind.thing, name):
            raise f.refuse(f"{kind} has no attribute {name}; write one of those that it has")
        return constant(getattr(kind.thing, name))
    if isinstance(kind, Record):
        if name in kind.names:
            return value.items()[kind.names.index(name)]
        return of_class(f, kind.made_by, value, name)
    if isinstance(kind, Above):
        return of_above(f, value, name)
    if isinstance(kind, Member):
        if name == "value" or name == "_value_":
            return member_value(f, value)
        if name == "name":
            return pick(f, tuple(each.name for each in members_of(kind.enum)), value.leaves[0])
        return of_class(f, kind.enum, value, name)
    if isinstance(kind, Range) and name in ("start", "stop", "step"):
        return Value(WHOLE, [value.leaves[("start", "stop", "step").index(name)]])
    if any(name in table for _, table in methods.TABLES):
        return _bound_method(f, value, name)
    raise f.refuse(f"a {kind} has no attribute {name} that can be compiled; write what it does instead")


# --- operators ----------------------------------------------------------------------------------------------------


def _binary(f: Emitter, node: Any) -> Value:
    op = OPERATORS.get(type(node.op))
    if op is None:
        raise f.refuse(f"the operator {type(node.op).__name__} cannot be compiled; write a function instead")
    if is_masked(node):
        return masked(f, node, key_of(f, node))
    found = f.program.language.replaced(f, node) if op is operator.add else None
    return found or binary(f, op, expression(f, node.left), expression(f, node.right), key_of(f, node))


def binary(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    """Return what an operator makes of two values."""
    return dispatch(f, [one, other], lambda here, there: _of_two(f, op, here, there, key))


def _of_two(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    found = special(f, op.__name__.strip("_"), one, other) or special(f, "r" + op.__name__.strip("_"), other, one)
    if found is None and op is operator.or_:
        found = _of_two_classes(f, one, other)
    if found is None:
        found = of_two_flags(f, op, one, other)
    if found is None:
        found = arithmetic(f, op, one, other)
    if found is None and op is operator.add:
        found = concatenated(f, one, other, key)
    if found is None and op is operator.mod and is_text(one):
        found = f.program.language.percent(f, one, other, key)
    if found is None and op is operator.mul:
        found = repeated(f, one, other, key) or repeated(f, other, one, key)
    if found is None and op in (operator.or_, operator.and_, operator.sub, operator.xor, operator.add):
        found = combine(f, op, one, other, key)
    if found is None:
        raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")
    return found


def _of_two_classes(f: Emitter, one: Value, other: Value) -> Value | None:
    """Return `int | str`, as isinstance takes it."""
    things: list[Any] = [
        None if isinstance(each.kind, NoneKind) else getattr(each.kind, "thing", 0) for each in (one, other)
    ]
    if not any(isinstance(each, type) for each in things) or not all(
        each is None or isinstance(each, (type, UnionType)) for each in things
    ):
        return None
    found = things[0] | things[1]
    return constant(f.program.cells.setdefault(("classes", found), found))


def special(f: Emitter, name: str, value: Value, *others: Value) -> Value | None:
    """Return what a method such as __add__, that a class of the rules defines, returns; None where it defines none."""
    made_by = getattr(value.kind, "made_by", getattr(value.kind, "enum", None))
    if made_by is None:
        return None
    for each in made_by.__mro__:
        if each in (object, tuple, int, str) or each.__module__ in ("enum", "builtins", "typing"):
            return None
        member = vars(each).get(f"__{name}__")
        if member is not None:
            if not isinstance(member, FunctionType) or member.__code__.co_filename.startswith("<"):
                return None
            if member.__module__ == "enum":  # a Flag has those of all Flags
                return None
            return f.program.language.call_function(f, member, [value, *others])
    return None


UNARY: dict[Any, Callable[[Emitter, Value], Value]] = {
    ast.USub: negative,
    ast.UAdd: positive,
    ast.Invert: inverted,
    ast.Not: lambda f, value: truth_value(flipped(f, truth(f, value))),
}


def flipped(f: Emitter, bit: Any) -> Any:
    """Return the opposite of a bit."""
    if isinstance(bit, ir.Constant):
        return BIT(int(not bit.constant))
    return f.builder.not_(bit)


def _unary(f: Emitter, node: Any) -> Value:
    if isinstance(node.op, ast.Not):
        return truth_value(condition(f, node))
    return unary(f, node.op, expression(f, node.operand))


def unary(f: Emitter, op: ast.unaryop, value: Value) -> Value:
    """Return what -, + or ~ makes of a value."""
    make, name = UNARY[type(op)], {ast.USub: "neg", ast.UAdd: "pos"}.get(type(op), "invert")
    return dispatch(f, [value], lambda each: special(f, name, each) or make(f, each))


def _compare(f: Emitter, node: Any) -> Value:
    return truth_value(_compare_bit(f, node))


def _compare_bit(f: Emitter, node: Any) -> Any:
    left = expression(f, node.left)
    if len(node.ops) == 1:
        return relation(f, node.ops[0], left, expression(f, node.comparators[0]))
    found, done = f.place(BIT), f.block("compared")
    for number, (op, right_node) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = expression(f, right_node)
        bit = relation(f, op, left, right)
        f.builder.store(bit, found)
        if number + 1 < len(node.ops):
            more = f.block("next")
            f.builder.cbranch(bit, more, done)
            f.at(more)
        left = right
    f.go(done)
    f.at(done)
    return f.builder.load(found)


def relation(f: Emitter, op: ast.cmpop, left: Value, right: Value) -> Any:
    """Return whether two values stand in a relation, as a bit."""
    if isinstance(op, ast.Eq):
        return equal(f, left, right)
    if isinstance(op, ast.NotEq):
        if any(_is_unequal_as_tuple(each.kind) for each in (left, right)):
            raise f.refuse("!= of a NamedTuple with an __eq__ of its own, which != passes over; write not (a == b)")
        return flipped(f, equal(f, left, right))
    if isinstance(op, ast.In):
        return contains(f, right, left)
    if isinstance(op, ast.NotIn):
        return flipped(f, contains(f, right, left))
    if isinstance(op, ast.Is):
        return identical(f, left, right)
    if isinstance(op, ast.IsNot):
        return flipped(f, identical(f, left, right))
    return ordered(f, OPERATORS[type(op)], left, right)


def _is_unequal_as_tuple(kind: Kind) -> bool:
    """Return whether a class defines ==, and Python still takes != from tuple."""
    classes = getattr(getattr(kind, "made_by", None), "__mro__", ())
    own = [vars(each) for each in classes[: classes.index(tuple)]] if tuple in classes else []
    return any("__eq__" in each for each in own) and not any("__ne__" in each for each in own)


# --- conditions -------------------------------------------------------------------------------------------------------


def condition(f: Emitter, node: ast.expr) -> Any:
    """Return whether an expression is true, as a bit; a constant where that is known now."""
    before, f.node = f.node, node
    try:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return flipped(f, condition(f, node.operand))
        if isinstance(node, ast.BoolOp):
            return _junction(f, node)
        if isinstance(node, ast.Compare):
            return _compare_bit(f, node)
        if isinstance(node, ast.ListComp) and f.is_watched:  # its other items may raise what is caught
            f.unordered.add(id(node))
        elif isinstance(node, ast.ListComp):
            first = expression(f, node.generators[0].iter)
            return any_of(f, Value(Lazy("comprehension", node, f.scope, first)), lambda each: BIT(1))
        if isinstance(node, ast.IfExp):
            return _chosen_bit(f, node)
        if isinstance(node, ast.Call):
            return truth(f, f.program.language.call(f, node, "truth"))
        return truth(f, expression(f, node))
    except Refusal as refusal:
        if refusal.node is None:
            refusal.node, refusal.function = node, f.scope.function
        raise
    finally:
        f.node = before


def _junction(f: Emitter, node: Any) -> Any:
    """Return `and` or `or` of several, as a bit."""
    wanted = isinstance(node.op, ast.And)
    found, done = None, None
    narrowed = dict(f.narrowed)
    try:
        for number, each in enumerate(node.values):
            bit = condition(f, each)
            last = number + 1 == len(node.values)
            if isinstance(bit, ir.Constant):
                if bool(bit.constant) != wanted:
                    if done is None:
                        return bit
                    f.builder.store(bit, found)
                    break
                if not last:
                    f.narrowed = also(f.narrowed, facts(f, each, wanted))
                    continue
                if done is None:
                    return bit
            if last and done is None:
                return bit
            if done is None:
                found, done = f.place(BIT), f.block("joined")
            f.builder.store(bit, found)
            if not last:
                more = f.block("more")
                f.builder.cbranch(bit, *((more, done) if wanted else (done, more)))
                f.at(more)
                f.narrowed = also(f.narrowed, facts(f, each, wanted))
    except Unreachable:  # of what need not be asked, the type is not known yet
        if done is None:
            raise
        if not f.is_ended:
            f.dead()
    finally:
        f.narrowed = narrowed
    if done is None:
        return BIT(int(wanted))
    f.go(done)
    f.at(done)
    return f.builder.load(found)


def _boolean(f: Emitter, node: Any) -> Value:
    """`and` and `or` as values: the first that decides."""
    wanted, ways = isinstance(node.op, ast.And), []
    done, narrowed = f.block("decided"), dict(f.narrowed)
    try:
        for number, each in enumerate(node.values):
            value = expression(f, each)
            bit = truth(f, value)
            last = number + 1 == len(node.values)
            if last or (isinstance(bit, ir.Constant) and bool(bit.constant) != wanted):
                ways.append((f.builder.block, f.program.settle(f, value)))
                break
            if not isinstance(bit, ir.Constant):
                here, more = f.block("here"), f.block("more")
                f.builder.cbranch(bit, *((more, here) if wanted else (here, more)))
                f.at(here)
                kept = _when(f, value, not wanted)
                if kept is not None:
                    ways.append((f.builder.block, kept))
                else:
                    f.dead()
                f.at(more)
            f.narrowed = also(f.narrowed, facts(f, each, wanted))
    except Unreachable:
        if not f.is_ended:
            f.dead()
        if not ways:
            raise
    finally:
        f.narrowed = narrowed
    return f.merge(None, ways, done)


def _when(f: Emitter, value: Value, true: bool) -> Value | None:
    """Return a value that is known to be true, or false: None is never true."""
    value = f.program.settle(f, value)
    if isinstance(value.kind, NoneKind):
        return None if true else value
    if not isinstance(value.kind, Union) or not true:
        return value
    return restricted(f, value, IS_SOME)


def _choice(f: Emitter, node: Any) -> Value:
    bit = condition(f, node.test)
    if isinstance(bit, ir.Constant):
        return expression(f, node.body if bit.constant else node.orelse)
    ways, narrowed = [], f.narrowed
    yes, no = f.split(bit)
    for block, each, holds in ((yes, node.body, True), (no, node.orelse, False)):
        f.at(block)
        f.narrowed = also(narrowed, facts(f, node.test, holds))
        try:
            ways.append((None, f.program.settle(f, expression(f, each))))
            ways[-1] = (f.builder.block, ways[-1][1])
        except Unreachable:
            if not f.is_ended:
                f.dead()
        finally:
            f.narrowed = narrowed
    return f.merge(None, ways, f.block("chosen"))


def _chosen_bit(f: Emitter, node: Any) -> Any:
    """Return whether what is chosen is true, as a bit."""
    bit = condition(f, node.test)
    if isinstance(bit, ir.Constant):
        return condition(f, node.body if bit.constant else node.orelse)
    found, narrowed, done = f.place(BIT), f.narrowed, f.block("chosen")
    yes, no = f.split(bit)
    for block, each, holds in ((yes, node.body, True), (no, node.orelse, False)):
        f.at(block)
        f.narrowed = also(narrowed, facts(f, node.test, holds))
        with f.reached():
            f.builder.store(condition(f, each), found)
        f.narrowed = narrowed
        f.go(done)
    f.at(done)
    return f.builder.load(found)


# --- others -----------------------------------------------------------------------------------------------------------


def _walrus(f: Emitter, node: Any) -> Value:
    value = f.program.settle(f, expression(f, node.value))
    scope = f.scope
    while scope.is_comprehension:
        scope = scope.outer
    forget(f, node.target.id)
    f.assign(f.slot(f.program.variable(node.target), scope), value)
    return value


def _bound_method(f: Emitter, value: Value, name: str) -> Value:
    return Value(Bound(("method", name), value.kind), value.leaves, value.known)


def _lambda(f: Emitter, node: Any) -> Value:
    return closure(f, node)


def closure(f: Emitter, node: Any) -> Value:
    """Return a function that is written here, with the defaults of its parameters."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [
        *zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True),
        *((arg, each) for arg, each in zip(given.kwonlyargs, given.kw_defaults, strict=True) if each is not None),
    ]
    values = [f.program.settle(f, expression(f, each)) for _, each in pairs]
    key = key_of(f, node)
    f.closures[key] = f.scope
    names, kinds = tuple(arg.arg for arg, _ in pairs), tuple(each.kind for each in values)
    within = None if _reads_around(f, node) else f.scope.function
    return Value(Closure(key, node, names, kinds, within), [leaf for each in values for leaf in each.leaves])


def _reads_around(f: Emitter, node: Any) -> bool:
    """Return whether a function uses variables of the functions around it."""
    own = names_stored(node)
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - own
    return any(f.scope.find(name) is not None for name in names)


def _subscript(f: Emitter, node: Any) -> Value:
    value = expression(f, node.value)
    if isinstance(node.slice, ast.Slice):
        ends: list[Value | None] = [
            None if each is None else expression(f, each)
            for each in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        return cut(f, value, ends[0], ends[1], ends[2], key_of(f, node))
    return item(f, value, expression(f, node.slice))


def _yield(f: Emitter, node: Any) -> Value:
    scope = f.scope
    if scope.yielded is None:
        raise f.refuse("yield outside a generator; write it in a function of its own instead")
    scope.yielded(expression(f, node.value) if node.value is not None else constant(None))
    return constant(None)


def _yield_from(f: Emitter, node: Any) -> Value:
    scope = f.scope
    if scope.yielded is None:
        raise f.refuse("yield outside a generator; write it in a function of its own instead")

    def one(value: Value) -> None:
        with f.within(scope):
            scope.yielded(value)

    loop(f, expression(f, node.value), one, ordered=not scope.order_free)
    return constant(None)


EXPRESSIONS: dict[type, Callable[[Emitter, Any], Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _choice,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
    ast.Subscript: _subscript,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.Call: lambda f, node: f.program.language.call(f, node),
}
"""A form of the language -> what its value is."""
