"""The command line: `plywise COMMAND ...`. One file here is one command; `program` puts them together."""

from plywise.cli.program import main

__all__ = ["main"]
