"""What recurs: a position is counted as another only if it is the same."""

import random

import chess
import pytest

import plywise as pw
from tests.games.chess.games import STYLES, choose, start

GAME = pw.make("chess")

TWICE = [
    ("6K1/8/8/8/7k/8/1R6/6R1 w - - 0 1", "g8h7 h4h5 h7h8 h5h4 h8h7 h4h5 h7g8 h5h4"),
    ("k3qr2/ppp5/8/8/8/8/PPP5/K3R3 w - - 0 1", "e1d1 f8h8 d1e1 e8f8 e1d1 f8e8 d1e1 h8f8"),
]
"""Lines that come back to their beginning once, by way of positions that a sum of words took for the beginning."""


def after(fen, words):
    state = GAME.parse_state(fen)
    for word in words.split():
        state = GAME.result(state, GAME.parse_action(state, word))
    return state


@pytest.mark.parametrize(("fen", "words"), TWICE)
def test_a_position_that_is_there_for_the_second_time_is_no_draw(fen, words):
    board = chess.Board(fen)
    for word in words.split():
        board.push_uci(word)
    assert board.is_repetition(2)
    assert not board.is_repetition(3)
    assert not GAME.terminal(after(fen, words))


def test_the_third_time_is_a_draw():
    fen, words = TWICE[1]
    assert GAME.terminal(after(fen, f"{words} {words}"))


@pytest.mark.slow
def test_a_mate_after_a_position_recurred_once_is_found():
    found = pw.search(GAME, after(*TWICE[0]), depth=2)
    assert (found.value, found.pv_words) == (30_000, ["b2h2"])


# --- the words say all, and nothing twice ---------------------------------------------------------------------------


def decode(words):
    """Return what four words say: piece on each square, castling rooks, the square en passant, whose move it is."""
    first, second, third, side = ([word >> square & 1 for square in range(64)] for word in words)
    kinds = {1: "B", 2: "R", 3: "Q", 4: "P", 5: "N", 6: "K", 7: "R"}
    codes = [a + 2 * b + 4 * c for a, b, c in zip(first, second, third, strict=True)]
    free = [side[square] for square in range(64) if codes[square] == 0]
    black = sum(free) > 1
    pieces, castling, passed = {}, set(), []
    for square in range(64):
        real = square ^ 56 * black  # the words are seen by the player to move
        own = side[square] != black
        if codes[square]:
            pieces[real] = chess.Piece.from_symbol(kinds[codes[square]])
            pieces[real].color = chess.WHITE if own != black else chess.BLACK
            castling |= {real} if codes[square] == 7 else set()
        elif own:
            passed.append(real)
    return pieces, castling, passed, black


def compare(board, state):
    legal = board.ep_square if board.has_legal_en_passant() else None
    castling = set(chess.scan_forward(board.clean_castling_rights()))
    expected = (board.piece_map(), castling, [] if legal is None else [legal], not board.turn)
    assert decode(GAME.position(state)) == expected, board.fen()


@pytest.mark.parametrize("is_960", [False, True])
def test_the_words_of_a_position_say_what_the_rules_of_repetition_count(is_960):
    source = random.Random(f"words {is_960}")
    for style in STYLES * 3:
        board, game = start(source, is_960)
        state = game.parse_state(board.fen(en_passant="legal"))
        for _ in range(80):
            compare(board, state)
            if board.is_game_over():
                break
            move = choose(board, source, style)
            state = game.result(state, game.parse_action(state, board.uci(move, chess960=is_960)))
            board.push(move)


def test_the_right_to_take_en_passant_and_the_side_to_move_are_in_the_words():
    for fen in (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2",
        "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 2",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 2",
    ):
        compare(chess.Board(fen), GAME.parse_state(fen))


# --- counters that never end ------------------------------------------------------------------------------------------


def test_the_plies_without_progress_do_not_run_into_the_number_of_the_move():
    game = pw.make("chess", moves=0, repetition=3)
    state = game.parse_state("7k/8/8/8/8/8/R7/K7 w - - 1022 600")
    for word in ("a1b1", "h8g8", "b1a1", "g8h8", "a1b1", "h8g8", "b1a1"):
        state = game.result(state, game.parse_action(state, word))
        assert not game.terminal(state)
    assert game.format_state(state) == "6k1/8/8/8/8/8/R7/K7 b - - 1029 603"
    assert game.terminal(game.result(state, game.parse_action(state, "g8h8")))


def test_counters_stop_at_the_greatest_number_that_is_read():
    game = pw.make("chess", moves=0, repetition=0)
    text = "7k/8/8/8/8/8/R7/K7 w - - 999999 999999"
    state = game.parse_state(text)
    for word in ("a1b1", "h8g8", "b1a1", "g8h8"):
        state = game.result(state, game.parse_action(state, word))
        assert game.parse_state(game.format_state(state)) == state
    assert game.format_state(state) == text
