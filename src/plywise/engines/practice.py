"""Games that the compiled search plays by itself, many in one call: what learning asks of the engines."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from plywise.engines.compiled import engine_for, require_compilable, retry_with_wider_layout
from plywise.game import Game, hashable_start

if TYPE_CHECKING:
    from plywise.engines.native.selective.practice import Practice

Found = TypeVar("Found")


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


__all__ = ["practise"]
