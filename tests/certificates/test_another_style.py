"""Certificates of tic-tac-toe and of 5 by 4 Connect Four once more, by code that shares nothing with Plywise.

Boards are dictionaries, lines are listed beforehand; what a certificate claims is also found by an exhaustive search.
"""

from itertools import product
from typing import NamedTuple

import pytest

from tests.helpers.paths import ROOT

FILES = ROOT / "tests/data/certificates"


class Rules(NamedTuple):
    """A board on which whoever has a line first wins. drops: whether marks fall to the bottom of their column."""

    columns: int
    rows: int
    need: int
    drops: bool

    def lines(self):
        """Return, for each cell, the lines through it."""
        cells = set(product(range(self.columns), range(self.rows)))
        steps = ((1, 0), (0, 1), (1, 1), (1, -1))
        rays = [{(c + n * dc, r + n * dr) for n in range(self.need)} for c, r in cells for dc, dr in steps]
        return {cell: [ray for ray in rays if cell in ray and ray <= cells] for cell in cells}

    def moves(self, board):
        """Return the cells that may be marked, in the order that docs/reference/certificates.md gives."""
        if self.drops:
            columns = ([(c, r) for r in range(self.rows) if (c, r) not in board] for c in range(self.columns))
            return [free[0] for free in columns if free]
        return [(c, r) for r in range(self.rows) for c in range(self.columns) if (c, r) not in board]

    def name(self, board):
        """Return what boards have in common that are the same up to symmetry."""
        across, down = self.columns - 1, self.rows - 1
        ways = [lambda c, r: (c, r), lambda c, r: (across - c, r)]
        if not self.drops:
            ways += [lambda c, r: (c, down - r), lambda c, r: (across - c, down - r)]
            ways += [lambda c, r, way=way: way(r, c) for way in ways[:4]]
        return min(tuple(sorted((*way(*cell), mark) for cell, mark in board.items())) for way in ways)


class Play:
    """Games by the rules, from the empty board; X begins."""

    def __init__(self, rules):
        self.rules, self.lines = rules, rules.lines()

    def after(self, board, cell):
        """Return the board with one more mark, and how play ended: the mark that has won, "draw", or ""."""
        mark = "XO"[len(board) % 2]
        then = {**board, cell: mark}
        if any(all(then.get(each) == mark for each in line) for line in self.lines[cell]):
            return then, mark
        return then, "draw" if len(then) == self.rules.columns * self.rules.rows else ""

    def best(self, board, known):
        """Return what the player to move gets at best, 1, 0 or -1, by an exhaustive search; known: board -> that."""
        name = frozenset(board.items())
        if name not in known:
            best = -1
            for then, end in (self.after(board, cell) for cell in self.rules.moves(board)):
                best = max(best, -self.best(then, known) if not end else 0 if end == "draw" else 1)
                if best == 1:
                    break
            known[name] = best
        return known[name]


def numbers(body):
    """Yield the entries of a body."""
    number = factor = 0
    for byte in body:
        factor = factor * 128 or 1
        number += byte % 128 * factor
        if byte < 128:
            yield number
            number = factor = 0


def follow(play, strategist, body):
    """Follow a certificate, which claims at least a draw; return how many positions it takes. Fails if it is none."""
    other, entries, met, waiting = "OX"["XO".index(strategist)], numbers(body), set(), [{}]
    while waiting:  # what is met last is next, so that it goes depth first
        board = waiting.pop()
        if play.rules.name(board) in met:
            continue
        moves = play.rules.moves(board)
        after = [play.after(board, cell) for cell in moves]
        assert other not in [end for _, end in after] or "XO"[len(board) % 2] == strategist
        if "XO"[len(board) % 2] != strategist:
            met.add(play.rules.name(board))
            waiting += [then for then, end in reversed(after) if not end]
            continue
        if any(end in (strategist, "draw") for _, end in after):
            continue
        met.add(play.rules.name(board))
        alive = [
            then for then, _ in after if other not in [play.after(then, cell)[1] for cell in play.rules.moves(then)]
        ]
        assert alive
        waiting.append(alive[0] if len(alive) == 1 else after[next(entries)][0])
    assert list(entries) == []
    return len(met)


CASES = {
    "tictactoe-max": (Rules(3, 3, 3, drops=False), "X"),
    "tictactoe-min": (Rules(3, 3, 3, drops=False), "O"),
    "connect4-5x4-max": (Rules(5, 4, 4, drops=True), "X"),
    "connect4-5x4-min": (Rules(5, 4, 4, drops=True), "O"),
}


@pytest.mark.slow_with("connect4-5x4-min")
@pytest.mark.parametrize("name", CASES)
def test_a_certificate_keeps_a_draw_on_every_line(name):
    rules, strategist = CASES[name]
    header, _, body = (FILES / f"{name}.cert").read_bytes().partition(b"\n\n")
    said = dict(line.split(" ", 1) for line in header.decode().splitlines())
    assert (said["player"], said["goal"]) == ({"X": "MAX", "O": "MIN"}[strategist], "draw")
    assert follow(Play(rules), strategist, body) == int(said["positions"])


@pytest.mark.slow_with("connect4-5x4-max")
@pytest.mark.parametrize("name", ["tictactoe-max", "connect4-5x4-max"])
def test_an_exhaustive_search_finds_a_draw(name):
    assert Play(CASES[name][0]).best({}, {}) == 0
