"""Translation of expressions."""

import ast
import builtins
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.constants import constant, pick
from plywise.compiler.emission.conversion import dispatch, truth_value
from plywise.compiler.emission.forms import CONDITIONS, EXPRESSIONS, Located, expression, key_of
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.emission.narrowing import (
    IS_SOME,
    also,
    facts,
    forget,
    narrow,
    path_of,
    restricted,
)
from plywise.compiler.syntax.names import names_of
from plywise.compiler.translation.methods import TABLES
from plywise.compiler.translation.modular import CHOICE, check_mark, is_masked, masked
from plywise.compiler.translation.order import why_comprehension_is_ordered
from plywise.compiler.translation.replacing import replaced
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.kinds import (
    BIT,
    WHOLE,
    Bound,
    Closure,
    Constant,
    Generator,
    Lazy,
    Member,
    NoneKind,
    NumpyBool,
    Object,
    Range,
    Record,
    Super,
    Union,
    Value,
    holds_kind,
    is_numpy,
    variants_of,
)
from plywise.compiler.types.objects import holds_object
from plywise.compiler.values.array_functions import COMPARED, array_attribute, compared
from plywise.compiler.values.arrays import Part, index_array, is_array, parts_of
from plywise.compiler.values.classes import of_above, of_class
from plywise.compiler.values.comparisons import truth
from plywise.compiler.values.lookups import item
from plywise.compiler.values.loops import any_of, loop
from plywise.compiler.values.numbers import member_value
from plywise.compiler.values.objects import lacks, no_attribute, object_attribute
from plywise.compiler.values.operators import OPERATORS, binary, flipped, relation, unary
from plywise.compiler.values.sequences import cut

# --- names ------------------------------------------------------------------------------------------------------------


def _constant(f: Emitter, node: Any) -> Value:
    if isinstance(node.value, complex) or node.value is ...:
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
        check_mark(f, node, scope)
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
    return narrow(f, path, found) if path in f.narrowed and not _may_change_meanwhile(f, node) else found


def _may_change_meanwhile(f: Emitter, node: Any) -> bool:
    """Return whether an attribute may have changed since a condition tested it: that of a mutable object."""
    while not isinstance(node, (ast.Name, ast.NamedExpr)):
        node = node.value
    name = node if isinstance(node, ast.Name) else node.target
    scope = f.scope.find(name.id)
    return scope is not None and holds_object(f.slot(f.program.variable(name), scope).kind)


def attribute(f: Emitter, value: Value, name: str) -> Value:
    """Return value.name."""
    return dispatch(f, [value], lambda each: _attribute_of(f, each, name))


def _attribute_of(f: Emitter, value: Value, name: str) -> Value:

    kind = value.kind
    if is_array(value):
        return array_attribute(f, value, name) or _bound_method(f, value, name)
    own = (tuple, list, str, bytes, dict, set, frozenset)
    if isinstance(kind, Constant) and isinstance(kind.thing, own) and not hasattr(kind.thing, "_fields"):
        return _bound_method(f, value, name)
    if isinstance(kind, Constant):
        if not hasattr(kind.thing, name):
            raise f.refuse(f"{kind} has no attribute {name}; write one of those that it has")
        return constant(getattr(kind.thing, name))
    if isinstance(kind, Record):
        if name in kind.names:
            return value.items()[kind.names.index(name)]
        return of_class(f, kind.made_by, value, name)
    if isinstance(kind, Object):
        return object_attribute(f, value, name, of_class)
    if isinstance(kind, Super):
        return of_above(f, value, name)
    if isinstance(kind, Member):
        if name == "value" or name == "_value_":
            return member_value(f, value)
        if name == "name":
            return pick(f, tuple(each.name for each in members_of(kind.enum)), value.scalars[0])
        return of_class(f, kind.enum, value, name)
    if isinstance(kind, Range) and name in ("start", "stop", "step"):
        return Value(WHOLE, [value.scalars[("start", "stop", "step").index(name)]])
    if any(name in table for _, table in TABLES):
        return _bound_method(f, value, name)
    if lacks(kind, name):
        raise no_attribute(f, kind.python, name)
    raise f.refuse(f"a {kind} has no attribute {name} that can be compiled; write what it does instead")


# --- operators ----------------------------------------------------------------------------------------------------


def _binary(f: Emitter, node: Any) -> Value:
    op = OPERATORS.get(type(node.op))
    if op is None:
        raise f.refuse(f"the operator {type(node.op).__name__} cannot be compiled; write a function instead")
    if is_masked(f, node):
        return masked(f, node, key_of(f, node))
    found = replaced(f, node) if op is operator.add else None
    return found or binary(f, op, expression(f, node.left), expression(f, node.right), key_of(f, node))


def _unary(f: Emitter, node: Any) -> Value:
    if isinstance(node.op, ast.Not):
        return truth_value(condition(f, node))
    return unary(f, node.op, expression(f, node.operand))


def _compare(f: Emitter, node: Any) -> Value:
    if len(node.ops) > 1 or type(node.ops[0]) not in COMPARED:
        return truth_value(_compare_bit(f, node))
    left, right = expression(f, node.left), expression(f, node.comparators[0])
    if is_array(left) or is_array(right):
        return compared(f, COMPARED[type(node.ops[0])], left, right)
    found = truth_value(relation(f, node.ops[0], left, right))
    return Value(NumpyBool(), found.scalars) if is_numpy(left) or is_numpy(right) else found


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


# --- conditions -------------------------------------------------------------------------------------------------------


def condition(f: Emitter, node: ast.expr) -> Any:
    """Return whether an expression is true, as a bit; a constant if known."""
    with Located(f, node):
        make: Callable[[Emitter, Any], Any] = CONDITIONS.get(type(node), _truth_of)
        return make(f, node)


def _truth_of(f: Emitter, node: ast.expr) -> Any:
    return truth(f, expression(f, node))


def _negation(f: Emitter, node: Any) -> Any:
    return flipped(f, condition(f, node.operand)) if isinstance(node.op, ast.Not) else _truth_of(f, node)


def _any_listed(f: Emitter, node: Any) -> Any:
    """Return whether a list comprehension has any item; the first one decides."""
    if f.is_watched or why_comprehension_is_ordered(f, node):  # other items may raise or have effects
        f.unordered.add(id(node))
        return _truth_of(f, node)
    first = expression(f, node.generators[0].iter)
    return any_of(f, Value(Lazy("comprehension", node, f.scope, first)), lambda each: BIT(1))


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
    except Unreachable:  # the type of a skipped operand is not known yet
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
    """`and` and `or` as values: the first operand that decides."""
    wanted, ways = isinstance(node.op, ast.And), []
    done, narrowed = f.block("decided"), dict(f.narrowed)
    try:
        for number, each in enumerate(node.values):
            value = expression(f, each)
            bit = truth(f, value)
            last = number + 1 == len(node.values)
            if last or (isinstance(bit, ir.Constant) and bool(bit.constant) != wanted):
                ways.append((f.builder.block, f.program.materialize(f, value)))
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
    """Return a value narrowed by its known truth: None is never true."""
    value = f.program.materialize(f, value)
    if isinstance(value.kind, NoneKind):
        return None if true else value
    if not isinstance(value.kind, Union) or not true:
        return value
    return restricted(f, value, IS_SOME)


def _choice(f: Emitter, node: Any, evaluate: Callable[[ast.expr], Value] | None = None) -> Value:
    evaluate = evaluate or partial(expression, f)
    bit = condition(f, node.test)
    if isinstance(bit, ir.Constant):
        return evaluate(node.body if bit.constant else node.orelse)
    ways, narrowed = [], f.narrowed
    yes, no = f.split(bit)
    for block, each, holds in ((yes, node.body, True), (no, node.orelse, False)):
        f.at(block)
        f.narrowed = also(narrowed, facts(f, node.test, holds))
        try:
            ways.append((None, f.program.materialize(f, evaluate(each))))
            ways[-1] = (f.builder.block, ways[-1][1])
        except Unreachable:
            if not f.is_ended:
                f.dead()
        finally:
            f.narrowed = narrowed
    return f.merge(None, ways, f.block("chosen"))


def _chosen_bit(f: Emitter, node: Any) -> Any:
    """Return the truth of a conditional expression, as a bit."""
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
    value = f.program.materialize(f, expression(f, node.value))
    scope = f.scope
    while scope.is_comprehension:
        scope = scope.outer
    forget(f, node.target.id)
    f.assign(f.slot(f.program.variable(node.target), scope), value)
    return value


def _bound_method(f: Emitter, value: Value, name: str) -> Value:
    return Value(Bound(("method", name), value.kind), value.scalars, value.known)


def _lambda(f: Emitter, node: Any) -> Value:
    return closure(f, node)


def closure(f: Emitter, node: Any) -> Value:
    """Return a nested function, with the defaults of its parameters."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [
        *zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True),
        *((arg, each) for arg, each in zip(given.kwonlyargs, given.kw_defaults, strict=True) if each is not None),
    ]
    values = [f.program.materialize(f, expression(f, each)) for _, each in pairs]
    key = key_of(f, node)
    f.closures[key] = f.scope
    names, kinds = tuple(arg.arg for arg, _ in pairs), tuple(each.kind for each in values)
    within = None if _reads_around(f, node) else f.scope.function
    return Value(Closure(key, node, names, kinds, within), [scalar for each in values for scalar in each.scalars])


def _reads_around(f: Emitter, node: Any) -> bool:
    """Return whether a function uses variables of enclosing functions."""
    return any(f.scope.find(each.id) is not None for each in names_of(node).free)


def index_parts(f: Emitter, node: ast.expr) -> list[Part]:
    """Return the parts of an index into an array."""
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    if not any(isinstance(each, ast.Slice) or getattr(each, "value", None) is ... for each in nodes):
        return parts_of(f, expression(f, node))
    found = []
    for each in nodes:
        if isinstance(each, ast.Slice):
            ends = [None if end is None else expression(f, end) for end in (each.lower, each.upper, each.step)]
            found.append(Part(ends=(ends[0], ends[1], ends[2])))
        else:
            is_rest = getattr(each, "value", None) is ...
            found.append(Part(what="...") if is_rest else Part(at=expression(f, each)))
    return found


def for_each_index(f: Emitter, node: ast.expr, act: Callable[[list[Part]], Value]) -> Value:
    """Return the result of `act` for the parts of an array index, translated once for each possible type."""
    if isinstance(node, ast.Name):
        return dispatch(f, [expression(f, node)], lambda each: act(parts_of(f, each)))
    return act(index_parts(f, node))


def _subscript(f: Emitter, node: Any) -> Value:
    value = expression(f, node.value)
    if is_array(value):
        return for_each_index(f, node.slice, lambda parts: index_array(f, value, parts))
    if isinstance(node.slice, ast.Slice):
        ends: list[Value | None] = [
            None if each is None else expression(f, each)
            for each in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        return cut(f, value, ends[0], ends[1], ends[2], key_of(f, node))
    return item(f, value, expression(f, node.slice))


def _is_used(f: Emitter, node: ast.expr) -> bool:
    """Return whether a function uses the value of a yield from."""
    around = f.source.up.get(id(node))
    return around is not None and not isinstance(around, (ast.Expr, ast.Return, ast.Lambda))


def _yield(f: Emitter, node: Any) -> Value:
    scope = f.scope
    if scope.yielded is None:
        raise f.refuse("yield outside a generator; write it in a separate function instead")
    scope.yielded(expression(f, node.value) if node.value is not None else constant(None))
    return constant(None)


CLOSED = "yield from of a stored generator, which it would also close; write `for x in ...: yield x` instead"


def _is_its_own(f: Emitter, node: ast.expr) -> bool:
    """Return whether only this function has a generator: created here, and passed only to next."""
    if isinstance(node, ast.Call):
        return not _holds_generator(f, node)
    if not isinstance(node, ast.Name) or f.scope.find(node.id) is not f.scope:
        return False
    names = f.source
    for each in names.uses.get(node.id, ()):
        around: Any = names.up[id(each)]
        if isinstance(each.ctx, ast.Load):
            called = getattr(around, "func", None)
            if not isinstance(around, ast.YieldFrom) and getattr(called, "id", "") != "next":
                return False
        elif not isinstance(getattr(around, "value", None), (ast.Call, ast.GeneratorExp)) or _holds_generator(
            f, around.value
        ):
            return False
    return not any(isinstance(each, ast.arg) for each in names.binders.get(node.id, ()))


def _holds_generator(f: Emitter, node: ast.AST) -> bool:
    """Return whether a piece of source reads a variable that holds a generator."""
    scopes = [(f.scope.find(each.id), each) for each in names_of(node).free if isinstance(each.ctx, ast.Load)]
    slots = [scope.slots.get(f.program.variable(each)) for scope, each in scopes if scope is not None]
    return any(each is not None and holds_kind(each.kind, lambda kind: isinstance(kind, Generator)) for each in slots)


def _yield_from(f: Emitter, node: Any) -> Value:
    scope = f.scope
    if scope.yielded is None:
        raise f.refuse("yield outside a generator; write it in a separate function instead")
    if _is_used(f, node):
        raise f.refuse("the value of yield from is used; let the generator yield it instead")

    def one(value: Value) -> None:
        with f.within(scope):
            scope.yielded(value)

    many = expression(f, node.value)
    if any(isinstance(each, Generator) for each in variants_of(many.kind)) and not _is_its_own(f, node.value):
        raise f.refuse(CLOSED)
    one.is_small = getattr(scope.yielded, "is_small", False)  # type: ignore[attr-defined]
    loop(f, many, one, ordered=scope.order_wished or not scope.order_free)
    return constant(None)


EXPRESSIONS |= {
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
}
CONDITIONS |= {
    ast.UnaryOp: _negation,
    ast.BoolOp: _junction,
    ast.Compare: _compare_bit,
    ast.ListComp: _any_listed,
    ast.IfExp: _chosen_bit,
}
CHOICE[ast.IfExp] = _choice
