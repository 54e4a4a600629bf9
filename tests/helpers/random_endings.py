# ruff: noqa: E501 - lines of rules, each as it is written into a body
"""Random bodies of rules in which a loop over a set may end early: by raise, an operation that fails, return or break.

`write_ending(seed)` returns what stands at the top of the module, and the body of a method.
"""

from tests.helpers.random_orders import Writer, indented

TOP = """K = (1, 4, 5, 7)
ROW = (2, 7, 1, 8, 2, 8, 1)
TAB = {0: 3, 1: 1, 2: 4, 3: 1, 5: 5, 6: 9, 7: 2, 9: 6}
def check(p):
    if p % 3 == 0:
        raise ValueError("three")
    return p + 1
def either(p):
    if p % 4 == 1:
        raise KeyError("one")
    return 12 // (p - 2)
def careful(p):
    try:
        return ROW[p]
    except IndexError:
        return 5
def walk(m):
    for p in m:
        yield ROW[p]
def summed(m):
    n = 0
    for p in m:
        n += 12 // (p - 4)
    return n
def found_in(m, limit):
    for p in m:
        if TAB[p] > limit:
            return True
    return False
def gather(m, into):
    for p in m:
        into.add(check(p))
    return len(into)
def tally(m, counts):
    for p in m:
        counts[p % 12] += 1
        if p == 5:
            return True
    return False
"""
RAISING = ("12 // ({} - 4)", "ROW[{}]", "TAB[{}]", "check({})", "either({})", "summed({{{}, 3}})", "walk")
CAUGHT = (
    "ValueError",
    "IndexError",
    "KeyError",
    "ZeroDivisionError",
    "LookupError",
    "Exception",
    "(ValueError, KeyError)",
)


class EndingWriter(Writer):
    """A writer of bodies whose loops may be left."""

    def failing(self, name: str) -> str:
        """Return an expression that may raise an error; in some cases, one that does not."""
        if self.chance(0.2):
            return self.pick(f"{name} + 1", f"careful({name})", f"{name} * {name}")
        return self.dice.choice(RAISING[:-1]).format(name)

    def fail(self, name: str) -> list[str]:
        """Return statements that may raise an error."""
        at = self.dice.randrange(11)
        value = self.failing(name)
        return self.pick(
            [f"if {name} == {at}:", "    raise ValueError('at')"],
            [f"if {name} % 3 == {at % 3}:", f"    raise {self.pick('ValueError', 'KeyError', 'IndexError')}"],
            [f"assert {name} != {at}"], [f"x = {value}"], [f"x = {value}"], [f"total += {value}"],
            [f"for q in {self.pick('(1, 4)', '{1, 4, s.n}')}:", f"    x = {self.failing('q')}"],
        )  # fmt: skip

    def lasting(self, name: str) -> list[str]:
        """Return statements that do something that lasts."""
        return self.pick(
            ["count += 1"], [f"total += {name}"], [f"best = max(best, {name})"], [f"seen.add({name})"], ["flag = True"],
            [f"counts[{name} % 12] += 1"], [f"last = {name}"], [f"rows[0].append({name})"], [f"taken.discard({name})"],
            [f"mark ^= 1 << {name}"], [f"also.add({name})"],
        )  # fmt: skip

    def turn(self, name: str) -> list[str]:
        """Return what a turn does."""
        lines: list[str] = []
        for _ in range(self.pick(1, 1, 2, 2, 3)):
            lines += self.pick(
                lambda: self.fail(name),
                lambda: self.fail(name),
                lambda: self.lasting(name) if self.chance(0.5) else [f"x = {name} + 2"],
                lambda: [f"if {name} == {self.dice.randrange(11)}:", f"    {self.left(name)}"],
            )
        return lines

    def left(self, name: str) -> str:
        """Return a way out of a turn."""
        return self.pick("return 1", "return 1", "return count", f"return {name}", "break", "continue")

    def loop(self) -> list[str]:
        """Return a loop over a set, in one of its many forms."""
        many, value = self.pick("many", "many", "s.f", "{s.n % 11, 4, 6}"), self.failing("p")
        each = f"{value} for p in {many}"
        return self.pick(
            *[lambda: [f"for p in {many}:", *indented(self.turn("p"))]] * 9,
            lambda: [f"for p in {many}:", *indented(self.turn("p")), "else:", *indented(self.lasting("s.n % 9"))],
            *[lambda: ["while todo:", "    p = todo.pop()", *indented(self.turn("p"))]] * 3,
            [f"count += sum({each})"], [f"flag = any(x > 3 for x in ({each}))"], [f"flag = any({value} > 5 for p in {many})"],
            [f"flag = all({value} > 0 for p in {many})"], [f"count += L(sorted({each}))"], [f"seen = {{{each}}}"],
            [f"seen.update({each})"], [f"seen |= {{{each}}}"], [f"count += len([{each}])"], [f"best = max({each})"],
            [f"best = min({each})"], [f"last = next(({each}), 3)"], ["count += sum(map(check, many))"],
            [f"if [{each}]:", "    count += 1"], [f"flag = 3 in [{each}]"], [f"count += len({{p: {value} for p in {many}}})"],
            lambda: ["for y in walk(many):", *indented(self.turn("y"))],
            lambda: ["for y in walk(many):", *indented(self.lasting("y"))],
            [f"flag = any(y > {self.dice.randrange(9)} for y in walk(many))"], ["count += sum(walk(many))"],
            ["count += summed(many)"], [f"flag = found_in(many, {self.dice.randrange(9)})"], ["count += gather(many, seen)"],
            ["flag = tally(many, counts)"], ["last, *rest = many"], ["count += L([*many])"], ["count += L(list(many))"],
            ["for i, p in enumerate(many):", f"    total += i * {value}"], [f"for p, i in zip(many, {(1, 2, 3)}):", "    count += p * i"],
            [f"count += L(tuple({each}))"], [f"last = max(many, key=lambda p: {value})"], [f"count += L(sorted(many, key=lambda p: {value}))"],
            lambda: ["def inner():", "    nonlocal count", f"    for p in {many}:", f"        count += {value}", "inner()"],
            lambda: ["def inner():", "    n = 0", f"    for p in {many}:", f"        n += {value}", "    return n", "count += inner()"],
            lambda: ["def inner():", "    also = counts", f"    for p in {many}:", "        also[p % 12] += 1", f"        x = {value}", "inner()"],
            [f"for p in sorted({many}):", f"    total += {value}", "    last = p"],
            ["for p in {p: 1 for p in sorted(many)}:", f"    total += {value}", "    last = p"],
        )  # fmt: skip

    def handler(self) -> list[str]:
        """Return what is done with an error that is caught."""
        return self.pick(
            ["count += 100"], ["return count"], ["total += 7"], ["return -1"], ["return len(seen) + len(todo)"]
        )

    def guarded(self) -> list[str]:
        """Return a loop with what catches its errors."""
        loop, caught = self.loop(), self.dice.choice(CAUGHT)
        if self.chance(0.2):
            loop = [*self.lasting("s.n % 7"), *loop]
        simple = ["try:", *indented(loop), f"except {caught}:", *indented(self.handler())]
        return self.pick(
            *[lambda: simple] * 5,
            lambda: [*simple, f"except {self.dice.choice(CAUGHT)}:", *indented(self.handler())],
            lambda: [*simple, "except Exception:", "    total += 11"],
            lambda: [*simple, "else:", *indented(self.lasting("s.n % 5"))],
            lambda: [*simple, "finally:", "    mark += count"],
            lambda: ["try:", *indented(simple), "except Exception:", "    total += 31"],
            lambda: ["try:", "    try:", *indented(indented(loop)), "    finally:", "        mark += 1 + count",
                     f"except {caught}:", *indented(self.handler())],
            lambda: ["try:", "    try:", *indented(indented(loop)), f"    except {caught}:", "        count += 3",
                     "        raise", "except Exception:", *indented(self.handler())],
            lambda: ["for turn in (1, 2):", *indented(simple)],
            lambda: [f"for turn in {self.pick('(1, 2)', '{2, s.n}')}:", *indented(self.lasting("turn")), *indented(simple)],
        )  # fmt: skip

    def module(self) -> tuple[str, str]:
        """Return what stands at the top, and a body: in some cases, one function catches what another one raises."""
        begin = [
            "count = total = mark = last = 0", "best, flag = -1, False", "seen, todo = set(), set(s.f)", "rows = [[0], [0]]",
            "counts, taken, also = [0] * 12, set(range(9)), seen", "many = set(s.f) | {s.n % 11, s.n * 7 % 11, 4, 9}",
        ]  # fmt: skip
        end = ["return count + 3 * total + 7 * mark + 11 * best + 13 * last + 17 * flag + L(counts) + 5 * L(sorted(seen))"
               " + len(todo) + L(rows[0]) + 3 * L(sorted(taken))"]  # fmt: skip
        if self.chance(0.7):
            return TOP, "\n".join([*begin, *self.guarded(), *end]) + "\n"
        given = self.pick("seen, counts, todo", "set(), list(counts), set(todo)")
        inner = [*begin, *(["seen, counts, todo = into"] if self.chance(0.5) else []), *self.loop(), *end]
        top = [f"{TOP}def run(s, into):", *indented(inner)]
        body = [
            *begin,
            "try:",
            f"    return run(s, ({given}))",
            f"except {self.dice.choice(CAUGHT)}:",
            "    total += 1",
            *end,
        ]
        return "\n".join(top) + "\n", "\n".join(body) + "\n"


def write_ending(seed: int) -> tuple[str, str]:
    """Return what stands at the top of a module, and a body, always the same for a seed. A few are no Python."""
    return EndingWriter(seed).module()
