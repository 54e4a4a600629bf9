"""Numbers in comments on a move: evaluation, depth, nodes, time and clock.

Three forms are read: the commands [%eval 0.25,12] and [%clk 0:01:00] of most programs; +0.25/12 0.5s, as Cutechess
writes it; and the same followed by further numbers, as Fastchess writes it. Plywise writes commands.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from math import ceil, inf, isfinite
from typing import Any

from plywise.game import Game, Value, is_outright
from plywise.play.move_record import MoveRecord

COMMAND = re.compile(r"\[%(\w+)\s+([^\]\s][^\]]*)\]")
KNOWN = re.compile(r"\s*\[%(?:eval|depth|nodes|emt|clk)\s[^\]]*\]\s*")
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?|-?inf")
MATE = re.compile(r"([+-]?)#([+-]?)(\d{1,6})")
TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)", re.ASCII)

MAX_CACHED = 4096
"""Number of evaluations and times cached, because files repeat most of them."""

ENGINE = re.compile(
    r"(?:\([^()]*\)\s*)?(?P<value>[+-]?(?:\d{1,9}\.\d+|M\d{1,6}))/(?P<depth>\d{1,6})(?:/\d+)?"
    r"(?:\s+(?P<time>\d{1,9}(?:\.\d+)?)(?P<unit>ms|s|)(?![\w.]))?",
    re.ASCII,
)
"""An engine's evaluation from the view of the player who moves, as Cutechess, Fastchess and Arena write it."""

FURTHER = {
    "nodes": re.compile(r"\bn=(\d{1,18})\b", re.ASCII),
    "clock": re.compile(r"\btl=(\d{1,9}(?:\.\d+)?)s", re.ASCII),
}


class MoveComments:
    """Read and write the numbers in comments on moves. unit: the value of 1 in an evaluation."""

    def __init__(self, game: Game, unit: int) -> None:
        self.game, self.unit = game, unit

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, comments: Iterable[str], side: int) -> dict[str, Any]:
        """Return the numbers in the comments on a move of a side, by the names of MoveRecord's fields."""
        found: dict[str, Any] = {}
        for comment in comments:
            if "[%" in comment:
                self._read_commands(comment, side, found)
            elif "/" in comment:
                found |= self._read_engine(comment, side)
        return found

    def _read_commands(self, comment: str, side: int, found: dict[str, Any]) -> None:
        """Add the numbers in the commands of a comment to `found`."""
        for name, text in COMMAND.findall(comment):
            if name == "eval":
                value, _, depth = text.partition(",")
                if "#" in value:
                    found |= self._read_mate(value.strip(), side)
                elif (number := _read_value(value.strip(), self.unit, bool(depth))) is not None:
                    found["value"] = number
                if not depth:
                    continue
                name, text = "depth", depth
            if name in READ:
                field, read = READ[name]
                number = read(text.strip())
                if number is not None:
                    found[field] = number

    def _read_mate(self, text: str, side: int) -> dict[str, Any]:
        """Return the value of a won game and the distance to the mate; empty if the text is not a mate."""
        mate = MATE.fullmatch(text)
        if mate is None:
            return {}
        sign = -1 if "-" in (mate[1], mate[2]) else 1
        moves = int(mate[3])
        return self._won_by(sign if moves else side, 2 * moves + (1 if moves == 0 or sign == side else 0))

    def _won_by(self, winner: int, distance: int) -> dict[str, Any]:
        """Return the value and the distance, in plies with the move, of a game won by a side."""
        low, high = self.game.utility_bounds
        bound = high if winner > 0 else low
        return {"value": bound if isfinite(bound) else winner, "distance": distance}

    def _read_engine(self, comment: str, side: int) -> dict[str, Any]:
        match = ENGINE.match(comment)
        if match is None:
            return {}
        value = match["value"]
        if "M" in value:  # in plies
            found = self._won_by(-side if value.startswith("-") else side, int(value.partition("M")[2]))
        else:
            found = {"value": _plain(Decimal(value) * self.unit * side)}
        found["depth"] = int(match["depth"])
        if match["time"]:
            found["time"] = round(float(match["time"]) / (1000 if match["unit"] == "ms" else 1), 3)
        for name, pattern in FURTHER.items():
            further = pattern.search(comment, match.end())
            if further is not None:
                found[name] = int(further[1]) if name == "nodes" else round(float(further[1]), 3)
        return found

    def texts(self, comments: tuple[str, ...], numbers: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the comments on a move, or none if they are only the numbers as Plywise writes them."""
        only = comments[0] if len(comments) == 1 else ""
        is_own = only.endswith("]") and only.startswith("[%") and self._commands(numbers) == " ".join(only.split())
        return () if is_own else comments

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, move: MoveRecord, side: int) -> Iterator[str]:
        """Yield the comments on a move: those in its notes, and the numbers that they lack."""
        comments, numbers = list(move.notes.comments), _numbers_of(move)
        if self.read(comments, side) == numbers:
            yield from comments
            return
        rest = [KNOWN.sub(" ", ENGINE.sub("", comment, count=1)).strip(" ,") for comment in comments]
        yield " ".join(filter(None, [self._commands(numbers), *rest[:1]]))
        yield from filter(None, rest[1:])

    def _commands(self, numbers: Mapping[str, Any]) -> str:
        """Return the numbers of a move: [%eval 0.25,6] [%nodes 2000] [%emt 0:00:00.25] [%clk 0:00:59.75]."""
        commands, get = [], numbers.get
        value, depth, nodes = self._write_value(get("value"), get("distance")), get("depth"), get("nodes")
        if value:
            commands.append(f"[%eval {value}]" if depth is None else f"[%eval {value},{depth}]")
        elif depth is not None:
            commands.append(f"[%depth {depth}]")
        if nodes is not None:
            commands.append(f"[%nodes {nodes}]")
        for name, seconds in (("emt", get("time")), ("clk", get("clock"))):
            if seconds is not None:
                commands.append(f"[%{name} {write_time(seconds)}]")
        return " ".join(commands)

    def _write_value(self, value: Value | None, distance: int | None) -> str:
        """Return an evaluation from MAX's view: 0.25, or #3 if MAX wins in three moves, counted after the move."""
        if value is None:
            return ""
        if distance is not None and is_outright(self.game, value):
            after = distance - 1
            return f"#{'-' if value < 0 else ''}{ceil(after / 2)}"
        if self.unit == 1 or not isfinite(value):
            return repr(value)
        return _in_units(value, self.unit)


def _numbers_of(move: MoveRecord) -> dict[str, Any]:
    numbers = {"value": move.value, "depth": move.depth, "nodes": move.nodes, "time": move.time, "clock": move.clock}
    numbers["distance"] = move.distance
    return {name: number for name, number in numbers.items() if number is not None}


@lru_cache(MAX_CACHED)
def _read_value(text: str, unit: int, has_depth: bool) -> Value | None:
    """Parse an evaluation; None if it is not a number.

    Where evaluations are in pawns, a whole number with a depth is in hundredths of a pawn, as ChessBase writes it.
    """
    if not NUMBER.fullmatch(text) or len(text) > 400:
        return None
    if "inf" in text:
        return -inf if text.startswith("-") else inf
    is_whole = text.lstrip("+-").isdecimal()
    if unit == 1:
        number: Value = int(text) if is_whole else float(text)
    else:
        number = _plain(Decimal(text) * (1 if is_whole and has_depth else unit))
    return None if isinstance(number, float) and not isfinite(number) else number


@lru_cache(MAX_CACHED, typed=True)
def _in_units(value: Value, unit: int) -> str:
    """Return a value in units, with at least two decimals."""
    number = Decimal(repr(value)) / unit
    return f"{number:.2f}" if number == round(number, 2) else f"{number:f}"


def _plain(number: Decimal) -> Value:
    return int(number) if number == number.to_integral_value() and abs(number) < 10**300 else float(number)


def _read_whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 19 else None


@lru_cache(MAX_CACHED)
def _read_time(text: str) -> float | None:
    """Return the seconds of a time h:mm:ss; None if it is not one."""
    match = TIME.fullmatch(text)
    if match is None or len(text) > 40:
        return None
    return round(int(match[1] or 0) * 3600 + int(match[2]) * 60 + float(match[3]), 3)


READ: dict[str, tuple[str, Callable[[str], float | None]]] = {
    "depth": ("depth", _read_whole), "nodes": ("nodes", _read_whole), "emt": ("time", _read_time),
    "clk": ("clock", _read_time),
}  # fmt: skip
"""Name of a command -> the field of a MoveRecord, and its parser."""


@lru_cache(MAX_CACHED, typed=True)
def write_time(seconds: float) -> str:
    """Return seconds as h:mm:ss, with decimals if there are any.

    >>> write_time(3723.25), write_time(9.0)
    ('1:02:03.25', '0:00:09')
    """
    thousandths = round(max(seconds, 0) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    decimals = f"{rest % 1000:03}".rstrip("0")
    return f"{minutes // 60}:{minutes % 60:02}:{rest // 1000:02}{'.' + decimals if decimals else ''}"
