"""Actions pushed, not pulled: a rule that yields its actions, made into one that writes them into memory.

A generator is left and entered again for every action. Where all actions are wanted at once, that costs several times
what the rule itself does. So `yield action` becomes "write the action, go on to the next place" in the rule's syntax
tree, and the rule returns where the actions end, or -1 if there is no room. What the rule does remains the user's own
code, with its lines for errors. A rule that returns what another one yields hands the place on to that one; of any
other rule, each item that it lists is written.
"""

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any

from plywise.engines.kernel.thread_state import as_word

PUSHED = "push_"
"""Before the name of a rule: the rule made so."""

STACK, AT, STEP, LIMIT, WORD = "_stack", "_at", "_step", "_limit", "_as_word"
PLACE = (STACK, AT, STEP, LIMIT)
"""The parameters that follow the rule's own: memory, where to begin, words from one action to the next, and where the
room ends."""


def pushing(game_class: type, name: str) -> FunctionType:
    """Return a rule of a game that writes what the rule lists."""
    rule = getattr(game_class, name)
    made = _rewritten(game_class, rule, name)
    return made if made is not None else _wrapped(rule, name)


def _wrapped(rule: FunctionType, name: str) -> FunctionType:
    """Return a function that writes each item that a rule lists."""
    signature = inspect.signature(rule)
    own = list(signature.parameters)
    given = ", ".join(own[1:])
    source = f"""
def {PUSHED}{name}({", ".join((*own, *PLACE))}):
    for _action in {own[0]}.{name}({given}):
        if {AT} > {LIMIT}:
            return -1
        {STACK}[{AT}] = {WORD}(_action)
        {AT} += {STEP}
    return {AT}
"""
    return _executed(ast.parse(source), rule, f"{PUSHED}{name}")


def _rewritten(game_class: type, rule: FunctionType, name: str) -> FunctionType | None:
    """Return a rule with its syntax tree changed; None where that cannot be done."""
    if rule.__closure__ or rule.__kwdefaults__:
        return None
    try:
        lines, first = inspect.getsourcelines(rule)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    function = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(function, ast.FunctionDef) or function.decorator_list or function.name != rule.__name__:
        return None
    if function.args.vararg or function.args.kwarg or function.args.kwonlyargs:
        return None
    try:
        change = _Push(game_class) if inspect.isgeneratorfunction(rule) else _Pass(game_class)
        function.body = [each for statement in function.body for each in _listed(change.visit(statement))]
    except _Impossible:
        return None
    function.name = f"{PUSHED}{name}"
    function.returns = None
    function.args.args = [*function.args.args, *(ast.arg(each) for each in PLACE)]
    for argument in function.args.args:
        argument.annotation = None
    function.body.append(_at_end())
    ast.fix_missing_locations(tree)
    ast.increment_lineno(tree, first - 1)
    return _executed(tree, rule, function.name)


def _executed(tree: ast.Module, rule: FunctionType, name: str) -> FunctionType:
    """Return the function that a syntax tree defines, among the names that a rule knows."""
    names = dict(rule.__globals__) | {WORD: as_word}
    exec(compile(ast.fix_missing_locations(tree), inspect.getfile(rule), "exec"), names)
    made: FunctionType = names[name]
    made.__qualname__ = name
    made.__defaults__ = None
    return made


class _Impossible(Exception):
    """A rule has a form that is not rewritten."""


def _listed(node: Any) -> list[ast.stmt]:
    return node if isinstance(node, list) else [node]


def _at_end() -> ast.Return:
    return ast.Return(ast.Name(AT, ast.Load()))


def _statements(source: str) -> list[ast.stmt]:
    return ast.parse(source).body


def _at_line(statements: list[ast.stmt], line: ast.stmt) -> list[ast.stmt]:
    """Return statements that count as those of a line, for errors."""
    for statement in statements:
        for node in ast.walk(statement):
            ast.copy_location(node, line)
    return statements


def _write(value: ast.expr, line: ast.stmt) -> list[ast.stmt]:
    """Return what writes an action."""
    made = _statements(f"if {AT} > {LIMIT}:\n    return -1\n{STACK}[{AT}] = {WORD}(0)\n{AT} += {STEP}")
    made[1].value.args[0] = value  # type: ignore[attr-defined]
    for statement in made:
        for node in ast.walk(statement):
            if not hasattr(node, "lineno") or node is not value:
                ast.copy_location(node, line)
    return made


class _Change(ast.NodeTransformer):
    """What is common to both kinds of rules."""

    def __init__(self, game_class: type) -> None:
        self.game_class = game_class

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        raise _Impossible

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def pushes(self, call: ast.expr) -> bool:
        """Return whether an expression calls a method of the game that yields."""
        named = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if not named or not isinstance(call.func.value, ast.Name) or call.keywords:  # type: ignore[attr-defined]
            return False
        method = getattr(self.game_class, call.func.attr, None)  # type: ignore[attr-defined]
        return call.func.value.id == "self" and inspect.isgeneratorfunction(method)  # type: ignore[attr-defined]

    def push(self, call: Any, line: ast.stmt) -> list[ast.stmt]:
        """Return what lets the method called write its actions."""
        given = [*call.args, *(ast.Name(each, ast.Load()) for each in PLACE)]
        method = ast.Attribute(call.func.value, f"{PUSHED}{call.func.attr}", ast.Load())
        assign = ast.Assign([ast.Name(AT, ast.Store())], ast.Call(method, given, []))
        return _at_line([assign, *_statements(f"if {AT} < 0:\n    return -1")], line)


class _Push(_Change):
    """Changes a rule that yields."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Write what is yielded."""
        if isinstance(node.value, ast.YieldFrom):
            if self.pushes(node.value.value):
                return self.push(node.value.value, node)
            raise _Impossible
        if isinstance(node.value, ast.Yield):
            if node.value.value is None:
                raise _Impossible
            return _write(self.visit(node.value.value), node)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        """Hand the place on where all that another method yields is yielded."""
        only = node.body[0] if len(node.body) == 1 and not node.orelse else None
        yielded = only.value.value if isinstance(only, ast.Expr) and isinstance(only.value, ast.Yield) else None
        same = isinstance(node.target, ast.Name) and isinstance(yielded, ast.Name) and yielded.id == node.target.id
        if same and self.pushes(node.iter):
            return self.push(node.iter, node)
        return self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        raise _Impossible

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        raise _Impossible

    def visit_Return(self, node: ast.Return) -> Any:
        """Say where the actions end."""
        return ast.copy_location(_at_end(), node)


class _Pass(_Change):
    """Changes a rule that returns what it lists."""

    def visit_Return(self, node: ast.Return) -> Any:
        """Write what is returned."""
        if node.value is None:
            raise _Impossible
        if self.pushes(node.value):
            return [*self.push(node.value, node), ast.copy_location(_at_end(), node)]
        raise _Impossible
