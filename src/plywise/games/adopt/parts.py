"""The parts of a user's game as functions over its own states, and positions in which they were tried."""

import copy
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from plywise.game.contents import is_immutable
from plywise.game.freezing.forms import Unfit, objects_in
from plywise.games.adopt.reading import quiet
from plywise.games.user_files import described

MAX_MOVES = 5_000
LINES, PLIES, SECONDS = 60, 300, 2.0
"""The number of lines of random play to try, their length, and the seconds for all of them."""


@dataclass
class Parts:
    """A game's parts. Each is called with the position, then with who moves, if that is an argument.

    moves: lists or yields the moves. play: plays one on a position that it may change, and returns the child; where
    `players` are given, the child and who moves there
    leaf: also takes a depth; returns a leaf's value, None if the game continues and the depth is not 0
    start: creates the first position
    players: the two values for the player to move, the first player's first; empty if the position tells who moves
    spread: how many arguments the position is; 1, or the length of the list that it is
    exact, horizon: the depths that mean "to the end" and "here"; horizon is None if nothing is estimated
    origin: a description of where the parts come from. roles: role -> the name of its function. leaves: other values of
    leaf
    may_be_infinite: whether ends may have infinite values. as_number: "int" or "float" if values are NumPy's
    """

    moves: Callable[..., Iterable[Any]]
    play: Callable[..., Any]
    leaf: Callable[..., Any]
    start: Callable[[], Any]
    players: tuple[Any, ...] = ()
    spread: int = 1
    exact: int = 1
    horizon: int | None = 0
    origin: str = ""
    roles: dict[str, str] = field(default_factory=dict)
    leaves: tuple[Callable[..., Any], ...] = ()
    may_be_infinite: bool = False
    as_number: str = ""

    def arguments(self, it: Any, who: Any) -> list[Any]:
        """Return the arguments of a position."""
        return [*(it if self.spread > 1 else [it]), *([who] if self.players else [])]

    def list_moves(self, it: Any, who: Any) -> list[Any]:
        """Return the moves; listing may change the position, so pass a copy."""
        return list(islice(self.moves(*self.arguments(it, who)), MAX_MOVES))

    def value(self, it: Any, who: Any) -> Any:
        """Return the value of a leaf at the end of the game; None if it continues."""
        return self.leaf(*self.arguments(it, who), self.exact)

    def estimate(self, it: Any, who: Any) -> Any:
        """Return the estimate of a position."""
        return self.leaf(*self.arguments(it, who), self.horizon)

    def child(self, it: Any, who: Any, move: Any) -> tuple[Any, Any]:
        """Return the position after a move, and who moves there. The given position may change."""
        found = self.play(*self.arguments(it, who), move)
        return found if self.players else (found, None)

    def first(self) -> tuple[Any, Any]:
        """Return a new first position, and who moves there."""
        return self.start(), self.players[0] if self.players else None


@dataclass
class Sample:
    """A position from trial play.

    it, who: unchanged copies; moves: the moves there, copied; value: at the end of the game; path: the moves' places
    from the start; error: raised by the parts there; held: the class of an object of the position that a move refers to
    """

    it: Any
    who: Any
    moves: list[Any]
    value: Any
    path: tuple[int, ...]
    error: str = ""
    held: str = ""


def duplicate(value: Any) -> Any:
    """Return a copy that shares nothing mutable."""
    return value if is_immutable(value) else copy.deepcopy(value)


def sample(parts: Parts, lines: int = LINES, seconds: float = SECONDS, seed: int = 1) -> list[Sample]:
    """Return positions of lines of random play. Exceptions of the parts in the first two plies propagate."""
    chance, ends, found = random.Random(seed), time.perf_counter() + seconds, []
    with quiet():
        for _ in range(lines):
            it, who = parts.first()
            path: tuple[int, ...] = ()
            for ply in range(PLIES):
                try:
                    one = look_at(parts, it, who, path)
                    found.append(one)
                    if one.value is not None or not one.moves or time.perf_counter() > ends:
                        break
                    place = chance.randrange(len(one.moves))
                    it, who = parts.child(duplicate(it), who, duplicate(one.moves[place]))
                except Exception as error:
                    if ply < 2:
                        raise
                    found[-1].error = described(error)
                    break
                path = (*path, place)
            if time.perf_counter() > ends:
                break
    return found


def look_at(parts: Parts, it: Any, who: Any, path: tuple[int, ...]) -> Sample:
    """Return a sample: the results of the parts for a position."""
    value, listed = parts.value(duplicate(it), who), duplicate(it)
    found = [] if value is not None else parts.list_moves(listed, who)
    moves = [duplicate(each) for each in found]
    return Sample(duplicate(it), who, moves, value, path, held=_held_by_both(listed, found))


def _held_by_both(it: Any, moves: list[Any]) -> str:
    """Return the class of an object of a position that a move refers to; "" if there is none."""
    if all(map(is_immutable, moves)):
        return ""
    kept: dict[int, Any] = {}
    try:
        own = {id(each) for each in objects_in(it, kept)[0]}
        found = [each for move in moves for each in objects_in(move, {})[0]]
    except Unfit:
        return ""
    return next((type(each).__name__ for each in found if id(each) in own), "")


def perft(parts: Parts, plies: int, seconds: float = 10.0) -> list[int]:
    """Return the numbers of lines of 1, 2, ... plies, as far as time allows."""
    counts = [0] * plies
    ends = time.perf_counter() + seconds

    def walk(it: Any, who: Any, ply: int, depth: int) -> None:
        if time.perf_counter() > ends:
            raise TimeoutError
        if parts.value(duplicate(it), who) is not None:
            return
        moves = parts.list_moves(duplicate(it), who)
        counts[ply] += len(moves)
        if ply + 1 < depth:
            for move in moves:
                walk(*parts.child(duplicate(it), who, duplicate(move)), ply + 1, depth)

    found: list[int] = []
    with quiet():
        for depth in range(1, plies + 1):
            counts = [0] * plies
            try:
                walk(*parts.first(), 0, depth)
            except TimeoutError:
                break
            found = counts[:depth]
    return found


def spread_over(positions: Sequence[Sample], most: int) -> list[Sample]:
    """Return a random choice of at most `most` positions, those with the shortest paths first."""
    chosen = list(positions) if len(positions) <= most else random.Random(1).sample(list(positions), most)
    return sorted(chosen, key=lambda each: len(each.path))


__all__ = ["Parts", "Sample", "duplicate", "look_at", "perft", "sample", "spread_over"]
