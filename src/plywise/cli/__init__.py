"""The command line, `plywise COMMAND [ARGS]`. Each file in commands/ is one command; `program` puts them together."""

from plywise.cli.program import main

__all__ = ["main"]
