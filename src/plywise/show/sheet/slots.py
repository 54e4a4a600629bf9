"""The labels at each node of an exercise's tree: blanks on the student's sheet, answers on the key."""

from dataclasses import dataclass

from plywise.game import player_word
from plywise.show.labels import BOUND_SIGNS
from plywise.teach.exercises.model import Exercise, Part, Sheet
from plywise.teach.exercises.question_text import describe_search
from plywise.teach.walkthrough import number
from plywise.trees.recorder import Record
from plywise.trees.tree import node_name

BLANK = "____"
LONG_PARAGRAPH = 120
"""The maximum number of characters of a repeated paragraph."""


@dataclass(frozen=True)
class Slot:
    """The labels at a node.

    name: its letters
    player: MAX or MIN, "" at a leaf
    value: a leaf's value, else ""
    move: the move that leads to it, if the tree comes from a game
    answers: the answers or blanks; in a `windows` exercise four: alpha and beta on entry, alpha and beta on exit
    found: on the key of a `windows` exercise, what the search found the node's value to be
    pruned: whether the branch to it is crossed out
    gone: whether that branch or one above it is crossed out
    """

    name: str
    player: str
    value: str
    move: str
    answers: tuple[str, ...]
    found: str = ""
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
                found=_found(records.get(node)) if exercise.kind == "windows" else "",
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
    return tuple(filter(None, [_found(record)]))


def _found(record: Record | None) -> str:
    """Return the value that the search found for an inner node, with its sign if that is a bound; "" if none."""
    if record is None or not record.visited or record.leaf or record.value is None:
        return ""
    return BOUND_SIGNS[record.bound] + number(record.value)


def question_paragraphs(sheet: Sheet) -> list[list[str]]:
    """Return the paragraphs of each exercise's question; long ones appear only once."""
    told: dict[str, str] = {}
    found = []
    for exercise in sheet.exercises:
        how = describe_search(exercise.subject)
        again = {
            paragraph: f"The question is that of {told[paragraph]}." for paragraph in exercise.text if paragraph in told
        }
        if how in told:
            again[how] = f"The search works as in {told[how]}."
        found.append([again.get(paragraph, paragraph) for paragraph in exercise.text])
        told |= {each: exercise.id for each in exercise.text if len(each) > LONG_PARAGRAPH and each not in told}
    return found


def answer_text(part: Part) -> str:
    """Return a part's expected answer in ordinary notation."""
    if part.type == "branches":
        return " ".join(part.answer) or "none"
    if part.answer in ("inf", "-inf"):
        return "+inf" if part.answer == "inf" else "-inf"
    return str(part.answer)
