"""The top of the game tree: the positions from a start down to where the jobs begin, and what is proved about them.

Positions are merged up to equivalence, ply by ply; one that is met at two plies is two positions with one name. Here
only proofs count: what is learnt of one position narrows the bounds of all above it, never by an estimate.
"""

from collections.abc import Iterable, Iterator
from math import inf

from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value
from plywise.spread.names import Names

Bounds = tuple[Value, Value]


MAX_POSITIONS = 100_000
"""Positions at one ply, of which each is estimated: more would take hours, and gigabytes."""


class Position:
    """A position of the top tree.

    name: see `Names`; its value lies from `low` to `high`, from MAX's view.
    mover: the player to move; None where the game is over.
    children: the positions that actions lead to, each once; None: it was not expanded.
    parents: the positions that it follows on.
    """

    __slots__ = ("children", "high", "low", "mover", "name", "parents", "ply", "state")

    def __init__(self, state: State, name: str, mover: int | None, ply: int, bounds: Bounds) -> None:
        self.state = state
        self.name = name
        self.mover = mover
        self.ply = ply
        self.low, self.high = bounds
        self.children: list[Position] | None = None
        self.parents: list[Position] = []

    @property
    def is_exact(self) -> bool:
        """Whether its value is proved."""
        return bool(self.low == self.high)

    def reaches(self, value: Value) -> bool | None:
        """Return whether it is worth at least a value; None where that is not proved."""
        if self.low >= value:
            return True
        return False if self.high < value else None


class TopTree:
    """The positions from a start on, by ply.

    levels: a table from keys to positions for each ply.
    ply: down to which all positions were expanded.
    """

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.names = Names(game, start)
        self.levels: list[dict[object, Position]] = [{}]
        self.ply = 0
        self._facts: dict[str, Bounds] = {}
        self._named: dict[str, list[Position]] = {}
        self.root = self._place(start, None, None)

    def at(self, ply: int) -> Iterable[Position]:
        """Return the positions at a ply."""
        return self.levels[ply].values() if ply < len(self.levels) else ()

    def leaves(self) -> Iterator[Position]:
        """Yield the positions that were not expanded."""
        for level in self.levels:
            yield from (position for position in level.values() if position.children is None)

    def find(self, state: State, ply: int) -> Position | None:
        """Return the position that stands for a state at a ply; None where there is none."""
        if ply >= len(self.levels):
            return None
        return self.levels[ply].get(self.game.key(self.names.choose(state)))

    def named(self, name: str) -> list[Position]:
        """Return the positions with a name, one a ply."""
        return self._named.get(name, [])

    def is_met_again(self, position: Position) -> bool:
        """Return whether play that leads to a position may have met it before: it goes round in a circle."""
        same = [each for each in self.named(position.name) if each.ply < position.ply]
        if not same:
            return False
        level, first = {position}, min(each.ply for each in same)
        for _ in range(first, position.ply):
            level = {parent for each in level for parent in each.parents}
            if not level.isdisjoint(same):
                return True
        return False

    # --- growing --------------------------------------------------------------------------------------------------

    def deepen(self) -> int:
        """Expand all positions at the ply reached so far; return how many follow on them.

        Raises InputError where there are more than MAX_POSITIONS.
        """
        for position in list(self.at(self.ply)):
            self.expand(position)
            if len(self.levels) > self.ply + 1 and len(self.levels[self.ply + 1]) > MAX_POSITIONS:
                raise InputError(
                    f"{self.game.name} has over {MAX_POSITIONS:,} positions at ply {self.ply + 1} of these: "
                    "let the jobs begin at an earlier one"
                )
        self.ply += 1
        return len(self.levels[self.ply]) if self.ply < len(self.levels) else 0

    def expand(self, position: Position) -> set[Position]:
        """Give a position its children; return those positions of which more is known by that."""
        if position.children is not None:
            return set()
        position.children = []
        game = self.game
        if position.mover is not None:
            for action in game.actions(position.state):
                child = self._place(game.result(position.state, action), position, action)
                if child not in position.children:
                    position.children.append(child)
                    child.parents.append(position)
        return self._narrow_upwards({position})

    def _place(self, state: State, before: Position | None, action: Action) -> Position:
        """Return the position of a state, a new one where there is none. before, action: what leads to it."""
        ply = 0 if before is None else before.ply + 1
        if len(self.levels) <= ply:
            self.levels.append({})
        chosen = self.names.choose(state)
        key = self.game.key(chosen)
        if key not in self.levels[ply]:
            over = bool(self.game.terminal(chosen))
            bounds = (self.game.utility(chosen),) * 2 if over else self.game.utility_bounds
            name = self._name(chosen, before, action)
            position = Position(chosen, name, None if over else self.game.player(chosen), ply, bounds)
            if over:
                position.children = []
            self.levels[ply][key] = position
            self._named.setdefault(name, []).append(position)
            if name in self._facts:
                self._narrow(position, *self._facts[name])
        return self.levels[ply][key]

    def _name(self, state: State, before: Position | None, action: Action) -> str:
        if before is None:
            return self.names.name(state)
        return self.names.name(state, before.name, self.game.format_action(before.state, action))

    # --- what is proved -------------------------------------------------------------------------------------------

    def learn(self, name: str, low: Value | None, high: Value | None) -> set[Position]:
        """Take a fact about the value of the positions with a name; return those of which more is known by that.

        Raises InputError where it contradicts others.
        """
        before = self._facts.get(name, (-inf, inf))
        fact = max(before[0], -inf if low is None else low), min(before[1], inf if high is None else high)
        self._facts[name] = fact
        narrowed = {position for position in self.named(name) if self._narrow(position, *fact)}
        return narrowed | self._narrow_upwards({parent for each in narrowed for parent in each.parents})

    def _narrow_upwards(self, positions: set[Position]) -> set[Position]:
        """Narrow the bounds of positions by those of their children, and so on upwards; return those narrowed."""
        narrowed: set[Position] = set()
        waiting: dict[int, set[Position]] = {}
        for position in positions:
            waiting.setdefault(position.ply, set()).add(position)
        for ply in range(max(waiting, default=-1), -1, -1):
            for position in waiting.get(ply, ()):
                if position.children and self._narrow(position, *bounds_by_children(position)):
                    narrowed.add(position)
                    for parent in position.parents:
                        waiting.setdefault(parent.ply, set()).add(parent)
        return narrowed

    def _narrow(self, position: Position, low: Value, high: Value) -> bool:
        """Narrow a position's bounds; return whether they changed."""
        low, high = max(position.low, low), min(position.high, high)
        if low > high:
            where = f"{position.name}: at least {low} and at most {high}"
            raise InputError(f"{self.game.name}: the recorded proofs contradict each other at {where}")
        changed = (low, high) != (position.low, position.high)
        position.low, position.high = low, high
        return changed


def bounds_by_children(position: Position) -> Bounds:
    """Return what follows for a position from the bounds of its children."""
    choose = max if position.mover == MAX else min
    assert position.children
    return choose(child.low for child in position.children), choose(child.high for child in position.children)
