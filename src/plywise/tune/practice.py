"""Practice games: an engine plays itself, and what it looked at is written down with how the game ended."""

import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.fleet.task import JSON
from plywise.game import Game, State
from plywise.tune.slopes import Slopes

MAX_PLIES = 1000
"""A longer game tells nothing."""

BLUNDERS = 0.05
"""How often a move is drawn by lot instead, so that games differ and weaknesses are punished."""

EACH = 12
"""Positions of a game that are written down: more would be much alike."""

DIGITS = 4


class Sample(NamedTuple):
    """A position: what it is worth to MAX with the present weights, and the slopes that are not zero.

    places: of the weights; slopes: of each. As arrays, since there may be millions.
    """

    value: float
    places: "array[int]"
    slopes: "array[float]"


class Practice(NamedTuple):
    """What a game taught: how it ended for MAX (1, 1/2 or 0), and some of its positions."""

    score: float
    samples: tuple[Sample, ...]

    def to_json(self) -> JSON:
        """Return it as plain data."""
        return [self.score, [[each.value, list(each.places), list(each.slopes)] for each in self.samples]]

    @classmethod
    def from_json(cls, found: JSON) -> "Practice":
        """Return what `to_json` made plain data of."""
        score, samples = found
        return cls(
            score, tuple(Sample(value, array("q", places), array("d", slopes)) for value, places, slopes in samples)
        )


@dataclass(frozen=True)
class PracticeGames:
    """Games numbered from 0, each a pure function of its number.

    nodes: of the search for each move. seed: of all that is drawn by lot.
    opening: the fewest and the most moves drawn by lot at the beginning.
    """

    game: Game
    slopes: Slopes
    nodes: int
    seed: int
    opening: tuple[int, int]

    def play(self, number: int) -> Practice | None:
        """Return what a game taught; None where it did not end, or taught nothing."""
        source = random.Random(f"practice {self.seed} {number}")
        state = self._open(source)
        seen: list[State] = []
        for _ in range(MAX_PLIES):
            if self.game.terminal(state):
                return self._sum_up(source, self.game.utility(state), seen)
            found = search(self.game, state, nodes=self.nodes, algorithm="deepening")
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            if found.proved and found.value is not None and found.bound == Bound.EXACT:
                return self._sum_up(source, found.value, seen)
            seen.append(self._looked_at(found))
            drawn = source.random() < BLUNDERS
            state = self.game.result(state, source.choice(list(self.game.actions(state))) if drawn else found.best)
        return None

    def _open(self, source: random.Random) -> State:
        """Return a position after moves drawn by lot, more in some games than in others."""
        state = self.game.initial()
        for _ in range(source.randint(*self.opening)):
            if self.game.terminal(state):
                break
            state = self.game.result(state, source.choice(list(self.game.actions(state))))
        return state

    def _looked_at(self, found: SearchResult) -> State:
        """Return the position that a search judged: the end of the line it expects, where nothing is left hanging."""
        state = found.state
        for action in found.pv:
            child = self.game.result(state, action)
            if self.game.terminal(child):
                break
            state = child
        return state

    def _sum_up(self, source: random.Random, value: float, seen: Sequence[State]) -> Practice | None:
        """Return what a game with that outcome taught."""
        chosen = source.sample(seen, min(EACH, len(seen)))
        score = 1.0 if value > 0 else 0.0 if value < 0 else 0.5
        samples = tuple(each for each in map(self._sample, chosen) if each.slopes)
        return Practice(score, samples) if samples else None

    def _sample(self, state: State) -> Sample:
        slopes = self.slopes.nonzero(state)
        return Sample(round(self.slopes.value(state), DIGITS), array("q", slopes), array("d", slopes.values()))
