"""Functions that are written from a table, with a source that the compiler can read."""

from typing import Any


class _Source:
    """What the module `linecache` asks for the source of a function that is in no file, whenever it wants it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get_source(self, name: str) -> str:
        """Return the source."""
        return self.text


def define(name: str, source: str, names: dict[str, Any], module: str) -> Any:
    """Return the function of a name that a source defines. names: what it may use. module: whose function it is."""
    known = names | {"__name__": module, "__loader__": _Source(source)}
    exec(compile(source, f"plywise {name}", "exec"), known)
    return known[name]


__all__ = ["define"]
