"""The search of chess: compiled, in positions of all sorts, and its estimates."""

import random

import chess
import pytest

import plywise as pw
from tests.games.chess.games import STYLES, choose, start


def random_position(seed):
    """Return a position of a random game that goes on, and our game."""
    source = random.Random(f"search {seed}")
    board, game = start(source, seed % 3 == 0)
    style = source.choice(STYLES)
    for _ in range(source.randrange(70)):
        move = choose(board, source, style)
        board.push(move)
        if board.is_game_over(claim_draw=True):
            board.pop()
            break
    return game.parse_state(board.fen(en_passant="legal")), game


def test_in_check_nobody_passes():
    """A search that passed would meet a position without a king."""
    game = pw.make("chess")
    state = game.parse_state("1rbk1q1r/p1p3pp/2p5/4B3/P4K2/6pP/2PNP3/R4BNR w - - 5 26")
    assert not game.may_pass(state)
    assert game.may_pass(game.initial())
    assert not game.may_pass(game.parse_state("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_passed_is_a_position_of_the_other_player(seed):
    state, game = random_position(seed)
    if game.may_pass(state):
        after = game.passed(state)
        board = chess.Board(game.format_state(state), chess960=bool(game.chess960))
        board.push(chess.Move.null())
        assert game.format_state(after).split()[:4] == board.fen(en_passant="legal").split()[:4]


@pytest.mark.slow
def test_searches_in_random_positions_end_with_a_legal_move():
    game = pw.make("chess")
    in_check = game.parse_state("1rbk1q1r/p1p3pp/2p5/4B3/P4K2/6pP/2PNP3/R4BNR w - - 5 26")
    for seed in range(60):
        state, game = random_position(seed) if seed else (in_check, game)
        if game.start == 518 and not game.terminal(state):
            found = pw.search(game, state, nodes=30_000, engine="native")
            assert found.best_word in [game.format_action(state, action) for action in game.actions(state)], seed


@pytest.mark.parametrize("seed", range(6))
def test_a_position_upside_down_is_worth_the_opposite(seed):
    state, _ = random_position(3 * seed + 1)
    game = pw.make("chess")
    board = chess.Board(game.format_state(state))
    mirrored = game.parse_state(board.mirror().fen(en_passant="legal"))
    assert game.evaluate(mirrored) == -game.evaluate(state)
    assert len(list(game.actions(mirrored))) == len(list(game.actions(state)))
