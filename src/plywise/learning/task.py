"""The jobs of learning: random games, self-play, and duels between two evaluations.

The result of a job depends only on its key, the seed and the evaluations, so any worker can do it.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plywise.engines.learned.model import POINTS_TO_LOGIT, Cell, LearnedModel
from plywise.engines.learned.positions import Rows
from plywise.engines.practice import practise
from plywise.fleet.task import JSON
from plywise.game import Game
from plywise.learning.fitting import Positions
from plywise.learning.inputs import Board, Inputs

Array = Any  # numpy.ndarray

RANDOM, PLAY, DUEL = "random", "play", "duel"
"""The kinds of jobs: the first word of a key."""

RANDOM_GAMES, PLAY_GAMES, DUEL_GAMES = 1000, 100, 40
"""The number of games in a job of each kind."""

BLUNDERS = 40
"""Random moves in 1,000, so that games differ."""

MAX_ROWS = 2**16
"""The maximum number of positions of one job."""

MAX_OWN = 2_000
"""The maximum points of the game's own evaluation in a fit: there is no need to learn won positions."""

DECIDED = 59_000
"""Points beyond which a search has found the end (kernel/selective/values.NEARLY_WON)."""


@dataclass(frozen=True)
class Terms:
    """The settings shared by all games of a learning run.

    seed: of everything. longest: plies after which a game is abandoned, or drawn.
    nodes: of a search in self-play. opening: random moves at the start, at most.
    each: one position in `each` of a random game is used
    """

    seed: int
    longest: int
    nodes: int
    opening: int
    each: int


def pack(body: bytes) -> str:
    """Return bytes as compressed text, for the journal."""
    return base64.b64encode(zlib.compress(body, 1)).decode()


def unpack(text: str) -> bytes:
    """Return the bytes of `pack`. Raises ValueError or TypeError if the text is damaged."""
    try:
        return zlib.decompress(base64.b64decode(text))
    except zlib.error as error:
        raise ValueError(str(error)) from None


class Kept(NamedTuple):
    """Positions in the journal's format: for each the cells' contents, the player to move, result, points, own."""

    contents: Array
    numbers: Array

    def to_json(self) -> JSON:
        """Return it as plain data."""
        body = self.contents.tobytes() + self.numbers.astype("<i4").tobytes()
        return [len(self.contents), pack(body)]

    @classmethod
    def from_json(cls, said: JSON, cells: int) -> "Kept":
        """Return the positions from the plain data of `to_json`. Raises ValueError if it is invalid."""
        count, text = said
        body = unpack(text)
        contents = np.frombuffer(body[: count * cells], np.int8).reshape(count, cells)
        return cls(contents, np.frombuffer(body[count * cells :], "<i4").reshape(count, 4))

    def positions(self, trust: float) -> Positions:
        """Return them as training data. trust: the weight of results, as against the search's values."""
        mover, result, points, own = self.numbers.T
        found = 1 / (1 + np.exp(-np.clip(points, -3000, 3000) / POINTS_TO_LOGIT))
        target = trust * (result + 1) / 2 + (1 - trust) * found
        target = np.where(np.abs(points) > DECIDED, points > 0, target)
        return Positions(self.contents, (mover < 0).astype(np.int8), target, own.astype(np.float64))


def joined(kept: Sequence[Kept]) -> Kept:
    """Return all positions, each once: the last of several equal ones."""
    contents = np.concatenate([each.contents for each in kept])
    numbers = np.concatenate([each.numbers for each in kept])
    looks = np.concatenate([contents, numbers[:, :1].astype(np.int8)], axis=1)[::-1]
    rows = np.ascontiguousarray(looks).view(np.dtype((np.void, looks.shape[1]))).ravel()
    _, first = np.unique(rows, return_index=True)
    places = np.sort(len(contents) - 1 - first)
    return Kept(contents[places], numbers[places])


def kept_rows(inputs: Inputs, rows: Rows) -> Kept:
    """Return positions in the journal's format."""
    own = np.clip(rows.own, -MAX_OWN, MAX_OWN)
    return Kept(inputs.read(rows.words), np.stack([rows.mover, rows.result, rows.points, own], axis=1).astype(np.int32))


@dataclass(frozen=True)
class LearningTask:
    """Plays the games of one generation.

    cells, boards: the inputs. model: plays itself; None: no evaluation is needed.
    rival: plays against it in duels. duel_nodes: of a search there, of either
    """

    game: Game
    terms: Terms
    cells: Sequence[Cell]
    boards: Sequence[Board]
    description: Mapping[str, JSON]
    model: LearnedModel | None = None
    rival: LearnedModel | None = None
    duel_nodes: tuple[int, int] = (0, 0)

    def describe(self) -> Mapping[str, JSON]:
        """Return the dependencies of the answers besides the keys, which name the evaluations."""
        return self.description

    def prepare(self) -> Callable[[str], JSON]:
        """Return the function that does a job."""
        practise(self.game, lambda practice: practice.prepare(self.model, self.rival))
        return self.work

    def work(self, key: str) -> JSON:
        """Return the answer to a key."""
        kind, *_ = json.loads(key)
        seed = seed_of(self.terms.seed, key)
        terms = self.terms
        if kind == DUEL:
            one, other = self.model, self.rival
            assert one is not None
            assert other is not None
            return practise(
                self.game,
                lambda practice: practice.play_duel(
                    one, other, seed, DUEL_GAMES, terms.longest, self.duel_nodes, terms.opening
                ),
            )

        def play(practice: Any) -> Kept:
            inputs = Inputs(practice.leaves, self.cells, self.boards)
            if kind == RANDOM:
                return kept_rows(inputs, practice.play_random(seed, RANDOM_GAMES, terms.longest, terms.each, MAX_ROWS))
            rows = practice.play_searching(
                self.model, seed, PLAY_GAMES, terms.longest, terms.nodes, terms.opening, BLUNDERS, 1, MAX_ROWS
            )
            return joined([kept_rows(inputs, rows)])

        return practise(self.game, play).to_json()


def seed_of(seed: int, key: str) -> int:
    """Return the seed of a job: of 62 bits."""
    return int.from_bytes(hashlib.sha256(f"{seed} {key}".encode()).digest()[:8], "big") >> 2


def keys_of(kind: str, generation: int, model: str, jobs: range) -> list[str]:
    """Return the keys of jobs. model: names the evaluations that play"""
    return [json.dumps([kind, generation, model, number]) for number in jobs]
