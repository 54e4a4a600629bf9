"""The methods of Python's own types."""

import functools
import operator
from collections.abc import Callable
from typing import Any

from plywise.engines.native.compile.translate import prelude
from plywise.engines.native.compile.translate.collections import (
    add,
    as_set,
    combine,
    dict_get,
    dict_pop,
    dict_put,
    discard,
    is_set,
    items_of,
    new_dict,
    subset,
    values_of,
)
from plywise.engines.native.compile.translate.constants import constant
from plywise.engines.native.compile.translate.conversion import convert, dispatch, plain, truth_value
from plywise.engines.native.compile.translate.function import Emitter
from plywise.engines.native.compile.translate.kinds import (
    BIT,
    BYTE,
    CHAR,
    INT,
    LETTER,
    NONE,
    TEXT,
    WHOLE,
    Bits,
    Bool,
    Char,
    Dict,
    Fixed,
    Int,
    Lazy,
    List,
    Packed,
    Record,
    Row,
    Set,
    Text,
    Tuple,
    Value,
)
from plywise.engines.native.compile.translate.loops import any_of, listed, loop
from plywise.engines.native.compile.translate.numbers import truth, whole
from plywise.engines.native.compile.translate.sequences import (
    COUNT,
    ITEMS,
    ROOM,
    append,
    as_row,
    head,
    invoke,
    item_at,
    length,
    list_of_row,
    new_list,
    row_of_list,
)

Arguments = list[Value]
MAX_CODE = 0x250  # letters that may be turned to upper or lower case


def method(f: Emitter, value: Value, name: str, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    """Return value.name(*args, **named)."""
    return dispatch(f, [value], lambda each: _method(f, each, name, args, named, key))


def _method(f: Emitter, value: Value, name: str, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    for test, table in TABLES:
        if test(value) and name in table:
            return table[name](f, value, args, named, key)
    raise f.refuse(f"the method {name} of a {value.kind} cannot be compiled")


def nothing() -> Value:
    """Return None."""
    return Value(NONE, (), (None,))


# --- strings ----------------------------------------------------------------------------------------------------------


def _text(f: Emitter, value: Value) -> Value:
    value = plain(f, value)
    if not isinstance(value.kind, (Char, Text)):
        raise f.refuse(f"a {value.kind} where a string is needed")
    return convert(f, value, TEXT)


def _of_letters(f: Emitter, items: Value) -> Value:
    """Return a list of characters as a string."""
    f.program.put(items.kind.cells[0], LETTER)
    return Value(TEXT, row_of_list(f, items).leaves)


def join_texts(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """str.join."""
    many = args[0]
    plain_join = value.known == ("",)
    if plain_join and not many.kind.lazy:
        row = as_row(f, many) if not isinstance(many.kind, (Set, Bits)) else None
        if row is not None and row.kind.item == LETTER:
            fresh = isinstance(many.kind, List)
            if fresh:
                from plywise.engines.native.compile.translate.sequences import copied_row

                row = copied_row(f, row)
            return Value(TEXT, row.leaves)
    found, first = new_list(f, (key, "joined"), None, LETTER), f.place(BIT)
    f.builder.store(BIT(1), first)
    between = None if plain_join else _text(f, value)

    def one(each: Value) -> None:
        if between is not None:
            with f.when(f.builder.not_(f.builder.load(first))):
                loop(f, between, lambda letter: append(f, found, letter))
            f.builder.store(BIT(0), first)
        text = plain(f, each)
        if isinstance(text.kind, Char):
            append(f, found, text)
        elif isinstance(text.kind, Text):
            loop(f, text, lambda letter: append(f, found, letter))
        else:
            raise f.refuse(f"join of a {each.kind}")

    loop(f, many, one)
    return _of_letters(f, found)


def _cased(change: Callable[[str], str]) -> Any:
    """Return the translation of upper, lower or swapcase."""
    codes = [ord(change(chr(code))) if len(change(chr(code))) == 1 else -1 for code in range(MAX_CODE)]

    def letter(f: Emitter, value: Value) -> Value:
        base = f.program.table("case", CHAR, [CHAR(code) for code in codes])
        large = f.builder.icmp_unsigned(">=", value.leaves[0], CHAR(MAX_CODE))
        f.fail(large, OverflowError, "a letter of a script whose cases are not compiled")
        at = f.builder.zext(value.leaves[0], INT)
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
        return _of_letters(f, found)

    return translate


def _classified(test: Callable[[str], bool]) -> Any:
    """Return the translation of isdigit and the like."""
    bits = [BYTE(int(test(chr(code)))) for code in range(MAX_CODE)]

    def letter(f: Emitter, value: Value) -> Any:
        base = f.program.table("class", BYTE, bits)
        large = f.builder.icmp_unsigned(">=", value.leaves[0], CHAR(MAX_CODE))
        f.fail(large, OverflowError, "a letter of a script whose kinds are not compiled")
        found = f.builder.load(f.builder.gep(base, [f.builder.zext(value.leaves[0], INT)]))
        return f.builder.icmp_unsigned("!=", found, BYTE(0))

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        if value.known:
            return constant(test(value.known[0]))
        value = plain(f, value)
        if isinstance(value.kind, Char):
            return truth_value(letter(f, value))
        if test in (str.isupper, str.islower):
            other = TEXTS["islower" if test is str.isupper else "isupper"]
            none = any_of(f, value, lambda each: other(f, each, [], {}, key).leaves[0])
            return truth_value(f.builder.and_(any_of(f, value, lambda each: letter(f, each)), f.builder.not_(none)))
        wrong = any_of(f, value, lambda each: f.builder.not_(letter(f, each)))
        some = f.builder.icmp_signed("!=", length(f, value), f.int(0))
        return truth_value(f.builder.and_(some, f.builder.not_(wrong)))

    return translate


def _searched(function: Any) -> Any:
    """Return the translation of find, index, count and rfind."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        text = plain(f, value)
        part = plain(f, args[0])
        if isinstance(part.kind, Char) and function in (prelude.text_count, prelude.text_index) and len(args) == 1:
            row: Any = as_row(f, text)
            if function is prelude.text_count:
                return invoke(f, prelude.count_of, row, part)
            ends = [constant(0), Value(WHOLE, [row.leaves[1]])]
            return invoke(f, prelude.index_of, row, part, *ends)
        more = args[1:]
        if function is prelude.text_find and not more:
            more = [constant(0)]
        elif more and function is not prelude.text_find:
            raise f.refuse("a search in a part of a string; slice it first")
        return invoke(f, function, _text(f, text), _text(f, part), *more)

    return translate


def _replace_text(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    count = args[2] if len(args) > 2 else constant(-1)
    found = invoke(f, prelude.text_replace, _text(f, value), _text(f, args[0]), _text(f, args[1]), count)
    if args[0].known == ("",):
        raise f.refuse("replace of the empty string")
    return _of_letters(f, found)


def _split_text(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if not args or args[0].known == (None,):
        return invoke(f, prelude.text_words, _text(f, value))
    return invoke(f, prelude.text_split, _text(f, value), _text(f, args[0]))


def _split_lines(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return invoke(f, prelude.text_lines, _text(f, value))


def _padded(function: Any) -> Any:
    """Return the translation of ljust, rjust and zfill."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        fill = args[1] if len(args) > 1 else constant("0" if function is prelude.text_zeros else " ")
        return _of_letters(f, invoke(f, function, _text(f, value), args[0], plain(f, fill)))

    return translate


def _translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """str.translate with a table that is known now."""
    table = getattr(args[0].kind, "thing", None)
    if not isinstance(table, dict):
        raise f.refuse("translate with a table that is not a constant")
    pairs = {chr(code): chr(new) if isinstance(new, int) else new for code, new in table.items()}
    if any(new is None or len(new) != 1 for new in pairs.values()):
        raise f.refuse("translate that drops characters or makes several of one")
    found = new_list(f, (key, "translated"), None, LETTER)

    def one(each: Value) -> None:
        code = each.leaves[0]
        for old, new in pairs.items():
            same = f.builder.icmp_signed("==", each.leaves[0], CHAR(ord(old)))
            code = f.builder.select(same, CHAR(ord(new)), code)
        append(f, found, Value(LETTER, [code]))

    loop(f, plain(f, value), one)
    return _of_letters(f, found)


def _stripped(left: bool, right: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        letters = _text(f, args[0]) if args else _text(f, constant(" \t\n\r\f\v"))
        return invoke(f, prelude.text_strip, _text(f, value), letters, constant(left), constant(right))

    return translate


def _begins(at_end: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        many = args[0].items() if isinstance(args[0].kind, Tuple) else None
        many = list(map(constant, args[0].kind.thing)) if _is_row(args[0]) and many is None else many
        if many is not None:
            bits = [translate(f, value, [each], named, key).leaves[0] for each in many]
            return truth_value(functools.reduce(f.builder.or_, bits, BIT(0)))
        text, part = _text(f, value), _text(f, args[0])
        size = Value(WHOLE, [part.leaves[1]])
        language = f.program.language
        fits = f.builder.icmp_signed(">=", text.leaves[1], part.leaves[1])
        begin = Value(WHOLE, [f.builder.sub(text.leaves[1], part.leaves[1])])
        begin.leaves = (f.builder.select(fits, begin.leaves[0], f.int(0)),)
        piece = (
            language.cut(f, text, begin, None, None, key) if at_end else language.cut(f, text, None, size, None, key)
        )
        return truth_value(f.builder.and_(fits, language.equal(f, piece, part)))

    return translate


TEXTS: dict[str, Any] = {
    "join": join_texts,
    "upper": _cased(str.upper),
    "lower": _cased(str.lower),
    "swapcase": _cased(str.swapcase),
    "isupper": _classified(str.isupper),
    "islower": _classified(str.islower),
    "isdigit": _classified(str.isdigit),
    "isnumeric": _classified(str.isnumeric),
    "isalpha": _classified(str.isalpha),
    "isalnum": _classified(str.isalnum),
    "isspace": _classified(str.isspace),
    "find": _searched(prelude.text_find),
    "index": _searched(prelude.text_index),
    "rfind": _searched(prelude.text_last),
    "count": _searched(prelude.text_count),
    "replace": _replace_text,
    "split": _split_text,
    "splitlines": _split_lines,
    "ljust": _padded(prelude.text_left),
    "rjust": _padded(prelude.text_right),
    "zfill": _padded(prelude.text_zeros),
    "translate": _translate,
    "strip": _stripped(True, True),
    "lstrip": _stripped(True, False),
    "rstrip": _stripped(False, True),
    "startswith": _begins(False),
    "endswith": _begins(True),
}


# --- tuples and lists -------------------------------------------------------------------------------------------------


def _count(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    return invoke(f, prelude.count_of, row, plain(f, args[0]))


def _index(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    start = args[1] if len(args) > 1 else constant(0)
    stop = args[2] if len(args) > 2 else Value(WHOLE, [row.leaves[1]])
    return invoke(f, prelude.index_of, row, plain(f, args[0]), start, stop)


def _copy_row(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    return list_of_row(f, row, None, (key, "copy"))


ROWS: dict[str, Any] = {"count": _count, "index": _index, "copy": _copy_row}


def _append(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    append(f, value, args[0])
    return nothing()


def _extend(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    many = listed(f, args[0], (key, "more")) if isinstance(args[0].kind, List) else args[0]
    loop(f, many, lambda each: append(f, value, each))
    return nothing()


def _pop(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if args and args[0].known != (-1,):
        return invoke(f, prelude.take, value, args[0])
    count = f.builder.load(head(f, value, COUNT))
    f.fail(f.builder.icmp_signed("<=", count, f.int(0)), IndexError, "pop from an empty list")
    last = f.builder.sub(count, f.int(1))
    f.builder.store(last, head(f, value, COUNT))
    return item_at(f, value, last)


def _pop_left(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    count = f.builder.load(head(f, value, COUNT))
    f.fail(f.builder.icmp_signed("<=", count, f.int(0)), IndexError, "pop from an empty deque")
    found = item_at(f, value, f.int(0))
    size = f.size_of(value.kind.item)
    items = f.builder.load(head(f, value, ITEMS))
    f.builder.store(f.builder.gep(items, [size]), head(f, value, ITEMS))
    f.builder.store(f.builder.sub(count, f.int(1)), head(f, value, COUNT))
    room = f.builder.load(head(f, value, ROOM))
    f.builder.store(f.builder.sub(room, f.int(1)), head(f, value, ROOM))
    return found


def _insert(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    new = plain(f, f.program.settle(f, args[1]))
    f.program.put(value.kind.cells[0], new.kind)
    invoke(f, prelude.insert, value, args[0], convert(f, new, value.kind.item))
    return nothing()


def _append_left(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return _insert(f, value, [constant(0), args[0]], named, key)


def _remove(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    invoke(f, prelude.remove, value, plain(f, args[0]))
    return nothing()


def _reverse(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    invoke(f, prelude.turn, value)
    return nothing()


def _clear(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    for leaf in value.leaves:
        f.builder.store(f.int(0), head(f, Value(List(f.program.cell("tables")), [leaf]), COUNT))
    return nothing()


def _copy_list(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return list_of_row(f, row_of_list(f, value), None, (key, "copy"))


def keys_for(f: Emitter, values: Value, named: dict[str, Value], key: Any) -> Value:
    """Return the list of what a list is sorted by."""
    by = named.get("key")
    if by is None or by.known == (None,):
        return values
    keys = new_list(f, (key, "keys"))
    call = f.program.language.call_value
    loop(f, values, lambda each: append(f, keys, call(f, by, [each])))
    return keys


def _sort(f: Emitter, value: Value, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    turned = truth_value(truth(f, named["reverse"])) if "reverse" in named else constant(False)
    invoke(f, prelude.put_in_order, value, keys_for(f, value, named, key), turned)
    return nothing()


LISTS: dict[str, Any] = {
    "append": _append,
    "extend": _extend,
    "pop": _pop,
    "popleft": _pop_left,
    "appendleft": _append_left,
    "insert": _insert,
    "remove": _remove,
    "reverse": _reverse,
    "clear": _clear,
    "copy": _copy_list,
    "sort": _sort,
    **ROWS,
}


# --- sets and dicts ---------------------------------------------------------------------------------------------------


def _add(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    add(f, value, args[0])
    return nothing()


def _update_set(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    for many in args:
        loop(f, many, lambda each: add(f, value, each), ordered=False)
    return nothing()


def _discard(strict: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        discard(f, value, args[0], strict)
        return nothing()

    return translate


def _as_set(f: Emitter, value: Value, key: Any) -> Value:
    return value if is_set(value) else as_set(f, value, None, (key, "set"))


def _combined(op: Any) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        found = value
        for number, other in enumerate(args):
            made = combine(f, op, found, _as_set(f, other, (key, number)), (key, "combined", number))
            assert made is not None
            found = made
        return found

    return translate


def _related(op: Any) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        return truth_value(subset(f, op, value, _as_set(f, args[0], key)))

    return translate


def _disjoint(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    contains = f.program.language.contains
    return truth_value(f.builder.not_(any_of(f, args[0], lambda each: contains(f, value, each))))


def _copy_set(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return as_set(f, value, None, (key, "copy"))


SETS: dict[str, Any] = {
    "union": _combined(operator.or_),
    "intersection": _combined(operator.and_),
    "difference": _combined(operator.sub),
    "symmetric_difference": _combined(operator.xor),
    "issubset": _related(operator.le),
    "issuperset": _related(operator.ge),
    "isdisjoint": _disjoint,
    "copy": _copy_set,
}
CHANGING_SETS: dict[str, Any] = {
    "add": _add,
    "update": _update_set,
    "discard": _discard(False),
    "remove": _discard(True),
    "clear": _clear,
}


def parts_of(f: Emitter, value: Value) -> tuple[Value, Value]:
    """Return the keys and the values of a dict."""
    if isinstance(value.kind, Fixed):
        return constant(tuple(value.kind.thing)), constant(tuple(value.kind.thing.values()))
    return items_of(value), values_of(value)


def _keys(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return parts_of(f, value)[0]


def _values(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return parts_of(f, value)[1]


def _items(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if isinstance(value.kind, Fixed):
        return constant(tuple(value.kind.thing.items()))
    return Value(Lazy("items", *parts_of(f, value)))


def _get(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return dict_get(f, value, args[0], args[1] if len(args) > 1 else nothing())


def _pop_key(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return dict_pop(f, value, args[0], args[1] if len(args) > 1 else None)


def _set_default(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    from plywise.engines.native.compile.translate.collections import dict_item, in_collection

    with f.when(f.builder.not_(in_collection(f, value, args[0]))):
        dict_put(f, value, args[0], args[1] if len(args) > 1 else nothing())
    return dict_item(f, value, args[0])


def copy_dict(f: Emitter, value: Value, key: Any) -> Value:
    """Return a new dict of the same keys and values."""
    found = new_dict(f, (key, "copy"))
    loop(
        f,
        Lazy_items(f, value),
        lambda pair: dict_put(f, found, *f.program.language.starred(f, pair)),
    )
    return found


def Lazy_items(f: Emitter, value: Value) -> Value:  # noqa: N802
    """Return the items of a dict."""
    return _items(f, value, [], {}, None)


def _update_dict(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    many = args[0]
    if isinstance(many.kind, Dict) or (isinstance(many.kind, Fixed) and hasattr(many.kind.thing, "keys")):
        many = Lazy_items(f, many)
    loop(f, many, lambda pair: dict_put(f, value, *f.program.language.starred(f, pair)))
    return nothing()


DICTS: dict[str, Any] = {
    "keys": _keys,
    "values": _values,
    "items": _items,
    "get": _get,
    "total": lambda f, value, args, named, key: f.program.language.call_value(
        f, constant(sum), [parts_of(f, value)[1]], {}, key
    ),
    "copy": lambda f, value, args, named, key: copy_dict(f, value, key),
}
CHANGING_DICTS: dict[str, Any] = {
    "pop": _pop_key,
    "setdefault": _set_default,
    "update": _update_dict,
    "clear": _clear,
}


# --- numbers and records ----------------------------------------------------------------------------------------------


def _bit_count(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return Value(WHOLE, [f.builder.ctpop(_magnitude(f, value))])


def _bit_length(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    zeros = f.builder.ctlz(_magnitude(f, value), BIT(0))
    return Value(WHOLE, [f.builder.sub(f.int(64), zeros)])


def _magnitude(f: Emitter, value: Value) -> Any:
    word = whole(f, value)
    return f.builder.select(f.builder.icmp_signed("<", word, f.int(0)), f.builder.neg(word), word)


WHOLES: dict[str, Any] = {"bit_count": _bit_count, "bit_length": _bit_length}


def replace_fields(f: Emitter, value: Value, args: Arguments, named: dict[str, Value], key: Any = None) -> Value:
    """_replace of a NamedTuple, dataclasses.replace."""
    kind: Any = value.kind
    fields = value.items()
    for name, new in named.items():
        if name not in kind.names:
            raise f.refuse(f"{kind} has no field {name}")
        fields[kind.names.index(name)] = plain(f, new) if isinstance(new.kind, Fixed) else f.program.settle(f, new)
    made = Record(kind.made_by, kind.names, tuple(each.kind for each in fields))
    return Value(made, [leaf for each in fields for leaf in each.leaves])


def _is_text(value: Value) -> bool:
    kind = value.kind
    if isinstance(kind, Packed):
        return isinstance(kind.codec.unpacked, Text)
    return isinstance(kind, (Char, Text)) or (isinstance(kind, Fixed) and isinstance(kind.thing, str))


def _is_row(value: Value) -> bool:
    kind = value.kind
    if isinstance(kind, Packed):
        return not _is_text(value)
    if isinstance(kind, Fixed):
        return isinstance(kind.thing, (tuple, list)) or hasattr(kind.thing, "ndim")
    return isinstance(kind, (Tuple, Row)) or (isinstance(kind, Record) and kind.is_tuple)


TABLES: list[tuple[Callable[[Value], bool], dict[str, Any]]] = [
    (_is_text, TEXTS),
    (_is_row, ROWS),
    (lambda value: isinstance(value.kind, List), LISTS),
    (is_set, SETS),
    (lambda value: isinstance(value.kind, Set), CHANGING_SETS),
    (
        lambda value: (
            isinstance(value.kind, Dict) or (isinstance(value.kind, Fixed) and hasattr(value.kind.thing, "keys"))
        ),
        DICTS,
    ),
    (lambda value: isinstance(value.kind, Dict), CHANGING_DICTS),
    (lambda value: isinstance(value.kind, (Int, Bool)), WHOLES),
    (lambda value: isinstance(value.kind, Record) and value.kind.is_tuple, {"_replace": replace_fields}),
]
"""Which values -> the methods that they have."""
