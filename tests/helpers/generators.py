"""Games whose `actions` are written at random: generators with loops, branches, early ends and other generators.

A state is the number of a form, which chooses the generator, and two numbers that its branches and loops depend on. No
action leads anywhere: there is only one ply.
"""

import random
from textwrap import indent

TOP = '''"""Generators written at random, seed {seed}."""

from typing import NamedTuple

import plywise as pw

FORMS, SIZE = {forms}, 4


class Generators(pw.Game):
    """One ply: the first action chooses the form and the numbers, the second ends the game."""

    class State(NamedTuple):
        form: int
        a: int
        b: int

    def initial(self):
        return self.State(-1, 0, 0)

    def player(self, state):
        return pw.MAX

    def result(self, state, action):
        if state.form >= 0:
            return self.State(-2, 0, action % 64)
        return self.State(action // SIZE // SIZE, action // SIZE % SIZE, action % SIZE)

    def terminal(self, state):
        return state.form == -2

    def utility(self, state):
        return state.b

    def all_forms(self, state):
        for action in range(FORMS * SIZE * SIZE):
            yield action

    def actions(self, state):
        if state.form < 0:
            for action in self.all_forms(state):
                yield action
        yield 1000
'''


def written(seed: int, forms: int) -> str:
    """Return the source of a game with so many generators."""
    source = random.Random(seed)
    parts = [TOP.format(seed=seed, forms=forms)]
    for number in range(forms):
        parts.append(f"        if state.form == {number}:\n")
        parts.append(f"            for action in self.form{number}(state, {source.randrange(4)}):\n")
        parts.append("                yield action\n")
    parts += [_Writer(source, number).method() for number in range(forms)]
    return "".join(parts)


class _Writer:
    """Writes one generator. number: it may use those with a lower one."""

    def __init__(self, source: random.Random, number: int) -> None:
        self.source, self.number, self.loops, self.made = source, number, 0, 0

    def method(self) -> str:
        default = self.source.choice(("", "=2"))
        body = "x = 0\nyield_count = 0\n" + self.block(0) + "yield x + 500\n"
        return f"\n    def form{self.number}(self, state, n{default}):\n" + indent(body, "        ")

    def number_(self) -> str:
        chosen = ("x", "n", "state.a", "state.b", "x + n", "state.a * 3 - x", "x ^ state.b", "(x + state.a) % 7")
        return self.source.choice((*chosen, str(self.source.randrange(9))))

    def test(self) -> str:
        compared = self.source.choice(("<", ">", "==", "!=", "<="))
        return f"{self.number_()} {compared} {self.number_()}"

    def block(self, depth: int) -> str:
        return "".join(self.statement(depth) for _ in range(self.source.randint(1, 3)))

    def statement(self, depth: int) -> str:
        simple = (self.give, self.give, self.assign, self.use)
        nested = (self.branch, self.branch, self.count, self.repeat, self.end)
        return self.source.choice(simple if depth >= 3 else simple + nested)(depth)

    def give(self, depth: int) -> str:
        return f"yield {self.number_()}\n"

    def assign(self, depth: int) -> str:
        return f"x = {self.number_()}\n" if depth == 0 else f"x = ({self.number_()}) % 50\n"

    def end(self, depth: int) -> str:
        return f"if {self.test()}:\n    return\n"

    def branch(self, depth: int) -> str:
        text = f"if {self.test()}:\n" + indent(self.block(depth + 1), "    ")
        if self.source.random() < 0.3:
            text += f"elif {self.test()}:\n" + indent(self.block(depth + 1), "    ")
        return text + ("else:\n" + indent(self.block(depth + 1), "    ") if self.source.random() < 0.5 else "")

    def leaving(self) -> str:
        return f"    if {self.test()}:\n        {self.source.choice(('break', 'continue', 'return', 'break'))}\n"

    def otherwise(self, depth: int) -> str:
        return "else:\n" + indent(self.block(depth + 1), "    ") if self.source.random() < 0.3 else ""

    def count(self, depth: int) -> str:
        self.loops += 1
        often = self.source.choice(("3", "state.a", "state.b + 1"))
        text = f"for i{self.loops} in range({often}):\n    x = x + i{self.loops}\n"
        if self.source.random() < 0.5:
            text += self.leaving()
        return text + indent(self.block(depth + 1), "    ") + self.otherwise(depth)

    def repeat(self, depth: int) -> str:
        self.loops += 1
        name = f"w{self.loops}"
        text = f"{name} = 0\nwhile {name} < {self.source.choice(('2', 'state.b', 'n'))}:\n    {name} = {name} + 1\n"
        if self.source.random() < 0.5:
            text += self.leaving()
        return text + indent(self.block(depth + 1), "    ") + self.otherwise(depth)

    def use(self, depth: int) -> str:
        if self.number == 0 or self.made >= 2:  # so that lists stay short
            return self.give(depth)
        self.made += 1
        self.loops += 1
        each, other = f"y{self.loops}", self.source.randrange(max(0, self.number - 4), self.number)
        call = f"self.form{other}(state, {self.source.choice(('1', 'state.a', 'n'))})"
        text = f"for {each} in {call}:\n"
        kind = self.source.randrange(5)
        if kind == 0:
            return text + f"    if {each} > n:\n        yield {each} - 1\n"
        if kind == 1:  # what the loop's variable is afterwards counts
            return f"{each} = 0\n{text}    yield {each}\nyield {each} + 1\n"
        if kind == 2:
            return text + f"    yield {each}\n    x = {each} % 50\n"
        if kind == 3:
            return text + f"    yield {each}\nelse:\n    yield 77\n"
        return text + f"    yield {each}\n"
