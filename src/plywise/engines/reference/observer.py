"""Observers: the events that a reference search reports."""

from collections.abc import Sequence
from typing import Protocol

from plywise.engines.reference.node import Node
from plywise.game import Value


class Observer(Protocol):
    """Receives the events of a reference search. Every value, alpha and beta is in MAX's view.

    A node's events arrive in this order: enter; then leaf, or updates and at most one cutoff; then leave. Its
    children's events come in between. (SSS* works best-first and may never leave a node.)
    """

    def enter(self, node: Node, alpha: Value, beta: Value) -> None:
        """The search enters `node`; only a value between alpha and beta matters."""

    def leaf(self, node: Node, value: Value, estimate: bool) -> None:
        """The node needs no further search: it has a terminal state's utility, or an estimate at the horizon."""

    def update(self, node: Node, child: Node, best: Value, alpha: Value, beta: Value) -> None:
        """A child is finished: `best` is the node's value so far, alpha and beta the window for the next child."""

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value, pruned: Sequence[Node]) -> None:
        """After `child`, alpha >= beta: the children in `pruned` (possibly none) are skipped."""

    def table_hit(self, node: Node, value: Value) -> None:
        """The transposition table already answers the question asked at the node."""

    def leave(self, node: Node, value: Value) -> None:
        """The node returns `value`."""
