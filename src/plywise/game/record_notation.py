"""Notations in which other programs keep the games of a kind: what a game says about its own (Game.record_notation).

PGN and PDN are one family: tags, then numbered moves as words. SGF is another: stones on points.
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
    """PGN (Portable Game Notation) or one of its family.

    extension: of its files, in small letters: "pgn", "pdn".
    tags: written with each game. A file whose tag says otherwise, up to the first comma, is of another game.
    start_tags: written with a game that does not begin from the initial state.
    says_start: whether the position that a game begins from is always written, because other programs may know another.
    names: tag -> what it may say in files of other programs, in small letters; anything else is another game.
    others: what a tag may say, in small letters -> the GAME text of the game that such a file is of.
    results: words at the end of a game; None: those of PGN and of all kinds of draughts.
    joints: characters that join words to one move, as in 15 x 22.
    asides: a regular expression of words among the moves that are none, such as 12 for the twelfth move.
    signs: words that are judgements of the move before, such as N -> the mark that stands for them.
    null_moves: words by which other programs say that a player passes, where the game has no such move.
    unit: what 1 in an evaluation is worth: 100 in chess, where evaluations are in pawns and values in hundredths.
    write_move, read_move: a legal action as a word, and what a word means in a state; None: as on the command line.
    write_start, read_start: a position as the tag FEN has it; None: as on the command line. `read_start` and
        `read_move` raise InputError.
    move_number: the number of the move in a state, where positions have one; None: moves are counted from 1.
    played_on: why the game is over in a state with moves, and how to read files that go on: "a position occurred for
        the third time: chess:repetition=5 reads on"; "" where it is over otherwise.

    The player who moves first in the initial state is the first of the two in a result, as in 1-0. MAX is White unless
    the game's `player_names` say that MIN is.
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
    """A position as SGF has it: the points of the black stones (MAX's) and the white ones, and who is to move."""

    black: frozenset[Point]
    white: frozenset[Point]
    side: int


@dataclass(frozen=True)
class SmartFormat:
    """SGF (Smart Game Format), for games in which Black (MAX) and White (MIN) place stones.

    number: the kind of game, the property GM.
    columns, rows: the size of the board.
    point_of: the point on which an action places a stone; None if it is a pass. action_at: the action, legal or not.
    stones_of: what lies on the board in a state. place: the state of such a board; raises InputError.
    properties: written with each game, such as KM. A file whose property says otherwise is of another game.
    named: whether points are written as d3, from a1 at the top left, as programs for Othello do, and not as dc.
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
    """What a file says of the game that it holds, before the moves.

    form: "pgn" for the whole family, or "sgf".
    extension: of the file, in small letters, as in "pdn"; "" where it is not known.
    tags: the tags of a PGN file, or the properties of the first node of SGF, those that are not empty.
    """

    form: str
    extension: str
    tags: Mapping[str, str]
