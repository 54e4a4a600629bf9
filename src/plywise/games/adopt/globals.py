"""Boards in global variables: rewrites the functions that use them to take all of them as one position, `G`."""

import ast
import copy
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from plywise.game.freezing.source import Source
from plywise.games.adopt.names import Given, rank
from plywise.games.adopt.parts import duplicate
from plywise.games.adopt.reading import File, with_callers
from plywise.games.adopt.search import CACHES

POSITION = "G"
CHANGES = frozenset({"append", "pop", "remove", "insert", "extend", "clear", "add", "discard", "update", "setdefault",
                     "sort", "reverse", "popitem", "appendleft", "popleft", "fill", "push"})  # fmt: skip


def globals_changed(file: File, nodes: Iterable[ast.FunctionDef]) -> list[str]:
    """Return the global variables changed by functions or their callees: these contain the position."""
    functions = {each.name: each for each in file.tree.body if isinstance(each, ast.FunctionDef)}
    waiting, reached = list(nodes), {}
    while waiting:
        node = waiting.pop()
        if id(node) not in reached:
            reached[id(node)] = node
            waiting += [functions[name] for name in _read(node) if name in functions]
    found = set().union(*(_changed(node) for node in reached.values()))
    return sorted(name for name in found if name in file.names and _may_hold_position(name, file.names[name]))


def _may_hold_position(name: str, value: Any) -> bool:
    fixed = isinstance(value, (FunctionType, ModuleType, type))
    return not fixed and not any(word in name.lower() for word in CACHES)


def _read(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _locals(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Return a function's local names."""
    declared = {name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names}
    stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    given = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    return (stored | given) - declared


def _changed(node: ast.FunctionDef) -> set[str]:
    """Return the non-local names that a function changes."""
    found = {name for each in ast.walk(node) if isinstance(each, ast.Global) for name in each.names}
    for each in ast.walk(node):
        if isinstance(each, (ast.Subscript, ast.Attribute)) and isinstance(each.ctx, (ast.Store, ast.Del)):
            found |= _root(each)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in CHANGES:
            found |= _root(each.func)
    return found - _locals(node)


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


class _Rewriter(ast.NodeTransformer):
    """Makes global variables attributes of `G`, and passes it to functions that take it."""

    def __init__(self, variables: set[str], functions: set[str]) -> None:
        self.variables, self.functions = variables, functions
        self.own: list[set[str]] = [set()]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.own.append(self.own[-1] | _locals(node))
        node.body = [each for each in map(self.visit, node.body) if each is not None] or [ast.Pass()]
        self.own.pop()
        node.decorator_list, node.returns = [], None
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST | None:
        return None

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.variables and node.id not in self.own[-1]:
            return ast.copy_location(ast.Attribute(ast.Name(POSITION, ast.Load()), node.id, node.ctx), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.functions and node.func.id not in self.own[-1]:
            node.args.insert(0, ast.Name(POSITION, ast.Load()))
        return node


def rewritten(file: File, variables: Iterable[str], parts: Iterable[ast.FunctionDef]) -> str:
    """Return the functions that use global variables, and some more, each with `G` as its first parameter."""
    functions = {each.name: each for each in file.tree.body if isinstance(each, ast.FunctionDef)}
    wanted = set(variables)

    def touches(node: ast.FunctionDef, known: set[str]) -> bool:
        return bool((_read(node) & wanted) - _locals(node) or _read(node) & known)

    touched = with_callers(functions, touches)
    rewriter, found = _Rewriter(wanted, touched), []
    for node in (*(functions[name] for name in functions if name in touched), *parts):
        made = rewriter.visit(copy.deepcopy(node))
        made.args.args.insert(0, ast.arg(POSITION))
        for each in ast.walk(made):
            if isinstance(each, ast.arg):
                each.annotation = None
        found.append(ast.unparse(ast.fix_missing_locations(made)))
    return "\n\n\n".join(found)


def first_globals(file: File, variables: Iterable[str]) -> Any:
    """Return a function that creates the position in the variables just after the file was read.

    The position is an object with an attribute for each variable, of a class that belongs to the file's module.
    """
    values = {name: file.names[name] for name in variables}
    made_by = type("Globals", (), {"__module__": file.module.__name__})

    def start() -> Any:
        made = made_by()
        for name, value in values.items():
            setattr(made, name, duplicate(value))
        return made

    return start


def given_by_globals(file: File) -> Iterator[Given]:
    """Yield the functions of a module whose position is in global variables, as functions over that position."""
    nodes = {each.name: each for each in file.tree.body if isinstance(each, ast.FunctionDef)}
    playing = [node for name, node in nodes.items() if rank(name, "play") is not None or rank(name, "undo") is not None]
    variables = globals_changed(file, playing)
    if not variables:
        return
    source = Source(f"The functions of {file.path.name}, over one position")
    source.names = {name: each for name, each in file.names.items() if not name.startswith("__")}
    source.add(rewritten(file, variables, ()))
    names = source.run(file.module.__name__)
    functions = {name: names[name] for name in nodes if names.get(name) is not file.names.get(name)}
    yield Given(None, functions, "", True, first_globals(file, variables), None, functions)


__all__ = ["first_globals", "given_by_globals", "globals_changed", "rewritten"]
