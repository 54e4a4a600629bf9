"""The jobs of a tuning: practice games by the slice, and pairs of games between the new weights and the old."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from plywise.arena.openings import usual_lengths
from plywise.arena.pairs import Entrant, Table, Terms
from plywise.engines.compiled import compiled_engine
from plywise.fleet.fleet import Done, Fleet
from plywise.fleet.task import JSON
from plywise.game import Game, start_of
from plywise.play.players import EnginePlayer
from plywise.play.players.engine import EXACT
from plywise.tune.flat import list_items
from plywise.tune.practice import Practice, PracticeGames
from plywise.tune.slopes import Slopes

SLICE = 10
"""Practice games in a job."""

GAMES, PAIR = "games", "pair"
"""What a job is: the first word of its key."""

NEW, OLD = "new weights", "old weights"


@dataclass(frozen=True)
class TuningTask:
    """Plays practice games, and pairs of games between two sets of weights.

    game: with its present weights. only: the weights to be tuned; all if there are none.
    nodes, seed, search: of the practice games, as PracticeGames has them. terms: of the match.
    """

    game: Game
    only: tuple[str, ...]
    nodes: int
    seed: int
    terms: Terms
    description: Mapping[str, JSON]
    search: str = EXACT

    def describe(self) -> Mapping[str, JSON]:
        """Return what the answers depend on."""
        return self.description

    def prepare(self) -> Callable[[str], JSON]:
        """Return what does a job."""
        game = self.game
        if game.compiles:
            compiled_engine(game, start_of(game, None), required=False)
        slopes = Slopes(game, list_items(game, self.only))
        least, most = usual_lengths(game)
        plies = self.terms.max_plies
        longest = least + most if plies is None else max(least, min(least + most, plies // 2))
        practice = PracticeGames(game, slopes, self.nodes, self.seed, (least, longest), self.search, plies)
        return Worker(game, practice, self.terms).work


class Worker:
    """Does the jobs of a tuning, one after another."""

    def __init__(self, game: Game, practice: PracticeGames, terms: Terms) -> None:
        self.game = game
        self.practice = practice
        self.terms = terms
        self._table: tuple[JSON, Table] | None = None

    def work(self, key: str) -> JSON:
        """Return the answer to a key: what practice games taught, or the records of a pair of games."""
        kind, what, *rest = json.loads(key)
        if kind == GAMES:
            games = range(what * SLICE, (what + 1) * SLICE)
            return [None if each is None else each.to_json() for each in map(self.practice.play, games)]
        if self._table is None or self._table[0] != what:
            self._table = what, Table(self.game, entrants(to_tuples(what), self.practice.kind), self.terms)
        return self._table[1].play(rest[-1])


def to_tuples(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Return weights as they were before JSON made lists of their rows."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in weights.items()}


def entrants(weights: Mapping[str, Any], search: str) -> list[Entrant]:
    """Return the two players of the match."""
    return [Entrant(NEW, EnginePlayer(weights=weights, search=search)), Entrant(OLD, EnginePlayer(search=search))]


def slice_keys(games: int) -> list[str]:
    """Return the keys of a number of practice games, rounded up to whole slices."""
    return [json.dumps([GAMES, number]) for number in range(-(-games // SLICE))]


def practice_in(answer: JSON) -> list[Practice]:
    """Return what the games of a slice taught, without those that taught nothing."""
    return [Practice.from_json(each) for each in answer if each is not None]


class MatchJobs:
    """The pairs of games of the match, as jobs of the fleet that played the practice games."""

    def __init__(self, fleet: Fleet, weights: Mapping[str, Any], control: str) -> None:
        self.fleet = fleet
        self._begin = json.dumps([PAIR, weights, control])[:-1]

    @property
    def workers(self) -> int:
        """How many workers the fleet has."""
        return self.fleet.workers

    def run(self, keys: Iterable[str], *, total: int | None = None) -> Iterator[Done]:
        """Yield how each pair ends, in the order of the keys."""
        for done in self.fleet.run((self._to_job(key) for key in keys), total=total):
            yield replace(done, key=json.loads(done.key)[-1])

    def _to_job(self, key: str) -> str:
        return f"{self._begin}, {json.dumps(key)}]"
