"""Random bodies of rules that loop over sets, and what plain Python makes of them in other orders.

`write_body(seed)` writes a body; `answers(module, states, seed)` runs it with every loop over a set, and every pop of
one, in an order drawn at random: a body that is compiled must answer the same in all of them.
"""

import ast
import random
import sys
from types import ModuleType

TOP = """K = (1, 4, 5, 7)
def near(p):
    return [(p * 2 + 1) % 11, (p + 3) % 11, (p * p) % 11]
def keep(q):
    return q
"""
ENDLESS, ERROR = "endless", "an error"
TURNS = 400
LOOPING = {"list", "tuple", "enumerate", "zip", "map", "min", "max", "sorted", "any", "all"}
"""Functions that go over a set in its order."""


class Writer:
    """A writer of bodies. Each method returns lines."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.sets = ["seen", "new", "new", "todo"]

    def pick(self, *ways):
        """Return one of several things; call it if it is a function."""
        found = self.dice.choice(ways)
        return found() if callable(found) else found

    def chance(self, part: float) -> bool:
        """Return True in this part of all cases."""
        return self.dice.random() < part

    def number(self, names: list[str]) -> str:
        """Return an expression."""
        one, other = self.dice.choice(names), self.dice.choice(names)
        return self.pick(
            one, f"({one} * 2) % 11", f"({one} + 3) % 11", f"s.b[{one} % 4]", f"{one} % 3",
            f"({one} + {other}) % 11", f"({one} * {one}) % 11", "s.n",
        )  # fmt: skip

    def test(self, names: list[str]) -> str:
        """Return a condition that reads nothing that changes."""
        value = self.number(names)
        return self.pick(
            f"{value} > {self.dice.randrange(8)}", f"{value} in s.f", f"{value} not in s.f",
            f"{value} % 2 == {self.dice.randrange(2)}", f"{value} in K",
        )  # fmt: skip

    def effect(self, names: list[str]) -> list[str]:
        """Return statements that do something that lasts; in some cases, of which the order is seen."""
        value, name, many = self.number(names), self.dice.choice(names), self.dice.choice(self.sets)
        return self.pick(
            [f"count += {value}"], ["count += 1"], [f"total = total + {value}"], [f"count -= {value}"], ["flag = True"],
            ["flag = False"] if self.chance(0.2) else ["flag = flag or p > 3"], [f"{many}.add({value})"],
            [f"{many}.add({name})"], [f"{many} |= {{{value}}}"], [f"{many}.update(near({name}))"],
            [f"{many} |= {{q for q in near({name}) if q not in seen}}"], [f"{many} |= set(near({name})) - seen"],
            [f"best = max(best, {value})"], [f"if {value} > best:", f"    best = {value}"],
            [f"low = min(low, {value})"], [f"rest.discard({value})"], [f"mark ^= {value}"], [f"bits |= 1 << {value}"],
            [f"x = {value}", "count += x"], [f"last = {value}"] if self.chance(0.3) else ["total += 1"],
            [f"return {self.pick('True', 'True', 'False', value)}"] if self.chance(0.3) else ["count += 2"],
            ["break"] if self.chance(0.3) else ["flag = True", "break"], ["continue"], [f"counts[{value}] += 1"],
            [f"counts[{value}] = {name}"] if self.chance(0.3) else [f"counts[{value}] -= {name}"],
            [f"if {value} not in seen:", f"    {many}.add({value})"],
            ["xs = []", f"xs.append({value})", "count += len(xs)"], [f"found.append({value})"],
            [f"row = rows[{value} % 2]", f"row.append({name})"] if self.chance(0.3) else ["mark ^= 1"],
            [f"count += sum(1 for q in near({name}) if q in {self.pick('s.f', 'seen', 'K', 'also')})"],
            [f"total += far({value})"], [f"if (w := {value}) > 3 and w in s.f:", "    count += w"],
            [f"also.add({value})"] if self.chance(0.5) else ["flag = True"],
        )  # fmt: skip

    def search(self, names: list[str], depth: int) -> list[str]:
        """Return statements that ask for something in a set and put it there, more or less."""
        key = self.dice.choice(names)
        many = self.pick("seen", "seen", "seen", "new", "todo")
        inner = self.block(names, depth + 1) if self.chance(0.5) else []
        put = [f"{many}.add({key})"]
        if self.chance(0.6):
            put.append(f"{self.dice.choice(self.sets)}.add({key})")
        if self.chance(0.4):
            put += self.effect([key])
        also = f" and {self.pick(self.test(names), self.test(names), f'{key} not in todo')}" if self.chance(0.4) else ""
        if self.chance(0.6):
            return [f"if {key} not in {many}{also}:", *indented(put + inner)]
        if self.chance(0.6):
            skip = [f"if {self.test(names)}:", "    continue"] if self.chance(0.4) else []
            other = f" or {self.test(names)}" if self.chance(0.4) else ""
            return [f"if {key} in {many}{other}:", "    continue", *skip, *put, *inner]
        return [f"if {key} in rest:", *indented([f"rest.{self.pick('remove', 'discard')}({key})", *put[1:], *inner])]

    def block(self, names: list[str], depth: int) -> list[str]:
        """Return some statements."""
        lines: list[str] = []
        for _ in range(self.pick(1, 1, 1, 2, 2, 3)):
            way = self.dice.random()
            if way < 0.45 or depth > 3:
                lines += self.effect(names)
            elif way < 0.6:
                lines += [f"if {self.test(names)}:", *indented(self.block(names, depth + 1))]
                if self.chance(0.2):
                    lines += ["else:", *indented(self.block(names, depth + 1))]
            elif way < 0.8:
                lines += self.search(names, depth)
            elif way < 0.95:
                own, key = f"v{depth}", self.dice.choice(names)
                many = self.pick(f"near({key})", f"near({key})", "range(3)", "s.f", "K", "s.b")
                lines += [f"for {own} in {many}:", *indented(self.block([*names, own, own, own], depth + 1))]
            else:
                lines += [f"y = {self.number(names)}", *self.block([*names, "y"], depth)]
        return lines

    def body(self) -> list[str]:
        """Return a whole body."""
        lines = [
            "count = total = mark = bits = last = 0", "best, low, flag = -1, 99, False", "start = s.n % 11",
            self.pick("seen = set()", "seen = {start}", "seen = set(s.f)", "seen = {start} | s.f"), "new = set()",
            self.pick("todo = {start}", "todo = set(s.f)", "todo = {start, 3}"), "rest = set(range(8))",
            "counts, found, rows = [0] * 99, [], [[0], [0]]", self.pick("also = seen", "also = set()", "also = {2}"),
            "def far(q):", f"    return (q * 5 + {self.pick('count', 's.n', 's.n', 's.n', 's.n')}) % 7",
        ]  # fmt: skip
        inner = indented(self.block(["p"], 1))
        first = self.pick([], [], ["seen.add(p)"], ["if p in seen:", "    continue", "seen.add(p)"])
        lines += self.pick(
            ["for p in s.f:", *inner],
            ["for p in set(range(s.n)) | s.f:", *inner],
            ["while todo:", "    p = todo.pop()", *indented(first), *inner],
            ["while todo:", "    new = set()", "    for p in todo:", *indented(inner), "    todo = new"],
        )
        everything = "count + 3 * total + 7 * mark + 11 * best + 13 * low + 17 * flag + 19 * bits + L(counts)"
        sets = " + 3 * L(sorted(seen)) + 5 * L(sorted(new)) + L(sorted(rest)) + L(rows[0]) + len(found) + len(also)"
        less = f"return count + 11 * best + len(seen) * 100 + flag + {self.pick('last', '0', '0')}"
        return [*lines, self.pick(less, f"return {everything}{sets}", f"return {everything}{sets}")]


def indented(lines: list[str]) -> list[str]:
    """Return lines one level further in."""
    return [f"    {line}" for line in lines]


def write_body(seed: int) -> str:
    """Return a body, always the same for a seed. A few are no Python."""
    return "\n".join(Writer(seed).body()) + "\n"


class _Shuffled(ast.NodeTransformer):
    """Python's own order exchanged for one that `in_some_order` and `taken` give."""

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.iter = ast.Call(ast.Name("in_some_order", ast.Load()), [node.iter], [])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = ast.Call(ast.Name("in_some_order", ast.Load()), [node.iter], [])
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        node.body.insert(0, ast.parse("one_more_turn()").body[0])
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args:
            return ast.Call(ast.Name("taken", ast.Load()), [node.func.value], [])
        if isinstance(node.func, ast.Name) and node.func.id in LOOPING:
            node.args = [
                each if isinstance(each, ast.Starred) else ast.Call(ast.Name("in_some_order", ast.Load()), [each], [])
                for each in node.args
            ]
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.Starred:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = ast.Call(ast.Name("in_some_order", ast.Load()), [node.value], [])
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        if isinstance(node.targets[0], ast.Tuple):
            node.value = ast.Call(ast.Name("in_some_order", ast.Load()), [node.value], [])
        return node


class _Endless(Exception):
    """A loop goes on and on."""


def answers(text: str, states: list, seed: int | None) -> list[str]:
    """Return what the rules of a module say of states, in orders drawn at random, or for None in Python's own.

    Where they say nothing: ENDLESS, ERROR.
    """
    dice, left = random.Random(seed), 0

    def in_some_order(many):
        return shuffled(many) if isinstance(many, (set, frozenset)) and seed is not None else many

    def shuffled(many):
        found = sorted(many)
        dice.shuffle(found)
        for each in found:
            yield each
            if len(many) != len(found):
                raise RuntimeError

    def taken(many):
        if seed is None or not isinstance(many, set):
            return many.pop()
        one = dice.choice(sorted(many))
        many.discard(one)
        return one

    def one_more_turn():
        nonlocal left
        left -= 1
        if left < 0:
            raise _Endless

    module = ModuleType("shuffled")
    vars(module).update(in_some_order=in_some_order, taken=taken, one_more_turn=one_more_turn)
    sys.modules["shuffled"] = module
    exec(compile(ast.fix_missing_locations(_Shuffled().visit(ast.parse(text))), "shuffled", "exec"), vars(module))
    found = []
    for state in states:
        left = TURNS
        try:
            found.append(repr(int(module.G().evaluate(module.S(*state)))))
        except _Endless:
            found.append(ENDLESS)
        except Exception:  # noqa: BLE001 - whatever it is
            found.append(ERROR)
    return found
