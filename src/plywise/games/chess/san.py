"""Moves of chess as text: SAN (standard algebraic notation), such as Nf3 and O-O, and UCI, e2e4."""

import re

from plywise.errors import InputError
from plywise.games.chess.board import BISHOP, FILES, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK, name_square, square_named
from plywise.games.chess.named_move import named_move, rivals
from plywise.games.chess.rules import CASTLES, KIND, PIECE, SPECIAL, SQUARE, TAKES_EN_PASSANT, TARGET, TURN, ChessRules

State = ChessRules.State

PLACED = {"N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN}
KINDS = PLACED | {"K": KING, "": PAWN, "P": PAWN}
UCI = re.compile(r"([a-h][1-8])[x:-]?([a-h][1-8])[=/]?\(?([nbrq]?)\)?", re.ASCII)
SAN = re.compile(r"([NBRQKP]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:[=/]?\(?([NBRQnbrq])\)?)?", re.ASCII)
CASTLING = {"OO": 6, "OOO": 2}
SUFFIX = re.compile(r"(?:\+\+?|#|†|‡|≠|[!?]+|\(?e\.?p\.?\)?|\s)*$", re.IGNORECASE)
FIGURINES = str.maketrans(
    {
        "♔": "K",
        "♕": "Q",
        "♖": "R",
        "♗": "B",
        "♘": "N",
        "♙": "P",
        "♚": "K",
        "♛": "Q",
        "♜": "R",
        "♝": "B",
        "♞": "N",
        "♟": "P",
    }
)


MAX_LISTED = 24
"""The maximum number of moves listed in an error."""


def write_uci(game: ChessRules, state: State, action: int, chess960: bool) -> str:
    """Return a move in UCI form. chess960: castling names the rook's square, not where the king lands."""
    turn = 56 * (state.rights >> TURN & 1)
    landing, special = action >> TARGET & SQUARE, action >> SPECIAL
    if special == CASTLES and chess960:
        landing = game.castling_rook(state, landing)
    promoted = LETTERS[special] if special in (KNIGHT, BISHOP, ROOK, QUEEN) else ""
    return name_square(action & SQUARE, turn) + name_square(landing, turn) + promoted


def write_san(game: ChessRules, state: State, action: int) -> str:
    """Return a legal move in standard algebraic notation, with + for check and # for mate."""
    turn = 56 * (state.rights >> TURN & 1)
    start, landing, special = action & SQUARE, action >> TARGET & SQUARE, action >> SPECIAL
    kind = action >> PIECE & KIND
    after = game.result(state, action)
    sign = "" if not game.under_threat(after) else "+" if game.can_move(after) else "#"
    if special == CASTLES:
        return ("O-O" if landing == 6 else "O-O-O") + sign
    takes = "x" if special == TAKES_EN_PASSANT or game.piece_at(state, landing) else ""
    if kind == PAWN:
        file = FILES[start & 7] if takes else ""
        placed = f"={LETTERS[special].upper()}" if special > TAKES_EN_PASSANT else ""
        return f"{file}{takes}{name_square(landing, turn)}{placed}{sign}"
    start_named = _tell_apart(game, state, action)
    return f"{LETTERS[kind].upper()}{start_named}{takes}{name_square(landing, turn)}{sign}"


def _tell_apart(game: ChessRules, state: State, action: int) -> str:
    """Return the disambiguation of a piece from others that may land on the same square: file, rank or both."""
    turn = 56 * (state.rights >> TURN & 1)
    others = [each & SQUARE for each in rivals(game, state, action)]
    start = action & SQUARE
    name = name_square(start, turn)
    if not others:
        return ""
    if all(other & 7 != start & 7 for other in others):
        return name[0]
    return name[1] if all(other >> 3 != start >> 3 for other in others) else name


def read_move(game: ChessRules, state: State, text: str, chess960: bool) -> int:
    """Return the legal move that a word names, in UCI form or SAN. Raises InputError, one line.

    In UCI form castling may be written either way, or as in SAN. If b1c3 and B1c3 are different moves, case decides.
    """
    plain = named_move(game, state, text)
    if plain is not None:
        return plain
    legal = list(game.actions(state))
    word = SUFFIX.sub("", text.strip().translate(FIGURINES))
    found = (
        _named_by_squares(game, state, legal, word, chess960)
        or _named_by_san(state, legal, word)
        or _named_by_squares(game, state, legal, word.lower(), chess960)
    )
    if len(found) == 1:
        return found[0]
    some, more = (found or legal)[:MAX_LISTED], len(found or legal) - MAX_LISTED
    words = " ".join(write_uci(game, state, action, chess960) for action in some)
    words += f" ... ({more} more)" if more > 0 else ""
    if found:
        raise InputError(f"{text[:40]!r} may be any of {words}")
    if not UCI.fullmatch(word.lower()) and not SAN.fullmatch(word) and _castling(word) is None:
        raise InputError(f"{text[:40]!r} is not a move, such as e2e4 or Nf3; legal: {words}")
    raise InputError(f"{text[:40]!r} is not a legal action; legal: {words}")


def _named_by_squares(game: ChessRules, state: State, legal: list[int], word: str, chess960: bool) -> list[int]:
    """Return the legal move that starts and lands on the squares named, in a list of its own; castling either way."""
    match = UCI.fullmatch(word)
    if match is None:
        return []
    turn = 56 * (state.rights >> TURN & 1)
    start, landing = (square_named(name) ^ turn for name in match.group(1, 2))
    placed = PLACED[match[3].upper()] if match[3] else 0
    there = [each for each in legal if each & SQUARE == start]
    moves = [each for each in there if each >> SPECIAL != CASTLES and _lands(each, landing, placed)]
    castling = [each for each in there if each >> SPECIAL == CASTLES and not placed]
    by_rook = [each for each in castling if game.castling_rook(state, each >> TARGET & SQUARE) == landing]
    by_king = [each for each in castling if each >> TARGET & SQUARE == landing]
    return moves or by_rook or by_king if chess960 else moves or by_king or by_rook


def _lands(action: int, landing: int, placed: int) -> bool:
    """Return whether a move lands on a square, and a pawn becomes the piece named; 0 for none."""
    special = action >> SPECIAL
    return action >> TARGET & SQUARE == landing and (special if special > TAKES_EN_PASSANT else 0) == placed


def _castling(word: str) -> int | None:
    """Return where the king lands by castling written as O-O, 0-0, o-o or OO; None for any other word."""
    return CASTLING.get(re.sub("[o0]", "O", word.replace("-", "")))


def _named_by_san(state: State, legal: list[int], word: str) -> list[int]:
    landing = _castling(word)
    if landing is not None:
        return [each for each in legal if each >> SPECIAL == CASTLES and each >> TARGET & SQUARE == landing]
    match = SAN.fullmatch(word)
    if match is None:
        return []
    turn = 56 * (state.rights >> TURN & 1)
    letter, file, rank, square, placed = match.groups()
    landing = square_named(square) ^ turn

    def fits(action: int) -> bool:
        name = name_square(action & SQUARE, turn)
        return (
            action >> PIECE & KIND == KINDS[letter]
            and action >> SPECIAL != CASTLES
            and file in ("", name[0])
            and rank in ("", name[1])
            and _lands(action, landing, PLACED[placed.upper()] if placed else 0)
        )

    return [action for action in legal if fits(action)]
