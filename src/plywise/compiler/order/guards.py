"""Searches: `if cell not in seen:`, followed by `seen.add(cell)`.

That is the one form in which a turn may read what other turns change. What stands there is done once for each cell that
any turn finds; in which turn cannot be seen as long as it depends on nothing but the cell.
"""

import ast
from dataclasses import dataclass, replace
from typing import Any

from plywise.compiler.function import Emitter
from plywise.compiler.order.purity import COMPREHENSIONS, Variable, names_in
from plywise.compiler.order.reading import Ordered, Reading, say

NOTES = {"add": True, "discard": False, "remove": False}
"""Methods that note a single thing in a set, and whether it is in the set then."""
WAYS_OUT = (ast.Continue, ast.Break, ast.Return, ast.Raise)


@dataclass(frozen=True)
class Guard:
    """Statements that run only for a key that a set has not yet, or still has.

    many, asked, key: the set, the key, and its source; "" where they run or not as other turns have changed something
    grows: whether the set takes the key in; else it loses it
    inside: all that the statements are made of, by id
    block: the statements that note the key in the set; None until they are found
    """

    many: Variable
    asked: Any
    key: str
    grows: bool
    inside: frozenset[int]
    block: Any = None


def ends(nodes: list[Any]) -> bool:
    """Return whether statements end in a way out."""
    return isinstance(nodes[-1], WAYS_OUT)


class Guards(Reading):
    """The guards of a loop's statements.

    before: the statements run before this one, in this turn of the innermost loop
    """

    def __init__(self, f: Emitter, loop: Any, target: Any, body: list[Any]) -> None:
        super().__init__(f, loop, target, body)
        self.guarded: dict[Variable, Guard] = {}
        self.before: list[Any] = []

    def allow_guards(self, test: Any) -> None:
        """Let a condition ask whether something is in a set that turns change."""
        for each in self.conditions(test):
            if isinstance(each, ast.Compare) and len(each.ops) == 1 and isinstance(each.ops[0], (ast.In, ast.NotIn)):
                name = each.comparators[0]
                if isinstance(name, ast.Name) and self.variable_changed(name) is not None:
                    self.allowed.add(id(name))

    def conditions(self, test: Any) -> list[Any]:
        """Return the conditions that `and`, `or` and `not` make a condition of."""
        if isinstance(test, ast.BoolOp):
            return [one for each in test.values for one in self.conditions(each)]
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.conditions(test.operand)
        return [test]

    def variable_changed(self, name: ast.Name) -> Variable | None:
        """Return the variable of a name where turns change it."""
        variable = self.variable(name) if self.f.scope.find(name.id) is not None else None
        return variable if variable in self.changed else None

    def guard_of(self, test: Any, holds: bool, guard: Guard | None, inside: frozenset[int]) -> Guard | None:
        """Return what guards the statements that run where a condition holds, or does not."""
        nowhere = Guard((0, ""), None, "", False, inside)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.guard_of(test.operand, not holds, guard, inside)
        if isinstance(test, ast.BoolOp):
            inner = [each for each in test.values if self.asks(each)]
            if not inner:
                return guard
            found = [self.guard_of(each, holds, guard, inside) for each in inner]
            return found[0] if isinstance(test.op, ast.And) == holds and len(found) == 1 else nowhere
        if not self.asks(test):
            return guard
        name, is_in = test.comparators[0], isinstance(test.ops[0], ast.In) == holds
        variable = self.variable_changed(name)
        grows = self.grows(variable)
        if variable is None or grows is None or is_in == grows or (guard is not None and guard.block is None):
            return nowhere
        return Guard(variable, test.left, say(test.left), grows, inside)

    def determined(self, key: Any) -> frozenset[Variable]:
        """Return the variables of a turn that a key determines: those that it is made of, or that are made of it."""
        parts = key.elts if isinstance(key, ast.Tuple) else [key]
        found = {self.variable(each) for each in parts if isinstance(each, ast.Name)}
        stores = [each for one in self.body for each in names_in(one) if not isinstance(each.ctx, ast.Load)]
        stores += list(names_in(self.target))
        made = [each for each in self.before if isinstance(each, ast.Assign) and len(each.targets) == 1]
        for _ in made:
            for each in made:
                target, value = each.targets[0], each.value
                names = [one for part in (target, value) for one in names_in(part)]
                if any(sum(self.variable(one) == self.variable(name) for one in stores) > 1 for name in names):
                    continue
                if isinstance(target, ast.Name) and self.variable(target) in found and isinstance(value, ast.Tuple):
                    found |= {self.variable(one) for one in value.elts if isinstance(one, ast.Name)}
                of_key = all(
                    self.variable(one) in found or not self.is_own(self.variable(one)) for one in names_in(value)
                )
                if of_key and not any(isinstance(one, ast.Call) for one in ast.walk(value)):
                    found |= {self.variable(one) for one in names_in(target)}
        return frozenset(each for each in found if each is not None)

    def asks(self, test: Any) -> bool:
        """Return whether a condition asks for something in a set that turns change."""
        return any(
            id(each) in self.allowed and self.variable_changed(each) is not None
            for each in ast.walk(test)
            if isinstance(each, ast.Name)
        )

    def grows(self, variable: Variable | None) -> bool | None:
        """Return whether the turns put things into a set, or take things out; None where neither is noted."""
        for one in self.body:
            for each in ast.walk(one):
                if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in NOTES:
                    owner = each.func.value
                    if isinstance(owner, ast.Name) and self.variable(owner) == variable:
                        return NOTES[each.func.attr]
        return None

    def noted(self, nodes: list[Any], guard: Guard | None) -> Guard | None:
        """Return the guard of statements, settled if they note its key in its set. Raises Ordered."""
        if guard is None or guard.block is not None or not guard.key:
            return guard
        for node in nodes:
            if isinstance(node, ast.If) and not node.orelse and ends(node.body) and not self.is_of_key([node], guard):
                return guard
            if not self.is_note(node, guard):
                continue
            if not self.is_of_key(nodes, guard):
                raise Ordered("what it does for a new thing depends on the turn that finds it")
            found = replace(guard, block=nodes)
            if self.guarded.setdefault(guard.many, found).block is not nodes:
                raise Ordered("it looks for new things in two places")
            return found
        return guard

    def is_note(self, node: Any, guard: Guard) -> bool:
        """Return whether a statement notes the key of a guard in its set."""
        call = getattr(node, "value", None)
        return (
            isinstance(node, ast.Expr)
            and isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and NOTES.get(call.func.attr) is guard.grows
            and isinstance(call.func.value, ast.Name)
            and self.variable(call.func.value) == guard.many
            and len(call.args) == 1
            and say(call.args[0]) == guard.key
        )

    def is_of_key(self, nodes: list[Any], guard: Guard) -> bool:
        """Return whether statements read, of what differs from turn to turn, only the key of a guard."""
        stored = {self.variable(each) for node in nodes for each in names_in(node) if isinstance(each.ctx, ast.Store)}
        known = self.determined(guard.asked)
        if stored & known:
            return False
        waiting: list[Any] = list(nodes)
        while waiting:
            each = waiting.pop()
            if isinstance(each, ast.expr) and say(each) == guard.key:
                continue
            if isinstance(each, COMPREHENSIONS):
                waiting.extend(names_in(each))
                continue
            if isinstance(each, ast.Name):
                variable = self.variable(each)
                if self.is_own(variable) and variable not in known | stored:
                    return False
            waiting.extend(ast.iter_child_nodes(each))
        return True


__all__ = ["NOTES", "WAYS_OUT", "Guard", "Guards", "ends"]
