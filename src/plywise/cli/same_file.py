"""Which file a path leads to, however it is spelled: through links, /dev/stdout, another name."""

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from plywise.cli.streams import STDERR, STDOUT
from plywise.errors import InputError

STD = "-"
"""The path that stands for stdin where something is read, for stdout where it is written."""

Identity = tuple[int, int] | str
"""What tells files apart: device and inode, or the full path of a file that is yet to be made."""

MAX_LINKS = 40


def identity_of(path: str | Path) -> Identity:
    """Return what tells an output apart from others. Raises OSError and, for what is no path, ValueError."""
    try:
        status = os.fstat(STDOUT) if is_stdout(path) else os.stat(path)
    except FileNotFoundError:
        return os.path.realpath(path)
    return status.st_dev, status.st_ino


def identity_on_disk(descriptor: int) -> Identity | None:
    """Return what tells an open file apart; None where it is no file on disk, whose content could be lost."""
    with suppress(OSError):
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    return None


def redirections() -> dict[Identity, str]:
    """Return the files on disk that stderr and stdout are redirected to."""
    found = {identity_on_disk(descriptor): name for descriptor, name in ((STDERR, "stderr"), (STDOUT, "stdout"))}
    return {identity: name for identity, name in found.items() if identity is not None}


def is_running(path: str | Path) -> bool:
    """Return whether the program was loaded from a file, the user's rules among them."""
    if not os.path.isfile(path):
        return False
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return any(file and os.path.exists(file) and os.path.samefile(file, path) for file in files)


def descriptor_of(path: str | Path) -> int | None:
    """Return which open file of this process a path such as /dev/stdout or /dev/fd/3 leads to, if it does."""
    place = os.path.abspath(path)
    own = os.path.realpath("/proc/self/fd") if os.path.exists("/proc/self/fd") else "/dev/fd"
    for _ in range(MAX_LINKS):
        folder, name = os.path.split(place)
        if os.path.realpath(folder) == own and name.isdecimal():
            return int(name)
        try:
            place = os.path.join(folder, os.readlink(place))
        except (OSError, ValueError):
            return None
    return None


def is_stdout(path: str | Path) -> bool:
    """Return whether a path leads to this process's stdout: "-", /dev/stdout, a link to it."""
    return str(path) == STD or descriptor_of(path) == STDOUT


def fills_stdout(files: Mapping[str, str | Path | None], as_json: bool) -> bool:
    """Return whether one of a command's files goes to stdout, where nothing else can then be printed.

    files: option -> path. Raises InputError where something else is to be printed there, too.
    """
    asked = [f"--{name} {path}" for name, path in files.items() if path is not None and is_stdout(path)]
    outputs = ["--json", *asked] if as_json else asked
    if asked and len(outputs) > 1:
        raise InputError(f"{outputs[0]} and {outputs[1]} both write to stdout")
    return bool(asked)


def is_kept(path: str | Path) -> bool:
    """Return whether a path is or will be a regular file, not a pipe, a device or stdout."""
    return descriptor_of(path) is None and str(path) != STD and (os.path.isfile(path) or not os.path.exists(path))


def is_null(path: str | Path) -> bool:
    """Return whether a path leads to the null device, which may be given any number of outputs."""
    return os.path.exists(path) and os.path.samefile(path, os.devnull)
