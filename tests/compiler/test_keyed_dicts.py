"""Dicts whose keys are written out, and whose values have several types, next to plain Python."""

import re
from pathlib import Path

import pytest

from tests.helpers.object_twins import differences
from tests.helpers.random_dicts import write_module

FILE = Path("tests/data/keyed_dicts.py")
WRITTEN = re.findall(r"^def (q_\w+)\(", FILE.read_text(), re.M)


@pytest.mark.parametrize("at", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(8, len(WRITTEN), 8))])
def test_dicts_with_a_field_for_each_key_mean_the_same(at, tmp_path):
    names = WRITTEN[at : at + 8]
    found, answers = differences(tmp_path, FILE.read_text(), names)
    assert (found, answers > 6 * len(names)) == ([], True)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 30))])
def test_random_functions_of_such_dicts_mean_the_same(seed, tmp_path):
    found, answers = differences(tmp_path, write_module(seed, 1 if seed == 1 else 4), numbers=range(7))
    assert (found, answers > 0) == ([], True)
