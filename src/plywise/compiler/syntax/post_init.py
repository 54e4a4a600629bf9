"""Translates a dataclass's __post_init__, which checks a new object or sets its fields."""

import ast
import copy
from functools import lru_cache
from types import FunctionType
from typing import Any

from plywise.compiler.syntax.source import Function, tree_of


def with_field(thing: Any, **named: Any) -> Any:
    """Replaces object.__setattr__(thing, name, value) in the source: return the object with that field."""
    raise NotImplementedError


@lru_cache(maxsize=256)
def returning_object(function: FunctionType) -> Function:
    """Return the syntax tree of a __post_init__ as a function that returns the object. Raises Refusal.

    Compiled objects are immutable. So object.__setattr__(self, "x", value), the way to set a field of a frozen
    dataclass, becomes self = with_field(self, x=value), and self is returned.
    """
    node = copy.deepcopy(tree_of(function))
    first = [*node.args.posonlyargs, *node.args.args][0].arg
    if isinstance(node, ast.FunctionDef):
        rewrite = _Returning(first)
        node.body = [*(rewrite.visit(each) for each in node.body), ast.Return(ast.Name(first, ast.Load()))]
        ast.copy_location(node.body[-1], node)
    return ast.fix_missing_locations(node)


class _Returning(ast.NodeTransformer):
    def __init__(self, first: str) -> None:
        self.first = first

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave nested functions unchanged."""
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Return the object."""
        return ast.copy_location(ast.Return(ast.Name(self.first, ast.Load())), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Set a field."""
        field = self._field_set(node.value)
        if field is None:
            return node
        function: Any = with_field  # a constant that cannot occur in a file
        call = ast.Call(ast.Constant(function), [ast.Name(self.first, ast.Load())], [ast.keyword(*field)])
        return ast.copy_location(ast.Assign([ast.Name(self.first, ast.Store())], call), node)

    def _field_set(self, node: ast.expr) -> tuple[str, ast.expr] | None:
        """Return the name and value of the field that a call sets; None for other calls."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords):
            return None
        if node.func.attr != "__setattr__":
            return None
        match [ast.unparse(node.func.value), *node.args]:
            case ["object", ast.Name(id=name), ast.Constant(value=str(field)), ast.expr() as value] if (
                name == self.first
            ):
                return field, value
            case ["super()", ast.Constant(value=str(field)), ast.expr() as value]:
                return field, value
        return None
