"""A learned evaluation in the kernel: the sum of its tables and units, in whatever order states are evaluated."""

import random
from dataclasses import replace

import numpy as np
import pytest

import plywise as pw
from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.kernel.selective import entry
from plywise.engines.kernel.selective.memory import KEPT, KEPT_BITS
from plywise.engines.kernel.selective.search import INFINITE
from plywise.engines.learned.model import Cell, LearnedModel, Part, Table
from plywise.engines.native.selective.learned import model_array
from plywise.engines.native.selective.session import PlaySession
from plywise.errors import InputError
from tests.helpers import wide_games
from tests.helpers.first_written import GAMES
from tests.helpers.learned_models import columns_of, inputs_of, plain_points, practice_of, random_model
from tests.helpers.plain_games import StonesOfTwoKinds

HEX = pw.make("hex:size=4")


def check_estimates(game, seed, own_scale=0.0, units=0):
    """Fail where the kernel's estimate of a state that is not over is not the sum of its tables and units."""
    retry_with_wider_layout(lambda: _check_estimates(game, seed, own_scale, units))


def _check_estimates(game, seed, own_scale, units):
    inputs, rows = inputs_of(game)
    practice = practice_of(game)
    model = random_model(inputs, seed, own_scale=own_scale, units=units)
    session = PlaySession(practice.engine, 1, 4.0, 0, learned=model)
    config = replace(session.config, threats=False)  # no state is looked into
    session.config, session.entry = config, practice.engine.entry(entry.run_play, config)
    session.memory.begin(0, None)
    columns, work = columns_of(inputs, rows.words), session.memory.works[0]
    order = list(range(len(rows.words)))
    random.Random(seed).shuffle(order)
    assert len(order) > 50
    for number in order[:1500] + order[:20]:
        words, mover = tuple(rows.words[number].tolist()), int(rows.mover[number])
        own = int(rows.own[number])
        work[KEPT : KEPT + (1 << KEPT_BITS)] = 0  # where estimates of states with one play_key are kept
        value = session.call(entry.SEARCH, words, alpha=-INFINITE, beta=INFINITE, depth=0)
        assert mover * value == plain_points(model, columns[number], mover, own), words


@pytest.mark.fast_with("1-hex:size=4", "2-hex:size=4", "1-tictactoe")
@pytest.mark.parametrize("name", ["hex:size=4", "othello", "kalah", "breakthrough", "tictactoe", "connect4"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_estimate_is_the_sum_of_the_tables(name, seed):
    check_estimates(pw.make(name), seed)


@pytest.mark.fast_with("16-hex:size=4", "1-othello", "64-tictactoe")
@pytest.mark.parametrize("name", ["hex:size=4", "othello", "kalah", "breakthrough", "tictactoe", "connect4"])
@pytest.mark.parametrize("units", [1, 16, 32, 64])
def test_the_estimate_with_hidden_units_is_that_of_numpy(name, units):
    check_estimates(pw.make(name), units, units=units)


@pytest.mark.parametrize("own_scale", [0.0, 0.5, 1.0, 3.0625])
def test_the_games_own_evaluation_is_added(own_scale):
    check_estimates(pw.make("othello"), 3, own_scale)


@pytest.mark.slow
@pytest.mark.parametrize("written", GAMES.values(), ids=GAMES)
def test_of_games_as_first_written(written):
    check_estimates(written.load(), 4, units=16)


def test_of_a_game_whose_states_are_of_two_classes():
    check_estimates(StonesOfTwoKinds(), 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", wide_games.GAMES)
def test_of_games_of_wide_ints(name):
    check_estimates(wide_games.load(name), 5, units=16)


# --- what a state can hold --------------------------------------------------------------------------------------------


def array_of(game, cells, tables, entries, counted=()):
    practice = practice_of(game)
    model = LearnedModel(cells, counted, tables, np.array(entries, np.int16))
    return model_array(model, practice.leaves, practice.engine.rules.fields)


def test_another_part_than_the_state_has_is_refused():
    cell = Cell((Part(".9", (), None),), ((0,), (1,)))
    with pytest.raises(InputError, match="does not have the parts"):
        array_of(HEX, [cell], [Table((0,), (1,), 0)], [[1, 2], [3, 4]])


def test_a_bit_behind_the_last_is_refused():
    cell = Cell((Part(".0", (), 64),), ((0,), (1,)))
    with pytest.raises(InputError, match="does not have the parts"):
        array_of(HEX, [cell], [Table((0,), (1,), 0)], [[1, 2], [3, 4]])
