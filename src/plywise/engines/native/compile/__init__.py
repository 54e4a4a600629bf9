"""Compiling: joins a game's rules to the kernel, manages the cache, and calls the compiled code."""
