"""Values (results of operations, functions and their arguments, variables), and the blocks and modules around them."""

from collections.abc import Iterator
from typing import Any

from plywise.compiler.ir.types import Constant, FunctionType, PointerType, Type, Value

ENDINGS = frozenset(("branch", "check", "switch", "return", "unreachable"))
"""Operations that end a block."""


class Address(Constant):
    """The address of a global variable, cast to another type."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The variable's name."""
        return str(self.constant.name)

    def __str__(self) -> str:
        return self.name


class Argument(Value):
    """An argument of a function."""

    __slots__ = ("number",)

    def __init__(self, type_: Type, number: int) -> None:
        self.type, self.number = type_, number


class Operation(Value):
    """One step of a computation, and its result.

    opcode: see builder
    detail: further data of the opcode: a relation, a place in a struct, a name
    targets: of an ending, the blocks that may follow
    block: the block that contains it
    node: the source statement for which it was written
    name: of its source variable, for the printed form
    """

    __slots__ = ("block", "detail", "name", "node", "opcode", "operands", "targets")

    def __init__(self, opcode: str, type_: Any, operands: list[Any], detail: Any = None) -> None:
        self.opcode, self.type, self.operands, self.detail = opcode, type_, operands, detail
        self.targets: list[Block] = []
        self.block: Any = None
        self.node: Any = None
        self.name = ""

    @property
    def is_ending(self) -> bool:
        """Whether it ends its block."""
        return self.opcode in ENDINGS


class Phi(Operation):
    """The value of a variable where several paths join: its operands, one for each preceding block in `sources`."""

    __slots__ = ("sources",)

    def __init__(self, type_: Any) -> None:
        super().__init__("phi", type_, [])
        self.sources: list[Block] = []

    def add_incoming(self, value: Any, source: "Block") -> None:
        """Add the value for a preceding block."""
        self.operands.append(value)
        self.sources.append(source)


class Switch(Operation):
    """Branch by a number; the first target is the default."""

    __slots__ = ("cases",)

    def __init__(self, operand: Any, otherwise: "Block") -> None:
        super().__init__("switch", None, [operand])
        self.targets.append(otherwise)
        self.cases: list[Constant] = []

    def add_case(self, number: Constant, target: "Block") -> None:
        """Add the target block for a number."""
        self.cases.append(number)
        self.targets.append(target)


class Block:
    """Operations that run one after another; the last one transfers control."""

    __slots__ = ("function", "name", "operations")

    def __init__(self, function: "Function", name: str) -> None:
        self.function, self.name = function, name
        self.operations: list[Any] = []

    @property
    def ending(self) -> Any:
        """The operation that ends the block; None while there is none."""
        last = self.operations[-1] if self.operations else None
        return last if last is not None and last.opcode in ENDINGS else None

    @property
    def is_ended(self) -> bool:
        """Whether nothing can follow here."""
        return bool(self.operations) and self.operations[-1].opcode in ENDINGS

    def phis(self) -> Iterator[Phi]:
        """Yield the phis, which are at the block's beginning."""
        for each in self.operations:
            if each.opcode != "phi":
                return
            yield each


class Function(Value):
    """A function; without blocks it is only declared.

    internal: whether other modules cannot call it
    inline: whether LLVM may inline it
    title, given: its description, and the names of its arguments, for the printed form
    """

    __slots__ = ("arguments", "blocks", "form", "given", "inline", "internal", "module", "name", "title")

    def __init__(self, module: "Module", form: FunctionType, name: str) -> None:
        self.module, self.form, self.name = module, form, name
        self.type: PointerType = form.as_pointer()
        self.arguments = [Argument(each, number) for number, each in enumerate(form.arguments)]
        self.blocks: list[Block] = []
        self.internal, self.inline = False, True
        self.title = ""
        self.given: list[str] = []
        module.globals[name] = self

    def append_block(self, name: str = "") -> Block:
        """Return a new block."""
        block = Block(self, name)
        self.blocks.append(block)
        return block


class GlobalVariable(Value):
    """A constant in memory. Its value is the address. title: of an error, its class and message"""

    __slots__ = ("initializer", "name", "title")

    def __init__(self, module: "Module", type_: Type, name: str, initializer: Constant | None = None) -> None:
        self.type, self.name, self.initializer = type_.as_pointer(), name, initializer
        self.title = ""
        module.globals[name] = self

    def seen_as(self, type_: Type) -> Address:
        """Return the address as one of another type."""
        return Address(type_, self)


class Module:
    """Functions and constants that are compiled together. globals: all of them, by their names."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = {}

    def functions(self) -> Iterator[Function]:
        """Yield the functions, declared ones too."""
        return (each for each in list(self.globals.values()) if isinstance(each, Function))
