"""Where the nodes of a drawn tree stand: the tidy layout.

Nodes of a ply stand in one row; a parent stands in the middle above its outermost children; no two boxes of a row come
nearer to each other than asked; a subtree looks the same wherever it stands, and its mirror image is the layout of the
mirrored tree. Source: Reingold and Tilford, "Tidier Drawings of Trees", 1981; here with boxes of any width.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Extent(NamedTuple):
    """How far a node's box reaches to the left and to the right of the node's place."""

    left: float
    right: float


class _Outline(NamedTuple):
    """How far a subtree reaches in each row from its root's on: least left edge, greatest right edge."""

    left: list[float]
    right: list[float]


def tidy(children: Sequence[Sequence[int]], extents: Sequence[Extent], gap: float) -> list[float]:
    """Return each node's x; the leftmost edge of any box is at 0.

    children[n]: the nodes below n, from left to right, all of greater numbers than n; node 0 is the root. extents[n]:
    of the box of n. gap: the least distance between two boxes in a row.

    >>> tidy([[1, 2], [], []], [Extent(5, 5)] * 3, gap=4)
    [12.0, 5.0, 19.0]
    """
    offsets = [0.0] * len(children)  # of each node from its parent
    outlines: list[_Outline | None] = [None] * len(children)
    for node in reversed(range(len(children))):
        below: list[_Outline] = []
        for child in children[node]:
            outline = outlines[child]
            assert outline is not None, "children come after their parents"
            below.append(outline)
            outlines[child] = None
        places = _packed(below, gap)
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place - middle
        outlines[node] = _under(extents[node], below, [place - middle for place in places])
    whole = outlines[0]
    assert whole is not None
    xs = [-min(whole.left)] + [0.0] * (len(children) - 1)
    for node, under in enumerate(children):
        for child in under:
            xs[child] = xs[node] + offsets[child]
    return xs


def _packed(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return where subtrees stand side by side: the mean of packing them from the left and from the right.

    Both keep every distance, so their mean does; and it favours neither side.
    """
    if not outlines:
        return []
    from_left = _pushed(outlines, gap)
    mirrored = [_Outline([-x for x in each.right], [-x for x in each.left]) for each in reversed(outlines)]
    from_right = [from_left[-1] - place for place in reversed(_pushed(mirrored, gap))]
    return [(left + right) / 2 for left, right in zip(from_left, from_right, strict=True)]


def _pushed(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return each subtree's place, as far to the left as those before it allow; the first stands at 0."""
    reach: list[float] = []  # the right edge in each row of what stands already
    places: list[float] = []
    for outline in outlines:
        place = max((edge + gap - left for edge, left in zip(reach, outline.left, strict=False)), default=0.0)
        places.append(place)
        deeper = reach[len(outline.right) :]
        reach = [place + right for right in outline.right] + deeper
    return places


def _under(extent: Extent, outlines: Sequence[_Outline], places: Sequence[float]) -> _Outline:
    """Return the outline of a node with subtrees at their places below it."""
    left: list[float] = []
    right: list[float] = []
    for outline, place in zip(outlines, places, strict=True):
        left += [place + edge for edge in outline.left[len(left) :]]
        for row, edge in enumerate(outline.right):
            if row < len(right):
                right[row] = place + edge
            else:
                right.append(place + edge)
    return _Outline([-extent.left, *left], [extent.right, *right])
