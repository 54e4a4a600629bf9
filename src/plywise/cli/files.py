"""Writing files, whole or not at all."""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from plywise.errors import InputError


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file, or leave the old one untouched. "-" is stdout. Raises InputError."""
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


def write_files(outputs: Sequence[tuple[str, str | bytes]]) -> None:
    """Write several files, (path, content), each as a whole. Raises InputError.

    Nothing is written if two have the same path or a folder does not exist.
    """
    paths = [path for path, _ in outputs]
    for path in paths:
        if paths.count(path) > 1:
            where = "stdout" if path == "-" else f"file {path}"
            raise InputError(f"{where} is asked for twice, for different things")
        if path != "-" and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
            what = "it is a folder" if Path(path).is_dir() else "there is no such folder"
            raise InputError(f"file {path} cannot be written: {what}")
    for path, content in outputs:
        write_file(Path(path), content)


def _replace(target: Path, data: bytes) -> None:
    """Write a new file beside the old one, then move it into place."""
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
