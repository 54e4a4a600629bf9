"""Compiling: what Numba is told of Plywise, and the cache of what it made."""
