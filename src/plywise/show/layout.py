"""The tidy layout of a tree: the positions of its nodes.

The nodes of a ply are in one row; a parent is centred above its outermost children; boxes in a row keep a minimum
distance; a subtree looks the same in every place, and the layout of a mirrored tree is the mirror image. Source:
Reingold and Tilford, "Tidier Drawings of Trees", 1981; here for boxes of any width.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Extent(NamedTuple):
    """How far a node's box reaches to the left and to the right of the node's x."""

    left: float
    right: float


class _Outline(NamedTuple):
    """A subtree's leftmost and rightmost edge in each row, from its root's row down."""

    left: list[float]
    right: list[float]


def tidy(children: Sequence[Sequence[int]], extents: Sequence[Extent], gap: float) -> list[float]:
    """Return each node's x; the leftmost edge of any box is at 0.

    children[n]: the children of n from left to right, all numbered higher than n; node 0 is the root
    extents[n]: the extent of n's box
    gap: the least distance between two boxes in a row

    >>> tidy([[1, 2], [], []], [Extent(5, 5)] * 3, gap=4)
    [12.0, 5.0, 19.0]
    """
    offsets = [0.0] * len(children)  # from the parent's x to the node's
    outlines: list[_Outline | None] = [None] * len(children)
    for node in reversed(range(len(children))):
        below: list[_Outline] = []
        for child in children[node]:
            outline = outlines[child]
            assert outline is not None, "children come after their parents"
            below.append(outline)
            outlines[child] = None
        places = _pack(below, gap)
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place - middle
        outlines[node] = _join_outlines(extents[node], below, [place - middle for place in places])
    whole = outlines[0]
    assert whole is not None
    xs = [-min(whole.left)] + [0.0] * (len(children) - 1)
    for node, under in enumerate(children):
        for child in under:
            xs[child] = xs[node] + offsets[child]
    return xs


def _pack(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return the places of subtrees side by side: the mean of packing them from the left and from the right.

    Both packings keep every distance, so their mean does too, and it favours neither side.
    """
    if not outlines:
        return []
    from_left = _push_left(outlines, gap)
    mirrored = [_Outline([-x for x in each.right], [-x for x in each.left]) for each in reversed(outlines)]
    from_right = [from_left[-1] - place for place in reversed(_push_left(mirrored, gap))]
    return [(left + right) / 2 for left, right in zip(from_left, from_right, strict=True)]


def _push_left(outlines: Sequence[_Outline], gap: float) -> list[float]:
    """Return each subtree's place, as far left as the ones before it allow; the first is at 0."""
    reach: list[float] = []  # the right edge, in each row, of the subtrees placed so far
    places: list[float] = []
    for outline in outlines:
        place = max((edge + gap - left for edge, left in zip(reach, outline.left, strict=False)), default=0.0)
        places.append(place)
        deeper = reach[len(outline.right) :]
        reach = [place + right for right in outline.right] + deeper
    return places


def _join_outlines(extent: Extent, outlines: Sequence[_Outline], places: Sequence[float]) -> _Outline:
    """Return the outline of a node together with the subtrees placed below it."""
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
