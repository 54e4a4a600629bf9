"""The positions that a strategy meets, level by level, and its entries in the order in which a checker meets them.

In plain Python, for any rules. What is compiled does the same in the same order: engines/native/strategy.py.
"""

from collections.abc import Hashable, Sequence

from plywise.certificates.covering import Ways, places_in
from plywise.certificates.goal import Goal
from plywise.certificates.static_choices import is_won_at_once
from plywise.engines.choices import FORCED, KNOWN, NONE, OTHER, WON
from plywise.errors import InputError
from plywise.game import Game, State
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import RecursionBudget, recursion_budget


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
        marks = [(place, self._mark(child, ply)) for place, child in after]
        return [(place, None if mark in self._rows else mark) for place, mark in marks]

    def walk(self) -> tuple[list[int], int]:
        """Return the entries in a checker's order, and how many positions a checker remembers.

        Raises InputError where a line comes back to where it was: then it need never end.
        """
        entries: list[int] = []
        done: set[int] = set()
        with recursion_budget() as budget:
            self._walk(self.start, 0, entries, done, set(), budget)
        return entries, len(done)

    def _walk(
        self, state: State, ply: int, entries: list[int], done: set[int], path: set[int], budget: RecursionBudget
    ) -> None:
        budget.reach(ply)
        row = self._rows.get(self._mark(state, ply * self.counts))
        if row is None or row in done or self._choices[row] in (WON, KNOWN):
            return
        choice = self._choices[row]
        if row in path:
            where = self.game.format_state(state)
            raise InputError(f"{self.game.name}: play may return to {where} and never end: there is no certificate")
        path.add(row)
        for place, action in enumerate(self.game.actions(state)):
            child = self.game.result(state, action)
            if self.game.terminal(child):
                continue
            if choice == OTHER:
                self._walk(child, ply + 1, entries, done, path, budget)
            elif self._rows.get(self._mark(child, (ply + 1) * self.counts)) == self._child[row]:
                if not choice & FORCED:
                    entries.append(place)
                self._walk(child, ply + 1, entries, done, path, budget)
                break
        path.remove(row)
        done.add(row)

    def _add(self, state: State, ply: int) -> int:
        mark = self._mark(state, ply)
        if mark not in self._rows:
            self._rows[mark] = len(self._states)
            self._states.append(state)
            self._plies.append(ply)
        return self._rows[mark]

    def _mark(self, state: State, ply: int) -> Hashable:
        key = self.game.key(state)
        return (key, ply) if self.counts else key
