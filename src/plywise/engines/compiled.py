"""The compiled engine of a game, or why there is none."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from plywise.engines.fallback import Fallback
from plywise.errors import EngineOutgrown, InputError, NativeFailure, NotCompilable
from plywise.game import Game, State
from plywise.game.trial_play import try_rules

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

MAX_RETRIES = 5
"""How often a search is begun anew, at most. One process widens the layouts of a game fewer times than that."""

Found = TypeVar("Found")


def retry_with_wider_layout(ask: Callable[[], Found], waits: bool = True) -> Found:
    """Return what is found natively; where a value does not fit the layout, ask again with rules compiled wider.

    ask: takes the game's engine each time. waits: False: raise EngineOutgrown the first time; the next search has the
    wider layout. Raises EngineOutgrown where that was done too often.
    """
    for _ in range(MAX_RETRIES):
        try:
            return ask()
        except EngineOutgrown as outgrown:
            from plywise.engines.native.engines import widen

            widen(outgrown)
            if not waits:
                raise
    return ask()


def has_native_engine() -> bool:
    """Return whether there is a native engine: it needs NumPy and llvmlite, and does not run in a browser."""
    try:
        import_module("plywise.engines.native")
    except NotCompilable:
        return False
    return True


def engine_for(game: Game, state: State) -> "Engine":
    """Return the game's engine. Raises NativeFailure where it cannot be compiled, or cannot hold the state."""
    from plywise.engines.native.engines import engine_of

    engine = engine_of(game)
    engine.plain(state)
    return engine


def require_compilable(game: Game, state: State) -> None:
    """Raise InputError for a game that does not compile, or whose rules a trial shows to be unusable."""
    try_rules(game, state)
    if not game.compiles:
        why = getattr(game, "why_not_compiled", "")
        raise InputError(f"{game.name} is searched by the reference only" + (f": {why}" if why else ""))


def compiled_engine(
    game: Game, state: State, required: bool, fallback: Fallback | None = None, waits: bool = True
) -> "Engine | None":
    """Return the game's engine. If it cannot be compiled, or cannot hold the state, raise if required.

    Otherwise return None, with the reason in `fallback`. waits: see `retry_with_wider_layout`.
    """
    try_rules(game, state)
    if not (game.compiles or required):
        if fallback is not None:
            fallback.note(getattr(game, "why_not_compiled", ""))
        return None
    require_compilable(game, state)
    try:
        return retry_with_wider_layout(lambda: engine_for(game, state), waits)
    except NativeFailure as error:
        if required:
            raise
        if fallback is not None:
            fallback.note(str(error))
        return None
