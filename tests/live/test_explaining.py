"""Trees of positions, as a worker makes them."""

import threading

import pytest

from plywise.live import explaining
from plywise.live.explaining import show_tree
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work


def tree(game, depth, **asked):
    asked = {"game": game, "start": "", "moves": [], "owner": "one", "depth": depth} | asked
    return show_tree(Work(WarmGames(), asked, lambda news: None, threading.Event()))


@pytest.mark.parametrize(("asked", "most", "shown"), [(3, 2_000, 3), (3, 8, 1), (3, 15, 2), (1, 5, 1), (20, 2_000, 3)])
def test_a_tree_is_as_deep_as_was_asked_or_as_there_is_room(monkeypatch, asked, most, shown):
    monkeypatch.setattr(explaining, "TREE_NODES", most)
    found = tree("tictactoe", asked, start="XOXO.....") if asked < 20 else tree("tictactoe", asked, start="XOXOXO...")
    assert found["depth"] == shown
    assert found["html"].startswith("<!DOCTYPE html>")
