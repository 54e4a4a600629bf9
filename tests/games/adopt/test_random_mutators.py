"""Random classes that change in place: the reference, the compiled game and the class itself agree."""

import pytest

import plywise as pw
from plywise.engines.perft import count
from plywise.games.adopt.adoption import adopt
from tests.helpers.random_mutators import write_class

EVERY_DAY = range(4)


@pytest.mark.fast_with("3")
@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=() if n in EVERY_DAY else pytest.mark.slow) for n in range(200)]
)
def test_a_class_that_changes_means_the_same_adopted_and_compiled(seed, tmp_path):
    file = tmp_path / "mutator.py"
    file.write_text(write_class(seed))
    adoption = adopt(file)
    game, own = adoption.game_class(), adoption.file.module
    lines = adoption.count_lines(3, 20.0)
    values = [own.minimax(own.Game(), depth) for depth in (1, 2, 3)]
    for engine in ("reference", "native"):
        assert list(count(game, plies=len(lines), engine=engine).nodes_by_ply[1:]) == lines
        found = [pw.search(game, algorithm="alphabeta", depth=depth, engine=engine).value for depth in (1, 2, 3)]
        assert (engine, found) == (engine, values)
    assert adoption.find_faults() == []
