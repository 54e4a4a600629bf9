"""A search in which a player without a move passes, outside of its loop over moves, as in Othello."""

import pytest

import plywise as pw
from plywise.engines.perft import count
from plywise.games.adopt.adoption import adopt

OTHELLO = """
import numpy as np

SIZE = 4

def first_board():
    b = np.zeros((SIZE, SIZE), dtype=np.int8)
    b[1, 1] = b[2, 2] = 1
    b[1, 2] = b[2, 1] = -1
    return b

def flips(b, player, r, c):
    out = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            line, y, x = [], r + dr, c + dc
            while (dr or dc) and 0 <= y < SIZE and 0 <= x < SIZE and b[y, x] == -player:
                line.append((y, x))
                y, x = y + dr, x + dc
            if line and 0 <= y < SIZE and 0 <= x < SIZE and b[y, x] == player:
                out.extend(line)
    return out

def legal(b, player):
    return [(r, c) for r in range(SIZE) for c in range(SIZE) if b[r, c] == 0 and flips(b, player, r, c)]

def place(b, player, move):
    for y, x in flips(b, player, *move):
        b[y, x] = player
    b[move] = player

def negamax(b, player, depth):
    moves = legal(b, player)
    if not moves:
        if not legal(b, -player):
            return int(np.sum(b)) * player
        return -negamax(b, -player, depth)
    if depth == 0:
        return int(np.sum(b)) * player
    best = -99
    for m in moves:
        child = b.copy()
        place(child, player, m)
        best = max(best, -negamax(child, -player, depth - 1))
    return best

if __name__ == "__main__":
    print(negamax(first_board(), 1, 4))
"""


@pytest.fixture
def adoption(tmp_path):
    """The game, adopted."""
    file = tmp_path / "othello_4.py"
    file.write_text(OTHELLO)
    return adopt(file)


def value_of(own, board, player, depth):
    """Return a value as the file's search finds it, but with passes counted as plies."""
    moves = own.legal(board, player)
    if depth == 0 or not (moves or own.legal(board, -player)):
        return own.negamax(board, player, 0)
    values = []
    for move in moves or [None]:
        child = board.copy()
        if move is not None:
            own.place(child, player, move)
        values.append(-value_of(own, child, -player, depth - 1))
    return max(values)


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=pytest.mark.slow)])
def test_a_pass_is_a_move(adoption, engine):
    game, own = adoption.game_class(), adoption.file.module
    assert list(count(game, plies=4, engine=engine).nodes_by_ply[1:]) == [4, 12, 44, 128]
    state = next(each for each in lines_to(game, game.initial(), 6) if game.actions(each) == [None])
    board, player = type(game).thaws(state), 1 if state.to_move == 0 else -1
    sign = 1 if game.player(state) == pw.MAX else -1
    for depth in range(4):
        found = pw.search(game, state, algorithm="alphabeta", depth=depth, engine=engine).value
        assert sign * found == value_of(own, board, player, depth)


def lines_to(game, state, plies):
    """Yield the states within so many plies."""
    yield state
    if plies and not game.terminal(state):
        for action in game.actions(state):
            yield from lines_to(game, game.result(state, action), plies - 1)
