"""The intermediate representation to LLVM's text, and that to machine code."""
