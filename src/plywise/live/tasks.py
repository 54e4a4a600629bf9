"""The kinds of worker jobs by name."""

from collections.abc import Callable, Mapping
from typing import Any

from plywise.live.analysing import analyse, value_moves
from plywise.live.choosing import choose_move
from plywise.live.explaining import explain_move, find_threats, give_hint, show_tree
from plywise.live.following import follow_certificate, read_certificate
from plywise.live.importing import read_record
from plywise.live.puzzling import make_puzzles, refute_move
from plywise.live.reviewing import review_game
from plywise.live.teaching import ask_questions, mark_answers, show_lesson_tree
from plywise.live.work import Work

TASKS: Mapping[str, Callable[[Work], dict[str, Any]]] = {
    "move": choose_move,
    "analyse": analyse,
    "values": value_moves,
    "threats": find_threats,
    "hint": give_hint,
    "why": explain_move,
    "tree": show_tree,
    "import": read_record,
    "review": review_game,
    "puzzles": make_puzzles,
    "refute": refute_move,
    "questions": ask_questions,
    "mark": mark_answers,
    "lesson_tree": show_lesson_tree,
    "read": read_certificate,
    "follow": follow_certificate,
}
