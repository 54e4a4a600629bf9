"""Users' own files: run as modules, and named in messages."""

import ast
import importlib
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from plywise.arguments.names import nearest
from plywise.errors import InputError

USER_FILES: dict[Path, Path] = {}
"""User files run so far: resolved path -> path as given. An exception from one of them is the user's own."""

MAX_BYTES = 2**24
"""The maximum size of a user's file; some never end, like /dev/zero."""


class _Run(NamedTuple):
    """A user's file as it was run.

    source: its content. beside: the contents of the modules that it imported from users' folders.
    """

    module: ModuleType
    source: bytes
    beside: dict[Path, bytes | None]

    def still_holds(self, source: bytes) -> bool:
        """Return whether running the file again would give the same, if its content is `source` now."""
        is_there = sys.modules.get(self.module.__name__) is self.module
        return is_there and source == self.source and all(_content(file) == said for file, said in self.beside.items())


_running = threading.RLock()  # sys.path and sys.modules are shared
_runs: dict[Path, _Run] = {}


Prepare = Callable[[ast.Module], ast.Module]
"""Selects the part of a file to run."""


def run_file(path: Path, prepare: Prepare | None = None) -> ModuleType:
    """Run a user's file as a separate module, always from source: a stale .pyc file could be another game.

    An unchanged file is not run again, so that its rules and functions keep referring to the same classes. prepare: run
    only a part of it. Raises InputError if the file fails in any way.
    """
    with _running:
        source, place = _read_source(path), path.resolve()
        _come_first(place.parent)
        run = _runs.get(place)
        if run is None or not run.still_holds(source):
            run = _runs[place] = _run_alone(path, place, source, prepare)
        return run.module


def _read_source(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            source = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        near = _nearest_file(path) if isinstance(error, FileNotFoundError) else None
        why = f"; did you mean {near}?" if near else f": {reason}"
        raise InputError(f"no file {str(path)!r} to read{why}") from None
    if len(source) > MAX_BYTES:
        raise InputError(f"{path} has over {MAX_BYTES:,} bytes, too many for a file of rules")
    return source


def _nearest_file(path: Path) -> Path | None:
    """Return the Python file in the same folder whose name is nearest to that of a missing one."""
    try:
        names = [each.name for each in path.parent.iterdir() if each.suffix == path.suffix]
    except (OSError, ValueError):
        return None
    near = nearest(path.name, names)
    return path.with_name(near) if near else None


def _run_alone(path: Path, place: Path, source: bytes, prepare: Prepare | None) -> _Run:
    USER_FILES[place] = path
    module = ModuleType(_module_name(place))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    _forget_neighbours()
    before = set(sys.modules)
    try:
        with redirect_stdout(sys.stderr):  # stdout is for the requested output
            tree = ast.parse(source, str(path))
            exec(compile(prepare(tree) if prepare else tree, str(path), "exec", dont_inherit=True), module.__dict__)
    except KeyboardInterrupt:
        raise
    except SyntaxError as error:
        line = f":{error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{line}: {type(error).__name__}: {error.msg}") from None
    except BaseException as error:  # noqa: BLE001 - a user's file may raise anything, SystemExit too
        where = place_of(error) or str(path)
        raise InputError(f"{where}: {described(error)}") from None
    finally:
        imported = set(sys.modules) - before
        _neighbours.update(imported)
    files = filter(None, map(_file_beside, imported))
    return _Run(module, source, {file: _content(file) for file in files})


def _module_name(place: Path) -> str:
    """Return the name of a file's module, as in `plywise_user_hex`, numbered (`~2`) where another folder's file has it.

    Classes are pickled by this name, and compiled code that is cached refers to them by it, so no two files share one.
    It does not contain the folder: a file that is moved is not compiled again.
    """
    plain = f"plywise_user_{place.stem}"
    names = (f"{plain}~{number}" if number > 1 else plain for number in count(1))
    return next(name for name in names if name not in sys.modules or _file_of(name) == place)


def hash_file(module: ModuleType) -> str:
    """Return a hash of the contents of a user's file that was run, and of the modules beside it."""
    from hashlib import sha256  # only here, so that `import plywise` stays quick

    run = next(run for run in _runs.values() if run.module is module)
    said = [run.source, *(run.beside[file] or b"" for file in sorted(run.beside))]
    return sha256(b"\0".join(said)).hexdigest()[:32]


def import_sent(name: str) -> ModuleType:
    """Return the module of a user's file that was run in another process, whose source was sent along."""
    module = importlib.import_module(name)
    file = Path(str(module.__file__))
    USER_FILES.setdefault(file.resolve(), file)
    return module


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


_neighbours: set[str] = set()  # modules that users' files imported from their own folders


def _come_first(folder: Path) -> None:
    """Let a file import the modules beside it, as if run as a script."""
    while str(folder) in sys.path:
        sys.path.remove(str(folder))
    sys.path.insert(0, str(folder))


def _forget_neighbours() -> None:
    """Prevent files from importing the modules beside another user's file."""
    for name in list(_neighbours):
        if _file_beside(name) is not None:
            del sys.modules[name]
        _neighbours.discard(name)


def _file_of(name: str) -> Path | None:
    file = getattr(sys.modules.get(name), "__file__", None)
    return None if file is None else Path(file).resolve()


def _file_beside(name: str) -> Path | None:
    """Return a module's file if it lies in a user's folder."""
    place = _file_of(name)
    return place if place is not None and place.parent in {each.parent for each in USER_FILES} else None


def first_word(text: str) -> str:
    """Return a text unchanged if it is a single word, otherwise its repr."""
    return text if not text or text.split() == [text] else repr(text)


def mentions_plywise(path: Path) -> bool:
    """Return whether a file may define a Game: it mentions Plywise, or cannot be read."""
    try:
        with path.open("rb") as file:
            source = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        return True
    return b"plywise" in source or len(source) > MAX_BYTES


def place_of(error: BaseException | None) -> str:
    """Return `file.py:12`, the innermost line of a user's file in the traceback of an exception or its cause, or ""."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:  # a re-raised exception may be its own cause
        seen.append(error)
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            given = USER_FILES.get(Path(frame.filename).resolve())
            if given is not None:
                return f"{given}:{frame.lineno}"
        error = error.__cause__ or error.__context__
    return ""


def described(error: BaseException) -> str:
    """Return an exception in one line: its kind and its message; for bad input, the message alone."""
    said = first_line(error)
    return said if isinstance(error, InputError) else f"{type(error).__name__}: {said}"


def first_line(error: BaseException) -> str:
    """Return the first line of an exception's message."""
    try:
        return (str(error).strip().splitlines() or ["no message"])[0]
    except Exception:  # noqa: BLE001 - a user's exception may not even have a text
        return "no message"
