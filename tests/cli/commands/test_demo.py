"""plywise demo, from outside."""

import pytest

from tests.helpers.program import interrupted


def test_the_demo_walks_through_the_tree_then_compares(plywise):
    code, out, err = plywise("demo")
    assert (code, err) == (0, "")
    places = [out.index(part) for part in ("B is guaranteed 5 or less; E already has 6", "549,946", "18,297", "7,275")]
    assert places == sorted(places)
    assert "42,094" in out
    assert "plywise play tictactoe" in out


@pytest.mark.slow
def test_the_demo_can_be_read_on_a_terminal_of_80_columns_and_the_game_it_offers_played(on_a_terminal):
    code, out = on_a_terminal("demo", answers=[("[y/N]", "y\n"), ("X to move", "4\n"), ("O plays", "quit\n")])
    assert code == 0
    for cell in ("549,946", "18,297", "7,275", "42,094", "minimax", "alphabeta"):
        assert cell in out
    assert "X plays 4" in out
    assert "left as it stands" in out


def test_ctrl_c_ends_the_demo():
    code, out, _ = interrupted("demo", after="Tic-tac-toe", busy=0.8)
    assert code == 130
    assert "minimax  " not in out
