"""Analyse one position: the proved values of its moves, and estimates for the rest.

Part of the time goes into solving the moves one after another, in rounds with growing node limits. If some stay
unsolved, an ordinary search estimates all moves. The remaining time goes into proved lines of best play.
"""

import time as clock
from dataclasses import replace
from math import inf
from typing import NamedTuple

from plywise.engines.algorithms import DEEPENING
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.search_warnings import no_search_warnings
from plywise.game import Action, Game, State, move_label
from plywise.solvers.bounds import Bounding, Known, PlainBounding, UtilityBounds, bounds_of, make_bounding

FIRST_NODES = 50_000
MORE_NODES = 4
"""The nodes for each move in the first round, and the factor for each further round."""

SOLVING, ESTIMATING, REPLYING = 0.45, 0.4, 0.1
"""Shares of the time and nodes: for solving the moves, estimating them, and estimating the reply to one."""

CHOOSING = ESTIMATING / 2
"""The share for estimating only the best move, and only one other."""

PLAIN_SECONDS, PLAIN_NODES = 0.3, 20_000
"""The limit for plain Python before the game is compiled."""

MAX_ANSWERS = 20_000
"""Above this number of lines, immediate wins two plies ahead are not searched for."""

MAX_LINE_NODES = 500_000
"""The node limit for one move of a line."""


class Budget(NamedTuple):
    """The limits of an analysis.

    time: seconds
    nodes: node entries (None: any number)
    depth: plies to look ahead (None: any number)
    patient: whether compiling a game for the first time may exceed the time
    """

    time: float
    nodes: int | None = None
    depth: int | None = None
    patient: bool = True


class Line(NamedTuple):
    """A line of play.

    words: its actions in the game's notation
    state: the state where it stops
    whole: whether the game is over there
    """

    words: list[str]
    state: State
    whole: bool


def tells_apart(estimate: SearchResult) -> bool:
    """Return whether an estimate distinguishes between moves; always true of an only move."""
    values = list((estimate.action_values or {}).values())
    return len(values) == 1 or len(set(values)) > 1


class PositionAnalysis:
    """The analysis of a non-terminal state; `worth` and `root` return what has been proved so far.

    bounds: bounds of the utilities (None: from `bounds_of`)
    bounding: results of other analyses of the same game to build on; None: none
    algorithm: the search algorithm for estimates

    Its methods raise BeyondBounds if a utility lies outside the bounds.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        engine: str,
        budget: Budget,
        distance: bool = True,
        bounds: UtilityBounds | None = None,
        bounding: Bounding | None = None,
        algorithm: str = DEEPENING.name,
    ) -> None:
        self.game, self.state, self.engine, self.budget = game, state, engine, budget
        self.mover = game.player(state)
        self.children = {action: game.result(state, action) for action in game.actions(state)}
        self.distance = distance
        self.bounds = bounds_of(game, state) if bounds is None else bounds
        self.algorithm = algorithm
        self._goes_on = bounding is not None
        self.bounding = PlainBounding(game, distance, self.bounds) if bounding is None else bounding
        self.ends = clock.perf_counter() + budget.time
        self.estimate: SearchResult | None = None
        self._searched = -self.bounding.nodes  # nodes entered earlier do not count

    @property
    def engine_used(self) -> str:
        """The engine that solved the moves, or tried to."""
        return self.bounding.engine

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far."""
        return self.bounding.nodes + self._searched

    # --- what is proved -----------------------------------------------------------------------------------------------

    def solve(self, first: Action | None = None) -> None:
        """Determine what each action leads to, within solving's share of the budget.

        first: the action to begin with. A game that plain Python solves quickly is not compiled.
        """
        if self._goes_on:
            self._solve(first)
        elif self.engine == "auto" and self.budget.depth is None:
            self.bounding.resume(clock.perf_counter() + PLAIN_SECONDS, min(PLAIN_NODES, self._nodes_for(SOLVING)))
            for child in self.children.values():
                self.bounding.narrow(child, PLAIN_NODES)
        if not self._goes_on and not self.is_solved():
            self._searched += self.bounding.nodes
            began = clock.perf_counter()
            patient = self.budget.patient
            self.bounding = make_bounding(self.game, self.state, self.engine, self.distance, patient, self.bounds)
            self.ends += clock.perf_counter() - began  # compiling does not count
            self._solve(first)
        self._go_on()

    def _solve(self, first: Action | None) -> None:
        """Solve the actions one after another, with growing node limits, while time remains."""
        depth = None if self.budget.depth is None else self.budget.depth - 1
        share, actions = FIRST_NODES, sorted(self.children, key=lambda action: action != first)
        planned = min(self.ends, clock.perf_counter() + self.budget.time * SOLVING)
        self.bounding.resume(planned, max(0, self._nodes_for(SOLVING) - self._searched))
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
        """Make the rest of the budget available for proving lines of play."""
        self.bounding.resume(self.ends, self._nodes_for(1) - self._searched)

    def worth(self, action: Action) -> Known:
        """Return what is known about an action's value, from MAX's point of view, with plies counted from the state."""
        return self.bounding.to_parent(self.bounding.known(self.children[action]))

    def root(self) -> Known:
        """Return what is known about the state."""
        return self.combine_children(self.state, self.children)

    def combine_children(self, state: State, children: dict[Action, State]) -> Known:
        """Return what is known about a state from its children."""
        mover = self.game.player(state)
        own = [self.bounding.to_parent(self.bounding.known(child)).seen_by(mover) for child in children.values()]
        return Known(max(each.low for each in own), max(each.high for each in own)).seen_by(mover)

    def is_solved(self) -> bool:
        """Return whether every action's value is known."""
        return all(self.worth(action).exact for action in self.children)

    def search_further(self, state: State, ply: int, window: Known | None = None) -> Known:
        """Search a state `ply` plies on, and return what is then known about it."""
        depth = None if self.budget.depth is None else self.budget.depth - ply
        if depth is None or depth > 0:
            self.bounding.narrow(state, MAX_LINE_NODES, depth, window)
        return self.bounding.known(state)

    def find_line(self, state: State, ply: int, most: int) -> Line:
        """Return a line of best play from a state of known value, `ply` plies on. most: the longest line, in plies."""
        words: list[str] = []
        while len(words) < most and not self.game.terminal(state):
            word = self.bounding.known(state).low
            action = self._find_keeper(state, word, ply + len(words))
            if action is None:
                break
            words.append(move_label(self.game, state, action))
            state = self.game.result(state, action)
            self.bounding.set_known(state, self.bounding.method.to_child(word))
        return Line(words, state, bool(self.game.terminal(state)))

    def _find_keeper(self, state: State, word: int, ply: int) -> Action | None:
        """Return an action that keeps the value of a state; None if none is found."""
        mover, kept = self.game.player(state), self.bounding.method.to_child(word)
        window = Known(kept - 1, kept) if mover > 0 else Known(kept, kept + 1)
        children = {action: self.game.result(state, action) for action in self.game.actions(state)}
        for narrow in (self.bounding.known, lambda child: self.search_further(child, ply + 1, window)):
            for action, child in children.items():
                if narrow(child).seen_by(mover).low >= mover * kept:
                    return action
        return None

    # --- estimates --------------------------------------------------------------------------------------

    def estimate_moves(self) -> None:
        """Estimate the unsolved moves with an ordinary search; `estimate` becomes its result, if it has one."""
        result = self._search(self.state, ESTIMATING, self.budget.depth, True)
        if result.action_values and result.value is not None:
            self.estimate = result
        self._go_on()

    def estimate_choice(self, action: Action) -> None:
        """Estimate only the best unsolved action and one other, deeper than all could be searched in the time.

        `estimate` becomes the result, with the values of these two only.
        """
        best, child = self._search(self.state, CHOOSING, self.budget.depth, False), self.children[action]
        if best.value is not None and best.best is not None and best.depth > 0:
            values, depth = {best.best: best.value}, best.depth
            if action != best.best and self.game.terminal(child):
                values[action] = self.game.utility(child)
            elif action != best.best and depth > 1:
                after = self._search(child, CHOOSING, depth - 1, False)
                if after.value is not None and after.depth > 0:
                    values[action], depth = after.value, min(depth, after.depth + 1)
            chosen = max(values, key=lambda each: self.mover * values[each])
            line = best.pv if chosen == best.best else [action]
            self.estimate = replace(best, best=chosen, value=values[chosen], pv=line, action_values=values, depth=depth)
        self._go_on()

    def estimate_reply(self, action: Action) -> SearchResult | None:
        """Return an estimate of the state after an action; None if there is none."""
        depth, child = self.budget.depth, self.children[action]
        if self.game.terminal(child) or depth == 1:
            return None
        result = self._search(child, REPLYING, None if depth is None else depth - 1, True)
        return result if result.pv and result.value is not None and result.action_values else None

    def _search(self, state: State, part: float, depth: int | None, all_moves: bool) -> SearchResult:
        time, nodes, began = self.budget.time * part, self.budget.nodes, clock.perf_counter()
        with no_search_warnings():  # the explanation itself marks estimates
            result = search(
                self.game,
                state,
                algorithm=self.algorithm,
                engine=self.engine,
                all_moves=all_moves,
                time=time,
                depth=depth,
                nodes=None if nodes is None else int(self._nodes_for(part)),
                partial=False,
            )
        self.ends += clock.perf_counter() - began - result.time_s  # compiling does not count
        self._searched += result.nodes
        return result

    # --- the next two plies, by the rules alone ---------------------------------------------------------------------

    def find_winning_answers(self, state: State) -> dict[str, list[str]] | None:
        """Return, for each action, the replies that win at once; None if there are too many lines."""
        mover, found = self.game.player(state), {}
        actions = list(self.game.actions(state))
        if len(actions) ** 2 > MAX_ANSWERS:
            return None
        for action in actions:
            child = self.game.result(state, action)
            over = self.game.terminal(child) or self.game.player(child) == mover
            found[move_label(self.game, state, action)] = [] if over else self.find_immediate_wins(child)
        return found

    def find_immediate_wins(self, state: State) -> list[str]:
        """Return the actions that end the game with a win for the player to move."""
        mover = self.game.player(state)
        found = []
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            if self.game.terminal(child) and mover * self.game.utility(child) > 0:
                found.append(move_label(self.game, state, action))
        return found
