"""Inputs: what is looked at in states, and that writing what was read changes nothing."""

import sys

import numpy as np
import pytest

import plywise as pw
from plywise.engines.learned.positions import LONG, Leaf
from plywise.engines.native.selective.learned import model_array
from plywise.learning.inputs import find_inputs
from tests.helpers import wide_games
from tests.helpers.first_written import GAMES
from tests.helpers.learned_models import inputs_of, practice_of, random_model
from tests.helpers.plain_games import StonesOfTwoKinds


def check_inputs(game):
    """Fail where reading and writing does not give the same words, or the search cannot read what was found."""
    inputs, rows = inputs_of(game)
    contents = inputs.read(rows.words)
    assert (inputs.write(rows.words, contents) == rows.words).all()
    assert (contents >= 0).all()
    assert (contents < [len(cell.contents) for cell in inputs.cells]).all()
    assert not any(
        (contents[:, cell] == contents[0, cell]).all() for cell in range(first_single(inputs), len(inputs.cells))
    )
    for board in inputs.boards:
        assert len({len(cell.contents) for cell in inputs.cells[board.first : board.last]}) == 1
    model_array(random_model(inputs, 1, tables=5), practice_of(game).leaves, rows.words.shape[1])
    return inputs, rows


def first_single(inputs):
    return inputs.boards[-1].last if inputs.boards else 0


@pytest.mark.parametrize("name", ["othello", "kalah", "tictactoe", "hex:size=4", "connect4"])
def test_games_of_the_package(name):
    check_inputs(pw.make(name))


def test_a_game_whose_states_are_of_two_classes():
    inputs, _ = check_inputs(StonesOfTwoKinds())
    assert max(board.cells for board in inputs.boards) == 16


@pytest.mark.fast_with("reversi", "minichess", "sim")
@pytest.mark.parametrize("written", GAMES.values(), ids=GAMES)
def test_games_as_first_written(written, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    check_inputs(written.load())


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in wide_games.GAMES if each != "hex_nine"])
def test_games_of_wide_ints(name):
    check_inputs(wide_games.load(name))


# --- by hand: leaves and words ----------------------------------------------------------------------------------------


def ints(*shifts_and_widths, labels=None):
    return [
        Leaf(f".{place}", (), place, shift, width, labels) for place, (shift, width) in enumerate(shifts_and_widths)
    ]


def test_sets_of_bits_about_one_board_have_joint_cells():
    source = np.random.default_rng(1)
    free = source.integers(0, 3, (500, 70))
    words = np.zeros((500, 3), np.int64)
    for cell in range(64):
        for player in (0, 1):
            words[:, player] |= (free[:, cell] == player + 1).astype(np.int64) << cell
    words[:, 2] = np.where(source.random(500) < 0.5, 1, -1)
    inputs = find_inputs(ints((0, 64), (0, 64), (0, 64)), words)
    (board,) = inputs.boards
    assert board.cells == 64
    assert [len(cell.parts) for cell in inputs.cells] == [2] * 64 + [1]
    assert set(inputs.cells[0].contents) == {(0, 0), (1, 0), (0, 1)}
    assert set(inputs.cells[64].contents) == {(1,), (-1,)}
    contents = inputs.read(words)
    names = [inputs.cells[63].contents[each] for each in contents[:, 63]]
    assert names == [((0, 0), (1, 0), (0, 1))[each] for each in free[:, 63]], "bit 63 is a cell like others"
    assert (inputs.write(words, contents) == words).all()
    counts = inputs.counts(contents)
    assert (counts.sum(axis=1) == 64).all()


def test_few_ints_of_a_row_are_sets_of_the_same_cells_and_many_are_rows():
    source = np.random.default_rng(1)
    two = [Leaf("[]", (place,), 0, 9 * place, 9, range(512)) for place in range(2)]
    (board,) = find_inputs(two, source.integers(0, 2**18, (500, 1))).boards
    assert board.indices == tuple((cell,) for cell in range(9))
    many = [Leaf("[]", (place,), 0, 7 * place, 7, range(128)) for place in range(7)]
    words = source.integers(0, 2**49, (5000, 1))
    (board,) = find_inputs(many, words).boards
    assert board.indices == tuple((row, column) for row in range(7) for column in range(7))


def test_what_never_changes_is_left_out_and_so_is_a_hash():
    source = np.random.default_rng(2)
    words = np.stack(
        [
            np.full(500, 7),
            source.integers(-(2**63), 2**63, 500),
            source.integers(0, 4, 500),
            source.integers(0, 2**20, 500),
        ],
        axis=1,
    )
    inputs = find_inputs([*ints((0, 64), (0, 64), (0, 64)), Leaf(".3", (), 3, 0, 20, None)], words)
    assert {part.path for cell in inputs.cells for part in cell.parts} == {".2", ".3"}


def test_contents_that_were_never_seen_count_as_the_most_frequent():
    words = np.array([[0]] * 5 + [[1]] * 9 + [[2]] * 3, np.int64)
    inputs = find_inputs([Leaf(".0", (), 0, 0, 3, range(8))], words)
    (cell,) = inputs.cells
    assert cell.contents == ((1,), (0,), (2,))
    assert inputs.read(np.array([[5], [1], [0], [2], [7]], np.int64))[:, 0].tolist() == [0, 0, 1, 2, 0]


@pytest.mark.parametrize("values", [200, 256])
def test_contents_are_numbered_in_eight_bits(values):
    words = np.arange(values, dtype=np.int64).reshape(-1, 1)
    words = np.concatenate([words, np.roll(words, 60, axis=0)], axis=1)
    row = [Leaf("[]", (place,), place, 0, 8, range(256)) for place in range(2)]
    inputs = find_inputs([*row, Leaf(".9", (), 0, 8, 8, range(256))], words)
    contents = inputs.read(words)
    assert (inputs.write(words, contents) == words).all()
    assert max(len(cell.contents) for cell in inputs.cells) <= 127


def test_the_bits_of_a_long_int_are_one_board():
    source = np.random.default_rng(3)
    words = source.integers(-(2**63), 2**63, (400, 2)) & source.integers(-(2**63), 2**63, (400, 2))
    leaves = [Leaf(f".0{LONG}", (0,), 0, 0, 64, None), Leaf(f".0{LONG}", (64,), 1, 0, 36, None)]
    words[:, 1] &= 2**36 - 1
    words &= ~np.where(source.random(400) < 0.9, 0, 0).reshape(-1, 1)
    words &= source.integers(-(2**63), 2**63, (400, 2))
    words[:, 1] &= 2**36 - 1
    (board,) = find_inputs(leaves, words).boards
    assert board.indices == tuple((bit,) for bit in range(100))


@pytest.mark.slow
def test_there_are_never_more_cells_and_tables_than_the_search_has_room_for():
    source = np.random.default_rng(4)
    words = (
        source.integers(0, 2**60, (300, 80))
        & source.integers(0, 2**60, (300, 80))
        & source.integers(0, 2**60, (300, 80))
    )
    leaves = [Leaf(f".{place}", (), place, 0, 60, None) for place in range(80)]
    inputs = find_inputs(leaves, words)
    assert 1000 < len(inputs.radices) <= 2048
