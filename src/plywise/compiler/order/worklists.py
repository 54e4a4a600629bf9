"""Sets that a loop empties: `while todo: cell = todo.pop()`.

pop takes out whatever its hashes say. That cannot be seen where the turns commute (see commuting) and all that is put
in is taken out sooner or later, whichever comes first. Something may be put in again after it was taken out, unless it
is marked; then what is done must be such that doing it twice makes no difference, as putting things into a set.
"""

import ast
import functools
from typing import Any

from plywise.compiler.endings import Ending
from plywise.compiler.equality import hashes_as_python
from plywise.compiler.function import Emitter
from plywise.compiler.kept import cells_of
from plywise.compiler.kinds import Set, Value
from plywise.compiler.lookups import contains
from plywise.compiler.loops import any_of
from plywise.compiler.order.purity import Variable, kind_of_name
from plywise.compiler.order.reading import Ordered, say
from plywise.compiler.order.turns import Turns

SEEN_BEFORE = "the order in which a set is emptied may matter: not all that is in it at first is marked as seen"
NO_POP = "pop of a set, whose order is its hashes'"
INSTEAD = "min(...) and remove take one in an order instead"


def set_emptied(f: Emitter, node: ast.While) -> tuple[ast.Name, Any, ast.Call] | None:
    """Return the set that a loop empties, what is assigned, and the call that takes out; None for another loop."""
    test: Any = node.test
    if (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], (ast.Gt, ast.NotEq))
        and [getattr(each, "value", None) for each in test.comparators] == [0]
    ):
        test = test.left
    if isinstance(test, ast.Call) and getattr(test.func, "id", "") == "len" and len(test.args) == 1:
        test = test.args[0]
    first: Any = node.body[0]
    targets = first.targets if isinstance(first, ast.Assign) else [ast.Tuple([], ast.Store())]
    if not isinstance(test, ast.Name) or not isinstance(first, (ast.Assign, ast.Expr)) or len(targets) != 1:
        return None
    call = first.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "pop":
        return None
    if call.args or call.keywords or not isinstance(call.func.value, ast.Name) or call.func.value.id != test.id:
        return None
    return (test, targets[0], call) if type(kind_of_name(f, test)) is Set else None


def look_at_emptying(f: Emitter, node: ast.While) -> "Emptying | None":
    """Find out whether it may matter in which order a loop empties a set, and note it for `pop_any`.

    Return its turns; None for another loop, or one whose order is seen.
    """
    found = set_emptied(f, node)
    if found is None:
        return None
    many, target, call = found
    turns = Emptying(f, node, many, target)
    turns.look_closely()
    why = f.emptied[id(call)] = turns.why or f.order_asked()
    return None if why else turns


class Emptying(Turns):
    """The turns of a loop that empties a set. Raises Ordered where their order may be seen.

    at_first: what must hold when the loop begins: of two sets, whether the first is within the second, or has nothing
    of it
    """

    def __init__(self, f: Emitter, node: ast.While, many: ast.Name, target: Any) -> None:
        super().__init__(f, node, target, node.body[1:], f.scope.order_free)
        self.popped = self.variable(many)
        self.key = say(target)
        self.at_first: list[tuple[str, str, bool]] = []
        self.mark = next((each for each in node.body[1:] if self._marks(each)), None)
        if self.mark is not None:
            self.marks = self.variable(self.mark.value.func.value)  # type: ignore[attr-defined]

    def _marks(self, node: Any) -> bool:
        """Return whether a statement of each turn notes what was taken out."""
        call = getattr(node, "value", None)
        return (
            isinstance(node, ast.Expr)
            and isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "add"
            and isinstance(call.func.value, ast.Name)
            and [say(each) for each in call.args] == [self.key]
        )

    def find_changed(self) -> dict[Variable, set[int]]:
        found = super().find_changed()
        many: Any = self.loop.body[0].value.func.value
        variable = self.variable(many)
        assert variable is not None
        return {**found, variable: cells_of(kind_of_name(self.f, many))}

    def lasting(self) -> list[tuple[Variable, str]]:
        """Return the variables that turns change and that last: among them, the set itself."""
        assert self.popped is not None
        return [*super().lasting(), (self.popped, "shrink")]

    def look(self) -> None:
        """Look at all that is done. Raises Ordered."""
        self._look_at_turns()
        self.at_first = self.beginning()

    def _look_at_turns(self) -> None:
        super().look()
        if self.breaks:
            raise Ordered("break ends it after one of its turns")
        if self.marks in self.guarded or self.mark is None:
            return
        if any(each.variable == self.marks and each.node is not self.mark for each in self.effects):
            raise Ordered("what was taken out is marked in several places")

    def beginning(self) -> list[tuple[str, str, bool]]:
        """Return what must hold at the beginning, for each thing to be taken out once, where that matters."""
        twice = [each for each in self.effects if not each.may_be_repeated]
        again = [each for each in twice if each.guard is None]
        if not again and not self.yields:
            return []
        put = [each for each in self.effects if each.variable == self.popped]
        once = self.mark is not None and self.marks not in self.guarded
        if once and all(self._is_left_out(each) for each in put):
            return []
        guards = {each.guard.many: each.guard for each in put if each.guard is not None}
        if any(each.guard is None or each.argument != each.guard.key for each in put) or len(guards) > 1:
            raise Ordered("what was taken out may be put in again, and then counts twice")
        assert self.popped is not None
        return [(self.popped[1], many[1], guard.grows) for many, guard in guards.items()]

    def _is_left_out(self, effect: Any) -> bool:
        """Return whether what is put in is not, if it has been taken out already."""
        if self.is_passed_over(effect):
            return True
        names = [each for each in ast.walk(effect.node) if isinstance(each, ast.Name)]
        return any(id(each) in self.allowed and self.variable(each) == self.marks for each in names)


def check_beginning(f: Emitter, emptying: Emptying | None) -> None:
    """Write the checks of what must hold when a loop begins to empty a set."""
    for one, other, grows in emptying.at_first if emptying is not None else ():
        many, seen = (f.read(f.slot(name), name) for name in (one, other))
        test = _is_outside if grows else contains
        wrong = any_of(f, many, functools.partial(test, f, seen))
        f.fail(wrong, RuntimeError, SEEN_BEFORE, pythons=False)


def _is_outside(f: Emitter, seen: Value, value: Value) -> Any:
    return f.builder.not_(contains(f, seen, value))


def check_emptied(f: Emitter, emptying: Emptying, ending: Ending) -> None:
    """Let a loop empty a set in order where it may be seen after which turns it has ended."""
    ending.has_set = True
    why = ending.why_seen() or emptying.why_end_seen(ending)
    if why:
        f.ask_order(why)


def check_pop(f: Emitter, value: Value, key: Any) -> None:
    """Let set.pop take what Python takes, unless it cannot matter. Raises Refusal where that is not known."""
    why = f.emptied.get(key[1], "what it takes may be seen")
    if not why:
        return
    if not hashes_as_python(value.kind.item):
        raise f.refuse(f"{NO_POP}, and {why}; {INSTEAD}")
    f.program.changed |= value.kind.cells[0].see()


__all__ = ["check_beginning", "check_emptied", "check_pop", "look_at_emptying"]
