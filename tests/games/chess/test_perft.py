"""Lines of play of chess, counted: published positions, positions labelled by another program, and Chess960.

tests/data/chess_perft.jsonl and chess960_perft.jsonl hold positions from random games, labelled by Stockfish 15.1.
"""

import json

import pytest

import plywise as pw
from tests.helpers.paths import DATA

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

PUBLISHED = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281, 4865609, 119060324),
    KIWIPETE: (48, 2039, 97862, 4085603, 193690690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624, 11030083),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333, 15833292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379, 2103487, 89941194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890, 3894594, 164075551),
}
"""The six positions of the Chess Programming Wiki's page "Perft Results"; lines of one ply, of two, and so on."""


@pytest.fixture(scope="module")
def chess():
    return pw.make("chess")


@pytest.fixture(scope="module")
def chess960():
    return pw.make("chess", chess960=1)


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def lines(game, fen, plies, **options):
    return tuple(pw.count(game, game.parse_state(fen), plies, **options).nodes_by_ply[1:])


@pytest.mark.parametrize("fen", PUBLISHED)
def test_published_positions_in_plain_python(chess, fen):
    assert lines(chess, fen, 2, engine="reference") == PUBLISHED[fen][:2]


@pytest.mark.slow
def test_published_positions_compiled(chess):
    """Where the last ply is counted in bulk, and where it is not: the first ply counts moves one by one."""
    for fen, wanted in PUBLISHED.items():
        assert lines(chess, fen, 4, engine="native", merge=False) == wanted[:4]


@pytest.mark.parametrize("merge", [True, False], ids=["hashed", "every-line"])
@pytest.mark.parametrize("fen", PUBLISHED)
@pytest.mark.slow
def test_published_positions_to_all_the_plies_published(chess, fen, merge):
    assert lines(chess, fen, len(PUBLISHED[fen]), engine="native", merge=merge) == PUBLISHED[fen]


@pytest.mark.slow
def test_eight_plies_from_the_start(chess):
    """Minutes, for equal positions are counted once."""
    found = pw.count(chess, plies=8, engine="native").nodes_by_ply
    assert found[6:] == [119_060_324, 3_195_901_860, 84_998_978_956]


def test_positions_labelled_by_another_program_two_plies_deep(chess):
    for row in rows("chess_perft.jsonl"):
        assert lines(chess, row["fen"], 2, engine="native", merge=False) == tuple(row["perft"][:2]), row


@pytest.mark.parametrize("merge", [True, False], ids=["hashed", "every-line"])
@pytest.mark.slow
def test_positions_labelled_by_another_program(chess, merge):
    for row in rows("chess_perft.jsonl"):
        wanted = tuple(row["perft"])
        assert lines(chess, row["fen"], len(wanted), engine="native", merge=merge) == wanted, row


def test_positions_of_chess960_two_plies_deep(chess960):
    for row in rows("chess960_perft.jsonl"):
        assert lines(chess960, row["fen"], 1, engine="reference") == tuple(row["perft"][:1]), row


@pytest.mark.slow
def test_positions_of_chess960(chess960):
    for row in rows("chess960_perft.jsonl"):
        assert lines(chess960, row["fen"], len(row["perft"]), engine="native") == tuple(row["perft"]), row


def test_the_division_by_first_moves_adds_up(chess):
    counted = pw.count(chess, chess.parse_state(KIWIPETE), 3, divide=True, engine="native")
    assert sum(counted.divide.values()) == 97862
    assert len(counted.divide) == 48
