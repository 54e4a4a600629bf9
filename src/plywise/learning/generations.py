"""Learning: generations of self-play, each of which must beat the one before it to be kept."""

import json
import math
import time as clock
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from plywise import engines
from plywise.arena.elo import estimate
from plywise.arena.scores import Scores, Tally
from plywise.arena.sprt import H1, Sprt
from plywise.arguments.numbers import as_number, as_whole
from plywise.engines.learned.file import Learned
from plywise.engines.learned.model import POINTS_TO_LOGIT, LearnedModel
from plywise.engines.learned.rules_hash import hash_rules
from plywise.engines.practice import practise
from plywise.errors import InputError
from plywise.fleet.fleet import Done, Fleet
from plywise.fleet.journal import By, Journal
from plywise.fleet.runners import place_kept
from plywise.fleet.task import JSON
from plywise.game import Game, defines
from plywise.game.start import start_of
from plywise.games.loading import full_game_text
from plywise.learning.fitting import HELD_OUT, Evaluation, Positions
from plywise.learning.inputs import Inputs, find_inputs
from plywise.learning.models import Kind, evaluation_of, kinds_for, price_of
from plywise.learning.patterns import Pattern, find_patterns
from plywise.learning.rule_cost import weigh_rules
from plywise.learning.symmetries import Found, find_symmetries, side_cells
from plywise.learning.task import (
    DUEL,
    DUEL_GAMES,
    PLAY,
    PLAY_GAMES,
    RANDOM,
    RANDOM_GAMES,
    Kept,
    LearningTask,
    Terms,
    joined,
    keys_of,
    pack,
    seed_of,
    unpack,
)
from plywise.process.signals import signals_deferred

Array = Any  # numpy.ndarray

NODES, DUEL_NODES = 100, 300
"""The nodes of a search: in self-play, and in duels, where a model has fewer if its nodes take longer."""

SURVEYED, SURVEY_ROWS = 1000, 24_000
"""The number of random games for measuring the length of a game; the positions in which to find inputs."""

LONGEST = 1000
"""Plies after which a game is abandoned."""

MAX_OPENING = 16
"""The maximum number of random opening moves."""

LEAST_DIFFERENT = 40
"""The minimum number of different positions for learning."""

RANDOM_FOR_EACH, LEAST_RANDOM, MAX_RANDOM = 25, 5_000, 200_000
"""The number of random games for each self-play game; the minimum and the maximum."""

RANDOM_SHARE = 0.08
"""The maximum fraction of the time for random games."""

FIRST_GAMES, MAX_GAMES = 500, 16_000
"""The number of games of the first generation, which doubles with each generation, and its maximum."""

POOLED, LEAST_POOLED, MAX_POOLED = 3, 400_000, 6_000_000
"""A fit uses the games of this many latest evaluations; the minimum and maximum number of their positions."""

TRUST = (1.0, 1.0, 0.7, 0.5)
"""The weight of the game's result, as against the search's value, in a target, by generation."""

TEST = Sprt(0.0, 25.0)
"""The test that a generation must pass against the previously accepted one."""

TEST_GAMES = 1_200
"""The maximum number of games of that test."""

LARGE = 2_000_000
"""With this many positions or more, there is one epoch instead of two."""

BLOCK = 200
"""The number of consecutive positions held out together, because those of one game are alike."""

MAX_HOURS = 10_000

FINISHING = 0.9
"""The fraction of the time after which no more games are started."""


@dataclass(frozen=True)
class Generation:
    """The result of a generation.

    number: 0 for random games
    model: the name of its kind (models.KINDS)
    games: that were played for it. positions: that it was fitted to. loss: on positions held out
    nodes: of a search in the test: of the new evaluation, and of the one before
    tally: of the games against the evaluation kept before. elo, error: the difference, and half of its interval of 95 %
    taken: whether it is kept
    seconds: since the run began
    """

    number: int
    model: str
    games: int
    positions: int
    loss: float
    nodes: tuple[int, int]
    tally: Tally
    elo: float | None
    error: float | None
    taken: bool
    seconds: float = 0.0

    def to_json(self) -> JSON:
        """Return it as plain data, without the time: the same games give the same file."""
        return {
            "number": self.number, "model": self.model, "games": self.games, "positions": self.positions,
            "loss": round(self.loss, 4), "nodes": list(self.nodes), "wins": self.tally.wins, "draws": self.tally.draws,
            "losses": self.tally.losses, "elo": _rounded(self.elo), "error": _rounded(self.error),
            "taken": self.taken,
        }  # fmt: skip


def _rounded(number: float | None) -> float | None:
    return None if number is None or not math.isfinite(number) else round(number, 1)


@dataclass
class Progress:
    """The progress of a learning run.

    stage: the current activity
    games: of self-play, so far. generations: those that have ended
    left: seconds until it ends, estimated
    """

    stage: str = "surveying the game"
    games: int = 0
    generations: list[Generation] = field(default_factory=list)
    left: float | None = None


Watcher = Callable[[Progress], None]
OpenFleet = Callable[[LearningTask], AbstractContextManager[Fleet]]


@dataclass(frozen=True)
class Plan:
    """A checked plan of a learning run.

    games: of self-play; None: as many as the time allows
    hours: after which it ends; None: when all games have been played
    """

    game: Game
    games: int | None
    hours: float | None
    seed: int = 0

    def describe(self) -> dict[str, JSON]:
        """Return the dependencies of the jobs besides their keys; the number of games or hours may change later."""
        return {
            "kind": "learn",
            "game": full_game_text(self.game),
            "rules": engines.hash_game(self.game),
            "seed": self.seed,
        }


def plan_learning(game: Game, games: int | None = None, hours: float | None = None, seed: int = 0) -> Plan:
    """Return a plan. Raises InputError for invalid arguments."""
    if games is None and hours is None:
        hours = 1.0
    if games is not None and (as_whole(games) or 0) < 1:
        raise InputError(f"games must be 1 or more, not {games}")
    if hours is not None and not 0 < (as_number(hours) or 0) <= MAX_HOURS:
        raise InputError(f"hours must be a number above 0 and at most {MAX_HOURS:,}, not {hours}")
    if as_whole(seed) is None:
        raise InputError(f"seed must be a whole number, not {seed}")
    if not game.compiles:
        why = getattr(game, "why_not_compiled", "")
        raise InputError(
            f"{game.name} cannot be compiled, and learning needs compiled rules" + (f": {why}" if why else "")
        )
    return Plan(game, games, hours, seed)


@dataclass(frozen=True)
class Survey:
    """The properties of a game that learning needs.

    terms: of its games. inputs, found: the inputs and their symmetries. patterns: of the tables
    rates: of changes (Inputs.change_rates). kinds: of models, the cheapest first
    weight: of the rules (weigh_rules)
    hash: of the rules (hash_rules). hexagons: whether the board has hexagonal cells
    """

    terms: Terms
    inputs: Inputs
    found: Found
    patterns: Sequence[Pattern]
    rates: Array
    kinds: Sequence[Kind]
    weight: float
    hash: str
    hexagons: bool


def survey_game(game: Game, seed: int) -> Survey:
    """Return the properties of a game. Raises InputError if there is nothing to learn."""
    # These ask the rules and the hooks in Python: an error there must not surface after hours of learning.
    if game.terminal(start_of(game, None)):
        raise InputError(f"{game.name}: the game is over at its initial position, so there is nothing to learn")
    rules, hexagons = hash_rules(game), _has_hexagons(game)

    def look(practice: Any) -> Survey:
        first = practice.play_random(seed_of(seed, "length"), SURVEYED, LONGEST, 1, SURVEYED * 100)
        plies = len(first.words) / SURVEYED
        if not len(first.words):
            raise InputError(
                f"{game.name}: no random game ended within {LONGEST} moves, so there are no results to learn from"
            )
        each = max(1, round(plies / 8))
        games = max(1, round(SURVEY_ROWS * each / max(plies, 1)))
        rows = practice.play_random(seed_of(seed, "inputs"), games, LONGEST, each, SURVEY_ROWS)
        different = len(np.unique(rows.words, axis=0))
        if different < LEAST_DIFFERENT:
            raise InputError(
                f"{game.name}: too small to learn: random games reach {different} of at least {LEAST_DIFFERENT} "
                "different positions; plywise solve gives exact values"
            )
        inputs = find_inputs(practice.leaves, rows.words)
        if not inputs.cells:
            raise InputError(f"{game.name}: found no inputs: no part of a state takes few enough values")
        some = np.linspace(0, len(rows.words) - 1, 200).astype(int)
        found = find_symmetries(inputs, rows.words[some], rows.mover[some], practice)
        sides = side_cells(inputs, rows.words, rows.mover)
        longest = min(LONGEST, max(60, round(4 * plies)))
        opening = max(2, min(MAX_OPENING, round(plies / 3)))
        terms = Terms(seed, longest, NODES, opening, max(1, round(plies)))
        rates = inputs.change_rates(first.words[:SURVEY_ROWS])
        patterns = find_patterns(inputs, found, seed, sides)
        kinds, weight = kinds_for(inputs, found, patterns, rates), weigh_rules(game, seed_of(seed, "rules"))
        return Survey(terms, inputs, found, patterns, rates, kinds, weight, rules, hexagons)

    return practise(game, look)


class Learning:
    """A running learning.

    open_fleet: opens the workers for the jobs of one evaluation, which store their results in `journal`.
    watcher: called with the progress.
    """

    def __init__(self, plan: Plan, open_fleet: OpenFleet, journal: Journal, watcher: Watcher | None = None) -> None:
        self.plan, self.open_fleet, self.journal = plan, open_fleet, journal
        self.progress, self._watcher = Progress(), watcher
        self.began = clock.monotonic()
        self.survey = survey_game(plan.game, plan.seed)
        self.best: LearnedModel | None = None
        self.kind: Kind | None = None
        self.own_scale = 1.0 if defines(plan.game, "evaluate") else 0.0
        self._playing = 0.0

    # --- the whole ----------------------------------------------------------------------------------------------------

    def run(self) -> Learned | None:
        """Learn, and return the evaluation; None if none beats the game without one."""
        random_games = self._learn_from_random_games()
        # The game's own evaluation is better than one from random games.
        pool = [] if self.own_scale else [Played(0, -1, random_games)]
        for number, games in enumerate(self._generations(), 1):
            kept = self._play(number, games)
            if kept is None:
                break
            accepted = sum(each.taken for each in self.progress.generations)
            pool = latest([*pool, Played(number, accepted, kept)])
            parts = [each.kept.positions(TRUST[min(each.number, len(TRUST) - 1)]) for each in pool]
            self._try_kinds(number, joined_positions(parts))
        return self.learned()

    def learned(self) -> Learned | None:
        """Return the best evaluation so far; None if none beats the game without one."""
        if self.best is None:
            return None
        return Learned(full_game_text(self.plan.game), self.survey.hash, self.best, self.story())

    def story(self) -> dict[str, JSON]:
        """Return how it was learned."""
        inputs, found = self.survey.inputs, self.survey.found
        taken = [each for each in self.progress.generations if each.taken]
        board = None
        if found.board is not None:
            board = {
                "cells": [found.board.first, found.board.last],
                "places": [list(each) for each in found.coordinates],
                "hexagons": self.survey.hexagons,
            }
        return {
            "seed": self.plan.seed,
            "games": self.progress.games,
            "symmetries": len(found.symmetries),
            "inputs": len(inputs.cells),
            "board": board,
            "nodes": NODES,
            "test": {"elo0": TEST.elo0, "elo1": TEST.elo1, "nodes": DUEL_NODES, "games": TEST_GAMES},
            "elo": _rounded(sum(each.elo or 0.0 for each in taken)),
            "generations": [each.to_json() for each in self.progress.generations],
        }

    def _generations(self) -> Iterator[int]:
        """Yield the number of games of each generation."""
        left, size = self.plan.games, FIRST_GAMES
        while (left is None or left > 0) and not self._is_late():
            games = size if left is None else min(size, left)
            yield games
            left = None if left is None else left - games
            size = min(2 * size, MAX_GAMES)

    def _is_late(self) -> bool:
        return self.plan.hours is not None and self._elapsed() >= FINISHING * self.plan.hours * 3600

    def _elapsed(self) -> float:
        return clock.monotonic() - self.began

    def _tell(self, stage: str) -> None:
        self.progress.stage = stage
        self.progress.left = self._left()
        if self._watcher is not None:
            self._watcher(self.progress)

    def _left(self) -> float | None:
        """Return the seconds left: by the time limit, or estimated from the games played so far.

        None if there is no estimate: after the last game there is still a fit and a test.
        """
        left = None if self.plan.hours is None else max(0.0, self.plan.hours * 3600 - self._elapsed())
        if self.plan.games is not None and self.progress.games and self._playing:
            speed = (clock.monotonic() - self._playing) / self.progress.games
            by_games = speed * (self.plan.games - self.progress.games)
            left = by_games if left is None else min(left, by_games)
        return left if left is not None and left > 0 else None

    # --- generations --------------------------------------------------------------------------------------------------

    def _learn_from_random_games(self) -> Kept:
        """Fit to random games, and return their positions."""
        wanted = MAX_RANDOM
        if self.plan.games is not None:
            wanted = max(LEAST_RANDOM, min(MAX_RANDOM, RANDOM_FOR_EACH * self.plan.games))
        found: list[Kept] = []
        self._tell("random games")
        share = math.inf if self.plan.hours is None else RANDOM_SHARE * self.plan.hours * 3600
        until = math.inf
        for kept in self._jobs(self._task(None), keys_of(RANDOM, 0, "", range(-(-wanted // RANDOM_GAMES)))):
            if not found:  # the workers have compiled by now
                until = clock.monotonic() + share
            found.append(kept)
            if clock.monotonic() >= until:
                break
        kept = joined(found)
        positions = kept.positions(TRUST[0])
        games = len(found) * RANDOM_GAMES
        self.best = None
        self._try_kinds(0, positions, games)
        return kept

    def _play(self, number: int, games: int) -> Kept | None:
        """Return the positions of a generation's games; None if there was no time for any."""
        found: list[Kept] = []
        self._playing = self._playing or clock.monotonic()
        model, jobs = self.best or self._nothing(), range(-(-games // PLAY_GAMES))
        self._tell(f"generation {number}: self-play")
        for kept in self._jobs(self._task(model), keys_of(PLAY, number, digest_of(model), jobs)):
            found.append(kept)
            self.progress.games += PLAY_GAMES
            self._tell(f"generation {number}: self-play")
            if self._is_late():
                break
        return joined(found) if found else None

    def _try_kinds(self, number: int, positions: Positions, games: int | None = None) -> None:
        """Fit evaluations, each of which is accepted if it beats the current one.

        A generation fits the kind of model that is in use, and other ones if the last generation was rejected.
        """
        if not len(positions):
            return
        kinds, before = self.survey.kinds, self.progress.generations
        if self.kind is not None:
            last = [each for each in before if each.number == before[-1].number]
            others = [] if any(each.taken for each in last) else kinds
            kinds = [self.kind, *(each for each in others if not each.is_part_of(self.kind))]
        for kind in kinds:
            self._try(number, kind, positions, games)

    def _try(self, number: int, kind: Kind, positions: Positions, games: int | None) -> None:
        """Fit an evaluation, and accept it if it beats the current one."""
        self._tell(f"generation {number}: fitting {len(positions):,} positions")
        evaluation, loss = self._fit(number, kind, positions)
        candidate, rival = evaluation.model(), self.best or self._nothing()
        self._tell(f"generation {number}: test")
        nodes = self._fair_nodes(candidate), self._fair_nodes(rival)
        scores, tally = self._duel(number, candidate, rival, nodes)
        taken = TEST.verdict(scores) == H1
        difference = estimate(scores)
        generation = Generation(
            number, kind.name, self.progress.games if games is None else games, len(positions), loss, nodes, tally,
            None if difference is None else difference.elo, None if difference is None else difference.error,
            taken, self._elapsed(),
        )  # fmt: skip
        with signals_deferred():  # an interrupted run may return its best evaluation with this story
            self.progress.generations.append(generation)
            if taken:
                self.best, self.kind = candidate, kind
        self._tell(f"generation {number}: {'accepted' if taken else 'rejected'}")

    def _nothing(self) -> LearnedModel:
        """Return the evaluation that adds nothing to the game's own."""
        return Evaluation(self.survey.inputs, [], self.own_scale).model()

    def _fair_nodes(self, model: LearnedModel) -> int:
        """Return the nodes that a search has in the time of DUEL_NODES without a learned evaluation."""
        own, price = (price_of(each, self.survey.rates, self.survey.weight) for each in (self._nothing(), model))
        return round(DUEL_NODES * own / price)

    def _fit(self, number: int, kind: Kind, positions: Positions) -> tuple[Evaluation, float]:
        """Return an evaluation fitted to positions, and its loss on held-out ones. The journal stores both."""
        survey, seed = self.survey, seed_of(self.plan.seed, f"order {number}")
        evaluation = evaluation_of(kind, survey.inputs, survey.found, survey.patterns, self._scale(positions), seed)
        key = json.dumps(["fit", number, kind.name, _hash(positions)])
        kept = self.journal.find(key)
        if kept is not None and kept.text is not None:
            return evaluation, Done(key, json.loads(kept.text)).read(partial(_set_fit, evaluation))
        began = clock.monotonic()
        is_held = np.arange(len(positions)) // BLOCK % HELD_OUT == HELD_OUT // 2
        if not is_held.any():
            is_held[:: HELD_OUT // 4] = True
        source = np.random.Generator(np.random.PCG64(seed))
        learned = positions.take(source.permutation(np.flatnonzero(~is_held)))
        loss = practise(
            self.plan.game,
            lambda practice: evaluation.fit(
                learned, positions.take(is_held), practice, 1 if len(learned) > LARGE else 2, seed
            ),
        )
        text = pack(evaluation.points.astype("<i2").tobytes())
        self.journal.finish(key, json.dumps([text, loss]), clock.monotonic() - began, By(0, "here"))
        return evaluation, loss

    def _scale(self, positions: Positions) -> float:
        """Return the weight of the game's own evaluation with which it predicts results best."""
        if not self.own_scale:
            return 0.0
        own, target = positions.own / POINTS_TO_LOGIT, positions.target
        scales = [step / 16 for step in range(65)]
        losses = [np.mean(np.logaddexp(0.0, each * own) - target * each * own) for each in scales]
        return scales[int(np.argmin(losses))]

    def _duel(
        self, number: int, candidate: LearnedModel, rival: LearnedModel, nodes: tuple[int, int]
    ) -> tuple[Scores, Tally]:
        """Return the scores of a sequential test between two evaluations."""
        scores, tally = Scores(), Tally()
        name = f"{digest_of(candidate)} {digest_of(rival)}"
        keys = keys_of(DUEL, number, name, range(TEST_GAMES // DUEL_GAMES))
        with self.open_fleet(self._task(candidate, rival, nodes)) as fleet:
            for done in fleet.run(keys):
                if done.error:
                    raise InputError(f"a game of the test failed: {done.error}")
                results = done.read(lambda said: [int(each) for each in said])
                points = [(1 + each) / 2 for each in results]
                scores += Scores.of_pairs(zip(points[::2], points[1::2], strict=True))
                for each in points:
                    tally = tally.with_game(each)
                if TEST.verdict(scores) is not None:
                    break
        return scores, tally

    def _task(
        self, model: LearnedModel | None, rival: LearnedModel | None = None, nodes: tuple[int, int] = (0, 0)
    ) -> LearningTask:
        inputs = self.survey.inputs
        return LearningTask(
            self.plan.game, self.survey.terms, inputs.cells, inputs.boards, self.plan.describe(), model, rival, nodes
        )

    def _jobs(self, task: LearningTask, keys: Sequence[str]) -> Iterator[Kept]:
        """Yield the positions from the games of some jobs."""
        cells = len(self.survey.inputs.cells)
        with self.open_fleet(task) as fleet:
            for done in fleet.run(keys):
                if done.error:
                    raise InputError(f"no games could be played: {done.error}")
                yield done.read(partial(Kept.from_json, cells=cells))


class Played(NamedTuple):
    """The positions of a generation.

    number: of the generation
    accepted: the number of evaluations accepted before; generations with the same number had the same player
    """

    number: int
    accepted: int
    kept: Kept


def latest(pool: list[Played]) -> list[Played]:
    """Return the generations that a fit uses: those of the last POOLED players, or more for enough positions.

    After a rejected generation the same player continues, so its positions accumulate.
    """
    while len({each.accepted for each in pool}) > 1:
        rest = sum(len(each.kept.contents) for each in pool[1:])
        if rest < LEAST_POOLED or (pool[-1].accepted - pool[0].accepted < POOLED and rest < MAX_POOLED):
            break
        pool = pool[1:]
    return pool


def joined_positions(parts: Sequence[Positions]) -> Positions:
    """Return the concatenation of positions."""
    return Positions(
        *(np.concatenate([getattr(each, name) for each in parts]) for name in ("contents", "side", "target", "own"))
    )


def _set_fit(evaluation: Evaluation, said: JSON) -> float:
    """Set the weights of a fit in the journal, and return its loss. Raises ValueError or TypeError if it is invalid."""
    text, loss = said
    evaluation.set_points(np.frombuffer(unpack(text), "<i2").reshape(-1, 2))
    if not 0 <= loss < math.inf:
        raise ValueError
    return float(loss)


def digest_of(model: LearnedModel) -> str:
    """Return a short digest of an evaluation's weights."""
    hidden = b"" if model.hidden is None else np.ascontiguousarray(model.hidden, "<i2").tobytes()
    body = np.ascontiguousarray(model.entries, "<i2").tobytes() + hidden
    return sha256(body + repr(model.own_scale).encode()).hexdigest()[:16]


def _hash(positions: Positions) -> str:
    found = sha256()
    for each in (positions.contents, positions.side, positions.target, positions.own):
        found.update(np.ascontiguousarray(each).tobytes())
    return found.hexdigest()[:16]


def learn(
    game: Game,
    games: int | None = None,
    hours: float | None = None,
    *,
    seed: int = 0,
    workers: int = 1,
    on: str = "local",
    journal: str | None = None,
    resume: bool = False,
    watcher: Watcher | None = None,
) -> Learned | None:
    """Learn an evaluation of a game by self-play, and return it; None if none beats the game as it is.

    games: of self-play. hours: after which it ends; without either, one hour
    seed: of everything; the same seed and number of games give the same evaluation with any number of workers
    workers, on, journal, resume: as of a Fleet

    Raises InputError for a game that does not compile or has nothing to learn.
    """
    plan = plan_learning(game, games, hours, seed)
    with Journal.open(journal, plan.describe(), resume) as kept, place_kept(on, workers):
        return Learning(plan, lambda task: Fleet(task, kept, workers=workers, on=on), kept, watcher).run()


__all__ = ["Generation", "Learning", "Plan", "Progress", "learn", "plan_learning", "survey_game"]


def _has_hexagons(game: Game) -> bool:
    return any(cell.hexagon for row in game.cells(game.initial()) or () for cell in row)
