"""The games of bench/first_written against those they repeat: what measures the compiler plays the same games."""

import random
import sys
from importlib import import_module

import bench.first_written.__main__ as measuring
import pytest

import plywise as pw
from tests.helpers.first_written import GAMES
from tests.helpers.twins import SAME, compare

BY_HAND = {
    "brandub": "Brandub",
    "domineering": "Domineering",
    "minichess": "MiniChess",
    "morris": "Morris",
    "quoridor": "Quoridor",
    "race": "Race",
    "reversi": "Reversi",
    "ring": "Ring",
    "ultimate": "Ultimate",
}
each_game = pytest.mark.parametrize("name", BY_HAND)


def both(name, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    return GAMES[name].load(), getattr(import_module(f"bench.first_written.{name}"), BY_HAND[name])()


def assert_one_line_of_play_is_the_same(written, by_hand, dice, plies=150):
    """Play at random, and compare what the rules say of each position; return how many there were."""
    state, other = written.initial(), by_hand.initial()
    for ply in range(plies):
        assert written.evaluate(state) == by_hand.evaluate(other)
        assert written.terminal(state) == by_hand.terminal(other), (ply, state)
        if written.terminal(state):
            assert written.utility(state) == by_hand.utility(other)
            return ply
        assert written.player(state) == by_hand.player(other)
        actions, others = list(written.actions(state)), list(by_hand.actions(other))
        assert len(actions) == len(others) == len(set(others)), state
        place = dice.randrange(len(actions))
        state, other = written.result(state, actions[place]), by_hand.result(other, others[place])
    return plies


@each_game
def test_the_rules_are_the_same(name, monkeypatch):
    dice = random.Random(name)
    lines = 1 if name in ("brandub", "minichess", "morris", "quoridor") else 8
    for _ in range(lines):
        assert assert_one_line_of_play_is_the_same(*both(name, monkeypatch), dice, plies=60) > 3


@pytest.mark.slow
@each_game
def test_the_rules_are_the_same_in_many_positions(name, monkeypatch):
    games, dice, met = both(name, monkeypatch), random.Random(f"much {name}"), 0
    while met < 2000:
        met += assert_one_line_of_play_is_the_same(*games, dice)


def answered(game, **options):
    found = pw.search(game, algorithm="alphabeta", **options)
    return found.value, found.nodes


def assert_the_same_nodes(name, monkeypatch, depths, engine):
    written, by_hand = both(name, monkeypatch)
    for depth in depths:
        for cut in ("ge", "gt"):
            expected = answered(written, engine="reference", depth=depth, cut=cut)
            assert answered(by_hand, engine=engine, depth=depth, cut=cut) == expected, (depth, cut)


@each_game
def test_a_search_enters_the_same_nodes(name, monkeypatch):
    assert_the_same_nodes(name, monkeypatch, (1, 2), "reference")


@pytest.mark.slow
@each_game
def test_a_search_enters_the_same_nodes_at_every_depth(name, monkeypatch):
    assert_the_same_nodes(name, monkeypatch, range(GAMES[name].depth + 1), "reference")


@pytest.mark.slow
@each_game
def test_what_is_written_by_hand_compiles(name, monkeypatch):
    assert_the_same_nodes(name, monkeypatch, range(1, GAMES[name].depth + 1), "native")
    by_hand = both(name, monkeypatch)[1]
    assert compare(by_hand, (1, 2, 3), positions=300, strong=True) == SAME


@pytest.mark.slow
def test_the_measuring_says_the_rates_and_the_ratios(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "race", "--turns", "1"])
    monkeypatch.setattr(measuring, "SAMPLE", 0.01)
    assert measuring.main() == 0
    out = capsys.readouterr().out
    assert "race" in out
    assert "by hand : reference, geometric mean of 1: " in out


def test_the_measuring_stops_where_two_sides_disagree(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "race"])
    monkeypatch.setattr(measuring, "searched", lambda game, *options: (len(game.name), 1))
    assert measuring.main() == 1
    assert "race: WRONG: " in capsys.readouterr().err


def test_the_measuring_reports_what_is_refused(capsys, monkeypatch):
    def searched(game, engine, *options):
        if engine == "native" and "hand" not in game.name:
            raise measuring.NativeFailure("race.py:3: no")
        return 1.0, 10_000

    monkeypatch.setattr(sys, "argv", ["bench", "--only", "race", "--turns", "1"])
    monkeypatch.setattr(measuring, "SAMPLE", 0.001)
    monkeypatch.setattr(measuring, "searched", searched)
    assert measuring.main() == 0
    assert "race is refused: race.py:3: no" in capsys.readouterr().out
