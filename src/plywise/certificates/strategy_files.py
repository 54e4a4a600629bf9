"""Making a certificate from another program's strategy file, without a search. The file is not trusted.

A line of the file is a position, the strategist's action there and, if a policy is followed from there on, its text;
tabs separate them. The file may contain positions that the strategy never reaches. A checker reads no entry where only
one action does not lose at once: there a line's policy is followed from the next entry on.
"""

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import NamedTuple

from plywise.certificates.goal import Goal
from plywise.certificates.policies import Policy, find_policy
from plywise.certificates.static_choices import is_lost
from plywise.errors import InputError
from plywise.game import Action, Game, State, parse_legal_action
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import RecursionBudget, recursion_budget


class Line(NamedTuple):
    """The strategy in a position. policy: the text of the policy to follow from there; "": none."""

    action: Action
    policy: str


def read_strategy_file(path: Path, game: Game) -> dict[State, Line]:
    """Return the lines of a strategy file by position. Raises InputError."""
    found = {}
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {path}: it is not a text in UTF-8") from None
    for number, line in enumerate(text.splitlines(), start=1):
        parts = line.split("\t")
        if not 2 <= len(parts) <= 3:
            raise InputError(f"{path}, line {number}: write a position, an action and, if any, a policy, between tabs")
        position, word, *policy = parts
        try:
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
        is_own = game.player(state) == self._goal.side
        after = {action: game.result(state, action) for action in actions_in_order(game, state)}
        if is_own and any(
            game.terminal(child) and self._goal.suffices(game.utility(child)) for child in after.values()
        ):
            return
        key = game.key(state)
        if key in self.done:
            return
        if key in self._path:
            raise self._failure("play may never end: it repeats a position", state)
        self._path.add(key)
        children = list(after.values())
        if is_own:
            action, number, advice = self._choose(state, after, number, advice)
            children = [after[action]]
        for child in children:
            self._prove(child, number, advice, ply + 1, budget)
        self._path.remove(key)
        self.done.add(key)

    def _choose(self, state: State, after: dict[Action, State], number: int, advice: str) -> tuple[Action, int, str]:
        """Return the strategist's action, with the policy and the advice after it; write an entry if one is read."""
        line = None if number else self._lines.get(state)
        advice = advice if line is None else line.policy
        alive = (action for action, child in after.items() if not is_lost(self._game, self._goal, child))
        only = next(alive, None)
        if only is None:
            raise self._failure("every action loses the goal", state)
        if next(alive, None) is None:
            return only, number, advice
        if number:
            return self._action(number, state, after), number, advice
        number = self._number(advice)
        if line is None and not number:
            raise self._failure("the strategy file has no line", state)
        action = self._action(number, state, after) if line is None else line.action
        self.entries.append(list(after).index(action) + number * len(after))
        return action, number, advice

    def _action(self, number: int, state: State, after: dict[Action, State]) -> Action:
        policy = self.policies[number - 1]
        action = policy.choose(self._game, state)
        if action not in after:
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
