"""Isolation 5x5 with the moves of a knight: points that can be added and compared, the cells used up as a set of pairs."""
from __future__ import annotations

from dataclasses import dataclass

import plywise as pw

SIZE = 5


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

    def __neg__(self):
        return Point(-self.x, -self.y)

    @property
    def on_board(self) -> bool:
        return 0 <= self.x < SIZE and 0 <= self.y < SIZE

    def distance(self, other: Point) -> int:
        return max(abs(self.x - other.x), abs(self.y - other.y))


LEAPS = [Point(1, 2), Point(2, 1)]
LEAPS += [Point(p.x, -p.y) for p in LEAPS]
LEAPS += [-p for p in LEAPS]
CENTRE = Point(SIZE // 2, SIZE // 2)


@dataclass(frozen=True)
class Position:
    here: Point
    there: Point
    used: frozenset[tuple[int, int]] = frozenset()
    first_to_move: bool = True

    def is_free(self, point: Point) -> bool:
        return point.on_board and (point.x, point.y) not in self.used and point not in (self.here, self.there)

    def reach(self, start: Point) -> list[Point]:
        return [to for leap in LEAPS if self.is_free(to := start + leap)]


class Isolation(pw.Game):
    name = "isolation"

    def initial(self) -> Position:
        return Position(Point(0, 0), Point(SIZE - 1, SIZE - 1))

    def player(self, position: Position) -> int:
        return pw.MAX if position.first_to_move else pw.MIN

    def actions(self, position: Position) -> list[Point]:
        return sorted(position.reach(position.here))

    def result(self, position: Position, to: Point) -> Position:
        used = position.used | {(position.here.x, position.here.y)}
        return Position(position.there, to, used, not position.first_to_move)

    def terminal(self, position: Position) -> bool:
        return not position.reach(position.here)

    def utility(self, position: Position) -> int:
        return -100 if position.first_to_move else 100

    def evaluate(self, position: Position) -> int:
        mine, yours = len(position.reach(position.here)), len(position.reach(position.there))
        near = position.there.distance(CENTRE) - position.here.distance(CENTRE)
        value = 3 * (mine - yours) + near
        return value if position.first_to_move else -value
