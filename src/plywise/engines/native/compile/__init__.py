"""Compiling: the types and intrinsics that Numba needs for Plywise, the cache, and calls of what is in it."""

from plywise.engines.native.compile.numba_parts import put_off_scipy

put_off_scipy()
