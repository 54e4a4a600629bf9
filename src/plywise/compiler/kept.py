"""Generators that are kept: given a name, passed on, returned.

What a generator reads, Python reads when the item is asked for. A loop over one is written out where it stands, and
reads then. One with a name that a single loop uses is kept as a promise until that loop. Any other is turned into a
list where it is made, which is the same as long as nothing that it reads changes meanwhile: where it may, it is
refused.
"""

import ast
from functools import lru_cache
from typing import Any

from plywise.compiler.callees import Call
from plywise.compiler.function import Emitter, Scope
from plywise.compiler.joining import ConstantCell
from plywise.compiler.kinds import (
    Bound,
    Closure,
    Dict,
    Kind,
    Lazy,
    List,
    Once,
    Record,
    Row,
    Set,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.loops import settle

LOOPS = (ast.For, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
READING = {
    "next", "len", "sum", "min", "max", "any", "all", "sorted", "list", "tuple", "set", "frozenset", "dict",
    "iter", "range", "enumerate", "zip", "map", "filter", "reversed", "abs", "int", "str", "bool", "float",
    "isinstance", "divmod", "ord", "chr", "count", "index", "get", "items", "keys", "values", "find", "rfind",
    "startswith", "endswith", "join", "copy", "bit_count",
}  # fmt: skip
"""Functions and methods that change no list, set or dict."""
MAY_CHANGE = "a generator is kept while what it reads may change; keep a list of its items, [...]"


def keep(f: Emitter, target: ast.expr, value: Value) -> Value | None:
    """Return what a variable holds that is assigned; None for a promise, which waits for its one use."""
    if not value.kind.lazy:
        return value
    if not isinstance(target, ast.Name):
        return passed_on(f, value)
    name = f.program.variable(target)
    function = f.inlined[-1]
    after, uses = _uses(f, function, target)
    is_used_once = len(uses) <= 1 and after is not None and all(_is_reached_once(after[-1], use) for use in uses)
    if is_used_once and not _is_early(value):
        f.scope.promised[name] = value
        return None
    if after is None:
        return settled(f, value)
    names, cells = _reads(f, value)
    if any(_stores(each, names) or (bool(cells) and _changes_lists(each)) for each in after):
        raise f.refuse(MAY_CHANGE)
    return settle(f, value)


def settled(f: Emitter, value: Value) -> Value:
    """Return a value that can be kept anywhere: of a generator the items, as a list. Raises Refusal."""
    if not value.kind.lazy:
        return value
    names, cells = _reads(f, value)
    if cells or _vary(f.inlined[-1] if f.inlined else None, names):
        raise f.refuse(MAY_CHANGE)
    return settle(f, value)


def passed_on(f: Emitter, value: Value, *others: Value, closure: Any = None) -> Value:
    """Return a value for a function, with other arguments, or from one: of a generator the items. Raises Refusal.

    closure: the key and syntax tree of the function, where it is written inside another
    """
    if not value.kind.lazy:
        return value
    names, cells = _reads(f, value)
    around = [] if closure is None else _variables(f, closure[1], f.closures.get(closure[0]), set())
    reached = {cell for each in (*others, *around) for cell in cells_of(each.kind)}
    if cells & reached or (closure is not None and _stores(closure[1], names)):
        raise f.refuse(MAY_CHANGE)
    return settle(f, value)


def reads_lists(f: Emitter, value: Value) -> bool:
    """Return whether a promise reads lists, sets or dicts, which may change before it is kept."""
    return bool(_reads(f, value)[1])


# --- where a variable is used -----------------------------------------------------------------------------------------


def _uses(f: Emitter, function: Any, target: ast.Name) -> tuple[list[Any] | None, list[ast.Name]]:
    """Return the statements from an assignment on to the last use of its variable, and where it is used.

    The statements are None where they are not all in the same block: the variable may have been assigned elsewhere.
    """
    if f.scope.find(target.id) is not f.scope or target.id in _names_within(function):
        return None, []
    own = f.program.variable(target)
    names = [each for each in ast.walk(function) if isinstance(each, ast.Name)]
    alike = [each for each in names if each.id == target.id and f.program.variable(each) == own]
    uses = [each for each in alike if isinstance(each.ctx, ast.Load)]
    block = next((one for one in _blocks(function) if any(_assigns(each, target) for each in one)), None)
    if block is None or len(alike) != len(uses) + 1:
        return None, uses
    begin = next(place for place, each in enumerate(block) if _assigns(each, target))
    places = [place for place in range(begin + 1, len(block)) if _holds(block[place], uses)]
    if sum(_holds(block[place], [use]) for place in places for use in uses) != len(uses):
        return None, uses
    return block[begin + 1 : places[-1] + 1] if places else [], uses


@lru_cache(maxsize=256)
def _blocks(function: Any) -> list[list[Any]]:
    """Return the blocks of statements in a function."""
    found = []
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            part = getattr(node, name, None)
            if isinstance(part, list):
                found.append(part)
    return found


@lru_cache(maxsize=256)
def _names_within(function: Any) -> frozenset[str]:
    """Return the names that functions within a function use or assign."""
    inner = [each for each in ast.walk(function) if isinstance(each, SCOPES) and each is not function]
    return frozenset(each.id for one in inner for each in ast.walk(one) if isinstance(each, ast.Name))


def _assigns(statement: Any, target: ast.Name) -> bool:
    return (isinstance(statement, ast.Assign) and statement.targets == [target]) or (
        isinstance(statement, ast.AnnAssign) and statement.target is target
    )


def _holds(node: Any, names: list[ast.Name]) -> bool:
    return any(each is name for each in ast.walk(node) for name in names)


def _is_reached_once(node: Any, use: ast.Name) -> bool:
    """Return whether an expression is computed at most once each time that a statement is run."""
    if node is use:
        return True
    inner = next(each for each in ast.iter_child_nodes(node) if _holds(each, [use]))
    if isinstance(node, ast.For):
        return inner is node.iter and _is_reached_once(inner, use)
    if isinstance(node, COMPREHENSIONS):
        first = node.generators[0]
        return inner is first and _holds(first.iter, [use]) and _is_reached_once(first.iter, use)
    return not isinstance(node, (ast.While, *SCOPES)) and _is_reached_once(inner, use)


# --- what may change --------------------------------------------------------------------------------------------------


def _is_early(value: Value) -> bool:
    """Return whether a promise is of a function that `return`s a generator, and so reads some of it when called."""
    call = value.kind.parts[0] if value.kind.what == "generator" else None
    return call is not None and hasattr(call.node, "was_returned") and any(cells_of(each.kind) for each in call.values)


def _vary(function: Any, names: set[str]) -> bool:
    """Return whether any of some variables is assigned more than once, where it belongs to a function."""
    if function is None:
        return bool(names)
    stored = [each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)]
    stored += [each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    looped = [one for one in ast.walk(function) if isinstance(one, LOOPS)]
    return any(stored.count(name) > 1 for name in names) or any(_stores(one, names) for one in looped)


def _stores(tree: Any, names: set[str]) -> bool:
    return any(
        (isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load) and each.id in names)
        or (isinstance(each, ast.Nonlocal) and bool(names & set(each.names)))
        for each in ast.walk(tree)
    )


def _changes_lists(tree: Any) -> bool:
    for each in ast.walk(tree):
        if isinstance(each, ast.AugAssign) or (isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load)):
            return True
        if isinstance(each, ast.Call):
            name = getattr(each.func, "id", getattr(each.func, "attr", ""))
            if name not in READING:
                return True
    return False


def _reads(f: Emitter, value: Value) -> tuple[set[str], set[int]]:
    """Return the variables, and the lists, sets and dicts, by their cells, that a promise has still to read."""
    names: set[str] = set()
    cells: set[int] = set()
    waiting: list[Any] = [value]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        kind = each.kind if isinstance(each, Value) else None
        if isinstance(kind, Lazy):
            waiting += kind.parts
            if kind.what == "comprehension":
                waiting += _variables(f, kind.parts[0], kind.parts[1], names)
        elif isinstance(each, Call):
            waiting += each.values
            if each.closure is not None and each.closure not in seen:
                seen.add(each.closure)
                waiting += _variables(f, each.node, f.closures.get(each.closure), names)
        elif isinstance(kind, Closure) and kind.key not in seen:
            seen.add(kind.key)
            waiting += _variables(f, kind.node, f.closures.get(kind.key), names)
        elif kind is not None:
            cells |= cells_of(kind)
    return names, cells


def _variables(f: Emitter, node: Any, scope: Scope | None, names: set[str]) -> list[Value]:
    """Add the variables around a piece of source that it reads to `names`; return values of their types."""
    found = []
    for each in ast.walk(node):
        if not isinstance(each, ast.Name):
            continue
        own = scope.find(each.id) if scope is not None else None
        if own is not None:
            name = f.program.variable(each)
            names.add(each.id)
            found += [own.promised[name]] if name in own.promised else []
            found += [Value(own.slots[name].kind)] if name in own.slots else []
    return found


def cells_of(kind: Kind) -> set[int]:
    """Return the lists, sets and dicts that a value of a type may hold, by the numbers of their cells."""
    found: set[int] = set()
    waiting: list[Any] = [kind]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (List, Set, Dict, Once)):
            for cell in each.cells:
                if cell.root().number not in found and not isinstance(cell.root(), ConstantCell):
                    found.add(cell.root().number)
                    waiting.append(cell.kind)
        elif isinstance(each, (Tuple, Record)):
            waiting += each.items
        elif isinstance(each, Row):
            waiting.append(each.item)
        elif isinstance(each, Union):
            waiting += each.variants
        elif isinstance(each, Bound):
            waiting.append(each.this)
    return found


__all__ = ["READING", "cells_of", "keep", "passed_on", "reads_lists", "settled"]
