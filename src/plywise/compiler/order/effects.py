"""What the turns of a loop do that lasts, and whether that commutes."""

import ast
from dataclasses import dataclass
from typing import Any

from plywise.compiler.function import Emitter
from plywise.compiler.kinds import (
    NEVER,
    Bits,
    Bool,
    Dict,
    Fixed,
    Frozen,
    Int,
    List,
    NoneKind,
    Set,
    can_change,
    may_differ_where_equal,
)
from plywise.compiler.order.guards import Guard, Guards
from plywise.compiler.order.purity import Variable, changing_call, kind_of_name, names_in
from plywise.compiler.order.reading import Ordered, say

GROWING = {"add", "update"}
SHRINKING = {"discard", "remove", "difference_update", "intersection_update"}
OPERATORS = {
    ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "flip",
}  # fmt: skip
OF_ITEMS = " of items"
"""What the groups of effects on the items of a list or dict end in."""


@dataclass
class Effect:
    """What a statement does that lasts."""

    variable: Variable
    group: str
    node: Any
    guard: Guard | None


class Effects(Guards):
    """The effects of a loop's turns. free: whether whoever uses what the loop yields looks at no order."""

    def __init__(self, f: Emitter, loop: Any, target: Any, body: list[Any], free: bool = False) -> None:
        super().__init__(f, loop, target, body)
        self.free = free
        self.effects: list[Effect] = []
        self.ways_out: set[str] = set()
        self.yields = False

    def take(self, effect: Effect) -> None:
        """Note what a statement does that lasts. Raises Ordered where another does something else to the same."""
        name, guard = effect.variable[1].partition("~")[0], effect.guard
        if effect.variable[0] != id(self.f.scope) and self.ways_out:
            raise Ordered(f"{name} is of a function around it")
        if guard is not None and guard.block is None:
            raise Ordered(f"{name} is changed in a turn as others have changed a set")
        others = [each for each in self.effects if each.group != effect.group]
        if any(each.variable == effect.variable or self.are_one(each.variable, effect.variable) for each in others):
            raise Ordered(f"{name} is changed in several ways")
        self.effects.append(effect)

    def are_one(self, one: Variable, other: Variable) -> bool:
        """Return whether two variables may hold the same set."""
        return bool(self.changed.get(one, set()) & self.changed.get(other, set()))

    def assign(self, target: Any, guard: Guard | None) -> None:
        """Look at what a turn assigns to variables of its own."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self.assign(each, guard)
        elif isinstance(target, ast.Starred):
            self.assign(target.value, guard)
        elif isinstance(target, ast.Name):
            variable = self.variable(target)
            if variable is None or not self.is_own(variable):
                raise Ordered(f"{target.id} keeps what its last turn assigned")
            uses = [each for one in self.body for each in names_in(one) if self.variable(each) == variable]
            if guard is not None and any(id(each) not in guard.inside for each in uses):
                raise Ordered(f"{target.id} is assigned in a turn as others have changed a set")
            self.assigned |= {variable}
        elif isinstance(target, ast.Subscript) and self.is_private(target.value):
            self.expression(target.value)
            self.expression(target.slice)
        else:
            raise Ordered("it assigns items of a list or dict")

    def assignment(self, node: Any, guard: Guard | None) -> None:
        """Look at an assignment: of a turn's own variable, or of what lasts."""
        if node.value is None:
            return
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        lasting = [each for each in targets if isinstance(each, ast.Name) and not self.is_own(self.variable(each))]
        if lasting and len(targets) == 1:
            self.accumulate(node, lasting[0], node.value, guard)
            return
        self.expression(node.value)
        self.assigned |= self.walruses(node.value, whole=False)
        for each in targets:
            self.assign(each, guard)

    def accumulate(self, node: Any, target: ast.Name, value: Any, guard: Guard | None) -> None:
        """Look at an assignment that changes what other turns have made of a variable: total = total + x."""
        group, parts = self.form_of(target, value)
        variable = self.variable(target)
        if variable is None:
            raise Ordered("it assigns a global variable")
        for each in parts:
            self.expression(each)
        self.check_group(target, group)
        self.take(Effect(variable, group, node, guard))

    def form_of(self, target: ast.Name, value: Any) -> tuple[str, list[Any]]:
        """Return how an assignment changes a variable, and what it reads beside it. Raises Ordered."""

        def is_it(node: Any) -> bool:
            return isinstance(node, ast.Name) and self.variable(node) == self.variable(target)

        if isinstance(value, ast.Constant):
            return f"= {value.value!r}", []
        if isinstance(value, ast.BinOp) and type(value.op) in OPERATORS:
            if is_it(value.left):
                return OPERATORS[type(value.op)], [value.right]
            if is_it(value.right) and not isinstance(value.op, ast.Sub):
                return OPERATORS[type(value.op)], [value.left]
        if isinstance(value, ast.BoolOp) and is_it(value.values[0]):
            return ("any" if isinstance(value.op, ast.Or) else "all"), value.values[1:]
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("max", "min"):
            others = [each for each in value.args if not is_it(each)]
            if len(others) + 1 == len(value.args) > 1 and not value.keywords:
                return ("largest" if value.func.id == "max" else "smallest"), others
        if isinstance(value, ast.IfExp) and is_it(value.orelse):
            group = self.extreme_of(target, value.test, value.body)
            if group:
                return group, [value.body]
        raise Ordered(f"{target.id} keeps what its last turn assigned")

    def check_group(self, target: ast.Name, group: str) -> None:
        """Raise Ordered where a change commutes for numbers alone, and this is another type."""
        kind = kind_of_name(self.f, target)
        if kind == NEVER or group.startswith("= "):
            return
        if group in ("or", "and", "flip") and (isinstance(kind, (Set, Bits)) or _is_constant_set(kind)):
            return
        if group == "sum" and isinstance(kind, (Set, Bits)):
            return
        if group in ("largest", "smallest") and _is_whole(kind):
            return
        fits = {"any": (Bool,), "all": (Bool,), "largest": (Int,), "smallest": (Int,)}.get(group, (Int, Bool))
        if not isinstance(kind, fits):
            raise Ordered(f"{target.id} is a {kind}, in the order of its turns")

    def augmented(self, node: Any, guard: Guard | None) -> None:
        """Look at `x += 1`."""
        if not isinstance(node.target, ast.Name):
            if not self.counts(node, guard):
                self.assign(node.target, guard)
                self.expression(node.value)
            return
        variable = self.variable(node.target)
        if self.is_own(variable):
            kind = kind_of_name(self.f, node.target)
            if variable not in self.assigned:
                raise Ordered(f"{node.target.id} keeps what its last turn assigned")
            if can_change(kind) and not isinstance(kind, Frozen) and not self.is_private(node.target):
                raise Ordered(f"{node.target.id} is changed in place")
            self.expression(node.value)
            self.assign(node.target, guard)
            return
        group = OPERATORS.get(type(node.op))
        if group is None or variable is None:
            raise Ordered(f"{node.target.id} is changed in the order of its turns")
        self.expression(node.value)
        self.check_group(node.target, group)
        if may_differ_where_equal(getattr(kind_of_name(self.f, node.target), "item", NEVER)):
            raise Ordered(f"{node.target.id} holds the first of things that are equal")
        if isinstance(kind_of_name(self.f, node.target), (Set, Bits)):
            group = {"or": "grow", "and": "shrink", "sum": "shrink"}.get(group, group)
        self.take(Effect(variable, group, node, guard))

    def counts(self, node: Any, guard: Guard | None) -> bool:
        """Look at `counts[x] += 1`; return whether a statement is of this form."""
        many, group = getattr(node.target, "value", None), OPERATORS.get(type(node.op))
        if not isinstance(many, ast.Name) or isinstance(node.target.slice, ast.Slice) or self.is_private(many):
            return False
        variable, kind = self.variable(many), kind_of_name(self.f, many)
        item = kind.item if isinstance(kind, List) else kind.cells[1].kind if isinstance(kind, Dict) else NEVER
        keeps_order = kind == NEVER or type(kind) is List or (isinstance(kind, Dict) and kind.missing is None)
        if variable is None or group is None or not keeps_order or not (item == NEVER or isinstance(item, (Int, Bool))):
            return False
        self.expression(node.target.slice)
        self.expression(node.value)
        self.take(Effect(variable, f"{group}{OF_ITEMS}", node, guard))
        return True

    def called(self, node: Any, guard: Guard | None) -> None:
        """Look at an expression that is a statement."""
        call = node.value
        if isinstance(call, (ast.Yield, ast.YieldFrom)):
            if not self.free or (guard is not None and guard.block is None):
                raise Ordered("it yields in the order of its turns")
            self.yields = True
            self.expression(call.value)
            return
        if not changing_call(call) or self.is_private(call.func.value):
            self.expression(call)
            return
        self.method(node, call, guard)

    def method(self, node: Any, call: Any, guard: Guard | None) -> None:
        """Look at a call of a method that changes its object, which others may see."""
        owner, name = call.func.value, call.func.attr
        variable = self.variable(owner) if isinstance(owner, ast.Name) else None
        if variable is None:
            raise Ordered(f"it calls {name} of more than a variable")
        kind = kind_of_name(self.f, owner)
        group = "grow" if name in GROWING else "shrink" if name in SHRINKING else ""
        if not group or not (kind == NEVER or type(kind) is Set):
            raise Ordered(f"{owner.id}.{name} is called in the order of its turns")
        if may_differ_where_equal(getattr(kind, "item", NEVER)):
            raise Ordered(f"{owner.id} holds the first of things that are equal")
        for each in call.args:
            self.expression(each)
        self.take(Effect(variable, group, node, guard))

    def keeps_extreme(self, node: ast.If, guard: Guard | None) -> bool:
        """Look at `if x > best: best = x`; return whether a statement is of this form."""
        if node.orelse or len(node.body) != 1 or not isinstance(node.body[0], ast.Assign):
            return False
        one = node.body[0]
        if len(one.targets) != 1 or not isinstance(one.targets[0], ast.Name):
            return False
        target, variable = one.targets[0], self.variable(one.targets[0])
        group = self.extreme_of(target, node.test, one.value)
        if self.is_own(variable) or not group or variable is None:
            return False
        self.expression(one.value)
        self.take(Effect(variable, group, node, guard))
        return True

    def extreme_of(self, target: ast.Name, test: Any, value: Any) -> str:
        """Return whether a variable takes a value if that is the largest or the smallest so far; "" for neither."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
        none = f"Compare(left={say(target)}, ops=[Is()], comparators=[Constant(value=None)])"
        compared = tests[-1]
        if (
            len(tests) > 2
            or any(say(each) != none for each in tests[:-1])
            or not _is_whole(kind_of_name(self.f, target))
        ):
            return ""
        if not isinstance(compared, ast.Compare) or len(compared.ops) != 1:
            return ""
        left, right, op = compared.left, compared.comparators[0], type(compared.ops[0])
        if say(left) == say(target):
            left, right = right, left
            op = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}.get(op, op)
        if say(right) != say(target) or say(left) != say(value):
            return ""
        group: dict[Any, str] = {ast.Gt: "largest", ast.GtE: "largest", ast.Lt: "smallest", ast.LtE: "smallest"}
        return group.get(op, "")


def _is_constant_set(kind: Any) -> bool:
    return isinstance(kind, Fixed) and isinstance(kind.thing, (set, frozenset))


def _is_whole(kind: Any) -> bool:
    variants = getattr(kind, "variants", (kind,))
    return all(isinstance(each, (Int, NoneKind)) or each == NEVER for each in variants)


__all__ = ["OF_ITEMS", "Effect", "Effects"]
