"""The compiler's intermediate representation: typed operations in static single assignment form.

    types     the types of values in memory and in registers
    values    constants, operations, blocks, functions, modules
    builder   writes operations at the end of a block, and folds constants
    printing  the human-readable form: `plywise compile GAME --ir`

An operation computes its result once, from results of others. Each function is a list of blocks; a block ends with one
operation that transfers control. docs/background/compiler.md follows a rule through it.
"""

from plywise.compiler.ir.builder import Builder
from plywise.compiler.ir.types import (
    UNDEFINED,
    ArrayType,
    Constant,
    DoubleType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    Value,
    VoidType,
)
from plywise.compiler.ir.values import (
    Address,
    Block,
    Function,
    GlobalVariable,
    Module,
    Operation,
    Phi,
    Switch,
)

__all__ = [
    "UNDEFINED",
    "Address",
    "ArrayType",
    "Block",
    "Builder",
    "Constant",
    "DoubleType",
    "Function",
    "FunctionType",
    "GlobalVariable",
    "IntType",
    "Module",
    "Operation",
    "Phi",
    "PointerType",
    "StructType",
    "Switch",
    "Value",
    "VoidType",
]
