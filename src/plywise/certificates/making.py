"""Makes a certificate: the strategy's positions level by level, with an action for each of its side, then entries."""

import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from plywise import engines
from plywise.certificates.checker import FIRST_LINE, MAX_HEADER, Claim, NotProved, check
from plywise.certificates.choosing import PlainChooser
from plywise.certificates.compiled_choosing import CompiledChooser, ProofChooser, words_chooser
from plywise.certificates.covering import Ways, complete, places_in, share
from plywise.certificates.following import Following, FollowingPositions, choose_leaves
from plywise.certificates.forcing import best_forced, can_force, count_plies, list_few
from plywise.certificates.jobs import WORDS, CertifyTask, pack_words, slices, unpack_words
from plywise.certificates.plan import Making
from plywise.certificates.positions import PlainPositions
from plywise.certificates.reading import Strategy
from plywise.certificates.rule_sources import hash_sources
from plywise.certificates.strategy_files import Advice, Line, StrategyWalk
from plywise.certificates.verifying import MAX_DEPTH, SHOWN
from plywise.engines.choices import FOUND, MAX_ACTION_SET, OPEN, OTHER
from plywise.errors import InputError
from plywise.game import State, Value, player_word
from plywise.game.reachable import Positions
from plywise.games.loading import full_game_text
from plywise.process.recursion import recursion_budget
from plywise.solvers.method import NoDistance
from plywise.solvers.solver import Solver

if TYPE_CHECKING:
    from plywise.fleet.fleet import Fleet

DAMAGED = "the journal's answers do not fit its jobs: it is damaged"

MAX_ENTRY = 1 << 21  # three bytes of seven bits

Watcher = Callable[[int, int, int], None]
"""Called for each level with its number, its positions, and the positions of all levels so far."""


class Refuted(Exception):
    """The goal does not hold.

    value: what the position is worth, from MAX's view.
    exact: False where that depends on what play without an end is worth: then the other side gets at least so much.
    """

    def __init__(self, value: Value, exact: bool = True) -> None:
        super().__init__(str(value))
        self.value, self.exact = value, exact


@dataclass(frozen=True)
class Certificate:
    """A certificate as it is written: what it claims, and its entries in bytes."""

    claim: Claim
    body: bytes

    def to_bytes(self) -> bytes:
        """Return the file."""
        lines = [f"{name} {value}\n" for name, value in self.claim._asdict().items() if value is not None]
        return FIRST_LINE + "".join([*lines, "\n"]).encode() + self.body


def make_certificate(
    making: Making, position: str, moves: str = "", fleet: "Fleet | None" = None, watcher: Watcher | None = None
) -> Certificate:
    """Make a certificate.

    position, moves: how the claim writes the position to start from.
    fleet: whose workers choose (a CertifyTask is what they do); None: this process does.

    Raises Refuted where the goal does not hold, and InputError where there is no certificate, or none can be made.
    """
    game, start, goal = making.game, making.start, making.goal
    entries, remembered, plies = ([], 0, 0) if game.terminal(start) else _find_entries(making, fleet, watcher)
    if game.terminal(start) and not goal.suffices(game.utility(start)):
        raise Refuted(game.utility(start))
    found = _certificate(making, (position, moves), entries, remembered, plies)
    try:
        _verify(making, found.claim, entries, found.body)  # whatever made the choices
    except NotProved:
        raise _contradiction(making, "the strategy that was found does not reach the goal") from None
    return found


def follow_strategy(
    making: Making, lines: Mapping[State, Line], position: str, moves: str = "", done: set[Hashable] | None = None
) -> Certificate:
    """Return the certificate of a strategy from a file, which is followed against every reply.

    position, moves: as in make_certificate. done: filled with the keys of the positions that are proved.

    Raises InputError where the strategy does not reach the goal.
    """
    walk = StrategyWalk(making.game, making.goal, lines, set() if done is None else done)
    walk.walk(making.start, Advice())
    making = making._replace(policies=tuple(walk.policies))
    return _certificate(making, (position, moves), walk.entries, len(walk.done))


def _certificate(
    making: Making, where: tuple[str, str], entries: Sequence[int], remembered: int, plies: int = 0
) -> Certificate:
    """Return a certificate. Raises InputError where the format cannot hold it."""
    game, goal, (position, moves) = making.game, making.goal, where
    body = encode_entries(entries)
    claim = Claim(
        game=full_game_text(game),
        position=position,
        moves=moves or None,
        player=player_word(goal.side),
        goal=goal.text,
        within=plies if making.counts else None,
        trusts="bounds" if making.trusts else None,
        policies=" ".join(policy.text for policy in making.policies) or None,
        rules=hash_sources(game),
        positions=remembered,
        entries=len(entries),
        crc32=f"{zlib.crc32(body):08x}",
    )
    for name, value in claim._asdict().items():
        if isinstance(value, str) and not (value.isprintable() and value):
            raise InputError(f"{game.name}: a certificate cannot hold the {name} {value[:SHOWN]!r}")
    found = Certificate(claim, body)
    if len(found.to_bytes()) - len(body) > MAX_HEADER or max(entries, default=0) >= MAX_ENTRY:
        raise InputError(f"{game.name}: a certificate cannot hold as many as {len(making.policies):,} policies")
    return found


def _verify(making: Making, claim: Claim, entries: Sequence[int], body: bytes) -> None:
    """Raise NotProved where a certificate is no proof."""
    game, start = making.game, making.start
    if not making.policies:
        Strategy(claim, game, start, making.goal, entries, making.engine)
        return
    with recursion_budget() as budget:
        budget.reach(min(claim.positions + 2, MAX_DEPTH))
        check(game, start, claim, BytesIO(body), [policy.choose for policy in making.policies])


def can_count(making: Making) -> bool:
    """Return whether the plies to the goal can be counted: a win, of utilities that allow it."""
    if not making.goal.is_win or making.method == "proof":
        return False
    try:
        Solver(making.game, distance=True, method=making.method, engine=making.engine)
    except NoDistance:
        return False
    return True


# --- level by level ---------------------------------------------------------------------------------------------------


def _find_entries(making: Making, fleet: "Fleet | None", watcher: Watcher | None) -> tuple[Any, int, int]:
    """Return the entries in a checker's order, how many positions a checker remembers, and the plies of `_plies`.

    Raises Refuted.
    """
    listed = list_few(making)
    if listed is not None and 0 not in count_plies(listed, making.goal.side, making.goal.suffices):
        raise _unforced(making, listed)
    is_plain = making.policies or making.compiled() is None
    level = _PlainLevels(making, listed) if is_plain else _CompiledLevels(making)
    first = last = number = 0
    while last < len(level.positions):
        first, last = last, len(level.positions)
        if watcher is not None:
            watcher(number, last - first, last)
        choices = level.choose(first, last, fleet)
        if not level.positions.expand(first, choices):
            raise _refuted(making)
        number += 1
    plies = _plies(making, number, (level.positions.state(row) for row in range(first, last)))
    return *level.positions.walk(), plies


def _plies(making: Making, levels: int, states: Iterable[State]) -> int:
    """Return how many plies the longest line of play takes; 0 where they are not counted.

    states: of the last level. Where the other side moves, its replies may lead to wins in one, which are in no level.
    """
    if not making.counts:
        return 0
    game = making.game
    others = (state for state in states if game.player(state) != making.goal.side)
    after = (game.result(state, action) for state in others for action in game.actions(state))
    return levels + any(not game.terminal(child) for child in after)


def _refuted(making: Making) -> Refuted:
    """Return a message with the value of a position whose goal does not hold. Raises InputError if it is unknown."""
    solver = Solver(making.game, distance=False, method=making.method, engine=making.engine)
    solution = solver.solve(making.start, line=False)
    if making.goal.suffices(solution.value):
        raise _contradiction(making, f"the position is worth {solution.value}, but no action keeps that")
    return Refuted(solution.value)


def _unforced(making: Making, listed: Positions) -> Refuted:
    """Return what the other side can force; raise InputError where that is not enough to refute the goal."""
    game, goal = making.game, making.goal
    value = best_forced(listed, -goal.side)
    if value is None or goal.suffices(value):
        raise InputError(
            f"{game.name}: no certificate that {goal.describe(game)}: the other player can go on in circles and never \
end, and a goal is reached only at an end; plywise solve counts endless play as a draw"
        )
    return Refuted(value, exact=can_force(listed, goal.side, value))


def _contradiction(making: Making, what: str) -> InputError:
    why = "plywise check finds which rules or declarations contradict one another, if the journal was not changed"
    return InputError(f"{making.game.name}: {what}; {why}")


class _PlainLevels:
    """Levels of positions in plain Python."""

    def __init__(self, making: Making, listed: Positions | None) -> None:
        self._making, self._listed = making, listed
        game, start, goal = making.game, making.start, making.goal
        self.positions = PlainPositions(game, start, goal, making.counts)
        if making.policies:
            following = Following(game, goal, [policy.choose for policy in making.policies])
            self.positions = FollowingPositions(game, start, goal, following)
        self._chooser: PlainChooser | None = None

    def choose(self, first: int, last: int, fleet: "Fleet | None") -> list[int]:
        """Return the choices in the rows of a level."""
        if isinstance(self.positions, FollowingPositions):
            return self._choose_following(self.positions, first, last)
        places = [(first + begin, first + end) for begin, end in slices(last - first)]
        if fleet is not None:
            task = CertifyTask(self._making)
            keys = [task.key_of_states(self.positions.states(*place)) for place in places]
            answers = zip(_answers(fleet, keys), places, strict=True)
            found = [_choices(answer, end - begin) for answer, (begin, end) in answers]
        else:
            self._chooser = self._chooser or PlainChooser(self._making, listed=self._listed)
            found = [self._chooser.choose(self.positions.states(*place)) for place in places]
        choices, action_sets = ([each for part in parts for each in part] for parts in zip(*found, strict=True))
        return _share(self._making, choices, self.positions.children(first, complete(choices, action_sets)))

    def _choose_following(self, positions: FollowingPositions, first: int, last: int) -> list[int]:
        """Return the choices in the rows of a level; a row from which a policy wins has no other."""
        choices = choose_leaves(positions, first, last)
        waiting = [row for row, choice in enumerate(choices) if choice == OPEN]
        self._chooser = self._chooser or PlainChooser(self._making, listed=self._listed)
        states = positions.states(first, last)
        action_sets = [0] * len(choices)
        for row, choice, action_set in zip(
            waiting, *self._chooser.choose([states[row] for row in waiting]), strict=True
        ):
            choices[row], action_sets[row] = choice, action_set
        return _share(self._making, choices, positions.children(first, complete(choices, action_sets)))


def _share(making: Making, choices: list[int], rows: Sequence[Ways]) -> list[int]:
    """Return choices that lead to fewer positions.

    On the way to a win the best actions are equally near to the end. A draw, or a value, many actions keep, and some of
    them only just: of these no other is taken than those that the rule for the first choice takes somewhere.
    """
    return share(choices, rows, only_firsts=not making.goal.is_win)


class _CompiledLevels:
    """Levels of positions by compiled rules."""

    def __init__(self, making: Making) -> None:

        engine = making.compiled()
        assert engine is not None
        self._making = making
        word = making.goal_word(engine)
        self.positions = engines.CompiledPositions(engine, making.start, making.goal.side, word, making.counts)
        self._chooser: CompiledChooser | ProofChooser | None = None

    def choose(self, first: int, last: int, fleet: "Fleet | None") -> Any:
        """Return the choices in the rows of a level, as an array."""
        import numpy as np

        if self._is_the_others(first):
            return np.full(last - first, OTHER, np.int64)
        places = [(first + begin, first + end) for begin, end in slices(last - first)]
        if fleet is not None:
            keys = [f"{WORDS} {pack_words(self.positions.fields(*place))}" for place in places]
            answers = zip(_answers(fleet, keys), places, strict=True)
            found = [_words(answer, end - begin) for answer, (begin, end) in answers]
        else:
            self._chooser = self._chooser or words_chooser(self._making)
            found = [self._chooser.choose(self.positions.fields(*place)) for place in places]
        choices, action_sets = (
            np.concatenate(parts) for parts in zip(*(np.split(each, 2) for each in found), strict=True)
        )
        if not action_sets.any():
            return choices
        sets = complete(choices.tolist(), action_sets.tolist())
        children = iter(self.positions.children(first, np.array(sets, np.int64)).tolist())
        rows = [[(place, None if (child := next(children)) == FOUND else child) for place in places_in(each)]
                for each in sets]  # fmt: skip
        return _share(self._making, choices.tolist(), rows)

    def _is_the_others(self, row: int) -> bool:
        """Return whether the other side moves in all positions of a level, as it does in one of them."""
        game, goal, trusts = self._making.game, self._making.goal, self._making.trusts
        if trusts or not game.alternating:
            return False
        state = self.positions.state(row)
        return game.player(state) != goal.side


def _answers(fleet: "Fleet", keys: list[str]) -> Iterator[Any]:
    for job in fleet.run(keys):
        if job.error:
            raise InputError(job.error)
        yield job.answer


def _choices(answer: Any, count: int) -> tuple[list[int], list[int]]:
    """Return an answer as lists of choices and action sets. Raises InputError."""
    if not isinstance(answer, list) or len(answer) != 2 or not all(_is_row(each, count) for each in answer):
        raise InputError(DAMAGED)
    choices, action_sets = answer
    if min(choices) <= OPEN or min(action_sets) < 0 or max(action_sets) >> MAX_ACTION_SET:
        raise InputError(DAMAGED)
    return choices, action_sets


def _is_row(answer: Any, count: int) -> bool:
    return isinstance(answer, list) and len(answer) == count and all(type(each) is int for each in answer)


def _words(answer: Any, count: int) -> Any:
    """Return an answer as an array of choices followed by their action sets. Raises InputError."""
    try:
        words = unpack_words(answer)
    except (TypeError, ValueError, AttributeError, zlib.error):
        raise InputError(DAMAGED) from None
    if len(words) != 2 * count or (words[:count] <= OPEN).any() or (words[count:] >> MAX_ACTION_SET).any():
        raise InputError(DAMAGED)
    return words


def encode_entries(entries: Iterable[int]) -> bytes:
    """Return entries as bytes: 7 bits each, the lowest first; all but the last byte of an entry have 128 added.

    >>> encode_entries([3, 200]).hex(" ")
    '03 c8 01'
    """
    if not isinstance(entries, list):
        import numpy as np

        array = np.asarray(entries)
        if len(array) == 0 or array.max() < 128:
            return array.astype(np.uint8).tobytes()
        entries = array.tolist()
    found = bytearray()
    for entry in entries:
        while entry >= 128:
            found.append(entry & 127 | 128)
            entry >>= 7
        found.append(entry)
    return bytes(found)


__all__ = ["Certificate", "Making", "Refuted", "can_count", "follow_strategy", "make_certificate"]
