"""Which actions keep the root's value, as far as the top of the tree proves it."""

from collections.abc import Iterator

from plywise.game import MAX, Action, State
from plywise.spread.top_tree import Position, TopTree


def best_actions(tree: TopTree, start: State) -> list[Action]:
    """Return the actions of the start that are proved to keep its value; perhaps others do too."""
    return [action for action, child in _moves(tree, tree.root, start) if _keeps(tree.root, child)]


def best_line(tree: TopTree, start: State) -> list[Action]:
    """Return a line of best play, as far as positions are expanded and valued."""
    line: list[Action] = []
    position, state = tree.root, start
    while position.is_exact:
        found = next((each for each in _moves(tree, position, state) if _keeps(position, each[1])), None)
        if found is None:
            break
        line.append(found[0])
        state, position = tree.game.result(state, found[0]), found[1]
    return line


def _moves(tree: TopTree, position: Position, state: State) -> Iterator[tuple[Action, Position]]:
    """Yield a state's actions and the positions that they lead to. position: the one that stands for the state."""
    for action in tree.game.actions(state) if position.children else ():
        child = tree.find(tree.game.result(state, action), position.ply + 1)
        if child is not None:
            yield action, child


def _keeps(position: Position, child: Position) -> bool:
    """Return whether a child is proved to be worth as much to the mover as the position, whose value is proved."""
    if not position.is_exact:
        return False
    return bool(child.low >= position.low) if position.mover == MAX else bool(child.high <= position.high)


__all__ = ["best_actions", "best_line"]
