"""Self-play by the compiled search, many games in one call, for learning."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from plywise.engines.compiled import engine_for, require_compilable, retry_with_wider_layout
from plywise.game import Game, hashable_start

if TYPE_CHECKING:
    from plywise.engines.native.selective.practice import Practice

Found = TypeVar("Found")


def practise(game: Game, ask: "Callable[[Practice], Found]") -> Found:
    """Return the result of `ask(practice)` for a game; retry if a value did not fit the compiled layout.

    Raises InputError if the game cannot be compiled or a rule fails.
    """
    start = hashable_start(game, None)
    require_compilable(game, start)

    def once() -> Found:
        from plywise.engines.native.selective.practice import Practice

        return ask(Practice(engine_for(game, start), start))

    return retry_with_wider_layout(once)


__all__ = ["practise"]
