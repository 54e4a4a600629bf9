"""Generators, loops over what changes meanwhile, and variables that change behind one's back: one question each.

A game only in form: what counts is that `evaluate`, whose State says `which` question, is the same compiled.
"""
# ruff: noqa

from itertools import combinations, count, islice, pairwise, product
from typing import NamedTuple, Optional

import plywise as pw


class State(NamedTuple):
    b: tuple
    n: int
    t: str
    o: Optional[int]
    which: int


class Late(pw.Game):
    QUESTIONS = [
        "late_genexp",
        "late_genexp_list",
        "late_map",
        "late_zip",
        "twice",
        "loop_late",
        "cond_nohaz",
        "choice_tuple",
        "iter_next",
        "iter_list",
        "iter_pairs",
        "iter_pairs_uneven",
        "gen_pass",
        "gen_fn_mutable",
        "gen_fn_loop",
        "gen_list_of",
        "returned",
        "method_returned",
        "method_ret2",
        "method_ret2_kept",
        "zip_changed",
        "zip_endless",
        "zip_gen_endless",
        "zip_two_gens",
        "zip_three",
        "zip_str",
        "zip_empty",
        "zip_break",
        "reversed_changed",
        "reversed_append",
        "combos_changed",
        "product_changed",
        "pairwise",
        "pairwise_changed",
        "pairwise_mixed",
        "enum_changed",
        "nonlocal_narrow",
        "nonlocal_while",
        "narrow_loop",
        "narrow_walrus",
        "late_filter",
        "late_enumerate",
        "late_islice",
        "yield_hazards",
        "dict_items_late",
        "dict_view_twice",
        "dict_values_twice",
        "sorted_gen",
        "ann_gen",
        "gen_unused",
        "gen_any_first",
        "gen_in",
        "gen_dict",
        "gen_while",
        "gen_nested_fn",
        "gen_lambda",
        "closure_gen",
        "closure_gen_kept",
        "yields_of_two_lengths",
    ]

    def initial(self):
        return State((0, 1, 2, 3), 9, "abca", None, 0)

    def player(self, s):
        return 1 if s.n % 2 else -1

    def actions(self, s):
        return [1, 2]

    def result(self, s, a):
        return State(s.b[a:] + s.b[:a], s.n - a, s.t[1:] + s.t[0], None if s.n % 3 else s.n, s.which)

    def terminal(self, s):
        return s.n <= 1

    def utility(self, s):
        return 0

    def live(self, xs):
        return (i for i, x in enumerate(xs) if x)

    def below(self, s, k):
        return (x for x in s.b if x < k)

    def late_genexp(self, s):
        lim = 2
        g = (x for x in s.b if x < lim)
        lim = 1
        return sum(g)

    def late_genexp_list(self, s):
        xs = [1]
        g = (x for x in xs)
        xs.append(s.n)
        return sum(g)

    def late_map(self, s):
        xs = [1]
        g = map(lambda v: v * 2, xs)
        xs.append(s.n)
        return sum(g)

    def late_zip(self, s):
        xs = [1, 2]
        g = zip(xs, s.b)
        xs[0] = s.n
        return sum(a * b + a for a, b in g)

    def twice(self, s):
        g = (x for x in s.b)
        return sum(g) * 100 + sum(g)

    def loop_late(self, s):
        seen = set()
        t = 0
        for c in s.b:
            fresh = (n for n in (c, c + 1, c, 0) if n not in seen)
            for n in fresh:
                t += n
                seen.add(n)
        return t * 10 + len(seen)

    def cond_nohaz(self, s):
        lim = s.n % 3
        if s.n % 2:
            g = (x for x in s.b if x < lim)
        else:
            g = (x for x in s.b if x > lim)
        return sum(g)

    def choice_tuple(self, s):
        g = (x for x in s.b if x < 2) if s.n % 2 else ()
        return sum(g)

    def iter_next(self, s):
        it = iter(s.b)
        a = next(it)
        return a * 100 + sum(it)

    def iter_list(self, s):
        xs = [s.n, 2, 3]
        it = iter(xs)
        a = next(it)
        return a * 100 + sum(it)

    def iter_pairs(self, s):
        it = iter(s.b)
        return sum(a * 10 + b for a, b in zip(it, it))

    def iter_pairs_uneven(self, s):
        it = iter(s.b[:3])
        t = sum(a * 10 + b for a, b in zip(it, it))
        return t * 10 + len(list(it))

    def gen_pass(self, s):
        def tot(g):
            r = 0
            for x in g:
                r = r * 3 + x
            return r

        xs = [1, s.n]
        return tot(x * 2 for x in xs)

    def gen_fn_mutable(self, s):
        def gen(xs):
            for x in xs:
                yield x

        xs = [1, s.n]
        g = gen(xs)
        xs.append(4)
        return sum(g)

    def gen_fn_loop(self, s):
        def gen(n):
            while n:
                yield n
                n -= 1

        t = 0
        for d in s.b:
            ray = gen(d)
            for x in ray:
                t = (t * 3 + x) % 1009
        return t

    def gen_list_of(self, s):
        def gen(n):
            while n:
                yield n
                n -= 1

        gs = [gen(d) for d in s.b]
        t = 0
        for g in gs:
            for x in g:
                t = (t * 3 + x) % 1009
        return t

    def returned(self, s):
        def live(xs):
            return (i for i, x in enumerate(xs) if x)

        xs = [1, 0, s.n, 2]
        t = 0
        for i in live(xs):
            t = t * 10 + i
            xs[3] = 0
        return t

    def method_returned(self, s):
        t = 0
        xs = [1, 0, s.n, 2]
        for i in self.live(xs):
            t = t * 10 + i
            xs[3] = 0
        return t

    def method_ret2(self, s):
        return sum(self.below(s, 3)) * 10 + sum(self.below(s, s.n % 4))

    def method_ret2_kept(self, s):
        g = self.below(s, s.n % 4)
        a = next(g, 5)
        return a * 10 + sum(g)

    def zip_changed(self, s):
        xs = [1, 2, 3]
        t = 0
        for a, b in zip(xs, s.b):
            t = t * 7 + a * b
            xs[2] = s.n
            if len(xs) < 5:
                xs.append(t % 5)
        return t

    def zip_endless(self, s):
        return sum(a * b for a, b in zip(count(3), s.b)) + sum(a * b for a, b in zip(s.b, count(1, 2)))

    def zip_gen_endless(self, s):
        def g():
            k = 0
            while True:
                yield k
                k += 2

        return sum(a * b for a, b in zip(s.b, g())) * 10 + sum(a + b for a, b in zip(g(), s.b))

    def zip_two_gens(self, s):
        return sum(a * b for a, b in zip((x for x in s.b if x), (y for y in s.b if y != 2)))

    def zip_three(self, s):
        return sum(a * b + c for a, b, c in zip(s.b, s.b[1:], s.b[2:]))

    def zip_str(self, s):
        return sum((a == b) + 2 * (a < b) for a, b in zip(s.t, s.t[1:]))

    def zip_empty(self, s):
        return len(list(zip())) + len(list(zip(s.b, ())))

    def zip_break(self, s):
        for a, b in zip(s.b, s.b[1:]):
            if a > b:
                break
        else:
            return 5
        return a * 10 + b

    def reversed_changed(self, s):
        xs = [1, 2, 3, s.n]
        t = 0
        for x in reversed(xs):
            t = t * 10 + x
            if len(xs) > 2:
                xs.pop()
        return t

    def reversed_append(self, s):
        xs = [1, 2, 3]
        for x in reversed(xs):
            xs.append(x + s.n)
        return sum(xs) * 10 + len(xs)

    def combos_changed(self, s):
        xs = [1, 2, 3]
        t = 0
        for a, b in combinations(xs, 2):
            t = t * 7 + a * b
            xs[2] = s.n
            xs.append(1)
        return t

    def product_changed(self, s):
        xs = [1, 2]
        t = 0
        for a, b in product(xs, xs):
            t = t * 7 + a * b
            xs[1] = s.n
        return t

    def pairwise(self, s):
        return sum(a * b for a, b in pairwise(s.b)) * 10 + len(list(pairwise(s.b[:1])))

    def pairwise_changed(self, s):
        xs = [1, 2, 3]
        t = 0
        for a, b in pairwise(xs):
            t = t * 7 + a * b
            xs[2] = s.n
            if len(xs) < 6:
                xs.append(t % 4)
        return t

    def pairwise_mixed(self, s):
        return sum(1 for a, b in pairwise((None, 1, None, s.o)) if a is None and b is not None)

    def enum_changed(self, s):
        xs = [1, 2]
        t = 0
        for i, x in enumerate(xs):
            t += i * x
            if len(xs) < 5:
                xs.append(s.n)
        return t

    def nonlocal_narrow(self, s):
        x = s.n
        if s.n > 3:
            x = None

        def f():
            nonlocal x
            x = None if x is not None else 7

        if x is not None:
            f()
            return -1 if x is None else x
        return 5

    def nonlocal_while(self, s):
        x = s.n

        def f():
            nonlocal x
            x = x - 1 if x > 1 else None

        k = 0
        while x is not None:
            f()
            k += 1 if x is None else x
        return k

    def narrow_loop(self, s):
        x = s.o
        t = 0
        for c in s.b:
            if x is None:
                x = c
            elif x > 1:
                t += x
                x = None
            else:
                x = x + c
        return t + (x or 0)

    def narrow_walrus(self, s):
        x = s.o
        return (x if x is not None and (x := s.n - 3) else -7) * 2

    def late_filter(self, s):
        k = 1
        g = filter(lambda v: v > k, s.b)
        k = s.n % 3
        return sum(g)

    def late_enumerate(self, s):
        xs = [5, 6]
        g = enumerate(xs)
        xs[1] = s.n
        return sum(i * x for i, x in g)

    def late_islice(self, s):
        g = islice(s.b, 1, 3)
        return sum(g)

    def yield_hazards(self, s):
        xs = [1]

        def g():
            for i in range(3):
                yield i + len(xs)

        t = 0
        for v in g():
            xs.append(v)
            t = t * 5 + v
        return t + s.n

    def dict_items_late(self, s):
        d = {1: s.n, 2: 3}
        it = d.items()
        d[2] = 9
        return sum(k * v for k, v in it)

    def dict_view_twice(self, s):
        d = {1: s.n, 2: 3}
        ks = d.keys()
        d[5] = 9
        return sum(ks) + len(ks)

    def dict_values_twice(self, s):
        d = {1: s.n, 2: 3}
        vs = d.values()
        d[5] = 9
        return sum(vs) * 10 + len(vs)

    def sorted_gen(self, s):
        g = (x * 7 % 5 for x in s.b)
        y = sorted(g)
        return y[0] * 10 + y[-1]

    def ann_gen(self, s):
        g: object = (x for x in s.b)
        return sum(g)

    def gen_unused(self, s):
        g = (1 // 0 for x in s.b)
        return s.n

    def gen_any_first(self, s):
        g = (x for x in (1, 0, s.n))
        return any(g) * 10 + sum(g)

    def gen_in(self, s):
        g = (x for x in (1, 2, s.n, 5))
        return (2 in g) * 100 + sum(g)

    def gen_dict(self, s):
        d = {"a": (x for x in s.b)}
        return sum(d["a"])

    def gen_while(self, s):
        k = 0
        t = 0
        while k < 3:
            g = (x + k for x in s.b)
            k += 1
            t += sum(g)
        return t

    def gen_nested_fn(self, s):
        def inner():
            return sum(g)

        g = (x for x in s.b)
        return inner()

    def gen_lambda(self, s):
        f = lambda n: (x for x in s.b if x < n)
        return sum(f(3)) * 10 + sum(f(s.n % 3))

    def closure_gen(self, s):
        lim = s.n % 4

        def below():
            return (x for x in s.b if x < lim)

        a = sum(below())
        lim = 2
        return a * 10 + sum(below())

    def closure_gen_kept(self, s):
        lim = s.n % 4

        def below():
            return (x for x in s.b if x < lim)

        g = below()
        lim = 2
        return sum(g)

    def yields_of_two_lengths(self, s):
        def moves():
            for i in range(s.n % 3):
                yield ("put", i)
            if s.n % 3 == 0:
                yield ("wait",)

        return sum(len(each) for each in moves())

    def evaluate(self, s):
        if s.which == 0:
            return self.late_genexp(s)
        if s.which == 1:
            return self.late_genexp_list(s)
        if s.which == 2:
            return self.late_map(s)
        if s.which == 3:
            return self.late_zip(s)
        if s.which == 4:
            return self.twice(s)
        if s.which == 5:
            return self.loop_late(s)
        if s.which == 6:
            return self.cond_nohaz(s)
        if s.which == 7:
            return self.choice_tuple(s)
        if s.which == 8:
            return self.iter_next(s)
        if s.which == 9:
            return self.iter_list(s)
        if s.which == 10:
            return self.iter_pairs(s)
        if s.which == 11:
            return self.iter_pairs_uneven(s)
        if s.which == 12:
            return self.gen_pass(s)
        if s.which == 13:
            return self.gen_fn_mutable(s)
        if s.which == 14:
            return self.gen_fn_loop(s)
        if s.which == 15:
            return self.gen_list_of(s)
        if s.which == 16:
            return self.returned(s)
        if s.which == 17:
            return self.method_returned(s)
        if s.which == 18:
            return self.method_ret2(s)
        if s.which == 19:
            return self.method_ret2_kept(s)
        if s.which == 20:
            return self.zip_changed(s)
        if s.which == 21:
            return self.zip_endless(s)
        if s.which == 22:
            return self.zip_gen_endless(s)
        if s.which == 23:
            return self.zip_two_gens(s)
        if s.which == 24:
            return self.zip_three(s)
        if s.which == 25:
            return self.zip_str(s)
        if s.which == 26:
            return self.zip_empty(s)
        if s.which == 27:
            return self.zip_break(s)
        if s.which == 28:
            return self.reversed_changed(s)
        if s.which == 29:
            return self.reversed_append(s)
        if s.which == 30:
            return self.combos_changed(s)
        if s.which == 31:
            return self.product_changed(s)
        if s.which == 32:
            return self.pairwise(s)
        if s.which == 33:
            return self.pairwise_changed(s)
        if s.which == 34:
            return self.pairwise_mixed(s)
        if s.which == 35:
            return self.enum_changed(s)
        if s.which == 36:
            return self.nonlocal_narrow(s)
        if s.which == 37:
            return self.nonlocal_while(s)
        if s.which == 38:
            return self.narrow_loop(s)
        if s.which == 39:
            return self.narrow_walrus(s)
        if s.which == 40:
            return self.late_filter(s)
        if s.which == 41:
            return self.late_enumerate(s)
        if s.which == 42:
            return self.late_islice(s)
        if s.which == 43:
            return self.yield_hazards(s)
        if s.which == 44:
            return self.dict_items_late(s)
        if s.which == 45:
            return self.dict_view_twice(s)
        if s.which == 46:
            return self.dict_values_twice(s)
        if s.which == 47:
            return self.sorted_gen(s)
        if s.which == 48:
            return self.ann_gen(s)
        if s.which == 49:
            return self.gen_unused(s)
        if s.which == 50:
            return self.gen_any_first(s)
        if s.which == 51:
            return self.gen_in(s)
        if s.which == 52:
            return self.gen_dict(s)
        if s.which == 53:
            return self.gen_while(s)
        if s.which == 54:
            return self.gen_nested_fn(s)
        if s.which == 55:
            return self.gen_lambda(s)
        if s.which == 56:
            return self.closure_gen(s)
        if s.which == 57:
            return self.closure_gen_kept(s)
        if s.which == 58:
            return self.yields_of_two_lengths(s)
        return 0
