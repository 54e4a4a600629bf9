"""The steps at which each part of a drawing is visible, over all the steps of a search."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plywise.show.shapes import Drawing, Group

Span = tuple[int, int]
"""The first and the last of the drawings in a row that show something, counted from 0."""


@dataclass
class _Timed:
    """A group, its layer, and the steps at which it is visible."""

    group: Group
    depth: tuple[int, int]
    spans: list[Span] = field(default_factory=list)


def time_groups(drawings: Sequence[Drawing]) -> list[tuple[Group, list[Span]]]:
    """Return each different group with the spans in which it is drawn, in an order in which they may be drawn.

    A node that changes at a step is two groups; one that stays the same is one, however many drawings show it.
    """
    timed: dict[Group, _Timed] = {}
    for number, drawing in enumerate(drawings):
        for place, group in enumerate(drawing.groups):
            seen = timed.setdefault(group, _Timed(group, (_layer(group), place)))
            if seen.spans and seen.spans[-1][1] == number - 1:
                seen.spans[-1] = seen.spans[-1][0], number
            else:
                seen.spans.append((number, number))
    return [(each.group, each.spans) for each in sorted(timed.values(), key=lambda each: each.depth)]


EDGES = ("edge more", "edge pruned", "edge plain", "edge line")
"""In drawing order: later ones are drawn over earlier ones."""


def _layer(group: Group) -> int:
    """Return how high a group lies: edges below nodes."""
    return EDGES.index(group.role) if group.role in EDGES else len(EDGES)


__all__ = ["EDGES", "Span", "time_groups"]
