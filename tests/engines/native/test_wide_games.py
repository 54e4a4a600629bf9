"""Games of bitboards wider than a word: the compiled search, next to the reference."""

import pytest

import plywise as pw
from plywise.errors import NativeFailure
from tests.helpers.twins import SAME, compare
from tests.helpers.wide_games import FOLDER, GAMES, load


def test_every_file_is_a_game_that_is_tried():
    assert {file.stem for file in FOLDER.glob("*.py")} == {*GAMES}


@pytest.mark.fast_with("sets_of_bits", "optional_ko", "lines_thirteen", "wide_in_sets")
@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_lawful(name):
    report = pw.check(load(name), states=10, playouts=1, compiled=0)
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_search_of_bitboards_is_the_references_twin(name):
    assert compare(load(name), depths=range(1, GAMES[name] + 1), positions=2, strong=True) == SAME


@pytest.mark.slow
def test_a_narrow_field_that_becomes_wide_in_the_search_is_recompiled(tmp_path):
    file = tmp_path / "grows.py"
    file.write_text(GROWS)
    game = pw.make(f"{file}:Grows")
    found, plain = (pw.search(game, engine=engine, depth=9) for engine in ("native", "reference"))
    assert (found.value, found.nodes) == (plain.value, plain.nodes)


@pytest.mark.slow
def test_a_number_of_over_1024_bits_is_refused_with_what_to_do(tmp_path):
    file = tmp_path / "grows.py"
    file.write_text(GROWS.replace("s.number % 7", "(s.number + 1) ** 900 % 7"))
    game = pw.make(f"{file}:Grows")
    with pytest.raises(NativeFailure, match=r"more than 1,024 bits; reduce it at each step, as by %"):
        pw.search(game, engine="native", depth=9)
    assert pw.search(game, depth=9).engine == "reference"


GROWS = '''
from typing import NamedTuple
import plywise as pw

class State(NamedTuple):
    number: int
    moves: int

class Grows(pw.Game):
    """Only one line in many, of nine times the last action, needs more than 64 bits."""

    def initial(self):
        return State(1, 0)

    def player(self, s):
        return pw.MAX if s.moves % 2 == 0 else pw.MIN

    def actions(self, s):
        return [0, 1, 2, 9]

    def result(self, s, a):
        return State(s.number * 250 + a if a == 9 and s.number > 1 or a == 9 and s.moves == 0 else a, s.moves + 1)

    def terminal(self, s):
        return s.moves >= 9

    def utility(self, s):
        return s.number % 7 % 3 - 1
'''
