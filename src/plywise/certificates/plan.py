"""What is to be made: the claim of a certificate, and how its strategy is looked for."""

from typing import TYPE_CHECKING, NamedTuple

from plywise.certificates.goal import Goal
from plywise.certificates.policies import Policy
from plywise.engines.compiled import compiled_engine
from plywise.game import Game, State

if TYPE_CHECKING:
    from plywise.engines import Engine


class Making(NamedTuple):
    """What is to be made.

    trusts: whether the game's `bounds` are trusted, and the least deep proofs are chosen. soonest: whether the soonest
        ends are, elsewhere.
    counts: whether the claim counts plies. method, engine: of the Solver. policies: that the strategy may follow.
    """

    game: Game
    start: State
    goal: Goal
    trusts: bool = False
    soonest: bool = False
    counts: bool = False
    method: str = "search"
    engine: str = "auto"
    policies: tuple[Policy, ...] = ()

    def compiled(self) -> "Engine | None":
        """Return the engine whose states are plain words, and whose lines of play end in time; None if there is none.

        Raises InputError where the engine is asked for by name and there is none.
        """
        if self.engine == "reference":
            return None
        engine = compiled_engine(self.game, self.start, required=self.engine == "native")
        if engine is None or engine.is_translated or engine.rules.past_field >= 0 or self.game.max_plies is None:
            return None
        return None if self.trusts and not self.game.alternating else engine

    @property
    def may_share(self) -> bool:
        """Whether any of the best actions may be taken.

        Where play could go in circles, that is so only if they are those that come nearest to its end.
        """
        return self.game.max_plies is not None or (self.soonest and not self.trusts)

    @property
    def may_be_late(self) -> bool:
        """Whether an action may be taken with which the goal comes later than it could, if that saves positions."""
        return not self.counts and self.game.max_plies is not None

    def goal_word(self, engine: "Engine") -> int:
        """Return the goal as a word of an engine's values, without distances, in the view of its player."""
        floats = engine.floats and not engine.config(distance=False, horizon=False).whole
        return self.goal.word(floats, False)
