"""How a translated function returns, as Numba's do: a status, and where an exception lies. Known here without Numba."""

from llvmlite import ir

RETCODE_OK, RETCODE_USEREXC = ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 1)

excinfo_t = ir.LiteralStructType(
    [ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(8).as_pointer(), ir.IntType(8).as_pointer(), ir.IntType(32)]
)
"""Pickled bytes, their number, and three more that only Numba uses."""

excinfo_ptr_t = ir.PointerType(excinfo_t)

__all__ = ["RETCODE_OK", "RETCODE_USEREXC", "excinfo_ptr_t", "excinfo_t"]
