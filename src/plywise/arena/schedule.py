"""The schedule of a match: pairings, their order and openings."""

import json
from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import NamedTuple

from plywise.arena.openings import Opening
from plywise.arguments.names import hint
from plywise.errors import InputError

FORMATS = ("round-robin", "gauntlet")
"""The pairing: round-robin, or the first player against each of the others."""


class Pair(NamedTuple):
    """Two games from one opening; the first player is MAX in the first game and MIN in the second.

    number: of the pair in the match, from 1.
    first, second: the players' places in the list, from 0.
    """

    number: int
    first: int
    second: int
    opening: Opening

    def to_key(self) -> str:
        """Return the key of the job for the games: all that they depend on besides the match."""
        start, moves = self.opening
        return json.dumps([self.number, self.first, self.second, start, *moves], ensure_ascii=False)

    @classmethod
    def from_key(cls, key: str) -> "Pair":
        """Return the pair of a key."""
        number, first, second, start, *moves = json.loads(key)
        return cls(number, first, second, Opening(start, tuple(moves)))


def list_meetings(players: int, form: str) -> list[tuple[int, int]]:
    """Return the pairings as indices in the list of players. Raises InputError for an unknown form."""
    if form not in FORMATS:
        raise InputError(f"no form {form!r}; {hint(form, FORMATS)}")
    if players < 2:
        raise InputError(f"a match takes two players or more, not {players}")
    every = list(combinations(range(players), 2))
    return every if form == "round-robin" else [meeting for meeting in every if meeting[0] == 0]


def schedule(meetings: list[tuple[int, int]], pairs: int, openings: Iterable[Opening]) -> Iterator[Pair]:
    """Yield all pairs of games round by round; in a round all pairings use the same opening."""
    for turn, opening in enumerate(islice(openings, pairs)):
        for place, (first, second) in enumerate(meetings):
            yield Pair(turn * len(meetings) + place + 1, first, second, opening)
