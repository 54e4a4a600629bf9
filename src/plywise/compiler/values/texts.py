"""The methods of strings and bytes."""

import functools
from collections.abc import Callable
from typing import Any

from plywise.compiler.emission.callees import invoke
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, plain, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.kinds import (
    BIT,
    BYTE,
    CHAR,
    INT,
    LETTER,
    TEXT,
    WHOLE,
    Bits,
    Bytes,
    Char,
    Constant,
    List,
    Packed,
    Row,
    Set,
    Text,
    Tuple,
    Union,
    Value,
    is_text,
)
from plywise.compiler.values.comparisons import equal
from plywise.compiler.values.loops import any_of, loop
from plywise.compiler.values.numbers import worded
from plywise.compiler.values.sequences import append, as_row, copied_row, cut, length, new_list, row_of_list, tuple_of

Arguments = list[Value]
MAX_CODE = 0x250  # the limit of letters whose case can be changed


def text_value(f: Emitter, value: Value) -> Value:
    """Return a value that must be a string, as a string of any length."""
    value = plain(f, worded(f, value))
    if not isinstance(value.kind, (Char, Text)):
        raise f.refuse(f"a {value.kind} where a string is needed; str(...) makes one of a number")
    return convert(f, value, TEXT)


def of_bytes(f: Emitter, value: Value) -> Value:
    """Return a bytes object, or the number of a byte in a tuple, as a string with a character for each byte."""
    thing = getattr(value.kind, "thing", None)
    if isinstance(thing, bytes):
        return constant(thing.decode("latin-1"))
    return of_letters(f, invoke(f, prelude.letters_of, plain(f, value)))


def _bytes_of(f: Emitter, text: Value) -> Value:
    """Return the bytes object that `of_bytes` made a string of."""
    return Value(Bytes(), row_of_list(f, invoke(f, prelude.codes_of, plain(f, text))).scalars)


def _bytes_method(name: str) -> Any:
    """Return the translation of a method of bytes, which works like that of strings."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        if name in NUMBERED and args[0].kind.family != "bytes":
            args = [tuple_of(args[:1]), *args[1:]]
        count = 1 if name in NUMBERED else 2
        texts = [of_bytes(f, each) for each in args[:count]]
        found = TEXTS[name](f, of_bytes(f, value), [*texts, *args[count:]], named, key)
        return _bytes_of(f, found) if is_text(found) else found

    return translate


NUMBERED = ("find", "index", "rfind", "rindex", "count")
"""Methods of bytes that also take the number of a byte."""
OF_BYTES = {
    name: _bytes_method(name)
    for name in (*NUMBERED, "replace", "startswith", "endswith", "removeprefix", "removesuffix")
}


def of_letters(f: Emitter, items: Value) -> Value:
    """Return a list of characters as a string."""
    f.program.put(items.kind.cells[0], LETTER)
    return Value(TEXT, row_of_list(f, items).scalars)


def join_texts(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """str.join."""
    many = args[0]
    plain_join = value.known == ("",)
    if plain_join and isinstance(many.kind, Packed) and many.kind.codec.text:
        return many
    if plain_join and not many.kind.lazy:
        row = as_row(f, many) if not isinstance(many.kind, (Set, Bits)) else None
        if row is not None and row.kind.item == LETTER:
            fresh = isinstance(many.kind, List)
            return Value(TEXT, (copied_row(f, row) if fresh else row).scalars)
    found, first = new_list(f, (key, "joined"), None, LETTER), f.place(BIT)
    f.builder.store(BIT(1), first)
    between = None if plain_join else text_value(f, value)

    def one(each: Value) -> None:
        if between is not None:
            with f.when(f.builder.not_(f.builder.load(first))):
                loop(f, between, lambda letter: append(f, found, letter))
            f.builder.store(BIT(0), first)
        text = convert(f, each, TEXT) if isinstance(each.kind, Union) else plain(f, each)
        if isinstance(text.kind, Char):
            append(f, found, text)
        elif isinstance(text.kind, Text):
            loop(f, text, lambda letter: append(f, found, letter))
        else:
            raise f.refuse(f"join of a {each.kind}; join strings: str(...) makes one of a number")

    loop(f, many, one)
    return of_letters(f, found)


def _cased(change: Callable[[str], str]) -> Any:
    """Return the translation of upper, lower or swapcase."""
    codes = [ord(change(chr(code))) if len(change(chr(code))) == 1 else -1 for code in range(MAX_CODE)]

    def letter(f: Emitter, value: Value) -> Value:
        base = f.program.table("case", CHAR, [CHAR(code) for code in codes])
        large = f.builder.icmp_unsigned(">=", value.scalars[0], CHAR(MAX_CODE))
        f.fail(large, OverflowError, "a letter of a script whose cases are not compiled")
        at = f.builder.zext(value.scalars[0], INT)
        found = f.builder.load(f.builder.gep(f.builder.bitcast(base, CHAR.as_pointer()), [at]))
        f.fail(f.builder.icmp_signed("<", found, CHAR(0)), OverflowError, "a letter that becomes two")
        return Value(LETTER, [found])

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        if value.known:
            return constant(change(value.known[0]))
        value = plain(f, value)
        if isinstance(value.kind, Char):
            return letter(f, value)
        found = new_list(f, (key, "cased"), None, LETTER)
        loop(f, value, lambda each: append(f, found, letter(f, each)))
        return of_letters(f, found)

    return translate


def _classified(test: Callable[[str], bool]) -> Any:
    """Return the translation of isdigit and the like."""
    bits = [BYTE(int(test(chr(code)))) for code in range(MAX_CODE)]

    def letter(f: Emitter, value: Value) -> Any:
        base = f.program.table("class", BYTE, bits)
        large = f.builder.icmp_unsigned(">=", value.scalars[0], CHAR(MAX_CODE))
        f.fail(large, OverflowError, "a letter of a script whose kinds are not compiled")
        found = f.builder.load(f.builder.gep(base, [f.builder.zext(value.scalars[0], INT)]))
        return f.builder.icmp_unsigned("!=", found, BYTE(0))

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        if value.known:
            return constant(test(value.known[0]))
        value = plain(f, value)
        if isinstance(value.kind, Char):
            return truth_value(letter(f, value))
        if test in (str.isupper, str.islower):
            other = TEXTS["islower" if test is str.isupper else "isupper"]
            none = any_of(f, value, lambda each: other(f, each, [], {}, key).scalars[0])
            return truth_value(f.builder.and_(any_of(f, value, lambda each: letter(f, each)), f.builder.not_(none)))
        wrong = any_of(f, value, lambda each: f.builder.not_(letter(f, each)))
        some = f.builder.icmp_signed("!=", length(f, value), f.int(0))
        return truth_value(f.builder.and_(some, f.builder.not_(wrong)))

    return translate


def _searched(function: Any) -> Any:
    """Return the translation of find, index, count and the like."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        text, part = plain(f, value), plain(f, args[0])
        if isinstance(part.kind, Char) and function in (prelude.text_count, prelude.text_index) and len(args) == 1:
            row: Any = as_row(f, text)
            if function is prelude.text_count:
                return invoke(f, prelude.count_of, row, part)
            ends = [constant(0), Value(WHOLE, [row.scalars[1]])]
            return invoke(f, prelude.index_of, row, part, *ends)
        text, part = text_value(f, text), text_value(f, part)
        start = args[1] if len(args) > 1 and args[1].known != (None,) else constant(0)
        stop = args[2] if len(args) > 2 and args[2].known != (None,) else Value(WHOLE, [text.scalars[1]])
        if function is prelude.text_find_in and len(args) == 1:
            return invoke(f, prelude.text_find, text, part, start)
        return invoke(f, function, text, part, start, stop)

    return translate


def _replace_text(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    count = args[2] if len(args) > 2 else constant(-1)
    found = invoke(f, prelude.text_replace, text_value(f, value), text_value(f, args[0]), text_value(f, args[1]), count)
    return of_letters(f, found)


def _split_text(at_end: bool) -> Any:
    """Return the translation of split or rsplit."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        by = args[0] if args else named.get("sep", constant(None))
        most = args[1] if len(args) > 1 else named.get("maxsplit", constant(-1))
        if by.known != (None,):
            function = prelude.text_split_last if at_end else prelude.text_split
            return invoke(f, function, text_value(f, value), text_value(f, by), most)
        if at_end and most.known != (-1,):
            raise f.refuse("rsplit at spaces with a maximum; name the separator: rsplit(' ', 1)")
        return invoke(f, prelude.text_words, text_value(f, value), most)

    return translate


def _by_prelude(function: Any, letters: bool = False) -> Any:
    """Return the translation of a string method of the prelude."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        found = invoke(f, function, text_value(f, value), *(text_value(f, each) for each in args))
        return of_letters(f, found) if letters else found

    return translate


def _padded(function: Any) -> Any:
    """Return the translation of ljust, rjust, center and zfill."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        fill = args[1] if len(args) > 1 else constant("0" if function is prelude.text_zeros else " ")
        letter = f.program.convert(f, plain(f, fill), LETTER)  # raises TypeError for more than one character
        return of_letters(f, invoke(f, function, text_value(f, value), args[0], letter))

    return translate


def _translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """str.translate with a constant table."""
    table = getattr(args[0].kind, "thing", None)
    if not isinstance(table, dict):
        raise f.refuse("translate with a table that is not a constant; make it once, outside of the rules")
    pairs = {chr(code): chr(new) if isinstance(new, int) else new for code, new in table.items()}
    if any(new is None or len(new) != 1 for new in pairs.values()):
        raise f.refuse("translate that drops characters or makes several of one; use replace instead")
    found = new_list(f, (key, "translated"), None, LETTER)

    def one(each: Value) -> None:
        code = each.scalars[0]
        for old, new in pairs.items():
            same = f.builder.icmp_signed("==", each.scalars[0], CHAR(ord(old)))
            code = f.builder.select(same, CHAR(ord(new)), code)
        append(f, found, Value(LETTER, [code]))

    loop(f, plain(f, value), one)
    return of_letters(f, found)


def _stripped(left: bool, right: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        letters = text_value(f, args[0]) if args else text_value(f, constant(prelude.BLANKS))
        return invoke(f, prelude.text_strip, text_value(f, value), letters, constant(left), constant(right))

    return translate


def _begins(at_end: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        kind, many = args[0].kind, None
        if isinstance(kind, Tuple):
            many = args[0].items()
        elif isinstance(kind, Constant) and isinstance(kind.thing, tuple):
            many = list(map(constant, kind.thing))
        elif isinstance(kind, Row):
            raise f.refuse(
                "a tuple whose length is not known at compile time, to begin or end with; use any(...) instead"
            )
        if many is not None:
            bits = [translate(f, value, [each], named, key).scalars[0] for each in many]
            return truth_value(functools.reduce(f.builder.or_, bits, BIT(0)))
        text, part = text_value(f, value), text_value(f, args[0])
        size = Value(WHOLE, [part.scalars[1]])
        fits = f.builder.icmp_signed(">=", text.scalars[1], part.scalars[1])
        begin = Value(WHOLE, [f.builder.sub(text.scalars[1], part.scalars[1])])
        begin.scalars = (f.builder.select(fits, begin.scalars[0], f.int(0)),)
        piece = cut(f, text, begin, None, None, key) if at_end else cut(f, text, None, size, None, key)
        return truth_value(f.builder.and_(fits, equal(f, piece, part)))

    return translate


TEXTS: dict[str, Any] = {
    "join": join_texts,
    "upper": _cased(str.upper),
    "lower": _cased(str.lower),
    "swapcase": _cased(str.swapcase),
    "casefold": _cased(str.casefold),
    "capitalize": _by_prelude(prelude.text_capitalize, letters=True),
    "title": _by_prelude(prelude.text_title, letters=True),
    "isupper": _classified(str.isupper),
    "islower": _classified(str.islower),
    "isdigit": _classified(str.isdigit),
    "isdecimal": _classified(str.isdecimal),
    "isnumeric": _classified(str.isnumeric),
    "isalpha": _classified(str.isalpha),
    "isalnum": _classified(str.isalnum),
    "isspace": _classified(str.isspace),
    "find": _searched(prelude.text_find_in),
    "index": _searched(prelude.text_index),
    "rfind": _searched(prelude.text_last),
    "rindex": _searched(prelude.text_last_index),
    "count": _searched(prelude.text_count),
    "replace": _replace_text,
    "split": _split_text(False),
    "rsplit": _split_text(True),
    "splitlines": _by_prelude(prelude.text_lines),
    "partition": _by_prelude(prelude.text_partition),
    "rpartition": _by_prelude(prelude.text_partition_last),
    "removeprefix": _by_prelude(prelude.text_without_begin),
    "removesuffix": _by_prelude(prelude.text_without_end),
    "ljust": _padded(prelude.text_left),
    "rjust": _padded(prelude.text_right),
    "center": _padded(prelude.text_center),
    "zfill": _padded(prelude.text_zeros),
    "translate": _translate,
    "strip": _stripped(True, True),
    "lstrip": _stripped(True, False),
    "rstrip": _stripped(False, True),
    "startswith": _begins(False),
    "endswith": _begins(True),
}
