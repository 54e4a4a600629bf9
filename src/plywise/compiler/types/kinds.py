"""The types (kinds) of the values in rules, inferred from where each value comes from.

In registers, a value is the scalars of its type: numbers and addresses. A tuple or record is the scalars of its items,
one after another. Anything of variable length is in memory. Where several types meet they are joined: the result is a
type that holds both, at worst a union, which contains the number of the actual type.
"""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any

from plywise.compiler import ir

BIT, BYTE, CHAR, INT, FLOAT64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
ADDRESS = BYTE.as_pointer()


class Refusal(Exception):
    """An untranslatable piece of source; the message names it and suggests a replacement."""

    node: Any = None
    """The piece of the syntax tree, once known."""
    function: Any = None
    """The function that it is in."""

    def __init__(self, message: str) -> None:
        super().__init__(with_articles(message))
        self.found_together: list[Refusal] = [self]  # further refusals in the same program


BEFORE_A_VOWEL = re.compile(r"\b([Aa]) (?=(?!one\b|uni|use|eu)[aeiouAEIO])")


def with_articles(message: str) -> str:
    """Return a message with "an" instead of "a" before names of types that need it, except in quoted code."""
    parts = message.split("`")
    return "`".join(part if at % 2 else BEFORE_A_VOWEL.sub(r"\1n ", part) for at, part in enumerate(parts))


class TooMuch(Refusal):
    """Too much code, regardless of types that are still unknown."""


class TooDeep(Refusal):
    """Endless recursion of functions, by the types known so far."""


class Kind:
    """The type of a value. Types compare by their contents."""

    scalars: tuple[Any, ...] = ()
    """The LLVM types of its scalars."""

    lazy = False
    """Whether a value is only a promise of items, evaluated by a loop."""

    word = "value"

    python: Any = None
    """The class of its values in Python; None if unknown."""

    @property
    def family(self) -> str:
        """What it can be equal to: values of the same family."""
        return type(self).__name__

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class Never(Kind):
    """The type of a value not seen yet: a place where nothing was stored, a call that does not return."""

    word = "nothing"


@dataclass(frozen=True)
class NoneKind(Kind):
    """None."""

    word = "None"
    python = type(None)


WIDTHS = (64, 128, 256, 512, 1024)
"""The widths of ints: one word, and multiples of words."""


@dataclass(frozen=True)
class Int(Kind):
    """A signed integer of a given number of bits, one of WIDTHS."""

    word = "int"
    python = int

    bits: int = 64

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The number, in two's complement."""
        return (ir.IntType(self.bits),)

    @property
    def is_wide(self) -> bool:
        """Whether it is wider than a word."""
        return self.bits > 64


def bits_of(number: int) -> int:
    """Return the least of WIDTHS that holds a number. Raises Refusal for none."""
    for bits in WIDTHS:
        if -(1 << bits - 1) <= number < 1 << bits - 1:
            return bits
    raise Refusal(f"a constant of {number.bit_length():,} bits; the maximum is {WIDTHS[-1]:,}, with the sign")


def widest(*kinds: Any) -> Int:
    """Return the widest of some types of ints."""
    return max(kinds, key=lambda kind: kind.bits)


def has_width(number: int) -> bool:
    """Return whether an int of one of WIDTHS holds a number."""
    return number.bit_length() < WIDTHS[-1]


@dataclass(frozen=True)
class Bool(Kind):
    """True or False."""

    scalars = (BIT,)
    word = "bool"
    python = bool


@dataclass(frozen=True)
class Float(Kind):
    """A float."""

    scalars = (FLOAT64,)
    word = "float"
    python = float


@dataclass(frozen=True)
class NumpyInt(Int):
    """An int that may be one of NumPy's: a result outside its type's range is an error.

    Within the range, Python's ints and NumPy's give the same results, so the compiler need not know which it is.
    """

    low: int = -(2**63)
    high: int = 2**63 - 1
    word = "int of NumPy"
    python: Any = None
    family = "Int"


@dataclass(frozen=True)
class NumpyBool(Bool):
    """A bool that may be one of NumPy's, which add differently from Python's."""

    word = "bool of NumPy"
    python: Any = None
    family = "Bool"


@dataclass(frozen=True)
class NumpyFloat(Float):
    """A float that may be one of NumPy's, which allow division by zero."""

    word = "float of NumPy"
    python: Any = None
    family = "Float"


@dataclass(frozen=True)
class Array(Kind):
    """A NumPy array: the address of its first number, its shape, and its strides, counted in numbers.

    dtype: the type of its numbers. ndim: the number of dimensions
    frozen: whether it is read-only: a constant, or from np.frombuffer. sure: whether its type is certain
    """

    dtype: str
    ndim: int
    frozen: bool = False
    sure: bool = True
    family = "array"

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The address, the lengths, the strides."""
        return (ADDRESS, *[INT] * (2 * self.ndim))

    @property
    def word(self) -> str:
        """What it is."""
        return f"array of {self.dtype}, {self.ndim}-dimensional"


@dataclass(frozen=True)
class Char(Kind):
    """A string of one character: its number in Unicode."""

    scalars = (CHAR,)
    word = "str"
    python = str
    family = "str"


@dataclass(frozen=True)
class Text(Kind):
    """A string: the address of its characters, and their number."""

    scalars = (ADDRESS, INT)
    word = "str"
    python = str
    family = "str"


@dataclass(frozen=True)
class Member(Kind):
    """A member of an Enum: its number among the members."""

    enum: Any
    scalars = (INT,)

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return self.enum

    @property
    def word(self) -> str:
        """The name of the class."""
        return str(self.enum.__name__)


@dataclass(frozen=True)
class Tuple(Kind):
    """A tuple of known length; each item has its own type."""

    python = tuple
    family = "tuple"

    items: tuple[Kind, ...]

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The scalars of the items."""
        return tuple(scalar for item in self.items for scalar in item.scalars)

    @property
    def word(self) -> str:
        """The types of the items."""
        return f"({', '.join(map(str, self.items))}{',' * (len(self.items) == 1)})"


@dataclass(frozen=True)
class Record(Kind):
    """A NamedTuple or a frozen dataclass: its class, and the types of its fields."""

    made_by: Any
    names: tuple[str, ...]
    items: tuple[Kind, ...]

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The scalars of the fields."""
        return tuple(scalar for item in self.items for scalar in item.scalars)

    @property
    def is_tuple(self) -> bool:
        """Whether it is a NamedTuple."""
        return issubclass(self.made_by, tuple)

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return self.made_by

    @property
    def family(self) -> str:
        """What it can be equal to."""
        return "tuple" if self.is_tuple else f"record {id(self.made_by)}"

    @property
    def word(self) -> str:
        """The name of the class."""
        return str(self.made_by.__name__)


@dataclass(frozen=True)
class Options(Kind):
    """The keyword arguments of a parameter with **: their names and types."""

    names: tuple[str, ...]
    items: tuple[Kind, ...]
    word = "dict"

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The scalars of the arguments."""
        return tuple(scalar for item in self.items for scalar in item.scalars)


@dataclass(frozen=True)
class Row(Kind):
    """A tuple of items of one type whose length is known at run time: the address and the number of its items.

    constant_list: whether it is a constant list, which never changes
    """

    item: Kind
    constant_list: bool = False
    scalars = (ADDRESS, INT)

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return list if self.constant_list else tuple

    @property
    def family(self) -> str:
        """What it can be equal to."""
        return "list" if self.constant_list else "tuple"

    @property
    def word(self) -> str:
        """What it is, and the type of its items."""
        return f"{'list' if self.constant_list else 'tuple'} of {self.item}"


@dataclass(frozen=True)
class Bytes(Row):
    """A bytes object: a row of ints from 0 to 255."""

    item: Kind = Int()
    word = "bytes"
    python: Any = bytes
    family = "bytes"


@dataclass(frozen=True)
class Packed(Kind):
    """A tuple or string as encoded in a state: its items side by side, a few bits each, in words."""

    codec: Any

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The words."""
        return (INT,) * len(self.codec.units)

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return self.codec.unpacked.python

    @property
    def family(self) -> str:
        """What it can be equal to."""
        return self.codec.unpacked.family

    @property
    def word(self) -> str:
        """What it is when unpacked."""
        return str(self.codec.unpacked)


class Bits(Kind):
    """A frozenset as a bit for each possible member, as encoded in a state, or computed from such.

    cell: of one created by rules, the cell of the ordinary set that replaces it if its order is observed
    """

    python = frozenset
    family = "set"

    def __init__(self, codec: Any, cell: Any = None) -> None:
        self.codec, self.cell = codec, cell

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bits) and self.codec == other.codec and self._root() is other._root()

    def __hash__(self) -> int:
        return hash(self.codec)

    def _root(self) -> Any:
        return None if self.cell is None else self.cell.root()

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The words."""
        return (INT,) * len(self.codec.units)

    @property
    def word(self) -> str:
        """What it is."""
        return f"frozenset of {self.codec.item}"


@dataclass(frozen=True)
class Pointer(Kind):
    """Memory that the caller owns: the address of ints of a given width, loaded and stored without checks."""

    bits: int = 64
    word = "pointer"

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The address."""
        return (ir.IntType(self.bits).as_pointer(),)


class _OfCells(Kind):
    """A type that is equal to another if their cells are the same."""

    cells: tuple[Any, ...] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(
            one.root() is two.root() for one, two in zip(self.cells, other.cells, strict=True)
        )

    def __hash__(self) -> int:
        return hash(type(self))


class _OfItems(_OfCells):
    """A type of containers with items of one type."""

    def __init__(self, cell: Any) -> None:
        self.cells = (cell,)

    @property
    def item(self) -> Kind:
        """The type of its items."""
        return self.cells[0].kind

    @property
    def word(self) -> str:
        """What it is."""
        return f"{self.python.__name__} of {self.item}"


class List(_OfItems):
    """A list: the address of its head, with the address of its items, their number, and the capacity."""

    python: Any = list
    family = "list"

    scalars = (ADDRESS,)


class Deque(List):
    """A deque: a list that equals no list, and must not change during iteration."""

    python: Any = deque
    family = "deque"


class Values(List):
    """The values of a dict: a view for loops, len and `in`."""

    word = "dict's values"
    python: Any = type({}.values())
    family = "values"


class Set(_OfItems):
    """A set: a list of its items, and a hash table."""

    python: Any = set
    family = "set"

    scalars = (ADDRESS, ADDRESS)


class Frozen(Set):
    """A frozenset, which is immutable: |= creates a new one."""

    python: Any = frozenset


class Keys(Set):
    """The keys of a dict: a set in insertion order."""

    word = "dict's keys"
    python: Any = type({}.keys())


class Shape:
    """The fields of a class's objects, with the types that rules assign. There is one Shape for each class.

    made_by: the class; for dicts with literal keys, these keys
    has_changing_keys: whether rules add other keys to such a dict, or remove some
    """

    def __init__(self, made_by: Any) -> None:
        self.made_by = made_by
        self.fields: dict[str, Any] = {}  # the name of each -> the cell of its type
        self.has_changing_keys = False


class OfFields(_OfCells):
    """A mutable object with fields, each with its own type: the address of the fields.

    Each field has a bit that tells whether it has been assigned; see values.objects.
    """

    scalars = (ADDRESS,)

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    @property
    def cells(self) -> tuple[Any, ...]:
        """The types of its fields."""
        return tuple(self.shape.fields.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OfFields) and self.shape is other.shape

    def __hash__(self) -> int:
        return hash((type(self), self.shape.made_by))


class Object(OfFields):
    """A mutable object of a user-defined class, created in a rule."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.made_by = shape.made_by

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return self.made_by

    @property
    def word(self) -> str:
        """The name of the class."""
        return str(self.made_by.__name__)


class Keyed(OfFields):
    """A dict with literal string keys, such as {"board": rows, "turn": 1}: a field for each key.

    See values.keyed_dicts.
    """

    word = "dict"
    family = "dict"
    python: Any = dict


class ComputedKeys(Exception):
    """A Keyed is used in a way that only ordinary dicts support. keys: its literal keys.

    node, function: as of a Refusal
    """

    node: Any = None
    function: Any = None

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__(keys)
        self.keys = keys

    def refusal(self) -> Refusal:
        """Return the refusal for a dict that cannot be ordinary either, because its values have several types."""
        found = Refusal(
            f"a dict that holds values of several types ({', '.join(self.keys)}) has keys that are computed, or that "
            "come and go; write each key out, in all of its places, or use a class with attributes instead"
        )
        found.node, found.function = self.node, self.function
        return found


COUNTING = "count"
"""The treatment of missing keys in a Counter: they count 0."""


@dataclass(frozen=True)
class Factory:
    """The factory of a defaultdict: the type of the function, and its scalars, which are constants."""

    kind: Kind
    scalars: tuple[Any, ...] = ()


class Dict(_OfCells):
    """A dict: a list of its keys, a list of their values, and a hash table.

    missing: the treatment of missing keys: None raises KeyError; "count" counts them 0, as a Counter; a defaultdict's
    Factory
    """

    scalars = (ADDRESS, ADDRESS, ADDRESS)
    word = "dict"
    family = "dict"

    def __init__(self, key: Any, value: Any, missing: Any = None) -> None:
        self.cells = (key, value)
        self.missing = missing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and super().__eq__(other) and self.missing == other.missing

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return Counter if self.missing == COUNTING else defaultdict if self.missing else dict

    __hash__ = _OfCells.__hash__


class ConstantSet(Set):
    """One of several constant sets, known only at run time, in constant memory.

    Unlike other sets' types, two are equal if their items' types are.

    is_frozen: whether it is a frozenset
    in_order: whether its items are in Python's order, which is the same in every process
    """

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return frozenset if self.is_frozen else set

    def __init__(self, cell: Any, is_frozen: bool, in_order: bool) -> None:
        super().__init__(cell)
        self.is_frozen, self.in_order = is_frozen, in_order

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstantSet) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> Any:
        return (self.item, self.is_frozen, self.in_order)

    @property
    def word(self) -> str:
        """What it is."""
        return f"constant {'frozenset' if self.is_frozen else 'set'} of {self.item}"


class ConstantDict(Dict):
    """One of several constant dicts, like ConstantSet."""

    word = "constant dict"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstantDict) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> Any:
        return tuple(cell.kind for cell in self.cells)


CONSTANTS = (ConstantSet, ConstantDict)
"""Types of values in constant memory."""


@dataclass(frozen=True)
class Range(Kind):
    """A range: its start, stop and step."""

    scalars = (INT, INT, INT)
    word = "range"
    python = range
    family = "range"


FAMILIES = {
    str: "str", bytes: "bytes", tuple: "tuple", list: "list", dict: "dict", set: "set", frozenset: "set",
    range: "range",
}  # fmt: skip
"""Class of a constant -> what it can be equal to."""

METHODS = (MethodType, BuiltinMethodType)
"""Types of values that an object creates anew on each access."""


class Constant(Kind):
    """An object known at compile time: a function, a class, a table, the game itself."""

    @property
    def python(self) -> type:
        """The class of its values in Python."""
        return type(self.thing)

    @property
    def family(self) -> str:
        """What it can be equal to."""
        return next((name for made_by, name in FAMILIES.items() if isinstance(self.thing, made_by)), "Constant")

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Constant):
            return False
        if isinstance(self.thing, (*METHODS, str)):
            return type(self.thing) is type(other.thing) and bool(self.thing == other.thing)
        return self.thing is other.thing

    def __hash__(self) -> int:
        if isinstance(self.thing, str):
            return hash(self.thing)
        return hash(id(self.thing.__self__ if isinstance(self.thing, METHODS) else self.thing))

    @property
    def word(self) -> str:
        """What it is."""
        if isinstance(self.thing, (tuple, list, dict, set, frozenset)):
            return f"constant {type(self.thing).__name__}"
        return str(getattr(self.thing, "__name__", type(self.thing).__name__))


class Lazy(Kind):
    """A promise of items: an operation `what` on the values in `parts`, evaluated by a loop (see loops)."""

    lazy = True
    word = "generator"

    def __init__(self, what: str, *parts: Any, key: Any = None) -> None:
        self.what = what
        self.parts = parts
        self.key = key  # where it is created, the same in each pass


class Iterator(_OfCells):
    """An iterator over a list: the list, and the address of the next place."""

    scalars = (ADDRESS, ADDRESS)
    word = "iterator"

    def __init__(self, cell: Any) -> None:
        self.cells = (cell,)


class Generator(_OfItems):
    """A stored generator or other iterator: its address; see generators.

    tied: whether it reads variables in place, so that it must not outlive their function
    """

    scalars = (ADDRESS,)
    word = "generator"

    def __init__(self, cell: Any, tied: bool = False) -> None:
        super().__init__(cell)
        self.tied = tied

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator) and super().__eq__(other) and self.tied == other.tied

    __hash__ = _OfCells.__hash__


class Closure(Kind):
    """A nested function: its place, its syntax tree, and the types of its parameters' defaults.

    Its scalars are those of the defaults, which are evaluated at its definition.
    within: the enclosing function, if none of the surrounding variables are used; None otherwise
    """

    word = "function"
    python = FunctionType

    def __init__(
        self, key: Any, node: Any, names: tuple[str, ...] = (), items: tuple[Kind, ...] = (), within: Any = None
    ) -> None:
        self.key, self.node, self.names, self.items, self.within = key, node, names, items, within
        self.scalars = tuple(scalar for each in items for scalar in each.scalars)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Closure) and (self.key, self.items) == (other.key, other.items)

    def __hash__(self) -> int:
        return hash(self.key)


class Partial(Kind):
    """A function with some of its arguments: functools.partial. names: of the keyword arguments, which come last."""

    word = "function"

    def __init__(self, function: Kind, items: tuple[Kind, ...], names: tuple[str, ...]) -> None:
        self.items, self.names = (function, *items), names
        self.scalars = tuple(scalar for each in self.items for scalar in each.scalars)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Partial) and (self.items, self.names) == (other.items, other.names)

    def __hash__(self) -> int:
        return hash((Partial, self.names))


class Bound(Kind):
    """A method of a value: the function, and the type of the value."""

    word = "method"

    def __init__(self, function: Any, this: Kind) -> None:
        self.function, self.this = function, this
        self.scalars = this.scalars

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and (self.function, self.this) == (other.function, other.this)

    def __hash__(self) -> int:
        return hash((self.function, self.this))


class Super(Kind):
    """The value of super(): an object, and the class whose method calls it."""

    word = "super"

    def __init__(self, this: Kind, below: Any) -> None:
        self.this, self.below, self.scalars = this, below, this.scalars

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Super) and (self.this, self.below) == (other.this, other.below)

    def __hash__(self) -> int:
        return hash((Super, self.below))


@dataclass(frozen=True)
class Union(Kind):
    """One of several types: the number of the type, then the scalars of each of them. All objects share one address."""

    variants: tuple[Kind, ...]

    @cached_property
    def scalars(self) -> tuple[Any, ...]:
        """The number, and the scalars of all."""
        found: list[Any] = [BYTE]
        for number, variant in enumerate(self.variants):
            if self.begin(number) == len(found):
                found += variant.scalars
        return tuple(found)

    def begin(self, number: int) -> int:
        """Return the place of a variant's first scalar."""
        return self._begins[number]

    @cached_property
    def _begins(self) -> list[int]:
        found, end, shared = [], 1, 0
        for variant in self.variants:
            if isinstance(variant, OfFields) and shared:
                found.append(shared)
                continue
            shared = end if isinstance(variant, OfFields) else shared
            found.append(end)
            end += len(variant.scalars)
        return found

    @property
    def word(self) -> str:
        """All the types."""
        return " or ".join(map(str, self.variants))


NEVER, NONE, WHOLE, TRUTH, FLOAT, LETTER, TEXT, RANGE = (
    Never(), NoneKind(), Int(), Bool(), Float(), Char(), Text(), Range(),
)  # fmt: skip
NUMBERS = (Int, Bool, Float)


def variants_of(kind: Kind) -> tuple[Kind, ...]:
    """Return the types that a value of a type may have: those of a union, or the type itself."""
    return kind.variants if isinstance(kind, Union) else (kind,)


def can_change(kind: Kind) -> bool:
    """Return whether a value is, or contains, something that a function can change: a list, set or dict."""
    if isinstance(kind, _OfCells):
        return not isinstance(kind, CONSTANTS)
    if isinstance(kind, (Row, Bound)):
        return can_change(kind.item if isinstance(kind, Row) else kind.this)
    if isinstance(kind, Array):
        return not kind.frozen
    return any(map(can_change, kind.variants if isinstance(kind, Union) else getattr(kind, "items", ())))


def is_told_apart(kind: Any) -> bool:
    """Return whether equal values of a type are indistinguishable, unlike True and 1, or by a custom __eq__."""
    if is_written(class_made(kind), "__eq__", "__hash__") or orders_itself(kind):
        return False
    if isinstance(kind, (Tuple, Record)):
        return all(map(is_told_apart, kind.items))
    return kind == NEVER or isinstance(kind, (Int, Char, Text, Member))


def orders_itself(kind: Any) -> bool:
    """Return whether values of a type, or what they contain, have a user-defined order, in which some may tie."""
    inner = (kind.item,) if isinstance(kind, (Row, List)) else getattr(kind, "items", getattr(kind, "variants", ()))
    own = is_written(class_made(kind), "__lt__", "__gt__", "__le__", "__ge__")
    return own or any(map(orders_itself, inner))


def class_made(kind: Any) -> Any:
    """Return the class of a record's or member's type; object for any other."""
    return getattr(kind, "made_by", getattr(kind, "enum", object))


def is_written(made_by: Any, *names: str) -> bool:
    """Return whether a class, or one of its components, has a user-defined method with one of these names."""
    own = [vars(each) for each in made_by.__mro__ if each.__module__ not in ("enum", "builtins", "typing")]
    codes = [getattr(each.get(name), "__code__", None) for each in own for name in names]
    return any(code is not None and not code.co_filename.startswith("<") for code in codes)


def may_differ_where_equal(kind: Any) -> bool:
    """Return whether equal values of a type may differ, as 1 and True do."""
    if isinstance(kind, Union):
        return sum(isinstance(each, NUMBERS) for each in kind.variants) > 1
    return any(map(may_differ_where_equal, getattr(kind, "items", (kind.item,) if isinstance(kind, Row) else ())))


def holds_function(kind: Kind) -> bool:
    """Return whether a value is, or contains, a nested function."""
    return holds_kind(kind, lambda each: isinstance(each, Closure))


def holds_tied(kind: Kind) -> bool:
    """Return whether a value is, or contains, a generator tied to variables of a function."""
    return holds_kind(kind, lambda each: isinstance(each, Generator) and each.tied)


def holds_kind(kind: Kind, test: Callable[[Kind], bool], seen: frozenset[Any] = frozenset()) -> bool:
    """Return whether a value is, or contains, one of a type for which a test holds."""
    if test(kind):
        return True
    if isinstance(kind, _OfCells):
        new = {cell.root() for cell in kind.cells} - seen
        return any(holds_kind(cell.kind, test, seen | new) for cell in new)
    if isinstance(kind, (Row, Bound)):
        return holds_kind(kind.item if isinstance(kind, Row) else kind.this, test, seen)
    parts = kind.variants if isinstance(kind, Union) else getattr(kind, "items", ())
    return any(holds_kind(each, test, seen) for each in parts)


def signature_of(kind: Kind, apart: bool) -> Any:
    """Return the key that distinguishes a function's forms: the type; for lists and sets also which one, if `apart`."""
    if isinstance(kind, (Tuple, Record, Options)):
        return (
            type(kind),
            getattr(kind, "made_by", None),
            getattr(kind, "names", None),
            *(signature_of(each, apart) for each in kind.items),
        )
    if isinstance(kind, Row):
        return (type(kind), kind.constant_list, signature_of(kind.item, apart))
    if isinstance(kind, Union):
        return (Union, *(signature_of(each, apart) for each in kind.variants))
    if isinstance(kind, Bits):
        return (Bits, kind.codec)
    if isinstance(kind, OfFields):
        return (type(kind), kind.shape.made_by)
    if isinstance(kind, _OfCells) and not isinstance(kind, CONSTANTS):
        return (type(kind), *(cell.root().number for cell in kind.cells if apart))
    return kind


class ByKind:
    """An operation on values with one implementation for each kind, like a method: a subclass of a kind inherits it.

    The modules that implement a kind register its implementation with `on`. For other kinds the operation returns None.
    """

    def __init__(self) -> None:
        self.implementations: dict[type[Kind], Callable[..., Any]] = {}

    def on(self, *kinds: type[Kind]) -> Callable[[Any], Any]:
        """Return a decorator that registers a function (f, value, ...) as the implementation for some kinds."""

        def register(function: Any) -> Any:
            self.implementations.update(dict.fromkeys(kinds, function))
            return function

        return register

    def find(self, kind: Kind) -> Callable[..., Any] | None:
        """Return the implementation for a kind."""
        for each in type(kind).__mro__:
            if each in self.implementations:
                return self.implementations[each]
        return None

    def __call__(self, f: Any, value: "Value", *more: Any) -> Any:
        """Apply the operation to a value."""
        act = self.find(value.kind)
        return act(f, value, *more) if act is not None else None


class Value:
    """A value during translation: its type, its scalars and, if it is a constant, the constant.

    known: a one-item tuple with the number, string or None that it is; () if unknown
    """

    __slots__ = ("kind", "known", "scalars")

    def __init__(self, kind: Any, scalars: Any = (), known: tuple[Any, ...] = ()) -> None:
        self.kind: Any = kind
        self.scalars = tuple(scalars)
        self.known = known

    def items(self) -> "list[Value]":
        """Return the items of a tuple or the fields of a record."""
        found, at = [], 0
        for item in self.kind.items:
            found.append(Value(item, self.scalars[at : at + len(item.scalars)]))
            at += len(item.scalars)
        return found

    def option(self, name: Any) -> "Value | None":
        """Return a keyword argument of a parameter with **; None if there is none."""
        return self.items()[self.kind.names.index(name)] if name in self.kind.names else None


def class_of(kind: Kind) -> type:
    """Return the class of the values of a type. Raises Refusal if it is unknown."""
    if kind.python is None:
        raise Refusal(f"the class of a {kind} is not known; write what distinguishes it instead")
    return kind.python


def is_of(value: Value, made_by: Any) -> bool:
    """Return whether a value, of one type, is of a class. Raises Refusal if that is unknown."""
    if isinstance(value.kind, Constant):
        return isinstance(value.kind.thing, made_by)
    return issubclass(class_of(value.kind), made_by)


def is_set(value: Value) -> bool:
    """Return whether a value is a set."""
    return bool(value.kind.family == "set")


def is_dict(value: Value) -> bool:
    """Return whether a value is a dict."""
    return bool(value.kind.family == "dict")


def is_numpy(value: Value) -> bool:
    """Return whether a value may be a NumPy number."""
    return any(isinstance(each, (NumpyInt, NumpyBool, NumpyFloat)) for each in variants_of(value.kind))


def is_range(value: Value) -> bool:
    """Return whether a value is a range."""
    return bool(value.kind.family == "range")


def is_text(value: Value) -> bool:
    """Return whether a value is a string."""
    return bool(value.kind.family == "str")
