"""What the builder computes of constants is what the operation would compute."""

import itertools

import pytest

from plywise.compiler import ir
from tests.helpers.ir_machine import Stuck, run, wrapped

WIDTHS = (1, 8, 64)
NUMBERS = (0, 1, 2, 3, 7, 8, 63, 64, 127, 128, 255, 2**63 - 1, 2**63, -1, -2, -8, -128, -(2**63))
BINARY = ("add", "sub", "mul", "and_", "or_", "xor", "shl", "lshr", "ashr")
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


def written(width, write, result=None):
    """Return a function of so many ints that computes something, and one of those very ints as constants."""
    type_ = ir.IntType(width)
    function = ir.Function(ir.Module(), ir.FunctionType(result or type_, [type_, type_]), "f")
    builder = ir.Builder(function.append_block())
    builder.ret(write(builder, *function.arguments))

    def folded(*numbers):
        return write(builder, *(type_(wrapped(each, width)) for each in numbers))

    return function, folded


def assert_same(width, write, result=None):
    function, folded = written(width, write, result)
    seen = 0
    for one, other in itertools.product(NUMBERS, NUMBERS):
        given = [wrapped(one, width), wrapped(other, width)]
        try:
            expected = run(function, given)
        except Stuck:
            continue
        found = folded(*given)
        assert (type(found), found.constant) == (ir.Constant, expected), given
        seen += 1
    assert seen > 30


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", BINARY)
def test_arithmetic(name, width):
    assert_same(width, lambda builder, one, other: getattr(builder, name)(one, other))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("name", ["icmp_signed", "icmp_unsigned"])
def test_comparisons(name, relation, width):
    bit = ir.IntType(1)
    assert_same(width, lambda builder, one, other: getattr(builder, name)(relation, one, other), bit)


@pytest.mark.parametrize(
    ("name", "width", "other"),
    [("zext", 1, 64), ("zext", 8, 64), ("sext", 1, 64), ("sext", 8, 64), ("trunc", 64, 8), ("trunc", 64, 1)],
)
def test_conversions(name, width, other):
    assert_same(width, lambda builder, one, _: getattr(builder, name)(one, ir.IntType(other)), ir.IntType(other))


def test_only_functions_that_llvm_knows_are_called_as_such():
    function = ir.Function(ir.Module(), ir.FunctionType(ir.DoubleType(), [ir.DoubleType()]), "f")
    builder = ir.Builder(function.append_block())
    assert builder.intrinsic("fabs", ir.DoubleType(), function.arguments).opcode == "intrinsic"
    with pytest.raises(ValueError, match="knows no"):
        builder.intrinsic("llvm.fabs", ir.DoubleType(), function.arguments)


def test_what_changes_nothing_is_not_written():
    type_ = ir.IntType(64)
    function = ir.Function(ir.Module(), ir.FunctionType(type_, [type_]), "f")
    builder, given = ir.Builder(function.append_block()), function.arguments[0]
    for name, number in (("add", 0), ("sub", 0), ("mul", 1), ("and_", -1), ("or_", 0), ("xor", 0), ("shl", 0)):
        assert getattr(builder, name)(given, type_(number)) is given
    for name in ("add", "mul", "and_", "or_", "xor"):
        number = {"mul": 1, "and_": -1}.get(name, 0)
        assert getattr(builder, name)(type_(number), given) is given
    assert builder.sub(type_(0), given) is not given
    assert [each.opcode for each in builder.block.operations] == ["sub"]
