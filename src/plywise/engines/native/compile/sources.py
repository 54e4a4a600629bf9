"""A stamp of the source files that a compiled search comes from: the same as long as nobody touches one.

It is made of what the system says of the files, not of what is in them, and so takes a moment. Where they have just
been written there is none: within one tick of the system's clock, a file may change and look the same.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

SETTLED = 2.0
"""Seconds since the last change of a file after which what the system says of it tells it from what it was."""

OTHERS = {"llvmlite": ("__init__.py", "_version.py")}
"""Packages whose versions count -> files that no other version has the same."""

PLYWISE = Path(__file__).parents[3]


def stamp(imported: float) -> str | None:
    """Return the stamp of Plywise's files, and of the compiler's; None where one was written of late, or is not there.

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
    """Yield the files' paths. Raises OSError where one is not there."""
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
