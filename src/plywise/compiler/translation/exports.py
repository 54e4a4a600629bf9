"""Exported functions, called by other compiled code: parameters and answers are words.

An exported function takes an address for its answer, an address for an error, and then words; it returns a status (see
returning.py). Functions that it calls are compiled with it, for the types with which they are called.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plywise.compiler import ir
from plywise.compiler.emission.callees import call_value
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.function import Emitter, Scope, Unreachable
from plywise.compiler.emission.memory import ARENA
from plywise.compiler.emission.returning import RETCODE_OK, error_ptr_t
from plywise.compiler.emission.wide_ints import words_of
from plywise.compiler.layout.codec import Words
from plywise.compiler.translation.program import Program
from plywise.compiler.types.kinds import (
    FLOAT,
    FLOAT64,
    INT,
    WHOLE,
    Float,
    Int,
    Pointer,
    Record,
    Refusal,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.values.comparisons import truth
from plywise.compiler.values.loops import loop, small
from plywise.compiler.values.numbers import as_float, as_wide, as_word, number, whole
from plywise.compiler.values.sequences import starred

I32 = ir.IntType(32)


class Answer:
    """The format in which a function's answer is stored."""

    takes: tuple[Any, ...] = ()
    """LLVM types of the function's additional last parameters."""

    encoded: Words | None = None
    """The codec of the stored answer."""

    def stored(self) -> Any:
        """Return the LLVM type of the stored answer."""
        return INT

    def store(self, f: Emitter, export: "Export", found: Value, rest: Sequence[Any]) -> None:
        """Store a value, and return. rest: the arguments for `takes`."""
        self.emit(f, export, f.program.materialize(f, found))

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """Store a materialized value, and return."""
        give(f, whole(f, found, f"what {export.name} answers"))


class Truth(Answer):
    """1 if the answer is true in Python, else 0."""

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """See Answer."""
        give(f, f.builder.zext(truth(f, found), INT))


class Encoded(Answer):
    """The answer's words, by a codec."""

    def __init__(self, encoded: Words) -> None:
        self.encoded = encoded

    def stored(self) -> Any:
        """See Answer."""
        return ir.ArrayType(INT, self.words.count)

    @property
    def words(self) -> Words:
        """The codec."""
        assert self.encoded is not None
        return self.encoded

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """See Answer."""
        give_words(f, self.words.emit(f, found))


class Pair(Answer):
    """Two ints."""

    def stored(self) -> Any:
        """See Answer."""
        return ir.ArrayType(INT, 2)

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """See Answer."""
        give_words(f, [whole(f, each) for each in starred(f, found)])


class Number(Answer):
    """An int, or a float if the function may return one.

    is_float: whether it may
    """

    def __init__(self) -> None:
        self.is_float = False

    def stored(self) -> Any:
        """See Answer."""
        return FLOAT64 if self.is_float else INT

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """See Answer."""
        kinds = found.kind.variants if isinstance(found.kind, Union) else (found.kind,)
        if any(isinstance(each, Float) for each in kinds) and not self.is_float:
            self.is_float = f.program.changed = True
            raise Unreachable

        def one(value: Value) -> Value:
            known = number(f, plain(f, value))
            if known is None:
                raise f.refuse(
                    f"{export.name} returns a {value.kind}, not a number; return a number, such as 0, instead"
                )
            if self.is_float:
                return Value(FLOAT, [as_float(f, known)])
            return known if isinstance(known.kind, Float) else Value(WHOLE, [as_word(f, known.scalars[0])])

        give(f, dispatch(f, [found], one).scalars[0])


@dataclass
class IntsOfKeys:
    """The number of words for each int of a key, the same in all keys of a game."""

    words: int = 1


class Key(Answer):
    """Words that are equal exactly if the answers are: for ints, and tuples of ints or of values encoded by the codec.

    made_by: the class of the values that the codec encodes
    ints: of all keys of the game
    count: the number of words, once known
    """

    def __init__(self, encoded: Words, made_by: type, ints: IntsOfKeys) -> None:
        self.encoded, self.made_by, self.ints, self.count = encoded, made_by, ints, 1

    def stored(self) -> Any:
        """See Answer."""
        return ir.ArrayType(INT, self.count)

    def emit(self, f: Emitter, export: "Export", found: Value) -> None:
        """See Answer."""
        self.give(f, self._words(f, found))

    def give(self, f: Emitter, words: Sequence[Any]) -> None:
        """Store the words of a key."""
        if self.count != len(words):
            self.count, f.program.changed = len(words), True
            raise Unreachable
        give_words(f, words)

    def _words(self, f: Emitter, found: Value) -> list[Any]:
        value = plain(f, found)
        if isinstance(value.kind, Record) and value.kind.made_by is self.made_by:
            assert self.encoded is not None
            return self.encoded.emit(f, value)
        if isinstance(value.kind, (Tuple, Record)):
            return [word for each in value.items() for word in self._words(f, each)]
        known = number(f, value)
        if known is not None and not isinstance(known.kind, Float):
            return self._int_words(f, known)
        raise f.refuse(f"a key that is a {found.kind}; ints, and tuples of ints or states, can be keys")

    def _int_words(self, f: Emitter, value: Value) -> list[Any]:
        if value.kind.bits > 64 * self.ints.words:
            self.ints.words, f.program.changed = value.kind.bits // 64, True
        return words_of(f.builder, as_wide(f, value, Int(64 * self.ints.words)))


class Items(Answer):
    """The items of an iterable, one word each, in memory supplied by the caller."""

    def __init__(self, encoded: Words) -> None:
        self.encoded = encoded

    def _each_word(self, f: Emitter, export: "Export", found: Value, body: Callable[[Any], None]) -> None:
        """Write a loop that runs `body` with the word of each item."""

        @small
        def one(item: Value) -> None:
            assert self.encoded is not None
            body(self.encoded.emit(f, f.program.materialize(f, item))[0])

        try:
            loop(f, found, one)
        except Unreachable:
            if not f.is_ended:
                f.dead()


class Listed(Items):
    """Items in a buffer; their number is stored.

    The function takes the buffer, the number of items to skip, and the capacity.
    """

    takes = (INT.as_pointer(), INT, INT)

    def store(self, f: Emitter, export: "Export", found: Value, rest: Sequence[Any]) -> None:
        """See Answer."""
        buffer, skip, room = rest
        at, done = f.place(INT), f.block("full")
        f.builder.store(f.builder.neg(skip), at)

        def one(word: Any) -> None:
            now = f.builder.load(at)
            with f.when(f.builder.icmp_signed(">=", now, f.int(0))):
                f.builder.store(word, f.builder.gep(buffer, [now]))
            f.builder.store(f.builder.add(now, f.int(1)), at)
            full = f.builder.icmp_signed(">=", f.builder.add(now, f.int(1)), room)
            more = f.block("more")
            f.builder.cbranch(full, done, more)
            f.at(more)

        self._each_word(f, export, found, one)
        f.go(done)
        f.at(done)
        count = f.builder.load(at)
        give(f, f.builder.select(f.builder.icmp_signed("<", count, f.int(0)), f.int(0), count))


class Pushed(Items):
    """Items at regular places of an array; the place after the last is stored, or `full` if there are more.

    The function takes the array, the first place, the step in words from one item to the next, and the last place.
    """

    takes = (INT.as_pointer(), INT, INT, INT)

    def __init__(self, encoded: Words, full: int) -> None:
        super().__init__(encoded)
        self.full = full

    def store(self, f: Emitter, export: "Export", found: Value, rest: Sequence[Any]) -> None:
        """See Answer."""
        array, first, step, last = rest
        at = f.place(INT)
        f.builder.store(first, at)

        def one(word: Any) -> None:
            now, full, fits = f.builder.load(at), f.block("full"), f.block("fits")
            f.builder.check(f.builder.icmp_signed(">", now, last), full, fits)
            f.at(full)
            give(f, f.int(self.full))
            f.at(fits)
            f.builder.store(word, f.builder.gep(array, [now]))
            f.builder.store(f.builder.add(now, step), at)

        self._each_word(f, export, found, one)
        if not f.is_ended:
            give(f, f.builder.load(at))


def give(f: Emitter, word: Any) -> None:
    """Store one word as the answer, and return."""
    f.builder.store(word, f.function.arguments[0])
    f.restore()
    f.builder.ret(RETCODE_OK)


def give_words(f: Emitter, words: Sequence[Any]) -> None:
    """Store words as the answer, and return."""
    for place, word in enumerate(words):
        f.builder.store(word, f.builder.gep(f.function.arguments[0], [I32(0), I32(place)]))
    f.restore()
    f.builder.ret(RETCODE_OK)


class Parameter(Protocol):
    """The words that an exported function takes for one parameter of its source. `Words` is one."""

    @property
    def count(self) -> int:
        """The number of words it takes."""
        ...

    def decode(self, f: Emitter, words: Sequence[Any]) -> Value:
        """Emit the decoding of words into a value."""
        ...


@dataclass(frozen=True)
class Given:
    """A parameter known at compile time, which takes no words."""

    thing: Any
    count = 0

    def decode(self, f: Emitter, words: Sequence[Any]) -> Value:
        """See Parameter."""
        return constant(self.thing)


@dataclass(frozen=True)
class Ints:
    """A tuple of ints, or one int."""

    count: int = 1
    is_tuple: bool = False

    def decode(self, f: Emitter, words: Sequence[Any]) -> Value:
        """See Parameter."""
        return Value(Tuple((WHOLE,) * self.count) if self.is_tuple else WHOLE, words)


@dataclass(frozen=True)
class Memory:
    """An array that the caller owns: its address."""

    bits: int = 64
    count = 1

    def decode(self, f: Emitter, words: Sequence[Any]) -> Value:
        """See Parameter."""
        kind = Pointer(self.bits)
        return Value(kind, [f.builder.inttoptr(words[0], kind.scalars[0])])


@dataclass
class Export:
    """A function to compile.

    name: its name, in messages and in its symbol
    function: the function to call; if `is_known`, the answer itself; None: the answer is the first parameter
    parameters: the parameters it takes
    answer: the format of its answer
    """

    name: str
    function: Callable[..., Any] | Any
    parameters: Sequence[Parameter]
    answer: Answer
    is_known: bool = False

    @property
    def symbol(self) -> str:
        """The name of the LLVM function."""
        return f"plywise.{self.name}.export"

    def argument_names(self) -> list[str]:
        """Return the names of the function's arguments in the compiler's printed form."""
        names = ["result", "error"]
        code = getattr(getattr(self.function, "__func__", self.function), "__code__", None)
        given = [] if code is None else list(code.co_varnames[inspect.ismethod(self.function) : code.co_argcount])
        for at, each in enumerate(self.parameters):
            name = given[at] if at < len(given) else "given"
            names += [name] if each.count == 1 else [f"{name}.{place}" for place in range(each.count)]
        return names

    def llvm_type(self) -> Any:
        """Return the LLVM type of the function."""
        words = [INT] * sum(each.count for each in self.parameters)
        takes = [self.answer.stored().as_pointer(), error_ptr_t.as_pointer(), *words, *self.answer.takes]
        return ir.FunctionType(I32, takes)


def call_export(f: Emitter, export: Export, words: Sequence[Any]) -> Any:
    """Call an exported function of the same program; return the stored answer. Its error propagates."""
    function = function_of(f.program, export, is_internal=True)
    if function.form is not export.llvm_type():  # the type of its answer has changed: one more pass
        raise Unreachable
    place = f.place(export.answer.stored())
    code = f.builder.call(function, [place, f.function.arguments[1], *words])
    failed, fine = f.block("failed"), f.block("fine")
    f.builder.check(f.builder.icmp_signed("!=", code, RETCODE_OK), failed, fine)
    with f.builder.goto_block(failed):
        f.leave_with(None)
    f.at(fine)
    return f.builder.load(place)


def function_of(program: Program, export: Export, is_internal: bool = False) -> Any:
    """Return the LLVM function of an export, compiled as far as possible in this pass."""
    if export.symbol not in program.exported:
        function = ir.Function(program.module, export.llvm_type(), export.symbol)
        function.title, function.given = f"{export.name}, as the search calls it", export.argument_names()
        program.exported[export.symbol] = function
        if is_internal:
            function.internal = True
        _emit_function(program, export, function)
    return program.exported[export.symbol]


def _emit_function(program: Program, export: Export, function: Any) -> None:
    f = Emitter(program, function)
    f.has_codes = False
    f.scope = Scope(("rule", export.name), getattr(export.function, "__func__", export.function), set())
    f.arena = f.place(ARENA)
    f.restore = lambda: program.memory.close(f)
    try:
        _emit_body(f, export)
    except Unreachable:
        pass
    except Refusal as refusal:
        program.refusals.append(refusal)
    program.memory.open(f)
    f.finish()


def _emit_body(f: Emitter, export: Export) -> None:
    arguments = list(f.function.arguments[2:])
    given, words = [], arguments
    for each in export.parameters:
        given.append(each.decode(f, arguments[: each.count]))
        arguments = arguments[each.count :]
    rest, answer = arguments, export.answer
    if export.function is None:
        assert isinstance(answer, Key)
        answer.give(f, words[: export.parameters[0].count])
        return
    known = constant(export.function)
    answer.store(f, export, known if export.is_known else call_value(f, known, given), rest)
