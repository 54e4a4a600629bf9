"""Prove from their source, and that of the functions they call, that functions do not change their arguments.

Such rules can share one thawed state. Anything unknown counts as a change.
"""

import ast
import builtins
import inspect
import os
import textwrap
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

FUNCTIONS = {
    "abs", "all", "any", "bool", "chr", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "int",
    "isinstance", "issubclass", "len", "list", "map", "max", "min", "ord", "pow", "range", "repr", "reversed", "round",
    "set", "sorted", "str", "sum", "tuple", "type", "zip",
}  # fmt: skip
"""Built-in functions that change nothing."""
NEW = {"list", "dict", "set", "sorted", "int", "float", "str", "bool", "len", "abs", "range", "tuple"}
"""Those that return a new or immutable object."""
METHODS = {
    "all", "any", "astype", "bit_count", "copy", "count", "difference", "endswith", "find", "flatten", "format", "get",
    "index", "intersection", "isalpha", "isdigit", "islower", "issubset", "issuperset", "isupper", "items", "join",
    "keys", "lower", "max", "mean", "min", "nonzero", "split", "startswith", "strip", "sum", "swapcase", "title",
    "tolist", "union", "upper", "values", "diagonal",
}  # fmt: skip
"""Methods of built-in types and arrays that change nothing."""
CHANGING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popleft", "remove", "reverse",
    "setdefault", "sort", "update",
}  # fmt: skip
"""Methods that may be called on objects that the function has made itself."""
COLLECTIONS = (Counter, defaultdict, deque)
MODULES = {"math", "itertools", "operator"}
OF_NUMPY = {
    "abs", "all", "any", "argmax", "argmin", "argwhere", "array_equal", "count_nonzero", "diag", "diagonal", "fliplr",
    "flipud", "max", "min", "nonzero", "sum", "trace", "transpose", "unique", "where", "zeros", "zeros_like", "ones",
}  # fmt: skip
ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift", "neg")
NOT_ASKED = {"__init__", "__new__", "__post_init__", "__setitem__", "__delitem__", "__init_subclass__"}
"""Special methods that are not called by reading."""


class _Changes(Exception):
    """Something may be changed or is unknown."""


def only_read(functions: Iterable[Any], classes: Iterable[type]) -> bool:
    """Return whether functions change nothing. classes: those of their arguments"""
    try:
        looked = _Examination(classes)
        for each in functions:
            looked.at(each)
        looked.at_specials()
    except (_Changes, RecursionError):
        return False
    return True


class _Examination:
    """The functions and classes of one module examined so far."""

    def __init__(self, classes: Iterable[type]) -> None:
        self.seen: set[Any] = set()
        self.module: Any = None
        self.classes: dict[type, None] = {}
        self._add_classes(classes)

    def _add_classes(self, classes: Iterable[type]) -> None:
        for made_by in classes:
            own = [each for each in made_by.__mro__ if _is_written(each)]
            self.classes.update(dict.fromkeys(own))

    def at(self, function: Any) -> None:
        """Examine a function and all that it may call. Raises _Changes."""
        if isinstance(function, (staticmethod, classmethod)):
            function = function.__func__
        if function in self.seen:
            return
        if not isinstance(function, FunctionType):
            raise _Changes
        self.seen.add(function)
        if self.module is None:
            self.module = function.__module__
            self._add_classes(each for each in function.__globals__.values() if isinstance(each, type))
            if any(each.__module__ != self.module for each in self.classes):
                raise _Changes  # other modules are unknown
        if function.__closure__ or function.__module__ != self.module:
            raise _Changes
        _Body(self, function, _tree_of(function)).check()

    def at_specials(self) -> None:
        """Examine what operators and properties may call. Raises _Changes."""
        for made_by in self.classes:
            for name, member in vars(made_by).items():
                if name.startswith("__") and name.endswith("__") and isinstance(member, FunctionType):
                    if name in ("__setattr__", "__getattr__", "__getattribute__"):
                        raise _Changes
                    if name not in NOT_ASKED and not _is_generated(member):
                        self.at(member)

    def at_named(self, name: str) -> bool:
        """Examine all members of the classes with a name; return whether there is any. Raises _Changes."""
        found = [vars(each)[name] for each in self.classes if name in vars(each)]
        for member in found:
            if isinstance(member, cached_property):
                raise _Changes
            if isinstance(member, property):
                self.at(member.fget)
            elif isinstance(member, (FunctionType, staticmethod, classmethod)):
                self.at(member)
            elif callable(member) and not isinstance(member, type):
                raise _Changes
        return bool(found)

    def at_class(self, made_by: type) -> None:
        """Examine the construction of a class. Raises _Changes."""
        if not _is_written(made_by):
            raise _Changes
        for name in ("__new__", "__init__", "__post_init__"):
            member = getattr(made_by, name, None)
            if isinstance(member, FunctionType) and not _is_generated(member):
                self.at(member)

    def has_arithmetic(self) -> bool:
        """Return whether an operator may return something that is not new."""
        names = {f"__{kind}{name}__" for name in ARITHMETIC for kind in ("", "r")}
        return any(names & {*vars(each)} for each in self.classes)


def _is_written(made_by: type) -> bool:
    """Return whether a class is written by the user."""
    return made_by.__module__.partition(".")[0] not in ("builtins", "plywise", "numpy", "enum", "typing", "collections",
                                                        "abc", "dataclasses", "functools")  # fmt: skip


def _is_generated(function: FunctionType) -> bool:
    """Return whether a method was generated by Python's library, like those of dataclasses."""
    return function.__code__.co_filename.startswith(("<string", os.path.dirname(os.__file__)))


def _tree_of(function: FunctionType) -> ast.FunctionDef:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, ValueError, IndexError):
        raise _Changes from None
    if not isinstance(tree, ast.FunctionDef):
        raise _Changes
    return tree


FORBIDDEN = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.With, ast.ClassDef, ast.AsyncFunctionDef)


class _Body:
    """One function and the uses of its variables."""

    def __init__(self, look: _Examination, function: FunctionType, tree: ast.FunctionDef) -> None:
        self.look, self.function, self.tree = look, function, tree
        self.names: dict[str, Any] = function.__globals__
        self.nodes = list(ast.walk(tree))
        self.has_arrays = any(getattr(each, "__name__", "") == "numpy" for each in self.names.values())
        self.bound: dict[str, list[ast.expr | None]] = {}
        for name, value in _bindings(self.nodes):
            self.bound.setdefault(name, []).append(value)
        self.inner = {each.name for each in self.nodes if isinstance(each, ast.FunctionDef) and each is not tree}

    def check(self) -> None:
        """Examine the body. Raises _Changes."""
        for node in self.nodes:
            if isinstance(node, FORBIDDEN):
                raise _Changes
            if isinstance(node, ast.Call):
                self._check_call(node)
            elif isinstance(node, ast.Attribute):
                self._check_attribute(node)
            elif (
                isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and not self._is_new(node.value)
            ):
                raise _Changes
            elif isinstance(node, ast.AugAssign):
                self._check_in_place(node)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._check_name(node.id)

    def _check_name(self, name: str) -> None:
        """Examine a named function of the module, wherever it is called."""
        thing = None if name in self.bound or name in self.inner else self.names.get(name)
        if isinstance(thing, FunctionType):
            self.look.at(thing)
        elif isinstance(thing, type) and _is_written(thing):
            self.look.at_class(thing)

    def _check_attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.look.at_named(node.attr)
            return
        first = next(iter(self.tree.args.args), None)
        own = isinstance(node.value, ast.Name) and first is not None and node.value.id == first.arg
        if not (own and self.tree.name in ("__init__", "__post_init__")):
            raise _Changes

    def _check_in_place(self, node: ast.AugAssign) -> None:
        """Check `x += ...`, which changes x in place if it is a list, a set or an array."""
        if isinstance(node.target, ast.Name):
            if not self._is_new(node.target) and (self.has_arrays or not _is_number(node.value)):
                raise _Changes
        elif self.has_arrays or not _is_number(node.value):
            raise _Changes  # an item of a new object need not be new

    def _check_call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self._check_called(function.id, node)
        elif isinstance(function, ast.Attribute):
            self._check_method(function)
        elif not isinstance(function, ast.Lambda):
            raise _Changes

    def _check_called(self, name: str, node: ast.Call) -> None:
        if name in self.inner:
            return
        if name in self.bound:
            raise _Changes
        thing = self.names.get(name, getattr(builtins, name, None))
        if isinstance(thing, FunctionType):
            return  # looked at by its name
        if isinstance(thing, type) and getattr(builtins, name, None) is not thing:
            if thing not in COLLECTIONS:
                self.look.at_class(thing)
        elif not (name in FUNCTIONS and getattr(builtins, name) is thing) and not _is_error(thing):
            if name == "next" and node.args and isinstance(node.args[0], ast.GeneratorExp):
                return
            if name != "super" or node.args:
                raise _Changes

    def _check_method(self, node: ast.Attribute) -> None:
        thing = self.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(thing, ModuleType) and isinstance(node.value, ast.Name) and node.value.id not in self.bound:
            known = thing.__name__ in MODULES or (thing.__name__ == "numpy" and node.attr in OF_NUMPY)
            changes = thing.__name__ == "operator" and (node.attr.startswith("i") or "item" in node.attr)
            if not known or changes:
                raise _Changes
            return
        if node.attr in CHANGING:
            if not self._is_new(node.value):
                raise _Changes
        elif not self.look.at_named(node.attr) and node.attr not in METHODS:
            raise _Changes

    # --- what is new ---

    def _is_new(self, node: ast.expr) -> bool:
        """Return whether a variable always holds an immutable object or one made by the function."""
        if not isinstance(node, ast.Name) or node.id not in self.bound:
            return False
        return all(each is not None and self._makes_new(each) for each in self.bound[node.id])

    def _makes_new(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.BinOp, ast.UnaryOp)):
            return not self.look.has_arithmetic()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            one = name == "sum" and len(node.args) == 1 and not node.keywords
            if self.names.get(name) in COLLECTIONS:
                return name not in self.bound
            return (name in NEW or one) and name not in self.bound and name not in self.names
        made = (ast.Constant, ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.JoinedStr)
        return isinstance(node, (*made, ast.Compare))


def _bindings(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the variables that a function binds, each with the expression, or None if it may be anything."""
    plain: set[int] = set()
    for node in nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name, value in _paired(target, node.value):
                    plain.add(id(name))
                    yield name.id, value
        elif isinstance(node, ast.AugAssign):
            plain.add(id(node.target))
        elif isinstance(node, ast.arg):
            yield node.arg, None
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name, None
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest, None
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and id(node) not in plain:
            yield node.id, None


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Yield the names in a target with the expressions assigned to them, if these are written out."""
    if isinstance(target, ast.Name):
        yield target, value
        return
    parts = [each.elts if isinstance(each, ast.Tuple) else [] for each in (target, value)]
    if len(parts[0]) == len(parts[1]) and not any(isinstance(each, ast.Starred) for part in parts for each in part):
        for one, other in zip(*parts, strict=True):
            yield from _paired(one, other)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _is_error(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, Exception)


__all__ = ["only_read"]
