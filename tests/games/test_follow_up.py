"""The theorem of docs/background/follow_up.md, written from that page: columns are strings of marks, without bits.

It is compared with `Connect4.follow_up`; and the follower's strategy is played against all that the leader can do.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game import FAR, outcome
from tests.games.test_connect4 import DIRECTIONS, MARKS, columns_of, connect4, random_line

SMALL = [(4, 4, 3), (4, 3, 3), (5, 3, 3), (3, 5, 3), (4, 4, 4), (5, 3, 4), (3, 3, 3), (2, 6, 3), (3, 4, 3)]
LARGE = [(7, 6, 4), (7, 7, 4), (6, 5, 4), (9, 6, 5)]


class Board(NamedTuple):
    """Columns from the bottom up, each a string of marks; the leader moves."""

    columns: tuple[str, ...]
    height: int
    connect: int
    leader: str
    follower: str

    @property
    def empty(self):
        rows = range(self.height)
        return {(c, r) for c, r in product(range(len(self.columns)), rows) if r >= len(self.columns[c])}

    @property
    def landings(self):
        return {(c, len(column)) for c, column in enumerate(self.columns) if len(column) < self.height}

    def stones(self, mark):
        return {(c, r) for c, column in enumerate(self.columns) for r, each in enumerate(column) if each == mark}

    def is_the_followers(self, cell):
        return (self.height - 1 - cell[1]) % 2 == 0

    def holds_line(self, cells):
        return any(
            all((c + n * right, r + n * up) in cells for n in range(self.connect))
            for c, r in cells
            for right, up in DIRECTIONS
        )

    def threats(self):
        own = self.stones(self.follower)
        return {cell for cell in self.empty if self.holds_line(own | {cell})}

    def drop(self, column, mark):
        columns = list(self.columns)
        columns[column] += mark
        return self._replace(columns=tuple(columns))


def board_of(game, state):
    mover = 0 if game.player(state) == pw.MAX else 1
    columns = tuple(columns_of(game, state))
    return Board(columns, game.height, game.connect, MARKS[mover], MARKS[1 - mover])


class Theorem(NamedTuple):
    """What the theorem says of a board: the leader "does not win" or "loses", in so many plies at most.

    forgotten: the cell u of theorem 2, from which its column is forgotten; None in theorem 1.
    """

    says: str
    plies: int
    forgotten: tuple[int, int] | None


def theorems(board):
    """Return what follows for a board from docs/background/follow_up.md."""
    empty, landings, threats = board.empty, board.landings, board.threats()
    waiting = {cell for cell in threats if board.is_the_followers(cell) and cell not in landings}
    cut_off = {(c, r) for c, r in empty if any(c == column and r > row for column, row in waiting)}
    own = board.stones(board.leader)
    reach = own | {cell for cell in empty - cut_off if not board.is_the_followers(cell)}
    reach |= {cell for cell in landings if board.is_the_followers(cell)}
    if len(empty) % 2 == 0:
        if board.holds_line(reach):
            return []
        if waiting:
            rest = {(c, r) for c, r in empty if any(c == column and r >= row - 1 for column, row in waiting)}
            return [Theorem("loses", len(empty) - len(rest) + 2, None)]
        theirs = {cell for cell in empty - landings if board.is_the_followers(cell)}
        if board.holds_line(board.stones(board.follower) | theirs):
            return [Theorem("loses", len(empty), None)]
        return [Theorem("does not win", 0, None)]
    found = []
    for column in range(len(board.columns)):
        rows = [r for c, r in threats - landings if c == column and not board.is_the_followers((c, r))]
        if rows:
            here = {(c, r) for c, r in empty if c == column}
            mine = {(c, r) for c, r in here if (board.is_the_followers((c, r)) and r < min(rows)) or (c, r) in landings}
            if not board.holds_line(reach - here | mine):
                rest = board.height - min(rows) + 1
                found.append(Theorem("loses", len(empty) - rest + 2, (column, min(rows) - 1)))
    return found


def bound(board):
    """Return what the theorem says as `Connect4.follow_up` does: the leader's best outcome, or FAR."""
    return min((0 if each.says == "does not win" else outcome(-1, each.plies) for each in theorems(board)), default=FAR)


def follow(board, theorem):
    """Play the follower's strategy against every move of the leader's; return the worst result and the most plies.

    The result is from the follower's view: 1 for a line, 0 for a full board, -1 if the leader has a line.
    """
    tops = [board.height] * len(board.columns)
    if theorem.forgotten is not None:
        tops[theorem.forgotten[0]] = theorem.forgotten[1]
    odd = [c for c, column in enumerate(board.columns) if (tops[c] - len(column)) % 2 == 1]
    partner = {}
    for one, other in zip(odd[::2], odd[1::2], strict=True):
        partner[one], partner[other] = other, one

    @cache
    def worst(now):
        results = []
        for column, _ in now.landings:
            after = now.drop(column, now.leader)
            if after.holds_line(after.stones(now.leader)):
                return -1, 1
            if not after.empty:
                results.append((0, 1))
                continue
            left = tops[column] - len(now.columns[column])
            answer = column if left % 2 == 0 or left < 0 else partner[column]
            if (column, len(now.columns[column])) == theorem.forgotten:
                answer = column
            assert len(after.columns[answer]) < board.height, "there is room for the answer"
            then = after.drop(answer, now.follower)
            if then.holds_line(then.stones(now.follower)):
                results.append((1, 2))
            elif not then.empty:
                results.append((0, 2))
            else:
                assert column != (theorem.forgotten or (None,))[0] or left > 0, "play on the threat ends the game"
                result, plies = worst(then)
                results.append((result, plies + 2))
        return min(each for each, _ in results), max(plies for _, plies in results)

    return worst(board)


def boards(size, lines, most_empty=99):
    """Yield states of random lines of play, not over and with so many empty cells at most, with their boards."""
    game = connect4(*size)
    for seed in range(lines):
        for state, columns in random_line(game, seed, careful=True):
            empty = game.width * game.height - sum(map(len, columns))
            if empty <= most_empty and not game.terminal(state):
                yield game, state, board_of(game, state)


@pytest.mark.slow_with("(9, 6, 5)", "(7, 7, 4)")
@pytest.mark.parametrize("size", SMALL + LARGE, ids=str)
def test_the_theorem_is_what_the_game_knows(size):
    said = set()
    for game, state, board in boards(size, 8 if size in LARGE else 20):
        expected = bound(board)
        assert game.follow_up(state, game.landings(state), len(board.empty)) == expected, game.format_state(state)
        said.add(expected)
    assert len(said) > 1


def test_the_followers_strategy_does_what_the_theorem_says():
    kept = Counter()
    for size, most_empty in [*((size, 99) for size in SMALL), ((7, 6, 4), 11), ((6, 5, 4), 10), ((5, 5, 4), 11)]:
        for game, state, board in boards(size, 20, most_empty):
            for theorem in theorems(board):
                result, plies = follow(board, theorem)
                assert result >= (theorem.says == "loses"), game.format_state(state)
                assert theorem.says != "loses" or plies <= theorem.plies, game.format_state(state)
                kept[theorem.says, theorem.forgotten is not None] += 1
    assert set(kept) == {("does not win", False), ("loses", False), ("loses", True)}
    assert min(kept.values()) > 20, kept
