"""Text shared by several kinds of questions: whose move it is, and how the search goes."""

from plywise.game import player_word
from plywise.teach.exercises.model import Subject
from plywise.teach.walkthrough import number
from plywise.trees.tree import Tree

RULES = {"ge": "alpha >= beta", "gt": "alpha > beta"}


def describe_setting(subject: Subject) -> str:
    """Say who moves at the root and where the tree comes from."""
    first = player_word(subject.tree.player_at(0))
    other = player_word(-subject.tree.player_at(0))
    if subject.position is None:
        turns = f"{first} moves at the root A, then {other}, and so on in turns"
        return f"{turns}; the leaf values are from MAX's point of view."
    game, state = subject.position.game, subject.position.state
    names = game.player_names[game.player(state)]
    who = f"{first} ({names})" if names != first else first
    estimated = " Leaves where the game is not over are estimates." if subject.position.estimates else ""
    return (
        f"The tree is that of {game.name} in the position {game.format_state(state)}: {who} is to move at the root A, "
        f"the branches are moves, and the leaf values are from MAX's point of view.{estimated}"
    )


def describe_search(subject: Subject) -> str:
    """Describe the search."""
    strict = " and not yet when they are equal" if subject.cut == "gt" else ", so also when they are equal"
    return (
        "Alpha-beta search goes through the tree from left to right. It enters A with alpha = -inf and beta = +inf; "
        "each child is entered with the window as it then stands. After each child alpha (at a MAX node) or beta (at "
        f"a MIN node) is updated, and the rest of the node is cut off as soon as {RULES[subject.cut]}{strict}."
    )


def children_values(tree: Tree, node: int) -> str:
    """Return the calculation of a node's minimax value: `max(3, 5) = 5`."""
    choose = "max" if tree.player_at(tree.ply[node]) == 1 else "min"
    values = ", ".join(number(tree.minimax_values[child]) for child in tree.children(node))
    return f"{choose}({values}) = {number(tree.minimax_values[node])}"
