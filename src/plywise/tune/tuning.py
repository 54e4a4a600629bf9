"""Tuning: practice games, a regression on how they ended, and a match that the new weights must win to be taken."""

import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from plywise import engines
from plywise.arena.match import Plan, check_length, play_match
from plywise.arena.openings import RandomOpenings, usual_lengths
from plywise.arena.pairs import Terms
from plywise.arena.sprt import H1, Sprt
from plywise.arena.table import ScoreTable
from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.task import JSON
from plywise.game import Game
from plywise.game.weights import weights_of
from plywise.games.loading import game_text
from plywise.play.clocks import TimeControl
from plywise.play.players.engine import EXACT, SELECTIVE
from plywise.tune.fitting import Fit, fit, require_scipy
from plywise.tune.flat import Item, list_items
from plywise.tune.result import Tuning
from plywise.tune.task import MatchJobs, TuningTask, entrants, practice_in, slice_keys

PRACTICE = 2000
"""The default number of practice games."""

NODES = 1000
"""Of the search for each move, in practice games, and in the match where no time is given."""

MATCH_GAMES = 2000
"""Of the match, at most."""

BOUNDS = (0.0, 20.0)
"""Of the sequential test: differences in Elo that it tells apart."""

MAX_GAMES = 10_000_000


@dataclass(frozen=True)
class TuningPlan:
    """A tuning before it begins, checked.

    game: with the weights that it has now. items: what is tuned. games: practice games.
    nodes: of the search for each move of them. seed: of everything. search: "exact" or "selective", in all games.
    control: of the match; it has at most match_games games, and ends with the test.
    plies: after which a game is a draw, in practice and in the match; None: as long as games may be.
    """

    game: Game
    items: Sequence[Item]
    only: tuple[str, ...]
    games: int
    nodes: int
    seed: int
    control: TimeControl
    sprt: Sprt
    match_games: int
    search: str = EXACT
    plies: int | None = None

    @property
    def terms(self) -> Terms:
        """What the games of the match have in common."""
        return Terms(self.control, self.seed, max_plies=self.plies)

    def task(self) -> TuningTask:
        """Return the task of the fleet."""
        return TuningTask(self.game, self.only, self.nodes, self.seed, self.terms, self.describe(), self.search)

    def describe(self) -> dict[str, JSON]:
        """Return what the jobs depend on besides their keys. More games may be asked for later, or another match."""
        return {
            "kind": "tune",
            "game": game_text(self.game),
            "rules": engines.hash_game(self.game),
            "weights": weights_of(self.game),
            "only": list(self.only),
            "nodes": self.nodes,
            "search": self.search,
            "seed": self.seed,
        } | ({} if self.plies is None else {"plies": self.plies})

    def match(self, weights: dict[str, Any]) -> Plan:
        """Return the plan of the match between new weights and the present ones."""
        openings = RandomOpenings(self.game, None, self.seed)
        return Plan(
            self.game, entrants(weights, self.search), self.match_games, "round-robin", openings, self.terms, self.sprt
        )


def plan_tuning(
    game: Game,
    *,
    only: Sequence[str] = (),
    games: int = PRACTICE,
    nodes: int = NODES,
    seed: int = 0,
    control: TimeControl | None = None,
    sprt: Sprt | tuple[float, float] = BOUNDS,
    match_games: int = MATCH_GAMES,
    search: str = EXACT,
    plies: int | None = None,
) -> TuningPlan:
    """Return the plan of a tuning, checked. Raises InputError, one line, before anything is played."""
    require_scipy()
    items = list_items(game, only)
    for name, value, least in (("games", games, 2), ("nodes", nodes, 1), ("match games", match_games, 0)):
        if not least <= value <= MAX_GAMES:
            raise InputError(f"{name}: {least:,} to {MAX_GAMES:,}, not {value}")
    if match_games % 2:
        raise InputError(f"match games must be an even number, as each opening is played twice, not {match_games}")
    if search not in (EXACT, SELECTIVE):
        raise InputError(f"the search is {EXACT} or {SELECTIVE}, not {search!r}")
    if plies is not None and plies < 1:
        raise InputError(f"plies must be 1 or more, not {plies}")
    check_length(plies, usual_lengths(game)[1])
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    control = control or TimeControl(nodes=nodes)
    return TuningPlan(game, items, tuple(only), games, nodes, seed, control, test, match_games, search, plies)


@dataclass
class Stage:
    """How far a tuning is: what it found, and how the match stands; None before."""

    fit: Fit | None = None
    table: ScoreTable | None = None


def tune(plan: TuningPlan, fleet: Fleet, watcher: Callable[[Stage], None] | None = None) -> Tuning:
    """Tune as planned, by a fleet for its task, going on with what the journal holds; return the Tuning.

    watcher: called with the weights found and, after each pair of games, the standings. At Ctrl-C during the match the
    result so far is returned; before, KeyboardInterrupt is raised.
    """
    began, stage, failures, slices = clock.perf_counter(), Stage(), [], []

    def tell(table: ScoreTable | None = None) -> None:
        stage.table = table
        if watcher is not None:
            watcher(stage)

    for done in fleet.run(slice_keys(plan.games)):
        if done.error:
            failures.append(done.error)
        else:
            slices.append(done.read(practice_in))
    if failures and not slices:
        raise InputError(f"no self-play game could be played: {failures[0]}")
    practice = [game for games in slices for game in games]
    stage.fit = fit(plan.items, practice)
    tell()
    old = weights_of(plan.game)
    result = None
    if plan.match_games and stage.fit.weights != {name: old[name] for name in stage.fit.weights}:
        result = play_match(plan.match(stage.fit.weights), MatchJobs(fleet, stage.fit.weights, str(plan.control)), tell)
    return Tuning(
        game=plan.game.name,
        seed=plan.seed,
        games=len(practice),
        fit=stage.fit,
        old=old,
        match=result,
        is_taken=result is not None and result.verdict == H1,
        control=str(plan.control),
        failures=failures,
        time_s=clock.perf_counter() - began,
    )
