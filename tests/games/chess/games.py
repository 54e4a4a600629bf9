"""Random games of chess, played by python-chess, in styles that come upon what is rare."""

import chess

import plywise as pw

RARE_STARTS = (
    "8/8/4k3/8/8/3K4/3R4/8 w - - 92 100",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 140 90",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 60",
    "k7/8/1n6/8/8/5B2/8/K7 b - - 90 80",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "1k6/8/8/5b2/8/2B5/8/K3R3 w - - 94 70",
    "8/8/8/8/4k3/4p3/8/4K3 b - - 0 90",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
)


def start(source, is_960):
    """Return a board of python-chess to begin from, and our game."""
    if is_960:
        number = source.randrange(960)
        return chess.Board.from_chess960_pos(number), pw.make("chess", start=number, chess960=1)
    if source.random() < 0.4:
        return chess.Board(source.choice(RARE_STARTS)), pw.make("chess")
    return chess.Board(), pw.make("chess")


def choose(board, source, style):
    """Return a legal move: any, or more often than not captures and pawns, what is rare, or back where it came from."""
    legal = list(board.legal_moves)
    wanted = {
        "any": lambda move: True,
        "captures": lambda move: board.is_capture(move) or board.piece_type_at(move.from_square) == chess.PAWN,
        "rare": lambda move: (
            board.is_castling(move) or board.is_en_passant(move) or move.promotion or board.gives_check(move)
        ),
        "back": lambda move: _goes_back(board, move),
    }[style]
    some = [move for move in legal if wanted(move)]
    return source.choice(some if some and source.random() < 0.8 else legal)


def _goes_back(board, move):
    """Return whether a move takes back the mover's last one."""
    if len(board.move_stack) < 2:
        return False
    last = board.move_stack[-2]
    return (move.from_square, move.to_square) == (last.to_square, last.from_square)


STYLES = ("any", "captures", "rare", "back")
