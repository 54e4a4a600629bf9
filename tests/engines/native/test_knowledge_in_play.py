"""The search for play with the game's bounds and candidates: what it proves is what the solver proves."""

import random

import pytest

import plywise as pw
from plywise.engines.move_limits import MoveLimits
from plywise.engines.selective_search import SelectiveSearch


def random_states(game, count, plies):
    source = random.Random(5)
    while count:
        state = game.initial()
        for _ in range(plies):
            if game.terminal(state):
                break
            state = game.result(state, source.choice(list(game.actions(state))))
        if not game.terminal(state):
            count -= 1
            yield state


@pytest.mark.slow
def test_the_search_for_play_finds_what_is_solved_with_the_bounds_and_without():
    game = pw.make("connect4", width=5, height=4)
    searches = [SelectiveSearch(game), SelectiveSearch(game, without=["knowledge"])]
    nodes = [0, 0]
    for state in random_states(game, 12, 9):
        solved = pw.solve(game, state, distance=False)
        for number, search in enumerate(searches):
            search.forget()
            found = search.search(state, MoveLimits(depth=20))
            assert (found.value > 0) - (found.value < 0) == solved.value, game.format_state(state)
            nodes[number] += found.nodes
    assert nodes[0] < nodes[1] / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough:rows=5,columns=4", "othello:size=4"])
def test_other_games_with_bounds(name):
    game = pw.make(name)
    search = SelectiveSearch(game)
    for state in random_states(game, 12, 6):
        search.forget()
        found = search.search(state, MoveLimits(depth=40, nodes=3_000_000))
        solved = pw.solve(game, state, distance=False)
        assert (found.value > 0) - (found.value < 0) == (solved.value > 0) - (solved.value < 0), game.format_state(
            state
        )
