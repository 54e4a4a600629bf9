"""The hash of a game and of the engine that searches it, with the native engine or without."""

from plywise.engines.compiled import has_native_engine
from plywise.engines.dependencies import fingerprint
from plywise.game import Game
from plywise.version import VERSION


def hash_game(game: Game) -> str:
    """Return a hash of a game's whole definition and of the engine: the same hash means that results still hold."""
    return fingerprint.hash_game(game, _library())


def fingerprint_of(game: Game) -> str:
    """Return the fingerprint of a game's rules as they are now. Takes microseconds where nothing has changed."""
    return fingerprint.fingerprint(game, True, _library())


def _library() -> str:
    """Return what identifies the engine: a hash of the native one, or the version where there is only the reference."""
    if not has_native_engine():
        return VERSION
    from plywise.engines.native.compile.cached_library import library

    return library()


__all__ = ["fingerprint_of", "hash_game"]
