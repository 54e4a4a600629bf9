"""Plywise plays Plywise: our client of UCI and GTP, and our server."""

import pytest

import plywise as pw
from plywise.game import MAX, MIN
from plywise.play.clocks import TimeControl
from plywise.play.players import make_player
from plywise.play.referee import play_game
from tests.helpers.program import PROGRAM


def played(text, control, *whos):
    game = pw.make(text)
    players = {side: make_player(who) for side, who in zip((MAX, MIN), whos, strict=True)}
    try:
        return play_game(game, players, control=TimeControl.parse(control))
    finally:
        for player in players.values():
            player.close()


def test_through_uci_it_plays_the_moves_that_it_plays_itself():
    own, told = "engine:search=selective,nodes=300", f"uci[nodes=300,Hash=64]:{PROGRAM} uci kalah"
    directly, through = (played("kalah", "", own, other) for other in (own, told))
    assert (through.ended_by, through.utility) == ("rules", directly.utility)
    assert [move.word for move in through.moves] == [move.word for move in directly.moves]


@pytest.mark.slow
def test_through_gtp_a_game_of_go_is_played_to_its_end():
    found = played("go:size=3", "time=1", "random:seed=3", f"gtp:{PROGRAM} gtp go:size=3")
    assert found.ended_by == "rules"
    assert found.utility < 0
