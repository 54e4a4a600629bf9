"""The cache of compiled searches on disk: a folder for each engine, a file for each compiled function.

The folder's name holds the fingerprint of the game and of the library, so that nothing in it can be out of date. A file
appears whole or not at all: it is written to the same folder under another name, then renamed; a checksum in front
reveals a damaged file. A folder that cannot be written to is no reason to stop: then every process compiles for itself.
"""

import hashlib
import json
import os
import pickle
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core.caching import _Cache
from numba.core.codegen import Codegen
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

FACTS = "facts.json"
OURS = re.compile(r"\.[0-9a-f]{32}$")  # the name of an engine's folder; nothing else is ever removed
KEPT_DAYS = 60
MAX_BYTES = 400 * 2**20
DIGEST = 32  # bytes in front of a file's content
TOUCHED_AFTER = 86_400.0  # seconds; a folder's time of last use is not written more often than that


def root() -> Path:
    """Return the folder of all caches: PLYWISE_CACHE_DIR, or `plywise` in the user's cache directory."""
    chosen = os.environ.get("PLYWISE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    home = Path(os.path.expanduser("~"))
    if not home.is_absolute():  # nobody's home is known
        home = Path(tempfile.gettempdir())
    return (Path(base) if base and os.path.isabs(base) else home / ".cache") / "plywise"


class Folder:
    """The cache of one engine."""

    def __init__(self, name: str, fingerprint: str) -> None:
        self.path = root() / f"{''.join(c if c.isalnum() else '-' for c in name)[:40]}.{fingerprint}"

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None where there is none, or it cannot be read, or is damaged."""
        try:
            content = (self.path / name).read_bytes()
        except OSError:
            return None
        body = content[DIGEST:]
        return body if hashlib.sha256(body).digest() == content[:DIGEST] else None

    def write(self, name: str, body: bytes) -> None:
        """Write a file, whole or not at all; where it cannot be written, do nothing."""
        with suppress(OSError):
            self.path.mkdir(parents=True, exist_ok=True)
            with _beside(self.path / name) as file:
                file.write(hashlib.sha256(body).digest() + body)
        prune()

    def read_facts(self) -> dict[str, Any] | None:
        """Return what is known of the engine; note that the folder is in use."""
        body = self.read(FACTS)
        if body is None:
            return None
        with suppress(OSError):
            if time.time() - self.path.stat().st_mtime > TOUCHED_AFTER:
                os.utime(self.path)
        with suppress(ValueError):
            facts = json.loads(body)
            if isinstance(facts, dict) and facts.keys() >= {"values", "utility", "key", "action"}:
                return facts
        return None

    def write_facts(self, facts: dict[str, Any]) -> None:
        """Keep what is known of the engine."""
        self.write(FACTS, json.dumps(facts).encode())


@contextmanager
def _beside(path: Path) -> Iterator[Any]:
    """Open a file under another name; give it its own when it is whole."""
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
    """Remove the folders of engines long unused; if all together are still too large, also the least recently used.

    Files that a killed process left half written are removed with their folder, or after a day. A folder without facts
    is not ours, or is one where a process was killed in its first moments; it is left alone.
    """
    with suppress(OSError):
        now = time.time()
        ours = [each for each in root().iterdir() if OURS.search(each.name) and (each / FACTS).is_file()]
        folders = sorted(ours, key=_last_use, reverse=True)
        total = 0
        for place, folder in enumerate(folders):
            for part in folder.glob("*.part"):
                if now - part.stat().st_mtime > 86_400:
                    part.unlink(missing_ok=True)
            total += sum(file.stat().st_size for file in folder.iterdir())
            if place and (total > MAX_BYTES or now - _last_use(folder) > KEPT_DAYS * 86_400):
                shutil.rmtree(folder, ignore_errors=True)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


class EngineCache(_Cache):
    """What Numba's dispatcher asks before it compiles a function of an engine, and tells when it has."""

    def __init__(self, function: Any, folder: Folder, on_miss: Callable[[], None] = lambda: None) -> None:
        self.function = function
        self.on_miss = on_miss
        self.folder = folder
        self.enabled = True
        self.hits = 0
        self.misses = 0

    @property
    def cache_path(self) -> str:
        """The engine's folder."""
        return str(self.folder.path)

    def _file(self, sig: Any, codegen: Codegen) -> str:
        text = f"{self.function.__module__}.{self.function.__qualname__} {sig} {codegen.magic_tuple()}"
        return f"{self.function.__name__}.{hashlib.sha256(text.encode()).hexdigest()[:24]}.bin"

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Return the compiled function for a signature; None where it is not in the cache."""
        target_context.refresh()
        body = self.folder.read(self._file(sig, target_context.codegen())) if self.enabled else None
        if body is not None:
            with suppress(Exception):  # whatever is in the file is no reason not to compile
                found: CompileResult = CompileResult._rebuild(target_context, *pickle.loads(body))
                self.hits += 1
                return found
        self.misses += 1
        self.on_miss()
        return None

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep a compiled function."""
        if self.enabled and not data.library.has_dynamic_globals and not data.lifted:
            self.folder.write(self._file(sig, data.codegen), dumps(data._reduce()))

    def enable(self) -> None:
        """Read and write."""
        self.enabled = True

    def disable(self) -> None:
        """Neither read nor write."""
        self.enabled = False

    def flush(self) -> None:
        """Remove the engine's folder."""
        shutil.rmtree(self.folder.path, ignore_errors=True)


__all__ = ["EngineCache", "Folder", "prune", "root"]
