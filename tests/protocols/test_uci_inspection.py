"""What people ask a UCI program for: lines of play counted, the board, its worth at sight."""

import re

import pytest

import plywise as pw
from plywise.engines.perft import count
from plywise.protocols.uci_server import UciServer
from tests.helpers.dialogues import Dialogue

KALAH = pw.make("kalah")
CHESS = pw.make("chess")
LINE = re.compile(r"(\S+): (\d+)")


def talk(text):
    game = pw.make(text)
    return Dialogue(lambda write: UciServer(text, game, write))


@pytest.fixture
def kalah():
    dialogue = talk("kalah")
    yield dialogue
    dialogue.end()


@pytest.fixture
def chess():
    dialogue = talk("chess")
    yield dialogue
    dialogue.end()


def perft(dialogue, *lines):
    """Return the lines by move and in all, as they are said."""
    begin = len(dialogue.said)
    total = dialogue.ask(*lines, answer="Nodes searched: ")
    return dict(LINE.fullmatch(line).groups() for line in dialogue.said[begin:-1]), int(total.split()[-1])


@pytest.mark.slow
def test_perft_says_each_move_and_the_sum(kalah):
    for plies in (1, 2, 5):
        shares, total = perft(kalah, "position startpos moves 1", f"go perft {plies}")
        state = KALAH.result(KALAH.initial(), KALAH.parse_action(KALAH.initial(), "1"))
        found = count(KALAH, state, plies, divide=True, engine="reference")
        assert shares == {word: str(lines) for word, lines in found.divide_by_word.items()}
        assert total == found.nodes_by_ply[plies] == sum(map(int, shares.values()))
    assert kalah.count("bestmove") == 0


def test_perft_of_chess_is_told_in_its_moves(chess):
    shares, total = perft(chess, "position startpos moves e2e4 a7a6 e4e5 d7d5", "go perft 1")
    assert (shares["e5d6"], len(shares), total) == ("1", 31, 31)
    assert perft(chess, "position startpos", "go perft 0") == ({}, 1)


@pytest.mark.parametrize("plies", ["-1", "999999999999999999"])
def test_what_cannot_be_counted_is_said(kalah, plies):
    assert "plies must be from 0 to" in kalah.ask(f"go perft {plies}", answer="info string")
    assert kalah.ask("eval", answer="Final")


@pytest.mark.slow
def test_perft_is_stopped(kalah):
    kalah.ask("go perft 40", "eval", answer="Final")  # it hears while it counts
    assert kalah.count("Nodes") == 0
    assert "stopped" in kalah.ask("stop", answer="info string")
    kalah.ask("go perft 40", "go perft 1", answer="Nodes")
    assert kalah.count("info string go: perft was stopped") == 2


@pytest.mark.parametrize("last", [["quit"], []], ids=["quit", "the end of stdin"])
def test_a_count_that_is_piped_in_ends_by_itself(last):
    dialogue = talk("kalah")
    dialogue.send("go perft 6", *last)
    dialogue.end()
    assert dialogue.said[-1] == f"Nodes searched: {count(KALAH, KALAH.initial(), 6).nodes_by_ply[6]}"


def test_the_board_is_shown(chess):
    chess.ask("position startpos moves e2e4", "d", answer="\n")
    shown = chess.said[-1].split("\n")
    assert (
        f"Fen: {CHESS.format_state(CHESS.result(CHESS.initial(), CHESS.parse_action(CHESS.initial(), 'e2e4')))}"
        in shown
    )
    assert len([line for line in shown if len(line.split()) == 8]) == 8
    key = shown[-1]
    assert re.fullmatch(r"Key: [0-9A-F]{16}", key)
    for moves, same in (("g1f3 g8f6 f3g1 f6g8 e2e4", True), ("d2d4", False)):
        chess.ask(f"position startpos moves {moves}", "d", answer="\n")
        chess.ask("eval", answer="Final")
        assert (chess.said[-2].split("\n")[-1] == key) == same, moves


def test_the_evaluation_is_white_s(chess):
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1"
    told = [chess.ask(f"position fen {board} {side} Qq - 0 1", "eval", answer="Final") for side in "wb"]
    worth = [float(line.split()[2]) for line in told]
    assert all(value < -2 for value in worth), told  # a rook less
    mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert "over" in chess.ask(mated, "eval", answer="info string eval")


def test_a_game_without_evaluation_says_so():
    dialogue = talk("nim")
    assert "nim has no evaluation" in dialogue.ask("eval", answer="info string eval")
    dialogue.end()
