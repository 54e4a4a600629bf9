"""What stands at each node of an exercise's tree: blanks on the student's sheet, answers on the key."""

from dataclasses import dataclass

from plywise.game import player_word
from plywise.show.labels import BOUND_SIGNS
from plywise.teach.exercises.model import Exercise, Part, Sheet
from plywise.teach.exercises.question_text import describe_search
from plywise.teach.walkthrough import number
from plywise.trees.recorder import Record
from plywise.trees.tree import node_name

BLANK = "____"


@dataclass(frozen=True)
class Slot:
    """What stands at a node.

    name: its letters
    player: MAX or MIN, "" at a leaf
    value: a leaf's value, else ""
    move: the move that leads to it, if the tree comes from a game
    answers: the answers or blanks; in a `windows` exercise four: alpha and beta on entry, alpha and beta on exit
    pruned: whether the branch to it is crossed out
    gone: whether that branch or one above it is crossed out
    """

    name: str
    player: str
    value: str
    move: str
    answers: tuple[str, ...]
    pruned: bool = False
    gone: bool = False


def fill_slots(exercise: Exercise, with_answers: bool) -> list[Slot]:
    """Return the slot of every node of an exercise's tree, in the order of the nodes."""
    tree, position = exercise.tree, exercise.subject.position
    searched = with_answers and exercise.kind != "values"
    records = {record.state.node: record for record in exercise.subject.recording.records} if searched else {}
    found = []
    for node in range(tree.total_nodes):
        value = tree.value[node]
        estimate = "?" if position is not None and node in position.estimates else ""
        found.append(
            Slot(
                name=node_name(node),
                player="" if value is not None else player_word(tree.player_at(tree.ply[node])),
                value="" if value is None else number(value) + estimate,
                move=position.words[node] if position is not None else "",
                answers=_answers(exercise, node, records.get(node), with_answers),
                pruned=node in records and not records[node].visited and records[tree.parent[node]].visited,
                gone=node in records and not records[node].visited,
            )
        )
    return found


def _answers(exercise: Exercise, node: int, record: Record | None, with_answers: bool) -> tuple[str, ...]:
    """Return the blanks to fill in at a node, or the key's answers."""
    own = [part for part in exercise.parts if part.id.split(".")[1] == node_name(node)]
    if exercise.kind == "values" and own:
        return (answer_text(own[0]) if with_answers else BLANK,)
    if exercise.kind == "windows" and own:
        return tuple(answer_text(part) if with_answers else BLANK for part in own)
    if record is not None and record.visited and not record.leaf and record.value is not None:
        return (BOUND_SIGNS[record.bound] + number(record.value),)
    return ()


def question_paragraphs(sheet: Sheet) -> list[list[str]]:
    """Return the paragraphs of each exercise's question; each way of searching is described only once."""
    told: dict[str, str] = {}
    found = []
    for exercise in sheet.exercises:
        how = describe_search(exercise.subject)
        again = f"The search goes as in {told[how]}." if how in told else how
        found.append([again if paragraph == how else paragraph for paragraph in exercise.text])
        if how in exercise.text:
            told.setdefault(how, exercise.id)
    return found


def answer_text(part: Part) -> str:
    """Return a part's expected answer as people would write it."""
    if part.type == "branches":
        return " ".join(part.answer) or "none"
    if part.answer in ("inf", "-inf"):
        return "+inf" if part.answer == "inf" else "-inf"
    return str(part.answer)
