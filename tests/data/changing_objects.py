"""Functions that make objects of classes of their own, share, copy and change them: see tests/compiler/test_objects.py."""
# ruff: noqa

import copy
from copy import deepcopy
from dataclasses import dataclass, field, replace
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
