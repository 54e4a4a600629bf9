"""Lowering of the intermediate representation to LLVM's text and to machine code."""
