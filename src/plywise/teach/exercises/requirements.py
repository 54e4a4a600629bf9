"""Requirements for an exercise, and three difficulty levels."""

from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

from plywise.arguments.names import hint
from plywise.engines.algorithms import ALPHABETA
from plywise.errors import InputError
from plywise.game import Value
from plywise.teach.exercises.search_rules import SearchRules

SHAPES = ("uniform", "irregular")
TIES = ("never", "purpose", "any")
MAX_LEAVES = 256
"""The leaves of the largest tree that fits a sheet of paper."""
MAX_VALUE = 10**9
MAX_DEPTH = 64


@dataclass(frozen=True)
class Requirements:
    """The required properties of a tree.

    shape: uniform, or irregular: 2 to `branching` children a node, leaves at several plies, the deepest at `depth`
    branching: the number of children of a node, or the greatest number
    depth: the deepest ply
    cuts: the least and the greatest number of nodes at which a child is pruned
    ties: never (all leaves differ), purpose (the rules ge and gt prune differently) or any
    cut: the cut rule, ge or gt
    max_first: whether MAX moves at the root
    values: the least and the greatest leaf value
    leaves: the least and the greatest number of leaves of an irregular tree
    algorithm, window, right_to_left: as in SearchRules
    """

    shape: str = "uniform"
    branching: int = 2
    depth: int = 3
    cuts: tuple[int, float] = (1, inf)
    ties: str = "never"
    cut: str = "ge"
    max_first: bool = True
    values: tuple[int, int] = (0, 20)
    leaves: tuple[int, int] = (2, MAX_LEAVES)
    algorithm: str = ALPHABETA.name
    window: tuple[Value, Value] = (-inf, inf)
    right_to_left: bool = False

    @property
    def rules(self) -> SearchRules:
        """The rules of the search."""
        return SearchRules(self.cut, self.algorithm, self.window, self.right_to_left)

    @property
    def most_cuts(self) -> int:
        """The greatest number of nodes at which a child can be pruned."""
        alpha, beta = self.window if self.max_first else (-self.window[1], -self.window[0])
        return max_cuts(self.branching, self.depth, alpha > -inf, beta < inf)


LEVELS = {
    "easy": Requirements("uniform", 2, 3, (1, 2), "never", values=(0, 20)),
    "medium": Requirements("irregular", 3, 3, (2, 4), "never", values=(-20, 40), leaves=(10, 16)),
    "hard": Requirements("irregular", 3, 4, (3, 7), "purpose", values=(-9, 9), leaves=(16, 24)),
}


POSITIONS = {"easy": (4, 10), "medium": (6, 16), "hard": (10, 24)}
"""The least and the greatest number of leaves in the tree of a game's position, at each level."""
MAX_LEAVES_AT_HORIZON = 64
"""The greatest number if the tree ends at a horizon."""


def position_requirements(level: str, depth: int | None = None, **given: Any) -> Requirements:
    """Return the requirements for game positions. depth: the horizon. Raises InputError."""
    if level not in POSITIONS:
        raise InputError(f"no level {level!r}; {hint(level, POSITIONS)}")
    if given.get("ties") == "never":
        raise InputError("ties never: many ends of a game have equal values; use any or purpose")
    fewest, most = POSITIONS[level]
    leaves = (fewest, most if depth is None else MAX_LEAVES_AT_HORIZON)
    given = {"ties": "any"} | {name: value for name, value in given.items() if value is not None}
    return Requirements(leaves=leaves, **given)


def requirements_of(level: str = "easy", **given: Any) -> Requirements:
    """Return a level's requirements, with those given by name replaced (None: not given). Raises InputError.

    Giving the shape, branching or depth lifts the level's limits on cuts and leaves; then at least one cut is required,
    if possible.
    """
    if level not in LEVELS:
        raise InputError(f"no level {level!r}; {hint(level, LEVELS)}")
    given = {name: value for name, value in given.items() if value is not None}
    requirements = replace(LEVELS[level], **given)
    if {"shape", "branching", "depth"} & set(given):
        _check_shape(requirements)
        most = requirements.most_cuts
        loose: dict[str, Any] = {"cuts": (min(1, most), inf), "leaves": (2, MAX_LEAVES)}
        if not most:
            loose["ties"] = "any"
        if "values" not in given and requirements.ties == "never":
            low, high = requirements.values
            loose["values"] = (low, max(high, low + 2 * min(requirements.branching**requirements.depth, MAX_LEAVES)))
        requirements = replace(requirements, **{name: value for name, value in loose.items() if name not in given})
    check_requirements(requirements)
    return requirements


def check_requirements(requirements: Requirements) -> None:
    """Raise InputError if no tree can meet the requirements."""
    _check_shape(requirements)
    _check_words(requirements)
    low, high = requirements.values
    if not -MAX_VALUE <= low <= high <= MAX_VALUE:
        raise InputError(
            f"leaf values {low} to {high}: give the smaller first, both from {-MAX_VALUE:,} to {MAX_VALUE:,}"
        )
    fewest = requirements.branching**requirements.depth if requirements.shape == "uniform" else requirements.depth + 1
    if requirements.ties == "never" and high - low + 1 < fewest:
        raise InputError(f"{fewest} different leaf values do not fit between {low} and {high}")
    least, greatest = requirements.cuts
    most = requirements.most_cuts
    if not 0 <= least <= greatest:
        raise InputError(f"cuts {_span(requirements.cuts)}: give numbers of 0 or more, the smaller first")
    if least > most:
        raise InputError(
            f"{least} cuts are impossible: a tree of depth {requirements.depth} with at most "
            f"{requirements.branching} children a node has at most {most}"
        )
    if requirements.ties == "purpose" and (most < 1 or (requirements.cut == "ge" and greatest < 1)):
        raise InputError("ties on purpose need rules ge and gt that prune differently, and here nothing can be pruned")


def _check_shape(requirements: Requirements) -> None:
    branching, depth = requirements.branching, requirements.depth
    if not (2 <= branching <= MAX_LEAVES and 1 <= depth <= MAX_DEPTH):
        raise InputError(
            f"an exercise needs branching 2 or more and depth 1 to {MAX_DEPTH}, not {branching} and {depth}"
        )
    if requirements.shape == "uniform" and branching**depth > MAX_LEAVES:
        raise InputError(f"{branching}^{depth} leaves do not fit on a sheet, at most {MAX_LEAVES} do")
    if requirements.shape == "irregular" and depth > 16:
        raise InputError(f"an irregular tree is at most 16 deep, not {depth}")


def _check_words(requirements: Requirements) -> None:
    for what, word, words in (
        ("shape", requirements.shape, SHAPES),
        ("word for ties", requirements.ties, TIES),
    ):
        if word not in words:
            raise InputError(f"no {what} {word!r}; choose from {', '.join(words)}")
    requirements.rules.check()


def max_cuts(branching: int, depth: int, own: bool = False, other: bool = False) -> int:
    """Return the greatest number of nodes of a tree at which a child can be pruned.

    own, other: whether the player to move at the root, and the other, has a bound at the start

    A node can be cut only if the other player already has a bound, which is never so on the first line of play.

    >>> max_cuts(2, 2), max_cuts(2, 3), max_cuts(3, 3)
    (1, 2, 6)
    """

    @cache
    def most(height: int, own: bool, other: bool) -> int:
        """Return it for a subtree. own, other: whether the player to move, and the other, has a bound on entry."""
        if height == 0:
            return 0
        first, later = most(height - 1, other, own), most(height - 1, other, True)
        uncut = first + (branching - 1) * later
        return max(uncut, 1 + uncut - later) if other and branching > 1 else uncut

    return most(depth, own, other)


def parse_cuts(text: str) -> tuple[int, float]:
    """Read a number of cuts: `3`, `2-4`, `2-` (or more). Raises InputError.

    >>> parse_cuts("2-4"), parse_cuts("3"), parse_cuts("2-")
    ((2, 4), (3, 3), (2, inf))
    """
    low, dash, high = text.strip().partition("-")
    ends = (low.strip(), high.strip())
    if not all(end.isdecimal() and end.isascii() and len(end) < 10 for end in ends if end) or not ends[0]:
        raise InputError(f"cuts {text!r} is not of the form 3, 2-4 or 2-")
    return int(ends[0]), int(ends[1]) if ends[1] else inf if dash else int(ends[0])


def parse_values(text: str) -> tuple[int, int]:
    """Read the range of leaf values: `-9..9` or `0,20`. Raises InputError."""
    low, dots, high = text.replace(",", "..").partition("..")
    try:
        return int(low), int(high) if dots else int("")
    except ValueError:
        raise InputError(f"leaf values {text[:40]!r} are not of the form -9..9") from None


def _span(ends: tuple[Value, Value]) -> str:
    return f"{ends[0]} to {ends[1]}"
