"""The intermediate representation as LLVM assembly text, by a table from opcode to text."""

import struct
from collections.abc import Callable
from typing import Any

from plywise.compiler.ir import (
    UNDEFINED,
    Address,
    Block,
    Constant,
    DoubleType,
    Function,
    GlobalVariable,
    IntType,
    Module,
    Operation,
    PointerType,
    StructType,
)

RARELY = "!0"
"""The branch weights of checks for LLVM: 1 in 2,000 fails."""
HEAD = 'target triple = ""\n!0 = !{!"branch_weights", i32 1, i32 2000}\n!1 = !{!"llvm.loop.unroll.full"}\n'
VARIANTS: dict[type, Callable[[Any], str]] = {
    IntType: lambda type_: type_.text,
    DoubleType: lambda type_: "f64",
    PointerType: lambda type_: "p0",
}


def llvm_text(module: Module) -> str:
    """Return a module as LLVM text."""
    return _Writer().module(module)


def global_name(value: Any) -> str:
    """Return the name of a function or a variable in LLVM text."""
    return f'@"{value.name}"'


def constant_text(value: Constant) -> str:
    """Return a constant in LLVM text, without its type."""
    known, type_ = value.constant, value.type
    if isinstance(value, Address):
        return global_name(known)
    if known is UNDEFINED:
        return "undef"
    if known is None:
        return "null" if isinstance(type_, PointerType) else "zeroinitializer"
    if isinstance(type_, IntType):
        return str(int(known))
    if isinstance(type_, DoubleType):
        return f"0x{struct.unpack('>Q', struct.pack('>d', known))[0]:016X}"
    if isinstance(known, (bytes, bytearray)):
        return 'c"' + "".join(map("\\{:02x}".format, known)) + '"'
    inside = ", ".join(f"{each.type.text} {constant_text(each)}" for each in known)
    return f"{{{inside}}}" if isinstance(type_, StructType) else f"[{inside}]"


class _Writer:
    """Writes a module; numbers results and blocks in order of appearance."""

    def __init__(self) -> None:
        self.names: dict[Any, str] = {}
        self.loops = 0
        self.declared: dict[str, str] = {}

    def module(self, module: Module) -> str:
        globals_ = module.globals.values()
        parts = [self.function(each) if isinstance(each, Function) else self.variable(each) for each in list(globals_)]
        parts += self.declared.values()
        parts += [f"!{number} = distinct !{{!{number}, !1}}" for number in range(2, self.loops + 2)]
        return HEAD + "\n".join(parts) + "\n"

    def variable(self, variable: GlobalVariable) -> str:
        type_, initializer = variable.type.pointee, variable.initializer
        assert initializer is not None
        return f"{global_name(variable)} = internal constant {type_.text} {constant_text(initializer)}"

    def function(self, function: Function) -> str:
        form, names = function.form, self.names
        if not function.blocks:
            return (
                f"declare {form.result.text} {global_name(function)}({', '.join(each.text for each in form.arguments)})"
            )
        for each in function.arguments:
            names[each] = f"%a{each.number}"
        for number, block in enumerate(function.blocks):
            names[block] = f"%b{number}"
        count = len(names)
        for block in function.blocks:
            for operation in block.operations:
                if _is_alias(operation):
                    names[operation] = self.of(operation.operands[0])
                else:
                    names[operation] = f"%v{(count := count + 1)}"
        given = ", ".join(f"{each.type.text} {names[each]}" for each in function.arguments)
        kind, rest = "internal " * function.internal, " noinline" * (not function.inline)
        lines = [f"define {kind}{form.result.text} {global_name(function)}({given}){rest} {{"]
        for number, block in enumerate(function.blocks):
            lines.append(f"b{number}:")
            lines += [TEXTS[each.opcode](self, each) for each in block.operations if not _is_alias(each)]
        lines.append("}")
        return "\n".join(lines)

    def of(self, value: Any) -> str:
        """Return a value's name, or its constant."""
        found = self.names.get(value)
        if found is None:
            found = constant_text(value) if isinstance(value, Constant) else global_name(value)
        return found

    def typed(self, value: Any) -> str:
        """Return a value's type and name."""
        return f"{value.type.text} {self.of(value)}"

    def label(self, block: Block) -> str:
        return f"label {self.names[block]}"


def _is_alias(operation: Operation) -> bool:
    """Return whether an operation is another name for its operand: LLVM has one type for all addresses."""
    return operation.opcode == "bitcast" and isinstance(operation.type, PointerType)


# --- one function for each form of an operation -----------------------------------------------------------------------


def _plain(word: str) -> Callable[[_Writer, Operation], str]:
    """Return the writer of an operation on values of one type."""

    def text(w: _Writer, o: Operation) -> str:
        operands = ", ".join([w.of(each) for each in o.operands])
        return f"{w.names[o]} = {word} {o.operands[0].type.text} {operands}"

    return text


def _converted(word: str) -> Callable[[_Writer, Operation], str]:
    return lambda w, o: f"{w.names[o]} = {word} {w.typed(o.operands[0])} to {o.type.text}"


def _compared(w: _Writer, o: Operation) -> str:
    one, other = o.operands
    return f"{w.names[o]} = {o.opcode} {o.detail} {w.typed(one)}, {w.of(other)}"


def _alloca(w: _Writer, o: Operation) -> str:
    count = "" if o.detail == 1 else f", i64 {o.detail}"
    return f"{w.names[o]} = alloca {o.type.pointee.text}{count}"


def _load(w: _Writer, o: Operation) -> str:
    return f"{w.names[o]} = load {o.type.text}, {w.typed(o.operands[0])}"


def _store(w: _Writer, o: Operation) -> str:
    return f"store {w.typed(o.operands[0])}, {w.typed(o.operands[1])}"


def _gep(w: _Writer, o: Operation) -> str:
    places = ", ".join([w.typed(each) for each in o.operands])
    return f"{w.names[o]} = getelementptr {o.operands[0].type.pointee.text}, {places}"


def _extract(w: _Writer, o: Operation) -> str:
    return f"{w.names[o]} = extractvalue {w.typed(o.operands[0])}, {o.detail}"


def _insert(w: _Writer, o: Operation) -> str:
    return f"{w.names[o]} = insertvalue {w.typed(o.operands[0])}, {w.typed(o.operands[1])}, {o.detail}"


def _select(w: _Writer, o: Operation) -> str:
    return f"{w.names[o]} = select {', '.join([w.typed(each) for each in o.operands])}"


def _phi(w: _Writer, o: Any) -> str:
    ways = ", ".join([f"[{w.of(each)}, {w.names[block]}]" for each, block in zip(o.operands, o.sources, strict=True)])
    return f"{w.names[o]} = phi {o.type.text} {ways}"


def _call(w: _Writer, o: Operation) -> str:
    function, *given = o.operands
    call = f"call {o.type.text} {w.of(function)}({', '.join([w.typed(each) for each in given])})"
    return call if o.type.text == "void" else f"{w.names[o]} = {call}"


def _intrinsic(w: _Writer, o: Operation) -> str:
    first = o.operands[0].type
    name = f"@llvm.{o.detail}.{VARIANTS[type(first)](first)}"
    if name not in w.declared:
        w.declared[name] = f"declare {o.type.text} {name}({', '.join(each.type.text for each in o.operands)})"
    call = f"call {o.type.text} {name}({', '.join([w.typed(each) for each in o.operands])})"
    return call if o.type.text == "void" else f"{w.names[o]} = {call}"


def _branch(w: _Writer, o: Operation) -> str:
    where = ", ".join([w.typed(each) for each in o.operands] + [w.label(each) for each in o.targets])
    if o.detail is None:
        return f"br {where}"
    w.loops += 1
    return f"br {where}, !llvm.loop !{w.loops + 1}"


def _check(w: _Writer, o: Operation) -> str:
    error, fine = o.targets
    return f"br {w.typed(o.operands[0])}, {w.label(error)}, {w.label(fine)}, !prof {RARELY}"


def _switch(w: _Writer, o: Any) -> str:
    cases = " ".join(f"{w.typed(number)}, {w.label(each)}" for number, each in zip(o.cases, o.targets[1:], strict=True))
    return f"switch {w.typed(o.operands[0])}, {w.label(o.targets[0])} [{cases}]"


def _return(w: _Writer, o: Operation) -> str:
    return f"ret {w.typed(o.operands[0])}" if o.operands else "ret void"


TEXTS: dict[str, Callable[[_Writer, Any], str]] = {
    **{
        each: _plain(each)
        for each in (
            "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "sdiv", "srem", "udiv", "urem",
            "fadd", "fsub", "fmul", "fdiv", "frem", "fneg",
        )
    },
    **{
        each: _converted(each)
        for each in ("fptosi", "sitofp", "inttoptr", "ptrtoint", "zext", "sext", "trunc", "bitcast")
    },
    "icmp": _compared,
    "fcmp": _compared,
    "alloca": _alloca,
    "load": _load,
    "store": _store,
    "gep": _gep,
    "extractvalue": _extract,
    "insertvalue": _insert,
    "select": _select,
    "phi": _phi,
    "call": _call,
    "intrinsic": _intrinsic,
    "branch": _branch,
    "check": _check,
    "switch": _switch,
    "return": _return,
    "unreachable": lambda w, o: "unreachable",
}  # fmt: skip
"""Opcode -> the writer of such an operation."""
