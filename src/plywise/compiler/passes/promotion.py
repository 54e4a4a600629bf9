"""Promotion: a variable in memory that is only loaded and stored becomes SSA values.

Where several stores may reach a load, a phi selects the value. Source: Cytron and others, "Efficiently computing
static single assignment form and the control dependence graph" (1991), without phis where nothing is loaded.
"""

from typing import Any

from plywise.compiler.ir import UNDEFINED, Block, Constant, Function, Operation, Phi
from plywise.compiler.passes.flow import Dominators, in_order, sources


class _Variable:
    """A place in memory. stored: blocks that store to it; asked: those that load a value stored in another block."""

    __slots__ = ("asked", "stored", "type")

    def __init__(self, type_: Any) -> None:
        self.type = type_
        self.stored: set[Block] = set()
        self.asked: set[Block] = set()


def promote(function: Function) -> None:
    """Turn variables of a function into values. Unreachable blocks are removed."""
    blocks = function.blocks = in_order(function)
    variables = _variables(blocks)
    before = sources(blocks)
    for block in blocks:
        for phi in block.phis():
            _keep_ways(phi, before[block])
    if variables:
        dominators = Dominators(blocks, before)
        phis = _place_phis(variables, dominators, before)
        _Renaming(variables, phis, dominators).run(blocks[0])


def _keep_ways(phi: Phi, before: list[Block]) -> None:
    """Remove unreachable blocks from a phi."""
    if len(phi.sources) == len(before):
        return
    ways = [(each, source) for each, source in zip(phi.operands, phi.sources, strict=True) if source in before]
    phi.operands, phi.sources = [each for each, _ in ways], [source for _, source in ways]


def _variables(blocks: list[Block]) -> dict[Any, _Variable]:
    """Return the places that are only loaded and stored."""
    found = {
        each: _Variable(each.type.pointee)
        for block in blocks
        for each in block.operations
        if each.opcode == "alloca" and each.detail == 1
    }
    for block in blocks:
        for operation in block.operations:
            operands = operation.operands
            if operation.opcode == "load":
                variable = found.get(operands[0])
                if variable is not None and block not in variable.stored:
                    variable.asked.add(block)
                continue
            if operation.opcode == "store":
                variable = found.get(operands[1])
                if variable is not None:
                    variable.stored.add(block)
                operands = operands[:1]
            for each in operands:
                if type(each) is Operation and each.opcode == "alloca":
                    found.pop(each, None)
    return found


def _place_phis(
    variables: dict[Any, _Variable], dominators: Dominators, before: dict[Block, list[Block]]
) -> dict[Block, list[tuple[Any, Phi]]]:
    """Insert phis where several values of a variable meet, if it is loaded afterwards; return them by block."""
    wanted = {place: _blocks_wanting(variable, before) for place, variable in variables.items() if variable.asked}
    joins = {block for blocks in wanted.values() for block in blocks if len(before[block]) > 1}
    frontiers = dominators.frontiers(joins)
    found: dict[Block, list[tuple[Any, Phi]]] = {}
    for place, blocks in wanted.items():
        variable = variables[place]
        placed: set[Block] = set()
        waiting = list(variable.stored)
        while waiting:
            for each in frontiers.get(waiting.pop(), ()):
                if each not in placed and each in blocks:
                    placed.add(each)
                    waiting.append(each)
                    phi = Phi(variable.type)
                    phi.block, phi.name = each, place.name
                    found.setdefault(each, []).append((place, phi))
    return found


def _blocks_wanting(variable: _Variable, before: dict[Block, list[Block]]) -> set[Block]:
    """Return the blocks at whose beginning a variable is live."""
    found, waiting = set(variable.asked), list(variable.asked)
    while waiting:
        for each in before[waiting.pop()]:
            if each not in variable.stored and each not in found:
                found.add(each)
                waiting.append(each)
    return found


class _Renaming:
    """Replaces each load by the last stored value, down the dominator tree."""

    def __init__(
        self, variables: dict[Any, _Variable], phis: dict[Block, list[tuple[Any, Phi]]], dominators: Dominators
    ) -> None:
        self.phis = phis
        self.children = dominators.children()
        self.now: dict[Any, Any] = {place: Constant(each.type, UNDEFINED) for place, each in variables.items()}
        self.instead: dict[Any, Any] = {}  # load -> value
        self.older: list[Phi] = []  # phis that were there before

    def run(self, first: Block) -> None:
        waiting: list[tuple[Block | None, list[tuple[Any, Any]]]] = [(first, [])]
        while waiting:
            block, changes = waiting.pop()
            if block is None:
                for place, value in reversed(changes):
                    self.now[place] = value
                continue
            changes = self._rename(block)
            waiting.append((None, changes))
            waiting += [(each, []) for each in self.children[block]]
        for phi in self.older:
            phi.operands = [self.instead.get(each, each) for each in phi.operands]

    def _rename(self, block: Block) -> list[tuple[Any, Any]]:
        """Rewrite a block; return the previous values of its variables."""
        now, instead, changes, operations = self.now, self.instead, [], []
        for place, phi in self.phis.get(block, ()):
            changes.append((place, now[place]))
            now[place] = phi
            operations.append(phi)
        for operation in block.operations:
            opcode, operands = operation.opcode, operation.operands
            if opcode == "phi":
                self.older.append(operation)
            elif opcode == "load" and operands[0] in now:
                instead[operation] = now[operands[0]]
                continue
            elif opcode == "store" and operands[1] in now:
                place, value = operands[1], operands[0]
                changes.append((place, now[place]))
                now[place] = instead.get(value, value)
                continue
            elif operation in now:
                continue
            else:
                operation.operands = [instead.get(each, each) for each in operands]
            operations.append(operation)
        block.operations = operations
        for target in block.ending.targets:
            for place, phi in self.phis.get(target, ()):
                phi.add_incoming(now[place], block)
        return changes
