"""The positions that a strategy meets, level by level, and its entries in the order in which a checker meets them.

In plain Python, for any rules. What is compiled does the same in the same order: engines/native/strategy.py.
"""

from collections.abc import Hashable, Sequence

from plywise.certificates.covering import Ways, places_in
from plywise.certificates.goal import Goal
from plywise.certificates.static_choices import is_won_at_once
from plywise.certificates.walking import Node, Walk
from plywise.engines.choices import FORCED, KNOWN, NONE, OTHER
from plywise.game import Game, State
from plywise.game.ordered_sets import actions_in_order


class PlainPositions:
    """Positions in rows, each key once; where plies are counted, once at each ply.

    counts: whether plies are counted
    """

    def __init__(self, game: Game, start: State, goal: Goal, counts: bool) -> None:
        self.game, self.goal, self.counts = game, goal, counts
        self.start = start
        self._states: list[State] = []
        self._plies: list[int] = []
        self._choices: list[int] = []
        self._child: dict[int, int] = {}
        self._rows: dict[Hashable, int] = {}
        self._add(start, 0)

    def __len__(self) -> int:
        return len(self._states)

    def states(self, first: int, last: int) -> list[State]:
        """Return the states in some rows."""
        return self._states[first:last]

    def state(self, row: int) -> State:
        """Return the state in a row."""
        return self._states[row]

    def expand(self, first: int, choices: Sequence[int]) -> bool:
        """Add what follows on the rows from `first` on, by the choices there; return whether all keep the goal.

        A choice is twice the place of an action in the game's order, and 1 more where it is forced, or one of the codes
        of kernel/choosing.py.
        """
        self._choices += choices
        for row, choice in enumerate(choices, start=first):
            state, ply = self._states[row], self._plies[row] + self.counts
            if choice == NONE:
                return False
            if choice == OTHER:
                for action in self.game.actions(state):
                    child = self.game.result(state, action)
                    if not self.game.terminal(child):
                        if not is_won_at_once(self.game, self.goal, child):  # that has no row
                            self._add(child, ply)
                    elif not self.goal.suffices(self.game.utility(child)):
                        return False
            elif choice >= 0:
                actions = actions_in_order(self.game, state)
                if choice >> 1 >= len(actions):
                    return False
                self._child[row] = self._add(self.game.result(state, actions[choice >> 1]), ply)
        return True

    def children(self, first: int, sets: Sequence[int]) -> list[Ways]:
        """Return where the ways of the rows from `first` on lead: see covering.py. sets: of places, one each."""
        return [self._children(row, places_in(places)) for row, places in enumerate(sets, start=first)]

    def _children(self, row: int, places: Sequence[int]) -> Ways:
        state, ply = self._states[row], self._plies[row] + self.counts
        actions = actions_in_order(self.game, state) if places else []
        after = [(place, self.game.result(state, actions[place])) for place in places if place < len(actions)]
        marks = [(place, self.mark(child, ply)) for place, child in after]
        return [(place, None if mark in self._rows else mark) for place, mark in marks]

    def walk(self) -> tuple[list[int], int]:
        """Return the entries in a checker's order, and how many positions a checker remembers. Raises as Walk does."""
        walk = ChosenWalk(self)
        walk.walk(self.start, None)
        return walk.entries, len(walk.done)

    def choice(self, state: State, ply: int) -> tuple[int, int | None]:
        """Return what is chosen in a state, and the row that this leads to."""
        row = self._rows[self.mark(state, ply)]
        return self._choices[row], self._child.get(row)

    def row(self, state: State, ply: int) -> int | None:
        """Return a state's row; None if it has none."""
        return self._rows.get(self.mark(state, ply))

    def mark(self, state: State, ply: int) -> Hashable:
        """Return what a checker remembers a state by."""
        key = self.game.key(state)
        return (key, ply) if self.counts else key

    def _add(self, state: State, ply: int) -> int:
        mark = self.mark(state, ply)
        if mark not in self._rows:
            self._rows[mark] = len(self._states)
            self._states.append(state)
            self._plies.append(ply)
        return self._rows[mark]


class ChosenWalk(Walk[None]):
    """The walk along the choices made in all rows."""

    def __init__(self, positions: PlainPositions) -> None:
        super().__init__(positions.game, positions.goal)
        self._positions = positions

    def mark(self, state: State, ply: int) -> Hashable:
        """Return what the positions remember it by."""
        return self._positions.mark(state, ply)

    def is_known(self, state: State, ply: int) -> bool:
        """Return whether the rules' bounds are trusted there."""
        return self._positions.choice(state, ply)[0] == KNOWN

    def choose(self, node: Node, followed: None) -> tuple[int, None]:
        """Return the place of the action that leads to the row chosen."""
        choice, after = self._positions.choice(node.state, node.ply)
        rows = (self._positions.row(child, node.ply + 1) for child in node.children)
        place = next(place for place, row in enumerate(rows) if row == after)
        if not choice & FORCED:
            self.entries.append(place)
        return place, followed
