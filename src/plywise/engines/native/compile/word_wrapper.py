"""The function of an entry that is called with words: see entry_calls.py. Numba's own takes Python's objects apart."""

import struct
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import excinfo_ptr_t
from numba.np.arrayobj import make_array, populate_array

from plywise.engines.native.compile.machine_code import arithmetic_of_128_bits

INT = ir.IntType(64)

CALLED = frozenset({"malloc", "free", "memcpy", "memmove", "memset"}) | arithmetic_of_128_bits().keys()
"""What every C library has, and the compiler's own; code that calls nothing else runs without Numba."""


SYMBOL_TABLE = 2
"""A section's kind, in ELF."""


def create_word_wrapper(context: Any, library: Any, fndesc: Any, env: Any, call_helper: Any) -> None:
    """Add the wrapper to an entry's code, in place of Numba's for C: see CPUContext.create_cfunc_wrapper."""
    module = context.create_module("word_wrapper")
    called = ir.Function(
        module, context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes), fndesc.llvm_func_name
    )
    taken = [INT.as_pointer(), INT.as_pointer(), excinfo_ptr_t.as_pointer()]
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), taken), fndesc.llvm_cfunc_wrapper_name)
    words, answer, raised = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    place = 0

    def word() -> Any:
        nonlocal place
        place += 1
        return builder.load(builder.gep(words, [INT(place - 1)]))

    given = [_argument(context, builder, each, word) for each in fndesc.argtypes]
    status, found = context.call_conv.call_function(
        builder, called, fndesc.restype, fndesc.argtypes, given, attrs=("noinline",)
    )
    builder.store(status.excinfoptr, raised)
    with cgutils.if_likely(builder, status.is_ok):
        builder.store(context.cast(builder, found, fndesc.restype, types.int64), answer)
    builder.ret(builder.select(status.is_error, status.code, ir.IntType(32)(0)))
    library.add_ir_module(module)


def _argument(context: Any, builder: Any, typ: Any, word: Any) -> Any:
    """Return an argument made of the next words."""
    if isinstance(typ, types.Opaque):  # the game, the config
        return context.get_dummy_value()
    if isinstance(typ, types.UniTuple):
        return context.make_tuple(builder, typ, [word() for _ in range(len(typ))])
    if isinstance(typ, types.Array):
        made = make_array(typ)(context, builder)
        data, length = builder.inttoptr(word(), made.data.type), word()
        size = INT(context.get_abi_sizeof(context.get_data_type(typ.dtype)))
        populate_array(made, data=data, shape=[length], strides=[size], itemsize=size, meminfo=None)
        return made._getvalue()
    return context.cast(builder, word(), types.int64, typ)


def calls_nothing_else(code: bytes) -> bool:
    """Return whether machine code calls nothing but what is in it, and CALLED."""
    found = _undefined(code)
    return found is not None and found <= CALLED


def _undefined(code: bytes) -> set[str] | None:
    """Return the names that machine code leaves to be found elsewhere; None where it is not in ELF, of 64 bits.

    Shown by `nm -u`. A name without a definition is in section 0.
    """
    if code[:6] != b"\x7fELF\x02\x01":
        return None
    (start,), (size, count) = struct.unpack_from("<Q", code, 0x28), struct.unpack_from("<HH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + number * size) for number in range(count)]
    found = set()
    for _, kind, _, _, begin, length, names, *_ in sections:
        if kind != SYMBOL_TABLE:
            continue
        texts = sections[names][4]
        for at in range(begin, begin + length, 24):
            name, _, _, section = struct.unpack_from("<IBBH", code, at)
            if name and not section:
                found.add(code[texts + name : code.index(b"\0", texts + name)].decode())
    return found


__all__ = ["calls_nothing_else", "create_word_wrapper"]
