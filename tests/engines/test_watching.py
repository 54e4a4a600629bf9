"""A search's watcher: what it is told is what the search would answer if it were stopped then."""

import pytest

import plywise as pw
from plywise.engines import watching
from plywise.engines.native import strong
from plywise.engines.results import Bound


@pytest.fixture
def told(monkeypatch):
    """Search, and return the result and what the watcher was told, at every chance."""
    monkeypatch.setattr(watching, "REPORT_EVERY", 0.0)

    def call(game, position, **options):
        seen = []
        result = pw.search(game, game.parse_state(position), watcher=seen.append, **options)
        return result, seen

    return call


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "pvs", "mtdf", "deepening", "sss"])
def test_what_the_reference_tells_is_true(told, algorithm):
    game = pw.make("tictactoe")
    result, seen = told(game, "X...O....", algorithm=algorithm, engine="reference")
    truth = pw.search(game, game.parse_state("X...O...."), engine="reference", all_moves=True)
    assert len(seen) > 10
    assert [each.nodes for each in seen] == sorted(each.nodes for each in seen)
    assert all(each.nodes < result.nodes + 1 and each.stopped_by == "interrupt" for each in seen)
    for each in seen:
        if each.pv and algorithm in ("minimax", "negamax", "alphabeta"):
            assert each.bound is Bound.LOWER
            assert each.value <= truth.value
            assert truth.action_values[each.best] == each.value
        assert not each.proved or each.value == truth.value
    if algorithm == "deepening":
        assert len({each.depth for each in seen if each.value is not None}) > 3


@pytest.mark.slow_with("native")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_watcher_changes_nothing(told, engine):
    game = pw.make("tictactoe")
    result, _ = told(game, "X...O....", engine=engine)
    alone = pw.search(game, game.parse_state("X...O...."), engine=engine)
    assert (result.value, result.nodes, result.pv) == (alone.value, alone.nodes, alone.pv)


def test_the_line_that_a_native_search_expects_keeps_the_value(monkeypatch):
    kept, keep = [], strong.StrongRun.keep

    def keep_and_note(run, *found):
        keep(run, *found)
        kept.append(run.so_far())

    monkeypatch.setattr(strong, "EXPECTING_NODES", 0)
    monkeypatch.setattr(strong.StrongRun, "keep", keep_and_note)
    game = pw.make("tictactoe")
    for position in ("X........", "X...O...."):
        pw.search(game, game.parse_state(position), engine="native", algorithm="deepening", depth=5)
    assert max(len(each.pv) for each in kept) > 2
    for each in kept:
        state = each.state
        for plies, action in enumerate(each.pv, start=1):
            state = game.result(state, action)
            assert pw.algorithms.alphabeta(game, state, depth=each.depth - plies).value == each.value


def test_what_a_watcher_raises_ends_the_search():
    def leave(result):
        raise ZeroDivisionError

    game = pw.make("tictactoe")
    with pytest.raises(ZeroDivisionError):
        pw.search(game, engine="reference", algorithm="minimax", watcher=leave)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "deepening"},
        {"algorithm": "deepening", "threads": 2},
        {"algorithm": "alphabeta"},
        {"algorithm": "minimax", "order": "history"},
        {"algorithm": "alphabeta", "all_moves": True},
        {"algorithm": "pvs"},
    ],
    ids=str,
)
def test_what_the_native_engine_tells_is_true(told, options):
    game = pw.make("connect4")
    result, seen = told(game, "444", engine="native", time=1.5, **options)
    assert len(seen) > 20
    assert [each.nodes for each in seen] == sorted(each.nodes for each in seen)
    legal = set(game.actions(game.parse_state("444")))
    assert all(each.best in legal for each in seen)
    if options["algorithm"] == "deepening":
        depths = [each.depth for each in seen if each.value is not None]
        assert depths == sorted(depths)
        assert depths[-1] > depths[0]
        assert result.depth >= depths[-1]
