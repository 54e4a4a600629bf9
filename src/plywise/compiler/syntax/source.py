"""The syntax tree of a function, from its file, with line numbers.

The compiler translates the source, but Python runs the code compiled from it. So the source is compiled once more and
compared: a file changed since its import is refused.
"""

import ast
import copy
import inspect
import linecache
import re
import sys
import warnings
from functools import lru_cache
from types import CodeType, FunctionType

from plywise.compiler.types.kinds import Refusal

Function = ast.FunctionDef | ast.Lambda
Place = tuple[int, str]
"""A function's first line, and its name."""


@lru_cache(maxsize=64)
def _functions(file: str, text: str) -> tuple[dict[Place, list[Function]], dict[Place, list[CodeType]]]:
    """Return a file's functions, and their code, by first line and name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # Python gave them when it loaded the file
        warnings.simplefilter("ignore", DeprecationWarning)
        tree = ast.parse(text, file)
        codes = _codes(compile(tree, file, "exec", dont_inherit=True))
    _name_private(tree)
    nodes: dict[Place, list[Function]] = {}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            _yield_what_is_returned(node)
            nodes.setdefault((_begins(node), getattr(node, "name", "<lambda>")), []).append(node)
    made: dict[Place, list[CodeType]] = {}
    for code in codes:
        made.setdefault((code.co_firstlineno, code.co_name), []).append(code)
    return nodes, made


def _name_private(tree: ast.AST, made_by: str = "") -> None:
    """Mangle names such as `__cells` inside a class, as Python does."""
    for node in ast.iter_child_nodes(tree):
        for field in PRIVATE if made_by else ():
            name = getattr(node, field, None)
            if isinstance(name, str) and name.startswith("__") and not name.endswith("__"):
                setattr(node, field, f"_{made_by}{name}")
        _name_private(node, node.name.lstrip("_") if isinstance(node, ast.ClassDef) else made_by)


PRIVATE = ("attr", "id", "arg")
"""The fields of syntax tree nodes that hold names of variables and attributes."""


def tree_of(function: FunctionType) -> Function:
    """Return the syntax tree of a function. Raises Refusal if there is none, or it differs from the function's code."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__)) or _command(code.co_filename)
    if not text:
        raise _has_no_source(function)
    try:
        nodes, made = _functions(code.co_filename, text)
    except SyntaxError:
        raise Refusal(f"the file of {function.__name__} was changed after it was loaded; restart Python") from None
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise Refusal(
            f"{function.__name__} is an async function, and rules have no event loop; write a plain def instead"
        )
    key = (code.co_firstlineno, code.co_name)
    named, same = nodes.get(key, []), [each for each in made.get(key, []) if _is_same(each, code)]
    if len(named) > 1 and same:
        named = _at_its_place(named, code)
    if not same and code.co_filename == "<string>":  # since Python 3.13, `python -c` stores its text under that name
        raise _has_no_source(function)
    if len(named) != 1 or not (same or _is_changed_by_pytest(code)):
        raise Refusal(
            f"the source of {function.__name__} differs from the code that runs: was the file changed? Restart Python"
        )
    return named[0]


def _command(file: str) -> str:
    """Return the text after `python -c`, which Python before 3.13 does not store; "" for any other file."""
    if file != "<string>" or sys.argv[:1] != ["-c"]:
        return ""
    places = [place for place, each in enumerate(sys.orig_argv) if re.fullmatch("-[a-zA-Z]*c", each)]
    return sys.orig_argv[places[0] + 1] if places else ""


def _has_no_source(function: FunctionType) -> Refusal:
    return Refusal(f"{function.__name__} has no source: write the rules in a file or a notebook")


def _at_its_place(nodes: list[Function], code: CodeType) -> list[Function]:
    """Return, among lambdas that begin in one line, the innermost whose body contains all of a code."""
    places = [place for place in code.co_positions() if None not in place and place[2] != place[3]]
    if not places and len(code.co_code) == ONE_CONSTANT:
        return [each for each in nodes if _returns_the_same(each, code)][:1]
    if not places:
        raise Refusal("Python runs without column numbers, so lambdas on one line look alike; write one per line")
    begin, end = min((place[0], place[2]) for place in places), max((place[1], place[3]) for place in places)
    around = [each for each in nodes if _span(each)[0] <= begin and end <= _span(each)[1]]
    return sorted(around, key=_span)[-1:]


ONE_CONSTANT = 4
"""The length of a code that only returns a constant, for which Python 3.12 stores no columns."""


def _returns_the_same(node: Function, code: CodeType) -> bool:
    made = compile(ast.Expression(node), code.co_filename, "eval").co_consts  # type: ignore[arg-type]
    *_, own = (each for each in made if isinstance(each, CodeType))  # after those of its defaults
    return _is_same(own, code)


def _span(node: Function) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where the body of a lambda begins and ends: lines, and columns in bytes."""
    body: ast.expr = node.body  # type: ignore[assignment]
    return (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)


def only_return(node: Function) -> ast.Return | None:
    """Return the only statement of a function if it is a return statement; otherwise None."""
    if isinstance(node, ast.Lambda) or any(not _is_docstring(each) for each in node.body[:-1]):
        return None
    last = node.body[-1]
    return last if isinstance(last, ast.Return) and last.value is not None else None


def _yield_what_is_returned(node: Function) -> None:
    """Turn a function that only returns a generator into one, so that variables are read when items are used."""
    last = only_return(node)
    if last is not None and isinstance(last.value, ast.GeneratorExp):
        node.body[-1] = _yielding(last)  # type: ignore[index]
        node.was_returned = True  # type: ignore[union-attr]


def _yielding(statement: ast.Return) -> ast.Expr:
    made = ast.copy_location(ast.YieldFrom(statement.value), statement)  # type: ignore[arg-type]
    return ast.copy_location(ast.Expr(made), statement)


@lru_cache(maxsize=256)
def as_generator(node: ast.FunctionDef) -> ast.FunctionDef:
    """Return a generator function that yields the items of what a return-only function returns."""
    made = copy.copy(node)
    made.body = [_yielding(node.body[-1])]  # type: ignore[arg-type]
    made.was_returned = True  # type: ignore[attr-defined]
    return made


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _begins(node: Function) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def _is_changed_by_pytest(code: CodeType) -> bool:
    """Return whether pytest has rewritten the asserts."""
    return "@pytest_ar" in str(code.co_names) or any("@py_assert" in name for name in code.co_varnames)


def _is_same(one: CodeType, other: CodeType) -> bool:
    """Return whether two codes have the same instructions, names and constants."""
    if (one.co_code, one.co_names, one.co_firstlineno) != (other.co_code, other.co_names, other.co_firstlineno):
        return False
    pairs = zip(one.co_consts, other.co_consts, strict=False)
    return len(one.co_consts) == len(other.co_consts) and all(_are_same(*pair) for pair in pairs)


def _are_same(one: object, other: object) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _is_same(one, other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return repr(one) == repr(other)  # distinguishes 1 from True, and 0.0 from -0.0


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [code, *(each for one in inner for each in _codes(one))]


@lru_cache(maxsize=512)
def applied(node: ast.AugAssign) -> ast.BinOp:
    """Return the value that `target op= value` assigns: target op value."""
    return ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
