"""Sets, dicts, deques and their like: equal values of several types, aliases, changes during a loop: one question each.

A game only in form: what counts is that `evaluate`, whose State says `which` question, is the same compiled.
"""
# ruff: noqa

from collections import Counter, deque
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from itertools import groupby
from typing import NamedTuple

import plywise as pw


class Color(Enum):
    RED = "r"
    BLUE = "b"
    GREEN = "g"


class Level(IntEnum):
    LOW = 2
    MID = 5
    TOP = 9


class State(NamedTuple):
    b: tuple
    n: int
    t: str
    w: str
    f: frozenset
    k: Color
    x: float
    which: int


def T(text):
    found = 7
    for letter in text:
        found = (found * 31 + ord(letter)) % 1000003
    return found


def L(numbers):
    found = 7
    for number in numbers:
        found = (found * 31 + number) % 1000003
    return found


class SL(StrEnum):
    A = "a"
    B = "b"


class SM(str, Enum):
    A = "aa"
    B = "b"


class Collections(pw.Game):
    QUESTIONS = [
        "groupby_list_first",
        "groupby_twice_used",
        "zip_strict",
        "tuple_bool_int_in_set_big",
        "dict_key_intenum_big",
        "set_intenum_big",
        "set_mixed_float_int_big",
        "frozenset_alias_ior",
        "frozenset_param",
        "counter_del_missing",
        "deque_eq_list",
        "union_set_frozen",
        "keys_ior",
        "strenum_letters",
        "deque_all",
        "dict_grown_caught",
        "dict_values_changed_in_loop",
        "values_view",
        "dict_gen_changed",
        "groupby_kept",
        "groupby_advanced",
        "zip_strict_ok",
        "zip_star_empty",
        "next_of_dicts",
    ]

    def initial(self):
        return State((0, 1, 2, 3), 9, "abca", "ab", frozenset({1, 2, 3}), Color.RED, 0.5, 0)

    def player(self, s):
        return 1

    def actions(self, s):
        return [1, 2]

    def terminal(self, s):
        return s.n <= 1

    def utility(self, s):
        return 0

    def result(self, s, a):
        colors = list(Color)
        word = s.w + "abc"[a] if len(s.w) < 5 else s.w[a:]
        color = colors[(colors.index(s.k) + a) % 3]
        f = s.f ^ frozenset({s.n % 8})
        return State(s.b[a:] + s.b[:a], s.n - a, s.t[1:] + s.t[0], word, f, color, s.x * -1.5, s.which)

    def evaluate(self, s):
        if s.which == 0:
            return self.groupby_list_first(s)
        if s.which == 1:
            return self.groupby_twice_used(s)
        if s.which == 2:
            return self.zip_strict(s)
        if s.which == 3:
            return self.tuple_bool_int_in_set_big(s)
        if s.which == 4:
            return self.dict_key_intenum_big(s)
        if s.which == 5:
            return self.set_intenum_big(s)
        if s.which == 6:
            return self.set_mixed_float_int_big(s)
        if s.which == 7:
            return self.frozenset_alias_ior(s)
        if s.which == 8:
            return self.frozenset_param(s)
        if s.which == 9:
            return self.counter_del_missing(s)
        if s.which == 10:
            return self.deque_eq_list(s)
        if s.which == 11:
            return self.union_set_frozen(s)
        if s.which == 12:
            return self.keys_ior(s)
        if s.which == 13:
            return self.strenum_letters(s)
        if s.which == 14:
            return self.deque_all(s)
        if s.which == 15:
            return self.dict_grown_caught(s)
        if s.which == 16:
            return self.dict_values_changed_in_loop(s)
        if s.which == 17:
            return self.values_view(s)
        if s.which == 18:
            return self.dict_gen_changed(s)
        if s.which == 19:
            return self.groupby_kept(s)
        if s.which == 20:
            return self.groupby_advanced(s)
        if s.which == 21:
            return self.zip_strict_ok(s)
        if s.which == 22:
            return self.zip_star_empty(s)
        if s.which == 23:
            return self.next_of_dicts(s)
        return 0

    def groupby_list_first(self, s):
        return L([len(list(g)) for k, g in list(groupby("aabb" + s.t))])

    def groupby_twice_used(self, s):
        t = 0
        for k, g in groupby("aabbb" + s.t):
            t = t * 7 + sum(1 for _ in g) + 10 * sum(1 for _ in g)
        return t

    def zip_strict(self, s):
        try:
            return L([a * b for a, b in zip(s.b, s.b[1:], strict=True)])
        except (RuntimeError, ValueError):
            return -1

    def tuple_bool_int_in_set_big(self, s):
        d = {(k, 1) for k in range(12)}
        return ((s.n, True) in d) + ((s.n, 1.0) in d) * 2

    def dict_key_intenum_big(self, s):
        d = {k: k for k in range(12)}
        return d[Level.TOP] + d.get(Level.LOW, 50) * 10 + (Level.MID in d) * 100 + s.n

    def set_intenum_big(self, s):
        x = set(range(12))
        x.add(Level.TOP)
        y = {Level.LOW, Level.MID}
        return len(x) * 10 + (Level.MID in x) + len(x | y) * 100 + (5 in y) * 1000 + s.n

    def set_mixed_float_int_big(self, s):
        x = set(range(12))
        x.add(2.0)
        x.add(2.5)
        return len(x) + (2.0 in x) * 100 + s.n

    def frozenset_alias_ior(self, s):
        a = frozenset([1, s.n])
        b = a
        a |= {50}
        return len(b) * 10 + len(a)

    def frozenset_param(self, s):
        def grow(x):
            x |= {77}
            return x

        a = frozenset([s.n])
        return len(grow(a)) * 10 + len(a)

    def counter_del_missing(self, s):
        c = Counter("aab")
        del c["zz"]
        return len(c) + s.n

    def deque_eq_list(self, s):
        q = deque([1, s.n])
        return (q == [1, s.n]) + (q == deque([1, s.n])) * 2

    def union_set_frozen(self, s):
        a = {1, 2} if s.n % 2 else frozenset([1, 2])
        b = a
        a |= {50}
        return len(b) * 10 + len(a) + 100 * isinstance(a, set) + 200 * (a == b)

    def keys_ior(self, s):
        d = {1: 2, 3: 4}
        k = d.keys()
        k |= {9}
        return len(d) * 10 + len(k) + isinstance(k, set) * 100 + isinstance(d.keys(), set) * 200

    def strenum_letters(self, s):
        x = {"a", "bb", "c", "d", "e", "f", "g", "h", "i", "jj", s.t}
        return (
            len(x) + (SL.A in x) * 100 + (SL.B in x) * 200 + (SM.B in x) * 400 + (s.t[0] in x) * 800 + (s.w in x) * 1600
        )

    def deque_all(self, s):
        q = deque([1, 2, s.n])
        q.appendleft(5)
        q.rotate(1)
        q += [7, 8]
        r = q.copy()
        r.append(4)
        del q[1]
        q[0] = 11
        q.extendleft([1, 2])
        q.insert(1, 30)
        q.remove(8)
        return (
            L(q)
            + len(r)
            + (q == r)
            + 2 * (q < r)
            + isinstance(q + r, deque) * 4
            + len(q * 2) * 8
            + q.popleft()
            + q.pop()
            + (q == q.copy()) * 16
        )

    def dict_grown_caught(self, s):
        d = {1: 1, 2: 2}
        t = 0
        try:
            for k, v in d.items():
                t = t * 10 + v
                if s.n > 5:
                    d[k + 10] = 3
        except RuntimeError:
            t += 1000
        return t

    def dict_values_changed_in_loop(self, s):
        d = {1: 1, 2: 2, 3: 5}
        t = 0
        for k, v in d.items():
            d[k] = v * 2
            d[3] = s.n
            t = t * 100 + v
        for k in d:
            d[k] += 1
        for v in d.values():
            d[3] = 77
            t = t * 7 + v
        return t % 100003

    def values_view(self, s):
        d = {1: 1, 2: s.n}
        v = d.values()
        d[3] = 4
        return (
            sum(v)
            + len(v) * 100
            + (4 in v) * 1000
            + max(v)
            + L(sorted(v))
            + L(list(v))
            + len(tuple(v))
            + isinstance(v, list)
        )

    def dict_gen_changed(self, s):
        d = {1: 1, 2: 2, 3: 3}
        try:
            t = sum(d.pop(9, k) for k in d) + sum(d.setdefault(k + s.n, 1) for k in d)
        except RuntimeError:
            t = -5
        return t

    def groupby_kept(self, s):
        gs = []
        for k, g in groupby("aab" + s.t):
            gs.append(g)
            if k == "b":
                break
        return L([len(list(g)) for g in gs])

    def groupby_advanced(self, s):
        out = []
        for k, g in groupby(sorted(s.b), key=lambda v: v // 2):
            out.append(k * 100 + next(g))
            out.append(sum(g))
            out.append(len(list(g)))
        return L(out)

    def zip_strict_ok(self, s):
        t = 0
        for a, b, c in zip(s.b, [1, 2, 3, s.n], (v * 2 for v in s.b), strict=True):
            t = t * 3 + a * b + c
        try:
            for a, b in zip(s.b, s.t * 2, strict=True):
                t += a
        except ValueError:
            t += 1000
        try:
            for a, b in zip(s.b * 2, s.t, strict=True):
                t += a
        except ValueError:
            t += 5000
        return t + len(list(zip(s.b, s.b, strict=False))) + L([a for (a,) in zip(s.b, strict=True)])

    def zip_star_empty(self, s):
        rows = [[k, k + 1] for k in range(s.n - 5)]
        t = 0
        for col in zip(*rows):
            t = t * 7 + L(col) + len(col)
        return t % 100003 + L([a * 10 + c for a, c in zip(*((0, s.n), (3, 4), (5, 6))[:2])])

    def next_of_dicts(self, s):
        d = {1: 2, 3: s.n}
        return (
            next(iter(d))
            + next(iter(d.values())) * 10
            + next(iter(d.items()))[1] * 100
            + next(k for k in d if k > 1) * 1000
            + (next(iter({}), 5))
        )
