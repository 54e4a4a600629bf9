"""The defaults of functions that are written inside others: each is computed once, where the function is written."""

import ast
from functools import lru_cache
from typing import Any

from plywise.engines.native.compile.translate.expressions import expression
from plywise.engines.native.compile.translate.function import Emitter
from plywise.engines.native.compile.translate.kinds import Value

LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def defaults_of(node: Any) -> list[tuple[str, Any]]:
    """Return the parameters of a function's syntax tree that have defaults, and these."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(positional[len(positional) - len(given.defaults) :], given.defaults, strict=True)]
    pairs += [
        (each, value) for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is not None
    ]
    return [(each.arg, value) for each, value in pairs]


def keep_defaults(f: Emitter, key: Any, node: Any) -> None:
    """Compute the defaults of a function that is written inside another: once, where it is written."""
    for name, default in defaults_of(node):
        if isinstance(default, ast.Constant):
            continue
        if _is_kept_in_a_loop(f.inlined[-1], node):
            raise f.refuse("a function with a default is made in a loop and kept; a tuple of what it needs can be")
        f.assign(f.slot(("default", key, name), f.scope), expression(f, default))


@lru_cache(maxsize=1024)
def _is_kept_in_a_loop(function: Any, node: Any) -> bool:
    """Return whether there may be several forms at once of a function that is written inside another."""
    around = [each for each in ast.walk(function) if any(one is node for one in ast.walk(each)) and each is not node]
    loops = [each for each in around if isinstance(each, LOOPS)]
    if not loops:
        return False
    names = {node.name} if isinstance(node, ast.FunctionDef) else set()
    names |= {
        getattr(each.targets[0], "id", "") for each in around if isinstance(each, ast.Assign) and each.value is node
    }
    calls = {id(each.func) for each in ast.walk(loops[-1]) if isinstance(each, ast.Call)}
    names_read = [each for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return not names or any(each.id in names and id(each) not in calls for each in names_read)


def default(f: Emitter, key: Any, name: str, node: Any) -> Value:
    """Return a default of a function that is written inside another; it was computed where that is written."""
    if isinstance(node, ast.Constant):
        return expression(f, node)
    slot = f.closures[key].slots.get(("default", key, name))
    if slot is None:
        raise f.refuse("a function that calls itself has a default that is no constant")
    return f.read(slot, name)


__all__ = ["default", "defaults_of", "keep_defaults"]
