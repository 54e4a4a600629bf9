"""Descriptions of record notations of other programs, returned by Game.record_notation.

PGN and PDN have tags, then numbered moves as words. SGF has stones on points.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

State = Any
Action = Any
Point = tuple[int, int]
"""A point of a board: its column and its row, counted from 0 from the top left."""


@dataclass(frozen=True)
class PortableNotation:
    """PGN (Portable Game Notation) or a relative of it.

    extension: of its files, in lower case: "pgn", "pdn".
    tags: written with each game. A file whose tag differs, up to the first comma, is of another game.
    start_tags: written with a game that does not begin from the initial state.
    says_start: whether the start position is always written, because other programs may have another initial one.
    names: tag -> its allowed values in files of other programs, in lower case; with others it is another game.
    others: value of a tag, in lower case -> the GAME text for such a file.
    results: words at the end of a game; None: those of PGN and draughts variants.
    joints: characters that join words to one move, as in 15 x 22.
    asides: a regular expression of words among the moves that are not moves, such as 12 for the twelfth move.
    signs: words that are judgements of the move before, such as N -> their mark.
    null_moves: words of other programs for a pass that the game does not have.
    unit: the value of 1 in an evaluation: 100 in chess, where evaluations are in pawns and values in hundredths.
    write_move, read_move: convert a legal action to a word, and a word in a state to an action; None: as on the command
        line.
    write_start, read_start: convert a position to and from the tag FEN; None: as on the command line. `read_start` and
        `read_move` raise InputError.
    move_number: the number of the move in a state, if positions have one; None: moves are counted from 1.
    played_on: why the game is over in a state with moves, and how to read files that go on: "a position occurred for
        the third time: chess:repetition=5 reads on"; "" if it is over for another reason.

    The player who moves first in the initial state is the first in a result, as in 1-0. MAX is White unless the game's
    `player_names` name MIN so.
    """

    extension: str = "pgn"
    tags: Mapping[str, str] = field(default_factory=dict)
    start_tags: Mapping[str, str] = field(default_factory=dict)
    says_start: bool = False
    names: Mapping[str, Collection[str]] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)
    results: Collection[str] | None = None
    joints: str = ""
    asides: str = ""
    signs: Mapping[str, str] = field(default_factory=dict)
    null_moves: Collection[str] = ()
    unit: int = 1
    write_move: Callable[[State, Action], str] | None = None
    read_move: Callable[[State, str], Action] | None = None
    write_start: Callable[[State], str] | None = None
    read_start: Callable[[str], State] | None = None
    move_number: Callable[[State], int] | None = None
    played_on: Callable[[State], str] | None = None


class Stones(NamedTuple):
    """A position in SGF: the points of the black stones (MAX's) and the white ones, and the side to move."""

    black: frozenset[Point]
    white: frozenset[Point]
    side: int


@dataclass(frozen=True)
class SmartFormat:
    """SGF (Smart Game Format), for games in which Black (MAX) and White (MIN) place stones.

    number: the kind of game, the property GM.
    columns, rows: the size of the board.
    point_of: the point on which an action places a stone; None if it is a pass. action_at: the action, legal or not.
    stones_of: the stones on the board in a state. place: the state with such stones; raises InputError.
    properties: written with each game, such as KM. A file whose property differs is of another game.
    named: whether points are written as d3, from a1 at the top left, like programs for Othello do, and not as dc.
    """

    number: int
    columns: int
    rows: int
    point_of: Callable[[Action], Point | None]
    action_at: Callable[[Point | None], Action]
    stones_of: Callable[[State], Stones]
    place: Callable[[Stones], State]
    properties: Mapping[str, str] = field(default_factory=dict)
    named: bool = False


RecordNotation = PortableNotation | SmartFormat


class RecordHeader(NamedTuple):
    """The header of a game in a file.

    form: "pgn" for PGN and its relatives, or "sgf".
    extension: of the file, in lower case, such as "pdn"; "" if unknown.
    tags: the non-empty tags of PGN, or properties of the root of SGF.
    """

    form: str
    extension: str
    tags: Mapping[str, str]
