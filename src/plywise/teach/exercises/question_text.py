"""Text shared by several kinds of questions: whose move it is, and the rules of the search."""

from plywise.engines.algorithms import SHALLOW
from plywise.game import player_word
from plywise.teach.exercises.model import Subject
from plywise.teach.walkthrough import number
from plywise.trees.tree import Tree

CUT_TEXT = {"ge": "alpha >= beta", "gt": "alpha > beta"}


def describe_setting(subject: Subject) -> str:
    """Describe who moves at the root and where the tree comes from."""
    first = player_word(subject.tree.player_at(0))
    other = player_word(-subject.tree.player_at(0))
    if subject.position is None:
        return f"{first} moves at the root A, then {other}, and so on; leaf values are from MAX's point of view."
    game, state = subject.position.game, subject.position.state
    names = game.player_names[game.player(state)]
    who = f"{first} ({names})" if names != first else first
    estimated = " Values of leaves at which the game is not over are estimates." if subject.position.estimates else ""
    return (
        f"This is the game tree of {game.name} from the position {game.format_state(state)}: {who} is to move at the "
        f"root A, branches are moves, and leaf values are from MAX's point of view.{estimated}"
    )


def describe_search(subject: Subject) -> str:
    """Describe the search."""
    rules = subject.rules
    strict = ", but not when they are equal" if rules.cut == "gt" else ", including when they are equal"
    alpha, beta = map(number, rules.window)
    from_side = "from right to left" if rules.right_to_left else "from left to right"
    name, handed_down = "Alpha-beta", "each child is entered with the current window."
    if rules.algorithm == SHALLOW.name:
        name = "Shallow alpha-beta"
        handed_down = (
            "each child of a MAX node is entered with that node's alpha and beta = +inf, each child of a MIN node with "
            "alpha = -inf and that node's beta, so that only its parent's bound can cut a node."
        )
    return (
        f"{name} searches the tree {from_side}. It enters A with alpha = {alpha} and beta = {beta}; {handed_down} "
        f"After each child, alpha (at a MAX node) or beta (at a MIN node) is updated, and the node's remaining "
        f"children are cut off as soon as {CUT_TEXT[rules.cut]}{strict}."
    )


def children_values(tree: Tree, node: int) -> str:
    """Return the calculation of a node's minimax value: `max(3, 5) = 5`."""
    choose = "max" if tree.player_at(tree.ply[node]) == 1 else "min"
    values = ", ".join(number(tree.minimax_values[child]) for child in tree.children(node))
    return f"{choose}({values}) = {number(tree.minimax_values[node])}"
