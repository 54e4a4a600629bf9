"""Make a program smaller while it still does what it is looked at for."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy


def shrink(source: str, still: Callable[[str], bool]) -> str:
    """Return the source with as much taken out as `still` allows; it is asked of every smaller program."""
    smaller = True
    while smaller:
        smaller = False
        for text in _smaller(source):
            if len(text) < len(source) and still(text):
                source, smaller = text, True
                break
    return source


def _smaller(source: str) -> Iterator[str]:
    """Yield programs with one thing less: large things first."""
    tree = ast.parse(source)
    blocks = [
        (number, field)
        for number, node in enumerate(ast.walk(tree))
        for field in ("body", "orelse")
        if _is_block(node, field)
    ]
    for number, field in blocks:
        for place in range(len(getattr(_node(tree, number), field))):
            yield from _without(tree, number, field, place)
    for number, node in enumerate(ast.walk(tree)):
        for parts in _parts(node):
            copied = deepcopy(tree)
            yield ast.unparse(_Replacing(_node(copied, number), deepcopy(parts)).visit(copied))


def _is_block(node: ast.AST, field: str) -> bool:
    return isinstance(getattr(node, field, None), list)


def _node(tree: ast.AST, number: int) -> ast.AST:
    return list(ast.walk(tree))[number]


def _without(tree: ast.AST, number: int, field: str, place: int) -> Iterator[str]:
    """Yield the program without a statement, then with what stands in it instead of it."""
    for keep in (False, True):
        copied = deepcopy(tree)
        node = _node(copied, number)
        statements = getattr(node, field)
        inner = getattr(statements[place], "body", []) if keep else []
        if keep and (not isinstance(inner, list) or isinstance(statements[place], (ast.FunctionDef, ast.ClassDef))):
            return
        statements[place : place + 1] = inner
        if not statements and field == "body":
            statements.append(ast.Pass())
        yield ast.unparse(copied)


def _parts(node: ast.AST) -> list[ast.expr]:
    """Return expressions that may stand for one that holds them, then a number."""
    if (
        not isinstance(node, ast.expr)
        or isinstance(node, ast.Constant | ast.Name)
        or (hasattr(node, "ctx") and not isinstance(node.ctx, ast.Load))
    ):
        return []
    inside = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return [*inside, ast.Constant(1)]


class _Replacing(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)
