"""A lock on a journal for the process that runs it, released by the system when the process ends."""

import os
import time
from contextlib import suppress

from plywise.errors import InputError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

CLOSED_AFTER = getattr(os, "O_CLOEXEC", 0)  # closed by exec
SUFFIX = ".lock"
PATIENCE = 0.5  # seconds; a process that only checks whether a journal is in use holds the lock for a moment
STEP = 0.02


class JournalLock:
    """The lock of a journal: a locked file beside it. Raises InputError if another process holds it."""

    def __init__(self, path: str) -> None:
        self.path = path + SUFFIX
        self._file: int | None = None
        deadline = time.monotonic() + PATIENCE
        while self._file is None:
            self._file = _take(self.path)
            if self._file is None and time.monotonic() > deadline:
                raise InputError(f"file {path} is in use by another process{_owner(self.path)}; nothing was changed")
            if self._file is None:
                time.sleep(STEP)
        os.ftruncate(self._file, 0)
        os.write(self._file, str(os.getpid()).encode())

    def release(self) -> None:
        """Release the lock. The file is removed first, so that no process locks a file about to vanish."""
        if self._file is not None:
            with suppress(OSError):
                os.unlink(self.path)
            os.close(self._file)
            self._file = None


def is_run(path: str) -> bool:
    """Return whether a process is running a journal."""
    lock = path + SUFFIX
    if not os.path.exists(lock):
        return False
    try:
        file = os.open(lock, os.O_RDONLY | CLOSED_AFTER)
    except OSError:
        return False
    try:
        return not _locked(file, shared=True)
    finally:
        os.close(file)


def _take(path: str) -> int | None:
    """Return the locked file; None if another process holds the lock. Raises InputError."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | CLOSED_AFTER, 0o644)
    except OSError as error:
        raise InputError(f"file {path} cannot be written: {error.strerror}") from None
    if _locked(file, shared=False) and _is_still_there(file, path):
        return file
    os.close(file)
    return None


def _locked(file: int, shared: bool) -> bool:
    """Try to lock a file; return whether it succeeded."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _is_still_there(file: int, path: str) -> bool:
    """Return whether a path still refers to an open file, which its last owner may have removed."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except OSError:
        return False


def _owner(path: str) -> str:
    """Return the owner of a lock, if known."""
    with suppress(OSError, UnicodeDecodeError, ValueError), open(path, encoding="ascii") as file:
        return f", number {int(file.read(20))}"
    return ""
