"""Draughts on 6x6 with forced captures: recursion for the jumps, moves written as "b2-c3" and "b2xd4xf2"."""
from collections import namedtuple

import plywise as pw

SIZE = 6
FILES = "abcdef"
Draughts6 = namedtuple("Draughts6", "rows light quiet")
START = (".b.b.b", "b.b.b.", "......", "......", ".w.w.w", "w.w.w.")


def name(square):
    r, c = square
    return FILES[c] + str(SIZE - r)


def square(text):
    return SIZE - int(text[1]), FILES.find(text[0])


def inside(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


def directions(piece):
    ahead = {"w": [-1], "b": [1]}
    for dr in ahead.get(piece, [-1, 1]):
        yield dr, -1
        yield dr, 1


def put(rows, changes):
    grid = [list(row) for row in rows]
    for (r, c), piece in changes:
        grid[r][c] = piece
    return tuple("".join(line) for line in grid)


def jumps(rows, path, piece):
    """Every way to go on capturing, as longer paths; a path that cannot be longer is a capture."""
    r, c = path[-1]
    further = False
    for dr, dc in directions(piece):
        over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if not inside(*to) or rows[to[0]][to[1]] != ".":
            continue
        victim = rows[over[0]][over[1]]
        if victim != "." and victim.lower() != piece.lower():
            further = True
            yield from jumps(put(rows, [((r, c), "."), (over, "."), (to, piece)]), path + [to], piece)
    if not further and len(path) > 1:
        yield path


class Draughts(pw.Game):
    name = "draughts"
    utility_bounds = (-1, 1)

    def initial(self):
        return Draughts6(START, True, 0)

    def player(self, s):
        return pw.MAX if s.light else pw.MIN

    def own(self, s):
        colour = "w" if s.light else "b"
        return [((r, c), piece) for r, row in enumerate(s.rows) for c, piece in enumerate(row) if piece.lower() == colour]

    def actions(self, s):
        captures = ["x".join(map(name, path)) for at, piece in self.own(s) for path in jumps(s.rows, [at], piece)]
        if captures:
            # two ways round may have the same name
            return sorted(set(captures), key=captures.index)
        steps = []
        for (r, c), piece in self.own(s):
            for dr, dc in directions(piece):
                if inside(r + dr, c + dc) and s.rows[r + dr][c + dc] == ".":
                    steps.append(f"{name((r, c))}-{name((r + dr, c + dc))}")
        return steps

    def result(self, s, move):
        squares = [square(part) for part in move.replace("-", "x").split("x")]
        (r, c), last = squares[0], squares[-1]
        piece = s.rows[r][c]
        changes = [((r, c), ".")]
        if "x" in move:
            for (r1, c1), (r2, c2) in zip(squares, squares[1:]):
                changes.append((((r1 + r2) // 2, (c1 + c2) // 2), "."))
        if last[0] == (0 if s.light else SIZE - 1):
            piece = piece.upper()
        quiet = s.quiet + 1 if piece.isupper() and "-" in move else 0
        return Draughts6(put(s.rows, changes + [(last, piece)]), not s.light, quiet)

    def terminal(self, s):
        return s.quiet >= 10 or len(self.actions(s)) == 0

    def utility(self, s):
        if self.actions(s):
            return 0
        return -1 if s.light else 1

    def evaluate(self, s):
        worth = {"w": 1, "W": 3, "b": -1, "B": -3, ".": 0}
        return sum(worth[piece] for row in s.rows for piece in row) / 40
