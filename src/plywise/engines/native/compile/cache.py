"""The cache of compiled searches on disk: a folder for each engine, a file for each compiled function.

The folder's name contains the fingerprint of the game and of the library, so its content is never out of date. Files
appear atomically: each is written under another name in the same folder, then renamed. A checksum at the start reveals
damage. If the folder is not writable, each process compiles for itself.

The files are machine code, so write access to them is control over this program. Folders are created with mode 0700,
and a folder that is owned or writable by other users is not used.
"""

import hashlib
import io
import json
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FACTS = "facts.json"
STATES = "states.bin"
LOCK = "lock"
OURS = re.compile(r"\.[0-9a-f]{32}$")  # the name of an engine's folder; nothing else is ever removed
HASH = re.compile(rb"[0-9a-f]{64}")
KEPT_DAYS = 60
MAX_BYTES = 400 * 2**20
DIGEST = 32  # bytes at the start of a file
TOUCHED_AFTER = 86_400.0  # seconds; the time of last use is updated at most this often
LOCK_STEP = 0.05  # seconds between two attempts
LOCK_PATIENCE = 60.0  # seconds to wait for another process that compiles the same engine
PRIVATE = 0o700


def root() -> Path | None:
    """Return the root folder of all caches: PLYWISE_CACHE_DIR, or `plywise` in the user's cache directory.

    None if the home directory is unknown: a folder that anyone could have created is no place for machine code.
    """
    chosen = os.environ.get("PLYWISE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "plywise"
    home = Path(os.path.expanduser("~"))
    return home / ".cache" / "plywise" if home.is_absolute() else None


def is_private(found: os.stat_result) -> bool:
    """Return whether a file or folder belongs to this user and is not writable by others."""
    if not hasattr(os, "geteuid"):  # Windows
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


_warned: set[Path] = set()


def usable_root() -> Path | None:
    """Return the root folder, created if necessary; None if there is no safe one, which is reported once."""
    place = root()
    if place is None:
        return None
    with suppress(OSError):
        place.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        if is_private(place.stat()):
            return place
        if place not in _warned:
            _warned.add(place)
            print(f"the cache {place} is not used: other users own it or can write to it", file=sys.stderr, flush=True)
    return None


class Folder:
    """The cache of one engine.

    path: None if there is no place for the cache
    unsaved: files that could not be written, by name; they are read from here
    """

    def __init__(self, name: str, fingerprint: str) -> None:
        place, base = f"{''.join(c if c.isalnum() else '-' for c in name)[:40]}.{fingerprint}", usable_root()
        self.path = None if base is None else base / place
        self.unsaved: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it is missing, unreadable, untrusted or damaged."""
        if name in self.unsaved:
            return self.unsaved[name]
        if self.path is None:
            return None
        try:
            if not is_private(self.path.stat()):
                return None
            with open(self.path / name, "rb") as file:
                content = file.read() if is_private(os.fstat(file.fileno())) else b""
        except OSError:
            return None
        body = content[DIGEST:]
        return body if hashlib.sha256(body).digest() == content[:DIGEST] else None

    def write(self, name: str, body: bytes) -> None:
        """Write a file atomically; remember the content if it cannot be written."""
        try:
            if self.path is None:
                raise OSError
            self.path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            if not is_private(self.path.stat()):
                raise OSError
            with _beside(self.path / name) as file:
                file.write(hashlib.sha256(body).digest() + body)
            self.unsaved.pop(name, None)
        except OSError:
            self.unsaved[name] = body
        prune()

    def read_facts(self) -> dict[str, Any] | None:
        """Return the stored facts about the engine, and record that the folder is in use."""
        body = self.read(FACTS)
        if body is None:
            return None
        self._touch()
        with suppress(ValueError, RecursionError):
            facts = json.loads(body)
            if _are_facts(facts):
                return dict(facts)
        return None

    def _touch(self) -> None:
        """Record that the folder is in use."""
        with suppress(OSError):
            if self.path is not None and time.time() - self.path.stat().st_mtime > TOUCHED_AFTER:
                os.utime(self.path)

    def write_facts(self, facts: dict[str, Any]) -> None:
        """Store the facts about the engine."""
        self.write(FACTS, json.dumps(facts).encode())

    def read_hash(self) -> str | None:
        """Return the hash stored in its own folder; None if there is none."""
        body = self.read(FACTS)
        if body is None or not HASH.fullmatch(body):
            return None
        self._touch()
        return body.decode()

    def write_hash(self, found: str) -> None:
        """Store a hash."""
        self.write(FACTS, found.encode())

    def read_states(self) -> list[Any]:
        """Return the states that the layout must fit; none if their classes are not loaded."""
        body = self.read(STATES)
        with suppress(Exception):  # the content of the file must never stop the program
            return [] if body is None else list(_Loaded(io.BytesIO(body)).load())
        return []

    def write_states(self, states: list[Any]) -> None:
        """Store the states that the layout must fit; classes defined inside functions cannot be stored."""
        if states:
            with suppress(Exception):
                self.write(STATES, pickle.dumps(states))

    @contextmanager
    def only_one(self) -> Iterator[None]:
        """In this context, only this process compiles the engine, unless waiting for the others took too long.

        The lock is released when its process ends, however it ends.
        """
        file = None if fcntl is None else self._open_lock()
        try:
            if file is not None:
                _wait_for(file)
            yield
        finally:
            if file is not None:
                os.close(file)

    def _open_lock(self) -> int | None:
        """Return the file to lock; None if it cannot be created."""
        if self.path is None:
            return None
        with suppress(OSError):
            self.path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            return os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        return None


def _wait_for(file: int) -> None:
    """Lock a file, or give up after LOCK_PATIENCE."""
    deadline = time.monotonic() + LOCK_PATIENCE
    while time.monotonic() < deadline:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(LOCK_STEP)
        except OSError:  # locking is not supported here
            return


FACTS_HELD: dict[str, Callable[[Any], bool]] = {
    "values": lambda value: value in ("int", "float"),
    "utility": lambda value: value in ("int", "float"),
    "key": lambda value: type(value) is int and value > 0,
    "hint_key": lambda value: type(value) is int and value > 0,
    "play_key": lambda value: type(value) is int and value > 0,
    "are_plain": lambda value: type(value) is bool,
    "states": lambda value: type(value) is list and bool(value),
    "actions": lambda value: type(value) is list and bool(value),
    "words": lambda value: type(value) is int and value > 0,
    "made": lambda value: type(value) is int and value > 0,
    "wide": lambda value: type(value) is int and value >= 0,
    "packs": lambda value: type(value) is bool,
    "allocating": lambda value: type(value) is list,
    "floats": lambda value: type(value) is list,
    "ints": lambda value: type(value) is list and list(map(type, value)) == [int, int, int],
    "key_ints": lambda value: type(value) is int and value > 0,
}
"""Name of a fact (see facts.py) -> whether a value is valid for it."""

LATER_FACTS: dict[str, Callable[[Any], bool]] = {
    "assured": lambda value: type(value) is bool,
    "margin_unit": lambda value: type(value) is float and value > 0,
}
"""Optional facts, found later."""


def _are_facts(found: Any) -> bool:
    """Return whether a file's content is a valid set of facts."""
    if not isinstance(found, dict):
        return False
    if found.keys() - LATER_FACTS.keys() != FACTS_HELD.keys():
        return False
    return all(fits(found[name]) for name, fits in (FACTS_HELD | LATER_FACTS).items() if name in found)


class _Loaded(pickle.Unpickler):
    """Unpickles objects of classes that are already loaded; it imports nothing."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class. Raises KeyError or AttributeError if it is not loaded."""
        found: Any = sys.modules[module]
        for part in name.split("."):
            found = getattr(found, part)
        return found


@contextmanager
def _beside(path: Path) -> Iterator[Any]:
    """Open a file under a temporary name, and rename it when it is complete."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def prune() -> None:
    """Remove the folders of engines unused for long; if the rest is still too large, also the least recently used.

    Files left half written by killed processes are removed with their folder, or after a day. A folder without facts is
    left alone: it is not ours, or its process was killed in its first moments.
    """
    place = root()
    if place is None:
        return
    with suppress(OSError):
        now = time.time()
        ours = [each for each in place.iterdir() if OURS.search(each.name) and (each / FACTS).is_file()]
        folders = sorted(ours, key=_last_use, reverse=True)
        total = 0
        for number, folder in enumerate(folders):
            for part in folder.glob("*.part"):
                if now - part.stat().st_mtime > 86_400:
                    part.unlink(missing_ok=True)
            total += sum(file.stat().st_size for file in folder.iterdir())
            if number and (total > MAX_BYTES or now - _last_use(folder) > KEPT_DAYS * 86_400):
                shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


__all__ = ["Folder", "is_private", "prune", "root", "usable_root"]
