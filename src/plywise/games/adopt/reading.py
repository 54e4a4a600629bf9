"""Reads the definitions of a user's file, without running its main part, opening windows or asking for input."""

import ast
import builtins
import importlib.util
import io
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

from plywise.errors import InputError
from plywise.fleet.sources import TEXT
from plywise.games.user_files import USER_FILES, place_of, run_file

WINDOWS = ("pygame", "tkinter", "turtle", "arcade", "pyglet", "kivy", "curses", "PyQt5", "PyQt6", "PySide2", "PySide6",
           "graphics", "pyautogui", "playsound", "colorama", "termcolor", "easygui", "customtkinter")  # fmt: skip
"""Libraries for graphics and sound, replaced by stand-ins so that no window opens and none need be installed."""

SECONDS = 10.0
"""The seconds for importing a file."""

AGAIN = 0.05
"""Seconds after which the timer fires again, because code may catch every exception."""

ASKING = ("input", "exit", "quit", "breakpoint")


@dataclass
class File:
    """A file that was read.

    tree: its full syntax tree; module: the module with its definitions
    """

    path: Path
    tree: ast.Module
    module: ModuleType

    @property
    def names(self) -> dict[str, Any]:
        """The names defined by the module."""
        return vars(self.module)


def read_file(path: Path) -> File:
    """Read a file. Raises InputError, one line, if it cannot be read, is not Python, or fails when imported."""
    with quiet(), limited(SECONDS, f"{path} did not finish importing within {SECONDS:g} s"), stand_ins():
        module = run_file(path, prepare=definitions)
        tree = ast.parse(path.read_bytes(), str(path))
    vars(module).setdefault("print", print_nothing)
    source = path.read_bytes()
    setattr(module, TEXT, _text_of(definitions(tree), source.decode(errors="replace")))
    return File(path, tree, module)


def _text_of(tree: ast.Module, source: str) -> str:
    """Return a file's text with only the lines of a part of its tree, each in its place."""
    lines = source.splitlines()
    kept: set[int] = set()
    for each in tree.body:
        first = min([each.lineno, *(one.lineno for one in getattr(each, "decorator_list", []))])
        kept |= set(range(first, (each.end_lineno or first) + 1))
    return "\n".join(line if number in kept else "" for number, line in enumerate(lines, 1)) + "\n"


def print_nothing(*_: Any, **__: Any) -> None:
    """Replace print in an adopted file, whose functions are called a million times."""


def definitions(tree: ast.Module) -> ast.Module:
    """Return a module without its main part and without calls that play the game."""
    playing = _playing_functions(tree)
    body = [_with_names(each, tree) for each in tree.body if _defines(each, playing)]
    return ast.Module(body, tree.type_ignores)


def _with_names(node: ast.stmt, tree: ast.Module) -> ast.stmt:
    """Expand `from turtle import *` to the names that the file uses and does not define; leave other statements.

    A stand-in for a library does not know the library's names.
    """
    if not isinstance(node, ast.ImportFrom) or [each.name for each in node.names] != ["*"] or not _is_window(node):
        return node
    names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
    defined = {each.id for each in names if isinstance(each.ctx, ast.Store)} | set(dir(builtins))
    for each in ast.walk(tree):
        if isinstance(each, (ast.FunctionDef, ast.ClassDef)):
            defined.add(each.name)
        elif isinstance(each, ast.arg):
            defined.add(each.arg)
        elif isinstance(each, ast.alias):
            defined.add((each.asname or each.name).partition(".")[0])
    wanted = sorted({each.id for each in names} - defined)
    found = ast.ImportFrom(node.module, [ast.alias(each) for each in wanted], 0) if wanted else ast.Pass()
    return ast.fix_missing_locations(ast.copy_location(found, node))


def _is_window(node: ast.ImportFrom) -> bool:
    return (node.module or "").partition(".")[0] in WINDOWS


def _defines(node: ast.stmt, playing: set[str]) -> bool:
    """Return whether a statement at the top of a file defines something."""
    if isinstance(node, ast.If):
        return "__name__" not in ast.unparse(node.test) and not _plays(node, playing)
    if isinstance(node, (ast.Expr, ast.For, ast.While, ast.With)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True
        return not _plays(node, playing) and not isinstance(node, ast.While)
    return True


def _playing_functions(tree: ast.Module) -> set[str]:
    """Return the functions that do input or output, or call one that does."""
    return with_callers({each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}, _plays)


def with_callers(
    functions: Mapping[str, ast.FunctionDef], has: Callable[[ast.FunctionDef, set[str]], bool]
) -> set[str]:
    """Return the functions that have a property. has: whether one has it, given those already known to have it."""
    found: set[str] = set()
    while more := {name for name, each in functions.items() if name not in found and has(each, found)}:
        found |= more
    return found


def _plays(node: ast.AST, playing: set[str]) -> bool:
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            name = each.func.id if isinstance(each.func, ast.Name) else getattr(each.func, "attr", "")
            if name in ("input", "mainloop", "sleep", "getch") or (isinstance(each.func, ast.Name) and name in playing):
                return True
        if isinstance(each, ast.Name) and each.id in WINDOWS:
            return True
    return False


# --- surroundings -----------------------------------------------------------------------------------------------------


class _StandIn(ModuleType):
    """Stands for a graphics library, and for anything in it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        found = _StandIn(name)
        setattr(self, name, found)
        return found

    def __call__(self, *_: Any, **__: Any) -> Any:
        return _StandIn("made")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return ()

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __bool__(self) -> bool:
        return False

    def __getitem__(self, _: Any) -> Any:
        return self

    def _calculated(self, *_: Any) -> Any:
        return 0

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __truediv__ = _calculated


class _Finder:
    """Finds stand-ins in place of graphics libraries."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        loader: Any = self
        return importlib.util.spec_from_loader(name, loader) if name.partition(".")[0] in WINDOWS else None

    def create_module(self, spec: Any) -> ModuleType:
        found = _StandIn(spec.name)
        found.__path__ = []
        return found

    def exec_module(self, module: ModuleType) -> None:
        vars(module).setdefault("__all__", [])


@contextmanager
def stand_ins() -> Iterator[None]:
    """In this context, replace graphics libraries by stand-ins."""
    finder: Any = _Finder()
    there = {name: each for name, each in sys.modules.items() if name.partition(".")[0] in WINDOWS}
    for name in there:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [each for each in sys.modules if each.partition(".")[0] in WINDOWS]:
            del sys.modules[name]
        sys.modules.update(there)


@contextmanager
def quiet() -> Iterator[None]:
    """In this context, suppress output and warnings. Code that asks for input raises Asked."""

    def ask(*_: Any) -> NoReturn:
        raise Asked("it asks for input, which is not possible while a file is imported or tried")

    before = builtins.input
    builtins.input = ask
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        builtins.input = before


class Asked(InputError):
    """Code asked for input while it was tried."""


class _TooLong(BaseException):
    """Code took too long."""


@contextmanager
def limited(seconds: float, message: str) -> Iterator[None]:
    """Raise InputError with a message after some seconds, if the system has a timer for this thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_: int, frame: FrameType | None) -> NoReturn:
        _stop_handlers(frame)
        raise _TooLong

    before, trace = signal.signal(signal.SIGALRM, ring), sys.gettrace()
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    except _TooLong as late:
        signal.setitimer(signal.ITIMER_REAL, 0)
        place = place_of(late)
        raise InputError(f"{message}{f', at {place}' if place else ''}") from None
    except InputError as error:
        cause = _late(error)
        if cause is not None:
            place = place_of(cause)
            raise InputError(f"{message}{f', at {place}' if place else ''}") from None
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.settrace(trace)


def _stop_handlers(frame: FrameType | None) -> None:
    """Make the next line of a user's code raise, too: a loop around a bare `except` would catch the first exception."""

    def stop(_: FrameType, event: str, __: Any) -> Any:
        if event == "line":
            raise _TooLong
        return stop

    sys.settrace(lambda *_: None)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith("<") or Path(name).resolve() in USER_FILES:
            frame.f_trace = stop
        frame = frame.f_back


def _late(error: BaseException | None) -> BaseException | None:
    """Return the timer's exception in the context of another one; None if there is none."""
    while error is not None and not isinstance(error, _TooLong):
        error = error.__context__
    return error


__all__ = ["Asked", "File", "limited", "quiet", "read_file", "with_callers"]
