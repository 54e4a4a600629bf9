"""Games with NumPy inside their rules, as people write them: compiled next to interpreted."""

import re

import pytest

import plywise as pw
from tests.helpers.paths import DATA
from tests.helpers.rule_twins import SAME as SAME_RULES
from tests.helpers.rule_twins import compare_rules
from tests.helpers.twins import SAME, compare

FOLDER = DATA / "with_numpy"
DEPTHS = {
    "bytes_board": 4, "bytes_field": 4, "connect_four": 4, "gomoku": 3, "lights": 5,
    "nim": 8, "othello": 4, "tictactoe": 4,
}  # fmt: skip
"""The games, and what plain Python searches of each in about a second."""


def load(name):
    file = FOLDER / f"{name}.py"
    found = re.search(r"^class (\w+)\(pw.Game", file.read_text(), re.MULTILINE)
    return pw.make(f"{file}:{found[1]}")


def test_each_file_is_tried():
    assert {file.stem for file in FOLDER.glob("*.py")} == {*DEPTHS}


@pytest.mark.fast_with("nim", "lights", "bytes_board")
@pytest.mark.parametrize("name", DEPTHS)
def test_rules_with_arrays_answer_the_same(name):
    assert compare_rules(load(name), positions=40) == SAME_RULES


@pytest.mark.slow
@pytest.mark.parametrize("name", DEPTHS)
def test_a_game_with_arrays_is_the_references_twin(name):
    game = load(name)
    assert pw.check(game, states=50, playouts=5).ok
    assert compare(game, range(1, DEPTHS[name] + 1), positions=200, strong=True) == SAME
