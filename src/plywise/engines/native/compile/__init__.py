"""Compiling: the types and intrinsics that Numba needs for Plywise, and the cache of compiled code."""
