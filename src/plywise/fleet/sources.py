"""Send the source of the user's modules to workers that could not import them.

A game in a user's file is a module created by Plywise, under a name that other processes cannot find; the modules that
it imports are beside it, possibly on this machine only.
"""

import os
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType

TEXT = "_text_that_was_run"
"""An attribute of a module of whose file only a part was run: that part."""

Sources = dict[str, tuple[str, str]]
"""A module's name -> its file, and the text in it."""


def own_sources() -> Sources:
    """Return the modules created from files, and those imported from beside them, if they can be read."""
    by_hand = {name: module for name, module in list(sys.modules.items()) if _is_made_by_hand(name, module)}
    folders = {os.path.dirname(os.path.abspath(str(module.__file__))) for module in by_hand.values()}
    beside = {name: module for name, module in list(sys.modules.items()) if _is_in(module, folders)}
    read = {name: _read(module) for name, module in {**by_hand, **beside}.items()}
    return {name: each for name, each in read.items() if each is not None}


def _is_made_by_hand(name: str, module: ModuleType | None) -> bool:
    has_spec = getattr(module, "__spec__", None) is not None
    return name != "__main__" and isinstance(module, ModuleType) and not has_spec and _file(module) is not None


def _is_in(module: ModuleType | None, folders: set[str]) -> bool:
    """Return whether a module is in one of some folders, and not part of a package."""
    file = _file(module)
    if file is None or module is None or "." in module.__name__ or module.__name__ == "__main__":
        return False
    return os.path.dirname(os.path.abspath(file)) in folders


def _file(module: ModuleType | None) -> str | None:
    file = getattr(module, "__file__", None)
    return file if isinstance(file, str) and file.endswith(".py") else None


def _read(module: ModuleType) -> tuple[str, str] | None:
    """Return a module's file and its text; None if it cannot be read, which a worker that needs it will report."""
    import tokenize

    file, text = str(module.__file__), getattr(module, TEXT, None)
    if text is not None:
        return file, text
    try:
        with tokenize.open(file) as source:  # in the encoding that it declares
            return file, source.read()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


class _Finder:
    """An import finder and loader for the modules whose source was sent.

    It has no base class, because importing those takes as long as importing the fleet.
    """

    def __init__(self, sources: Mapping[str, tuple[str, str]]) -> None:
        self.sources = dict(sources)

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return a module's spec; None if its source was not sent."""
        if fullname not in self.sources:
            return None
        spec = ModuleSpec(fullname, self, origin=self.get_filename(fullname))  # type: ignore[arg-type]
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Use Python's default module creation."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's source."""
        exec(compile(self.get_source(module.__name__), self.get_filename(module.__name__), "exec"), module.__dict__)

    def get_filename(self, fullname: str) -> str:
        """Return the file of a module on the sender's machine."""
        return self.sources[fullname][0]

    def get_source(self, fullname: str) -> str:
        """Return a module's source, as needed by tracebacks and by the compiler of rules."""
        return self.sources[fullname][1]


def install(sources: Mapping[str, tuple[str, str]]) -> None:
    """Let this process import the modules that were sent, in preference to others with these names."""
    if sources:
        sys.meta_path.insert(0, _Finder(sources))
