"""How a compiled function returns: a status, and the address of an exception."""

from plywise.compiler import ir

RETCODE_OK, RETCODE_USEREXC = ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 1)

error_t = ir.StructType([ir.IntType(8).as_pointer(), ir.IntType(32)])
"""The pickled class and message of an exception: the address of the bytes, and their number."""

error_ptr_t = ir.PointerType(error_t)

__all__ = ["RETCODE_OK", "RETCODE_USEREXC", "error_ptr_t", "error_t"]
