"""plywise uci as a program: it is there at once, a client of others plays with it, and it ends however it is ended."""

import os
import random
import signal
import subprocess
import sys
import time

import chess
import chess.engine
import pytest

from tests.helpers.program import COMPILING, PROGRAM

WORDS = [PROGRAM, "uci"]


def started(*words):
    return subprocess.Popen(
        [*WORDS, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )


def read_until(process, beginning):
    while line := process.stdout.readline():
        if line.startswith(beginning):
            return line.strip()
    raise AssertionError(f"no {beginning}: {process.stderr.read()}")


# --- beginning and end -----------------------------------------------------------------------------------------------


def test_it_says_who_it_is_before_it_imports_what_searches():
    code = (
        "import sys\n"
        "from plywise.games import make\n"
        "from plywise.protocols.uci_server import UciServer\n"
        "server = UciServer('chess', make('chess'), print)\n"
        "server._prepare = lambda: None\n"
        "server.serve(['uci\\n'])\n"
        "print([name for name in ('numpy', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["uciok", "[]"]


@pytest.mark.slow
def test_when_its_lines_end_it_answers_and_ends():
    process = started("kalah")
    out, err = process.communicate("go infinite\n", timeout=120)
    assert process.returncode == 0
    assert out.splitlines()[-1].startswith("bestmove ")
    assert "Traceback" not in err


def test_quit_ends_it_at_once():
    process = started("kalah")
    process.stdin.write("isready\ngo infinite\n")
    read_until(process, "info depth")
    out, err = process.communicate("quit\n", timeout=120)
    assert (process.returncode, out.count("bestmove"), COMPILING.sub("", err)) == (0, 1, "")


def test_ctrl_c_ends_it_with_its_answer():
    process = started("kalah")
    process.stdin.write("isready\ngo infinite\n")
    read_until(process, "info depth")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out.count("bestmove")) == (130, 1)
    assert COMPILING.sub("", err) == "interrupted\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_can_be_killed_while_it_thinks(number):
    process = started("kalah")
    process.stdin.write("go infinite\n")
    read_until(process, "info depth")
    process.send_signal(number)
    process.wait(20)
    assert process.returncode == -number
    process.communicate()


def test_nobody_is_shown_anything_where_the_reader_has_gone():
    with started("kalah") as process:
        process.stdin.write("go infinite\n")
        read_until(process, "info depth")
        process.stdout.close()
        process.stdin.write("stop\nisready\n")
        process.stdin.close()
        assert process.stderr.read() == ""
        process.wait(60)


def test_a_game_that_is_none_is_refused_in_a_line():
    done = subprocess.run([*WORDS, "ches"], input="uci\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


# --- another client --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine():
    """Return a client of the program, whose compiled search is ready: another answers before it is."""
    subprocess.run([PROGRAM, "search", "chess", "--algorithm", "selective", "--nodes", "100"], check=True)
    found = chess.engine.SimpleEngine.popen_uci(WORDS, timeout=600)
    yield found
    found.quit()


@pytest.mark.slow
def test_it_plays_a_game_on_clocks(engine):
    board = chess.Board()
    for ply in range(24):
        clocks = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        played = engine.play(board, clocks, game="one", ponder=ply % 3 == 0)
        assert played.move in board.legal_moves
        board.push(played.move)


@pytest.mark.slow
def test_it_sees_mates_of_both_sides(engine):
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    found = engine.analyse(board, chess.engine.Limit(depth=4))
    assert found["score"].relative == chess.engine.Mate(1)
    assert found["pv"][0].uci() == "d1d8"
    board = chess.Board("7k/5K2/8/8/8/8/8/6Q1 b - - 0 1")
    assert engine.analyse(board, chess.engine.Limit(depth=6))["score"].relative.mate() < 0


def test_it_analyses_several_lines(engine):
    found = engine.analyse(chess.Board(), chess.engine.Limit(nodes=20_000), multipv=4)
    assert len(found) == 4
    assert len({line["pv"][0] for line in found}) == 4
    scores = [line["score"].relative for line in found if line["depth"] == found[0]["depth"]]
    assert scores == sorted(scores, reverse=True)
    for line in found:
        assert all(move in position.legal_moves for position, move in replayed(line["pv"]))


def replayed(moves):
    board = chess.Board()
    for move in moves:
        yield board, move
        board.push(move)


def test_it_plays_chess960(engine):
    board = chess.Board.from_chess960_pos(100)
    for _ in range(6):
        move = engine.play(board, chess.engine.Limit(nodes=500), game="960").move
        assert move in board.legal_moves
        board.push(move)


def test_it_may_be_asked_of_some_moves_only(engine):
    board = chess.Board()
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    assert engine.play(board, chess.engine.Limit(nodes=2000), root_moves=moves).move in moves


def test_a_position_that_occurred_before_is_a_draw(engine):
    board = chess.Board("7k/8/8/8/8/8/q5PP/7K w - - 0 1")
    assert engine.analyse(board, chess.engine.Limit(nodes=3000))["score"].relative.score(mate_score=9999) < -200


@pytest.mark.slow
def test_forty_games_at_a_second_and_a_hundredth_are_not_lost_on_time():
    """PLYWISE_TIMED_GAMES: how many games; 500 with two busy processes beside them take about half an hour."""
    late = [played_on_time(number) for number in range(int(os.environ.get("PLYWISE_TIMED_GAMES", "40")))]
    assert [each for each in late if each] == []


def played_on_time(seed):
    """Return by how much a game's clock was passed; "" if never. Both sides play at 1+0.01."""
    engines = [chess.engine.SimpleEngine.popen_uci(WORDS, timeout=600) for _ in range(2)]
    try:
        board, clocks, source = chess.Board(), [1.0, 1.0], random.Random(seed)
        for _ in range(4):
            board.push(source.choice(list(board.legal_moves)))
        for each in engines:
            each.ping()
        while not board.is_game_over(claim_draw=True):
            side = 0 if board.turn else 1
            limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.01, black_inc=0.01)
            began = time.monotonic()
            board.push(engines[side].play(board, limit).move)
            clocks[side] -= time.monotonic() - began
            if clocks[side] < 0:
                return f"game {seed}, ply {board.ply()}: {clocks[side]:.3f} s"
            clocks[side] += 0.01
        return ""
    finally:
        for each in engines:
            each.quit()
