"""Moves as words: every form that is read, and what is refused; python-chess reads damaged words, too."""

import random

import chess
import pytest

import plywise as pw
from plywise import InputError
from tests.games.chess.games import STYLES, choose, start

GAME, GAME_960 = pw.make("chess"), pw.make("chess", chess960=1)


def one_line(error):
    """Return what an error says, which must be one line."""
    [line] = str(error).splitlines()
    return line


def read(fen, word, game=GAME):
    """Return the move that a word means, as UCI has it, or the refusal."""
    state = game.parse_state(fen)
    try:
        return game.format_action(state, game.parse_action(state, word))
    except InputError as error:
        return one_line(error)


BISHOP_OR_KNIGHT = "4k3/8/8/8/8/8/8/1N2B1K1 w - - 0 1"
CASTLING, PROMOTION = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
PASSING, THREE_QUEENS = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "word", "wanted"),
    [
        *((chess.STARTING_FEN, word, "g1f3") for word in ("Nf3", "g1f3", "Ng1f3", "Ngf3", "N1f3", "G1F3", " Nf3!? ")),
        *((chess.STARTING_FEN, word, "e2e4") for word in ("e4", "e2e4", "e2-e4", "E2E4")),
        *((CASTLING, word, "e1g1") for word in ("O-O", "0-0", "e1g1", "e1h1", "O-O+", "0-0!")),
        *((CASTLING, word, "e1c1") for word in ("O-O-O", "0-0-0", "e1c1", "e1a1")),
        *((PROMOTION, word, "e7d8q") for word in ("exd8=Q+", "exd8Q", "e7xd8(Q)", "e7d8q", "exd8=Q#", "e7d8Q")),
        *((PASSING, word, "e5d6") for word in ("exd6", "exd6e.p.", "exd6 e.p.", "e5xd6", "e5d6", "exd6ep")),
        (THREE_QUEENS, "Qh4e1", "h4e1"),
        (BISHOP_OR_KNIGHT, "b1c3", "b1c3"),
        (BISHOP_OR_KNIGHT, "B1c3", "e1c3"),
    ],
)
def test_a_move_is_read_in_every_form(fen, word, wanted):
    assert read(fen, word) == wanted


@pytest.mark.parametrize(
    ("fen", "word", "why"),
    [
        (THREE_QUEENS, "Qe1", "'Qe1' may be any of"),
        (PROMOTION, "exd8", "'exd8' is not a legal action"),
        (PROMOTION, "e7d8", "'e7d8' is not a legal action"),
        (PROMOTION, "exd8=K", "'exd8=K' is not a move, such as e2e4 or Nf3"),
        (chess.STARTING_FEN, "e5", "'e5' is not a legal action"),
        (chess.STARTING_FEN, "e2e4q", "'e2e4q' is not a legal action"),
        (chess.STARTING_FEN, "O-O", "'O-O' is not a legal action"),
        (chess.STARTING_FEN, "", "'' is not a move"),
        (chess.STARTING_FEN, "--", "'--' is not a move"),
        (chess.STARTING_FEN, "0000", "'0000' is not a move"),
        (chess.STARTING_FEN, "Nf३", "is not a move"),
        (chess.STARTING_FEN, "x" * 9000, "is not a move"),
    ],
)
def test_what_is_no_legal_move_is_refused(fen, word, why):
    assert why in read(fen, word)


def test_in_chess960_a_step_of_the_king_is_told_from_castling():
    fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
    assert read(fen, "f1g1", GAME_960) == "f1g1"
    assert read(fen, "f1h1", GAME_960) == read(fen, "O-O", GAME_960) == "f1h1"
    assert read(fen, "Kg1", GAME_960) == "f1g1"


# --- damaged words ----------------------------------------------------------------------------------------------------


def compare_damaged(seed, games, damaged_each=4):
    """Read damaged words along random games, as python-chess does; return how many words both took."""
    source, both = random.Random(f"words {seed}"), 0
    for _ in range(games):
        is_960 = source.random() < 0.3
        board, game = start(source, is_960)
        state, style = game.parse_state(board.fen(en_passant="legal")), source.choice(STYLES)
        for _ in range(source.randrange(40)):
            if not any(board.legal_moves) or game.terminal(state):
                break
            for _ in range(damaged_each):
                both += compare_word(board, game, state, damage(board, source))
            move = choose(board, source, style)
            state = game.result(state, game.parse_action(state, board.uci(move, chess960=is_960)))
            board.push(move)
    return both


def damage(board, source):
    """Return a legal move's word with a character changed, added or left out."""
    move = source.choice(list(board.legal_moves))
    word = source.choice((board.san, board.lan, board.uci))(move)
    place, letter = source.randrange(len(word)), source.choice("abcdefgh12345678KQRBNPOx=+#-0 eé")
    return source.choice(
        (
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place + 1 :],
            word[:place] + letter + word[place:],
        )
    )


def compare_word(board, game, state, word):
    """Return whether both read a word; they must not read different moves."""
    try:
        ours = game.format_action(state, game.parse_action(state, word))
    except InputError as error:
        ours = one_line(error) and ""
    theirs = set()
    for parse in (board.parse_san, board.parse_uci):
        try:
            theirs.add(board.uci(parse(word), chess960=board.chess960))
        except ValueError:
            continue
    theirs.discard("0000")
    assert not (ours and theirs) or ours in theirs, (board.fen(), word)
    assert ours or not theirs, (board.fen(), word, theirs)
    return bool(ours and theirs)


def test_damaged_words():
    assert compare_damaged(0, 6) > 20


@pytest.mark.slow
def test_many_damaged_words():
    assert compare_damaged(1, 150, 10) > 1000
