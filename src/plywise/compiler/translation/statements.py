"""Translation of statements."""

import ast
import functools
import operator
from collections.abc import Callable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import invoke, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.endings import ending_of
from plywise.compiler.emission.forms import STATEMENTS, TARGETS, assign_target, expression, key_of, statements
from plywise.compiler.emission.function import PYTHONS, Emitter
from plywise.compiler.emission.narrowing import also, either, facts, forget, narrow
from plywise.compiler.emission.own_lists import keep_in_frame
from plywise.compiler.emission.tries import attempt, raise_again
from plywise.compiler.library import prelude
from plywise.compiler.syntax.names import names_of
from plywise.compiler.syntax.source import applied
from plywise.compiler.translation.expressions import attribute, closure, condition, for_each_index, index_parts
from plywise.compiler.translation.methods import is_constant, method
from plywise.compiler.translation.modular import assign_marked
from plywise.compiler.translation.order import kind_held, turns_of
from plywise.compiler.translation.patterns import match
from plywise.compiler.types.kinds import (
    COUNTING,
    NONE,
    WHOLE,
    Deque,
    Dict,
    Keyed,
    List,
    OfFields,
    Refusal,
    Set,
    Union,
    Value,
    is_set,
)
from plywise.compiler.types.objects import holds_object, is_object
from plywise.compiler.values.arrays import assign as assign_array
from plywise.compiler.values.arrays import assign_index, index_array, is_array
from plywise.compiler.values.classes import CACHED
from plywise.compiler.values.collections import constant_changed, dict_pop, update_dict
from plywise.compiler.values.deferred import keep
from plywise.compiler.values.keyed_dicts import pop_keyed, update_keyed
from plywise.compiler.values.lookups import item, set_item
from plywise.compiler.values.loops import indexed, listed, loop, may_be_unordered
from plywise.compiler.values.objects import delete_attribute, set_attribute
from plywise.compiler.values.operators import OPERATORS, binary
from plywise.compiler.values.packed_lists import kept_packed, packed_item
from plywise.compiler.values.sequences import (
    append,
    bound,
    check_own,
    concatenated,
    cut,
    head,
    length,
    new_list,
    starred,
)
from plywise.compiler.values.set_operations import change_set

# --- assignments ------------------------------------------------------------------------------------------------------


def _assign_name(f: Emitter, target: ast.Name, value: Value) -> None:
    scope = f.scope.find(target.id)
    if scope is None:
        raise f.refuse(
            f"{target.id}, a global variable, is assigned, which rules must not do; write a field of the state instead"
        )
    forget(f, target.id)
    f.assign(f.slot(f.program.variable(target), scope), value)


def _assign_attribute(f: Emitter, target: ast.Attribute, value: Value) -> None:
    owner = expression(f, target.value)
    check_changeable(f, owner, target)
    set_attribute(f, owner, target.attr, value)


def check_changeable(f: Emitter, owner: Value, target: ast.Attribute) -> None:
    """Raise Refusal if an attribute is assigned to a value that is surely no object created by a rule."""
    if not is_object(owner.kind):
        raise f.refuse(
            f"{ast.unparse(target)} is assigned, but rules change only objects that they make; "
            "use a local variable, or make a new one"
        )


def _assign_item(f: Emitter, target: ast.Subscript, value: Value) -> None:
    packed = packed_item(f, target)
    if packed is not None:
        packed.put(value)
        return
    many = expression(f, target.value)
    if is_array(many):
        for_each_index(f, target.slice, lambda parts: _assigned(f, many, parts, value))
        return
    if isinstance(target.slice, ast.Slice):
        _assign_slice(f, many, target.slice, value)
        return
    _put_item(f, many, expression(f, target.slice), value)


def _assigned(f: Emitter, many: Value, parts: Any, value: Value) -> Value:
    assign_index(f, many, parts, value)
    return constant(None)


def _assign_slice(f: Emitter, many: Value, part: ast.Slice, value: Value) -> None:
    if type(many.kind) is not List:
        raise f.refuse(f"a slice of a {many.kind} is assigned: it cannot change; make a list of it first")
    key = key_of(f, part)
    low, high, step = (None if end is None else expression(f, end) for end in (part.lower, part.upper, part.step))
    middle = listed(f, value, (key, "middle"))
    many.kind.cells[0].unite(middle.kind.cells[0])
    if step is not None and step.known not in ((1,), (None,)):
        raise f.refuse("a slice with a step is assigned; assign the items in a loop instead")
    begin, end = slice_ends(f, many, low, high)
    before = cut(f, many, constant(0), begin, None, (key, "before"))
    after = cut(f, many, end, None, None, (key, "after"))
    whole: Any = concatenated(f, before, middle, (key, "whole"))
    whole = concatenated(f, whole, after, (key, "all"))
    _become(f, many, whole)


def _become(f: Emitter, many: Value, other: Value) -> None:
    """Move the items of another list, which nothing else refers to, into a list."""
    f.program.changed |= many.kind.cells[0].unite(other.kind.cells[0])
    check_own(f, many)
    for place in range(3):
        source = f.builder.load(head(f, other, place))
        f.builder.store(source, head(f, many, place))


def slice_ends(f: Emitter, many: Value, low: Value | None, high: Value | None) -> tuple[Value, Value]:
    """Return the start and the end of a slice; the end is not before the start."""
    count = length(f, many)
    begin, end = bound(f, low, count, f.int(0)), bound(f, high, count, count)
    end = f.builder.select(f.builder.icmp_signed("<", end, begin), begin, end)
    return Value(WHOLE, [begin]), Value(WHOLE, [end])


def _unpack(f: Emitter, targets: list[ast.expr], value: Value) -> None:
    """Assign the items of a value to several targets, one of them perhaps with a star."""
    dispatch(f, [value], lambda each: _unpack_one(f, targets, each))


def _unpack_one(f: Emitter, targets: list[ast.expr], value: Value) -> Value:
    stars = [place for place, each in enumerate(targets) if isinstance(each, ast.Starred)]
    if is_set(value) and len(targets) == 1 and not stars:  # its only member, which needs no order
        value = listed(f, value, (key_of(f, targets[0]), "only"), ordered=False)
    try:
        values = starred(f, value)
    except Refusal:
        _unpack_row(f, targets, value, stars)
        return constant(None)
    if stars:
        begin, rest = stars[0], len(targets) - stars[0] - 1
        if len(values) < len(targets) - 1:
            raise f.stop(ValueError, "not enough values to unpack")
        middle = values[begin : len(values) - rest]
        found = new_list(f, key_of(f, targets[begin]))
        for each in middle:
            append(f, found, each)
        values = [*values[:begin], found, *values[len(values) - rest :]]
    if len(values) != len(targets):
        raise f.stop(ValueError, "wrong number of values to unpack")
    for target, each in zip(targets, values, strict=True):
        assign_target(f, target.value if isinstance(target, ast.Starred) else target, each)
    return constant(None)


def _unpack_row(f: Emitter, targets: list[Any], value: Value, stars: list[int]) -> None:
    count, get = indexed(f, value)
    wanted = f.int(len(targets) - len(stars))
    wrong = f.builder.icmp_signed("<" if stars else "!=", count, wanted)
    f.fail(wrong, ValueError, "wrong number of values to unpack")
    for place, target in enumerate(targets):
        if stars and place == stars[0]:
            found = new_list(f, key_of(f, target))
            rest = f.int(len(targets) - place - 1)
            _append_all(f, found, get, place, f.builder.sub(count, rest))
            assign_target(f, target.value, found)
        elif stars and place > stars[0]:
            assign_target(f, target, get(f.builder.sub(count, f.int(len(targets) - place))))
        else:
            assign_target(f, target, get(f.int(place)))


def _append_all(f: Emitter, found: Value, get: Any, start: int, stop: Any) -> None:
    """Append the items from one place up to another to a list."""
    f.count(stop, lambda at: append(f, found, get(at)), f.int(start))


def _assign(f: Emitter, node: Any) -> None:
    if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
        pairs = (node.targets[0].elts, node.value.elts)
        stars = any(isinstance(each, ast.Starred) for part in pairs for each in part)
        if len(pairs[0]) == len(pairs[1]) and not stars:  # all values first
            values = [f.program.materialize(f, expression(f, each)) for each in pairs[1]]
            for target, value in zip(pairs[0], values, strict=True):
                assign_target(f, target, value)
            return
    if len(node.targets) == 1:
        _assign_one(f, node.targets[0], node.value)
        return
    value = f.program.materialize(f, expression(f, node.value))
    for target in node.targets:
        assign_target(f, target, value)


def _annotated(f: Emitter, node: Any) -> None:
    if node.value is not None:
        _assign_one(f, node.target, node.value)


def _assign_one(f: Emitter, target: ast.expr, node: ast.expr) -> None:
    if assign_marked(f, target, node, key_of(f, node)):
        return
    packed = kept_packed(f, target, node)
    if packed is not None:
        assign_target(f, target, packed)
        return
    keep_in_frame(f, target, node, key_of(f, node))
    value = keep(f, target, expression(f, node))
    if value is not None:
        assign_target(f, target, value)


def _augmented(f: Emitter, node: Any) -> None:
    op = OPERATORS.get(type(node.op))
    if op is None:
        raise f.refuse(f"the operator {type(node.op).__name__} cannot be compiled; write a function instead")
    if assign_marked(f, node.target, applied(node), key_of(f, node)):
        return
    old, put, change = PLACES[type(node.target)](f, node.target)
    by, key = expression(f, node.value), key_of(f, node)
    new = change(f, op, old, by, key)
    if new is not None:
        put(new)


Place = tuple[Value, Callable[[Value], None], Callable[..., Value | None]]
"""A target of an augmented assignment: its old value, the assignment of a new one, and the value added."""


def _place_of_name(f: Emitter, target: Any) -> Place:
    scope = f.scope.find(target.id)
    if scope is None:
        raise f.refuse(
            f"{target.id}, a global variable, is changed, which rules must not do; write a field of the state instead"
        )
    old = narrow(f, target.id, f.read(f.slot(f.program.variable(target), scope), target.id))
    return old, lambda new: assign_target(f, target, new), _changed


def _place_of_attribute(f: Emitter, target: Any) -> Place:
    owner = expression(f, target.value)
    check_changeable(f, owner, target)
    return attribute(f, owner, target.attr), lambda new: set_attribute(f, owner, target.attr, new), _changed


def _place_of_item(f: Emitter, target: Any) -> Place:
    packed = packed_item(f, target)
    if packed is not None:
        return packed.get(), packed.put, _changed
    many = expression(f, target.value)
    if is_array(many):
        parts = index_parts(f, target.slice)
        return index_array(f, many, parts), lambda new: assign_index(f, many, parts, new), binary
    if isinstance(target.slice, ast.Slice):
        raise f.refuse("a slice is changed in place; assign the slice instead")
    index = expression(f, target.slice)
    return item(f, many, index), lambda new: _put_item(f, many, index, new), _changed


def _put_item(f: Emitter, many: Value, index: Value, new: Value) -> None:
    def put(one: Value, at: Value) -> Value:
        set_item(f, one, at, new)
        return constant(None)

    dispatch(f, [many, index], put)


PLACES: dict[type, Callable[[Emitter, Any], Place]] = {
    ast.Name: _place_of_name,
    ast.Attribute: _place_of_attribute,
    ast.Subscript: _place_of_item,
}
"""Type of the target of `x += 1` -> its translation."""
SETTING = (operator.or_, operator.sub, operator.and_, operator.xor)


def _changed(f: Emitter, op: Any, old: Value, by: Value, key: Any) -> Value | None:
    """Return the new value; None if a list or set was changed in place."""
    own = special(f, f"i{op.__name__.strip('_')}", old, by)
    if own is not None:
        return own
    if isinstance(old.kind, Union) and any(isinstance(each, (List, Set, Dict, OfFields)) for each in old.kind.variants):
        return dispatch(f, [old], lambda each: _changed(f, op, each, by, key) or each)
    if is_array(old):
        assign_array(f, plain(f, old), binary(f, op, old, by, key))
        return None
    if isinstance(old.kind, List) and op is operator.add:
        more = listed(f, by, (key, "more")) if by.kind == old.kind else by
        loop(f, more, lambda each: append(f, old, each))
        return None
    if isinstance(old.kind, List) and op is operator.mul:
        _become(f, old, binary(f, op, old, by, (key, "times")))
        return None
    for made_by in (list, set, dict):
        if is_constant(old, made_by):
            raise constant_changed(f, made_by.__name__)
    if type(old.kind) is Set and op in SETTING and is_set(by):
        change_set(f, op, old, by, key)
        return None
    if isinstance(old.kind, Dict) and op is operator.or_ and old.kind.missing != COUNTING:
        update_dict(f, old, by)
        return None
    if isinstance(old.kind, Keyed) and op is operator.or_:
        update_keyed(f, old, by)
        return None
    return binary(f, op, old, by, key)


# --- control ----------------------------------------------------------------------------------------------------------


def _if(f: Emitter, node: Any) -> None:
    bit = condition(f, node.test)
    narrowed = f.narrowed
    if isinstance(bit, ir.Constant):
        f.narrowed = also(narrowed, facts(f, node.test, bool(bit.constant)))
        statements(f, node.body if bit.constant else node.orelse)
        f.narrowed = narrowed
        return
    yes, no = f.split(bit)
    after, ends = f.block("after"), []
    for block, part, holds in ((yes, node.body, True), (no, node.orelse, False)):
        f.at(block)
        f.narrowed = also(narrowed, facts(f, node.test, holds))
        statements(f, part)
        ends.append((f.is_ended, f.narrowed))
        f.go(after)
    f.at(after)
    if all(ended for ended, _ in ends):
        f.dead()
    alive = [known for ended, known in ends if not ended]
    f.narrowed = either(alive) if alive else narrowed


def _forget_loop(f: Emitter, node: ast.AST) -> None:
    """Forget the facts about variables that a loop assigns."""
    f.narrowed = dict(f.narrowed)
    for name in {*names_of(node).binders}.union(*(names_of(each).nonlocals for each in f.inlined)):
        forget(f, name)


def _while(f: Emitter, node: Any) -> None:
    _forget_loop(f, node)
    test, inside, over, after = (f.block(name) for name in ("test", "inside", "over", "after"))
    f.go(test)
    f.at(test)
    narrowed = dict(f.narrowed)
    bit = condition(f, node.test)
    endless = isinstance(bit, ir.Constant) and bool(bit.constant)
    if isinstance(bit, ir.Constant):
        f.builder.branch(inside if bit.constant else over)
    else:
        f.builder.cbranch(bit, inside, over)
    f.at(inside)
    f.narrowed = also(narrowed, facts(f, node.test, True))
    f.scope.loops.append((test, after, len(f.endings)))
    try:
        statements(f, node.body)
    finally:
        f.scope.loops.pop()
    f.go(test)
    f.at(over)
    f.narrowed = dict(narrowed) if endless else also(narrowed, facts(f, node.test, False))
    if endless:
        f.dead()
    else:
        statements(f, node.orelse)
    f.go(after)
    f.at(after)
    f.narrowed = dict(narrowed) if _has_break(node) else f.narrowed
    if endless and not _has_break(node):
        f.dead()


def _has_break(node: Any) -> bool:
    return any(names_of(node).loop_of(each) is node for each in names_of(node).parts(ast.Break))


def _for(f: Emitter, node: Any) -> None:
    many = expression(f, node.iter)
    _forget_loop(f, node)
    narrowed, after, scope, level = dict(f.narrowed), f.block("after"), f.scope, len(f.endings)

    def body(value: Value) -> None:
        again = f.block("again")
        with f.within(scope):
            scope.loops.append((again, after, level))
            f.narrowed = dict(narrowed)
            try:
                assign_target(f, node.target, value)
                statements(f, node.body)
            finally:
                scope.loops.pop()
        f.go(again)
        f.at(again)

    turns = turns_of(f, node) if may_be_unordered(many.kind) else None
    with ending_of(f) as ending:
        loop(f, many, body, True if turns is None else turns.why or f.order_asked() or scope.order_wished)
    if turns is not None and (why := ending.why_seen() or turns.why_end_seen(ending)):
        f.ask_order(why)
    f.narrowed = dict(narrowed)
    statements(f, node.orelse)
    f.go(after)
    f.at(after)


def _break(f: Emitter, node: Any) -> None:
    _, after, level = f.scope.loops[-1]
    f.leave_loops(level)
    f.builder.branch(after)


def _continue(f: Emitter, node: Any) -> None:
    f.builder.branch(f.scope.loops[-1][0])


def _return(f: Emitter, node: Any) -> None:
    value = Value(NONE, (), (None,)) if node.value is None else expression(f, node.value)
    f.leave_loops(f.scope.level)
    f.scope.returned(value)


def _expression(f: Emitter, node: Any) -> None:
    expression(f, node.value)


def _pass(f: Emitter, node: Any) -> None:
    """Do nothing."""


def _raise(f: Emitter, node: Any) -> None:
    if node.exc is None:
        raise_again(f)
        return
    name = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    thing: Any = getattr(expression(f, name).kind, "thing", None)
    words = ""
    if isinstance(node.exc, ast.Call) and node.exc.args and isinstance(node.exc.args[0], ast.Constant):
        words = str(node.exc.args[0].value)
    if not isinstance(thing, type) or not issubclass(thing, BaseException):
        raise f.refuse("raise of a computed exception; name the exception instead")
    own = f.scope.function.__module__ != prelude.__name__ or thing in PYTHONS
    raise f.stop(thing, words or thing.__name__, own)


def _assert(f: Emitter, node: Any) -> None:
    bit = condition(f, node.test)
    f.fail(f.builder.not_(bit), AssertionError, "an assertion does not hold")
    f.narrowed = also(f.narrowed, facts(f, node.test, True))


CACHES = (functools.cache, functools.lru_cache)  # ignored


def _function(f: Emitter, node: Any) -> None:
    for each in node.decorator_list:
        name = each.func if isinstance(each, ast.Call) else each
        if getattr(expression(f, name).kind, "thing", None) not in CACHES:
            raise f.refuse("a function with a decorator within another; call what the decorator does instead")
    if node.decorator_list and any(holds_object(kind_held(f, each)) for each in names_of(node).free):
        raise f.refuse(CACHED)
    f.assign(f.slot(node.name, f.scope.find(node.name)), closure(f, node))


def _import(f: Emitter, node: Any) -> None:
    raise f.refuse("an import within a rule; import at the top of the file")


def _delete(f: Emitter, node: Any) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            f.builder.store(ir.Constant(ir.IntType(1), 0), f.slot(target.id, f.scope.find(target.id)).bound)
            continue
        if isinstance(target, ast.Attribute):
            name = target.attr
            dispatch(f, [expression(f, target.value)], lambda each, name=name: delete_attribute(f, each, name))
            continue
        if not isinstance(target, ast.Subscript):
            raise f.refuse("del of anything but a variable or an item; make a new state instead")
        if isinstance(target.slice, ast.Slice):
            nothing = new_list(f, (key_of(f, target), "nothing"))
            _assign_slice(f, expression(f, target.value), target.slice, nothing)
            continue
        many, index = expression(f, target.value), expression(f, target.slice)
        dispatch(f, [many], functools.partial(_delete_item, f, index=index, key=key_of(f, target)))


def _delete_item(f: Emitter, many: Value, *, index: Value, key: Any) -> Value:
    own = special(f, "delitem", many, index)
    if own is not None:
        return constant(None)
    if isinstance(many.kind, Dict):
        dict_pop(f, many, index, constant(0) if many.kind.missing == COUNTING else None)
    elif isinstance(many.kind, Keyed):
        pop_keyed(f, many, index)
    elif isinstance(many.kind, Deque):
        invoke(f, prelude.take, many, index)
    else:
        method(f, many, "pop", [index], {}, key)
    return constant(None)


def _refused(what: str) -> Callable[[Emitter, Any], None]:
    def translate(f: Emitter, node: Any) -> None:
        raise f.refuse(what)

    return translate


def _with(f: Emitter, node: ast.With) -> None:
    called = [each.context_expr.func for each in node.items if isinstance(each.context_expr, ast.Call)]
    name = next((getattr(each, "id", getattr(each, "attr", "")) for each in called), "")
    raise f.refuse(f"with cannot be compiled; {WITHOUT_WITH.get(name, 'write its body alone')} instead")


WITHOUT_WITH = {
    "open": "read the file at the top of the module, outside the rules,",
    "suppress": "write try and except",
}
"""Replacements to suggest for `with` of some functions."""


STATEMENTS |= {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Pass: _pass,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.FunctionDef: _function,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Match: match,
    ast.Try: attempt,
    ast.With: _with,
    ast.ClassDef: _refused("a class within a rule; write it at the top of the file"),
    ast.Nonlocal: _pass,
    ast.Global: _pass,
}
TARGETS |= {
    ast.Name: _assign_name,
    ast.Tuple: lambda f, target, value: _unpack(f, target.elts, value),
    ast.List: lambda f, target, value: _unpack(f, target.elts, value),
    ast.Subscript: _assign_item,
    ast.Attribute: _assign_attribute,
}
