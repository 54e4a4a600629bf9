"""Convert a state to one line of text and back: `board=('X..', '.O.', '...'),turn='X'`.

The line lists the fields of a NamedTuple or dataclass in Python's notation; a frozenset is written {1, 2}, sorted, an
enum Side.BLACK, and a record within a record, or an object, Hand(left=2, right=0). Other states are written in that
notation as a whole; a state that is a text is unchanged. Parsing evaluates no code: it accepts only literals, and the
enums and records that the game's states contain.
"""

import ast
import re
import sys
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property, partial
from itertools import pairwise
from math import inf, nan
from reprlib import recursive_repr
from types import NoneType, UnionType
from typing import Any

from plywise.errors import InputError
from plywise.game.contents import own_fields
from plywise.game.defaults.records import fields_of, is_record, is_whole

READING = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError)
"""Exceptions of Python's parser."""

REMEMBERED = re.compile(r"_\w*hash|\w*(?:cache|memo)\w*")
"""Fields that cache values computed from others."""

NUMBERS = {"inf": inf, "nan": nan}


def format_state(state: Any) -> str:
    """Return the text of a state."""
    if is_record(state):
        return ",".join(f"{name}={format_value(value)}" for name, value in fields_of(state))
    return state if isinstance(state, str) and _stands_for_itself(state) else format_value(state)


def _stands_for_itself(text: str) -> bool:
    """Return whether a text needs no quotes."""
    return bool(text) and text.isprintable() and text == text.strip() and text[0] not in "'\""


def format_value(value: Any) -> str:
    """Return a value in Python's notation, on one line and independent of the hash seed.

    >>> format_value((frozenset({(2, 1), (0, 3)}), None, "X"))
    "({(0, 3), (2, 1)}, None, 'X')"
    """
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if is_record(value):
        return f"{type(value).__name__}({', '.join(f'{name}={format_value(each)}' for name, each in fields_of(value))})"
    if isinstance(value, (frozenset, set)):
        return "{" + ", ".join(map(format_value, sorted_items(value))) + "}"
    if isinstance(value, tuple):
        return f"({', '.join(map(format_value, value))}{',' if len(value) == 1 else ''})"
    if type(value) is list:
        return f"[{', '.join(map(format_value, value))}]"
    if type(value) is dict:
        return "{" + ", ".join(f"{format_value(key)}: {format_value(each)}" for key, each in value.items()) + "}"
    if is_whole(value):
        return str(int(value))
    if isinstance(value, float):
        return repr(float(value))
    kind: Any = type(value)
    if kind.__repr__ is object.__repr__:
        return _format_object(value)
    return " ".join(repr(value).split()) if not isinstance(value, (str, bytes)) else repr(value)


@recursive_repr("...")
def _format_object(value: Any) -> str:
    """Return an object without a custom text field by field, omitting cached values."""
    shown = (f"{name}={format_value(each)}" for name, each in own_fields(value) if not REMEMBERED.fullmatch(name))
    return f"{type(value).__name__}({', '.join(shown)})"


def sorted_items(items: Any) -> list[Any]:
    """Return the items of a set in a fixed order: by their values, or otherwise by their texts."""
    try:
        found = sorted(items)
        if all(one < other for one, other in pairwise(found)):  # sets are ordered only in part
            return found
    except TypeError:
        pass
    return sorted(items, key=format_value)


def parse_state(text: str, pattern: Any, game_class: type) -> Any:
    """Parse a state. Raises InputError, one line that names the bad field.

    pattern: a state to compare types with, the initial one
    game_class: the game's class, beside which its enums and records are defined
    """
    if isinstance(pattern, str) and _stands_for_itself(text):
        return text
    reader = _Reader(partial(_classes_of, pattern, game_class))
    return reader.read_fields(text, pattern) if is_record(pattern) else reader.read_whole(text, pattern)


class _Reader:
    """Reads values in Python's notation. find_classes: returns the allowed enums and records."""

    def __init__(self, find_classes: Callable[[], Mapping[str, type]]) -> None:
        self._find_classes = find_classes

    @cached_property
    def classes(self) -> Mapping[str, type]:
        """The allowed enums and records by name. Most texts contain none."""
        return self._find_classes()

    def read_fields(self, text: str, pattern: Any) -> Any:
        """Read `stones=8,side=-1`; each field has the type that it has in `pattern`, or that its class declares."""
        fields = fields_of(pattern)
        form = ",".join(f"{name}=..." for name, _ in fields)
        try:
            call = ast.parse(f"_({text})", mode="eval").body
        except READING:
            raise InputError(f"position {text!r} is not of the form {form}") from None
        if (
            not isinstance(call, ast.Call)
            or call.args
            or [word.arg for word in call.keywords] != [n for n, _ in fields]
        ):
            raise InputError(f"position {text!r} is not of the form {form}")
        hints = _hints(type(pattern))
        values = {
            name: self.read_typed(word.value, f"field {name}", example, hints.get(name))
            for (name, example), word in zip(fields, call.keywords, strict=True)
        }
        return self.build(type(pattern), (), values, f"position {text!r}")

    def read_whole(self, text: str, pattern: Any) -> Any:
        """Read a state that is one value: a number, a tuple, an enum."""
        form = format_value(pattern)
        try:
            self.read(ast.parse(form, mode="eval").body, "position")
        except (InputError, *READING):
            raise InputError(f"position {text!r}: this game's positions cannot be typed; play there by moves") from None
        try:
            body = ast.parse(text.strip(), mode="eval").body
        except READING:
            raise InputError(f"position {text!r} cannot be read; it should look like {form}") from None
        return self.read_typed(body, "position", pattern, None)

    def read_typed(self, node: ast.expr, where: str, example: Any, hint: Any) -> Any:
        """Return the value of a node, of the type of an example or a declared type."""
        try:
            value = self.read(node, where)
        except (InputError, *READING):
            raise InputError(
                f"{where}: {ast.unparse(node)} is not a plain value; it should look like {format_value(example)}"
            ) from None
        if type(value) is tuple and isinstance(example, tuple) and not is_record(example):
            return type(example)(value)
        whole_for_real = type(value) is int and isinstance(example, float)
        if type(value) is type(example) or whole_for_real or example is None or _is_declared(value, hint):
            return value
        if is_whole(example) and type(value) is int:
            return value
        raise InputError(
            f"{where}: {format_value(value)} is not of type {type(example).__name__}, as in {format_value(example)}"
        )

    def read(self, node: ast.expr, where: str) -> Any:
        """Return the value of a node. Raises InputError, or one of READING, unless it is a plain value."""
        if isinstance(node, ast.Tuple):
            return tuple(self.read(each, where) for each in node.elts)
        if isinstance(node, ast.List):
            return [self.read(each, where) for each in node.elts]
        if isinstance(node, ast.Set) or (isinstance(node, ast.Dict) and not node.keys):
            return frozenset(self.read(each, where) for each in getattr(node, "elts", ()))
        if isinstance(node, ast.Name) and node.id in NUMBERS:
            return NUMBERS[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
            return -NUMBERS[node.operand.id] if node.operand.id in NUMBERS else ast.literal_eval(node)
        if isinstance(node, ast.Name):
            return self.member(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self.member(node.attr, node.value.id)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self.call(node, node.func.id, where)
        return ast.literal_eval(node)

    def member(self, name: str, of: str = "") -> Enum:
        """Return the member of an enum, whose name may be omitted if only one has such a member."""
        enums = [each for each in self.classes.values() if issubclass(each, Enum) and of in ("", each.__name__)]
        found = [each.__members__[name] for each in dict.fromkeys(enums) if name in each.__members__]
        if len(found) != 1:
            raise InputError(f"{name} is not a member of an enum")
        return found[0]

    def call(self, node: ast.Call, name: str, where: str) -> Any:
        """Return the record, or the frozenset, that a node makes."""
        args = [self.read(each, where) for each in node.args]
        if name == "frozenset" and not node.keywords:
            return frozenset(*args)
        made = self.classes.get(name)
        if made is None or issubclass(made, Enum):
            raise InputError(f"{name} is not part of the game's states")
        return self.build(made, args, {word.arg or "": self.read(word.value, where) for word in node.keywords}, where)

    def build(self, made: type, args: Any, values: Mapping[str, Any], where: str) -> Any:
        """Make a record. Raises InputError if its class refuses the values."""
        try:
            return made(*args, **values)
        except Exception as error:  # noqa: BLE001 - a user's class may raise anything
            reason = " ".join(str(error).split()) or type(error).__name__
            raise InputError(f"{where}: {made.__name__} refuses it: {reason}") from None


def _is_declared(value: Any, hint: Any) -> bool:
    """Return whether a declared type allows a value. None: no type is declared."""
    if hint is None:
        return value is None
    if hint is Any or hint is NoneType:
        return hint is Any or value is None
    origin = typing.get_origin(hint)
    if origin in (typing.Union, UnionType):
        return any(_is_declared(value, each) for each in typing.get_args(hint))
    if origin is typing.Literal:
        return value in typing.get_args(hint)
    kind = origin or hint
    return isinstance(kind, type) and isinstance(value, kind) and (kind is not int or type(value) is not bool)


def _hints(record: type) -> dict[str, Any]:
    """Return the declared types of a record's fields, if they can be resolved."""
    try:
        return typing.get_type_hints(record)
    except Exception:  # noqa: BLE001 - declarations may name anything
        return {}


def _classes_of(pattern: Any, game_class: type) -> dict[str, type]:
    """Return the enums and records that a game's states may contain: those in its module, and those in a state."""
    found: dict[str, type] = {}
    for beside in (game_class, type(pattern)):
        for each in [*vars(sys.modules.get(beside.__module__, object)).values(), *vars(game_class).values()]:
            if isinstance(each, type) and (issubclass(each, Enum) or _makes_records(each)):
                found[each.__name__] = each
    waiting = [pattern]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Enum) or is_record(value):
            found[type(value).__name__] = type(value)
        if is_record(value):
            waiting += [item for _, item in fields_of(value)]
        elif isinstance(value, (tuple, list, frozenset, set)):
            waiting += value
    return found


def _makes_records(each: type) -> bool:
    return (issubclass(each, tuple) and hasattr(each, "_fields")) or hasattr(each, "__dataclass_fields__")
