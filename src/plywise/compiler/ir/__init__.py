"""The compiler's intermediate representation: typed operations in static single assignment form.

    types     what a value is in memory and in a register
    values    constants, operations, blocks, functions, modules
    builder   writes operations at the end of a block, and folds those of constants
    printing  the form that people read: `plywise compile GAME --ir`

An operation computes its result once, from results of others. Each function is a list of blocks; a block ends with the
one operation that says where to go on. docs/background/compiler.md follows a rule through it.
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
