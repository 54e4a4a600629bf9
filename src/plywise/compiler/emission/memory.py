"""The memory of a running rule: an arena on the stack, from which it allocates one piece after another.

A function that returns only numbers and received nothing mutable frees everything it allocated. If the arena overflows,
more is allocated from the system and freed when the rule returns or raises an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plywise.compiler import ir
from plywise.compiler.types.kinds import ADDRESS, INT

ARENA = ir.StructType([INT, INT, INT, INT, INT])
"""The fields of a rule's arena: the next free byte; the end; the pieces from the system, the last one first; their size
in bytes; the recursion depth."""

NEXT, END, TAKEN, TOTAL, DEPTH = range(5)
FIRST_BYTES = 2**17  # on the stack
PIECE_BYTES = 2**16  # the first piece from the system; each later one doubles what there is
MAX_BYTES = 2**30
MAX_DEPTH = 1_000  # as Python's own limit


class Memory:
    """The functions of memory in a module."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self.begin_pass()

    def begin_pass(self) -> None:
        """Start a new module."""
        self.more: Any = None
        self.giver: Any = None
        self.takers: set[str] = set()  # the functions that allocate memory themselves ...
        self.calls: dict[str, set[str]] = {}  # ... and the functions that each calls
        self.returning: dict[str, list[Any]] = {}  # each function's instructions that free its memory

    def is_used_by(self, name: str) -> bool:
        """Return whether a function, or one that it calls, allocates memory."""
        found, waiting = {name}, [name]
        while waiting:
            new = self.calls.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return not found.isdisjoint(self.takers)

    def field(self, builder: Any, arena: Any, number: int) -> Any:
        """Return the address of one of an arena's numbers."""
        return builder.gep(arena, [ir.IntType(32)(0), ir.IntType(32)(number)])

    def allocate(self, emitter: Any, size: Any) -> Any:
        """Return the address of this many bytes; see Emitter.allocate."""
        builder, arena = emitter.builder, emitter.arena
        self.takers.add(emitter.function.name)
        size = builder.and_(builder.add(size, emitter.int(7)), emitter.int(-8))
        now = builder.load(self.field(builder, arena, NEXT))
        left = builder.sub(builder.load(self.field(builder, arena, END)), now)
        small, large, after = emitter.block("small"), emitter.block("large"), emitter.block("allocated")
        builder.cbranch(builder.icmp_unsigned("<=", size, left), small, large)
        emitter.at(small)
        builder.store(builder.add(now, size), self.field(builder, arena, NEXT))
        builder.branch(after)
        emitter.at(large)
        found = builder.call(self._more(), [arena, size])
        emitter.fail(builder.icmp_signed("==", found, emitter.int(0)), MemoryError, "a rule needs too much memory")
        end = builder.block
        builder.branch(after)
        emitter.at(after)
        address = builder.phi(INT)
        address.add_incoming(now, small)
        address.add_incoming(found, end)
        return builder.inttoptr(address, ADDRESS)

    def _more(self) -> Any:
        """Return the function that allocates another piece from the system: its address, or 0."""
        if self.more is None:
            module = self.program.module
            take = _declare(module, "malloc", ADDRESS, [INT])
            self.more = ir.Function(module, ir.FunctionType(INT, [ARENA.as_pointer(), INT]), "plywise.more")
            self.more.internal = True
            self.more.inline = False
            arena, size = self.more.arguments
            builder = ir.Builder(self.more.append_block())
            none, fits, good = (self.more.append_block() for _ in range(3))
            wanted, before = builder.add(size, INT(16)), builder.load(self.field(builder, arena, TOTAL))
            for least in (INT(PIECE_BYTES), before):  # each piece doubles what there is
                wanted = builder.select(builder.icmp_unsigned(">", wanted, least), wanted, least)
            total = builder.add(before, wanted)
            large = builder.or_(
                builder.icmp_unsigned(">", total, INT(MAX_BYTES)), builder.icmp_unsigned(">", size, INT(MAX_BYTES))
            )
            builder.cbranch(large, none, fits)
            builder.position_at_end(none)
            builder.ret(INT(0))
            builder.position_at_end(fits)
            piece = builder.ptrtoint(builder.call(take, [wanted]), INT)
            builder.cbranch(builder.icmp_unsigned("==", piece, INT(0)), none, good)
            builder.position_at_end(good)
            before = builder.load(self.field(builder, arena, TAKEN))
            builder.store(before, builder.inttoptr(piece, INT.as_pointer()))
            builder.store(piece, self.field(builder, arena, TAKEN))
            builder.store(total, self.field(builder, arena, TOTAL))
            begin = builder.add(piece, INT(16))
            builder.store(builder.add(begin, size), self.field(builder, arena, NEXT))
            builder.store(builder.add(piece, wanted), self.field(builder, arena, END))
            builder.ret(begin)
        return self.more

    def mark(self, emitter: Any) -> tuple[Any, Any]:
        """Return the amount of memory in use, for `release`."""
        builder, arena = emitter.builder, emitter.arena
        with self._noted(emitter):
            next_, taken = (builder.load(self.field(builder, arena, number)) for number in (NEXT, TAKEN))
        return next_, taken

    def release(self, emitter: Any, mark: tuple[Any, Any]) -> None:
        """Free the memory allocated since a mark, unless some came from the system."""
        builder, arena = emitter.builder, emitter.arena
        with self._noted(emitter):
            now, taken = (builder.load(self.field(builder, arena, number)) for number in (NEXT, TAKEN))
            same = builder.icmp_unsigned("==", taken, mark[1])
            builder.store(builder.select(same, mark[0], now), self.field(builder, arena, NEXT))

    @contextmanager
    def _noted(self, emitter: Any) -> Iterator[None]:
        """Record the instructions written in this context, without branches: they may turn out to be unnecessary."""
        block = emitter.builder.block
        before = len(block.operations)
        yield
        self.returning.setdefault(emitter.function.name, []).extend(block.operations[before:])

    def end_pass(self) -> None:
        """Remove the freeing instructions of functions that allocate no memory."""
        for name, instructions in self.returning.items():
            if not self.is_used_by(name):
                for each in instructions:
                    each.block.operations.remove(each)

    def open(self, emitter: Any) -> None:
        """Create the arena of a complete rule, whose function the kernel calls.

        A rule that allocates nothing needs no arena, so LLVM may inline it into the kernel.
        """
        used = self.is_used_by(emitter.function.name)
        if used:
            emitter.function.inline = False
        if not used:
            return
        with emitter.builder.goto_block(emitter.entry):
            builder = emitter.builder
            begin = builder.ptrtoint(emitter.place(INT, FIRST_BYTES // 8), INT)
            end = builder.add(begin, INT(FIRST_BYTES))
            fields = {NEXT: begin, END: end, TAKEN: INT(0), TOTAL: INT(0), DEPTH: INT(0)}
            for number, value in fields.items():
                builder.store(value, self.field(builder, emitter.arena, number))

    def close(self, emitter: Any) -> None:
        """Free the memory allocated from the system."""
        with self._noted(emitter):
            emitter.builder.call(self._give(), [emitter.arena])

    def _give(self) -> Any:
        """Return the function that frees all system pieces of an arena."""
        if self.giver is None:
            module = self.program.module
            self.giver = ir.Function(module, ir.FunctionType(ir.VoidType(), [ARENA.as_pointer()]), "plywise.give")
            self.giver.internal = True
            arena, free = self.giver.arguments[0], _declare(module, "free", ir.VoidType(), [ADDRESS])
            builder = ir.Builder(self.giver.append_block("begin"))
            test, again, after = (builder.append_block(name) for name in ("test", "again", "after"))
            builder.branch(test)
            builder.position_at_end(test)
            piece = builder.load(self.field(builder, arena, TAKEN))
            builder.cbranch(builder.icmp_unsigned("!=", piece, INT(0)), again, after)
            builder.position_at_end(again)
            following = builder.load(builder.inttoptr(piece, INT.as_pointer()))
            builder.store(following, self.field(builder, arena, TAKEN))
            builder.call(free, [builder.inttoptr(piece, ADDRESS)])
            builder.branch(test)
            builder.position_at_end(after)
            builder.ret()
        return self.giver

    def descend(self, emitter: Any) -> None:
        """Enter a function that may call itself. Raises RecursionError if the recursion is too deep."""
        builder, field = emitter.builder, self.field(emitter.builder, emitter.arena, DEPTH)
        self.takers.add(emitter.function.name)
        depth = builder.add(builder.load(field), INT(1))
        emitter.fail(
            builder.icmp_signed(">", depth, INT(MAX_DEPTH)), RecursionError, "a function calls itself too deep"
        )
        builder.store(depth, field)

    def ascend(self, emitter: Any) -> None:
        """Leave such a function."""
        field = self.field(emitter.builder, emitter.arena, DEPTH)
        emitter.builder.store(emitter.builder.sub(emitter.builder.load(field), INT(1)), field)


def _declare(module: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    if name in module.globals:
        return module.globals[name]
    return ir.Function(module, ir.FunctionType(result, arguments), name)
