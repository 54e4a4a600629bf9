"""Time commands of GTP: in fractions of a second for programs that accept them, otherwise in whole seconds.

The protocol has whole seconds (`time_settings`, `time_left`). KataGo's `kata-time_settings`, which other programs have
adopted, accepts fractions and increments ("KataGo GTP Extensions"); programs that have it also accept fractions in
`time_left`.
"""

from collections.abc import Collection
from dataclasses import dataclass

DECIMAL = "kata-time_settings"
"""The command of programs that accept fractions."""

LEAST = 1
"""The fewest whole seconds: 0 would mean no time at all."""


@dataclass(frozen=True)
class GtpTime:
    """The time commands that a program accepts. known: its commands."""

    known: Collection[str]

    @property
    def is_decimal(self) -> bool:
        """Whether the program accepts fractions of a second."""
        return DECIMAL in self.known

    def understood(self, seconds: float) -> float:
        """Return the seconds that the program is given instead of `seconds`."""
        return seconds if self.is_decimal else float(max(LEAST, int(seconds)))

    def for_each_move(self, seconds: float) -> str:
        """Return the command for a time per move."""
        return f"{DECIMAL} byoyomi 0 {self._word(seconds)} 1" if self.is_decimal else self._settings(0, seconds, 1)

    def for_game(self, seconds: float, increment: float, moves: int | None) -> str:
        """Return the command for a time for the game, or for a number of moves, with an increment.

        In whole seconds an increment is sent as time per move after the main time, which is never more.
        """
        if self.is_decimal and moves is not None:
            return f"{DECIMAL} canadian 0 {self._word(seconds)} {moves}"
        if self.is_decimal:
            rest = (
                f"fischer {self._word(seconds)} {self._word(increment)}"
                if increment
                else f"absolute {self._word(seconds)}"
            )
            return f"{DECIMAL} {rest}"
        if moves is not None:
            return self._settings(0, seconds, moves)
        return self._settings(seconds, increment, 1) if increment >= 1 else self._settings(seconds, 0, 0)

    def left(self, colour: str, seconds: float, moves: int | None) -> str:
        """Return the command for the time left on a clock. moves: in this time; None: all."""
        return f"time_left {colour} {self._word(seconds)} {moves or 0}"

    def _settings(self, main: float, period: float, moves: int) -> str:
        return f"time_settings {main and self._word(main)} {period and self._word(period)} {moves}"

    def _word(self, seconds: float) -> str:
        return f"{round(self.understood(seconds), 3):.10g}"
