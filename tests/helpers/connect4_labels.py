"""Positions of Connect Four that another program solved (tests/data/connect4_scores.jsonl).

A score is 22 less the stones that the winner has in the end, below 0 where the player to move loses; `column_scores`
are those of the columns.
"""

import json

import plywise as pw
from plywise import MAX, MIN
from tests.helpers.paths import DATA

CONNECT4 = pw.make("connect4")


SCORES = DATA / "connect4_scores.jsonl"
LABELLED = [json.loads(line) for line in SCORES.read_text().splitlines()]


def labelled(*stones):
    return [each for each in LABELLED if each["stones"] in stones]


def states_of(positions):
    return [CONNECT4.parse_state(each["moves"]) for each in positions]


def score_of(value, distance, stones):
    """Return the score, in the view of the player to move, of a value in MAX's view."""
    if value == 0:
        assert distance is None
        return 0
    winner = MAX if (stones + distance) % 2 else MIN
    assert value == winner
    mover = MIN if stones % 2 else MAX
    return (22 - (stones + distance + 1) // 2) * winner * mover
