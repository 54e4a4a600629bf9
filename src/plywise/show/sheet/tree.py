"""Draw an exercise's tree: with blanks on the student's sheet; with values, windows and crosses on the key."""

from collections.abc import Container

from plywise.game import MAX
from plywise.show.node_views import LEAF_NODE, MAX_NODE, MIN_NODE, NO_COORDINATES, Board, NodeView, board_of
from plywise.show.shapes import Drawing
from plywise.show.sheet.slots import BLANK, Slot, fill_slots
from plywise.show.svg import draw_svg
from plywise.show.tikz import draw_tikz
from plywise.show.tree_drawing import draw_tree, select_legend
from plywise.teach.exercises.model import Exercise
from plywise.teach.walkthrough import number
from plywise.trees.tree import Tree, node_name

MAX_BOARDS = 30
"""The largest tree, in nodes, whose positions are all drawn; in a larger one only the root's is."""
PAGE_WIDTH, PAGE_HEIGHT = 480.0, 520.0
"""The space for a drawing on a LaTeX page, in points."""
PRINTED = 0.66
"""The maximum scale of a printed tree, at which its letters are as large as the text's."""
WINDOW = "alpha and beta, on entry | on exit"


def draw_exercise(exercise: Exercise, with_answers: bool, explained: Container[str] = ()) -> Drawing:
    """Return the drawing of an exercise's tree. explained: the marks that its legend leaves out."""
    legend = [each for each in explain_marks(exercise, with_answers) if each[0] not in explained]
    return draw_tree(_views(exercise, with_answers), f"The tree of exercise {exercise.id}", legend=legend)


def explain_marks(exercise: Exercise, with_answers: bool) -> list[tuple[str, str]]:
    """Return the marks in the drawing that a legend explains, each with its meaning."""
    found = select_legend(_views(exercise, with_answers))
    wanted = (MAX_NODE, MIN_NODE, "window", "pruned", "bound", "estimate")
    return [(what, WINDOW if what == "window" else meaning) for what, meaning in found if what in wanted]


def _views(exercise: Exercise, with_answers: bool) -> list[NodeView]:
    return [_view(exercise, node, slot) for node, slot in enumerate(fill_slots(exercise, with_answers))]


def _view(exercise: Exercise, node: int, slot: Slot) -> NodeView:
    """Return what one node shows. Without a value, an inner node's shape is a box to fill in."""
    windows = slot.answers if len(slot.answers) == 4 else None
    answer = slot.answers[0] if slot.answers and windows is None and slot.answers[0] != BLANK else ""
    position = exercise.subject.position
    return NodeView(
        record=node,
        kind={"MAX": MAX_NODE, "MIN": MIN_NODE}.get(slot.player, LEAF_NODE),
        children=tuple(exercise.tree.children(node)),
        value=slot.value or answer or slot.found,
        name=slot.name,
        window=(f"{windows[0]} | {windows[2]}", f"{windows[1]} | {windows[3]}") if windows else None,
        word=slot.move,
        board=_board(exercise, node),
        grid=position is None or position.game.grid,
        coordinates=NO_COORDINATES if position is None or node else position.game.coordinates(),
        phase="pruned" if slot.gone else "left",
        crossed=slot.pruned,
        title=f"{slot.name} {slot.player}".strip(),
    )


def _board(exercise: Exercise, node: int) -> Board | None:
    """Return the board of a node's position, or None if it is not drawn."""
    position, tree = exercise.subject.position, exercise.tree
    if position is None or (node and tree.total_nodes > MAX_BOARDS):
        return None
    return board_of(position.game, position.states[node])


def tree_html(exercise: Exercise, with_answers: bool, prefix: str) -> str:
    """Return the drawing as SVG, in a box as wide as its letters need.

    prefix: of its ids, unique to the exercise
    """
    return _boxed(draw_exercise(exercise, with_answers), prefix)


def _boxed(drawing: Drawing, prefix: str) -> str:
    """Return a drawing as SVG in its box, which scrolls if the page is too narrow for it."""
    svg = draw_svg(drawing, theme="light").replace('<g id="', f'<g id="{prefix}-')
    width = drawing.width * drawing.scale_for_letters()
    return f'<div class="tree" style="--width:{width:.0f}px" tabindex="0">{svg}</div>'


def plain_tree_html(tree: Tree, prefix: str) -> str:
    """Return a tree with its letters and leaf values as `tree_html` does. prefix: of its ids."""
    return _boxed(draw_plain_tree(tree), prefix)


def draw_plain_tree(tree: Tree) -> Drawing:
    """Return the drawing of a tree with its letters and leaf values."""
    views = [
        NodeView(
            record=node,
            kind=LEAF_NODE if value is not None else MAX_NODE if tree.player_at(tree.ply[node]) == MAX else MIN_NODE,
            children=tuple(tree.children(node)),
            value="" if value is None else number(value),
            name=node_name(node),
            phase="left",
        )
        for node, value in enumerate(tree.value)
    ]
    return draw_tree(views, "The tree of the question", legend=select_legend(views)[:2])


def tree_tikz(exercise: Exercise, with_answers: bool, explained: Container[str] = ()) -> str:
    """Return the drawing as TikZ for a document, scaled to fit a page. explained: as for `draw_exercise`."""
    drawing = draw_exercise(exercise, with_answers, explained)
    scale = min(PRINTED, PAGE_WIDTH / drawing.width, PAGE_HEIGHT / drawing.height)
    before, begin, picture = draw_tikz(drawing).rstrip().partition(r"\begin{tikzpicture}")
    # Inside a line of text each line end would become a space.
    tight = "\n".join(line if line.startswith("%") else line + "%" for line in before.splitlines())
    picture = picture.replace(r"\_" * len(BLANK), r"\rule{16pt}{.3pt}")
    return f"\\raisebox{{\\depth}}{{\\scalebox{{{scale:.4f}}}{{%\n{tight}\n{begin}{picture}%\n}}}}"
