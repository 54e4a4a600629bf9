"""Random classes whose methods change their objects, and random functions that make, share, copy and change them.

A module has some functions of a number; each returns a list of numbers that says what its objects are at the end,
and which of them are the same.
"""

import random

HEAD = """\
import copy
from dataclasses import dataclass, field, replace


def dump(one, depth=2):
    if one is None:
        return [-1]
    if one == 0:
        return [-2]
    found = [one.kind(), one.n, len(one.xs), sum(one.xs), len(one.name), one.flag, len(one.marks), sum(one.marks)]
    found += [sum(row) for row in one.rows] + [one.book.get("a", -3), one.book.get("b", -4), len(one.book)]
    found += [one.spot[0] * 10 + one.spot[1], one.next is None, len(one.kids)]
    if depth > 0:
        found += dump(one.next, depth - 1) + dump(one.cell, depth - 1)
        for each in one.kids[:3]:
            found += dump(each, depth - 1)
    return found


def same(things):
    return [i for i, a in enumerate(things) for b in things[i:] if a is b]
"""

BASE = """

class {name}{bases}:
{above}
    def __init__(self, n, name="ab"):
{init}

    def kind(self):
        return {number}

{methods}
"""

INIT = """\
        self.n = n
        self.xs = [n, {a}]
        self.name = name
        self.flag = n % 2 == 0
        self.marks = {{n % 3, {b}}}
        self.rows = [[0] * 2 for _ in range(2)]
        self.book = {{"a": n}}
        self.spot = (n % 5, {a})
        self.next = None
        self.cell = 0
        self.kids = []
"""

DATA = """

@dataclass{eq}
class {name}:
    n: int
    name: str = "ab"
    xs: list = field(default_factory=lambda: [{a}])
    flag: bool = False
    marks: set = field(default_factory=set)
    rows: list = field(default_factory=lambda: [[0, 1], [2, 3]])
    book: dict = field(default_factory=dict)
    spot: tuple = (1, {b})
    next: object = None
    cell: object = 0
    kids: list = field(default_factory=list)

    def kind(self):
        return {number}

{methods}
"""

SLOTS = '    __slots__ = ("n", "xs", "name", "flag", "marks", "rows", "book", "spot", "next", "cell", "kids")\n'


class Writer:
    """What writes one module."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.names = ["A", "B", "C"]

    def one(self, *things):
        """Return one of some things."""
        return self.dice.choice(things)

    def number(self, this):
        """Return an expression for a number. this: variables that hold objects"""
        o = self.one(*this)
        return self.one(
            f"{self.dice.randrange(-3, 9)}", "n", f"{o}.n", f"len({o}.xs)", f"{o}.spot[{self.one(0, 1)}]",
            f"sum({o}.xs)", f"{o}.rows[{self.one(0, 1)}][{self.one(0, 1)}]", f"{o}.bump({self.dice.randrange(4)})",
            f"({o}.n + {self.one(*this)}.grow({self.one(1, 2)}))", f"{o}.size", f"{o}.book.get('a', 3)",
            f"(5 if {self.condition(this)} else {o}.n)", f"sum(k.n for k in {o}.kids)", f"max({o}.xs + [n])",
            f"sum([k.bump(1) for k in {o}.kids])", f"len([m for m in {o}.steps() if m > 1])",
        )  # fmt: skip

    def condition(self, this):
        """Return an expression that is true or false."""
        o, p = self.one(*this), self.one(*this)
        return self.one(
            f"{o}.n > {p}.n", f"{o} is {p}", f"{o}.flag", f"not {o}.next", f"{o}.next is not None", f"{o}.cell == 0",
            f"{o}.cell", f"n % 3 == {self.one(0, 1, 2)}", f"{o} in {p}.kids", f"{o} == {p}", f"{o} != {p}",
            f"{o}.n in {p}.marks", f"{o}.spot == {p}.spot", f"any(x > 3 for x in {o}.xs)", f"{o}.name == 'ab'",
            f"isinstance({o}, {self.one(*self.names)})", f"type({o}) is {self.one(*self.names)}",
            f"any(True for _ in {o}.steps())", f"[x for x in list({o}.xs) if {o}.bump(x) > 4]", f"{o}.bump(1) % 2",
            f"{o}.next is {p}", f"all(k.bump(1) > 0 for k in {o}.kids)", f"hasattr({o}, 'extra')",
        )  # fmt: skip

    def thing(self, this):
        """Return an expression for an object."""
        o = self.one(*this)
        return self.one(
            o, o, o, f"{self.one(*self.names)}({self.number(this)})", f"copy.copy({o})", f"copy.deepcopy({o})",
            f"({o}.next or {self.one(*this)})", f"{o}.twin()",
            f"({o} if {self.condition(this)} else {self.one(*this)})",
            f"({o}.cell or {self.one(*this)})", f"{o}.itself({self.dice.randrange(3)})",
        )  # fmt: skip

    def statement(self, this, depth=2):
        """Return a statement, as lines."""
        o, p = self.one(*this), self.one(*this)
        number, thing, index = self.number, self.thing, self.one(0, 1)
        simple = [
            lambda: f"{o}.n = {number(this)} % 1000",
            lambda: f"{o}.n += {self.dice.randrange(-2, 5)}",
            lambda: f"{o}.xs.append({number(this)} % 1000)",
            lambda: f"{o}.xs[{self.one(0, -1, 1)}] = {number(this)} % 1000",
            lambda: f"{o}.xs[-1] += {self.dice.randrange(3)}",
            lambda: f"{o}.xs, {p}.n = {p}.xs, {number(this)} % 1000",
            lambda: f"{o}.xs = {p}.xs[:]",
            lambda: f"{o}.rows[{index}][{self.one(0, 1)}] = {number(this)} % 1000",
            lambda: f"{o}.rows[{index}] = {p}.rows[{self.one(0, 1)}]",
            lambda: f"{o}.rows = [row[:] for row in {p}.rows]",
            lambda: f"{o}.rows = {self.one('copy.deepcopy', 'list')}({p}.rows)",
            lambda: f"{o}.next = {self.one('None', thing(this), thing(this))}",
            lambda: f"{o}.cell = {self.one('0', thing(this))}",
            lambda: f"{o}.kids.append({thing(this)})",
            lambda: f"{o}.kids = {self.one(f'{p}.kids', f'list({p}.kids)', '[]', f'copy.copy({p}.kids)')}",
            lambda: f"{o}.flag = not {o}.flag",
            lambda: f"{o}.marks.{self.one('add', 'discard')}({number(this)} % 7)",
            lambda: f"{o}.marks = {self.one('set', '', 'copy.copy')}({p}.marks)",
            lambda: f"{o}.book[{self.one(repr('a'), repr('b'), repr('c'))}] = {number(this)} % 1000",
            lambda: f"{o}.book = {self.one('dict', '', 'copy.deepcopy')}({p}.book)",
            lambda: f"{o}.spot = ({number(this)} % 9, {o}.spot[0])",
            lambda: f"{o}.name = {self.one(repr('a'), repr('abc'), f'{p}.name')}",
            lambda: f"{o}.swap({p})",
            lambda: f"{o}.bump({self.dice.randrange(3)})",
            lambda: f"{o}.size = {number(this)} % 50",
            lambda: f"{o}.extra = {self.dice.randrange(9)}" if self.has_room else "pass",
            lambda: f"print({number(this)}, {o}.name, sep='')",
            lambda: f"{o} = {thing(this)}" if o != "self" else f"{o}.grow(1)",
            lambda: f"{o}.kids.sort(key=lambda k: k.n)",
            lambda: f"{o}.kids.reverse()",
            lambda: f"{o}.kids.pop()",
        ]
        if depth <= 0 or self.dice.random() < 0.7:
            return [self.one(*simple)()]
        block = lambda more=(): ["    " + line for line in self.block([*this, *more], depth - 1)]  # noqa: E731
        return self.one(
            lambda: [f"if {self.condition(this)}:", *block(), "else:", *block()],
            lambda: [f"for each in list({o}.kids)[:3]:", *block(["each"])],
            lambda: [f"for k in range({self.dice.randrange(1, 3)}):", *block()],
            lambda: [f"for m in {o}.steps():", "    if m > 5:", "        break", *block()],
            lambda: [f"if {o}.next is not None:", f"    other = {o}.next", *block(["other"])],
            lambda: ["try:", *block(), f"    {o}.xs[7] = 1", "except IndexError:", f"    {o}.n += 1"],
            lambda: ["try:", *block(), "finally:", f"    {o}.n += 1"],
        )()

    def block(self, this, depth):
        """Return some statements, as lines."""
        return [line for _ in range(self.dice.randrange(1, 4)) for line in self.statement(this, depth)]

    def methods(self):
        """Return the methods of a class, as text."""
        body = lambda this: "\n".join("        " + line for line in self.simple_block(this))  # noqa: E731
        return "\n".join(
            [
                f"    def bump(self, by):\n        self.n = (self.n + by) % {self.one(50, 97)}\n"
                f"        self.{self.one('xs.append(by)', 'flag = by > 1', 'spot = (by, self.spot[0])')}\n"
                "        return self.n\n",
                "    def grow(self, by):\n        return self.bump(by) + len(self.xs)\n",
                "    def swap(self, other):\n        self.n, other.n = other.n, self.n",
                body(["self", "other"]) + "\n",
                "    @property\n    def size(self):\n        return self.n + len(self.kids)\n",
                "    @size.setter\n    def size(self, value):\n        self.n = value\n",
                "    def twin(self):\n        made = type(self)(self.n, self.name)\n        made.xs = list(self.xs)\n"
                "        made.kids = self.kids\n        return made\n",
                f"    def itself(self, by):\n        self.n += by\n"
                f"        return self{self.one('', '.next or self')}\n",
                "    def steps(self):\n        for i in range(3):\n            self.bump(i)\n            try:\n"
                "                good = self.n % 2\n            finally:\n                self.n -= i\n"
                "            if good:\n                yield self.n % 10\n",
            ]
        )

    def simple_block(self, this):
        """Return statements that call nothing which may call them again."""
        o, p = this[0], this[-1]
        return self.dice.sample(
            [
                f"{o}.xs, {p}.xs = {p}.xs, {o}.xs", f"{o}.flag = {p}.flag", f"{o}.next = {p}", f"{p}.cell = {o}.cell",
                f"{o}.rows[0] = {p}.rows[1]", f"{p}.kids = {o}.kids", f"{o}.marks |= {{1}}", f"{o}.xs += [{p}.n]",
                f"{o}.spot = {p}.spot[::-1]", f"{o}.name += 'x'" if self.dice.random() < 0.3 else f"{o}.name = 'q'",
            ],
            2,
        )  # fmt: skip

    def module(self, questions=4):
        """Return the source of a module."""
        text, dice = HEAD, self.dice
        data = dice.random() < 0.4
        self.has_room = not dice.random() < 0.4
        for number, name in enumerate(self.names):
            said = {"name": name, "number": number, "a": dice.randrange(9), "b": dice.randrange(5)}
            if data and name == "C":
                text += DATA.format(**said, methods=self.methods(), eq=self.one("", "(eq=False)"))
                continue
            inherits = name == "B" and dice.random() < 0.7
            init = INIT.format(**said)
            if inherits:
                init = "        super().__init__(n, name)\n        self.n += 1\n"
            above = "" if self.has_room or inherits else SLOTS
            text += BASE.format(
                name=name, bases="(A)" if inherits else "", above=above, init=init, number=number,
                methods="" if inherits and dice.random() < 0.5 else self.methods(),
            )  # fmt: skip
        for number in range(questions):
            lines = [f"{name} = {self.one(*self.names)}({self.one('n', '3', 'n % 4')})" for name in ("a", "b", "c")]
            for _ in range(dice.randrange(3, 9)):
                lines += self.statement(["a", "b", "c"])
            lines.append("things = [a, b, c, a.next, b.next, a.cell or None] + a.kids + b.kids")
            lines.append("return dump(a) + dump(b) + dump(c) + same(things)")
            text += f"\n\ndef q_{number}(n):\n" + "\n".join("    " + line for line in lines) + "\n"
        return text
