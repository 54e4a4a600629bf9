"""A little Tak on 3x3: stacks of variable length, written from the bottom to the top; a stack is carried a step."""
from dataclasses import dataclass, field
from typing import Iterator, Tuple

import plywise as pw

SIDE = 3
CARRY = 3


@dataclass(frozen=True)
class Tak:
    stacks: Tuple[str, ...] = ("",) * 9
    turn: str = "w"
    reserve: Tuple[int, int] = (6, 6)
    plies: int = field(default=0)

    @property
    def foe(self) -> str:
        return "wb".replace(self.turn, "")

    def top(self, i: int) -> str:
        return self.stacks[i][-1:] or " "

    @property
    def tops(self) -> str:
        return "".join(self.top(i) for i in range(9))

    def with_stacks(self, changed: dict, used: int = 0) -> "Tak":
        stacks = tuple(changed.get(i, stack) for i, stack in enumerate(self.stacks))
        white, black = self.reserve
        reserve = (white - used, black) if self.turn == "w" else (white, black - used)
        return Tak(stacks, self.foe, reserve, self.plies + 1)


class Stacks(pw.Game):
    name = "stacks"
    utility_bounds = (-10, 10)
    LONGEST = 40

    def initial(self):
        return Tak()

    def player(self, s: Tak):
        return pw.MAX if s.turn == "w" else pw.MIN

    @staticmethod
    def steps(i: int) -> Iterator[int]:
        row, column = divmod(i, SIDE)
        if row > 0:
            yield i - SIDE
        if column > 0:
            yield i - 1
        if column < SIDE - 1:
            yield i + 1
        if row < SIDE - 1:
            yield i + SIDE

    def actions(self, s: Tak):
        if s.reserve["wb".index(s.turn)] > 0:
            yield from (("place", i) for i, stack in enumerate(s.stacks) if not stack)
        for i, stack in enumerate(s.stacks):
            if stack and stack[-1] == s.turn:
                for count in range(1, min(CARRY, len(stack)) + 1):
                    for to in self.steps(i):
                        if len(s.stacks[to]) + count <= 6:
                            yield ("carry", i, to, count)

    def result(self, s: Tak, action):
        kind, start, *rest = action
        if kind == "place":
            return s.with_stacks({start: s.turn}, used=1)
        to, count = rest
        left, carried = s.stacks[start][:-count], s.stacks[start][-count:]
        return s.with_stacks({start: left, to: s.stacks[to] + carried})

    def road(self, s: Tak, colour: str) -> bool:
        tops = s.tops
        for starts, goal in ((range(3), lambda i: i >= 6), (range(0, 9, 3), lambda i: i % 3 == 2)):
            todo = [i for i in starts if tops[i] == colour]
            seen = set(todo)
            while todo:
                i = todo.pop()
                if goal(i):
                    return True
                for j in self.steps(i):
                    if tops[j] == colour and j not in seen:
                        seen.add(j)
                        todo.append(j)
        return False

    def terminal(self, s: Tak):
        return self.road(s, "w") or self.road(s, "b") or s.plies >= self.LONGEST or not any(True for _ in self.actions(s))

    def utility(self, s: Tak):
        white, black = self.road(s, "w"), self.road(s, "b")
        if white and black:          # both at once: the mover's counts
            return 10 if s.foe == "w" else -10
        if white or black:
            return 10 if white else -10
        flats = s.tops.count("w") - s.tops.count("b")
        return (flats > 0) - (flats < 0)

    def evaluate(self, s: Tak):
        return (s.tops.count("w") - s.tops.count("b")) / 10
