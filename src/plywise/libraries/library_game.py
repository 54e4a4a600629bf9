"""The common part of other libraries' games: positions are objects that never change, written as lists of moves."""

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from plywise.errors import InputError
from plywise.game import Cell, Coordinates, Game, Value, play_moves
from plywise.game.contents import Unchanging
from plywise.game.defaults.action_words import list_legal
from plywise.libraries.pictures import Picture, read_picture

START = "start"
"""The text of the initial position, from which no moves lead to it."""


AFTER_SIGN = re.compile(r"(?<=[,:;])\s+")


class LibraryState(Unchanging):
    """A position of another library's game. It holds an object of that library, which is never changed.

    Two positions are equal if their identities are.
    """

    __slots__ = ("_identity", "_words")

    def __init__(self) -> None:
        self._identity: Hashable = None
        self._words: Mapping[int, str] | None = None

    def identity(self) -> Hashable:
        """Return a value that only equal positions share: the board, if nothing else matters, or the moves."""
        raise NotImplementedError

    def moves(self) -> Sequence[int]:
        """Return the library's numbers of the moves that led here from the initial position."""
        raise NotImplementedError

    def labels(self) -> dict[int, str]:
        """Return the library's name of each legal action."""
        raise NotImplementedError

    def picture(self) -> str:
        """Return the position as the library draws it, in lines."""
        raise NotImplementedError

    def words(self) -> Mapping[int, str]:
        """Return a word for each legal action, without spaces and different from the others."""
        if self._words is None:
            self._words = distinct_words(self.labels())
        return self._words

    def known_identity(self) -> Hashable:
        """Return the identity, computed once."""
        if self._identity is None:
            self._identity = self.identity()
        return self._identity

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, LibraryState)
            and type(self) is type(other)
            and self.known_identity() == other.known_identity()
        )

    def __hash__(self) -> int:
        return hash(self.known_identity())

    def __repr__(self) -> str:
        return f"<position after {' '.join(map(str, self.moves())) or 'no moves'}>"


def distinct_words(labels: Mapping[int, str]) -> dict[int, str]:
    """Return each label as one word; where several are the same, their numbers follow.

    >>> distinct_words({3: "move a", 5: "pass", 6: "pass", 7: "", 8: "pile:1, take:2;"})
    {3: 'move_a', 5: 'pass#5', 6: 'pass#6', 7: '7', 8: 'pile:1,take:2'}
    """
    words = {number: _one_word(label) or str(number) for number, label in labels.items()}
    named: dict[str, int] = {}
    for word in words.values():
        named[word] = named.get(word, 0) + 1
    return {number: word if named[word] == 1 else f"{word}#{number}" for number, word in words.items()}


def _one_word(label: str) -> str:
    return "_".join(AFTER_SIGN.sub("", label).strip(" ;,.").split())


class LibraryGame(Game):
    """A game whose rules another library implements. A subclass for each library adapts its interface.

    Notation: a position is the words of the moves that lead to it, or `start`; a move is the library's own name for it,
    with `_` for spaces, or its number.
    """

    compiles = False
    library: str = ""
    """The name of the library."""

    @property
    def why_not_compiled(self) -> str:
        """Why the reference engine searches the game."""
        return f"its rules are those of {self.library}, which do not compile"

    def utility_of(self, state: Any) -> float:
        """Return the first player's return at the end of the game."""
        raise NotImplementedError

    def utility(self, state: Any) -> Value:
        """Return the first player's return in the library's units, as an int where it is whole."""
        value = self.utility_of(state)
        return int(value) if float(value).is_integer() else float(value)

    # --- notation -----------------------------------------------------------------------------------------------------

    def format_state(self, state: Any) -> str:
        """Return the words of the moves that lead to a position."""
        words, here = [], self.initial()
        for number in state.moves():
            words.append(here.words()[number])
            here = self.result(here, number)
        return " ".join(words) or START

    def parse_state(self, text: str) -> Any:
        """Return the position after a line of moves."""
        words = text.split()
        if not words:
            raise InputError(f"a position is the moves that lead to it, separated by spaces, or {START}")
        return play_moves(self, self.initial(), "" if words == [START] else text)

    def format_action(self, state: Any, action: int) -> str:
        """Return the library's name of an action."""
        return str(state.words()[action])

    def parse_action(self, state: Any, text: str) -> int:
        """Return the number of an action by its word, or by that number."""
        words: Mapping[int, str] = state.words()
        for number, word in words.items():
            if word == text:
                return number
        if text.isascii() and text.isdecimal() and int(text) in words:
            return int(text)
        raise InputError(f"{text!r} is not a legal action; legal: {list_legal(words.values())}")

    # --- the board ----------------------------------------------------------------------------------------------------

    def cells(self, state: Any) -> Sequence[Sequence[Cell]] | None:
        """Return the board as the library draws it in text."""
        return self._picture(state).cells or None

    def coordinates(self) -> Coordinates:
        """Return the labels that the library writes around the board."""
        return self._picture(self.initial()).coordinates

    def beside(self, state: Any) -> Sequence[str]:
        """Return the words that the library writes around the board."""
        return self._picture(state).beside

    @property
    def grid(self) -> bool:  # type: ignore[override]
        """Whether the library draws rows of equal length."""
        return self._picture(self.initial()).is_board

    def _picture(self, state: Any) -> Picture:
        return read_picture(state.picture())
