"""Clocks: the allowance of a player for a move, and loss on time."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from plywise.arguments.numbers import as_number, as_whole
from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.play.player import Allowance

MARGIN = 0.1
"""Default tolerance in seconds for a late move: pipes and schedulers take time, too."""

MAX_MOVES = 100_000
"""Largest number of moves in a period."""

MAX_SECONDS = 1_000_000
"""Longest time on a clock: eleven days."""

FORM = "such as 60+0.5 (seconds for the game and for each move), 40/60 (moves/seconds), time=0.1, nodes=2000 or depth=6"

DECIMALS = 3  # of the seconds in records


class Period(NamedTuple):
    """A part of a game on a clock.

    base: seconds added when the period begins; increment: seconds added with each move of the side.
    moves: number of moves of each side in the period; None: it lasts until the end of the game.
    """

    base: float
    increment: float = 0.0
    moves: int | None = None

    def __str__(self) -> str:
        counted = "" if self.moves is None else f"{self.moves}/"
        return f"{counted}{_plain(self.base)}+{_plain(self.increment)}"


@dataclass(frozen=True)
class TimeControl:
    """Limits for each player. None: no limit.

    time: seconds for each move.
    nodes, depth: of the search for each move.
    base: seconds of each side for the whole game; increment: seconds added with each move of the side.
    moves: the base time is for this number of moves of each side, and is then added again; later: periods that follow
        instead, of which the last repeats if it counts moves.
    margin: tolerance in seconds before a side loses on time, not reported to the players. With a clock it is for the
        whole game: moves use it up.

    Raises InputError for inconsistent limits.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    increment: float = 0.0
    margin: float = MARGIN
    moves: int | None = None
    later: tuple[Period, ...] = ()

    def __post_init__(self) -> None:
        for name, may_be_zero in (("time", False), ("base", False), ("increment", True), ("margin", True)):
            given = getattr(self, name)
            if given is not None or may_be_zero:
                object.__setattr__(self, name, _check_seconds(name, given, may_be_zero))
        for name in ("nodes", "depth"):
            given = getattr(self, name)
            whole = as_whole(given)
            if given is not None and (whole is None or whole < 1):
                raise InputError(f"clock: {name}={given} is not a positive whole number")
            object.__setattr__(self, name, whole)
        self._check_periods()
        if self.base is not None and self.time is not None:
            raise InputError("clock: give either seconds for each move or seconds for the game, not both")
        if self.base is None and self.increment:
            raise InputError("clock: an increment needs seconds for the game, as in 60+0.5")

    def _check_periods(self) -> None:
        """Raise InputError if the periods cannot follow one another."""
        if self.base is None and (self.moves is not None or self.later):
            raise InputError("clock: a number of moves needs seconds for them, as in 40/60")
        for period in self.periods:
            if period.moves is not None and not 1 <= period.moves <= MAX_MOVES:
                raise InputError(f"clock: {period.moves} moves: a period has 1 to {MAX_MOVES:,}")
            _check_seconds("base", period.base, False)
            _check_seconds("increment", period.increment, True)
        for period in self.periods[:-1]:
            if period.moves is None:
                fault = f"{period} has no number of moves, so no period can follow it"
                raise InputError(f"clock: {fault}; write 40/60:30, with times in seconds")

    @property
    def periods(self) -> tuple[Period, ...]:
        """The periods of the clock in order; empty without a clock."""
        return () if self.base is None else (Period(self.base, self.increment, self.moves), *self.later)

    def period_after(self, played: int) -> tuple[Period, int | None]:
        """Return the period of a side's next move, and the moves left in it, if limited. played: moves of the side.

        >>> TimeControl.parse("40/60:20/30").period_after(41)
        (Period(base=30.0, increment=0.0, moves=20), 19)
        """
        *before, last = self.periods
        for period in before:
            assert period.moves is not None
            if played < period.moves:
                return period, period.moves - played
            played -= period.moves
        return last, None if last.moves is None else last.moves - played % last.moves

    @property
    def is_timed(self) -> bool:
        """Whether time is limited, so that records have the time of each move."""
        return self.time is not None or self.base is not None

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Parse a control as `str` writes it: parts separated by commas, each at most once.

        Raises InputError, one line, for any other text.

        >>> TimeControl.parse("1+0.01") == TimeControl(base=1, increment=0.01)
        True
        >>> TimeControl.parse("time=0.5,nodes=2000") == TimeControl(time=0.5, nodes=2000)
        True
        """
        found: dict[str, Any] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            for name, value in _read_part(text, part).items():
                if name in found:
                    raise InputError(f"clock {text!r}: {name} is given twice")
                found[name] = value
        if not found and text.strip():
            raise InputError(f"clock {text!r} is empty; write one {FORM}")
        return cls(**found)

    def __str__(self) -> str:
        parts = [] if self.base is None else [":".join(map(str, self.periods))]
        for name in SETTINGS:
            value = getattr(self, name)
            if value is not None and (name != "margin" or (self.is_timed and value != MARGIN)):
                parts.append(f"{name}={_plain(value)}")
        return ",".join(parts)


SETTINGS = {"time": float, "nodes": int, "depth": int, "margin": float}


def _read_part(text: str, part: str) -> dict[str, Any]:
    """Parse a part of a control: `nodes=20`, `1+0.01` or `40/60:30`."""
    name, equals, value = part.partition("=")
    if equals and name in SETTINGS:
        return {name: _read_number(text, value, SETTINGS[name])}
    if equals:
        raise InputError(f"clock {text!r}: {part!r} is none of {', '.join(SETTINGS)}, as name=number")
    first, *later = (_read_period(text, word) for word in part.split(":"))
    return {**first._asdict(), "later": tuple(later)}


def _read_period(text: str, word: str) -> Period:
    """Parse a period: `60`, `60+0.5`, `40/60` or `40/60+0.5`."""
    moves, slash, seconds = word.partition("/") if "/" in word else ("", "", word)
    base, plus, increment = seconds.partition("+")
    return Period(
        float(_read_number(text, base, float)),
        float(_read_number(text, increment, float)) if plus else 0.0,
        int(_read_number(text, moves, int)) if slash else None,
    )


def _read_number(text: str, word: str, kind: type[int] | type[float]) -> float | int:
    """Parse a number. Raises InputError with the control's text."""
    try:
        if not word.isascii() or "_" in word:
            raise ValueError
        return kind(word)
    except ValueError:
        what = "whole number" if kind is int else "number of seconds"
        raise InputError(f"clock {text[:80]!r}: {word[:60]!r} is not a {what}; write one {FORM}") from None


def _check_seconds(name: str, given: object, may_be_zero: bool) -> float:
    """Return seconds as a float. Raises InputError if they are out of range."""
    seconds = as_number(given)
    if seconds is None or not 0 <= seconds <= MAX_SECONDS:
        raise InputError(f"clock: {name}={given} is not a number of seconds from 0 to {MAX_SECONDS:,}")
    if seconds == 0 and not may_be_zero:
        raise InputError(f"clock: {name}=0 leaves no time for the first move")
    return float(seconds)


def _plain(value: float | int) -> str:
    """Return a number as it is typed: 1 for 1.0."""
    return repr(value).removesuffix(".0")


class TimeUsed(NamedTuple):
    """The time a move took.

    seconds: taken; left: on the player's clock after the move, with the increment; None without a clock.
    late: seconds by which the move exceeded the player's time; 0 if it was in time.
    is_lost: whether it was late by more than the margin.
    """

    seconds: float
    left: float | None
    late: float
    is_lost: bool


class Clock:
    """Counts each side's time in one game, move by move.

    left: seconds that each side has left, in a resumed game; by default the control's base time.
    played: moves that each side has made on this clock.
    now: a monotonic time in seconds.

    >>> readings = iter([100.0, 100.25])
    >>> clock = Clock(TimeControl(base=1, increment=0.01), now=lambda: next(readings))
    >>> clock.start(MAX).clocks
    {1: 1.0, -1: 1.0}
    >>> clock.stop()
    TimeUsed(seconds=0.25, left=0.76, late=0.0, is_lost=False)
    """

    def __init__(
        self,
        control: TimeControl,
        left: Mapping[int, float] | None = None,
        played: Mapping[int, int] | None = None,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.control, self._now = control, now
        self.left = {MAX: control.base or 0.0, MIN: control.base or 0.0} | dict(left or {})
        self.played = {MAX: 0, MIN: 0} | dict(played or {})
        self._side, self._started = MAX, 0.0

    def start(self, side: int) -> Allowance:
        """Start the clock of a side and return its allowance for the move."""
        control = self.control
        allowance = Allowance(control.time, control.nodes, control.depth)
        if control.base is not None:
            clocks = {each: max(seconds, 0.0) for each, seconds in self.left.items()}
            period, moves_to_go = control.period_after(self.played[side])
            allowance = allowance._replace(clocks=clocks, increment=period.increment, moves_to_go=moves_to_go)
        self._side, self._started = side, self._now()
        return allowance

    def pause(self) -> None:
        """Subtract the time used so far from the clock of the side to move. To go on, call `start` again."""
        if self.control.base is not None:
            self.left[self._side] -= self._now() - self._started

    def stop(self, grace: float = 0.0) -> TimeUsed:
        """Return the time the move took, and subtract it from the clock of the side to move.

        grace: tolerance in seconds besides the margin.
        """
        seconds, control = self._now() - self._started, self.control
        if not control.is_timed:
            return TimeUsed(seconds, None, 0.0, False)
        limit = self.left[self._side] if control.time is None else control.time
        late = max(seconds - limit, 0.0)
        left = None
        if control.base is not None:
            left = self._count_move(seconds)
        return TimeUsed(seconds, left, late, late > control.margin + grace)

    def _count_move(self, seconds: float) -> float:
        """Count a move of the side to move that took `seconds`; return the seconds left to the side."""
        side, control = self._side, self.control
        period, moves_to_go = control.period_after(self.played[side])
        self.played[side] += 1
        self.left[side] += period.increment - seconds
        if moves_to_go == 1:
            self.left[side] += control.period_after(self.played[side])[0].base
        return self.left[side]

    def rounded(self, used: TimeUsed) -> tuple[float | None, float | None]:
        """Return the seconds taken and left, rounded for records; None in an untimed game or without a clock."""
        if not self.control.is_timed:
            return None, None
        return round(used.seconds, DECIMALS), None if used.left is None else round(max(used.left, 0.0), DECIMALS)


def show_seconds(seconds: float) -> str:
    """Return seconds as a clock shows them.

    >>> show_seconds(3723.4), show_seconds(59.96), show_seconds(-0.05)
    ('1:02:03.4', '1:00.0', '0:00.0')
    """
    tenths = max(0, round(10 * seconds))
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    return (f"{hours}:{minutes:02}" if hours else f"{minutes}") + f":{rest // 10:02}.{rest % 10}"
