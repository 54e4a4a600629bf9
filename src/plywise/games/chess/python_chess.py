"""Boards of python-chess as states of chess, with their history, on which repetition depends."""

from typing import Any

from plywise.errors import InputError
from plywise.games.chess.rules import ChessRules


def is_board(position: Any) -> bool:
    """Return whether this is a board of python-chess, which is not imported."""
    kinds = {(kind.__module__, kind.__name__) for kind in type(position).__mro__}
    return ("chess", "Board") in kinds


def read_board(game: Any, board: Any) -> ChessRules.State:
    """Return the state of a board. Raises InputError for a variant, or an impossible position."""
    if board.uci_variant != "chess":
        raise InputError(f"{game.name}: a board of {board.uci_variant}, which has other rules")
    if board.chess960 and not game.chess960:
        raise InputError(f"{game.name}: a board of Chess960; chess:chess960=1 plays it")
    state: ChessRules.State = game.parse_state(board.root().fen(en_passant="fen"))
    for move in board.move_stack:
        if not move:
            null_moved: ChessRules.State = game.parse_state(board.fen(en_passant="fen"))
            return null_moved  # its history is no line of legal moves
        word = board.uci(move, chess960=True) if game.chess960 else move.uci()
        state = game.result(state, game.parse_action(state, word))
    return state
