"""Positions of chess as other programs write them: FEN with small errors, and EPD with its operations.

    rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2; id "x";

An invalid field is replaced, and reported: a castling right without its rook, an en passant square on which no pawn can
be taken, a counter out of range. Missing fields are filled in. An invalid board is an error, as in FEN.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from plywise.errors import InputError
from plywise.games.chess.fen import POSITION_OF_960, faults_of, read_fields
from plywise.games.chess.rules import EN_PASSANT, MOST_COUNTED, ChessRules

State = ChessRules.State

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
SIDES = {"w": "w", "white": "w", "b": "b", "black": "b"}
COUNTER = re.compile(r"[+-]?\d{1,18}|-")
MAX_RIGHTS = 40
"""The number of letters read of castling rights; the rest of a longer field is ignored."""

OPERATION = {"quiet": re.compile(r"\bhmvc\s+(\d{1,18})"), "number": re.compile(r"\bfmvn\s+(\d{1,18})")}


def read_other_fen(game: ChessRules, text: str, chess960: bool) -> tuple[State, list[str]]:
    """Return the position described by another program's text, and the corrections made, a phrase each.

    Raises InputError, one line that names the bad field, as for FEN.
    """
    with faults_of(text):
        try:
            return read_fields(game, text.split(), chess960), []
        except InputError:
            return _read_leniently(game, text.translate(DASHES).split(None, 4), chess960)


def _read_leniently(game: ChessRules, fields: Sequence[str], chess960: bool) -> tuple[State, list[str]]:
    """Return the position of up to five fields, the last one including the rest, and the corrections made."""
    placed, side, castling, en_passant = (field.rstrip(";") for field in (*fields, "", "", "", "")[:4])
    rest = fields[4] if len(fields) > 4 else ""
    side = SIDES.get(side.lower(), side)
    notes: list[str] = []

    def read(rights: str, square: str, *counters: object) -> State:
        return read_fields(game, [placed, side, rights, square, *map(str, counters or (0, 1))], chess960)

    if not side:
        return read_fields(game, fields, chess960), notes  # it says what is missing
    read("-", "-")  # it says what is wrong with the board
    rights = "".join(_rights(castling, read, notes))
    quiet, number = _counters(rest, notes)
    square = _en_passant(en_passant, read, notes)
    if square != "-" and quiet:
        notes.append(f"{quiet} plies without progress after a double step of a pawn: taken as 0")
        quiet = 0
    return read(rights or "-", square, quiet, number), notes


def _rights(text: str, read: Callable[..., State], notes: list[str]) -> Iterator[str]:
    """Yield the letters of valid castling rights, White's first, each right once.

    Raises InputError for a right that is valid only in Chess960.
    """
    known = 0
    for letter in sorted(set(text[:MAX_RIGHTS]) - {"-"}):
        try:
            found = read(letter, "-").rights
        except InputError as error:
            if POSITION_OF_960 in str(error):
                raise
            notes.append(f"{error}: right dropped")
            continue
        if found | known != known:
            yield letter
        known |= found


def _counters(text: str, notes: list[str]) -> tuple[int, int]:
    """Return the plies without progress and the number of the move: two numbers, or operations of EPD."""
    words: Sequence[str] = re.split(r"[\s;]+", text.strip())
    numbers = [word for word in words[:2] if COUNTER.fullmatch(word)]
    said = {name: operation.search(text) for name, operation in OPERATION.items()}
    quiet = numbers[0] if numbers else said["quiet"][1] if said["quiet"] else "-"
    number = numbers[1] if len(numbers) > 1 else said["number"][1] if said["number"] else "-"
    return _counter("plies without progress", quiet, 0, notes), _counter("move number", number, 1, notes)


def _counter(name: str, text: str, least: int, notes: list[str]) -> int:
    """Return a number clamped to its range; `least` if there is none. Some programs number the first move 0."""
    if text == "-":
        return least
    found = max(least, min(int(text), MOST_COUNTED))
    if found != int(text) and int(text):
        notes.append(f"{name} {text}: taken as {found}")
    return found


def _en_passant(text: str, read: Callable[..., State], notes: list[str]) -> str:
    """Return the en passant square, - if no pawn can be taken there."""
    if text in ("", "-"):
        return "-"
    try:
        taken = read("-", text.lower()).rights >> EN_PASSANT & 15
    except InputError as error:
        notes.append(f"{error}: square dropped")
        return "-"
    return text.lower() if taken else "-"
