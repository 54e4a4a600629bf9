"""Translation of match statements: patterns tried in order, and their captures."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.forms import expression, key_of, statements
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.emission.narrowing import Fact, also, either, forget, path_of, restricted
from plywise.compiler.syntax.names import names_of
from plywise.compiler.translation.expressions import attribute, condition
from plywise.compiler.translation.methods import method
from plywise.compiler.types.kinds import (
    NEVER,
    Constant,
    Kind,
    List,
    NoneKind,
    Packed,
    Record,
    Row,
    Tuple,
    Union,
    Value,
    Values,
    is_dict,
    is_of,
    is_text,
)
from plywise.compiler.values.comparisons import equal, identical
from plywise.compiler.values.lookups import contains, item
from plywise.compiler.values.loops import indexed
from plywise.compiler.values.sequences import append, new_list


def match(f: Emitter, node: Any) -> None:
    """Translate a match statement."""
    subject = f.program.materialize(f, expression(f, node.subject))
    after, path, ends = f.block("after"), path_of(node.subject) or "", []
    for case in node.cases:
        following, narrowed = f.block("case"), dict(f.narrowed)
        with f.reached():
            f.narrowed = also(narrowed, {path: Fact(partial(_may, f, case.pattern))})
            with _matching(f, case):
                _pattern(f, case.pattern, subject, following)
                _bind_captured(f, case)
            if case.guard is not None:
                good = f.block("guarded")
                f.builder.cbranch(condition(f, case.guard), good, following)
                f.at(good)
            statements(f, case.body)
        if not f.is_ended:
            ends.append(f.narrowed)
            f.go(after)
        f.at(following)
        f.narrowed = narrowed
        if case.guard is None:
            left = Fact(partial(_is_left, f, case.pattern))
            f.narrowed = also(narrowed, {path: left})
            with f.reached():
                subject = restricted(f, subject, left)
        if f.is_ended:
            break
    if not f.is_ended:
        ends.append(f.narrowed)
        f.go(after)
    f.at(after)
    f.narrowed = dict(either(ends)) if ends else f.narrowed
    if not ends:
        f.dead()


def _may(f: Emitter, pattern: Any, kind: Kind) -> bool:
    """Return whether a value of a type may match a pattern."""
    if isinstance(pattern, ast.MatchOr):
        return any(_may(f, each, kind) for each in pattern.patterns)
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is None or _may(f, pattern.pattern, kind)
    if isinstance(pattern, ast.MatchSingleton) and pattern.value is None:
        return isinstance(kind, NoneKind)
    if isinstance(pattern, ast.MatchClass):
        return bool(is_of(Value(kind), _class_of(f, pattern)))
    return True


def _is_left(f: Emitter, pattern: Any, kind: Kind) -> bool:
    """Return whether a value of a type may fail to match a pattern."""
    if isinstance(pattern, ast.MatchOr):
        return all(_is_left(f, each, kind) for each in pattern.patterns)
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is not None and _is_left(f, pattern.pattern, kind)
    if isinstance(pattern, (ast.MatchSingleton, ast.MatchClass)) and _may(f, pattern, kind):
        parts = [*pattern.patterns, *pattern.kwd_patterns] if isinstance(pattern, ast.MatchClass) else []
        anything = all(isinstance(each, ast.MatchAs) and each.pattern is None for each in parts)
        return not anything or (isinstance(pattern, ast.MatchSingleton) and pattern.value is not None)
    return True


def _pattern(f: Emitter, pattern: Any, subject: Value, otherwise: Any) -> None:
    """Continue if a value matches a pattern, binding its names; otherwise branch to `otherwise`."""
    if subject.kind == NEVER:
        raise Unreachable
    if isinstance(pattern, ast.MatchValue):
        _go_if(f, equal(f, subject, expression(f, pattern.value)), otherwise)
    elif isinstance(pattern, ast.MatchSingleton):
        _go_if(f, identical(f, subject, constant(pattern.value)), otherwise)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            _pattern(f, pattern.pattern, subject, otherwise)
            subject = restricted(f, subject, partial(_may, f, pattern.pattern))
        _bind(f, pattern.name, subject)
    elif isinstance(pattern, ast.MatchOr):
        _any_pattern(f, pattern, subject, otherwise)
    elif isinstance(pattern, ast.MatchClass):
        _class_pattern(f, pattern, subject, otherwise)
    elif isinstance(pattern, ast.MatchSequence):
        _by_type(f, subject, otherwise, lambda value: _sequence_pattern(f, pattern, value, otherwise))
    else:
        _by_type(f, subject, otherwise, lambda value: _mapping_pattern(f, pattern, value, otherwise))


@contextmanager
def _matching(f: Emitter, case: Any) -> Iterator[None]:
    """In this context a case's pattern is matched."""
    before, f.matching = f.matching, case
    try:
        yield
    finally:
        f.matching = before


def _bind(f: Emitter, name: str | None, value: Value) -> None:
    """Record a capture, to be bound if the whole pattern matches."""
    if name is not None:
        f.assign(f.slot(("captured", id(f.matching), name)), value)


def _bind_captured(f: Emitter, case: Any) -> None:
    """Bind the names of a pattern that has matched."""
    for name in names_of(case.pattern).binders:
        if not f.is_ended:
            value = f.read(f.slot(("captured", id(case), name)), name)
            forget(f, name)
            f.assign(f.slot(name, f.scope.find(name)), value)


def _any_pattern(f: Emitter, pattern: Any, subject: Value, otherwise: Any) -> None:
    found = f.block("found")
    for number, each in enumerate(pattern.patterns):
        following = f.block("or") if number + 1 < len(pattern.patterns) else otherwise
        with f.reached():
            _pattern(f, each, subject, following)
        f.go(found)
        if following is not otherwise:
            f.at(following)
    f.at(found)


def _by_type(f: Emitter, subject: Value, otherwise: Any, act: Any) -> None:
    """Match a value separately for each of its possible types; `act` branches away for those that do not match."""

    def one(value: Value) -> Value:
        act(value)
        return constant(None)

    if not isinstance(subject.kind, Union):
        act(subject)
        return
    dispatch(f, [subject], one)


def _class_pattern(f: Emitter, pattern: Any, subject: Value, otherwise: Any) -> None:
    wanted = _class_of(f, pattern)

    def one(value: Value) -> None:
        if not is_of(value, wanted):
            f.builder.branch(otherwise)
            raise Unreachable
        _fields(f, pattern, wanted, value, otherwise)

    _by_type(f, subject, otherwise, one)


def _class_of(f: Emitter, pattern: Any) -> type:
    wanted = getattr(expression(f, pattern.cls).kind, "thing", None)
    if not isinstance(wanted, type):
        raise f.refuse("a pattern whose class is not known at compile time; write isinstance(...) instead")
    return wanted


ITSELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes for which a pattern like `case int(number)` binds the value itself."""


def _fields(f: Emitter, pattern: Any, wanted: type, value: Value, otherwise: Any) -> None:
    names = list(getattr(wanted, "__match_args__", ()))
    if pattern.patterns and not names and issubclass(wanted, ITSELF):
        _pattern(f, pattern.patterns[0], value, otherwise)
    elif len(pattern.patterns) > len(names):
        raise f.stop(TypeError, f"{wanted.__name__}() accepts {len(names)} positional sub-patterns")
    pairs = [*zip(names, pattern.patterns, strict=False), *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)]
    for name, inner in pairs:
        _pattern(f, inner, attribute(f, value, name), otherwise)


def _sequence_pattern(f: Emitter, pattern: Any, subject: Value, otherwise: Any) -> None:
    if not _is_sequence(subject):
        f.builder.branch(otherwise)
        raise Unreachable
    value = plain(f, subject) if isinstance(subject.kind, (Packed, Constant)) else subject
    stars = [place for place, each in enumerate(pattern.patterns) if isinstance(each, ast.MatchStar)]
    first = pattern.patterns[: stars[0]] if stars else pattern.patterns
    last = pattern.patterns[stars[0] + 1 :] if stars else []
    star = pattern.patterns[stars[0]] if stars else None
    if hasattr(value.kind, "items"):
        _match_items(f, first, star, last, value.items(), otherwise)
    else:
        _match_row(f, first, star, last, value, otherwise)


def _match_items(f: Emitter, first: list[Any], star: Any, last: list[Any], values: list[Value], otherwise: Any) -> None:
    """Match a value with a known number of items."""
    spare = len(values) - len(first) - len(last)
    if spare < 0 or (spare and star is None):
        f.builder.branch(otherwise)
        raise Unreachable
    for each, value in zip(first, values, strict=False):
        _pattern(f, each, value, otherwise)
    if star is not None and star.name is not None:
        found = new_list(f, key_of(f, star))
        for value in values[len(first) : len(first) + spare]:
            append(f, found, value)
        _bind(f, star.name, found)
    for each, value in zip(last, values[len(first) + spare :], strict=True):
        _pattern(f, each, value, otherwise)


def _match_row(f: Emitter, first: list[Any], star: Any, last: list[Any], value: Value, otherwise: Any) -> None:
    """Match a value whose number of items is known only at run time."""
    count, get = indexed(f, value)
    wanted = f.int(len(first) + len(last))
    _go_if(f, f.builder.icmp_signed("==" if star is None else ">=", count, wanted), otherwise)
    for place, each in enumerate(first):
        _pattern(f, each, get(f.int(place)), otherwise)
    end = f.builder.sub(count, f.int(len(last)))
    if star is not None and star.name is not None:
        found = new_list(f, key_of(f, star))
        f.count(end, lambda at: append(f, found, get(at)), f.int(len(first)))
        _bind(f, star.name, found)
    for place, each in enumerate(last):
        _pattern(f, each, get(f.builder.add(end, f.int(place))), otherwise)


def _mapping_pattern(f: Emitter, pattern: Any, value: Value, otherwise: Any) -> None:
    """Match a dict that has some keys; with a star, the others form a new dict."""
    if not is_dict(value):
        f.builder.branch(otherwise)
        raise Unreachable
    keys = [expression(f, each) for each in pattern.keys]
    for key, inner in zip(keys, pattern.patterns, strict=True):
        _go_if(f, contains(f, value, key), otherwise)
        _pattern(f, inner, item(f, value, key), otherwise)
    if pattern.rest is not None:
        rest = method(f, value, "copy", [], {}, key_of(f, pattern))
        for key in keys:
            method(f, rest, "pop", [key], {}, (key_of(f, pattern), "pop"))
        _bind(f, pattern.rest, rest)


def _is_sequence(value: Value) -> bool:
    kind = value.kind
    if is_text(value):
        return False
    if isinstance(kind, Constant):
        return isinstance(kind.thing, (tuple, list, range))
    if isinstance(kind, Values):
        return False
    return isinstance(kind, (Tuple, Row, List, Packed)) or (isinstance(kind, Record) and kind.is_tuple)


def _go_if(f: Emitter, bit: Any, otherwise: Any) -> None:
    good = f.block("matched")
    f.builder.cbranch(bit, good, otherwise)
    f.at(good)
