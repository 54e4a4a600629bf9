"""The rules of an exercise's search: algorithm, cut rule, window at the root, and direction."""

from math import inf
from typing import Any, NamedTuple, Self

from plywise.engines.algorithms import ALPHABETA, SHALLOW
from plywise.engines.reference import FUNCTIONS
from plywise.engines.reference.observer import Observer
from plywise.engines.results import SearchResult
from plywise.errors import InputError
from plywise.game import Value
from plywise.trees.recording import Recording, json_number, record
from plywise.trees.tree import Tree

CUT_RULES = ("ge", "gt")
ALGORITHMS = (ALPHABETA.name, SHALLOW.name)
"""The algorithms of exercises."""


class SearchRules(NamedTuple):
    """The rules of a search.

    cut: the cut rule, "ge" or "gt"
    algorithm: one of ALGORITHMS
    window: alpha and beta at the root
    right_to_left: whether each node's children are searched from the last to the first
    """

    cut: str = "ge"
    algorithm: str = ALPHABETA.name
    window: tuple[Value, Value] = (-inf, inf)
    right_to_left: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the search starts with an open window."""
        return self.window == (-inf, inf)

    @property
    def with_other_cut(self) -> Self:
        """The same rules with the other cut rule."""
        return self._replace(cut="gt" if self.cut == "ge" else "ge")

    def _options(self) -> dict[str, Any]:
        """Return the search's keyword arguments."""
        alpha, beta = self.window
        return {"cut": self.cut, "alpha": alpha, "beta": beta, "order": "reverse" if self.right_to_left else "given"}

    def search(self, tree: Tree, observer: Observer | None = None) -> SearchResult:
        """Search a tree."""
        return FUNCTIONS[self.algorithm](tree, observer=observer, **self._options())

    def record(self, tree: Tree) -> Recording:
        """Search a tree and return the recording."""
        return record(tree, algorithm=self.algorithm, limit=None, **self._options())

    def to_dict(self) -> dict[str, Any]:
        """Return the settings that are not the default, as plain data for JSON; the cut rule is written separately.

        >>> SearchRules("gt", right_to_left=True).to_dict(), SearchRules(window=(3, inf)).to_dict()
        ({'right_to_left': True}, {'window': [3, 'inf']})
        """
        plain: dict[str, Any] = {} if self.algorithm == ALPHABETA.name else {"algorithm": self.algorithm}
        plain |= {} if self.is_open else {"window": [json_number(bound) for bound in self.window]}
        return plain | ({"right_to_left": True} if self.right_to_left else {})

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Return the rules of a key's exercise. Raises InputError."""
        given = data.get("window", ["-inf", "inf"])
        if not isinstance(given, list) or len(given) != 2 or not all(map(_is_bound, given)):
            raise InputError(f"window must be a list of two numbers, not {given!r}")
        alpha, beta = (float(bound) if isinstance(bound, str) else bound for bound in given)
        algorithm, reverse = data.get("algorithm", ALPHABETA.name), data.get("right_to_left", False)
        rules = cls(data.get("cut", ""), algorithm, (alpha, beta), bool(reverse))
        rules.check()
        return rules

    def check(self) -> None:
        """Raise InputError for invalid rules."""
        if self.cut not in CUT_RULES:
            raise InputError(f"cut must be ge or gt, not {self.cut!r}")
        if self.algorithm not in ALGORITHMS:
            raise InputError(f"the algorithm of an exercise must be {' or '.join(ALGORITHMS)}, not {self.algorithm!r}")
        if not self.window[0] < self.window[1]:
            raise InputError(f"the window must have alpha < beta, not {self.window}")


USUAL = SearchRules()
"""Alpha-beta with an open window, from left to right, with cuts on ties."""


def _is_bound(given: object) -> bool:
    return given in ("-inf", "inf") or (isinstance(given, (int, float)) and not isinstance(given, bool))
