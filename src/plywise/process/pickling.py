"""Pickling for another process: objects that it could not import are sent by value."""

import io
import linecache
import marshal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

from plywise.process.extras import require

CACHED = type(lru_cache(len))
GENERATED = "_generated_by_plywise"
"""What a module has whose text was generated: it is in no file, so it is always sent by value."""


def pack(thing: Any, classes: Iterable[type] = ()) -> bytes:
    """Return an object as bytes, for `unpack` in another process.

    classes: if they or their bases come from modules that no other process can import, those modules are sent whole

    Functions with a cache are sent with the cache empty.
    """
    cloudpickle = require("cloudpickle", "sending objects to another process needs")

    class Pickler(cloudpickle.CloudPickler):  # type: ignore[misc,name-defined]
        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, CACHED):  # pickle sends only their names
                return _with_cache, (obj.__wrapped__, obj.cache_parameters())
            if isinstance(obj, CodeType) and obj.co_filename.startswith("<"):
                text = "".join(linecache.getlines(obj.co_filename))
                if text:  # of a generated text, which is in no file: the compiler will want to read it there, too
                    return _code_with_text, (marshal.dumps(obj), obj.co_filename, text)
            made = super().reducer_override(obj)
            if isinstance(obj, type) and isinstance(made, tuple) and _is_generated(obj):
                return _found_by_name, (obj.__module__, obj.__name__, *made[:2]), *made[2:]
            return made

    file = io.BytesIO()
    with _by_value(classes):
        Pickler(file).dump(thing)
    return file.getvalue()


def unpack(body: bytes) -> Any:
    """Return the object that was packed."""
    cloudpickle = require("cloudpickle", "sending objects to another process needs")
    return cloudpickle.loads(body)


def _is_generated(cls: type) -> bool:
    """Return whether a class stands by itself in a generated module."""
    return hasattr(sys.modules.get(cls.__module__), GENERATED) and "." not in cls.__qualname__


def _found_by_name(module: str, name: str, make: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return a class of a generated module that is made here, and let it be found in a module of that name."""
    made = make(*arguments)
    if module not in sys.modules:
        sys.modules[module] = ModuleType(module)
        setattr(sys.modules[module], GENERATED, module.rpartition("_rules")[0])
    vars(sys.modules[module]).setdefault(name, made)
    return made


def _code_with_text(code: bytes, file: str, text: str) -> CodeType:
    """Return code of a generated text, and remember the text."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    found: CodeType = marshal.loads(code)
    return found


def _with_cache(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


@contextmanager
def _by_value(classes: Iterable[type]) -> Iterator[None]:
    """In this context, pickle by value the classes of modules that no other process could import."""
    cloudpickle = require("cloudpickle", "sending objects to another process needs")
    modules = {sys.modules.get(cls.__module__) for each in classes for cls in each.__mro__}
    modules |= {each for each in sys.modules.values() if hasattr(each, GENERATED)}
    chosen = [each for each in modules if isinstance(each, ModuleType) and getattr(each, "__spec__", None) is None]
    chosen = [each for each in chosen if each.__name__ != "__main__"]  # which is sent whole anyway
    for each in chosen:
        cloudpickle.register_pickle_by_value(each)
    try:
        yield
    finally:
        for each in chosen:
            cloudpickle.unregister_pickle_by_value(each)
