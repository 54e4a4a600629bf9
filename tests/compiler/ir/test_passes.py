"""Passes keep what a function computes: random functions run before and after them, on a machine of the tests."""

import copy
import random

import pytest

from plywise.compiler import ir
from plywise.compiler.passes.flow import Dominators, in_order, sources
from plywise.compiler.passes.promotion import promote
from plywise.compiler.passes.simplification import simplify
from tests.helpers.ir_machine import Stuck, run

INT, BIT = ir.IntType(64), ir.IntType(1)
VALUES = (-(2**63), -3, -1, 0, 1, 2, 5, 63, 2**63 - 1)
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
BINARY = ("add", "sub", "mul", "and_", "or_", "xor")


class _Writer:
    """Writes a random function of two ints, with variables in memory, ifs, loops and checks."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.function = ir.Function(ir.Module(), ir.FunctionType(INT, [INT, INT]), f"f{seed}")
        self.builder = ir.Builder(self.function.append_block("entry"))
        self.variables = [self.builder.alloca(INT) for _ in range(4)]
        self.bits = [self.builder.alloca(BIT) for _ in range(2)]
        for place, value in zip(self.variables, (*self.function.arguments, INT(1), INT(0)), strict=True):
            self.builder.store(value, place)
        for each in self.bits:
            self.builder.store(BIT(self.random.randrange(2)), each)
        self.fuel = self.builder.alloca(INT)
        self.builder.store(INT(5), self.fuel)
        self.error = self.function.append_block("error")
        self.go_on()
        self.body(3)
        self.builder.ret(self.number())
        self.builder.position_at_end(self.error)
        self.builder.ret(INT(-77))

    def number(self):
        if self.random.random() < 0.25:
            return INT(self.random.choice(VALUES))
        return self.builder.load(self.random.choice(self.variables))

    def bit(self):
        kind = self.random.random()
        if kind < 0.3:
            return self.builder.load(self.random.choice(self.bits))
        compare = self.random.choice((self.builder.icmp_signed, self.builder.icmp_unsigned))
        found = compare(self.random.choice(RELATIONS), self.number(), self.number())
        return self.builder.and_(found, self.bit()) if kind > 0.8 else found

    def body(self, depth):
        for _ in range(self.random.randrange(1, 5)):
            self.random.choice((self.assign, self.assign, self.mark, self.check, self.when, self.loop, self.jump))(
                depth
            )

    def assign(self, depth):
        found = getattr(self.builder, self.random.choice(BINARY))(self.number(), self.number())
        if self.random.random() < 0.3:
            found = self.builder.select(self.bit(), found, self.number())
        if self.random.random() < 0.2:
            found = self.builder.zext(self.builder.trunc(found, ir.IntType(8)), INT)
        self.builder.store(found, self.random.choice(self.variables))

    def mark(self, depth):
        self.builder.store(self.bit(), self.random.choice(self.bits))

    def check(self, depth):
        fine = self.function.append_block("fine")
        self.builder.check(self.bit(), self.error, fine)
        self.builder.position_at_end(fine)

    def go_on(self):
        following = self.function.append_block("on")
        self.builder.branch(following)
        self.builder.position_at_end(following)

    def jump(self, depth):
        """Go to any block that there is, five times at most: into the midst of a loop, perhaps."""
        left, after = self.builder.load(self.fuel), self.function.append_block("after")
        self.builder.store(self.builder.sub(left, INT(1)), self.fuel)
        far = self.random.choice(self.function.blocks[2:])
        self.builder.cbranch(self.builder.and_(self.builder.icmp_signed(">", left, INT(0)), self.bit()), far, after)
        self.builder.position_at_end(after)

    def when(self, depth):
        if not depth:
            return
        yes, no, after = (self.function.append_block(name) for name in ("yes", "no", "after"))
        self.builder.cbranch(self.bit(), yes, no if self.random.random() < 0.6 else after)
        for block in (yes, no):
            self.builder.position_at_end(block)
            self.body(depth - 1)
            if not self.builder.block.is_ended:
                self.builder.branch(after)
        self.builder.position_at_end(after)

    def loop(self, depth):
        if not depth:
            return
        with self.builder.goto_block(self.function.blocks[0]):
            at = self.builder.alloca(INT)
            self.builder.store(INT(0), at)
        self.builder.store(INT(0), at)
        test, inside, after = (self.function.append_block(name) for name in ("test", "inside", "after"))
        self.builder.branch(test)
        self.builder.position_at_end(test)
        now = self.builder.load(at)
        self.builder.cbranch(self.builder.icmp_signed("<", now, INT(self.random.randrange(4))), inside, after)
        self.builder.position_at_end(inside)
        self.body(depth - 1)
        self.builder.store(self.builder.add(self.builder.load(at), INT(1)), at)
        self.builder.branch(test if self.random.random() < 0.8 else after)
        self.builder.position_at_end(after)


def results(function):
    found = []
    for one in VALUES:
        for other in VALUES[::2]:
            try:
                found.append(run(function, [one, other]))
            except Stuck as stuck:
                found.append(str(stuck))
    return found


def is_well_formed(function):
    """Return whether each block ends once, and each phi knows the blocks before its own."""
    before = {block: [] for block in function.blocks}
    for block in function.blocks:
        assert [each.is_ending for each in block.operations] == [False] * (len(block.operations) - 1) + [True]
        for target in block.ending.targets:
            before[target].append(block)
    for block in function.blocks:
        for operation in block.operations:
            assert operation.block is block or operation.opcode == "phi"
        for phi in block.phis():
            assert sorted(map(id, phi.sources)) == sorted(map(id, before[block]))
    return True


@pytest.mark.parametrize("start", [0, pytest.param(40, marks=pytest.mark.slow)])
def test_passes_keep_what_random_functions_compute(start):
    smaller, entered_twice = 0, 0
    for seed in range(start, start + (40 if not start else 1_500)):
        function = _Writer(seed).function
        before = results(function)
        blocks = in_order(function)
        ways = sources(blocks)
        entered_twice += not Dominators(blocks, ways).loops_have_one_entry
        size = sum(len(block.operations) for block in function.blocks)
        promote(function)
        assert is_well_formed(function)
        assert results(function) == before, seed
        assert not any(each.opcode in ("load", "store", "alloca") for b in function.blocks for each in b.operations)
        simplify(function, {})
        assert is_well_formed(function)
        assert results(function) == before, seed
        smaller += sum(len(block.operations) for block in function.blocks) < size / 2
    assert smaller > 20
    assert entered_twice > 5


def test_a_variable_that_is_set_on_every_way_needs_no_check():
    function = ir.Function(ir.Module(), ir.FunctionType(INT, [BIT]), "f")
    builder = ir.Builder(function.append_block("entry"))
    is_set, error = builder.alloca(BIT), function.append_block("error")
    test, again, after, fine = (function.append_block(name) for name in ("test", "again", "after", "fine"))
    builder.store(BIT(1), is_set)
    builder.branch(test)
    builder.position_at_end(test)
    builder.cbranch(function.arguments[0], again, after)
    builder.position_at_end(again)
    builder.store(BIT(1), is_set)
    builder.branch(test)
    builder.position_at_end(after)
    builder.check(builder.not_(builder.load(is_set)), error, fine)
    for block, value in ((error, 0), (fine, 1)):
        builder.position_at_end(block)
        builder.ret(INT(value))
    promote(function)
    simplify(function, {})
    assert not any(each.opcode == "check" for block in function.blocks for each in block.operations)


def test_an_address_that_is_passed_on_stays_in_memory():
    module = ir.Module()
    other = ir.Function(module, ir.FunctionType(ir.VoidType(), [INT.as_pointer()]), "other")
    function = ir.Function(module, ir.FunctionType(INT, []), "f")
    builder = ir.Builder(function.append_block("entry"))
    place = builder.alloca(INT)
    builder.store(INT(1), place)
    builder.call(other, [place])
    builder.ret(builder.load(place))
    promote(function)
    simplify(function, {})
    assert [each.opcode for each in function.blocks[0].operations] == ["alloca", "store", "call", "load", "return"]


def test_types_are_the_same_object_wherever_they_are_made():
    for type_ in (INT, INT.as_pointer(), ir.StructType([INT, BIT]), ir.ArrayType(BIT, 3), ir.FunctionType(INT, [BIT])):
        assert copy.deepcopy(type_) is type_ is type(type_)(*type_.parts)
