"""A machine that runs the intermediate representation, written apart from the compiler: an oracle for its passes."""

from typing import Any

from plywise.compiler import ir

COMPARED = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}


class Stuck(Exception):
    """The program does what it may not do, such as reading what was never written."""


def wrapped(value: int, width: int) -> int:
    """Return the low bits of a number, as a signed one; of one bit, 0 or 1."""
    low = value % 2**width
    return low - 2**width if width > 1 and low >= 2 ** (width - 1) else low


def run(function: ir.Function, given: list[int], steps: int = 100_000) -> Any:
    """Run a function of ints; return its result. Raises Stuck."""
    values: dict[Any, Any] = dict(zip(function.arguments, given, strict=True))
    memory: dict[Any, Any] = {}

    def of(value: Any) -> Any:
        if isinstance(value, ir.Constant):
            return None if value.constant is ir.UNDEFINED else wrapped(int(value.constant), value.type.width)
        if value not in values:
            raise Stuck(f"{value} is used before it is computed")
        return values[value]

    block, source = function.blocks[0], None
    while True:
        phis = [each for each in block.operations if isinstance(each, ir.Phi)]
        met = {each: of(each.operands[each.sources.index(source)]) for each in phis}
        values.update(met)
        for operation in block.operations[len(phis) :]:
            steps -= 1
            if steps < 0:
                raise Stuck("endless")
            following = _step(operation, of, values, memory)
            if isinstance(following, ir.Block):
                block, source = following, block
                break
            if following is not None:
                return following[0]
        else:
            raise Stuck("a block has no end")


def _step(o: Any, of: Any, values: dict[Any, Any], memory: dict[Any, Any]) -> Any:
    """Do one operation; return the block to go on in, the result in a tuple, or None."""
    given = [] if o.opcode in ("alloca", "load", "store") else [of(each) for each in o.operands]
    if any(each is None for each in given):
        raise Stuck("undefined")
    width = getattr(o.operands[0].type, "width", 0) if o.operands else 0
    if o.opcode == "alloca":
        return None
    if o.opcode == "load":
        if memory.get(o.operands[0]) is None:
            raise Stuck("nothing was stored there")
        values[o] = memory[o.operands[0]]
    elif o.opcode == "store":
        memory[o.operands[1]] = of(o.operands[0])
    elif o.opcode == "return":
        return (given[0],)
    elif o.opcode in ("branch", "check"):
        return o.targets[0] if not given or given[0] else o.targets[1]
    elif o.opcode == "select":
        values[o] = given[1] if given[0] else given[2]
    elif o.opcode == "icmp":
        given = [each % 2**width for each in given] if o.detail[0] == "u" else given
        values[o] = int(getattr(given[0], COMPARED[o.detail[-2:]])(given[1]))
    else:
        values[o] = wrapped(_number(o.opcode, width, *given), o.type.width)
    return None


def _number(opcode: str, width: int, one: int, other: int = 0) -> int:
    if opcode in ("shl", "lshr", "ashr") and not 0 <= other < width:
        raise Stuck("a shift by too much")
    return {
        "add": lambda: one + other,
        "sub": lambda: one - other,
        "mul": lambda: one * other,
        "and": lambda: one & other,
        "or": lambda: one | other,
        "xor": lambda: one ^ other,
        "shl": lambda: one << other,
        "lshr": lambda: (one % 2**width) >> other,
        "ashr": lambda: one >> other,
        "zext": lambda: one % 2**width,
        "sext": lambda: -one if width == 1 else one,
        "trunc": lambda: one,
    }[opcode]()
