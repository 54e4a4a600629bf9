"""Functions generated from a table, with source text that the compiler can read."""

from typing import Any


class _Source:
    """A loader that supplies `linecache` with the source of a function that is in no file."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, name: str) -> str:
        """Return the source."""
        return self.text


def define(name: str, source: str, names: dict[str, Any], module: str) -> Any:
    """Return the function `name` that a source defines. names: its global names. module: the module it belongs to."""
    known = names | {"__name__": module, "__loader__": _Source(source)}
    exec(compile(source, f"plywise {name}", "exec"), known)
    return known[name]


__all__ = ["define"]
