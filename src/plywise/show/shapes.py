"""A drawing: lines, shapes and texts at absolute places, each with a role; the medium decides what a role looks like.

The unit of length is a point on paper, a pixel on a screen; x grows to the right, y downwards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from plywise.show.text_width import text_width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

START, MIDDLE, END = "start", "middle", "end"
ASCENT, DESCENT = 0.78, 0.24
"""How far letters reach above and below the baseline, in font sizes."""


@dataclass(frozen=True, slots=True)
class Line:
    """Straight strokes from point to point. closed: an area."""

    points: tuple[tuple[float, float], ...]
    role: str
    closed: bool = False

    def box(self) -> Box:
        """Return the bounding box."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text. x: its start, middle or end, depending on `anchor`; y: its baseline."""

    x: float
    y: float
    text: str
    role: str
    size: float
    anchor: str = MIDDLE
    bold: bool = False

    def box(self) -> Box:
        """Return a box that the text does not exceed."""
        width = text_width(self.text, self.size, self.bold)
        left = self.x - {START: 0.0, MIDDLE: width / 2, END: width}[self.anchor]
        return left, self.y - ASCENT * self.size, left + width, self.y + DESCENT * self.size


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc. x, y: its centre."""

    x: float
    y: float
    radius: float
    role: str

    def box(self) -> Box:
        """Return the bounding box."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


Steps = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
"""Strokes one after another: what each is, and its points."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Strokes through points, some of them curved.

    steps: M where it begins, L a straight stroke to a point, C a curve by two points that it bends towards to a third
        (a cubic Bezier curve), Z back to where it began.
    stroke: the width of the stroke.
    """

    steps: Steps
    role: str
    stroke: float

    def box(self) -> Box:
        """Return a box that the strokes do not leave."""
        points = [point for _, each in self.steps for point in each]
        xs, ys, half = [x for x, _ in points], [y for _, y in points], self.stroke / 2
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half

    def moved(self, dx: float, dy: float) -> "Curve":
        """Return the curve moved, its coordinates rounded to two decimals."""
        steps = tuple((sign, tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in each)) for sign, each in self.steps)
        return Curve(steps, self.role, self.stroke)


Item = Line | Text | Disc | Curve


@dataclass(frozen=True, slots=True)
class Group:
    """Items that belong together: a node, an edge, the legend. title: the text for people who cannot see it."""

    name: str
    role: str
    items: tuple[Item, ...]
    title: str = ""


@dataclass(frozen=True)
class Drawing:
    """A whole drawing, from (0, 0) to (width, height). title, description: the text for people who cannot see it."""

    width: float
    height: float
    title: str
    description: str
    groups: list[Group] = field(default_factory=list)

    def items(self) -> Iterator[Item]:
        """Yield everything drawn."""
        for group in self.groups:
            yield from group.items

    def scale_for_letters(self, least: float = 11.0) -> float:
        """Return by how much to enlarge the drawing so that its smallest letters have this size; 1 if they have it."""
        return max([1.0, *(least / item.size for item in self.items() if isinstance(item, Text))])
