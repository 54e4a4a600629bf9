"""Simplification: propagates constants, removes unreachable and unused code, and joins blocks.

Source of the first part: Wegman and Zadeck, "Constant propagation with conditional branches" (1991).
"""

from collections.abc import Mapping
from typing import Any

from plywise.compiler.ir import UNDEFINED, Block, Constant, Function, Operation, Phi
from plywise.compiler.ir.folding import FOLDS, fold
from plywise.compiler.passes.flow import in_order, sources

UNKNOWN: Any = object()  # not yet computed
VARIES: Any = object()  # not the same each time

WITH_EFFECTS = frozenset(("store", "call", "branch", "check", "switch", "return", "unreachable"))
"""Operations with side effects; intrinsics have one if they have no result."""


def simplify(function: Function, results: Mapping[Any, Constant]) -> None:
    """Simplify a function. results: functions that always return the same constant -> that constant."""
    known = _Constants(function, results)
    known.find()
    known.apply()
    _skip_empty_blocks(function)
    _join_blocks(function)
    _remove_unused(function)


class _Constants:
    """Conditional constant propagation: results that are constant, considering only reachable blocks."""

    def __init__(self, function: Function, results: Mapping[Any, Constant]) -> None:
        self.function, self.results = function, results
        self.values: dict[Any, Any] = {}
        self.reached: set[Block] = set()
        self.ways: set[tuple[Block | None, Block]] = set()
        self.users: dict[Any, list[Operation]] = {}
        for block in function.blocks:
            for operation in block.operations:
                for each in operation.operands:
                    if isinstance(each, Operation):
                        self.users.setdefault(each, []).append(operation)

    def find(self) -> None:
        """Propagate constants from the first block on."""
        blocks: list[tuple[Block | None, Block]] = [(None, self.function.blocks[0])]
        changed: list[Operation] = []
        while blocks or changed:
            while changed:
                for user in self.users.get(changed.pop(), ()):
                    if user.block in self.reached:
                        self._visit(user, changed, blocks)
            if blocks:
                way = blocks.pop()
                if way in self.ways:
                    continue
                self.ways.add(way)
                block = way[1]
                is_new = block not in self.reached
                self.reached.add(block)
                for operation in block.operations if is_new else block.phis():
                    self._visit(operation, changed, blocks)

    def of(self, value: Any) -> Any:
        """Return the constant that a value is, VARIES, or UNKNOWN."""
        if isinstance(value, Operation):
            return self.values.get(value, UNKNOWN)
        return value if type(value) is Constant else VARIES

    def _visit(self, operation: Operation, changed: list[Any], blocks: list[Any]) -> None:
        if operation.targets:
            blocks += [(operation.block, each) for each in self._targets(operation)]
            return
        before = self.values.get(operation, UNKNOWN)
        if before is VARIES:
            return
        after = self._met(operation) if isinstance(operation, Phi) else self._computed(operation)
        if after is not before and not _is_same(after, before):
            self.values[operation] = after
            changed.append(operation)

    def _targets(self, operation: Operation) -> list[Block]:
        """Return the blocks that may follow."""
        bit = self.of(operation.operands[0]) if operation.operands else VARIES
        if bit is UNKNOWN:
            return []
        if bit is VARIES or bit.constant is UNDEFINED or operation.opcode == "switch":
            return operation.targets
        return operation.targets[:1] if bit.constant else operation.targets[1:]

    def _met(self, phi: Phi) -> Any:
        found = UNKNOWN
        for value, source in zip(phi.operands, phi.sources, strict=True):
            if (source, phi.block) not in self.ways:
                continue
            one = self.of(value)
            if one is VARIES:
                return VARIES
            if one is UNKNOWN or one.constant is UNDEFINED or found is UNKNOWN:
                found = one if found is UNKNOWN else found
            elif found.constant is UNDEFINED:
                found = one
            elif not _is_same(one, found):
                return VARIES
        return found

    def _computed(self, operation: Operation) -> Any:
        opcode = operation.opcode
        if opcode == "select":
            bit = self.of(operation.operands[0])
            if bit is UNKNOWN or bit is VARIES or bit.constant is UNDEFINED:
                return bit if bit is UNKNOWN else VARIES
            return self.of(operation.operands[1 if bit.constant else 2])
        if opcode not in FOLDS:
            return self.results.get(operation.operands[0], VARIES) if opcode == "call" else VARIES
        given = [self.of(each) for each in operation.operands]
        if any(each is VARIES for each in given):
            return self._absorbed(opcode, given)
        if any(each is UNKNOWN for each in given):
            return UNKNOWN
        found = fold(opcode, operation.type, given, operation.detail)
        return VARIES if found is None else found

    @staticmethod
    def _absorbed(opcode: str, given: list[Any]) -> Any:
        """Return the constant of `x and False` or `x or True`; otherwise VARIES."""
        for each in given:
            is_bit = each is not VARIES and each is not UNKNOWN and each.type.text == "i1"
            if is_bit and (opcode, each.constant) in (("and", 0), ("or", 1)):
                return each
        return VARIES

    def apply(self) -> None:
        """Insert the constants and remove unreachable blocks."""
        function = self.function
        function.blocks = [each for each in function.blocks if each in self.reached]
        constants = {each: value for each, value in self.values.items() if value is not VARIES and value is not UNKNOWN}
        for block in function.blocks:
            for operation in block.operations:
                if isinstance(operation, Phi):
                    ways = zip(operation.operands, operation.sources, strict=True)
                    kept = [(value, source) for value, source in ways if (source, block) in self.ways]
                    operation.operands = [value for value, _ in kept]
                    operation.sources = [source for _, source in kept]
                operation.operands = [constants.get(each, each) for each in operation.operands]
            ending = block.ending
            if len(ending.targets) == 2 and ending.opcode != "switch":
                taken = [each for each in ending.targets if (block, each) in self.ways]
                if len(taken) == 1:
                    ending.opcode, ending.operands, ending.targets = "branch", [], taken


def _is_same(one: Any, other: Any) -> bool:
    if one is VARIES or one is UNKNOWN or other is VARIES or other is UNKNOWN:
        return one is other
    return one.type is other.type and (
        one.constant is other.constant
        or (type(one.constant) is type(other.constant) is int and one.constant == other.constant)
    )


def _skip_empty_blocks(function: Function) -> None:
    """Remove blocks that only branch to another, if its phis can distinguish the paths without them."""
    before = sources(function.blocks)
    for block in function.blocks[1:]:
        ending = block.operations[0]
        if ending.opcode != "branch" or len(ending.targets) != 1 or ending.detail is not None:
            continue
        target, ways = ending.targets[0], before[block]
        phis = list(target.phis())
        if target is block or (phis and (len(set(ways)) < len(ways) or not set(ways).isdisjoint(before[target]))):
            continue
        for source in ways:
            targets = source.ending.targets
            targets[:] = [target if each is block else each for each in targets]
        for phi in phis:
            place = phi.sources.index(block)
            value = phi.operands[place]
            phi.sources[place : place + 1] = ways
            phi.operands[place : place + 1] = [value] * len(ways)
        before[target] = [each for each in before[target] if each is not block] + ways
        before[block] = []


def _join_blocks(function: Function) -> None:
    """Join a block with its only successor if it is that block's only predecessor, and replace trivial phis."""
    blocks = in_order(function)
    before = sources(blocks)
    instead: dict[Any, Any] = {}
    into: dict[Block, Block] = {}
    kept = []
    for block in blocks:
        ways = before[block]
        if len(set(ways)) == 1 and len(ways) == 1:
            for phi in list(block.phis()):
                instead[phi] = phi.operands[0]
                block.operations.remove(phi)
            source = ways[0]
            if len(source.ending.targets) == 1:
                target = into.get(source, source)
                target.operations.pop()
                target.operations += block.operations
                into[block] = target
                for each in block.operations:
                    each.block = target
                continue
        kept.append(block)
    function.blocks = kept
    for block in kept:
        for operation in block.operations:
            operation.operands = [_final(instead, each) for each in operation.operands]
            if isinstance(operation, Phi):
                operation.sources = [into.get(each, each) for each in operation.sources]


def _final(instead: dict[Any, Any], value: Any) -> Any:
    while value in instead:
        value = instead[value]
    return value


def _remove_unused(function: Function) -> None:
    """Remove unused results."""
    used: set[Any] = set()
    waiting: list[Operation] = []
    for block in function.blocks:
        for operation in block.operations:
            if has_effects(operation):
                used.add(operation)
                waiting.append(operation)
    while waiting:
        for each in waiting.pop().operands:
            if isinstance(each, Operation) and each not in used:
                used.add(each)
                waiting.append(each)
    for block in function.blocks:
        block.operations = [each for each in block.operations if each in used]


def has_effects(operation: Operation) -> bool:
    """Return whether an operation has side effects."""
    if operation.opcode == "intrinsic":
        return operation.type.text == "void"
    return operation.opcode in WITH_EFFECTS
