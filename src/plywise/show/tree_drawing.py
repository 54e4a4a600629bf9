r"""Draw a tree: node views in, a drawing out. Everything has its own space, so nothing can overlap.

Each ply is a band. A node has a box in its band, as wide as its contents; the tidy layout keeps the boxes of a band
apart. Between two bands there are only edges, which do not cross, because the layout keeps the order of the children.
Within a band, an edge runs straight up or down through the middle of its node's box, which is kept free.

    band    |  left column: name, entry | the word of the action | right column: alpha, beta |
            |                           | the board              |                           |
            |                           | the shape              |                           |
    gap     \________________________ straight edges ___________/
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from textwrap import wrap

from plywise.show.boards import board_items, board_size
from plywise.show.box_sizes import ReservedSize
from plywise.show.layout import Extent, tidy
from plywise.show.node_views import LEAF_NODE, MAX_NODE, MIN_NODE, MORE, NodeView
from plywise.show.shapes import END, START, Curve, Disc, Drawing, Group, Item, Line, Text
from plywise.show.steps import EDGES
from plywise.show.text_width import text_width

VALUE_SIZE, SMALL_SIZE = 13.0, 10.0
LINE_HEIGHT = 12.0
POINT, BASE, LEAF_HALF = 13.0, 11.0, 10.0
SHAPE_LEAST, LEAF_LEAST, SHAPE_PAD = 30.0, 24.0, 10.0
COLUMN_GAP, NODE_GAP, ROW_GAP, MAX_ROW_GAP = 6.0, 8.0, 34.0, 120.0
SLANT = 0.09  # the fraction of a row's widest fan that is added to the gap above it
MARGIN = 14.0
HALO = 4.0
LEAF_TEXT, UNDER_LEAF = 11.0, 14.0  # the baseline of the text under a leaf, and the space for it
CROSS = 4.0
MIN_WIDTH = 420.0


@dataclass(frozen=True)
class Size:
    """The size of a node's box.

    left, right, up, down: how far it reaches from the middle of the node's shape
    shape: the width of the shape
    """

    left: float
    right: float
    up: float
    down: float
    shape: float


def draw_tree(
    views: Sequence[NodeView],
    title: str,
    description: str = "",
    legend: Sequence[tuple[str, str]] = (),
    caption: str = "",
) -> Drawing:
    """Return the drawing of a tree.

    views: the root first, parents before children
    legend: the (what, meaning) pairs explained below the tree; see `select_legend`
    caption: a text below the legend
    """
    sizes = [size_of(view) for view in views]
    xs = tidy([view.children for view in views], [Extent(size.left, size.right) for size in sizes], NODE_GAP)
    ys, bands = _place_rows(views, sizes, xs)
    groups: list[Group] = []
    for view, x, band in zip(views, xs, _bands_by_view(views, bands), strict=True):
        for child in view.children:
            groups.append(_draw_edge(view, views[child], (x, band), (xs[child], sizes[child], ys[child])))
    groups.sort(key=lambda edge: EDGES.index(edge.role))
    groups += [_draw_node(view, size, x, y) for view, size, x, y in zip(views, sizes, xs, ys, strict=True)]
    right = max((x + size.right for x, size in zip(xs, sizes, strict=True)), default=0.0)
    width = max(right, MIN_WIDTH)
    shift = (width - right) / 2
    bottom = max((band.bottom for band in bands), default=0.0)
    groups = [_move(group, MARGIN + shift, MARGIN) for group in groups]
    below, height = _draw_below(legend, caption, width, MARGIN + bottom)
    return Drawing(round(width + 2 * MARGIN, 2), round(height + MARGIN, 2), title, description, groups + below)


@dataclass
class Band:
    """The band of a ply: from `top` to `bottom`, with the middle of its shapes at `middle`."""

    top: float
    middle: float
    bottom: float


# --- sizes and places -------------------------------------------------------------------------------------------------


def size_of(view: NodeView) -> Size:
    """Return the size of a view's box: enough for its reserved size, or for what it shows if it has none."""
    reserved = view.reserved or ReservedSize(view.value, view.entry, view.window, view.cut, view.on_line)
    boxed = view.kind in (LEAF_NODE, MORE)
    pad = 2 * SHAPE_PAD if view.kind == MORE else SHAPE_PAD
    shape = max(LEAF_LEAST if boxed else SHAPE_LEAST, text_width(reserved.value, VALUE_SIZE, reserved.bold) + pad)
    half = max(shape, text_width(view.word, SMALL_SIZE, reserved.bold)) / 2
    up = _top(view.kind) + (LINE_HEIGHT if view.word else 0.0)
    if view.board:
        board = board_size(view.board, view.coordinates)
        half = max(half, board.width / 2 + board.left)
        up += board.top + board.height + board.bottom + 3
    if view.kind == MORE:
        return _round_size(half, half, up, LEAF_HALF, shape)
    if view.kind == LEAF_NODE:
        under = f"{view.name} {reserved.entry}".strip()
        half = max(half, text_width(under, SMALL_SIZE) / 2) + HALO
        return _round_size(half, half, up, LEAF_HALF + (UNDER_LEAF if under else 0.0), shape)
    left = shape / 2 + COLUMN_GAP + max(text_width(view.name, SMALL_SIZE, True), text_width(reserved.entry, SMALL_SIZE))
    column = _right_column(reserved.window, reserved.cut)
    right = shape / 2 + COLUMN_GAP + max((text_width(text, SMALL_SIZE, True) for text in column), default=0.0)
    down = max(POINT, 4.0 + 11.0 * (len(column) - 1))
    return _round_size(max(half, left) + HALO, max(half, right) + HALO, up, down, shape)


def _round_size(*lengths: float) -> Size:
    """Return a Size rounded to two decimals, as the page gets them, so that it draws the same."""
    return Size(*(round(length, 2) for length in lengths))


def _top(kind: str) -> float:
    """Return how far a shape reaches up from its middle; MAX and MIN shapes mirror each other."""
    return {MAX_NODE: POINT, MIN_NODE: BASE}.get(kind, LEAF_HALF)


def _right_column(window: tuple[str, str] | None, cut: bool) -> list[str]:
    """Return the lines to the right of a node."""
    lines = [] if window is None else [f"\u03b1 {window[0]}", f"\u03b2 {window[1]}"]
    return [*lines, "cut"] if cut else lines


def _under_leaf(view: NodeView) -> str:
    return f"{view.name} {view.entry}".strip()


def _place_rows(
    views: Sequence[NodeView], sizes: Sequence[Size], xs: Sequence[float]
) -> tuple[list[float], list[Band]]:
    """Return the y of each view's shape, and the bands of the plies."""
    ply = _plies(views)
    bands: list[Band] = []
    bottom = 0.0
    for row in range(max(ply, default=-1) + 1):
        here = [number for number in range(len(views)) if ply[number] == row]
        fans = [
            abs(xs[child] - xs[number])
            for number in range(len(views))
            if ply[number] == row - 1
            for child in views[number].children
        ]
        top = bottom + (min(MAX_ROW_GAP, ROW_GAP + SLANT * max(fans)) if fans else 0.0)
        middle = top + max(sizes[number].up for number in here)
        bottom = middle + max(sizes[number].down for number in here)
        bands.append(Band(top, middle, bottom))
    return [bands[row].middle for row in ply], bands


def _plies(views: Sequence[NodeView]) -> list[int]:
    plies = [0] * len(views)
    for number, view in enumerate(views):
        for child in view.children:
            plies[child] = plies[number] + 1
    return plies


def _bands_by_view(views: Sequence[NodeView], bands: Sequence[Band]) -> list[tuple[Band, Band]]:
    """Return each view's band and the next one down (the last band: itself)."""
    return [(bands[row], bands[min(row + 1, len(bands) - 1)]) for row in _plies(views)]


# --- nodes ------------------------------------------------------------------------------------------------------------


def _draw_node(view: NodeView, size: Size, x: float, y: float) -> Group:
    """Return a node's shape with everything around it."""
    strength = _strength(view)
    items: list[Item] = []
    if view.current:
        items.append(_draw_shape(view, size.shape + 2 * HALO, x, y, HALO, "halo"))
    items.append(_draw_shape(view, size.shape, x, y, 0.0, f"node {view.kind} {strength}"))
    drop = {MAX_NODE: 8.0, MIN_NODE: 1.4}.get(view.kind, 4.7)
    if view.value:
        role = "value pruned" if strength == "pruned" else "value"
        items.append(Text(x, y + drop, view.value, role, VALUE_SIZE, bold=view.on_line))
    top = y - _top(view.kind)
    if view.board:
        board = board_size(view.board, view.coordinates)
        top -= board.height + board.bottom + 3
        items += board_items(
            view.board, view.grid, x - board.width / 2, top, view.changed, strength, coordinates=view.coordinates
        )
        top -= board.top
    if view.word:
        role = "word pruned" if strength == "pruned" else "word"
        items.append(Text(x, top - 3, view.word, role, SMALL_SIZE, bold=view.on_line))
    items += _draw_columns(view, size, x, y)
    return Group(f"n{view.record}" if view.kind != MORE else f"m{view.record}", strength, tuple(items), view.title)


def _strength(view: NodeView) -> str:
    """Return the role that determines how strongly a node is drawn."""
    if view.phase == "pruned":
        return "pruned"
    return "line" if view.on_line else view.phase


def _draw_shape(view: NodeView, width: float, x: float, y: float, grown: float, role: str) -> Line:
    """Return the outline of a node's shape: MAX points up, MIN down; a leaf is a box."""
    half, point, base, shoulder = width / 2, POINT + 1.5 * grown, BASE + grown, 4.0 + grown / 2
    points: tuple[tuple[float, float], ...]
    if view.kind == MAX_NODE:
        points = ((-half, base), (-half, -shoulder), (0, -point), (half, -shoulder), (half, base))
    elif view.kind == MIN_NODE:
        points = ((-half, -base), (-half, shoulder), (0, point), (half, shoulder), (half, -base))
    elif view.kind == MORE:
        points = ((-half / 2, -LEAF_HALF), (half / 2, -LEAF_HALF), (half, LEAF_HALF), (-half, LEAF_HALF))
    else:
        edge = LEAF_HALF + grown
        points = ((-half, -edge), (half, -edge), (half, edge), (-half, edge))
    return Line(tuple((x + dx, y + dy) for dx, dy in points), role, closed=True)


def _draw_columns(view: NodeView, size: Size, x: float, y: float) -> list[Item]:
    """Return the texts beside a node, or under it if it is a leaf."""
    if view.kind == MORE:
        return []
    if view.kind == LEAF_NODE:
        text = _under_leaf(view)
        return [Text(x, y + LEAF_HALF + LEAF_TEXT, text, "name", SMALL_SIZE)] if text else []
    items: list[Item] = []
    left, right = x - size.shape / 2 - COLUMN_GAP, x + size.shape / 2 + COLUMN_GAP
    if view.name:
        items.append(Text(left, y - 1, view.name, "name", SMALL_SIZE, END, bold=True))
    if view.entry:
        items.append(Text(left, y + 10, view.entry, "entry", SMALL_SIZE, END))
    for number, line in enumerate(_right_column(view.window, view.cut)):
        cut = line == "cut"
        items.append(Text(right, y - 1 + 11 * number, line, "cut" if cut else "window", SMALL_SIZE, START, bold=cut))
    return items


# --- edges ------------------------------------------------------------------------------------------------------------


def _draw_edge(
    parent: NodeView,
    child: NodeView,
    start: tuple[float, tuple[Band, Band]],
    end: tuple[float, Size, float],
) -> Group:
    """Return the edge from a parent to a child: down to the end of the band, across the gap, and down to the child."""
    (x0, (band, next_band)), (x1, child_size, y1) = start, end
    y0 = band.middle + (POINT if parent.kind == MIN_NODE else BASE)
    role = "edge " + ("line" if child.on_line and parent.on_line else "pruned" if child.phase == "pruned" else "plain")
    if child.kind == MORE:
        role = "edge more"
    points = [(x0, y0), (x0, band.bottom), (x1, next_band.top), (x1, y1 - child_size.up)]
    items: list[Item] = [Line(_drop_repeats(points), role)]
    if child.crossed:
        middle_x, middle_y = (x0 + x1) / 2, (band.bottom + next_band.top) / 2
        for slope in (1, -1):
            ends = ((middle_x - CROSS, middle_y - slope * CROSS), (middle_x + CROSS, middle_y + slope * CROSS))
            items.append(Line(ends, "cross"))
    return Group(f"e{child.record}" if child.kind != MORE else f"h{child.record}", role, tuple(items))


def _drop_repeats(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple(point for number, point in enumerate(points) if number == 0 or point != points[number - 1])


# --- below the tree ---------------------------------------------------------------------------------------------------

SAMPLE_WIDTH, LEGEND_LINE = 30.0, 27.0


MEANINGS = {
    MAX_NODE: "MAX moves",
    MIN_NODE: "MIN moves",
    LEAF_NODE: "leaf",
    "line": "principal variation",
    "pruned": "pruned: never looked at",
    "open": "entered, not yet left",
    "unsolved": "entered, not solved",
    "window": "window as it last stood",
    "entry": "order of entry",
    "bound": "a bound, not the value",
    "estimate": "an estimate",
    "sampled": "mean of random games, their number; = proved",
    "current": "the search is here",
    MORE: "nodes not drawn",
}
"""What the legend explains, in order."""


def select_legend(views: Sequence[NodeView], best_first: bool = False) -> list[tuple[str, str]]:
    """Return the legend for views: (what, meaning) for each mark that occurs among them.

    best_first: whether the search solves nodes, as SSS* does, rather than enter and leave them
    """
    return explain_marks({mark for view in views for mark in _marks(view, best_first)})


def explain_marks(marks: Set[str]) -> list[tuple[str, str]]:
    """Return the legend for these marks, in the legend's order."""
    return [(what, meaning) for what, meaning in MEANINGS.items() if what in marks]


def _marks(view: NodeView, best_first: bool) -> Iterator[str]:
    """Yield the marks of a view that the legend explains."""
    yield view.kind
    shown = {
        "line": view.on_line,
        "pruned": view.crossed,
        "unsolved" if best_first else "open": view.phase == "open" and not view.on_line,
        "window": view.window,
        "entry": view.entry,
        "bound": view.value[:1] in ("\u2265", "\u2264") and view.value,
        "estimate": view.value.endswith("?"),
        "sampled": view.value.endswith(")"),
        "current": view.current,
    }
    yield from (mark for mark, occurs in shown.items() if occurs)


def _draw_below(
    legend: Sequence[tuple[str, str]], caption: str, width: float, bottom: float
) -> tuple[list[Group], float]:
    """Return the legend and the caption, and where they end."""
    groups: list[Group] = []
    x, y = MARGIN, bottom + (LEGEND_LINE if legend else 0.0)
    for what, meaning in legend:
        reserved = SAMPLE_WIDTH + 6 + text_width(meaning, SMALL_SIZE) + 14
        if x > MARGIN and x + reserved > width + MARGIN:
            x, y = MARGIN, y + LEGEND_LINE
        text = Text(x + SAMPLE_WIDTH + 6, y + 3.5, meaning, "legend", SMALL_SIZE, START)
        groups.append(Group(f"legend-{what}", "legend", (*draw_sample(what, x + SAMPLE_WIDTH / 2, y), text)))
        x += reserved
    end = y + (POINT + 2 if legend else 0.0)
    if caption:
        lines = wrap(caption, max(20, int(width / (0.62 * SMALL_SIZE * 1.1))))
        end += 8
        for line in lines:
            end += LINE_HEIGHT + 2
            groups.append(
                Group(f"caption-{len(groups)}", "caption", (Text(MARGIN, end - 3, line, "caption", 11.0, START),))
            )
    return groups, end


def draw_sample(what: str, x: float, y: float) -> list[Item]:
    """Return a small sample of what the legend explains, centred at (x, y)."""
    if what in (MAX_NODE, MIN_NODE, LEAF_NODE, MORE):
        view = NodeView(0, what, phase="left", value="+9" if what == MORE else "")
        items: list[Item] = [_draw_shape(view, 24.0, x, y, 0.0, f"node {what} left")]
        return [*items, Text(x, y + 6, "+9", "value", 8.0)] if what == MORE else items
    if what in ("open", "unsolved"):
        return [_draw_shape(NodeView(0, LEAF_NODE), 24.0, x, y, 0.0, "node leaf open")]
    if what in ("line", "pruned"):
        stroke = Line(((x - 14, y), (x + 14, y)), f"edge {what}")
        crossed = [Line(((x - CROSS, y - s * CROSS), (x + CROSS, y + s * CROSS)), "cross") for s in (1, -1)]
        return [stroke, *crossed] if what == "pruned" else [stroke]
    if what == "current":
        view = NodeView(0, LEAF_NODE)
        return [_draw_shape(view, 24.0, x, y, 2.0, "halo"), _draw_shape(view, 18.0, x, y, -2.0, "node leaf left")]
    if what == "window":
        return [
            Text(x - 12, y - 2, "\u03b1", "window", SMALL_SIZE, START),
            Text(x - 12, y + 9, "\u03b2", "window", SMALL_SIZE, START),
        ]
    text = {"entry": "#3", "bound": "\u22656 \u22642", "estimate": "4?", "sampled": ".5 (9)"}[what]
    return [Text(x, y + 4, text, "entry" if what == "entry" else "value", SMALL_SIZE)]


def _move(group: Group, dx: float, dy: float) -> Group:
    """Return a group moved by (dx, dy), its coordinates rounded to two decimals."""

    def move_item(item: Item) -> Item:
        if isinstance(item, Line):
            points = tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in item.points)
            return Line(points, item.role, item.closed)
        if isinstance(item, Curve):
            return item.moved(dx, dy)
        place = round(item.x + dx, 2), round(item.y + dy, 2)
        if isinstance(item, Disc):
            return Disc(*place, item.radius, item.role)
        return Text(*place, item.text, item.role, item.size, item.anchor, item.bold)

    return Group(group.name, group.role, tuple(move_item(item) for item in group.items), group.title)


__all__ = ["draw_sample", "draw_tree", "explain_marks", "select_legend"]
