"""Expressions, statements and assignment targets, dispatched by the type of the syntax tree.

Forms nest: a call contains expressions, a lambda a function body. So each module that translates forms registers them
in the tables below, and translates what they contain by the functions here.
"""

import ast
from collections.abc import Callable
from typing import Any

from plywise.compiler.emission.function import Emitter, Unreachable, is_docstring
from plywise.compiler.types.kinds import NEVER, ComputedKeys, Refusal, Value

EXPRESSIONS: dict[type, Callable[[Emitter, Any], Value]] = {}
"""Type of an expression -> the translation to its value."""
CONDITIONS: dict[type, Callable[[Emitter, Any], Any]] = {}
"""Type of an expression -> the translation to its truth, as a bit, if that is cheaper than its value."""
STATEMENTS: dict[type, Callable[[Emitter, Any], None]] = {}
"""Type of a statement -> its translation."""
TARGETS: dict[type, Callable[[Emitter, Any, Value], None]] = {}
"""Type of an assignment target -> the translation of an assignment to it."""


def expression(f: Emitter, node: ast.expr) -> Value:
    """Return the value of an expression."""
    with Located(f, node):
        make: Callable[[Emitter, Any], Value] = EXPRESSIONS.get(type(node), _unknown)
        found = make(f, node)
        if found.kind == NEVER:
            raise Unreachable
        return found


class Located:
    """In this context a piece of the source is translated; a Refusal gets its location."""

    __slots__ = ("before", "f", "node")

    def __init__(self, f: Emitter, node: Any) -> None:
        self.f, self.node, self.before = f, node, f.node

    def __enter__(self) -> None:
        self.f.node = self.node

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        self.f.node = self.before
        if isinstance(error, (Refusal, ComputedKeys)) and error.node is None:
            error.node, error.function = self.node, self.f.scope.function


def _unknown(f: Emitter, node: Any) -> Any:
    """Refuse a form that has no translation."""
    raise f.refuse(f"{type(node).__name__.lower()} cannot be compiled; write it with if, for and functions instead")


def key_of(f: Emitter, node: Any = None) -> Any:
    """Return a key for a value created at a place in the source, in this scope."""
    return (f.scope.key, id(node or f.node))


def emit_body(f: Emitter, node: Any) -> None:
    """Translate the body of a function."""
    f.program.know_variables(node)
    if isinstance(node, ast.Lambda):
        f.scope.returned(expression(f, node.body))
        return
    statements(f, node.body)


def statements(f: Emitter, nodes: list[ast.stmt]) -> None:
    """Translate statements in order, until one that is never passed."""
    for node in nodes:
        if f.is_ended:
            return
        if is_docstring(node):
            continue
        before, f.builder.node = f.builder.node, node
        try:
            with Located(f, node):
                make = f.scope.own_form(f, node) if f.scope.own_form is not None else None
                (make or STATEMENTS.get(type(node), _unknown))(f, node)
        except Refusal as refusal:
            f.program.refusals.append(refusal)
            _end(f)
        except Unreachable:
            _end(f)
        finally:
            f.builder.node = before


def _end(f: Emitter) -> None:
    if not f.is_ended:
        f.dead()


def assign_target(f: Emitter, target: ast.expr, value: Value) -> None:
    """Assign a value to a variable, an item, or several of them."""
    assign = TARGETS.get(type(target))
    if assign is None:
        raise f.refuse(f"{type(target).__name__} as a target cannot be compiled; assign a variable instead")
    assign(f, target, value)
