"""A search is cut into three functions: the file's own statements, without the search."""

import ast

from plywise.games.adopt.search import find_searches

IN_PLACE = """
def minimax(heaps, depth, alpha, beta, maximizing):
    if not any(heaps):
        return -1 if maximizing else 1
    if depth == 0:
        return 0
    best = -9 if maximizing else 9
    for i, n in legal(heaps):
        heaps[i] -= n
        value = minimax(heaps, depth - 1, alpha, beta, not maximizing)
        heaps[i] += n
        best = max(best, value) if maximizing else min(best, value)
        if beta <= alpha:
            break
    return best
"""
COPYING = """
def negamax(board, depth):
    if board.lost():
        return -10, None
    if depth == 0:
        return board.guess(), None
    best, chosen = -99, None
    for move in board.moves():
        child = board.copy()
        child.push(move)
        value = -negamax(child, depth - 1)[0]
        if value > best:
            best, chosen = value, move
    return best, chosen
"""
TWO = """
def max_value(state, depth):
    if state.over() or depth == 0:
        return state.score()
    return max(min_value(state.after(m), depth - 1) for m in state.moves())

def min_value(state, depth):
    if state.over() or depth == 0:
        return state.score()
    return min(max_value(state.after(m), depth - 1) for m in state.moves())
"""


class Board:
    """A position that notes what is asked of it."""

    def __init__(self, at=0):
        self.at = at

    def lost(self):
        return self.at > 5

    over = lost

    def guess(self):
        return self.at * 2

    score = guess

    def moves(self):
        return [1, 2]

    def copy(self):
        return Board(self.at)

    def push(self, move):
        self.at += move

    def after(self, move):
        return Board(self.at + move)


def cut(text):
    """Return the first search in a text, and its parts as functions."""
    search = find_searches(ast.parse(text))[0]
    names = {"legal": lambda heaps: [(i, n) for i in range(len(heaps)) for n in range(1, heaps[i] + 1)]}
    for part in search.parts.values():
        exec(ast.unparse(ast.fix_missing_locations(part)), names)
    return search, {role: names[part.name] for role, part in search.parts.items()}


def test_play_in_place_keeps_the_statements_before_the_call_and_leaves_undo_out():
    search, parts = cut(IN_PLACE)
    assert (search.states, search.player, search.depth, search.window) == (
        ["heaps"], "maximizing", "depth", ["alpha", "beta"],
    )  # fmt: skip
    heaps = [2, 1]
    assert list(parts["moves"](heaps, True)) == [(0, 1), (0, 2), (1, 1)]
    assert parts["play"](heaps, True, (0, 2)) == ([0, 1], False)
    assert [parts["leaf"](each, False, 3) for each in ([0, 0], [1, 0])] == [1, None]
    assert parts["leaf"]([1, 0], True, 0) == 0


def test_a_child_on_a_copy_and_an_answer_with_the_move_beside_the_value():
    search, parts = cut(COPYING)
    assert (search.negates, search.index, search.width, search.player) == (True, 0, 2, None)
    board = Board()
    assert list(parts["moves"](board)) == [1, 2]
    assert (parts["play"](board, 2).at, board.at) == (2, 0)
    assert [parts["leaf"](Board(at), 3) for at in (6, 1)] == [-10, None]
    assert parts["leaf"](Board(1), 0) == 2


def test_two_functions_that_call_each_other_are_one_search():
    search, parts = cut(TWO)
    assert search.names == ["max_value", "min_value"]
    who = [] if search.player is None else [0]
    found = parts["play"](Board(1), *who, 2)
    assert (found[0] if isinstance(found, tuple) else found).at == 3
    assert [parts["leaf"](Board(at), *who, 3) for at in (6, 1)] == [12, None]


def test_a_recursion_without_a_loop_over_moves_is_no_search():
    text = "def fib(n, depth):\n    return n if n < 2 else fib(n - 1, depth) + fib(n - 2, depth)"
    assert find_searches(ast.parse(text)) == []
