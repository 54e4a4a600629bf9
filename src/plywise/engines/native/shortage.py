"""Finds the rule and the position in which a compiled search failed although plain Python does not."""

from collections.abc import Iterator, Sequence
from itertools import islice

from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import along
from plywise.engines.native.self_check import described, find_disagreement
from plywise.errors import EngineOutgrown, InputError, LayoutOverflow, NativeFailure
from plywise.game import Game, State

MAX_CHILDREN = 200  # children of each position of the line


def locate_failure(
    engine: Engine, state: State, path: Sequence[int], error: BaseException, failure: NativeFailure
) -> InputError:
    """Return the error, with the name of the rule, for a compiled search that failed along a path of actions.

    An EngineOutgrown if wider rules can continue; the failure itself if it cannot be reproduced.
    """
    game = engine.game
    line = list(along(game, state, path, engine.action_word))
    try:
        found = find_disagreement(engine, _around(game, line))
    except EngineOutgrown as lack:
        lack.states = [*line, *lack.states]
        return lack
    except InputError:
        return failure
    if isinstance(error, LayoutOverflow):
        return EngineOutgrown(f"{game.name}: a rule {described(error)}", engine, line, error)
    return failure if found is None else NativeFailure(f"{found[1]}, at {game.format_state(found[0])}")


def _around(game: Game, line: Sequence[State]) -> Iterator[State]:
    """Yield the positions of a line, then their children, the deepest first."""
    yield from line
    for state in reversed(line):
        if not game.terminal(state):
            yield from (game.result(state, action) for action in islice(game.actions(state), MAX_CHILDREN))


__all__ = ["locate_failure"]
