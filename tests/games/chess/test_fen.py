"""FEN: what is read, what is refused and why; python-chess judges damaged positions independently."""

import random
import re

import chess
import pytest

import plywise as pw
from plywise import InputError
from plywise.games.chess.fen import start_position
from tests.games.chess.games import STYLES, choose, start

GAME, GAME_960 = pw.make("chess"), pw.make("chess", chess960=1)
START = chess.STARTING_FEN
FIELDS = re.compile(
    r"fields?,|rank|pawn|king|pieces|castling|en passant|to move|in check|plies without progress|number of the move"
)
"""What a refusal is about."""


def refusal(game, fen):
    """Return why a position is refused; "" if it is read."""
    try:
        game.parse_state(fen)
    except InputError as error:
        text = str(error)
        assert len(text.splitlines()) == 1
        assert text.startswith(("position '", 'position "'))
        assert len(text) < 400
        assert FIELDS.search(re.sub(r"""^position (['"]).*?\1: """, "", text)), text
        return text
    return ""


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "it has 0 fields, not six"),
        ("8", "it has 1 field, not six"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("not a position", "it has 3 fields, not six"),
        ("k7/8/8/8/8/8/8 w - - 0 1", "it has 7 ranks, not eight"),
        ("k7/8/8/8/8/8/8/K6 w - - 0 1", "rank 1 (K6) has 7 squares, not eight"),
        ("k7/8/8/8/8/8/8/K61 w - - 0 1", "rank 1: '1' is neither a piece"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "rank 1 (K8) has 9 squares, not eight"),
        ("k7/8/8/3x4/8/8/8/K7 w - - 0 1", "rank 5: 'x' is neither a piece"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "White is to move, and could take the king"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "a pawn stands on h1"),
        ("k6p/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on h8"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "Black has 9 pawns, more than 8"),
        ("k7/8/8/8/QQQQQQQQ/QQ6/8/K7 b - - 0 1", "White has 0 pawns and at least 9 pieces that were pawns"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "the side to move is w or b, not 'x'"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "White is to move, and could take the king"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K': White has no rook there for K"),
        ("4k3/8/8/8/8/4K3/8/7R w K - 0 1", "castling 'K': White's king is not on its first rank"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "chess:chess960=1 reads such positions"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'KK' names a right twice"),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "'X' is none of KQkq, nor a rook's file"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant: 'e9' is not a square on rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant: no pawn has just made a double step over e6"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9", "no plies without progress are behind it"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the plies without progress: 'x' is not a whole number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "the number of the move: '-1' is not a whole number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1000000", "the number of the move"),
        ("4k3/8/8/8/4r3/8/3n1n2/4K3 w - - 0 1", ""),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "White is in check from 2 pieces, which no move does"),
        ("4k3/8/8/b3r3/8/3n4/8/4K3 w - - 0 1", "White is in check from 3 pieces, which no move does"),
        ("4k3/8/8/8/8/8/8/r3K2q w - - 0 1", "White is in check from 2 pieces, which no move does"),
        ("4k3/8/8/8/8/8/8/4K2R w kK - 0 1", "castling 'kK': White's rights come first, each side has two at most"),
        ("8/8/8/8/k2pP2R/8/8/K7 b - e3 0 1", ""),
        ("k6R/8/8/8/3pP3/8/8/K7 b - e3 0 1", "Black was in check before a pawn passed e3"),
    ],
)
def test_what_is_refused_is_told_in_one_line(fen, why):
    found = refusal(GAME, fen)
    assert (why in found) if why else not found, found


def test_the_last_two_fields_may_be_missing():
    assert GAME.parse_state("4k3/8/8/8/8/8/8/4K2R w K -") == GAME.parse_state("4k3/8/8/8/8/8/8/4K2R w K - 0 1")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", START),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKqk - 0 1", START),
        ("1k1r1r2/8/8/8/8/8/8/1K1R1R2 w Dd - 0 1", "1k1r1r2/8/8/8/8/8/8/1K1R1R2 w Dd - 0 1"),
        ("1k1r1r2/8/8/8/8/8/8/1K1R1R2 w Ff - 0 1", "1k1r1r2/8/8/8/8/8/8/1K1R1R2 w Kk - 0 1"),
        ("r2rk3/8/8/8/8/8/8/R2RK3 w Dd - 0 1", "r2rk3/8/8/8/8/8/8/R2RK3 w Dd - 0 1"),
    ],
)
def test_rights_may_name_the_files_of_rooks_in_chess960(given, written):
    assert GAME_960.format_state(GAME_960.parse_state(given)) == written
    assert chess.Board(given, chess960=True).fen() == written


@pytest.mark.parametrize("number", range(0, 960, 37))
def test_the_numbers_of_starting_positions_are_scharnagl_s(number):
    assert (
        GAME_960.format_state(pw.make("chess", start=number).initial()) == chess.Board.from_chess960_pos(number).fen()
    )


def test_all_960_starting_positions_are_different():
    assert len({start_position(number) for number in range(960)}) == 960


# --- damaged positions ------------------------------------------------------------------------------------------------


def sound_fens(source, is_960):
    """Yield positions from a random game, with what FEN has in the field en passant after every double step."""
    while True:
        board, _ = start(source, is_960)
        style = source.choice(STYLES)
        for _ in range(source.randrange(60)):
            if board.is_game_over():
                break
            board.push(choose(board, source, style))
        yield board.fen(en_passant="fen")


def damage(fen, source):
    """Return a position with something about it changed."""
    kind = source.randrange(8)
    fields = fen.split()
    if kind == 0:  # any character
        place = source.randrange(len(fen))
        return fen[:place] + source.choice("KQRBNPkqrbnp12345678/ wb-abcdefgh0é\t") + fen[place + 1 :]
    if kind == 1:
        place = source.randrange(len(fen))
        return fen[:place] + fen[place + 1 :]
    if kind == 2:
        fields[1] = "wb"[fields[1] == "w"]
    elif kind == 3:
        fields[2] = source.choice(("K", "Q", "kq", "KQkq", "HAha", "Kk", "B", "g", "-", "QQ"))
    elif kind == 4:
        fields[3] = source.choice("abcdefgh") + source.choice("36")
        fields[4] = source.choice(("0", "0", "3"))
    elif kind == 5:  # two squares change places
        board = chess.Board(fen)
        one, other = source.sample(range(64), 2)
        pieces = board.piece_at(one), board.piece_at(other)
        board.set_piece_at(one, pieces[1])
        board.set_piece_at(other, pieces[0])
        fields[0] = board.board_fen()
    elif kind == 6:  # another piece somewhere
        board = chess.Board(fen)
        board.set_piece_at(source.randrange(64), chess.Piece.from_symbol(source.choice("KQRBNPkqrbnp")))
        fields[0] = board.board_fen()
    else:
        fields[source.randrange(4, 6)] = source.choice(("-1", "x", "99999999", "1.5", "", "१"))
    return " ".join(fields)


def judge(fen, is_960):
    """Compare our judgement of a position with python-chess's."""
    game = GAME_960 if is_960 else GAME
    why = refusal(game, fen)
    try:
        board = chess.Board(" ".join(fen.split()), chess960=is_960)
        status = board.status()
    except ValueError:
        assert why, fen
        return "refused by both"
    if why:
        return "refused by both" if status else why
    assert status == chess.STATUS_VALID, (fen, status)
    assert game.format_state(game.parse_state(fen)) == board.fen(en_passant="legal"), fen
    return "read by both"


def compare_damaged(seed, number):
    """Judge damaged positions; return why we refused those that python-chess takes."""
    source, stricter = random.Random(f"damaged {seed}"), []
    usual, of_960 = sound_fens(source, False), sound_fens(source, True)
    for _ in range(number):
        is_960 = source.random() < 0.3
        fen = next(of_960 if is_960 else usual)
        assert judge(fen, is_960) == "read by both"
        for _ in range(5):
            found = judge(damage(fen, source), is_960)
            stricter += [found] if not found.startswith(("refused", "read")) else []
    return stricter


STRICTER = (
    ", not six",  # it takes what is missing as usual
    "pieces that were pawns",
    "number of the move",
    "plies without progress",
    "names a right twice",
    "king is not on its first rank",
    "has no rook there",  # of rights that name no rook some are dropped there
)
"""Why we refuse what python-chess takes."""


def test_damaged_positions():
    assert not [why for why in compare_damaged(0, 60) if not any(each in why for each in STRICTER)]


@pytest.mark.slow
def test_five_thousand_damaged_positions():
    assert not [why for why in compare_damaged(1, 1000) if not any(each in why for each in STRICTER)]
