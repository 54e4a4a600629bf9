"""Lists that are filled in some order which nobody looks at."""

import ast
from functools import lru_cache
from typing import Any

from plywise.compiler.function import Emitter
from plywise.compiler.kinds import NEVER, List, is_told_apart
from plywise.compiler.order.purity import is_fresh, kind_of_name, variable_of
from plywise.compiler.order.reading import say

COUNTED = {"len", "any", "all", "bool", "set", "frozenset"}
ADDED = {"sorted", "sum", "min", "max"}


def is_without_order(f: Emitter, loop: Any, many: ast.Name) -> bool:
    """Return whether nobody looks at the order of a list: it is sorted next, or counted, or only asked for sums."""
    function = f.inlined[-1]
    kind, variable = kind_of_name(f, many), variable_of(f, many)
    if kind == NEVER:
        return True
    if type(kind) is not List or variable is None or variable[0] != id(f.scope):
        return False
    following = next_statement(function, loop)
    is_sorted = following is not None and say(following) == say(ast.parse(f"{many.id}.sort()").body[0])
    inside = {id(each) for each in ast.walk(loop)}
    parents = parents_in(function)
    for each in ast.walk(function):
        if not isinstance(each, ast.Name) or id(each) in inside or variable_of(f, each) != variable:
            continue
        parent = parents[id(each)]
        if not isinstance(each.ctx, ast.Load):
            if not isinstance(parent, (ast.Assign, ast.AnnAssign)) or not is_fresh(parent.value):
                return False  # it may be a list that has another name
        elif not is_sorted and not is_asked_without_order(parent, is_told_apart(kind.item)):
            return False
    return not is_sorted or is_told_apart(kind.item)


def is_asked_without_order(parent: Any, told_apart: bool) -> bool:
    """Return whether an expression asks nothing of a list, which is part of it, that depends on the list's order."""
    if isinstance(parent, (ast.If, ast.While)):
        return True
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    if not isinstance(parent, ast.Call) or not isinstance(parent.func, ast.Name) or parent.keywords:
        return False
    names = COUNTED | (ADDED if told_apart else set())
    return len(parent.args) == 1 and parent.func.id in names


@lru_cache(maxsize=256)
def parents_in(function: Any) -> dict[int, Any]:
    """Return, for each piece of a function by its id, the piece that it is part of."""
    return {id(child): each for each in ast.walk(function) for child in ast.iter_child_nodes(each)}


def next_statement(function: Any, node: Any) -> Any:
    """Return the statement that follows another in its block; None where it is the last."""
    parent = parents_in(function).get(id(node))
    for name in ("body", "orelse"):
        block = getattr(parent, name, None)
        if isinstance(block, list) and node in block[:-1]:
            return block[block.index(node) + 1]
    return None


__all__ = ["is_without_order"]
