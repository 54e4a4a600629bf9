"""Writes operations into a block, one after another; operations on constants are folded immediately.

The opcodes are LLVM's, with two additions: `check` branches to its first target on an error, which is rare; `intrinsic`
calls an LLVM intrinsic, named in `detail`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from plywise.compiler.ir.folding import fold, signed
from plywise.compiler.ir.types import Constant, IntType, StructType, Type, VoidType
from plywise.compiler.ir.values import Block, Operation, Phi, Switch

BIT = IntType(1)
VOID = VoidType()
COMMUTATIVE = frozenset(("add", "mul", "and", "or", "xor"))
INTRINSICS = frozenset(
    (
        "sadd.with.overflow", "ssub.with.overflow", "smul.with.overflow", "ctpop", "ctlz", "cttz", "bswap", "fabs",
        "floor", "ceil", "trunc", "rint", "sqrt", "fma", "prefetch",
    )
)  # fmt: skip
"""The LLVM intrinsics. LLVM would take any other name for a function of the system."""
RELATIONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _binary(opcode: str, identity: int | None = None) -> Callable[["Builder", Any, Any], Any]:
    """Return the method for an operation on two values of one type. identity: its neutral second value."""

    def write(self: "Builder", one: Any, other: Any) -> Any:
        if type(one) is Constant and opcode in COMMUTATIVE:
            one, other = other, one
        if type(other) is Constant:
            if type(one) is Constant and (found := fold(opcode, one.type, (one, other))) is not None:
                return found
            if identity is not None and signed(other.constant, one.type.width) == signed(identity, one.type.width):
                return one
        return self.write(Operation(opcode, one.type, [one, other]))

    return write


def _converted(opcode: str) -> Callable[["Builder", Any, Any], Any]:
    def write(self: "Builder", value: Any, type_: Type) -> Any:
        if value.type is type_:
            return value
        found = fold(opcode, type_, (value,)) if type(value) is Constant else None
        return self.write(Operation(opcode, type_, [value])) if found is None else found

    return write


def _of_floats(opcode: str) -> Callable[..., Any]:
    def write(self: "Builder", *given: Any) -> Any:
        return self.write(Operation(opcode, given[0].type, list(given)))

    return write


def _with_overflow(opcode: str) -> Callable[["Builder", Any, Any], Any]:
    def write(self: "Builder", one: Any, other: Any) -> Any:
        return self.intrinsic(opcode, StructType([one.type, BIT]), [one, other])

    return write


def _counting(name: str) -> Callable[..., Any]:
    """Return the method for an LLVM intrinsic that maps an int to one of the same type."""

    def write(self: "Builder", value: Any, *rest: Any) -> Any:
        return self.intrinsic(name, value.type, [value, *rest])

    return write


class Builder:
    """Writes operations at the end of a block, or before the operation that ends it.

    node: the statement of the source for which operations are written
    """

    def __init__(self, block: Block) -> None:
        self.block = block
        self.node: Any = None
        self._operations = block.operations
        self._at: int | None = None  # None: at the end

    # --- where ----------------------------------------------------------------------------------------------------

    @property
    def function(self) -> Any:
        """The function being written."""
        return self.block.function

    @property
    def module(self) -> Any:
        """Its module."""
        return self.block.function.module

    def position_at_end(self, block: Block) -> None:
        """Continue at the end of a block."""
        self.block, self._operations, self._at = block, block.operations, None

    def position_before(self, operation: Operation) -> None:
        """Continue before an operation."""
        self.block = operation.block
        self._operations = self.block.operations
        self._at = self._operations.index(operation)

    @contextmanager
    def goto_block(self, block: Block) -> Iterator[None]:
        """In this context, write at the end of a block, before the operation that ends it."""
        before = self.block, self._operations, self._at
        self.position_at_end(block)
        if block.is_ended:
            self._at = len(block.operations) - 1
        try:
            yield
        finally:
            self.block, self._operations, self._at = before

    def append_block(self, name: str = "") -> Block:
        """Return a new block of the function."""
        return self.block.function.append_block(name)

    def write(self, operation: Operation) -> Any:
        """Write an operation; return it, as its own result."""
        operation.block, operation.node = self.block, self.node
        if self._at is None:
            self._operations.append(operation)
        else:
            self._operations.insert(self._at, operation)
            self._at += 1
        return operation

    # --- ints -----------------------------------------------------------------------------------------------------

    add, sub, or_, xor = (_binary(opcode, 0) for opcode in ("add", "sub", "or", "xor"))
    shl, lshr, ashr = (_binary(opcode, 0) for opcode in ("shl", "lshr", "ashr"))
    mul, and_ = _binary("mul", 1), _binary("and", -1)
    sdiv, srem, udiv, urem = map(_binary, ("sdiv", "srem", "udiv", "urem"))
    sadd_with_overflow = _with_overflow("sadd.with.overflow")
    ssub_with_overflow = _with_overflow("ssub.with.overflow")
    smul_with_overflow = _with_overflow("smul.with.overflow")
    ctpop, bswap, ctlz, cttz = map(_counting, ("ctpop", "bswap", "ctlz", "cttz"))

    def not_(self, value: Any) -> Any:
        """All bits inverted."""
        return self.xor(value, Constant(value.type, 1 if value.type.width == 1 else -1))

    def neg(self, value: Any) -> Any:
        """The negated number."""
        return self.sub(Constant(value.type, 0), value)

    def icmp_signed(self, relation: str, one: Any, other: Any) -> Any:
        """Whether two ints or addresses are in a relation."""
        return self._compared(relation, one, other, "s")

    def icmp_unsigned(self, relation: str, one: Any, other: Any) -> Any:
        """The same for unsigned ints."""
        return self._compared(relation, one, other, "u")

    def _compared(self, relation: str, one: Any, other: Any, sign: str) -> Any:
        detail = RELATIONS[relation] if relation in ("==", "!=") else sign + RELATIONS[relation]
        found = fold("icmp", BIT, (one, other), detail) if type(other) is Constant else None
        return self.write(Operation("icmp", BIT, [one, other], detail)) if found is None else found

    # --- floats ---------------------------------------------------------------------------------------------------

    fadd, fsub, fmul, fdiv, frem, fneg = map(_of_floats, ("fadd", "fsub", "fmul", "fdiv", "frem", "fneg"))

    def fcmp_ordered(self, relation: str, one: Any, other: Any) -> Any:
        """Whether two floats are in a relation; False if one is NaN."""
        return self.write(Operation("fcmp", BIT, [one, other], "o" + RELATIONS[relation]))

    def fcmp_unordered(self, relation: str, one: Any, other: Any) -> Any:
        """Whether two floats are in a relation; True if one is NaN."""
        return self.write(Operation("fcmp", BIT, [one, other], "u" + RELATIONS[relation]))

    def fma(self, one: Any, other: Any, third: Any) -> Any:
        """`one * other + third`, rounded once."""
        return self.intrinsic("fma", one.type, [one, other, third])

    # --- from one type to another -----------------------------------------------------------------------------------

    zext, sext, trunc = map(_converted, ("zext", "sext", "trunc"))
    fptosi, sitofp, inttoptr, ptrtoint = map(_converted, ("fptosi", "sitofp", "inttoptr", "ptrtoint"))

    def bitcast(self, value: Any, type_: Any) -> Any:
        """The same bits, reinterpreted as another type."""
        if value.type is type_:
            return value
        if type(value) is Constant and value.constant is None:
            return Constant(type_, None)
        return self.write(Operation("bitcast", type_, [value]))

    # --- memory ---------------------------------------------------------------------------------------------------

    def alloca(self, type_: Any, count: int | None = None) -> Any:
        """The address of a new place in the function's frame, for this many values."""
        return self.write(Operation("alloca", type_.as_pointer(), [], 1 if count is None else count))

    def load(self, address: Any) -> Any:
        """The value at an address."""
        return self.write(Operation("load", address.type.pointee, [address]))

    def store(self, value: Any, address: Any) -> Any:
        """Store a value at an address."""
        return self.write(Operation("store", VOID, [value, address]))

    def gep(self, address: Any, places: Sequence[Any]) -> Any:
        """The address of an item of a row, or, with a second place, of a part of that item."""
        type_ = address.type
        if len(places) > 1:
            inner = type_.pointee
            type_ = (
                inner.elements[places[1].constant] if isinstance(inner, StructType) else inner.element
            ).as_pointer()
        return self.write(Operation("gep", type_, [address, *places]))

    # --- several values in one --------------------------------------------------------------------------------------

    def extract_value(self, many: Any, place: int) -> Any:
        """A part of a struct or array."""
        whole = many
        while type(whole) is Operation and whole.opcode == "insertvalue":
            if whole.detail == place:
                return whole.operands[1]
            whole = whole.operands[0]
        elements = many.type.elements if isinstance(many.type, StructType) else [many.type.element] * (place + 1)
        return self.write(Operation("extractvalue", elements[place], [many], place))

    def insert_value(self, many: Any, value: Any, place: int) -> Any:
        """A struct or array with one part replaced."""
        return self.write(Operation("insertvalue", many.type, [many, value], place))

    def select(self, bit: Any, one: Any, other: Any) -> Any:
        """One of two values."""
        if type(bit) is Constant:
            return one if bit.constant else other
        return one if one is other else self.write(Operation("select", one.type, [bit, one, other]))

    def phi(self, type_: Any) -> Phi:
        """A value that depends on the preceding block: see Phi.add_incoming."""
        return self.write(Phi(type_))

    # --- calls ----------------------------------------------------------------------------------------------------

    def call(self, function: Any, given: Sequence[Any]) -> Any:
        """Call a function of this module, or one at an address."""
        return self.write(Operation("call", function.type.pointee.result, [function, *given]))

    def intrinsic(self, name: str, type_: Any, given: Sequence[Any]) -> Any:
        """Call an LLVM intrinsic, in the variant for the type of its first argument."""
        if name not in INTRINSICS:
            raise ValueError(f"LLVM knows no {name}")
        return self.write(Operation("intrinsic", type_, list(given), name))

    # --- endings --------------------------------------------------------------------------------------------------

    def branch(self, target: Block) -> Any:
        """Continue in a block."""
        return self._end(Operation("branch", VOID, []), target)

    def cbranch(self, bit: Any, yes: Block, no: Block) -> Any:
        """Continue in one of two blocks."""
        return self._end(Operation("branch", VOID, [bit]), yes, no)

    def check(self, wrong: Any, error: Block, fine: Block) -> Any:
        """Continue in the first block if a bit is set, which is rare, otherwise in the second."""
        return self._end(Operation("check", VOID, [wrong]), error, fine)

    def switch(self, number: Any, otherwise: Block) -> Any:
        """Continue in the block for a number: see Switch.add_case."""
        return self.write(Switch(number, otherwise))

    def ret(self, value: Any = None) -> Any:
        """Return from the function."""
        return self.write(Operation("return", VOID, [] if value is None else [value]))

    def unreachable(self) -> Any:
        """Mark this place as unreachable."""
        return self.write(Operation("unreachable", VOID, []))

    def _end(self, operation: Operation, *targets: Block) -> Any:
        operation.targets.extend(targets)
        return self.write(operation)
