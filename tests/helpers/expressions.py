"""Random Python expressions at the limits of 64 bits, and functions compiled as rules are: to be compared."""

import linecache
import math
import random
import re
import struct
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from typing import Any

from plywise import bits
from plywise.compiler import ir
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.wide_ints import words_of
from plywise.compiler.translation.exports import Answer, Export, Ints, give_words
from plywise.compiler.types.kinds import FLOAT64, INT, WHOLE, Refusal, Tuple, Value
from tests.helpers.rule_twins import Function, functions_of

GREATEST, LEAST = 2**63 - 1, -(2**63)
EXTREME = (
    0, 1, -1, 2, -2, 3, -7, 31, 62, 63, 64, -64, 2**31, -(2**31), 2**53 - 1, 2**53, 2**53 + 1, -(2**53) - 1,
    2**62, -(2**62), GREATEST, -GREATEST, LEAST,
)  # fmt: skip
"""Numbers at which 64 bits, and the 53 of a float, end."""

PAIRS = tuple(product(EXTREME, EXTREME))
SHORT, LONG = (3, 1, 2**62, -5, 7), tuple(n * n - 40 for n in range(20))
BOOLS, FLOATS = (True, False, True), tuple([0.5, 2.0**53, -3, 7, 1e300] * 4)
NAMES = {"math": math, "bits": bits, "SHORT": SHORT, "LONG": LONG, "BOOLS": BOOLS, "FLOATS": FLOATS}

INT_CONSTANTS = (*map(str, EXTREME), "True", "SHORT[2]", "LONG[19]")
FLOAT_CONSTANTS = (
    "0.5", "-0.0", "1.0", "9007199254740992.0", "9.3e18", "-9.3e18", "1e308", "math.inf", "-2.5", "1e-320",
)  # fmt: skip
PLACES = ("0", "1", "7", "62", "63", "64", "65", "-1", "200", "(y & 63)", "(y % 70 - 3)", "(x & 63)")

INT_FORMS = (
    "({i} + {i})", "({i} - {i})", "({i} * {i})", "({i} // {i})", "({i} % {i})", "({i} & {i})", "({i} | {i})",
    "({i} ^ {i})", "({i} << {p})", "({i} >> {p})", "({i} << {p} & {i})", "(({i} << {p} | {i} << {p}) & {i})",
    "(({i} * {i} + {i}) & {i})", "bits.wrapped({i} * {i} - {i})", "bits.wrapped({i} << {p})", "(-{i})", "(~{i})",
    "(+{i})", "abs({i})", "({i} & -{i})", "({i} ** 2)", "({i} ** 3)", "({i} ** ({i} & 7))", "(2 ** ({i} % 70))",
    "min({i}, {i})", "max({i}, {i}, {i})", "sum(({i}, {i}, {i}))", "sum([{i}, {i}])", "divmod({i}, {i})[0]",
    "divmod({i}, {i})[1]", "int({f})", "round({f})", "math.floor({f})", "math.ceil({f})", "math.trunc({f})",
    "int({b})", "({b} + {b})", "({b} * {i})", "({b} << {p})", "(-{b})", "({i} if {b} else {i})", "({i} and {i})",
    "({i} or {i})", "SHORT[{i} % 5]", "SHORT[{i}]", "LONG[{i} % 20]", "LONG[-1 - {i} % 20]", "LONG[{i}]",
    "({i}, {i}, {i})[1]", "len((x, y))", "sorted([{i}, {i}, {i}])[1]", "math.gcd({i}, {i})", "pow({i}, 2)",
    "bits.popcount({i})", "bits.lowest({i})", "bits.bit({p})", "bits.shifted_up({i}, {p})",
    "bits.shifted_down({i}, {p})", "bits.product({i}, {i})", "bits.swapped_bytes({i})", "bits.wrapped_sum({i}, {i})",
    "bits.difference({i}, {i})", "bits.without_lowest({i})",
    "len(LONG[{i} % 9:{i}])",
    "max((({i}, {i})))", "min([{i}, {i}])",
)  # fmt: skip
FLOAT_FORMS = (
    "({i} / {i})", "({f} + {f})", "({f} - {i})", "({i} * {f})", "({f} / {f})", "({f} // {f})", "({f} % {f})",
    "({f} // {i})", "({i} % {f})", "float({i})", "(-{f})", "abs({f})", "min({f}, {i})", "max({i}, {f})",
    "max({f}, {f})", "({i} if {b} else {f})", "({f} if {b} else {i})", "math.sqrt({f})", "math.log({f})",
    "math.exp({f})", "math.pow({f}, {f})", "({f} ** {i})", "({f} ** 2)", "({i} ** {f})", "({b} * {f})",
    "math.sin({f})", "FLOATS[{i} % 20]", "sum(({f}, {f}))",
)  # fmt: skip
BOOL_FORMS = (
    "({i} < {i})", "({i} == {i})", "({i} >= {i})", "({i} < {f})", "({f} <= {i})", "({i} == {f})", "({f} != {i})",
    "({f} > {f})", "(not {i})", "(not {f})", "({b} and {b})", "({b} or {b})", "({b} ^ {b})", "({b} & {b})",
    "({i} < {i} <= {i})", "(({i}, {i}) < ({i}, {i}))", "(({i}, {b}) == ({i}, {i}))", "({i} in SHORT)",
    "({i} in LONG)", "({i} not in ({i}, {i}))", "bool({i})", "bool({f})", "any(({b}, {b}))", "all(({i}, {i}))",
    "({b} is True)", "BOOLS[{i} % 3]", "math.isnan({f})", "({b} == {i})",
)  # fmt: skip
FORMS = {"i": INT_FORMS, "f": FLOAT_FORMS, "b": BOOL_FORMS}
LEAVES = {"i": ("x", "y", *INT_CONSTANTS), "f": FLOAT_CONSTANTS, "b": ("(x > y)", "(x & 1 == 0)", "True"), "p": PLACES}


def expression(source: random.Random, kind: str, depth: int) -> str:
    """Return a random expression of some kind: "i" for ints, "f" for floats, "b" for bools."""
    if kind == "p" or depth == 0 or (depth < 3 and source.random() < 0.25):
        return source.choice(("x", "y")) if kind == "i" and source.random() < 0.5 else source.choice(LEAVES[kind])
    return filled(source, source.choice(FORMS[kind]), depth)


def filled(source: random.Random, form: str, depth: int) -> str:
    """Return a form with random expressions in its gaps."""
    while "{" in form:
        before, _, rest = form.partition("{")
        form = before + expression(source, rest[0], depth - 1) + rest[2:]
    return form


def each_form(source: random.Random, kind: str) -> Iterator[str]:
    """Yield each form of a kind, once, around scalars."""
    for form in FORMS[kind]:
        yield filled(source, form, 1)


STATEMENTS = (
    "u = {i}", "u += {i}", "u -= {i}", "u *= {i}", "u <<= {p}", "u >>= {p}", "u |= {i} << {p}", "u &= {i}", "u ^= {i}",
    "v = {f}", "v = {i}", "v += {f}", "v += {i}", "v *= {i}", "v -= {f}", "v = v * v", "v = max(v, {i})", "v = -v",
    "w = {b}", "w = {i}", "cells[{i} % 3] = {i}", "cells.append({i})", "z = {i}",
)  # fmt: skip
COMPOUND = (
    "for k, cell in enumerate(cells):\n    u += k * cell",
    "for a, b in zip(cells, SHORT):\n    if a > b:\n        break\n    u += a\nelse:\n    u = -u",
    "k = {i} % 50\nwhile k > 1:\n    k = k // 2 if k % 2 == 0 else 3 * k + 1\n    u += 1\nelse:\n    u ^= {i}",
    "cells = [cell & {i} for cell in cells if cell > 0] + [1, 2, 3]",
    "w = [k * cell for k, cell in enumerate(cells)][0]",
    "u, cells[0] = cells[0], u",
    "v = u // (y - 5)",
    "if u < {i} <= cells[0]:\n    v = cells.pop()\nelif v != u:\n    v = abs(u)",
    "cells = sorted(cells)\nu = cells[0] if {b} else u",
    "u = sum([u, {i}], {i}) if {b} else max(cells)",
)  # fmt: skip
"""Statements of several lines, and those that compute what is perhaps never used."""

RESULTS = (
    "u",
    "v",
    "u & {i}",
    "v - {i}",
    "w",
    "cells[{i}]",
    "u << {p} & {i}",
    "z",
    "sum(cells)",
    "bits.wrapped(u * {i})",
)


def statements(source: random.Random, depth: int, indent: str) -> list[str]:
    """Return random lines that assign to u (an int), v (an int or a float), w (an int or a bool), z and cells."""
    lines = []
    for _ in range(source.randint(1, 4)):
        kind = source.random()
        if depth and kind < 0.25:
            lines += [f"{indent}if {expression(source, 'b', 1)}:", *statements(source, depth - 1, indent + "    ")]
            if source.random() < 0.5:
                lines += [f"{indent}else:", *statements(source, depth - 1, indent + "    ")]
        elif depth and kind < 0.45:
            loop = f"{indent}for k in range({source.choice(('x', 'y', 'u'))} % 4):"
            lines += [loop, *statements(source, depth - 1, indent + "    ")]
        else:
            form = source.choice(STATEMENTS if source.random() < 0.8 else COMPOUND)
            lines += [indent + line for line in filled(source, form, source.choice((1, 1, 2))).split("\n")]
    return lines


def program(source: random.Random) -> str:
    """Return a random function of x and y with branches and loops."""
    first = ["    u, v, w, cells = x, y, x > y, [x, y, 3]", "    v = {f}" if source.random() < 0.3 else "    v = v"]
    result = "    return " + source.choice(RESULTS)
    lines = [filled(source, line, 1) for line in (*first, *statements(source, 2, "    "), result)]
    named = {
        "x": ("x", "x", "u"),
        "y": ("y", "y", "u"),
        "0.5": ("0.5", "v"),
        "1.0": ("1.0", "v"),
        "True": ("True", "w"),
    }
    body = [re.sub(r"\b(x|y|0\.5|1\.0|True)\b", lambda word: source.choice(named[word[0]]), line) for line in lines[1:]]
    return "\n".join(["def program(x, y):", lines[0], *body])


def written(text: str, **more: Any) -> dict[str, Any]:
    """Run a text that the compiler can read again; return its names."""
    file = f"<written {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made: dict[str, Any] = {**NAMES, **more, "__name__": "written"}
    exec(compile(text, file, "exec"), made)
    return made


_numbers = count()


class Anything(Answer):
    """A number or a tuple of numbers, of any types: the number of its type, and its words."""

    def __init__(self) -> None:
        self.kinds: list[Any] = []

    def stored(self) -> Any:
        """See Answer."""
        return ir.ArrayType(INT, MOST_WORDS)

    def emit(self, f: Any, export: Export, found: Value) -> None:
        """See Answer."""

        def one(value: Value) -> Value:
            value = plain(f, value)
            words = [
                f.int(self._number(f, value.kind)),
                *(word for scalar in value.scalars for word in _words(f, scalar)),
            ]
            return Value(Tuple((WHOLE,) * MOST_WORDS), words + [f.int(0)] * (MOST_WORDS - len(words)))

        give_words(f, dispatch(f, [found], one).scalars)

    def _number(self, f: Any, kind: Any) -> int:
        _made(kind, iter([0] * MOST_WORDS))
        if kind not in self.kinds:
            self.kinds.append(kind)
        return self.kinds.index(kind)

    def value(self, words: tuple[int, ...]) -> Any:
        """Return what was stored."""
        return _made(self.kinds[words[0]], iter(words[1:]))


MOST_WORDS = 40


def _words(f: Any, scalar: Any) -> list[Any]:
    if scalar.type == FLOAT64:
        return [f.builder.bitcast(scalar, INT)]
    return words_of(f.builder, scalar) if scalar.type.width >= 64 else [f.builder.zext(scalar, INT)]


def _made(kind: Any, words: Iterator[int]) -> Any:
    if isinstance(kind, Tuple):
        return tuple(_made(each, words) for each in kind.items)
    if kind.python is type(None):
        return None
    if kind.python is float:
        return struct.unpack("d", struct.pack("q", next(words)))[0]
    if kind.python is int:
        low = [next(words) % 2**64 << 64 * place for place in range(kind.bits // 64)]
        return (sum(low) + (half := 1 << kind.bits - 1)) % (2 * half) - half
    if kind.python is bool:
        return bool(next(words))
    raise Refusal(f"a {kind} as the answer of a test")


def compiled(*functions: Callable[..., Any], takes: Any = None) -> list[Callable[..., Any]]:
    """Return functions compiled as rules are, but called from Python. takes: their parameters; ints. Raises Refusal."""
    exports = [
        Export(f"f{number}", each, takes or [Ints()] * each.__code__.co_argcount, Anything())
        for number, each in enumerate(functions)
    ]
    return [partial(_ask, each) for each in functions_of(exports)]


def _ask(function: Function, *given: int) -> Any:
    return function.export.answer.value(function(*given))  # type: ignore[attr-defined]


def answer(function: Callable[..., Any], *given: int) -> Any:
    """Return what a function returns, or the error that it raises."""
    try:
        return function(*given)
    except Exception as error:  # noqa: BLE001 - any may be Python's
        return error


def agrees(plain: Any, native: Any) -> bool:
    """Return whether compiled code said what Python says, or raised an error instead of it."""
    if isinstance(native, Exception):
        return True
    if isinstance(plain, Exception):
        return False
    if isinstance(plain, tuple):
        return len(plain) == len(native) and all(map(agrees, plain, native))
    return bool(plain == native) or bool(plain != plain and native != native)


def silent_differences(expressions: list[str], pairs: Any = PAIRS) -> list[tuple[str, Any, Any, Any]]:
    """Return where compiled expressions say something else than Python: expression, x and y, both answers."""
    made = written("".join(f"def e{place}(x, y):\n    return {each}\n" for place, each in enumerate(expressions)))
    plain = [made[f"e{place}"] for place in range(len(expressions))]
    found = []
    for each, function, native in zip(expressions, plain, compiled(*plain), strict=True):
        difference = first_difference(function, native, pairs)
        if difference:
            found.append((each, *difference))
    return found


def first_difference(plain: Any, native: Any, pairs: Any) -> tuple[Any, ...]:
    """Return the first x and y at which compiled code says something else than Python, and both answers; () if none."""
    for x, y in pairs:
        said = answer(native, x, y)
        expected = None if isinstance(said, Exception) else answer(plain, x, y)
        if not agrees(expected, said):
            return (x, y), expected, said
    return ()
