"""The intermediate representation as readable text: `plywise compile GAME --ir`.

Each result has a number, %7; a phi has the name of its variable in the source. A block starts with its name. If only a
check leads to the next block, that block has no heading, and a block that only raises an error is written beside the
check. The source statement for which operations were written is above them.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from plywise.compiler.ir.types import UNDEFINED, Constant, PointerType, Value, VoidType
from plywise.compiler.ir.values import Address, Block, Function, GlobalVariable, Module

INFIX = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<", "lshr": ">>>", "ashr": ">>",
    "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "sdiv": "sdiv", "srem": "srem", "udiv": "udiv", "urem": "urem",
}  # fmt: skip
RELATIONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
WIDTH = 100


def print_module(module: Module) -> str:
    """Return the functions of a module that have code, and the constants they load."""
    functions = [each for each in module.functions() if each.blocks]
    return "\n\n".join(print_function(each) for each in functions) + "\n"


def print_function(function: Function) -> str:
    """Return a function as text."""
    return "\n".join(_Printer(function).lines())


@lru_cache(maxsize=4096)
def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


class _Printer:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.names: dict[Any, str] = {}
        self.inside: set[Any] = set()  # addresses printed where they are used
        self.labels: dict[Block, str] = {}
        self.before: dict[Block, list[Any]] = {}
        for block in function.blocks:
            for target in block.ending.targets:
                self.before.setdefault(target, []).append(block.ending)
        self._give_names()

    def _give_names(self) -> None:
        used: dict[str, int] = {}

        def new(name: str) -> str:
            used[name] = used.get(name, 0) + 1
            return name if used[name] == 1 else f"{name}.{used[name]}"

        given = self.function.given
        for number, argument in enumerate(self.function.arguments):
            self.names[argument] = f"%{new(given[number] if number < len(given) else 'given')}"
        uses = Counter(value for block in self.function.blocks for each in block.operations for value in each.operands)
        number = 0
        for block in self.function.blocks:
            self.labels[block] = new(block.name or "block")
            for each in block.operations:
                if each.name:
                    self.names[each] = f"%{new(each.name)}"
                elif self._is_address(each) and (uses[each] == 1 or each.opcode == "bitcast"):
                    self.inside.add(each)
                elif not isinstance(each.type, VoidType) and each.type is not None:
                    number += 1
                    self.names[each] = f"%{number}"

    @staticmethod
    def _is_address(operation: Any) -> bool:
        """Return whether an operation only computes an address, to be printed where it is used."""
        return operation.opcode in ("gep", "bitcast") and isinstance(operation.type, PointerType)

    def lines(self) -> Iterator[str]:
        given = ", ".join(f"{self.names[each]}: {each.type}" for each in self.function.arguments)
        if self.function.title:
            yield f"# {self.function.title}"
        yield f"function {self.function.name}({given}) -> {self.function.form.result}:"
        written: set[Block] = set()
        above = ""
        for block in self.function.blocks:
            if block in written or self._is_beside(block):
                continue
            if block in self.before:
                yield f"{self.labels[block]}:"
            while True:
                written.add(block)
                for each in block.operations:
                    source = self._source(each.node)
                    if source not in ("", above):
                        above = source
                        yield f"    # {source}"
                    if each not in self.inside:
                        yield f"    {self.operation(each)}"
                following = self._only_next(block)
                if following is None or following in written:
                    break
                block = following
        yield "end"

    def _only_next(self, block: Block) -> Block | None:
        """Return the block that follows a check, if nothing else leads to it."""
        ending = block.ending
        if ending.opcode != "check" or not self._raised(ending.targets[0]):
            return None
        following: Block = ending.targets[1]
        return following if self.before[following] == [ending] else None

    @staticmethod
    def _raised(block: Block) -> str:
        """Return the error that a block raises, if it does nothing else; otherwise ""."""
        first, *rest = block.operations
        if first.opcode != "store" or not isinstance(first.operands[0], GlobalVariable) or not first.operands[0].title:
            return ""
        return first.operands[0].title if [each.opcode for each in rest] == ["return"] else ""

    def _is_beside(self, block: Block) -> bool:
        """Return whether a block is printed beside the checks that lead to it, and nothing else leads there."""
        ways = self.before.get(block, [])
        failing = all(each.opcode == "check" and each.targets[1] is not block for each in ways)
        return bool(ways) and failing and bool(self._raised(block))

    @staticmethod
    def _source(node: ast.AST | None) -> str:
        text = "" if node is None else _first_line(node)
        return text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}..."

    def of(self, value: Value) -> str:
        """Return a value's name, or its constant."""
        if isinstance(value, Address):
            return f"@{value.name}"
        if isinstance(value, Constant):
            return self.constant(value)
        if value in self.inside:
            return self._address(value)
        return self.names.get(value) or f"@{getattr(value, 'name', '?')}"

    def constant(self, value: Constant) -> str:
        known = value.constant
        if known is UNDEFINED:
            return "undefined"
        if known is None:
            return "null"
        if value.type.text == "i1":
            return "true" if known else "false"
        return f"({', '.join(map(self.of, known))})" if isinstance(known, list | tuple) else str(known)

    def _address(self, o: Any) -> str:
        first, *places = (self.of(each) for each in o.operands)
        if places and places[0] == "0" and len(places) > 1:
            return f"{first}.{places[1]}"
        return first + "".join(f"[{each}]" for each in places)

    def operation(self, o: Any) -> str:
        """Return an operation as a line."""
        text = self._computed(o)
        return f"{self.names[o]}: {o.type} = {text}" if o in self.names else text

    def _computed(self, o: Any) -> str:
        opcode, operands = o.opcode, [self.of(each) for each in o.operands]
        if opcode in INFIX:
            return f"{operands[0]} {INFIX[opcode]} {operands[1]}"
        if opcode in ("icmp", "fcmp"):
            mark = " unsigned" if o.detail[0] == "u" and opcode == "icmp" else ""
            return f"{operands[0]} {RELATIONS[o.detail[-2:]]} {operands[1]}{mark}"
        if opcode == "phi":
            ways = zip(operands, o.sources, strict=True)
            return "phi " + ", ".join(f"{value} from {self.labels[source]}" for value, source in ways)
        if opcode == "check":
            error = self._raised(o.targets[0])
            after = "" if self._only_next(o.block) else f", else {self.labels[o.targets[1]]}"
            way = f"raise {error}" if error else self.labels[o.targets[0]]
            return f"check {operands[0]}: {way}{after}"
        if opcode == "branch":
            where = [self.labels[each] for each in o.targets]
            return f"goto {where[0]}" if len(where) == 1 else f"if {operands[0]} goto {where[0]} else {where[1]}"
        if opcode == "switch":
            cases = zip(o.cases, o.targets[1:], strict=True)
            rest = "".join(f", {number.constant}: {self.labels[each]}" for number, each in cases)
            return f"switch {operands[0]}{rest}, else: {self.labels[o.targets[0]]}"
        return self._other(o, operands)

    def _other(self, o: Any, operands: list[str]) -> str:
        given = ", ".join(operands)
        if o.opcode == "store":
            return f"store {operands[0]} at {operands[1]}"
        if o.opcode == "gep":
            return f"address {self._address(o)}"
        if o.opcode == "alloca":
            return "place" if o.detail == 1 else f"place for {o.detail}"
        if o.opcode == "extractvalue":
            return f"{operands[0]}.{o.detail}"
        if o.opcode == "insertvalue":
            return f"{operands[0]} with .{o.detail} = {operands[1]}"
        if o.opcode == "select":
            return f"{operands[1]} if {operands[0]} else {operands[2]}"
        if o.opcode == "intrinsic":
            return f"{o.detail}({given})"
        if o.opcode == "call":
            return f"call {operands[0]}({', '.join(operands[1:])})"
        return f"{o.opcode} {given}".rstrip()
