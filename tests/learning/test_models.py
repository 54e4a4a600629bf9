"""The kinds of models: their prices, and which of them a generation fits."""

from types import SimpleNamespace

import numpy as np
import pytest

import plywise as pw
from plywise.learning.generations import Learning, Progress, survey_game
from plywise.learning.models import ADD, CELL, KINDS, MAX_INPUTS, READ, UNIT, evaluation_of, kinds_for, price_of
from plywise.learning.symmetries import Found

CELLS, PATTERNS, NETWORK = KINDS


@pytest.fixture(scope="module")
def survey():
    return survey_game(pw.make("hex:size=4"), 1)


def model_of(kind, survey):
    return evaluation_of(kind, survey.inputs, survey.found, survey.patterns, 0.0, 1).model()


def test_a_model_costs_what_it_reads(survey):
    assert price_of(evaluation_of(CELLS, survey.inputs, survey.found, [], 0.0, 1).model(), survey.rates) == 1
    still = np.zeros(len(survey.rates))
    assert price_of(model_of(PATTERNS, survey), still) == 1
    assert price_of(model_of(NETWORK, survey), still) == pytest.approx(1 + 32 * UNIT)
    one = still.copy()
    one[0] = 1.0
    for kind in KINDS:
        model = model_of(kind, survey)
        tables = sum(0 in table.cells for table in model.tables)
        price = 1 + CELL + READ * tables + (ADD + UNIT) * model.units
        assert price_of(model, one) == pytest.approx(price)


def test_kinds_are_in_the_order_of_their_prices(survey):
    prices = [price_of(model_of(kind, survey), survey.rates) for kind in survey.kinds]
    assert prices == sorted(prices)
    assert set(survey.kinds) == set(KINDS)
    assert survey.kinds[0] == CELLS


def test_a_game_without_a_board_or_with_too_many_inputs_has_fewer_kinds(survey):
    singles = [each for each in survey.patterns if len(each.radices) == 1]
    assert set(kinds_for(survey.inputs, survey.found, singles, survey.rates)) == {CELLS, NETWORK}
    cell = survey.inputs.cells[0]
    many = SimpleNamespace(
        cells=[cell] * (MAX_INPUTS // len(cell.contents) + 1), boards=[], counted=[], radices=[len(cell.contents)]
    )
    assert kinds_for(many, Found(None, (), ()), [], np.zeros(0)) == [CELLS]


class Fake(Learning):
    """A run in which models are accepted as a script says."""

    def __init__(self, accepted):
        self.progress, self.survey = Progress(), SimpleNamespace(kinds=KINDS)
        self.kind, self.accepted, self.tried = None, accepted, []

    def _try(self, number, kind, positions, games):
        taken = (number, kind.name) in self.accepted
        self.tried.append((number, kind.name))
        self.progress.generations.append(SimpleNamespace(number=number, taken=taken))
        self.kind = kind if taken else self.kind


@pytest.mark.parametrize(
    ("accepted", "tried"),
    [
        ([], [(0, "cpn"), (1, "cpn"), (2, "cpn")]),
        ([(0, "cells")], [(0, "cpn"), (1, "c"), (2, "cpn")]),
        ([(0, "cells"), (0, "patterns")], [(0, "cpn"), (1, "p"), (2, "pn")]),
        ([(0, "network"), (1, "network"), (2, "network")], [(0, "cpn"), (1, "n"), (2, "n")]),
        ([(0, "network"), (2, "patterns")], [(0, "cpn"), (1, "n"), (2, "np")]),
    ],
)
def test_a_generation_fits_the_kind_in_use_and_others_after_a_rejection(accepted, tried):
    run = Fake(set(accepted))
    for number in range(3):
        run._try_kinds(number, [0])
    assert [(number, "".join(name[0] for at, name in run.tried if at == number)) for number in range(3)] == tried
