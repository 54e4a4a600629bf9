"""Node: a place in the search tree, with a state and the line of actions that led to it."""

from collections.abc import Sequence
from typing import Any, Optional

from plywise.game import Action, State
from plywise.game.trial_play import Unchanged

Line = Any  # None, or (action, Line): a line of play as a linked list, cheap to extend


class Node:
    """A node of the search tree. Two lines that reach the same state are two nodes.

    parent: None at the root
    action: the action that led here
    index: the action's place in the game's list of the parent's actions, independent of the search order
    ply: distance from the root
    state: set when the node is entered
    over: whether the state is terminal; set when the node is entered
    children: in search order, while the node is being searched
    line: the best line of play found below the node
    mark: data of the move order
    unchanged: the state's contents on entry, if a rule could change it in place
    """

    __slots__ = ("action", "children", "index", "line", "mark", "over", "parent", "ply", "state", "unchanged")

    def __init__(self, parent: Optional["Node"], action: Action, index: int) -> None:
        self.parent = parent
        self.action = action
        self.index = index
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.state: State = None
        self.over = False
        self.children: Sequence[Node] = ()
        self.line: Line = None
        self.mark: Any = None
        self.unchanged: Unchanged | None = None

    def follow(self, child: "Node") -> None:
        """Make the child's action and best line the best line of this node."""
        self.line = (child.action, child.line)

    def path(self) -> list[Action]:
        """Return the actions from the root to this node."""
        actions = []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return actions[::-1]

    def __repr__(self) -> str:
        return f"<Node ply {self.ply}, action {self.action!r}>"


def actions_of(line: Line) -> list[Action]:
    """Return a linked line of play as a list."""
    actions = []
    while line is not None:
        action, line = line
        actions.append(action)
    return actions
