"""Positions of chess as other programs write them: what can be meant is read; python-chess judges the same texts."""

import chess
import pytest

import plywise as pw
from plywise import InputError

GAME, GAME_960 = pw.make("chess"), pw.make("chess", chess960=1)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


@pytest.mark.parametrize(
    ("text", "read", "notes"),
    [
        (f"{START} w KQkq - 0 1", f"{START} w KQkq - 0 1", 0),
        (f"  {START}   w\tKQkq  -   0 1  ", f"{START} w KQkq - 0 1", 0),
        (f"{START} w KQkq -", f"{START} w KQkq - 0 1", 0),
        (f"{START} w KQkq - 3", f"{START} w KQkq - 3 1", 0),
        (f"{START} w", f"{START} w - - 0 1", 0),
        (f"{START} W KQkq – - -", f"{START} w KQkq - 0 1", 0),
        (f'{START} w KQkq - hmvc 4; fmvn 7; id "a w b";', f"{START} w KQkq - 4 7", 0),
        (f"{START} w KQkq - bm e4; ce +30;", f"{START} w KQkq - 0 1", 0),
        (f'{START} w KQkq - 2 9 bm Nf3; id "x";', f"{START} w KQkq - 2 9", 0),
        (f"{START} w KQkq - 0 1; a comment", f"{START} w KQkq - 0 1", 0),
        (f"{START} w kqKQ - 0 1", f"{START} w KQkq - 0 1", 0),
        (f"{START} w KKQkq - 0 1", f"{START} w KQkq - 0 1", 0),
        (f"{START} w KQkq e3 0 1", f"{START} w KQkq - 0 1", 1),
        (f"{START} w KQkq - 0 -5", f"{START} w KQkq - 0 1", 1),
        (f"{START} w KQkq - 99999999 3", f"{START} w KQkq - 999999 3", 1),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 1),
        (f"{ROOKS} w HAha - 0 1", f"{ROOKS} w KQkq - 0 1", 0),
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1", 1),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9", 1),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 3 9", "4k3/8/8/4p3/8/8/8/4K3 w - - 3 9", 0),
    ],
)
def test_what_can_be_meant_is_read(text, read, notes):
    state, told = GAME.read_position(text)
    assert GAME.format_state(state) == read
    assert len(told) == notes
    board = chess.Board(read)
    assert {GAME.format_action(state, action) for action in GAME.actions(state)} == {m.uci() for m in board.legal_moves}


@pytest.mark.parametrize("rights", ["HFhf", "KQkq", "FHfh"])
def test_positions_of_chess960_are_read_by_the_parameter_and_point_to_it(rights):
    text = f"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w {rights} - 0 1"
    state, told = GAME_960.read_position(text)
    assert GAME_960.format_state(state) == chess.Board(text, chess960=True).fen()
    assert not told
    with pytest.raises(InputError, match=r"chess:chess960=1.*UCI_Chess960"):
        GAME.read_position(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "0 fields"),
        (START, "1 field"),
        (f"{START} z KQkq - 0 1", "side to move is w or b, not 'z'"),
        ("8/8/8/8/8/8/8/8 w KQkq - bm e4;", "no king"),
        (f"{START[:-1]} w KQkq - 0 1;", "rank 1"),
        ("k6R/8/8/8/8/8/8/K7 w - d6 0 1", "could take the king"),
    ],
)
def test_the_fault_of_the_board_is_told(text, fault):
    with pytest.raises(InputError, match=fault) as raised:
        GAME.read_position(text)
    assert len(str(raised.value).splitlines()) == 1
