"""The truth form of functions whose result is only tested: `not self.actions(state)`.

Such a function is translated once more, in a form that returns True or False. A list comprehension that it returns
stops at its first item; so does a list that it only fills and returns. Unless it receives a list, set or dict, a
function changes only objects that it creates, so the form only skips work, and errors that the work would have raised;
if a `try` may catch one, the plain form is called.
"""

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import truth_value
from plywise.compiler.emission.forms import expression
from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.names import names_of
from plywise.compiler.translation.expressions import condition
from plywise.compiler.types.kinds import BIT, Kind, can_change
from plywise.compiler.values.loops import any_of

FILLING = ("append", "extend")


def has_truth_form(node: Any, kinds: list[Kind]) -> bool:
    """Return whether the truth form of a function may do less work without a visible difference.

    kinds: the types of its arguments
    """
    return _returns_lists(node) and not any(can_change(kind) for kind in kinds)


@lru_cache(maxsize=1024)
def _returns_lists(node: Any) -> bool:
    """Return whether a function may return a list created for that purpose."""
    if isinstance(node, ast.Lambda) or names_of(node).own(ast.Try):
        return False
    return bool(list_gathered(node)) or any(_makes_list(each.value) for each in names_of(node).own(ast.Return))


def _makes_list(node: Any) -> bool:
    if isinstance(node, ast.IfExp):
        return _makes_list(node.body) or _makes_list(node.orelse)
    if isinstance(node, ast.BoolOp):
        return any(map(_makes_list, node.values))
    return isinstance(node, ast.ListComp)


@lru_cache(maxsize=1024)
def list_gathered(node: Any) -> str:
    """Return the variable of a list that a function creates empty, fills and returns, and does not use otherwise.

    "": there is none. After its creation, every exit of the function must return the list.
    """
    last = node.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Name):
        return ""
    name = last.value.id
    begins = [place for place, each in enumerate(node.body) if _begins(each, name)]
    names = names_of(node)
    if len(begins) != 1 or names.declared:
        return ""
    following = node.body[begins[0] + 1 :]
    after = [each for each in names.own(ast.Return, ast.Expr, ast.AugAssign) if each.lineno >= following[0].lineno]
    ways_out = [each for each in after if isinstance(each, ast.Return)]
    fills = [each for each in after if _filled_by(each, name) is not None]
    returned = all(isinstance(each.value, ast.Name) and each.value.id == name for each in ways_out)
    return name if returned and len(names.uses[name]) == 1 + len(ways_out) + len(fills) else ""


def _begins(node: Any, name: str) -> bool:
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    return node.targets[0].id == name and isinstance(node.value, ast.List) and not node.value.elts


def _filled_by(node: Any, name: str) -> Any:
    """Return the value that a statement appends to a list; None for any other statement."""
    if isinstance(node, ast.AugAssign):
        ours = isinstance(node.target, ast.Name) and node.target.id == name and isinstance(node.op, ast.Add)
        return node.value if ours else None
    call = getattr(node, "value", None)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in FILLING:
        return None
    ours = isinstance(call.func.value, ast.Name) and call.func.value.id == name
    plain = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
    return call.args[0] if ours and plain else None


# --- its statements ---------------------------------------------------------------------------------------------------


def truth_statement(f: Emitter, node: Any) -> Callable[[Emitter, Any], None] | None:
    """Return the translation of a statement in the truth form; None for the usual one."""
    if isinstance(node, ast.Return):
        return _return
    name = f.scope.gathered
    if not name:
        return None
    if _begins(node, name):
        return _begin
    return _fill if _filled_by(node, name) is not None else None


def _return(f: Emitter, node: Any) -> None:
    ends = node.value is None or (isinstance(node.value, ast.Name) and node.value.id == f.scope.gathered)
    f.scope.returned(constant(False) if ends else truth_value(condition(f, node.value)))


def _begin(f: Emitter, node: Any) -> None:
    """Translate the creation of the list: nothing is created."""


def _fill(f: Emitter, node: Any) -> None:
    """Translate filling the list: as soon as it gets an item, return True."""
    filled = _filled_by(node, f.scope.gathered)
    if isinstance(node, ast.Expr) and node.value.func.attr == "append":  # type: ignore[attr-defined]
        f.program.materialize(f, expression(f, filled))
        f.scope.returned(constant(True))
        return
    with f.when(is_any_in(f, filled)):
        f.scope.returned(constant(True))


def is_any_in(f: Emitter, node: Any) -> Any:
    """Return whether an expression has any items, as a bit."""
    if isinstance(node, ast.ListComp):
        return condition(f, node)
    return any_of(f, expression(f, node), lambda each: BIT(1))
