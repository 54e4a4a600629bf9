"""The peers, each as sides to be timed; None where one is not installed."""

import importlib
import importlib.metadata
import shutil
import subprocess
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

PACKAGES = {"OpenSpiel": "open_spiel", "easyAI": "easyAI", "BitBully": "bitbully", "pydraughts": "pydraughts"}
"""Each peer's name, and what it is called on PyPI."""


def version(package: str) -> str | None:
    """Return the version of an installed package."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def compiler_version() -> str | None:
    """Return what g++ says of itself, None where there is none."""
    if shutil.which("g++") is None:
        return None
    said = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


def module(peer: str, name: str) -> ModuleType | None:
    """Return a module of a peer. One that is installed but does not load is an error, and is raised as such."""
    return importlib.import_module(name) if version(PACKAGES[peer]) is not None else None


def openspiel_alphabeta() -> Callable[[], float] | None:
    """Return OpenSpiel's Python alpha-beta on the whole of tic-tac-toe, which returns the first player's value."""
    search = module("OpenSpiel", "open_spiel.python.algorithms.minimax")
    if search is None:
        return None
    game = importlib.import_module("pyspiel").load_game("tic_tac_toe")
    return lambda: search.alpha_beta_search(game)[0]


def easyai_negamax() -> Callable[[], float] | None:
    """Return easyAI's Negamax (alpha-beta) on the whole of tic-tac-toe; it returns the first player's value."""
    easy = module("easyAI", "easyAI")
    if easy is None:
        return None
    game_class = importlib.import_module("easyAI.games.TicTacToe").TicTacToe
    negamax = easy.Negamax(9)

    def work() -> float:
        negamax(game_class([easy.AI_Player(negamax), easy.AI_Player(negamax)]))
        found: float = negamax.alpha
        return found

    return work


class BitBully:
    """BitBully's exact solver, without its opening book."""

    def __init__(self, core: Any) -> None:
        self.core = core
        self.solver = core.BitBullyCore()

    def board(self, moves: str) -> Any:
        """Return a position as BitBully takes it. moves: the columns played, from 1."""
        board = self.core.BoardCore()
        if not board.setBoard([int(column) - 1 for column in moves]):
            raise ValueError(f"BitBully does not take the position {moves!r}")
        return board

    def scores(self, boards: Sequence[Any], clock: Callable[[], float]) -> tuple[list[int], float]:
        """Return each position's score and the seconds of all together; emptying the table before each is not timed."""
        scores, seconds = [], 0.0
        for board in boards:
            self.solver.resetTranspositionTable()
            began = clock()
            score = self.solver.mtdf(board, 0)
            seconds += clock() - began
            scores.append(score)
        return scores, seconds


def bitbully() -> BitBully | None:
    """Return BitBully."""
    core = module("BitBully", "bitbully.bitbully_core")
    return None if core is None else BitBully(core)
