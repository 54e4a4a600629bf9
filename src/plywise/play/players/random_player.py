"""A player that moves at random."""

import random
from dataclasses import dataclass, field
from zlib import crc32

from plywise.game import Action, Game, State, legal_actions
from plywise.play.player import Player


def mix(seed: int | None, number: int) -> int:
    """Combine a seed and a number to a seed, the same on any machine."""
    return crc32(f"{seed or 0} {number}".encode())


@dataclass
class RandomPlayer(Player):
    """Chooses uniformly among the legal actions; the same seed gives the same choices."""

    seed: int | None = None
    _source: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._source = random.Random(self.seed)

    def for_game(self, number: int) -> "RandomPlayer":
        """Return a player with another seed for each number."""
        return RandomPlayer(mix(self.seed, number))

    def begin(self, game: Game, start: State) -> None:
        """Reset the random numbers to the seed."""
        if self.seed is not None:
            self._source.seed(self.seed)

    def choose(self, game: Game, state: State) -> Action:
        """Return a random action."""
        return self._source.choice(legal_actions(game, state))
