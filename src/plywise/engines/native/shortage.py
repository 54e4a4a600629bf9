"""Which rule a compiled search failed in where plain Python does not, and on which position of its line of play."""

from collections.abc import Iterator, Sequence
from itertools import islice

from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import along
from plywise.engines.native.self_check import described, find_disagreement
from plywise.errors import EngineOutgrown, InputError, LayoutOverflow, NativeFailure
from plywise.game import Game, State

MAX_CHILDREN = 200  # of each position of the line


def locate_failure(
    engine: Engine, state: State, path: Sequence[int], error: BaseException, failure: NativeFailure
) -> InputError:
    """Return the error for a compiled search that raised an error along a path of actions: it names the rule.

    An EngineOutgrown where rules with more room can go on; the failure itself where it is not met again.
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
    """Yield the positions of a line, and then those beside it, the deepest first."""
    yield from line
    for state in reversed(line):
        if not game.terminal(state):
            yield from (game.result(state, action) for action in islice(game.actions(state), MAX_CHILDREN))


__all__ = ["locate_failure"]
