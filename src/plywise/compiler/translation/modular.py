"""Masked arithmetic: an overflow does not matter if the excess bits are masked off.

`(stones << 30) & 255` is right in Python, however large the shifted number. So each step of such an expression produces
a mark, a bit that is set if the result is wrong above the highest bit of its type. A mask clears it, and only a mark
remaining at the end is an error (decision 0103). A variable has a mark if it is used only in this way.
"""

import ast
import operator
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from plywise import bits
from plywise.compiler import ir
from plywise.compiler.emission import checked_numbers as checked
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.forms import expression
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.emission.wide_ints import resized
from plywise.compiler.syntax.names import names_of
from plywise.compiler.syntax.webs import webs_of
from plywise.compiler.types.kinds import BIT, TRUTH, WHOLE, Bool, Int, Kind, Union, Value, bits_of
from plywise.compiler.types.messages import NEGATIVE_SHIFT
from plywise.compiler.types.widths import SHIFTS, SUMS
from plywise.compiler.values.numbers import as_word, too_large
from plywise.compiler.values.operators import binary, unary

MASKING = (ast.BitAnd, ast.Mod)
INNER = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.Mod: operator.mod,
}  # fmt: skip
"""The operations in which higher bits never affect lower ones."""


OF_LOW_BITS = (bits.wrapped, bits.product, bits.wrapped_sum, bits.difference)
"""Functions that use only the low 64 bits of their arguments."""
LOW_BITS = {each.__name__ for each in OF_LOW_BITS}


def is_masked(f: Emitter, node: ast.BinOp) -> bool:
    """Return whether an expression masks the result of a computation."""
    if f.wraps:
        return False
    marked = partial(_is_marked, f)
    return isinstance(node.op, MASKING) and (_computes(node.left, marked) or _computes(node.right, marked))


def _computes(node: ast.expr, marked: Callable[[ast.expr], bool] = lambda node: False) -> bool:
    """Return whether an expression may be wrong above the 64th bit. marked: whether a variable may."""
    if isinstance(node, ast.UnaryOp):
        return _computes(node.operand, marked)
    if isinstance(node, ast.IfExp):
        return _computes(node.body, marked) or _computes(node.orelse, marked)
    if isinstance(node, ast.Name):
        return marked(node)
    return isinstance(node, ast.BinOp) and (
        isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.LShift))
        or any(_computes(each, marked) for each in (node.left, node.right) if isinstance(node.op, tuple(INNER)))
    )


# --- variables with marks ---------------------------------------------------------------------------------------------


def _is_marked(f: Emitter, node: ast.expr) -> bool:
    """Return whether an expression is a variable with a mark."""
    if not isinstance(node, ast.Name) or not f.inlined or f.wraps:
        return False
    return f.program.variable(node) in marked_variables(f.inlined[-1])


@lru_cache(maxsize=512)
def marked_variables(function: Any) -> frozenset[str]:
    """Return the variables of a function that are assigned sums or the like and used only by their low bits."""
    if isinstance(function, ast.Lambda):
        return frozenset()
    names, webs = names_of(function), webs_of(function)
    around, uses = names.up, dict[str, list[ast.Name]]()
    for each in names.own(ast.Name):
        uses.setdefault(webs.get(id(each), each.id), []).append(each)
    found = {name for name, nodes in uses.items() if _is_assigned_sums(nodes, around)}
    found -= names.parameters | names.nested
    assigned: dict[str, list[str]] = {}  # a variable -> those that are assigned to it
    waiting = [name for name in uses if name not in found]
    for name in found:
        for each in uses[name]:
            answer = _uses_low_bits(each, around)
            if isinstance(answer, ast.Name):
                assigned.setdefault(webs.get(id(answer), answer.id), []).append(name)
            elif not answer:
                waiting.append(name)
    lost = set(waiting)
    while waiting:
        new = [each for each in assigned.get(waiting.pop(), ()) if each not in lost]
        lost.update(new)
        waiting += new
    return frozenset(found - lost)


def _is_assigned_sums(nodes: list[ast.Name], around: dict[int, ast.AST]) -> bool:
    """Return whether all assignments of a variable are plain ones, and some of a sum or the like."""
    stores = [around[id(each)] for each in nodes if not isinstance(each.ctx, ast.Load)]
    plain = all(_is_plain_assignment(each) for each in stores)
    return plain and any(_computes(each.value) for each in stores)  # type: ignore[attr-defined]


def _is_plain_assignment(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    return isinstance(node, ast.AugAssign) and type(node.op) in INNER


def _uses_low_bits(name: ast.Name, around: dict[int, ast.AST]) -> bool | ast.Name:
    """Return whether a use of a variable ignores the bits above the 64th.

    If it is assigned to another variable, return that one's name: the answer is yes if that one has a mark.
    """
    node: ast.AST = name
    while True:
        outer = around[id(node)]
        if isinstance(outer, ast.BinOp) and type(outer.op) in INNER:
            if isinstance(outer.op, ast.LShift) and node is outer.right:
                return False
            if isinstance(outer.op, ast.BitAnd):
                return True
        elif isinstance(outer, ast.Call):
            return is_of_low_bits(outer)
        elif isinstance(outer, (ast.Assign, ast.AugAssign)):
            target = outer.targets[0] if isinstance(outer, ast.Assign) else outer.target
            return target if _is_plain_assignment(outer) and isinstance(target, ast.Name) else False
        elif isinstance(outer, ast.IfExp):
            if node is outer.test:
                return False
        elif not isinstance(outer, ast.UnaryOp) or not isinstance(outer.op, (ast.USub, ast.Invert)):
            return False
        node = outer


def is_of_low_bits(call: ast.Call) -> bool:
    """Return whether a call may be of a function that uses only low bits."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    stars = any(isinstance(each, ast.Starred) for each in call.args)
    return name in LOW_BITS and not call.keywords and not stars


def assign_marked(f: Emitter, target: ast.expr, node: ast.expr, key: Any) -> bool:
    """Assign an expression to a variable together with its mark; return False if the variable has none."""
    if not isinstance(target, ast.Name) or not _is_marked(f, target):
        return False
    scope = f.scope.find(target.id)
    if scope is None:
        return False
    variable = f.program.variable(target)
    slot = f.slot(variable, scope)
    value, mark = _in_a_word(f, *_marked(f, node, key))
    value, mark = _fitting(f, value, mark, slot.kind)
    f.assign(slot, value)
    f.assign(f.slot((variable, "mark"), scope), Value(TRUTH, [BIT(0) if mark is None else mark]))
    return True


def _marked_variable(f: Emitter, name: ast.Name) -> tuple[Value, Any]:
    scope, variable = f.scope.find(name.id), f.program.variable(name)
    value = f.read(f.slot(variable, scope), name.id)
    mark = f.read(f.slot((variable, "mark"), scope), name.id).scalars[0]
    return (value, mark) if is_int(value) else (expression(f, name), None)


def check_mark(f: Emitter, name: ast.Name, scope: Scope) -> None:
    """Raise an error if a marked variable, used as a whole, is wrong above its highest bit."""
    if _is_marked(f, name):
        variable = f.program.variable(name)
        mark = f.read(f.slot((variable, "mark"), scope), name.id).scalars[0]
        resolve_sum(f, Value(f.slot(variable, scope).kind), mark)


def low_bits(f: Emitter, node: ast.Call, key: Any) -> list[Value]:
    """Return the arguments of a function that uses only their low bits."""
    found = [_marked(f, each, (key, place))[0] for place, each in enumerate(node.args)]
    return [Value(WHOLE, [_as(f, each, WHOLE)]) if is_int(each) and not each.known else each for each in found]


# --- expressions with marks -------------------------------------------------------------------------------------------


def masked(f: Emitter, node: ast.BinOp, key: Any) -> Value:
    """Return the value of such an expression."""
    value, mark = _marked(f, node, key)
    return resolve_sum(f, value, mark)


def resolve_sum(f: Emitter, value: Value, mark: Any) -> Value:
    """Return a value that must be right at this point."""
    if mark is not None:
        too_large(f, mark, _kind(value), SUMS)
    return value


def _marked(f: Emitter, node: Any, key: Any) -> tuple[Value, Any]:
    """Return the value of an expression, with its mark; None if it is surely right."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
        value, mark = _marked(f, node.operand, key)
        if value.known or not is_int(value):
            return unary(f, node.op, resolve_sum(f, value, mark)), None
        if isinstance(node.op, ast.USub):
            return _of_ints(f, operator.sub, (constant(0), None), (value, mark), key)
        return Value(_kind(value), [f.builder.not_(_as(f, value, _kind(value)))]), mark
    if _is_marked(f, node) and f.scope.find(node.id) is not None:
        return _marked_variable(f, node)
    if isinstance(node, ast.IfExp) and _computes(node, partial(_is_marked, f)):
        return _marked_choice(f, node, key)
    if not isinstance(node, ast.BinOp) or type(node.op) not in INNER:
        return expression(f, node), None
    op = INNER[type(node.op)]
    before, f.node = f.node, node
    try:
        one, mark = _marked(f, node.left, (key, "left"))
        other, other_mark = _marked(f, node.right, (key, "right"))
        if _is_ordinary(one, other):
            one, other = resolve_sum(f, one, mark), resolve_sum(f, other, other_mark)
            return binary(f, op, one, other, key), None
        return _of_ints(f, op, (one, mark), (other, other_mark), key)
    finally:
        f.node = before


def _marked_choice(f: Emitter, node: ast.IfExp, key: Any) -> tuple[Value, Any]:
    place, chosen = f.place(BIT), (f.scope.key, key, "chosen")

    def evaluate(part: ast.expr) -> Value:
        value, mark = _in_a_word(f, *_marked(f, part, (key, "chosen")))
        f.program.widen(chosen, value.kind)
        value, mark = _fitting(f, value, mark, f.program.kinds[chosen])
        f.builder.store(BIT(0) if mark is None else mark, place)
        return value

    found = CHOICE[ast.IfExp](f, node, evaluate)
    mark = f.builder.load(place)
    return (found, mark) if is_int(found) else (resolve_sum(f, found, mark), None)


CHOICE: dict[type, Callable[[Emitter, Any, Callable[[ast.expr], Value]], Value]] = {}
"""The translation of a conditional expression, given the translation of its parts; registered by `expressions`."""


def _in_a_word(f: Emitter, value: Value, mark: Any) -> tuple[Value, Any]:
    """Return a value with its mark; without wide ints in the rules, a wide constant becomes a marked word."""
    if value.known and is_int(value) and _kind(value).is_wide and not f.program.widths.makes_wide(SHIFTS):
        return Value(WHOLE, [_as(f, value, WHOLE)]), BIT(1)
    return value, mark


def _fitting(f: Emitter, value: Value, mark: Any, kind: Kind) -> tuple[Value, Any]:
    """Return a value with its mark; if it is stored as a wider int, it must be right at this point."""
    if mark is not None and any(isinstance(each, Int) and each.bits > _kind(value).bits for each in kinds_in(kind)):
        return resolve_sum(f, value, mark), None
    return value, mark


def _of_ints(f: Emitter, op: Any, left: tuple[Value, Any], right: tuple[Value, Any], key: Any) -> tuple[Value, Any]:
    (one, mark), (other, other_mark) = left, right
    if op is operator.lshift:
        resolve_sum(f, other, other_mark)
        return _shifted(f, one, other, mark)
    if op is operator.mod:
        size = other.known[0] if other.known else 0
        if type(size) is not int or size <= 0 or size & (size - 1):
            one, other = resolve_sum(f, one, mark), resolve_sum(f, other, other_mark)
            return binary(f, op, one, other, key), None
        op, other, other_mark = operator.and_, constant(size - 1), None
    if op is operator.and_:
        for value, mask in ((one, other), (other, one)):
            found = _cut_off(f, value, mask)
            if found is not None:
                return found
    kind = _result(f, SUMS, one, other)
    (first, mark), (second, other_mark) = (_operand(f, *each, kind) for each in ((one, mark), (other, other_mark)))
    found, wrong = checked.WITH_MARKS[op](f.builder, first, second, mark, other_mark)
    return Value(kind, [found]), wrong


def _result(f: Emitter, level: int, *values: Value) -> Int:
    """Return the type in which ints are computed; if none is wide, constants of more than a word are truncated."""
    kinds = [_kind(each) for each in values if not each.known] or [WHOLE]
    if not f.program.widths.makes_wide(SHIFTS) and not any(kind.is_wide for kind in kinds):
        return WHOLE
    return f.program.met(f.program.widths.of_result(level, *map(_kind, values)))


def _operand(f: Emitter, value: Value, mark: Any, kind: Int) -> tuple[Any, Any]:
    """Return an int as an LLVM value of a type, with its mark. If the type is wider, the value must be right here."""
    if value.known and bits_of(int(value.known[0])) > kind.bits:
        return _as(f, value, kind), BIT(1)
    if kind.bits > _kind(value).bits:
        value, mark = resolve_sum(f, value, mark), None
    return _as(f, value, kind), mark


def _cut_off(f: Emitter, value: Value, mask: Value) -> tuple[Value, Any] | None:
    """Return `value & mask` if the mask clears all bits that may be wrong; None if it may not."""
    bits = _kind(value).bits
    size = int(mask.known[0]) if mask.known else -1
    if not 0 <= size < 1 << bits:
        return None
    if bits == 64 and not f.program.widths.makes_wide(SUMS):  # the result is mostly a word
        found = f.builder.and_(_as(f, value, WHOLE), _as(f, mask, WHOLE))
        return Value(WHOLE, [found]), f.builder.icmp_signed("<", found, f.int(0))
    kind = Int(bits_of(size))
    scalar, number = kind.scalars[0], _as(f, value, _kind(value))
    part = f.builder.zext(number, scalar) if kind.bits > bits else resized(f.builder, number, scalar)
    return Value(f.program.met(kind), [f.builder.and_(part, ir.Constant(scalar, size))]), None


def _shifted(f: Emitter, one: Value, other: Value, mark: Any) -> tuple[Value, Any]:
    """Return a number shifted by any non-negative number of places."""
    kind = _result(f, SHIFTS, one)
    places = as_word(f, _as(f, other, _kind(other)))
    f.fail(f.builder.icmp_signed("<", places, f.int(0)), ValueError, NEGATIVE_SHIFT, pythons=False)
    number, mark = _operand(f, one, mark, kind)
    found, wrong = checked.shift_far_left(f.builder, number, places, mark)
    return Value(kind, [found]), wrong


def _is_ordinary(one: Value, other: Value) -> bool:
    """Return whether two values are not ints, or are constants or bools, which need no truncation."""
    if not (is_int(one) and is_int(other)):
        return True
    return bool(one.known and other.known) or (isinstance(one.kind, Bool) and isinstance(other.kind, Bool))


def is_int(value: Value) -> bool:
    """Return whether a value is an int or a bool."""
    return isinstance(value.kind, (Int, Bool))


def _kind(value: Value) -> Int:
    return Int(max((each.bits for each in kinds_in(value.kind) if isinstance(each, Int)), default=64))


def kinds_in(kind: Kind) -> tuple[Kind, ...]:
    """Return the types that a value of a type may have."""
    return kind.variants if isinstance(kind, Union) else (kind,)


def _as(f: Emitter, value: Value, kind: Int) -> Any:
    """Return the low bits of an int, in the width of a type."""
    scalar = kind.scalars[0]
    if isinstance(value.kind, Bool):
        return f.builder.zext(value.scalars[0], scalar)
    return resized(f.builder, value.scalars[0], scalar)
