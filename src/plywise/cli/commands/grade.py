"""plywise grade: mark the answers of one student or a whole class against a key."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, read_bytes, read_text, write_files
from plywise.cli.messages import escape, say
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import FILE, Choice
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.show.sheet.feedback import feedback_html
from plywise.teach.exercises.key_file import read_key
from plywise.teach.exercises.model import Key, Versions, marks_text
from plywise.teach.grading.attempts import ATTEMPTS, choose_attempts, note_late, parse_due
from plywise.teach.grading.class_files import ClassAnswers, marks_csv, read_answers
from plywise.teach.grading.marks import Marks, grade
from plywise.teach.grading.statistics import (
    OUTCOMES,
    QuestionStatistics,
    question_statistics,
    statistics_of_versions,
    unreadable_cells,
)
from plywise.teach.walkthrough import format_count

BELOW = 1
UNREAD = 2
BOM = "\ufeff"


@click.command(
    "grade", cls=Command, epilog="Example: plywise grade examples/exercises/key.json examples/exercises/class.csv"
)
@click.argument("key", type=FILE, metavar="KEY")
@click.argument("answers", type=FILE, nargs=-1, required=True, metavar="ANSWERS...")
@click.option(
    "--out", type=FILE, metavar="FILE", help="Write marks and feedback as CSV, for a spreadsheet (-: stdout)."
)
@click.option(
    "--feedback",
    type=FILE,
    metavar="FILE",
    help="Write a web page to print, with a sheet of feedback for each student.",
)
@click.option(
    "--pass", "pass_mark", type=click.FloatRange(0, 100), default=50, show_default=True, metavar="PERCENT",
    help="Exit with 1 if any grade is below this.",
)  # fmt: skip
@click.option("--attempt", type=Choice(ATTEMPTS), help="The attempt of a student that counts. [default: last]")
@click.option("--due", metavar="TIME", help="Mark answers after this time as late: 2026-05-02, '2026-05-02 18:00'.")
@click.option("--stats", is_flag=True, help="Print the results for each question, with frequent wrong answers.")
@json_option
def command(
    key: str,
    answers: tuple[str, ...],
    out: str | None,
    feedback: str | None,
    pass_mark: float,
    stats: bool,
    as_json: bool,
    **which: Any,
) -> int:
    """Mark a student's or a whole class's answers against a key.

    KEY is a file written by plywise exercise --key. ANSWERS is a CSV or .xlsx file with a row for each student, such as
    the export of a gradebook or a form; a JSON file with one student or a list; or - for stdin. Several files are
    marked in turn.

    Every row gets a verdict on each answer, or one line on why it cannot be graded, which counts as below the pass
    mark. Unreadable answers are listed. If a student, identified by an id, an address or a time, has several attempts,
    one counts; a late attempt counts only if there is no other.
    """
    outputs = {"out": out, "feedback": feedback}
    chosen = {name: path for name, path in outputs.items() if path is not None}
    printing = [f"--{name} {path}" for name, path in chosen.items() if is_stdout(path)]
    printing += [f"--{name}" for name, wanted in (("json", as_json), ("stats", stats)) if wanted and printing][:1]
    if len(printing) > 1:
        raise InputError(f"{printing[1]} and {printing[0]} both write to stdout")
    if not pass_mark >= 0:
        raise InputError(f"--pass must be a number from 0 to 100, not {pass_mark}")
    sheet = read_key(read_text(key))
    check_outputs(chosen.values(), to_read=answers)
    due = None if which["due"] is None else parse_due(which["due"])
    files, refused = _read(answers, sheet, which["attempt"], due)
    if not files:  # --out may hold earlier marks: they are not overwritten by none
        return UNREAD
    graded = _grade(files, sheet, which["attempt"])
    marks = [each for _, several in graded for each in several]
    questions = question_statistics(sheet, marks)
    made: list[tuple[str, str | bytes]] = []
    if out is not None:
        made.append((out, ("" if is_stdout(out) else BOM) + marks_csv(marks, sheet, files[0][1].delimiter)))
    if feedback is not None:
        made.append((feedback, feedback_html(marks, sheet)))
    write_files(made)
    if as_json:
        print_json(_report(sheet, marks, questions, pass_mark))
    else:
        blocks = [
            *([] if chosen else [_marks_lines(marks)]),
            *([_statistics_lines(questions)] if stats else []),
        ]
        click.echo("\n\n".join(map("\n".join, blocks)), nl=bool(blocks))
    if len(marks) > 1 or chosen:
        _list_unreadable(graded)
    if chosen:
        _print_summary(marks, pass_mark)
    if refused:
        return UNREAD
    return BELOW if any(not each.graded or each.percent < pass_mark for each in marks) else 0


def _report(key: Key, marks: list[Marks], questions: list[QuestionStatistics], pass_mark: float) -> dict[str, Any]:
    """Return what --json prints."""
    return {
        "of": key.marks,
        "pass": pass_mark,
        "students": [each.to_dict() for each in marks],
        "questions": [each.to_dict() for each in questions],
        **(
            {"all_versions": [each.to_dict() for each in statistics_of_versions(questions)]}
            if isinstance(key, Versions)
            else {}
        ),
        "unreadable": [each.to_dict() for each in unreadable_cells(marks)],
    }


def _grade(files: list[tuple[str, ClassAnswers]], key: Key, attempt: str | None) -> list[tuple[str, list[Marks]]]:
    """Return the marks of each file's students, one row for each; with an attempt named, of all files together."""
    rows = [[(row, grade(key, row)) for row in file.rows] for _, file in files]
    together = [[pair for pairs in rows for pair in pairs]] if attempt else rows
    kept: set[int] = set()
    for pairs in together:
        chosen, notes = choose_attempts(pairs, attempt)
        kept |= {id(marks) for _, marks in chosen}
        for note in notes:
            say(note)
    return [
        (path, [marks for _, marks in pairs if id(marks) in kept]) for (path, _), pairs in zip(files, rows, strict=True)
    ]


def _read(
    paths: tuple[str, ...], key: Key, attempt: str | None, due: datetime | None
) -> tuple[list[tuple[str, ClassAnswers]], bool]:
    """Return the answers read from each file, and whether some file could not be read.

    Raises InputError if it is the only file. attempt, due: which attempt counts, and when answers are due
    """
    found: list[tuple[str, ClassAnswers]] = []
    refused, several = False, len(paths) > 1
    for path in paths:
        try:
            file = read_answers(read_bytes(path), key, "stdin" if path == "-" else path, attempt)
            file = replace(file, rows=tuple(note_late(file.rows, due)))
        except InputError as error:
            if not several:
                raise
            say(f"plywise grade: {error}")
            refused = True
            continue
        for note in file.notes:
            say(note)
        notes = [note for row in file.rows for note in (*row.notes, *filter(None, [row.refused]))]
        for note in dict.fromkeys(notes):  # of a student with two rows, both say so
            say(f"{path}: {note}" if several else note)
        found.append((path, file))
    if several and attempt is None:
        _report_repeated([file for _, file in found])
    return found, refused


def _report_repeated(files: list[ClassAnswers]) -> None:
    """Report the students who are in several files."""
    met = Counter(
        name for file in files for name in {row.student.casefold(): row.student for row in file.rows}.values()
    )
    for name, times in met.items():
        if name and times > 1:
            say(f"{name} is in {times} files; each is marked separately")


def _marks_lines(marks: list[Marks]) -> list[str]:
    """Return the marks: part by part for one student, a line each for a class."""
    lines = []
    if len(marks) == 1 and marks[0].graded:
        lines = [*map(str, marks[0].verdicts), ""]
    for each in marks:
        name = escape(each.student) or f"row {each.row}"
        name += f" (version {each.version})" if each.version else ""
        if each.graded:
            earned = f"{marks_text(each.marks)} of {marks_text(each.of)} marks, {each.percent:.1f} %"
        else:
            earned = "not graded"
        lines.append(f"{name}: {earned}")
    return lines


def _statistics_lines(questions: list[QuestionStatistics]) -> list[str]:
    """Return a table with a line for each question."""
    several = any(each.version for each in questions)
    if several:
        questions = [*questions, *statistics_of_versions(questions)]
    table = [[*(["version"] if several else []), "question", "of", "mean", *OUTCOMES, "frequent wrong answers"]]
    for each in questions:
        frequent = ", ".join(f"{given} ({times} times)" for given, times in each.frequent)
        counts = map(str, each.outcomes.values())
        table.append([
            *([each.version] if several else []), each.part, marks_text(each.of), f"{each.mean:.2f}", *counts, frequent,
        ])  # fmt: skip
    words = 2 if several else 1  # columns of words are flush left, those of numbers flush right
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < words or place == len(row) - 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def _list_unreadable(graded: list[tuple[str, list[Marks]]]) -> None:
    """List the answers that could not be read, and so earned nothing."""
    for path, marks in graded:
        for cell in unreadable_cells(marks):
            say(f"{path}: {cell}" if len(graded) > 1 else str(cell))


def _print_summary(marks: list[Marks], pass_mark: float) -> None:
    graded = [each for each in marks if each.graded]
    below = sum(each.percent < pass_mark for each in graded)
    left = f", {format_count(len(marks) - len(graded), 'row')} not graded" if len(graded) < len(marks) else ""
    say(f"{format_count(len(graded), 'student')} graded{left}, {below} below {pass_mark:g} %")
