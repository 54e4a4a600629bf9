"""A worker's cache of certificates."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from plywise.game import Game
from plywise.live.limits import CHECKED_POSITIONS

if TYPE_CHECKING:
    from plywise.certificates.reading import Strategy


class Reading(NamedTuple):
    """A certificate that was read.

    is_checked: whether the checker verified it; otherwise its strategy was followed against every reply by compiled
        rules. seconds: the time this took.
    """

    strategy: "Strategy"
    seconds: float
    is_checked: bool


class Readings:
    """The cached certificates, by file."""

    def __init__(self) -> None:
        self._readings: dict[str, Reading] = {}

    def get(self, path: str, game: Game | None, reading: Callable[[], None]) -> Reading:
        """Return a certificate, reading it if necessary. game: as for `read_strategy`; reading: called before reading.

        Raises NotProved if it proves nothing, and InputError if it cannot be read.
        """
        if path not in self._readings:
            from plywise.certificates.reading import read_strategy  # rarely needed
            from plywise.certificates.verifying import verify

            reading()
            began = time.perf_counter()
            strategy = read_strategy(path, game)
            is_checked = strategy.claim.positions <= CHECKED_POSITIONS or not strategy.is_compiled
            seconds = verify(path, game).time_s if is_checked else time.perf_counter() - began
            self._readings[path] = Reading(strategy, seconds, is_checked)
        return self._readings[path]
