"""Type narrowing by conditions: after `if move is None: return`, the move is not None.

The type of a variable, or of a field of one, may be a union. If a condition has excluded some of its variants, it is
read as a union of the others; if one remains, as that.
"""

import ast
from collections.abc import Callable, Iterable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.conversion import variant
from plywise.compiler.emission.forms import expression
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import BYTE, Constant, Kind, NoneKind, Tuple, Union, Value, class_of, is_of

Facts = dict[str, "Fact"]
"""Variables and their fields, as text -> facts about their types."""


class Fact:
    """Whether a value may have a type."""

    def __init__(self, test: Callable[[Kind], bool]) -> None:
        self._test = test
        self._known: dict[Kind, bool] = {}

    def __call__(self, kind: Kind) -> bool:
        """Return whether it may."""
        if kind not in self._known:
            self._known[kind] = self._test(kind)
        return self._known[kind]


def also(known: Facts, more: Facts) -> Facts:
    """Return the facts known if both hold."""
    found = dict(known)
    for path, fact in more.items():
        before = found.get(path)
        found[path] = fact if before is None or before is fact else _both(before, fact)
    return found


def _both(one: Fact, other: Fact) -> Fact:
    return Fact(lambda kind: one(kind) and other(kind))


def either(ways: Iterable[Facts]) -> Facts:
    """Return the facts known if at least one holds."""
    first, *others = ways
    for other in others:
        first = {
            path: fact if fact is other[path] else _one_of(fact, other[path])
            for path, fact in first.items()
            if path in other
        }
    return first


def _one_of(one: Fact, other: Fact) -> Fact:
    return Fact(lambda kind: one(kind) or other(kind))


IS_NONE = Fact(lambda kind: isinstance(kind, NoneKind))
IS_SOME = Fact(lambda kind: not isinstance(kind, NoneKind))


def path_of(node: ast.expr) -> str | None:
    """Return a variable or a field of one as text; None for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.NamedExpr):
        return path_of(node.target)
    if isinstance(node, ast.Attribute):
        inner = path_of(node.value)
        return None if inner is None else f"{inner}.{node.attr}"
    return None


def forget(f: Emitter, name: str) -> None:
    """Forget the facts about a variable's type because it is assigned."""
    for path in [each for each in f.narrowed if each == name or each.startswith(f"{name}.")]:
        del f.narrowed[path]


# --- values -----------------------------------------------------------------------------------------------------------


def narrow(f: Emitter, path: str, value: Value) -> Value:
    """Return the value of a variable or field with its narrowed type."""
    fact = f.narrowed.get(path)
    return value if fact is None else restricted(f, value, fact)


def restricted(f: Emitter, value: Value, fact: Callable[[Kind], bool]) -> Value:
    """Return a value restricted to the types allowed by a fact. Raises Unreachable if none is."""
    if not isinstance(value.kind, Union):
        return value
    places = [number for number, each in enumerate(value.kind.variants) if fact(each)]
    if len(places) == len(value.kind.variants):
        return value
    number, other = value.scalars[0], None
    for place in places:
        differs = f.builder.icmp_unsigned("!=", number, ir.Constant(number.type, place))
        other = differs if other is None else f.builder.and_(other, differs)
    if other is None:
        raise f.stop(SystemError, NOT_FOUND)
    f.fail(other, SystemError, NOT_FOUND)
    if len(places) == 1:
        return variant(value, places[0])
    kind, found = Union(tuple(value.kind.variants[place] for place in places)), BYTE(0)
    for at, place in enumerate(places):
        here = f.builder.icmp_unsigned("==", number, ir.Constant(number.type, place))
        found = f.builder.select(here, BYTE(at), found)
    scalars = [found, *kind.scalars[1:]]
    for at, place in enumerate(places):
        own, begin = variant(value, place).scalars, kind.begin(at)
        scalars[begin : begin + len(own)] = own
    return Value(kind, scalars)


NOT_FOUND = "a variable is not of the type it was found to have"


# --- conditions -------------------------------------------------------------------------------------------------------


def facts(f: Emitter, node: ast.expr, holds: bool) -> Facts:
    """Return the facts about the types of variables if a condition holds, or does not."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return facts(f, node.operand, not holds)
    if isinstance(node, ast.BoolOp):
        parts = [facts(f, each, holds) for each in node.values]
        if isinstance(node.op, ast.And) != holds:
            return either(parts)
        found: Facts = {}
        for each in parts:
            found = also(found, each)
        return found
    if isinstance(node, ast.Compare):
        return _of_relation(f, node, holds) if len(node.ops) == 1 else {}
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        return _of_class(f, node.args[0], node.args[1], holds) if name == "isinstance" and len(node.args) == 2 else {}
    path = path_of(node)
    return {path: IS_SOME} if path and holds else {}


SAME, OTHER = (ast.Is, ast.Eq, ast.In), (ast.IsNot, ast.NotEq, ast.NotIn)


def _of_relation(f: Emitter, node: ast.Compare, holds: bool) -> Facts:
    """Return the facts from `x is None` or `type(x) is Stone`."""
    left, right, op = node.left, node.comparators[0], node.ops[0]
    if not isinstance(op, (*SAME, *OTHER)):
        return {}
    same = isinstance(op, SAME) == holds
    if isinstance(right, ast.Constant) and right.value is None and not isinstance(op, (ast.In, ast.NotIn)):
        path = path_of(left)
        return {path: IS_NONE if same else IS_SOME} if path else {}
    if (
        isinstance(left, ast.Call)
        and isinstance(left.func, ast.Name)
        and left.func.id == "type"
        and len(left.args) == 1
    ):
        return _of_class(f, left.args[0], right, same, exactly=True)
    return {}


def _of_class(f: Emitter, node: ast.expr, classes: ast.expr, holds: bool, exactly: bool = False) -> Facts:
    path = path_of(node)
    wanted = classes_in(expression(f, classes)) if path is not None else ()
    if path is None or not wanted:
        return {}

    def test(kind: Kind) -> bool:
        if exactly:
            return (class_of(kind) in wanted) == holds
        return any(is_of(Value(kind), each) for each in wanted) == holds

    return {path: Fact(test)}


def classes_in(value: Value) -> tuple[Any, ...]:
    """Return the class or tuple of classes that a value is, as for isinstance; () if it is none."""
    if isinstance(value.kind, Tuple):
        parts = [classes_in(Value(each)) for each in value.kind.items]
        return () if () in parts else tuple(one for each in parts for one in each)
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, tuple):
        parts = [classes_in(Value(Constant(each))) for each in value.kind.thing]
        return () if () in parts else tuple(one for each in parts for one in each)
    thing = getattr(value.kind, "thing", None)
    return (thing,) if isinstance(thing, type) or hasattr(thing, "__args__") else ()
