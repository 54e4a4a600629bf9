"""A sheet as plain text, for the terminal and for email."""

import textwrap
from collections.abc import Sequence

from plywise.game import player_word
from plywise.show.sheet.slots import Slot, answer_text, fill_slots, question_paragraphs
from plywise.show.text import ASCII, BLANK, UNICODE, Strokes, draw_board
from plywise.teach.exercises.model import Exercise, Key, Sheet, marks_text, sheets_of
from plywise.teach.walkthrough import number
from plywise.trees.tree import Tree, node_name

WIDTH = 79


def sheet_text(key: Key, with_answers: bool = False, strokes: Strokes = UNICODE) -> str:
    """Return a sheet, or with answers its key, as text; all versions one after another."""
    text = "\n\n\n\n".join(_sheet(sheet, with_answers, strokes) for sheet in sheets_of(key))
    return text if strokes is not ASCII else text.replace("≥", ">=").replace("≤", "<=")


def _sheet(sheet: Sheet, with_answers: bool, strokes: Strokes) -> str:
    head = sheet.heading + (": key" if with_answers else "")
    right = f"{marks_text(sheet.marks)} marks" if with_answers else f"Name: {'_' * 24}"
    blocks = [_justify(head, right)]
    for exercise, question in zip(sheet.exercises, question_paragraphs(sheet), strict=True):
        blocks.append(_exercise(exercise, question, with_answers, strokes))
    return "\n\n\n".join(blocks)


def _justify(left: str, right: str) -> str:
    return f"{left}{' ' * max(2, WIDTH - len(left) - len(right))}{right}"


def _exercise(exercise: Exercise, question: list[str], with_answers: bool, strokes: Strokes) -> str:
    head = _justify(f"{exercise.id}  {exercise.title}", f"({marks_text(exercise.marks)} marks)")
    blocks = [head, "\n".join(textwrap.fill(each, WIDTH) for each in question)]
    position = exercise.subject.position
    if position is not None and position.game.cells(position.state):
        blocks.append(draw_board(position.game, position.state, coordinates=True))
    blocks.append(tree_text(exercise, with_answers, strokes))
    if exercise.entries:
        width = len(str(len(exercise.entries)))
        blocks.append("\n".join(f"{place:{width}}  {entry}" for place, entry in enumerate(exercise.entries, 1)))
    blocks.append(_parts(exercise, with_answers))
    if with_answers:
        blocks.append("Solution\n" + "\n".join("  " + line for line in exercise.solution))
    return "\n\n".join(blocks)


def _parts(exercise: Exercise, with_answers: bool) -> str:
    width = max(len(part.id) for part in exercise.parts)
    label = max(len(part.label) for part in exercise.parts)
    return "\n".join(
        f"{part.id:{width}}  {part.label:{label}}  "
        + (f"{answer_text(part)}   [{marks_text(part.marks)}]" if with_answers else "________")
        for part in exercise.parts
    )


def tree_text(exercise: Exercise, with_answers: bool, strokes: Strokes = UNICODE) -> str:
    """Return the tree, one node per line, children below their parent in order; pruned branches are crossed out."""
    shown = fill_slots(exercise, with_answers)
    return _draw(exercise.tree, list(map(_label, shown)), [slot.pruned for slot in shown], strokes)


def plain_tree_text(tree: Tree, strokes: Strokes = UNICODE) -> str:
    """Return a tree with its letters, players and leaf values, one node per line."""
    labels = [
        f"{node_name(node)} {player_word(tree.player_at(tree.ply[node])) if value is None else number(value)}"
        for node, value in enumerate(tree.value)
    ]
    return _draw(tree, labels, [False] * len(labels), strokes)


def _draw(tree: Tree, labels: Sequence[str], crossed: Sequence[bool], strokes: Strokes) -> str:
    drawn: list[str] = []
    waiting: list[tuple[int, str, str]] = [(0, "", "")]
    while waiting:
        node, before, stroke = waiting.pop()
        drawn.append((before + stroke + labels[node]).rstrip())
        if stroke:
            before += BLANK if stroke in (strokes.last, strokes.pruned_last) else strokes.past
        children = tree.children(node)
        for child in reversed(children):
            last = child == children[-1]
            cross = strokes.pruned_last if last else strokes.pruned_child
            waiting.append((child, before, cross if crossed[child] else strokes.last if last else strokes.child))
    return "\n".join(drawn)


def _label(slot: Slot) -> str:
    head = (f"{slot.move}: " if slot.move else "") + f"{slot.name} {slot.player or slot.value}"
    answers = slot.answers
    if len(answers) == 4:
        answers = (f"in ({answers[0]}, {answers[1]})", f"out ({answers[2]}, {answers[3]})")
    if slot.found:
        head += f" {slot.found}"
    return "  ".join([head, *answers])
