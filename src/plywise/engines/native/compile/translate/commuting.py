"""Whether the turns of a loop commute: whether it can matter in which order they are taken.

A set has no order: the one in which Python goes over it is its hashes', and varies with how it was made. So a loop
over a set is compiled where its order cannot be seen, which is found out from the source: each turn only adds to sums,
puts things into sets, sets a variable to the same constant or keeps the largest number, and reads nothing that another
turn changes. (M. Rinard and P. Diniz, Commutativity analysis, ACM TOPLAS 19, 1997, look at operations in this way.)

One form of reading is allowed, that of every search: `if cell not in seen:` is followed by `seen.add(cell)`. What
stands there is done once for each cell that any turn finds; in which turn cannot be seen as long as it depends on
nothing but the cell.
"""

import ast
import inspect
from dataclasses import dataclass, replace
from typing import Any

from plywise.engines.native.compile.translate.function import Emitter
from plywise.engines.native.compile.translate.kept import READING, cells_of
from plywise.engines.native.compile.translate.kinds import (
    NEVER,
    Bits,
    Bool,
    Closure,
    Fixed,
    Frozen,
    Int,
    NoneKind,
    Packed,
    Row,
    Set,
    Text,
    can_change,
)
from plywise.engines.native.compile.translate.purity import (
    COMPREHENSIONS,
    Variable,
    changing_call,
    closure_changes,
    is_fresh,
    kind_of_name,
    leaves_alone,
    names_in,
    variable_of,
)
from plywise.engines.native.compile.translate.source import CHANGING

GROWING = {"add", "update"}
SHRINKING = {"discard", "remove", "difference_update", "intersection_update"}
NOTES = {"add": True, "discard": False, "remove": False}
"""Methods that note a single thing in a set, and whether it is in the set then."""
OPERATORS = {
    ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "flip",
}  # fmt: skip
AGAIN = {"or", "and", "any", "all", "largest", "smallest", "grow", "shrink"}
"""What may be done twice with the same thing: it makes no difference."""
WAYS_OUT = (ast.Continue, ast.Break, ast.Return, ast.Raise)


class Ordered(Exception):
    """The order of a loop may be seen; the message says how."""


@dataclass(frozen=True)
class Guard:
    """Statements that run only for a key that a set has not yet, or still has.

    many, key: the set, and the source of the key; no key: they run or not as other turns have changed something
    known: the variables that the key determines
    grows: whether the set takes the key in; else it loses it
    inside: all that the statements are made of, by id
    block: the statements that note the key in the set; None until they are found
    """

    many: Variable
    key: str
    known: frozenset[Variable]
    grows: bool
    inside: frozenset[int]
    block: Any = None


@dataclass
class Effect:
    """What a statement does that lasts. argument: the source of what is put into a set or taken out."""

    variable: Variable
    group: str
    node: Any
    guard: Guard | None
    argument: str = ""


def say(node: Any) -> str:
    """Return an expression as text, the same where it is assigned and where it is read."""
    return ast.dump(node).replace("Store()", "Load()")


def ends(nodes: list[Any]) -> bool:
    """Return whether statements end in a way out."""
    return isinstance(nodes[-1], WAYS_OUT)


class Turns:
    """The turns of one loop. Raises Ordered where their order may be seen.

    target: what is assigned at the beginning of each turn
    free: whether whoever uses what the loop yields looks at no order
    popped: the set that the loop empties, of a `while`; and once: whether each thing is taken out once
    """

    def __init__(self, f: Emitter, loop: Any, target: Any, body: list[Any], free: bool = False) -> None:
        self.f, self.loop, self.target, self.body, self.free = f, loop, target, body, free
        self.popped: Variable | None = None
        self.marks: Variable | None = None  # what is taken out of `popped` is noted here
        self.effects: list[Effect] = []
        self.allowed: set[int] = set()  # names that may be read although they change
        self.assigned: frozenset[Variable] = frozenset()
        self.guarded: dict[Variable, Guard] = {}
        self.ways_out: set[str] = set()
        self.yields = False
        self.entry: Guard | None = None  # where the innermost loop begins
        self.depth = self.follow = 0
        self.before: list[Any] = []  # the statements run before this one, in this turn of the innermost loop
        self.breaks: list[list[Any]] = []  # the statements that end in a break of this loop
        self.function = f.inlined[-1]

    # --- beforehand -------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at all that is done. Raises Ordered."""
        inside = {id(each) for each in ast.walk(self.loop)}
        names = [each for one in self.function.body for each in names_in(one) if id(each) not in inside]
        given = {each.arg for each in ast.walk(self.function.args) if isinstance(each, ast.arg)}
        self.outside = {self.variable(each) for each in names if each.id in self.f.scope.names}
        self.outside |= {(id(self.f.scope), name) for name in given}
        self.changed = self._find_changed()
        self.cells = {cell for cells in self.changed.values() for cell in cells}
        if self.target is not None:
            self.assign(self.target, None)
        self.block(self.body, None)
        self._check_guarded()
        self._check_ways_out()

    def variable(self, name: ast.Name) -> Variable | None:
        """Return the variable that a name is."""
        return variable_of(self.f, name)

    def is_own(self, variable: Variable | None) -> bool:
        """Return whether a variable is used in the loop alone."""
        return variable is not None and variable[0] == id(self.f.scope) and variable not in self.outside

    def _find_changed(self) -> dict[Variable, set[int]]:
        """Return what turns change: variables, with the lists and sets that they hold, by their cells."""
        names = [each for one in self.body for each in names_in(one) if not isinstance(each.ctx, ast.Load)]
        for node in (each for one in self.body for each in ast.walk(one)):
            if changing_call(node) and isinstance(node.func.value, ast.Name):
                names.append(node.func.value)
        found: dict[Variable, set[int]] = {}
        for name in names:
            variable = self.variable(name)
            if variable is not None and not self.is_own(variable):
                found[variable] = cells_of(kind_of_name(self.f, name))
        return found

    # --- statements -------------------------------------------------------------------------------------------------

    def block(self, nodes: list[Any], guard: Guard | None) -> bool:
        """Look at statements; return whether their end is never reached."""
        guard, first = self.noted(nodes, guard), len(self.before)
        for place, node in enumerate(nodes):
            rest = nodes[place + 1 :]
            if isinstance(node, ast.If) and not node.orelse and rest and ends(node.body):
                ended = self.branch(node.test, node.body, rest, guard)
                break
            if isinstance(node, ast.Break) and self.depth == 0:
                self.breaks.append(nodes)
            self.follow += bool(rest)
            ended = self.statement(node, guard)
            self.follow -= bool(rest)
            self.before.append(node)
            if ended:
                break
        else:
            ended = False
        del self.before[first:]
        return ended

    def statement(self, node: Any, guard: Guard | None) -> bool:
        """Look at a statement; return whether what follows is never reached."""
        if isinstance(node, ast.If):
            if self.keeps_extreme(node, guard):
                return False
            return self.branch(node.test, node.body, node.orelse, guard)
        if isinstance(node, (ast.For, ast.While)):
            self.inner_loop(node, guard)
            return False
        if isinstance(node, WAYS_OUT):
            self.way_out(node, guard)
            return True
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            self.assignment(node, guard)
        elif isinstance(node, ast.AugAssign):
            self.augmented(node, guard)
        elif isinstance(node, ast.Expr):
            self.called(node, guard)
        elif isinstance(node, ast.Assert):
            self.expression(node.test)
        elif not isinstance(node, ast.Pass):
            raise Ordered(f"{type(node).__name__.lower()} stands in it")
        return False

    def branch(self, test: Any, yes: list[Any], no: list[Any], guard: Guard | None) -> bool:
        """Look at the two ways on from a condition."""
        self.allow_guards(test)
        self.expression(test)
        before = self.assigned | self.walruses(test, whole=False)
        ways = []
        for nodes, holds in ((yes, True), (no, False)):
            self.assigned = before | (self.walruses(test, whole=True) if holds else frozenset())
            inside = frozenset(id(each) for node in nodes for each in ast.walk(node))
            ended = self.block(nodes, self.guard_of(test, holds, guard, inside)) if nodes else False
            ways.append((ended, self.assigned))
        alive = [assigned for ended, assigned in ways if not ended]
        self.assigned = frozenset.intersection(*alive) if alive else before
        return not alive

    def inner_loop(self, node: Any, guard: Guard | None) -> None:
        """Look at a loop within a turn, which has an order of its own."""
        self.expression(node.iter if isinstance(node, ast.For) else node.test)
        before, entry, follow = self.assigned, self.entry, self.follow
        if isinstance(node, ast.For):
            self.assign(node.target, guard)
        self.entry, self.follow, self.depth = guard, 0, self.depth + 1
        statements, self.before = self.before, []
        self.block(node.body, guard)
        self.before = statements
        self.entry, self.follow, self.depth = entry, follow, self.depth - 1
        self.assigned = before
        self.block(node.orelse, guard)

    def way_out(self, node: Any, guard: Guard | None) -> None:
        """Look at a way out of a turn, or of the loop."""
        if isinstance(node, (ast.Return, ast.Raise)):
            if guard is not None and guard.block is None:
                raise Ordered("it returns from a turn as others have changed a set")
            names = [self.variable(each) for each in names_in(node)]
            if any(each in self.changed or (each is not None and self.is_own(each)) for each in names):
                raise Ordered("it returns what one of its turns found")
            self.ways_out.add(ast.dump(node))
            return
        if self.depth == 0 and isinstance(node, ast.Break):
            if guard is not None:
                raise Ordered("break ends it as other turns have changed a set")
            return
        if guard is not self.entry and (isinstance(node, ast.Break) or self.follow):
            raise Ordered(f"{type(node).__name__.lower()} skips what follows as other turns have changed a set")

    # --- variables --------------------------------------------------------------------------------------------------

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

    def is_private(self, node: Any) -> bool:
        """Return whether an expression is a variable that holds what this turn made, a list or set of its own."""
        if not isinstance(node, ast.Name) or not self.is_own(self.variable(node)):
            return False
        own = self.variable(node)
        made = [
            each.value
            for one in self.body
            for each in ast.walk(one)
            if isinstance(each, (ast.Assign, ast.AnnAssign))
            for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
            if isinstance(target, ast.Name) and self.variable(target) == own
        ]
        stores = [
            each
            for one in self.body
            for each in ast.walk(one)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and self.variable(each) == own
        ]
        return len(made) == len(stores) and all(each is not None and is_fresh(each) for each in made)

    def walruses(self, node: Any, whole: bool) -> frozenset[Variable]:
        """Return the variables that := always assigns in an expression; whole: or assigns if it is true."""
        found: set[Variable | None] = set()
        waiting = [(node, whole)]
        while waiting:
            each, is_true = waiting.pop()
            if isinstance(each, ast.NamedExpr):
                found.add(self.variable(each.target))
            if isinstance(each, ast.BoolOp):
                all_run = is_true and isinstance(each.op, ast.And)
                waiting.extend((one, is_true) for one in (each.values if all_run else each.values[:1]))
            elif isinstance(each, ast.IfExp):
                waiting.append((each.test, False))
            elif not isinstance(each, (*COMPREHENSIONS, ast.Lambda)):
                waiting.extend((one, False) for one in ast.iter_child_nodes(each))
        return frozenset(each for each in found if each is not None)

    # --- what lasts -------------------------------------------------------------------------------------------------

    def take(self, effect: Effect) -> None:
        """Note what a statement does that lasts. Raises Ordered where another does something else to the same."""
        name, guard = effect.variable[1].partition("~")[0], effect.guard
        if effect.variable[0] != id(self.f.scope) and self.ways_out:
            raise Ordered(f"{name} is of a function around it")
        if guard is not None and guard.block is None and not self.is_passed_over(effect):
            raise Ordered(f"{name} is changed in a turn as others have changed a set")
        others = [each for each in self.effects if each.group != effect.group]
        if any(each.variable == effect.variable or self.are_one(each.variable, effect.variable) for each in others):
            raise Ordered(f"{name} is changed in several ways")
        self.effects.append(effect)

    def are_one(self, one: Variable, other: Variable) -> bool:
        """Return whether two variables may hold the same set."""
        return bool(self.changed.get(one, set()) & self.changed.get(other, set()))

    def is_passed_over(self, effect: Effect) -> bool:
        """Return whether something is put among what waits unless it has been taken out already."""
        guard = effect.guard
        return (
            self.popped is not None
            and effect.variable == self.popped
            and guard is not None
            and guard.many == self.marks
            and guard.key == effect.argument
        )

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
        fits = {"any": (Bool,), "all": (Bool,), "largest": (Int,), "smallest": (Int,)}.get(group, (Int, Bool))
        if not isinstance(kind, fits):
            raise Ordered(f"{target.id} is a {kind}, in the order of its turns")

    def augmented(self, node: Any, guard: Guard | None) -> None:
        """Look at `x += 1`."""
        if not isinstance(node.target, ast.Name):
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
        self.allow_rest(node.value, variable)
        self.expression(node.value)
        self.check_group(node.target, group)
        if isinstance(kind_of_name(self.f, node.target), (Set, Bits)):
            group = {"or": "grow", "and": "shrink", "sum": "shrink"}.get(group, group)
        self.take(Effect(variable, group, node, guard))

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
        owner = call.func.value
        if not isinstance(owner, ast.Name):
            raise Ordered(f"it calls {call.func.attr} of more than a variable")
        variable, kind = self.variable(owner), kind_of_name(self.f, owner)
        group = "grow" if call.func.attr in GROWING else "shrink" if call.func.attr in SHRINKING else ""
        if not group or variable is None or not (kind == NEVER or type(kind) is Set):
            raise Ordered(f"{owner.id}.{call.func.attr} is called in the order of its turns")
        argument = say(call.args[0]) if len(call.args) == 1 and call.func.attr in NOTES else ""
        for each in call.args:
            self.allow_rest(each, variable)
            self.expression(each)
        self.take(Effect(variable, group, node, guard, argument))

    def keeps_extreme(self, node: ast.If, guard: Guard | None) -> bool:
        """Look at `if x > best: best = x`; return whether a statement is of this form."""
        if node.orelse or len(node.body) != 1 or not isinstance(node.body[0], ast.Assign):
            return False
        one = node.body[0]
        if len(one.targets) != 1 or not isinstance(one.targets[0], ast.Name):
            return False
        target, test = one.targets[0], node.test
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]
        compared = tests[-1]
        if self.is_own(self.variable(target)) or not isinstance(compared, ast.Compare) or len(compared.ops) != 1:
            return False
        left, right, op = compared.left, compared.comparators[0], type(compared.ops[0])
        if say(left) == say(target):
            left, right = right, left
            op = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}.get(op, op)
        none = f"Compare(left={say(target)}, ops=[Is()], comparators=[Constant(value=None)])"
        if say(right) != say(target) or say(left) != say(one.value) or any(say(each) != none for each in tests[:-1]):
            return False
        if op not in (ast.Lt, ast.Gt, ast.LtE, ast.GtE) or len(tests) > 2:
            return False
        variable, kind = self.variable(target), kind_of_name(self.f, target)
        if variable is None or not _is_whole(kind):
            return False
        self.expression(left)
        self.take(Effect(variable, "largest" if op in (ast.Gt, ast.GtE) else "smallest", node, guard))
        return True

    # --- what is read -----------------------------------------------------------------------------------------------

    def expression(self, node: Any) -> None:
        """Look at an expression, which must change nothing and read nothing that other turns change."""
        if node is None:
            return
        assigned = self.assigned | self.walruses(node, whole=True)
        first = {
            self.variable(each.target): (each.end_lineno, each.end_col_offset)
            for each in ast.walk(node)
            if isinstance(each, ast.NamedExpr)
        }
        for name in names_in(node):
            variable = self.variable(name) if self.f.scope.find(name.id) is not None else None
            if isinstance(name.ctx, ast.Store):
                if not self.is_own(variable):
                    raise Ordered(f"{name.id} keeps what its last turn assigned")
                continue
            if variable is None or id(name) in self.allowed:
                continue
            if variable in self.changed:
                raise Ordered(f"{name.id} is read in a turn while others change it")
            early = variable in first and (name.lineno, name.col_offset) < first[variable]
            if self.is_own(variable) and variable not in (self.assigned if early else assigned):
                raise Ordered(f"{name.id} keeps what its last turn assigned")
            if not self.is_own(variable) and self.cells & cells_of(kind_of_name(self.f, name)):
                raise Ordered(f"{name.id} may be what its turns change")
        for each in ast.walk(node):
            if isinstance(each, ast.Call):
                self.call(each)
            elif isinstance(each, (ast.Yield, ast.YieldFrom)):
                raise Ordered("it yields in the order of its turns")

    def call(self, node: ast.Call) -> None:
        """Look at a call, which must change nothing but what this turn made."""
        function: Any = None
        parts: list[Any] = [*node.args, *(each.value for each in node.keywords)]
        if isinstance(node.func, ast.Attribute):
            if node.func.attr in CHANGING and not self.is_private(node.func.value):
                raise Ordered(f"{node.func.attr} is called in the order of its turns")
            kind = kind_of_name(self.f, node.func.value) if isinstance(node.func.value, ast.Name) else NEVER
            if node.func.attr in READING | CHANGING or can_change(kind) or isinstance(kind, (Bits, Text, Row, Packed)):
                return
            made_by = getattr(kind, "made_by", type(getattr(kind, "thing", None)))
            function = inspect.getattr_static(made_by, node.func.attr, None)
            parts.append(node.func.value)
        elif isinstance(node.func, ast.Name):
            if self.f.scope.find(node.func.id) is not None:
                self.local_function(node.func)
            elif node.func.id in READING - {"next"}:
                return
            else:
                function = self.f.scope.function.__globals__.get(node.func.id)
        else:
            parts.append(node.func)
        given = [name for part in parts for name in names_in(part) if not self.is_private(name)]
        changing = [name for name in given if can_change(kind_of_name(self.f, name))]
        if changing and not leaves_alone(function, self.f.program.tree):
            raise Ordered(f"{changing[0].id} is given to a function, which may change it")

    def local_function(self, name: ast.Name) -> None:
        """Look at a function that a variable holds, which is called."""
        kind = kind_of_name(self.f, name)
        if isinstance(kind, Closure):
            if closure_changes(self.f, kind):
                raise Ordered(f"{name.id} may change what is around it")
            self.closure(name.id, kind)
        elif kind != NEVER and not isinstance(kind, Fixed):
            raise Ordered(f"{name.id} may change something")

    def closure(self, called: str, kind: Closure) -> None:
        """Look at what a function written inside this one reads of the variables around it."""
        for name in ast.walk(kind.node):
            if isinstance(name, ast.Name) and self.f.scope.find(name.id) is not None:
                variable = self.variable(name)
                if variable in self.changed or self.cells & cells_of(kind_of_name(self.f, name)):
                    raise Ordered(f"{called} reads {name.id}, which its turns change")

    # --- guards -----------------------------------------------------------------------------------------------------

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
        nowhere = Guard((0, ""), "", frozenset(), False, inside)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.guard_of(test.operand, not holds, guard, inside)
        if isinstance(test, ast.BoolOp):
            inner = [each for each in test.values if self.asks(each)]
            if not inner:
                return guard
            if isinstance(test.op, ast.And) != holds or len(inner) > 1:
                return nowhere
            return self.guard_of(inner[0], holds, guard, inside)
        if not self.asks(test):
            return guard
        name, is_in = test.comparators[0], isinstance(test.ops[0], ast.In) == holds
        variable = self.variable_changed(name)
        grows = self.grows(variable)
        if variable is None or grows is None or is_in == grows or (guard is not None and guard.block is None):
            return nowhere
        return Guard(variable, say(test.left), self.determined(test.left), grows, inside)

    def determined(self, key: Any) -> frozenset[Variable]:
        """Return the variables of a turn that a key determines: those that it is made of, or that are made of it."""
        parts = key.elts if isinstance(key, ast.Tuple) else [key]
        found = {self.variable(each) for each in parts if isinstance(each, ast.Name)}
        stores = [each for one in self.body for each in names_in(one) if not isinstance(each.ctx, ast.Load)]
        if self.target is not None:
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
        if stored & guard.known:
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
                if self.is_own(variable) and variable not in guard.known | stored:
                    return False
            waiting.extend(ast.iter_child_nodes(each))
        return True

    def allow_rest(self, node: Any, variable: Variable | None) -> None:
        """Let what is put among what waits leave out what was taken out already: todo |= near - seen."""
        if variable is None or variable != self.popped or self.marks is None:
            return
        names: list[Any] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            names = [node.right]
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            tests = [one for part in node.generators for test in part.ifs for one in self.conjuncts(test)]
            names = [
                test.comparators[0]
                for test in tests
                if isinstance(test, ast.Compare)
                and isinstance(test.ops[0], ast.NotIn)
                and say(test.left) == say(node.elt)
            ]
        self.allowed |= {id(each) for each in names if isinstance(each, ast.Name) and self.variable(each) == self.marks}

    def conjuncts(self, test: Any) -> list[Any]:
        """Return the conditions that all must hold for a condition to hold."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return [one for each in test.values for one in self.conjuncts(each)]
        return [test]

    # --- at the end -------------------------------------------------------------------------------------------------

    def _check_guarded(self) -> None:
        """Raise Ordered where a set that turns ask is changed elsewhere than where they note what they asked for."""
        for variable, guard in self.guarded.items():
            for effect in self.effects:
                is_it = effect.variable == variable or self.are_one(effect.variable, variable)
                if is_it and not self.is_note(effect.node, guard):
                    raise Ordered(f"{variable[1]} is asked and changed in several places")

    def _check_ways_out(self) -> None:
        if len(self.ways_out) > 1:
            raise Ordered("it returns this or that, as one turn or another comes first")
        lasting = [each for nodes in self.breaks for each in nodes[:-1]]
        if len({say(ast.Module(nodes, [])) for nodes in self.breaks}) > 1 or (
            self.breaks and (self.ways_out or any(each.node not in lasting for each in self.effects))
        ):
            raise Ordered("break ends it after one of its turns")
        if self.yields and (self.ways_out or self.breaks):
            raise Ordered("it yields until one of its turns ends it")
        if not self.ways_out:
            return
        given = {each.arg for each in ast.walk(self.function.args) if isinstance(each, ast.arg)}
        for effect in self.effects:
            outer = effect.variable[0] != id(self.f.scope)
            if outer or (effect.group in ("grow", "shrink", "flip") and self._may_be_given(effect.variable, given)):
                raise Ordered(f"it returns after some turns, and {effect.variable[1]} is seen outside")

    def _may_be_given(self, variable: Variable, given: set[str]) -> bool:
        """Return whether a set may be one that the function was given."""
        if variable[1] in given:
            return True
        slots = self.f.scope.slots
        others = {cell for name in given if name in slots for cell in cells_of(slots[name].kind)}
        return bool(self.changed.get(variable, set()) & others)


def _is_constant_set(kind: Any) -> bool:
    return isinstance(kind, Fixed) and isinstance(kind.thing, (set, frozenset))


def _is_whole(kind: Any) -> bool:
    variants = getattr(kind, "variants", (kind,))
    return all(isinstance(each, (Int, NoneKind)) or each == NEVER for each in variants)


def why_ordered(f: Emitter, node: ast.For) -> str:
    """Return why it may matter in which order a loop goes over a set; "" where it cannot."""
    try:
        Turns(f, node, node.target, node.body, f.scope.order_free).look()
    except Ordered as why:
        return str(why)
    return ""


class _Parts(Turns):
    """A comprehension: expressions that are computed for each of many things."""

    def __init__(self, f: Emitter, node: Any) -> None:
        self.f, self.loop = f, node
        self.changed, self.cells = {}, set()

    def is_own(self, variable: Variable | None) -> bool:
        """Nothing that lasts is of one turn alone."""
        return False

    def is_private(self, node: Any) -> bool:
        """Nor is what it changes."""
        return False

    def look(self) -> None:
        """Look at all that is computed. Raises Ordered."""
        first = {id(each) for each in ast.walk(self.loop.generators[0].iter)}  # computed once, before it begins
        for each in ast.walk(self.loop):
            if isinstance(each, ast.NamedExpr):
                raise Ordered(f"{each.target.id} keeps what its last turn assigned")
            if isinstance(each, ast.Call) and id(each) not in first:
                self.call(each)


def why_comprehension_is_ordered(f: Emitter, node: Any) -> str:
    """Return why it may matter in which order a comprehension goes, beside the order of what it gives; or ""."""
    try:
        _Parts(f, node).look()
    except Ordered as why:
        return str(why)
    return ""


__all__ = ["AGAIN", "Effect", "Ordered", "Turns", "say", "why_comprehension_is_ordered", "why_ordered"]
