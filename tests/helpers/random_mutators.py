"""Random classes of games that change in place: lists, sets, dicts and objects in their fields, and a search beside."""

import random

MARKS = [("0", "1", "2"), ("' '", "'X'", "'O'"), ("None", "'a'", "'b'"), ("0", "1", "-1")]
TURNS = {
    ("0", "1"): "1 - {turn}",
    ("1", "2"): "3 - {turn}",
    ("'x'", "'o'"): "'o' if {turn} == 'x' else 'x'",
    ("True", "False"): "not {turn}",
    ("1", "-1"): "-{turn}",
}
PIECE = """
class Piece:
    def __init__(self, owner, r, c):
        self.owner, self.r, self.c = owner, r, c
        self.age = 0

    def grow(self, k=1):
        self.age += k
        return self.age

    @property
    def place(self):
        return (self.r, self.c)

"""
FIELDS = {
    "pieces": "[]",
    "taken": "set()",
    "counts": "{{{first}: 0, {second}: 0}}",
    "history": "[]",
    "best": "None",
    "ages": "[0] * {columns}",
    "info": "{{'moves': 0, 'last': None, 'rows': [0] * {rows}, 'name': 'ab'}}",
    "queue": "deque([1, 2])",
}
CHANGES = {
    "grid": [
        "for y, x in near(r, c):\n    if self.grid[y][x] not in ({empty}, me):\n        self.grid[y][x] = me",
        "for y, x in near(r, c):\n    if self.grid[y][x] not in ({empty}, me):\n        self.points += 1",
        "y, x = near(r, c)[-1]\nself.grid[y][x], self.grid[r][c] = me, self.grid[y][x]\nself.grid[r][c] = me",
        "self.grid = [row[:] for row in self.grid]",
        "self.grid[r] = list(reversed(self.grid[r]))\nself.grid[r][c] = me",
    ],
    "pieces": [
        "for p in self.pieces:\n    if p.owner == self.turn:\n        p.grow()",
        "self.pieces[0].grow(2)",
        "if len(self.pieces) > 2:\n    self.pieces.pop(0)",
        "last = self.pieces[-1]\nlast.age = len(self.pieces)",
        "self.pieces.sort(key=lambda p: p.place)",
        "self.pieces = [p for p in self.pieces if p.c != c] + self.pieces[-1:]",
    ],
    "taken": [
        "self.taken.add((r, c))",
        "self.taken ^= {{(r, c), (0, 0)}}",
        "self.taken = self.taken | {{(c, r)}}",
        "self.taken.discard((0, 0))\nself.taken.add((r, c))",
    ],
    "counts": ["self.counts[self.turn] += 1 + c", "self.counts[self.turn] = max(self.counts.values()) + 1"],
    "history": [
        "self.history.append(r + 3 * c)",
        "self.history.insert(0, r)",
        "self.history = [r, *self.history][:3]",
        "self.history += [c]\nif len(self.history) > 2:\n    del self.history[0]",
    ],
    "best": [
        "self.best = (r, c) if self.best is None or self.best < (r, c) else self.best",
        "self.best = None if c else (r, c)",
    ],
    "ages": [
        "self.ages[c] += r + 1",
        "self.ages = [a + 1 for a in self.ages]",
        "self.ages.sort()\nself.ages[0] += 1",
        "self.ages[c % 2], self.ages[-1] = self.ages[-1], self.ages[c % 2] + 1",
    ],
    "info": [
        "self.info['moves'] += 1\nself.info['last'] = (r, c)",
        "self.info = {{**self.info, 'moves': self.info['moves'] + c}}",
        "self.info = dict(self.info, last=None if r else (r, c))\nself.info['rows'][r] += 1",
        "self.info.update(name=self.info['name'][1:] + 'c', moves=len(self.free()))",
    ],
    "queue": [
        "self.queue.rotate(1)\nself.queue[0] += c",
        "self.queue.append(self.queue.popleft() + r)",
    ],
}
SCORES = {
    "points": "self.points",
    "grid": "sum(1 if v == {one} else -1 if v == {other} else 0 for row in self.grid for v in row)",
    "pieces": "sum(p.age * (1 if p.owner == {first} else -1) + p.c for p in self.pieces)",
    "taken": "sum(r - c for r, c in self.taken)",
    "counts": "self.counts[{first}] - self.counts[{second}]",
    "history": "len(self.history) % 3",
    "best": "(self.best[0] - self.best[1] if self.best is not None else 0)",
    "ages": "self.ages[0] - self.ages[-1]",
    "info": "self.info['moves'] + sum(self.info['rows']) - len(self.info['name']) % 2",
    "queue": "self.queue[0] - self.queue[-1]",
}
GAME = """
import copy
from collections import deque

ROWS, COLUMNS = {rows}, {columns}

def near(r, c):
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [(r + dr, c + dc) for dr, dc in steps if 0 <= r + dr < ROWS and 0 <= c + dc < COLUMNS]

{piece}
class Game:{slots}
    def __init__(self):
        self.grid = [[{empty}] * COLUMNS for _ in range(ROWS)]
        self.turn = {first}
        self.points = 0
{fields}

    def mark(self):
        return {one} if self.turn == {first} else {other}

    def free(self):
        return [(r, c) for r in range(ROWS) for c in range(COLUMNS) if self.grid[r][c] == {empty}]

    def legal_moves(self):
        return [(r, c) for r, c in self.free() if {condition}]

    def make_move(self, move):
        r, c = move
        me = self.mark()
        self.grid[r][c] = me
{changes}
{again}
        self.turn = {next}

    def score(self):
        return {score}

    def is_over(self):
        return not self.legal_moves(){over}


def minimax(game, depth):
    if depth == 0 or game.is_over():
        return game.score()
    values = []
    for move in game.legal_moves():
        child = copy.deepcopy(game)
        child.make_move(move)
        values.append(minimax(child, depth - 1))
    return max(values) if game.turn == {first} else min(values)
"""


def _lines(parts: list[str]) -> str:
    return "\n".join(f"        {line}" for part in parts for line in part.split("\n"))


def write_class(seed: int) -> str:
    """Return the source of a class with random fields, whose play changes them, and of a search that copies it."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(2, 2), (2, 3), (3, 3), (2, 4)])
    empty, one, other = chance.choice(MARKS)
    (first, second), following = chance.choice(list(TURNS.items()))
    words = {"rows": rows, "columns": columns, "empty": empty, "one": one, "other": other, "first": first}
    words["second"] = second
    used = [name for name in FIELDS if chance.random() < 0.45]
    changes = [each for name in ["grid", *used] for each in chance.sample(CHANGES[name], chance.randint(1, 2))]
    chance.shuffle(changes)
    if "pieces" in used:
        changes.insert(0, "self.pieces.append(Piece(self.turn, r, c))")
    scores = chance.sample(["points", "grid", *used], chance.randint(1, 2 + len(used)))
    names = ", ".join(repr(name) for name in ("grid", "turn", "points", *used))
    return GAME.format(
        **words,
        piece=PIECE if "pieces" in used else "",
        slots=f"\n    __slots__ = ({names})" if chance.random() < 0.3 else "",
        fields=_lines([f"self.{name} = {FIELDS[name].format(**words)}" for name in used]),
        condition=chance.choice(["True", "(r + c) % 2 == 0 or len(self.free()) < 4"]),
        changes=_lines([each.format(**words) for each in changes]),
        again=_lines(["if c == 0 and len(self.free()) % 2:\n    return"] if chance.random() < 0.25 else []),
        next=following.format(turn="self.turn"),
        score=" + ".join(SCORES[name].format(**words) for name in scores),
        over=chance.choice(["", " or abs(self.points) > 3"]),
    )
