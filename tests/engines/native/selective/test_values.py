"""With no feature the search for play is minimax: compared with the reference, action by action."""

import random

import pytest

import plywise as pw
from plywise.engines.move_limits import MoveLimits
from plywise.engines.play_features import PLAY_FEATURES
from plywise.engines.selective_search import SelectiveSearch

GAMES = {"tictactoe": "tictactoe", "kalah, where players move again": "kalah"}


def positions(game, count, plies):
    source, found = random.Random(7), []
    while len(found) < count:
        state = game.initial()
        for _ in range(source.randrange(plies)):
            if game.terminal(state):
                break
            state = game.result(state, source.choice(list(game.actions(state))))
        if not game.terminal(state):
            found.append(state)
    return found


@pytest.fixture(scope="module", params=GAMES.values(), ids=GAMES)
def game(request):
    return pw.with_learned(pw.make(request.param), None)


@pytest.fixture(scope="module")
def plain(game):
    return SelectiveSearch(game, without=PLAY_FEATURES)


def test_without_features_each_action_is_worth_what_minimax_says(game, plain):
    unit = plain_unit(plain)
    for state in positions(game, 12, 6):
        for depth in (1, 2, 4):
            found = plain.search(state, MoveLimits(depth=depth), all_moves=True)
            wanted = pw.algorithms.minimax(game, state, depth=depth, all_moves=True)
            for action, value in wanted.action_values.items():
                assert found.action_values[action] == pytest.approx(value, abs=unit / 100), (state, depth, action)


def test_lines_come_in_the_order_of_their_values(game, plain):
    for state in positions(game, 6, 6):
        told = []
        plain.search(state, MoveLimits(depth=3), lines=3, report=told.append)
        last = [each for each in told if each.line.depth == 3]
        assert [each.number for each in last] == list(range(1, len(last) + 1))
        points = [each.line.points for each in last]
        assert points == sorted(points, reverse=True)
        assert len({each.actions[0] for each in last}) == len(last)


def test_the_features_agree_with_minimax_where_the_game_is_seen_to_its_end():
    game = pw.make("tictactoe")
    whole = SelectiveSearch(game)
    for state in positions(game, 12, 9)[6:]:
        best = pw.solve(game, state, distance=False)
        found = whole.search(state)
        assert (found.value > 0) - (found.value < 0) == (best.value > 0) - (best.value < 0)
        assert found.best in best.best


def plain_unit(search):
    search.prepare()
    return search._session.config.unit


def test_a_win_is_as_far_away_as_solving_says():
    game = pw.make("tictactoe")
    search = SelectiveSearch(game)
    seen = set()
    for state in positions(game, 60, 7):
        told = []
        found = search.search(state, MoveLimits(depth=9), report=told.append)
        best = pw.solve(game, state)
        assert not found.proved or found.value == best.value
        if best.outcome != "draw":
            from plywise.engines.play_lines import plies_to_end

            assert abs(plies_to_end(told[-1].line.points)) == best.distance
            assert len(found.pv) == best.distance
            seen.add(best.distance)
    assert len(seen) > 2
