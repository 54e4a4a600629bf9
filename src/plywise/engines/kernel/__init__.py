"""The kernel: everything that is compiled, in plain Python over ints and arrays."""
