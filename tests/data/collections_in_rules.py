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
        "isub_frozenset",
        "set_intersection_noargs",
        "tuple_bool_int_in_set_big",
        "dict_key_intenum_big",
        "set_intenum_big",
        "set_mixed_float_int_big",
        "frozenset_alias_ior",
        "frozenset_param",
        "union_set_frozen",
        "keys_ior",
        "strenum_letters",
        "float_inf",
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
            return self.isub_frozenset(s)
        if s.which == 1:
            return self.set_intersection_noargs(s)
        if s.which == 2:
            return self.tuple_bool_int_in_set_big(s)
        if s.which == 3:
            return self.dict_key_intenum_big(s)
        if s.which == 4:
            return self.set_intenum_big(s)
        if s.which == 5:
            return self.set_mixed_float_int_big(s)
        if s.which == 6:
            return self.frozenset_alias_ior(s)
        if s.which == 7:
            return self.frozenset_param(s)
        if s.which == 8:
            return self.union_set_frozen(s)
        if s.which == 9:
            return self.keys_ior(s)
        if s.which == 10:
            return self.strenum_letters(s)
        if s.which == 11:
            return self.float_inf(s)
        return 0

    def isub_frozenset(self, s):
        a = frozenset(range(5))
        b = a
        a -= {1}
        a &= {2, 3, s.n}
        a ^= {3}
        return len(b) * 10 + len(a)

    def set_intersection_noargs(self, s):
        a = {1, 2}
        b = a.intersection()
        c = a.difference()
        b.add(s.n + 10)
        c.add(s.n + 20)
        return len(a)

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

    def float_inf(self, s):
        x = {float(k) for k in range(20)} | {float("inf"), -1e300, 1e300, 2.0**63, -(2.0**63), 0.1}
        return (
            len(x)
            + (float("inf") in x) * 100
            + (1e300 in x) * 200
            + (2.0**63 in x) * 400
            + (-(2**63) in x) * 800
            + (0.1 in x) * 1600
            + s.n
        )
