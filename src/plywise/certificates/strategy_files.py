"""Making a certificate from a strategy file, which another program wrote: no search, and nothing of it is trusted.

A line of the file is a position, the strategist's action there and, if a policy is followed from there on, its text;
tabs separate them. Positions that the strategy does not come to may be in the file, too. A checker reads no entry where
only one action does not lose at once: there a line's policy is followed from the next entry on.
"""

from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from plywise.certificates.goal import Goal
from plywise.certificates.policies import Policy, find_policy
from plywise.certificates.static_choices import is_lost, is_won_at_once
from plywise.errors import InputError
from plywise.game import Action, Game, State, parse_legal_action
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import RecursionBudget, recursion_budget


class Line(NamedTuple):
    """What a strategy file says of a position. policy: its text; "": none."""

    action: Action
    policy: str


def read_strategy_file(path: Path, game: Game) -> dict[State, Line]:
    """Return the lines of a strategy file by position. Raises InputError."""
    found = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            position, word, *policy = line.split("\t")
            state = game.parse_state(position)
            found[state] = Line(parse_legal_action(game, state, word), "".join(policy))
        except (InputError, ValueError) as error:
            raise InputError(f"{path}, line {number}: {error}") from None
    return found


class StrategyWalk:
    """Walks as a checker does, and writes the entries. done: the positions that a checker remembers."""

    def __init__(self, game: Game, goal: Goal, lines: Mapping[State, Line], done: set[Hashable]) -> None:
        self._game, self._goal, self._lines, self.done = game, goal, lines, done
        self._path: set[Hashable] = set()
        self._numbers: dict[str, int] = {}
        self.entries: list[int] = []
        self.policies: list[Policy] = []

    def walk(self, start: State) -> None:
        """Walk from a state. Raises InputError where the file lacks a position, or does not reach the goal."""
        with recursion_budget() as budget:
            self._prove(start, 0, "", 0, budget)

    def _prove(self, state: State, number: int, advice: str, ply: int, budget: RecursionBudget) -> None:
        """Prove a state. number: of the policy that is followed; 0: entries are read. advice: followed if one is."""
        budget.reach(ply)
        game = self._game
        if game.terminal(state):
            if not self._goal.suffices(game.utility(state)):
                raise self._failure("the goal is not reached", state)
            return
        if is_won_at_once(game, self._goal, state) or (key := game.key(state)) in self.done:
            return
        if key in self._path:
            raise self._failure("play may never end: it comes back", state)
        self._path.add(key)
        actions = actions_in_order(game, state)
        if game.player(state) == self._goal.side:
            action, number, advice = self._choose(state, number, advice)
            actions = [action]
        for action in actions:
            self._prove(game.result(state, action), number, advice, ply + 1, budget)
        self._path.remove(key)
        self.done.add(key)

    def _choose(self, state: State, number: int, advice: str) -> tuple[Action, int, str]:
        """Return the strategist's action, with the policy and the advice after it; write an entry if one is read."""
        line = None if number else self._lines.get(state)
        advice = advice if line is None else line.policy
        alive = self._alive(state)
        only = next(alive, None)
        if only is None:
            raise self._failure("every action loses the goal", state)
        if next(alive, None) is None:
            return only, number, advice
        actions = actions_in_order(self._game, state)
        if number:
            return self._legal(self.policies[number - 1], state, actions), number, advice
        number = self._number(advice)
        if line is None and not number:
            raise self._failure("the strategy file has no line", state)
        action = line.action if line is not None else self._legal(self.policies[number - 1], state, actions)
        self.entries.append(actions.index(action) + number * len(actions))
        return action, number, advice

    def _alive(self, state: State) -> Iterator[Action]:
        game = self._game
        return (each for each in game.actions(state) if not is_lost(game, self._goal, game.result(state, each)))

    def _legal(self, policy: Policy, state: State, actions: list[Action]) -> Action:
        action = policy.choose(self._game, state)
        if action not in actions:
            raise self._failure(f"policy {policy.text[:60]!r} chose no action", state)
        return action

    def _number(self, text: str) -> int:
        """Return the number of a policy, counted from 1 in the order in which they are first needed; 0 for none."""
        if text and text not in self._numbers:
            self.policies.append(find_policy(text, self._game))
            self._numbers[text] = len(self.policies)
        return self._numbers.get(text, 0)

    def _failure(self, what: str, state: State) -> InputError:
        return InputError(f"{self._game.name}: {what} at {self._game.format_state(state)}")


__all__ = ["StrategyWalk", "read_strategy_file"]
