"""The peers, each as the work that is measured; None where one is not installed."""

import ctypes
import importlib
import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("textbook.cpp")


def module(package: str, name: str = "") -> Any:
    """Return a module of a package. One that is installed but does not load is an error, and is raised as such."""
    return importlib.import_module(name or package) if importlib.util.find_spec(package) else None


def openspiel_alphabeta() -> Callable[[], float] | None:
    """Return OpenSpiel's Python alpha-beta on the whole of tic-tac-toe: the first player's value."""
    spiel, search = module("pyspiel"), module("open_spiel", "open_spiel.python.algorithms.minimax")
    if spiel is None:
        return None
    game = spiel.load_game("tic_tac_toe")
    return lambda: search.alpha_beta_search(game)[0]


def easyai_negamax() -> Callable[[], float] | None:
    """Return easyAI's Negamax (alpha-beta) on the whole of tic-tac-toe: the first player's value."""
    easy, games = module("easyAI"), module("easyAI", "easyAI.games.TicTacToe")
    if easy is None:
        return None
    negamax = easy.Negamax(9)
    players = [easy.AI_Player(negamax), easy.AI_Player(negamax)]
    return lambda: (negamax(games.TicTacToe(players)), negamax.alpha)[1]


def cpp_minimax(*flags: str) -> Callable[[], tuple[int, int]] | None:
    """Return C++ of the textbook's recursion on the whole of tic-tac-toe, compiled here: the value and the nodes."""
    if shutil.which("g++") is None:
        return None
    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
        built = f"{folder}/textbook.so"
        subprocess.run(["g++", "-std=c++17", "-shared", "-fPIC", *flags, SOURCE, "-o", built], check=True)
        library = ctypes.CDLL(built)
    none = ctypes.c_int64(0)
    return lambda: (library.value(none, none), library.entered())


def bitbully() -> tuple[Callable[[Any], int], Callable[[str], tuple[Any]]] | None:
    """Return BitBully's exact solver, without its book, and what is not timed: empty the table, make a board.

    A board is made of the columns played, from 1.
    """
    core = module("bitbully", "bitbully.bitbully_core")
    if core is None:
        return None
    solver = core.BitBullyCore()

    def prepare(moves: str) -> tuple[Any]:
        solver.resetTranspositionTable()
        board = core.BoardCore()
        assert board.setBoard([int(column) - 1 for column in moves]), moves
        return (board,)

    return lambda board: solver.mtdf(board, 0), prepare


def bitbully_warm() -> tuple[Callable[[list[Any]], list[int]], Callable[[list[str]], tuple[list[Any]]]] | None:
    """Return the same solver for a series of boards, with one table for all of them, empty at first."""
    core = module("bitbully", "bitbully.bitbully_core")
    if core is None:
        return None
    solver = core.BitBullyCore()

    def prepare(lines: list[str]) -> tuple[list[Any]]:
        solver.resetTranspositionTable()
        boards = [core.BoardCore() for _ in lines]
        for board, moves in zip(boards, lines, strict=True):
            assert board.setBoard([int(column) - 1 for column in moves]), moves
        return (boards,)

    return lambda boards: [solver.mtdf(board, 0) for board in boards], prepare


def openspiel_perft(name: str) -> Callable[[int], int] | None:
    """Return OpenSpiel's counting of lines: its C++ states, one made for each node, in a loop in Python."""
    spiel = module("pyspiel")

    def below(state: Any, plies: int) -> int:
        legal = state.legal_actions()
        return len(legal) if plies == 1 else sum(below(state.child(action), plies - 1) for action in legal)

    return spiel and (lambda plies: below(spiel.load_game(name).new_initial_state(), plies))


def pydraughts_perft() -> Callable[[int], int] | None:
    """Return pydraughts' counting of lines of English draughts, each move made and taken back."""
    draughts = module("draughts")

    def below(board: Any, plies: int) -> int:
        moves = board.legal_moves()
        if plies == 1:
            return len(moves)
        found = 0
        for move in moves:
            board.push(move)
            found += below(board, plies - 1)
            board.pop()
        return found

    return draughts and (lambda plies: below(draughts.Board(variant="english"), plies))
