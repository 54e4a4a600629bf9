"""`def f(**options)`: the keyword arguments of a call, whose names are known at compile time.

A function that only looks names up (`options["k"]`, `options.get("k")`, `"k" in options`, `if options`, `**options`)
receives the values side by side, like the fields of a record, so that each keeps its own type. Any other receives a
dict.
"""

import ast
from functools import lru_cache
from typing import Any

from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.kinds import Options, Value
from plywise.compiler.values.collections import dict_put, new_dict


def options_of(f: Emitter, node: Any, named: dict[str, Value], key: Any) -> Value:
    """Return the value of a ** parameter, given the remaining keyword arguments of a call."""
    values = {name: f.program.materialize(f, value) for name, value in named.items()}
    if only_looks_up(node):
        kind = Options(tuple(values), tuple(each.kind for each in values.values()))
        return Value(kind, [scalar for each in values.values() for scalar in each.scalars])
    found = new_dict(f, (key, "options"))
    for name, value in values.items():
        dict_put(f, found, constant(name), value)
    return found


@lru_cache(maxsize=256)
def only_looks_up(node: Any) -> bool:
    """Return whether a function uses its ** parameter only to look up literal names."""
    names = names_of(node)
    return all(each in _looked_up(names.up[id(each)]) for each in names.uses.get(node.args.kwarg.arg, ()))


def _looked_up(node: ast.AST) -> list[ast.AST]:
    """Return the nodes in which an expression looks up a name."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Constant):
        return [node.value]
    if isinstance(node, ast.keyword) and node.arg is None:
        return [node.value]
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant):
        return [node.comparators[0]] if isinstance(node.ops[0], (ast.In, ast.NotIn)) else []
    if isinstance(node, (ast.If, ast.IfExp)):
        return [node.test]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return [node.func.value] if node.args and isinstance(node.args[0], ast.Constant) else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        return list(node.args)
    return []
