"""The hash of a game and of the engine that searches it, whether or not the native engine is available."""

from plywise.engines.compiled import has_native_engine
from plywise.engines.dependencies import fingerprint
from plywise.game import Game
from plywise.version import VERSION


def hash_game(game: Game) -> str:
    """Return a hash of a game's whole definition and of the engine. Results remain valid while the hash is the same."""
    return fingerprint.hash_game(game, _library())


def fingerprint_of(game: Game) -> str:
    """Return the fingerprint of a game's current rules. Takes microseconds if nothing has changed."""
    return fingerprint.fingerprint(game, True, _library())


def _library() -> str:
    """Return the engine's identity: a hash of the native engine, or the version if there is only the reference."""
    if not has_native_engine():
        return VERSION
    from plywise.engines.native.compile.cached_library import library

    return library()


__all__ = ["fingerprint_of", "hash_game"]
