"""`row[:i] + (new,) + row[i + 1:]`, `(*row[:i], new, *row[i + 1:])`: a row of a state with one item replaced.

This is the usual way to write a move on an immutable board. Unpacking, slicing, joining and packing again would cost as
much as the rest of the move; on words, one item is replaced in place.
"""

import ast
import operator
from typing import Any

from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.forms import expression, key_of
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import FLOAT, Char, Constant, Packed, Tuple, Value
from plywise.compiler.values.numbers import whole
from plywise.compiler.values.operators import binary
from plywise.compiler.values.sequences import cut, tuple_of
from plywise.errors import LayoutOverflow

PURE = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)


def _parts(node: Any) -> tuple[Any, Any, Any] | None:
    """Return the row, the place and the new item of an expression of these forms; None for any other."""
    if isinstance(node, ast.Tuple):
        stars = [place for place, each in enumerate(node.elts) if isinstance(each, ast.Starred)]
        if len(node.elts) != 3 or stars != [0, 2]:
            return None
        first, new, last = node.elts[0].value, node.elts[1], node.elts[2].value  # type: ignore[attr-defined]
    elif isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Add):
        first, new, last = node.left.left, node.left.right, node.right
    else:
        return None
    if not (isinstance(first, ast.Subscript) and isinstance(last, ast.Subscript)):
        return None
    before, after = first.slice, last.slice
    if not (isinstance(before, ast.Slice) and isinstance(after, ast.Slice)):
        return None
    if any(each is not None for each in (before.lower, before.step, after.upper, after.step)):
        return None
    if before.upper is None or after.lower is None or not _is_next(before.upper, after.lower):
        return None
    if _text(first.value) != _text(last.value) or not (_is_pure(first.value) and _is_pure(before.upper)):
        return None
    return first.value, before.upper, new


def _text(node: ast.expr) -> str:
    return ast.dump(node)


def _is_pure(node: ast.expr) -> bool:
    return all(isinstance(each, PURE) for each in ast.walk(node))


def _is_next(place: ast.expr, other: ast.expr) -> bool:
    """Return whether an expression is another plus one."""
    if isinstance(place, ast.Constant) and isinstance(other, ast.Constant):
        return type(place.value) is type(other.value) is int and other.value == place.value + 1
    one = other.right if isinstance(other, ast.BinOp) and isinstance(other.op, ast.Add) else None
    return isinstance(one, ast.Constant) and one.value == 1 and _text(other.left) == _text(place)  # type: ignore[attr-defined]


def replaced(f: Emitter, node: Any) -> Value | None:
    """Return the value of a sum or starred tuple of this form, if the row is in a state's words; otherwise None."""
    parts = _parts(node)
    if parts is None:
        return None
    row, is_tuple = expression(f, parts[0]), isinstance(node, ast.Tuple)
    if not isinstance(row.kind, Packed) or (is_tuple and row.kind.codec.text):
        return None
    place = expression(f, parts[1])
    new = f.program.materialize(f, expression(f, parts[2]))
    if is_tuple:
        new = _tuple_of_one(f, new, parts[2])
    item = _item(row.kind.codec, new)
    if item is None:
        return _joined(f, row, place, new, key_of(f, node))
    at = whole(f, place, "an index")
    inside, outside = f.split(f.builder.icmp_unsigned("<", at, row.kind.codec.length(f, row)))
    f.at(inside)
    found = row.kind.codec.replaced(f, row, at, item)
    ways = [(f.builder.block, found)]
    f.at(outside)  # Python makes a row of another length
    with f.reached():
        words = row.kind.codec.emit(f, _joined(f, row, place, new, key_of(f, node)))
        ways.append((f.builder.block, Value(row.kind, words)))
    return f.merge(None, ways, f.block("replaced"))


def _tuple_of_one(f: Emitter, value: Value, node: Any) -> Value:
    """Return a tuple of one value; for a constant, a constant that is the same in each pass."""
    if not value.known and not isinstance(value.kind, Constant):
        return tuple_of([value])
    thing = (value.known[0] if value.known else value.kind.thing,)
    return constant(f.program.cells.setdefault(("constant", id(node), "one"), thing))


def _joined(f: Emitter, row: Value, place: Value, new: Value, key: Any) -> Value:
    """Return the value of the expression as written: two pieces of the row, with the new item between them."""
    after = binary(f, operator.add, place, constant(1), (key, "next"))
    first = cut(f, row, None, place, None, (key, "first"))
    last = cut(f, row, after, None, None, (key, "last"))
    return binary(f, operator.add, binary(f, operator.add, first, new, (key, "both")), last, key)


def _item(codec: Any, value: Value) -> Value | None:
    """Return the one item of a tuple, or a string of one character, if it is of the row's kind; None otherwise."""
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, tuple):
        items = [constant(each) for each in value.kind.thing]
    else:
        items = value.items() if isinstance(value.kind, Tuple) else []
    if codec.text:
        return value if isinstance(value.kind, Char) and _fits(codec, value) else None
    if len(items) != 1 or items[0].kind == FLOAT or not _fits(codec, items[0]):
        return None
    return items[0] if items[0].kind in (codec.item.kind, codec.item.unpacked) else None


def _fits(codec: Any, item: Value) -> bool:
    """Return whether an item is known to fit."""
    if item.known:
        try:
            codec.item.encode(item.known[0])
        except LayoutOverflow:
            return False
    return True
