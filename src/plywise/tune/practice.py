"""Practice games: an engine plays itself, and what it looked at is written down with how the game ended."""

import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plywise.engines.move_limits import MoveLimits
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.fleet.task import JSON
from plywise.game import Game, State, legal_actions, start_of
from plywise.game.random_play import random_line, uniform
from plywise.play.players.engine import EXACT, SELECTIVE
from plywise.tune.slopes import Slopes

MAX_PLIES = 1000
"""A longer game tells nothing."""

BLUNDERS = 0.05
"""How often a move is drawn by lot instead, so that games differ and weaknesses are punished."""

EACH = 12
"""Positions of a game that are written down: more would be much alike."""

AHEAD = 6
"""Plies after which a search is asked again what the game is worth."""

DIGITS = 4


class Sample(NamedTuple):
    """A position: what it is worth to MAX with the present weights, and the slopes that are not zero.

    places: of the weights; slopes: of each. As arrays, since there may be millions.
    later: what a search AHEAD plies later in the game found it worth to MAX; None where the game was over by then.
    """

    value: float
    places: "array[int]"
    slopes: "array[float]"
    later: float | None = None


class Practice(NamedTuple):
    """What a game taught: how it ended for MAX (1, 1/2 or 0), and some of its positions."""

    score: float
    samples: tuple[Sample, ...]

    def to_json(self) -> JSON:
        """Return it as plain data."""
        return [self.score, [[each.value, list(each.places), list(each.slopes), each.later] for each in self.samples]]

    @classmethod
    def from_json(cls, found: JSON) -> "Practice":
        """Return what `to_json` made plain data of."""
        score, samples = found
        return cls(
            score,
            tuple(
                Sample(value, array("q", places), array("d", slopes), later) for value, places, slopes, later in samples
            ),
        )


class Judged(NamedTuple):
    """A position that a search judged, and its value to MAX."""

    state: State
    value: float | None


@dataclass(frozen=True)
class PracticeGames:
    """Games numbered from 0, each a pure function of its number.

    nodes: of the search for each move. seed: of all that is drawn by lot.
    opening: the fewest and the most moves drawn by lot at the beginning.
    kind: of the search, "exact" or "selective", as an EnginePlayer has it.
    plies: after which a game is a draw; None: one that is very long tells nothing.
    """

    game: Game
    slopes: Slopes
    nodes: int
    seed: int
    opening: tuple[int, int]
    kind: str = EXACT
    plies: int | None = None

    def play(self, number: int) -> Practice | None:
        """Return what a game taught; None where it did not end, or taught nothing."""
        source = random.Random(f"practice {self.seed} {number}")
        state, opened = self._open(source)
        judged: list[Judged] = []
        past: list[State] = []
        if self._for_play is not None:
            self._for_play.forget()
        for _ in range(MAX_PLIES if self.plies is None else max(0, self.plies - opened)):
            if self.game.terminal(state):
                return self._sum_up(source, self.game.utility(state), judged)
            found = self._search(state, past)
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            if found.proved and found.value is not None and found.bound == Bound.EXACT:
                return self._sum_up(source, found.value, judged)
            judged.append(Judged(self._looked_at(found), found.value))
            drawn = source.random() < BLUNDERS
            past.append(state)
            state = self.game.result(state, source.choice(legal_actions(self.game, state)) if drawn else found.best)
        over = self.game.terminal(state)
        if self.plies is None and not over:
            return None
        return self._sum_up(source, self.game.utility(state) if over else 0, judged)

    @cached_property
    def _for_play(self) -> SelectiveSearch | None:
        """The search for play, where the games are played by it."""
        return SelectiveSearch(self.game) if self.kind == SELECTIVE and self.game.compiles else None

    def _search(self, state: State, past: Sequence[State]) -> SearchResult:
        """Return what a search of a position found. past: the positions before it."""
        if self._for_play is not None:
            return self._for_play.search(state, MoveLimits(nodes=self.nodes), past=past)
        return search(self.game, state, nodes=self.nodes, algorithm="deepening")

    def _open(self, source: random.Random) -> tuple[State, int]:
        """Return a position after moves drawn by lot, more in some games than in others, and how many they are."""
        state, drawn = start_of(self.game, None), 0
        for step in random_line(self.game, state, uniform(source), source.randint(*self.opening)):
            state, drawn = step.after, drawn + 1
        return state, drawn

    def _looked_at(self, found: SearchResult) -> State:
        """Return the position that a search judged: the end of the line it expects.

        Of a line found by the search for play, the first position of it in which nothing hangs: it looks far ahead, at
        moves that will often not be played.
        """
        state = found.state
        for action in found.pv:
            if self._for_play is not None and is_quiet(self.game, state):
                break
            child = self.game.result(state, action)
            if self.game.terminal(child):
                break
            state = child
        return state

    def _sum_up(self, source: random.Random, value: float, judged: Sequence[Judged]) -> Practice | None:
        """Return what a game with that outcome taught."""
        chosen = source.sample(range(len(judged)), min(EACH, len(judged)))
        score = 1.0 if value > 0 else 0.0 if value < 0 else 0.5
        later = [each.value for each in judged[AHEAD:]] + [None] * AHEAD
        samples = (self._sample(judged[place].state, later[place]) for place in chosen)
        taught = tuple(each for each in samples if each.slopes)
        return Practice(score, taught) if taught else None

    def _sample(self, state: State, later: float | None) -> Sample:
        slopes = self.slopes.nonzero(state)
        here = round(self.slopes.value(state), DIGITS)
        return Sample(here, array("q", slopes), array("d", slopes.values()), later)


def is_quiet(game: Game, state: State) -> bool:
    """Return whether a position is fit to be estimated: none is threatened, and no tactical action wins anything."""
    return not game.under_threat(state) and all(
        game.exchange_value(state, each) <= 0 for each in game.tactical_actions(state)
    )
