"""The certificates that a worker has read, each once, with what that took."""

import time
from collections.abc import Callable
from typing import NamedTuple

from plywise.certificates.reading import NotProved, Strategy, read_strategy
from plywise.errors import InputError
from plywise.game import Game


class Reading(NamedTuple):
    """A certificate that was read. seconds: that it took."""

    strategy: Strategy
    seconds: float


class Readings:
    """The certificates at hand, by their files."""

    def __init__(self) -> None:
        self._readings: dict[str, Reading] = {}

    def get(self, path: str, game: Game | None, reading: Callable[[], None]) -> Reading:
        """Return what was read. game: whose rules to play by, as for `read_strategy`; reading: called before.

        Raises InputError where it cannot be read, or proves nothing.
        """
        if path not in self._readings:
            reading()
            began = time.perf_counter()
            try:
                strategy = read_strategy(path, game)
            except NotProved as reason:
                raise InputError(f"it proves nothing: {reason}") from None
            self._readings[path] = Reading(strategy, time.perf_counter() - began)
        return self._readings[path]
