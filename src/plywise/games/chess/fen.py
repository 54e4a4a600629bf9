"""Positions of chess as text: FEN (Forsyth-Edwards Notation), as the PGN standard of 1994 describes it, and X-FEN.

    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2

Six fields: the ranks from the eighth, the side to move, the castling rights, the square behind a pawn that can be taken
en passant, the plies since the last capture or pawn's move, and the number of the full move. Where the last two are
missing, they are 0 and 1; some programs number the first move 0. In Chess960 a castling right may name the file of the
rook (HAha); KQkq mean the outermost rook. An en passant square on which no pawn can be taken is accepted and ignored,
because the position is the same without it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from plywise.bits import bit, lowest, popcount, swapped_bytes, without_lowest
from plywise.errors import InputError
from plywise.games.chess.board import (
    BISHOP,
    FILES,
    KING,
    KNIGHT,
    LETTERS,
    LINE_THROUGH,
    PAWN,
    QUEEN,
    ROOK,
    square_named,
)
from plywise.games.chess.rules import (
    BLACK_TO_MOVE,
    EN_PASSANT,
    MOST_COUNTED,
    NEXT_NUMBER,
    QUIET,
    QUIET_BITS,
    RIGHT,
    ROOK_FILE,
    SIDE,
    TURN,
    WING,
    ChessRules,
)
from plywise.repetition import Past

State = ChessRules.State

KINDS = {letter: kind for kind, letter in LETTERS.items()}
COLOURS = ("White", "Black")
RIGHTS = "KQkq"
FORM = "such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOST_PIECES, MOST_PAWNS = 16, 8
AT_FIRST = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
"""The initial number of pieces of each kind; more of them must have been promoted."""
MAX_SHOWN = 100
POSITION_OF_960 = "chess:chess960=1 reads such positions"


class Piece(NamedTuple):
    """A piece on a square."""

    kind: int
    is_black: int


Board = dict[int, Piece]
"""Square, from 0 for a1 to 63 for h8 -> the piece on it."""


def read_fen(game: ChessRules, text: str, chess960: bool) -> State:
    """Return the position that a text describes. Raises InputError, one line that names the bad field.

    chess960: whether kings and rooks may castle from other than the standard squares.
    """
    with faults_of(text):
        return read_fields(game, text.split(), chess960)


@contextmanager
def faults_of(text: str) -> Iterator[None]:
    """In this context, an InputError gets the text of the position."""
    try:
        yield
    except InputError as error:
        shown = repr(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}...")
        raise InputError(f"position {shown}: {error}") from None


def read_fields(game: ChessRules, fields: Sequence[str], chess960: bool) -> State:
    """Return the position described by the fields of FEN. Raises InputError, which names the bad field."""
    if not 4 <= len(fields) <= 6 or len(fields) == 5:
        raise InputError(f"it has {len(fields)} field{'s' if len(fields) != 1 else ''}, not six, {FORM}")
    placed, side, castling, en_passant, quiet, number = (*fields, "0", "1")[:6]
    board = _read_board(placed)
    if side not in ("w", "b"):
        raise InputError(f"the side to move is w or b, not {side[:20]!r}")
    black = int(side == "b")
    _check_pieces(board)
    rights = _read_rights(board, castling, chess960)
    clock = _read_number("the plies without progress", quiet, 0, MOST_COUNTED)
    clock |= max(1, _read_number("the number of the move", number, 0, MOST_COUNTED)) << QUIET_BITS
    state = _state_of(board, black, rights, clock)
    _check_kings(game, state)
    _check_checks(game, board, state, en_passant)
    return state._replace(rights=state.rights | _read_en_passant(game, board, state, en_passant, clock & QUIET))


def _read_board(text: str) -> Board:
    """Return the pieces on the board."""
    rows = text.split("/")
    if len(rows) != 8:
        raise InputError(f"it has {len(rows)} ranks, not eight, {FORM}")
    board: Board = {}
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file, after_digit = 0, False
        for letter in row:
            if letter in "12345678" and not after_digit:
                file, after_digit = file + int(letter), True
                continue
            kind = KINDS.get(letter.lower())
            if kind is None or not letter.isascii():
                raise InputError(f"rank {rank + 1}: {letter!r} is neither a piece nor a number of empty squares")
            if file < 8:
                board[8 * rank + file] = Piece(kind, int(letter.islower()))
            file, after_digit = file + 1, False
        if file != 8:
            raise InputError(f"rank {rank + 1} ({row[:20]}) has {file} squares, not eight")
    return board


def _check_pieces(board: Board) -> None:
    """Raise InputError for numbers of pieces that no game leads to."""
    for black, colour in enumerate(COLOURS):
        counts = {kind: sum(piece == (kind, black) for piece in board.values()) for kind in LETTERS}
        if counts[KING] != 1:
            raise InputError(f"{colour} has {counts[KING] or 'no'} king{'s' if counts[KING] > 1 else ''}")
        if sum(counts.values()) > MOST_PIECES:
            raise InputError(f"{colour} has {sum(counts.values())} pieces, more than {MOST_PIECES}")
        if counts[PAWN] > MOST_PAWNS:
            raise InputError(f"{colour} has {counts[PAWN]} pawns, more than {MOST_PAWNS}")
        promoted = sum(max(0, counts[kind] - first) for kind, first in AT_FIRST.items())
        if promoted + counts[PAWN] > MOST_PAWNS:
            raise InputError(f"{colour} has {counts[PAWN]} pawns and at least {promoted} pieces that were pawns")
    for square, piece in board.items():
        if piece.kind == PAWN and square // 8 in (0, 7):
            raise InputError(f"a pawn stands on {FILES[square % 8]}{square // 8 + 1}, where it would be promoted")


def _read_rights(board: Board, text: str, chess960: bool) -> int:
    """Return the castling rights, with the files of their rooks, as in State.rights."""
    found = 0
    if text == "-":
        return found
    if re.fullmatch(r"[A-Za-z]*", text, re.ASCII) and not re.fullmatch(r"[A-Z]{0,2}[a-z]{0,2}", text, re.ASCII):
        raise InputError(f"castling {text[:20]!r}: White's rights come first, each side has two at most")
    for letter in text:
        black = int(letter.islower())
        home, colour = 56 * black, COLOURS[black]
        kings = [square for square, piece in board.items() if piece == (KING, black) and square // 8 == home // 8]
        rooks = [square for square, piece in board.items() if piece == (ROOK, black) and square // 8 == home // 8]
        if not letter.isascii() or letter.lower() not in "kq" + FILES:
            raise InputError(f"castling {text[:20]!r}: {letter!r} is none of KQkq, nor a rook's file")
        if not kings:
            raise InputError(f"castling {text[:20]!r}: {colour}'s king is not on its first rank")
        king = kings[0]
        if letter.lower() == "k":
            rook = max((each for each in rooks if each > king), default=-1)
        elif letter.lower() == "q":
            rook = min((each for each in rooks if each < king), default=-1)
        else:
            rook = home + FILES.index(letter.lower())
        if rook not in rooks:
            raise InputError(f"castling {text[:20]!r}: {colour} has no rook there for {letter}")
        if not chess960 and (king % 8 != 4 or rook % 8 not in (0, 7)):
            raise InputError(
                f"castling {text[:20]!r}: {colour}'s king or rook does not stand where it began; "
                f"{POSITION_OF_960} (in UCI: setoption name UCI_Chess960 value true)"
            )
        right = SIDE * black + (WING if rook < king else 0)
        if found >> right & RIGHT:
            raise InputError(f"castling {text[:20]!r} names a right twice")
        found |= (RIGHT | rook % 8) << right
    return found


def _read_number(what: str, text: str, least: int, most: int) -> int:
    """Return a number from a field."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
        raise InputError(f"{what}: {text[:20]!r} is not a whole number from {least} to {most:,}")
    return int(text)


def _state_of(board: Board, black: int, rights: int, clock: int) -> State:
    """Return the position as a state of the rules."""
    turn = 56 * black
    sets = dict.fromkeys(("own", "pawns", "knights", "diagonals", "straights", "kings"), 0)
    for square, piece in board.items():
        place = bit(square ^ turn)
        names = {
            "own": piece.is_black == black,
            "pawns": piece.kind == PAWN,
            "knights": piece.kind == KNIGHT,
            "diagonals": piece.kind in (BISHOP, QUEEN),
            "straights": piece.kind in (ROOK, QUEEN),
            "kings": piece.kind == KING,
        }
        for name, belongs in names.items():
            sets[name] |= place if belongs else 0
    return State(**sets, rights=rights | black << TURN, clock=clock, past=Past())


def _check_kings(game: ChessRules, state: State) -> None:
    """Raise InputError if the side that has just moved left its king in check, or the kings are adjacent."""
    other = passed(state)
    if game.under_threat(other):
        mover = COLOURS[state.rights >> TURN & 1]
        raise InputError(f"{mover} is to move, and could take the king")


def _check_checks(game: ChessRules, board: Board, state: State, en_passant: str) -> None:
    """Raise InputError if no last move can have given the checks on the board.

    One piece moves and gives check; further checks can only be discovered ones, by sliding pieces along other lines.
    """
    occupied, king = game.occupied(state), lowest(state.kings & state.own)
    checks = game.attackers(state, occupied & ~state.own, occupied, king)
    if not checks:
        return
    others = without_lowest(checks)
    sliders = checks & (state.diagonals | state.straights)
    same_line = LINE_THROUGH[64 * king + lowest(checks)] & others
    if without_lowest(others) or (others and not sliders) or same_line:
        mover = COLOURS[state.rights >> TURN & 1]
        raise InputError(f"{mover} is in check from {popcount(checks)} pieces, which no move does")
    if re.fullmatch("[a-h][36]", en_passant, re.ASCII):
        _check_double_step(game, board, state, en_passant)


def _check_double_step(game: ChessRules, board: Board, state: State, en_passant: str) -> None:
    """Raise InputError if the mover was already in check before the pawn's double step."""
    black = state.rights >> TURN & 1
    passed_over = square_named(en_passant)
    away = -8 if black else 8
    before = dict(board)
    pawn = before.pop(passed_over - away, None)
    if pawn is None or passed_over + away in before:
        return  # no pawn has passed it: reported elsewhere
    before[passed_over + away] = pawn
    earlier = _state_of(before, black, 0, 0)
    if game.under_threat(earlier):
        raise InputError(f"en passant: {COLOURS[black]} was in check before a pawn passed {en_passant}")


def passed(state: State) -> State:
    """Return the position with the other player to move, and nothing to take en passant."""
    occupied = state.pawns | state.knights | state.diagonals | state.straights | state.kings
    return State(
        own=swapped_bytes(occupied & ~state.own),
        pawns=swapped_bytes(state.pawns),
        knights=swapped_bytes(state.knights),
        diagonals=swapped_bytes(state.diagonals),
        straights=swapped_bytes(state.straights),
        kings=swapped_bytes(state.kings),
        rights=state.rights & ~(15 << EN_PASSANT) ^ BLACK_TO_MOVE,
        clock=state.clock,
        past=state.past,
    )


def _read_en_passant(game: ChessRules, board: Board, state: State, text: str, quiet: int) -> int:
    """Return the right to take en passant, as in State.rights; 0 if no pawn can be taken."""
    if text == "-":
        return 0
    black = state.rights >> TURN & 1
    rank = 2 if black else 5
    if not re.fullmatch("[a-h][1-8]", text, re.ASCII) or int(text[1]) - 1 != rank:
        raise InputError(f"en passant: {text[:20]!r} is not a square on rank {rank + 1}, and no -")
    square = 8 * rank + FILES.index(text[0])
    away = -8 if black else 8
    before, pawn = square + away, square - away
    if board.get(pawn) != (PAWN, 1 - black) or square in board or before in board:
        raise InputError(f"en passant: no pawn has just made a double step over {text}")
    if quiet:
        raise InputError(f"en passant: a pawn has just moved over {text}, so no plies without progress are behind it")
    landing = (square ^ 56 * black) & 63
    king = lowest(state.kings & state.own)
    for start in (landing - 9, landing - 7):
        beside = abs((start & 7) - (landing & 7)) == 1
        takes = beside and state.own & state.pawns & bit(start)
        if takes and game.is_safe_en_passant(state, king, state.own, start, landing):
            return (landing & 7) + 1 << EN_PASSANT
    return 0


def write_fen(game: ChessRules, state: State, chess960: bool) -> str:
    """Return a position as FEN; chess960: castling rights name the rooks' files if K and Q would be ambiguous."""
    black = state.rights >> TURN & 1
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for file in range(8):
            square = 8 * rank + file ^ 56 * black
            kind = game.piece_at(state, square)
            if kind == 0:
                empty += 1
                continue
            own = state.own >> square & 1
            letter = LETTERS[kind] if own == black else LETTERS[kind].upper()
            row, empty = f"{row}{empty or ''}{letter}", 0
        rows.append(f"{row}{empty or ''}")
    en_passant = state.rights >> EN_PASSANT & 15
    passed_over = f"{FILES[en_passant - 1]}{3 if black else 6}" if en_passant else "-"
    quiet, number = state.clock & QUIET, state.clock // NEXT_NUMBER
    return f"{'/'.join(rows)} {'wb'[black]} {_write_rights(state, chess960)} {passed_over} {quiet} {number}"


def _write_rights(state: State, chess960: bool) -> str:
    """Return the castling rights: KQkq, and files only where another rook is farther out."""
    words = ""
    for number, letter in enumerate(RIGHTS):
        right = WING * number
        if state.rights >> right & RIGHT:
            words += _file_of_right(state, right) if chess960 and not _is_outermost(state, right) else letter
    return words or "-"


def _file_of_right(state: State, right: int) -> str:
    file = FILES[state.rights >> right & ROOK_FILE]
    return file if right >= SIDE else file.upper()


def _is_outermost(state: State, right: int) -> bool:
    """Return whether the rook of a right is the one denoted by K or Q."""
    black, mover = int(right >= SIDE), state.rights >> TURN & 1
    own = state.own if black == mover else ~state.own
    home = 0 if black == mover else 56
    rooks = state.straights & ~state.diagonals & own
    file = state.rights >> right & ROOK_FILE
    farther = range(file + 1, 8) if right % SIDE == 0 else range(file)
    return not any(rooks >> home + each & 1 for each in farther)


def start_position(number: int) -> str:
    """Return the starting position of Chess960 that has a number from 0 to 959, as FEN (Scharnagl's numbering).

    >>> start_position(518)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    row: list[str] = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row[2 * light + 1] = row[2 * dark] = "b"
    row[[file for file in range(8) if not row[file]][queen]] = "q"
    free = [file for file in range(8) if not row[file]]
    pairs = [(first, second) for first in range(5) for second in range(first + 1, 5)]
    for place in pairs[knights]:
        row[free[place]] = "n"
    for file, letter in zip([file for file in range(8) if not row[file]], "rkr", strict=True):
        row[file] = letter
    back = "".join(row)
    return f"{back}/pppppppp/8/8/8/8/PPPPPPPP/{back.upper()} w KQkq - 0 1"
