"""Files that a command writes: whole or not at all, and "-" is stdout."""

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from plywise.errors import InputError

STDOUT = "-"


def write_all(outputs: Sequence[tuple[str, str | bytes]]) -> None:
    """Write several files, (path, content), each whole or not at all. Raises InputError.

    Nothing is written where two have the same path, or a folder is not there.
    """
    paths = [path for path, _ in outputs]
    for path in paths:
        if paths.count(path) > 1:
            where = "stdout" if path == STDOUT else f"file {path}"
            raise InputError(f"{where} is asked for twice, for different things")
        if path != STDOUT and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
            raise InputError(
                f"file {path} cannot be written: {'it is' if Path(path).is_dir() else 'there is no such'} folder"
            )
    for path, content in outputs:
        if path == STDOUT:
            click.echo(content, nl=False)
        else:
            write_whole(path, content)


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file beside its place, and then put it there. Raises InputError."""
    place = Path(path).resolve()  # a link stays a link
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    temporary = ""
    try:
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~_mask()
        if place.exists() and not place.is_file():
            place.write_bytes(data)  # a device or a pipe: there is nothing to replace
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name[:40]}.", dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, place)
    except BaseException as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, OSError):
            raise InputError(f"file {path} cannot be written: {error.strerror}") from None
        raise


def _mask() -> int:
    """Return which permissions a new file does not get."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
