"""One feature of ordinary Python at a time, inside the rules of one small game: name -> what is written differently.

PROBES ask for what was tried first; MORE_PROBES for what people write besides. `source(name)` is the file of a probe.
"""

from textwrap import indent

BASE = """\
from typing import NamedTuple, Optional
from enum import Enum, IntEnum
from itertools import product, combinations
from dataclasses import dataclass
from functools import lru_cache
import math
import numpy as np
import plywise as pw
{top}
class State(NamedTuple):
    stones: int
    other: int
    side: {sidetype}
class G(pw.Game):
    utility_bounds = (-9, 9)
{cls}
    def initial(self): return State(12, 0, {init})
    def player(self, s): return {player}
    def actions(self, s):
{actions}
    def result(self, s, a):
{result}
    def terminal(self, s): {terminal}
    def utility(self, s): {utility}
    def evaluate(self, s): {evaluate}
"""

PLAIN = {
    "top": "",
    "cls": "",
    "sidetype": "int",
    "init": "1",
    "player": "s.side",
    "actions": "return [k for k in (1, 2, 3) if k <= s.stones]",
    "result": "return State(s.stones - a, s.other, -s.side)",
    "terminal": "return s.stones == 0",
    "utility": "return -s.side",
    "evaluate": "return 0",
}
"""The game itself: a player takes one, two or three stones; whoever takes the last one wins."""

PROBES: dict[str, dict[str, str]] = {
    "base": {},
    "int division, divmod": {"evaluate": "return divmod(s.stones, 4)[1]"},
    "float evaluation": {"evaluate": "return 0.1 * s.stones"},
    "any(generator)": {"terminal": "return not any(k <= s.stones for k in (1, 2, 3))"},
    "sum(generator)": {"evaluate": "return sum(1 for k in range(3) if s.stones >> k & 1)"},
    "sum([list comp])": {"evaluate": "return sum([1 for k in range(3) if s.stones >> k & 1])"},
    "max/min of list": {"evaluate": "return max([s.stones % 3, 1, 0])"},
    "max(generator, default)": {"evaluate": "return max((k for k in range(3) if k <= s.stones), default=0)"},
    "not list": {"terminal": "return not self.actions(s)"},
    "if list": {"terminal": "return False if self.actions(s) else True"},
    "len(list) == 0": {"terminal": "return len(self.actions(s)) == 0"},
    "moves or [0]": {"actions": "m = [k for k in (1, 2, 3) if k <= s.stones]\nreturn m or [0]"},
    "return []": {
        "cls": "    def h(self, s):\n        if s.stones > 5:\n            return []\n        return [s.stones]",
        "evaluate": "return len(self.h(s))",
    },
    "moves = []; append": {
        "actions": "m = []\nfor k in range(1, 4):\n    if k <= s.stones:\n        m.append(k)\nreturn m"
    },
    "moves += [..]": {"actions": "m = []\nfor k in range(1, 4):\n    if k <= s.stones:\n        m += [k]\nreturn m"},
    "yield": {"actions": "for k in range(1, 4):\n    if k <= s.stones:\n        yield k"},
    "yield from": {"actions": "yield from range(1, min(3, s.stones) + 1)"},
    "return generator expr": {"actions": "return (k for k in range(1, 4) if k <= s.stones)"},
    "helper generator method": {
        "cls": "    def g(self, s):\n        for k in range(1, 4):\n            if k <= s.stones:\n                yield k",
        "actions": "return list(self.g(s))",
    },
    "module generator for": {
        "top": "def gen(n):\n    for k in range(1, 4):\n        if k <= n:\n            yield k",
        "actions": "m = []\nfor k in gen(s.stones):\n    m.append(k)\nreturn m",
    },
    "tuple actions": {
        "actions": "return [(k, k * k) for k in (1, 2, 3) if k <= s.stones]",
        "result": "return State(s.stones - a[0], s.other, -s.side)",
    },
    "nested tuple actions": {
        "actions": "return [((k, k), (k, 0)) for k in (1, 2, 3) if k <= s.stones]",
        "result": "(x, y), (z, w) = a\nreturn State(s.stones - x, s.other, -s.side)",
    },
    "NamedTuple actions": {
        "top": "class M(NamedTuple):\n    n: int\n    how: int",
        "actions": "return [M(k, 1) for k in (1, 2, 3) if k <= s.stones]",
        "result": "return State(s.stones - a.n, s.other, -s.side)",
    },
    "NamedTuple Optional field": {
        "top": "class M(NamedTuple):\n    n: int\n    how: Optional[int]",
        "actions": "return [M(k, None if k > 1 else 2) for k in (1, 2, 3) if k <= s.stones]",
        "result": "return State(s.stones - a.n, s.other, -s.side)",
    },
    "dataclass actions": {
        "top": "@dataclass(frozen=True)\nclass M:\n    n: int",
        "actions": "return [M(k) for k in (1, 2, 3) if k <= s.stones]",
        "result": "return State(s.stones - a.n, s.other, -s.side)",
    },
    "string actions": {
        "actions": 'return [w for w, k in (("one", 1), ("two", 2), ("three", 3)) if k <= s.stones]',
        "result": 'k = 1 if a == "one" else 2 if a == "two" else 3\nreturn State(s.stones - k, s.other, -s.side)',
    },
    "None action": {
        "actions": "m = [k for k in (1, 2, 3) if k <= s.stones and k != s.other]\nif len(m) == 0:\n    return [None]\nreturn m",
        "result": "if a is None:\n    return State(s.stones - 1, 0, -s.side)\nreturn State(s.stones - a, a, -s.side)",
    },
    "-1 as pass": {
        "actions": "m = [k for k in (1, 2, 3) if k <= s.stones and k != s.other]\nif len(m) == 0:\n    return [-1]\nreturn m",
        "result": "if a == -1:\n    return State(s.stones - 1, 0, -s.side)\nreturn State(s.stones - a, a, -s.side)",
    },
    "global list of tuples": {
        "top": "T = [(1, 0), (2, 0), (3, 0)]",
        "actions": "return [k for k, z in T if k <= s.stones]",
    },
    "global list of lists": {
        "top": "T = [[1, 0], [2, 0], [3, 0]]",
        "actions": "return [t[0] for t in T if t[0] <= s.stones]",
    },
    "global tuple ragged": {
        "top": "T = ((1,), (2, 5), (3, 5, 7))",
        "actions": "return [t[0] for t in T if t[0] <= s.stones]",
    },
    "global ragged list of lists index": {
        "top": "T = [[1], [2, 5], [3, 5, 7]]",
        "actions": "m = []\nfor i in range(3):\n    for k in T[i]:\n        if k <= s.stones and k not in m:\n            m.append(k)\nreturn m",
    },
    "global dict int->int": {"top": "T = {1: 10, 2: 20, 3: 30}", "evaluate": "return T[1] - 10 if s.stones else T[2]"},
    "global dict int->list": {
        "top": "T = {1: [1], 2: [1, 2], 3: [1, 2, 3]}",
        "actions": "return [k for k in T[min(3, s.stones)]]",
    },
    "global set of ints": {"top": "T = {1, 4, 7}", "evaluate": "return 1 if s.stones in T else 0"},
    "global frozenset of tuples": {
        "top": "T = frozenset({(1, 2), (3, 4)})",
        "evaluate": "return 1 if (s.stones, 2) in T else 0",
    },
    "global numpy table": {"top": "T = np.arange(20)", "evaluate": "return T[s.stones] % 5"},
    "class constant tuple": {"cls": "    T = (1, 2, 3)", "actions": "return [k for k in self.T if k <= s.stones]"},
    "class constant via class": {"cls": "    T = (1, 2, 3)", "actions": "return [k for k in G.T if k <= s.stones]"},
    "self.param list in __init__": {
        "cls": "    def __init__(self):\n        self.T = [1, 2, 3]",
        "actions": "return [k for k in self.T if k <= s.stones]",
    },
    "self.param dict in __init__": {
        "cls": "    def __init__(self):\n        self.T = {1: 1, 2: 2, 3: 3}",
        "actions": "return [k for k in self.T if k <= s.stones]",
    },
    "local set": {"evaluate": "return len({s.stones % 2, s.other})"},
    "local set of tuples": {
        "cls": "    def h(self, s):\n        seen = set()\n        stack = [(s.stones, 0)]\n        while stack:\n            p = stack.pop()\n            if p not in seen:\n                seen.add(p)\n                if p[0] > 0:\n                    stack.append((p[0] - 1, p[1] + 1))\n        return len(seen)",
        "evaluate": "return self.h(s) / 20",
    },
    "local dict": {"evaluate": "d = {}; d[1] = s.stones; return d[1] % 3"},
    "recursion method": {
        "cls": "    def f(self, n):\n        if n == 0:\n            return 0\n        return self.f(n - 1) + 1",
        "evaluate": "return self.f(s.stones) % 3",
    },
    "recursion module fn": {
        "top": "def f(n):\n    if n == 0:\n        return 0\n    return f(n - 1) + 1",
        "evaluate": "return f(s.stones) % 3",
    },
    "recursion flood fill w/ set": {
        "top": "def fill(n, seen):\n    seen.add(n)\n    for m in (n - 1, n - 2):\n        if m >= 0 and m not in seen:\n            fill(m, seen)\n    return seen",
        "evaluate": "return len(fill(s.stones, set())) % 5",
    },
    "nested function closure": {
        "cls": "    def h(self, s):\n        def f(k):\n            return k + s.stones\n        return f(1)",
        "evaluate": "return self.h(s) % 3",
    },
    "lambda sort key": {"actions": "return sorted([k for k in (1, 2, 3) if k <= s.stones], key=lambda k: -k)"},
    "sorted": {"actions": "return sorted([k for k in (3, 2, 1) if k <= s.stones])"},
    "itertools.product": {
        "actions": "return [(a, b) for a, b in product(range(1, 4), range(2)) if a <= s.stones]",
        "result": "return State(s.stones - a[0], s.other, -s.side)",
    },
    "enumerate/zip": {
        "actions": "return [k for i, k in enumerate((1, 2, 3)) if k <= s.stones]",
        "evaluate": "return sum([a * b for a, b in zip((1, 2), (s.stones, 1))]) % 4",
    },
    "match statement": {
        "cls": "    def h(self, s):\n        match s.stones:\n            case 1:\n                return 3\n            case _:\n                return 0",
        "evaluate": "return self.h(s)",
    },
    "f-string / assert in rules": {
        "result": 'assert a <= s.stones, f"bad {a}"\nreturn State(s.stones - a, s.other, -s.side)'
    },
    "raise ValueError in rules": {
        "result": 'if a > s.stones:\n    raise ValueError(f"bad {a}")\nreturn State(s.stones - a, s.other, -s.side)'
    },
    "try/except": {
        "cls": "    def h(self, s):\n        try:\n            return 1\n        except ValueError:\n            return 0",
        "evaluate": "return self.h(s)",
    },
    "s._replace": {"result": "return s._replace(stones=s.stones - a, side=-s.side)"},
    "keyword construct": {"result": "return State(stones=s.stones - a, other=0, side=-s.side)"},
    "self.result(self.initial)": {"evaluate": "return self.result(s, 1).stones % 3"},
    "bool side": {
        "sidetype": "bool",
        "init": "True",
        "player": "1 if s.side else -1",
        "result": "return State(s.stones - a, s.other, not s.side)",
        "utility": "return -1 if s.side else 1",
    },
    "IntEnum side": {
        "top": "class P(IntEnum):\n    A = 1\n    B = -1",
        "sidetype": "P",
        "init": "P.A",
        "player": "s.side",
        "result": "return State(s.stones - a, s.other, P.B if s.side == P.A else P.A)",
    },
    "Enum side": {
        "top": "class P(Enum):\n    A = 1\n    B = -1",
        "sidetype": "P",
        "init": "P.A",
        "player": "s.side.value",
        "result": "return State(s.stones - a, s.other, P.B if s.side is P.A else P.A)",
        "utility": "return -s.side.value",
    },
    "IntEnum constant": {
        "top": "class K(IntEnum):\n    ONE = 1\n    TWO = 2\n    THREE = 3",
        "actions": "return [k for k in (K.ONE, K.TWO, K.THREE) if k <= s.stones]",
    },
    "int.bit_count": {"evaluate": "return s.stones.bit_count()"},
    "bin(x).count('1')": {"evaluate": "return bin(s.stones).count('1')"},
    "int.bit_length": {"evaluate": "return s.stones.bit_length() % 4"},
    "big int >64 bits": {"result": "return State(s.stones - a, (1 << 70) >> 69, -s.side)"},
    "lru_cache helper": {"top": "@lru_cache\ndef f(n):\n    return n % 3", "evaluate": "return f(s.stones)"},
    "staticmethod": {
        "cls": "    @staticmethod\n    def f(n):\n        return n % 3",
        "evaluate": "return self.f(s.stones)",
    },
    "property on State": {
        "cls": "",
        "evaluate": "return s.half % 3",
        "state": "    @property\n    def half(self):\n        return self.stones // 2",
    },
    "method on State": {
        "cls": "",
        "evaluate": "return s.half() % 3",
        "state": "    def half(self):\n        return self.stones // 2",
    },
    "math.sqrt": {"evaluate": "return math.sqrt(s.stones)"},
    "numpy local zeros": {"evaluate": "return np.zeros((3, 3))[0, 0]"},
    "default arg": {"cls": "    def f(self, n, m=3):\n        return n % m", "evaluate": "return self.f(s.stones)"},
    "while/else, for/else": {
        "cls": "    def f(self, n):\n        for k in range(3):\n            if k == n:\n                break\n        else:\n            return 1\n        return 0",
        "evaluate": "return self.f(s.stones)",
    },
    "super().method": {"evaluate": "return super().evaluate(s)"},
    "chained ternary mixed int/float": {"evaluate": "return 1 if s.stones > 3 else 0.5"},
    "local list of lists board": {
        "cls": "    def f(self, n):\n        b = [[0] * 3 for _ in range(3)]\n        b[1][1] = n\n        return b[1][1]",
        "evaluate": "return self.f(s.stones) % 3",
    },
    "tuple from list *args": {"result": "l = [s.stones - a, s.other, -s.side]\nreturn State(*l)"},
    "list(s)": {"result": "l = list(s)\nl[0] -= a\nl[2] = -l[2]\nreturn State(l[0], l[1], l[2])"},
    "s[i] dynamic index": {"evaluate": "i = s.stones % 3; return s[i] % 3"},
    "walrus": {"evaluate": "return x if (x := s.stones % 3) else 1"},
    "returns set of actions": {"actions": "return {k for k in (1, 2, 3) if k <= s.stones}"},
    "returns tuple of actions": {"actions": "return tuple(k for k in (1, 2, 3) if k <= s.stones)"},
    "filter/map/lambda": {"actions": "return list(filter(lambda k: k <= s.stones, (1, 2, 3)))"},
    "print in rules": {"result": "if a > 3: print(a)\nreturn State(s.stones - a, s.other, -s.side)"},
    "str.join/str building": {"evaluate": "return len('a' * s.stones) % 4"},
}

MORE_PROBES: dict[str, dict[str, str]] = {
    "list.index and remove": {
        "cls": "    def f(self, n):\n        xs = [3, 1, n]\n        xs.remove(1)\n        return xs.index(n)",
        "evaluate": "return self.f(s.stones)",
    },
    "list slice assignment": {
        "cls": "    def f(self, n):\n        xs = [0, 1, 2, 3]\n        xs[1:3] = [n]\n        return xs[1] + len(xs)",
        "evaluate": "return self.f(s.stones) % 5",
    },
    "aliases of a list": {
        "cls": "    def f(self, n):\n        xs = [n]\n        ys = xs\n        ys.append(2)\n        return len(xs)",
        "evaluate": "return self.f(s.stones)",
    },
    "rows that are one list": {
        "cls": "    def f(self, n):\n        rows = [[0] * 2] * 2\n        rows[0][1] = n\n        return rows[1][1]",
        "evaluate": "return self.f(s.stones) % 4",
    },
    "list changed by a helper": {
        "top": "def put(xs, k):\n    xs.append(k)",
        "cls": "    def f(self, n):\n        xs = []\n        put(xs, n)\n        put(xs, 1)\n        return sum(xs)",
        "evaluate": "return self.f(s.stones) % 4",
    },
    "zip(*rows)": {
        "top": "ROWS = ((1, 2), (3, 4))",
        "evaluate": "return sum(a * b for a, b in zip(*ROWS)) % (s.stones + 3)",
    },
    "transpose a local board": {
        "cls": "    def f(self, n):\n        rows = [[n, 1], [2, 3]]\n        turned = [list(r) for r in zip(*rows)]\n        return turned[0][1] - turned[1][0]",
        "evaluate": "return self.f(s.stones)",
    },
    "reversed and step slices": {
        "evaluate": "return sum(list(range(s.stones))[::-2]) % 7 + next(reversed((1, s.stones)))% 3"
    },
    "star unpacking": {
        "cls": "    def f(self, xs):\n        first, *rest = xs\n        *_, last = rest\n        return first + last + len(rest)",
        "evaluate": "return self.f((s.stones, 2, 3)) % 7",
    },
    "star in a call": {"top": "def f(a, b, c=1):\n    return a * b + c", "evaluate": "return f(*(s.stones, 2)) % 5"},
    "keyword arguments": {"top": "def f(a, *, by=2):\n    return a // by", "evaluate": "return f(s.stones, by=3)"},
    "*args": {"top": "def f(*xs):\n    return sum(xs)", "evaluate": "return f(s.stones, 1, 2) % 5"},
    "chained comparison, and/or values": {"evaluate": "return (0 < s.stones <= 6 and 2) or s.stones % 3"},
    "min with key": {
        "actions": "m = [k for k in (1, 2, 3) if k <= s.stones]\nbest = min(m, key=lambda k: (k % 2, -k))\nreturn [best] + [k for k in m if k != best]"
    },
    "max of tuples": {"evaluate": "return max((s.stones % 3, 1), (2, 0))[1]"},
    "sorted by a tuple, reverse": {
        "actions": "return sorted((k for k in (1, 2, 3) if k <= s.stones), key=lambda k: (k % 2, k), reverse=True)"
    },
    "sum with start": {"evaluate": "return sum([s.stones, 1], 10) % 6"},
    "any of ints": {"evaluate": "return 1 if any([s.stones % 2, s.stones % 3]) else 0"},
    "all of an empty": {"evaluate": "return 1 if all(k < 3 for k in range(s.stones - 12)) else 0"},
    "dict.get": {"top": "T = {1: 10, 2: 20}", "evaluate": "return T.get(s.stones, 3) - 5"},
    "dict.items": {"top": "T = {1: 10, 2: 20}", "evaluate": "return sum(k * v for k, v in T.items()) % (s.stones + 1)"},
    "dict of tuples as keys": {
        "top": "T = {(0, 1): 4, (1, 0): 5}",
        "evaluate": "return T[s.stones % 2, 1 - s.stones % 2]",
    },
    "dict comprehension": {"evaluate": "d = {k: k * s.stones for k in range(3)}; return d[2] % 5"},
    "counting in a dict": {
        "cls": "    def f(self, n):\n        seen = {}\n        for k in (n % 2, n % 3, 1):\n            seen[k] = seen.get(k, 0) + 1\n        return max(seen.values())",
        "evaluate": "return self.f(s.stones)",
    },
    "set comprehension, union": {"evaluate": "return len({k % 3 for k in range(s.stones)} | {7})"},
    "set difference, subset": {"evaluate": "return len({1, 2, 3} - {s.stones}) + ({1} <= {1, s.stones})"},
    "str.upper, isdigit, find": {"evaluate": "w = 'ab1'[s.stones % 3]; return w.isdigit() + 'xAb'.find(w.upper())"},
    "str.split and int": {"evaluate": "return int('3-4-5'.split('-')[s.stones % 3])"},
    "str.replace, count": {"evaluate": "return ('ab' * s.stones).replace('ba', 'c').count('c') % 5"},
    "sorted string": {"evaluate": "return ''.join(sorted('bca'))[s.stones % 3] == 'b' or 0"},
    "int of a bool, bool arithmetic": {"evaluate": "return (s.stones > 3) + (s.stones > 6) - int(s.stones > 9)"},
    "negative // and %": {"evaluate": "return -s.stones // 4 + -s.stones % 5"},
    "nested conditional": {"evaluate": "return 1 if s.stones > 8 else 2 if s.stones > 4 else 3"},
    "multiple assignment": {
        "cls": "    def f(self, n):\n        a = b = n\n        a, b = b + 1, a\n        return a - b",
        "evaluate": "return self.f(s.stones)",
    },
    "while with break and else": {
        "cls": "    def f(self, n):\n        while n > 2:\n            n -= 3\n            if n == 1:\n                break\n        else:\n            return 5\n        return n",
        "evaluate": "return self.f(s.stones)",
    },
    "a variable of two types": {
        "cls": "    def f(self, n):\n        x = n\n        x = 'ab' * x\n        return len(x)",
        "evaluate": "return self.f(s.stones) % 5",
    },
    "int or None from a helper": {
        "top": "def first(n):\n    for k in (5, 3, 2):\n        if n % k == 0:\n            return k\n    return None",
        "evaluate": "k = first(s.stones); return 0 if k is None else k",
    },
    "a pair or None": {
        "top": "def pair(n):\n    if n % 2:\n        return (n, 1)",
        "evaluate": "p = pair(s.stones); return p[1] if p else 0",
    },
    "match on a tuple": {
        "cls": "    def f(self, p):\n        match p:\n            case (0, x):\n                return x\n            case (x, y) if x > y:\n                return x - y\n            case _:\n                return 9",
        "evaluate": "return self.f((s.stones % 3, s.other + 1))",
    },
    "recursive generator": {
        "top": "def ways(n, path=()):\n    if n <= 0:\n        yield path\n    for k in (1, 2):\n        if k <= n:\n            yield from ways(n - k, path + (k,))",
        "evaluate": "return sum(1 for _ in ways(s.stones % 5))",
    },
    "recursion in a nested function": {
        "cls": "    def f(self, n):\n        seen = set()\n        def visit(k):\n            if 0 <= k <= 5 and k not in seen:\n                seen.add(k)\n                visit(k + 2)\n                visit(k - 3)\n        visit(n)\n        return len(seen)",
        "evaluate": "return self.f(s.stones % 6)",
    },
    "itertools.combinations": {"evaluate": "return sum(1 for a, b in combinations(range(5), 2) if a + b == s.stones)"},
    "classmethod": {
        "cls": "    N = 3\n    @classmethod\n    def f(cls, n):\n        return n % cls.N",
        "evaluate": "return self.f(s.stones)",
    },
    "property of the game": {
        "cls": "    @property\n    def three(self):\n        return 3",
        "evaluate": "return s.stones % self.three",
    },
    "table made in __init__": {
        "cls": "    def __init__(self, n=3):\n        self.n = n\n        self.table = [[0] * n for _ in range(n)]\n        for i in range(n):\n            self.table[i][i] = i + 1",
        "evaluate": "return self.table[s.stones % self.n][s.stones % self.n]",
    },
    "enum iteration": {
        "top": "class K(Enum):\n    ONE = 1\n    TWO = 2\n    THREE = 3",
        "actions": "return [k for k in K if k.value <= s.stones]",
        "result": "return State(s.stones - a.value, s.other, -s.side)",
    },
    "enum with tuple values": {
        "top": "class K(Enum):\n    ONE = (1, 0)\n    TWO = (2, 1)",
        "actions": "return [k for k in K if k.value[0] <= s.stones]",
        "result": "n, _ = a.value\nreturn State(s.stones - n, s.other, -s.side)",
    },
    "method of an enum": {
        "top": "class P(Enum):\n    A = 1\n    B = -1\n    def other(self):\n        return P.B if self is P.A else P.A",
        "sidetype": "P",
        "init": "P.A",
        "player": "s.side.value",
        "result": "return State(s.stones - a, s.other, s.side.other())",
        "utility": "return -s.side.value",
    },
    "f-string actions": {
        "actions": "return [f'take-{k}' for k in (1, 2, 3) if k <= s.stones]",
        "result": "return State(s.stones - int(a.split('-')[1]), s.other, -s.side)",
    },
    "mixed actions": {
        "actions": "m = [(k, 1) for k in (1, 2, 3) if k <= s.stones and k != s.other]\nreturn m or ['pass']",
        "result": "if a == 'pass':\n    return State(s.stones - 1, 0, -s.side)\nreturn State(s.stones - a[0], a[0], -s.side)",
    },
    "enum or None as actions": {
        "top": "class K(Enum):\n    ONE = 1\n    TWO = 2",
        "actions": "return [k for k in K if k.value <= s.stones] + [None]",
        "result": "return State(s.stones - (1 if a is None else a.value), s.other, -s.side)",
    },
    "actions of different lengths": {
        "actions": "m = [('take', k) for k in (1, 2) if k <= s.stones]\nreturn m + [('one',)]",
        "result": "kind, *rest = a\nreturn State(s.stones - (rest[0] if rest else 1), s.other, -s.side)",
    },
    "float in the state": {
        "evaluate": "return s.other / 2",
        "result": "return State(s.stones - a, s.other + 0.5, -s.side)",
    },
    "string field": {
        "sidetype": "str",
        "init": "'x'",
        "player": "1 if s.side == 'x' else -1",
        "result": "return State(s.stones - a, s.other, 'o' if s.side == 'x' else 'x')",
        "utility": "return {'x': -1, 'o': 1}[s.side]",
    },
    "tuple field": {
        "init": "(1, -1)",
        "sidetype": "tuple",
        "player": "s.side[0]",
        "result": "return State(s.stones - a, s.other, s.side[::-1])",
        "utility": "return s.side[1]",
    },
    "frozenset field": {
        "init": "frozenset({1})",
        "sidetype": "frozenset",
        "player": "1 if 1 in s.side else -1",
        "result": "return State(s.stones - a, s.other, s.side ^ {1})",
        "utility": "return -1 if s.side else 1",
    },
    "Optional field": {
        "init": "None",
        "sidetype": "Optional[int]",
        "player": "1 if s.side is None else -1",
        "result": "return State(s.stones - a, s.other, 2 if s.side is None else None)",
        "utility": "return 1 if s.side is not None else -1",
    },
    "growing tuple field": {
        "init": "()",
        "sidetype": "tuple",
        "player": "1 if len(s.side) % 2 == 0 else -1",
        "result": "return State(s.stones - a, s.other, s.side + (a,))",
        "utility": "return -1 if len(s.side) % 2 == 0 else 1",
        "evaluate": "return sum(s.side) % 5",
    },
    "bool(state field tuple)": {"evaluate": "return 3 if (s.stones, s.other) > (5, 0) else 1"},
    "comprehension with two fors": {
        "evaluate": "return len([(a, b) for a in range(3) for b in range(a) if a + b != s.stones % 4])"
    },
    "tuple repetition and concatenation": {"evaluate": "return ((0,) * 3 + (s.stones,) + (1,) * 2)[3] % 4"},
    "in a tuple of tuples": {"evaluate": "return 1 if (s.stones % 2, 1) in ((0, 1), (1, 0)) else 0"},
    "del, insert, pop(0)": {
        "cls": "    def f(self, n):\n        xs = [n, 2, 3, 4]\n        xs.insert(1, 9)\n        del xs[2]\n        return xs.pop(0) + xs.pop()",
        "evaluate": "return self.f(s.stones) % 7",
    },
    "next with default": {"evaluate": "return next((k for k in (5, 4, 3) if k < s.stones % 6), 0)"},
    "map over two": {"evaluate": "return sum(map(lambda a, b: a * b, (1, 2), (s.stones, 3))) % 5"},
    "dict.setdefault and lists in a dict": {
        "cls": "    def f(self, n):\n        d = {}\n        for k in range(n):\n            d.setdefault(k % 3, []).append(k)\n        return len(d.get(0, []))",
        "evaluate": "return self.f(s.stones)",
    },
    "round and int of a float": {"evaluate": "return int(s.stones / 3) + round(s.stones / 2)"},
    "abs, pow, divmod": {"evaluate": "return abs(-s.stones) ** 2 % 7 + divmod(s.stones, 5)[0]"},
}


def source(name: str) -> str:
    """Return the module of a probe; its game is `G`."""
    changes = {**PROBES, **MORE_PROBES}[name]
    parts = {**PLAIN, **{part: text for part, text in changes.items() if part != "state"}}
    for rule in ("actions", "result"):
        parts[rule] = indent(parts[rule], " " * 8)
    text = BASE.format(**parts)
    return text.replace("class G(pw.Game)", changes["state"] + "\nclass G(pw.Game)") if "state" in changes else text
