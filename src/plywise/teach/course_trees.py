"""The trees of the course, with the search on each page."""

from typing import NamedTuple


class CourseTree(NamedTuple):
    """A tree of the course.

    page: its page in docs/course
    title: its title
    tree: its leaves, in the format of `plywise tree`; branching: children of each node
    algorithm, cut: the search; max_first: whether MAX moves at the root
    """

    page: str
    title: str
    tree: str
    branching: int = 2
    algorithm: str = "minimax"
    cut: str = "ge"
    max_first: bool = True


EIGHT = "3 5 6 9 1 2 0 -1"

COURSE_TREES = (
    CourseTree("1-minimax", "Minimax on eight leaves", EIGHT),
    CourseTree("1-minimax", "The same tree, with MIN moving first", EIGHT, max_first=False),
    CourseTree("2-alpha-beta", "Alpha-beta on the same tree", EIGHT, algorithm="alphabeta"),
    CourseTree("2-alpha-beta", "A tie, cut when alpha >= beta", "3 5 5 9 1 2 0 -1", algorithm="alphabeta"),
    CourseTree(
        "2-alpha-beta", "A tie, cut only when alpha > beta", "3 5 5 9 1 2 0 -1", algorithm="alphabeta", cut="gt"
    ),
    CourseTree("9-the-classroom-program", "Three children a node", "3 12 8 2 4 6 14 5 2", 3, "alphabeta"),
)
"""The trees in the order of the course."""
