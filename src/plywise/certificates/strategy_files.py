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
from plywise.certificates.walking import Node, Walk
from plywise.errors import InputError
from plywise.game import Action, Game, State, parse_legal_action


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


class Advice(NamedTuple):
    """What is followed: the policy of a number, counted from 1; with 0, the file, and this policy from an entry on."""

    number: int = 0
    policy: str = ""


class StrategyWalk(Walk[Advice]):
    """The walk along the lines of a file. policies: those that its entries follow"""

    def __init__(self, game: Game, goal: Goal, lines: Mapping[State, Line], done: set[Hashable]) -> None:
        super().__init__(game, goal, done)
        self._lines = lines
        self._numbers: dict[str, int] = {}
        self.policies: list[Policy] = []

    def choose(self, node: Node, followed: Advice) -> tuple[int, Advice]:
        """Return the place of the file's or the policy's action, and what is followed after it."""
        line = None if followed.number else self._lines.get(node.state)
        advice = followed if line is None else Advice(0, line.policy)
        alive = (place for place, child in enumerate(node.children) if not is_lost(self.game, self.goal, child))
        only = next(alive, None)
        if only is None:
            raise self.failure("every action loses the goal", node.state)
        if next(alive, None) is None:
            return only, advice
        if advice.number:
            return self._place(advice.number, node), advice
        number = self._number(advice.policy)
        if line is None and not number:
            raise self.failure("the strategy file has no line", node.state)
        place = self._place(number, node) if line is None else node.actions.index(line.action)
        self.entries.append(place + number * len(node.actions))
        return place, Advice(number, advice.policy)

    def _place(self, number: int, node: Node) -> int:
        policy = self.policies[number - 1]
        action = policy.choose(self.game, node.state)
        if action not in node.actions:
            raise self.failure(f"policy {policy.text[:60]!r} chose no action", node.state)
        return node.actions.index(action)

    def _number(self, text: str) -> int:
        """Return the number of a policy, counted from 1 in the order in which they are first needed; 0 for none."""
        if text and text not in self._numbers:
            self.policies.append(find_policy(text, self.game))
            self._numbers[text] = len(self.policies)
        return self._numbers.get(text, 0)


__all__ = ["Advice", "StrategyWalk", "read_strategy_file"]
