"""Functions that make objects of their own classes, share, copy and change them: see tests/compiler/test_objects.py."""
# ruff: noqa

import copy, functools, heapq, itertools, operator
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from functools import lru_cache, partial, reduce, total_ordering
from itertools import chain, combinations, groupby
from operator import attrgetter, itemgetter
from typing import Dict, List, NamedTuple, Optional, Set, Tuple
import numpy as np


class P_a1:
    color = 3

    def __init__(self, x, y=2):
        self.x = x
        self.y = y
        self.king = False

    def move(self, dx):
        self.x += dx
        return self

    @property
    def s(self):
        return self.x + self.y

    @s.setter
    def s(self, v):
        self.x = v
        self.y = 0

    @staticmethod
    def sm(a):
        return a * 2

    @classmethod
    def make(cls, a):
        return cls(a, a)


class Q_a1(P_a1):
    def __init__(self, x):
        super().__init__(x, 7)
        self.z = 1

    def move(self, dx):
        super().move(dx)
        self.z += 1
        return self


class B_a1:
    __slots__ = ("rows", "turn", "ps")

    def __init__(self, n):
        self.rows = [[0] * 3 for _ in range(3)]
        self.turn = True
        self.ps = [P_a1(i) for i in range(n % 4)]


def q_basic_a1(n):
    p = P_a1(n)
    q = p
    q.x += 5
    p.move(2).move(3)
    return [p.x, q.y, q.king, p is q, p.color, p.s]


def q_prop_a1(n):
    p = P_a1(n)
    p.s = 9
    return [p.x, p.y, p.sm(n), P_a1.sm(n), P_a1.make(n).s, p.make(4).y]


def q_sub_a1(n):
    q = Q_a1(n)
    q.move(3)
    p = P_a1(n)
    ps = [p, q, p]
    for each in ps:
        each.move(1)
    return (
        [q.x, q.y, q.z, p.x]
        + [each.s for each in ps]
        + [isinstance(e, Q_a1) for e in ps]
        + [type(e) is P_a1 for e in ps]
    )


def q_board_a1(n):
    b = B_a1(n)
    c = b
    b.rows[n % 3][1] = 4
    c.rows[0][n % 3] += 2
    c.turn = not b.turn
    for p in b.ps:
        p.x *= 2
    b.ps, old = [], c.ps
    a = B_a1.__new__(B_a1)
    a.rows = b.rows
    a.rows[2][2] = 9
    o = object.__new__(P_a1)
    o.x, o.y = 1, 2
    return [x for row in b.rows for x in row] + [b.turn] + [p.x for p in old] + [len(c.ps), o.s]


def q_missing_a1(n):
    b = B_a1.__new__(B_a1)
    if n > 3:
        b.turn = n
    return [b.turn]


def q_none_a1(n):
    cells = [0, None, P_a1(n), Q_a1(n)]
    out = []
    for c in cells:
        if c:
            out.append(c.x)
        if c == 0:
            out.append(-1)
        if c is None:
            out.append(-2)
        if c != 0 and c is not None:
            out.append(c.move(2).s)
    cells[0], cells[2] = cells[2], 0
    cells[0].x = 77
    return out + [cells[0].x, cells[2] == 0]


class Node_a1:
    def __init__(self, v, nxt=None):
        self.v = v
        self.nxt = nxt


def q_linked_a1(n):
    head = None
    for i in range(n):
        head = Node_a1(i, head)
    t = 0
    node = head
    while node is not None:
        t = t * 3 + node.v
        node = node.nxt
    if head is not None:
        head.nxt = head
        head.nxt.nxt.v += 100
        t += head.v
    return [t % 1000]


class C_a2:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        if not isinstance(other, C_a2):
            return NotImplemented
        return self.v % 3 == other.v % 3

    def __lt__(self, other):
        return self.v < other.v

    def __len__(self):
        return self.v

    def __getitem__(self, k):
        return self.v * 10 + k

    def __setitem__(self, k, x):
        self.v = self.v + k * x

    def __contains__(self, k):
        return k == self.v

    def __iter__(self):
        for i in range(self.v):
            yield i * 2

    def __iadd__(self, o):
        self.v += o * 3
        return self

    def __add__(self, o):
        return C_a2(self.v + o)

    def __delitem__(self, k):
        self.v -= k

    def __call__(self, a):
        return self.v + a

    def __bool__(self):
        return self.v > 4


class D_a2:
    def __init__(self):
        self.n = 0
        self.log = []

    def bump(self):
        self.n += 1
        self.log.append(self.n)
        return self.n

    @property
    def moves(self):
        for i in range(4):
            self.push(i)
            ok = (self.n % 3) != 0
            self.pop()
            if ok:
                yield i

    def push(self, i):
        self.n += i
        self.log.append(i)

    def pop(self):
        self.n -= self.log.pop()

    def tr(self, i):
        self.n += 1
        return self.n % 2 == 0


def q_special_a2(n):
    a, b = C_a2(n), C_a2(n + 3)
    out = [a == b, a != b, a == 5, a != None, a < b, len(a), a[2], 7 in a, bool(a), a(4)]
    a[2] = 5
    out += [a.v]
    c = a
    a += 2
    out += [a is c, a.v, (a + 1).v, a.v] + list(b)
    del a[1]
    a[3] += 2
    out += [c.v]
    return out


def q_gen_a2(n):
    d = D_a2()
    d.n = n
    out = [m for m in d.moves]
    print("hello", d.n, f"{d.bump():3d}", sep="")
    out.append(d.n)
    out.append(any(True for _ in d.moves))
    out.append(d.n)
    g = d.moves
    for x in g:
        out.append(x)
        if x == 1:
            break
    out.append(d.n)
    if [i for i in range(5) if d.tr(i)]:
        out.append(d.n)
    out.append(d.n)
    xs = [d.bump() for _ in range(3)]
    return out + xs + [d.bump() + d.n * d.bump()] + d.log


def q_try_a2(n):
    d = D_a2()
    try:
        d.push(n)
        if n % 3 == 0:
            d.log[99]
        d.n += 100
    except IndexError:
        d.n += 1000
    finally:
        d.pop()
    try:
        x = d.nope
    except AttributeError:
        d.n += 7
    return [d.n, len(d.log), hasattr(d, "n"), hasattr(d, "zz"), getattr(d, "zz", 5), getattr(d, "n", 5)]


class S_a2:
    count = 0
    kinds = ("a", "b")

    def __init__(self, parent=None):
        self.parent = parent
        self.kids = []
        if parent is not None:
            parent.kids.append(self)

    def depth(self):
        return 0 if self.parent is None else 1 + self.parent.depth()

    def total(self):
        return 1 + sum(k.total() for k in self.kids)

    def tick(self):
        self.count += 1
        return self.count


def q_tree_a2(n):
    root = S_a2()
    cur = root
    for i in range(n):
        nxt = S_a2(cur)
        if i % 3:
            cur = nxt
        if i % 2:
            cur.tick()
    out = [root.total(), cur.depth(), root.count, cur.count, len(S_a2.kinds)]
    if root.kids:
        k = root.kids[0]
        k.parent = None
        root.kids.remove(k)
        out += [k.depth(), root.total(), k in root.kids, k.total()]
    return out


class E_a2:
    def __init__(self, t):
        self.t = t

    def swap(self, o):
        self.t, o.t = o.t, self.t


def q_alias_a2(n):
    a, b, c = E_a2(n), E_a2(n + 1), E_a2(n + 2)
    xs = [a, b, a, c]
    ys = xs
    zs = list(xs)
    xs[0].swap(b)
    ys[3] = b
    zs[2].t *= 10
    ys[1], ys[2] = ys[2], ys[1]
    m = {"x": a, "y": b}
    m["x"].t += 1
    m["y"] = c
    d = {0: xs, 1: ys}
    d[1].append(m["y"])
    return [e.t for e in xs] + [e.t for e in zs] + [a.t, b.t, c.t, len(xs), xs is ys, xs is zs, xs[1] is zs[2]]


def q_nonlocal_a2(n):
    d = D_a2()
    k = 0

    def inc(by):
        nonlocal k
        k += by
        d.n += k
        return d

    inc(2).bump()
    inc(n).bump()
    f = lambda q: q.bump()
    return [k, d.n, f(d), len(d.log)]


START_a3 = [[1, 2], [3, 4]]


class P_a3:
    def __init__(self, x):
        self.x = x


class B_a3:
    def __init__(self, n):
        self.p = P_a3(n)
        self.ps = [self.p, P_a3(n + 1), self.p]
        self.rows = [[0] * 3] * 2
        self.d = {"a": self.p, "b": P_a3(7)}
        self.me = self
        self.s = {1, 2, n}
        self.t = (n, self.p)
        self.u = None if n % 2 else self.ps[1]


def flat_a3(b):
    return (
        [b.p.x]
        + [p.x for p in b.ps]
        + b.rows[0]
        + b.rows[1]
        + [
            b.d["a"].x,
            b.d["b"].x,
            b.me is b,
            sum(b.s),
            b.t[1].x,
            b.t[0],
            b.u.x if b.u is not None else -1,
            b.ps[0] is b.p,
            b.ps[2] is b.ps[0],
            b.rows[0] is b.rows[1],
            b.t[1] is b.p,
        ]
    )


def q_deep_a3(n):
    a = B_a3(n)
    b = deepcopy(a)
    b.p.x += 10
    b.rows[0][n % 3] = 5
    b.ps[1].x += 100
    b.d["b"].x = 3
    b.s.add(50)
    b.me.p.x += 1
    return flat_a3(a) + flat_a3(b) + [a.me is b.me, b.me is b]


def q_copy_a3(n):
    a = B_a3(n)
    b = copy.copy(a)
    b.p = P_a3(3)
    b.rows[0][1] = 8
    b.ps = b.ps[:]
    b.ps[0] = P_a3(9)
    c = copy.copy(a.ps)
    c.append(P_a3(1))
    e = dict(a.d)
    e["a"] = P_a3(44)
    return flat_a3(a) + flat_a3(b) + [len(c), e["a"].x]


def q_lists_a3(n):
    x = [[n, 1], [2, 3]]
    y = deepcopy(x)
    z = copy.copy(x)
    y[0][0] += 1
    z[1][1] = 9
    w = deepcopy(START_a3)
    w[0][1] += n
    r = [x[0], x[0]]
    r2 = deepcopy(r)
    r2[0].append(5)
    return x[0] + x[1] + y[0] + y[1] + z[0] + w[0] + w[1] + START_a3[0] + r2[1]


@dataclass
class Q_a3:
    a: int
    b: list = field(default_factory=list)
    c: int = 5

    def __post_init__(self):
        self.c += self.a

    def add(self, v):
        self.b.append(v)
        return self


@dataclass
class R_a3(Q_a3):
    z: int = field(default=3, compare=False)


def q_dc_a3(n):
    q = Q_a3(n)
    q.add(1).add(2)
    r = replace(q, a=4)
    r.add(9)
    s = Q_a3(n, [1, 2, 9], 5)
    t = R_a3(n, z=8)
    u = R_a3(n)
    return q.b + [q.c, r.c, r.a, q == s, q.b is r.b, q != s, t == u, t.z, u.c, q == t, len(t.b)]


class Own_a3:
    def __init__(self, v):
        self.v = v
        self.log = []

    def __copy__(self):
        o = Own_a3(self.v + 1)
        return o

    def __deepcopy__(self, memo):
        o = Own_a3(self.v + 2)
        o.log = deepcopy(self.log, memo)
        return o

    def clone(self):
        c = Own_a3.__new__(Own_a3)
        c.v = self.v
        c.log = list(self.log)
        return c


def q_own_a3(n):
    o = Own_a3(n)
    o.log.append([1])
    a, b, c = copy.copy(o), deepcopy(o), o.clone()
    d = deepcopy([o, o])
    c.log.append([3])
    b.log[0].append(4)
    return [a.v, b.v, c.v, len(o.log), len(o.log[0]), len(b.log[0]), len(c.log), d[0].v, d[0] is d[1]]


class M_h1:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __eq__(self, o):
        return self.a == o.a and self.b == o.b

    def __hash__(self):
        return hash((self.a, self.b))

    def __repr__(self):
        return f"M({self.a},{self.b})"

    def __str__(self):
        return "m" + str(self.a)


class I_h1:
    def __init__(self, a):
        self.a = a


class T_h1:
    def __init__(self, s):
        self.s = s

    def uci(self):
        return self.s + "!"

    def __eq__(self, o):
        return self.uci() == o.uci()

    def __hash__(self):
        return hash(self.uci())


def q_1_h1(n):
    s = {M_h1(n, 1), M_h1(n, 1), M_h1(2, n)}
    s.add(M_h1(2, n))
    d = {M_h1(1, 2): 5}
    d[M_h1(1, 2)] = 6
    d[M_h1(n, 2)] = 7
    return [
        len(s),
        M_h1(n, 1) in s,
        M_h1(9, 9) in s,
        d[M_h1(1, 2)],
        len(d),
        d.get(M_h1(3, 3), 4),
        len(str(M_h1(n, 2))),
        len(repr(M_h1(n, n))),
        len(f"{M_h1(n, 2)}"),
    ]


def q_2_h1(n):
    a, b = I_h1(1), I_h1(1)
    s = {a, b}
    s.add(a)
    d = {a: 1, b: 2}
    d[a] += n
    s.discard(b)
    for k in d:
        k.a += d[k]
    return [len(s), a in s, b in s, d[a], d[b], a.a, b.a]


def q_3_h1(n):
    ms = [T_h1("a"), T_h1("b" if n % 2 else "a"), T_h1("c")]
    return [len(set(ms)), T_h1("c") in set(ms), ms.index(T_h1("c")), T_h1("a") in ms, ms.count(T_h1("a"))]


class B_n1:
    def __init__(self, n):
        self.board = np.zeros((3, 4))
        self.ints = np.zeros((3, 4), dtype=int)
        self.turn = 1

    def put(self, r, c, v):
        self.board[r][c] = v
        self.ints[r, c] += v

    def clone(self):
        b = B_n1.__new__(B_n1)
        b.board = self.board.copy()
        b.ints = np.copy(self.ints)
        b.turn = self.turn
        return b


def dump_n1(b):
    return [int(x) for row in b.board.tolist() for x in row] + [int(x) for row in b.ints for x in row]


def q_1_n1(n):
    b = B_n1(n)
    b.put(n % 3, 1, 2)
    c = b.clone()
    c.put(0, 0, 5)
    c.board[1] = 7
    c.board[:, 2] = n % 5
    d = c
    d.ints[1, :] = [1, 2, 3, 4]
    row = d.ints[2]
    row[0] = 9
    return dump_n1(b) + dump_n1(c)


def q_2_n1(n):
    b = B_n1(n)
    b.ints[n % 3, n % 4] = 1
    b.ints[0] += 2
    b.ints *= 3
    f = np.flip(b.ints, 0)
    f[0, 0] = 50
    t = np.rot90(b.ints)
    u = np.fliplr(b.ints)
    w = np.argwhere(b.ints == 6)
    z = np.where(b.ints == 0)
    return (
        dump_n1(b)
        + [
            int(f.sum()),
            int(t[0, 0]),
            int(u[0][0]),
            len(w),
            len(z[0]),
            int(np.count_nonzero(b.ints)),
            np.array_equal(f, b.ints),
            bool(np.any(b.ints > 5)),
            bool(np.all(b.ints >= 0)),
            int(np.trace(b.ints)),
            int(b.ints.max()),
        ]
        + [int(x) for x in np.diagonal(b.ints)]
        + [int(i) * 4 + int(j) for i, j in w]
    )


def q_3_n1(n):
    rows = ((1, 2), (3, n))
    a = np.array(rows)
    b = np.array([list(r) for r in rows])
    a[0][0] = 8
    c = a.tolist()
    c[0][0] = 1
    x = np.array([[0] * 3 for _ in range(3)])
    x[n % 3][1] = -1
    if not x.any():
        return []
    return [
        int(a.sum()),
        int(b[0, 0]),
        c[0][0],
        int(x.min()),
        a.shape[0],
        len(x),
        int((x == 0).sum()),
        int(np.sum(x[:, 1])),
        int(np.sum(x.diagonal())),
        int(x.sum(axis=0)[1]),
    ]


class GG_n1:
    def __init__(self, size):
        self.size = size
        self.board = [[None for _ in range(size)] for _ in range(size)]
        self.arr = None

    def setup(self, n):
        self.arr = np.full((self.size, self.size), -1)
        self.arr[n % self.size, 0] = 3
        return self


def q_4_n1(n):
    g = GG_n1(3).setup(n)
    g.board[0][n % 3] = "X"
    g.board[1][1] = "O" if n % 2 else None
    lines = []
    for i in range(3):
        lines.append([g.board[i][j] for j in range(3)])
        lines.append([g.board[j][i] for j in range(3)])
    return [int(x) for x in g.arr.flatten()] + [
        lines.count([None] * 3),
        ["X", None, None] in lines,
        sum(row.count("X") for row in g.board),
        g.board[1][1] == "O",
        all(v is not None for row in g.board for v in row),
    ]


class P_c5:
    def __init__(self, n):
        self.n = n


KEEP_c5 = P_c5(3)
TABLE_c5 = {"a": P_c5(1), "b": P_c5(2)}


def q_1_c5(n):
    a = KEEP_c5 if n % 2 else P_c5(n)
    b = TABLE_c5["a" if n % 3 else "b"]
    return [a.n, b.n, a is KEEP_c5, b is TABLE_c5["a"], a == KEEP_c5, a in [KEEP_c5], KEEP_c5 != a]


class P_c7:
    def __init__(self, n):
        self.n = n
        self.rows = [[0, n]]


KEEP_c7 = P_c7(3)


def q_1_c7(n):
    a = copy.deepcopy(KEEP_c7)
    a.n = 5
    a.rows[0][1] += n
    return [a.n, KEEP_c7.n, a.rows[0][1], KEEP_c7.rows[0][1]]


class Color_s1(Enum):
    WHITE = "w"
    BLACK = "b"

    def other(self):
        return Color_s1.BLACK if self is Color_s1.WHITE else Color_s1.WHITE


class Piece_s1:
    value = 0
    symbol = "?"

    def __init__(self, color, pos):
        self.color = color
        self.pos = pos
        self.has_moved = False

    def moves(self, board):
        raise NotImplementedError

    def slide(self, board, dirs, far):
        r, c = self.pos
        out = []
        for dr, dc in dirs:
            for k in range(1, far + 1):
                y, x = r + dr * k, c + dc * k
                if not board.inside(y, x):
                    break
                other = board.grid[y][x]
                if other is None:
                    out.append((y, x))
                else:
                    if other.color != self.color:
                        out.append((y, x))
                    break
        return out

    def __str__(self):
        return self.symbol if self.color == Color_s1.BLACK else self.symbol.upper()


class King_s1(Piece_s1):
    value = 100
    symbol = "k"

    def moves(self, board):
        return self.slide(board, [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b], 1)


class Rook_s1(Piece_s1):
    value = 5
    symbol = "r"

    def moves(self, board):
        return self.slide(board, [(0, 1), (1, 0), (0, -1), (-1, 0)], 4)


class Pawn_s1(Piece_s1):
    value = 1
    symbol = "p"

    def moves(self, board):
        d = -1 if self.color == Color_s1.WHITE else 1
        r, c = self.pos
        out = []
        if board.inside(r + d, c) and board.grid[r + d][c] is None:
            out.append((r + d, c))
            if not self.has_moved and board.inside(r + 2 * d, c) and not board.grid[r + 2 * d][c]:
                out.append((r + 2 * d, c))
        for dc in (-1, 1):
            if board.inside(r + d, c + dc):
                target = board.grid[r + d][c + dc]
                if target and target.color is not self.color:
                    out.append((r + d, c + dc))
        return out


class Board_s1:
    SIZE = 4

    def __init__(self):
        self.grid = [[None] * self.SIZE for _ in range(self.SIZE)]
        self.turn = Color_s1.WHITE
        self.captured = []
        self.history = []
        for c, kind in enumerate((Rook_s1, King_s1, Rook_s1, King_s1)):
            self.place(kind(Color_s1.BLACK, (0, c)))
        for c in range(self.SIZE):
            self.place(Pawn_s1(Color_s1.WHITE, (2, c)))
        self.place(King_s1(Color_s1.WHITE, (3, 1)))
        self.place(Rook_s1(Color_s1.WHITE, (3, 3)))

    def place(self, piece):
        r, c = piece.pos
        self.grid[r][c] = piece

    def inside(self, r, c):
        return 0 <= r < self.SIZE and 0 <= c < self.SIZE

    def pieces(self, color):
        return [p for row in self.grid for p in row if p and p.color == color]

    def all_moves(self):
        return [(p, m) for p in self.pieces(self.turn) for m in p.moves(self)]

    def move(self, piece, to):
        r, c = piece.pos
        taken = self.grid[to[0]][to[1]]
        self.history.append({"from": (r, c), "to": to, "taken": taken, "moved": piece.has_moved})
        self.grid[r][c] = None
        self.grid[to[0]][to[1]] = piece
        piece.pos = to
        piece.has_moved = True
        if taken is not None:
            self.captured.append(taken)
        if isinstance(piece, Pawn_s1) and to[0] in (0, self.SIZE - 1):
            q = Rook_s1(piece.color, to)
            q.has_moved = True
            self.place(q)
        self.turn = self.turn.other()

    def undo(self):
        last = self.history.pop()
        r, c = last["from"]
        y, x = last["to"]
        piece = self.grid[y][x]
        self.grid[r][c] = piece
        piece.pos = last["from"]
        piece.has_moved = last["moved"]
        self.grid[y][x] = last["taken"]
        if last["taken"] is not None:
            self.captured.pop()
        self.turn = self.turn.other()

    def score(self):
        return sum(
            p.value if p.color == Color_s1.WHITE else -p.value for row in self.grid for p in row if p is not None
        )

    def key(self):
        return "".join("." if p is None else str(p) for row in self.grid for p in row)


def q_game_s1(n):
    b = Board_s1()
    x = n * 7 + 1
    out = []
    for ply in range(12):
        ms = b.all_moves()
        if not ms:
            break
        x = (x * 1103515245 + 12345) % 2147483648
        p, to = ms[(x // 65536) % len(ms)]
        trial = copy.deepcopy(b)
        tp = trial.grid[p.pos[0]][p.pos[1]]
        trial.move(tp, to)
        out += [len(ms), trial.score(), b.score()]
        if ply % 3 == 2 and not isinstance(p, Pawn_s1):
            b.move(p, to)
            b.undo()
        b.move(p, to)
        out += [trial.key() == b.key(), len(b.captured)] + [ord(ch) for ch in b.key()]
    return out


class TicTacToe_s2:
    def __init__(self):
        self.board = self.make_board()
        self.current_winner = None

    @staticmethod
    def make_board():
        return [" " for _ in range(9)]

    def print_board(self):
        for row in [self.board[i * 3 : (i + 1) * 3] for i in range(3)]:
            print("| " + " | ".join(row) + " |")

    def make_move(self, square, letter):
        if self.board[square] == " ":
            self.board[square] = letter
            if self.winner(square, letter):
                self.current_winner = letter
            return True
        return False

    def winner(self, square, letter):
        row_ind = square // 3
        row = self.board[row_ind * 3 : (row_ind + 1) * 3]
        if all([s == letter for s in row]):
            return True
        col_ind = square % 3
        column = [self.board[col_ind + i * 3] for i in range(3)]
        if all([s == letter for s in column]):
            return True
        if square % 2 == 0:
            diagonal1 = [self.board[i] for i in [0, 4, 8]]
            if all([s == letter for s in diagonal1]):
                return True
            diagonal2 = [self.board[i] for i in [2, 4, 6]]
            if all([s == letter for s in diagonal2]):
                return True
        return False

    def empty_squares(self):
        return " " in self.board

    def num_empty_squares(self):
        return self.board.count(" ")

    def available_moves(self):
        return [i for i, x in enumerate(self.board) if x == " "]


class Minimaxer_s2:
    def __init__(self, letter):
        self.letter = letter

    def minimax(self, state, player):
        max_player = self.letter
        other_player = "O" if player == "X" else "X"
        if state.current_winner == other_player:
            return {
                "position": None,
                "score": 1 * (state.num_empty_squares() + 1)
                if other_player == max_player
                else -1 * (state.num_empty_squares() + 1),
            }
        elif not state.empty_squares():
            return {"position": None, "score": 0}
        if player == max_player:
            best = {"position": None, "score": -100}
        else:
            best = {"position": None, "score": 100}
        for possible_move in state.available_moves():
            state.make_move(possible_move, player)
            sim_score = self.minimax(state, other_player)
            state.board[possible_move] = " "
            state.current_winner = None
            sim_score["position"] = possible_move
            if player == max_player:
                if sim_score["score"] > best["score"]:
                    best = sim_score
            else:
                if sim_score["score"] < best["score"]:
                    best = sim_score
        return best


def q_play_s2(n):
    t = TicTacToe_s2()
    a, b = Minimaxer_s2("X"), Minimaxer_s2("O")
    out = []
    t.make_move(n % 9, "X")
    t.make_move((n + 4) % 9, "O")
    t.make_move((n * 2 + 1) % 9, "X")
    letter = "O"
    while t.empty_squares() and t.current_winner is None:
        r = (a if letter == "X" else b).minimax(t, letter)
        out += [r["position"], r["score"]]
        t.make_move(r["position"], letter)
        t.print_board()
        letter = "O" if letter == "X" else "X"
    return out + [ord(x) for x in t.board]


class Pos_s3(NamedTuple):
    r: int
    c: int

    def step(self, d):
        return Pos_s3(self.r + d.r, self.c + d.c)


@dataclass
class Stone_s3:
    owner: int
    pos: Pos_s3
    moved: int = 0


@dataclass
class Player_s3:
    name: str
    index: int
    stones: List[Stone_s3] = field(default_factory=list)
    score: int = 0
    opponent: Optional["Player"] = None


class Game_s3:
    DIRS = [Pos_s3(0, 1), Pos_s3(1, 0), Pos_s3(0, -1), Pos_s3(-1, 0)]

    def __init__(self, size=4):
        self.size = size
        self.cells: Dict[Pos_s3, Stone_s3] = {}
        self.players = [Player_s3("a", 0), Player_s3("b", 1)]
        self.players[0].opponent, self.players[1].opponent = self.players[1], self.players[0]
        self.current = self.players[0]
        self.visited: Set[Pos_s3] = set()
        self.log: List[Tuple[Pos_s3, Pos_s3]] = []
        for i in range(size):
            self.add(self.players[0], Pos_s3(0, i))
            self.add(self.players[1], Pos_s3(size - 1, i))

    def add(self, player, pos):
        stone = Stone_s3(player.index, pos)
        player.stones.append(stone)
        self.cells[pos] = stone

    def ok(self, p):
        return 0 <= p.r < self.size and 0 <= p.c < self.size

    def legal(self):
        found = []
        for stone in self.current.stones:
            for d in self.DIRS:
                to = stone.pos.step(d)
                if not self.ok(to):
                    continue
                there = self.cells.get(to)
                if there is None or there.owner != stone.owner:
                    found.append((stone.pos, to))
        return found

    def play(self, move):
        start, to = move
        stone = self.cells.pop(start)
        captured = self.cells.get(to)
        if captured:
            self.current.opponent.stones.remove(captured)
            self.current.score += 1
        stone.pos = to
        stone.moved += 1
        self.cells[to] = stone
        self.visited.add(to)
        self.log.append(move)
        self.current = self.current.opponent

    def over(self):
        return any(not p.stones for p in self.players) or len(self.log) > 30


def q_game_s3(n):
    g = Game_s3()
    x = n + 1
    out = []
    while not g.over():
        ms = g.legal()
        x = (x * 1103515245 + 12345) % 2147483648
        g.play(ms[(x // 65536) % len(ms)])
        out += [len(ms), len(g.cells), g.current.index, g.current.score]
    return (
        out
        + [s.pos.r * 4 + s.pos.c + s.moved * 100 for p in g.players for s in p.stones]
        + [
            len(g.visited),
            sum(p.r for p in g.visited),
            g.players[0].opponent is g.players[1],
            g.players[0] == g.players[1] if n < 0 else 3,
        ]
    )


def q_lines_s3(n):
    board = [[(i * 3 + j + n) % 3 for j in range(3)] for i in range(3)]
    lines = (
        board
        + [list(col) for col in zip(*board)]
        + [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    )
    return (
        [len(set(l)) == 1 for l in lines]
        + [set(l) == {1} for l in lines]
        + [sum(1 for a, b in itertools.product(range(3), repeat=2) if board[a][b] == 1)]
    )


class Edge_s4:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __eq__(self, o):
        return (self.a, self.b) == (o.a, o.b)

    def __hash__(self):
        return hash((self.a, self.b))


class Dots_s4:
    def __init__(self, n=2):
        self.n = n
        self.edges = set()
        self.owner = {}
        self.scores = [0, 0]
        self.turn = 0
        self.free = deque()
        for r in range(n + 1):
            for c in range(n):
                self.free.append(((r, c), (r, c + 1)))
                self.free.append(((c, r), (c + 1, r)))

    def clone(self):
        d = copy.copy(self)
        d.edges = set(self.edges)
        d.owner = self.owner.copy()
        d.scores = self.scores[:]
        d.free = self.free.copy()
        return d

    def box(self, r, c):
        return [((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))]

    def play(self, e):
        if e in self.edges:
            raise ValueError("taken")
        self.edges.add(e)
        self.free.remove(e)
        done = 0
        for r in range(self.n):
            for c in range(self.n):
                if (r, c) not in self.owner and all(x in self.edges for x in self.box(r, c)):
                    self.owner[r, c] = self.turn
                    self.scores[self.turn] += 1
                    done += 1
        if not done:
            self.turn ^= 1


def q_dots_s4(n):
    d = Dots_s4()
    x = n
    out = []
    while d.free:
        x = (x * 1103515245 + 12345) % 2147483648
        e = d.free[(x // 65536) % len(d.free)]
        t = d.clone()
        t.play(e)
        out += [len(d.free), len(t.free), t.turn]
        try:
            t.play(e)
        except ValueError:
            out.append(99)
        d = t if len(out) % 2 else d
        if len(out) % 2 == 0:
            d.play(e)
    return out + d.scores + [v for v in d.owner.values()]


class Graph_s4:
    def __init__(self):
        self.adj = defaultdict(list)
        self.count = Counter()
        self.names = {}

    def link(self, a, b):
        self.adj[a].append(b)
        self.adj[b].append(a)
        self.count[a] += 1
        return self


def q_graph_s4(n):
    g = Graph_s4()
    for i in range(n % 7):
        g.link(i, (i * i + n) % 7).link(i, 3)
    h = copy.deepcopy(g)
    h.link(1, 2)
    h.adj[3].append(0)
    es = {Edge_s4(1, 2), Edge_s4(n, 2)}
    return [
        len(g.adj),
        len(h.adj),
        g.count[1],
        h.count[1],
        len(g.adj[3]),
        len(h.adj[3]),
        len(es),
        Edge_s4(n, 2) in es,
        Edge_s4(5, n) in es,
    ]


class IllegalMove_s5(Exception):
    pass


class Shape_s5(ABC):
    def __init__(self, *, w=1):
        self.w = w

    @abstractmethod
    def area(self): ...
    def twice(self):
        return 2 * self.area()


class Named_s5:
    label = "n"

    def named(self):
        return len(self.label) + self.w


class Sq_s5(Named_s5, Shape_s5):
    def __init__(self, side, **kw):
        super().__init__(**kw)
        self.side = side
        self.label = "sq" * side if side < 4 else "z"

    def area(self):
        return self.side**2 + self.w


class Priv:
    __total = 5

    def __init__(self, n):
        self.__board = [n, 2]
        self.__n = n

    def __bump(self, k):
        self.__n += k
        return self.__n

    def play(self, k):
        self.__board[0] += self.__bump(k)
        return sum(self.__board) + self.__total

    def clone(self):
        new = Priv(self.__n)
        new.__board = self.__board[:]
        return new


class Sub_s5(Priv):
    def __init__(self, n):
        super().__init__(n)
        self.__n = 100

    def both(self):
        return self.__n


@dataclass(order=True)
class Job_s5:
    cost: int
    name: str = "x"


class Inner_s5:
    class Config:
        depth = 3

    def __init__(self):
        self.conf = self.Config.depth


def q_abc_s5(n):
    s = Sq_s5(n, w=n % 3)
    t = Sq_s5(2)
    t.side += n
    return [s.area(), s.twice(), t.twice(), s.named(), t.named(), isinstance(t, Shape_s5), len(Named_s5.label)]


def q_priv_s5(n):
    p = Priv(n)
    a = p.play(3)
    c = p.clone()
    b = c.play(1)
    s = Sub_s5(n)
    return [a, b, p.play(0), s.play(1), s.both(), p._Priv__n]


def q_order_s5(n):
    js = [Job_s5(n % 5), Job_s5(3), Job_s5(2, "a"), Job_s5(2, "b")]
    js.sort()
    m = min(js, key=lambda j: (j.name, j.cost))
    return [j.cost for j in js] + [len(m.name), js[0] < js[1], js[0] <= js[0]]


def q_raise_s5(n):
    p = Priv(n)
    try:
        if n % 2:
            raise IllegalMove_s5("no")
        p.play(1)
        if n % 3 == 0:
            raise ValueError
    except IllegalMove_s5:
        p.play(5)
    except (ValueError, KeyError):
        p.play(7)
    else:
        p.play(9)
    return [p.play(0), Inner_s5().conf]


def q_dict_s5(n):
    a = Priv(n)
    b = Priv.__new__(Priv)
    b.__dict__.update(a.__dict__)
    b.play(2)
    return [a.play(0), b.play(0)]


def q_str_s5(n):
    class_ = Sq_s5
    s = class_(3)
    t = s.__class__(n % 3)
    u = type(s)(1, w=4)
    board = "." * 9
    board = board[: n % 9] + "X" + board[n % 9 + 1 :]
    s.board = board
    s.board = s.board.replace(".", "O", 2)
    return [t.side, u.w, s.board.count("O"), s.board.index("X"), len(f"{s.board}{t.side}")]


class Lst_s5:
    def __init__(self):
        self.items = []
        self.on = None

    def each(self, fn):
        for i, x in enumerate(self.items):
            self.items[i] = fn(x)
        return self

    def scan(self):
        while self.items:
            x = self.items.pop()
            if x > 5:
                break
        else:
            return -1
        return x


def q_fn_s5(n):
    l = Lst_s5()
    l.items += [1, n, 3]
    l.items *= 2
    l.items[1:3] = [7, 8, 9]
    k = 0

    def go(x):
        nonlocal k
        k += 1
        return x + k

    l.each(go).each(lambda v: v * 2)
    if (m := l.scan()) > 3:
        k += m
    return l.items + [k, m]


class Disc_s6(IntEnum):
    NONE = 0
    BLACK = 1
    WHITE = 2


class Othello_s6:
    DIRS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

    def __init__(self, size=4, board=None):
        self.size = size
        if board is None:
            self.board = np.zeros((size, size), dtype=int)
            m = size // 2
            self.board[m - 1 : m + 1, m - 1 : m + 1] = [[2, 1], [1, 2]]
        else:
            self.board = board
        self.player = 1
        self.passes = 0

    def flips(self, r, c):
        if self.board[r, c] != 0:
            return []
        out = []
        for dr, dc in self.DIRS:
            line = []
            y, x = r + dr, c + dc
            while 0 <= y < self.size and 0 <= x < self.size and self.board[y][x] == 3 - self.player:
                line.append((y, x))
                y += dr
                x += dc
            if line and 0 <= y < self.size and 0 <= x < self.size and self.board[y, x] == self.player:
                out.extend(line)
        return out

    def moves(self):
        return [(r, c) for r in range(self.size) for c in range(self.size) if self.flips(r, c)]

    def play(self, move):
        if move is None:
            self.passes += 1
        else:
            for y, x in self.flips(*move):
                self.board[y, x] = self.player
            self.board[move] = self.player
            self.passes = 0
        self.player = 3 - self.player
        return self

    def copy(self):
        o = Othello_s6(self.size, self.board.copy())
        o.player, o.passes = self.player, self.passes
        return o

    def counts(self):
        return int(np.sum(self.board == 1)), int((self.board == 2).sum())

    def corner(self):
        return self.board[[0, 0, -1, -1], [0, -1, 0, -1]]


def q_oth_s6(n):
    g = Othello_s6()
    x = n
    out = []
    for ply in range(14):
        ms = g.moves() or [None]
        x = (x * 1103515245 + 12345) % 2147483648
        h = g.copy().play(ms[(x // 65536) % len(ms)])
        k = copy.deepcopy(g)
        k.play(ms[0])
        out += [
            len(ms),
            g.counts()[0],
            h.counts()[1],
            h.passes,
            int(k.board.sum()),
            int(h.corner().sum()),
            np.array_equal(k.board, h.board),
            int(np.count_nonzero(h.board)),
        ]
        g = h
        if g.passes > 1:
            break
    return out + [int(v) for v in g.board.flatten()]


class Go_s6:
    def __init__(self):
        self.b = np.full((3, 3), ".", dtype=object) if False else np.zeros((3, 3), dtype=np.int8)
        self.hist = []

    def put(self, i, v):
        self.hist.append(self.b.copy())
        self.b[divmod(i, 3)] = v
        self.b[self.b == 5] = 0

    def undo(self):
        self.b = self.hist.pop()


def q_np_s6(n):
    g = Go_s6()
    g.put(n % 9, 1)
    g.put((n + 1) % 9, 5)
    g.put((n + 3) % 9, -1)
    v = g.b[1]
    g.b[1, 1] = 7
    out = [int(x) for x in v]
    g.undo()
    g.b[0] = 2
    m = np.array([[1, 2], [3, 4]])
    m2 = m.T
    m[0, 1] = n
    rows = [list(r) for r in m]
    return (
        out
        + [int(x) for x in g.b.ravel()]
        + [
            int(m2[1, 0]),
            int(rows[0][1]),
            len(g.hist),
            int(np.max(g.b)),
            bool((g.b[0] == 2).all()),
            int(np.where(g.b == 2)[1].sum()),
            int(np.diag(m).sum()),
            int(np.fliplr(m).diagonal().sum()),
            int(m.sum(axis=1)[0]),
        ]
    )


class Cell_s6:
    def __init__(self):
        self.v = 0
        self.d = Disc_s6.NONE


class Grid_s6:
    def __init__(self, n):
        self.cells = [Cell_s6() for _ in range(n)]
        self.turn = Disc_s6.BLACK

    def go(self, i):
        self.cells[i].d = self.turn
        self.cells[i].v += int(self.turn)
        self.turn = Disc_s6(3 - self.turn)


def q_enum_s6(n):
    g = Grid_s6(4)
    for i in range(n):
        g.go((i * 3 + n) % 4)
    return [int(c.d) + c.v * 10 for c in g.cells] + [
        g.turn == Disc_s6.WHITE,
        sum(c.d is Disc_s6.BLACK for c in g.cells),
    ]


def q_1_s7(n):
    b = np.zeros((4, 4), dtype=int)
    b[1:3, 1:3] = [[2, 1], [1, 2]]
    return [int(b.sum())]


def q_2_s7(n):
    x = n
    for i in range(5):
        x = (x * 1103515245 + 12345) % 2147483648
    return [x, (x // 65536) % 7]


def q_3_s7(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 1] = 3
    return [int(np.sum(b == 1)), int((b == 3).sum()), int(b[[0, 0, -1, -1], [0, -1, 0, -1]].sum())]


def q_4_s7(n):
    b = np.zeros((4, 4), dtype=int)
    m = (n % 4, 2)
    b[m] = 3
    mm = m if n % 2 else None
    if mm is None:
        return [1]
    b[mm] = 4
    return [int(b.sum()), int(b[mm])]


class O_s7:
    def __init__(self):
        self.player = 1
        self.b = np.zeros((2, 2), dtype=int)

    def play(self):
        self.b[0, 0] = self.player
        self.player = 3 - self.player
        return self


def q_5_s7(n):
    o = O_s7()
    for i in range(n % 4):
        o.play()
    return [o.player, int(o.b[0, 0])]


def q_1_s8(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 1] = 3
    return [int(np.sum(b == 1))]


def q_2_s8(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 1] = 3
    return [int((b == 3).sum())]


def q_3_s8(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 0] = 3
    return [int(b[[0, 0, -1, -1], [0, -1, 0, -1]].sum())]


def q_4_s8(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 0] = 3
    c = b[[0, 0, -1, -1], [0, -1, 0, -1]]
    return [int(c[0]), int(c[1]), int(c[2])]


def q_5_s8(n):
    b = np.zeros((4, 4), dtype=int)
    b[n % 4, 0] = 3
    c = b[np.array([0, 0, -1, -1]), np.array([0, -1, 0, -1])]
    return [int(c[0]), int(c[1]), int(c[2])]


class A_t1:
    def __init__(self, v):
        self.v = v

    def __iadd__(self, o):
        self.v += o
        return self

    def __add__(self, o):
        return A_t1(self.v + 100 + o)

    def __sub__(self, o):
        return A_t1(self.v - o)


def q_1_t1(n):
    x = A_t1(n) if n % 3 else None
    if x is None:
        x = 5
    y = x
    x += 2
    x -= 1
    xs = [A_t1(1), 3]
    xs[n % 2] += 4
    b = np.zeros((3, 3), dtype=int)
    b[[0, 1], [1, 2]] += 2
    b[n % 3] *= 3
    b[0, 0] -= 1
    k = [[1, 2], [3]]
    k.pop()[0] += n
    k[0] += [n]
    return [
        x if isinstance(x, int) else x.v,
        y if isinstance(y, int) else y.v,
        xs[0].v,
        xs[1],
        int(b.sum()),
        len(k),
        len(k[0]),
    ]


def q_2_t1(n):
    rows = [np.zeros(3, dtype=int), np.ones(3, dtype=int)]
    same = rows[0]
    rows[0] += n
    rows[1][n % 3] += 5
    return [int(same.sum()), int(rows[0].sum()), int(rows[1].sum())]


class H_t1:
    def __init__(self):
        self.b = np.zeros((2, 2))


def q_3_t1(n):
    h = H_t1()
    v = h.b
    h.b += n
    h.b[0] += 1
    w = v[1]
    w *= 2
    g = H_t1()
    g.b = h.b
    g.b -= 1
    return [int(v.sum()), int(h.b.sum()), int(g.b[1, 1])]


class Board_v1:
    def __init__(self, n):
        self.cells = [0] * 5
        self.turn = 1
        self.n = n
        self.stack = []

    def push(self, i):
        self.stack.append((i, self.cells[i]))
        self.cells[i] += self.turn
        self.turn = -self.turn

    def pop(self):
        i, old = self.stack.pop()
        self.cells[i] = old
        self.turn = -self.turn
        return i

    def moves(self):
        for i in range(5):
            if self.cells[i] == 0:
                yield i

    @property
    def legal(self):
        for i in self.moves():
            self.push(i)
            try:
                bad = sum(self.cells) > 2
            finally:
                self.pop()
            if bad:
                continue
            yield i

    def __iter__(self):
        yield from self.cells

    def __enter__(self):
        return self


def q_kept_v1(n):
    b = Board_v1(n)
    g = b.moves()
    out = [next(g)]
    b.push(1)
    out.append(next(g))
    b.push(out[-1])
    out += list(g)
    h = iter(b)
    out.append(next(h))
    b.cells[1] = 70 + n
    out.append(next(h))
    out += [next(h, -1), sum(1 for _ in b.legal)]
    pairs = zip(b.legal, b.moves())
    b.cells[3] = 4
    out += [x * 10 + y for x, y in pairs]
    return out


def q_inner_v1(n):
    b = Board_v1(n)
    total = 0
    for i in b.legal:
        b.push(i)
        for j in b.legal:
            b.push(j)
            total = total * 3 + sum((k + 1) * c for k, c in enumerate(b.cells))
            total %= 100003
            b.pop()
            if j == n % 4:
                break
        b.pop()
    m = max(b.legal, key=lambda i: (b.push(i), sum(b.cells), b.pop())[1] * (i % 3))
    return [total, m, len(b.stack), b.turn] + b.cells


def search_v1(b, depth, alpha, beta):
    if depth == 0:
        return sum((i + 1) * c for i, c in enumerate(b.cells)) * b.turn + b.n % 3
    best = -1000
    for m in b.legal:
        b.push(m)
        v = -search_v1(b, depth - 1, -beta, -alpha)
        b.pop()
        if v > best:
            best = v
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best


def q_search_v1(n):
    b = Board_v1(n)
    return [search_v1(b, 3, -999, 999), search_v1(copy.deepcopy(b), 2, -99, 99), len(b.stack)]


class S_v1(NamedTuple):
    a: list
    b: object


def q_nt_v1(n):
    b = Board_v1(n)
    s = S_v1([1, n], b)
    t = s._replace(b=Board_v1(3))
    s.a.append(5)
    s.b.push(2)
    u = copy.deepcopy(s)
    u.a.append(6)
    u.b.push(3)
    v = copy.copy(s)
    v.b.push(4)
    return [len(t.a), len(u.a), len(s.a), len(b.stack), len(u.b.stack), len(t.b.stack), v.b is b, s.a is t.a]


def walk_v1(b, path=None):
    path = [] if path is None else path
    if len(path) < 2:
        for i in b.moves():
            path.append(i)
            b.push(i)
            yield list(path)
            yield from walk_v1(b, path)
            b.pop()
            path.pop()


def q_walk_v1(n):
    b = Board_v1(n)
    out = []
    for p in walk_v1(b):
        out.append(p[0] * 10 + p[-1] + sum(b.cells))
        if len(out) > n + 8:
            break
    return out + b.cells


class Pos_w1:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __iter__(self):
        yield self.x
        yield self.y

    def __add__(self, o):
        return Pos_w1(self.x + o.x, self.y + o.y)

    def __radd__(self, k):
        return Pos_w1(self.x + k, self.y)

    def __neg__(self):
        return Pos_w1(-self.x, -self.y)

    def __mul__(self, k):
        return Pos_w1(self.x * k, self.y * k)

    def __rmul__(self, k):
        return self * k

    def __eq__(self, o):
        return isinstance(o, Pos_w1) and (self.x, self.y) == (o.x, o.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return "<%d,%d>" % (self.x, self.y)

    def __le__(self, o):
        return self.x <= o.x


def q_pos_w1(n):
    p, q = Pos_w1(1, n), Pos_w1(n, 2)
    x, y = p + q
    a, *b = q
    r = 3 + p
    s = 2 * q * 3
    t = -s
    p += q
    return [
        x,
        y,
        a,
        b[0],
        r.x,
        s.x,
        t.y,
        p.x,
        p == Pos_w1(n + 1, n + 2),
        p != q,
        p == 5,
        q <= p,
        len(repr(p)),
        sum(q),
        max(p),
        Pos_w1(1, 1) in {Pos_w1(1, 1): 2},
        sorted([p, q], key=lambda v: v.y)[0] is q,
    ]


class Un_w1:
    def __init__(self, hp, team, kind="x"):
        self.hp, self.team, self.kind = hp, team, kind

    def hit(self, d=1):
        self.hp -= d
        return self

    def alive(self):
        return self.hp > 0


def q_tools_w1(n):
    us = [Un_w1(i * n % 5 + 1, i % 2, "ab"[i % 2]) for i in range(6)]
    best = max(us, key=attrgetter("hp"))
    weak = min(us, key=lambda u: (u.hp, u.team))
    weak.hit(2)
    live = list(filter(lambda u: u.alive(), us))
    tot = reduce(lambda acc, u: acc + u.hp, us, 0)
    names = "".join(u.kind for u in reversed(us))
    for i, (u, v) in enumerate(zip(us, us[1:])):
        if u.team != v.team:
            v.hit(i)
    by = {t: [u for u in us if u.team == t] for t in (0, 1)}
    by[0][0].hit(10)
    us.insert(1, us.pop())
    us[2:4] = [us[3], us[2]]
    first, *rest = us
    d = deque(us)
    d.rotate(1)
    d[0].hit()
    pairs = [(a.hp, b.hp) for a, b in combinations(us[:3], 2) if a is not b]
    return (
        [
            best.hp,
            weak.hp,
            len(live),
            tot,
            len(names),
            len(by[1]),
            first.hp,
            len(rest),
            us.index(weak),
            us.count(best),
            weak in live,
            d[0].hp,
        ]
        + [u.hp for u in us]
        + [a * 10 + b for a, b in pairs]
        + [u.alive() for u in us]
        if n < 0
        else [
            best.hp,
            weak.hp,
            len(live),
            tot,
            len(names),
            len(by[1]),
            first.hp,
            len(rest),
            us.index(weak),
            us.count(best),
            weak in live,
            d[0].hp,
        ]
        + [u.hp for u in us]
        + [a * 10 + b for a, b in pairs]
    )


class Ev_w1:
    def __init__(self, **kw):
        self.a = kw.get("a", 1)
        self.b = kw["b"]


class Va_w1:
    def __init__(self, *units, scale=1):
        self.units = list(units)
        self.scale = scale

    def total(self):
        return sum(u.hp for u in self.units) * self.scale


def q_args_w1(n):
    e = Ev_w1(b=n)
    opts = {"a": 3, "b": 4}
    v = Va_w1(Un_w1(n, 1), Un_w1(2, 2), scale=3)
    us = [Un_w1(1, 1)] * 3
    w = Va_w1(*us)
    w.units[0].hit(-5)
    return [e.a, e.b, v.total(), w.total(), len(us)]


def q_match_w1(n):
    c = [None, 0, Un_w1(n, 1), Pos_w1(n, 2), "x"][n % 5]
    match c:
        case None:
            r = 1
        case 0:
            r = 2
        case Un_w1(team=1) as u:
            r = u.hit(1).hp
        case Pos_w1(x=a, y=2):
            r = a * 2
        case str():
            r = 7
        case _:
            r = 9
    return [r]


class Tree_w1:
    def __init__(self, v, l: "Optional[Tree_w1]" = None, r=None):
        self.v, self.l, self.r = v, l, r

    def insert(self, v):
        if v < self.v:
            if self.l:
                self.l.insert(v)
            else:
                self.l = Tree_w1(v)
        elif self.r is None:
            self.r = Tree_w1(v)
        else:
            self.r.insert(v)
        return self

    def __iter__(self):
        if self.l:
            yield from self.l
        yield self.v
        if self.r:
            for x in self.r:
                yield x

    def depth(self):
        return 1 + max(self.l.depth() if self.l else 0, self.r.depth() if self.r else 0)

    def __len__(self):
        return sum(1 for _ in self)

    def __contains__(self, v):
        return any(v == x for x in self)


def q_tree_w1(n):
    t = Tree_w1(5)
    for i in range(n):
        t.insert((i * 7 + n) % 11)
    return list(t) + [t.depth(), len(t), 3 in t]


class St_w1:
    def __init__(self):
        self._d = {}

    def __getitem__(self, k):
        return self._d.get(k, 0)

    def __setitem__(self, k, v):
        self._d[k] = v

    def __getattr2__(self):
        return 1

    def keys(self):
        return self._d.keys()

    def items(self):
        for k, v in self._d.items():
            yield k, v


def q_st_w1(n):
    s = St_w1()
    s["a"] = n
    s["b"] += 4
    s["a"] *= 2
    return [s["a"], s["b"], s["c"], len(s.keys()), sum(v for k, v in s.items() if k != "a")]


class Walk_w1:
    def __init__(self, b):
        self.b = b
        self.best = None

    def run(self, i=0, path=()):
        if i == 3:
            if self.best is None or sum(path) > sum(self.best):
                self.best = path
            return
        for k in self.b:
            if k not in path:
                self.run(i + 1, path + (k,))


def q_walk_w1(n):
    w = Walk_w1([1, n, 3, 4])
    w.run()
    return list(w.best) if w.best is not None else [0]


class A_y1(object):
    def __init__(self, n):
        self.n = n

    def f(self):
        return self.n


class B_y1(A_y1):
    def __init__(self, n):
        super(B_y1, self).__init__(n + 1)
        A_y1.__init__(self, self.n * 2)

    def f(self):
        return super(B_y1, self).f() + 1


class C_y1(B_y1):
    def f(self):
        return super(C_y1, self).f() * 2


def q_1_y1(n):
    return [B_y1(n).f(), C_y1(n).f(), A_y1(n).f()]


class GG_y1:
    def __init__(self):
        self.b = np.zeros((2, 2))
        self.c = np.ones(3)
        self.k = [self.c, np.ones(2)] if False else None


def q_2_y1(n):
    g = GG_y1()
    h = copy.deepcopy(g)
    h.b[0, 0] = n
    h.c += 1
    return [int(g.b.sum()), int(h.b.sum()), int(g.c.sum()), int(h.c.sum())]


class W_u1a:
    def __init__(self, n):
        self.names = {"a", "b", "cc"}
        self.count = 0
        self.seen = set()
        self.last = ""
        self.n = n

    def touch(self, name):
        self.count = self.count * 3 + len(name)
        return len(name)

    @property
    def tick(self):
        self.count += 1
        return self.count

    def get(self, k):
        self.count += k
        return self.count


def x_sum_u1a(n):
    w = W_u1a(n)
    t = 0
    for x in w.names:
        t += len(x)
        w.seen.add(x)
    return [t, len(w.seen), w.count]


def q_ints_u1a(n):
    w = W_u1a(n)
    s = {8, 0, 16, n}
    for x in s:
        w.count = w.count * 7 + x
    for x in s:
        if w.get(x) % 2:
            w.n += x * w.tick
    ys = [w.tick * x for x in s]
    t = sum(w.get(x) for x in s)
    m = max(w.get(x) * x for x in s)
    zs = sorted([w.get(x) % 13 for x in s])
    k = {w.tick * 8 + x for x in s}
    return (
        [w.count % 1000003, w.n % 1000003, t % 1000003, m % 1000003]
        + [y % 1009 for y in ys]
        + zs
        + [len(k)]
        + sorted(v % 1009 for v in k)
    )


class Piece_big:
    value = 0

    def __init__(self, color, r, c):
        self.color, self.r, self.c = color, r, c
        self.moved = False

    def on(self, b, r, c):
        return 0 <= r < 8 and 0 <= c < 8

    def ray(self, b, dirs, far=8):
        out = []
        for dr, dc in dirs:
            r, c = self.r + dr, self.c + dc
            n = 0
            while self.on(b, r, c) and n < far:
                if b.sq[r][c] is None:
                    out.append((r, c))
                else:
                    if b.sq[r][c].color != self.color:
                        out.append((r, c))
                    break
                r, c, n = r + dr, c + dc, n + 1
        return out


DIAG_big = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
ORTH_big = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class King_big(Piece_big):
    value = 900

    def moves(self, b):
        return self.ray(b, DIAG_big + ORTH_big, 1)


class Queen_big(Piece_big):
    value = 9

    def moves(self, b):
        return self.ray(b, DIAG_big + ORTH_big)


class Rook_big(Piece_big):
    value = 5

    def moves(self, b):
        return self.ray(b, ORTH_big)


class Bishop_big(Piece_big):
    value = 3

    def moves(self, b):
        return self.ray(b, DIAG_big)


class Knight_big(Piece_big):
    value = 3

    def moves(self, b):
        return self.ray(b, [(a, d) for a in (-2, -1, 1, 2) for d in (-2, -1, 1, 2) if abs(a) != abs(d)], 1)


class Pawn_big(Piece_big):
    value = 1

    def moves(self, b):
        d = -1 if self.color == "w" else 1
        out = []
        if self.on(b, self.r + d, self.c) and b.sq[self.r + d][self.c] is None:
            out.append((self.r + d, self.c))
            if not self.moved and self.on(b, self.r + 2 * d, self.c) and b.sq[self.r + 2 * d][self.c] is None:
                out.append((self.r + 2 * d, self.c))
        for s in (1, -1):
            if self.on(b, self.r + d, self.c + s):
                t = b.sq[self.r + d][self.c + s]
                if t is not None and t.color != self.color:
                    out.append((self.r + d, self.c + s))
        return out


class Board_big:
    def __init__(self):
        self.sq = [[None] * 8 for _ in range(8)]
        for c, k in enumerate(
            [Rook_big, Knight_big, Bishop_big, Queen_big, King_big, Bishop_big, Knight_big, Rook_big]
        ):
            self.sq[0][c] = k("b", 0, c)
            self.sq[7][c] = k("w", 7, c)
            self.sq[1][c] = Pawn_big("b", 1, c)
            self.sq[6][c] = Pawn_big("w", 6, c)
        self.turn = "w"
        self.undo_stack = []

    def all(self):
        return [
            (p, to) for row in self.sq for p in row if p is not None and p.color == self.turn for to in p.moves(self)
        ]

    def push(self, p, to):
        r, c = to
        self.undo_stack.append((p, p.r, p.c, self.sq[r][c], p.moved))
        self.sq[p.r][p.c] = None
        self.sq[r][c] = p
        p.r, p.c, p.moved = r, c, True
        if isinstance(p, Pawn_big) and r in (0, 7):
            self.sq[r][c] = Queen_big(p.color, r, c)
        self.turn = "b" if self.turn == "w" else "w"

    def pop(self):
        p, r, c, taken, moved = self.undo_stack.pop()
        self.sq[p.r][p.c] = taken
        p.r, p.c, p.moved = r, c, moved
        self.sq[r][c] = p
        self.turn = "b" if self.turn == "w" else "w"

    def score(self):
        return sum((1 if p.color == "w" else -1) * p.value for row in self.sq for p in row if p)


def q_game_big(n):
    b = Board_big()
    x = n * 7 + 1
    out = []
    for ply in range(14):
        ms = b.all()
        x = (x * 1103515245 + 12345) % 2147483648
        p, to = ms[(x // 65536) % len(ms)]
        t = copy.deepcopy(b)
        t.push(t.sq[p.r][p.c], to)
        best = -9999
        for q, go in t.all():
            t.push(q, go)
            best = max(best, t.score())
            t.pop()
        b.push(p, to)
        out += [len(ms), b.score(), t.score(), best]
    return out
