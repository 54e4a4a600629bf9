"""Review a game: grade each move, find the turning points, and make puzzles from the mistakes.

The review runs from the end of the game backwards and reuses what it proved about later positions.
"""

import time as clock
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from typing import Any

from plywise.engines.algorithms import DEEPENING, SELECTIVE
from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.fallback import report_fallback
from plywise.engines.limits import Stopped
from plywise.engines.search import check_engine, search
from plywise.engines.search_warnings import no_search_warnings
from plywise.errors import InputError, NativeFailure
from plywise.game import MAX, MIN, Action, Game, State, Value, player_word
from plywise.play.players.engine import EnginePlayer
from plywise.play.record import GameRecord
from plywise.solvers.bounds import Bounding, Known, UtilityBounds, bounds_of, make_bounding
from plywise.solvers.horizon import BeyondBounds
from plywise.solvers.method import NoDistance
from plywise.teach.explain.analysis import Budget, PositionAnalysis
from plywise.teach.explain.claims import Claim
from plywise.teach.explain.findings import ClaimFinder
from plywise.teach.puzzles.prover import PuzzleProver
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.review.grading import FAULTS, GRADES, Grade, grade_move, unit_of
from plywise.teach.review.reviewed_move import ReviewedMove, Standing

NODES, NODES_A_GAME = 200_000, 12_000_000
"""The default nodes for a move, and for a game: in a longer game each move gets fewer.

Nodes rather than seconds, so that a game gets the same review on the command line and on the page.
"""

SECONDS, SECONDS_A_GAME = 3.0, 180.0
"""The time limit for a move on a slow machine or in a slow game."""

UNLIMITED = 1e9
"""Seconds if only nodes are limited."""

PUZZLE_SHARE = 0.5
"""The share of a move's time for proving that the position is a puzzle."""


@dataclass(frozen=True)
class Review:
    """A game, move by move.

    record: the game.
    moves: the reviewed moves, in the order of play: all, or after an interrupt, the last ones.
    stopped_by: "complete" or "interrupt".
    """

    game_object: Game = field(repr=False)
    record: GameRecord = field(repr=False)
    moves: list[ReviewedMove]
    stopped_by: str
    nodes: int
    time_s: float = field(compare=False)

    @property
    def turning_points(self) -> list[ReviewedMove]:
        """The mistakes and blunders, the costliest first, and proved ones before estimated ones."""
        faults = [move for move in self.moves if move.grade.is_fault]
        return sorted(faults, key=lambda move: (-move.grade.cost, not move.grade.proved, move.ply))

    @property
    def puzzles(self) -> list[Puzzle]:
        """The positions of turning points with one proved best move, in order of difficulty."""
        found = [move.puzzle for move in self.turning_points if move.puzzle is not None]
        return sorted(found, key=lambda puzzle: puzzle.difficulty)

    def count_grades(self, side: int) -> dict[str, int]:
        """Return how many moves of a player have each grade, without grades that do not occur."""
        counts = Counter(move.grade.word for move in self.moves if move.side == side)
        return {word: counts[word] for word in GRADES if counts[word]}

    def say_grades(self, side: int) -> str:
        """Return how many moves of a player have each grade, in words.

        "": none of the player's moves was reviewed
        """
        return ", ".join(f"{count} {_plural(word, count)}" for word, count in self.count_grades(side).items())

    @property
    def points_heading(self) -> str:
        """The heading of the turning points, or the sentence that there are none."""
        return "Turning points" if self.turning_points else "No turning points were found."

    def __str__(self) -> str:
        parts = [self._title(), self.points_heading, *map(str, self.turning_points)]
        if self.moves:
            parts.append("\n".join(["The moves", *(f"  {move.summary}" for move in self.moves)]))
        basis = self.basis
        return "\n\n".join([*parts, basis] if basis else parts)

    @property
    def unit(self) -> float | None:
        """The value of a small but clear advantage in this game; None: estimates have no such unit."""
        return unit_of(self.game_object, self.record.replay(self.game_object))

    def _title(self) -> str:
        """Return the players and their grades."""
        lines = [f"{self.record.game}: {self._name(MAX)} against {self._name(MIN)}"]
        for side in (MAX, MIN):
            grades = self.say_grades(side)
            if grades:
                lines.append(f"{self.game_object.player_names[side]}: {grades}")
        return "\n".join(lines)

    def _name(self, side: int) -> str:
        name = self.record.max if side == MAX else self.record.min
        usual = self.game_object.player_names[side]
        return f"{name} ({usual})" if name and name != usual else usual

    @property
    def basis(self) -> str:
        """The basis of the grades, in a sentence or two."""
        if not self.moves:
            return ""
        if all(move.proved for move in self.moves):
            return "All of this is proved by a search to the end of the game."
        return "Everything not marked as an estimate is proved. Estimates are the game's evaluation after a search."

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data, for JSON."""
        return {
            "game": self.record.game,
            "max": self.record.max,
            "min": self.record.min,
            "grades": {player_word(side): self.count_grades(side) for side in (MAX, MIN)},
            "turning_points": [move.ply for move in self.turning_points],
            "moves": [move.to_dict() for move in self.moves],
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
            "nodes": self.nodes,
            "time_s": round(self.time_s, 6),
            "stopped_by": self.stopped_by,
        }


Watcher = Callable[[int, int], None]
"""Called with the number of moves reviewed and the number of all moves."""


def review(
    game: Game,
    record: GameRecord,
    *,
    side: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    engine: str = "auto",
    watcher: Watcher | None = None,
) -> Review:
    """Return the review of a finished game.

    side: the player whose moves are graded, MAX or MIN; None: both.
    time: seconds for each move; a fault may take half as much again, to prove that it makes a puzzle. Compiling does
        not count.
    nodes: the most nodes for each move, approximately. If neither is given, both come from `budget_of`.
    engine: as in `search`.
    watcher: called after each move.

    Ctrl-C ends the review with the moves done so far. Raises InputError for invalid arguments, and for an illegal move
    in the record.
    """
    _check(side, time, nodes)
    check_engine(engine, 1)
    states = record.replay(game)
    actions = [
        game.parse_action(state, word) for state, word in zip(states, record.words, strict=False)
    ]  # replay has checked that they are legal
    budget = budget_of(len(actions))
    if time is not None or nodes is not None:
        budget = Budget(UNLIMITED if time is None else time, nodes)
    reviewing = _Reviewing(game, states, actions, engine, budget)
    began = clock.perf_counter()
    stopped_by = reviewing.run(side, watcher)
    return Review(game, record, reviewing.moves[::-1], stopped_by, reviewing.nodes, clock.perf_counter() - began)


def _plural(grade: str, count: int) -> str:
    if count == 1 or grade not in ("inaccuracy", *FAULTS):
        return grade
    return f"{grade[:-1]}ies" if grade.endswith("y") else f"{grade}s"


def budget_of(plies: int) -> Budget:
    """Return a review's default limits for each move of a game.

    >>> budget_of(40), budget_of(120)
    (Budget(time=3.0, nodes=200000, depth=None, patient=True), Budget(time=1.5, nodes=100000, depth=None, patient=True))
    """
    plies = max(plies, 1)
    return Budget(min(SECONDS, SECONDS_A_GAME / plies), min(NODES, NODES_A_GAME // plies))


def _check(side: int | None, time: float | None, nodes: int | None) -> None:
    if side not in (MAX, MIN, None):
        raise InputError(f"the side is MAX (+1) or MIN (-1), not {side!r}")
    if time is not None and not (isfinite(time) and time > 0):
        raise InputError(f"time must be more than 0 seconds, not {time}")
    if nodes is not None and nodes < 1:
        raise InputError(f"nodes must be 1 or more, not {nodes}")


class _Reviewing:
    """A review in progress: the moves done so far, the last one first."""

    def __init__(self, game: Game, states: list[State], actions: list[Action], engine: str, budget: Budget) -> None:
        self.game, self.states, self.actions = game, states, actions
        self.engine, self.budget = engine, budget
        self.unit = unit_of(game, states)
        self.distance, self.bounds = True, bounds_of(game, states[0])
        self.moves: list[ReviewedMove] = []
        self.nodes = 0
        self._bounding: Bounding | None = None
        self._prover: PuzzleProver | None = None

    def run(self, side: int | None, watcher: Watcher | None) -> str:
        """Review the moves from the last one back; return why it ended."""
        plies = [ply for ply in range(len(self.actions)) if side in (None, self.game.player(self.states[ply]))]
        try:
            if plies:
                self._compile(self.states[plies[0]])
            for ply in reversed(plies):
                self.moves.append(self._review_move(ply))
                if watcher is not None:
                    watcher(len(self.moves), len(plies))
        except KeyboardInterrupt:
            return "interrupt"
        return "complete"

    # --- the engine ---------------------------------------------------------------------------------------------------

    def _compile(self, state: State) -> None:
        """Compile the analyses' code, so that no move's time pays for it."""
        if self.engine == "reference":
            return
        bounding = self._ask(lambda: self._ready(state))
        bounding.resume(clock.perf_counter() + self.budget.time, 1)
        self._ask(lambda: self._ready(state).narrow(state, 1))
        if bounding.engine == "native" and not self.game.terminal(state):
            with no_search_warnings():
                search(self.game, state, algorithm=self._algorithm(), all_moves=True, nodes=1)

    def _algorithm(self) -> str:
        """Return the search for estimates: the search for play, if the game's features support it."""
        native = self._bounding is not None and self._bounding.engine == "native"
        return SELECTIVE.name if native and EnginePlayer().is_selective(self.game) else DEEPENING.name

    def _ready(self, state: State) -> Bounding:
        if self._bounding is None:
            self._bounding = make_bounding(self.game, state, self.engine, self.distance, bounds=self.bounds)
        return self._bounding

    def _ask(self, question: Callable[[], Any]) -> Any:
        """Return the answer to a question; ask again if the engine or an assumption failed."""

        def ask() -> Any:
            try:
                return question()
            except NativeFailure:
                self._bounding = None
                raise

        while True:
            try:
                return retry_with_wider_layout(ask)
            except NoDistance:
                self.distance = False
            except BeyondBounds:
                if not self.bounds.assumed:
                    raise
                self.bounds = UtilityBounds(*self.game.utility_bounds)
            except NativeFailure as failure:
                if self.engine != "auto":
                    raise
                report_fallback(self.game, str(failure))
                self.engine = "reference"
            self._bounding = None

    # --- a move -------------------------------------------------------------------------------------------------------

    def _review_move(self, ply: int) -> ReviewedMove:
        state, action = self.states[ply], self.actions[ply]
        finder, grade, claims = self._ask(partial(self._analyse, state, action))
        analysis = finder.analysis
        self.nodes += analysis.nodes
        best = _proved_best(analysis)
        return ReviewedMove(
            game_object=self.game,
            state=state,
            player=player_word(analysis.mover),
            engine=analysis.engine_used,
            ply=ply + 1,
            move=action,
            grade=grade,
            best=best or _estimated_best(analysis),
            best_proved=bool(best),
            before=_standing(finder, analysis.root(), analysis.estimate and analysis.estimate.value),
            after=_standing(finder, analysis.worth(action), _estimate_of(analysis, action)),
            claims=claims,
            puzzle=self._make_puzzle(state, grade),
        )

    def _analyse(self, state: State, action: Action) -> tuple[ClaimFinder, Grade, list[Claim]]:
        """Return the findings on a position, the grade of a move there, and the claims about it."""
        bounding = self._ready(state)
        analysis = PositionAnalysis(
            self.game, state, self.engine, self.budget, self.distance, self.bounds, bounding, self._algorithm()
        )
        finder = ClaimFinder(analysis, action)
        analysis.solve(action)
        if finder.needs_estimate():
            if analysis.algorithm == SELECTIVE.name:
                analysis.estimate_choice(action)
            else:
                analysis.estimate_moves()
        bounding.set_bounds(state, analysis.root())  # for the previous move
        grade = grade_move(analysis, action, self.unit)
        return finder, grade, [] if grade.word in ("best", "good", "open") else list(finder.judge_choice())

    def _make_puzzle(self, state: State, grade: Grade) -> Puzzle | None:
        """Return the position of a fault as a puzzle, if it can be proved."""
        if not grade.is_fault or not self.distance:
            return None
        if self._prover is None:
            self._prover = PuzzleProver(self.game, engine=self.engine)
        self._prover.stop_at(clock.perf_counter() + self.budget.time * PUZZLE_SHARE)
        try:
            puzzle = self._prover.prove(self.game.parse_state(self.game.format_state(state)))
        except Stopped:
            return None
        self.nodes += puzzle.nodes if puzzle is not None else 0
        return puzzle


def _standing(finder: ClaimFinder, known: Known, estimate: Value | None) -> Standing | None:
    """Return the proved value of a position or a move, or else the estimated one."""
    exact = finder.exact_or_none(known)
    if exact is not None:
        return Standing(*exact)
    searched = finder.analysis.estimate
    if estimate is None or searched is None:
        return None
    return Standing(estimate, proved=False, depth=searched.depth)


def _estimate_of(analysis: PositionAnalysis, action: Action) -> Value | None:
    """Return a move's estimated value."""
    values = analysis.estimate.action_values if analysis.estimate is not None else None
    return values.get(action) if values else None


def _proved_best(analysis: PositionAnalysis) -> list[Action]:
    """Return the actions proved to be best: no other is worth more."""
    root = analysis.root().seen_by(analysis.mover)
    return [action for action in analysis.children if analysis.worth(action).seen_by(analysis.mover).low >= root.high]


def _estimated_best(analysis: PositionAnalysis) -> list[Action]:
    """Return the actions that the estimate prefers, if there is one."""
    estimate = analysis.estimate
    values = (estimate.action_values or {}) if estimate is not None else {}
    return [action for action, value in values.items() if estimate is not None and value == estimate.value]


__all__ = ["Review", "review"]
