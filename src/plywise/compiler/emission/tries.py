"""try: errors that Python would raise continue in one of its handlers.

Only errors that Python raises as well are caught. Failures specific to compiled rules, such as numbers of over 64 bits,
too little memory, or a value of a type not seen in trial positions, are never hidden by an `except`.
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plywise.compiler.emission.forms import expression, statements
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.memory import DEPTH
from plywise.compiler.emission.narrowing import forget
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.kinds import BIT, INT, Value

Clause = tuple[tuple[type[BaseException], ...], "Caught"]


class Caught:
    """The errors that one `except` or `finally` catches. again: whether the error may be re-raised, so it is stored."""

    def __init__(self, f: Emitter, again: bool) -> None:
        self.block = f.block("caught")
        self.again = again
        self._number = f.place(INT)
        self._entries: dict[type[BaseException], Any] = {}

    def entry(self, f: Emitter, error: type[BaseException]) -> Any:
        """Return the block where an error of a class continues."""
        if not self.again:
            return self.block
        if error not in self._entries:
            self._entries[error] = f.block("caught")
            with f.builder.goto_block(self._entries[error]):
                f.builder.store(f.int(len(self._entries)), self._number)
                f.builder.branch(self.block)
        return self._entries[error]

    def raise_again(self, f: Emitter) -> None:
        """Re-raise the caught error."""
        nothing = f.block("nothing")
        choice = f.builder.switch(f.builder.load(self._number), nothing)
        for number, error in enumerate(self._entries, 1):
            block, outer = f.block("again"), f.catching(error)
            f.note_error(error)
            choice.add_case(f.int(number), block)
            f.at(block)
            if outer is None:
                f.leave_with(error)
            else:
                f.builder.branch(outer.entry(f, error))
        f.at(nothing)
        f.dead()


def attempt(f: Emitter, node: Any) -> None:
    """Translate a try statement."""
    if node.finalbody:
        _finally(f, node)
    else:
        _except(f, node)


def _except(f: Emitter, node: Any) -> None:
    """Translate a try statement without its `finally`."""
    clauses: list[Clause] = []
    for each in node.handlers:
        clauses.append((_classes(f, each), Caught(f, _raises_again(each))))
    narrowed, after, alive = _before(f, node), f.block("after"), []
    depth = f.builder.load(_depth(f))
    f.handlers.append(clauses)
    try:
        statements(f, node.body)
    finally:
        f.handlers.pop()
    statements(f, node.orelse)
    alive.append(not f.is_ended)
    f.go(after)
    for (_, caught), each in zip(clauses, node.handlers, strict=True):
        f.at(caught.block)
        f.builder.store(depth, _depth(f))
        f.narrowed = dict(narrowed)
        if each.name is not None:  # which nothing reads here, and Python deletes at the end
            f.builder.store(BIT(0), f.slot(each.name, f.scope.find(each.name)).bound)
        f.caught.append((f.scope, caught))
        statements(f, each.body)
        f.caught.pop()
        alive.append(not f.is_ended)
        f.go(after)
    f.narrowed = narrowed
    f.at(after)
    if not any(alive):
        f.dead()


def _finally(f: Emitter, node: Any) -> None:
    """Translate a try statement with `finally`, whose body is inlined on every way out."""
    scope = f.scope
    if scope.yielded is not None and names_of(node).parts(ast.Yield, ast.YieldFrom):
        raise f.refuse("finally in a generator may never run; write its statements after the try instead")
    caught, returned = Caught(f, again=True), scope.returned
    narrowed, depth = _before(f, node), f.builder.load(_depth(f))
    ways = [(f.block("way"), target) for target in scope.loops[-1][:2]] if scope.loops else []
    around = list(f.handlers), list(scope.loops), returned

    def leave() -> None:
        with _ways_out(f, *around):
            statements(f, node.finalbody)

    def leave_with(value: Value) -> None:
        value = f.program.materialize(f, value)
        leave()
        if not f.is_ended:
            returned(value)

    inside = [(*(block for block, _ in ways), scope.loops[-1][2])] if ways else []
    with _ways_out(f, [*f.handlers, [((BaseException,), caught)]], [*scope.loops[:-1], *inside], leave_with):
        _except(f, node)
    after, alive = f.block("after"), False
    if not f.is_ended:
        leave()
        alive = not f.is_ended
        f.go(after)
    f.at(caught.block)
    f.builder.store(depth, _depth(f))
    f.narrowed = dict(narrowed)
    leave()
    if not f.is_ended:
        caught.raise_again(f)
    for block, target in ways:
        f.at(block)
        f.narrowed = dict(narrowed)
        leave()
        f.go(target)
    f.narrowed = narrowed
    f.at(after)
    if not alive:
        f.dead()


@contextmanager
def _ways_out(f: Emitter, handlers: list[Any], loops: list[Any], returned: Any) -> Iterator[None]:
    """In this context errors, break, continue and return are redirected."""
    scope = f.scope
    before = f.handlers, scope.loops, scope.returned
    f.handlers, scope.loops, scope.returned = list(handlers), list(loops), returned
    try:
        yield
    finally:
        f.handlers, scope.loops, scope.returned = before


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler contains `raise` without an error."""
    return any(each.exc is None for each in names_of(handler).parts(ast.Raise))


def raise_again(f: Emitter) -> None:
    """Translate `raise` without an error."""
    if not f.caught or f.caught[-1][0] is not f.scope:
        raise f.refuse("raise without an error, outside a handler; name the error instead")
    f.caught[-1][1].raise_again(f)


def _depth(f: Emitter) -> Any:
    """Return the address of the recursion depth: an error may leave several calls at once."""
    return f.program.memory.field(f.builder, f.arena, DEPTH)


def _before(f: Emitter, node: ast.Try) -> dict[str, Any]:
    """Return the facts about variables that hold wherever the body fails, and after it."""
    f.narrowed = dict(f.narrowed)
    for name in names_of(node).binders:
        forget(f, name)
    return dict(f.narrowed)


def _classes(f: Emitter, handler: ast.ExceptHandler) -> tuple[type[BaseException], ...]:
    """Return the errors that a handler catches."""
    if handler.name is not None and _uses(handler):
        raise f.refuse(
            f"the exception {handler.name} is used; write except without `as`, and pass data in variables, instead",
            handler,
        )
    if handler.type is None:
        return (BaseException,)
    nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found: list[type[BaseException]] = []
    for each in nodes:
        thing: Any = getattr(expression(f, each).kind, "thing", None)
        things = thing if isinstance(thing, tuple) else (thing,)
        if not all(isinstance(one, type) and issubclass(one, BaseException) for one in things):
            raise f.refuse("except with a computed exception type; name the exceptions instead", handler)
        found += things
    return tuple(found)


def _uses(handler: Any) -> bool:
    names = names_of(handler)
    causes = [each.cause for each in names.parts(ast.Raise)]
    return any(each not in causes for each in names.uses.get(handler.name, ()))
