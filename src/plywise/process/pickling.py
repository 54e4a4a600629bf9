"""Things sent to another process: what it could not import itself is sent whole."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any

CACHED = type(lru_cache(len))


def pack(thing: Any, classes: Iterable[type] = ()) -> bytes:
    """Return a thing as bytes, for `unpack` in another process.

    classes: if they, or their bases, are of modules that no other process can import, all of those modules is sent.
    Functions with a cache are sent without what is in it.
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
    """Return what was packed."""
    import cloudpickle

    return cloudpickle.loads(body)


def _with_cache(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


@contextmanager
def _by_value(classes: Iterable[type]) -> Iterator[None]:
    """In this context, classes of modules that no other process could import are sent whole."""
    import cloudpickle

    modules = {sys.modules.get(cls.__module__) for each in classes for cls in each.__mro__}
    chosen = [each for each in modules if isinstance(each, ModuleType) and each.__spec__ is None]
    chosen = [each for each in chosen if each.__name__ != "__main__"]  # which is sent whole anyway
    for each in chosen:
        cloudpickle.register_pickle_by_value(each)
    try:
        yield
    finally:
        for each in chosen:
            cloudpickle.unregister_pickle_by_value(each)
