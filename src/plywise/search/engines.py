"""The engines of this process: one for each game with its parameters, kept while it is in use."""

from collections import OrderedDict

from plywise.game import Game
from plywise.search.build.engine import Engine
from plywise.search.build.rules import NotCompilable
from plywise.search.twins import assure

MOST_KEPT = 32

_kept: OrderedDict[int, tuple[Game, Engine | NotCompilable]] = OrderedDict()


def engine_of(game: Game) -> Engine:
    """Return the engine of a game, made once. Raises NotCompilable where there can be none."""
    found = _kept.get(id(game))
    if found is None or found[0] is not game:
        try:
            made: Engine | NotCompilable = Engine(game)
            if not made.assured:
                assure(made)
                made.assured = True
        except NotCompilable as error:
            made = error
        found = _kept[id(game)] = (game, made)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    if isinstance(found[1], NotCompilable):
        raise found[1]
    return found[1]
