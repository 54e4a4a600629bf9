"""Optional packages: the extra that installs each, and the error message for a missing one."""

from importlib import import_module
from typing import Any

from plywise.errors import InputError

EXTRAS = {
    "anywidget": ("anywidget", "notebook"),
    "duckdb": ("DuckDB", "parquet"),
    "matplotlib": ("Matplotlib", "plot"),
    "PIL": ("Pillow", "plot"),
    "open_spiel": ("OpenSpiel", "openspiel"),
    "pettingzoo.classic": ("PettingZoo", "pettingzoo"),
    "psycopg": ("psycopg", "postgres"),
    "ray": ("Ray", "cluster"),
    "scipy": ("SciPy", "arena"),
    "starlette": ("Starlette", "web"),
    "textual": ("Textual", "tui"),
    "uvicorn": ("Uvicorn", "web"),
    "websockets": ("websockets", "web"),
}
"""Module -> the package's name, and the extra that installs it."""


def require(module: str, purpose: str) -> Any:
    """Import an optional package and return it. Raises InputError where it is missing.

    Call it before work that takes long.

    purpose: how the message begins, such as "plots need"
    """
    try:
        return import_module(module)
    except ImportError:
        raise InputError(missing(module, purpose)) from None


def missing(module: str, purpose: str) -> str:
    """Return the message for a missing package, with the command that installs it.

    >>> missing("scipy", "tuning needs")
    "tuning needs SciPy, which is not installed: pip install 'plywise[arena]'"
    """
    name, extra = EXTRAS[module]
    return f"{purpose} {name}, which is not installed: pip install 'plywise[{extra}]'"
