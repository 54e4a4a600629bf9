"""Reading and writing files: whole or not at all, and never over what the command reads or has just written."""

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from plywise.cli.messages import say
from plywise.cli.same_file import (
    STD,
    Identity,
    descriptor_of,
    identity_of,
    identity_on_disk,
    is_kept,
    is_null,
    is_running,
    is_stdout,
    redirections,
)
from plywise.cli.streams import STDIN, STDOUT
from plywise.errors import InputError
from plywise.process.signals import signals_deferred

Output = tuple[str | Path, str | bytes]

NOT_TEXT = "it is not UTF-8 text"

MAX_BYTES = 2**30
"""Largest file that is read. Some never end, such as /dev/zero, and would fill the memory."""

CHUNK = 2**20  # bytes read at once


# --- reading ---------------------------------------------------------------------------------------------------------


def read_text(path: str) -> str:
    """Return a file's text ("-": stdin's), lines ended by newlines. Raises InputError."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{_named(path, 'stdin')} cannot be read: {NOT_TEXT}") from None
    return re.sub("\r\n?", "\n", text)


def read_bytes(path: str) -> bytes:
    """Return a file's content ("-": stdin's), and note that the command reads it. Raises InputError."""
    try:
        if path == STD:
            _note_read(STDIN, STD)
            return _read_all(sys.stdin.buffer)
        with open(path, "rb") as file:
            _note_read(file.fileno(), path)
            return _read_all(file)
    except FileNotFoundError:
        raise InputError(f"no {_named(path, 'stdin')}") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{_named(path, 'stdin')} cannot be read: {_reason(error)}") from None


def _read_all(file: BinaryIO) -> bytes:
    """Return what a file holds. Raises OSError where that is more than MAX_BYTES."""
    parts, size = [], 0
    while part := file.read(CHUNK):
        size += len(part)
        if size > MAX_BYTES:
            raise OSError(errno.EFBIG, f"it has more than {MAX_BYTES:,} bytes")
        parts.append(part)
    return b"".join(parts)


def _named(path: str | Path, stream: str) -> str:
    return stream if str(path) == STD else f"file {_shown(path)}"


def _shown(path: str | Path) -> str:
    """Return a path, in quotes where spaces would not be seen in a message."""
    text = str(path)
    return text if text and text == " ".join(text.split()) else repr(text)


def _reason(error: Exception) -> str:
    """Return why a file cannot be used. A path may hold what no path can: NUL, half of a character."""
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        return "it is closed"
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object[error.start]!r} is not a character"
    return getattr(error, "strerror", None) or str(error)


# --- what is in use --------------------------------------------------------------------------------------------------


class FilesInUse:
    """The files that a command has read and written so far: identity -> the path as it was given."""

    def __init__(self) -> None:
        self.read: dict[Identity, str] = {}
        self.written: dict[Identity, str] = {}


def _in_use() -> FilesInUse:
    """Return the files of the command under way."""
    context = click.get_current_context(silent=True)
    if context is None:
        return FilesInUse()
    found: FilesInUse = context.meta.setdefault(__name__, FilesInUse())
    return found


@contextmanager
def apart() -> Iterator[None]:
    """In this context files are read and written as by a separate command: one of many in a dialogue."""
    context = click.get_current_context(silent=True)
    meta = {} if context is None else context.meta
    before = meta.get(__name__, FilesInUse())
    meta[__name__] = FilesInUse()
    try:
        yield
    finally:
        meta[__name__] = before


def _announce(path: str) -> None:
    """Note that a file will be read, if it is there."""
    with suppress(OSError, ValueError):
        descriptor = os.dup(STDIN) if path == STD else os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            _note_read(descriptor, path)
        finally:
            os.close(descriptor)


def _note_read(descriptor: int, path: str) -> None:
    """Note that an open file is read. Raises InputError if what the command prints would go into it."""
    identity = identity_on_disk(descriptor)
    if identity is None:
        return
    if identity in redirections():
        raise InputError(
            f"{_named(path, 'stdin')} is the input, and {redirections()[identity]} is redirected to the same file"
        )
    _in_use().read[identity] = path


# --- what must not be written ----------------------------------------------------------------------------------------


def check_outputs(paths: Iterable[str | Path], to_read: Iterable[str] = ()) -> None:
    """Raise InputError if the outputs of a command cannot all be written without loss. to_read: what it reads later.

    Each needs an existing folder and must not be a folder; no two may be the same file; none may be a file that the
    command reads, runs, has written before, or has its stdout or stderr in. Links and other spellings of a path make no
    difference. A command calls this before its work begins; the functions that write files call it again.
    """
    asked: dict[Identity, str] = {}
    for source in to_read:
        _announce(source)
    for path in paths:
        with _failures_named(path):
            _check_place(path)
            if not is_null(path):
                identity = identity_of(path)
                _check_alone(path, identity, asked | _in_use().written)
                asked[identity] = str(path)


def note_kept(path: str) -> None:
    """Note a file that the command writes as it goes, such as a journal: no output may be the same."""
    with suppress(OSError, ValueError):
        _in_use().written[identity_of(path)] = path


def _check_place(path: str | Path) -> None:
    """Raise OSError, ValueError or InputError if no file can be at a path."""
    if str(path) == STD or descriptor_of(path) is not None:
        return
    if not str(path):
        raise InputError("a file name is empty")
    folder = os.path.dirname(os.path.realpath(path))
    try:
        os.stat(path)
    except FileNotFoundError:
        if not os.path.isdir(folder):
            raise _unwritable(path, "its folder does not exist") from None
    else:
        if os.path.isdir(path):
            raise _unwritable(path, "it is a folder")
        if not os.access(path, os.W_OK):
            raise _unwritable(path, "it is write-protected")
    if is_kept(path) and not os.access(folder, os.W_OK | os.X_OK):  # where the new content is staged
        raise _unwritable(path, "its folder is write-protected")


def _check_alone(path: str | Path, identity: Identity, others: dict[Identity, str]) -> None:
    """Raise InputError if a file has another use in this command."""
    reads, streams = _in_use().read, redirections()
    if identity in others:
        where = "stdout" if is_stdout(path) else _named(path, "stdout")
        raise InputError(f"{where} is named for two different outputs{_also(others[identity], path)}")
    if identity in reads:
        raise InputError(f"file {_shown(path)} is an input{_also(reads[identity], path)}: writing would overwrite it")
    if is_running(path):
        raise InputError(f"file {_shown(path)} is part of the running program: writing would overwrite it")
    if identity in streams and descriptor_of(path) is None and str(path) != STD:
        raise InputError(f"file {_shown(path)} receives {streams[identity]}: writing would overwrite it")


def _also(other: str, path: str | Path) -> str:
    return "" if other == str(path) else f" (as {_shown(other)})"


def _unwritable(path: str | Path, reason: str) -> InputError:
    return InputError(f"{_named(path, 'stdout')} cannot be written: {reason}")


@contextmanager
def _failures_named(path: str | Path) -> Iterator[None]:
    """Raise InputError naming the file where it cannot be written; a closed pipe is not such a failure."""
    try:
        yield
    except (InputError, BrokenPipeError):
        raise
    except (OSError, ValueError) as error:
        raise _unwritable(path, _reason(error)) from None


# --- writing ---------------------------------------------------------------------------------------------------------


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a whole file, or leave the old one untouched: see `write_files`."""
    write_files([(path, content)])


def write_files(outputs: Sequence[Output]) -> None:
    """Write files, (path, content), each as a whole, and report them on stderr. "-" is stdout. Raises InputError.

    If one cannot be written, no file is changed. A device, a pipe or an open file (/dev/stdout) gets what it is given,
    after what was written to it before.
    """
    check_outputs(path for path, _ in outputs)
    ready = [(path, _encode(path, content)) for path, content in outputs]
    staged: list[_Staged] = []
    try:
        staged += [_Staged(path, data) for path, data in ready if is_kept(path)]
        for path, data in ready:
            if not is_kept(path):
                with _failures_named(path):
                    _pass_on(path, data)
        with signals_deferred():  # a key and its sheet belong together
            for each in staged:
                each.replace()
    finally:
        for each in staged:
            each.discard()
    note_written([each.path for each in staged])


def _encode(path: str | Path, content: str | bytes) -> bytes:
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        raise _unwritable(path, f"its text contains {error.object[error.start]!r}, which is not a character") from None


def _pass_on(path: str | Path, data: bytes) -> None:
    """Write to stdout, to another open file, to a device or a pipe."""
    descriptor = STDOUT if str(path) == STD else descriptor_of(path)
    if descriptor == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with open(path if descriptor is None else os.dup(descriptor), "wb") as stream:
        stream.write(data)


class _Staged:
    """A file's new content, written beside the old one."""

    def __init__(self, path: str | Path, data: bytes) -> None:
        self.path = path
        self.target = Path(os.path.realpath(path))
        self.new = self.target.with_name(f".plywise-{secrets.token_hex(6)}")
        try:
            with _failures_named(path):
                self._write(data)
        except BaseException:
            self.discard()
            raise

    def _write(self, data: bytes) -> None:
        with self.new.open("xb") as file:
            file.write(data)
        if self.target.exists():
            self.new.chmod(stat.S_IMODE(self.target.stat().st_mode))

    def replace(self) -> None:
        """Move the new content into place."""
        with _failures_named(self.path):
            self.new.replace(self.target)

    def discard(self) -> None:
        """Remove the new content if it is not in place."""
        with suppress(OSError):
            self.new.unlink(missing_ok=True)


def note_written(paths: Sequence[str | Path]) -> None:
    """Remember which files were written, and report them."""
    for path in paths:
        with suppress(OSError):
            _in_use().written[identity_of(path)] = str(path)
    if paths:
        say(f"written: {', '.join(map(_shown, paths))}")
