"""Compiling: a game's rules joined to the kernel, the cache, and calls of what is in it."""
