"""Arithmetic whose result is masked: what lies above 64 bits does not count where it is cut off.

`(stones << 30) & 255` is right in Python, however large the shift makes the number. So each step of such an expression
brings a mark, a bit that says that it is wrong above the 64th bit. A mask clears it, and only what is left at the end
is an error (decision 0103). A variable keeps its mark if it is used for nothing else.
"""

import ast
import operator
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from plywise import bits
from plywise.compiler import checked_numbers as checked
from plywise.compiler.forms import expression
from plywise.compiler.function import Emitter, Scope
from plywise.compiler.kinds import BIT, INT, TRUTH, WHOLE, Bool, Fixed, Int, Value
from plywise.compiler.messages import PLACES, TOO_LARGE
from plywise.compiler.operators import binary, unary
from plywise.compiler.source import names_in_functions, own_nodes, parents
from plywise.compiler.webs import webs_of

MASKING = (ast.BitAnd, ast.Mod)
INNER = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.LShift: operator.lshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.Mod: operator.mod,
}  # fmt: skip
"""The operations in which what lies above 64 bits never reaches what lies below."""


OF_LOW_BITS = (bits.wrapped, bits.product, bits.wrapped_sum, bits.difference, bits.without_lowest)
"""Functions that look at the low 64 bits of their arguments alone."""
LOW_BITS = {each.__name__ for each in OF_LOW_BITS}


def is_masked(f: Emitter, node: ast.BinOp) -> bool:
    """Return whether an expression cuts off what another one computes."""
    if f.wraps:
        return False
    marked = partial(_is_marked, f)
    return isinstance(node.op, MASKING) and (_computes(node.left, marked) or _computes(node.right, marked))


def _computes(node: ast.expr, marked: Callable[[ast.expr], bool] = lambda node: False) -> bool:
    """Return whether an expression may be wrong above the 64th bit. marked: tells which variables may."""
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
    """Return the variables of a function that are assigned sums and the like, of which only the low bits are used."""
    if isinstance(function, ast.Lambda):
        return frozenset()
    around, webs = parents(function), webs_of(function)
    uses: dict[str, list[ast.Name]] = {}
    for each in own_nodes(function):
        if isinstance(each, ast.Name):
            uses.setdefault(webs.get(id(each), each.id), []).append(each)
    found = {name for name, nodes in uses.items() if _is_assigned_sums(nodes, around)}
    found -= {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)} | names_in_functions(function)
    while True:
        ids = {id(each) for name in found for each in uses[name]}
        kept = {name for name in found if all(_uses_low_bits(each, around, ids) for each in uses[name])}
        if kept == found:
            return frozenset(found)
        found = kept


def _is_assigned_sums(nodes: list[ast.Name], around: dict[int, ast.AST]) -> bool:
    """Return whether all assignments of a variable are plain ones, and some of a sum or the like."""
    stores = [around[id(each)] for each in nodes if not isinstance(each.ctx, ast.Load)]
    plain = all(_is_plain_assignment(each) for each in stores)
    return plain and any(_computes(each.value) for each in stores)  # type: ignore[attr-defined]


def _is_plain_assignment(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    return isinstance(node, ast.AugAssign) and type(node.op) in INNER


def _uses_low_bits(name: ast.Name, around: dict[int, ast.AST], marked: set[int]) -> bool:
    """Return whether what lies above the 64th bit of a variable is cut off, or marked, wherever it is used.

    marked: the ids of the names that are variables with marks
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
            return id(target) in marked and _is_plain_assignment(outer)
        elif isinstance(outer, ast.IfExp):
            if node is outer.test:
                return False
        elif not isinstance(outer, ast.UnaryOp) or not isinstance(outer.op, (ast.USub, ast.Invert)):
            return False
        node = outer


def is_of_low_bits(call: ast.Call) -> bool:
    """Return whether a call may be one of the functions that look at low bits alone."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    stars = any(isinstance(each, ast.Starred) for each in call.args)
    return name in LOW_BITS and not call.keywords and not stars


def assign_marked(f: Emitter, target: ast.expr, node: ast.expr, key: Any) -> bool:
    """Assign an expression to a variable together with its mark; return False where the variable has none."""
    if not isinstance(target, ast.Name) or not _is_marked(f, target):
        return False
    scope = f.scope.find(target.id)
    if scope is None:
        return False
    value, mark = _in_a_word(f, *_marked(f, node, key))
    variable = f.program.variable(target)
    f.assign(f.slot(variable, scope), value)
    f.assign(f.slot((variable, "mark"), scope), Value(TRUTH, [BIT(0) if mark is None else mark]))
    return True


def _marked_variable(f: Emitter, name: ast.Name) -> tuple[Value, Any]:
    scope, variable = f.scope.find(name.id), f.program.variable(name)
    value = f.read(f.slot(variable, scope), name.id)
    mark = f.read(f.slot((variable, "mark"), scope), name.id).leaves[0]
    return (value, mark) if is_word(value) else (expression(f, name), None)


def check_mark(f: Emitter, name: ast.Name, scope: Scope) -> None:
    """Raise OverflowError where a variable with a mark, used as any other value, is wrong above the 64th bit."""
    if _is_marked(f, name):
        mark = f.read(f.slot((f.program.variable(name), "mark"), scope), name.id).leaves[0]
        f.fail(mark, OverflowError, TOO_LARGE)


def low_bits(f: Emitter, node: ast.Call, key: Any) -> list[Value]:
    """Return the arguments of a function that looks at their low bits alone."""
    found = [_marked(f, each, (key, place))[0] for place, each in enumerate(node.args)]
    return [Value(WHOLE, [_word(f, each)]) if is_word(each) and not each.known else each for each in found]


# --- expressions with marks -------------------------------------------------------------------------------------------


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
            one, other = settled(f, one, mark), settled(f, other, other_mark)
            return binary(f, op, one, other, key), None
        return _of_words(f, op, (one, mark), (other, other_mark), key)
    finally:
        f.node = before


def _in_a_word(f: Emitter, value: Value, mark: Any) -> tuple[Value, Any]:
    """Return a value with its mark, a constant of more than 64 bits as a word that is marked."""
    too_long = is_word(value) and isinstance(value.kind, Fixed)
    return (Value(WHOLE, [_word(f, value)]), BIT(1)) if too_long else (value, mark)


def _marked_choice(f: Emitter, node: ast.IfExp, key: Any) -> tuple[Value, Any]:
    place = f.place(BIT)

    def evaluate(part: ast.expr) -> Value:
        value, mark = _in_a_word(f, *_marked(f, part, (key, "chosen")))
        f.builder.store(BIT(0) if mark is None else mark, place)
        return value

    found = CHOICE[ast.IfExp](f, node, evaluate)
    mark = f.builder.load(place)
    return (found, mark) if is_word(found) else (settled(f, found, mark), None)


CHOICE: dict[type, Callable[[Emitter, Any, Callable[[ast.expr], Value]], Value]] = {}
"""What translates a conditional expression, given how to translate its parts; expressions fills it."""


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
