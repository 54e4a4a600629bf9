"""The tidy layout, and how wide texts are taken to be."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from plywise.show.layout import Extent, tidy

GAP = 4.0
NEAR = 1e-6


@st.composite
def trees(draw):
    """Return a tree as lists of children, numbered breadth first, and the extents of its boxes."""
    children = [[]]
    for node in range(draw(st.integers(0, 25))):
        if node >= len(children):
            break
        count = draw(st.integers(0, 4))
        children[node] = list(range(len(children), len(children) + count))
        children += [[] for _ in range(count)]
    widths = st.floats(0, 30, allow_nan=False)
    return children, [Extent(draw(widths), draw(widths)) for _ in children]


def plies(children):
    found = [0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            found[child] = found[node] + 1
    return found


@given(trees())
def test_boxes_of_a_row_keep_their_distance_and_order_and_parents_stand_in_the_middle(tree):
    children, extents = tree
    xs = tidy(children, extents, GAP)
    assert abs(min(x - extent.left for x, extent in zip(xs, extents, strict=True))) < NEAR
    rows = plies(children)
    for row in range(max(rows) + 1):
        here = [node for node in range(len(children)) if rows[node] == row]  # breadth first: from left to right
        for left, right in itertools.pairwise(here):
            assert xs[left] + extents[left].right + GAP <= xs[right] - extents[right].left + NEAR
    for node, below in enumerate(children):
        if below:
            assert abs(xs[node] - (xs[below[0]] + xs[below[-1]]) / 2) < NEAR


@given(trees())
def test_the_mirror_image_of_a_tree_is_laid_out_as_the_mirror_image(tree):
    children, extents = tree
    xs = tidy(children, extents, GAP)
    mirrored = tidy([below[::-1] for below in children], [Extent(e.right, e.left) for e in extents], GAP)
    width = max(x + extent.right for x, extent in zip(xs, extents, strict=True))
    for x, other in zip(xs, mirrored, strict=True):
        assert abs(width - x - other) < NEAR


def test_a_small_tree_by_hand():
    boxes = [Extent(5, 5)] * 6
    xs = tidy([[1, 2], [3, 4, 5], [], [], [], []], boxes, gap=0)
    assert xs == [20.0, 15.0, 25.0, 5.0, 15.0, 25.0]


def test_a_small_subtree_stands_in_the_middle_between_its_large_neighbours():
    wide = [Extent(5, 5)] * 10
    children = [[1, 2, 3], [4, 5, 6], [], [7, 8, 9], [], [], [], [], [], []]
    xs = tidy(children, wide, gap=0)
    assert abs(xs[2] - (xs[1] + xs[3]) / 2) < NEAR
