"""Finds the legal move named by a plain word, such as Nf3 or g1f3, without listing all moves."""

import re
from functools import cache, lru_cache

from plywise.bits import bit, lowest, members, without_lowest
from plywise.games.chess.board import (
    BETWEEN,
    BISHOP,
    DIAGONALS,
    FILES,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    PAWN,
    PAWN_CAPTURES,
    PAWN_CAPTURES_DOWN,
    QUEEN,
    ROOK,
    STRAIGHTS,
    name_square,
    squares_from,
)
from plywise.games.chess.rules import (
    CASTLES,
    EN_PASSANT,
    PIECE,
    RIGHT,
    SIDE,
    SPECIAL,
    TAKES_EN_PASSANT,
    TARGET,
    TURN,
    WING,
    ChessRules,
)

State = ChessRules.State

PLAIN = re.compile(r"([NBRQK]?)([a-h]?[1-8]?)[x-]?([a-h][1-8])(?:=?([NBRQnbrq]))?[+#]?", re.ASCII)
CASTLING = {"O-O": 6, "O-O-O": 2}
BITS = tuple(map(bit, range(64)))
"""Square -> the set of it alone."""

KINDS = {"": PAWN, "N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN, "K": KING}
PLACED = {letter: kind for name, kind in KINDS.items() for letter in (name, name.lower()) if letter}

NAMED = tuple({name_square(square, turn): square for square in range(64)} for turn in (0, 56))
"""For either side to move: a square's name -> its number."""

RANKS = tuple(squares_from(8 * rank, ((1, 0),)) | bit(8 * rank) for rank in range(8))
FILE_SETS = {letter: squares_from(file, ((0, 1),)) | bit(file) for file, letter in enumerate(FILES)}
STARTS = tuple(
    {"": -1}
    | FILE_SETS
    | {str(rank + 1): RANKS[rank ^ turn >> 3] for rank in range(8)}
    | {name: bit(square) for name, square in NAMED[turn > 0].items()}
    for turn in (0, 56)
)
"""For either side to move: the part of a word that restricts the start -> the matching squares."""


def named_move(game: ChessRules, state: State, word: str) -> int | None:
    """Return the only legal move that a plain word names; None if it is not plain, or names none or several.

    A plain word is standard SAN, or the two squares of any move except castling.
    """
    if not _has_plain_rules(type(game)):
        return None
    parts = _parts(word)
    if parts is None:
        landing = CASTLING.get(word.rstrip("+#"))
        return None if landing is None else _castling(game, state, landing)
    letter, said, square, placed = parts
    black = state.rights >> TURN & 1
    landing, starts, kind = NAMED[black][square], state.own & STARTS[black][said], KINDS[letter]
    occupied = game.occupied(state)
    if kind == PAWN and len(said) == 2:  # the squares of any piece
        kind = game.piece_at(state, lowest(starts)) if starts else PAWN
    if BITS[landing] & state.own or (placed != 0) != (kind == PAWN and landing >= 56):
        return None
    starts, special = _reaching(state, kind, landing, starts, occupied)
    found = None
    while starts:
        action = lowest(starts) | landing << TARGET | kind << PIECE | special << SPECIAL
        starts = without_lowest(starts)
        if _is_safe(game, state, action, occupied):
            if found is not None:
                return None
            found = action
    return found if found is None else found | placed << SPECIAL


@lru_cache(4096)
def _parts(word: str) -> tuple[str, str, str, int] | None:
    """Return the parts of a word: the piece's letter, the start, the landing square, and the promotion piece or 0."""
    match = PLAIN.fullmatch(word)
    return None if match is None else (match[1], match[2], match[3], PLACED[match[4]] if match[4] else 0)


def rivals(game: ChessRules, state: State, action: int) -> list[int]:
    """Return the legal moves of other pieces of the same kind to the same square."""
    kind, landing = action >> PIECE & 7, action >> TARGET & 63
    if not _has_plain_rules(type(game)):
        legal = [each for each in game.actions(state) if each >> SPECIAL != CASTLES]
        return [each for each in legal if each != action and each >> TARGET & 511 == kind << 6 | landing]
    occupied = game.occupied(state)
    others, _ = _reaching(state, kind, landing, state.own & ~bit(action & 63), occupied)
    moves = [start | landing << TARGET | kind << PIECE for start in members(others)]
    return [each for each in moves if _is_safe(game, state, each, occupied)]


@cache
def _has_plain_rules(kind: type[ChessRules]) -> bool:
    """Return whether a class overrides none of the rules that are computed differently here."""
    rules = ("actions", "list_moves", "may_castle", "is_safe_en_passant", "attackers")
    return all(getattr(kind, name) is getattr(ChessRules, name) for name in rules)


def _reaching(state: State, kind: int, landing: int, starts: int, occupied: int) -> tuple[int, int]:
    """Return the squares from which pieces of a kind may move to a square, and the special kind of the move.

    The move may expose their king. starts: the possible start squares.
    """
    if kind == PAWN:
        return _pawns_reaching(state, landing, starts & state.pawns, occupied)
    if kind == KNIGHT:
        return starts & state.knights & KNIGHT_LEAPS[landing], 0
    if kind == KING:
        return starts & state.kings & KING_STEPS[landing], 0
    if kind == QUEEN:
        starts &= state.diagonals & state.straights & (DIAGONALS[landing] | STRAIGHTS[landing])
    elif kind == BISHOP:
        starts &= state.diagonals & ~state.straights & DIAGONALS[landing]
    else:
        starts &= state.straights & ~state.diagonals & STRAIGHTS[landing]
    return (_seen_from(landing, starts, occupied) if starts else 0), 0


def _pawns_reaching(state: State, landing: int, pawns: int, occupied: int) -> tuple[int, int]:
    """Return the squares from which pawns may move to a square, and the special kind of the move."""
    if occupied & BITS[landing]:
        return pawns & PAWN_CAPTURES_DOWN[landing], 0
    if landing == 39 + (state.rights >> EN_PASSANT & 15) != 39:
        diagonally = pawns & PAWN_CAPTURES_DOWN[landing]
        if diagonally:
            return diagonally, TAKES_EN_PASSANT
    if landing < 16:
        return 0, 0
    before = BITS[landing - 8]
    if occupied & before:
        return pawns & before, 0
    return (pawns & BITS[landing - 16] if landing >> 3 == 3 else 0), 0


def _seen_from(square: int, pieces: int, occupied: int) -> int:
    """Return those of some pieces, on lines through a square, that have a clear line to it."""
    found = 0
    for piece in members(pieces):
        if BETWEEN[64 * square + piece] & occupied == 0:
            found |= BITS[piece]
    return found


def _is_safe(game: ChessRules, state: State, action: int, occupied: int) -> bool:
    """Return whether a move other than castling leaves the king unattacked."""
    start, landing, own = action & 63, action >> TARGET & 63, state.own
    king = lowest(state.kings & own)
    if action >> SPECIAL == TAKES_EN_PASSANT:
        return game.is_safe_en_passant(state, king, own, start, landing)
    if start == king:
        king = landing
    stays = BITS[landing]
    other = occupied & ~(own | stays)
    if (
        PAWN_CAPTURES[king] & state.pawns | KNIGHT_LEAPS[king] & state.knights | KING_STEPS[king] & state.kings
    ) & other:
        return False
    sliders = (DIAGONALS[king] & state.diagonals | STRAIGHTS[king] & state.straights) & other
    return not sliders or _seen_from(king, sliders, occupied & ~BITS[start] | stays) == 0


def _castling(game: ChessRules, state: State, landing: int) -> int | None:
    """Return the castling move with which the king lands on a square; None if it is illegal."""
    wing = WING if landing == 2 else 0
    if not state.rights >> (SIDE * (state.rights >> TURN & 1) + wing) & RIGHT or game.under_threat(state):
        return None
    king = lowest(state.kings & state.own)
    if not game.may_castle(state, king, landing, game.occupied(state)):
        return None
    return king | landing << TARGET | KING << PIECE | CASTLES << SPECIAL
