"""Find the owner of each mark on a board by playing, to draw the pieces as discs.

A mark belongs to a side if it appears on cells when that side moves, and not when the other does, whatever the names of
the pieces: X and O, b and w, 1 and -1, members of an enum. Boards with several kinds of pieces keep their letters, as
in chess, and so do numbers that count something. This is a guess that affects drawings only.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from typing import Any, NamedTuple

from plywise.game.defaults.boards import EMPTY, Board, board_of, cells_held
from plywise.game.defaults.records import CachePerGame, is_whole, own_text

LINES, PLIES, MAX_ACTIONS = 4, 40, 300
"""The lines of play tried, their length, and how many actions of a state are listed."""

CLEARLY = 3
"""Ratio of appearances of a mark at its own side's moves: swapped and pushed pieces appear at the other's, too."""

MAX_KINDS = 2
"""Maximal kinds of pieces of a side: an ordinary one, and another such as a king."""

BLANK_NAMES = ("empty", "none", "free", "blank")


class Sides(NamedTuple):
    """The owners of the pieces.

    men: for each player, 1 (MAX) or -1 (MIN), token -> value on cells for its pieces; the ordinary one first
    blank: the token of an empty cell, besides those of every game
    """

    men: Mapping[int, Mapping[Hashable, Any]]
    blank: Hashable = None


def sides_of(game: Any) -> Sides | None:
    """Return the owners of the pieces on the board found in a game's states; None if that is unclear.

    Cached for each game, until the game gets another class.
    """
    kept: tuple[type, Sides | None] | None = _found.get(game)
    if kept is None or kept[0] is not type(game):
        board = board_of(game)
        kept = type(game), None if board is None else _find_sides(game, board)
        _found.keep(game, kept)
    return kept[1]


_found = CachePerGame()


# --- tokens ----------------------------------------------------------------------------------------------------------


def token_of(value: Any) -> Hashable:
    """Return the token of a piece on a cell: a short text or a whole number; None for an empty cell or other values.

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
    """Return the value of an enum's member if that is a mark, otherwise its name."""
    if is_blank_member(member):
        return None
    if isinstance(member.value, str) and len(member.value) <= 2:
        return None if member.value in EMPTY else member.value
    return member.name


def is_blank_member(member: Enum) -> bool:
    """Return whether a member of an enum means an empty cell."""
    return member.name.lower() in BLANK_NAMES or (is_whole(member.value) and not member.value)


# --- a trial ---------------------------------------------------------------------------------------------------------


class _Trial:
    """Counts the contents of a board's cells in trial play.

    tokens: number of each token at the start
    size: number of cells
    seen: token -> a value with it
    strange: whether there are values without a token
    appears: token -> number of appearances on a cell at moves of each player
    """

    def __init__(self, game: Any, board: Board) -> None:
        self.game, self.board = game, board
        self.tokens: Counter[Hashable] = Counter()
        self.seen: dict[Hashable, Any] = {}
        self.size = 0
        self.appears: dict[Hashable, Counter[int]] = {}
        self.strange = False

    def run(self) -> None:
        """Play some lines, up to a failure of the rules."""
        for line in range(LINES):
            try:
                for player, before, after in self._moves(line):
                    self._note(player, before, after)
            except Exception:  # noqa: BLE001 - playing the game reports failures of the rules
                return

    def _moves(self, line: int) -> Iterator[tuple[int, list[Hashable], list[Hashable]]]:
        """Yield the moves of a line: the player, and the tokens on the cells before and after."""
        from random import Random  # here, so that `import plywise` stays fast

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
        """Return the owner of a token: the player at whose moves it appears; 0 if that is unclear."""
        first, second = (self.appears.get(token, Counter())[player] for player in (1, -1))
        return 1 if first > CLEARLY * second else -1 if second > CLEARLY * first else 0


def _is_blank(value: Any) -> bool:
    """Return whether a value means an empty cell."""
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
    """Return whether tokens may be two sides' pieces. Numbers may be only if they are 1 and -1, or 1 and 2."""
    if any(map(is_whole, tokens)):
        return tokens <= {1, -1} or tokens <= {1, 2}
    digits = {token for token in tokens if str(token).isdecimal()}
    return len(tokens) > 1 and (not digits or tokens == {"1", "2"})


def _complete(owned: dict[int, list[Hashable]], tokens: set[Hashable]) -> None:
    """Give the second of two tokens to the side without one; 1 is MAX's if play does not decide."""
    for side in (1, -1):
        if len(tokens) == 2 and owned[side] and not owned[-side]:
            owned[-side] = [token for token in tokens if token not in owned[side]]
    if len(tokens) == 2 and 1 in tokens and not owned[1] and not owned[-1]:
        owned[1], owned[-1] = [1], [token for token in tokens if token != 1]


def _are_two_sides(owned: Mapping[int, Sequence[Hashable]], rest: Sequence[str]) -> bool:
    """Return whether each side has one kind of pieces, or a second one such as kings.

    A letter that one side has as a capital and the other in lower case is a kind of pieces, as in chess: then only one
    kind is allowed. At most one token may belong to neither side: a stone that both place.
    """
    first, second = ({str(token).lower() for token in owned[side]} for side in (1, -1))
    kinds, others = len(owned[1]) + len(owned[-1]), sum(map(str.isalpha, rest))
    if not first or not second or max(len(owned[1]), len(owned[-1])) > MAX_KINDS:
        return False
    return others <= (0 if kinds > 2 or first & second else 1) and (kinds == 2 or not first & second)
