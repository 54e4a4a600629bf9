"""Games of OpenSpiel and PettingZoo in Plywise, by GAME texts such as `openspiel:hex(board_size=4)`, and the reverse.

Neither library is imported until a GAME text or a function needs it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.libraries.openspiel import from_openspiel
    from plywise.libraries.outward import as_openspiel, as_pettingzoo
    from plywise.libraries.pettingzoo import from_pettingzoo

__all__ = ["as_openspiel", "as_pettingzoo", "from_openspiel", "from_pettingzoo"]

_LAZY = {
    "as_openspiel": "outward",
    "as_pettingzoo": "outward",
    "from_openspiel": "openspiel",
    "from_pettingzoo": "pettingzoo",
}
"""Names that are imported when they are first used -> the module of each."""


def __getattr__(name: str) -> Any:
    """Import a name of `_LAZY`."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    return found
