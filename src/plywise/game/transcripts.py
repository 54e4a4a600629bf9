"""Read lines of moves in common spellings: numbered or not, with commas, or in one word like f5d6c3 and e4e5Nf3."""

import re
from collections.abc import Iterator

from plywise.errors import InputError
from plywise.game import Action, Game, State, parse_legal_action
from plywise.game.defaults.action_words import PASS
from plywise.game.record_notation import PortableNotation

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

NUMBER = re.compile(r"\d+(?:\.+|…|\))")
"""A move number, before the move or by itself: 7. or 7... or 7)."""

COMMA = re.compile(r"[,;](?![^()]*\))")
"""A separator of moves, but not the comma within a move such as (0,1)."""

REMARKS = re.compile(r"\{[^{}]*\}|\$\d+")
"""Comments and signs among the moves, in games with PGN or a relative."""

MAX_WORD = 10
"""The longest move within a word of several, in games with alternative spellings: e7xd8=Q+!?"""

MAX_TRIES = 100_000
"""Maximal number of moves tried to split a word."""

Line = list[tuple[Action, State]]
"""Moves, each with the state after it."""


def read_line(game: Game, state: State, text: str) -> Line:
    """Return the moves in a text, played from a state.

    They are separated by spaces, commas, semicolons or nothing: a word that is not a move is split into legal moves, in
    the game's notation or, in chess, in the usual one. Move numbers are skipped, and so is a result after the last move
    unless it is a move. A pass that is the only legal move may be omitted.

    Raises InputError with the number of the bad move, also if a word can be split in two ways.

    >>> from plywise.games import make
    >>> game = make("connect4")
    >>> line = read_line(game, game.initial(), "1. 4 4 2. 33,5")
    >>> [game.format_action(state, action) for action, state in line]
    ['4', '4', '3', '3', '5']
    """
    line: Line = []
    notation = game.record_notation()
    portable = notation if isinstance(notation, PortableNotation) else None
    words = (text if portable is None else REMARKS.sub(" ", text)).split()
    for place, word in enumerate(words, start=1):
        here = line[-1][1] if line else state
        if portable is not None and word.isdecimal() and int(word) in _numbers_due(portable, here, len(line)):
            continue
        try:
            line += _read_word(game, here, word, may_be_result=1 < place == len(words))
        except InputError as error:
            before = error.before if isinstance(error, _Unreadable) else 0
            raise InputError(f"move {len(line) + before + 1}: {error}") from None
    return line


def _numbers_due(notation: PortableNotation, state: State, played: int) -> list[int]:
    """Return the possible numbers of the next move, for numbers that are separate words without a dot."""
    return [played // 2 + 1, *([] if notation.move_number is None else [notation.move_number(state)])]


def play_line(game: Game, state: State, text: str) -> State:
    """Return the state after the moves in a text, read by `read_line`."""
    line = read_line(game, state, text)
    return line[-1][1] if line else state


def read_words(game: Game, state: State, text: str) -> list[str]:
    """Return the moves in a text, read by `read_line`, in the game's notation."""
    words = []
    for action, after in read_line(game, state, text):
        words.append(game.format_action(state, action))
        state = after
    return words


class _Unreadable(InputError):
    """A text without spaces is not a line of moves. before: number of legal moves at its beginning."""

    def __init__(self, message: str, before: int = 0) -> None:
        super().__init__(message)
        self.before = before


BY_HAND = (ValueError, LookupError)
"""Exceptions of a game's `parse_action`; InputError is a ValueError."""


def _read_word(game: Game, state: State, word: str, may_be_result: bool) -> Line:
    """Return the moves in a text without spaces. may_be_result: a result after all moves is ignored."""
    try:
        return _play(game, state, word)
    except BY_HAND as error:
        if may_be_result and word in RESULTS:
            return []
        parts = [NUMBER.sub("", part, count=1) if NUMBER.match(part) else part for part in COMMA.split(word)]
        if parts == [word]:
            return _split(game, state, word, error)
    line: Line = []
    for part in filter(None, parts):
        line += _read_part(game, line[-1][1] if line else state, part, len(line))
    return line


def _read_part(game: Game, state: State, part: str, before: int) -> Line:
    """Return the moves in a part of a text that commas separate. before: the number of moves in those before it."""
    try:
        return _play(game, state, part)
    except BY_HAND as error:
        try:
            return _split(game, state, part, error)
        except InputError as fault:
            more = fault.before if isinstance(fault, _Unreadable) else 0
            raise _Unreadable(str(fault), before + more) from None


def _play(game: Game, state: State, word: str) -> Line:
    """Return a move that is one word, after omitted passes."""
    line: Line = []
    while True:
        try:
            action = parse_legal_action(game, state, word)
            return [*line, (action, game.result(state, action))]
        except BY_HAND:
            passing = _forced_pass(game, state)
            if passing is None:
                raise
        state = game.result(state, passing)
        line.append((passing, state))


def _forced_pass(game: Game, state: State) -> Action | None:
    """Return the pass that is the only legal action in a state; None if there are others, or it is not a pass."""
    if game.terminal(state):
        return None
    actions = list(game.actions(state))
    return actions[0] if len(actions) == 1 and game.format_action(state, actions[0]) == PASS else None


# --- moves in one word ------------------------------------------------------------------------------------------------


def _split(game: Game, state: State, text: str, fault: Exception) -> Line:
    """Split a text without spaces into moves. fault: why it is not a single move.

    Raises InputError unless there is exactly one way.
    """
    splits, found = _Splits(game, text), list[Line]()
    for line in splits.all(state):
        if not found or [action for action, _ in line] != [action for action, _ in found[0]]:
            found.append(line)
        if len(found) == 2:
            one, other = (_format(game, state, each) for each in found)
            raise InputError(f"{text[:80]!r} may be {one} or {other}: write a space between the moves")
    if found:
        return found[0]
    if splits.farthest == 0:
        raise fault
    rest = text[splits.farthest :]
    raise _Unreadable(f"{rest[:80]!r}, the rest of {text[:80]!r}, begins with no legal action", splits.plies)


def _format(game: Game, state: State, line: Line) -> str:
    """Return the beginning of a line of moves, separated by spaces."""
    words = []
    for action, after in line[:12]:
        words.append(game.format_action(state, action))
        state = after
    return " ".join(words) + (" ..." if len(line) > 12 else "")


class _Splits:
    """The ways to split a text into legal moves.

    farthest, plies: the longest readable beginning, in characters and in moves.
    """

    def __init__(self, game: Game, text: str) -> None:
        self.game, self.text, self.folded = game, text, text.casefold()
        notation = game.record_notation()
        self.is_numbered = isinstance(notation, PortableNotation)
        self.has_labels = isinstance(notation, PortableNotation) and notation.write_move is not None
        self.farthest = self.plies = self.tries = 0

    def all(self, state: State) -> Iterator[Line]:
        """Yield the lines of moves, depth first."""
        line: Line = []
        steps = [self._steps(state, 0)]
        while steps:
            step = next(steps[-1], None)
            if step is None:
                steps.pop()
                del line[len(steps) - 1 :]
                continue
            action, after, at = step
            line.append((action, after))
            if at > self.farthest:
                self.farthest, self.plies = at, len(line)
            if at == len(self.text):
                yield list(line)
                line.pop()
            else:
                steps.append(self._steps(after, at))

    def _steps(self, state: State, at: int) -> Iterator[tuple[Action, State, int]]:
        """Yield the moves at a place of the text, each with the state after it and the offset of its end."""
        game = self.game
        actions = [] if game.terminal(state) else list(game.actions(state))
        self.tries += 1
        if self.tries > MAX_TRIES:
            raise InputError(f"{self.text[:80]!r} can be split in too many ways: write a space between the moves")
        number = NUMBER.match(self.text, at) if self.is_numbered else None
        at = number.end() if number else at
        if self.has_labels and actions:
            yield from self._read_at(state, at)
            return
        words = [(game.format_action(state, action), action) for action in actions]
        exact = [(word, action) for word, action in words if self.text.startswith(word, at)]
        for word, action in exact or [each for each in words if self.folded.startswith(each[0].casefold(), at)]:
            yield action, game.result(state, action), at + len(word)
        if not exact and [word for word, _ in words] == [PASS]:
            yield words[0][1], game.result(state, words[0][1]), at

    def _read_at(self, state: State, at: int) -> Iterator[tuple[Action, State, int]]:
        """Yield the same for a game that reads alternative spellings: Nf3 and Nf3+ as well as g1f3."""
        for end in range(at + 2, min(at + MAX_WORD, len(self.text)) + 1):
            try:
                action = parse_legal_action(self.game, state, self.text[at:end])
            except BY_HAND:
                continue
            yield action, self.game.result(state, action), end


__all__ = ["play_line", "read_line", "read_words"]
