"""Emits one function: its blocks of code, its variables, the errors it raises, the memory it allocates."""

import ast
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.endings import Ending
from plywise.compiler.emission.returning import RETCODE_USEREXC
from plywise.compiler.emission.wide_ints import restored, stored, stored_type
from plywise.compiler.passes.spilling import spill
from plywise.compiler.syntax.names import Names, names_of
from plywise.compiler.types.joining import join
from plywise.compiler.types.kinds import ADDRESS, BIT, INT, NEVER, Kind, Refusal, Value


class Unreachable(Exception):
    """The following code is never run: something before it raises, or its type is not known yet."""


MAX_WRITTEN_OUT = 6_000
"""The maximum number of operations in a function's fully unrolled loops."""

PYTHONS = (IndexError, KeyError, ValueError, ZeroDivisionError, AssertionError, StopIteration)
"""Errors that compiled rules raise exactly where Python does."""


class Scope:
    """The names of one Python function, compiled separately or inlined in another.

    key: identifies the scope; it is the same in each pass
    outer: the scope around it, if it is nested in a function
    yielded, returned: called with each value yielded or returned; None if there are none
    order_free: whether the order of its yielded items is never observed; order_wished: if so, loops.IF_KNOWN, or ""
    gathered: if only the truth of the result is needed, the list that the function fills and returns, or ""
    own_form: returns a special translation of a statement here, or None for the usual one
    """

    def __init__(self, key: Any, function: Any, names: Collection[str], outer: "Scope | None" = None) -> None:
        self.key = key
        self.function = function
        self.names = names
        self.outer = outer
        self.slots: dict[Any, Slot] = {}
        self.promised: dict[str, Value] = {}  # deferred generators in variables, until they are looped over
        self.begin: Any = None  # the block where the scope is entered
        self.yielded: Callable[[Value], None] | None = None
        self.returned: Callable[[Value], None] | None = None
        self.loops: list[tuple[Any, Any, int]] = []  # the targets of continue and break; the level, as below
        self.is_comprehension = False
        self.gathered = ""
        self.own_form: Callable[[Emitter, Any], Any] | None = None
        self.order_free, self.order_wished = False, ""
        self.level = 0  # loops that were being translated where the scope began: see Emitter.endings

    def find(self, name: str) -> "Scope | None":
        """Return the scope, this or one around it, that has a variable of this name; None if it is global."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        return scope


class Slot:
    """The storage of a variable: a place for each scalar of its type, and whether it has been assigned."""

    def __init__(self, emitter: "Emitter", key: Any) -> None:
        self.key = key
        name = key[-1] if isinstance(key[-1], str) else "place"
        self.name = name.partition(" ")[0] or "place"
        self.bound = emitter.place(BIT, name=f"{self.name}.is_set")
        self.renew(emitter)

    def renew(self, emitter: "Emitter") -> None:
        """Allocate places for the variable's currently known type."""
        self.kind: Kind = emitter.program.kinds.get(self.key, NEVER)
        self.places = [emitter.place(scalar, name=self.name) for scalar in self.kind.scalars]


class Emitter:
    """Emits one LLVM function.

    program: all functions that are translated together
    instance: the form of the function; see program.Instance
    """

    def __init__(self, program: Any, function: Any) -> None:
        self.program = program
        self.function = function
        self.entry = function.append_block("entry")
        self.builder: Any = ir.Builder(function.append_block("begin"))
        self._begin = self.builder.block
        self._raising: dict[Any, Any] = {}
        self.scope: Any = None
        self.node: Any = None  # the piece of the source being translated
        self.sets_met = 0  # loops over sets, whose order is not known
        self.orderless = 0  # such loops around what is being translated
        self.unordered: set[int] = set()  # list comprehensions whose items are examined in no fixed order
        self.blocks_before: int | None = None  # number of blocks when the outermost operation on a union began
        self.resumes = False  # whether a loop's body returns to one of several places
        self.inlined: list[Any] = []  # the functions being inlined, one in another
        self.closures: dict[Any, Any] = {}  # of nested functions: the scopes around them
        self.narrowed: dict[str, Any] = {}  # names of variables and fields -> their narrowed types here
        self.handlers: list[Any] = []  # of the try statements around: the errors each catches, and where it continues
        self.endings: list[Ending] = []  # the early exits of the loops around that may iterate over a set
        self.watched: set[type[BaseException]] = set()  # errors that a function which calls this one may catch
        self.errors: set[type[BaseException]] = set()  # errors that may leave this function
        self.caught: list[Any] = []  # of the handlers around: the scope of each, and what it has caught
        self.has_codes = True  # whether its status tells which error it raised
        self.matching: Any = None  # the case of a match statement whose pattern is being tried
        self.arena: Any = None
        self.restore: Callable[[], None] = lambda: None  # what to do before any return
        self.framed: set[Any] = set()  # lists stored in this function's frame, by where each is created
        self.generators_written = 0
        self.written_out = 0  # the instructions of unrolled loops
        self.lasting: Any = None  # of a stored generator: its places, which persist from one item to the next
        self.root: Any = None  # the scope of the translated function, into which others may be inlined
        self.only_words = False  # whether arithmetic is NumPy's, whose ints are no wider
        self.unchecked: dict[str, Any] | None = None  # while items are packed: the checks, by their messages

    @property
    def source(self) -> Names:
        """The names used by the function being emitted."""
        return names_of(self.inlined[-1])

    @property
    def wraps(self) -> bool:
        """Whether arithmetic here keeps the low 64 bits of its results, and raises no errors."""
        return self.scope is not None and self.program.wraps(self.scope.function)

    # --- blocks -------------------------------------------------------------------------------------------------

    def block(self, name: str = "") -> Any:
        """Return a new block of code."""
        return self.function.append_block(name)

    def go(self, block: Any) -> None:
        """Continue in a block, if this one has not ended."""
        if not self.is_ended:
            self.builder.branch(block)

    def at(self, block: Any) -> None:
        """Continue writing at the end of a block."""
        self.builder.position_at_end(block)

    @property
    def is_ended(self) -> bool:
        """Whether nothing can follow here."""
        return bool(self.builder.block.is_ended)

    def split(self, condition: Any) -> tuple[Any, Any]:
        """Branch on a bit; return the blocks for true and false."""
        yes, no = self.block("yes"), self.block("no")
        self.builder.cbranch(condition, yes, no)
        return yes, no

    @contextmanager
    def when(self, condition: Any) -> Iterator[None]:
        """Code written in this context runs if a bit is set."""
        yes, after = self.block("when"), self.block("then")
        self.builder.cbranch(condition, yes, after)
        self.at(yes)
        with self.reached():
            yield
        self.go(after)
        self.at(after)

    @contextmanager
    def reached(self) -> Iterator[None]:
        """Code written in this context may turn out to be unreachable, without affecting the code after it."""
        try:
            yield
        except Unreachable:
            if not self.is_ended:
                self.dead()

    def finish(self) -> None:
        """Complete the function: its places first, then its code."""
        if not self.is_ended:
            self.dead()
        for block in list(self.function.blocks):
            if not block.is_ended and block is not self.entry:
                with self.builder.goto_block(block):
                    self.dead()
        if self.resumes:
            self.program.resuming.append(self)
        with self.builder.goto_block(self.entry):
            self.builder.branch(self._begin)

    def keep_in_places(self) -> None:
        """Store values that are used in other blocks than their own in the generator's memory."""
        spill(self.function, lambda builder, scalar: self._new_place(builder, scalar, 1))

    def place(self, scalar: Any, count: int = 1, name: str = "") -> Any:
        """Return a new place in the function's frame. name: of the variable stored there."""
        with self.builder.goto_block(self.entry):
            found = self._new_place(self.builder, scalar, count)
        found.name = name
        return found

    def _new_place(self, builder: Any, scalar: Any, count: int) -> Any:
        return builder.alloca(scalar, count) if self.lasting is None else self.lasting.place(builder, scalar, count)

    @staticmethod
    def int(number: int) -> Any:
        """Return a constant."""
        return ir.Constant(INT, number)

    def count(self, number: Any, body: Callable[[Any], None], start: Any = None) -> None:
        """Write a loop that runs `body` with each number from `start`, 0 by default, to `number` - 1."""
        at, before = self.place(INT), len(self.function.blocks)
        self.builder.store(self.int(0) if start is None else start, at)
        test, inside, after = self.block("test"), self.block("inside"), self.block("after")
        self.go(test)
        self.at(test)
        now = self.builder.load(at)
        self.builder.cbranch(self.builder.icmp_signed("<", now, number), inside, after)
        self.at(inside)
        with self.reached():
            body(now)
        if not self.is_ended:
            self.builder.store(self.builder.add(now, self.int(1)), at)
            again = self.builder.branch(test)
            if isinstance(number, ir.Constant) and start is None:
                self._write_out_if_small(again, number.constant, before)
        self.at(after)

    def _write_out_if_small(self, again: Any, times: Any, before: Any) -> None:
        """Have LLVM fully unroll a loop, unless it is too large.

        Each item of a constant table is then known where it is used. By itself, LLVM unrolls only very small loops.
        again: the branch back to its beginning
        before: how many blocks the function had before the loop
        """
        size = times * sum(len(each.operations) for each in self.function.blocks[before:])
        if times >= 2 and self.written_out + size <= MAX_WRITTEN_OUT:
            self.written_out += size
            again.detail = "unroll"

    # --- the order of sets ----------------------------------------------------------------------------------------

    def ask_order(self, why: str) -> None:
        """From the next pass on, loop over sets in Python's order at this place in the source. why: the reason."""
        if self._asking() not in self.program.asked:
            self.program.asked[self._asking()] = why
            self.program.changed = True

    def order_asked(self) -> str:
        """Return why sets are looped over in order at this place; "" if no earlier pass has requested that."""
        return str(self.program.asked.get(self._asking(), ""))

    def _asking(self) -> Any:
        return self.scope.key, id(self.node)

    # --- errors ---------------------------------------------------------------------------------------------------

    def fail(self, wrong: Any, error: type[BaseException], message: Any, pythons: bool | None = None) -> None:
        """Raise an error if a bit is set. message, pythons: see failing."""
        if isinstance(wrong, ir.Constant) and not wrong.constant:
            return
        fine = self.block("fine")
        self.builder.check(wrong, self.failing(error, message, pythons), fine)
        self.at(fine)

    def failing(self, error: type[BaseException], message: Any, pythons: bool | None = None) -> Any:
        """Return the block that raises an error, shared by all that raise the same; or the handler that catches it.

        message: or all the arguments of the error, in a tuple
        pythons: whether Python raises the error as well, so that `except` may catch it; by default, by its class
        """
        pythons = error in PYTHONS if pythons is None else pythons
        caught = self.catching(error) if pythons else None
        if error is StopIteration and caught is None and self.lasting is not None:
            error, message, pythons = RuntimeError, "generator raised StopIteration", False
        if pythons:
            self.note_error(error)
        if caught is not None and not caught.again:
            return caught.entry(self, error)
        key = (error, message, pythons, id(caught))
        if key not in self._raising:
            self._raising[key] = self.block("raise")
            with self.builder.goto_block(self._raising[key]):
                self.builder.store(self.program.error(error, message), self.function.arguments[1])
                if caught is not None:
                    self.builder.branch(caught.entry(self, error))
                else:
                    self.leave_with(error if pythons else None)
        return self._raising[key]

    def leave_with(self, error: type[BaseException] | None) -> None:
        """Return from the function with a recorded error. error: its class for `except`, if it can be caught."""
        self.restore()
        self.builder.ret(self.program.code_of(error) if error and self.has_codes else RETCODE_USEREXC)

    def catching(self, error: type[BaseException]) -> Any:
        """Return the tries.Caught that catches an error; None if nothing does."""
        return self._handler(error)[1]

    def _handler(self, error: type[BaseException]) -> tuple[Any, Any]:
        """Return the place of the enclosing try statement that catches an error, and its Caught; or -1, None."""
        for place in reversed(range(len(self.handlers))):
            for classes, caught in self.handlers[place]:
                if issubclass(error, classes):
                    return place, caught
        return -1, None

    def note_error(self, error: type[BaseException]) -> None:
        """Record that Python would raise an error here, for the loops that it may end and for callers."""
        place, caught = self._handler(error)
        if caught is None:
            self.errors.add(error)
        if caught is not None or issubclass(error, tuple(self.watched)):
            for ending in self.endings:
                ending.note(error, place, caught)

    @property
    def is_watched(self) -> bool:
        """Whether an error here may be caught, so that none may be omitted."""
        return bool(self.handlers or self.watched)

    def leave_loops(self, level: Any) -> None:
        """Record that all but the outermost `level` loops may end here."""
        for ending in self.endings[level:]:
            ending.is_left = True

    def stop(self, error: type[BaseException], message: str, pythons: bool | None = None) -> "Unreachable":
        """Raise an error here; the following code is unreachable. pythons: see failing."""
        if not self.is_ended:
            self.builder.branch(self.failing(error, message, pythons))
        return Unreachable()

    def dead(self) -> None:
        """End an unreachable block. If it is reached after all, which would be a compiler bug, that is an error."""
        self.builder.branch(self.failing(SystemError, "what was taken for unreachable was reached"))

    def call(self, function: Any, result: Any, arguments: list[Any]) -> Any:
        """Call a translated function; its error propagates. result: the type of the result it stores; None if none."""
        return self.call_into(function, None if result is None else self.place(result), arguments)

    def call_into(self, function: Any, place: Any, arguments: list[Any], name: str = "") -> Any:
        """Call a translated function that stores its result in a place, None for none; return the result.

        name: of the function, or of all functions it may be
        """
        result, name = place, name or function.name
        self.program.memory.calls.setdefault(self.function.name, set()).add(name)
        caught = {each for clauses in self.handlers for classes, _ in clauses for each in classes}
        self.program.watch(name, caught | self.watched)
        for error in self.program.errors_of(name):
            self.note_error(error)
        target = ir.Constant(ADDRESS, None) if place is None else self.builder.bitcast(place, ADDRESS)
        code = self.builder.call(function, [target, self.function.arguments[1], self.arena, *arguments])
        failed, fine = self.block("failed"), self.block("fine")
        self.builder.check(self.builder.icmp_signed("!=", code, code.type(0)), failed, fine)
        with self.builder.goto_block(failed):
            self._pass_on(code)
        self.at(fine)
        return None if result is None else self.builder.load(place)

    def _pass_on(self, code: Any) -> None:
        """Continue after a failed call: at the handler of its error, or by returning from this function."""
        if not self.handlers:
            self._return_code(code)
            return
        others = self.block("others")
        cases = [(number, error, self.catching(error)) for error, number in self.program.codes.items()]
        choice = self.builder.switch(code, others)
        for number, error, caught in cases:
            if caught is not None:
                choice.add_case(code.type(number), caught.entry(self, error))
        self.at(others)
        self._return_code(code)

    def _return_code(self, code: Any) -> None:
        """Return from the function with the error of a call in it. No StopIteration leaves a generator."""
        self.restore()
        if self.lasting is not None and StopIteration in self.program.codes:
            stopped = self.builder.icmp_signed("==", code, self.program.code_of(StopIteration))
            code = self.builder.select(stopped, RETCODE_USEREXC, code)
        self.builder.ret(code if self.has_codes else RETCODE_USEREXC)

    def refuse(self, message: str, node: Any = None) -> Refusal:
        """Return the error for an untranslatable piece of source, with its location."""
        refusal = Refusal(message)
        refusal.node = node or self.node
        refusal.function = self.scope.function if self.scope else None
        return refusal

    # --- memory -----------------------------------------------------------------------------------------------------

    def allocate(self, size: Any) -> Any:
        """Return the address of this many new bytes, for as long as the rule runs."""
        return self.program.memory.allocate(self, size)

    def struct(self, kind: Kind) -> Any:
        """Return the LLVM type of a value in memory."""
        return ir.StructType(list(map(stored_type, kind.scalars)))

    def address_of(self, kind: Kind, base: Any, index: Any) -> Any:
        """Return the address of an item of a row with items of a given type."""
        return self.builder.gep(self.builder.bitcast(base, self.struct(kind).as_pointer()), [index])

    def load(self, kind: Kind, base: Any, index: Any) -> Value:
        """Return an item of a row in memory."""
        if not kind.scalars:
            return Value(kind)
        return self.scattered(kind, self.builder.load(self.address_of(kind, base, index)))

    def store(self, value: Value, base: Any, index: Any) -> None:
        """Put an item into a row in memory."""
        if value.scalars:
            self.builder.store(self.gathered(value), self.address_of(value.kind, base, index))

    def gathered(self, value: Value) -> Any:
        """Return a value's scalars as one LLVM value."""
        found: Any = ir.Constant(self.struct(value.kind), ir.UNDEFINED)
        for number, scalar in enumerate(value.scalars):
            found = self.builder.insert_value(found, stored(self.builder, scalar), number)
        return found

    def scattered(self, kind: Kind, found: Any) -> Value:
        """Return the value whose scalars are in one LLVM value."""
        parts = [self.builder.extract_value(found, number) for number in range(len(kind.scalars))]
        return Value(
            kind, [restored(self.builder, part, scalar) for part, scalar in zip(parts, kind.scalars, strict=True)]
        )

    def size_of(self, kind: Kind) -> Any:
        """Return the size of an item in memory, in bytes."""
        end = self.builder.gep(ir.Constant(self.struct(kind).as_pointer(), None), [self.int(1)])
        return self.builder.ptrtoint(end, INT)

    # --- variables --------------------------------------------------------------------------------------------------

    def slot(self, name: Any, scope: Any = None) -> Slot:
        """Return the storage of a variable of a scope."""
        scope = scope or self.scope
        if name not in scope.slots and hasattr(scope, "far_slot"):
            scope.slots[name] = scope.far_slot(self, name)
        elif name not in scope.slots:
            slot = scope.slots[name] = Slot(self, (scope.key, name))
            with self.builder.goto_block(scope.begin or self.entry):
                self.builder.store(BIT(0), slot.bound)
        return scope.slots[name]

    def assign(self, slot: Slot, value: Value) -> None:
        """Store a value in a variable; if that widens its type, another pass is needed."""
        value = self.program.materialize(self, value)
        if self.program.widen(slot.key, value.kind):
            slot.renew(self)
        for scalar, place in zip(self.program.convert(self, value, slot.kind).scalars, slot.places, strict=True):
            self.builder.store(scalar, place)
        self.builder.store(BIT(1), slot.bound)

    def read(self, slot: Slot, name: str) -> Value:
        """Return the value of a variable."""
        if slot.kind == NEVER:
            raise self.stop(UnboundLocalError, f"the variable {name} is used before it is assigned")
        unbound = self.builder.not_(self.builder.load(slot.bound))
        self.fail(unbound, UnboundLocalError, f"the variable {name} is used before it is assigned")
        return Value(slot.kind, [self.builder.load(place) for place in slot.places])

    def open(self, scope: Any) -> None:
        """Begin a scope that is inlined here."""
        scope.begin, scope.level = self.block("scope"), len(self.endings)
        self.go(scope.begin)
        self.at(scope.begin)
        inside = self.block("inside")
        self.builder.branch(inside)
        self.at(inside)

    @contextmanager
    def within(self, scope: Any) -> Iterator[None]:
        """In this context, code belongs to another scope."""
        before, node = self.scope, self.node
        self.scope = scope
        try:
            yield
        finally:
            self.scope, self.node = before, node

    def merge(self, key: Any, ways: list[tuple[Any, Value]], after: Any) -> Value:
        """Join several paths in a block; return their values as one.

        ways: open blocks, each with its value
        """
        kind: Kind = NEVER
        for block, value in ways:
            kind = join(kind, value.kind)
            if value.kind == NEVER:
                self.at(block)
                self.dead()
        ways = [(block, value) for block, value in ways if value.kind != NEVER]
        places = [self.place(scalar) for scalar in kind.scalars]
        for block, value in ways:
            self.at(block)
            found = self.program.convert(self, value, kind)
            for scalar, place in zip(found.scalars, places, strict=True):
                self.builder.store(scalar, place)
            self.go(after)
        self.at(after)
        if not ways:
            self.dead()
            raise Unreachable
        known = ways[0][1].known if len(ways) == 1 else ()
        return Value(kind, [self.builder.load(place) for place in places], known)


def is_docstring(statement: ast.stmt) -> bool:
    """Return whether a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
