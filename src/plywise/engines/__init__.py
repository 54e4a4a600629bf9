"""The engines: the reference search in plain Python, and the native one compiled from the same rules.

This module is the only access of the rest of Plywise to the native engine: no other package imports engines.native or
engines.kernel. Its names are imported on first use, because importing NumPy is slow.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywise.engines.game_hash import fingerprint_of as fingerprint_of
    from plywise.engines.game_hash import hash_game as hash_game
    from plywise.engines.native.compile.engine import Engine as Engine
    from plywise.engines.native.compile.inspection import compile_rules as compile_rules
    from plywise.engines.native.engines import engine_of as engine_of
    from plywise.engines.native.engines import unchecked_engine as unchecked_engine
    from plywise.engines.native.exact import ExactSession as ExactSession
    from plywise.engines.native.preparation import ExactPlan as ExactPlan
    from plywise.engines.native.preparation import prepare as prepare
    from plywise.engines.native.proofs import ProofSession as ProofSession
    from plywise.engines.native.retrograde import RetrogradeAnalysis as RetrogradeAnalysis
    from plywise.engines.native.rule_speed import compiled_seconds as compiled_seconds
    from plywise.engines.native.self_check import find_disagreement as find_disagreement
    from plywise.engines.native.strategy import Chooser as Chooser
    from plywise.engines.native.strategy import CompiledPositions as CompiledPositions
    from plywise.engines.native.strategy import CompiledStrategy as CompiledStrategy

_LAZY = {
    "Chooser": "native.strategy",
    "CompiledPositions": "native.strategy",
    "CompiledStrategy": "native.strategy",
    "Engine": "native.compile.engine",
    "ExactPlan": "native.preparation",
    "ExactSession": "native.exact",
    "ProofSession": "native.proofs",
    "RetrogradeAnalysis": "native.retrograde",
    "compile_rules": "native.compile.inspection",
    "compiled_seconds": "native.rule_speed",
    "engine_of": "native.engines",
    "find_disagreement": "native.self_check",
    "fingerprint_of": "game_hash",
    "hash_game": "game_hash",
    "prepare": "native.preparation",
    "unchecked_engine": "native.engines",
}
"""Public name -> the module of this package that defines it."""


def __getattr__(name: str) -> Any:
    """Import a name of `_LAZY` on first use."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    return found
