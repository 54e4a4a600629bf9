"""The table behind UCI_Elo: measured, in order, and read between its rungs."""

import json

from plywise.engines.skill import settings_of
from plywise.play.ladders import read_ladders
from plywise.protocols.strength import TABLE, greatest_elo, least_elo, skill_at
from tests.helpers.paths import ROOT

MEASURED = json.loads(TABLE.read_text(encoding="utf-8"))
RUNGS = MEASURED["rungs"]


def test_more_elo_is_more_skill():
    for name in ("elo", "skill"):
        assert [rung[name] for rung in RUNGS] == sorted({rung[name] for rung in RUNGS})
    skills = [skill_at(elo) for elo in range(least_elo(), greatest_elo() + 1, 10)]
    assert skills == sorted(set(skills))
    assert [skill_at(rung["elo"]) for rung in RUNGS] == [rung["skill"] for rung in RUNGS]
    assert skill_at(0) == skill_at(least_elo()) == RUNGS[0]["skill"]
    assert skill_at(9999) == skill_at(greatest_elo()) == RUNGS[-1]["skill"]


def elo_at(skill):
    """Return the Elo whose skill is nearest."""
    return min(range(least_elo(), greatest_elo() + 1), key=lambda elo: abs(skill_at(elo) - skill))


def test_the_page_says_what_was_measured():
    page = " ".join((ROOT / "docs/guides/programs.md").read_text(encoding="utf-8").split())
    asked, worth = ([each[name] for each in MEASURED["stockfish"]] for name in ("asked", "elo"))
    for numbers in (asked, worth):
        *first, last = map(str, numbers)
        assert f"{', '.join(first)} and {last}" in page
    errors = [rung["error"] for rung in RUNGS]
    assert f"{least_elo()} to {greatest_elo()} on Plywise's own scale" in page
    nodes = settings_of(RUNGS[0]["skill"]).nodes, settings_of(RUNGS[-1]["skill"]).nodes
    assert f"{len(RUNGS)} rungs, from {nodes[0]} to {nodes[1]:,} nodes" in page
    assert f"error is {min(errors)} to {max(errors)} Elo" in page
    *first, last = (str(elo_at(rung.skill)) for rung in read_ladders()["chess"].rungs)
    assert f"levels 1 to 12 are at {', '.join(first)} and {last}" in page
