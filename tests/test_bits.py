"""Sets of small integers held as the bits of one int, against Python's own sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.bits import (
    bit,
    difference,
    lowest,
    members,
    popcount,
    product,
    shifted_down,
    shifted_up,
    swapped_bytes,
    without_lowest,
    wrapped,
    wrapped_sum,
)
from tests.helpers import expressions
from tests.helpers.in_turn import in_turn

sets_of_cells = st.frozensets(st.integers(0, 63))


def bits_of(cells):
    return sum(1 << cell for cell in cells)


@given(sets_of_cells)
def test_the_members_of_a_set_come_in_ascending_order(cells):
    assert list(members(bits_of(cells))) == sorted(cells)


@given(sets_of_cells)
def test_popcount_is_the_size_of_the_set(cells):
    assert popcount(bits_of(cells)) == len(cells)


@given(sets_of_cells.filter(bool))
def test_lowest_is_the_smallest_member(cells):
    assert lowest(bits_of(cells)) == min(cells)


def test_the_empty_set_has_no_members():
    assert popcount(0) == 0
    assert list(members(0)) == []


@pytest.mark.parametrize("cell", [0, 1, 31, 32, 62, 63])
def test_a_set_of_one_cell_at_the_word_s_edges(cell):
    assert (popcount(1 << cell), lowest(1 << cell), list(members(1 << cell))) == (1, cell, [cell])


def test_the_full_word():
    full = 2**64 - 1
    assert popcount(full) == 64
    assert lowest(full) == 0
    assert list(members(full)) == list(range(64))


def test_the_sets_of_four_cells_without_exception():
    for bits in range(1, 16):
        cells = [cell for cell in range(4) if bits >> cell & 1]
        assert (list(members(bits)), popcount(bits), lowest(bits)) == (cells, len(cells), cells[0])


# --- words of 64 bits ------------------------------------------------------------------------------------------------

MASK = 2**64 - 1
EDGES = (0, 1, -1, 2, -2, 5, 2**31, 2**32, -(2**32), 2**62, -(2**62), 2**63 - 1, -(2**63), -(2**63) + 1, 0x0F0F << 40)

words = st.integers(-(2**63), 2**63 - 1) | st.sampled_from(EDGES)
places = st.integers(0, 63)


def cells_of(word):
    """Return the cells of a set held as a word, by its digits."""
    digits = f"{word & MASK:064b}"[::-1]
    return [cell for cell in range(64) if digits[cell] == "1"]


def as_word(cells):
    """Return the word, as two's complement has it, of a set of cells."""
    return sum(-(2**63) if cell == 63 else 2**cell for cell in cells)


@given(words)
def test_a_word_is_the_set_of_its_64_bits(word):
    cells = cells_of(word)
    assert as_word(cells) == word
    assert (list(members(word)), popcount(word)) == (cells, len(cells))
    if word:
        assert lowest(word) == cells[0]


@given(words, words)
def test_python_s_own_operators_take_words_to_words(word, other):
    both = set(cells_of(word)), set(cells_of(other))
    assert set(cells_of(word & other)) == both[0] & both[1]
    assert set(cells_of(word | other)) == both[0] | both[1]
    assert set(cells_of(word ^ other)) == both[0] ^ both[1]
    assert set(cells_of(~word)) == set(range(64)) - both[0]
    for made in (word & other, word | other, word ^ other, ~word):
        assert wrapped(made) == made


@given(words, places)
def test_shifts_move_the_cells_and_lose_those_that_leave_the_word(word, by):
    assert cells_of(shifted_up(word, by)) == [cell + by for cell in cells_of(word) if cell + by < 64]
    assert cells_of(shifted_down(word, by)) == [cell - by for cell in cells_of(word) if cell >= by]
    for made in (shifted_up(word, by), shifted_down(word, by)):
        assert -(2**63) <= made < 2**63


@in_turn("cell", range(64))
def test_the_set_of_one_cell_is_a_word(cell):
    assert cells_of(bit(cell)) == [cell]
    assert bit(cell) == shifted_up(1, cell) == wrapped(1 << cell)
    assert (bit(cell) < 0) == (cell == 63)


@given(st.integers(-(2**130), 2**130))
def test_a_wrapped_number_differs_by_a_multiple_of_two_to_the_64(number):
    assert -(2**63) <= wrapped(number) < 2**63
    assert (number - wrapped(number)) % 2**64 == 0


@given(words, words)
def test_products_and_turned_bytes(word, other):
    assert product(word, other) == wrapped(word * other)
    assert (swapped_bytes(word) & MASK).to_bytes(8, "big") == (word & MASK).to_bytes(8, "little")
    assert swapped_bytes(swapped_bytes(word)) == word


@given(words, words)
def test_sums_and_differences_wrap(word, other):
    assert wrapped_sum(word, other) == wrapped(word + other)
    assert difference(word, other) == wrapped(word - other)
    assert difference(wrapped_sum(word, other), other) == word


@given(words)
def test_a_set_loses_its_smallest_member_until_it_is_empty(word):
    assert cells_of(without_lowest(word)) == cells_of(word)[1:]


def everything(word, other, by):
    """Return what each function of bits says, and a digest of the members in their order."""
    digest = 0
    for cell in members(word):
        digest = wrapped(product(digest, 31) + cell + 1)
    first = lowest(word) if word != 0 else -1
    moved = shifted_up(word, by), shifted_down(word, by), bit(by)
    sums = wrapped_sum(word, other), difference(word, other), without_lowest(word)
    return (popcount(word), first, digest, *moved, *sums, wrapped(other), product(word, other), swapped_bytes(word))


@pytest.fixture(scope="module")
def compiled():
    """The same function compiled as rules are."""
    [native] = expressions.compiled(everything)
    return native


def test_compiled_every_function_says_the_same_at_the_edges(compiled):
    for word in EDGES:
        for other in EDGES:
            for by in (0, 1, 31, 32, 62, 63):
                assert compiled(word, other, by) == everything(word, other, by), (word, other, by)


@given(words, words, places)
def test_compiled_every_function_says_the_same(compiled, word, other, by):
    assert compiled(word, other, by) == everything(word, other, by)


@pytest.mark.parametrize("cell", [-1, 64, 200])
def test_a_word_has_64_cells(cell):
    with pytest.raises(ValueError, match=r"cell|negative"):
        bit(cell)
