"""Random functions that make sets of ints, of tuples or of both, change them, and look at their order.

`write_function(seed)` writes the body of a method of tests/data/questions/game.txt; TOP stands above its class.
"""

import random

TOP = """def W(x):
    if isinstance(x, tuple):
        r = 3
        for y in x:
            r = r * 7 + W(y)
        return r
    return int(x) * 2
F = frozenset({3, 11, 19, 64, 8})
G = set(range(0, 90, 7)) - {14}
"""

CHANGES = ("update", "intersection_update", "difference_update", "symmetric_difference_update")
METHODS = ("union", "intersection", "difference", "symmetric_difference")


class Writer:
    """A writer of functions. Each method returns source."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.kind = self.dice.choice(["int"] * 4 + ["pair"] * 2 + ["mixed", "nested"])
        self.sets = ["u", "v", "w"]

    def pick(self, *ways: str) -> str:
        return self.dice.choice(ways)

    def number(self, names: list[str]) -> str:
        """Return an int."""
        one, other = self.pick(*names), self.pick(*names)
        by = f"{self.dice.randrange(2, 40)} + {self.dice.randrange(9)}) % {self.pick('7', '11', '37', '101', '1009')}"
        return self.pick(
            one, str(self.dice.randrange(-3, 70)), f"({one} * {by}", f"{one} + {other}", f"-({one})", f"{one} * 8",
            f"s.b[{one} % 4] * {self.dice.randrange(2, 30)}", "s.n", f"({one} % 100) << 33",
        )  # fmt: skip

    def item(self, names: list[str]) -> str:
        """Return what a set holds."""
        one, other = self.number(names), self.number(names)
        if self.kind == "int":
            return one
        if self.kind == "pair":
            return f"({one} % 9, {other} % 7 - 2)"
        if self.kind == "nested":
            return f"(({one} % 5, {other} % 3), {other} % 4)"
        return self.pick(f"{one} % 20", f"({one} % 5,)", f"({one} % 6, {other} % 4)", f"({one} % 2 == 0)")

    def items(self, names: list[str]) -> str:
        return ", ".join(self.item(names) for _ in range(self.dice.choice([1, 2, 3, 5, 8, 9, 12])))

    def made(self) -> str:
        """Return a new set."""
        many = f"for i in range({self.pick('3', '8', '19', '40')})"
        ways = [
            "set()", f"{{{self.items(['s.n'])}}}", f"{{{self.items(['s.n'])}}}", f"set([{self.items(['s.n'])}])",
            f"frozenset(({self.items(['s.n'])},))", f"{{{self.item(['i', 's.n'])} {many}}}",
            f"set({self.item(['i', 's.n'])} {many})",
        ]  # fmt: skip
        if self.kind == "int":
            ends = f"{self.dice.randrange(30)}, {self.dice.randrange(20, 90)}, {self.pick('1', '3', '8', '16')}"
            ways += [f"set(range({ends}))", "set(s.f)", "s.f", "{*s.f, s.n}", "set({x: 1 for x in s.b})", "{7, 39, 3}"]
        return self.pick(*ways)

    def expression(self) -> str:
        """Return a set, made of those that there are."""
        one, two, three = (self.pick(*self.sets) for _ in range(3))
        op, other = self.pick(*"|&-^"), self.pick(*"|&-^")
        ways = [
            *[f"{one} {op} {two}"] * 4, f"({one} {op} {two}) {other} {three}", f"{one}.copy()", f"set({one})",
            f"{one}.{self.pick(*METHODS[:3])}({two}, {three})", f"{one}.{self.pick(*METHODS)}([{self.items(['s.n'])}])",
            f"frozenset({one}) {op} {two}", f"{{x for x in {one} if x not in {two}}}", self.made(),
        ]  # fmt: skip
        return self.pick(*ways, f"{self.pick('s.f', 'F', 'G')} {op} {one}" if self.kind == "int" else ways[0])

    def statement(self) -> str:
        """Return a statement that changes a set, or looks at its order."""
        one, two = self.dice.sample(self.sets, 2)
        item, look = self.item(["s.n", "t"]), "t = (t * 31 + L([W(x) for x in {}])) % 10007".format
        return self.pick(
            f"{one}.add({item})", f"{one}.discard({item})", f"if {one}:\n    x = {one}.pop()\n    {look('[x]')}",
            f"{one} {self.pick(*'|&-^')}= {self.pick(one, two)}", f"{one}.{self.pick(*CHANGES)}({self.pick(one, two)})",
            f"{one}.{self.pick(*CHANGES)}([{self.items(['s.n', 't'])}])", f"{one} = set({self.expression()})",
            f"{one} = set({self.expression()})", f"{one}.clear()", f"y = {self.expression()}\n{look('y')}",
            f"for x in list({one})[:{self.dice.randrange(1, 9)}]:\n    {two}.discard(x)",
            f"for x in {one}:\n    t = (t * 3 + W(x)) % 10007\n    if t % 3:\n        {two}.add(x)",
            f"for x in {one}:\n    {two}.add(x)", f"for x in {one}:\n    if W(x) % 3:\n        {two} |= {{x}}",
            f"y = next(iter({one}), None)\nif y is not None:\n    t += W(y)",
            f"if len({one}) == 2:\n    p, q = {one}\n    t += 5 * W(p) + W(q)",
            f"if {one}:\n    y = min({one}, key=lambda x: W(x) % 3)\n    t += W(y)",
            f"t += L([W(x) for x in sorted({one}, key=lambda x: W(x) % 4)]) % 100",
            f"while {one}:\n    x = {one}.pop()\n    t = (t * 31 + W(x)) % 10007\n    if t % 5 == 0:\n        break",
        )  # fmt: skip


def write_function(seed: int) -> str:
    """Return the body of a function, always the same for a seed."""
    writer = Writer(seed)
    lines = ["t = 0", *(f"{each} = set({writer.made()})" for each in writer.sets)]
    lines += [writer.statement() for _ in range(writer.dice.choice([3, 6, 10]))]
    return "\n".join(
        [*lines, *(f"t = (t * 31 + L([W(x) for x in {each}])) % 10007" for each in writer.sets), "return t"]
    )
