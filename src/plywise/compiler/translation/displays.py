"""Displays of tuples, lists, sets and dicts, comprehensions, and f-strings."""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType
from typing import Any

from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.forms import EXPRESSIONS, assign_target, expression, key_of
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.emission.narrowing import also, facts
from plywise.compiler.syntax.names import names_of
from plywise.compiler.syntax.source import tree_of
from plywise.compiler.translation.expressions import condition
from plywise.compiler.translation.order import why_comprehension_is_ordered
from plywise.compiler.translation.replacing import replaced
from plywise.compiler.types.kinds import Constant, Lazy, Refusal, Value
from plywise.compiler.types.set_order import note_computed, slots_of
from plywise.compiler.values.collections import (
    add,
    dict_put,
    is_exact,
    new_dict,
    new_set,
    update_dict,
)
from plywise.compiler.values.keyed_dicts import (
    is_keyed,
    keyed_of,
    keyed_put,
    ordinary,
    pairs_in,
    update_keyed,
)
from plywise.compiler.values.loops import LAZY, Body, Order, loop, order_for, run
from plywise.compiler.values.objects import copy_fields
from plywise.compiler.values.sequences import (
    append,
    new_list,
    row_of_list,
    starred,
    tuple_of,
)
from plywise.compiler.values.set_operations import check_first, take_over, update


def items(f: Emitter, nodes: list[ast.expr]) -> list[Value]:
    """Return the values of several expressions; a starred one is expanded, and its length must be known."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            found += starred(f, expression(f, node.value))
        else:
            found.append(f.program.materialize(f, expression(f, node)))
    return found


def _tuple(f: Emitter, node: Any) -> Value:
    if any(isinstance(each, ast.Starred) for each in node.elts):
        return replaced(f, node) or _with_stars(f, node, Constant(tuple))
    values = items(f, node.elts)
    if values and all(value.known or isinstance(value.kind, Constant) for value in values):
        things = [value.known[0] if value.known else value.kind.thing for value in values]
        if not any(callable(thing) for thing in things):
            return constant(_interned(f, node, tuple(things)))
    return tuple_of([_kept(f, value) for value in values])


def _interned(f: Emitter, node: Any, thing: Any) -> Any:
    """Return a constant created here, the same object in each pass."""
    return f.program.cells.setdefault(("constant", id(node), repr(thing)), thing)


def _kept(f: Emitter, value: Value) -> Value:
    """Return a value in the form stored in tuples and lists."""
    if isinstance(value.kind, Constant):
        return plain(f, value)
    return value


def _with_stars(f: Emitter, node: Any, kind: Any) -> Value:
    """Return a tuple or list with starred parts."""
    values: list[Value] = []
    found = new_list(f, key_of(f, node)) if kind.thing is list else None
    for each in node.elts:
        if not isinstance(each, ast.Starred):
            more, many = [f.program.materialize(f, expression(f, each))], None
        else:
            many = expression(f, each.value)
            try:
                more, many = starred(f, many), None
            except Refusal:  # the length is not known yet: from here on it is a list
                more = []
                if found is None:
                    found = new_list(f, key_of(f, node))
                    for value in values:
                        append(f, found, value)
        values += more
        if found is None:
            continue
        for value in more:
            append(f, found, value)
        if many is not None:
            loop(f, many, partial(append, f, found))
    if found is None:
        return tuple_of([_kept(f, value) for value in values])
    return found if kind.thing is list else row_of_list(f, found)


def _list(f: Emitter, node: Any) -> Value:
    if any(isinstance(each, ast.Starred) for each in node.elts):
        return _with_stars(f, node, Constant(list))
    found = new_list(f, key_of(f, node))
    for each in node.elts:
        append(f, found, expression(f, each))
    return found


def _set(f: Emitter, node: Any) -> Value:
    found = new_set(f, key_of(f, node))
    many = _constant_set(f, node)
    if many is not None:
        if _is_looped_over(f, node):
            return constant(many)
        if is_exact(found.kind) and len(node.elts) > 2:
            take_over(f, found, Value(Constant(f.program.cells.setdefault(("set", id(node)), set(many)))))
            return found
    for each in node.elts:
        if isinstance(each, ast.Starred):
            update(f, found, expression(f, each.value))
        else:
            add(f, found, expression(f, each))
    return found


def _constant_set(f: Emitter, node: ast.Set) -> frozenset[Any] | None:
    """Return the frozenset into which Python folds a set display of constants when it compiles the source.

    Python loops over it or, if it has over two items, builds a set from it at run time. It is among the constants of
    the function's code, which reveal its order in this process. None if some items are not constants.
    """
    if not all(map(_is_constant, node.elts)):
        return None
    code = compile(f"0 in {ast.unparse(node)}", "set", "eval", dont_inherit=True)
    many = next((each for each in code.co_consts if isinstance(each, frozenset)), None)
    alike = [each for each in _constants(f.scope.function.__code__) if _is_alike(each, many)]
    if many is None or not alike:
        return None
    return alike[0] if len({str(slots_of(each)) for each in alike}) == 1 else note_computed(many)


def _is_constant(node: ast.expr) -> bool:
    """Return whether Python folds an expression at compile time."""
    if isinstance(node, ast.BinOp):
        return _is_constant(node.left) and _is_constant(node.right)
    if isinstance(node, ast.Subscript):
        return _is_constant(node.value) and _is_constant(node.slice)
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    return _is_constant(node.operand) if isinstance(node, ast.UnaryOp) else isinstance(node, ast.Constant)


def _is_looped_over(f: Emitter, node: ast.Set) -> bool:
    around = names_of(tree_of(f.scope.function)).up.get(id(node))
    return isinstance(around, (ast.For, ast.comprehension)) and around.iter is node


def _constants(code: CodeType) -> Iterator[Any]:
    """Yield the constants of a piece of code and of the code nested in it."""
    for each in code.co_consts:
        yield each
        if isinstance(each, CodeType):
            yield from _constants(each)


def _is_alike(one: Any, many: frozenset[Any] | None) -> bool:
    return isinstance(one, frozenset) and many is not None and sorted(map(repr, one)) == sorted(map(repr, many))


def _dict(f: Emitter, node: Any) -> Value:
    things = _as_constants(f, node)
    if things is not None:
        return constant(_interned(f, node, things))
    parts = list(zip(node.keys, node.values, strict=True))
    if all(key is None or type(getattr(key, "value", None)) is str for key in node.keys):
        return _keyed(f, node, parts, {})
    found = new_dict(f, key_of(f, node))
    _put_parts(f, found, parts)
    return found


Parts = list[tuple[ast.expr | None, ast.expr]]
"""The keys and values of a dict display; None as the key of another dict after **."""


def _put_parts(f: Emitter, found: Value, parts: Parts) -> None:
    for key, value in parts:
        if key is None:
            update_dict(f, found, expression(f, value))
        else:
            dict_put(f, found, expression(f, key), expression(f, value))


def _keyed(f: Emitter, node: Any, parts: Parts, pairs: dict[str, Value]) -> Value:
    """Return a dict with literal keys, with a field for each if possible. pairs: the first items."""
    for at, (key, value) in enumerate(parts):
        if key is None:
            rest = parts[at + 1 :]
            return dispatch(f, [expression(f, value)], partial(_joined, f, node, rest, pairs))
        pairs[key.value] = f.program.materialize(f, expression(f, value))  # type: ignore[attr-defined]
    return keyed_of(f, pairs) or ordinary(f, pairs, key_of(f, node))


def _joined(f: Emitter, node: Any, parts: Parts, pairs: dict[str, Value], more: Value) -> Value:
    """Return a dict with some items, those of another dict, and those of the rest of a display."""
    if is_keyed(more):
        if pairs or not more.kind.shape.has_changing_keys:
            return _keyed(f, node, parts, {**pairs, **pairs_in(f, more)})
        found = copy_fields(f, more)
        for key, value in parts:
            if key is None:
                update_keyed(f, found, expression(f, value))
            else:
                keyed_put(f, found, expression(f, key), expression(f, value))
        return found
    found = ordinary(f, pairs, key_of(f, node))
    update_dict(f, found, more)
    _put_parts(f, found, parts)
    return found


def _as_constants(f: Emitter, node: Any) -> Any:
    """Return a read-only dict if all its keys and values are literals; None otherwise."""
    if not node.keys or None in node.keys or not is_only_read(f, node):
        return None
    try:
        found = {
            ast.literal_eval(key): ast.literal_eval(value) for key, value in zip(node.keys, node.values, strict=True)
        }
    except (ValueError, TypeError, SyntaxError):
        return None
    _note_sets(found)
    return found


def _note_sets(thing: Any) -> None:
    """Record that the sets in a constant were created by the compiler: Python's own may have another order."""
    if isinstance(thing, set):
        note_computed(thing)
    elif isinstance(thing, dict):
        _note_sets([*thing.keys(), *thing.values()])
    elif isinstance(thing, (tuple, list)):
        for each in thing:
            _note_sets(each)


def comprehend(
    f: Emitter, node: Any, scope: Any, body: Callable[[], None], ordered: Order, first: Value | None = None
) -> None:
    """Write the loops of a comprehension, in a separate scope; `body` writes the code for each item.

    first: the iterable of its first loop, if already evaluated
    """
    inner = Scope((scope.key, id(node)), scope.function, names_of(node).stored, scope)
    inner.is_comprehension = True
    inner.yielded, inner.returned = scope.yielded, scope.returned
    caller, narrowed = f.scope, dict(f.narrowed)
    with f.within(scope):
        first = first or expression(f, node.generators[0].iter)
        ordered = order_for(ordered, why_comprehension_is_ordered(f, node))
    f.open(inner)

    def nest(number: int) -> None:
        if number == len(node.generators):
            with f.within(caller):
                pass
            body()
            return
        part = node.generators[number]
        many = first if number == 0 else expression(f, part.iter)

        def one(value: Value) -> None:
            with f.within(inner):
                before = dict(f.narrowed)
                assign_target(f, part.target, value)
                skipped = f.block("skip")
                with f.reached():
                    for test in part.ifs:
                        bit = condition(f, test)
                        good = f.block("good")
                        f.builder.cbranch(bit, good, skipped)
                        f.at(good)
                        f.narrowed = also(f.narrowed, facts(f, test, True))
                    nest(number + 1)
                f.narrowed = before
                f.go(skipped)
                f.at(skipped)

        loop(f, many, one, ordered)

    with f.within(inner):
        nest(0)
    f.narrowed = narrowed


def _list_comprehension(f: Emitter, node: Any) -> Value:
    found = new_list(f, key_of(f, node))
    comprehend(f, node, f.scope, lambda: append(f, found, expression(f, node.elt)), id(node) not in f.unordered)
    return found


def _set_comprehension(f: Emitter, node: Any) -> Value:
    found, before = new_set(f, key_of(f, node)), f.sets_met
    ordered = is_exact(found.kind)
    comprehend(f, node, f.scope, lambda: add(f, found, expression(f, node.elt)), ordered)
    if f.sets_met > before:
        check_first(f, found)
    return found


def _dict_comprehension(f: Emitter, node: Any) -> Value:
    if _is_of_items(node):
        many = expression(f, node.generators[0].iter)
        if many.kind.lazy and many.kind.what == "keyed":
            return _keyed_comprehension(f, node, many)
    else:
        many = None
    found = new_dict(f, key_of(f, node))

    def put() -> None:
        dict_put(f, found, expression(f, node.key), expression(f, node.value))

    comprehend(f, node, f.scope, put, ordered=True, first=many)
    return found


def _is_of_items(node: ast.DictComp) -> bool:
    """Return whether a comprehension is {key: ... for key, value in many.items()}."""
    part, target = node.generators[0], node.generators[0].target
    called = isinstance(part.iter, ast.Call) and getattr(part.iter.func, "attr", "") == "items"
    pair = isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(node.key, ast.Name)
    alone = len(node.generators) == 1 and not part.ifs
    return called and pair and alone and getattr(target.elts[0], "id", "") == node.key.id  # type: ignore[attr-defined]


def _keyed_comprehension(f: Emitter, node: ast.DictComp, many: Value) -> Value:
    """Return a dict with the keys of another one, and a value for each."""
    pairs: dict[str, Value] = {}
    scope, narrowed = f.scope, dict(f.narrowed)
    for key, value in pairs_in(f, many.kind.parts[0]).items():
        inner = Scope((scope.key, id(node), key), scope.function, names_of(node).stored, scope)
        inner.is_comprehension = True
        inner.yielded, inner.returned = scope.yielded, scope.returned
        f.open(inner)
        with f.within(inner):
            assign_target(f, node.generators[0].target, tuple_of([constant(key), value]))
            pairs[key] = f.program.materialize(f, expression(f, node.value))
        f.narrowed = dict(narrowed)
    return keyed_of(f, pairs) or ordinary(f, pairs, key_of(f, node))


def _generator(f: Emitter, node: Any) -> Value:
    first = expression(f, node.generators[0].iter)  # at once, as in Python
    return Value(Lazy("comprehension", node, f.scope, first))


READ = {"get", "items", "keys", "values"}


def is_only_read(f: Emitter, node: Any) -> bool:
    """Return whether a dict display is looked up immediately and not stored."""
    parent = names_of(tree_of(f.scope.function)).up.get(id(node))
    if isinstance(parent, (ast.keyword, ast.Dict)):
        return isinstance(parent, ast.keyword) and parent.arg is None
    if isinstance(parent, ast.Subscript):
        return parent.value is node and isinstance(parent.ctx, ast.Load)
    return isinstance(parent, ast.Compare) or (isinstance(parent, ast.Attribute) and parent.attr in READ)


def _loop_comprehension(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    node, scope, first = kind.parts
    comprehend(f, node, scope, lambda: run(f, body, expression(f, node.elt)), ordered, first)


EXPRESSIONS.update(
    {
        ast.Tuple: _tuple,
        ast.List: _list,
        ast.Set: _set,
        ast.Dict: _dict,
        ast.ListComp: _list_comprehension,
        ast.SetComp: _set_comprehension,
        ast.DictComp: _dict_comprehension,
        ast.GeneratorExp: _generator,
    }
)
LAZY["comprehension"] = _loop_comprehension
