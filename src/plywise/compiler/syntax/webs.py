"""Splits names into variables: a name reused for another purpose is a second variable.

`new = list(board)` and, further down, `new = list(hand)` are lists of different types. Assignments that can reach the
same use are one variable, a web; each web has its own type (Muchnick, Advanced Compiler Design, 8.10).
"""

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from plywise.compiler.syntax.names import COMPREHENSIONS, FUNCTIONS, names_of

Definitions = dict[str, frozenset[int]]
LATE = {
    "iter", "enumerate", "zip", "map", "filter", "chain", "from_iterable", "islice", "pairwise", "starmap",
    "takewhile", "dropwhile",
}  # fmt: skip
"""Functions that request the items of a generator later."""
PLAIN = (ast.Name, ast.arg)
"""Nodes that bind a name at their own position."""


class _Webs:
    """The names of one function."""

    def __init__(self, function: Any) -> None:
        self.kept = _names_kept(function)
        self.parent: list[int] = []
        self.names: list[str] = []
        self.of_node: dict[int, int] = {}  # a Name -> one of its definitions
        self.ways_on: list[list[Definitions]] = []  # of the loops around: the definitions where they continue ...
        self.ways_out: list[list[Definitions]] = []  # ... and where they end
        self.now: Definitions | None = {}
        for name in names_of(function).parameters:
            self.define(name)
        self.block(function.body)

    # --- definitions ------------------------------------------------------------------------------------------------

    def root(self, number: int) -> int:
        while self.parent[number] != number:
            number = self.parent[number]
        return number

    def define(self, name: str, node: Any = None) -> None:
        """Record an assignment of a name."""
        if node is not None and id(node) in self.of_node:
            number = self.of_node[id(node)]
        else:
            number = len(self.parent)
            self.parent.append(number)
            self.names.append(name)
        if node is not None:
            self.of_node[id(node)] = number
        if self.now is not None:
            self.now = {**self.now, name: frozenset({number})}

    def use(self, name: str, node: Any) -> None:
        """Record a use of a name: all definitions that reach it are one variable."""
        found = sorted(self.now.get(name, ())) if self.now is not None else []
        if found:
            first = self.root(found[0])
            for each in found[1:]:
                self.parent[self.root(each)] = first
            known = self.of_node.setdefault(id(node), first)
            self.parent[self.root(known)] = self.root(first)

    # --- pieces of the source -----------------------------------------------------------------------------------------

    def expression(self, node: Any) -> None:
        """Analyse an expression, in evaluation order where that matters."""
        if node is None:
            return
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self.use(node.id, node)
            else:
                self.define(node.id, node)
        elif isinstance(node, ast.NamedExpr):
            self.expression(node.value)
            self.define(node.target.id, node.target)
        elif isinstance(node, COMPREHENSIONS):
            self.comprehension(node)
        elif isinstance(node, (ast.BoolOp, ast.IfExp)):
            self.choice(node)
        elif not isinstance(node, FUNCTIONS):
            for child in ast.iter_child_nodes(node):
                self.expression(child)

    def choice(self, node: Any) -> None:
        """Analyse an expression whose parts may not be evaluated."""
        if isinstance(node, ast.IfExp):
            self.either(node, self.expression)
            return
        for each in node.values:
            before = self.now
            self.expression(each)
            self.now = _met(before, self.now)

    def either(self, node: Any, look: Callable[[Any], None]) -> None:
        """Analyse a condition and its two branches."""
        self.expression(node.test)
        before = self.now
        look(node.body)
        after, self.now = self.now, before
        look(node.orelse)
        self.now = _met(after, self.now)

    def comprehension(self, node: Any) -> None:
        """Analyse the outer variables that a comprehension reads."""
        for each in names_of(node).free:
            if isinstance(each.ctx, ast.Load):
                self.use(each.id, each)

    def block(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node: Any) -> None:
        """Analyse a statement."""
        if isinstance(node, ast.Assign):
            self.expression(node.value)
            for target in node.targets:
                self.expression(target)
        elif isinstance(node, ast.AugAssign):
            self.augmented(node)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.expression(node.value)
                self.expression(node.target)
        elif isinstance(node, ast.If):
            self.either(node, self.block)
        elif isinstance(node, (ast.For, ast.While)):
            self.loop(node)
        elif isinstance(node, ast.Match):
            self.match(node)
        elif isinstance(node, (ast.Return, ast.Raise)):
            for child in ast.iter_child_nodes(node):
                self.expression(child)
            self.now = None
        elif isinstance(node, ast.Break):
            self.ways_out[-1].append(self.now or {})
            self.now = None
        elif isinstance(node, ast.Continue):
            self.ways_on[-1].append(self.now or {})
            self.now = None
        elif isinstance(node, ast.Try):
            self.attempt(node)
        elif not isinstance(node, FUNCTIONS):
            for child in ast.iter_child_nodes(node):
                self.expression(child)

    def attempt(self, node: ast.Try) -> None:
        """Analyse a try statement: definitions before and inside its body may reach its handlers."""
        before, first = self.now, len(self.parent)
        self.block(node.body)
        reached = {name: set(numbers) for name, numbers in (before or {}).items()}
        for number in range(first, len(self.parent)):
            reached.setdefault(self.names[number], set()).add(number)
        self.block(node.orelse)
        ends = self.now
        for handler in node.handlers:
            self.now = {name: frozenset(numbers) for name, numbers in reached.items()}
            self.block(handler.body)
            ends = _met(ends, self.now)
        self.now = ends
        if node.finalbody:
            for number in range(first, len(self.parent)):
                reached.setdefault(self.names[number], set()).add(number)
            self.now = {name: frozenset(numbers) for name, numbers in reached.items()}
            self.block(node.finalbody)
            self.now = None if ends is None else self.now

    def augmented(self, node: ast.AugAssign) -> None:
        """Analyse `x += 1`, which reads and assigns the same variable."""
        self.expression(node.value)
        if not isinstance(node.target, ast.Name):
            self.expression(node.target)
            return
        name, before = node.target.id, self.now
        found = sorted(before.get(name, ())) if before is not None else []
        self.define(name, node.target)
        for each in found:
            self.parent[self.root(each)] = self.root(self.of_node[id(node.target)])

    def loop(self, node: Any) -> None:
        """Analyse a loop until no new definitions arrive at its start."""
        if isinstance(node, ast.For):
            self.expression(node.iter)
        outs: list[Definitions] = []
        entered = self.now
        while True:
            before = self.now = entered
            self.ways_on.append([])
            self.ways_out.append([])
            if isinstance(node, ast.While):
                self.expression(node.test)
            skipped = self.now
            if isinstance(node, ast.For):
                self.expression(node.target)
            self.block(node.body)
            for way in self.ways_on.pop():
                self.now = _met(self.now, way)
            outs = self.ways_out.pop()
            entered = _met(before, self.now)
            if entered == before:
                break
        self.now = skipped
        self.block(node.orelse)
        for way in outs:
            self.now = _met(self.now, way)

    def match(self, node: ast.Match) -> None:
        self.expression(node.subject)
        before = self.now
        ends: Definitions | None = before
        for case in node.cases:
            self.now = before
            for each in names_of(case.pattern).free:
                self.use(each.id, each)
            self.expression(case.guard)
            self.block(case.body)
            ends = _met(ends, self.now)
        self.now = ends


def _met(one: Definitions | None, other: Definitions | None) -> Definitions | None:
    """Return the definitions where two paths join; None for a path that ends before."""
    if one is None or other is None:
        return other if one is None else one
    return {name: one.get(name, frozenset()) | other.get(name, frozenset()) for name in {**one, **other}}


def _names_kept(function: Any) -> set[str]:
    """Return the names that are not split: those used in nested functions, or bound in other ways."""
    names = names_of(function)
    kept = {*names.inner, *names.declared}
    kept |= {name for name, nodes in names.binders.items() if not all(isinstance(each, PLAIN) for each in nodes)}
    for node in [each for one in names.parts(ast.Try) for each in one.finalbody] + names.parts(ast.Delete):
        kept |= names_of(node).uses.keys()
    for node in names.parts(ast.Assign, ast.AnnAssign, ast.NamedExpr):
        kept |= _names_promised(node.value)
    for node in names.parts(*COMPREHENSIONS):
        kept |= {each.target.id for each in names_of(node).parts(ast.NamedExpr)}
    return kept


def _names_promised(node: Any) -> set[str]:
    """Return the names that a generator reads after it is created."""
    if isinstance(node, ast.GeneratorExp):
        return {*names_of(node).uses}
    if node is None or isinstance(node, COMPREHENSIONS):
        return set()
    if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) not in LATE:
        return set()
    return {name for child in ast.iter_child_nodes(node) for name in _names_promised(child)}


@lru_cache(maxsize=1024)
def webs_of(function: Any) -> dict[int, str]:
    """Return the variable of each Name in a function, by the node's id.

    A parameter, and the first variable of a name, have that name; the others also have a number.
    """
    if isinstance(function, ast.Lambda):
        return {}
    webs = _Webs(function)
    called: dict[int, str] = {}
    counts: dict[str, int] = {}
    for number, name in enumerate(webs.names):
        root = webs.root(number)
        if root not in called:
            own = counts[name] = counts.get(name, -1) + 1
            called[root] = name if own == 0 or name in webs.kept else f"{name}~{own}"
        called.setdefault(number, called[root])
    return {node: called[webs.root(number)] for node, number in webs.of_node.items()}
