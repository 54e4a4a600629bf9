"""Whether the turns of a loop commute: whether it can matter in which order they are taken.

It cannot where each turn only adds to sums, puts things into sets or sets a variable to the same constant, and reads
nothing that another turn changes. That is asked of loops over sets: for those whose order is not known, and because
a set whose order nobody sees costs less. (M. Rinard and P. Diniz, Commutativity analysis, ACM TOPLAS 19, 1997.)
"""

import ast
from typing import Any

from plywise.compiler.endings import Ending
from plywise.compiler.function import Emitter
from plywise.compiler.kinds import NEVER, Bits, Bool, Int, Set, can_change, may_differ_where_equal
from plywise.compiler.order.purity import Variable, changing_call, kind_of_name, names_in
from plywise.compiler.order.reading import Ordered, Reading, say

METHODS = {"add": "grow", "update": "grow", "discard": "shrink", "difference_update": "shrink"}
OPERATORS = {
    ast.Add: "sum", ast.Sub: "sum", ast.Mult: "product", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "flip",
}  # fmt: skip
OF_SETS = {"or": "grow", "and": "shrink", "sum": "shrink", "flip": "flip"}
"""What operators do to sets: two of one group commute."""


class Turns(Reading):
    """The statements of a loop. free: whether whoever uses what the loop yields looks at no order.

    why: why it may matter in which order the turns are taken; "" where it cannot
    """

    def __init__(self, f: Emitter, loop: Any, free: bool) -> None:
        super().__init__(f, loop, loop.target, loop.body)
        self.free = free
        self.effects: dict[Variable, str] = {}  # what turns do that lasts
        self.ways_out: set[str] = set()
        self.breaks: list[list[Any]] = []  # the statements that end in a break of this loop
        self.depth = 0  # of loops within this one
        self.yields = False
        self.lasting: list[Any] = []  # the statements that do what lasts
        try:
            self.look()
            self.why = ""
        except Ordered as why:
            self.why = str(why)

    def look(self) -> None:
        """Look at all that is done. Raises Ordered."""
        self.find_variables()
        self.assign(self.target)
        self.block(self.body)
        before = [each for nodes in self.breaks for each in nodes[:-1]]
        if len({say(ast.Module(nodes, [])) for nodes in self.breaks}) > 1 or any(
            each not in before for each in (self.lasting if self.breaks else ())
        ):
            raise Ordered("break ends it after one of its turns")
        if self.yields and (self.ways_out or self.breaks):
            raise Ordered("it yields until one of its turns ends it")
        if len(self.ways_out) > 1 or (self.ways_out and (self.effects or self.breaks)):
            raise Ordered("it returns after one of its turns")

    def block(self, nodes: list[Any]) -> bool:
        """Look at statements; return whether their end is never reached."""
        for place, node in enumerate(nodes):
            if isinstance(node, ast.Break) and self.depth == 0:
                self.breaks.append(nodes[: place + 1])
            if self.statement(node):
                return True
        return False

    def statement(self, node: Any) -> bool:
        """Look at a statement; return whether what follows is never reached."""
        if isinstance(node, ast.If):
            return self.branch(node)
        if isinstance(node, ast.For):
            self.inner_loop(node)
        elif isinstance(node, (ast.Return, ast.Raise)):
            self.way_out(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            self.assignment(node)
        elif isinstance(node, ast.AugAssign):
            self.augmented(node)
        elif isinstance(node, ast.Expr):
            self.called(node)
        elif isinstance(node, ast.Assert):
            self.expression(node.test)
        elif not isinstance(node, (ast.Pass, ast.Break, ast.Continue)):
            raise Ordered(f"{type(node).__name__.lower()} stands in it")
        return isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue))

    def branch(self, node: ast.If) -> bool:
        """Look at the two ways on from a condition."""
        self.expression(node.test)
        before = self.assigned | self.walruses(node.test, whole=False)
        alive = []
        for nodes, holds in ((node.body, True), (node.orelse, False)):
            self.assigned = before | (self.walruses(node.test, whole=True) if holds else frozenset())
            if not self.block(nodes):
                alive.append(self.assigned)
        self.assigned = frozenset.intersection(*alive) if alive else before
        return not alive

    def inner_loop(self, node: ast.For) -> None:
        """Look at a loop within a turn, which has an order of its own."""
        self.expression(node.iter)
        before = self.assigned
        self.assign(node.target)
        self.depth += 1
        self.block(node.body)
        self.depth -= 1
        self.assigned = before
        self.block(node.orelse)

    def way_out(self, node: Any) -> None:
        """Look at a way out of the loop, which must be the same from all turns."""
        self.expression(node.value if isinstance(node, ast.Return) else node.exc)
        if any(self.is_own(self.variable(each)) for each in names_in(node)):
            raise Ordered("it returns what one of its turns found")
        self.ways_out.add(ast.dump(node))

    def take(self, node: Any, variable: Variable | None, group: str) -> None:
        """Note what a statement does that lasts. Raises Ordered where another does something else to the same."""
        if variable is None:
            raise Ordered("it assigns a global variable")
        cells = self.changed.get(variable, set())
        same = [each for each in self.effects if each == variable or self.changed.get(each, set()) & cells]
        if any(self.effects[each] != group for each in same):
            raise Ordered(f"{variable[1].partition('~')[0]} is changed in several ways")
        self.effects[variable] = group
        self.lasting.append(node)

    def assign(self, target: Any) -> None:
        """Look at what a turn assigns to variables of its own."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self.assign(each)
        elif isinstance(target, ast.Starred):
            self.assign(target.value)
        elif isinstance(target, ast.Name):
            variable = self.variable(target)
            if variable is None or not self.is_own(variable):
                raise Ordered(f"{target.id} keeps what its last turn assigned")
            self.assigned |= {variable}
        elif isinstance(target, ast.Subscript) and self.is_private(target.value):
            self.expression(target.value)
            self.expression(target.slice)
        else:
            raise Ordered("it assigns items of a list or dict")

    def assignment(self, node: Any) -> None:
        """Look at an assignment: of a turn's own variable, or of a constant to one that lasts."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        first = targets[0]
        if isinstance(first, ast.Name) and not self.is_own(self.variable(first)) and len(targets) == 1:
            if not isinstance(node.value, ast.Constant):
                raise Ordered(f"{first.id} keeps what its last turn assigned")
            self.take(node, self.variable(first), f"= {node.value.value!r}")
            return
        self.expression(node.value)
        self.assigned |= self.walruses(node.value, whole=False) if node.value is not None else frozenset()
        for each in targets if node.value is not None else ():
            self.assign(each)

    def augmented(self, node: ast.AugAssign) -> None:
        """Look at `x += 1`."""
        self.expression(node.value)
        if not isinstance(node.target, ast.Name) or self.is_own(self.variable(node.target)):
            if isinstance(node.target, ast.Name) and self.variable(node.target) not in self.assigned:
                raise Ordered(f"{node.target.id} keeps what its last turn assigned")
            if can_change(kind_of_name(self.f, node.target)) if isinstance(node.target, ast.Name) else False:
                raise Ordered("what a turn made is changed in place")
            self.assign(node.target)
            return
        kind, group = kind_of_name(self.f, node.target), OPERATORS.get(type(node.op), "")
        if isinstance(kind, (Set, Bits)):
            group = OF_SETS.get(group, "") if commutes_in(kind) else ""
        elif not (kind == NEVER or isinstance(kind, (Int, Bool))):
            group = ""
        if not group:
            raise Ordered(f"{node.target.id} is changed in the order of its turns")
        self.take(node, self.variable(node.target), group)

    def called(self, node: ast.Expr) -> None:
        """Look at an expression that is a statement."""
        call: Any = node.value
        if isinstance(call, ast.Yield) and self.free:
            self.yields = True
            self.expression(call.value)
        elif changing_call(call) and not self.is_private(call.func.value):
            self.method(node, call)
        else:
            self.expression(call)

    def method(self, node: ast.Expr, call: Any) -> None:
        """Look at a call of a method that changes its object, which others may see."""
        owner, group = call.func.value, METHODS.get(call.func.attr, "")
        kind = kind_of_name(self.f, owner) if isinstance(owner, ast.Name) else NEVER
        fits = kind == NEVER or (type(kind) is Set and commutes_in(kind))
        if not group or not fits or not isinstance(owner, ast.Name):
            raise Ordered(f"{call.func.attr} is called in the order of its turns")
        for each in call.args:
            self.expression(each)
        self.take(node, self.variable(owner), group)

    def why_end_seen(self, ending: Ending) -> str:
        """Return why it may be seen after which turns an exception that is caught has ended the loop; or ""."""
        seen = ending.errors and ending.has_set and self.effects
        return "an exception that is caught may end it after some of its turns" if seen else ""


def commutes_in(kind: Any) -> bool:
    """Return whether it cannot matter in which order things are put into sets of a type."""
    if isinstance(kind, Bits):
        return kind.cell is None or not kind.cell.is_seen
    return not kind.cells[0].is_seen and not may_differ_where_equal(kind.item)


class _Parts(Reading):
    """A comprehension: expressions that are computed for each of many things."""

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


def turns_of(f: Emitter, node: ast.For) -> Turns:
    """Return the turns of a loop over a set, looked at."""
    return Turns(f, node, f.scope.order_free)


def why_comprehension_is_ordered(f: Emitter, node: Any) -> str:
    """Return why it may matter in which order a comprehension goes, beside the order of what it gives; or ""."""
    try:
        _Parts(f, node, None, []).look()
    except Ordered as why:
        return str(why)
    return ""


__all__ = ["Turns", "turns_of", "why_comprehension_is_ordered"]
