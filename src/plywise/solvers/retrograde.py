"""Solving every state of a game at once by retrograde analysis (engines/native/retrograde.py)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from plywise import engines
from plywise.engines.fallback import Fallback
from plywise.errors import InputError, NotCompilable
from plywise.game import Game, State, defines
from plywise.solvers.backward import BackwardSolver
from plywise.solvers.method import SolvingMethod

if TYPE_CHECKING:
    from plywise.engines import Engine

Sweeps = Callable[[int, int], None]
"""Called after each sweep with its number and the number of states that changed."""


class RetrogradeSolver(SolvingMethod):
    """Retrograde analysis of all numbered states (Game.rank), done when the first value is requested.

    Endless play is worth 0. Raises InputError if the game does not number its states or the machine lacks the memory.
    """

    name = "retrograde"
    endless_is_a_draw = True

    def __init__(self, engine: "Engine", distance: bool, report_sweep: Sweeps | None = None) -> None:
        super().__init__(engine.game, distance)
        self.count = count_states(engine.game)
        if not engine.whole_utilities:
            raise InputError(f"{engine.game.name}: retrograde analysis takes whole utilities only")
        self.analysis = engines.RetrogradeAnalysis(engine, distance, self.count, self.end, report_sweep)

    @property
    def nodes(self) -> int:
        """The number of states visited, in all sweeps together."""
        return self.analysis.nodes

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view: the median of its bounds and 0."""
        low, high = self.analysis.bounds_of(state)
        word = sorted((low, 0, high))[1]
        self.check_distance(state, word)
        return word


def numbers_states(game: Game) -> bool:
    """Return whether a game numbers its states."""
    return game.rank_count is not None and defines(game, "rank") and defines(game, "unrank")


def retrograde_method(
    game: Game, engine: "Engine | None", distance: bool, report_sweep: Sweeps | None, required: bool, fallback: Fallback
) -> SolvingMethod:
    """Return what solves backwards: compiled, all numbered states; otherwise, in plain Python, the reachable ones.

    engine: None where there is none, or the game does not number its states.
    required: whether only what is compiled will do. Then raises NotCompilable.
    fallback: records why plain Python answers
    """
    if engine is not None and (required or (engine.whole_utilities and not engine.is_translated)):
        try:
            return RetrogradeSolver(engine, distance, report_sweep)
        except NotCompilable as error:
            if required:
                raise
            fallback.note(str(error))
    fallback.report()
    return BackwardSolver(game, distance)


def count_states(game: Game) -> int:
    """Return how many numbers a game has for its states. Raises InputError if it does not number them."""
    if game.rank_count is None or not numbers_states(game):
        raise InputError(
            f"{game.name} does not number its states: compiled retrograde analysis needs rank, unrank and rank_count"
        )
    return game.rank_count


__all__ = ["RetrogradeSolver", "count_states", "numbers_states", "retrograde_method"]
