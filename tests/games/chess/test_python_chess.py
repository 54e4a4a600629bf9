"""Boards of python-chess as states of chess: position, past, Chess960, and what is refused."""

import random

import chess
import pytest

import plywise as pw
from plywise.errors import InputError

GAMES = {False: pw.make("chess"), True: pw.make("chess", chess960=1)}


def random_board(chance, shuffled=False, plies=80):
    """Return a board after a random line of play."""
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if shuffled else chess.Board()
    for _ in range(chance.randrange(plies)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))
    return board


@pytest.mark.parametrize("shuffled", [False, True])
def test_random_boards(shuffled):
    game, chance = GAMES[shuffled], random.Random(1)
    for _ in range(40):
        board = random_board(chance, shuffled)
        state = pw.position(game, board).state
        if not game.terminal(state):
            words = {game.format_action(state, action) for action in game.actions(state)}
            assert words == {board.uci(move, chess960=shuffled) for move in board.legal_moves}
        elif board.is_checkmate():
            assert game.utility(state) == (-1 if board.turn else 1)
        else:
            assert board.is_stalemate() or board.is_insufficient_material() or board.can_claim_draw()


def test_the_past_counts():
    game, board = GAMES[False], chess.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        board.push_uci(move)
    assert not game.terminal(pw.position(game, board).state)
    board.push_uci("f6g8")
    assert game.terminal(pw.position(game, board).state)
    assert not game.terminal(pw.position(game, chess.Board(board.fen())).state)


def test_a_board_that_began_elsewhere():
    board = chess.Board("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    board.push_san("e4")
    assert GAMES[False].format_state(pw.position(GAMES[False], board).state) == board.fen()


def test_after_a_null_move_there_is_no_past():
    board = chess.Board()
    board.push(chess.Move.null())
    assert pw.search(GAMES[False], board, depth=1, engine="reference").player == "MIN"


def test_refused_in_one_line():
    import chess.variant

    for game, board, said in (
        (GAMES[False], chess.variant.AtomicBoard(), "a board of atomic, which has other rules"),
        (GAMES[False], chess.Board.from_chess960_pos(1), "chess:chess960=1 plays it"),
        (GAMES[False], chess.Board(None), "king"),
    ):
        with pytest.raises(InputError, match=said) as refused:
            pw.search(game, board, depth=1)
        assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match="give it as the state of a game of chess"):
        pw.search(chess.Board())
