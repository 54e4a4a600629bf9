"""Batches of positions in slices: each is a job for a fleet, and its key is the positions' texts.

What a job finds of a position does not depend on who does it: a solved value is a fact, and so is each best move. Only
the nodes and the seconds that it took differ, with what the worker's table holds already. Proof-number search stops at
the first proof, and its table decides which line that is: there each slice begins with an empty one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from plywise import engines
from plywise.errors import InputError
from plywise.fleet.task import JSON, Work
from plywise.game import Game, State
from plywise.game.transcripts import play_line
from plywise.games.loading import game_text
from plywise.solvers.solver import Solver

if TYPE_CHECKING:
    from plywise.fleet.fleet import Fleet

Answers = Callable[[Iterable[State]], Iterator[dict[str, Any]]]
"""Answers for states, in order."""

MAX_SLICES = 1000
"""Of a batch, at most: so many jobs keep all workers busy, and cost less than a second together."""


def read_position(game: Game, text: str) -> State:
    """Return the state that a position, or a line of moves from the initial one, describes. Raises InputError."""
    try:
        return game.parse_state(text)
    except InputError as error:
        try:
            return play_line(game, game.initial(), text)
        except InputError:
            raise error from None


class SolveTask:
    """Solves slices of a batch.

    all_moves: also what each action is worth. values: only the values and distances. options: of the Solver.
    """

    def __init__(self, game: Game, all_moves: bool, values: bool, options: dict[str, Any]) -> None:
        self.game = game
        self.all_moves = all_moves
        self.values = values
        self.options = options

    def describe(self) -> dict[str, JSON]:
        """Return what the answers depend on."""
        return {
            "kind": "solve",
            "game": game_text(self.game),
            "rules": engines.hash_game(self.game),
            "all_moves": self.all_moves,
            "values": self.values,
            **self.options,
        }

    def prepare(self) -> Work:
        """Return what solves a slice: one Solver for all or, where its table shows in the answers, one for each."""

        def begin() -> Answers:
            return answers_of(self.game, self.all_moves, self.values, self.options)

        kept = begin()
        is_pure = self.options.get("method") != "proof"

        def work(key: str) -> JSON:
            answers = kept if is_pure else begin()
            return list(answers([read_position(self.game, text) for text in json.loads(key)]))

        return work


def answers_of(game: Game, all_moves: bool, values: bool, options: dict[str, Any]) -> Answers:
    """Return what answers for states, in order, by one Solver."""
    solver = Solver(game, **options)

    def answers(states: Iterable[State]) -> Iterator[dict[str, Any]]:
        if values:
            return ({"value": value, "distance": distance} for value, distance in solver.values(states))
        return (solution.to_dict() for solution in solver.solutions(states, all_moves=all_moves))

    return answers


def slice_size(positions: int) -> int:
    """Return how many positions a slice has: it depends on the batch alone, so that a journal fits it again.

    >>> slice_size(20), slice_size(1001), slice_size(1_000_000)
    (1, 2, 1000)
    """
    return max(1, -(-positions // MAX_SLICES))


def solve_slices(fleet: "Fleet", texts: Sequence[str], done: int) -> Iterator[dict[str, Any]]:
    """Yield what a fleet finds of each position of a batch, in order, but the first `done`.

    Raises InputError at the first slice that fails.
    """
    size = slice_size(len(texts))
    first = done // size * size
    keys = [json.dumps(texts[place : place + size]) for place in range(first, len(texts), size)]
    skipped = done - first
    for job in fleet.run(keys):
        if job.error:
            raise InputError(job.error)
        yield from job.read(partial(_answers_in, len(json.loads(job.key))))[skipped:]
        skipped = 0


def _answers_in(positions: int, answer: JSON) -> list[dict[str, Any]]:
    """Return the answers of a slice. Raises an error if their number is wrong."""
    return [dict(each.items()) for each, _ in zip(answer, range(positions), strict=True)]
