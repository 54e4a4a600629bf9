"""What is compiled in the background is what is called then; otherwise a search that cannot wait would have to."""

import pytest

import plywise as pw
from plywise.engines import ExactPlan
from plywise.engines.algorithms import ALGORITHMS, SELECTIVE, WITH_REFERENCE
from plywise.engines.limits import Limits
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.engines import engine_of
from plywise.engines.native.preparation import plan_of
from plywise.solvers.bounds import make_bounding
from tests.helpers.stones import Stones

NATIVE = [name for name in WITH_REFERENCE if ALGORITHMS[name].native is not None]


class Called(pw.InputError):
    """An entry has been called."""


class Promising(Stones):
    """Stones that know which action to try first."""

    def priority(self, state, action):
        return action


@pytest.fixture
def asked(monkeypatch):
    """The entries that are asked for, each with its config; none is compiled, and the first call ends a search."""
    found = []

    def entry(engine, function, config=None):
        found.append((function, config))
        return call

    def call(*words):
        raise Called

    for game in GAMES:
        engine_of(game)
    monkeypatch.setattr(Engine, "entry", entry)
    return found


GAMES = (Stones(7), Promising(7))


@pytest.mark.parametrize("game", GAMES, ids=["stones", "promising"])
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("name", NATIVE)
def test_a_search_asks_for_what_was_planned(name, over, game, asked):
    algorithm, state = ALGORITHMS[name], game.initial()
    while over and not game.terminal(state):
        state = game.result(state, game.actions(state)[0])
    for depth in (None, 0, 3):
        for order, table in (("given", None), ("given", 1), ("random", None)):
            if (order != "given" and not algorithm.is_textbook) or (table and not algorithm.keeps_table):
                continue
            asked.clear()
            with pytest.raises(Called):
                pw.search(game, state, depth=depth, algorithm=name, order=order, table=table, engine="native")
            plan = plan_of(game, state, algorithm, Limits(depth), order, table is not None)
            assert set(asked) <= set(plan.needs(engine_of(game))), (depth, order, table)


@pytest.mark.parametrize("game", GAMES, ids=["stones", "promising"])
def test_a_search_for_play_asks_for_what_was_planned(game, asked):
    for depth in (None, 3):
        asked.clear()
        with pytest.raises(Called):
            pw.search(game, depth=depth, algorithm=SELECTIVE.name, engine="native")
        plan = plan_of(game, game.initial(), SELECTIVE, Limits(depth), "given", False)
        assert asked
        assert set(asked) <= set(plan.needs(engine_of(game)))


def test_a_search_for_play_of_an_end_asks_for_nothing():
    game = GAMES[0]
    plan = plan_of(game, game.State(0, 1), SELECTIVE, Limits(), "given", False)
    assert plan.needs(engine_of(game)) == []


@pytest.mark.parametrize("distance", [True, False])
def test_bounds_are_proved_with_what_was_planned(distance, asked):
    game = GAMES[0]
    bounding = make_bounding(game, game.initial(), "native", distance)
    for depth in (None, 3):
        with pytest.raises(Called):
            bounding.narrow(game.initial(), 1000, depth)
    assert len(set(asked)) == 2
    assert set(asked) == set(ExactPlan(distance).needs(engine_of(game)))
