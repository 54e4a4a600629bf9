"""The game of chess, complete: positions as FEN, moves as UCI and SAN, boards, and the evaluation."""

from collections.abc import Mapping
from typing import Any

from plywise.errors import InputError
from plywise.game import Cell, Coordinates
from plywise.game.record_notation import PortableNotation, RecordHeader
from plywise.games.chess.board import BISHOP, FILES, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK
from plywise.games.chess.evaluation import ChessEvaluation
from plywise.games.chess.fen import read_fen, start_position, write_fen
from plywise.games.chess.other_fen import read_other_fen
from plywise.games.chess.python_chess import is_board, read_board
from plywise.games.chess.rules import QUIET, QUIET_BITS, TURN, WORTH, ChessRules
from plywise.games.chess.san import read_move, write_san, write_uci

CLASSICAL = 518
"""The number of the usual starting position among those of Chess960."""

PIECES: Mapping[int, str] = {
    PAWN: "pawn",
    KNIGHT: "knight",
    BISHOP: "bishop",
    ROOK: "rook",
    QUEEN: "queen",
    KING: "king",
}


USUAL_NAMES = ("standard", "chess", "classical", "classic", "normal", "orthodox", "from position")
"""Values of the tag Variant for standard chess."""

NAMES_OF_960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random", "freestyle", "frc")

OTHERS = dict.fromkeys(NAMES_OF_960, "chess:chess960=1")
"""Values of the tag Variant for Chess960 -> the game."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""How games end in PGN; 0-0 is castling."""

ASIDES = r"(?!0000)\d+\.?|e\.?p\.?[+#]*|RR|[+#]+"
"""Words among the moves that are not moves: a number without a full stop, a remark on a capture."""

SIGNS = {"N": "$146", "TN": "$146", "D": "$220"}
"""Letters that annotate a move: a novelty, and a diagram."""

NULL_MOVES = ("--", "-", "z0", "0000", "@@@@", "null", "pass", "<>")
"""Notations for a pass, in lower case."""

CLAIMED_ONLY = {"repetition": 5, "moves": 75}
"""The draw rules that apply without a claim."""


class Chess(ChessEvaluation):
    """White (MAX) and Black (MIN): a player wins by attacking the other's king so that it cannot escape.

    moves: the game is a draw after this many moves of each side without a capture or a pawn's move; 75 if the draw is
    not claimed; 0: never.
    repetition: the game is a draw once a position has occurred this often; 5 if the draw is not claimed; 0: never.
    chess960: 1: kings and rooks may begin on other squares, and castling is written as the king's and the rook's
    square.
    start: the number of the starting position in Chess960, 0 to 959; 518 is the usual one.

    Notation: a position is FEN; a move is its two squares, e2e4, and for a promotion the new piece, e7e8q. SAN is also
    accepted as input: Nf3, exd5, O-O.
    """

    name = "chess"
    parameter_labels: Mapping[str, str] | None = {"start": "Starting position of Chess960 (518: the usual one)"}
    parses_only_legal = True

    def __init__(self, moves: int = 50, repetition: int = 3, chess960: int = 0, start: int = CLASSICAL) -> None:
        super().__init__(moves, repetition)
        if type(chess960) is not int or chess960 not in (0, 1):
            raise InputError(f"chess960={chess960} is neither 0 nor 1")
        if type(start) is not int or not 0 <= start <= 959:
            raise InputError(f"start={start} is not a whole number from 0 to 959")
        self.chess960 = int(chess960 or start != CLASSICAL)
        self.start = start

    def initial(self) -> ChessRules.State:
        """Return the starting position."""
        return read_fen(self, start_position(self.start), bool(self.chess960))

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def parse_state(self, text: str) -> ChessRules.State:
        """Read a position as FEN."""
        return read_fen(self, text, bool(self.chess960))

    def read_position(self, text: str) -> tuple[ChessRules.State, list[str]]:
        """Read a position as other programs write it: FEN with small errors, or EPD with operations."""
        return read_other_fen(self, text, bool(self.chess960))

    def _read_object(self, position: Any) -> Any:
        """Return the state for a board of python-chess."""
        return read_board(self, position) if is_board(position) else position

    def format_state(self, state: ChessRules.State) -> str:
        """Return the position as FEN."""
        return write_fen(self, state, bool(self.chess960))

    def format_action(self, state: ChessRules.State, action: int) -> str:
        """Return the squares where the piece starts and lands, e2e4, and the piece for a promotion: e7e8q."""
        return write_uci(self, state, action, bool(self.chess960))

    def parse_action(self, state: ChessRules.State, text: str) -> int:
        """Read a move by its squares, or as SAN."""
        return read_move(self, state, text, bool(self.chess960))

    def record_notation(self) -> PortableNotation:
        """Return PGN, in which moves are SAN."""
        return PortableNotation(
            "pgn",
            {"Variant": "Chess960"} if self.chess960 else {},
            start_tags={} if self.chess960 else {"Variant": "From Position"},
            says_start=bool(self.chess960),
            names={"Variant": NAMES_OF_960 if self.chess960 else USUAL_NAMES},
            others=dict.fromkeys(USUAL_NAMES, "chess") if self.chess960 else OTHERS,
            results=RESULTS,
            asides=ASIDES,
            signs=SIGNS,
            null_moves=NULL_MOVES,
            unit=WORTH[PAWN],
            write_move=lambda state, action: write_san(self, state, action),
            move_number=lambda state: state.clock >> QUIET_BITS,
            played_on=self._played_on,
        )

    def _played_on(self, state: ChessRules.State) -> str:
        """Return why the game is a draw although a file continues, and the game that reads on; "" if it is no draw."""
        if self.lacks_material(state) or not self.drawn_by_rule(state):
            return ""
        by_moves = self.moves and state.clock & QUIET >= 2 * self.moves
        name, most = ("moves", self.moves) if by_moves else ("repetition", self.repetition)
        why = f"{most} moves of each side without progress" if by_moves else f"the position has occurred {most} times"
        read_on = CLAIMED_ONLY[name] if most < CLAIMED_ONLY[name] else 0
        given = {part.partition("=")[0]: part for part in self.name.partition(":")[2].split(",") if part}
        given[name] = f"{name}={read_on}"
        return (
            f"{why}, a draw; if it was not claimed, {self.name.partition(':')[0]}:{','.join(given.values())} reads on"
        )

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return standard chess or Chess960, by the tag Variant of a PGN file."""
        kind, variant = header.tags.get("GameType", "0"), header.tags.get("Variant", "").strip().lower()
        if header.form != "pgn" or header.extension == "pdn" or kind.partition(",")[0].strip() not in ("0", "?"):
            return None
        if variant in NAMES_OF_960:
            return f"{cls.name}:chess960=1"
        return cls.name if variant in ("", "?", *USUAL_NAMES) else None

    def coordinates(self) -> Coordinates:
        """Return the names of ranks and files."""
        return Coordinates(left=[str(rank) for rank in range(8, 0, -1)], bottom=list(FILES))

    def cells(self, state: ChessRules.State) -> list[list[Cell]]:
        """Return the board, from White's side: P, N, B, R, Q and K are White's pieces, small letters Black's."""
        black = state.rights >> TURN & 1
        rows = []
        for rank in range(7, -1, -1):
            row = []
            for file in range(8):
                square = 8 * rank + file ^ 56 * black
                kind = self.piece_at(state, square)
                white = (state.own >> square & 1) != black
                mark = (LETTERS[kind].upper() if white else LETTERS[kind]) if kind else ""
                piece = f"{'white' if white else 'black'} {PIECES[kind]}" if kind else ""
                row.append(Cell(mark, dark=(rank + file) % 2 == 0, piece=piece))
            rows.append(row)
        return rows
