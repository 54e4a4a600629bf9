"""Whose men stand on a board: which mark is which player's, found by playing, and the discs they are drawn as.

A mark belongs to a side if it appears on cells when that side moves, and not when the other does. So the names of the
men do not matter: X and O, b and w, 1 and -1, members of an enum. Boards on which a side has several kinds of men keep
their letters, as in chess, and so do numbers that count something. This is a guess about looks alone.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from typing import Any, NamedTuple

from plywise.game.defaults.boards import EMPTY, Board, board_of, cells_held
from plywise.game.defaults.records import OfEachGame, is_whole, own_text

LINES, PLIES, MAX_ACTIONS = 4, 40, 300
"""The lines of play tried, their length, and how many actions of a state are listed."""

CLEARLY = 3
"""How many times as often a mark must appear at the moves of its own side: swaps and pushed men move the other's."""

MAX_KINDS = 2
"""The most kinds of men of a side: a man, and one that is distinguished, such as a king."""

BLANK_NAMES = ("empty", "none", "free", "blank")


class Sides(NamedTuple):
    """Whose men are which.

    men: of each player, 1 (MAX) or -1 (MIN), the values that stand on cells for its men, by their tokens; the ordinary
        man first
    blank: the token that stands for an empty cell, besides those that do in every game
    """

    men: Mapping[int, Mapping[Hashable, Any]]
    blank: Hashable = None


def sides_of(game: Any) -> Sides | None:
    """Return whose men stand on the board that was found in a game's states; None where that is not clear.

    Found once for each game, and again once a game has another class.
    """
    kept: tuple[type, Sides | None] | None = _found.get(game)
    if kept is None or kept[0] is not type(game):
        board = board_of(game)
        kept = type(game), None if board is None else _find_sides(game, board)
        _found.keep(game, kept)
    return kept[1]


_found = OfEachGame()


# --- tokens ----------------------------------------------------------------------------------------------------------


def token_of(value: Any) -> Hashable:
    """Return what tells a man on a cell from others: a short text, a whole number; None for nothing, or anything else.

    >>> token_of("x"), token_of("."), token_of(-1), token_of(0), token_of(("w", "king"))
    ('x', None, -1, None, None)
    """
    if isinstance(value, Enum):
        return _token_of_member(value)
    if isinstance(value, str):
        return value if value not in EMPTY and len(value) == 1 else None
    if is_whole(value):
        return int(value) or None
    text = own_text(value)
    return text if len(text) == 1 and text not in EMPTY else None


def _token_of_member(member: Enum) -> Hashable:
    """Return the value of an enum's member where that is a mark, or else its name."""
    if is_blank_member(member):
        return None
    if isinstance(member.value, str) and len(member.value) <= 2:
        return None if member.value in EMPTY else member.value
    return member.name


def is_blank_member(member: Enum) -> bool:
    """Return whether a member of an enum stands for an empty cell."""
    return member.name.lower() in BLANK_NAMES or (is_whole(member.value) and not member.value)


# --- a trial ---------------------------------------------------------------------------------------------------------


class _Trial:
    """What appears on the cells of a board as a game is played.

    tokens: how often each token was seen at the start
    size: how many cells there are
    seen: every token, with a value that has it
    strange: whether anything else stands on cells
    appears: token -> how often it has appeared on a cell at a move of each player
    """

    def __init__(self, game: Any, board: Board) -> None:
        self.game, self.board = game, board
        self.tokens: Counter[Hashable] = Counter()
        self.seen: dict[Hashable, Any] = {}
        self.size = 0
        self.appears: dict[Hashable, Counter[int]] = {}
        self.strange = False

    def run(self) -> None:
        """Play some lines, as far as the rules answer."""
        for line in range(LINES):
            try:
                for player, before, after in self._moves(line):
                    self._note(player, before, after)
            except Exception:  # noqa: BLE001 - whoever plays the game is told what its rules raise
                return

    def _moves(self, line: int) -> Iterator[tuple[int, list[Hashable], list[Hashable]]]:
        """Yield the moves of a line: the player, and what stands on the cells before and after."""
        from random import Random  # only here, so that `import plywise` stays quick

        game, source = self.game, Random(line)
        state = game.initial()
        before = self._tokens_on(state)
        if not line:
            self.tokens.update(filter(None, before))
            self.size = len(before)
        for _ in range(PLIES):
            if game.terminal(state):
                return
            actions = list(islice(game.actions(state), MAX_ACTIONS))
            player = game.player(state)
            state = game.result(state, source.choice(actions))
            after = self._tokens_on(state)
            yield player, before, after
            before = after

    def _tokens_on(self, state: Any) -> list[Hashable]:
        held = cells_held(self.board, state) or []
        values = [value for row in held for value in row]
        tokens = [token_of(value) for value in values]
        self.strange |= any(t is None and not _is_blank(value) for t, value in zip(tokens, values, strict=True))
        self.seen |= {token: value for token, value in zip(tokens, values, strict=True) if token is not None}
        return tokens

    def _note(self, player: int, before: Sequence[Hashable], after: Sequence[Hashable]) -> None:
        if len(before) != len(after):
            return
        for was, now in zip(before, after, strict=True):
            if now is not None and now != was:
                self.appears.setdefault(now, Counter())[player] += 1

    @property
    def blank(self) -> Hashable:
        """The token of an empty cell: the one on all cells when the game begins, or "0" beside "1" and "2"."""
        if len(self.tokens) == 1 and self.size > 1 and self.tokens.total() == self.size:
            return next(iter(self.tokens))
        return "0" if self.seen.keys() == {"0", "1", "2"} else None

    def owner(self, token: Hashable) -> int:
        """Return whose token it is: the player at whose moves it appears; 0 if that is not clear."""
        first, second = (self.appears.get(token, Counter())[player] for player in (1, -1))
        return 1 if first > CLEARLY * second else -1 if second > CLEARLY * first else 0


def _is_blank(value: Any) -> bool:
    """Return whether a value stands for an empty cell."""
    if isinstance(value, Enum):
        return _token_of_member(value) is None
    if is_whole(value):
        return not value
    return value is None or value is False or (isinstance(value, str) and value in EMPTY)


def _find_sides(game: Any, board: Board) -> Sides | None:
    trial = _Trial(game, board)
    trial.run()
    tokens = set(trial.seen) - {trial.blank}
    if trial.strange or not _may_be_men(tokens):
        return None
    owned: dict[int, list[Hashable]] = {1: [], -1: []}
    for token in sorted(tokens, key=lambda each: (-trial.tokens[each], str(each))):
        if owner := trial.owner(token):
            owned[owner].append(token)
    _complete(owned, tokens)
    if not _are_two_sides(owned, [str(token) for token in tokens - {*owned[1], *owned[-1]}]):
        return None
    return Sides({side: {each: trial.seen[each] for each in men} for side, men in owned.items()}, trial.blank)


def _may_be_men(tokens: set[Hashable]) -> bool:
    """Return whether tokens may be two sides' men. Numbers are if they are 1 and -1, or 1 and 2: others count."""
    if any(map(is_whole, tokens)):
        return tokens <= {1, -1} or tokens <= {1, 2}
    digits = {token for token in tokens if str(token).isdecimal()}
    return len(tokens) > 1 and (not digits or tokens == {"1", "2"})


def _complete(owned: dict[int, list[Hashable]], tokens: set[Hashable]) -> None:
    """Give the second of two tokens to the side that has not moved; 1 is MAX's where play does not tell."""
    for side in (1, -1):
        if len(tokens) == 2 and owned[side] and not owned[-side]:
            owned[-side] = [token for token in tokens if token not in owned[side]]
    if len(tokens) == 2 and 1 in tokens and not owned[1] and not owned[-1]:
        owned[1], owned[-1] = [1], [token for token in tokens if token != 1]


def _are_two_sides(owned: Mapping[int, Sequence[Hashable]], rest: Sequence[str]) -> bool:
    """Return whether each side has one kind of men, or one more that is distinguished.

    A letter that both have, one as a capital, stands for a kind of men, as in chess: then there may be one kind only.
    Of other letters, which belong to neither, there may be one: a stone that both sides place.
    """
    first, second = ({str(token).lower() for token in owned[side]} for side in (1, -1))
    kinds, others = len(owned[1]) + len(owned[-1]), sum(map(str.isalpha, rest))
    if not first or not second or max(len(owned[1]), len(owned[-1])) > MAX_KINDS:
        return False
    return others <= (0 if kinds > 2 or first & second else 1) and (kinds == 2 or not first & second)
