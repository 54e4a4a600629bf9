"""What the jobs done so far prove, worked out again from the journal alone, and what is still to be proved.

Nothing here is shared with the search that gave out the jobs (`planner`, `top_tree`): the positions are enumerated
again from the rules, of the journal only the answers to questions about values are read, and each claim about the start
is proved by itself, from the root down. Estimates are not looked at. Which positions were expanded is taken from the
journal as a hint where to look: a wrong one can only make less proved.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, NamedTuple

from plywise.game import MAX, MIN, Game, State, Value
from plywise.spread.names import Names
from plywise.spread.questions import EXPAND, LEVEL, PROVE, read_bounds, read_question
from plywise.spread.utilities import next_value


class Place(NamedTuple):
    """A position: its ply, and the key of the equivalent that stands for it."""

    ply: int
    key: Hashable


class Claim(NamedTuple):
    """That a position is worth at least a value (in MAX's favour), or at most (in MIN's)."""

    friend: int
    value: Value

    def holds(self, low: Value, high: Value) -> bool:
        """Return whether it holds for all values from low to high."""
        return low >= self.value if self.friend == MAX else high <= self.value

    def fails(self, low: Value, high: Value) -> bool:
        """Return whether it holds for no value from low to high."""
        return high < self.value if self.friend == MAX else low > self.value

    @property
    def threshold(self) -> Value:
        """The value in the question that decides it: is a position worth at least so much?"""
        return self.value if self.friend == MAX else next_value(self.value)


@dataclass(frozen=True)
class Unproved:
    """What is proved of the start's value, and what is not.

    low, high: what follows from the answers: the value lies between them. Where low > high, they contradict each other.
    value: the value that would take the fewest further jobs to prove, or the one that was asked for.
    jobs: what these would ask, `prove >=VALUE: POSITION`; those at one position may make others needless.
    positions: how many there are, down to where nothing was expanded.
    facts: how many answers about values there are; unused: of positions that are not among these.
    """

    low: Value
    high: Value
    value: Value
    jobs: list[str]
    positions: int
    facts: int
    unused: int

    @property
    def is_proved(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON; null where there is no bound."""
        return {
            "proved": self.is_proved,
            "bounds": [each if isfinite(each) else None for each in (self.low, self.high)],
            "value": self.value,
            "jobs": self.jobs,
            "positions": self.positions,
            "facts": self.facts,
            "unused": self.unused,
        }


def find_unproved(
    game: Game, start: State, recorded: Iterable[tuple[str, Any]], value: Value | None = None
) -> Unproved:
    """Work out what is proved, and what a proof that the start is worth `value` lacks.

    recorded: the jobs done and their answers. value: None: whatever takes the fewest jobs.

    Raises InputError for what is no such job or answer.
    """
    proof = _Proof(game, start, recorded)
    values = sorted(proof.values())
    low = max((each for each in values if proof.proves(Claim(MAX, each))), default=-inf)
    high = min((each for each in values if proof.proves(Claim(MIN, each))), default=inf)
    chosen, jobs = low, list[str]()
    if low < high:
        among = [each for each in values if low <= each <= high] or [0]
        chosen = min(among, key=lambda each: sum(map(proof.missing, _claims(each)))) if value is None else value
        jobs = [job for claim in _claims(chosen) for job in proof.jobs(claim)]
    return Unproved(low, high, chosen, jobs, proof.positions, proof.facts, proof.unused)


def _claims(value: Value) -> tuple[Claim, Claim]:
    """Return the claims that together say that the start is worth a value."""
    return Claim(MAX, value), Claim(MIN, value)


class _Node(NamedTuple):
    """A position, its bounds by what is known of itself alone, and what follows on it where that was expanded."""

    name: str
    mover: int
    low: Value
    high: Value
    children: Sequence[Place]


class _Proof:
    """The positions after a start, and what a journal says of them.

    facts, unused, positions: see Unproved.
    """

    def __init__(self, game: Game, start: State, recorded: Iterable[tuple[str, Any]]) -> None:
        self.game = game
        self.names = Names(game, start)
        self.facts = self.plies = 0
        self.bounds: dict[Hashable, tuple[Value, Value]] = {}
        self.expanded: set[Hashable] = set()
        for key, answer in recorded:
            self._read(key, answer)
        self.nodes: dict[Place, _Node] = {}
        self._line: list[Hashable] = []  # what was entered on the way to a position
        self.root = self._enter(start, 0, None, "")
        self.positions = len(self.nodes)
        self.unused = len(self.bounds.keys() - {place.key for place in self.nodes})
        self._proved: dict[tuple[Place, Claim], bool] = {}
        self._missing: dict[tuple[Place, Claim], float] = {}

    def _read(self, text: str, answer: Any) -> None:
        """Take a job and its answer."""
        question = read_question(text)
        if question.kind == LEVEL:
            self.plies = max(self.plies, question.limit)
        elif question.kind == EXPAND:
            self.expanded.add(self._key(question.name))
        elif question.kind == PROVE:
            low, high = read_bounds(question, answer)
            key = self._key(question.name)
            least, most = self.bounds.get(key, self.game.utility_bounds)
            self.bounds[key] = max(least, -inf if low is None else low), min(most, inf if high is None else high)
            self.facts += low is not None or high is not None

    def _key(self, name: str) -> Hashable:
        return self.game.key(self.names.choose(self.names.read(name)))

    def _enter(self, state: State, ply: int, before: str | None, word: str) -> Place:
        """Return the place of a state, whose node and all below it are there then. before, word: as in Names.name."""
        game, chosen = self.game, self.names.choose(state)
        place = Place(ply, game.key(chosen))
        if place in self.nodes:
            return place
        name = self.names.name(chosen, before, word)
        if game.terminal(chosen):
            utility = game.utility(chosen)
            self.nodes[place] = _Node(name, MAX, utility, utility, ())
            return place
        low, high = self.bounds.get(place.key, game.utility_bounds)
        children: list[Place] = []
        if ply < self.plies or (place.key in self.expanded and place.key not in self._line):  # not round in a circle
            self._line.append(place.key)
            for action in game.actions(chosen):
                word = game.format_action(chosen, action)
                children.append(self._enter(game.result(chosen, action), ply + 1, name, word))
            self._line.pop()
        self.nodes[place] = _Node(name, game.player(chosen), low, high, children)
        return place

    def values(self) -> set[Value]:
        """Return all values that a bound on the start can have."""
        return {bound for node in self.nodes.values() for bound in (node.low, node.high) if isfinite(bound)}

    def proves(self, claim: Claim, place: Place | None = None) -> bool:
        """Return whether a claim about a position, the start by default, follows from what is known."""
        place = self.root if place is None else place
        asked = place, claim
        if asked not in self._proved:
            node = self.nodes[place]
            found = claim.holds(node.low, node.high)
            if not found and node.children:
                enough = any if node.mover == claim.friend else all
                found = enough(self.proves(claim, child) for child in node.children)
            self._proved[asked] = found
        return self._proved[asked]

    def missing(self, claim: Claim, place: Place | None = None) -> float:
        """Return how many jobs a proof of a claim lacks, at least; infinite where the claim is wrong.

        Those needed for several positions count several times.
        """
        place = self.root if place is None else place
        asked = place, claim
        if asked not in self._missing:
            node = self.nodes[place]
            if self.proves(claim, place):
                found = 0.0
            elif claim.fails(node.low, node.high):
                found = inf
            elif not node.children:
                found = 1.0
            else:
                join = min if node.mover == claim.friend else sum
                found = join([self.missing(claim, child) for child in node.children])
            self._missing[asked] = found
        return self._missing[asked]

    def jobs(self, claim: Claim) -> list[str]:
        """Return the jobs that a proof of a claim about the start lacks, each once; none where it cannot be proved."""
        if self.missing(claim) == inf:
            return []
        found: dict[str, None] = {}
        waiting, met = [self.root], {self.root}
        while waiting:
            place = waiting.pop()
            node = self.nodes[place]
            if self.proves(claim, place):
                continue
            if not node.children:
                found[f"prove >={claim.threshold!r}: {node.name}"] = None
                continue
            needed = list(node.children)
            if node.mover == claim.friend:
                needed = [min(node.children, key=lambda child: self.missing(claim, child))]
            waiting += [child for child in needed if child not in met]
            met.update(needed)
        return list(found)


__all__ = ["Unproved", "find_unproved"]
