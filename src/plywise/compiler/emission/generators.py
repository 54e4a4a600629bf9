"""Stored generators: each item is computed on demand, by a function that resumes where it last yielded.

A stored generator is a block of memory: the address of its function, the resume point, its arguments, and the places of
the function's variables and intermediate results, which persist from one item to the next.
"""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.memory import ARENA
from plywise.compiler.emission.returning import RETCODE_OK, error_ptr_t
from plywise.compiler.emission.wide_ints import is_wide, restored, stored, stored_type
from plywise.compiler.types.kinds import ADDRESS, BIT, INT, NEVER, TRUTH, Generator, Tuple, Value

STEPS = "steps"
"""The form of a function that computes the next item of a generator, and the name for calling any of them."""
FUNCTION, GOES_ON, GIVEN = range(3)
"""The words of a stored generator: the function, its resume point, and from then on its arguments."""
RUNNING, OVER = -1, -2
WORD_BYTES = 8
IN_NO_ORDER = "a stored generator advances in a loop over a set in no fixed order; loop over sorted(...) instead"
SIGNATURE = ir.FunctionType(ir.IntType(32), [ADDRESS, error_ptr_t.as_pointer(), ARENA.as_pointer(), ADDRESS])


class Frame:
    """The places of a generator's function. base: where they begin. given: the number of words before them."""

    def __init__(self, base: Any, given: int) -> None:
        self.base, self.bytes = base, 8 * (GIVEN + given)

    def place(self, builder: Any, scalar: Any, count: int) -> Any:
        """Return a new place."""
        at, self.bytes = self.bytes, self.bytes + room_of(scalar, count)
        return place_in(builder, builder.gep(self.base, [INT(at)]), scalar)

    def word(self, builder: Any, number: int, scalar: Any = INT) -> Any:
        """Return the address of a word."""
        return word_at(builder, self.base, number, scalar)


def room_of(scalar: Any, count: int = 1) -> int:
    """Return the size in bytes of places for a scalar: LLVM assumes that a wide int is aligned to two words."""
    return count * _bytes_of(scalar) + (WORD_BYTES if is_wide(scalar) else 0)


def place_in(builder: Any, room: Any, scalar: Any) -> Any:
    """Return the address of a scalar in its memory."""
    if not is_wide(scalar):
        return builder.bitcast(room, scalar.as_pointer())
    up = builder.add(builder.ptrtoint(room, INT), INT(WORD_BYTES))
    return builder.inttoptr(builder.and_(up, INT(-2 * WORD_BYTES)), scalar.as_pointer())


def word_at(builder: Any, base: Any, number: int, scalar: Any = INT) -> Any:
    """Return the address of a word, counted from another."""
    return builder.bitcast(builder.gep(base, [INT(8 * number)]), scalar.as_pointer())


def words_of_scalars(scalars: Iterable[Any]) -> int:
    """Return the number of words for scalars as a generator's arguments."""
    return sum(_bytes_of(scalar) // WORD_BYTES for scalar in scalars)


def _bytes_of(scalar: Any) -> int:
    """Return an upper bound of a scalar's size in bytes."""
    scalar = stored_type(scalar)
    if isinstance(scalar, ir.ArrayType):
        return scalar.count * _bytes_of(scalar.element)
    return sum(map(_bytes_of, scalar.elements)) if isinstance(scalar, ir.StructType) else 8


def known_steps() -> SimpleNamespace:
    """Return the facts that hold for all generator functions, because a call may reach any of them."""
    return SimpleNamespace(watched=set(), errors=set())


def item_kind(cell: Any) -> Tuple:
    """Return the result type of a generator's function: whether there is an item, and the item."""
    return Tuple((TRUTH, cell.kind))


def emit_steps(f: Emitter, cell: Any, leave: Callable[[], None], body: Callable[[Any, Any], None]) -> None:
    """Write the function of a generator.

    cell: the type of its items. leave: writes the code before each return
    body: writes the generator's body, given the actions for an item and for the end
    """
    resume = f.lasting.word(f.builder, GOES_ON)
    f.restore = lambda: f.builder.store(f.int(OVER), f.lasting.word(f.builder, GOES_ON))  # after an error
    now = f.builder.load(resume)
    f.builder.store(f.int(RUNNING), resume)
    first, over, running = (f.block(name) for name in ("first", "over", "running"))
    choice = f.builder.switch(now, running)
    choice.add_case(f.int(0), first)
    choice.add_case(f.int(OVER), over)
    f.at(running)
    f.builder.branch(f.failing(RuntimeError, "a generator is asked for an item while it computes one", False))
    points: list[Any] = []

    def give_back(value: Value, number: int, point: int) -> None:
        target = f.builder.bitcast(f.function.arguments[0], f.struct(value.kind).as_pointer())
        found = f.builder.gep(target, [ir.IntType(32)(0), ir.IntType(32)(0)]) if number == 0 else target
        f.builder.store(BIT(0) if number == 0 else f.gathered(value), found)
        f.builder.store(f.int(point), resume)
        leave()
        f.builder.ret(RETCODE_OK)

    def yielded(value: Value) -> None:
        value = f.program.materialize(f, value)
        f.program.put(cell, value.kind)
        value = f.program.convert(f, value, cell.kind)
        points.append(f.block("resumed"))
        choice.add_case(f.int(len(points)), points[-1])
        give_back(Value(item_kind(cell), [BIT(1), *value.scalars]), 1, len(points))
        f.at(points[-1])
        near = f.scope.find
        f.narrowed = {
            path: keep for path, keep in f.narrowed.items() if not hasattr(near(path.partition(".")[0]), "far_slot")
        }

    f.at(first)
    body(yielded, lambda: f.go(over))
    f.go(over)
    f.at(over)
    give_back(Value(item_kind(cell)), 0, OVER)
    f.resumes = True


def new_generator(f: Emitter, instance: Any, values: list[Value], tied: bool) -> Value:
    """Return a new generator. instance: its function. values: its arguments. tied: see kinds.Generator."""
    base = f.allocate(f.builder.load(instance.size))
    f.builder.store(f.builder.bitcast(instance.llvm, ADDRESS), word_at(f.builder, base, FUNCTION, ADDRESS))
    f.builder.store(f.int(0), word_at(f.builder, base, GOES_ON))
    values = [f.program.convert(f, each, kind) for each, kind in zip(values, instance.kinds, strict=True)]
    at = GIVEN
    for scalar in (stored(f.builder, scalar) for each in values for scalar in each.scalars):
        f.builder.store(scalar, word_at(f.builder, base, at, scalar.type))
        at += words_of_scalars([scalar.type])
    return Value(Generator(instance.cell, tied), [base])


def given_to(f: Emitter, kinds: list[Any]) -> list[Value]:
    """Return a generator's arguments, inside its function."""
    found, at = [], GIVEN
    with f.builder.goto_block(f.entry):
        for kind in kinds:
            scalars = []
            for scalar in kind.scalars:
                scalars.append(
                    restored(f.builder, f.builder.load(f.lasting.word(f.builder, at, stored_type(scalar))), scalar)
                )
                at += words_of_scalars([scalar])
            found.append(Value(kind, scalars))
    return found


def step(f: Emitter, value: Value, place: Any) -> Any:
    """Compute a generator's next item into a place; return whether there is one, as a bit."""
    function = f.builder.load(word_at(f.builder, value.scalars[0], FUNCTION, SIGNATURE.as_pointer()))
    found = f.call_into(function, place, [value.scalars[0]], STEPS)
    return f.builder.extract_value(found, 0)


class Asked:
    """A generator with the interface of Steps: whether there is one more item, and that item."""

    def __init__(self, f: Emitter, value: Value) -> None:
        if f.orderless:
            raise f.refuse(IN_NO_ORDER)
        self.f, self.value, self.kind = f, value, item_kind(value.kind.cells[0])
        self.place = f.place(f.struct(self.kind))

    def more(self) -> Any:
        """Compute the next item; return whether there is one."""
        return step(self.f, self.value, self.place)

    def take(self) -> Value:
        """Return it."""
        item = self.f.scattered(self.kind, self.f.builder.load(self.place)).items()[1]
        if item.kind == NEVER:
            self.f.dead()
        return item


__all__ = [
    "STEPS",
    "Asked",
    "Frame",
    "emit_steps",
    "given_to",
    "known_steps",
    "new_generator",
    "step",
    "words_of_scalars",
]
