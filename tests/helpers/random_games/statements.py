"""Random statements, and functions made of them."""

import random
import re
from collections.abc import Callable

from tests.helpers.random_games.expressions import Expressions, Scope

LOCAL = "iiiiibfscLLLLTSDQWGPoy"
"""Kinds of local variables, the usual ones more often."""

SHORT = {"L": "({})[:6]", "s": "({})[:6]", "T": "({})[:5]", "W": "({})[:4]", "Q": "({})[:5]"}
"""How a value is kept short where a loop might let it grow."""

BOUNDS = ("({}) % 97", "({}) & 63", "max(-99, min(99, {}))", "({}) % 13 - 6", "({}) % 5")

CHANGES: dict[str, tuple[str, ...]] = {
    "i": (
        "@ += {n}", "@ -= {n}", "@ += {b}", "@ ^= {n}", "@ |= {n}", "@ &= {m}", "@ //= {z}", "@ %= {z}", "@ >>= 1",
        "@ = -@", "@ = (@ * {z} + {n}) % 101", "@ <<= 1\n@ %= 50",
        "for e in {L}:\n    if {b}:\n        @ += 1", "for e in {y}:\n    @ = max(@, e) % 99", "for e in {T}:\n    @ -= e % 3",
        "for r in {G}:\n    for e in r:\n        @ ^= e & 3", "for e in {L}:\n    if e in {S}:\n        continue\n    @ += 2\n    break",
    ),
    "f": ("@ += 0.5", "@ = -@", "@ /= 2", "@ -= {n}"),
    "s": ("@ += {c}\n@ = @[-5:]", "@ = @.replace({c}, {c})", "@ = {c} + @[1:]"),
    "L": (
        "@.append({m})", "@.append({m})", "@.extend(({m}, {m}))", "@.insert(0, {m})", "@ += [{m}]", "if @:\n    @[-1] = {m}",
        "if @:\n    @[{i} % len(@)] += {n}", "if @:\n    @.pop()", "if @:\n    @.pop(0)", "@.sort()", "@.reverse()",
        "@.sort(key=lambda e: (-e, e))", "if len(@) > 1:\n    @[0], @[-1] = @[-1], @[0]", "if 2 in @:\n    @.remove(2)",
        "del @[2:]", "@[1:2] = [{m}, {m}]", "if @:\n    del @[0]", "@[:] = [e for e in @ if {b}]", "if @:\n    @[0] ^= 1",
    ),
    "S": ("@.add({m})", "@.discard({m})", "@ |= {{m}, {n}}", "@.update(({m}, {m}))", "@ -= {{n}}", "@ &= {S}"),
    "D": (
        "@[{m}] = {m}", "@[{n}] = @.get({n}, 0) + 1", "@.pop({n}, 0)", "@.update({1: {m}})", "@.setdefault({n}, {m})",
        "if {n} in @:\n    @[{n}] = {m}", "for key in list(@):\n    @[key] %= 7",
    ),
    "Q": ("@.append(({m}, {m}))", "@.sort()", "@ = [(b, a) for a, b in @]", "if @:\n    @.pop()"),
    "W": ("@.append(({s})[:3])", "@.reverse()", "if @:\n    @[0] = ({s})[:3]"),
    "G": (
        "@[0][0] = {m}", "@[-1][{i} % 2] += {n}", "@[{i} % len(@)][-1] ^= 1", "@.append([{m}, {m}])", "@[0].append({m})",
        "@[0][0], @[1][1] = @[1][1], @[0][0]", "@[1] = @[0]", "@[0] = @[0][:]", "for cells in @:\n    cells[0] += 1",
        "@.reverse()", "@[0], @[1] = @[1], @[0]",
    ),
}  # fmt: skip
"""Statements that change a variable @ that holds a value of its own."""

FIRST = {"S": "set({})", "G": "[list(r) for r in {}]", "D": "dict({})", "L": "list({})"}
"""How a local variable that may be changed gets its first value."""

IN_LOOPS = {
    "L": "[e % 97 for e in ({})[:6]]", "T": "tuple(e % 97 for e in ({})[:5])", "S": "{{e % 97 for e in {}}}", "y": "[e % 97 for e in {}]",
    "D": "{{k: e % 97 for k, e in ({}).items()}}", "Q": "[(a % 97, b % 97) for a, b in ({})[:5]]", "P": "tuple(e % 97 for e in {})",
    "G": "[[e % 97 for e in r] for r in {}]", "W": "[e[:3] for e in ({})[:4]]", "f": "min(50.0, {}) / 2", "o": "None if {} is None else 2",
}  # fmt: skip
"""How numbers are kept small where a loop would let them grow."""

WALRUS = (
    ("(@ := {i}) > {n}", "i"), ("(@ := {L})", "L"), ("(@ := {o}) is not None", "i"), ("(@ := {s})", "s"), ("({n} < (@ := {i}))", "i"),
)  # fmt: skip

LOOPS = (
    ("for $v in tuple({I}):", {"v": "i"}), ("for $v in {T}:", {"v": "i"}), ("for $v in range({n} + 1):", {"v": "i"}), ("for $v in range({n}, 5):", {"v": "i"}),
    ("for $k, $v in enumerate({T}):", {"k": "i", "v": "i"}), ("for $a, $b in zip({T}, {T}):", {"a": "i", "b": "i"}),
    ("for $a, $b in {Q}[:4]:", {"a": "i", "b": "i"}), ("for $c in {s}[:4]:", {"c": "cs"}), ("for $v in reversed({T}):", {"v": "i"}),
    ("for $k, $v in list({D}.items())[:4]:", {"k": "i", "v": "i"}), ("for $v in sorted({S})[:4]:", {"v": "i"}),
    ("for $u, $v in product(range(2), range({n})):", {"u": "i", "v": "i"}), ("for $p in {Q}[:3]:", {"p": "P"}),
    ("for $c in {W}[:3]:", {"c": "s"}), ("for $v in range(6, {n}, -2):", {"v": "i"}), ("for $v in -1, 0, 1:", {"v": "i"}),
    ("for $k, ($a, $b) in enumerate({Q}[:3]):", {"k": "i", "a": "i", "b": "i"}), ("for $v in {L}[:4]:", {"v": "i"}),
)  # fmt: skip

DIGESTS = {
    "i": "@", "b": "int(@)", "f": "int(@ * 4)", "s": "(@.count('x') * 3 + len(@))", "c": "ord(@) % 7", "P": "(@[0] * 3 + @[1])",
    "L": "sum((k + 1) * e for k, e in enumerate(@))", "T": "sum((k + 1) * e for k, e in enumerate(@))", "y": "(@[0] * 2 - @[-1])",
    "S": "(sum(@) * 2 + len(@))", "D": "sum(k * 3 + e for k, e in @.items())", "Q": "sum(2 * a - b for a, b in @)", "W": "len(''.join(@))",
    "G": "sum(sum(r) * (k + 1) for k, r in enumerate(@))", "o": "(-1 if @ is None else @)",
}  # fmt: skip
"""A number that tells what a variable holds, so that nothing computed is in vain."""

MIXED = {
    "i": "({} + {}) % 97", "f": "{} + ({}) % 9", "b": "({}) != (({}) % 2 == 0)", "L": "[*{}, ({}) % 9][-6:]",
    "T": "(*{}, ({}) % 9)[-5:]", "s": "({} + 'xo'[({}) % 2])[-5:]", "S": "{} | {{({}) % 7}}",
}  # fmt: skip
"""How a result takes a number in."""

UNPACKING = (
    ("$a, $b = {P}", {"a": "i", "b": "i"}), ("$a, $b = {i}, {i}", {"a": "i", "b": "i"}), ("$a, *$q = {y}", {"a": "i", "q": "L"}),
    ("*$q, $b = {y}", {"b": "i", "q": "L"}), ("$a, _, *$q = (*{y}, {i})", {"a": "i", "q": "L"}), ("($a, $b), $c = {P}, {c}", {"a": "i", "b": "i", "c": "cs"}),
    ("$a = $b = {i}", {"a": "i", "b": "i"}), ("$q = $r = list({L})", {"q": "L", "r": "L"}), ("$a, $b = divmod({i}, {z})", {"a": "i", "b": "i"}),
    ("$a: int = {i}", {"a": "i"}), ("$a, $c = {i}, {s}", {"a": "i", "c": "s"}),
)  # fmt: skip


class Statements(Expressions):
    """Writes the bodies of functions. `scope` is what they may read; `own` names what they may change."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self.own: dict[str, str] = {}
        self.taken: set[str] = set()

    def lines(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        """Return some statements, and put into the scope what they bind. loops: how many are around."""
        found: list[str] = []
        for _ in range(self.dice.choice((1, 1, 2, 3)) if loops or depth < 2 else self.dice.choice((1, 2, 3, 4))):
            found += self.statement(scope, depth, loops)
        return found

    def statement(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        """Return one statement."""
        write: Callable[..., list[str]] = self.dice.choice(
            (self.assign, self.assign, self.assign, self.change, self.change, self.change, self.alias, self.unpack)
            + (self.branch, self.branch, self.loop, self.loop, self.count_down, self.match, self.closure) * (depth > 0)
        )
        return write(scope, depth, loops)

    def block(self, scope: dict[str, str], depth: int, loops: int, leave: bool = True) -> list[str]:
        """Return an indented block. What it binds is forgotten after it."""
        own, inner = dict(self.own), dict(scope)
        found = self.lines(inner, depth, loops)
        if leave and loops and self.dice.random() < 0.25:
            found.append(f"if {self.write('b', inner, 1)}:")
            found.append("    " + self.dice.choice(("break", "continue")))
        self.own = {name: kind for name, kind in self.own.items() if name in own}
        return ["    " + line for line in found]

    def bind(self, scope: dict[str, str], name: str, kind: str) -> None:
        """Put a variable into the scope."""
        self.hide(scope, name)
        scope[name] = kind
        self.own[name] = kind

    @staticmethod
    def hide(scope: dict[str, str], name: str) -> None:
        for text in [text for text in scope if text == name or text.startswith((f"{name}.", f"{name}[", f"({name}"))]:
            del scope[text]

    def value(self, kind: str, scope: Scope, loops: int, depth: int = 2) -> str:
        """Return an expression, kept small."""
        text = self.write(kind, scope, depth)
        if loops and kind in IN_LOOPS:
            return IN_LOOPS[kind].format(text)
        if kind == "i" and (loops or self.dice.random() < 0.5):
            return self.dice.choice(BOUNDS).format(text)
        if kind in SHORT:
            return SHORT[kind].format(text)
        return FIRST[kind].format(text) if kind in FIRST else text

    def assign(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        known = [name for name in self.own if scope.get(name) == self.own[name]]
        if known and self.dice.random() < 0.4:
            name = self.dice.choice(known)
            kind = self.own[name]
            if not loops and depth == 2 and self.dice.random() < 0.15:
                kind = self.dice.choice(LOCAL)  # at the top of a function a variable may change its type
            text = f"{name} = {self.value(kind, scope, loops)}"
        else:
            kind = self.dice.choice(LOCAL)
            text = self.value(kind, scope, loops)
            name = self.fresh("xwtmnds"[len(self.own) % 7])
            if any(re.search(rf"\b{name}\b", each) for each in (*scope, *self.taken)):
                name = self.new(name[0])
            if len(name) == 1:
                self.taken.add(name)
            text = f"{name} = {text}"
        self.bind(scope, name, kind)
        return [text]

    def change(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        known = [name for name, kind in self.own.items() if kind in CHANGES and scope.get(name) == kind]
        if not known:
            return self.assign(scope, depth, loops)
        name = self.dice.choice(known)
        form = self.dice.choice(CHANGES[self.own[name]])
        return self.fill(form, scope, 1).replace("@", name).split("\n")

    def alias(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        """Another name for a list; what is done to one is done to the other."""
        known = [name for name, kind in self.own.items() if kind in "LG" and scope.get(name) == kind]
        if not known or loops:
            return self.assign(scope, depth, loops)
        name, other = self.dice.choice(known), self.new("q")
        kind = self.own[name]
        if kind == "G" and self.dice.random() < 0.6:
            self.bind(scope, other, "L")
            return [
                f"{other} = {name}[{self.dice.choice(('0', '-1', '1'))}]",
                f"{other}[0] += 1",
                *self.alias_end(name, scope),
            ]
        self.bind(scope, other, kind)
        last = (
            f"{other}.append({self.write('i', scope, 1)})"
            if kind == "L"
            else f"{other}[0][1] = {self.write('i', scope, 1)}"
        )
        return [f"{other} = {name}", last]

    def alias_end(self, name: str, scope: Scope) -> list[str]:
        return [f"{name}[0][-1] -= {self.write('n', scope, 1)}"] if self.dice.random() < 0.5 else []

    def new(self, letter: str) -> str:
        self.last += 1
        return f"{letter}{self.last}"

    def bound(self, form: str, kinds: dict[str, str], scope: dict[str, str]) -> str:
        """Return a form that binds names for the lines after it, and bind them; they are never changed in loops."""
        text = self.fill(form.replace("$", "@"), scope, 1)
        for letter, kind in kinds.items():
            name = self.new(letter)
            text = text.replace(f"@{letter}", name)
            scope[name] = kind
        return text

    def unpack(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        form, kinds = self.dice.choice(UNPACKING)
        text = self.bound(form, kinds, scope)
        if not loops:
            self.own |= {name: kind for name, kind in list(scope.items())[-len(kinds) :] if kind in "iL"}
        return [text]

    def branch(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        test, inner = self.write("b", scope, 2), scope
        if self.dice.random() < 0.2:
            form, kind = self.dice.choice(WALRUS)
            name = self.new("g")
            test = self.fill(form, scope, 1).replace("@", name)
            inner = scope | {name: kind}
        found = [f"if {test}:", *self.block(inner, depth - 1, loops)]
        if self.dice.random() < 0.3:
            found += [f"elif {self.write('b', scope, 1)}:", *self.block(scope, depth - 1, loops)]
        if self.dice.random() < 0.5:
            found += ["else:", *self.block(scope, depth - 1, loops)]
        return found

    def loop(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        if loops >= 2:
            return self.branch(scope, depth, loops)
        form, kinds = self.dice.choice(LOOPS)
        inner = dict(scope)
        found = [self.bound(form, kinds, inner), *self.block(inner, depth - 1, loops + 1)]
        if self.dice.random() < 0.2:
            found += ["else:", *self.block(scope, 0, loops, leave=False)]
        return found

    def count_down(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        if loops >= 2:
            return self.assign(scope, depth, loops)
        name = self.new("left")
        inner = scope | {name: "in"}
        found = [f"{name} = {self.write('n', scope, 1)}", f"while {name} > 0:", f"    {name} -= 1"]
        if self.dice.random() < 0.3:
            found[1] = f"while {name} > 0 and {self.write('b', scope, 1)}:"
        found += self.block(inner, depth - 1, loops + 1)
        if self.dice.random() < 0.25:
            found += ["else:", *self.block(scope, 0, loops, leave=False)]
        return found

    def match(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        first, second = self.block(scope, 0, loops, leave=False), self.block(scope, 0, loops, leave=False)
        forms = (
            ("{i} % 4", "1", "0 | 2"), ("{s}", "'xo'", "''"), ("{P}", "(0, _)", "(_, 1)"), ("({i} % 2, {b})", "(0, True)", "(1, _)"),
            ("{c}", "'x'", "'o' | '.'"), ("{i} % 3", "0", "_ if {b}"),
        )  # fmt: skip
        subject, one, two = (self.fill(form, scope, 1) for form in self.dice.choice(forms))
        found = [f"match {subject}:", f"    case {one}:", *("    " + line for line in first)]
        found += [f"    case {two}:", *("    " + line for line in second)]
        if self.dice.random() < 0.5:
            found += ["    case _:", "        pass"]
        return found

    def closure(self, scope: dict[str, str], depth: int, loops: int) -> list[str]:
        """A function in the function, with a parameter that may have a default; it reads what is around it."""
        if loops:
            return self.change(scope, depth, loops)
        name, parameter = self.new("f"), self.new("e")
        inner = scope | {parameter: "i"}
        if self.dice.random() < 0.4:
            found = [f"{name} = lambda {parameter}, by=2: {self.write('i', inner, 2)} + by"]
        else:
            found = [f"def {name}({parameter}={self.dice.choice('0123')}):"]
            if self.dice.random() < 0.5:
                found += [f"    if {self.write('b', inner, 1)}:", f"        return {self.write('i', inner, 1)}"]
            found.append(f"    return {self.write('i', inner, 2)}")
        call = f"{name}({self.write('i', scope, 1)})"
        target = self.new("x")
        self.bind(scope, target, "i")
        return [*found, f"{target} = {call} % 50"]

    def body(self, scope: Scope, result: str, depth: int = 2) -> list[str]:
        """Return the body of a function that returns a value of a kind."""
        self.own, self.taken = {}, set()
        inner = dict(scope)
        found = self.lines(inner, depth, 0)
        if self.dice.random() < 0.25:
            early = f"    return {self.value(result, inner, 1)}"
            found += [f"if {self.write('b', inner, 1)}:", early]
            found += self.lines(inner, 1, 0)
        last, digest = self.value(result, inner, 1), self.digest(inner)
        if digest and result in MIXED:
            last = MIXED[result].format(f"({last})", digest)
        return [*found, f"return {last}"]

    def digest(self, scope: Scope) -> str:
        """Return a number that tells what some of the local variables hold; "" where there is none."""
        known = [name for name, kind in self.own.items() if scope.get(name) == kind]
        chosen = self.dice.sample(known, min(3, len(known)))
        return " + ".join(DIGESTS[self.own[name]].replace("@", name) for name in chosen)
