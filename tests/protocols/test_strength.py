"""The table behind UCI_Elo: measured, in order, and read between its rungs."""

import json

import pytest

from plywise.protocols.strength import TABLE, Strength, choose, greatest_elo, least_elo, strength_of
from tests.helpers.paths import ROOT

MEASURED = json.loads(TABLE.read_text(encoding="utf-8"))


def test_more_elo_is_more_thought_and_more_care():
    rungs = MEASURED["rungs"]
    for name in ("elo", "nodes"):
        assert [rung[name] for rung in rungs] == sorted({rung[name] for rung in rungs})
    assert [rung["slack"] for rung in rungs] == sorted((rung["slack"] for rung in rungs), reverse=True)
    each = [strength_of(elo) for elo in range(least_elo(), greatest_elo() + 1, 50)]
    assert [one.nodes for one in each] == sorted(one.nodes for one in each)
    assert strength_of(0) == strength_of(least_elo())
    assert strength_of(9999) == strength_of(greatest_elo())


def test_the_page_says_what_was_measured():
    page = " ".join((ROOT / "docs/programs.md").read_text(encoding="utf-8").split())
    asked, worth = ([each[name] for each in MEASURED["stockfish"]] for name in ("asked", "elo"))
    for numbers in (asked, worth):
        *first, last = map(str, numbers)
        assert f"{', '.join(first)} and {last}" in page
    rungs = MEASURED["rungs"]
    errors = [rung["error"] for rung in rungs]
    assert f"{least_elo()} to {greatest_elo()} on a ladder" in page
    assert f"{len(rungs)} rungs, from {rungs[0]['nodes']} to {rungs[-1]['nodes']:,} nodes" in page
    assert f"error is {min(errors)} to {max(errors)} Elo" in page


@pytest.mark.parametrize(("slack", "places"), [(0, {0}), (10, {0, 1}), (500, {0, 1, 2})])
def test_a_move_is_chosen_among_those_that_look_nearly_as_good(slack, places):
    chosen = {choose([30, 25, -100], Strength(100, slack), str(position)) for position in range(60)}
    assert chosen == places
