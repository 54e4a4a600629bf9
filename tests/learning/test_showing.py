"""How a learned evaluation is shown: its patterns on the board that it was learned on."""

import pytest

from plywise.engines.learned.file import read_learned
from plywise.learning.showing import describe_learned
from tests.helpers.paths import ROOT

EVALUATIONS = ROOT / "src/plywise/games/evaluations"


def boards(name):
    """Yield the drawn rows of each pattern."""
    _, *parts = describe_learned(read_learned(str(EVALUATIONS / name))).split("MAX:\n")
    for part in parts:
        yield [line for line in part.partition("\n\n")[0].splitlines() if line]


@pytest.mark.parametrize(("name", "shift"), [("hex-7.eval", 1), ("breakthrough-8x8.eval", 0)])
def test_rows_of_hexagons_lie_half_a_cell_apart(name, shift):
    shown = [*boards(name)]
    assert len(shown) == 5
    for rows in shown:
        indents = [len(row) - len(row.lstrip()) for row in rows]
        assert indents == [2 + shift * number for number in range(len(rows))]
        assert len({len(row.split()) for row in rows}) == 1
