"""Numba, imported whole, where something is compiled, and without SciPy.

That it loads only to ask whether it is there, which took a sixth of a start's time.
"""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from plywise.process.signals import signals_deferred

ASKING, NEEDING = "numba.np.arraymath", "numba.np.linalg"
"""Numba's modules: the one that asks for SciPy while it is loaded, and the one whose functions need it."""


class _PutOffSciPy(MetaPathFinder):
    """Notices when the module that asks is about to be loaded; finds nothing."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return None, for the other finders to find the module."""
        if name == ASKING:
            sys.meta_path.remove(self)
            put_off(sys.modules.get(NEEDING))
        return None


def put_off(needing: ModuleType | None) -> None:
    """Let a module's `ensure_blas` load SciPy once the module that asks is loaded; until then, only look for it."""
    needed = getattr(needing, "ensure_blas", None)
    if needing is None or needed is None:
        return

    def ensure_blas() -> None:
        if hasattr(sys.modules.get(ASKING), "_HAVE_BLAS"):
            needed()
        elif importlib.util.find_spec("scipy") is None:
            raise ImportError("scipy 0.16+ is required for linear algebra")

    vars(needing)["ensure_blas"] = ensure_blas


def put_off_scipy() -> None:
    """Let Numba load SciPy when a function of linear algebra is compiled, and not before."""
    if ASKING not in sys.modules:
        sys.meta_path.insert(0, _PutOffSciPy())


def import_numba() -> None:
    """Import Numba; Ctrl-C waits for the end of it: interrupted half-way, it could not be imported again."""
    with signals_deferred():
        import numba  # noqa: F401


__all__ = ["import_numba", "put_off_scipy"]
