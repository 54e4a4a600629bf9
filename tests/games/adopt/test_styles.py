"""Searches as people write them: each is understood, or the file is refused in one line; never another game."""

import pytest

import plywise as pw
from plywise.engines.perft import count
from plywise.errors import InputError
from plywise.games.adopt.adoption import adopt

HEAPS = """def legal(heaps):
    return [(i, n) for i in range(2) for n in range(1, heaps[i] + 1)]
def after(heaps, move):
    child = list(heaps)
    child[move[0]] -= move[1]
    return child
START = [2, 3]
"""

UNDERSTOOD = {
    "deepening and quiescence": HEAPS
    + """
def quiesce(heaps, alpha, beta, maximizing):
    if not legal(heaps):
        return -1 if maximizing else 1
    return 0
def minimax(heaps, depth, alpha, beta, maximizing):
    if not legal(heaps):
        return -1 if maximizing else 1
    if depth == 0:
        return quiesce(heaps, alpha, beta, maximizing)
    if maximizing:
        best = -9
        for m in legal(heaps):
            best = max(best, minimax(after(heaps, m), depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = 9
    for m in legal(heaps):
        best = min(best, minimax(after(heaps, m), depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
def iterative(heaps):
    for d in range(1, 7):
        v = minimax(heaps, d, -9, 9, True)
    return v
if __name__ == "__main__":
    print(iterative([2, 3]))
""",
    "move_only": HEAPS
    + """
def value(heaps, maximizing):
    if not legal(heaps):
        return -1 if maximizing else 1
    if maximizing:
        return max(value(after(heaps, m), False) for m in legal(heaps))
    return min(value(after(heaps, m), True) for m in legal(heaps))
def best_move(heaps):
    return max(legal(heaps), key=lambda m: value(after(heaps, m), False))
print(best_move([2, 3]))
""",
    "match": HEAPS
    + """
def minimax(heaps, maximizing=True):
    match heaps:
        case [0, 0]:
            return -1 if maximizing else 1
    values = [minimax(after(heaps, m), not maximizing) for m in legal(heaps)]
    return max(values) if maximizing else min(values)
print(minimax([2, 3]))
""",
    "memo_str": HEAPS
    + """
memo = {}
def minimax(heaps, maximizing=True):
    key = str(heaps) + str(maximizing)
    if key in memo:
        return memo[key]
    moves = legal(heaps)
    if not moves:
        return -1 if maximizing else 1
    values = [minimax(after(heaps, m), not maximizing) for m in moves]
    memo[key] = max(values) if maximizing else min(values)
    return memo[key]
print(minimax([2, 3]))
""",
    "json_copy": "import json\n"
    + HEAPS
    + """
def minimax(heaps, maximizing=True):
    moves = legal(heaps)
    if not moves:
        return -1 if maximizing else 1
    best = -9 if maximizing else 9
    for i, n in moves:
        child = json.loads(json.dumps(heaps))
        child[i] -= n
        v = minimax(child, not maximizing)
        best = max(best, v) if maximizing else min(best, v)
    return best
print(minimax([2, 3]))
""",
    "eq_hash": """
class State:
    def __init__(self, heaps=(2, 3), turn=0):
        self.heaps, self.turn = list(heaps), turn
    def __eq__(self, other):
        return self.heaps == other.heaps and self.turn == other.turn
    def __hash__(self):
        return hash((tuple(self.heaps), self.turn))
    def moves(self):
        return [(i, n) for i in range(2) for n in range(1, self.heaps[i] + 1)]
    def play(self, m):
        child = State(self.heaps, 1 - self.turn)
        child.heaps[m[0]] -= m[1]
        return child
seen = {}
def minimax(state):
    if state in seen:
        return seen[state]
    if not state.moves():
        return -1 if state.turn == 0 else 1
    values = [minimax(state.play(m)) for m in state.moves()]
    seen[state] = max(values) if state.turn == 0 else min(values)
    return seen[state]
print(minimax(State()))
""",
    "sorted_pvs": HEAPS
    + """
def search(heaps, depth, alpha, beta, color):
    moves = legal(heaps)
    if not moves:
        return -1
    if depth == 0:
        return 0
    first = True
    for m in sorted(moves, key=lambda m: -m[1]):
        child = after(heaps, m)
        if first:
            v = -search(child, depth - 1, -beta, -alpha, -color)
            first = False
        else:
            v = -search(child, depth - 1, -alpha - 1, -alpha, -color)
            if alpha < v < beta:
                v = -search(child, depth - 1, -beta, -v, -color)
        if v > alpha:
            alpha = v
        if alpha >= beta:
            break
    return alpha
def deepen(heaps):
    for depth in range(1, 7):
        v = search(heaps, depth, -9, 9, 1)
    return v
if __name__ == "__main__":
    print(deepen([2, 3]))
""",
}

REFUSED = {
    "lambdas": HEAPS
    + """
def minimax(heaps, maximizing=True):
    moves = legal(heaps)
    if not moves:
        return -1 if maximizing else 1
    pick = max if maximizing else min
    return pick(map(lambda m: minimax(after(heaps, m), not maximizing), moves))
print(minimax([2, 3]))
""",
    "walrus": HEAPS
    + """
def minimax(heaps, maximizing=True):
    if not (moves := legal(heaps)):
        return -1 if maximizing else 1
    best = None
    for m in moves:
        if best is None or ((v := minimax(after(heaps, m), not maximizing)) > best) == maximizing:
            best = v if best is not None else minimax(after(heaps, m), not maximizing)
    return best
print(minimax([2, 3]))
""",
    "while_index": HEAPS
    + """
def minimax(heaps, maximizing=True):
    moves = legal(heaps)
    if len(moves) == 0:
        return -1 if maximizing else 1
    best = -9 if maximizing else 9
    k = 0
    while k < len(moves):
        v = minimax(after(heaps, moves[k]), not maximizing)
        if (maximizing and v > best) or (not maximizing and v < best):
            best = v
        k += 1
    return best
print(minimax([2, 3]))
""",
    "helper": HEAPS
    + """
def try_move(heaps, m, maximizing):
    return minimax(after(heaps, m), not maximizing)
def minimax(heaps, maximizing=True):
    moves = legal(heaps)
    if not moves:
        return -1 if maximizing else 1
    values = [try_move(heaps, m, maximizing) for m in moves]
    return max(values) if maximizing else min(values)
print(minimax([2, 3]))
""",
}


@pytest.mark.parametrize("text", UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_a_search_in_another_style_is_understood(text, tmp_path):
    file = tmp_path / "style.py"
    file.write_text(text)
    game = adopt(file).game_class()
    assert list(count(game, plies=4, engine="reference").nodes_by_ply[1:]) == [5, 16, 28, 26]
    assert pw.search(game, depth=9, engine="reference").value == 1


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_a_search_that_is_not_understood_is_refused_and_no_other_game(text, tmp_path):
    file = tmp_path / "style.py"
    file.write_text(text)
    with pytest.raises(InputError, match="no functions were found that list and play moves"):
        adopt(file)
