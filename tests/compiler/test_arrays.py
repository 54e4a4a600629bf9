"""Arrays of NumPy in rules: features of NumPy, and random functions, next to NumPy itself; what is refused."""
# ruff: noqa: E501

import random
from textwrap import indent

import numpy as np
import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from tests.helpers.asked_functions import game_asking_functions
from tests.helpers.rule_twins import CompiledRules, difference

HEAD = """
from typing import NamedTuple
import numpy as np
import plywise as pw
LINES = np.array([[0, 1], [2, 3], [0, 3]])
KER = np.array([1, 2, 3])
def put(a, r, k, x):
    a[r, k] = x
    return a
class State(NamedTuple):
    b: tuple
    n: int
    which: int
class G(pw.Game):
    def initial(self): return State((0, 1, 2, 3), 9, 0)
    def player(self, s): return 1
    def actions(self, s): return [1, 2]
    def result(self, s, a): return State(s.b[a:] + s.b[:a], s.n - a, s.which)
    def terminal(self, s): return s.n <= 1
    def utility(self, s): return 0
"""
GIVEN = "b = np.array(s.b).reshape(2, 2)\nc = np.array([[3, s.n], [-1, 2]])\nv = np.array(s.b)\n"
FEATURES = {
    "views alias": """
        r = b[0]
        r[1] = 9
        col = b[:, 1]
        col[1] = 8
        b.T[0, 1] = 5
        t = b.reshape(-1)
        t[0] = 4
        return int(b[0, 0]) * 1000 + int(b[0, 1]) * 100 + int(b[1, 0]) * 10 + int(b[1, 1])
    """,
    "copy not alias": """
        d = b.copy()
        d[0, 0] = 77
        e = b.flatten()
        e[1] = 66
        f2 = np.array(b)
        f2[1, 1] = 55
        return int(b.sum()) * 100 + int(d.sum()) + int(e.sum()) + int(f2.sum())
    """,
    "asarray alias": """
        d = np.asarray(b)
        d[0, 0] = 77
        return int(b[0, 0])
    """,
    "arith": """
        d = (b + c * 2 - 1) % 5 + b // 2 - (-c)
        d = d * d
        return int(d.sum()) * 10 + int((b ** 2).sum()) + int((b << 1)[1, 1]) + int((b & 1).sum()) * 3 + int((b | c)[0, 1]) + int((b ^ c)[1, 0])
    """,
    "compare all": """
        return int((b < c).sum()) + int((b <= c).sum()) * 3 + int((b > 1).any()) * 9 + int((b >= b.T).all()) * 18 + int((b != c).sum()) * 36 + int((2 == b).sum()) * 200
    """,
    "bool ops": """
        m = (b > 0) & (b < 3) | ~(c > 2)
        n = np.logical_and(b > 0, c > 0)
        return int(m.sum()) + 10 * int(n.sum()) + 100 * int((m ^ n).any()) + 1000 * int(np.logical_not(m).sum()) + int((m + n).sum()) * 7 + int((m * n).sum()) * 5
    """,
    "axis": """
        return int(b.max(axis=0)[1]) + 10 * int(b.min(axis=1)[1]) + 100 * int(b.argmax()) + 1000 * int(c.argmin(axis=1)[0]) + int(np.sum(b, axis=0)[0]) * 7 + int(np.any(b > 1, axis=1)[0]) + int(b.prod())
    """,
    "inplace": """
        b += c
        b *= 2
        b[0] -= 1
        b[:, 1] //= 3
        b[b > 5] = 0
        b[1, 1] += 4
        v[v == 0] -= 7
        return int(b.sum()) * 100 + int(b[0, 0]) * 10 + int(b[1, 1]) + int(v.sum())
    """,
    "fancy": """
        i = np.array([1, 0, 3])
        d = v[i]
        e = b[[1, 0]]
        f2 = b[[0, 1], [1, 0]]
        v[[0, 2]] = 7
        v[i] += 1
        b[[0, 1], [0, 1]] = 9
        return int(d[0]) + int(e[0, 1]) * 10 + int(f2.sum()) * 100 + int(v.sum()) * 1000 + int(b.sum())
    """,
    "where three": """
        d = np.where(b > c, b, c)
        e = np.where(b == 0, 5, 0)
        return int(d.sum()) * 100 + int(e.sum())
    """,
    "iterate": """
        t = 0
        for row in b:
            for x in row:
                t = t * 5 + int(x)
        for i, row in enumerate(c):
            t += i * int(row[0])
        for x in c.flat:
            t += int(x)
        for x, y in zip(b.ravel(), c.ravel()):
            t += int(x) * int(y)
        return t
    """,
    "builtins": """
        return int(sum(v)) + 10 * int(max(v)) + 100 * int(min(c.ravel())) + len(v) * 7 + len(b) + int(sorted(v)[1]) * 3 + any(v == 2) + all(v >= 0) * 2 + list(v).count(2) + len(set(v.tolist())) * 11 + (2 in v) * 50
    """,
    "shape": """
        rows, cols = b.shape
        t = 0
        for r in range(b.shape[0]):
            for k in range(cols):
                t = t * 5 + int(b[r, k])
        return t * 100 + b.size * 10 + b.ndim
    """,
    "stack": """
        d = np.vstack([b, c])
        e = np.hstack((b, c))
        f2 = np.concatenate([v, np.array([9, 8])])
        g = np.stack([v, v * 2])
        h = np.concatenate((b, c), axis=1)
        return int(d[2, 1]) + int(e[0, 3]) * 10 + int(f2[4]) * 100 + int(g[1, 2]) * 1000 + int(h[1, 2]) + d.shape[0] + e.shape[1]
    """,
    "diagonals": """
        m = np.arange(20).reshape(4, 5)
        t = 0
        for k in range(-5, 7):
            d = np.diagonal(m, k)
            t = t * 3 + int(d.sum()) + len(d)
        for k in range(-2, 3):
            t += int(np.fliplr(m).diagonal(offset=k).sum())
        return t + int(np.trace(m)) + int(np.diag(m)[1]) + int(np.diag(v)[2, 2]) * 5 + int(m.trace())
    """,
    "windows": """
        m = np.zeros((4, 5), dtype=int)
        for i, x in enumerate(s.b):
            m[i, (i + s.n) % 5] = x + 1
        t = 0
        for r in range(4):
            for k in range(5):
                if k + 3 <= 5:
                    t = t * 2 + bool((m[r, k:k + 3] > 0).any())
                w = m[r:r + 2, k:k + 2]
                t += int(w.sum()) * len(w)
                t = t % 100003
        return t
    """,
    "flip rot roll": """
        m = np.arange(6).reshape(2, 3) + s.n
        t = 0
        for q in (np.rot90(m), np.rot90(m, 2), np.rot90(m, 3), np.rot90(m, k=-1), np.flipud(m), np.fliplr(m), np.flip(m), np.flip(m, 0), np.flip(m, axis=1), np.roll(m, 1), np.roll(m, -1, axis=0), np.roll(m, 2, axis=1), m.T):
            t = (t * 7 + int(q[0, 0]) + int(q[1, 1]) * 3 + q.shape[0]) % 1000003
        return t
    """,
    "symmetries": """
        m = np.array([[1, 2], [3, s.n]])
        best = min(tuple(map(tuple, np.rot90(m, k))) for k in (0, 1, 2, 3))
        return int(best[0][0]) * 100 + int(best[0][1]) * 10 + int(best[1][0])
    """,
    "tolist": """
        x = b.tolist()
        y = tuple(tuple(r) for r in c.tolist())
        z = v.tolist()
        z.append(7)
        x[0][1] += 50
        return x[0][1] + y[0][1] * 10 + sum(z) + (b > 1).tolist()[1][1]
    """,
    "full arange eye": """
        d = np.full((2, 3), s.n)
        e = np.ones((2, 2), dtype=np.int64)
        g = np.eye(3, dtype=int)
        h = np.arange(2, 11, 3)
        z = np.zeros_like(b)
        o = np.ones_like(c)
        w = np.full_like(b, 4)
        return int(d.sum()) + int(e.sum()) * 3 + int(g[1, 1]) * 5 + int(h.sum()) * 7 + int(z.sum()) + int(o.sum()) * 11 + int(w.sum()) + int(np.identity(2, dtype=int)[0, 0])
    """,
    "dot": """
        return int(np.dot(v, v)) + int((b @ c)[0, 1]) * 10 + int(b.dot(c)[1, 0]) + int((c @ v[:2])[1]) * 3 + int(np.outer(v, v)[2, 3]) + int(np.dot(v[:2], b)[1])
    """,
    "broadcast": """
        d = b + v[:2]
        e = b * np.array([[1], [10]])
        g = v[:, None] - v[None, :]
        return int(d.sum()) + int(e.sum()) * 10 + int(np.abs(g).sum()) + int((v[:, np.newaxis] == v).sum())
    """,
    "unique cumsum sort": """
        return len(np.unique(c)) + int(np.cumsum(v)[-1]) * 10 + int(np.sort(v)[0]) * 100 + int(np.diff(v)[1]) * 7 + int(np.cumsum(c)[2])
    """,
    "maximum clip sign": """
        return int(np.maximum(b, c).sum()) + 10 * int(np.minimum(b, 1).sum()) + 100 * int(np.clip(c, 0, 5).sum()) + int(np.sign(c).sum()) * 1000 + int(np.abs(c).sum()) + int(abs(c)[1, 0])
    """,
    "mean": """
        return float(b.mean()) * 8 + float(np.mean(c, axis=0)[0])
    """,
    "float": """
        w = np.array([0.5, 1.5, -2.0, 4.0])
        d = w * v
        return float(d[1]) + float(d[3]) * 2 + float((b / 4)[1, 1]) + float(w.max())
    """,
    "nonzero": """
        r, k = np.nonzero(b)
        f2 = np.flatnonzero(v)
        a = np.argwhere(b > 0)
        moves = [(int(x), int(y)) for x, y in a]
        moves2 = list(zip(r.tolist(), k.tolist()))
        return len(r) + int(r.sum()) * 10 + int(f2.sum()) * 100 + len(a) * 1000 + sum(x * 2 + y for x, y in moves) + (moves == moves2)
    """,
    "array_equal": """
        return np.array_equal(b, b.T) + np.array_equal(b, c) * 2 + np.array_equal(b, b.copy()) * 4 + np.array_equal(v, b) * 8 + (b == b).all() * 16
    """,
    "isin": """
        return int(np.isin(v, [1, 2]).sum()) + 10 * int(np.isin(v, (0, s.n % 4)).sum())
    """,
    "convolve": """
        k = np.array([1, 1, 1])
        w = (v > 0).astype(int)
        return int(np.convolve(w, k, mode="valid").max()) + int(np.convolve(v, k)[2]) * 10 + int(np.convolve(v, k, "same")[0]) * 100
    """,
    "int8 board": """
        g = np.zeros((3, 3), dtype=np.int8)
        g[1, 1] = 1
        g[0, 2] = -1
        x = g[1, 1]
        y = x * 100
        return int(g.sum()) + int(y) + int(x + g[0, 2]) + int(-g[0, 2]) + (x == 1) + (g[0, 0] == 0 and x > 0)
    """,
    "bool sum trap": """
        return int((v[0] == 0) * 1 + (v[1] == 1) * 1)
    """,
    "not": """
        return (not v[0] == v[1]) * 2 + (not (b == 9).any()) + (v[0] < v[1] < v[2]) * 4
    """,
    "key dict": """
        d = {}
        for x in v:
            d[x] = d.get(x, 0) + 1
        e = {(int(r), int(k)): 1 for r, k in np.argwhere(b)}
        return d.get(2, 9) * 10 + len(e) + len(d)
    """,
    "index with numpy int": """
        lst = [5, 6, 7, 8]
        t = "abcd"
        return lst[v[0]] * 10 + ord(t[v[1]]) + s.b[v[2]] * 3 + sum(range(v[3]))
    """,
    "ternary mixes": """
        x = v[0] if s.n % 2 else 5
        total = 0
        for k in range(4):
            total += v[k] * (k + 1)
        best = -99
        for k in range(4):
            if v[k] > best:
                best = v[k]
        return int(x) + int(total) * 10 + int(best) * 1000
    """,
    "three dims": """
        m = np.arange(8).reshape(2, 2, 2) + s.n
        m[0, 1, 1] = 50
        m[1] += 1
        m[:, 0, :] *= 2
        return int(m.sum()) + int(m[0].sum(axis=0)[1]) + int(m.sum(axis=2)[1, 1]) * 10 + int(m[..., 0].sum()) * 3 + int(m.sum(axis=(0,))[0, 0] if False else 0)
    """,
    "helper in place": """
        put(b, 0, 1, 9)
        d = put(b.copy(), 1, 1, 8)
        return int(b.sum()) * 100 + int(d.sum())
    """,
    "list of arrays": """
        ls = [b, c, b + c]
        ls[0][0, 0] = 30
        t = 0
        for q in ls:
            t = t * 10 + int(q.sum())
        return t + int(b[0, 0])
    """,
    "lines": """
        m = np.array([[1, 1, 1], [2, 1, 2], [s.n % 3, 2, 1]])
        lines = list(m) + list(m.T) + [m.diagonal(), np.fliplr(m).diagonal()]
        return sum(int(len(set(line.tolist())) == 1) for line in lines) * 10 + sum(1 for line in lines if np.all(line == 1))
    """,
    "where idx": """
        i = np.where(v == 2)[0]
        j = np.where(v == 99)[0]
        return (int(i[0]) if len(i) else 9) + len(j) * 10 + i.size * 100
    """,
    "any builtin over rows": """
        return any((row == 1).all() for row in b) + any(np.all(row < 9) for row in b) * 2 + all((b.T[k] >= 0).all() for k in range(2)) * 4
    """,
    "argmax ties first": """
        return int(np.argmax(np.array([1, 3, s.n % 4, 3]))) + int(np.argmin(v)) * 10
    """,
    "gravity": """
        m = np.zeros((4, 3), dtype=int)
        for x in s.b:
            k = (x + s.n) % 3
            empty = np.where(m[:, k] == 0)[0]
            if len(empty):
                m[empty[-1], k] = x + 1
        heights = (m != 0).sum(axis=0)
        full = [k for k in range(3) if m[0, k] != 0]
        return int((m * np.arange(12).reshape(4, 3)).sum()) * 10 + int(heights.max()) + len(full)
    """,
    "const copy": """
        K = KER.copy()
        K[0] = 5
        return int(K[0]) * 10 + int(KER[0]) + int(KER[s.n % 3])
    """,
    "const row var": """
        t = 0
        for a, d in LINES:
            if v[a] == v[d]: t += 1
        for line in LINES.tolist():
            t += sum(s.b[i] for i in line) * 10
        return t + LINES[s.n % 3][1] * 100 + int(LINES[1, s.n % 2]) * 1000
    """,
    "frombuffer frozen": """
        k = v.astype(np.int8).tobytes()
        d = np.frombuffer(k, dtype=np.int8)
        e = d.copy()
        e[0] = 3
        return int(d.sum()) + int(e.sum()) * 10 + len(k)
    """,
    "bytes ops": """
        k = bytes(s.b)
        m = k[:1] + bytes([9]) + k[2:]
        t = 0
        for x in m: t = t * 10 + x
        return t + m[0] + len(m) + (k == m) + (2 in m) * 5 + m.count(9) * 7 + sum(m) + int(np.array(list(m))[1]) + tuple(m)[2]
    """,
    "astype bool": """
        return int(v.astype(bool).sum()) * 10 + int((v > 1).astype(np.int8).sum()) + int(v.astype(np.int8)[2]) * 100
    """,
    "repeat tile": """
        return int(np.repeat(v, 2)[3]) + int(np.tile(v, 2)[6]) * 10
    """,
    "item": """
        return b.item(1, 0) + v[2].item() * 10 + b.sum().item() * 100
    """,
    "setdiag": """
        m = np.zeros((3, 3), int)
        np_idx = np.arange(3)
        m[np_idx, np_idx] = s.n
        return int(m.trace()) * 10 + int(m.sum())
    """,
    "floats": """
        z = np.zeros((3, 3))
        z[s.n % 3] = 0.5
        z[:, 0] -= 2
        t = tuple(map(tuple, z))
        m = (z == 0.5).all(axis=1)
        return int(z.sum() * 2) + int(z.sum(axis=0)[1] * 20) + int(z.mean() * 18) * 100 + int(m.any()) + int(t[0][0] * 4)
    """,
    "places": """
        t = 0
        for r, k in np.ndindex(2, 2):
            t = t * 3 + int(b[r, k])
        for r, k in np.ndindex(c.shape):
            t = t + int(c[r, k]) * (r + 1)
        for (r, k), x in np.ndenumerate(b):
            t = t * 3 + int(x) * (r + 1) + k
        return t
    """,
    "overlaps": """
        v[1:] = v[:-1]
        b[:] = b.T
        c[[0, 1]] = c[[1, 0]]
        v[[0, 0, 1]] += 1
        v[2:] += v[1:-1]
        return int(v[1]) * 100 + int(v[3]) * 10 + int(b[0, 1]) + int(c[0, 0]) * 1000 + int(v[0]) * 7
    """,
    "neg index": """
        return int(v[-1]) + int(b[-1, -2]) * 10 + int(v[-3:-1].sum()) * 100 + int(v[::2].sum()) * 1000 + int(v[::-2][0]) + int(v[5:2].sum()) + int(v[-2:].sum())
    """,
    "scores": """
        W = np.array([[1, 2], [3, 4]])
        score = (W * (b == 1)).sum() - (W * (b == 2)).sum()
        return int(score) * 10 + int(W[b > 0].sum())
    """,
}
"""What is done with two arrays of two dimensions and one of one, to one int."""
GROUPS = 6


def states(game, which):
    """Yield the states of a line of play in which one function is asked."""
    state = game.initial()._replace(which=which)
    while not game.terminal(state):
        yield state
        state = game.result(state, 1 + state.n % 2)


@pytest.mark.fast_with("0")
@pytest.mark.parametrize("group", range(GROUPS))
def test_features_of_numpy_mean_the_same(group, tmp_path):
    names = list(FEATURES)[group::GROUPS]
    bodies = [GIVEN + "\n".join(line[8:] for line in FEATURES[name].splitlines()) for name in names]
    game = game_asking_functions(tmp_path, HEAD, bodies)
    rules = CompiledRules(game)
    for which, name in enumerate(names):
        for state in states(game, which):
            assert (name, difference(rules, state)) == (name, "")


# --- random functions -------------------------------------------------------------------------------------------------

SHAPES = {"two": (3, 4), "one": (4,)}
VIEWS = {
    "two": ["{}", "{}.T.reshape(3, 4)", "np.flipud({})", "np.fliplr({})", "{}[::-1]", "{}[:, ::-1]", "{}.copy()",
            "np.roll({}, k % 3, axis=1)", "np.where({} > k % 4, {}, -{})", "np.maximum({}, k % 5)", "abs({})",
            "np.array({}.tolist())", "np.array(tuple(map(tuple, {})))", "np.rot90({}, 2)", "{}.reshape(4, 3).T.copy()",
            "np.concatenate([{}[1:], {}[:1]])"],
    "one": ["{}", "{}[::-1]", "{}.copy()", "np.roll({}, k % 3)", "np.sort({})", "np.cumsum({}) % 7", "a[k % 3]", "d[0]",
            "a[:, k % 4][:1].repeat(4)", "d.sum(axis=0)", "a.max(axis=0)", "np.array(list({}))", "d.argmax(axis=0)",
            "a[k % 3, :]", "d.any(axis=0).astype(int)", "np.diagonal(a)[:1].repeat(4)", "{}[np.array([3, 1, 0, 2])]",
            "(d[::-1] @ {})[[0, 1, 2, 0]]"],
}  # fmt: skip
MAKING = [" + ", " - ", " * ", " | ", " ^ ", " & "]
DOING = [
    "a[k % 3, (k + 1) % 4] = t % 9", "a[k % 3] = v", "d[:, k % 4] += t % 5", "a[a > 3] = k % 3", "v[k % 4] -= 1",
    "d[1:, :2] = a[:2, 2:]", "a = {two}", "d = {two}", "v = {one}", "w = {one}", "a, d = d, a", "w = v[:]",
    "t = (t * 7 + int({two}[k % 3, k % 4]) + int({one}[k % 4])) % 1009", "a %= 11", "d //= 2", "v = v{op}w",
    "a = (a{op}d) % 13", "d = d{op}v", "t += int((a == d).all(axis=1).any()) + 2 * np.count_nonzero(v{op}w)",
    "t += int(np.trace(a)) + int(np.diagonal(d, k % 3 - 1).sum())", "r, q = np.nonzero(a)\nt += int((r * q).sum())",
    "for x in {two}.ravel():\n    t = (t * 3 + int(x)) % 1009", "t += len(np.argwhere(d > k)) + int(v[v > 1].sum())",
    "t += np.array_equal(a, d) + a.shape[0] * int(a.any()) + len(np.unique(v)) + int(np.dot(v, w))", "k = (k + t) % 7",
    "t += int(sum(v)) + int(max(w)) + (3 in v) + sum(1 for x, y in zip(v, w) if x == y)", "d = a.T.copy().reshape(3, 4)",
]  # fmt: skip


def filled(source, text):
    """Return a piece of source with random arrays in its places."""
    while "{two}" in text or "{one}" in text or "{op}" in text:
        kind = "two" if "{two}" in text else "one"
        view = source.choice(VIEWS[kind]).replace("{}", source.choice(("a", "d") if kind == "two" else ("v", "w")))
        text = text.replace("{" + kind + "}", view, 1).replace("{op}", source.choice(MAKING), 1)
    return text


def written(source):
    """Return the body of a function of four arrays, whose numbers stay small."""
    lines = ["t, k = 0, s.n % 5", "a = (np.arange(12) * 5 % 7).reshape(3, 4)", "d = np.zeros((3, 4), dtype=int)"]
    lines += ["v, w = np.array(s.b), np.array(s.b)[::-1] * 2"]
    for _ in range(9):
        lines += filled(source, source.choice(DOING)).splitlines()
        lines.append("a, d, v, w, t = a % 50, d % 50, v % 50, w % 50, t % 100003")
        if source.random() < 0.7:
            lines.pop()
    lines.append("return (t + int(a.sum()) * 3 + int(d[1].sum()) * 5 + int(v[0]) * 7 + int(w.sum())) % 100003")
    return "\n".join(lines)


@pytest.mark.parametrize("first", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in range(3, 60, 3))])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_random_functions_of_arrays(first, tmp_path):
    bodies = [written(random.Random(seed)) for seed in range(first, first + 3)]
    game = game_asking_functions(tmp_path, HEAD, bodies)
    rules = CompiledRules(game)
    for which, body in enumerate(bodies):
        for state in states(game, which):
            assert (body, difference(rules, state)) == (body, "")


# --- what numpy would wrap, and what is refused -----------------------------------------------------------------------

STOPS = {
    "g = np.array([100, 27], dtype=np.int8)\nreturn int(g[0] + g[1] + (s.n > 0))": "an int leaves the range",
    "g = np.array([100], dtype=np.int8)\nreturn int((g * 2)[0])": "an int leaves the range",
    "return int(v[0] // v[0])": "divided by zero",
    "return int((v / 3).sum() * 6)": "depends on NumPy's order",
    "g = np.array([2**62])\nreturn int((g * 4)[0])": "64 bits",
}


@pytest.mark.parametrize("body", STOPS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_numpy_wraps_is_an_error_that_nothing_catches(body, tmp_path):
    text = f"try:\n{indent(GIVEN + body, '    ')}\nexcept (OverflowError, ZeroDivisionError):\n    return 5"
    game = game_asking_functions(tmp_path, HEAD, [text])
    assert isinstance(game.evaluate(game.initial()), int)
    with pytest.raises(OverflowError, match=STOPS[body]):
        CompiledRules(game, only=["evaluate"]).ask("evaluate", game.initial())


REFUSED = {
    "KER[0] = s.n\nreturn 1": r"change a copy\(\) of it",
    "x = np.frombuffer(bytes(s.b), dtype=np.int8)\nx[0] = 1\nreturn 1": r"change a copy\(\) of it",
    "return (v[0] == 0) + (v[1] == 1)": r"write int\(...\) of each",
    "x = (v[0] == 0) if s.n % 2 else s.n > 3\nreturn 5 if x is True else 6": "write ==, or leave it out",
    "return s.b[v[0] == 0]": r"write int\(...\) of it",
    "return 1 if v == 2 else 0": r"write \.any\(\) or \.all\(\)",
    "return int(np.linalg.det(b))": "write a loop over the numbers",
    "return int(np.convolve(v / 2, v)[0])": "other numbers than ints",
    "return int(np.argsort(v)[0])": "stable",
    "return len(str(tuple(v)))": r"write int\(...\) of it",
    "return isinstance(v[0], int)": "the class of a",
    "return int(np.array(s.b, dtype=np.float32)[0])": "float32 cannot be compiled",
    "return len(np.array(tuple(v.astype(np.int8))).tobytes())": "dtype=np.int8",
}


@pytest.mark.parametrize("body", REFUSED)
def test_a_refusal_says_what_to_write_instead(body, tmp_path):
    with pytest.raises(Refusal, match=REFUSED[body]):
        CompiledRules(game_asking_functions(tmp_path, HEAD, [GIVEN + body]), only=["evaluate"])


def test_numbers_of_numpy_in_states_are_seen_and_keep_their_types(tmp_path):
    text = HEAD.replace("State((0, 1, 2, 3), 9, 0)", "State(tuple(np.array([0, 1, 2, 3], dtype=np.int8)), 9, 0)")
    (tmp_path / "written.py").write_text(text + "    def evaluate(self, s): return int(s.b[1] * 50)\n")
    game = pw.make(f"{tmp_path / 'written.py'}:G")
    state = game.initial()
    assert isinstance(state.b[1], np.int8)
    rules = CompiledRules(game, only=["evaluate"])
    assert rules.ask("evaluate", state) == 50
    with pytest.raises(OverflowError, match="would wrap it"):
        rules.ask("evaluate", state._replace(b=(0, 3, 2, 3)))
