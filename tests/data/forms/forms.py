"""Forms of ordinary Python, a method each: `Forms(name)` is the game that evaluates by one of them."""

from typing import *
from itertools import *
from collections import deque, Counter, defaultdict, namedtuple, OrderedDict
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, StrEnum, Flag, IntFlag, auto
from functools import partial, reduce, lru_cache, cache
import math, functools, operator, itertools, string, copy
import plywise as pw
class Color(Enum):
    RED = "r"
    BLUE = "b"
    @property
    def other(self): return Color.BLUE if self is Color.RED else Color.RED
    def flip(self): return self.other
    @classmethod
    def parse(cls, c): return cls(c)
    @staticmethod
    def two(): return 2
class Suit(IntEnum):
    CLUB = 1
    HEART = 2
    SPADE = 4
    def up(self): return Suit(min(4, self * 2))
class Word(StrEnum):
    HI = "hi"
    YO = "yo"
class Fl(Flag):
    A = auto()
    B = auto()
    C = auto()
    AB = A | B
class IFl(IntFlag):
    N = 1
    E = 2
    S = 4
class P(NamedTuple):
    r: int
    c: int = 0
    def __add__(self, o): return P(self.r + o[0], self.c + o[1])
    def __neg__(self): return P(-self.r, -self.c)
    @property
    def sum(self): return self.r + self.c
@dataclass(frozen=True)
class D:
    x: int
    y: int = 3
    @property
    def area(self): return self.x * self.y
    @classmethod
    def make(cls, n): return cls(n, y=n + 1)
    @staticmethod
    def unit(): return D(1, 1)
    def grow(self, *, by=1): return replace(self, x=self.x + by)
    def __add__(self, o): return D(self.x + o.x, self.y + o.y)
    def __lt__(self, o): return self.x < o.x
    def __contains__(self, v): return v in (self.x, self.y)
    def __len__(self): return self.x
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __iter__(self): return iter((self.x, self.y))
    def __call__(self, k): return self.x * k
@dataclass(frozen=True)
class E2(D):
    z: int = 5
    @property
    def area(self): return super().area + self.z
DIRS = {"N": (-1, 0), "S": (1, 0)}
GRID = {(r, c): r * 3 + c for r in range(3) for c in range(3)}
NEXT = {Color.RED: 1, Color.BLUE: 2}
Tr = namedtuple("Tr", "a b")
class S(NamedTuple):
    b: tuple
    n: int
    t: str
    o: Optional[int]
    fs: frozenset
    col: Color
class Forms(pw.Game):
    def __init__(self, name="walrus_if"):
        self.form = getattr(self, name)
    K = 3
    _names = ["x", "y"]
    def initial(self): return S((0,1,2,3), 9, "abca", None, frozenset({(0, 1), (1, 2)}), Color.RED)
    def player(self, s): return 1 if s.n % 2 else -1
    def actions(self, s): return [1, 2]
    def result(self, s, a): return S(s.b[a:]+s.b[:a], s.n - a, s.t[1:]+s.t[0], None if s.n % 3 else s.n, s.fs ^ {(a, s.n % 3)}, s.col.other)
    def terminal(self, s): return s.n <= 1
    def utility(self, s): return 0
    @staticmethod
    def sq(x, *, p=2): return x ** p
    @classmethod
    def kk(cls): return cls.K
    def evaluate(self, s):
        return self.form(s)

    def slice_assign_back(self, s):
        a = [1, 2, 3, 4]
        a[3:1] = [s.n]
        return a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3] + len(a)

    def slice_assign_neg(self, s):
        a = [1, 2, 3, 4]
        a[-3:-1] = [s.n, 7, 8]
        return int("".join(map(str, a)))

    def find_neg_start(self, s):
        return s.t.find("a", -2) * 10 + s.t.find("a", 1) + s.t.find("a", 0, 2) + s.t.find("c", 1, 3)

    def count_range(self, s):
        return s.t.count("a", 1) + s.t.count("a", 0, 2) * 10 + "aaaa".count("aa") + s.t.count("ab")

    def index_range(self, s):
        return "xaxa".index("a", 2) + "xaxa".rindex("a") * 10 + "xaxa".rfind("x")

    def partition(self, s):
        a, b, c = f"{s.n}:{s.t}".partition(":")
        return int(a) * 10 + len(b) + len(c)

    def partition_missing(self, s):
        a, b, c = s.t.partition("zz")
        return len(a) * 100 + len(b) * 10 + len(c)

    def rpartition(self, s):
        a, _, c = "a-b-c".rpartition("-")
        return len(a) * 10 + len(c) + s.n

    def split_max(self, s):
        return len("a,b,c,d".split(",", 2)) * 10 + len("a,b,c".rsplit(",", 1)[0]) + len("a  b".split(" ")) + s.n

    def rsplit(self, s):
        return len("a/b/c".rsplit("/")) + s.n + len(s.t.rsplit("b", 1))

    def split_maxsplit_kw(self, s):
        return len("a,b,c,d".split(",", maxsplit=1)) + len(s.t.split(sep="b"))

    def removeprefix(self, s):
        return len(s.t.removeprefix("ab")) * 10 + len(s.t.removesuffix("a"))

    def title_cap_center(self, s):
        return len(s.t.center(9)) + ord(s.t.capitalize()[0]) + ord(s.t.title()[0]) + len("-".center(4, "*"))

    def str_mul(self, s):
        x = s.t * 2 + "-" * s.n
        return len(x) * 10 + x.count("a")

    def str_in(self, s):
        return ("ca" in s.t) + (s.t[0] in "abc") * 2 + (s.t not in ("abca", "bcaa")) * 4 + ("" in s.t) * 8

    def str_iter_zip(self, s):
        return sum(a == b for a, b in zip(s.t, s.t[1:])) * 10 + sum(a != b for a, b in zip(s.t, reversed(s.t)))

    def string_module(self, s):
        return string.ascii_lowercase.index(s.t[0]) + len(string.digits)

    def zip_count(self, s):
        return sum(i * x for i, x in zip(count(1), s.b))

    def zip_count_step(self, s):
        return sum(i * x for x, i in zip(s.b, count(10, -2)))

    def cycle(self, s):
        return sum(x * k for x, k in zip(s.b, cycle((1, -1))))

    def repeat_endless(self, s):
        return sum(a * b for a, b in zip(s.b, repeat(s.n)))

    def zip_strict(self, s):
        return sum(a * b for a, b in zip(s.b, (1, 2, 3, 4), strict=True))

    def zip_longest(self, s):
        return sum(a * b for a, b in zip_longest(s.b, (1, 2), fillvalue=5))

    def islice_step(self, s):
        return sum(islice(range(20), 2, 15, 3)) + sum(islice(count(), s.n)) + sum(islice(s.b, 2, None))

    def accumulate_inf(self, s):
        return next(x for x in accumulate(count(1)) if x > s.n)

    def compress(self, s):
        return sum(compress(s.b, (1, 0, 1, 1))) + sum(filterfalse(lambda v: v % 2, s.b)) * 10

    def comb_replacement(self, s):
        return sum(a * b for a, b in combinations_with_replacement(s.b, 2))

    def product_repeat_dyn(self, s):
        return sum(1 for p in product((0, 1), repeat=s.n % 3) if sum(p) == 1)

    def product_repeat_3(self, s):
        return sum(1 for p in product(range(2), repeat=3) if sum(p) == s.n % 4)

    def combinations_dyn(self, s):
        return sum(sum(c) for c in combinations(s.b, s.n % 3))

    def permutations_all(self, s):
        return sum(p[0] * 2 + p[1] for p in permutations(s.b[:3]))

    def groupby_key(self, s):
        return sum(k * len(list(g)) for k, g in groupby(sorted(s.b), key=lambda v: v // 2))

    def groupby_str(self, s):
        return max(len(list(g)) for k, g in groupby(s.t) if k == "a")

    def starmap(self, s):
        return sum(starmap(lambda a, b: a * b, [(1, s.n), (2, 3)])) + sum(starmap(pow, [(2, 3)]))

    def chain_star(self, s):
        return sum(chain(*[[1, s.n], [2]])) + sum(chain.from_iterable([s.b, (5,)]))

    def sum_start_list(self, s):
        return len(sum([[1], [2, s.n]], [])) + sum(sum([(1,), (2,)], ()))

    def sum_tuples(self, s):
        return sum(sum(((x, x) for x in s.b), ()))

    def min_zip(self, s):
        return min(zip(s.b, s.t))[0] + max(zip(s.t, s.b))[1]

    def min_key_enum(self, s):
        i, x = min(enumerate(s.b), key=lambda p: (-p[1], p[0]))
        return i * 10 + x

    def max_key_dict_get(self, s):
        d = {c: s.t.count(c) for c in s.t}
        return ord(max(d, key=d.get))

    def max_key_dict_index(self, s):
        d = {c: i for i, c in enumerate(s.t)}
        return ord(max(d, key=lambda c: d[c])) + max(d.values())

    def max_str_key_len(self, s):
        return len(max(["a", s.t, "abc"], key=len)) + len(min(["a", s.t], key=len))

    def sorted_items(self, s):
        d = Counter(s.t)
        return int("".join(str(v) for k, v in sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))))

    def sorted_itemgetter(self, s):
        x = sorted([(2, "a"), (1, "b")], key=operator.itemgetter(0))
        return x[0][0] + s.n

    def sorted_attrgetter(self, s):
        x = sorted([D(2), D(1)], key=operator.attrgetter("x"))
        return x[0].x + s.n

    def sorted_str(self, s):
        return int("".join(sorted(str(s.n * 1234), reverse=True)))

    def most_common(self, s):
        return Counter(s.t).most_common(1)[0][1] * 10 + len(Counter(s.t).most_common())

    def counter_ops(self, s):
        a = Counter(s.t)
        a.update("ab")
        a["z"] += 2
        return sum(a.values()) + a.total() + (a + Counter("a"))["a"]

    def counter_sub(self, s):
        a = Counter("aab") - Counter("ab")
        return a["a"] * 10 + a["b"] + s.n

    def counter_elements(self, s):
        return len(list(Counter(s.t).elements())) + s.n

    def dict_get_count(self, s):
        d = {}
        for c in s.t:
            d[c] = d.get(c, 0) + 1
        return max(d.values()) * 10 + len(d)

    def dict_get_none(self, s):
        d = {"a": 1}
        v = d.get(s.t[0])
        return 0 if v is None else v

    def dict_get_const(self, s):
        return DIRS.get(s.t[0].upper(), (5, s.n))[1] + GRID.get((s.n % 4, 1), -1) + (GRID.get((9, 9)) is None)

    def dict_star(self, s):
        d = {**{"a": 1}, "b": s.n}
        return d["a"] + d["b"]

    def dict_star_const(self, s):
        d = {**GRID, (5, 5): s.n}
        return len(d) + d[(5, 5)] + d[1, 1]

    def dict_or(self, s):
        d = {"a": 1, "b": 2} | {"b": s.n}
        return d["b"] * 10 + len(d)

    def dict_ior(self, s):
        d = {"a": 1}
        d |= {"b": s.n}
        return d["b"] * 10 + len(d)

    def dict_tuple_keys(self, s):
        d = {(i, j): i * j for i in s.b for j in s.b}
        return sum(v for (i, j), v in d.items() if i < j) + d[(2, 3)]

    def dict_del(self, s):
        d = {1: 2, 3: s.n}
        del d[1]
        return sum(d.values()) + len(d)

    def dict_popitem(self, s):
        d = {1: 2, 3: s.n}
        k, v = d.popitem()
        return k * 100 + v

    def dict_fromkeys(self, s):
        d = dict.fromkeys(s.t, 0)
        for c in s.t:
            d[c] += 1
        return sum(d.values()) * 10 + len(d)

    def dict_unique(self, s):
        return len(list(dict.fromkeys(s.t)))

    def dict_keys_set(self, s):
        a, b = {"a": 1}, {c: 1 for c in s.t}
        return len(a.keys() & b.keys()) + len(b.keys() - a.keys()) * 10

    def dict_eq(self, s):
        return ({"a": s.n} == {"a": 9}) + ({1: 2} != {1: s.n}) * 2

    def dict_in(self, s):
        d = {c: 1 for c in s.t}
        return ("a" in d) + ("z" not in d) * 2 + (1 in d.values()) * 4 + (("a", 1) in d.items()) * 8

    def dict_of_dict(self, s):
        d = {"a": {1: 2}, "b": {1: s.n}}
        return d[s.t[0] if s.t[0] in d else "b"][1]

    def dict_lambda(self, s):
        ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}
        return ops["+" if s.n % 2 else "-"](s.n, 2)

    def dict_funcs(self, s):
        f = {0: self.sq, 1: self.kk}
        return self.sq(s.n, p=3) + self.kk()

    def list_of_lambdas(self, s):
        fs = [lambda v: v + 1, lambda v: v * 2]
        return sum(f(s.n) for f in fs)

    def list_of_functions_loop(self, s):
        r = s.n
        for f in (abs, int, self.sq):
            r = f(r) % 50
        return r

    def defaultdict_lambda(self, s):
        d = defaultdict(lambda: 5)
        d["a"] += s.n
        return d["a"] + d["q"]

    def defaultdict_Counter(self, s):
        d = defaultdict(Counter)
        d["a"]["x"] += s.n
        return d["a"]["x"]

    def defaultdict_float(self, s):
        d = defaultdict(float)
        d[1] += 0.5
        return d[1] + s.n

    def defaultdict_dict(self, s):
        d = defaultdict(dict)
        d[1][2] = s.n
        return d[1][2] + len(d)

    def deque_rotate(self, s):
        q = deque(s.b)
        q.rotate(1)
        return int("".join(map(str, q)))

    def deque_rotate_neg(self, s):
        q = deque(s.b)
        q.rotate(-s.n)
        return int("".join(map(str, q)))

    def deque_extendleft(self, s):
        q = deque([1])
        q.extendleft([2, s.n])
        return int("".join(map(str, q)))

    def enum_other(self, s):
        return (s.col.other is Color.BLUE) + (s.col.flip() == Color.RED) * 2 + (Color.parse("b") is s.col) * 4 + Color.two()

    def enum_value_name(self, s):
        return ord(s.col.value) + len(s.col.name) + (s.col in (Color.RED,)) * 5 + NEXT[s.col]

    def enum_by_name(self, s):
        return (Color["RED"] is s.col) + len(Color)

    def enum_by_name_dyn(self, s):
        return NEXT[Color["RED" if s.n % 2 else "BLUE"]]

    def enum_loop(self, s):
        return sum(NEXT[c] * (c is s.col) for c in Color)

    def enum_dict_local(self, s):
        d = {Color.RED: s.n, Color.BLUE: 2}
        return d[s.col] + d[s.col.other]

    def enum_list(self, s):
        return list(Color).index(s.col) + [c.value for c in Color].index("b")

    def enum_set(self, s):
        x = {s.col, Color.RED}
        return len(x) + (Color.BLUE in x)

    def enum_match(self, s):
        match s.col:
            case Color.RED:
                return 1
            case Color.BLUE:
                return s.n

    def intenum_arith(self, s):
        x = Suit(2)
        return x + s.n + Suit.SPADE * 2 + x.up() + (x < Suit.SPADE) + max(Suit) + sum(Suit) + [0, 1, 2][x]

    def intenum_from_int(self, s):
        return Suit(2 if s.n % 2 else 4).up().value

    def intenum_sort(self, s):
        return sorted([Suit.SPADE, Suit.CLUB, Suit(2)])[0] + len(str(Suit.CLUB)) + s.n

    def intenum_fstr(self, s):
        return len(f"{Suit.CLUB}") + s.n

    def strenum(self, s):
        w = Word.HI if s.n % 2 else Word.YO
        return len(w) + (w == "hi") + w.count("h") + ("y" in w) + len(f"{w}!") + (w.value == "yo")

    def match_tuple(self, s):
        match s.b[:2]:
            case (0, x):
                return x
            case (x, 0):
                return 10 + x
            case (a, b) if a > b:
                return 100 + a
            case [a, *rest]:
                return 200 + len(rest)

    def match_star(self, s):
        match s.b:
            case (0, *rest):
                return sum(rest)
            case (*first, 0):
                return 10 * sum(first)
            case (a, *m, z):
                return 100 + a * z + len(m)

    def match_class(self, s):
        p = P(s.n, s.n % 3) if s.n % 2 else D(s.n)
        match p:
            case P(r, 0):
                return r
            case P(r=x, c=y):
                return x * y
            case D(x=1) | D(x=2):
                return -1
            case D(k, y=w):
                return k + w

    def match_str(self, s):
        match s.t:
            case "abca":
                return 1
            case "bcaa" | "caab":
                return 2
            case str(x):
                return len(x)

    def match_int(self, s):
        match s.n % 4:
            case 0 | 1 as k:
                return k
            case 2:
                return 20
            case int(k) if k > 2:
                return 30 + k
        return -1

    def match_none(self, s):
        match s.o:
            case None:
                return 0
            case int(k):
                return k

    def match_mixed(self, s):
        a = (1, 2) if s.n % 2 else "pass"
        match a:
            case "pass":
                return 0
            case (x, y):
                return x + y * s.n

    def match_mixed2(self, s):
        a = (1, 2) if s.n % 3 == 0 else (s.n,) if s.n % 3 == 1 else None
        match a:
            case None:
                return 0
            case (x,):
                return x
            case (x, y):
                return x + y * 100

    def match_list(self, s):
        xs = [x for x in s.b if x != 2]
        match xs:
            case []:
                return 0
            case [x]:
                return x
            case [x, y, *_]:
                return x * 10 + y

    def match_nested(self, s):
        match (s.b[0], (s.n, s.t[0])):
            case (0, (n, "a")):
                return n
            case (k, (_, ("b" | "c") as c)):
                return ord(c) + k
            case _:
                return -1

    def match_enum_in_tuple(self, s):
        match (s.col, s.n % 2 == 0):
            case (Color.RED, True):
                return 1
            case (Color.RED, False):
                return 2
            case (Color.BLUE, _):
                return 3

    def match_no_fall(self, s):
        x = 5
        match s.n % 3:
            case 0:
                x = 1
            case 1:
                pass
        return x

    def class_methods(self, s):
        d = D.make(s.n)
        return d.area + D.unit().area + d.grow(by=2).x + (d + D(1)).y + (D(1) < d) + (s.n in d) + len(D(3)) + d[1] + d(2)

    def class_iter(self, s):
        x, y = D(s.n, 4)
        return x * 10 + y + sum(D(1, 2)) + len([*D(5)])

    def dataclass_inherit(self, s):
        e = E2(s.n)
        return e.area + e.z + e.y + isinstance(e, D) * 100

    def dataclass_eq(self, s):
        return (D(s.n) == D(9)) + (D(1) == E2(1)) * 2 + (D(1, 2) != D(1, 3)) * 4 + (D(9, 3) in [D(s.n)]) * 8 + (len({D(1), D(s.n), D(9)}))

    def dataclass_dict_key(self, s):
        d = {D(i): i for i in s.b}
        return d[D(2)] + len(d)

    def namedtuple_asdict(self, s):
        return P(1, s.n)._asdict()["c"]

    def namedtuple_make(self, s):
        return P._make([1, s.n]).c + len(P._fields)

    def namedtuple_fn(self, s):
        x = Tr(s.n, 2)
        a, b = x
        return a * b + x._replace(a=5).a + Tr(b=1, a=2).a

    def type_eq(self, s):
        return (type(s.b) == tuple) + (type(s.t) is str) * 2 + (type(D(1)) is D) * 4 + (type(s.col) is Color) * 8

    def isinstance_abc(self, s):
        from_ = s.b
        return isinstance(s.b, (list, tuple)) + isinstance(s.n, (int, float)) * 2 + isinstance(s.t, str) * 4 + isinstance(s.col, Enum) * 8 + isinstance(s.fs, frozenset) * 16 + isinstance(s.n, object) * 32 + isinstance(s.col, Color) * 64

    def hasattr_getattr(self, s):
        return hasattr(self, "K") + getattr(self, "zz", s.n) + hasattr(s, "q") + getattr(s, "n")

    def callable(self, s):
        f = self.sq if s.n % 2 else abs
        return f(s.n)

    def func_var(self, s):
        best = max if s.n % 2 else min
        return best(s.b) * 10 + best(3, s.n)

    def op_var(self, s):
        op = operator.add if s.n % 2 else operator.sub
        return op(s.n, 3)

    def op_funcs(self, s):
        return operator.mul(s.n, 2) + operator.neg(s.n) + operator.eq(s.n, 3) + operator.lt(s.n, 4) + operator.xor(s.n, 5) + operator.itemgetter(1)(s.b)

    def partial(self, s):
        f = partial(self.sq, p=3)
        return f(s.n) + partial(pow, 2)(3)

    def partial_map(self, s):
        add = partial(operator.add, s.n)
        return sum(map(add, s.b))

    def reduce_noinit(self, s):
        return functools.reduce(lambda a, b: a * 3 + b, s.b) + functools.reduce(max, s.b)

    def try_index(self, s):
        try:
            return s.b[s.n]
        except IndexError:
            return -1

    def try_key(self, s):
        d = {1: 2, 3: 4}
        try:
            x = d[s.n]
        except KeyError:
            x = 0
        return x

    def try_value(self, s):
        try:
            i = s.b.index(s.n)
        except ValueError:
            i = -1
        else:
            i += 10
        return i

    def try_loop(self, s):
        r = 0
        for i in range(8):
            try:
                r += s.b[i]
            except IndexError:
                break
        return r

    def try_div(self, s):
        try:
            return 12 // (s.n % 4)
        except ZeroDivisionError:
            return 0

    def try_deep(self, s):
        def f(i):
            return s.b[i] if i < 9 else f(i - 3)
        try:
            return f(s.n)
        except (IndexError, KeyError):
            return -5

    def try_bare(self, s):
        try:
            return int(s.t[0])
        except Exception:
            return s.n

    def try_raise(self, s):
        def f(n):
            if n > 4:
                raise ValueError("big")
            return n
        try:
            return f(s.n)
        except ValueError:
            return 100

    def while_true_else(self, s):
        k = s.n
        while True:
            k -= 2
            if k < 3:
                break
        else:
            k = 99
        return k

    def while_pass(self, s):
        k = 0
        while k < s.n: k += 3
        return k

    def star_in_middle(self, s):
        a, *b = s.b
        *c, d = s.b
        (e, f), *g = [(1, s.n), (3, 4)]
        return a + len(b) * 10 + d * 100 + sum(c) + f + len(g)

    def star_args_def(self, s):
        def f(*xs):
            return sum(xs) + len(xs)
        return f() + f(s.n) + f(1, *s.b) + f(*range(s.n))

    def star_list(self, s):
        a = [*s.b, s.n, *range(2)]
        b = (*s.b, *a)
        c = {*s.b, 7}
        return len(a) + len(b) * 10 + len(c) * 100

    def chained_cmp(self, s):
        x, y = divmod(s.n, 3)
        return (0 <= x < 3 and 0 <= y < 2) + (1 < s.n <= 5 != 7) * 2 + (s.n == 3 == 3) * 4

    def cond_expr_chain(self, s):
        return "lo" < s.t if s.n > 5 else s.t[0] == "a" or s.n

    def in_range(self, s):
        return (s.n in range(3, 8)) + (s.n in range(0, 10, 3)) * 2 + (s.n not in range(-5)) * 4 + (2.5 in range(4)) * 8

    def range_eq(self, s):
        return (range(s.n) == range(0, 9)) + (range(0) == range(5, 5)) * 2 + (range(0, 4, 2) == range(0, 3, 2)) * 4 + (range(3) != range(s.n)) * 8

    def range_attrs(self, s):
        r = range(2, s.n + 5, 2)
        return len(r) + r[-1] + r.start + r.stop + r.step + r.index(4) + r.count(2) + sum(r[1:]) + sum(reversed(r)) + (not r)

    def slices(self, s):
        return len(s.b[::-1]) + s.b[::-1][0] + s.b[-2:][0] + sum(s.b[::2]) * 10 + sum(s.b[1::2]) * 100 + len(s.t[-3:-1])

    def tuple_arith(self, s):
        a, b = (s.n, 1), (2, 3)
        c = tuple(x + y for x, y in zip(a, b))
        return c[0] * 10 + c[1] + (a < b) + (a + b)[2] + ((1,) * 3).count(1) + (1, 2, s.n).index(s.n)

    def tuple_map(self, s):
        return sum(map(sum, zip((1, 2), (s.n, 4)))) + sum(map(lambda a, b: a * b, s.b, s.b)) + tuple(map(int, "12"))[1]

    def set_operators(self, s):
        a = {x for x in s.b}
        b = {1, 2, s.n}
        return len(a | b) + len(a & b) * 10 + len(a - b) * 100 + len(a ^ b) * 1000 + (a >= {1}) + (a > b) + (a == {0, 1, 2, 3}) + a.isdisjoint({9})

    def set_aug(self, s):
        a = set(s.b)
        a -= {1}
        a |= {s.n, 7}
        a ^= {2}
        a &= set(range(8))
        a.update([5], (6,))
        a.discard(99)
        return sum(a) * 100 + len(a)

    def fs_state(self, s):
        return ((0, 1) in s.fs) + len(s.fs) * 10 + len({r for r, _ in s.fs}) * 100 + any(c == 2 for _, c in s.fs) * 1000 + len(s.fs - {(0, 1)}) + sum(r for r, c in s.fs)

    def set_of_str(self, s):
        x = set(s.t)
        return len(x) + ("a" in x) + len(x & set("ab")) + len("".join(sorted(x)))

    def sorted_set(self, s):
        return sorted({3, 1, s.n})[0] + sorted(set(s.t))[0].count("a")

    def bit_tricks(self, s):
        x = s.n
        return x.bit_count() + x.bit_length() * 10 + (x & -x) * 100 + (x >> 1 | x << 2) + (~x & 15) + (x ^ 5) + bin(x).count("1") + int(bin(x)[2:], 2)

    def masked_shift(self, s):
        return (s.n << 30) & 255 | ((s.n << 62) & 7) | (s.n << 60 & 0xFF)

    def masked_shift_2(self, s):
        m = (1 << 40) - 1
        h = s.n * 2654435761
        return ((h << 13) ^ h) & m

    def masked_mul(self, s):
        h = 7
        for c in s.t:
            h = (h * 1000003 ^ ord(c)) & 0xFFFFFFFF
        return h % 1000

    def masked_mod(self, s):
        h = 0
        for c in s.b:
            h = (h * 31 + c) % 1000007
        return h % 100

    def divmod_pow(self, s):
        q, r = divmod(-s.n, 4)
        return q * 10 + r + pow(2, s.n) + pow(3, s.n, 7) + abs(-s.n) + (-7) // 2 + (-7) % 3 + 2 ** 0.5 // 1

    def math(self, s):
        return math.isqrt(s.n) + math.ceil(s.n / 4) + math.floor(-s.n / 4) + math.gcd(s.n, 12, 18) + math.comb(s.n, 2) + math.factorial(s.n % 5) + math.prod(x + 1 for x in s.b) + math.lcm(s.n, 4) + math.perm(s.n, 2)

    def inf(self, s):
        best = float("inf")
        for x in s.b:
            best = min(best, x)
        worst = -math.inf
        for x in s.b:
            worst = max(worst, x)
        return best + worst

    def float_parse(self, s):
        return float("0.5") + float(s.n) + int(3.0)

    def nested_func_closure(self, s):
        total = 0
        def add(k):
            nonlocal total
            total += k
            return total
        for x in s.b:
            add(x)
        return total + add(s.n)

    def recursive_nonlocal(self, s):
        count_ = 0
        def go(n):
            nonlocal count_
            count_ += 1
            if n > 0:
                go(n - 1)
                go(n - 2)
        go(s.n % 5)
        return count_

    def recursive_list_closure(self, s):
        found = []
        def go(n):
            found.append(n)
            for k in range(n):
                go(k)
        go(s.n % 4)
        return len(found)

    def recursive_gen_closure(self, s):
        def go(n):
            yield n
            for k in range(n):
                yield from go(k)
        return sum(go(s.n % 5))

    def recursive_gen_closure_2(self, s):
        b = s.b
        def paths(i, acc):
            if i >= len(b):
                yield acc
                return
            yield from paths(i + 1, acc + (b[i],))
            if i % 2:
                yield from paths(i + 2, acc)
        return sum(sum(p) * (j + 1) for j, p in enumerate(paths(0, ())))

    def gen_closure_capture(self, s):
        def gen(k):
            for x in s.b:
                yield x * k
        return sum(gen(2)) + max(gen(s.n)) + len(list(gen(0)))

    def mutual_closures(self, s):
        def even(n):
            return True if n == 0 else odd(n - 1)
        def odd(n):
            return False if n == 0 else even(n - 1)
        return even(s.n) * 2 + odd(s.n)

    def lambda_default(self, s):
        fs = [lambda v, i=i: v * i for i in range(3)]
        return fs[2](s.n) + fs[1](3)

    def lambda_late(self, s):
        fs = [lambda v: v * i for i in range(3)]
        return fs[0](s.n)

    def decorated_inner(self, s):
        @cache
        def f(n):
            return 1 if n < 2 else f(n - 1) + f(n - 2)
        return f(s.n)

    def fstrings(self, s):
        x = f"{s.n}{s.t[0]!s}-{s.n + 1:>4}|{s.n:<3}|{s.t:^8}|{s.n:04d}|{s.col.name}|{True}|{s.n % 2 == 0}"
        return sum(i * ord(c) for i, c in enumerate(x)) % 1009

    def fstring_tuple(self, s):
        return len(f"{s.b}")

    def fstring_repr(self, s):
        return len(f"{s.t!r}") + len(f"{s.n=}")

    def fstring_width_dyn(self, s):
        w = 5
        return len(f"{s.n:{w}}") + len(f"{s.t:>{w + 2}}")

    def format(self, s):
        return len("{}-{}".format(s.n, s.t)) + len("%d%s" % (s.n, s.t)) + len("{0}{1}{0}".format(1, s.n)) + len("{a}".format(a=s.n))

    def str_of_tuple(self, s):
        return len(str(s.b)) + len(repr(s.n)) + len(str(None)) + len(str(True))

    def chr_ord(self, s):
        return ord(chr(ord("a") + s.n)) + "abc".index(chr(97)) + int("7") + ord(s.t[0]) - ord("a")

    def int_of_bool(self, s):
        return int(s.n > 3) + bool(s.n) + sum([True, s.n > 2]) + True * s.n + [5, 6][s.n > 4]

    def any_list(self, s):
        return any([s.n > 3, False]) + all([]) * 2 + any(map(lambda x: x > 2, s.b)) * 4 + all(x >= 0 for x in s.b) * 8 + any(x for x in [0, s.n - 9]) * 16

    def filter(self, s):
        return sum(filter(None, s.b)) + len(list(filter(lambda x: x % 2, s.b))) * 10 + len(list(filter(str.isalpha, s.t)))

    def walrus_while(self, s):
        xs = list(s.b)
        r = 0
        while (n := len(xs)) > 1:
            r += n * xs.pop()
        return r

    def walrus_if(self, s):
        if (m := max(s.b)) > 2 and (k := s.n % 3):
            return m * 10 + k
        return m

    def comp_nested_cond(self, s):
        return sum([x if x % 2 else -x for x in s.b if x != 2]) + len([[y for y in range(x)] for x in s.b]) + sum(len(r) for r in [[0] * x for x in s.b])

    def comp_flatten(self, s):
        rows = [s.b, s.b[::-1]]
        return sum(i * x for i, x in enumerate(x for row in rows for x in row))

    def transpose(self, s):
        rows = (s.b, s.b[::-1], (1, 1, 1, 1))
        cols = tuple(zip(*rows))
        return cols[0][1] * 10 + len(cols) + sum(list(map(sum, cols)))

    def rot90(self, s):
        g = [list(s.b[:2]), list(s.b[2:])]
        g2 = [list(r) for r in zip(*g[::-1])]
        return g2[0][0] * 1000 + g2[0][1] * 100 + g2[1][0] * 10 + g2[1][1]

    def del_slice(self, s):
        a = list(s.b)
        del a[1:3]
        return sum(a) * 10 + len(a)

    def list_methods(self, s):
        a = list(s.b)
        a.extend([5, s.n])
        a.insert(0, 9)
        a.remove(2)
        a.sort(key=lambda v: -v)
        a.reverse()
        return a.index(5) + a.count(9) * 10 + a.pop() + a.pop(0) * 100 + len(a)

    def list_cmp(self, s):
        return ([1, 2] < [1, s.n]) + ([s.n] == [9]) * 2 + ([1] + [2] == [1, 2]) * 4 + (list(s.b) != [0, 1, 2, 3]) * 8

    def list_mul_nested(self, s):
        g = [[0] * 3 for _ in range(3)]
        g[1][2] = s.n
        return sum(map(sum, g)) + sum(r.count(0) for r in g)

    def string_build(self, s):
        r = ""
        for i in range(s.n):
            r += "ab"[i % 2]
        return r.count("a") * 10 + len(r) + r.startswith("ab") + r.endswith(("a", "x")) * 2

    def string_list_edit(self, s):
        cells = list(s.t)
        cells[1], cells[2] = cells[2], cells[1]
        u = "".join(cells)
        return (u == s.t) + u.index("b") * 10 + "".join(reversed(u)).find("c") * 100

    def str_cmp_chain(self, s):
        return ("a" <= s.t[0] <= "b") + (s.t > "b") * 2 + s.t[0].isalpha() + s.t.isupper() + s.t.upper().isupper()

    def global_const_list(self, s):
        return len(self._names) + self._names.index("y") + Forms.K + self.__class__.K + type(self).K

    def assert_form(self, s):
        assert s.n > 0, f"bad {s.n}"
        assert isinstance(s.b, tuple)
        return s.n

    def pass_elif(self, s):
        if s.n > 7:
            pass
        elif s.n > 4:
            return 4
        else:
            ...
        return 9

    def type_annot(self, s):
        x: int = s.n
        y: list[int] = []
        z: dict[str, int]
        y.append(x)
        return y[0]

    def docstring_inside(self, s):
        """Doc."""
        return s.n

    def multiple_return_tuple(self, s):
        def f(n):
            return n, n * 2
        a, b = f(s.n)
        return a + b + f(1)[1]

    def opt_return(self, s):
        def f(n):
            if n > 4:
                return n
        x = f(s.n)
        return x or 0

    def opt_tuple_ret(self, s):
        def f(n):
            if n > 4:
                return None
            return n, n + 1
        r = f(s.n)
        if r is None:
            return 0
        a, b = r
        return a * b

    def opt_early(self, s):
        r = None
        for x in s.b:
            if x > 1 and r is None:
                r = x
        if not r:
            return -1
        return r + 1

    def type_growth_guard(self, s):
        x = s.n
        while not isinstance(x, tuple):
            x = (x, 1)
        return x[0]

    def flatten_nest(self, s):
        def depth(x):
            return 1 + max(map(depth, x)) if isinstance(x, tuple) else 0
        return depth(((1, 2), s.n))

    def union_order(self, s):
        x = 1 if s.n % 2 else "a"
        y = "b" if s.n % 3 else 2
        return (x == y) + isinstance(x, str) * 2 + len(str(x)) + len(f"{y}")

    def union_list(self, s):
        xs = [1, "a", None, (1, 2)]
        return sum(isinstance(x, int) for x in xs) + xs.index("a") * 10 + (xs[3][1] if s.n else 0)

    def union_moves_sort(self, s):
        ms = sorted([(1, 2), (0, s.n)]) + ["pass"]
        return sum(1 for m in ms if m != "pass") + (ms[-1] == "pass")

    def sum_bool_gen(self, s):
        return sum(x == y for x, y in zip(s.b, s.b[1:])) + sum(not x for x in s.b)

    def enumerate_nested(self, s):
        return sum(r * c * (v == "a") for r, row in enumerate([s.t, s.t[::-1]], 1) for c, v in enumerate(row, start=1))

    def iter_next(self, s):
        it = iter(s.b)
        a = next(it)
        b = next(it, None)
        return a * 10 + b + sum(it)

    def iter_sentinel_zip(self, s):
        it = iter(s.b)
        return sum(a * b for a, b in zip(it, it))

    def while_pop(self, s):
        q = [(0, 0)]
        seen = set()
        while q:
            r, c = q.pop(0)
            if (r, c) in seen or not (0 <= r < 3 and 0 <= c < 3):
                continue
            seen.add((r, c))
            q += [(r + 1, c), (r, c + 1)]
        return len(seen) + s.n

    def ellipsis(self, s):
        if s.n > 3: ...
        return s.n

    def semi(self, s):
        a = 1; b = s.n; return a + b

    def tuple_swap_rows(self, s):
        b = list(s.b)
        for i, j in ((0, 3), (1, 2)):
            b[i], b[j] = b[j], b[i]
        return b[0] * 10 + b[1]

    def neg_mod(self, s):
        return s.b[(s.n - 20) % 4] + s.b[-1] + (-s.n) % 3 - (-s.n) // 3

    def count_nested_tuple(self, s):
        b = ((1, 0), (0, s.n))
        return sum(row.count(0) for row in b) + b[1][-1] + sum(sum(r) for r in b) + max(max(r) for r in b) + sum(x == 0 for r in b for x in r)

    def any_win(self, s):
        lines = [(0, 1), (1, 2), (2, 3)]
        return any(s.b[a] == s.b[b] - 1 for a, b in lines) + any(all(s.b[i] > 0 for i in l) for l in lines) * 2 + next((i for i, (a, b) in enumerate(lines) if s.b[a] > s.b[b]), -1)
