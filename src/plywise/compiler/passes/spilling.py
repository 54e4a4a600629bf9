"""Spilling: stores values that are used in other blocks than their own in memory.

A generator's function resumes at one of several places. Values computed before do not dominate these, because they were
computed in an earlier call. So they are stored, and loaded where they are used.
"""

from collections.abc import Callable
from typing import Any

from plywise.compiler.ir import Block, Builder, Function, Operation, Phi


def spill(function: Function, new_place: Callable[[Builder, Any], Any]) -> None:
    """Store values that cross blocks, except the first block's. new_place: creates a place in the first block."""
    entry = function.blocks[0]
    places: dict[Any, Any] = {}

    def kept(value: Any, block: Block, before: Operation) -> Any:
        if not isinstance(value, Operation) or value.block is block or value.block is entry:
            return value
        if value not in places:
            places[value] = _store(value, new_place)
        builder = Builder(block)
        builder.position_before(before)
        return builder.load(places[value])

    for block in list(function.blocks):
        for operation in list(block.operations):
            if isinstance(operation, Phi):
                ways = zip(operation.operands, operation.sources, strict=True)
                operation.operands = [kept(value, source, source.ending) for value, source in ways]
            else:
                operation.operands = [kept(each, block, operation) for each in operation.operands]


def _store(value: Operation, new_place: Callable[[Builder, Any], Any]) -> Any:
    """Store a value where it is computed; return the place."""
    builder, block = Builder(value.block), value.block
    builder.position_before(block.function.blocks[0].ending)
    place = new_place(builder, value.type)
    following = block.operations[block.operations.index(value) + 1 :]
    builder.position_before(next(each for each in following if not isinstance(each, Phi)))
    builder.store(value, place)
    return place
