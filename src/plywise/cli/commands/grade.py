"""plywise grade: mark the answers of one student or a whole class against a key."""

from collections import Counter

import click

from plywise.cli.files import check_outputs, read_bytes, read_text, write_files
from plywise.cli.messages import escape, say
from plywise.cli.options import json_option, print_json
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.teach.exercises.key_file import read_key
from plywise.teach.exercises.model import Sheet, marks_text
from plywise.teach.grading.class_files import ClassAnswers, marks_csv, read_answers
from plywise.teach.grading.marks import Marks, grade
from plywise.teach.walkthrough import format_count

BELOW = 1
UNREAD = 2
BOM = "\ufeff"


@click.command("grade", epilog="Example: plywise grade examples/exercises/key.json examples/exercises/class.csv")
@click.argument("key", metavar="KEY")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS...")
@click.option("--out", metavar="FILE", help="Write marks and feedback as CSV, for a spreadsheet (-: stdout).")
@click.option(
    "--pass", "pass_mark", type=click.FloatRange(0, 100), default=50, show_default=True, metavar="PERCENT",
    help="Exit with 1 if any grade is below this.",
)  # fmt: skip
@json_option
def command(key: str, answers: tuple[str, ...], out: str | None, pass_mark: float, as_json: bool) -> int:
    """Mark answers against a key.

    KEY is a file written by `plywise exercise --key`. ANSWERS is a CSV file with a row for each student, a JSON file
    with one student or a list of them, or - for stdin; several files are marked one after another. Every row gets its
    verdicts, or one line saying why it cannot be graded, which counts as below the pass mark.
    """
    if as_json and out is not None and is_stdout(out):
        raise InputError(f"--json and --out {out} both write to stdout")
    if not pass_mark >= 0:
        raise InputError("--pass must be a number from 0 to 100")
    sheet = read_key(read_text(key))
    check_outputs([] if out is None else [out], to_read=answers)
    found, refused = _read(answers, sheet)
    marks = [grade(sheet, row) for file in found for row in file.rows]
    delimiter = found[0].delimiter if found else ","
    if out is not None:
        write_files([(out, ("" if is_stdout(out) else BOM) + marks_csv(marks, sheet, delimiter))])
    if as_json:
        print_json({"of": sheet.marks, "pass": pass_mark, "students": [each.to_dict() for each in marks]})
    elif out is None:
        _print(marks)
    if out is not None:
        _print_summary(marks, pass_mark)
    if refused:
        return UNREAD
    return BELOW if any(not each.graded or each.percent < pass_mark for each in marks) else 0


def _read(paths: tuple[str, ...], key: Sheet) -> tuple[list[ClassAnswers], bool]:
    """Return the answers read, and whether some file could not be read; raises InputError if it is the only file."""
    found, refused, several = [], False, len(paths) > 1
    for path in paths:
        try:
            file = read_answers(read_bytes(path), key, "stdin" if path == "-" else path)
        except InputError as error:
            if not several:
                raise
            say(f"plywise grade: {error}")
            refused = True
            continue
        for note in file.notes:
            say(note)
        for row in file.rows:
            for note in (*row.notes, *filter(None, [row.refused])):
                say(f"{path}: {note}" if several else note)
        found.append(file)
    if several:
        _tell_twins(found)
    return found, refused


def _tell_twins(files: list[ClassAnswers]) -> None:
    """Name the students who are in several files."""
    met = Counter(
        name for file in files for name in {row.student.casefold(): row.student for row in file.rows}.values()
    )
    for name, times in met.items():
        if name and times > 1:
            say(f"{name} is in {times} files; each is marked by itself")


def _print(marks: list[Marks]) -> None:
    """Print the marks: part by part for one student, a line each for a class."""
    if len(marks) == 1 and marks[0].graded:
        for verdict in marks[0].verdicts:
            click.echo(str(verdict))
        click.echo()
    for each in marks:
        name = escape(each.student) or f"row {each.row}"
        if each.graded:
            earned = f"{marks_text(each.marks)} of {marks_text(each.of)} marks, {each.percent:.1f} %"
        else:
            earned = "not graded"
        click.echo(f"{name}: {earned}")


def _print_summary(marks: list[Marks], pass_mark: float) -> None:
    graded = [each for each in marks if each.graded]
    below = sum(each.percent < pass_mark for each in graded)
    left = f", {format_count(len(marks) - len(graded), 'row')} not graded" if len(graded) < len(marks) else ""
    say(f"{format_count(len(graded), 'student')} graded{left}, {below} below {pass_mark:g} %")
