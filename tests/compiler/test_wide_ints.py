"""Ints wider than 64 bits: random functions, next to Python; how wide they become; states and actions of them."""

import random

import pytest

from plywise.compiler import compile_functions
from plywise.compiler.layout.codec import CellsCodec, NumberCodec, WideCodec
from plywise.compiler.layout.observation import Observer, action_codec
from plywise.compiler.lowering.object_code import FAST_CODE, FAST_COMPILATION
from plywise.compiler.types.kinds import Refusal
from plywise.compiler.types.widths import ALL, SHIFTS, SUMS, Widths, wider
from plywise.errors import IntOverflow, LayoutOverflow
from plywise.game.hooks import method_meant
from tests.helpers.first_written import GAMES as WRITTEN
from tests.helpers.rule_twins import SAME, compare_rules, rules_of
from tests.helpers.wide_functions import CompiledFunctions, import_module, random_inputs, random_module
from tests.helpers.wide_games import GAMES, load


def answer(function, *given):
    """Return what a function answers, or the class of what it raises."""
    try:
        return function(*given)
    except (ZeroDivisionError, ValueError, OverflowError, Refusal) as error:
        return type(error).__name__


def compare(tmp_path, seed, count, bits, level=FAST_COMPILATION, signed=False):
    """Assert that functions answer compiled what they do in Python."""
    module = import_module(tmp_path / f"wide{seed}.py", random_module(seed, count))
    functions = [getattr(module, f"f{at}") for at in range(count)]
    rules, dice, same = CompiledFunctions(functions, bits, level, signed), random.Random(seed), 0
    for at, function in enumerate(functions):
        for given in random_inputs(dice, bits, 12, signed):
            found, expected = answer(rules.ask, at, *given), answer(function, *given)
            assert (seed, at, given, found) in ((seed, at, given, expected), (seed, at, given, "Refusal"))
            same += found == expected
    assert same > 8 * count


@pytest.mark.slow_with("4")
@pytest.mark.parametrize("seed", [2, 4])
def test_random_functions_answer_as_in_python(tmp_path, seed):
    compare(tmp_path, seed, 2, 96)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_more_random_functions_answer_as_in_python(tmp_path, seed):
    bits = random.Random(seed).choice([65, 81, 100, 127, 162, 200, 240])
    compare(tmp_path, seed, 4, bits, level=FAST_CODE if seed % 2 else FAST_COMPILATION, signed=seed % 3 == 0)


ARITHMETIC = """
def f0(a, b, n):
    return a * b - (a << n) + (b >> n)

def f0_of(given):
    return f0(given[0], given[1], given[2])

def f1(a, b, n):
    return a // b if n == 0 else a % b if n == 1 else -a // b if n == 2 else a % -b

def f1_of(given):
    return f1(given[0], given[1], given[2])
"""
EDGES = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**95, 2**96 - 1]


def test_products_and_quotients_of_numbers_at_the_edges_of_words(tmp_path):
    module = import_module(tmp_path / "edges.py", ARITHMETIC)
    rules = CompiledFunctions([module.f0, module.f1], 96)
    for a in EDGES:
        for b in EDGES:
            for n in range(4):
                assert rules.ask(0, a, b, 23 * n) == module.f0(a, b, 23 * n)
                if b:
                    assert rules.ask(1, a, b, n) == module.f1(a, b, n)
    with pytest.raises(ZeroDivisionError):
        rules.ask(1, 5, 0, 0)


SQUARES = """
def f0(a, b, n):
    for _ in range(n):
        a = a * a
    return a & 255

def f0_of(given):
    return f0(given[0], given[1], given[2])
"""


def test_ints_become_wider_until_the_limit_which_is_an_error(tmp_path):
    module = import_module(tmp_path / "squares.py", SQUARES)
    rules = CompiledFunctions([module.f0], 96)
    assert rules.ints == (0, 128)
    assert rules.ask(0, 2**90 + 3, 0, 1) == module.f0(2**90 + 3, 0, 1)
    assert rules.ints == (0, 256)
    assert rules.ask(0, 2**90 + 3, 0, 3) == module.f0(2**90 + 3, 0, 3)
    assert rules.ints == (0, 1024)
    with pytest.raises(Refusal, match="needs more than 1,024 bits"):
        rules.ask(0, 2**90 + 3, 0, 4)


STORED = """
from plywise.bits import members

def set_of(a, b):
    both = a ^ b
    return members(both)

def common(a, b):
    both = a & b
    more = both ^ 5
    return (cell for cell in range(96) if both >> cell & 1 and (more ^ 5) >> cell & 1)

def f0(a, b, n):
    cells = set_of(a, b)
    found = next(cells, 0)
    for cell in cells:
        found += (cell + n) << n
    return found

def f0_of(given):
    return f0(given[0], given[1], given[2])

def f1(a, b, n):
    cells = common(a, b)
    found = next(cells, 0)
    for cell in cells:
        found = found * 3 + cell & 2**90 - 1
    return found

def f1_of(given):
    return f1(given[0], given[1], given[2])
"""


def test_stored_generators_read_whole_wide_ints(tmp_path):
    module = import_module(tmp_path / "stored.py", STORED)
    rules, dice = CompiledFunctions([module.f0, module.f1], 96), random.Random(1)
    for _ in range(300):
        a, b = dice.getrandbits(96), dice.getrandbits(96) | dice.getrandbits(96)
        for at, function in enumerate((module.f0, module.f1)):
            assert rules.ask(at, a, b, 3) == function(a, b, 3), (at, a, b)


# --- how wide ---------------------------------------------------------------------------------------------------------


def test_narrow_ints_stay_words_until_one_is_too_large():
    widths = Widths()
    assert not any(widths.makes_wide(level) for level in (SHIFTS, SUMS, ALL))
    assert wider(0, 128, IntOverflow("too large", 64, SUMS)) == (SUMS, 128)
    assert wider(SUMS, 128, IntOverflow("too large", 128, SUMS)) == (SUMS, 256)
    widths = Widths(SUMS)
    assert [widths.makes_wide(level) for level in (SHIFTS, SUMS, ALL)] == [True, True, False]


@pytest.mark.slow_with("reversi")
@pytest.mark.parametrize("name", ["bit_boxes", "reversi"])
def test_a_game_without_wide_ints_computes_with_words_alone(name):
    rules, exports = rules_of(WRITTEN[name].load())
    program = compile_functions(exports, method_meant=method_meant, widths=rules.widths)
    assert rules.widths.widest == 64
    assert "i128" not in str(program.module)


# --- states and actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signed", "values"), [(False, [0, 1, 2**95, 2**96 - 1]), (True, [0, -1, 2**95 - 1, -(2**95)])]
)
def test_a_wide_field_takes_the_words_that_it_needs(signed, values):
    codec = WideCodec(96, signed)
    assert codec.units == (64, 32)
    for value in values:
        low, high = codec.encode(value)
        found = low | high << 64
        assert (found - 2**96 if signed and found >> 95 else found) == value
    for wrong in (2**96, -1 - (2**95 if signed else 0)):
        with pytest.raises(LayoutOverflow):
            codec.encode(wrong)


def test_boards_of_a_state_are_as_wide_as_the_widest():
    codec = Observer().observe([((1 << 30, 1 << 80), 3)]).items[0]
    assert [each.bits for each in codec.items] == [96, 96]


def test_an_action_of_few_bits_is_one_word():
    codec = action_codec([1 << cell for cell in range(0, 100, 7)] + [0, -1], "")
    assert isinstance(codec, CellsCodec)
    assert sum(codec.units) <= 64
    words = [codec.encode(value)[0] for value in (0, -1, 1 << 99, 1 << 98 | 1)]
    assert len(set(words)) == 4
    with pytest.raises(LayoutOverflow):
        codec.encode((1 << 100) - 1)
    assert isinstance(action_codec(list(range(100)), ""), NumberCodec)


def test_an_action_of_too_many_bits_is_refused():
    with pytest.raises(Refusal, match="numbers of the cells"):
        action_codec([(1 << 100) - 1], "")


@pytest.mark.slow_with("domineering_ten")
@pytest.mark.parametrize("name", ["gomoku", "domineering_ten"])
def test_rules_of_bitboards_are_pythons(name):
    assert compare_rules(load(name), positions=30) == SAME


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_rules_of_more_bitboards_are_pythons(name):
    assert compare_rules(load(name), positions=60, level=FAST_CODE) == SAME
