"""Functions that are written from a table, with a source that the compiler can read."""

import linecache
from typing import Any


def define(name: str, source: str, names: dict[str, Any], module: str) -> Any:
    """Return the function of a name that a source defines. names: what it may use. module: whose function it is."""
    file = f"<plywise {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    known = names | {"__name__": module}
    exec(compile(source, file, "exec"), known)
    return known[name]


__all__ = ["define"]
