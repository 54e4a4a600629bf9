"""Types of values and their constants. Each type is created once: equal types are the same object."""

from typing import Any, ClassVar


class Type:
    """A type. text: its LLVM form. name: its printed form. parts: its components."""

    _made: ClassVar[dict[Any, Any]] = {}
    text: str
    name: str
    parts: tuple[Any, ...]
    pointer: "PointerType | None"

    def __new__(cls, *parts: Any) -> Any:
        """Return the one type of these parts."""
        key = (cls, *(tuple(part) if isinstance(part, list) else part for part in parts))
        found = Type._made.get(key)
        if found is None:
            found = Type._made[key] = object.__new__(cls)
            found.pointer = None
            found.parts = key[1:]
            found._describe(*key[1:])
        return found

    def __reduce__(self) -> Any:
        """Make copies and unpickled types the same object."""
        return type(self), self.parts

    def _describe(self, *parts: Any) -> None:
        """Set the components of a new type."""

    def as_pointer(self) -> "PointerType":
        """Return the type of an address of a value of this type."""
        if self.pointer is None:
            self.pointer = PointerType(self)
        return self.pointer

    def __call__(self, value: Any) -> Any:
        """Return a constant of this type."""
        return Constant(self, value)

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class IntType(Type):
    """An int of a given number of bits; with 1 bit, a truth value."""

    def _describe(self, width: int) -> None:
        self.width = width
        self.text = self.name = f"i{width}"


class DoubleType(Type):
    """A float of 64 bits."""

    def _describe(self) -> None:
        self.text, self.name = "double", "f64"


class VoidType(Type):
    """The result type of a function without a result."""

    def _describe(self) -> None:
        self.text = self.name = "void"


class PointerType(Type):
    """An address. pointee: the type stored there; LLVM has a single type for all addresses."""

    def _describe(self, pointee: Type) -> None:
        self.pointee = pointee
        self.text, self.name = "ptr", f"{pointee.name}*"


class StructType(Type):
    """Values one after another."""

    def _describe(self, elements: tuple[Type, ...]) -> None:
        self.elements = elements
        self.text = f"{{{', '.join(each.text for each in elements)}}}"
        self.name = f"({', '.join(each.name for each in elements)})"


class ArrayType(Type):
    """An array of values of one type."""

    def _describe(self, element: Type, count: int) -> None:
        self.element, self.count = element, count
        self.text, self.name = f"[{count} x {element.text}]", f"{element.name}[{count}]"


class FunctionType(Type):
    """The result type and the parameter types of a function."""

    def _describe(self, result: Type, arguments: tuple[Type, ...]) -> None:
        self.result, self.arguments = result, arguments
        self.text = f"{result.text} ({', '.join(each.text for each in arguments)})"
        self.name = f"({', '.join(each.name for each in arguments)}) -> {result.name}"


# --- constants --------------------------------------------------------------------------------------------------------

UNDEFINED: Any = object()
"""The constant of a value that is set afterwards, part by part."""


class Value:
    """Anything that can be an operand of an operation."""

    __slots__ = ("type",)
    type: Any


class Constant(Value):
    """A value known at compile time.

    constant: an int, a float, a list of constants, bytes; None for the address 0; UNDEFINED
    """

    __slots__ = ("constant",)

    def __init__(self, type_: Type, constant: Any) -> None:
        self.type, self.constant = type_, constant

    def __str__(self) -> str:
        known = self.constant
        inside = f"[{', '.join(map(str, known))}]" if isinstance(known, list | tuple) else known
        return f"{self.type} {inside}"
