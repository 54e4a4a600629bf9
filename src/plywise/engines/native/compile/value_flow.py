"""What becomes of a value inside one rule: where it may be wrong for a while, where a float may stand for an int.

Each question is asked of the typed code of one function and answered by the set of variables' names for which it holds.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from numba import types
from numba.core import ir

WRAPPING = frozenset({operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor})
"""The low 64 bits of the result depend on those of the operands alone; a left shift's on those of its left one."""

ARITHMETIC = frozenset({operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.pow})
"""Of whole numbers, the result is whole (but for a negative power), of anything else it is a float."""

INT, BOOL, FLOAT, OTHER = "int", "bool", "float", ""


def kind_of(typ: types.Type) -> str:
    """Return whether a type is that of ints, bools or floats."""
    typ = types.unliteral(typ)
    if isinstance(typ, types.Optional):
        typ = typ.type
    return {types.int64: INT, types.boolean: BOOL, types.float64: FLOAT}.get(typ, OTHER)


def operator_of(expr: Any) -> Any:
    """Return the operator of a binary expression; None where it is another."""
    if isinstance(expr, ir.Expr) and expr.op in ("binop", "inplace_binop"):
        return expr.fn if expr.op == "binop" else expr.immutable_fn
    return None


class ValueFlow:
    """The typed code of one function.

    deferred: variables that may hold wrong high bits for a while, because whoever uses them looks at that
    mixed: floats that stand for an int on some line of play
    unbound: variables that may not have been assigned
    """

    def __init__(self, func_ir: Any, typemap: Any, is_wrapping_call: Callable[[Any], bool]) -> None:
        self.typemap = typemap
        self.is_wrapping_call = is_wrapping_call
        self.statements = [each for block in func_ir.blocks.values() for each in block.body]
        self.assignments = [each for each in self.statements if isinstance(each, ir.Assign)]
        self.saved = set(func_ir.generator_info.state_vars) if func_ir.generator_info else set[str]()
        self.deferred = self._find_deferred()
        self.mixed = self._find_mixed()
        self.unbound = self._find_unbound()

    def kind(self, variable: Any) -> str:
        """Return the kind of a variable."""
        return kind_of(self.typemap[variable.name])

    def is_word(self, variable: Any) -> bool:
        """Return whether a variable is an int or a bool, and not perhaps None."""
        return self.kind(variable) in (INT, BOOL) and not isinstance(self.typemap[variable.name], types.Optional)

    # --- wrong for a while --------------------------------------------------------------------------------------------

    def _find_deferred(self) -> set[str]:
        """Return the ints of which every use either looks at whether they are wrong or passes that on."""
        if not any(map(self._may_wrap, self.assignments)):
            return set()
        found = {
            each.target.name
            for each in self.assignments
            if self.typemap[each.target.name] == types.int64 and each.target.name not in self.saved
        }
        found -= {each.target.name for each in self.assignments if isinstance(each.value, ir.Arg)}
        while True:
            strict = {name for each in self.statements for name in self._used_strictly(each, found)}
            if not strict & found:
                return found
            found -= strict

    def _may_wrap(self, assignment: Any) -> bool:
        op = operator_of(assignment.value)
        return op in WRAPPING or op is operator.lshift or getattr(assignment.value, "op", "") == "unary"

    def _used_strictly(self, statement: Any, deferred: set[str]) -> Iterator[str]:
        """Yield the variables that a statement uses without looking at whether they are wrong."""
        if isinstance(statement, ir.Del):
            return
        lenient = self._used_leniently(statement, deferred)
        for variable in statement.list_vars():
            if variable.name not in lenient:
                yield variable.name

    def _used_leniently(self, statement: Any, deferred: set[str]) -> set[str]:
        if not isinstance(statement, ir.Assign):
            return set()
        value, target = statement.value, {statement.target.name}
        if isinstance(value, ir.Var):
            return {*target, value.name} if statement.target.name in deferred else target
        if not isinstance(value, ir.Expr):
            return target
        op = operator_of(value)
        if op in WRAPPING and self.is_word(value.lhs) and self.is_word(value.rhs):
            return {*target, value.lhs.name, value.rhs.name}
        if op is operator.lshift and self.is_word(value.lhs) and self.is_word(value.rhs):
            strict = {value.rhs.name}
            return {*target, value.lhs.name} - strict
        if value.op == "unary" and value.fn in (operator.neg, operator.invert) and self.is_word(value.value):
            return {*target, value.value.name}
        if value.op == "call" and self.is_wrapping_call(value):
            return target | {each.name for each in value.args if self.is_word(each)}
        return target

    # --- ints held as floats ------------------------------------------------------------------------------------------

    def _find_mixed(self) -> set[str]:
        """Return the floats that Python would hold as an int on some way through the function, and their offspring."""
        floats = [each for each in self.assignments if self.kind(each.target) == FLOAT]
        found: set[str] = set()
        while True:
            more = {each.target.name for each in floats if self._is_mixed(each.value, found)}
            if more <= found:
                return found
            found |= more

    def _is_mixed(self, value: Any, mixed: set[str]) -> bool:
        if isinstance(value, ir.Var):
            return self.kind(value) != FLOAT or value.name in mixed
        if isinstance(value, ir.Arg):
            return True
        if not isinstance(value, ir.Expr):
            return False
        op = operator_of(value)
        if op is not None:
            whole = [self.kind(each) != FLOAT or each.name in mixed for each in (value.lhs, value.rhs)]
            return op in ARITHMETIC and all(whole)
        if value.op in ("unary", "cast"):
            return self.kind(value.value) != FLOAT or value.value.name in mixed
        if value.op == "call":
            return not self._answers_true_float(value)
        return value.op not in ("getattr", "null", "undef")

    def _answers_true_float(self, call: Any) -> bool:
        """Return whether a function answers a float, also in Python, whatever it is given."""
        key = getattr(self.typemap[call.func.name], "typing_key", None)
        return key is float or getattr(key, "__module__", "") == "math"

    # --- perhaps never assigned ---------------------------------------------------------------------------------------

    def _find_unbound(self) -> set[str]:
        """Return the variables that may not have been assigned yet where they are used."""
        found = {
            each.target.name
            for each in self.assignments
            if isinstance(each.value, ir.Expr) and each.value.op in ("null", "undef")
        }
        copies = [(each.target.name, each.value.name) for each in self.assignments if isinstance(each.value, ir.Var)]
        while True:
            more = {target for target, value in copies if value in found and self._is_same(target, value, copies)}
            if more <= found:
                return found
            found |= more

    def _is_same(self, target: str, value: str, copies: list[tuple[str, str]]) -> bool:
        """Return whether a copy of what may be unassigned is no use of it, as Python sees it.

        Since Python 3.12 a comprehension is written out where it stands: a variable that has the name of one of its own
        is put on the stack before it, assigned or not, and back into the variable after it.
        """
        same = source_name(value) == source_name(target)
        return same or is_on_stack(value) or self._comes_back(target, source_name(value), copies)

    def _comes_back(self, name: str, variable: str, copies: list[tuple[str, str]]) -> bool:
        """Return whether a place on the stack holds a variable only until that is assigned from it."""
        waiting, seen = [name], set[str]()
        while waiting:
            each = waiting.pop()
            if not is_on_stack(each):
                if source_name(each) != variable:
                    return False
            elif each not in seen:
                seen.add(each)
                if each in self._used_otherwise():
                    return False
                waiting += [target for target, value in copies if value == each]
        return True

    def _used_otherwise(self) -> set[str]:
        """Return the variables of which something else is done than that they are copied."""
        return {
            name.name
            for each in self.statements
            if not isinstance(each, ir.Del) and not (isinstance(each, ir.Assign) and isinstance(each.value, ir.Var))
            for name in each.list_vars()
            if not isinstance(each, ir.Assign) or name.name != each.target.name
        }


def is_on_stack(name: str) -> bool:
    """Return whether a variable is Numba's name for a place on the interpreter's stack.

    >>> is_on_stack("stones.2"), is_on_stack("$cell26.5")
    (False, True)
    """
    return name.startswith("$")


def source_name(name: str) -> str:
    """Return the name that a variable has in the source: each assignment makes a variable of its own.

    >>> source_name("stones.2"), source_name("$12binop")
    ('stones', '$12binop')
    """
    return name.partition(".")[0]
