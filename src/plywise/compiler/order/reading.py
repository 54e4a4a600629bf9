"""What the turns of a loop read, and what is a turn's own."""

import ast
import inspect
from typing import Any

from plywise.compiler.function import Emitter
from plywise.compiler.kept import READING, cells_of
from plywise.compiler.kinds import NEVER, Bits, Closure, Fixed, Packed, Row, Text, can_change
from plywise.compiler.names import CHANGING
from plywise.compiler.order.purity import (
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


class Ordered(Exception):
    """The order of a loop may be seen; the message says how."""


def say(node: Any) -> str:
    """Return an expression as text, the same where it is assigned and where it is read."""
    return ast.dump(node).replace("Store()", "Load()")


class Reading:
    """The variables of a loop, and the expressions that its turns compute.

    target: what is assigned at the beginning of each turn
    stored, outside, changed: the variables that turns assign, that are used outside the loop, that turns change and
    that last, with the lists and sets that these hold
    """

    def __init__(self, f: Emitter, loop: Any, target: Any, body: list[Any]) -> None:
        self.f, self.loop, self.target, self.body = f, loop, target, body
        self.function: Any = f.inlined[-1] if f.inlined else None
        self.stored: set[Variable] = set()
        self.outside: set[Variable | None] = set()
        self.changed: dict[Variable, set[int]] = {}
        self.cells: set[int] = set()
        self.assigned: frozenset[Variable] = frozenset()  # what this turn has assigned so far

    def find_variables(self) -> None:
        """Find out whose the variables are."""
        inside = {id(each) for each in ast.walk(self.loop)}
        names = [each for one in self.function.body for each in names_in(one) if id(each) not in inside]
        given = {each.arg for each in ast.walk(self.function.args) if isinstance(each, ast.arg)}
        self.outside = {self.variable(each) for each in names if each.id in self.f.scope.names}
        self.outside |= {(id(self.f.scope), name) for name in given}
        stored = [each for one in (*self.body, self.target) for each in names_in(one)]
        found = [self.variable(each) for each in stored if not isinstance(each.ctx, ast.Load)]
        self.stored = {each for each in found if each is not None and each[0] == id(self.f.scope)}
        self.changed = self.find_changed()
        self.cells = {cell for cells in self.changed.values() for cell in cells}

    def variable(self, name: ast.Name) -> Variable | None:
        """Return the variable that a name is."""
        return variable_of(self.f, name)

    def is_own(self, variable: Variable | None) -> bool:
        """Return whether a variable is used in the loop alone."""
        return variable in self.stored and variable not in self.outside

    def find_changed(self) -> dict[Variable, set[int]]:
        """Return what turns change: variables, with the lists and sets that they hold, by their cells."""
        names = [each for one in self.body for each in names_in(one) if not isinstance(each.ctx, ast.Load)]
        for node in (each for one in self.body for each in ast.walk(one)):
            many = node.func.value if changing_call(node) else None
            if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                many = node.value
            names += [many] if isinstance(many, ast.Name) else []
        found: dict[Variable, set[int]] = {}
        for name in names:
            variable = self.variable(name)
            if variable is not None and not self.is_own(variable):
                found[variable] = cells_of(kind_of_name(self.f, name))
        return found

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
            if variable is None:
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
            if node.func.attr in CHANGING or can_change(kind) or isinstance(kind, (Bits, Text, Row, Packed)):
                return
            made_by = getattr(kind, "made_by", type(getattr(kind, "thing", None)))
            function = inspect.getattr_static(made_by, node.func.attr, None)
            parts += [] if node.func.attr in READING else [node.func.value]  # whose own method it may be all the same
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


__all__ = ["Ordered", "Reading", "say"]
