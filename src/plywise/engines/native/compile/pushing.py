"""Actions pushed, not pulled: a rule that yields its actions, made into one that writes them into memory.

A generator is left and entered again for every action. Where all actions are wanted at once, that costs several times
what the rule itself does. So `yield action` becomes "write the action, go on to the next place" in the rule's syntax
tree, and the rule returns where the actions end, or -1 if there is no room. What the rule does remains the user's own
code, with its lines for errors. A rule that returns what another one yields hands the place on to that one; of any
other rule, each item that it lists is written.
"""

import ast
import inspect
from collections import Counter
from types import CodeType, FunctionType
from typing import Any

from plywise.engines.kernel.thread_state import as_word
from plywise.game.hooks import hook_of

PUSHED = "plywise_push_"
"""Before the name of a rule: the rule made so. A game may well have a method or a weight `push_...` of its own."""

STACK, AT, STEP, LIMIT, WORD, EACH = "_stack", "_at", "_step", "_limit", "_as_word", "_action"
PLACE = (STACK, AT, STEP, LIMIT)
"""The parameters that follow the rule's own: memory, where to begin, words from one action to the next, and where the
room ends."""


def pushing(game: Any, name: str) -> FunctionType:
    """Return a rule of a game that writes what the rule lists."""
    rule = hook_of(type(game), name)
    made = _rewritten(game, rule, name)
    return made if made is not None else _wrapped(rule, name)


def _wrapped(rule: FunctionType, name: str) -> FunctionType:
    """Return a function that writes each item that a rule lists. An error in it counts as one of the rule's line."""
    own = list(inspect.signature(rule).parameters)
    lines = (
        f"def {PUSHED}{name}({', '.join((*own, *PLACE))}):",
        f"    for {EACH} in {own[0]}.{name}({', '.join(own[1:])}):",
        f"        if {AT} > {LIMIT}:",
        "            return -1",
        f"        {STACK}[{AT}] = {WORD}({EACH})",
        f"        {AT} += {STEP}",
        f"    return {AT}",
    )
    tree = ast.parse("\n".join(lines))
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = rule.__code__.co_firstlineno  # type: ignore[attr-defined]
    return _executed(tree, rule, f"{PUSHED}{name}")


def _rewritten(game: Any, rule: FunctionType, name: str) -> FunctionType | None:
    """Return a rule with its syntax tree changed; None where that cannot be done."""
    function = _source_of(rule)
    if function is None or function.args.vararg or function.args.kwarg or function.args.kwonlyargs:
        return None
    names = Counter(node.id for node in ast.walk(function) if isinstance(node, ast.Name))
    if any(each in names for each in (*PLACE, WORD, EACH)):
        return None
    own = [*function.args.posonlyargs, *function.args.args][0].arg
    yields = inspect.isgeneratorfunction(rule)
    if not yields and not _returns(function.body):
        return None
    try:
        change = (_Push if yields else _Pass)(game, own, names)
        body = [each for statement in function.body for each in _listed(change.visit(statement))]
    except _Impossible:
        return None
    function.body = [*body, _at_end()]
    function.name, function.returns = f"{PUSHED}{name}", None
    function.args.args = [*function.args.args, *map(ast.arg, PLACE)]
    function.args.defaults = []
    for argument in (*function.args.posonlyargs, *function.args.args):
        argument.annotation = None
    return _executed(ast.Module([function], []), rule, function.name)


def _executed(tree: ast.Module, rule: FunctionType, name: str) -> FunctionType:
    """Return the function that a syntax tree defines, among the names that a rule knows."""
    names = dict(rule.__globals__) | {WORD: as_word}
    exec(compile(ast.fix_missing_locations(tree), rule.__code__.co_filename, "exec", dont_inherit=True), names)
    made: FunctionType = names[name]
    made.__qualname__ = name
    return made


# --- the source of a rule --------------------------------------------------------------------------------------------


def _source_of(rule: FunctionType) -> ast.FunctionDef | None:
    """Return the syntax tree of a rule, with its lines in the file; None where it is not certain to be the rule's.

    It is not where the file was changed since, where the rule is made by a decorator, or has names that mean something
    else outside its class, such as super() or __private.
    """
    try:
        lines, first = inspect.getsourcelines(rule)
        tree = ast.parse("if True:\n" + "".join(lines) if lines[0][0].isspace() else "\n" + "".join(lines))
    except (OSError, TypeError, SyntaxError):
        return None
    found = tree.body[0].body if isinstance(tree.body[0], ast.If) else tree.body
    function = found[0]
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return None
    ast.increment_lineno(function, first - 2)
    code = compile(ast.Module([function], []), rule.__code__.co_filename, "exec", dont_inherit=True)
    made = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == function.name]
    return function if made and _is_same(made[0], rule.__code__) else None


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Return whether two pieces of code do the same, as far as the interpreter sees."""
    parts = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_firstlineno")
    if any(getattr(one, part) != getattr(other, part) for part in parts):
        return False
    return len(one.co_consts) == len(other.co_consts) and all(
        _is_same(mine, yours)
        if isinstance(mine, CodeType) and isinstance(yours, CodeType)
        else repr(mine) == repr(yours) and type(mine) is type(yours)
        for mine, yours in zip(one.co_consts, other.co_consts, strict=True)
    )


# --- its change ------------------------------------------------------------------------------------------------------


class _Impossible(Exception):
    """A rule has a form that is not rewritten."""


def _returns(body: list[ast.stmt]) -> bool:
    """Return whether statements end with a return in any case, or with an error."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _returns(last.body) and _returns(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def _listed(node: Any) -> list[ast.stmt]:
    return node if isinstance(node, list) else [node]


def _at_end() -> ast.Return:
    return ast.Return(ast.Name(AT, ast.Load()))


def _at_line(source: str, line: ast.stmt) -> list[Any]:
    """Return statements that count as those of a line, for errors."""
    statements = ast.parse(source).body
    for statement in statements:
        for node in ast.walk(statement):
            ast.copy_location(node, line)
    return statements


def _write(value: ast.expr, line: ast.stmt) -> list[ast.stmt]:
    """Return what writes an action: it is found first, as when it is yielded."""
    write = f"if {AT} > {LIMIT}:\n    return -1\n{STACK}[{AT}] = {WORD}({EACH})\n{AT} += {STEP}"
    made = _at_line(f"{EACH} = 0\n{write}", line)
    if isinstance(value, ast.Name):
        made[2].value.args[0] = value
        return made[1:]
    made[0].value = value
    return made


class _Change(ast.NodeTransformer):
    """What is common to both kinds of rules.

    own: what the rule calls the game
    names: name -> how often it stands in the rule
    """

    def __init__(self, game: Any, own: str, names: Counter[str]) -> None:
        self.game, self.own, self.names = game, own, names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Refuse a function within a rule: it has returns of its own."""
        raise _Impossible

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Refuse a class, which has functions."""
        raise _Impossible

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """Leave a lambda as it is: it has no statements."""
        return node

    def given(self, call: ast.expr) -> list[ast.expr] | None:
        """Return the arguments of a call, with the defaults, if it is that of a method of the game that yields."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return None
        if not isinstance(call.func.value, ast.Name) or call.func.value.id != self.own:
            return None
        method = inspect.getattr_static(type(self.game), call.func.attr, None)
        if call.func.attr in vars(self.game) or not isinstance(method, FunctionType):
            return None
        return _arguments(method, call) if inspect.isgeneratorfunction(method) else None

    def push(self, call: Any, given: list[ast.expr], line: ast.stmt) -> list[ast.stmt]:
        """Return what lets the method called write its actions."""
        made = _at_line(f"{AT} = {self.own}.{PUSHED}{call.func.attr}()\nif {AT} < 0:\n    return -1", line)
        made[0].value.args = [*given, *(ast.copy_location(ast.Name(each, ast.Load()), line) for each in PLACE)]
        return made


def _arguments(method: FunctionType, call: ast.Call) -> list[ast.expr] | None:
    """Return a value for each parameter of a method but the first; None where it takes or is given others."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    if any(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.KEYWORD_ONLY) for each in parameters):
        return None
    if any(isinstance(each, ast.Starred) for each in call.args) or len(call.args) > len(parameters):
        return None
    named = {each.arg: each.value for each in call.keywords}
    values = list(call.args)
    for each in parameters[len(values) :]:
        if each.name in named:
            values.append(named.pop(each.name))
        elif type(each.default) in (int, bool, float, str):
            values.append(ast.copy_location(ast.Constant(each.default), call))
        else:
            return None
    return None if named else values


class _Push(_Change):
    """Changes a rule that yields."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Write what is yielded."""
        if isinstance(node.value, ast.YieldFrom):
            given = self.given(node.value.value)
            if given is None:
                raise _Impossible
            return self.push(node.value.value, given, node)
        if isinstance(node.value, ast.Yield):
            if node.value.value is None:
                raise _Impossible
            return _write(self.visit(node.value.value), node)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        """Hand the place on where all that another method yields is yielded, and nothing else is done with it."""
        only = node.body[0] if len(node.body) == 1 and not node.orelse else None
        yielded = only.value.value if isinstance(only, ast.Expr) and isinstance(only.value, ast.Yield) else None
        if isinstance(node.target, ast.Name) and isinstance(yielded, ast.Name) and yielded.id == node.target.id:
            given = self.given(node.iter)
            if given is not None and self.names[yielded.id] == 2:
                return self.push(node.iter, given, node)
        return self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        """Refuse a yield whose answer is asked."""
        raise _Impossible

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        """Refuse a yield from whose answer is asked."""
        raise _Impossible

    def visit_Return(self, node: ast.Return) -> Any:
        """Say where the actions end."""
        if node.value is not None and not isinstance(node.value, ast.Constant):
            raise _Impossible
        return ast.copy_location(_at_end(), node)


class _Pass(_Change):
    """Changes a rule that returns what others yield."""

    def visit_Return(self, node: ast.Return) -> Any:
        """Let the other write."""
        given = self.given(node.value) if node.value is not None else None
        if given is None:
            raise _Impossible
        return [*self.push(node.value, given, node), ast.copy_location(_at_end(), node)]
