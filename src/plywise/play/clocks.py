"""Clocks: what a player may use for a move, and whether its time ran out."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.plain_numbers import as_number, as_whole
from plywise.play.player import Allowance

MARGIN = 0.1
"""Seconds by which a move may come late, unless a control says otherwise: pipes and schedulers take time, too."""

MAX_SECONDS = 1_000_000
"""The longest time that a clock counts: eleven days."""

FORM = "such as 60+0.5 (seconds for the game and for each move), time=0.1, nodes=2000 or depth=6"

DECIMALS = 3  # of the seconds in records


@dataclass(frozen=True)
class TimeControl:
    """What each player may use. None: no limit.

    time: seconds for each move.
    nodes, depth: of the search for each move.
    base: seconds that each side has for the whole game; increment: seconds that it gains with each of its moves.
    margin: a side has lost on time only when it is late by more than these seconds; players are not told. On a clock
        they are for the whole game: what a move takes of them is gone.

    Raises InputError for a control that no game can be played under.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    increment: float = 0.0
    margin: float = MARGIN

    def __post_init__(self) -> None:
        for name, may_be_zero in (("time", False), ("base", False), ("increment", True), ("margin", True)):
            given = getattr(self, name)
            if given is not None or may_be_zero:
                object.__setattr__(self, name, _check_seconds(name, given, may_be_zero))
        for name in ("nodes", "depth"):
            given = getattr(self, name)
            whole = as_whole(given)
            if given is not None and (whole is None or whole < 1):
                raise InputError(f"clock: {name}={given} is not a whole number from 1 on")
            object.__setattr__(self, name, whole)
        if self.base is not None and self.time is not None:
            raise InputError("clock: seconds for each move and seconds for the game contradict: give one of them")
        if self.base is None and self.increment:
            raise InputError("clock: an increment goes with seconds for the game, as in 60+0.5")

    @property
    def is_timed(self) -> bool:
        """Whether time is limited: then records say how long each move took."""
        return self.time is not None or self.base is not None

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Return the control that a text names, as `str` writes it: parts with commas between, each at most once.

        Raises InputError, one line, for any other text.

        >>> TimeControl.parse("1+0.01") == TimeControl(base=1, increment=0.01)
        True
        >>> TimeControl.parse("time=0.5,nodes=2000") == TimeControl(time=0.5, nodes=2000)
        True
        """
        found: dict[str, float | int] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            for name, value in _read_part(text, part).items():
                if name in found:
                    raise InputError(f"clock {text!r}: {name} is given twice")
                found[name] = value
        if not found and text.strip():
            raise InputError(f"clock {text!r} says nothing; write one {FORM}")
        return cls(**found)  # type: ignore[arg-type]  # each name has a number of its type

    def __str__(self) -> str:
        parts = [] if self.base is None else [f"{_plain(self.base)}+{_plain(self.increment)}"]
        for name in SETTINGS:
            value = getattr(self, name)
            if value is not None and (name != "margin" or (self.is_timed and value != MARGIN)):
                parts.append(f"{name}={_plain(value)}")
        return ",".join(parts)


SETTINGS = {"time": float, "nodes": int, "depth": int, "margin": float}


def _read_part(text: str, part: str) -> dict[str, float | int]:
    """Return the settings in a part of a control's text: of `nodes=20`, or of `1+0.01`."""
    name, equals, value = part.partition("=")
    if equals and name in SETTINGS:
        return {name: _read_number(text, value, SETTINGS[name])}
    if equals:
        raise InputError(f"clock {text!r}: {part!r} is none of {', '.join(SETTINGS)}, as name=number")
    base, plus, increment = part.partition("+")
    found: dict[str, float | int] = {"base": _read_number(text, base, float)}
    return found | ({"increment": _read_number(text, increment, float)} if plus else {})


def _read_number(text: str, word: str, kind: type[int] | type[float]) -> float | int:
    """Return the number that a word is. Raises InputError naming the control's text."""
    try:
        if not word.isascii() or "_" in word:
            raise ValueError
        return kind(word)
    except ValueError:
        what = "whole number" if kind is int else "number of seconds"
        raise InputError(f"clock {text[:80]!r}: {word[:80]!r} is no {what}; write one {FORM}") from None


def _check_seconds(name: str, given: object, may_be_zero: bool) -> float:
    """Return seconds as a float. Raises InputError for what no clock counts."""
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
    """What a move took.

    seconds: taken; left: on the player's clock after the move, with the increment; None where there is no clock.
    late: by how many seconds the move came after the end of the player's time; 0 if it came in time.
    is_lost: whether it was late by more than the margin.
    """

    seconds: float
    left: float | None
    late: float
    is_lost: bool


class Clock:
    """Counts each side's time in one game, move by move.

    left: seconds that each side has left, in a game that goes on; otherwise all that the control gives.
    now: gives the time in seconds from any beginning; it never goes back.

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
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.control, self._now = control, now
        self.left = {MAX: control.base or 0.0, MIN: control.base or 0.0} | dict(left or {})
        self._side, self._started = MAX, 0.0

    def start(self, side: int) -> Allowance:
        """Return what a side may use for the move that it begins now."""
        control = self.control
        clocks = {each: max(seconds, 0.0) for each, seconds in self.left.items()} if control.base is not None else None
        allowance = Allowance(control.time, control.nodes, control.depth, clocks, control.increment)
        self._side, self._started = side, self._now()
        return allowance

    def stop(self) -> TimeUsed:
        """Return what the move took, and take it off the clock of the side that began it."""
        seconds, control = self._now() - self._started, self.control
        if not control.is_timed:
            return TimeUsed(seconds, None, 0.0, False)
        limit = self.left[self._side] if control.time is None else control.time
        late = max(seconds - limit, 0.0)
        left = None
        if control.base is not None:
            self.left[self._side] += control.increment - seconds
            left = self.left[self._side]
        return TimeUsed(seconds, left, late, late > control.margin)

    def rounded(self, used: TimeUsed) -> tuple[float | None, float | None]:
        """Return the seconds taken and left as records have them: None where no time is limited, or none is kept."""
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
