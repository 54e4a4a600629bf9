"""Openings: start positions for pairs of games, random ones for any game or from a file.

Deterministic players repeat a game from the same opening, so a match needs as many different openings as pairs of
games. Each is played twice with swapped colours, so that an opening that favours one side favours neither player; but
one that decides the game is useless, so openings are chosen that a short search finds balanced.
"""

import json
import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from plywise.engines.algorithms import MCTS
from plywise.engines.search import search
from plywise.engines.search_warnings import no_search_warnings
from plywise.errors import InputError
from plywise.game import Game, State, defines, parse_legal_action
from plywise.game.random_play import Choice, random_line, random_lines, uniform
from plywise.game.transcripts import read_words
from plywise.play.record import GameRecord

BALANCE_NODES = 2_000
"""Nodes of the search that judges an opening."""

BALANCE_GAMES, BALANCE_GAMES_EACH = 500, 5
"""Random games that judge an opening of a game without an evaluation, and further ones for each action there."""

CANDIDATES = 4
"""Number of random lines of which the most balanced becomes an opening."""

MAX_TRIES = 24
"""Maximal number of random lines for one opening."""

SAMPLE_GAMES = 9
"""Random games to estimate a game's length."""

SHORT, LONG = 30, 60
"""Plies: a game whose random games are at most SHORT is short; lengths above LONG are not counted further."""

PLIES, FEW_PLIES = 4, 2
"""The default lengths of an opening; smaller ones in short games."""

WHAT = frozenset({"start", "opening", "moves"})
"""Keys of an opening as a JSON object, each optional."""

FAR_LONGER = 2
"""A word this many times as long as the longest first move is not a move."""

PLAYED = 2 / 3
"""If there are too few openings of the usual length, longer ones leave this share of a usual game to play."""


class Opening(NamedTuple):
    """The start of two games.

    start: a position in the game's notation; None for the initial one.
    moves: played from there, in the game's notation.
    """

    start: str | None = None
    moves: tuple[str, ...] = ()

    def start_in(self, game: Game) -> State:
        """Return the state from which the moves are played. Raises InputError."""
        return game.initial() if self.start is None else game.read_position(self.start)[0]

    def states(self, game: Game) -> list[State]:
        """Return the states from the start to the one in which the players take over. Raises InputError."""
        states = [self.start_in(game)]
        for number, word in enumerate(self.moves, start=1):
            try:
                states.append(game.result(states[-1], parse_legal_action(game, states[-1], word)))
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
        return states


class Judged(NamedTuple):
    """A judged random line, ordered by suitability as an opening.

    seen: number of times it was chosen already. decided: whether the winner is proved. imbalance: absolute value.
    """

    decided: bool
    seen: int
    imbalance: float
    drawn: int
    opening: Opening
    key: Hashable

    @property
    def is_good(self) -> bool:
        """Whether it is undecided and new."""
        return not self.decided and self.seen == 0


@dataclass
class RandomOpenings:
    """A sequence of openings of a game, determined by the seed.

    plies: the length of the random lines; None: a few, and more if there are too few openings of that length.
    most: the maximal length if `plies` is None, for matches with a limit on plies.
    repeated: number of openings reused because there were no more; `plies` is then too small.
    """

    game: Game
    plies: int | None = None
    seed: int = 0
    most: int | None = None
    repeated: int = field(default=0, init=False)
    _chosen: Counter = field(default_factory=Counter, init=False, repr=False)
    _judged: dict[Hashable, tuple[bool, float]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.plies is not None and self.plies < 0:
            raise InputError(f"openings have 0 or more plies, not {self.plies}")

    @property
    def lengths(self) -> tuple[int, int]:
        """The smallest and largest length allowed."""
        if self.plies is not None:
            return self.plies, self.plies
        least, longest = usual_lengths(self.game)
        return (least, longest) if self.most is None else (min(least, self.most), min(longest, self.most))

    def __iter__(self) -> Iterator[Opening]:
        """Yield openings without end."""
        choose = uniform(random.Random(f"openings {self.seed}"))
        length, longest = self.lengths
        while True:
            found: list[Judged] = []
            for plies in range(length, longest + 1):
                found += self._choose(choose, plies)
                if found and found[-1].is_good:
                    length = plies  # shorter ones are exhausted
                    break
            best = min(found, default=None, key=lambda each: each[:4])
            if best is None:
                raise InputError(f"{self.game.name}: no random line of {length} plies leaves the game open")
            self.repeated += best.seen > 0
            self._chosen[best.key] += 1
            yield best.opening

    def _choose(self, choose: Choice, plies: int) -> list[Judged]:
        """Return the best of a few random lines, or none if all of them end the game."""
        drawn: list[Judged] = []
        for number in range(MAX_TRIES):
            found = self._draw(choose, plies, number)
            if found is not None:
                drawn.append(found)
            if plies == 0 or sum(each.is_good for each in drawn) == CANDIDATES:
                break
        return sorted(drawn, key=lambda each: each[:4])[:1]

    def _draw(self, choose: Choice, plies: int, number: int) -> Judged | None:
        """Return a random line; None if it ends the game."""
        game, state, words = self.game, self.game.initial(), []
        for before, action, after in random_line(game, state, choose, plies):
            words.append(game.format_action(before, action))
            state = after
        if game.terminal(state):
            return None
        key = game.key(state)
        if key not in self._judged:
            self._judged[key] = judge(game, state)
        decided, imbalance = self._judged[key]
        return Judged(decided, self._chosen[key], imbalance, number, Opening(None, tuple(words)), key)


def judge(game: Game, state: State) -> tuple[bool, float]:
    """Return whether a short search proves the winner from a state, and otherwise the imbalance.

    If the search does not see the end, a game without an evaluation is judged by random games. Its rules must be
    compiled: in plain Python, so many games may take minutes.
    """
    with no_search_warnings():  # of a search that the user did not ask for
        found = search(game, state, nodes=BALANCE_NODES, algorithm="deepening")
        if not found.proved and found.engine == "native" and not defines(game, "evaluate"):
            enough = BALANCE_GAMES + BALANCE_GAMES_EACH * sum(1 for _ in game.actions(state))
            found = search(game, state, nodes=enough, algorithm=MCTS.name)
    if found.value is None:
        return False, 0.0
    return found.proved and found.value != 0, abs(found.value)


def usual_lengths(game: Game) -> tuple[int, int]:
    """Return the smallest and largest default length of random openings, in plies."""
    lengths = [line.plies for line in random_lines(game, game.initial(), SAMPLE_GAMES, LONG)]
    least = PLIES if max(lengths) > SHORT else FEW_PLIES
    return least, max(least, int(median(lengths) * (1 - PLAYED)))


def parse_openings(game: Game, text: str) -> list[Opening]:
    """Parse openings, one per line: a position, or moves from the initial one; `#` begins a comment.

    A position may be in another program's form, such as EPD with operations; moves may be numbered. Text after a
    semicolon is a comment, too, if the whole line cannot be read. A line may also be a JSON object with `start` and
    `moves`, such as a game record, of which the `opening` counts. Raises InputError with the line number.
    """
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        words = line.split("#")[0].strip() if not line.lstrip().startswith("{") else line.strip()
        if words.partition(";")[0].strip():
            try:
                found.append(_parse_opening(game, words))
            except InputError as error:
                raise InputError(f"line {number}: {error}") from None
    if not found:
        raise InputError("it holds no opening")
    return found


def _parse_opening(game: Game, text: str) -> Opening:
    if text.startswith("{"):
        opening = _parse_object(text)
    else:
        opening = read_opening(game, text)
    _check_open(game, opening)
    return opening


def read_opening(game: Game, text: str) -> Opening:
    """Parse the opening on a line, with or without the text after a semicolon. Raises InputError."""
    before = text.partition(";")[0].strip()
    is_position = looks_like_position(game, before)
    readers = (_read_position, _read_moves) if is_position else (_read_moves, _read_position)
    faults = []
    for read in readers:
        for each in dict.fromkeys((text, before)):
            try:
                return read(game, each)
            except InputError as error:
                faults.append(error)
    raise faults[0 if is_position else len(faults) // 2 - 1]  # of what it looks like; of moves, without the comment


def looks_like_position(game: Game, text: str) -> bool:
    """Return whether a line looks like a position, by its first word.

    It has a character of positions that moves do not have, or is far longer than any move.
    """
    initial = game.initial()
    moves = [game.format_action(initial, action) for action in game.actions(initial)]
    word = (text.split() or [""])[0]
    signs = {sign for sign in game.format_state(initial) if not sign.isalnum()} - set("".join(moves)) - {" "}
    return any(sign in signs for sign in word) or len(word) > FAR_LONGER * max(map(len, moves), default=0)


def _read_position(game: Game, text: str) -> Opening:
    return Opening(game.format_state(game.read_position(text)[0]))


def _read_moves(game: Game, text: str) -> Opening:
    opening = Opening(None, tuple(text.split()))
    try:
        opening.states(game)
    except InputError:
        return Opening(None, tuple(read_words(game, game.initial(), text)))
    return opening


def _parse_object(text: str) -> Opening:
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("it is not a JSON object") from None
    start, moves = found.get("start"), found.get("opening", found.get("moves", []))
    if not (start is None or isinstance(start, str)) or not _are_words(moves) or not found.keys() & WHAT:
        raise InputError("an opening has a start, a text, or moves, a list of words")
    return Opening(start, tuple(moves))


def _are_words(moves: object) -> bool:
    return isinstance(moves, list) and all(isinstance(word, str) for word in moves)


def openings_of(game: Game, records: Sequence[GameRecord]) -> list[Opening]:
    """Return the openings of games: the opening moves, or without any all moves. Raises InputError."""
    found = []
    for number, record in enumerate(records, start=1):
        opening = Opening(record.start, record.opening or tuple(record.words))
        try:
            _check_open(game, opening)
        except InputError as error:
            raise InputError(f"game {number}: {error}") from None
        found.append(opening)
    return found


def _check_open(game: Game, opening: Opening) -> None:
    if game.terminal(opening.states(game)[-1]):
        raise InputError("the game is over there")


def cycle(openings: Sequence[Opening]) -> Iterator[Opening]:
    """Yield openings in order, repeated without end."""
    while True:
        yield from openings
