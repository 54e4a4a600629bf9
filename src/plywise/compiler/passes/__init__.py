"""Passes over the intermediate representation: each takes a function and changes it in place.

spilling        keeps values in memory from one call of a generator's function to the next
promotion       turns variables in memory into values
simplification  removes what is never reached or never used, and joins blocks
flow            control flow, for the passes

Programs run them once all types are known, before LLVM.
"""

from typing import Any

from plywise.compiler.ir import Constant, Function, GlobalVariable, Module
from plywise.compiler.passes.promotion import promote
from plywise.compiler.passes.simplification import simplify


def run_passes(module: Module) -> None:
    """Run the passes over all functions of a module, each after those that it calls; remove unused ones."""
    results: dict[Function, Constant] = {}
    for function in _callees_first(module):
        promote(function)
        simplify(function, results)
        found = _only_result(function)
        if found is not None:
            results[function] = found
    _remove_unused_globals(module)


def _callees_first(module: Module) -> list[Function]:
    """Return the functions that have code, each after those that it calls, except in cycles of calls."""
    found: list[Function] = []
    seen: set[Function] = set()
    for first in module.functions():
        waiting = [(first, iter(_referred(first)))] if first not in seen else []
        seen.add(first)
        while waiting:
            function, others = waiting[-1]
            following = next((each for each in others if isinstance(each, Function) and each not in seen), None)
            if following is None:
                waiting.pop()
                found.append(function)
            else:
                seen.add(following)
                waiting.append((following, iter(_referred(following))))
    return [each for each in found if each.blocks]


def _referred(function: Function) -> list[Any]:
    """Return the functions and constants that a function refers to."""
    operands = (each for block in function.blocks for operation in block.operations for each in operation.operands)
    return [each for one in operands for each in _globals_in(one)]


def _globals_in(value: Any) -> list[Any]:
    """Return the functions and constants that a value refers to."""
    if isinstance(value, (Function, GlobalVariable)):
        return [value]
    if not isinstance(value, Constant):
        return []
    known = value.constant
    if isinstance(known, (list, tuple)):
        return [each for part in known for each in _globals_in(part)]
    return _globals_in(known)


def _only_result(function: Function) -> Constant | None:
    """Return the constant that a function always returns, such as the status of success; None if there is none."""
    endings = [block.ending for block in function.blocks]
    results = [each.operands[0] for each in endings if each.opcode == "return" and each.operands]
    if not results or not all(type(each) is Constant for each in results):
        return None
    first = results[0]
    return first if all(each.constant == first.constant for each in results) else None


def _remove_unused_globals(module: Module) -> None:
    """Remove internal functions and constants that are not reachable from external ones."""
    waiting: list[Any] = [each for each in module.functions() if each.blocks and not each.internal]
    used = set(waiting)
    while waiting:
        each = waiting.pop()
        more = _referred(each) if isinstance(each, Function) else _globals_in(each.initializer)
        new = [one for one in more if one not in used]
        used.update(new)
        waiting += new
    module.globals = {name: each for name, each in module.globals.items() if each in used}
