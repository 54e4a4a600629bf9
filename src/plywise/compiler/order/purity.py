"""What an expression reads of the variables around it, and whether computing it changes anything.

Asked where Python leaves an order open, as in a loop over a set: see commuting.
"""

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any, TypeGuard

from plywise.compiler.function import Emitter
from plywise.compiler.kept import READING
from plywise.compiler.kinds import (
    NEVER,
    Bound,
    Closure,
    Fixed,
    Kind,
    Partial,
    Refusal,
    Value,
    can_change,
)
from plywise.compiler.names import CHANGING, names_of

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FRESH = {"set", "list", "dict", "deque", "Counter", "defaultdict", "sorted", "copy"}
"""Functions and methods that return a list, set or dict that nothing else has."""
Variable = tuple[int, str]
"""A variable: its scope, by number, and its name in webs."""


def names_in(node: Any, bound: frozenset[str] = frozenset()) -> Iterator[ast.Name]:
    """Yield the names in a piece of source that are not variables of a comprehension or function inside it."""
    if isinstance(node, ast.Name):
        if node.id not in bound:
            yield node
    elif isinstance(node, COMPREHENSIONS):
        targets = {each.id for part in node.generators for each in ast.walk(part.target) if isinstance(each, ast.Name)}
        yield from names_in(node.generators[0].iter, bound)
        for child in ast.iter_child_nodes(node):
            yield from names_in(child, bound | targets)
    elif isinstance(node, ast.NamedExpr):
        yield node.target
        yield from names_in(node.value, bound)
    elif isinstance(node, (ast.Lambda, ast.FunctionDef)):
        for child in ast.iter_child_nodes(node):
            yield from names_in(child, bound | names_of(node).stored)
    else:
        for child in ast.iter_child_nodes(node):
            yield from names_in(child, bound)


def variable_of(f: Emitter, name: ast.Name) -> Variable | None:
    """Return the variable that a name is; None for a global one."""
    scope = f.scope.find(name.id)
    return None if scope is None else (id(scope), f.program.variable(name))


def kind_of_name(f: Emitter, name: ast.Name) -> Kind:
    """Return the type of a variable, as far as it is known by now."""
    scope = f.scope.find(name.id)
    if scope is None:
        return NEVER
    slot = scope.slots.get(f.program.variable(name))
    if slot is not None:
        return slot.kind
    promised = scope.promised.get(f.program.variable(name))
    return promised.kind if promised is not None else f.program.kinds.get((scope.key, f.program.variable(name)), NEVER)


def is_fresh(node: Any) -> bool:
    """Return whether an expression makes a list, set or dict that nothing else has."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", getattr(node.func, "attr", "")) in FRESH
    return isinstance(node, (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp))


def changes(f: Emitter, value: Value) -> bool:
    """Return whether a call of a function may change anything but what it makes. value: the function"""
    kind = value.kind
    if isinstance(kind, Closure):
        return closure_changes(f, kind)
    if isinstance(kind, (Bound, Partial)):
        held = (kind.this,) if isinstance(kind, Bound) else kind.items
        return any(can_change(each) or isinstance(each, Closure) for each in held)
    return not isinstance(kind, Fixed) and kind != NEVER


def closure_changes(f: Emitter, kind: Closure, seen: frozenset[int] = frozenset()) -> bool:
    """Return whether a function written inside another may change variables around it, or lists that they hold.

    What it is given counts as nothing that can change.
    """
    node = kind.node
    if id(node) in seen:
        return False
    if any(isinstance(each, (ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.NamedExpr)) for each in ast.walk(node)):
        return True
    own = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    made = {name for name in stored_names(node) if name not in own}
    if any(name not in made or not _is_made_fresh(node, name) for name in names_of(node).changed):
        return True
    scope = f.closures.get(kind.key)
    inner = [_closure_named(f, scope, each.func) for each in ast.walk(node) if isinstance(each, ast.Call)]
    if any(each is not None and closure_changes(f, each, seen | {id(node)}) for each in inner):
        return True
    return _hands_on(f, scope, node, made)


def stored_names(node: Any) -> set[str]:
    """Return the names that are assigned anywhere in a piece of source."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}


def _closure_named(f: Emitter, scope: Any, node: Any) -> Closure | None:
    found = scope.find(node.id) if scope is not None and isinstance(node, ast.Name) else None
    slot = found.slots.get(node.id) if found is not None else None
    return slot.kind if slot is not None and isinstance(slot.kind, Closure) else None


def _hands_on(f: Emitter, scope: Any, node: Any, made: set[str]) -> bool:
    """Return whether a closure calls what may change a list, set or dict of a variable around it."""
    outer = {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and _can_change(scope, name.id)}
    aliases = {name for name in made if outer and not _is_made_fresh(node, name)}
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return any(
        isinstance(name, ast.Name) and name.id in outer | aliases
        for call in calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) not in READING - {"next"}
        for part in (*call.args, *(each.value for each in call.keywords))
        for name in ast.walk(part)
    )


def _can_change(scope: Any, name: str) -> bool:
    found = scope.find(name) if scope is not None else None
    slot = found.slots.get(name) if found is not None else None
    return slot is not None and can_change(slot.kind)


def _is_made_fresh(node: Any, name: str) -> bool:
    """Return whether a variable of a function holds only what the function made itself."""
    made = [
        each.value
        for each in ast.walk(node)
        if isinstance(each, (ast.Assign, ast.AnnAssign))
        for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
        if isinstance(target, ast.Name) and target.id == name
    ]
    stores = sum(
        isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(node)
    )
    added = sum(
        isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name) and each.target.id == name
        for each in ast.walk(node)
    )
    return bool(made) and len(made) + added == stores and all(map(is_fresh, made))


def leaves_alone(function: Any, tree: Any) -> bool:
    """Return whether a function of a module changes no list, set or dict that it is given."""
    if not isinstance(function, FunctionType):
        return False
    try:
        node = tree(function)
    except Refusal:
        return False
    if isinstance(node, ast.Lambda):
        return not names_of(node).changed
    given = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    if not all(_is_made_fresh(node, name) and name not in given for name in names_of(node).changed):
        return False
    return all(
        getattr(each.func, "id", getattr(each.func, "attr", "")) in READING - {"next"}
        for each in ast.walk(node)
        if isinstance(each, ast.Call)
    )


def changing_call(node: Any) -> TypeGuard[Any]:
    """Return whether a piece of source is a call of a method that changes its object."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING


__all__ = [
    "COMPREHENSIONS",
    "Variable",
    "changes",
    "changing_call",
    "closure_changes",
    "is_fresh",
    "kind_of_name",
    "leaves_alone",
    "names_in",
    "variable_of",
]
