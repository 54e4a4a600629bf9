"""A stamp of the source files behind a compiled search; it changes when one of them is touched.

The stamp uses the file system's metadata, not the contents, so it takes only a moment. Files written very recently have
no stamp, because within one tick of the system's clock a file can change without a visible difference.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

SETTLED = 2.0
"""The age in seconds after which a file's metadata reliably identifies its content."""

OTHERS = {"llvmlite": ("__init__.py", "_version.py")}
"""Packages identified by version -> files that differ between versions."""

PLYWISE = Path(__file__).parents[3]


def stamp(imported: float) -> str | None:
    """Return the stamp of Plywise's and the compiler's files; None if one is too new or missing.

    imported: when this process imported Plywise
    """
    lines = [sys.version, sys.executable]
    try:
        for path in _files():
            found = os.stat(path)
            if found.st_ctime > imported - SETTLED:
                return None
            when = f"{found.st_mtime_ns} {found.st_ctime_ns}"
            lines.append(f"{path} {found.st_dev} {found.st_ino} {found.st_size} {when}")
    except (OSError, ValueError):
        return None
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def _files() -> Iterator[str]:
    """Yield the files' paths. Raises OSError if one is missing."""
    for folder, folders, names in os.walk(PLYWISE, onerror=_raise):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        yield from (os.path.join(folder, each) for each in sorted(names) if each.endswith(".py"))
    for name, files in OTHERS.items():
        found = find_spec(name)
        if found is None or found.origin is None:
            raise FileNotFoundError(name)
        yield from (os.path.join(os.path.dirname(found.origin), each) for each in files)


def _raise(error: OSError) -> None:
    raise error


__all__ = ["stamp"]
