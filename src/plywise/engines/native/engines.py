"""The engines of this process: one for each game with its parameters; the last few are kept."""

from collections import OrderedDict

from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.compile.rules import NotCompilable
from plywise.engines.native.self_check import self_check
from plywise.game import Game

MAX_KEPT = 32

_kept: OrderedDict[int, tuple[Game, Engine | NotCompilable]] = OrderedDict()


def engine_of(game: Game) -> Engine:
    """Return the engine of a game, made once. Raises NotCompilable where there can be none."""
    found = _kept.get(id(game))
    if found is None or found[0] is not game:
        try:
            made: Engine | NotCompilable = _made(game)
        except NotCompilable as error:
            made = error
        found = _kept[id(game)] = (game, made)
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    if isinstance(found[1], NotCompilable):
        raise found[1]
    return found[1]


def _made(game: Game) -> Engine:
    """Return a new engine, after a short trial that its compiled rules agree with the plain ones."""
    engine = Engine(game)
    if not engine.assured:
        self_check(engine)
        engine.assured = True
    return engine
