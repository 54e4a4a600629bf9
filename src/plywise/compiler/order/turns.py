"""Whether the turns of a loop commute: whether it can matter in which order they are taken.

It cannot where each turn only adds to sums, puts things into sets, sets a variable to the same constant or keeps the
largest number, and reads nothing that another turn changes. (M. Rinard and P. Diniz, Commutativity analysis, ACM TOPLAS
19, 1997, look at operations in this way.)
"""

import ast
from typing import Any

from plywise.compiler.endings import Ending
from plywise.compiler.function import Emitter
from plywise.compiler.kept import cells_of
from plywise.compiler.order.effects import OF_ITEMS, Effects
from plywise.compiler.order.guards import WAYS_OUT, Guard, ends
from plywise.compiler.order.purity import Variable, names_in
from plywise.compiler.order.reading import Ordered, Reading, say

IN_PLACE = {"grow", "shrink", "flip", "append"}
"""Effects that change a list or set itself, whatever other names it has."""


class Turns(Effects):
    """The statements of a loop. `look` raises Ordered where their order may be seen."""

    def __init__(self, f: Emitter, loop: Any, target: Any, body: list[Any], free: bool = False) -> None:
        super().__init__(f, loop, target, body, free)
        self.entry: Guard | None = None  # where the innermost loop begins
        self.depth = self.follow = 0  # loops around within this one; statements that still follow in its turn
        self.breaks: list[list[Any]] = []  # the statements that end in a break of this loop
        self.why = ""  # why it may matter in which order the turns are taken

    def look_closely(self) -> "Turns":
        """Look at all that is done, and note why their order may be seen, if it may."""
        try:
            self.look()
        except Ordered as why:
            self.why = str(why)
        return self

    def look(self) -> None:
        """Look at all that is done. Raises Ordered."""
        self.find_variables()
        self.assign(self.target, None)
        self.block(self.body, None)
        self.check_guarded()
        self.check_ways_out()

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
        if isinstance(node, ast.Match):
            return self.cases(node, guard)
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

    def cases(self, node: ast.Match, guard: Guard | None) -> bool:
        """Look at a match statement, whose patterns bind no names."""
        if any(isinstance(each, (ast.MatchAs, ast.MatchStar)) and each.name for each in ast.walk(node)):
            raise Ordered("a pattern that binds a name stands in it")
        self.expression(node.subject)
        before, ways = self.assigned, [(False, self.assigned)]
        for case in node.cases:
            for each in [one for one in ast.walk(case.pattern) if isinstance(one, ast.expr)] + [case.guard]:
                self.expression(each)
            ways.append((self.block(case.body, guard), self.assigned))
            self.assigned = before
        self.assigned = frozenset.intersection(*(assigned for ended, assigned in ways if not ended))
        return False

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

    def check_guarded(self) -> None:
        """Raise Ordered where a set that turns ask is changed elsewhere than where they note what they asked for."""
        for variable, guard in self.guarded.items():
            for effect in self.effects:
                is_it = effect.variable == variable or self.are_one(effect.variable, variable)
                if is_it and not self.is_note(effect.node, guard):
                    raise Ordered(f"{variable[1]} is asked and changed in several places")

    def check_ways_out(self) -> None:
        """Raise Ordered where it matters after which turns the loop ends."""
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
        for variable, group in self.lasting():
            if self.is_seen_outside(variable, group):
                raise Ordered(f"it returns after some turns, and {show(variable)} is seen outside")

    def lasting(self) -> list[tuple[Variable, str]]:
        """Return the variables that turns change and that last, and how they do."""
        return [(each.variable, each.group) for each in self.effects]

    def is_seen_outside(self, variable: Variable, group: str) -> bool:
        """Return whether what turns do to a variable may be seen outside of the function."""
        in_place = group in IN_PLACE or group.endswith(OF_ITEMS)
        return variable[0] != id(self.f.scope) or (in_place and self.may_be_others(variable))

    def may_be_others(self, variable: Variable) -> bool:
        """Return whether a list or set may be one that the function was given, or that a function around it has."""
        given = {each.arg for each in ast.walk(self.function.args) if isinstance(each, ast.arg)}
        if variable[1].partition("~")[0] in given:
            return True
        slots, outer = self.f.scope.slots, self.f.scope.outer
        kinds = [slots[name].kind for name in given if name in slots]
        while outer is not None:
            kinds += [slot.kind for slot in outer.slots.values()]
            outer = outer.outer
        others = {cell for kind in kinds for cell in cells_of(kind)}
        return bool(self.changed.get(variable, set()) & others)

    def why_end_seen(self, ending: Ending) -> str:
        """Return why it may be seen after which turns an exception that is caught has ended the loop; or ""."""
        if not ending.errors or not ending.has_set:
            return ""
        for variable, group in self.lasting():
            if ending.is_caught_here or self.is_seen_outside(variable, group):
                return f"an exception that is caught may end it after some of its turns, which {show(variable)} shows"
        return ""


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


def show(variable: Variable) -> str:
    """Return a variable's name as it is written."""
    return variable[1].partition("~")[0]


def turns_of(f: Emitter, node: ast.For) -> Turns:
    """Return the turns of a loop over a set, looked at."""
    return Turns(f, node, node.target, node.body, f.scope.order_free).look_closely()


def why_comprehension_is_ordered(f: Emitter, node: Any) -> str:
    """Return why it may matter in which order a comprehension goes, beside the order of what it gives; or ""."""
    try:
        _Parts(f, node, None, []).look()
    except Ordered as why:
        return str(why)
    return ""


__all__ = ["Turns", "turns_of", "why_comprehension_is_ordered"]
