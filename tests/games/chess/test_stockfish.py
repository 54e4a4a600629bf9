"""Lines of play counted move by move, as Stockfish counts them."""

import random
import shutil
import subprocess

import chess
import pytest

import plywise as pw
from plywise.protocols.launch import GAMES
from tests.games.chess.games import STYLES, choose

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path=GAMES)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(STOCKFISH is None, reason="Stockfish (stockfish) is not installed")]


def random_fen(seed, is_960):
    """Return a position of a random game that goes on."""
    source = random.Random(f"stockfish {seed}")
    board = chess.Board.from_chess960_pos(source.randrange(960)) if is_960 else chess.Board()
    style = source.choice(STYLES)
    for _ in range(source.randrange(4, 90)):
        move = choose(board, source, style)
        board.push(move)
        if board.is_game_over() or board.is_insufficient_material():
            board.pop()
            break
    return board.fen(en_passant="legal")


def divided(fens, plies, is_960):
    """Return what Stockfish counts after each move of each position."""
    script = [f"setoption name UCI_Chess960 value {str(is_960).lower()}"]
    script += [f"position fen {fen}\ngo perft {plies}" for fen in fens]
    done = subprocess.run(
        [STOCKFISH], input="\n".join([*script, "quit", ""]), capture_output=True, text=True, timeout=120, check=True
    )
    found, counts = [], {}
    for line in done.stdout.splitlines():
        word, _, number = line.partition(": ")
        if word == "Nodes searched":
            found.append(counts)
            counts = {}
        elif number.isdecimal():
            counts[word] = int(number)
    return found


@pytest.mark.parametrize("is_960", [False, True], ids=["usual", "960"])
def test_stockfish_divides_thirty_positions_likewise(is_960):
    fens = [random_fen(f"{seed} {is_960}", is_960) for seed in range(15 if is_960 else 30)]
    game = pw.make("chess", chess960=int(is_960))
    for fen, theirs in zip(fens, divided(fens, 4, is_960), strict=True):
        counted = pw.count(game, game.parse_state(fen), 4, divide=True, engine="native", merge=False)
        assert {game.format_action(game.parse_state(fen), each): n for each, n in counted.divide.items()} == theirs, fen
