"""Values as text: str, repr, f-strings, format and %."""

import ast
import operator
import re
import string
from collections.abc import Iterator
from typing import Any

from plywise.compiler.emission.callees import call_function, invoke
from plywise.compiler.emission.constants import constant, pick
from plywise.compiler.emission.conversion import dispatch, plain, truth_value
from plywise.compiler.emission.forms import EXPRESSIONS, expression, key_of
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.translation.expressions import attribute
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.kinds import (
    BIT,
    FLOAT,
    INT,
    LETTER,
    TEXT,
    Bool,
    Constant,
    Int,
    List,
    Member,
    NoneKind,
    Object,
    Packed,
    Record,
    Row,
    Tuple,
    Value,
    is_numpy,
    is_text,
)
from plywise.compiler.values.loops import indexed, loop
from plywise.compiler.values.numbers import as_pythons
from plywise.compiler.values.operators import TEXT_OPERATORS
from plywise.compiler.values.sequences import append, new_list, row_of_list, starred
from plywise.compiler.values.texts import TEXTS, of_letters, text_value

FLOATS = "floats are not converted to text; format an int instead, such as a number of hundredths"


def as_string(f: Emitter, value: Value) -> Value:
    """Return str(value)."""
    return dispatch(f, [value], lambda each: _as_string(f, each))


def _as_string(f: Emitter, value: Value) -> Value:
    if value.known and not isinstance(value.kind, Member):
        return constant(str(value.known[0]))
    if is_text(value):
        return value
    if isinstance(value.kind, (Object, Record)) and _has_own(value.kind.made_by, "__str__"):
        return call_function(f, value.kind.made_by.__str__, [value])
    if isinstance(value.kind, Member):
        return _of_member(f, value, str)
    return _as_repr(f, as_pythons(value))


def as_repr(f: Emitter, value: Value) -> Value:
    """Return repr(value)."""
    return dispatch(f, [value], lambda each: _as_repr(f, each))


def _as_repr(f: Emitter, value: Value) -> Value:
    kind = value.kind
    if kind.family == "bytes":
        raise f.refuse("repr of bytes; write tuple(...) of them")
    if is_numpy(value):
        raise f.refuse("repr of a NumPy number, which includes its type; write int(...) of it")
    if value.known and not isinstance(kind, Member):
        return constant(repr(value.known[0]))
    if isinstance(kind, Bool):
        return pick(f, ("False", "True"), f.builder.zext(value.scalars[0], INT))
    if isinstance(kind, Int):
        digits = constant("0123456789")
        return of_letters(f, invoke(f, prelude.digits_of, value, constant(10), text_value(f, digits)))
    if isinstance(kind, NoneKind):
        return constant("None")
    if isinstance(kind, Member):
        return _of_member(f, value, repr)
    if is_text(value):
        return of_letters(f, invoke(f, prelude.text_quoted, text_value(f, value)))
    if isinstance(kind, Constant) and isinstance(kind.thing, (tuple, list, dict)):
        return constant(repr(kind.thing))
    if isinstance(kind, Object) and _has_own(kind.made_by, "__repr__"):
        return call_function(f, kind.made_by.__repr__, [value])
    if isinstance(kind, Record):
        return _of_record(f, value)
    if isinstance(kind, (Tuple, Packed, Row)) or type(kind) is List:
        return _of_items(f, plain(f, value))
    raise f.refuse(f"str of a {kind} cannot be compiled; {FLOATS if kind == FLOAT else 'write it in parts instead'}")


def _of_member(f: Emitter, value: Value, how: Any) -> Value:
    """Return a member of an Enum as text."""
    name = {str: "__str__", repr: "__repr__", format: "__format__"}[how]
    if _has_own(value.kind.enum, name):
        raise f.refuse(f"{value.kind.enum.__name__} defines {name}; write and call another method instead")
    return pick(f, tuple(map(how, members_of(value.kind.enum))), value.scalars[0])


def _has_own(made_by: Any, name: str) -> bool:
    """Return whether a class defines its own text form."""
    for each in made_by.__mro__:
        if name in vars(each):
            code = getattr(vars(each)[name], "__code__", None)
            own = each.__module__ not in ("enum", "builtins", "typing", "collections")
            file = "<" if code is None else code.co_filename
            return own and not file.startswith("<") and not file.endswith("dataclasses.py")
    return False


def _of_record(f: Emitter, value: Value) -> Value:
    made_by = value.kind.made_by
    if _has_own(made_by, "__repr__"):
        return call_function(f, made_by.__repr__, [value])
    name = made_by.__name__ if value.kind.is_tuple else made_by.__qualname__
    parts: list[Any] = [f"{name}("]
    for number, (field, each) in enumerate(zip(value.kind.names, value.items(), strict=True)):
        parts += [f"{', ' if number else ''}{field}=", as_repr(f, each)]
    return joined(f, [*parts, ")"], key_of(f))


def _of_items(f: Emitter, value: Value) -> Value:
    """Return a tuple or a list as text."""
    listed = isinstance(value.kind, List) or (isinstance(value.kind, Row) and value.kind.constant_list)
    begin, end = "[]" if listed else "()"
    key = (key_of(f), "items", str(value.kind))
    if isinstance(value.kind, Tuple):
        parts: list[Any] = [begin]
        for number, each in enumerate(value.items()):
            parts += [", " if number else "", as_repr(f, each)]
        return joined(f, [*parts, ",)" if len(value.items()) == 1 else ")"], key)
    found, first = new_list(f, key, None, LETTER), f.place(BIT)
    f.builder.store(BIT(1), first)
    _put(f, found, constant(begin))

    def one(each: Value) -> None:
        with f.when(f.builder.not_(f.builder.load(first))):
            _put(f, found, constant(", "))
        f.builder.store(BIT(0), first)
        _put(f, found, as_repr(f, each))

    loop(f, value, one)
    if not listed:
        count, _ = indexed(f, value)
        with f.when(f.builder.icmp_signed("==", count, f.int(1))):
            _put(f, found, constant(","))
    _put(f, found, constant(end))
    return Value(TEXT, row_of_list(f, found).scalars)


def _put(f: Emitter, found: Value, text: Value) -> None:
    loop(f, text, lambda letter: append(f, found, letter))


def joined(f: Emitter, parts: list[Any], key: Any) -> Value:
    """Return the concatenation of strings, some of them constants."""
    found = new_list(f, key, None, LETTER)
    for each in parts:
        _put(f, found, constant(each) if isinstance(each, str) else each)
    return Value(TEXT, row_of_list(f, found).scalars)


# --- formats ----------------------------------------------------------------------------------------------------------


FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<side>[<>=^]))?(?P<sign>[-+ ]?)(?P<form>#?)(?P<zeros>0?)(?P<width>\d*|\0)(?P<kind>[dsbxXoc]?)$",
    re.DOTALL,
)
BASES = {"b": (2, "0b"), "o": (8, "0o"), "x": (16, "0x"), "X": (16, "0X")}


def formatted(f: Emitter, value: Value, written: str, width: Value | None, key: Any) -> Value:
    """Return format(value, written). width: replaces a null character in `written`, if known only at run time."""
    return dispatch(f, [value], lambda each: _formatted(f, each, written, width, key))


def _formatted(f: Emitter, value: Value, written: str, width: Value | None, key: Any) -> Value:
    if isinstance(value.kind, Member) and not issubclass(value.kind.enum, (int, str)):
        value = as_string(f, value)
    elif isinstance(value.kind, Member):
        value = _of_member(f, value, format) if not written else attribute(f, value, "value")
    if not written:
        return as_string(f, value)
    form = FORMAT.match(written)
    is_number = isinstance(value.kind, (Int, Bool))
    if form is None or not (is_number or is_text(value)) or (is_number and form["kind"] in ("s", "c")):
        instead = FLOATS if value.kind == FLOAT else "write it in parts instead"
        raise f.refuse(f"the format {written} of a {value.kind} cannot be compiled; {instead}")
    if not is_number and (form["kind"] not in ("", "s") or form["sign"] or form["form"] or form["side"] == "="):
        raise f.refuse(f"the format {written} of a string; write one that pads it instead")
    text = _digits(f, value, form, key) if is_number else value
    if not form["width"]:
        return text
    size = width if form["width"] == "\0" and width is not None else constant(int(form["width"]))
    fill = form["fill"] or ("0" if form["zeros"] else " ")
    side = form["side"] or ("=" if form["zeros"] and is_number else ">" if is_number else "<")
    if side == "=":
        begin = len(BASES[form["kind"]][1]) if form["form"] else 0
        return of_letters(f, invoke(f, prelude.text_filled, text_value(f, text), size, constant(fill), constant(begin)))
    function = {"<": prelude.text_left, ">": prelude.text_right, "^": prelude.text_middle}[side]
    return of_letters(f, invoke(f, function, text_value(f, text), size, constant(fill)))


def _digits(f: Emitter, value: Value, form: Any, key: Any) -> Value:
    """Return the digits of an int, with its sign."""
    base, prefix = BASES.get(form["kind"], (10, ""))
    letters = "0123456789ABCDEF" if form["kind"] == "X" else "0123456789abcdef"
    number = f.program.convert(f, value, INT_KIND) if isinstance(value.kind, Bool) else value
    found = invoke(f, prelude.digits_of, number, constant(base), text_value(f, constant(letters)))
    text = of_letters(f, found)
    if form["form"]:
        text = invoke(f, prelude.with_prefix, text, text_value(f, constant(prefix)))
    if form["sign"] in ("+", " "):
        negative = truth_value(f.builder.icmp_signed("<", number.scalars[0], number.scalars[0].type(0)))
        text = invoke(f, prelude.with_sign, text, text_value(f, constant(form["sign"])), negative)
    return text


INT_KIND = Int()


def _f_string(f: Emitter, node: Any) -> Value:
    parts: list[Any] = []
    for each in node.values:
        if isinstance(each, ast.Constant):
            parts.append(each.value)
            continue
        value = expression(f, each.value)
        if each.conversion == ord("r"):
            value = as_repr(f, value)
        elif each.conversion == ord("s"):
            value = as_string(f, value)
        elif each.conversion != -1:
            raise f.refuse("!a in an f-string cannot be compiled; write !r instead")
        written, width = _specified(f, each.format_spec)
        parts.append(formatted(f, value, written, width, (key_of(f, each), "formatted")))
    return joined(f, parts, key_of(f, node))


def _specified(f: Emitter, spec: Any) -> tuple[str, Value | None]:
    """Return the format of a value in an f-string, with a null character for a computed width, and that width."""
    written, width = "", None
    for part in spec.values if spec is not None else ():
        if isinstance(part, ast.Constant):
            written += str(part.value)
            continue
        value = expression(f, part.value)
        if value.known:
            written += str(value.known[0])
        elif width is None and isinstance(value.kind, Int):
            written, width = written + "\0", value
        else:
            raise f.refuse("a computed format in an f-string; write the format itself instead")
    return written, width


def format_text(f: Emitter, value: Value, args: list[Value], named: dict[str, Value], key: Any) -> Value:
    """str.format."""
    if not value.known:
        raise f.refuse("format of a string that is not a constant; write an f-string instead")
    parts: list[Any] = []
    for number, (text, name, spec, conversion) in enumerate(_fields(f, value.known[0])):
        parts.append(text)
        if name is None:
            continue
        each = args[int(name)] if name.isdigit() and int(name) < len(args) else named.get(name)
        if each is None or conversion not in (None, "s", "r") or "{" in (spec or ""):
            raise f.refuse("such a format cannot be compiled; write an f-string instead")
        each = as_repr(f, each) if conversion == "r" else as_string(f, each) if conversion == "s" else each
        parts.append(formatted(f, each, spec or "", None, (key, number)))
    return joined(f, parts, (key, "format"))


def _fields(f: Emitter, text: str) -> Iterator[tuple[str, str | None, str | None, str | None]]:
    """Yield the parts of a format string, with unnamed fields numbered."""
    count, numbered = 0, False
    for before, name, spec, conversion in string.Formatter().parse(text):
        numbered |= bool(name and name.isdigit())
        if name == "":
            name, count = str(count), count + 1
        if count and numbered:
            raise f.stop(ValueError, "format fields are numbered both automatically and manually")
        yield before, name, spec, conversion


PERCENT = re.compile(r"%(?P<sides>[-0]*)(?P<width>\d*)(?P<kind>[dsr%])")


def percent(f: Emitter, text: Value, value: Value, key: Any) -> Value:
    """Return text % value."""
    if not text.known:
        raise f.refuse("% of a string that is not a constant; write an f-string instead")
    many = isinstance(value.kind, Tuple) or (isinstance(value.kind, Constant) and isinstance(value.kind.thing, tuple))
    values = list(starred(f, value)) if many else [value]
    parts: list[Any] = []
    end, written = 0, text.known[0]
    for each in PERCENT.finditer(written):
        parts.append(written[end : each.start()])
        end = each.end()
        if each["kind"] == "%":
            parts.append("%")
            continue
        if not values:
            raise f.stop(TypeError, "not enough arguments for format string")
        parts.append(_percent_part(f, values.pop(0), each, (key, end)))
    rest = written[end:]
    if "%" in "".join(part for part in [*parts, rest] if isinstance(part, str) and part != "%") or values:
        raise f.refuse("such a format cannot be compiled; write an f-string instead")
    return joined(f, [*parts, rest], (key, "percent"))


def _percent_part(f: Emitter, value: Value, part: Any, key: Any) -> Value:
    if part["kind"] == "d":
        if not isinstance(value.kind, (Int, Bool)):
            raise f.refuse(f"%d of a {value.kind}; write an f-string instead")
        side = "<" if "-" in part["sides"] else "0" if "0" in part["sides"] else ">"
        width = part["width"] and f"{side}{part['width']}"
        return formatted(f, value, width or "d", None, key)
    text = as_repr(f, value) if part["kind"] == "r" else as_string(f, value)
    width = part["width"] and f"{'<' if '-' in part['sides'] else '>'}{part['width']}"
    return formatted(f, text, width or "", None, key)


EXPRESSIONS[ast.JoinedStr] = _f_string
TEXTS["format"] = format_text
TEXT_OPERATORS[operator.mod] = percent
