"""Find puzzles of a game: positions from a seed, each with one proved best move, no two of them alike."""

import time as clock
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from plywise.arguments.numbers import as_whole
from plywise.engines.limits import Stopped
from plywise.engines.search import check_engine
from plywise.errors import InputError
from plywise.game import Game, State, hashable_start
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.puzzles.positions import positions_of
from plywise.teach.puzzles.prover import PuzzleProver
from plywise.teach.puzzles.puzzle import Puzzle

SECONDS = 120.0
"""The default search time; compiling does not count."""

MAX_PUZZLES = 100_000

USUAL_DIFFICULTY = (2, None)
"""The default leaves out wins in one."""

LOOK_BACK = 16
"""The number of positions examined in a game, backwards from its end."""

GIVE_UP = 2
"""After this many unsolved positions in a game, earlier ones are skipped."""

OF_ONE_GAME = 2
"""The most puzzles from one practice game."""

SPARE = 3
"""The search stops at this many times the requested number, and the best are chosen."""

STALE = 400
"""After this many consecutive batches of positions without a puzzle, the search stops."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles found, the easy ones first.

    seed: the seed of the positions; positions: how many were examined.
    stopped_by: "number" (all were found), "end" (no positions are left), "stale" (no more puzzles turned up), "time" or
        "interrupt".
    """

    game_object: Game = field(repr=False)
    puzzles: list[Puzzle]
    seed: int
    positions: int
    stopped_by: str
    time_s: float = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the set as plain data, for JSON."""
        return {
            "game": self.game_object.name,
            "seed": self.seed,
            "puzzles": [puzzle.to_dict() for puzzle in self.puzzles],
            "positions": self.positions,
            "stopped_by": self.stopped_by,
        }


Watcher = Callable[[int, int], None]
"""Called with the numbers of puzzles found and of positions examined."""


def find_puzzles(
    game: Game,
    number: int = 10,
    *,
    seed: int = 0,
    difficulty: tuple[int, int | None] = USUAL_DIFFICULTY,
    time: float | None = None,
    engine: str = "auto",
    watcher: Watcher | None = None,
) -> PuzzleSet:
    """Return puzzles of a game.

    number: how many to find.
    seed: of the positions; the same seed gives the same puzzles, unless time runs out.
    difficulty: the least and the greatest, in plies to look ahead (see Puzzle); None: any.
    time: seconds, SECONDS by default; compiling the game does not count.
    engine: the engine for the proofs, as in `search`.
    watcher: called after each batch of positions.

    Puzzles in which only the best move wins or holds the draw are preferred, especially if that takes more than two
    plies to see. If there are not enough, the rest have a best move that wins sooner or is worth more points than the
    others. Ctrl-C stops the search and returns the puzzles found.

    Raises InputError for invalid arguments, and for a game whose positions cannot be parsed back from their text.

    >>> from plywise.games import make
    >>> found = find_puzzles(make("tictactoe"), 2, seed=1)
    >>> [puzzle.kind for puzzle in found.puzzles]
    ['draw', 'win']
    """
    _check(number, difficulty, time)
    check_engine(engine, 1)
    hashable_start(game, None)
    hunt = _Hunt(PuzzleProver(game, engine=engine), number, seed, difficulty, watcher)
    began = clock.perf_counter()
    stopped_by = hunt.run(SECONDS if time is None else time)
    return PuzzleSet(game, hunt.choose(), seed, hunt.positions, stopped_by, clock.perf_counter() - began)


def _check(number: int, difficulty: tuple[int, int | None], time: float | None) -> None:
    if not 1 <= (as_whole(number) or 0) <= MAX_PUZZLES:
        raise InputError(f"the number of puzzles must be from 1 to {MAX_PUZZLES:,}, not {number}")
    low, high = difficulty
    if low < 1 or (high is not None and high < low):
        raise InputError(f"difficulty must be a range of plies, 1 or more, not {low}-{high}")
    if time is not None and not 0 < time < float("inf"):
        raise InputError(f"time must be more than 0 seconds, not {time}")


class _Hunt:
    """The search for puzzles, and what it has found so far."""

    def __init__(
        self, prover: PuzzleProver, number: int, seed: int, difficulty: tuple[int, int | None], watcher: Watcher | None
    ) -> None:
        self.prover, self.game, self.number, self.watcher = prover, prover.game, number, watcher
        self.easiest, self.hardest = difficulty
        self.source = StableRandom("puzzles", self.game.name, seed)
        self.found: list[Puzzle] = []
        self.seen: set[Hashable] = set()
        self.positions = 0

    def choose(self) -> list[Puzzle]:
        """Return the requested number of puzzles, preferred ones first, in order of difficulty."""
        preferred = sorted(self.found, key=lambda puzzle: puzzle.rank)[: self.number]
        return sorted(preferred, key=lambda puzzle: puzzle.difficulty)

    def run(self, seconds: float) -> str:
        """Search until there are enough puzzles; return why it ended (see PuzzleSet)."""
        try:
            if self.game.terminal(self.game.initial()):
                return "end"
            self.prover.prepare(self.game.initial())
            return self._run(seconds)
        except Stopped:
            return "time"
        except KeyboardInterrupt:
            return "interrupt"

    def _run(self, seconds: float) -> str:
        stale, ends = 0, float("inf")
        for batch in positions_of(self.game, self.source):
            if ends == float("inf"):  # compiling is done by now
                ends = clock.perf_counter() + seconds
                self.prover.stop_at(ends)
            before = len(self.found)
            self.found += self._look_at(batch)
            if self.watcher is not None:
                self.watcher(len(self.found), self.positions)
            stale = 0 if len(self.found) > before else stale + len(batch)
            good = sum(puzzle.rank == 0 for puzzle in self.found)
            if good >= self.number or len(self.found) >= SPARE * self.number:
                return "number"
            if clock.perf_counter() >= ends:
                return "time"
            if len(batch) > 1 and stale > STALE * LOOK_BACK:
                return "stale"
        return "number" if len(self.found) >= self.number else "end"

    def _look_at(self, batch: list[State]) -> list[Puzzle]:
        """Return the puzzles among positions, from a game's last one back until several cannot be solved."""
        found, unsolved = list[Puzzle](), 0
        for state in batch[:LOOK_BACK]:
            state = self.game.parse_state(self.game.format_state(state))  # without the history
            if self._is_seen(state):
                continue
            self.positions += 1
            puzzle = self.prover.prove(state)
            unsolved += not self.prover.solved
            if unsolved == GIVE_UP:
                break
            if puzzle is not None and self._has_right_difficulty(puzzle):
                found.append(puzzle)
        drawn = self.source.shuffled(found) if len(found) > OF_ONE_GAME else found
        return sorted(drawn, key=lambda puzzle: puzzle.rank)[:OF_ONE_GAME]

    def _is_seen(self, state: State) -> bool:
        """Return whether a position, or a symmetric one, was examined before."""
        keys = {self.game.key(each) for each in (state, *self.game.equivalents(state))}
        if keys & self.seen:
            return True
        self.seen |= keys
        return False

    def _has_right_difficulty(self, puzzle: Puzzle) -> bool:
        return self.easiest <= puzzle.difficulty and (self.hardest is None or puzzle.difficulty <= self.hardest)


__all__ = ["Puzzle", "PuzzleSet", "find_puzzles"]
