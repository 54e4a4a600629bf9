"""The syntax tree of a function, as its file says it, with its lines.

What is translated is the source; what plain Python runs is the code that was made of it. So the source is compiled once
more and compared: a file that was changed after it was imported is refused.
"""

import ast
import linecache
from functools import lru_cache
from types import CodeType, FunctionType

from plywise.compiler.kinds import Refusal

Function = ast.FunctionDef | ast.Lambda
Place = tuple[int, str]
"""Where a function begins, and its name."""


@lru_cache(maxsize=64)
def _functions(file: str, text: str) -> tuple[dict[Place, list[Function]], dict[Place, list[CodeType]]]:
    """Return a file's functions, and their code, by the line where they begin and their name."""
    tree = ast.parse(text, file)
    codes = _codes(compile(tree, file, "exec", dont_inherit=True))
    nodes: dict[Place, list[Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            _yield_what_is_returned(node)
            nodes.setdefault((_begins(node), getattr(node, "name", "<lambda>")), []).append(node)
    made: dict[Place, list[CodeType]] = {}
    for code in codes:
        made.setdefault((code.co_firstlineno, code.co_name), []).append(code)
    return nodes, made


def tree_of(function: FunctionType) -> Function:
    """Return the syntax tree of a function. Raises Refusal where there is none, or it is not what the function does."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise _has_no_source(function)
    try:
        nodes, made = _functions(code.co_filename, text)
    except SyntaxError:
        raise Refusal(f"the file of {function.__name__} was changed while it is in use; start anew") from None
    key = (code.co_firstlineno, code.co_name)
    named, same = nodes.get(key, []), [each for each in made.get(key, []) if _is_same(each, code)]
    if len(named) > 1 and same:
        named = _at_its_place(named, code)
    if not same and code.co_filename == "<string>":  # since Python 3.13 `python -c` keeps its own text by that name
        raise _has_no_source(function)
    if len(named) != 1 or not (same or _is_changed_by_pytest(code)):
        raise Refusal(f"the source of {function.__name__} is not what runs: was the file changed meanwhile? Start anew")
    return named[0]


def _has_no_source(function: FunctionType) -> Refusal:
    return Refusal(f"{function.__name__} has no source: write the rules in a file or a notebook")


def _at_its_place(nodes: list[Function], code: CodeType) -> list[Function]:
    """Return, of lambdas that begin in one line, the innermost in whose body all of a code lies."""
    places = [place for place in code.co_positions() if None not in place and place[2] != place[3]]
    if not places and len(code.co_code) == ONE_CONSTANT:
        return [each for each in nodes if _returns_the_same(each, code)][:1]
    if not places:
        raise Refusal("Python was told to keep no columns, so lambdas in one line look alike; write a line for each")
    begin, end = min((place[0], place[2]) for place in places), max((place[1], place[3]) for place in places)
    around = [each for each in nodes if _span(each)[0] <= begin and end <= _span(each)[1]]
    return sorted(around, key=_span)[-1:]


ONE_CONSTANT = 4
"""The length of a code that only returns a constant: Python 3.12 keeps no columns of it."""


def _returns_the_same(node: Function, code: CodeType) -> bool:
    made = compile(ast.Expression(node), code.co_filename, "eval").co_consts  # type: ignore[arg-type]
    *_, own = (each for each in made if isinstance(each, CodeType))  # after those of its defaults
    return _is_same(own, code)


def _span(node: Function) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where the body of a lambda begins and ends: lines, and columns in bytes."""
    body: ast.expr = node.body  # type: ignore[assignment]
    return (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)


def _yield_what_is_returned(node: Function) -> None:
    """Make a generator of a function that does nothing but return one: what it reads is then read where it is used."""
    if isinstance(node, ast.Lambda):
        return
    last = node.body[-1]
    others = [each for each in node.body[:-1] if not _is_docstring(each)]
    if not others and isinstance(last, ast.Return) and isinstance(last.value, ast.GeneratorExp):
        made = ast.copy_location(ast.YieldFrom(last.value), last)
        node.body[-1] = ast.copy_location(ast.Expr(made), last)
        node.was_returned = True  # type: ignore[attr-defined]


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _begins(node: Function) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_changed_by_pytest(code: CodeType) -> bool:
    """Return whether pytest has changed what assert does."""
    return "@pytest_ar" in str(code.co_names) or any("@py_assert" in name for name in code.co_varnames)


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Return whether two codes do the same, as far as their instructions, names and constants say."""
    if (one.co_code, one.co_names, one.co_firstlineno) != (other.co_code, other.co_names, other.co_firstlineno):
        return False
    pairs = zip(one.co_consts, other.co_consts, strict=False)
    return len(one.co_consts) == len(other.co_consts) and all(_are_same(*pair) for pair in pairs)


def _are_same(one: object, other: object) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _is_same(one, other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return repr(one) == repr(other)  # which tells 1 from True, and 0.0 from -0.0


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [code, *(each for one in inner for each in _codes(one))]


def is_generator(node: Function) -> bool:
    """Return whether a function yields."""
    waiting: list[ast.AST] = list(node.body) if isinstance(node, ast.FunctionDef) else [node.body]
    while waiting:
        each = waiting.pop()
        if isinstance(each, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(each))
    return False


def names_stored(node: Function) -> set[str]:
    """Return the names that a function assigns: its local variables, with its parameters."""
    found = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    waiting: list[ast.AST] = list(node.body) if isinstance(node, ast.FunctionDef) else [node.body]
    outer: set[str] = set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
            found.add(each.id)
        elif isinstance(each, (ast.Nonlocal, ast.Global)):
            outer.update(each.names)
        elif isinstance(each, (ast.MatchAs, ast.MatchStar)) and each.name:
            found.add(each.name)
        elif isinstance(each, ast.MatchMapping) and each.rest:
            found.add(each.rest)
        elif isinstance(each, ast.NamedExpr):
            found.add(each.target.id)
        if isinstance(each, ast.FunctionDef):
            found.add(each.name)
        elif isinstance(each, ast.Import | ast.ImportFrom):
            found.update((name.asname or name.name).partition(".")[0] for name in each.names)
        elif isinstance(each, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            waiting.extend(_walrus_targets(each))
            waiting.append(each.generators[0].iter)
        elif not isinstance(each, ast.Lambda):
            waiting.extend(ast.iter_child_nodes(each))
    return found - outer


@lru_cache(maxsize=1024)
def assigned_outside(node: Function) -> frozenset[str]:
    """Return the names that a function, or one inside it, declares to be of a function around it."""
    return frozenset(name for each in ast.walk(node) if isinstance(each, ast.Nonlocal) for name in each.names)


def _walrus_targets(node: ast.AST) -> list[ast.AST]:
    """Return the targets of := within a comprehension: they are variables of the function around it."""
    return [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]


@lru_cache(maxsize=256)
def parents(node: ast.AST) -> dict[int, ast.AST]:
    """Return, for each piece of a syntax tree, by its id, the piece that it is part of."""
    return {id(child): each for each in ast.walk(node) for child in ast.iter_child_nodes(each)}


CHANGING = {
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "update", "discard", "popleft",
    "appendleft", "setdefault", "popitem", "rotate",
}  # fmt: skip


@lru_cache(maxsize=256)
def names_changed(node: Function) -> frozenset[str]:
    """Return the names of variables whose lists, sets or dicts a function changes."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign):
            found |= _names_in(each.target)
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING:
            found |= _names_in(each.func.value)
        elif isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            found |= _names_in(each.value)
    return frozenset(found)


def _names_in(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
