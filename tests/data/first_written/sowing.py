"""Kalah with four pits each: a frozen dataclass with methods, properties and replace()."""
from __future__ import annotations

from dataclasses import dataclass, replace

import plywise as pw

PITS = 4


@dataclass(frozen=True)
class Board:
    mine: tuple[int, ...]
    yours: tuple[int, ...]
    my_store: int = 0
    your_store: int = 0
    first_to_move: bool = True

    @classmethod
    def start(cls, seeds: int) -> Board:
        return cls((seeds,) * PITS, (seeds,) * PITS)

    @property
    def over(self) -> bool:
        return sum(self.mine) == 0 or not any(self.yours)

    @property
    def lead(self) -> int:
        """What the player to move would win by, if the game ended now."""
        return self.my_store + sum(self.mine) - self.your_store - sum(self.yours)

    def turned(self) -> Board:
        return Board(self.yours, self.mine, self.your_store, self.my_store, not self.first_to_move)

    def sow(self, pit: int) -> Board:
        ring = [*self.mine, self.my_store, *self.yours]
        seeds, ring[pit] = ring[pit], 0
        at = pit
        while seeds:
            at = (at + 1) % len(ring)
            ring[at] += 1
            seeds -= 1
        if at < PITS and ring[at] == 1 and ring[2 * PITS - at] > 0:
            ring[PITS] += ring[2 * PITS - at] + 1
            ring[at] = ring[2 * PITS - at] = 0
        board = replace(self, mine=tuple(ring[:PITS]), my_store=ring[PITS], yours=tuple(ring[PITS + 1:]))
        return board if at == PITS else board.turned()


class Sowing(pw.Game):
    name = "sowing"

    def __init__(self, seeds: int = 3):
        self.seeds = seeds

    def initial(self) -> Board:
        return Board.start(self.seeds)

    def player(self, board: Board) -> int:
        return pw.MAX if board.first_to_move else pw.MIN

    def actions(self, board: Board) -> list[int]:
        return [pit for pit in range(PITS) if board.mine[pit]]

    def result(self, board: Board, pit: int) -> Board:
        return board.sow(pit)

    def terminal(self, board: Board) -> bool:
        return board.over

    def utility(self, board: Board) -> int:
        return board.lead if board.first_to_move else -board.lead

    def evaluate(self, board: Board) -> int:
        stores = board.my_store - board.your_store
        return stores if board.first_to_move else -stores
