"""Returns a game's compiled engine, or the reason why it has none."""

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
"""How often a search is restarted at most; a process widens a game's layout fewer times than that."""

Found = TypeVar("Found")


def retry_with_wider_layout(ask: Callable[[], Found], waits: bool = True) -> Found:
    """Return the result of a native search; if a value does not fit the layout, search again with a wider one.

    ask: called with the game's engine for each attempt
    waits: if False, raise EngineOutgrown at the first overflow; the next search will have the wider layout

    Raises EngineOutgrown after too many attempts.
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
    """Return whether a native engine is available: it needs NumPy and llvmlite, and does not run in a browser."""
    try:
        import_module("plywise.engines.native")
    except NotCompilable:
        return False
    return True


def engine_for(game: Game, state: State) -> "Engine":
    """Return the game's engine. Raises NativeFailure if it cannot be compiled or cannot hold the state."""
    from plywise.engines.native.engines import engine_of

    engine = engine_of(game)
    engine.plain(state)
    return engine


def require_compilable(game: Game, state: State) -> None:
    """Raise InputError if a game does not compile, or if a trial shows that its rules are unusable."""
    try_rules(game, state)
    if not game.compiles:
        why = getattr(game, "why_not_compiled", "")
        raise InputError(f"{game.name} can be searched by the reference engine only" + (f": {why}" if why else ""))


def compiled_engine(
    game: Game, state: State, required: bool, fallback: Fallback | None = None, waits: bool = True
) -> "Engine | None":
    """Return the game's engine. If it cannot be compiled or cannot hold the state, raise if it is required.

    Otherwise return None and record the reason in `fallback`.

    waits: see `retry_with_wider_layout`
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
