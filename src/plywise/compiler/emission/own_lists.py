"""Lists held by a single local variable, so that one function contains all their uses.

Nothing else can see such a list change, and it cannot outlive the function. So it is not stored in the rule's arena:
its head is in the function's frame, where LLVM can optimize it away. A list made from a row of a state, of which only
items are read and assigned, stays packed like the row (see packed_lists); functions may read it meanwhile.
"""

import ast
import inspect
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.names import Names, names_of
from plywise.compiler.syntax.source import tree_of
from plywise.compiler.types.kinds import Constant, Refusal

READING = {"len", "sum", "any", "all", "min", "max", "sorted", "tuple", "list", "set", "frozenset"}
"""Functions that read a list immediately and retain only its items."""
GOING_THROUGH = {"enumerate", "reversed", "zip"}
LOOKING = {"count", "index", "copy"}
METHODS = LOOKING | {"append", "extend", "pop", "insert", "remove", "clear", "sort", "reverse"}


def keep_in_frame(f: Emitter, target: ast.expr, node: ast.expr, key: Any) -> None:
    """Store a list that is created and assigned here in the function's frame, if only that variable ever holds it.

    key: of the created list
    """
    function = function_of(f, target)
    if function is not None and makes_list(node) and OwnList(f, function, target).is_own():
        f.framed.add(key)


def function_of(f: Emitter, target: ast.expr) -> Any:
    """Return the function being emitted if a target is a local variable; otherwise None."""
    function = f.inlined[-1] if f.inlined else None
    if not isinstance(target, ast.Name) or not isinstance(function, ast.FunctionDef):
        return None
    return function if f.scope.find(target.id) is f.scope else None


def makes_list(node: ast.expr) -> bool:
    """Return whether an expression makes a new list."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "list" and not node.keywords
    return isinstance(node, (ast.List, ast.ListComp))


def _is_shared(names: Names, name: str) -> bool:
    """Return whether a variable may be seen elsewhere: a parameter, used in nested functions or in a try statement."""
    return any(name in each for each in (names.inner, names.declared, names.tried, names.parameters))


class Uses:
    """The uses of a list held by a variable, in one function.

    function, python: the function's syntax tree, and the function itself
    name: the variable's name
    uses, others: where it is read; where it is assigned
    known: names that refer to user-defined objects
    owner: the object that the first parameter is, if known
    """

    def __init__(self, function: Any, python: Any, uses: list[ast.Name], others: list[ast.Name], owner: Any) -> None:
        self.function, self.python, self.owner = function, python, owner
        self.uses, self.others, self.names = uses, others, names_of(function)
        self.up = self.names.up
        code = python.__code__
        self.known = known = {*python.__globals__, *code.co_freevars, *code.co_cellvars, *self.names.stored}
        self.reading, self.going = READING - known, GOING_THROUGH - known

    def are_read_at_once(self) -> bool:
        """Return whether no generator defers reading the list."""
        return all(self._is_read_at_once(each) for each in self.uses)

    def _is_read_at_once(self, name: ast.Name) -> bool:
        node: Any = name
        while id(node) in self.up:
            node = self.up[id(node)]
            if isinstance(node, ast.GeneratorExp):
                asked = self.up[id(node)]
                if not isinstance(asked, ast.Call) or node not in asked.args or not self.is_read_by(asked):
                    return False
        return True

    def is_read_by(self, call: ast.Call) -> bool:
        """Return whether a call reads its only argument immediately and retains only its items."""
        if len(call.args) != 1:
            return False
        if isinstance(call.func, ast.Name):
            return call.func.id in self.reading
        if not isinstance(call.func, ast.Attribute):
            return False
        owner = call.func.value
        if call.func.attr == "join":
            return isinstance(owner, ast.Constant) and isinstance(owner.value, str)
        return call.func.attr == "extend" and isinstance(owner, ast.Name) and self._is_list(owner)

    def _is_list(self, name: ast.Name) -> bool:
        """Return whether a variable is surely a list: nothing else is assigned to its name."""
        others = [each for each in self.names.uses[name.id] if not isinstance(each.ctx, ast.Load)]
        nodes = [self.up[id(each)] for each in others]
        made = [isinstance(node, ast.Assign) and makes_list(node.value) for node in nodes]
        more = [isinstance(node, ast.AugAssign) for node in nodes]
        surely = any(made) and all(map(operator.or_, made, more))
        return surely and not _is_shared(self.names, name.id)

    def is_looked_at(self, node: Any, methods: set[str]) -> bool:
        """Return whether the code around a use only reads the list, without retaining it. methods: allowed ones."""
        around = self.up[id(node)]
        if isinstance(around, ast.Subscript):
            is_item = around.value is node and not isinstance(around.slice, ast.Slice)
            return is_item and not isinstance(around.ctx, ast.Del)
        if isinstance(around, ast.Attribute):
            called = self.up[id(around)]
            return isinstance(called, ast.Call) and called.func is around and around.attr in methods
        if isinstance(around, ast.Call) and node in around.args:
            if isinstance(around.func, ast.Name) and around.func.id in self.going:
                return self._is_gone_through(around)
            return self.is_read_by(around)
        if isinstance(around, ast.Compare):
            return len(around.ops) == 1 and around.left is not node and isinstance(around.ops[0], (ast.In, ast.NotIn))
        if isinstance(around, (ast.If, ast.While, ast.IfExp)):
            return around.test is node
        if isinstance(around, ast.AugAssign):
            is_more = around.value is node and isinstance(around.op, ast.Add)
            return is_more and isinstance(around.target, ast.Name) and self._is_list(around.target)
        is_not = isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not)
        return is_not or self._is_gone_through(node)

    def _is_gone_through(self, node: Any) -> bool:
        """Return whether a loop iterates over the list and assigns none of its items meanwhile."""
        around = self.up[id(node)]
        if isinstance(around, ast.comprehension):
            return around.iter is node
        if not isinstance(around, ast.For) or around.iter is not node:
            return False
        return not any(self.names.is_in(each, around) for each in [*self.others, *self.changing()])

    def changing(self) -> list[ast.Name]:
        """Return the uses of the variable that matter to a loop over the list."""
        return []

    def is_given(self, node: Any, agrees: Callable[["Uses"], bool]) -> bool:
        """Return whether a use passes the list to a user-defined function that only reads it, according to `agrees`."""
        call = self.up[id(node)]
        if not isinstance(call, ast.Call) or node not in call.args or call.keywords:
            return False
        found = self._called(call.func)
        if found is None or any(isinstance(each, ast.Starred) for each in call.args):
            return False
        python, owner = found
        try:
            tree = tree_of(python)
        except Refusal:
            return False
        place = call.args.index(node) + (owner is not None)
        given = tree.args
        names = [each.arg for each in (*given.posonlyargs, *given.args)]
        there = names_of(tree)
        if not isinstance(tree, ast.FunctionDef) or there.yields or place >= len(names):
            return False
        if len(there.binders[names[place]]) > 1 or names[place] in there.inner | there.declared:
            return False
        return agrees(Uses(tree, python, there.uses.get(names[place], []), [], owner))

    def _called(self, func: Any) -> tuple[Any, Any] | None:
        """Return the called function, and the object whose method it is, if any."""
        if isinstance(func, ast.Name):
            thing = self.python.__globals__.get(func.id) if func.id not in self.names.stored else None
            return (thing, None) if _is_plain(thing) else None
        if not isinstance(func, ast.Attribute) or not isinstance(func.value, ast.Name) or self.owner is None:
            return None
        first = self.function.args.args
        if not first or func.value.id != first[0].arg or func.attr in getattr(self.owner, "__dict__", {}):
            return None
        if len(self.names.binders[func.value.id]) > 1:
            return None
        thing = inspect.getattr_static(type(self.owner), func.attr, None)
        return (thing, self.owner) if _is_plain(thing) else None


def _is_plain(thing: Any) -> bool:
    """Return whether an object is an undecorated function."""
    return isinstance(thing, FunctionType) and not hasattr(thing, "__wrapped__")


class OwnList(Uses):
    """The uses of a variable to which a function assigns a list."""

    def __init__(self, f: Emitter, function: Any, target: Any) -> None:
        variable = f.program.variable(target)
        alike = [each for each in names_of(function).uses[target.id] if f.program.variable(each) == variable]
        uses = [each for each in alike if isinstance(each.ctx, ast.Load)]
        others = [each for each in alike if not isinstance(each.ctx, ast.Load)]
        super().__init__(function, f.scope.function, uses, others, _owner(f, function))
        self.name = target.id
        self.is_shared = _is_shared(self.names, self.name) or "list" not in self.reading

    def is_own(self) -> bool:
        """Return whether every list in the variable is created for it, and nothing else ever holds it."""
        if self.is_shared or not all(self._is_made(each) for each in self.others):
            return False
        return self.are_read_at_once() and all(self.is_looked_at(each, METHODS) for each in self.uses)

    def _is_made(self, name: ast.Name) -> bool:
        """Return whether an assignment gives the variable a new list, or extends its list."""
        node = self.up[id(name)]
        if isinstance(node, ast.AugAssign):
            return node.target is name and isinstance(node.op, ast.Add) and not self.holds(node.value)
        value = assigned(node, name)
        return value is not None and makes_list(value) and not self.holds(value)

    def holds(self, node: ast.AST) -> bool:
        """Return whether a piece of source contains the variable's name."""
        return self.name in names_of(node).uses


def assigned(node: Any, name: ast.Name) -> Any:
    """Return the value a statement assigns to this variable alone; None for any other statement."""
    alone = isinstance(node, ast.Assign) and node.targets == [name]
    return node.value if alone or (isinstance(node, ast.AnnAssign) and node.target is name) else None


def _owner(f: Emitter, function: Any) -> Any:
    """Return the object that the first parameter of the emitted function is, if known."""
    first = function.args.args
    kind = f.program.kinds.get((f.scope.key, first[0].arg)) if first else None
    return kind.thing if isinstance(kind, Constant) else None
