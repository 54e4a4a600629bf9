"""An inquiry into one position: what its moves are worth, as far as that is proved, and what the search thinks of it.

First the moves are solved, all in turn with more and more nodes, for a part of the time. If some are left open, an
ordinary search estimates them all. The rest of the time goes into lines of best play, which are proved move by move.
"""

import time as clock
from math import inf
from typing import NamedTuple

from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.game import Action, Game, State
from plywise.solvers.bounds import Bounding, Known, PlainBounding, bounding

FIRST_NODES = 50_000
MORE_NODES = 4
"""What each move gets at first, and how much more in each further round."""

SOLVING, ESTIMATING, REPLYING = 0.45, 0.4, 0.1
"""Parts of the time, and of the nodes: to solve the moves, to estimate them, to estimate the reply to the chosen."""

PLAIN_SECONDS, PLAIN_NODES = 0.3, 20_000
"""What plain Python may take before the game is compiled."""

MAX_ANSWERS = 20_000
"""Two plies are looked at for wins at once where they are no more lines than this."""

LINE_NODES = 500_000
"""Nodes for one move of a line, at most."""


class Budget(NamedTuple):
    """What an inquiry may spend: seconds, nodes, and how many plies it may look ahead (None: any number)."""

    time: float
    nodes: int | None = None
    depth: int | None = None


class Line(NamedTuple):
    """A line of play: its actions as words, the state where it stops, and whether the game is over there."""

    words: list[str]
    state: State
    whole: bool


class PositionAnalysis:
    """What is found out about a state that is not terminal; `worth` and `root` say what is proved of it by now."""

    def __init__(self, game: Game, state: State, engine: str, budget: Budget, distance: bool = True) -> None:
        self.game, self.state, self.engine, self.budget = game, state, engine, budget
        self.mover = game.player(state)
        self.children = {action: game.result(state, action) for action in game.actions(state)}
        self.distance = distance
        self.bounding: Bounding = PlainBounding(game, distance)
        self.ends = clock.perf_counter() + budget.time
        self.estimate: SearchResult | None = None
        self._searched = 0

    @property
    def engine_used(self) -> str:
        """The engine that solved, or tried to."""
        return self.bounding.engine

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self.bounding.nodes + self._searched

    @property
    def stopped(self) -> str:
        """What stopped the inquiry: "interrupt"; "" where nobody did."""
        return self.bounding.stopped if self.bounding.stopped == "interrupt" else ""

    # --- what is proved -----------------------------------------------------------------------------------------------

    def solve(self, first: Action | None = None) -> None:
        """Find out what each action leads to, as far as that takes no more than its part of the allowance.

        first: the action to begin with. What plain Python solves at once is not compiled.
        """
        if self.engine == "auto" and self.budget.depth is None:
            self.bounding.go_on(clock.perf_counter() + PLAIN_SECONDS, min(PLAIN_NODES, self._nodes_for(SOLVING)))
            for child in self.children.values():
                self.bounding.narrow(child, PLAIN_NODES)
        if not self.is_solved() and not self.stopped:
            self._searched += self.bounding.nodes
            began = clock.perf_counter()
            self.bounding = bounding(self.game, self.state, self.engine, self.distance)
            self.ends += clock.perf_counter() - began  # compiling does not count
            self._solve(first)
        self._go_on()

    def _solve(self, first: Action | None) -> None:
        """Solve the actions in turn, with more and more nodes, as long as the time lasts."""
        depth = None if self.budget.depth is None else self.budget.depth - 1
        share, actions = FIRST_NODES, sorted(self.children, key=lambda action: action != first)
        planned = min(self.ends, clock.perf_counter() + self.budget.time * SOLVING)
        self.bounding.go_on(planned, max(0, self._nodes_for(SOLVING) - self._searched))
        while not self.bounding.stopped:
            before = self.bounding.nodes
            for action in actions:
                self.bounding.narrow(self.children[action], share, depth)
            if all(self.worth(action).exact for action in actions) or self.bounding.nodes == before:
                break
            share *= MORE_NODES
        self.ends += self.bounding.clock.hard - planned  # compiling does not count

    def _nodes_for(self, part: float) -> float:
        return inf if self.budget.nodes is None else max(1, int(self.budget.nodes * part))

    def _go_on(self) -> None:
        """Let lines of play be proved with all that is left."""
        self.bounding.go_on(self.ends, self._nodes_for(1) - self._searched)

    def worth(self, action: Action) -> Known:
        """Return what is known of an action's value, MAX's view, the plies counted from the state."""
        return self.bounding.to_parent(self.bounding.known(self.children[action]))

    def root(self) -> Known:
        """Return what is known of the state."""
        return self.of(self.state, self.children)

    def of(self, state: State, children: dict[Action, State]) -> Known:
        """Return what is known of a state by its children, and by itself."""
        mover = self.game.player(state)
        own = [self.bounding.to_parent(self.bounding.known(child)).seen_by(mover) for child in children.values()]
        return Known(max(each.low for each in own), max(each.high for each in own)).seen_by(mover)

    def is_solved(self) -> bool:
        """Return whether every action's value is known."""
        return all(self.worth(action).exact for action in self.children)

    def narrowed(self, state: State, ply: int, window: Known | None = None) -> Known:
        """Return what is known of a state so many plies on, after a search."""
        depth = None if self.budget.depth is None else self.budget.depth - ply
        if depth is None or depth > 0:
            self.bounding.narrow(state, LINE_NODES, depth, window)
        return self.bounding.known(state)

    def line(self, state: State, ply: int, most: int) -> Line:
        """Return a line of best play from a state whose value is known, so many plies on; `most` plies of it."""
        words: list[str] = []
        while len(words) < most and not self.game.terminal(state):
            word = self.bounding.known(state).low
            action = self._keeper(state, word, ply + len(words))
            if action is None:
                break
            words.append(self.game.format_action(state, action))
            state = self.game.result(state, action)
            self.bounding.note(state, self.bounding.way.to_child(word))
        return Line(words, state, bool(self.game.terminal(state)))

    def _keeper(self, state: State, word: int, ply: int) -> Action | None:
        """Return an action that keeps the value of a state; None where none is found."""
        mover, kept = self.game.player(state), self.bounding.way.to_child(word)
        window = Known(kept - 1, kept) if mover > 0 else Known(kept, kept + 1)
        children = {action: self.game.result(state, action) for action in self.game.actions(state)}
        for narrow in (self.bounding.known, lambda child: self.narrowed(child, ply + 1, window)):
            for action, child in children.items():
                if narrow(child).seen_by(mover).low >= mover * kept:
                    return action
        return None

    # --- what a search thinks -----------------------------------------------------------------------------------------

    def search(self) -> None:
        """Let an ordinary search estimate what was not solved: `estimate` is its result, where it has one."""
        result = self._search(self.state, ESTIMATING, self.budget.depth, all_moves=True)
        if result is not None and result.action_values and result.value is not None:
            self.estimate = result
        self._go_on()

    def reply(self, action: Action) -> SearchResult | None:
        """Return an estimate of the state after an action."""
        depth, child = self.budget.depth, self.children[action]
        if self.game.terminal(child) or depth == 1:
            return None
        result = self._search(child, REPLYING, None if depth is None else depth - 1, all_moves=False)
        return result if result is not None and result.pv and result.value is not None else None

    def _search(self, state: State, part: float, depth: int | None, all_moves: bool) -> SearchResult | None:
        if self.stopped:
            return None
        time, nodes, began = self.budget.time * part, self.budget.nodes, clock.perf_counter()
        result = search(
            self.game,
            state,
            algorithm="deepening",
            engine=self.engine,
            all_moves=all_moves,
            time=time,
            depth=depth,
            nodes=None if nodes is None else int(self._nodes_for(part)),
        )
        self.ends += clock.perf_counter() - began - result.time_s  # compiling does not count
        self._searched += result.nodes
        if result.stopped_by == "interrupt":
            self.bounding.stopped = "interrupt"
        return result

    # --- what the rules say of the next two plies ---------------------------------------------------------------------

    def answers(self, state: State) -> dict[str, list[str]] | None:
        """Return for each action the answers by which the other player wins at once; None where that is too much."""
        mover, found = self.game.player(state), {}
        actions = list(self.game.actions(state))
        if len(actions) ** 2 > MAX_ANSWERS:
            return None
        for action in actions:
            child = self.game.result(state, action)
            over = self.game.terminal(child) or self.game.player(child) == mover
            found[self.game.format_action(state, action)] = [] if over else self.wins_at_once(child)
        return found

    def wins_at_once(self, state: State) -> list[str]:
        """Return the actions that end the game in favour of the player to move."""
        mover = self.game.player(state)
        found = []
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            if self.game.terminal(child) and mover * self.game.utility(child) > 0:
                found.append(self.game.format_action(state, action))
        return found
