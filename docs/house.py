"""Draw the house: the rooms of Plywise in their layers, and who imports whom (docs/background/house.svg).

The rows are the layers of pyproject.toml's import-linter contracts, the arrows are grimp's graph of the imports. An
arrow that passes a row has a narrow place of its own in it, as in Sugiyama, Tagawa and Toda 1981.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from statistics import fmean
from xml.sax.saxutils import escape

from plywise.show.svg import DARK, FONTS, LIGHT
from plywise.show.text_width import text_width

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"

IN_A_FEW_WORDS = {
    "arguments": "as callers write them",
    "compiler": "Python to machine code",
    "process": "signals, depth, processors",
    "views": "what draws itself",
    "__main__": "python -m plywise",
    "cli": "the command line",
    "notebook": "a widget, a film",
    "web": "the page's server",
    "tui": "the terminal program",
    "live": "games under way, searched for",
    "show": "drawings, pages, text",
    "teach": "exercises, marks, explanations",
    "trees": "written, and recorded",
    "solvers": "exact values",
    "certificates": "proofs for anybody to check",
    "play": "players, clocks, records",
    "arena": "matches, ratings",
    "tune": "weights from games",
    "learning": "evaluations from self-play",
    "spread": "solving by many",
    "protocols": "UCI, GTP",
    "fleet": "many jobs, each once",
    "store": "games kept",
    "engines": "the search, in plain Python and compiled",
    "engines.native": "with compile",
    "games": "the rules, a file each",
    "laws": "what every game keeps",
    "libraries": "OpenSpiel, PettingZoo",
    "board": "ready-made boards",
    "game": "what a game is",
    "repetition": "what came before",
    "bits": "sets in one int",
    "errors": "bad input",
    "version": "of Plywise",
}

TITLE = "The rooms of Plywise and their imports"
BESIDE, BETWEEN, PAD, MARGIN = 16, 38, 12, 12
"""The least gap between two boxes of a row, between two rows, inside a box, and around the drawing."""
NAME, WORDS = 14, 11
"""Font sizes."""
PORT = 12
"""The least distance between two arrows at one side of a box."""
HEADING = 34
"""The height of a name and its words above what is inside."""
HEAD = 7
"""How long the head of an arrow is."""
SWEEPS = 40
"""How often the rows are moved towards one another."""

Arrows = Mapping[tuple[str, str], tuple[str, str]]
"""(room, room that it imports) -> one import of that kind: (module, module)."""


class NotDownwards(Exception):
    """An import goes to the same row or up, or a room is in no row."""


@dataclass
class Box:
    """A room in the drawing, or the place where an arrow passes a row (without a name)."""

    name: str = ""
    words: str = ""
    width: float = 0
    height: float = 0
    x: float = 0  # of its middle
    y: float = 0  # of its top
    row: int = 0
    inside: str = ""
    above: list["Box"] = field(default_factory=list)
    below: list["Box"] = field(default_factory=list)


def layers(container: str) -> list[list[str]]:
    """Return the rows of a package, from the top, as import-linter's contract for it in pyproject.toml lists them."""
    settings = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rows = next(each["layers"] for each in contracts if each.get("containers") == [container])
    return [row.split(" | ") for row in rows]


def arrows(imports: Iterable[tuple[str, str]], container: str, rows: Sequence[Sequence[str]]) -> Arrows:
    """Return who imports whom among the rooms of a package. Raises NotDownwards, which names the two modules.

    >>> arrows([("a.top.x", "a.low.y")], "a", [["top"], ["low"]])
    {('top', 'low'): ('a.top.x', 'a.low.y')}
    """
    row_of = {room: number for number, row in enumerate(rows) for room in row}
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for pair in sorted(imports):
        if not all(module.startswith(f"{container}.") for module in pair):
            continue
        upper, lower = (module.split(".")[container.count(".") + 1] for module in pair)
        if upper != lower:
            unknown = [module for module, room in zip(pair, (upper, lower), strict=True) if room not in row_of]
            if unknown:
                what = f"{unknown[0]} is in no layer of {container} (pyproject.toml)"
                raise NotDownwards(f"{pair[0]} imports {pair[1]}: {what}")
            if row_of[upper] >= row_of[lower]:
                raise NotDownwards(f"{pair[0]} imports {pair[1]}: an import goes down only (pyproject.toml)")
            found.setdefault((upper, lower), pair)
    return found


def without_followers(found: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the arrows that do not follow from others.

    >>> without_followers([("a", "b"), ("b", "c"), ("a", "c")])
    [('a', 'b'), ('b', 'c')]
    """
    direct: dict[str, set[str]] = {}
    for upper, lower in found:
        direct.setdefault(upper, set()).add(lower)

    def reached(room: str) -> set[str]:
        return set().union(*({each} | reached(each) for each in direct.get(room, ())))

    return sorted((a, b) for a in direct for b in direct[a] if not any(b in reached(c) for c in direct[a]))


def house(imports: Iterable[tuple[str, str]]) -> str:
    """Return docs/background/house.svg. Raises NotDownwards where an import does not go down."""
    pairs = list(imports)
    inner, width, height = _drawn(pairs, "plywise.engines", {})
    engines = Box("engines", IN_A_FEW_WORDS["engines"], width + 2 * PAD, height + 2 * PAD + HEADING, inside=inner)
    body, width, height = _drawn(pairs, "plywise", {"engines": engines})
    size = f"{width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{size.split()[0]}" '
        f'height="{size.split()[1]}" role="img" aria-labelledby="house-t house-d">\n'
        f'<title id="house-t">{TITLE}</title>\n<desc id="house-d">{escape(_told(pairs))}</desc>\n'
        f"<style>{_style(LIGHT)}@media (prefers-color-scheme:dark){{{_style(DARK)}}}</style>\n"
        f'<rect class="paper" width="100%" height="100%"/>\n<g transform="translate({MARGIN} {MARGIN})">\n'
    )
    return f"{head}{body}\n</g>\n</svg>\n"


def _style(colours: Mapping[str, str]) -> str:
    return (
        f".paper{{fill:{colours['paper']}}}.room{{fill:{colours['max']};stroke:{colours['ink']}}}"
        f".inside .room{{fill:{colours['paper']}}}text{{font-family:{FONTS};fill:{colours['ink']};text-anchor:middle}}"
        f".name{{font-size:{NAME}px;font-weight:bold}}.words{{font-size:{WORDS}px;fill:{colours['soft']}}}"
        f".arrow{{fill:none;stroke:{colours['soft']};stroke-width:1.3}}.long{{stroke:{colours['faint']}}}"
        f".head{{fill:{colours['soft']}}}"
    )


def _told(pairs: Sequence[tuple[str, str]]) -> str:
    """Return in words what is drawn."""
    told = []
    for container in ("plywise", "plywise.engines"):
        drawn = without_followers(arrows(pairs, container, layers(container)))
        told += [f"In {container}, from the top: {'; '.join(', '.join(row) for row in layers(container))}."]
        told += [f"{upper} imports {', '.join(b for a, b in drawn if a == upper)}." for upper in dict(drawn)]
    return " ".join(told)


def _drawn(pairs: Sequence[tuple[str, str]], container: str, ready: Mapping[str, Box]) -> tuple[str, float, float]:
    """Return a package's rooms and arrows as SVG, with the width and the height."""
    names = layers(container)
    drawn = without_followers(arrows(pairs, container, names))
    prefix = container.partition(".")[2] + "." if "." in container else ""
    boxes = {room: ready.get(room) or _box(room, prefix) for row in names for room in row}
    rows = [[boxes[room] for room in row] for row in names]
    for number, row in enumerate(rows):
        for box in row:
            box.row = number
    for upper, lower in drawn:
        _join(boxes[upper], boxes[lower], rows)
    _order(rows)
    _place(rows)
    width = max(box.x + box.width / 2 for row in rows for box in row)
    height = max(box.y + box.height for box in rows[-1])
    lines = [_arrow(box, below) for row in rows for box in row if box.name for below in box.below]
    rooms = [_room(box) for row in rows for box in row if box.name]
    return "\n".join([*sorted(lines, key=lambda line: "long" not in line), *rooms]), width, height


def _box(room: str, prefix: str) -> Box:
    words = IN_A_FEW_WORDS.get(prefix + room, "")
    width = max(text_width(room, NAME, bold=True), text_width(words, WORDS)) + 2 * PAD
    return Box(room, words, round(width), 42 if not prefix else 34 if words else 26)


def _join(upper: Box, lower: Box, rows: list[list[Box]]) -> None:
    """Lead an arrow from one box to the other, by a place in each row between."""
    box = upper
    for number in range(upper.row + 1, lower.row):
        passing = Box(row=number, above=[box])
        rows[number].append(passing)
        box.below.append(passing)
        box = passing
    box.below.append(lower)
    lower.above.append(box)


def _order(rows: Sequence[list[Box]]) -> None:
    """Order each row so that few arrows cross and none goes far sideways: swap two boxes as long as that helps."""
    cost, before = _cost(rows), None
    while cost != before:
        before = cost
        for row in rows:
            for i, j in combinations(range(len(row)), 2):
                row[i], row[j] = row[j], row[i]
                if _cost(rows) < cost:
                    cost = _cost(rows)
                else:
                    row[i], row[j] = row[j], row[i]


def _cost(rows: Sequence[Sequence[Box]]) -> tuple[int, float]:
    """Return how many arrows cross, and how far all of them go sideways."""
    crossings, sideways = 0, 0.0
    for upper, lower in pairwise(rows):
        place = {id(box): number for number, box in enumerate(lower)}
        ends = [(number, place[id(below)]) for number, box in enumerate(upper) for below in box.below]
        crossings += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(ends, 2))
        sideways += sum(abs((2 * a + 1) / len(upper) - (2 * b + 1) / len(lower)) for a, b in ends)
    return crossings, round(sideways, 6)


def _place(rows: Sequence[Sequence[Box]]) -> None:
    """Give each box its place: each row as near as it can be to what it is joined to, above and below in turn."""
    top = 0.0
    for row in rows:
        height = max(box.height for box in row)
        for box in row:
            box.height = box.height or height
            box.y = top + (height - box.height) / 2
        top += height + BETWEEN
        _spread(row, [0.0] * len(row))
    for number in range(SWEEPS):
        for row in rows if number % 2 else rows[::-1]:
            _spread(row, [fmean([each.x for each in box.above + box.below] or [box.x]) for box in row])
    left = min(box.x - box.width / 2 for row in rows for box in row)
    for row in rows:
        for box in row:
            box.x -= left


def _spread(row: Sequence[Box], wanted: Sequence[float]) -> None:
    """Move a row's boxes as near to the places wanted as their widths allow, favouring neither side."""
    for box, x in zip(row, apart(wanted, [(a.width + b.width) / 2 + BESIDE for a, b in pairwise(row)]), strict=True):
        box.x = x


def apart(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return places near those wanted, in their order, that keep the gaps between neighbours.

    >>> apart([0, 0, 9], [4, 4])
    [-2.0, 2.0, 9.0]
    """
    from_left, from_right = list(wanted), list(wanted)
    for number, gap in enumerate(gaps):
        from_left[number + 1] = max(from_left[number + 1], from_left[number] + gap)
    for number, gap in reversed(list(enumerate(gaps))):
        from_right[number] = min(from_right[number], from_right[number + 1] - gap)
    return [(left + right) / 2 for left, right in zip(from_left, from_right, strict=True)]


def _ports(box: Box, others: Sequence[Box]) -> dict[int, float]:
    """Return where a box's arrows to or from others begin or end: id of the other -> x."""
    others = sorted(others, key=lambda other: other.x)
    reach = max(box.width / 2 - PORT, 0)
    wanted = []
    for other in others:
        left = max(box.x - box.width / 2, other.x - other.width / 2)
        right = min(box.x + box.width / 2, other.x + other.width / 2)
        x = (left + right) / 2 if left <= right else other.x  # straight down where it can be
        wanted.append(min(max(x, box.x - reach), box.x + reach))
    places = apart(wanted, [PORT] * (len(others) - 1))
    return {id(other): x for other, x in zip(others, places, strict=True)}


def _arrow(box: Box, below: Box) -> str:
    """Return an arrow from a room to another, past the rows between."""
    x, y = _ports(box, box.below)[id(below)], box.y + box.height
    path, long = f"M{x:.1f} {y:.1f}", not below.name
    while True:
        end = _ports(below, below.above)[id(box)] if below.name else below.x
        middle, tip = (y + below.y) / 2, below.y - (HEAD if below.name else 0)
        path += f"C{x:.1f} {middle:.1f} {end:.1f} {middle:.1f} {end:.1f} {tip:.1f}"
        if below.name:
            break
        x, y = end, below.y + below.height
        path += f"V{y:.1f}"
        box, below = below, below.below[0]
    head = f"M{end:.1f} {below.y:.1f}l-4 -{HEAD}h8z"
    return f'<path class="arrow{" long" if long else ""}" d="{path}"/><path class="head" d="{head}"/>'


def _room(box: Box) -> str:
    left = box.x - box.width / 2
    place = f'x="{left:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
    name_y = box.y + (PAD + 6 if box.inside else box.height / 2 + (-2 if box.words else 5))
    lines = [
        f'<rect class="room" {place} rx="6"/>',
        f'<text class="name" x="{box.x:.1f}" y="{name_y:.1f}">{box.name}</text>',
    ]
    if box.words:
        lines.append(f'<text class="words" x="{box.x:.1f}" y="{name_y + 14:.1f}">{escape(box.words)}</text>')
    if box.inside:
        place = f"{left + PAD:.1f} {box.y + PAD + HEADING:.1f}"
        lines.append(f'<g class="inside" transform="translate({place})">\n{box.inside}\n</g>')
    return "\n".join(lines)
