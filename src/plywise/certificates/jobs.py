"""The jobs of which a certificate is made: to choose the strategy's actions at a slice of the positions of one level.

A key is the positions, so an answer depends on nothing else. Where the rules are compiled and their states are plain
words, these are the key, packed; elsewhere it is the positions in the game's notation.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from plywise import engines
from plywise.certificates.choosing import PlainChooser
from plywise.certificates.compiled_choosing import words_chooser
from plywise.certificates.forcing import list_few
from plywise.certificates.plan import Making
from plywise.engines.search_warnings import no_search_warnings
from plywise.errors import InputError
from plywise.fleet.task import JSON, Work
from plywise.game import State, round_trips
from plywise.games.loading import game_text

WORDS, TEXTS = "words", "texts"

MAX_SLICE = 4096
SLICES = 16
"""A level is cut into this many slices, or more of MAX_SLICE positions."""


class CertifyTask:
    """What the workers do (a `fleet.task.Task`)."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def describe(self) -> dict[str, JSON]:
        """Return what the answers depend on."""
        game, start, goal, *rest, _ = self.making  # no workers follow policies
        return {
            "kind": "certify",
            "answers": "choices, ways, late ones, too",
            "game": game_text(game),
            "rules": engines.hash_game(game),
            "state": repr(start),
            "goal": list(goal),
            "how": rest,
        }

    def prepare(self) -> Work:
        """Return what answers a key."""
        choosers: dict[str, Any] = {}

        def work(key: str) -> JSON:
            form, _, body = key.partition(" ")
            if form not in choosers:
                choosers[form] = (_words_work if form == WORDS else _texts_work)(self.making)
            with no_search_warnings():
                return choosers[form](body)

        return work

    def key_of_states(self, states: Sequence[State]) -> str:
        """Return the key of a slice of states."""
        game = self.making.game
        for state in states:
            if not round_trips(game, state):
                raise InputError(
                    f"{game.name}: {game.format_state(state)!r} does not say all of its position, which "
                    "workers would have to know: leave out --workers, --on and --journal"
                )
        return f"{TEXTS} {json.dumps([game.format_state(state) for state in states], ensure_ascii=False)}"


def _texts_work(making: Making) -> Callable[[str], JSON]:
    chooser = PlainChooser(making, forgets=True, listed=list_few(making))
    return lambda body: chooser.choose([making.game.parse_state(text) for text in json.loads(body)])


def _words_work(making: Making) -> Callable[[str], JSON]:
    chooser = words_chooser(making, forgets=True)
    return lambda body: pack_words(chooser.choose(unpack_words(body)))


def pack_words(words: Any) -> str:
    """Return an array of 64-bit words as a text."""
    return base64.b85encode(zlib.compress(words.astype("<i8").tobytes(), 1)).decode()


def unpack_words(text: str) -> Any:
    """Return the array of which `pack_words` made a text. Raises ValueError."""
    import numpy as np

    return np.frombuffer(zlib.decompress(base64.b85decode(text)), "<i8").astype(np.int64)


def slices(count: int) -> Iterator[tuple[int, int]]:
    """Yield where the slices of a level begin and end; this depends only on its number of positions.

    >>> list(slices(3)), len(list(slices(100))), len(list(slices(1_000_000)))
    ([(0, 1), (1, 2), (2, 3)], 15, 245)
    """
    size = max(1, min(MAX_SLICE, -(-count // SLICES)))
    return ((first, min(first + size, count)) for first in range(0, count, size))
