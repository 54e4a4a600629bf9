"""The ply at which the jobs of a spread solution begin."""

from plywise.game import MAX
from plywise.spread.top_tree import Position, TopTree

JOBS_A_WORKER = 20  # a worker should have so many jobs that a proof needs, or more
MAX_POSITIONS = 20_000  # at a ply: all are estimated
MAX_PLY = 100  # a game with few positions at each ply and no end in sight may have none


def choose_ply(tree: TopTree, workers: int) -> None:
    """Expand all positions until a proof of the root's value needs enough of those at the last ply."""
    while tree.ply == 0 or needed_jobs(tree) < JOBS_A_WORKER * workers:
        if all(position.is_exact for position in tree.at(tree.ply)):
            return
        if tree.ply >= MAX_PLY or len(list(tree.at(tree.ply))) * 3 > MAX_POSITIONS:
            return
        tree.deepen()


def needed_jobs(tree: TopTree) -> int:
    """Return about how many questions a proof of the root's value is, where every first choice is right."""
    least: dict[Position, tuple[int, int]] = {}
    for level in reversed(tree.levels):
        for position in level.values():
            least[position] = _least(position, least)
    return sum(least[tree.root])


def _least(position: Position, least: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    """Return how many questions prove a lower bound on a position's value, and an upper one."""
    if position.is_exact:
        return 0, 0
    if not position.children:
        return 1, 1
    lower, upper = zip(*(least[child] for child in position.children), strict=True)
    return (min(lower), sum(upper)) if position.mover == MAX else (sum(lower), min(upper))
