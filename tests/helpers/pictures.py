"""An independent look at drawings, read back from their SVG: what lies where, and what collides."""

import itertools
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"
INK_UP, INK_DOWN = 0.76, 0.22  # how far letters reach above and below the base line, in font sizes
TOUCH = 0.01


@dataclass
class Seen:
    """What a drawing shows: texts and shapes as boxes with their group's name, and strokes as segments."""

    texts: list
    shapes: list
    strokes: list
    width: float
    height: float


def seen(svg, widths):
    """Return what an SVG shows. widths: (text, font size, bold) -> the width, by whoever measures it."""
    root = ElementTree.fromstring(svg)
    found = Seen([], [], [], float(root.get("width")), float(root.get("height")))
    for group in root.iter(f"{SVG}g"):
        name = group.get("id") or group.get("data-name")
        for item in group:
            if item.tag == f"{SVG}text":
                found.texts.append((name, item.text, text_box(item, widths)))
            elif item.tag in (f"{SVG}polygon", f"{SVG}polyline"):
                points = [tuple(map(float, point.split(","))) for point in item.get("points").split()]
                role = item.get("class")
                if item.tag == f"{SVG}polygon":
                    xs, ys = [x for x, _ in points], [y for _, y in points]
                    found.shapes.append((name, role, (min(xs), min(ys), max(xs), max(ys))))
                elif role.startswith("edge"):
                    found.strokes += [(name, a, b) for a, b in itertools.pairwise(points)]
    return found


def text_box(item, widths):
    """Return the box of a text's ink."""
    size, x, y = (float(item.get(key)) for key in ("font-size", "x", "y"))
    width = widths(item.text, size, item.get("font-weight") == "bold")
    left = x - {None: 0, "middle": width / 2, "end": width}[item.get("text-anchor")]
    return left, y - INK_UP * size, left + width, y + INK_DOWN * size


def overlap(one, other):
    """Return whether two boxes share more than an edge."""
    return (
        one[0] < other[2] - TOUCH and other[0] < one[2] - TOUCH
        and one[1] < other[3] - TOUCH and other[1] < one[3] - TOUCH
    )  # fmt: skip


def crosses(box, a, b):
    """Return whether a segment enters a box (Liang and Barsky's clipping)."""
    enter, leave = 0.0, 1.0
    for start, delta, low, high in ((a[0], b[0] - a[0], box[0], box[2]), (a[1], b[1] - a[1], box[1], box[3])):
        low, high = low + TOUCH, high - TOUCH
        if delta == 0:
            if not low < start < high:
                return False
            continue
        times = sorted(((low - start) / delta, (high - start) / delta))
        enter, leave = max(enter, times[0]), min(leave, times[1])
    return enter < leave


def meet(a, b, c, d):
    """Return whether two segments cross inside of both."""

    def side(p, q, r):
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return 0 if abs(turn) < 1e-6 else turn

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def collisions(found):
    """Yield what collides, in words: texts with texts, other nodes and edges; and what leaves the page."""
    nodes = [shape for shape in found.shapes if shape[1].startswith("node") and shape[0][:1] in "nm"]
    for name, text, box in found.texts:
        if box[0] < 0 or box[1] < 0 or box[2] > found.width or box[3] > found.height:
            yield f"{text!r} of {name} leaves the page"
    yield from swept(found.texts, found.texts, lambda a, b: overlap(a[2], b[2]))
    yield from swept(nodes, nodes, lambda a, b: overlap(a[2], b[2]))
    yield from swept(found.texts, nodes, lambda a, b: a[0] != b[0] and overlap(a[2], b[2]))
    strokes = [
        (name, (a, b), (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])))
        for name, a, b in found.strokes
    ]
    yield from swept(found.texts, strokes, lambda a, b: crosses(a[2], *b[1]))
    yield from swept(strokes, strokes, lambda a, b: meet(*a[1], *b[1]))


def swept(some, others, collide):
    """Yield the pairs that collide, looking only at those whose boxes share some x and some y."""
    rows = {}
    for other in others:
        for band in range(int(other[2][1] // 40), int(other[2][3] // 40) + 1):
            rows.setdefault(band, []).append(other)
    for row in rows.values():
        row.sort(key=lambda item: item[2][0])
    told = set()
    for one in some:
        left, top, right, bottom = one[2]
        for band in range(int(top // 40), int(bottom // 40) + 1):
            for other in rows.get(band, ()):
                if other[2][0] > right:
                    break
                if other is one or other[2][2] < left or (id(other), id(one)) in told:
                    continue
                if collide(one, other):
                    told.add((id(one), id(other)))
                    yield f"{one[:2]} and {other[:2]}"
