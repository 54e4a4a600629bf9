"""What the pages of the site ask of Python: trees, cells of lessons, rules of the reader's own, exercises.

The worker calls `answer` with a name of ANSWERS and JSON, and gets JSON back. Nothing here knows of the browser.
"""

import ast
import importlib
import json
import linecache
import os
import pkgutil
import random
import re
import sys
import time
import traceback
import types
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

if not hasattr(time, "thread_time"):  # Pyodide has one thread only
    time.thread_time = time.process_time

import plywise as pw
from plywise.errors import InputError, SearchWarning
from plywise.games.user_files import described, place_of
from plywise.live import teaching
from plywise.play.board_view import describe_board
from plywise.play.ongoing import OngoingGame
from plywise.show.page.frames import frames_of
from plywise.show.sheet.html import sheet_html
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Sheet
from plywise.teach.exercises.requirements import LEVELS, requirements_of
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.grading.class_files import read_answers
from plywise.teach.grading.marks import RIGHT, Marks, grade
from plywise.trees.parse import parse_tree
from plywise.views.trace import Trace

Given = Mapping[str, Any]
Answer = dict[str, Any]

RULES = "my_game.py"
"""The name of the file that holds the reader's rules, as messages show it."""

MAX_TREE_NODES = 3_000
TREE_EVENTS = 6_000
MAX_DRAWN_PLIES = 4

FIRST_LINE = re.compile(rf"{re.escape(RULES)}(?::| line )(\d+)")


class NotFound(InputError):
    """The page asked for something that Python no longer has: it was stopped meanwhile."""


# --- trees ------------------------------------------------------------------------------------------------------------


def show_tree(given: Given) -> Answer:
    """Return the frames of a search. given: tree, branching, algorithm, cut, max_first, hide."""
    recording = _search_tree(given)
    return {"frames": frames_of(recording, given.get("hide", False))}


def save_tree(given: Given) -> Answer:
    """Return the same search as a file. given: also kind, html, svg or tikz."""
    recording, kind = _search_tree(given), given["kind"]
    draw = {"html": recording.html, "svg": recording.svg, "tikz": recording.tikz, "text": recording.__str__}[kind]
    return {"text": draw()}


def _search_tree(given: Given) -> Trace:
    nested, is_row = parse_tree(given["tree"])
    tree = pw.Tree(
        nested, branching=given.get("branching", 2) if is_row else None, max_first=given.get("max_first", True)
    )
    if tree.total_nodes > MAX_TREE_NODES:
        raise InputError(f"a tree on this page has at most {MAX_TREE_NODES:,} nodes, not {tree.total_nodes:,}")
    return pw.trace(tree, algorithm=given.get("algorithm", "alphabeta"), cut=given.get("cut", "ge"), limit=TREE_EVENTS)


# --- the cells of lessons ---------------------------------------------------------------------------------------------

_lessons: dict[str, dict[str, Any]] = {}


def run_cell(given: Given) -> Answer:
    """Run a cell; return what it shows, or its traceback. given: lesson, cell (a number), code, fresh."""
    lesson, number, code = given["lesson"], given["cell"], given["code"]
    if given.get("fresh"):
        _lessons.pop(lesson, None)
    space = _lessons.setdefault(lesson, {"__name__": "__main__"})
    file = f"<cell {number + 1}>"
    linecache.cache[file] = len(code), None, code.splitlines(keepends=True), file
    try:
        shown = _run(code, file, space)
    except BaseException as error:  # noqa: BLE001 - a cell may raise anything
        return {"failure": _traceback(error), "line": _line_in(error, file)}
    return {"shown": [] if shown is None else [_representation(shown)]}


def _run(code: str, file: str, space: dict[str, Any]) -> Any:
    body = ast.parse(code, file).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), file, "exec"), space)
    if last is None or code.rstrip().endswith(";"):
        return None
    return eval(compile(ast.Expression(last.value), file, "eval"), space)


def _representation(shown: Any) -> Answer:
    """Return what a notebook would show of a value."""
    for name, kind in (("_repr_svg_", "svg"), ("_repr_html_", "html")):
        drawn = getattr(shown, name, None)
        if drawn is not None and (text := drawn()):
            return {"kind": kind, "data": text}
    return {"kind": "text", "data": repr(shown)}


def _traceback(error: BaseException) -> str:
    """Return the lines of a traceback that are the reader's, from the first line of a cell on."""
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    begin = next((place for place, frame in enumerate(frames) if frame.filename.startswith("<cell")), 0)
    kept = [
        frame for frame in frames[begin:] if frame.filename.startswith("<cell") or not isinstance(error, InputError)
    ]
    lines = traceback.format_list(kept) + traceback.format_exception_only(error)
    return "".join(lines).strip()


def _line_in(error: BaseException, file: str) -> int | None:
    """Return the line of a file at which an exception arose, None where that is not known."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return lines[-1] if lines else None


def pretend_notebook() -> None:
    """Put a small IPython.display in place: the lessons import SVG and HTML from there."""

    class Shown:
        def __init__(self, data: str) -> None:
            self.data = data

    class SVG(Shown):
        def _repr_svg_(self) -> str:
            return self.data

    class HTML(Shown):
        def _repr_html_(self) -> str:
            return self.data

    package, display = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    package.display, display.SVG, display.HTML = display, SVG, HTML  # type: ignore[attr-defined]
    sys.modules |= {"IPython": package, "IPython.display": display}


# --- a game of the reader's own ---------------------------------------------------------------------------------------

_games: dict[str, pw.Game] = {}
_tables: dict[str, OngoingGame] = {}

LAW_RULES = {
    "result": "result", "player": "player", "terminal": "terminal", "actions": "actions", "utility": "utility",
    "evaluate": "evaluate", "priority": "priority", "key": "key", "symmetries": "symmetries", "hashable": "initial",
    "equivalents": "equivalents", "state text": "format_state", "action text": "format_action", "bounds": "bounds",
    "alternating": "alternating", "max_plies": "max_plies", "deterministic": "result",
}  # fmt: skip
"""The rule to look at where a law is broken; a law that is not listed bears the name of its rule."""


def load_rules(given: Given) -> Answer:
    """Read rules and return the games in them, and the board of the first or the one named. given: source, name."""
    source = given["source"]
    path = Path(RULES)
    path.write_text(source, encoding="utf-8")
    names = _game_classes(source)
    name = given.get("name") or (names[-1] if names else "")
    if name and names and name not in names:
        name = names[-1]
    try:
        game = pw.make(f"{RULES}:{name}" if name else RULES)
    except InputError as error:
        line = _line_of_class(source, name)
        raise (
            error if line is None or FIRST_LINE.search(str(error)) else InputError(f"{RULES}:{line}: {error}")
        ) from None
    game.initial()
    _games["own"] = game
    about = (type(game).__doc__ or "").strip().split("\n")[0]
    return {"games": names, "name": name or type(game).__name__, "about": about} | new_game({})


def _line_of_class(source: str, name: str) -> int | None:
    body = ast.parse(source).body if name else []
    return next((each.lineno for each in body if isinstance(each, ast.ClassDef) and each.name == name), None)


def _game_classes(source: str) -> list[str]:
    """Return the classes of a file that may be games, in their order: those with a base that is not NamedTuple."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []
    games: list[str] = []
    for each in body:
        if isinstance(each, ast.ClassDef):
            bases = {ast.unparse(base) for base in each.bases}
            if bases & {"pw.Game", "plywise.Game", "Game", *games}:
                games.append(each.name)
    return games


def check_rules(given: Given) -> Answer:
    """Test the rules against the laws; return the report, each breach with the line to look at."""
    game, source = _own_game(), Path(RULES).read_text("utf-8")
    report = pw.check(game, compiled=0)
    broken = [
        {"law": each.law, "position": each.position, "action": each.action, "detail": each.detail,
         "line": _line_of_breach(each.law, each.detail, source, type(game).__name__)}
        for each in report.broken
    ]  # fmt: skip
    head, *_ = str(report).splitlines()
    notes = [*([] if report.complete else report.reach.lines(report.states)), *report.notes]
    notes = [note.partition("; --thorough")[0].partition(": use --thorough")[0] for note in notes]
    return {"ok": report.ok, "summary": head, "broken": broken, "notes": notes, "suggestions": list(report.suggestions)}


def _line_of_breach(law: str, detail: str, source: str, name: str) -> int | None:
    """Return the line to look at where a law is broken: the one the message names, or where the rule is defined."""
    if told := FIRST_LINE.search(detail):
        return int(told[1])
    rule, found = LAW_RULES.get(law, law), None
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == name:
            found = found or node.lineno
        if isinstance(node, ast.FunctionDef) and node.name == rule:
            return node.lineno
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == rule for each in node.targets
        ):
            return node.lineno
    return found


def search_rules(given: Given) -> Answer:
    """Search the position on the board. given: seconds. Returns the value, the line, and what each move leads to."""
    table = _own_table()
    if table.is_over:
        raise InputError("the game is over: there is nothing to search")
    game, state = table.game, table.state
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = pw.search(game, state, engine="reference", algorithm="deepening", time=given.get("seconds", 1.0))
    notes += [str(each.message) for each in caught if issubclass(each.category, SearchWarning)]
    line = list(found.pv_words)
    names = game.player_names
    return {
        "value": found.value, "proved": bool(found.proved), "best": line[0] if line else None, "line": line,
        "depth": found.depth, "nodes": found.nodes, "cutoffs": found.cutoffs, "side": names[game.player(state)],
        "max": names[pw.MAX], "notes": notes,
    }  # fmt: skip


def tree_of_rules(given: Given) -> Answer:
    """Return the frames of a search of the position on the board, some plies deep. given: depth."""
    table = _own_table()
    depth = max(1, min(MAX_DRAWN_PLIES, given.get("depth", 2)))
    if table.is_over:
        raise InputError("the game is over: there is no tree to draw")
    recording = pw.trace(table.game, table.state, depth=depth, limit=TREE_EVENTS)
    return {"frames": frames_of(recording)}


def new_game(given: Given) -> Answer:
    """Begin a game by the rules that were read. given: position, moves (words already played)."""
    table = _tables["own"] = OngoingGame(_own_game())
    for word in given.get("moves", ()):
        table.play(word)
    return {"board": _board(table)}


def play_move(given: Given) -> Answer:
    """Play a move by its word."""
    table = _own_table()
    table.play(given["move"])
    return {"board": _board(table)}


def undo_move(given: Given) -> Answer:
    """Take moves back. given: plies."""
    table = _own_table()
    table.undo(given.get("plies", 1))
    return {"board": _board(table)}


def answer_move(given: Given) -> Answer:
    """Let the reference engine play. given: level: easy, middle or strong."""
    table = _own_table()
    if not table.is_over:
        table.play(
            table.game.format_action(table.state, _choose(table.game, table.state, given.get("level", "middle")))
        )
    return {"board": _board(table)}


PLIES = {"easy": 1, "middle": 3}
SECONDS = 1.5


def _choose(game: pw.Game, state: Any, level: str) -> Any:
    """Return a move; of several that are equally good, any."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if level == "strong":
            found = pw.search(game, state, engine="reference", algorithm="deepening", time=SECONDS)
            if found.best is not None and (found.proved or found.depth > PLIES["middle"]):
                return found.best
        searched = pw.search(
            game, state, engine="reference", depth=PLIES.get(level, 2), all_moves=True, time=4 * SECONDS
        )
    return random.choice(searched.best_actions or list(game.actions(state)))


def _board(table: OngoingGame) -> Answer:
    board = describe_board(table)
    return board | {"text": table.game.format_state(table.state)}


def _own_game() -> pw.Game:
    if "own" not in _games:
        raise NotFound("Python was restarted: check or load the rules again")
    return _games["own"]


def _own_table() -> OngoingGame:
    _own_game()
    return _tables["own"]


# --- exercises --------------------------------------------------------------------------------------------------------


def list_kinds(given: Given) -> Answer:
    """Return the kinds of exercises and the levels there are."""
    return {"kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()], "levels": list(LEVELS)}


def make_exercises(given: Given) -> Answer:
    """Return questions without their answers. given: source, topic, level, number, seed."""
    return teaching.ask_questions(SimpleNamespace(asked=given))  # type: ignore[arg-type]


def mark_exercise(given: Given) -> Answer:
    """Return the marks of the answers to a question, with reasons. given: also question and answers."""
    return teaching.mark_answers(SimpleNamespace(asked=given))  # type: ignore[arg-type]


def print_sheet(given: Given) -> Answer:
    """Return the sheet as a page to print, or its key. given: topic, level, number, seed, key."""
    return {"html": sheet_html(_sheet(given), with_answers=given.get("key", False))}


def grade_class(given: Given) -> Answer:
    """Mark tables of answers against the sheet. given: as for the sheet; files, each with its name and text."""
    sheet, students, notes = _sheet(given), [], []
    for file in given["files"]:
        answers = read_answers(file["text"].encode("utf-8"), sheet, file["name"])
        notes += answers.notes
        students += [_graded(grade(sheet, row)) for row in answers.rows]
    return {"students": students, "notes": notes}


def _graded(marks: Marks) -> Answer:
    return {
        "name": marks.student or f"row {marks.row}", "graded": marks.graded, "marks": marks.marks, "of": marks.of,
        "wrong": [str(each) for each in marks.verdicts if each.verdict != RIGHT], "notes": list(marks.notes),
    }  # fmt: skip


def _sheet(given: Given) -> Sheet:
    return make_sheet([given["topic"]], requirements_of(given["level"]), seed=given["seed"], count=given["number"])


# --- the door ---------------------------------------------------------------------------------------------------------

ANSWERS: dict[str, Callable[[Given], Answer]] = {
    "tree": show_tree,
    "save_tree": save_tree,
    "cell": run_cell,
    "rules": load_rules,
    "check": check_rules,
    "search": search_rules,
    "game_tree": tree_of_rules,
    "new": new_game,
    "play": play_move,
    "undo": undo_move,
    "answer": answer_move,
    "kinds": list_kinds,
    "questions": make_exercises,
    "mark": mark_exercise,
    "sheet": print_sheet,
    "grade": grade_class,
}


def answer(name: str, given: str) -> str:
    """Return the answer to a request as JSON: what its function returns, or {error, line} where the input is wrong."""
    try:
        told = ANSWERS[name](json.loads(given))
    except KeyboardInterrupt:
        raise
    except InputError as error:
        told = _error(str(error), error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the reader's rules may raise anything
        where = place_of(error)
        told = _error(f"{where}: {described(error)}" if where else described(error), error)
    return json.dumps(told, ensure_ascii=False, default=str)


def _error(text: str, error: BaseException) -> Answer:
    text = " ".join(text.split())
    found = FIRST_LINE.search(text) or FIRST_LINE.search(place_of(error))
    return {"error": text, "line": int(found[1]) if found else None, "lost": isinstance(error, NotFound)}


def prepare(folder: str) -> list[str]:
    """Make ready what the pages need, so that a snapshot of memory holds it; return the files imported.

    folder: where rules are written
    """
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    sys.path.insert(0, folder)
    pretend_notebook()
    warnings.simplefilter("ignore", DeprecationWarning)
    for name, given in WARMING:
        told = json.loads(answer(name, json.dumps(given)))
        assert "error" not in told, told["error"]
    _games.clear()
    _tables.clear()
    for module in pkgutil.walk_packages(pw.__path__, "plywise.", onerror=lambda name: None):
        if module.name.split(".")[1] in ROOMS:
            with suppress(ImportError, InputError):  # what needs a package that a browser has not
                importlib.import_module(module.name)
    files = [getattr(module, "__file__", None) for name, module in sys.modules.items() if name.startswith("plywise")]
    return [file for file in files if file]


ROOMS = ("board", "engines", "game", "games", "laws", "play", "show", "solvers", "teach", "trees", "views")
"""The packages of Plywise that are imported whole."""

WARMING: tuple[tuple[str, Answer], ...] = (
    ("tree", {"tree": "3 5 6 9"}),
    ("questions", {"source": "exercise", "topic": "values", "level": "easy", "number": 1, "seed": 1}),
    ("sheet", {"topic": "values", "level": "easy", "number": 1, "seed": 1}),
    ("cell", {"lesson": "warming", "cell": 0, "code": "import plywise as pw\npw.minimax(pw.Tree([3, 5]))"}),
)
