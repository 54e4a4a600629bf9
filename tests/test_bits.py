"""Sets of small integers held as the bits of one int, against Python's own sets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plywise.bits import lowest, members, popcount

sets_of_cells = st.frozensets(st.integers(0, 63))


def bits_of(cells):
    return sum(1 << cell for cell in cells)


@given(sets_of_cells)
@settings(deadline=None)
def test_the_members_of_a_set_come_in_ascending_order(cells):
    assert list(members(bits_of(cells))) == sorted(cells)


@given(sets_of_cells)
@settings(deadline=None)
def test_popcount_is_the_size_of_the_set(cells):
    assert popcount(bits_of(cells)) == len(cells)


@given(sets_of_cells.filter(bool))
@settings(deadline=None)
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
