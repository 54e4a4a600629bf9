"""Hashes of everything a game's rules depend on (code, constants, variables), and whether any of it has changed."""
