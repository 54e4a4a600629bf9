"""Files that commands write: whole, or not at all."""

import os
import sys
import tempfile
from pathlib import Path

from plywise.errors import InputError


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole, or leave what is there as it is. "-" is stdout. Raises InputError."""
    data = content.encode() if isinstance(content, str) else content
    if str(path) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():  # a device, say: nothing to replace
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise InputError(f"file {path} cannot be written: {error.strerror or error}") from None


def _replace(target: Path, data: bytes) -> None:
    """Write a new file beside the old one, and put it in its place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".plywise-")
    try:
        with os.fdopen(handle, "wb") as kept:
            kept.write(data)
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_mask()
        Path(name).chmod(mode)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mask() -> int:
    """Return the permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
