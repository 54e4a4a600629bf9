"""The names in a piece of source: found in one walk over its syntax tree, and cached.

The piece may be a function, a loop, a comprehension, a pattern, or any expression. Each name is resolved as in Python;
the standard library's symtable does so for a whole file, but without the positions of the Name nodes.
"""

import ast
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LOOPS = (ast.For, ast.While)
BINDING: dict[type, str] = {
    ast.arg: "arg", ast.FunctionDef: "name", ast.ClassDef: "name", ast.ExceptHandler: "name",
    ast.MatchAs: "name", ast.MatchStar: "name", ast.MatchMapping: "rest",
}  # fmt: skip
"""Nodes that bind a name, besides assigned names and imports, and the field with the name."""
NAMING = (ast.Name, ast.alias, ast.Nonlocal, ast.Global, *BINDING)
ENTERED = (*FUNCTIONS, *COMPREHENSIONS)
ENTERING = (ast.comprehension, ast.arguments, ast.arg, ast.FunctionDef)
WORDLESS = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
"""Nodes of which Python shares a single object."""
CHANGING = {
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "update", "discard", "popleft",
    "appendleft", "setdefault", "popitem", "rotate",
}  # fmt: skip
"""Methods that change a list, set, dict or deque."""


class _Scope:
    """A function or comprehension in the piece, or the surroundings of the piece: the names bound in it."""

    def __init__(self, node: Any, outer: "_Scope | None" = None) -> None:
        self.node, self.outer = node, outer
        self.bound: set[str] = set()
        self.declared: set[str] = set()

    def binding(self, name: str) -> "_Scope":
        """Return the scope that binds a name."""
        scope = self
        while scope.outer is not None and (name in scope.declared or name not in scope.bound):
            scope = scope.outer
        return scope

    def function(self) -> "_Scope":
        """Return the function whose variables := assigns here."""
        return self.outer.function() if self.outer is not None and isinstance(self.node, COMPREHENSIONS) else self


class Names:
    """The names in a piece of source.

    up: each node's id -> its parent
    uses: each name -> the nodes that read or assign it, in source order
    binders: each name -> the nodes that bind it: names, parameters, patterns, functions
    nonlocals: names that functions in the piece declare nonlocal
    """

    def __init__(self, root: ast.AST) -> None:
        self.root: Any = root
        self.up: dict[int, Any] = {}
        self.uses: dict[str, list[ast.Name]] = {}
        self.binders: dict[str, list[ast.AST]] = {}
        self.nonlocals: set[str] = set()
        self._globals: set[str] = set()
        self._parts: dict[type, list[Any]] = {}
        self._names: list[tuple[ast.Name, _Scope]] = []
        self._around = self._own = _Scope(None)
        self._look(root, self._around)

    def _look(self, node: Any, scope: _Scope) -> None:
        """Analyse a node that is evaluated in a scope."""
        self._parts.setdefault(type(node), []).append(node)
        if isinstance(node, NAMING):
            self._note(node, scope)
        before: list[Any] = []
        if isinstance(node, ENTERED):
            scope = _Scope(node, scope)
            self._own = scope if node is self.root else self._own
        if isinstance(node, ENTERING):
            before = _computed_before(node, scope)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, WORDLESS):
                self.up[id(child)] = node
                self._look(child, scope.outer or scope if child in before else scope)

    def _note(self, node: Any, scope: _Scope) -> None:
        """Record the names that a node binds or uses."""
        if isinstance(node, (ast.Nonlocal, ast.Global)):
            scope.declared.update(node.names)
            (self.nonlocals if isinstance(node, ast.Nonlocal) else self._globals).update(node.names)
            return
        if isinstance(node, ast.Name):
            around = self.up.get(id(node))
            if isinstance(around, ast.NamedExpr) and around.target is node:
                scope = scope.function()
            self.uses.setdefault(node.id, []).append(node)
            self._names.append((node, scope))
        name = _bound_by(node)
        if name:
            scope.bound.add(name)
            self.binders.setdefault(name, []).append(node)

    # --- names --------------------------------------------------------------------------------------------------------

    @cached_property
    def stored(self) -> frozenset[str]:
        """The variables of a function or comprehension; for any other piece, the names it assigns."""
        return frozenset(self._own.bound - self._own.declared)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """The names of the function's parameters."""
        given = ast.iter_child_nodes(self.root.args)
        return frozenset(each.arg for each in given if isinstance(each, ast.arg))

    @cached_property
    def free(self) -> list[ast.Name]:
        """The nodes that read or assign names not bound by a function or comprehension in the piece."""
        return [name for name, scope in self._names if scope.binding(name.id) is self._around]

    @cached_property
    def variables(self) -> list[ast.Name]:
        """The nodes that read or assign the function's own variables, including those in nested functions."""
        return [name for name, scope in self._names if scope.binding(name.id) is self._own]

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names declared nonlocal or global."""
        return frozenset(self.nonlocals | self._globals)

    @cached_property
    def inner(self) -> frozenset[str]:
        """The names used by functions nested in the piece."""
        return self._used_in(*FUNCTIONS)

    @cached_property
    def nested(self) -> frozenset[str]:
        """The names used by functions and comprehensions in the piece."""
        return self.inner | self._used_in(*COMPREHENSIONS)

    @cached_property
    def tried(self) -> frozenset[str]:
        """The names in try statements: an error may interrupt an operation on them."""
        return self._used_in(ast.Try)

    def _used_in(self, *forms: type) -> frozenset[str]:
        inside = [each for each in self.parts(*forms) if each is not self.root]
        return frozenset(name for each in inside for name in names_of(each).uses)

    @cached_property
    def changed(self) -> frozenset[str]:
        """The variables whose lists, sets, dicts or objects the piece changes, or that += changes."""
        found = [each.target for each in self.parts(ast.AugAssign)]
        found += [each.value for each in self.parts(ast.Subscript, ast.Attribute) if not isinstance(each.ctx, ast.Load)]
        found += [each.func.value for each in self.parts(ast.Call) if is_changing(each)]
        return frozenset(name for each in found for name in names_of(each).uses)

    # --- other parts --------------------------------------------------------------------------------------------------

    def parts(self, *forms: type) -> list[Any]:
        """Return the nodes of some types; those of each type in source order."""
        return [each for form in forms for each in self._parts.get(form, ())]

    def own(self, *forms: type) -> list[Any]:
        """Return such nodes, without those in nested functions."""
        return [each for each in self.parts(*forms) if not self._is_inner(each)]

    def _is_inner(self, part: ast.AST) -> bool:
        return any(isinstance(each, FUNCTIONS) and each is not self.root for each in self.around(part))

    @cached_property
    def yields(self) -> bool:
        """Whether the function is a generator."""
        return bool(self.own(ast.Yield, ast.YieldFrom))

    def around(self, part: ast.AST) -> Iterator[Any]:
        """Yield the ancestors of a node, from inside to outside."""
        while id(part) in self.up:
            part = self.up[id(part)]
            yield part

    def is_in(self, part: ast.AST, piece: ast.AST) -> bool:
        """Return whether a node is another, or is inside it."""
        return part is piece or any(each is piece for each in self.around(part))

    def loop_of(self, part: ast.AST) -> Any:
        """Return the loop that a `break` at a node would end; None if there is none."""
        inner = part
        for each in self.around(part):
            if isinstance(each, LOOPS) and inner not in each.orelse:
                return each
            inner = each
        return None

    def following(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return the statements after one, in its block."""
        around = self.up[id(statement)]
        blocks = [getattr(around, each, []) for each in ("body", "orelse", "finalbody")]
        block: list[ast.stmt] = next(each for each in blocks if isinstance(each, list) and statement in each)
        return block[block.index(statement) + 1 :]


def _bound_by(node: Any) -> str | None:
    """Return the name that a node binds in its own scope."""
    if isinstance(node, ast.Name):
        return None if isinstance(node.ctx, ast.Load) else node.id
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0]
    found: str | None = getattr(node, BINDING[type(node)])
    return found


def _computed_before(node: Any, scope: _Scope) -> list[Any]:
    """Return the nodes of a piece that are evaluated before its own scope is entered."""
    if isinstance(node, ast.comprehension):
        return [node.iter] if node in getattr(scope.node, "generators", ())[:1] else []
    if isinstance(node, ast.arguments):
        return [*node.defaults, *node.kw_defaults]
    return [node.annotation] if isinstance(node, ast.arg) else [*node.decorator_list, node.returns]


def is_changing(call: ast.Call) -> bool:
    """Return whether a call is of a mutating method."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in CHANGING


@lru_cache(maxsize=8192)
def names_of(piece: ast.AST) -> Names:
    """Return the names in a piece of source."""
    return Names(piece)
