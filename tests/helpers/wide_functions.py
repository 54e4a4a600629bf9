"""Random functions of wide ints, and functions compiled alone: what they answer, next to plain Python."""

import importlib.util
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import indent
from types import ModuleType

from plywise.compiler.layout.codec import NumberCodec, TupleCodec, WideCodec, Words
from plywise.compiler.lowering.object_code import FAST_COMPILATION
from plywise.compiler.translation.exports import Encoded, Export
from plywise.compiler.types.widths import Widths, wider
from plywise.errors import IntOverflow
from tests.helpers.rule_twins import functions_of

ANSWER = Words(WideCodec(1000, signed=True))


class CompiledFunctions:
    """Functions of three parameters each, two wide ints of so many bits and a small one, compiled.

    Where a number is too large, all are compiled again with wider ints, as an engine does.
    """

    def __init__(
        self,
        functions: Sequence[Callable[..., int]],
        bits: int,
        level: int = FAST_COMPILATION,
        signed: bool = False,
    ) -> None:
        self.functions, self.level = functions, level
        number = NumberCodec(-(2**63), 64)
        self.given = Words(TupleCodec([WideCodec(bits, signed), WideCodec(bits, signed), number]))
        self.ints = (0, 128)
        self._compile()

    def _compile(self) -> None:
        exports = [
            Export(f"f{at}", _spread(each), [self.given], Encoded(ANSWER)) for at, each in enumerate(self.functions)
        ]
        self._compiled = functions_of(exports, self.level, Widths(*self.ints))

    def ask(self, at: int, *given: int) -> int:
        """Return what a function answers. Raises what it raises, and Refusal where no width suffices."""
        while True:
            try:
                return self._ask(at, self.given.encode(tuple(given)))
            except IntOverflow as overflow:
                self.ints = wider(*self.ints, overflow)
                self._compile()

    def _ask(self, at: int, words: tuple[int, ...]) -> int:
        out = self._compiled[at](*words)
        units = [
            (out[number] >> shift) % (1 << width)
            for width, (number, shift) in zip(ANSWER.codec.units, ANSWER.places, strict=True)
        ]
        found = sum(unit << 64 * place for place, unit in enumerate(units))
        return found - (1 << 1000) if found >> 999 else found


def _spread(function: Callable[..., int]) -> Callable[..., int]:
    """Return the function of one tuple; it is in the same file, for its source is read."""
    return function.__globals__[f"{function.__name__}_of"]


# --- random functions -------------------------------------------------------------------------------------------------

NUMBERS = (0, 1, 3, 7, -1, 255, 2**40, 2**63, 2**64 - 1, (1 << 81) - 1, -(1 << 70), (1 << 100) | 5)
CHOICES = {
    "op": ("+", "-", "*", "&", "|", "^"),
    "than": ("<", "<=", ">", ">=", "==", "!="),
    "int": ("a", "b", "x", "y"),
    "up": ("n", "1", "9", "10", "64", "(n & 31)"),
    "down": ("n", "1", "9", "64", "100", "(n & 31)"),
    "mask": ("((1 << 81) - 1)", "0xFFFF", "(2**64 - 1)", "FULL", "(1 << n)"),
    "size": ("2**64", "1000003", "2**90", "97"),
    "by": ("9", "-7", "2**20", "2**70", "(b | 1)", "(n + 1)"),
    "div": ("//", "%"),
    "best": ("min", "max"),
    "var": ("x", "y"),
}
"""What a template's parts may be, besides expressions, which are e and f."""

EXPRESSIONS = (
    "({e} {op} {f})", "({e} {op} {f})", "({e} {op} {f})", "({e} << {up})", "({e} >> {down})", "({e} & {mask})",
    "(({e} << {up} | {f}) & {mask})", "(({e} * {f}) % {size})", "({e} {div} {by})", "(~{e})", "(-{e})", "abs({e})",
    "({e} & -{e})", "(1 << n)", "{best}({e}, {f})", "({e}).bit_count()", "({e}).bit_length()", "popcount(abs({e}))",
    "({e} if {f} {than} {int} else {int})", "TABLE[n % 5]", "int({e} {than} {f})", "divmod({e}, 13)[n & 1]",
    "(2 ** (n & 63) - {e})", "pow({e}, 3, 10**9 + 7)", "helper({e}, {f})", "bits.wrapped({e})",
    "len({{{e}, {f}, a, b}})", "{{a: 1, {e}: 2}}.get({f}, 3)", "sum([{e}, {f}, n])", "({e}, {f})[n & 1]",
    "int({e} in (a, 5, FULL, {f}))", "int({e} in MASKS)", "int(str({e} % 2**70))",
    "int({e} {than} 2.0**70)", "int(1e19 {than} {e})", "int({e} {than} -1e25)", "hash({e})", "len(hex({e}))",
    "int(bin({e} & FULL)[2:], 2)", "int(f'{{{e} & FULL:x}}', 16)", "int(f'{{{e}:>90d}}')",
    "math.isqrt(abs({e}) & FULL)", "math.gcd({e}, {f})", "({e} & 15) ** (n & 31)", "pow({e}, n & 15, 2**89 - 1)",
    "sorted([{e}, {f}, a, b])[n & 3]",
    "max([{e}, {f}, n], key=lambda v: v & 255)", "{{{e} & 1023: 5, {f}: 9}}.get(a, n)", "TABLE[{e} % 5]",
    "((({e} << {up}) if n & 1 else ({f} << 7)) & FULL)", "((({e} * 3 if n & 1 else {f} << 40) + b) & {mask})",
    "(a if {e} & 1 else b)", "int(a <= {e} < b)", "({e} >> n << n)", "len({{({e}, n), ({f}, n), (a, n)}})",
    "int(({e}, {f}) < (b, a))", "bits.product({e}, {f})", "[{e}, {f}].index({e})", "(~{e} & FULL)",
)  # fmt: skip

STATEMENTS = (
    "{var} = {e}",
    "{var} {op}= {e}",
    "{var} <<= {up}",
    "{var} >>= {down}",
    "left = abs(x) & FULL\nwhile left:\n    low = left & -left\n    left ^= low\n    y += low.bit_length() * 3",
    "for cell in members(abs(y) & FULL):\n    x ^= 1 << cell // 2",
    "if {e} {than} {f}:\n    {var} = {e}\nelse:\n    {var} {op}= {f}",
    "for k in range(n % 5):\n    {var} {op}= {e}\n    x &= FULL",
    "seen = {{x, y, a}}\nseen.add(b & x)\nx = len(seen) + sum(sorted(seen)) + int({e} in seen)",
    "found = [a, b, x, y]\nfound.append(x & y)\nfound.sort()\ny = found[n % 5]",
    "x, y = y, x",
    "y = without_lowest(abs(y))",
    "row = (x, y, a)\ny = max(row) - min(row)",
    "for v in {{x, y, a, b & 255, {e}}}:\n    x = (x * 3 + v) & FULL",
    "for v in frozenset((x, a, {e}, 2**61 - 1, -1)):\n    y = (y * 5 ^ v) & {mask}",
    "m = x << n\nm = m * 7 + y\nx = m & {mask}",
    "m = {e} * 3\nif n & 1:\n    m += {f} << 9\nx = m & FULL",
    "m = (x * 5 if n & 2 else {e})\ny = m & {mask}",
    "d = {{x: 1, a: 2}}\nd[{e}] = 7\nd[y] = d.get(y, 0) + 1\nx += sum(d.values()) + len(d)",
    "for k in items_of(x, y):\n    y ^= k",
    "one, other = items_of(x, {e}), items_of(y, a)\nx ^= next(one) + next(other)\ny ^= next(other) ^ next(one)",
    "try:\n    x = TABLE[{e}]\nexcept IndexError:\n    x = 4",
    "try:\n    x = {e} // {int}\nexcept ZeroDivisionError:\n    x = 4",
    "q = [x, y]\nq[n & 1] = {e}\nq += [a]\nx, y = q[0], q[-1]",
    "m = -x\nm = ~m\ny = m & {mask}",
    "x = (x & FULL) * (y & FULL) % (2**80 - 65)",
)


def random_expression(dice: random.Random, depth: int) -> str:
    """Return an expression in the variables a, b, x and y, which may be wide, and n, which is small."""
    if depth == 0 or dice.random() < 0.1:
        return dice.choice([*CHOICES["int"], *CHOICES["int"], "n", f"({dice.choice(NUMBERS)})"])
    return _filled(dice, dice.choice(EXPRESSIONS), depth - 1)


def _filled(dice: random.Random, template: str, depth: int) -> str:
    parts = {name: dice.choice(choices) for name, choices in CHOICES.items()}
    return template.format(e=random_expression(dice, depth), f=random_expression(dice, depth), **parts)


TOP = """
import math
from plywise import bits
from plywise.bits import members, popcount, without_lowest
FULL = (1 << 81) - 1
TABLE = (1, 1 << 80, -(1 << 90) + 1, 2**64 - 1, 0)
MASKS = frozenset({1 << 80, 3, 2**64, FULL, 255, 1 << 9, 1 << 10, 1 << 70})
def helper(one, other):
    return one ^ other >> 3
def items_of(one, other):
    yield one & 255
    yield other ^ one
    if one > other:
        yield 1 << 70
"""


def random_module(seed: int, count: int) -> str:
    """Return the text of a module of functions f0, f1 and so on; f0_of takes a tuple of f0's arguments."""
    dice, parts = random.Random(seed), [TOP]
    for at in range(count):
        statements = [_filled(dice, dice.choice(STATEMENTS), dice.choice([0, 1, 1, 2])) for _ in range(4)]
        last = f"return ({random_expression(dice, 2)}) ^ x ^ y"
        body = "\n".join(["x, y = a, n", *statements, last])
        parts.append(f"def f{at}(a, b, n):\n{indent(body, '    ')}")
        parts.append(f"def f{at}_of(given):\n    return f{at}(given[0], given[1], given[2])")
    return "\n".join(parts)


def import_module(file: Path, text: str) -> ModuleType:
    """Return a module that is written to a file: the compiler reads it there."""
    file.write_text(text)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_inputs(dice: random.Random, bits: int, count: int, signed: bool = False) -> list[tuple[int, int, int]]:
    """Return arguments: of the wide ones some are sparse, some full, some small."""

    def one() -> int:
        kind = dice.randrange(5)
        number = dice.getrandbits(bits - signed)
        if kind == 0:
            number = sum({1 << dice.randrange(bits - signed) for _ in range(3)})
        elif kind == 1:
            number = dice.choice([0, 1, 2**63, 2**64 - 1, 2**64, (1 << bits - signed) - 1, 5])
        elif kind == 2:
            number &= 0xFFFFF
        return -number if signed and dice.random() < 0.4 else number

    return [(one(), one(), dice.randrange(0, 100)) for _ in range(count)]
