"""Games that the compiled search plays by itself, many in one call: what learning asks of the engines."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from plywise.engines.compiled import engine_for, require_compilable, retry_with_wider_layout
from plywise.game import Game, hashable_start

if TYPE_CHECKING:
    from plywise.engines.native.selective.practice import Practice

Found = TypeVar("Found")

Array = Any  # numpy.ndarray


class Rows(NamedTuple):
    """Positions from games.

    words: a row for each, the state's words
    result: 1, 0 or -1, as MAX has won, nobody or MIN
    points: what the search found for MAX; 0 where there was none
    own: what the game's own evaluation says, in points; 0 where it has none
    mover: who is to move
    """

    words: Array
    result: Array
    points: Array
    own: Array
    mover: Array


def practise(game: Game, ask: "Callable[[Practice], Found]") -> Found:
    """Return what `ask` finds, called with the Practice of a game; again where a value did not fit the compiled rules.

    Raises InputError where the game cannot be compiled or a rule fails.
    """
    start = hashable_start(game, None)
    require_compilable(game, start)

    def once() -> Found:
        from plywise.engines.native.selective.practice import Practice

        return ask(Practice(engine_for(game, start), start))

    return retry_with_wider_layout(once)


__all__ = ["Rows", "practise"]
