"""Statistics of whole games, against counts that are known or found by plain recursion."""

import json

import plywise as pw
from plywise.solvers.statistics import count_positions
from tests.solvers.test_backward import Web, reachable, worth_of


def test_tic_tac_toe_has_its_5478_positions():
    found = count_positions(pw.make("tictactoe"))
    assert (found.positions, found.ends, found.moves) == (5_478, 958, 16_167)
    assert [row[0] for row in found.by_ply] == [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]
    assert sum(found.by_value.values()) == found.positions
    assert (found.by_value[1, 0], found.by_value[-1, 0]) == (626, 316)  # ends: 626, 316 and 16 draws


def test_random_graphs_count_what_iteration_finds():
    for seed in range(60):
        game = Web(seed, "text")
        here, wanted = reachable(game, game.states[0]), worth_of(game)
        found = count_positions(game)
        assert found.positions == len(here)
        for (value, plies), count in found.by_value.items():
            assert count == sum(wanted[state] == (value, plies) for state in here)


def test_the_program_counts_positions(plywise):
    code, out, err = plywise("count", "tictactoe", "--positions", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["positions"] == 5_478
    code, out, err = plywise("count", "tictactoe", "--positions")
    assert "5,478 positions, 958 of them the end of a game" in out
    code, out, err = plywise("count", "tictactoe")
    assert code == 2
    assert len(err.splitlines()) == 1
