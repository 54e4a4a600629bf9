"""try: where an error that Python would raise goes on in one of its handlers.

Only errors that Python raises as well are caught. Where compiled rules fail and Python does not, with numbers of over
64 bits, too little memory, or a value of another type than trial positions showed, no `except` hides it.
"""

import ast
from typing import Any

from plywise.engines.native.compile.translate.expressions import expression, forget
from plywise.engines.native.compile.translate.function import Emitter
from plywise.engines.native.compile.translate.memory import DEPTH

Clause = tuple[tuple[type[BaseException], ...], Any]


def attempt(f: Emitter, node: Any, statements: Any) -> None:
    """Translate a try statement."""
    if node.finalbody:
        raise f.refuse("finally cannot be compiled; write what it does after the try, and before each return")
    clauses: list[Clause] = []
    for each in node.handlers:
        clauses.append((_classes(f, each), f.block("except")))
    narrowed, after = _before(f, node), f.block("after")
    depth = f.builder.load(_depth(f))
    f.handlers.append(clauses)
    try:
        statements(f, node.body)
    finally:
        f.handlers.pop()
    statements(f, node.orelse)
    f.go(after)
    for (_, block), each in zip(clauses, node.handlers, strict=True):
        f.at(block)
        f.builder.store(depth, _depth(f))
        f.narrowed = dict(narrowed)
        statements(f, each.body)
        f.go(after)
    f.narrowed = narrowed
    f.at(after)


def _depth(f: Emitter) -> Any:
    """Return the address of how deep functions call themselves: an error leaves several of them at once."""
    return f.program.memory.field(f.builder, f.arena, DEPTH)


def _before(f: Emitter, node: ast.Try) -> dict[str, Any]:
    """Return what is known of variables wherever the body fails, and after it."""
    f.narrowed = dict(f.narrowed)
    for part in (*node.body, *node.orelse, *node.handlers):
        for each in ast.walk(part):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                forget(f, each.id)
    return dict(f.narrowed)


def _classes(f: Emitter, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    """Return the errors that a handler catches."""
    if handler.name is not None and _uses(handler):
        raise f.refuse(
            f"the error {handler.name} is used; write except without `as`, and do without it, instead", handler
        )
    if handler.type is None:
        return (BaseException,)
    nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found: list[type[BaseException]] = []
    for each in nodes:
        thing: Any = getattr(expression(f, each).kind, "thing", None)
        things = thing if isinstance(thing, tuple) else (thing,)
        if not all(isinstance(one, type) and issubclass(one, BaseException) for one in things):
            raise f.refuse("except of what is not known beforehand; name the errors instead", handler)
        found += things
    return tuple(found)


def _uses(handler: ast.ExceptHandler) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id == handler.name for part in handler.body for each in ast.walk(part)
    )
