"""Mates in at most three, labelled by exhaustive search with other programs: proved to be the shortest.

tests/data/chess_mates.jsonl: each position with the number of moves to the mate, and all moves that begin it.
"""

import json

import pytest

import plywise as pw
from tests.helpers.paths import DATA

ROWS = [json.loads(line) for line in (DATA / "chess_mates.jsonl").read_text().splitlines()]
MOST_NODES = 700_000


@pytest.mark.slow
def test_each_mate_is_proved_the_shortest_with_all_its_first_moves():
    game = pw.make("chess")
    for row in ROWS:
        found = pw.solve(game, game.parse_state(row["fen"]))
        assert (found.outcome, found.distance) == ("win", 2 * row["mate_in"] - 1), row
        assert sorted(found.best_words) == sorted(row["first_moves"]), row
        assert found.nodes < MOST_NODES, row


def test_the_textbook_s_minimax_finds_mates_in_one():
    game = pw.make("chess")
    for row in [row for row in ROWS if row["mate_in"] == 1][:4]:
        found = pw.search(game, game.parse_state(row["fen"]), depth=1, engine="reference", all_moves=True)
        mates = [word for word, value in found.to_dict()["action_values"].items() if abs(value) == 30_000]
        assert sorted(mates) == sorted(row["first_moves"])
