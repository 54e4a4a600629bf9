"""A game as plain data for views: it is JSON, and says the same as the game."""

import json
import random

import pytest

import plywise as pw
from plywise import InputError
from plywise.game.cells import Cell
from plywise.games import REGISTRY
from plywise.play import board_view
from plywise.play.board_view import CELL_KEYS, describe_board, describe_cell
from plywise.play.ongoing import OngoingGame


def read_cell(told):
    """Return the cell that short keys tell of."""
    names = {key: part for part, key in CELL_KEYS}
    return Cell(**({"mark": ""} | {names[key]: bool(told[key]) if key in "kx" else told[key] for key in told}))


@pytest.mark.parametrize("name", REGISTRY)
def test_every_ply_of_a_game_is_told_as_json(name):
    game, source = pw.make(name), random.Random(name)
    ongoing = OngoingGame(game)
    told = [json.loads(json.dumps(describe_board(ongoing)))]
    while not ongoing.is_over and ongoing.ply < 25:
        ongoing.play(source.choice(ongoing.legal()))
        told.append(json.loads(json.dumps(describe_board(ongoing))))
    for ply, each in enumerate(told):
        shown, state = describe_board(ongoing, ply), ongoing.states[ply]
        assert [[read_cell(cell) for cell in row] for row in each["rows"]] == [list(row) for row in game.cells(state)]
        assert [move["word"] for move in each["moves"]] == ongoing.words[:ply]
        assert each["position"] == game.format_state(state)
        assert (shown["ply"], shown["plies"]) == (ply, ongoing.ply)
        for key in ("rows", "legal", "last", "turn", "position", "beside"):
            assert shown[key] == each[key]
        if each["turn"]:
            assert {"MAX": 1, "MIN": -1}[each["turn"]] == game.player(state)
            assert [move["word"] for move in each["legal"]] == [
                game.format_action(state, action) for action in game.actions(state)
            ]


def test_records_words_are_labels():
    ongoing = OngoingGame(pw.make("chess"))
    ongoing.play("g1f3")
    told = describe_board(ongoing)
    assert told["moves"] == [{"word": "g1f3", "by": "MAX", "san": "Nf3"}]
    assert {"word": "b8c6", "label": "Nc6", "cells": [[0, 1], [2, 2]]} in told["legal"]
    assert told["last"] == [[5, 5], [7, 6]]
    assert (told["names"], told["turn"], told["over"]) == ({"MAX": "White", "MIN": "Black"}, "MIN", None)


def test_labels_are_worked_out_once_and_those_of_moves_taken_back_are_gone(monkeypatch):
    asked, label_of = [], board_view.label_of
    monkeypatch.setattr(board_view, "label_of", lambda *given: (asked.append(given[2]), label_of(*given))[1])
    ongoing = OngoingGame(pw.make("chess"))
    for words in (["e2e4"], ["e7e5"], ["g1f3", "b8c6"]):
        for word in words:
            ongoing.play(word)
        board_view.describe_moves(ongoing)
    assert asked == ["e2e4", "e7e5", "g1f3", "b8c6"]
    ongoing.undo(3)
    for word in ("c7c5", "g1f3"):
        ongoing.play(word)
    assert [move["san"] for move in board_view.describe_moves(ongoing)] == ["e4", "c5", "Nf3"]
    assert board_view.describe_moves(ongoing) == board_view.describe_moves(
        OngoingGame.from_record(ongoing.game, ongoing.to_record())
    )


def test_a_game_that_is_over_says_how_at_its_last_ply_only():
    ongoing = OngoingGame(pw.make("connect4"), players={1: "human", -1: "engine:level=2"})
    for word in "1213141":
        ongoing.play(word)
    end = describe_board(ongoing)
    over = {"winner": "MAX", "ended_by": "rules", "text": "Yellow wins", "utility": 1}
    assert (end["over"], end["turn"], end["legal"]) == (over, None, [])
    assert end["players"] == {"MAX": "human", "MIN": "engine:level=2"}
    before = describe_board(ongoing, 6)
    assert (before["over"], before["turn"], len(before["legal"])) == (None, "MAX", 7)
    ongoing.undo(2)
    assert describe_board(ongoing)["redo"] == ["4", "1"]
    ongoing.resign(-1)
    assert describe_board(ongoing)["over"]["text"] == "Yellow wins, as Red resigns"


def test_a_cell_has_only_what_there_is():
    assert describe_cell(Cell("")) == {}
    assert describe_cell(Cell("", hexagon=True, piece="white king")) == {"x": 1, "p": "white king"}


def test_a_game_without_a_board_is_told_too():
    told = describe_board(OngoingGame(pw.Tree([3, [5, 1]])))
    assert (told["rows"], told["last"], told["left"]) == ([], [], [])
    assert [move["cells"] for move in told["legal"]] == [[], []]


def test_a_game_that_was_set_up_is_told_apart():
    game = pw.make("tictactoe")
    usual = OngoingGame(game)
    usual.play("4")
    assert not describe_board(usual)["set_up"]
    set_up = OngoingGame(game, game.format_state(usual.state))
    assert describe_board(set_up)["set_up"]
    reread = [OngoingGame.from_record(game, each.to_record()) for each in (usual, set_up)]
    assert [describe_board(each)["set_up"] for each in reread] == [False, True]


def test_a_ply_that_was_not_played_is_refused():
    with pytest.raises(InputError, match="there is no ply 1: 0 have been played"):
        describe_board(OngoingGame(pw.make("nim")), 1)
