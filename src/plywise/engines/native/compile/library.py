"""Plywise's own part of every compiled search: the kernel and the compiler."""

import hashlib
import sys
import uuid
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import cast

import llvmlite

from plywise.engines.dependencies.trace import DependencyTrace, codes, described
from plywise.engines.native.compile.entries import ENTRIES
from plywise.engines.native.compile.sources import PLYWISE

SOURCES = (
    "compiler/**/*.py",
    "engines/dependencies/*.py",
    "engines/native/compile/*.py",
    "engines/kernel/**/*.py",
    "engines/lots.py",
    "engines/playouts.py",
    "engines/rule_table.py",
    "engines/values.py",
    "game/hooks.py",
    "bits.py",
    "repetition.py",
)
"""The files that determine what is compiled, and how."""


def library_hash(imported: float) -> str:
    """Return a hash of Plywise's own part of every compiled search.

    imported: when the sources were imported; if one changed since, the hash is unique and never recurs
    """
    kernel = DependencyTrace()
    for entry in ENTRIES:
        kernel.function(cast(FunctionType, entry))
    lines = [f"{sys.version} {llvmlite.__version__}", *kernel.lines, *source_lines(imported)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def source_lines(imported: float) -> Iterator[str]:
    """Yield the code of the sources, line by line, without comments."""
    for file in sorted(file for pattern in SOURCES for file in PLYWISE.glob(pattern)):
        name = f"plywise.{'.'.join(file.relative_to(PLYWISE).with_suffix('').parts)}"
        code = SourceFileLoader(name, str(file)).get_code(name)
        yield from map(described, codes(cast(CodeType, code)))
        if file.stat().st_ctime >= imported:
            yield str(uuid.uuid4())  # changed since the import: never found in a cache


__all__ = ["library_hash"]
