"""Loops of which it is known how often they run, over a table or a small range, written out for each time.

Then the table's items, and much that follows from them, are known where they are used: a direction is (0, 1), and what
is computed of it is computed when the rules are compiled. LLVM does so for itself only where very little is written.
"""

from typing import Any

from llvmlite import ir
from llvmlite.ir.values import MDValue

MOST = 6_000
"""Instructions, before they are optimised, that loops of one function may come to when they are written out."""


def write_out_if_small(emitter: Any, again: Any, times: int, before: int) -> None:
    """Have LLVM write a loop out, unless that is too much.

    again: the branch back to its beginning
    before: how many blocks the function had before the loop
    """
    size = times * sum(len(each.instructions) for each in emitter.function.blocks[before:])
    if times < 2 or emitter.written_out + size > MOST:
        return
    emitter.written_out += size
    module = emitter.program.module
    whole = module.add_metadata([ir.MetaDataString(module, "llvm.loop.unroll.full")])
    loop = MDValue(module, [whole], name=str(len(module.metadata)))
    loop.operands = (loop, whole)  # as LLVM tells one loop's from another's
    again.set_metadata("llvm.loop", loop)
