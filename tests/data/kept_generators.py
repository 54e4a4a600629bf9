"""Generators that are kept: given a name, advanced with next, passed on, returned. One question each, as in late.py."""
# ruff: noqa

from collections import deque
from functools import partial
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, product, takewhile
from typing import NamedTuple, Optional

import plywise as pw


class State(NamedTuple):
    b: tuple
    n: int
    t: str
    o: Optional[int]
    which: int


class Kept(pw.Game):
    QUESTIONS = [
        "actions_kept_next_twice",
        "then_for_loop_continues",
        "conditional_generator",
        "early_change",
        "early_change_loop_var",
        "infinite_kept",
        "count_kept",
        "cycle_kept",
        "helper_consumes_part",
        "helper_consumes_gen",
        "raises_lazily",
        "raises_lazily_caught",
        "zip_kept",
        "filter_kept_any",
        "enumerate_kept",
        "map_kept_twice",
        "generator_in_list",
        "returned_gen",
        "chunks_zip_iter_twice",
        "islice_kept",
        "takewhile_kept",
        "closure_state_nonlocal",
        "gen_reads_set_changed",
        "dfs_stack_of_iterators",
        "next_with_StopIteration",
        "walrus",
        "tuple_unpack_from_gen",
        "star",
        "chain_kept",
        "in_it",
        "yield_from_kept",
        "reassigned",
        "pipeline_in_loop",
        "sieve_late_binding",
        "sum_of_actions_generator_twice",
        "bool_of_gen",
        "stored_in_tuple",
        "dict_of_gens",
        "set_mutated_between",
        "tied_returned",
        "returned_varying_direct",
        "inner_maker",
        "zip_gen_second_consumption",
        "zip_gen_nested_promise_second",
        "zip_gen_first",
        "zip_list_changed_by_consumer",
        "consumer_changes_while_recursion",
        "recursive_closure_gen",
        "generator_of_generators",
        "islice_batches",
        "generator_after_error_is_over",
        "try_inside_generator",
        "list_exhausted_stays",
        "list_grows_before_exhausted",
        "dict_iter_kept",
        "nothing",
        "groupby_kept",
        "accumulate_kept",
        "product_kept",
        "combinations_kept",
        "text_generator",
        "optional_items",
        "kept_conditional_none",
        "default_arg_next_in_comprehension",
        "generator_passed_twice",
        "comprehension_arg_to_helper",
        "nonlocal_counter_in_gen",
        "early_return_in_kept",
        "first_of_filtered_else",
        "tuple_of_gen_twice",
        "peek_and_chain_back",
        "min_max_over_kept",
        "sorted_over_kept_reversed_kept",
        "any_all_on_kept",
        "walrus_in_gen",
        "lambda_calls_captured",
        "class_partial",
        "while_loop_over_moves_with_next",
        "dict_of_iterators_round_robin",
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

    def evaluate(self, s):
        if s.which == 0:
            return self.actions_kept_next_twice(s)
        if s.which == 1:
            return self.then_for_loop_continues(s)
        if s.which == 2:
            return self.conditional_generator(s)
        if s.which == 3:
            return self.early_change(s)
        if s.which == 4:
            return self.early_change_loop_var(s)
        if s.which == 5:
            return self.infinite_kept(s)
        if s.which == 6:
            return self.count_kept(s)
        if s.which == 7:
            return self.cycle_kept(s)
        if s.which == 8:
            return self.helper_consumes_part(s)
        if s.which == 9:
            return self.helper_consumes_gen(s)
        if s.which == 10:
            return self.raises_lazily(s)
        if s.which == 11:
            return self.raises_lazily_caught(s)
        if s.which == 12:
            return self.zip_kept(s)
        if s.which == 13:
            return self.filter_kept_any(s)
        if s.which == 14:
            return self.enumerate_kept(s)
        if s.which == 15:
            return self.map_kept_twice(s)
        if s.which == 16:
            return self.generator_in_list(s)
        if s.which == 17:
            return self.returned_gen(s)
        if s.which == 18:
            return self.chunks_zip_iter_twice(s)
        if s.which == 19:
            return self.islice_kept(s)
        if s.which == 20:
            return self.takewhile_kept(s)
        if s.which == 21:
            return self.closure_state_nonlocal(s)
        if s.which == 22:
            return self.gen_reads_set_changed(s)
        if s.which == 23:
            return self.dfs_stack_of_iterators(s)
        if s.which == 24:
            return self.next_with_StopIteration(s)
        if s.which == 25:
            return self.walrus(s)
        if s.which == 26:
            return self.tuple_unpack_from_gen(s)
        if s.which == 27:
            return self.star(s)
        if s.which == 28:
            return self.chain_kept(s)
        if s.which == 29:
            return self.in_it(s)
        if s.which == 30:
            return self.yield_from_kept(s)
        if s.which == 31:
            return self.reassigned(s)
        if s.which == 32:
            return self.pipeline_in_loop(s)
        if s.which == 33:
            return self.sieve_late_binding(s)
        if s.which == 34:
            return self.sum_of_actions_generator_twice(s)
        if s.which == 35:
            return self.bool_of_gen(s)
        if s.which == 36:
            return self.stored_in_tuple(s)
        if s.which == 37:
            return self.dict_of_gens(s)
        if s.which == 38:
            return self.set_mutated_between(s)
        if s.which == 39:
            return self.tied_returned(s)
        if s.which == 40:
            return self.returned_varying_direct(s)
        if s.which == 41:
            return self.inner_maker(s)
        if s.which == 42:
            return self.zip_gen_second_consumption(s)
        if s.which == 43:
            return self.zip_gen_nested_promise_second(s)
        if s.which == 44:
            return self.zip_gen_first(s)
        if s.which == 45:
            return self.zip_list_changed_by_consumer(s)
        if s.which == 46:
            return self.consumer_changes_while_recursion(s)
        if s.which == 47:
            return self.recursive_closure_gen(s)
        if s.which == 48:
            return self.generator_of_generators(s)
        if s.which == 49:
            return self.islice_batches(s)
        if s.which == 50:
            return self.generator_after_error_is_over(s)
        if s.which == 51:
            return self.try_inside_generator(s)
        if s.which == 52:
            return self.list_exhausted_stays(s)
        if s.which == 53:
            return self.list_grows_before_exhausted(s)
        if s.which == 54:
            return self.dict_iter_kept(s)
        if s.which == 55:
            return 0
        if s.which == 56:
            return self.groupby_kept(s)
        if s.which == 57:
            return self.accumulate_kept(s)
        if s.which == 58:
            return self.product_kept(s)
        if s.which == 59:
            return self.combinations_kept(s)
        if s.which == 60:
            return self.text_generator(s)
        if s.which == 61:
            return self.optional_items(s)
        if s.which == 62:
            return self.kept_conditional_none(s)
        if s.which == 63:
            return self.default_arg_next_in_comprehension(s)
        if s.which == 64:
            return self.generator_passed_twice(s)
        if s.which == 65:
            return self.comprehension_arg_to_helper(s)
        if s.which == 66:
            return self.nonlocal_counter_in_gen(s)
        if s.which == 67:
            return self.early_return_in_kept(s)
        if s.which == 68:
            return self.first_of_filtered_else(s)
        if s.which == 69:
            return self.tuple_of_gen_twice(s)
        if s.which == 70:
            return self.peek_and_chain_back(s)
        if s.which == 71:
            return self.min_max_over_kept(s)
        if s.which == 72:
            return self.sorted_over_kept_reversed_kept(s)
        if s.which == 73:
            return self.any_all_on_kept(s)
        if s.which == 74:
            return self.walrus_in_gen(s)
        if s.which == 75:
            return self.lambda_calls_captured(s)
        if s.which == 76:
            return self.class_partial(s)
        if s.which == 77:
            return self.while_loop_over_moves_with_next(s)
        if s.which == 78:
            return self.dict_of_iterators_round_robin(s)
        return 0

    def actions_kept_next_twice_moves(self, s):
        for x in s.b:
            if x != s.n % 3:
                yield x

    def actions_kept_next_twice(self, s):
        m = self.actions_kept_next_twice_moves(s)
        a = next(m, None)
        b = next(m, 7)
        return (a or 0) * 10 + b + 100 * sum(m)

    def then_for_loop_continues(self, s):
        g = (x * 2 for x in s.b)
        first = next(g)
        t = 0
        for x in g:
            t = t * 10 + x
            for y in g:
                t += y
                break
        return t + first * 1000

    def conditional_generator_up(self, s):
        for x in s.b:
            yield x

    def conditional_generator_down(self, s):
        for x in reversed(s.b):
            yield x * 2

    def conditional_generator(self, s):
        g = self.conditional_generator_up(s) if s.n % 2 else self.conditional_generator_down(s)
        t = 0
        for x in g:
            t = t * 7 + x
        return t

    def early_change(self, s):
        xs = list(s.b)
        g = (x for x in xs)
        t = next(g)
        xs[1] = 50
        xs.append(4)
        return t + sum(g)

    def early_change_loop_var(self, s):
        t = 0
        for k in range(3):
            g = (x * k for x in s.b)
            t += next(g) + next(g)
            k = 5
            t = t * 3 + sum(g)
        return t

    def infinite_kept_nat(self):
        n = 0
        while True:
            yield n
            n += 1

    def infinite_kept(self, s):
        g = self.infinite_kept_nat()
        a = next(g)
        b = next(g)
        c = next(g)
        return a * 100 + b * 10 + c + s.n

    def count_kept(self, s):
        ids = count(1)
        d = {}
        for x in s.b:
            if x not in d:
                d[x] = next(ids)
        return sum(k * v for k, v in d.items())

    def cycle_kept(self, s):
        who = cycle((1, -1))
        t = 0
        for x in s.b:
            t += next(who) * x
        return t

    def helper_consumes_part_first(self, it, k):
        t = 0
        for _ in range(k):
            t = t * 10 + next(it, 9)
        return t

    def helper_consumes_part(self, s):
        it = iter(s.b)
        a = self.helper_consumes_part_first(it, s.n % 3)
        return a * 1000 + sum(it)

    def helper_consumes_gen_gen(self, s):
        for x in s.b:
            yield x + 1

    def helper_consumes_gen_first(self, it, k):
        t = 0
        for _ in range(k):
            t = t * 10 + next(it, 9)
        return t

    def helper_consumes_gen(self, s):
        it = self.helper_consumes_gen_gen(s)
        a = self.helper_consumes_gen_first(it, s.n % 3)
        return a * 1000 + sum(it)

    def raises_lazily_gen(self, s):
        yield 1
        yield 2
        raise ValueError("no")

    def raises_lazily(self, s):
        it = self.raises_lazily_gen(s)
        a = next(it)
        b = next(it)
        return a + 10 * b + s.n

    def raises_lazily_caught_gen(self, s):
        yield 1
        yield 12 // (s.n % 3)
        yield 3

    def raises_lazily_caught(self, s):
        it = self.raises_lazily_caught_gen(s)
        a = next(it)
        try:
            b = next(it)
        except ZeroDivisionError:
            b = 77
        return a + 10 * b + 1000 * next(it, 5)

    def zip_kept(self, s):
        z = zip(s.b, s.b[1:])
        a, b = next(z)
        return a * 10 + b + 100 * sum(x * y for x, y in z)

    def filter_kept_any(self, s):
        z = filter(lambda x: x > 0, s.b)
        a = any(x == 1 for x in z)
        return a * 10 + sum(z)

    def enumerate_kept(self, s):
        z = enumerate(s.b)
        for i, x in z:
            if x == 2:
                break
        t = i
        for j, y in z:
            t = t * 10 + j + y
        return t

    def map_kept_twice(self, s):
        z = map(lambda x: x * s.n, s.b)
        return sum(z) * 100 + len(list(z))

    def generator_in_list(self, s):
        gs = [iter(s.b), iter(s.b[1:])]
        t = 0
        for g in gs:
            t = t * 10 + next(g)
        for g in gs:
            t = t * 10 + next(g)
        return t

    def returned_gen_pick(self, s):
        return (x for x in s.b if x > 0) if s.n % 2 else iter(s.b)

    def returned_gen(self, s):
        g = self.returned_gen_pick(s)
        a = next(g, 0)
        return a * 100 + sum(g)

    def chunks_zip_iter_twice(self, s):
        it = iter(s.b)
        return sum(a * 10 + b for a, b in zip(it, it))

    def islice_kept(self, s):
        it = iter(s.b)
        a = list(islice(it, 2))
        b = list(it)
        return a[0] + 10 * len(a) + 100 * len(b) + sum(b)

    def takewhile_kept(self, s):
        it = takewhile(lambda x: x != s.n % 4, s.b)
        a = next(it, 9)
        return a * 100 + sum(it)

    def closure_state_nonlocal(self, s):
        calls = 0

        def f(x):
            nonlocal calls
            calls += 1
            return x * 2

        g = (f(x) for x in s.b)
        a = next(g)
        b = calls
        c = sum(g)
        return a + 10 * b + 100 * c + 1000 * calls

    def gen_reads_set_changed_nb(self, c):
        if c > 0:
            yield c - 1
        if c < 3:
            yield c + 1

    def gen_reads_set_changed(self, s):
        seen = {s.b[0]}
        stack = [s.b[0]]
        while stack:
            c = stack.pop()
            fresh = (d for d in self.gen_reads_set_changed_nb(c) if d not in seen)
            for d in fresh:
                seen.add(d)
                stack.append(d)
        return len(seen)

    def dfs_stack_of_iterators_nb(self, c):
        if c > 0:
            yield c - 1
        if c < 3:
            yield c + 1

    def dfs_stack_of_iterators(self, s):
        seen = {s.b[0]}
        stack = [self.dfs_stack_of_iterators_nb(s.b[0])]
        t = 0
        while stack:
            d = next(stack[-1], None)
            if d is None:
                stack.pop()
            elif d not in seen:
                seen.add(d)
                t = t * 10 + d
                stack.append(self.dfs_stack_of_iterators_nb(d))
        return t

    def next_with_StopIteration_gen(self, s):
        for x in s.b:
            if x > s.n % 4:
                yield x

    def next_with_StopIteration(self, s):
        g = self.next_with_StopIteration_gen(s)
        t = 0
        while True:
            try:
                x = next(g)
            except StopIteration:
                break
            t = t * 10 + x
        return t

    def walrus_gen(self, s):
        for x in s.b:
            if x:
                yield x

    def walrus(self, s):
        g = self.walrus_gen(s)
        t = 0
        while (x := next(g, None)) is not None:
            t = t * 10 + x
        return t

    def tuple_unpack_from_gen_gen(self, s):
        yield s.b[0]
        yield s.n

    def tuple_unpack_from_gen(self, s):
        g = self.tuple_unpack_from_gen_gen(s)
        a, b = g
        return a * 100 + b + len(list(g))

    def star_gen(self, s):
        for x in s.b:
            if x:
                yield x

    def star(self, s):
        g = self.star_gen(s)
        first, *rest = g
        return first * 100 + sum(rest) + len(list(g))

    def chain_kept_gen(self, s):
        for x in s.b:
            if x:
                yield x

    def chain_kept(self, s):
        g = chain(self.chain_kept_gen(s), [s.n], (5, 6))
        a = next(g)
        b = next(g)
        return a * 100 + b * 10 + sum(g)

    def in_gen(self, s):
        for x in s.b:
            yield x

    def in_it(self, s):
        g = self.in_gen(s)
        return (2 in g) * 100 + sum(g)

    def yield_from_kept_gen(self, s):
        for x in s.b:
            yield x

    def yield_from_kept_two(self, s):
        g = self.yield_from_kept_gen(s)
        yield next(g)
        yield 50
        yield from g

    def yield_from_kept(self, s):
        t = 0
        for x in self.yield_from_kept_two(s):
            t = t * 5 + x
        return t

    def reassigned_gen(self, s):
        for x in s.b:
            yield x

    def reassigned(self, s):
        g = self.reassigned_gen(s)
        if s.n % 2:
            g = (x for x in g if x > 1)
        g = map(lambda v: v + 1, g)
        return sum(g)

    def pipeline_in_loop(self, s):
        g = iter(s.b)
        for k in range(2):
            g = filter(lambda v: v != 2, g)
        return sum(g)

    def sieve_late_binding(self, s):
        g = iter(range(2, 30))
        t = 0
        for _ in range(3):
            p = next(g)
            t = t * 100 + p
            g = filter(lambda v: v % p, g)
        return t * 10 + sum(g) % 10

    def sum_of_actions_generator_twice_moves(self, s):
        return (x for x in s.b if x != s.n % 3)

    def sum_of_actions_generator_twice(self, s):
        m = self.sum_of_actions_generator_twice_moves(s)
        n = sum(1 for _ in m)
        k = sum(1 for _ in m)
        return n * 10 + k

    def bool_of_gen_moves(self, s):
        for x in s.b:
            yield x

    def bool_of_gen(self, s):
        m = self.bool_of_gen_moves(s)
        if not m:
            return 1
        return 2 + sum(m)

    def stored_in_tuple_moves(self, s):
        for x in s.b:
            yield x

    def stored_in_tuple(self, s):
        pair = (self.stored_in_tuple_moves(s), s.n)
        return next(pair[0]) + sum(pair[0]) * 10 + pair[1]

    def dict_of_gens_moves(self, s):
        for x in s.b:
            yield x

    def dict_of_gens(self, s):
        d = {1: self.dict_of_gens_moves(s), 2: (y for y in s.b)}
        return next(d[1]) + next(d[2]) * 10 + next(d[1]) * 100

    def set_mutated_between(self, s):
        used = set()
        free = (x for x in s.b if x not in used)
        t = 0
        for _ in range(2):
            x = next(free, None)
            if x is None:
                break
            used.add(x + 1)
            t = t * 10 + x
        return t

    def tied_returned_pick(self, s):
        k = 1
        g = (x + k for x in s.b)
        k = 2
        return g

    def tied_returned(self, s):
        return sum(self.tied_returned_pick(s))

    def returned_varying_direct_pick(self, s):
        k = 1
        k = k + s.n
        return (x + k for x in s.b)

    def returned_varying_direct(self, s):
        g = self.returned_varying_direct_pick(s)
        a = next(g)
        return a * 100 + sum(g)

    def inner_maker(self, s):
        def make(k):
            k += 1
            return (x * k for x in s.b)

        a = make(1)
        b = make(5)
        c = next(a) + next(b)
        return sum(a) * 100 + sum(b) + c

    def zip_gen_second_consumption_gen(self, s):
        for x in s.b:
            yield x

    def zip_gen_second_consumption(self, s):
        it = self.zip_gen_second_consumption_gen(s)
        t = 0
        for a, b in zip([1, 2], it):
            t = t * 10 + a * b
        return t * 100 + next(it, 9)

    def zip_gen_nested_promise_second_gen(self, s):
        for x in s.b:
            yield x

    def zip_gen_nested_promise_second(self, s):
        it = self.zip_gen_nested_promise_second_gen(s)
        t = 0
        for a, b in zip([1, 2], (y + 1 for y in it)):
            t = t * 10 + a * b
        return t * 100 + next(it, 9)

    def zip_gen_first_gen(self, s):
        for x in s.b:
            yield x

    def zip_gen_first(self, s):
        it = self.zip_gen_first_gen(s)
        t = 0
        for a, b in zip(it, [1, 2]):
            t = t * 10 + a * b
        return t * 100 + next(it, 9)

    def zip_list_changed_by_consumer(self, s):
        xs = [1, 2, 3]
        t = 0
        for a, b in zip(xs, (y + 1 for y in s.b)):
            t = t * 10 + a * b
            if a == 2:
                xs.append(5)
            if len(xs) < 6:
                xs[-1] = 7
        return t

    def consumer_changes_while_recursion_walk(self, n, seen):
        if n in seen or n > 9:
            return
        yield n
        for c in (2 * n + 1, 2 * n + 2):
            yield from self.consumer_changes_while_recursion_walk(c, seen)

    def consumer_changes_while_recursion(self, s):
        seen = set()
        t = 0
        for x in self.consumer_changes_while_recursion_walk(0, seen):
            seen.add(x + s.n % 5)
            t = (t * 11 + x) % 100003
        return t

    def recursive_closure_gen(self, s):
        seen = set()

        def walk(n):
            if n in seen or n > 9:
                return
            yield n
            for c in (2 * n + 1, 2 * n + 2):
                yield from walk(c)

        t = 0
        for x in walk(0):
            seen.add(x + s.n % 5)
            t = (t * 11 + x) % 100003
        g = walk(1)
        return t * 100 + next(g, 7) + sum(g)

    def generator_of_generators_row(self, s, k):
        for x in s.b:
            yield x * k

    def generator_of_generators_rows(self, s):
        for k in range(3):
            yield self.generator_of_generators_row(s, k)

    def generator_of_generators(self, s):
        t = 0
        for r in self.generator_of_generators_rows(s):
            t = t * 10 + next(r) + next(r)
        return t + sum(sum(r) for r in self.generator_of_generators_rows(s)) * 1000

    def islice_batches(self, s):
        it = iter(range(s.n))
        t = 0
        while batch := list(islice(it, 3)):
            t = t * 100 + sum(batch)
        return t

    def generator_after_error_is_over_gen(self, s):
        yield 1
        yield 12 // (s.n % 3)
        yield 3

    def generator_after_error_is_over(self, s):
        it = self.generator_after_error_is_over_gen(s)
        t = 0
        for _ in range(5):
            try:
                t = t * 10 + next(it, 8)
            except ZeroDivisionError:
                t = t * 10 + 7
        return t

    def try_inside_generator_gen(self, s):
        for d in (0, 1, 2, s.n % 2):
            try:
                yield 12 // d
            except ZeroDivisionError:
                yield 77

    def try_inside_generator(self, s):
        it = self.try_inside_generator_gen(s)
        a = next(it)
        return a * 1000 + sum(it)

    def list_exhausted_stays(self, s):
        xs = [1, 2]
        it = iter(xs)
        a = sum(it)
        xs.append(5)
        return a * 10 + next(it, 8)

    def list_grows_before_exhausted(self, s):
        xs = [1, 2]
        it = iter(xs)
        a = next(it)
        xs.append(5)
        return a * 10 + sum(it)

    def dict_iter_kept(self, s):
        d = {x: x * 2 for x in s.b}
        it = iter(d)
        a = next(it)
        b = next(it)
        vals = iter(d.values())
        its = iter(d.items())
        return a * 10 + b + next(vals) * 100 + sum(k * v for k, v in its) * 1000

    def dict_changed_while_kept(self, s):
        d = {x: x * 2 for x in s.b}
        it = iter(d)
        a = next(it)
        d[99] = 1
        return a * 10 + next(it)

    def groupby_kept(self, s):
        g = groupby(s.b, lambda x: x > 1)
        k, items = next(g)
        t = sum(items) * 10 + k
        for k2, i2 in g:
            t = t * 10 + k2 + len(list(i2))
        return t

    def accumulate_kept(self, s):
        g = accumulate(s.b)
        a = next(g)
        b = next(g)
        return a * 100 + b * 10 + sum(g)

    def product_kept(self, s):
        g = product(s.b, "ab")
        a = next(g)
        return a[0] * 100 + sum(x for x, y in g if y == "a")

    def combinations_kept(self, s):
        g = combinations(s.b, 2)
        a, b = next(g)
        return a * 100 + b + sum(x * y for x, y in g)

    def text_generator(self, s):
        g = (c for c in s.t if c != "a")
        a = next(g, "z")
        return ord(a) * 1000 + len("".join(g))

    def optional_items_gen(self, s):
        yield s.o
        yield 5
        yield None

    def optional_items(self, s):
        g = self.optional_items_gen(s)
        a = next(g)
        if a is None:
            a = 50
        return a * 100 + len([x for x in g if x is None])

    def kept_conditional_none_gen(self, s):
        for x in s.b:
            yield x

    def kept_conditional_none(self, s):
        g = self.kept_conditional_none_gen(s) if s.n % 2 else None
        if g is None:
            return 3
        a = next(g)
        return a + sum(g) * 10

    def default_arg_next_in_comprehension(self, s):
        it = iter(s.b)
        xs = [next(it) for _ in range(2)]
        return xs[0] * 10 + xs[1] + sum(it) * 100

    def generator_passed_twice_take(self, g):
        return next(g, 0)

    def generator_passed_twice(self, s):
        g = (x * 2 for x in s.b)
        return (
            self.generator_passed_twice_take(g) * 1000
            + self.generator_passed_twice_take(g) * 100
            + self.generator_passed_twice_take(g) * 10
            + sum(g)
        )

    def comprehension_arg_to_helper_total(self, xs):
        t = 0
        for x in xs:
            t = t * 3 + x
        return t

    def comprehension_arg_to_helper(self, s):
        return sum(self.comprehension_arg_to_helper_total(x + k for x in s.b if x != k) for k in range(3))

    def nonlocal_counter_in_gen(self, s):
        n = 0

        def gen():
            nonlocal n
            for x in s.b:
                n += x
                yield n

        g = gen()
        a = next(g)
        b = next(g)
        n += 100
        c = next(g)
        return a + b * 10 + c * 100 + n * 10000

    def early_return_in_kept_gen(self, s):
        for x in s.b:
            if x == s.n % 4:
                return
            yield x

    def early_return_in_kept(self, s):
        g = self.early_return_in_kept_gen(s)
        t = next(g, 9) * 10 + next(g, 8)
        return t * 100 + next(g, 7) * 10 + next(g, 6)

    def first_of_filtered_else_moves(self, s):
        for i, x in enumerate(s.b):
            if x:
                yield i, x

    def first_of_filtered_else(self, s):
        m = self.first_of_filtered_else_moves(s)
        first = next(m, None)
        if first is None:
            return 0
        best = first
        for mv in m:
            if mv[1] > best[1]:
                best = mv
        return best[0] * 10 + first[1]

    def tuple_of_gen_twice_moves(self, s):
        for i, x in enumerate(s.b):
            if x:
                yield i

    def tuple_of_gen_twice(self, s):
        m = self.tuple_of_gen_twice_moves(s)
        a = tuple(m)
        b = tuple(m)
        return len(a) * 10 + len(b)

    def peek_and_chain_back_moves(self, s):
        for i, x in enumerate(s.b):
            if x:
                yield i

    def peek_and_chain_back(self, s):
        m = self.peek_and_chain_back_moves(s)
        first = next(m)
        m = chain([first], m)
        return sum((k + 1) * v for k, v in enumerate(m))

    def min_max_over_kept(self, s):
        g = (x * 7 % 5 for x in s.b)
        return max(g) * 10 + max(g, default=3)

    def sorted_over_kept_reversed_kept(self, s):
        g = reversed(s.b)
        a = next(g)
        r = sorted(g)
        return a * 100 + r[0] * 10 + r[-1]

    def any_all_on_kept(self, s):
        g = (x for x in s.b)
        a = any(x > 1 for x in g)
        b = all(x < 9 for x in g)
        return a * 10 + b + 100 * next(g, 3)

    def walrus_in_gen(self, s):
        g = (y for x in s.b if (y := x * 2) > 1)
        a = next(g, 0)
        return a * 100 + sum(g)

    def lambda_calls_captured(self, s):
        k = 1
        f = lambda x: x + k
        m = map(f, s.b)
        a = next(m)
        k = 10
        return a * 100 + sum(m)

    def class_partial(self, s):
        m = map(partial(lambda a, b: a * b, 3), s.b)
        a = next(m)
        return a * 100 + sum(m)

    def while_loop_over_moves_with_next_gen(self, s):
        for i in range(len(s.b)):
            for j in range(i):
                if s.b[i] != s.b[j]:
                    yield (i, j)

    def while_loop_over_moves_with_next(self, s):
        g = self.while_loop_over_moves_with_next_gen(s)
        t = 0
        m = next(g, None)
        while m is not None:
            i, j = m
            t = (t * 13 + i * 4 + j) % 100003
            m = next(g, None)
        return t

    def dict_of_iterators_round_robin(self, s):
        q = deque(iter(x) for x in (s.b, s.b[1:], (7, 8)))
        t = 0
        while q:
            it = q.popleft()
            x = next(it, None)
            if x is None:
                continue
            t = (t * 11 + x) % 100003
            q.append(it)
        return t
