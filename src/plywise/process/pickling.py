"""Pickling for another process: objects that it could not import are sent by value."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any

CACHED = type(lru_cache(len))
GENERATED = "_generated_by_plywise"
"""What a module has whose text was generated: it is in no file, so it is always sent by value."""


def pack(thing: Any, classes: Iterable[type] = ()) -> bytes:
    """Return an object as bytes, for `unpack` in another process.

    classes: if they or their bases come from modules that no other process can import, those modules are sent whole

    Functions with a cache are sent with the cache empty.
    """
    import cloudpickle  # only here, so that `import plywise` stays quick

    class Pickler(cloudpickle.CloudPickler):  # type: ignore[misc]
        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, CACHED):  # pickle sends only their names
                return _with_cache, (obj.__wrapped__, obj.cache_parameters())
            return super().reducer_override(obj)

    file = io.BytesIO()
    with _by_value(classes):
        Pickler(file).dump(thing)
    return file.getvalue()


def unpack(body: bytes) -> Any:
    """Return the object that was packed."""
    import cloudpickle

    return cloudpickle.loads(body)


def _with_cache(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


@contextmanager
def _by_value(classes: Iterable[type]) -> Iterator[None]:
    """In this context, pickle by value the classes of modules that no other process could import."""
    import cloudpickle

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
