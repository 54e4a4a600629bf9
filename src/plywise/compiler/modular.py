"""Arithmetic whose result is masked: what lies above 64 bits does not count where it is cut off.

`(stones << 30) & 255` is right in Python, however large the shift makes the number. So each step of such an expression
brings a mark, a bit that says that it is wrong above the 64th bit. A mask clears it, and only what is left at the end
is an error (decision 0033).
"""

import ast
import operator
from typing import Any

from plywise.compiler import checked_numbers as checked
from plywise.compiler.forms import expression
from plywise.compiler.function import Emitter
from plywise.compiler.kinds import BIT, INT, WHOLE, Bool, Fixed, Int, Value
from plywise.compiler.messages import PLACES, TOO_LARGE
from plywise.compiler.operators import binary, unary

MASKING = (ast.BitAnd, ast.Mod)
INNER = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.Mod: operator.mod,
}  # fmt: skip
"""The operations in which what lies above 64 bits never reaches what lies below."""


def is_masked(node: ast.BinOp) -> bool:
    """Return whether an expression cuts off what another one computes."""
    return isinstance(node.op, MASKING) and (_computes(node.left) or _computes(node.right))


def _computes(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _computes(node.operand)
    return isinstance(node, ast.BinOp) and (
        isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.LShift))
        or any(_computes(each) for each in (node.left, node.right) if isinstance(node.op, tuple(INNER)))
    )


def masked(f: Emitter, node: ast.BinOp, key: Any) -> Value:
    """Return the value of such an expression."""
    value, mark = _marked(f, node, key)
    return settled(f, value, mark)


def settled(f: Emitter, value: Value, mark: Any) -> Value:
    """Return a value that must be right by now."""
    if mark is not None:
        f.fail(mark, OverflowError, TOO_LARGE)
    return value


def _marked(f: Emitter, node: Any, key: Any) -> tuple[Value, Any]:
    """Return the value of an expression, with its mark; None where it is surely right."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        value, mark = _marked(f, node.operand, key)
        if not is_word(value):
            return unary(f, node.op, settled(f, value, mark)), None
        word, minus = _word(f, value), isinstance(node.op, ast.USub)
        if minus:
            found, mark = checked.subtract(f.builder, f.int(0), word, None, mark)
            return Value(WHOLE, [found]), mark
        return Value(WHOLE, [f.builder.not_(word)]), mark
    if not isinstance(node, ast.BinOp) or type(node.op) not in INNER:
        return expression(f, node), None
    op = INNER[type(node.op)]
    before, f.node = f.node, node
    try:
        one, mark = _marked(f, node.left, (key, "left"))
        other, other_mark = _marked(f, node.right, (key, "right"))
        if _is_ordinary(one, other):
            one, other = settled(f, one, mark), settled(f, other, other_mark)
            return binary(f, op, one, other, key), None
        return _of_words(f, op, (one, mark), (other, other_mark), key)
    finally:
        f.node = before


def _of_words(f: Emitter, op: Any, left: tuple[Value, Any], right: tuple[Value, Any], key: Any) -> tuple[Value, Any]:
    (one, mark), (other, other_mark) = left, right
    first, second = _word(f, one), _word(f, other)
    if op is operator.lshift:
        settled(f, other, other_mark)
        return _shifted(f, first, second, mark)
    if op is operator.mod:
        size = other.known[0] if other.known else 0
        if type(size) is not int or size <= 0 or size & (size - 1):
            one, other = settled(f, one, mark), settled(f, other, other_mark)
            return binary(f, op, one, other, key), None
        op, second, other_mark = operator.and_, f.int(size - 1), None
    if op is operator.and_:
        for word, mask in ((first, other), (second, one)):
            if isinstance(mask.kind, Fixed) and 0 <= mask.kind.thing < 2**64:  # cuts off all above the 64th bit
                found = f.builder.and_(word, _word(f, mask))
                return Value(WHOLE, [found]), f.builder.icmp_signed("<", found, f.int(0))
    mark = BIT(1) if isinstance(one.kind, Fixed) else mark
    other_mark = BIT(1) if isinstance(other.kind, Fixed) else other_mark
    found, wrong = checked.WITH_MARKS[op](f.builder, first, second, mark, other_mark)
    return Value(WHOLE, [found]), wrong


def _shifted(f: Emitter, word: Any, places: Any, mark: Any) -> tuple[Value, Any]:
    """Return a number shifted by any number of places that is not negative: beyond 63, nothing of it is left."""
    f.fail(f.builder.icmp_signed("<", places, f.int(0)), OverflowError, PLACES)
    far = f.builder.icmp_signed(">", places, f.int(63))
    found, wrong = checked.shift_left(f.builder, word, f.builder.select(far, f.int(63), places), mark, None)
    lost = f.builder.and_(far, f.builder.icmp_signed("!=", word, f.int(0)))
    found = f.builder.select(far, f.int(0), found)
    return Value(WHOLE, [found]), f.builder.or_(f.builder.select(far, lost, wrong), BIT(0) if mark is None else mark)


def _is_ordinary(one: Value, other: Value) -> bool:
    """Return whether two values are no ints, or constants, or bools, for which nothing need be cut off."""
    if not (is_word(one) and is_word(other)):
        return True
    return bool(one.known and other.known) or (isinstance(one.kind, Bool) and isinstance(other.kind, Bool))


def is_word(value: Value) -> bool:
    """Return whether a value is an int, of any size if it is a constant."""
    return isinstance(value.kind, (Int, Bool)) or (isinstance(value.kind, Fixed) and type(value.kind.thing) is int)


def _word(f: Emitter, value: Value) -> Any:
    """Return the low 64 bits of an int."""
    if isinstance(value.kind, Fixed):
        return f.int((value.kind.thing + 2**63) % 2**64 - 2**63)
    return f.builder.zext(value.leaves[0], INT) if isinstance(value.kind, Bool) else value.leaves[0]
