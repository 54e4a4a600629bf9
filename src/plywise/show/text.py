"""Drawings in plain text: searched trees with pruned branches crossed out, and boards."""

from typing import NamedTuple

from plywise.game import MAX, MIN, Cell, Game, State, Value, is_outright, player_word
from plywise.trees.recorder import Record
from plywise.trees.recording import Recording


class Strokes(NamedTuple):
    """The characters that a drawing is made of.

    child, last: strokes to a child, and to the last one
    past: stroke past a child to a later one
    pruned_child, pruned_last: strokes to a pruned child
    at_least, at_most: signs of bounds
    """

    child: str
    last: str
    past: str
    pruned_child: str
    pruned_last: str
    at_least: str
    at_most: str


UNICODE = Strokes("├── ", "└── ", "│   ", "├─╳ ", "└─╳ ", "≥", "≤")
ASCII = Strokes("+-- ", "`-- ", "|   ", "+-x ", "`-x ", ">=", "<=")
BLANK = "    "


def draw_trace(recording: Recording, strokes: Strokes = UNICODE, lines: int | None = None) -> str:
    """Return the searched tree, one node per line, children below their parent in order.

    Each node shows its letters, its player and the value found, with a sign if that is only a bound. A star marks the
    principal variation, a cross a pruned child, and a question mark an estimate.

    lines: the most lines drawn; a last line then says how many nodes are missing
    """
    if not recording.records:
        return "(nothing was recorded)"
    on_line = set(recording.follow(recording.result.pv)) if recording.result.pv else set()
    drawn: list[str] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        if lines is not None and len(drawn) >= lines:
            drawn.append(f"... {len(recording.records) - len(drawn):,} more nodes are not drawn.")
            break
        number, before, stroke = waiting.pop()
        record = recording.records[number]
        star = " *" if number in on_line else ""
        drawn.append(before + stroke + _label(recording, record, strokes) + star)
        if stroke:
            before += BLANK if stroke in (strokes.last, strokes.pruned_last) else strokes.past
        for place, child in reversed(list(enumerate(record.children))):
            is_last, pruned = place == len(record.children) - 1, recording.below_pruned(child)
            waiting.append((child, before, _stroke(strokes, is_last, pruned)))
    return "\n".join(line.rstrip() for line in drawn)


def _stroke(strokes: Strokes, is_last: bool, pruned: bool) -> str:
    if pruned:
        return strokes.pruned_last if is_last else strokes.pruned_child
    return strokes.last if is_last else strokes.child


def _label(recording: Recording, record: Record, strokes: Strokes) -> str:
    words = [f"{recording.move(record)}:"] if recording.move(record) else []
    words.append(record.name)
    if record.player is not None:
        words.append(player_word(record.player))
    if record.visited and record.value is not None:
        sign = {"exact": "", "lower": strokes.at_least, "upper": strokes.at_most}[recording.bound(record)]
        words.append(f"{sign}{record.value}" + ("?" if recording.is_estimated(record) else ""))
    elif recording.is_tree and record.state is not None and record.player is None:
        words.append(str(recording.game.utility(record.state)))
    elif not recording.below_pruned(record.id):
        words.append("(left open)" if record.visited and not recording.truncated else "(not recorded)")
    cut = recording.cut_at(record.id)
    if cut is not None:
        symbol = strokes.at_least if record.player == MAX else strokes.at_most
        bound, limit = ("alpha", "beta") if record.player == MAX else ("beta", "alpha")
        reached, met = (cut.alpha, cut.beta) if record.player == MAX else (cut.beta, cut.alpha)
        words.append(f"(cut: {bound} {reached} {symbol} {limit} {met})")
    return " ".join(words)


def draw_board(game: Game, state: State) -> str:
    """Return the board as text; the state's notation if the game has no board.

    An empty cell shows the action that plays there, or else its name.
    """
    rows = game.cells(state)
    if not rows:
        return game.format_state(state)
    width = max(len(_cell_text(cell)) for row in rows for cell in row)
    views = [[_cell_text(cell).center(width) for cell in row] for row in rows]
    if not game.grid:
        return "\n".join(" ".join(row).rstrip() for row in views)
    rule = "\n" + "+".join(["-" * (width + 2)] * len(rows[0])) + "\n"
    return rule.join(" " + " | ".join(row).rstrip() for row in views)


def _cell_text(cell: Cell) -> str:
    return cell.mark or cell.action or cell.name or " "


def describe_value(game: Game, value: Value, proved: bool) -> str:
    """Return in words what a value, from MAX's point of view, means for the players: who wins, or whose points.

    >>> from plywise.trees.tree import Tree
    >>> [describe_value(Tree([1, 2]), value, proved=True) for value in (0, -1, 3, 2.5)]
    ['a draw', 'MIN wins', '3 points to MAX', '2.5 points to MAX']
    """
    if not proved:
        return "an estimate"
    if value == 0:
        return "a draw"
    name, points = game.player_names[MAX if value > 0 else MIN], abs(value)
    return (
        f"{name} wins" if is_outright(game, value) else f"{points:,} {'point' if points == 1 else 'points'} to {name}"
    )
