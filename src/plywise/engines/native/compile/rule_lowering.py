"""How the rules of a game become machine code: numbers as in Python, or an error where 64 bits do not suffice.

Every operation on numbers in a rule is written here, none is Numba's own. A sum, difference, product, left shift or
change of sign may come out wrong in a word: it then has a mark, one bit beside it. A mark costs nothing where a mask
takes away what is wrong, `(stones << 7) & board`: only a value that is used otherwise must be right, and there the rule
raises OverflowError.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.lowering import Lower

from plywise.compiler import checked_numbers as checked
from plywise.compiler.checked_numbers import OF_FLOATS
from plywise.compiler.messages import BY_ZERO, DOMAIN, NEGATIVE_POWER, NO_INT, NOT_EXACT, PLACES, TOO_LARGE
from plywise.engines.native.compile.arithmetic import WORD, exceeds, raise_error
from plywise.engines.native.compile.intrinsics import wrapped
from plywise.engines.native.compile.value_flow import BOOL, FLOAT, INT, OTHER, ValueFlow, kind_of

FLOAT64 = types.float64
COMPARISONS = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}

UNBOUND = "a variable is used that was not assigned"
LONG_RANGE = "a range of over 63 bits"
LONG_LIST = "a list of over two thousand million items"
MAX_LENGTH = 2**31


def is_wrapping_call(typemap: Any, call: Any) -> bool:
    """Return whether a call is one of `bits.wrapped`, which takes what is wrong in its argument away."""
    return getattr(typemap[call.func.name], "typing_key", None) is wrapped


class RuleLower(Lower):
    """Numba's translation of a function to LLVM, with Python's arithmetic."""

    def init(self) -> None:
        """Look at where the function's values go."""
        super().init()
        typemap = self.fndesc.typemap
        self.flow = ValueFlow(self.func_ir, typemap, lambda call: is_wrapping_call(typemap, call))
        self._bits: dict[tuple[str, str, str], Any] = {}
        self._raising: dict[tuple[str, str, type], Any] = {}
        self._mark: Any = None  # of the value just computed
        self._strict = True  # whether that value must be right
        self._cast = self.context.cast
        self.context.cast = self.cast

    # --- raising --------------------------------------------------------------------------------------------------

    def refuse(self, wrong: Any, message: str, error: type[Exception] = OverflowError) -> None:
        """Let the rule raise an error where `wrong` is true. One place in the function raises it for all."""
        builder = self.builder
        if _is_constant(wrong, 0):
            return
        key = (builder.function.name, message, error)
        if key not in self._raising:
            self._raising[key] = builder.append_basic_block("refused")
            with builder.goto_block(self._raising[key]):
                raise_error(self.context, builder, message, error)
        fits = builder.append_basic_block("fits")
        builder.cbranch(wrong, self._raising[key], fits)
        builder.position_at_end(fits)

    # --- marks ------------------------------------------------------------------------------------------------------

    def _bit(self, name: str, what: str) -> Any:
        """Return where a variable's bit of some meaning is kept."""
        key = (self.builder.function.name, name, what)
        if key not in self._bits:
            self._bits[key] = cgutils.alloca_once(self.builder, llvm.IntType(1))
        return self._bits[key]

    def mark_of(self, variable: Any) -> Any:
        """Return whether a variable is wrong; None where that was looked at before."""
        if variable.name in self.flow.deferred:
            return self.builder.load(self._bit(variable.name, "wrong"))
        return None

    def lower_inst(self, inst: Any) -> None:
        """Translate a statement; look at what it uses, and note what is wrong with what it assigns."""
        self._check_bound(inst)
        self._mark = None
        self._strict = isinstance(inst, ir.Assign) and inst.target.name not in self.flow.deferred
        super().lower_inst(inst)
        if not isinstance(inst, ir.Assign):
            return
        name, mark, self._mark = inst.target.name, self._mark, None
        if name in self.flow.deferred:
            self.builder.store(cgutils.false_bit if mark is None else mark, self._bit(name, "wrong"))
        elif mark is not None:
            self.refuse(mark, TOO_LARGE)
        if name in self.flow.unbound:
            self.builder.store(self._bound(inst.value), self._bit(name, "bound"))

    def _bound(self, value: Any) -> Any:
        if isinstance(value, ir.Var) and value.name in self.flow.unbound:
            return self.builder.load(self._bit(value.name, "bound"))
        return llvm.Constant(llvm.IntType(1), not (isinstance(value, ir.Expr) and value.op in ("null", "undef")))

    def _check_bound(self, inst: Any) -> None:
        if isinstance(inst, ir.Del) or not self.flow.unbound:
            return
        target = inst.target.name if isinstance(inst, ir.Assign) else None
        copied = isinstance(inst, ir.Assign) and isinstance(inst.value, ir.Var) and target in self.flow.unbound
        for variable in inst.list_vars():
            if variable.name in self.flow.unbound and variable.name != target and not copied:
                bound = self.builder.load(self._bit(variable.name, "bound"))
                self.refuse(self.builder.not_(bound), UNBOUND, UnboundLocalError)

    def lower_assign(self, ty: types.Type, inst: Any) -> Any:
        """Translate what is assigned; a copy has its original's mark."""
        found = super().lower_assign(ty, inst)
        if isinstance(inst.value, ir.Var):
            self._mark = self.mark_of(inst.value)
        return found

    # --- from one type to another ---------------------------------------------------------------------------------

    def cast(self, builder: Any, value: Any, old: types.Type, new: types.Type) -> Any:
        """Turn a value of one type into one of another; an int that no float equals is refused."""
        if kind_of(old) == INT and new == FLOAT64 and not isinstance(old, types.Optional):
            if builder is self.builder:
                self.refuse(checked.is_inexact(builder, value), NOT_EXACT)
            return builder.sitofp(value, llvm.DoubleType())
        return self._cast(builder, value, old, new)

    def _number(self, variable: Any, kind: str) -> Any:
        """Return a variable as an int or a float, as Python's own arithmetic turns one into the other."""
        value, typ = self.loadvar(variable.name), self.typeof(variable.name)
        if isinstance(typ, types.Optional):
            value, typ = self._cast(self.builder, value, typ, typ.type), typ.type
        if kind_of(typ) == BOOL:
            value = self.builder.zext(value, llvm.IntType(64))
        if kind == FLOAT and kind_of(typ) != FLOAT:
            return self.builder.sitofp(value, llvm.DoubleType())
        return value

    def is_whole(self, variable: Any) -> bool:
        """Return whether Python may hold a variable as an int."""
        return self.flow.kind(variable) in (INT, BOOL) or variable.name in self.flow.mixed

    def _check_exact(self, *variables: Any) -> None:
        """Refuse ints that no float equals."""
        for variable in variables:
            if self.flow.kind(variable) == INT:
                self.refuse(checked.is_inexact(self.builder, self._number(variable, INT)), NOT_EXACT)

    # --- operators ------------------------------------------------------------------------------------------------

    def lower_binop(self, resty: types.Type, expr: Any, op: Any) -> Any:
        """Translate an operator."""
        kinds = {self.flow.kind(expr.lhs), self.flow.kind(expr.rhs)}
        natural = self.fndesc.calltypes[expr].return_type
        if op is operator.mul and isinstance(self.typeof(expr.lhs.name), types.List):
            self.refuse(exceeds(self.builder, self._number(expr.rhs, INT), MAX_LENGTH), LONG_LIST, MemoryError)
        if OTHER in kinds or (kinds == {BOOL} and kind_of(natural) == BOOL):
            return super().lower_binop(resty, expr, op)
        if op in COMPARISONS:
            return self._cast(self.builder, self._compare(expr, op, kinds), types.boolean, resty)
        if FLOAT in kinds or op is operator.truediv:
            return self._cast(self.builder, self._float_operation(op, expr.lhs, expr.rhs), FLOAT64, resty)
        found = self._int_operation(op, expr.lhs, expr.rhs)
        return self.cast(self.builder, found, WORD, resty)

    def _int_operation(self, op: Any, lhs: Any, rhs: Any) -> Any:
        builder, (one, other) = self.builder, (self._number(lhs, INT), self._number(rhs, INT))
        marks = self.mark_of(lhs), self.mark_of(rhs)
        literal = _literal(self.typeof(lhs.name))
        if op is operator.lshift and self._strict and literal is not None and literal > 0:
            self.refuse(builder.icmp_unsigned(">", other, other.type(63 - literal.bit_length())), PLACES)
            return builder.shl(one, other)
        if op in (operator.lshift, operator.rshift):
            self.refuse(builder.icmp_unsigned(">", other, other.type(63)), PLACES)
        if op in checked.WITH_MARKS:
            found, self._mark = checked.WITH_MARKS[op](builder, one, other, *marks)
            return found
        if op is operator.rshift:
            return builder.ashr(one, other)
        if op in (operator.floordiv, operator.mod):
            return self._divide(op, one, other)
        if op is operator.pow:
            return self._power(lhs, rhs, one, other)
        raise NotImplementedError(op)

    def _divide(self, op: Any, one: Any, other: Any) -> Any:
        self.refuse(self.builder.icmp_signed("==", other, other.type(0)), BY_ZERO, ZeroDivisionError)
        quotient, remainder, wrong = checked.divide(self.builder, one, other)
        if op is operator.mod:
            return remainder
        self.refuse(wrong, TOO_LARGE)
        return quotient

    def _power(self, lhs: Any, rhs: Any, one: Any, other: Any) -> Any:
        exponent = _literal(self.typeof(rhs.name))
        if exponent is not None and 0 <= exponent <= 4:
            found = one.type(1)
            for _ in range(exponent):
                found, wrong = checked.multiply(self.builder, found, one, None, None)
                self.refuse(wrong, TOO_LARGE)
            return found
        self.refuse(self.builder.icmp_signed("<", other, other.type(0)), NEGATIVE_POWER)
        found, wrong = checked.power(self.builder, one, other)
        self.refuse(wrong, TOO_LARGE)
        return found

    def _float_operation(self, op: Any, lhs: Any, rhs: Any) -> Any:
        """Translate an operator whose result is a float, or in Python perhaps an int."""
        builder = self.builder
        whole = self.is_whole(lhs) and self.is_whole(rhs)
        if whole:
            self._check_exact(lhs, rhs)
        one, other = self._number(lhs, FLOAT), self._number(rhs, FLOAT)
        if op in (operator.truediv, operator.floordiv, operator.mod):
            self.refuse(builder.fcmp_ordered("==", other, other.type(0)), BY_ZERO, ZeroDivisionError)
        found = self._float_result(op, one, other)
        if op is operator.pow:
            self._check_defined(found, one, other)
        if whole and op is not operator.truediv:
            self.refuse(checked.is_beyond_ints(builder, found), NOT_EXACT)
        return found

    def _float_result(self, op: Any, one: Any, other: Any) -> Any:
        simple = {operator.add: "fadd", operator.sub: "fsub", operator.mul: "fmul", operator.truediv: "fdiv"}
        if op in simple:
            return getattr(self.builder, simple[op])(one, other)
        if op is operator.pow:
            return checked.call_library(self.builder, checked.POWER, one, other)
        return self._numbas(op, (FLOAT64, FLOAT64), (one, other))

    def _numbas(self, function: Any, given: tuple[types.Type, ...], values: tuple[Any, ...]) -> Any:
        """Return what Numba's own translation of a function answers."""
        resolved = self.context.typing_context.resolve_value_type(function)
        found = resolved.get_call_type(self.context.typing_context, given, {})
        return self.context.get_function(resolved, found)(self.builder, values)

    def _check_defined(self, found: Any, *given: Any) -> None:
        """Refuse a float that is no finite number though all it was computed from are."""
        self.refuse(checked.is_undefined(self.builder, found, given), DOMAIN, ValueError)

    def _compare(self, expr: Any, op: Any, kinds: set[str]) -> Any:
        builder = self.builder
        if FLOAT not in kinds:
            one, other = self._number(expr.lhs, INT), self._number(expr.rhs, INT)
            return builder.icmp_signed(COMPARISONS[op], one, other)
        if kinds == {FLOAT}:
            one, other = self._number(expr.lhs, FLOAT), self._number(expr.rhs, FLOAT)
            return checked.compare_floats(builder, COMPARISONS[op], one, other)
        if self.flow.kind(expr.lhs) == FLOAT:
            one, other = self._number(expr.rhs, INT), self._number(expr.lhs, FLOAT)
            return checked.compare_with_float(builder, checked.SWAPPED[COMPARISONS[op]], one, other)
        one, other = self._number(expr.lhs, INT), self._number(expr.rhs, FLOAT)
        return checked.compare_with_float(builder, COMPARISONS[op], one, other)

    def lower_expr(self, resty: types.Type, expr: Any) -> Any:
        """Translate an expression."""
        if expr.op == "unary" and self.flow.kind(expr.value) != OTHER and expr.fn is not operator.not_:
            return self._unary(resty, expr)
        return super().lower_expr(resty, expr)

    def _unary(self, resty: types.Type, expr: Any) -> Any:
        builder, kind = self.builder, self.flow.kind(expr.value)
        if kind == FLOAT:
            value = self._number(expr.value, FLOAT)
            return builder.fneg(value) if expr.fn is operator.neg else value
        value, mark = self._number(expr.value, INT), self.mark_of(expr.value)
        if expr.fn is operator.neg:
            value, self._mark = checked.subtract(builder, value.type(0), value, None, mark)
        elif expr.fn is operator.invert:
            value, self._mark = builder.not_(value), mark
        return self.cast(builder, value, WORD, resty)

    # --- functions --------------------------------------------------------------------------------------------------

    def lower_call(self, resty: types.Type, expr: Any) -> Any:
        """Translate a call."""
        key = getattr(self.typeof(expr.func.name), "typing_key", None)
        natural = self.fndesc.calltypes[expr].return_type
        if key is range:
            self._check_range(expr)
        translate = CALLS.get(key) if _is_hashable(key) else None
        if translate is None or expr.kws or expr.vararg or OTHER in map(self.flow.kind, expr.args):
            return super().lower_call(resty, expr)
        return self.cast(self.builder, translate(self, expr, natural), types.unliteral(natural), resty)

    def _check_range(self, expr: Any) -> None:
        if len(expr.args) > 1:
            start, stop = (self._number(each, INT) for each in expr.args[:2])
            length = self.builder.ssub_with_overflow(stop, start)
            self.refuse(self.builder.extract_value(length, 1), LONG_RANGE)
            if len(expr.args) == 3:
                self.refuse(exceeds(self.builder, self.builder.extract_value(length, 0), 2**62), LONG_RANGE)

    def to_int(self, value: Any) -> Any:
        """Return a float without its fraction as an int; refuse what does not fit."""
        self.refuse(checked.is_no_int(self.builder, value), NO_INT)
        return self.builder.fptosi(value, llvm.IntType(64))


def _is_hashable(key: Any) -> bool:
    return getattr(type(key), "__hash__", None) is not None


def _literal(typ: types.Type) -> Any:
    return typ.literal_value if isinstance(typ, types.IntegerLiteral) else None


def _is_constant(value: Any, wanted: int) -> bool:
    return isinstance(value, llvm.Constant) and value.constant == wanted


# --- functions of numbers -------------------------------------------------------------------------------------------


def _absolute(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
    [value] = expr.args
    if lower.flow.kind(value) == FLOAT:
        return checked.call_intrinsic(lower.builder, "llvm.fabs", lower._number(value, FLOAT))
    number = lower._number(value, INT)
    opposite, wrong = checked.subtract(lower.builder, number.type(0), number, None, None)
    lower.refuse(wrong, TOO_LARGE)
    return lower.builder.select(lower.builder.icmp_signed("<", number, number.type(0)), opposite, number)


def _whole(rounded: str) -> Callable[..., Any]:
    """Return the translation of a function that makes an int of a float, with LLVM's name of the way it is rounded."""

    def translate(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
        [value] = expr.args
        if lower.flow.kind(value) != FLOAT:
            return lower._number(value, INT)
        return lower.to_int(checked.call_intrinsic(lower.builder, rounded, lower._number(value, FLOAT)))

    return translate


def _floating(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
    [value] = expr.args
    return lower._number(value, FLOAT)


def _divided(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
    one, other = expr.args
    parts = [lower._int_operation(op, one, other) for op in (operator.floordiv, operator.mod)]
    return lower.context.make_tuple(lower.builder, natural, parts)


def _raised(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
    one, other = expr.args
    compute = lower._float_operation if kind_of(natural) == FLOAT else lower._int_operation
    return compute(operator.pow, one, other)


def _extreme(word: str) -> Callable[..., Any]:
    """Return the translation of min or max, of some numbers: the first of equals, as in Python."""

    def translate(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
        builder = lower.builder
        if kind_of(natural) != FLOAT:
            best, *others = (lower._number(each, INT) for each in expr.args)
            for other in others:
                best = builder.select(builder.icmp_signed(word, other, best), other, best)
            return best if kind_of(natural) == INT else builder.trunc(best, llvm.IntType(1))
        lower._check_exact(*expr.args)
        best, *others = (lower._number(each, FLOAT) for each in expr.args)
        for other in others:
            best = builder.select(builder.fcmp_ordered(word, other, best), other, best)
        return best

    return translate


def _of_floats(function: Any) -> Callable[..., Any]:
    """Return the translation of a function of math: Numba's, and an error where it is undefined."""

    def translate(lower: RuleLower, expr: Any, natural: types.Type) -> Any:
        given = tuple(lower._number(each, FLOAT) for each in expr.args)
        if function is math.pow:
            found = checked.call_library(lower.builder, checked.POWER, *given)
        else:
            found = lower._numbas(function, (FLOAT64,) * len(given), given)
        lower._check_defined(found, *given)
        return found

    return translate


CALLS: dict[Any, Callable[[RuleLower, Any, types.Type], Any]] = {
    abs: _absolute,
    int: _whole("llvm.trunc"),
    float: _floating,
    round: _whole("llvm.rint"),
    divmod: _divided,
    pow: _raised,
    min: _extreme("<"),
    max: _extreme(">"),
    math.floor: _whole("llvm.floor"),
    math.ceil: _whole("llvm.ceil"),
    math.trunc: _whole("llvm.trunc"),
    **{function: _of_floats(function) for function in OF_FLOATS},
}
"""Function of numbers -> its translation."""

__all__ = ["CALLS", "RuleLower"]
