"""Packages that may be missing: how to install each, and the error message for a missing one."""

from importlib import import_module
from importlib.util import find_spec
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

REQUIRED = {
    "cloudpickle": ("cloudpickle", "cloudpickle"),
    "font_source_sans_pro": ("the font Source Sans Pro", "font-source-sans-pro"),
    "llvmlite": ("llvmlite", "llvmlite"),
    "numpy": ("NumPy", "numpy"),
    "resvg_py": ("resvg", "resvg-py"),
}
"""Module -> the package's name, and what installs it. The default installation has these; the light core does not."""


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
    >>> missing("numpy", "the native engine needs")
    'the native engine needs NumPy, which is not installed: pip install numpy'
    """
    if module in REQUIRED:
        name, source = REQUIRED[module]
        return f"{purpose} {name}, which is not installed: pip install {source}"
    name, extra = EXTRAS[module]
    return f"{purpose} {name}, which is not installed: pip install 'plywise[{extra}]'"


def missing_of(modules: tuple[str, ...], purpose: str) -> str:
    """Return the message for the first of some packages that is missing; "" if none is. Nothing is imported."""
    return next((missing(module, purpose) for module in modules if find_spec(module) is None), "")
