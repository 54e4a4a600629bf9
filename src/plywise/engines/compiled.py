"""The compiled engine of a game, or why there is none."""

from typing import TYPE_CHECKING

from plywise.engines.fallback import note, with_room
from plywise.errors import InputError, NativeFailure
from plywise.game import Game, State
from plywise.game.trial_play import try_rules

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine


def compiled_engine(game: Game, state: State, required: bool, waits: bool = True) -> "Engine | None":
    """Return the game's engine. If it cannot be compiled, or cannot hold the state, raise if required.

    Otherwise note why, for `tell`, and return None. waits: see `with_room`.
    """
    try_rules(game, state)
    if not game.compiles:
        if required:
            raise InputError(f"{game.name} is searched by the reference only")
        return None
    from plywise.engines.native.engines import engine_of

    def ask() -> "Engine":
        engine = engine_of(game)
        engine.plain(state)
        return engine

    try:
        return with_room(ask, waits)
    except NativeFailure as error:
        if required:
            raise
        note(game, str(error))
        return None
