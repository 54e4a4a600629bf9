"""Compiling: the types and intrinsics that Numba needs for Plywise, and the cache of compiled code."""

from plywise.signals import signals_put_off

with signals_put_off():  # interrupted half-way, Numba could not be imported again in this process
    import numba  # noqa: F401

from plywise.engines.native.compile.numba_parts import put_off_scipy

put_off_scipy()
