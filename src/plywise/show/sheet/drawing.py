"""An exercise's tree as a drawing, placed once for SVG and TikZ: blanks on the student's sheet, answers on the key."""

from dataclasses import dataclass
from html import escape

from plywise.show.sheet.faces import BLANK, Face, faces
from plywise.show.sheet.tex import tex
from plywise.teach.exercises.model import Exercise
from plywise.trees.tree import Tree

LETTER = 7.0
"""How wide a letter is, about; all lengths are in the units of the SVG, which are pixels at full size."""
LINE, GAP, PLY, EDGE = 14.0, 8.0, 46.0, 6.0
WIDEST = 1150.0
"""A drawing with windows wider than this is drawn without them: they would be too small to fill in."""


@dataclass(frozen=True)
class Placed:
    """A node's face, with its middle and its size."""

    face: Face
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Drawing:
    """The placed nodes, by node, and the size of it all."""

    tree: Tree
    nodes: list[Placed]
    width: float
    height: float


def draw(exercise: Exercise, with_answers: bool) -> Drawing:
    """Place every node: a parent in the middle above its children, nobody in anybody's way."""
    shown = faces(exercise, with_answers)
    drawing = _placed(exercise.tree, shown)
    if exercise.kind == "windows" and drawing.width > WIDEST:
        bare = [Face(face.name, face.player, face.value, face.move, (), face.pruned) for face in shown]
        drawing = _placed(exercise.tree, bare)
    return drawing


def _placed(tree: Tree, shown: list[Face]) -> Drawing:
    sizes = [_size(face) for face in shown]
    room = [width + GAP for width, _ in sizes]
    below = [0.0] * tree.total_nodes
    for node in reversed(range(1, tree.total_nodes)):
        room[node] = max(room[node], below[node])
        below[tree.parent[node]] += room[node]
    room[0] = max(room[0], below[0])
    left = [0.0] * tree.total_nodes
    tall = [0.0] * (tree.height + 1)
    for node in range(tree.total_nodes):
        start = left[node] + (room[node] - below[node]) / 2
        for child in tree.children(node):
            left[child] = start
            start += room[child]
        tall[tree.ply[node]] = max(tall[tree.ply[node]], sizes[node][1])
    middles = [tall[0] / 2 + EDGE]
    for ply in range(1, tree.height + 1):
        middles.append(middles[-1] + (tall[ply - 1] + tall[ply]) / 2 + PLY)
    xs = [left[node] + room[node] / 2 + EDGE for node in range(tree.total_nodes)]
    for node in reversed(range(tree.total_nodes)):
        if tree.child_count[node]:
            xs[node] = (xs[tree.children(node)[0]] + xs[tree.children(node)[-1]]) / 2
    placed = [Placed(shown[node], xs[node], middles[tree.ply[node]], *sizes[node]) for node in range(tree.total_nodes)]
    return Drawing(tree, placed, room[0] + 2 * EDGE, middles[-1] + tall[-1] / 2 + EDGE)


def _size(face: Face) -> tuple[float, float]:
    texts = [_head(face), *face.lines]
    return max(24.0, max(map(len, texts)) * LETTER + 8), LINE * len(texts) + 8


def _head(face: Face) -> str:
    return f"{face.name} {face.player}" if face.player else face.value


def _slanted(face: Face) -> bool:
    """MIN nodes have round ends, MAX nodes corners: so they differ in grey print too."""
    return face.player == "MIN"


# --- SVG -------------------------------------------------------------------------------------------------------------


def drawing_svg(drawing: Drawing, title: str = "") -> str:
    """Return a drawing as SVG, black on white."""
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="11" text-anchor="middle"><title>{escape(title)}</title>'
    ]
    tree = drawing.tree
    for node in range(1, tree.total_nodes):
        pieces.append(_edge_svg(drawing.nodes[tree.parent[node]], drawing.nodes[node]))
    pieces += map(_node_svg, drawing.nodes)
    return "\n".join([*pieces, "</svg>"])


def _edge_svg(above: Placed, below: Placed) -> str:
    x1, y1, x2, y2 = _ends(above, below)
    dash = ' stroke-dasharray="3 3"' if below.face.pruned else ""
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#000"{dash}/>'
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if below.face.pruned:
        line += f'<path d="M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12" stroke="#000" stroke-width="2.2" fill="none"/>'
    if below.face.move:
        x, y = x1 + 0.68 * (x2 - x1), y1 + 0.68 * (y2 - y1)
        line += (
            f'<text x="{x:.1f}" y="{y + 3:.1f}" stroke="#fff" stroke-width="4" paint-order="stroke" '
            f'font-style="italic">{escape(below.face.move)}</text>'
        )
    return line


def _ends(above: Placed, below: Placed) -> tuple[float, float, float, float]:
    letter = 0.0 if below.face.player else 11.0  # a leaf's letter stands above its box
    return above.x, above.y + above.height / 2, below.x, below.y - below.height / 2 - letter


def _node_svg(node: Placed) -> str:
    face, left, top = node.face, node.x - node.width / 2, node.y - node.height / 2
    round_ends = f' rx="{min(node.height / 2, 14):.0f}"' if _slanted(face) else ""
    pieces = [
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{node.width:.1f}" height="{node.height:.1f}"{round_ends} '
        'fill="#fff" stroke="#000"/>'
    ]
    for place, text in enumerate([_head(face), *face.lines]):
        bold = ' font-weight="bold"' if place == 0 else ""
        pieces.append(f'<text x="{node.x:.1f}" y="{top + 4 + LINE * (place + 0.75):.1f}"{bold}>{escape(text)}</text>')
    if not face.player:
        pieces.append(f'<text x="{node.x:.1f}" y="{top - 2:.1f}" font-size="9">{face.name}</text>')
    return "".join(pieces)


# --- TikZ ------------------------------------------------------------------------------------------------------------

UNIT = 0.031
"""Centimetres to a unit."""
PAGE = 17.0
"""Centimetres that a page is wide; wider drawings are scaled down to it."""


def drawing_tikz(drawing: Drawing) -> str:
    """Return a drawing as a tikzpicture with plain coordinates."""
    scale = min(1.0, PAGE / (drawing.width * UNIT))
    lines = [
        rf"\begin{{tikzpicture}}[x={UNIT}cm,y=-{UNIT}cm,scale={scale:.3f},every node/.style={{scale={scale:.3f}}}]"
    ]
    tree = drawing.tree
    for node in range(1, tree.total_nodes):
        lines += _edge_tikz(drawing.nodes[tree.parent[node]], drawing.nodes[node])
    for placed in drawing.nodes:
        lines += _node_tikz(placed)
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _edge_tikz(above: Placed, below: Placed) -> list[str]:
    x1, y1, x2, y2 = _ends(above, below)
    dash = "[dashed]" if below.face.pruned else ""
    lines = [rf"\draw{dash} ({x1:.1f},{y1:.1f}) -- ({x2:.1f},{y2:.1f});"]
    if below.face.pruned:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        lines.append(
            rf"\draw[very thick] ({x - 5:.1f},{y - 5:.1f}) -- ({x + 5:.1f},{y + 5:.1f}) "
            rf"({x - 5:.1f},{y + 5:.1f}) -- ({x + 5:.1f},{y - 5:.1f});"
        )
    if below.face.move:
        x, y = x1 + 0.68 * (x2 - x1), y1 + 0.68 * (y2 - y1)
        style = r"fill=white,inner sep=1pt,font=\scriptsize\itshape"
        lines.append(rf"\node[{style}] at ({x:.1f},{y:.1f}) {{{tex(below.face.move)}}};")
    return lines


def _node_tikz(node: Placed) -> list[str]:
    face = node.face
    corners = ",rounded corners=5pt" if _slanted(face) else ""
    left, right, top, bottom = (
        node.x - node.width / 2, node.x + node.width / 2, node.y - node.height / 2, node.y + node.height / 2,
    )  # fmt: skip
    lines = [rf"\draw[fill=white{corners}] ({left:.1f},{top:.1f}) rectangle ({right:.1f},{bottom:.1f});"]
    for place, text in enumerate([_head(face), *face.lines]):
        y, weight = top + 4 + LINE * (place + 0.5), r"\bfseries" if place == 0 else ""
        lines.append(rf"\node[inner sep=0pt,font=\scriptsize{weight}] at ({node.x:.1f},{y:.1f}) {{{blanked(text)}}};")
    if not face.player:
        lines.append(rf"\node[inner sep=0pt,font=\tiny] at ({node.x:.1f},{top - 5:.1f}) {{{face.name}}};")
    return lines


def blanked(text: str) -> str:
    """Return a text as LaTeX, with a rule to write on where it has a blank."""
    return tex(text).replace(tex(BLANK), r"\rule{4.5mm}{0.4pt}")
