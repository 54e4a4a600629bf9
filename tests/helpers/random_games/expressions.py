"""Random expressions of a kind, from forms with gaps.

Kinds, one letter each: i int, m int of at most two digits, n int from 0 to 3, z int that is not 0, b bool, f float (or int), s text, c text of one
character, L list of ints, T tuple of ints, I anything that yields ints in an order of its own, y sequence of two ints
or more, S set of ints, D dict from ints to ints, P pair of ints, Q list of pairs, W list of texts, G two or more rows
of two ints or more, o int or None.

A form is text with gaps, "{i}". Names with a $ are bound by the form: $a $b $k $u $v are ints, $c is a character, $r a
row and $p a pair; a gap "{i+}" may use them. Nothing here raises: divisors are not 0, indices are in range.
"""

import random
import re
from collections.abc import Mapping

Scope = Mapping[str, str]
"""What an expression may use: its text -> the kinds that it is of."""

BOUND = {"a": "i", "b": "i", "k": "i", "u": "i", "v": "i", "c": "cs", "r": "yI", "p": "P"}

FORMS: dict[str, tuple[str, ...]] = {
    "i": (
        "({i} + {i})", "({i} - {i})", "({i} * {n})", "({n} * {i})", "({i} // {z})", "({i} % {z})", "({i} & {i})",
        "({i} | {i})", "({i} ^ {i})", "({i} << {n})", "({i} >> {n})", "(~{i})", "(-{i})", "(-{i} // {z})", "abs({i})",
        "min({i}, {i})", "max({i}, {i}, {i})", "(({i} % 9 - 4) ** {n})", "(2 ** {n})", "divmod({i}, {z})[1]",
        "({i} if {b} else {i})", "({i} or {i})", "({i} and {i})", "int({b})", "({b} + {b})", "({b} * {i})",
        "len({L})", "len({s})", "len({S})", "len({D})", "len({Q})", "sum({I})", "sum({L}, {i})", "max({y})", "min({y})",
        "sum({i+} for $v in {I})", "sum({i+} for $v in {I} if {b+})", "sum(1 for $v in {I} if {b+})",
        "sum({b+} for $v in {I})", "max({I}, default={i})", "min(({i+} for $v in {I}), default={i})",
        "max({y}, key=lambda $v: ({i+}, $v))", "min({y}, key=lambda $v: {i+})", "{y}[-1]", "{y}[0]", "{y}[{i} % 2]",
        "{y}[-2]", "{s}.count({c})", "{s}.find({c})", "{D}.get({i}, {i})", "{P}[0]", "{P}[1]", "{P}[{i} % 2]",
        "next(($v for $v in {I} if {b+}), {i})", "sum($a * $b for $a, $b in zip({I}, {I}))",
        "sum($k * $v for $k, $v in enumerate({I}))", "len([$v for $v in {I} if {b+}])", "len(set({I}))",
        "bin(abs({i})).count('1')", "({i}).bit_length()", "sum($a - $b for $a, $b in {Q})",
        "sum(sum($r) for $r in {G})", "max(max($r) for $r in {G})", "{G}[0][-1]", "{G}[-1][{i} % 2]", "len({G}[0])",
        "sum($v for $r in {G} for $v in $r if {b+})", "(lambda $v: {i+})({i})", "sum(map(abs, {L}))", "int({f})",
        "sum({i+} for $c in {s})", "'abc'.index('abc'[{i} % 3])", "(0 if {o} is None else 1)", "len(list({I}))",
        "{T}.count({i})", "len({T})", "sum(len($r) for $r in {G})",
        "{L}.count({i})", "[{i}, {i}, {i}][{i} % 3]", "{1: {i}, 2: {i}}.get({i} % 3, 7)", "sum({T})",
        "int(({i} % 3, {i}) < ({i} % 3, {i}))", "ord({c}) % 32", "int(str(abs({i}))[-1])", "round({f})",
        "sum(1 for $a, $b in zip({s}, {s}) if $a != $b)", "min(map(lambda $v: {i+}, {y}))",
        "{'a': {i}, 'b': {i}}['ab'[{i} % 2]]", "len({W})", "max(map(len, {W}), default=0)",
    ),
    "m": ("({i} % 97)", "({i} & 63)", "({i} % 13 - 6)", "max(-9, min(9, {i}))", "({i} % 5)", "{n}"),
    "n": ("({i} % 4)", "({i} & 3)", "min(3, abs({i}))", "len({L}[:3])", "int({b})", "({i} % 3)", "min({n}, {n})"),
    "z": ("(abs({i}) + 1)", "({i} | 1)", "({i} % 5 + 1)", "({n} + 2)", "-({n} + 1)", "max(1, {i})"),
    "b": (
        "({i} < {i})", "({i} == {i})", "({i} != {i})", "({i} >= {i})", "({i} <= {i} < {i})", "({i} < {f})", "(not {b})",
        "({b} and {b})", "({b} or {b})", "({b} != {b})", "bool({i})", "({i} in {L})", "({i} not in {T})", "({i} in {S})",
        "({i} in {D})", "({i} in (1, 2, 5))", "any({b+} for $v in {I})", "all({b+} for $v in {I})", "(not {L})",
        "bool({s})", "({c} in {s})", "({s} == {s})", "({s} < {s})", "{s}.isupper()", "{s}.isdigit()", "{s}.startswith({c})",
        "{s}.endswith({c})", "({S} <= {S})", "({S} == {S})", "({L} == {L})", "({T} == {T})", "({T} < {T})", "({P} in {Q})",
        "({o} is None)", "({o} is not None)", "({o} == {i})", "({i} % 2 == 0)", "(0 <= {i} < 3)", "({P} == {P})",
        "any($a > $b for $a, $b in {Q})", "all(all($r) for $r in {G})", "(len({S}) > {n})", "({L} < {L})",
        "any({L})", "all({T})", "({c} in 'ax.')", "({c} not in 'bo')", "bool({L} and {b})", "({i} & {i} != 0)",
        "any($a == $b for $a, $b in zip({I}, {I}))", "(not any({b+} for $v in {I}))", "({b} if {b} else {b})",
        "({b} is True)", "({i} in range({n}, 6))", "({s} in ('xo', 'a', ''))", "{S}.isdisjoint({S})", "({b} ^ {b})",
        "any({b+} for $c in {s})", "({i} == {i} == {i})", "({f} > {f})", "(max({y}) > min({y}))",
    ),
    "f": (
        "({i} / {z})", "({i} * 0.5)", "({f} + {f})", "({f} - {i})", "({f} * {n})", "float({i})", "(-{f})", "abs({f})",
        "min({f}, {f})", "max({i}, {f})", "({f} if {b} else {i})", "({i} if {b} else {f})", "sum({f+} for $v in {I})",
        "math.sqrt(abs({i}))", "({f} // 2)", "({f} % 3)", "({i} / 4)", "sum([{f}, {f}])", "({b} * 0.25)", "{i}",
        "max({f}, {f}, key=lambda $v: -$v)", "({i} ** 2 / {z})", "float({b})",
    ),
    "s": (
        "({s} + {s})", "({c} * {n})", "{s}[::-1]", "{s}[{n}:]", "{s}[:-1]", "{s}[:{n}]", "{s}[-2:]", "{s}[::2]", "{s}.upper()",
        "{s}.lower()", "{s}.strip({c})", "{s}.replace({c}, {c})", "{s}.replace({c}, '')", "''.join($c for $c in {s} if {b+})",
        "''.join(sorted({s}))", "''.join({W})", "'-'.join({W})", "({s} if {b} else {s})", "({s} or {c})", "{c}", "{s}[1:3]",
        "''.join('ab'[$v % 2] for $v in {I})", "''.join(f'{$v % 3}' for $v in {I})", "str({n})", "''.join(reversed({s}))", "{s}.lstrip('a')",
        "''.join($c.upper() for $c in {s})", "'x'.join(str($v % 3) for $v in {I})", "{s}.partition('x')[0]",
    ),
    "c": (
        "'abc'[{i} % 3]", "'xo.'[{n} % 3]", "'xo'[{b}]", "({c} if {b} else {c})", "({s} + 'x')[0]", "('.' + {s})[-1]",
        "{'x': 'o', 'o': 'x'}.get({c}, '.')", "max({c}, {c})",
    ),
    "L": (
        "[{i}, {i}]", "[{i}]", "[{i}, {i}, {i}]", "[]", "[{i+} for $v in {I}]", "[$v for $v in {I} if {b+}]",
        "[{i+} if {b+} else 0 for $v in {I}]", "sorted({I})", "sorted({I}, reverse=True)", "list({I})", "{L}[1:]", "{L}[::2]",
        "{L}[::-1]", "{L}[{n}:{n}]", "{L}[-2:]", "{L}[:-1]", "({L} + {L})", "([{i}] * {n})", "list(map(lambda $v: {i+}, {I}))",
        "list(filter(lambda $v: {b+}, {I}))", "[*{I}, {i}]", "sorted({I}, key=lambda $v: ({i+}, $v))", "({L} or [{i}])",
        "list(range({n}))", "[$v for $r in {G} for $v in $r]", "list({D})", "sorted({S})", "[$a + $b for $a, $b in {Q}]",
        "[$a for $a, $b in zip({I}, {I}) if $a != $b]", "[max($r) for $r in {G}]", "[$k for $k, $v in enumerate({I}) if {b+}]",
        "list({T})", "[int($c == 'x') for $c in {s}]", "list(reversed({L}))", "({L} if {b} else [])",
        "sorted({L}, key=abs)", "[len($c) for $c in {W}]", "[$u - $v for $u in {L}[:3] for $v in {L}[:2] if {b+}]",
    ),
    "T": (
        "({i}, {i})", "({i},)", "()", "({i}, {i}, {i})", "tuple({I})", "tuple({i+} for $v in {I})", "{T}[::-1]", "{T}[{n}:]",
        "({T}[:{n}] + {T})", "({T} + ({i},))", "(({i},) * {n})", "tuple(sorted({I}))",
        "tuple(reversed({T}))", "(*{T}, {i})", "({T} if {b} else {T})", "tuple($v for $v in {T} if {b+})", "{T}[-2:]",
        "tuple(map(abs, {T}))", "tuple([{i}, {i}])", "{T}[1::2]",
    ),
    "I": (
        "{L}", "{T}", "{T}", "{y}", "range({n})", "range({n}, 5)", "range(4, {n}, -1)", "sorted({S})", "{D}.values()",
        "reversed({L})", "map(abs, {L})", "({i+} for $v in {T})", "{D}", "(1, 2, 3)", "range(0, 6, {n} + 1)",
        "(*{T}, *{L})", "filter(None, {L})", "list({P})",
    ),
    "y": (
        "[{i}, {i}]", "({i}, {i})", "({i}, {i}, {i})", "({L} + [{i}, {i}])", "[*{I}, {i}, {i}]", "sorted([{i}, {i}])",
        "{G}[0]", "{G}[-1]", "{G}[{i} % 2]", "tuple(reversed({y}))", "({y} if {b} else [{i}, {i}])", "sorted({y})",
    ),
    "S": (
        "{{i}, {i}}", "set({I})", "{{i+} for $v in {I}}", "({S} | {S})", "({S} & {S})", "({S} - {{i}})", "({S} ^ {S})", "set()",
        "{$v for $v in {I} if {b+}}", "frozenset({I})", "set({L})", "{$a for $a, $b in {Q}}", "(set({T}) | {{i}})",
    ),
    "D": (
        "{1: {i}, 2: {i}}", "{$v: {i+} for $v in {I}}", "dict(zip({I}, {I}))", "dict(enumerate({L}))", "{**{D}, {i}: {i}}",
        "{$v: $k for $k, $v in enumerate({I})}", "{$a: $b for $a, $b in {Q} if {b+}}", "dict({Q})",
    ),
    "P": ("({i}, {i})", "divmod({i}, {z})", "({P} if {b} else {P})", "{P}[::-1]", "(min({i}, 3), {n})", "max({P}, {P})"),
    "Q": (
        "[({i}, {i})]", "list(zip({I}, {I}))", "list(enumerate({L}))", "[($u, $v) for $u in {L}[:3] for $v in {T}[:3] if {b+}]",
        "sorted({Q})", "list(product({L}[:2], {T}[:3]))", "list(combinations({L}[:4], 2))", "list({D}.items())",
        "list(zip({L}, {L}[1:]))", "[$p for $p in {Q} if {b+}]", "[{P}, {P}]", "sorted({Q}, key=lambda $p: (-$p[1], $p))",
        "[($b, $a) for $a, $b in {Q}]", "list(permutations({L}[:3], 2))", "[]", "list(zip(*{G}[:2]))",
    ),
    "W": (
        "[{s}, {s}]", "{s}.split('x')", "[$c for $c in {s}]", "[$c * 2 for $c in {s} if {b+}]", "sorted({W})", "list({s})",
        "['ab', {c}]", "({W} + [{s}])", "[{c}] * {n}", "{s}.split('-')",
    ),
    "G": (
        "[[{i}, {i}], [{i}, {i}]]", "[[{i}] * 3 for $v in range(2)]", "[[{i+} for $u in range(3)] for $v in range(2)]",
        "[list($r) for $r in {G}]", "[$r[::-1] for $r in {G}]", "{G}[::-1]", "(({i}, {i}), ({i}, {i}, {i}))", "([[{i}, {n}]] * 2)",
        "[[{i+} for $v in $r] for $r in {G}]", "[list($r) for $r in zip(*{G}[:2])]", "[[$v, {i+}] for $v in {y}]",
    ),
    "o": ("None", "abs({i})", "({i} if {b} else None)", "next(($v for $v in {I} if {b+}), None)", "(None if {b} else {n})",
          "{D}.get({i})", "({o} if {b} else None)"),
}  # fmt: skip
"""Kind -> its forms. What a form binds is bound in the form alone."""

ATOMS: dict[str, tuple[str, ...]] = {
    "i": ("0", "1", "2", "3", "5", "7", "-1", "-2", "10", "13"),
    "m": ("0", "1", "4", "-3", "9", "({i} % 9)", "({i} % 30 - 7)"),
    "n": ("0", "1", "2", "3", "({i} % 3)"),
    "z": ("1", "2", "3", "-2", "5", "-3", "7"),
    "b": (
        "({i} > 1)",
        "({i} < {i})",
        "({i} % 2 == 0)",
        "({i} != {i})",
        "({i} & 1 == 1)",
        "({i} >= 0)",
        "True",
        "False",
    ),
    "f": ("0.5", "0.25", "1.5", "-0.75", "2.0", "3"),
    "s": ("''", "'a'", "'xo'", "'x.o'", "'Ab'", "'--x'", "'7'"),
    "c": ("'x'", "'o'", "'.'", "'a'", "'xo.'[{i} % 3]"),
    "L": ("[]", "[1, 2]", "[3, 0, -1]", "([0] * 3)"),
    "T": ("()", "(1,)", "(2, 0, -1)", "((0,) * 3)"),
    "I": ("range(3)", "(1, 2, 3)", "[2, 0, 1]", "range(1, 4)", "range(3, 0, -1)"),
    "y": ("(1, 2)", "[0, 3]", "(2, -1, 4)"),
    "S": ("{1, 2}", "set()", "{0, 3, -1}", "frozenset({2, 3})"),
    "D": ("{}", "{1: 2}", "{0: 1, 2: -3}"),
    "P": ("(0, 1)", "(2, -1)", "(1, 1)"),
    "Q": ("[]", "[(0, 1), (1, -2)]", "[(2, 2)]"),
    "W": ("[]", "['a', 'xo']", "['', 'b']"),
    "G": ("[[1, 2], [0, 3]]", "((1, 0, 2), (0, -1, 1))"),
    "o": ("None", "max(2, 0)"),
}

GAP = re.compile(r"\{([a-zA-Z])(\+?)\}")
NAME = re.compile(r"\$([a-z])")


class Expressions:
    """Writes expressions; a seed decides."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.last = 0
        self.calls: dict[str, list[str]] = {}
        """The functions of the game so far: kind of the answer -> calls, as forms."""

    def fresh(self, letter: str) -> str:
        """Return a name that nothing else has, or, at times, one that is often used: it may hide another."""
        if self.dice.random() < 0.2:
            return letter
        self.last += 1
        return f"{letter}{self.last}"

    def write(self, kind: str, scope: Scope, depth: int = 2) -> str:
        """Return an expression of a kind."""
        known = [text for text, kinds in scope.items() if kind in kinds]
        if known and self.dice.random() < (0.85 if depth <= 0 else 0.4):
            return self.dice.choice(known)
        if depth > 0 and kind in self.calls and self.dice.random() < 0.2:
            return self.fill(self.dice.choice(self.calls[kind]), scope, depth)
        if depth <= 0 or self.dice.random() < 0.1:
            return self.fill(self.dice.choice(ATOMS[kind]), scope, 0)
        return self.fill(self.dice.choice(FORMS[kind]), scope, depth)

    def fill(self, form: str, scope: Scope, depth: int = 2) -> str:
        """Return a form with random expressions in its gaps."""
        names = {letter: self.fresh(letter) for letter in dict.fromkeys(NAME.findall(form))}
        wider = dict(scope)
        for letter, name in names.items():
            for text in [text for text in wider if re.search(rf"\b{name}\b", text)]:
                del wider[text]  # hidden
            wider[name] = BOUND[letter]
        filled = GAP.sub(lambda gap: self.write(gap[1], wider if gap[2] else _without(scope, names), depth - 1), form)
        return NAME.sub(lambda name: names[name[1]], filled)


def _without(scope: Scope, names: Mapping[str, str]) -> Scope:
    """Return the scope without what the names hide: a gap may stand inside of what binds them."""
    hidden = [text for text in scope if any(re.search(rf"\b{name}\b", text) for name in names.values())]
    return {text: kinds for text, kinds in scope.items() if text not in hidden} if hidden else scope
