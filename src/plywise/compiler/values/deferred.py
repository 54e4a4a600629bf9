"""Generators that outlive the expression that makes them: named, passed on, or returned.

Python evaluates what a generator reads when an item is requested. A loop directly over a generator is inlined, and
reads at that time. A named generator used by a single loop stays a deferred value until that loop. Any other becomes a
separate function that computes one item per call (generators).

That function reads the surrounding variables in place or, if they can no longer change, from a copy.
"""

import ast
from collections import abc
from functools import lru_cache
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import Call, lifted
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.emission.generators import STEPS, new_generator, place_in, room_of
from plywise.compiler.emission.lifting import FRAME, Around, note_addresses, scopes_around, slots_of
from plywise.compiler.emission.wide_ints import is_wide
from plywise.compiler.syntax.names import COMPREHENSIONS, FUNCTIONS, LOOPS, names_of
from plywise.compiler.types.joining import ConstantCell
from plywise.compiler.types.kinds import (
    ADDRESS,
    WHOLE,
    Array,
    Bound,
    Closure,
    Dict,
    Generator,
    Int,
    Iterator,
    Kind,
    Lazy,
    List,
    OfFields,
    Record,
    Row,
    Set,
    Tuple,
    Union,
    Value,
    holds_tied,
)
from plywise.compiler.values.loops import listed, loop

READING = {
    "next", "len", "sum", "min", "max", "any", "all", "sorted", "list", "tuple", "set", "frozenset", "dict",
    "iter", "range", "enumerate", "zip", "map", "filter", "reversed", "abs", "int", "str", "bool", "float",
    "isinstance", "divmod", "ord", "chr", "count", "index", "get", "items", "keys", "values", "find", "rfind",
    "startswith", "endswith", "join", "copy", "bit_count",
}  # fmt: skip
"""Functions and methods that change no list, set or dict."""
VIEWS = ("items", "values")
"""Promises that are not iterators: each loop starts from the beginning."""
TIED = "a stored generator reads a variable that changes later; pass the variable to a function that yields"
VIEW = "the items of a dict are stored while they may change; store list(d.items())"


def keep(f: Emitter, target: ast.expr, value: Value) -> Value | None:
    """Return the value to store in an assigned variable; None for a promise, deferred to its only use."""
    if not value.kind.lazy or not isinstance(target, ast.Name):
        return materialized(f, value)
    after, uses = _uses(f, target)
    is_used_once = len(uses) <= 1 and after is not None and all(_is_reached_once(f, after[-1], use) for use in uses)
    if is_used_once or (after is not None and value.kind.what in VIEWS):
        f.scope.promised[f.program.variable(target)] = value
        return None
    return materialized(f, value)


def passed_on(f: Emitter, value: Value, returned: bool = False) -> Value:
    """Return a value to pass to a function or to return from one. Raises Refusal."""
    value = materialized(f, value, "returned" if returned else "given")
    if returned and holds_tied(value.kind):
        raise f.refuse(TIED)
    return value


def materialized(f: Emitter, value: Value, where: str = "") -> Value:
    """Return a value that can be stored: for a promise, a generator that computes its items.

    where: "given" to a function, "returned" from one
    """
    if not value.kind.lazy:
        return value
    kind: Any = value.kind
    if kind.what in VIEWS:
        if cells_of(kind.parts[0].kind):
            raise f.refuse(VIEW)
        return listed(f, value)
    call = kind.parts[0] if kind.what == "generator" else None
    if call is not None and call.closure is None:
        kinds = [each.kind for each in call.values]
        instance = f.program.instance(call.function, call.node, call.function, kinds, STEPS)
        return new_generator(f, instance, call.values, any(map(holds_tied, kinds)))
    if call is not None and call.node in f.inlined:
        instance, values = lifted(f, Closure(call.closure, call.node), f.closures[call.closure], call.values, STEPS)
        return new_generator(f, instance, values, True)
    return _settled_here(f, value, where)


# --- promises as functions --------------------------------------------------------------------------------------------


class Promise:
    """A promise whose items a function computes: the promise, the scopes around it, and the functions being inlined."""

    def __init__(self, f: Emitter, value: Value, around: Around) -> None:
        self.value, self.around, self.inlined = value, around, list(f.inlined)

    def emit(self, f: Emitter, values: list[Value], yielded: Any) -> None:
        """Write the loop over it. values: its arguments."""
        f.scope = self.around.seen[self.around.outer[0].key]
        scope = f.scope

        def one(value: Value) -> None:
            with f.within(scope):
                yielded(value)

        loop(f, self._with(self.value, iter(values)), one)

    def _with(self, part: Any, values: abc.Iterator[Value]) -> Any:
        """Return a part of the promise with the function's arguments as its values."""
        if isinstance(part, Call):
            given = [self._with(each, values) for each in part.values]
            return Call(part.function, part.node, part.names, given, part.closure)
        if isinstance(part, Scope):
            return self.around.seen[part.key]
        if isinstance(part, ir.Value):
            return part if isinstance(part, ir.Constant) else next(values).scalars[0]
        if not isinstance(part, Value):
            return part
        if part.kind.lazy:
            return Value(
                Lazy(part.kind.what, *(self._with(each, values) for each in part.kind.parts), key=part.kind.key)
            )
        return next(values) if _is_given(part) else part


def _is_given(value: Value) -> bool:
    """Return whether a value is known only at run time."""
    return bool(value.scalars) and not value.known


def _given(part: Any) -> list[Value]:
    """Return the values in a promise that are known only at run time."""
    if isinstance(part, Call):
        return [each for one in part.values for each in _given(one)]
    if isinstance(part, ir.Value) and not isinstance(part, ir.Constant):
        return [Value(Int(part.type.width) if is_wide(part.type) else WHOLE, [part])]
    if not isinstance(part, Value):
        return []
    if part.kind.lazy:
        return [each for one in part.kind.parts for each in _given(one)]
    return [part] if _is_given(part) else []


def _scopes(f: Emitter, part: Any) -> abc.Iterator[Scope]:
    """Yield the scopes of the comprehensions in a promise."""
    if isinstance(part, Scope):
        yield part
    elif isinstance(part, Value) and part.kind.lazy:
        for each in part.kind.parts:
            yield from _scopes(f, each)


def _settled_here(f: Emitter, value: Value, where: str) -> Value:
    values, kind = _given(value), value.kind
    key = (f.scope.key, "kept", id(f.node), _place_in(f), _said(value))
    outer = [f.scope, *_scopes(f, value), *f.closures.values()]
    around = Around(key, outer, f.closures)
    kinds = [*(each.kind for each in values), FRAME]
    instance = f.program.instance(f.scope.function, None, key, kinds, STEPS, around, Promise(f, value, around))
    frame, tied = _captured(f, key, outer, where)
    tied = tied or any(map(holds_tied, kinds)) or kind.what == "groups"
    return new_generator(f, instance, [*values, frame], tied)


def _said(part: Any) -> str:
    """Return a description of a promise that is the same in each pass."""
    if isinstance(part, Call):
        return f"{id(part.node)}({', '.join(map(_said, part.values))})"
    if isinstance(part, Value) and part.kind.lazy:
        return f"{part.kind.what}({', '.join(map(_said, part.kind.parts))})"
    return f"{part.kind}{part.known}" if isinstance(part, Value) else type(part).__name__


def _place_in(f: Emitter) -> Any:
    return getattr(f.node, "lineno", 0), getattr(f.node, "col_offset", 0)


# --- variables around ------------------------------------------------------------------------------------------------


def _captured(f: Emitter, key: Any, outer: list[Scope], where: str) -> tuple[Value, bool]:
    """Return the addresses of the variables that a generator reads, and whether some are in this function's frame."""
    layout, tied = f.program.layouts.setdefault(key, []), False
    frame = f.allocate(f.int(8 * max(1, len(layout))))
    for number, slot in slots_of(f, layout, outer):
        places = [slot.bound, *slot.places]
        copied, ties = _is_copied(f, outer, layout[number], where)
        tied = tied or ties
        variable = f.builder.bitcast(f.allocate(f.int(8 * len(places))), ADDRESS.as_pointer())
        note_addresses(f, variable, [_copy(f, each) for each in places] if copied else places)
        base = f.builder.bitcast(frame, ADDRESS.as_pointer().as_pointer())
        f.builder.store(variable, f.builder.gep(base, [f.int(number)]))
    return Value(FRAME, [frame]), tied


def _copy(f: Emitter, place: Any) -> Any:
    found = place_in(f.builder, f.allocate(f.int(room_of(place.type.pointee))), place.type.pointee)
    f.builder.store(f.builder.load(place), found)
    return found


def _is_copied(f: Emitter, outer: list[Scope], variable: tuple[Any, str], where: str) -> tuple[bool, bool]:
    """Return whether a generator reads a copy of a variable, and whether it must not outlive this function.

    Raises Refusal if neither the variable nor a copy would have the value that Python reads.
    """
    key, name = variable
    scope = next(each for one in outer for each in scopes_around(one) if each.key == key)
    changes, shared = _changes(f.program.tree(scope.function), name.partition("~")[0])
    is_far = hasattr(scope, "far_slot")
    if not changes and not shared:
        return True, False
    if where == "returned" and not shared and not is_far and (scope is f.scope or f.scope is f.root):
        return True, False
    if is_far or scope is f.root:
        return False, True
    if where == "given" and not shared:
        return True, True
    raise f.refuse(f"a generator is kept that reads {name}, which changes; give {name} to a function that yields")


@lru_cache(maxsize=1024)
def _changes(function: Any, name: str) -> tuple[bool, bool]:
    """Return whether a variable may be assigned more than once, and whether nested functions assign it."""
    names = names_of(function)
    stored = names.binders.get(name, [])
    looped = any(isinstance(each, (*LOOPS, *COMPREHENSIONS)) for one in stored for each in names.around(one))
    return len(stored) > 1 or looped, name in names.nonlocals


# --- where a variable is used -----------------------------------------------------------------------------------------


def _uses(f: Emitter, target: ast.Name) -> tuple[list[Any] | None, list[ast.Name]]:
    """Return the statements from an assignment to the last use of its variable, and the uses.

    The statements are None if they are not all in one block: the variable may have been assigned elsewhere.
    """
    names = f.source
    if f.scope.find(target.id) is not f.scope or target.id in names.inner:
        return None, []
    own = f.program.variable(target)
    alike = [each for each in names.uses.get(target.id, []) if f.program.variable(each) == own]
    uses = [each for each in alike if isinstance(each.ctx, ast.Load)]
    statement: Any = names.up.get(id(target))
    if not _assigns(statement, target) or len(alike) != len(uses) + 1:
        return None, uses
    following = names.following(statement)
    places = [place for use in uses for place, each in enumerate(following) if names.is_in(use, each)]
    return (following[: max(places, default=-1) + 1] if len(places) == len(uses) else None), uses


def _assigns(statement: Any, target: ast.Name) -> bool:
    return (isinstance(statement, ast.Assign) and statement.targets == [target]) or (
        isinstance(statement, ast.AnnAssign) and statement.target is target
    )


def _is_reached_once(f: Emitter, statement: Any, use: ast.Name) -> bool:
    """Return whether an expression is evaluated at most once per execution of a statement."""
    inner: Any = use
    for each in f.source.around(use):
        if isinstance(each, (ast.For, ast.comprehension)) and inner is not each.iter:
            return False
        if isinstance(each, COMPREHENSIONS) and inner is not each.generators[0]:
            return False
        if isinstance(each, (ast.While, *FUNCTIONS)) or each is statement:
            return each is statement and not isinstance(each, (ast.While, *FUNCTIONS))
        inner = each
    return True


# --- cells of a value -------------------------------------------------------------------------------------------------


ARRAYS = -1
"""Stands for the numbers of all arrays, which may share them."""


def cells_of(kind: Kind) -> set[int]:
    """Return the cells of the lists, sets and dicts that a value of a type may contain, by number."""
    found: set[int] = set()
    waiting: list[Any] = [kind]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (List, Set, Dict, Iterator, Generator, OfFields)):
            for cell in each.cells:
                if cell.root().number not in found and not isinstance(cell.root(), ConstantCell):
                    found.add(cell.root().number)
                    waiting.append(cell.kind)
        elif isinstance(each, Array) and not each.frozen:
            found.add(ARRAYS)
        elif isinstance(each, (Tuple, Record)):
            waiting += each.items
        elif isinstance(each, Row):
            waiting.append(each.item)
        elif isinstance(each, Union):
            waiting += each.variants
        elif isinstance(each, Bound):
            waiting.append(each.this)
    return found


__all__ = ["READING", "TIED", "cells_of", "keep", "materialized", "passed_on"]
