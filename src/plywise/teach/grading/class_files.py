"""Read a class's answers from CSV, JSON or .xlsx as various programs write them, and write its marks as CSV.

No row is lost: each becomes Answers, which can be graded or state in one line why not.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.errors import InputError
from plywise.teach.exercises.model import Key, Versions, marks_text
from plywise.teach.exercises.read_answers import read_json_float
from plywise.teach.grading.attempts import read_times
from plywise.teach.grading.column_words import SUMMARIES, TEST_STUDENTS, plain_heading
from plywise.teach.grading.headings import Header, find_part, list_names, normalize, read_header
from plywise.teach.grading.marks import RIGHT, Answers, Marks, no_version
from plywise.teach.grading.spreadsheets import is_workbook, read_workbook, refuse_binary, refuse_garbage

DELIMITERS = (",", ";", "\t", "|")
MAX_ABOVE = 20
"""The number of lines searched for the header."""
MAX_CELL_LINES = 30
"""The most lines in a cell."""

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class ClassAnswers:
    """A class's answers.

    rows: in the order of the file
    notes: anything odd about the file, one item per line
    delimiter: the delimiter of a CSV file
    """

    rows: tuple[Answers, ...]
    notes: tuple[str, ...] = ()
    delimiter: str = ","


def read_answers(content: bytes, key: Key, name: str = "answers", attempt: str | None = None) -> ClassAnswers:
    """Return the answers in a file: a table (CSV, .xlsx), one student's JSON object, a JSON list, or one object a line.

    Raises InputError if the file is none of these. name: the file's name in messages. attempt: which of several
    attempts will count; None: rows with the same name that may belong to several students get a note.
    """
    if is_workbook(content):
        found = _read_sheets(read_workbook(content, name), key, name)
    else:
        refuse_binary(content, name)
        text, note = decode(content)
        if not text.strip():
            raise InputError(f"{name}: the file is empty")
        try:
            is_json = text.lstrip()[0] in "{["
            found = ClassAnswers(tuple(_read_json(text, name))) if is_json else _read_csv(text, key, name)
        except InputError:
            refuse_garbage(text, name)
            raise
        found = replace(found, notes=(*([f"{name}: {note}"] if note else []), *found.notes))
    rows = [replace(row, refused=row.refused or no_version(key, row)) for row in found.rows]
    rows = _tell_namesakes(rows)
    return replace(found, rows=tuple(rows if attempt else _note_duplicates(rows)))


def decode(content: bytes) -> tuple[str, str]:
    """Return a file's text, and a note if its encoding was guessed.

    >>> decode("é;1".encode("cp1252"))
    ('é;1', 'not UTF-8; read as Windows-1252')
    """
    for mark, encoding in BOMS:
        if content.startswith(mark):
            return content[len(mark) if encoding == "utf-8" else 0 :].decode(encoding, "replace"), ""
    if content[:2000].count(0) > len(content[:2000]) // 4:
        little = content[1:2000:2].count(0) >= content[0:2000:2].count(0)
        return content.decode("utf-16-le" if little else "utf-16-be", "replace"), "looks like UTF-16; read as UTF-16"
    try:
        return content.decode("utf-8"), ""
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace"), "not UTF-8; read as Windows-1252"


def _tell_namesakes(rows: Sequence[Answers]) -> list[Answers]:
    """Return the rows, with the identity added to a name that several students share."""
    known: dict[str, set[str]] = {}
    for row in rows:
        known.setdefault(row.student.casefold(), set()).add(row.key)
    return [
        replace(row, student=f"{row.student} ({row.identity})")
        if row.identity and len(known[row.student.casefold()]) > 1
        else row
        for row in rows
    ]


def _note_duplicates(rows: Sequence[Answers]) -> Iterator[Answers]:
    """Yield the rows, with a note if several have the same name and may belong to one student."""
    groups: dict[str, list[Answers]] = {}
    for row in rows:
        groups.setdefault(row.key, []).append(row)
    for row in rows:
        same = groups[row.key]
        unsure = row.student and len(same) > 1 and not all(each.identity or each.time or each.attempt for each in same)
        if unsure:
            where = ", ".join(str(each.row) for each in same)
            note = f"{row.student} appears in rows {where}; each row is marked separately"
            row = replace(row, notes=(*row.notes, note))
        yield row


# --- tables ----------------------------------------------------------------------------------------------------------


Row = tuple[int, list[str], bool]
"""A row's number in its file, its cells, and whether its quotation marks are broken."""


def _read_sheets(sheets: Sequence[Sequence[list[str]]], key: Key, name: str) -> ClassAnswers:
    """Return the answers on the first sheet that has any. Raises InputError."""
    failure = InputError(f"{name}: the file is empty")
    for sheet in sheets:
        filled = [number for number, cells in enumerate(sheet) if any(cell.strip() for cell in cells)]
        for place in filled[:MAX_ABOVE]:
            heads = sheet[place]
            while heads and not heads[-1].strip():
                heads = heads[:-1]
            try:
                header = read_header(heads, key, name)
            except InputError as error:
                failure = failure if place != filled[0] else error
                continue
            rows = [(number + 1, sheet[number], False) for number in filled if number > place]
            return _read_table(rows, header, name, comma=True)
    raise failure


def _read_table(rows: Sequence[Row], header: Header, name: str, comma: bool) -> ClassAnswers:
    """Return the answers in the rows below a header. Rows that belong to no student are skipped, with a note."""
    ids = _identity_place(rows, header)
    found, left_out = [], []
    times = {role: read_times([_cell(cells, place) for _, cells, _ in rows]) for role, place in header.times.items()}
    for place, (number, cells, broken) in enumerate(rows):
        row = _read_row(cells, broken, number, header, comma, ids)
        if _is_no_student(row, cells, header):
            left_out.append(row.student or next(filter(None, map(normalize, cells))))
            continue
        time, due = (times[role][place] if role in times else None for role in ("time", "due"))
        late, attempt = (_cell(cells, header.times.get(role)) for role in ("lateness", "attempt"))
        late = late if re.search("[1-9]", late) else ""
        found.append(replace(row, time=time, due=due, late=late, attempt=_whole(attempt)))
    notes = list(header.notes if found else (*header.notes, f"{name}: no rows below the header"))
    if left_out:
        notes.append(f"{name}: rows skipped because they belong to no student: {list_names(left_out)}")
    return ClassAnswers(tuple(found), tuple(notes))


def _cell(cells: Sequence[str], place: int | None) -> str:
    """Return the content of a row's cell, "" if there is none."""
    return "" if place is None or place >= len(cells) else normalize(cells[place])


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _identity_place(rows: Sequence[Row], header: Header) -> int | None:
    """Return the column that distinguishes students with the same name: the first that is filled in most rows.

    Numbers 1, 2, 3 ... number the answers and identify nobody.
    """
    places = [place for place in header.identities if (place,) != header.student]
    filled = {place: [text for _, cells, _ in rows if _is_identity(text := _cell(cells, place))] for place in places}
    plain = {"id", "no", "nr", "number", "#"}
    for place, texts in filled.items():
        if header.headings[place] in plain and [_whole(text) for text in texts] == list(range(1, len(texts) + 1)):
            filled[place] = []
    best = max(filled, key=lambda place: len(filled[place]), default=None)
    return best if best is not None and filled[best] else None


def _is_identity(text: str) -> bool:
    return bool(text) and text.casefold() not in ("anonymous", "anonym", "anonyme", "-", "n/a")


def _is_no_student(row: Answers, cells: Sequence[str], header: Header) -> bool:
    """Return whether a row holds averages, possible points or repeated headings instead of a student's answers."""
    if tuple(plain_heading(cell) for cell in cells[: header.width]) == header.headings:
        return True
    named = plain_heading(row.student)
    identities = [text for place in header.identities if _is_identity(text := _cell(cells, place))]
    if named in TEST_STUDENTS:
        return True
    if any(plain_heading(text) not in SUMMARIES for text in identities):
        return False
    return (
        named in SUMMARIES
        or bool(identities)
        or (not named and any(plain_heading(cell) in SUMMARIES for cell in cells))
    )


# --- CSV -------------------------------------------------------------------------------------------------------------


def _read_csv(text: str, key: Key, name: str) -> ClassAnswers:
    lines = re.split(r"\r\n|\r|\n", text)
    declared = re.fullmatch(r'"?sep=(.)"?', lines[0].strip("\ufeff"))  # written by one spreadsheet program
    start = 1 if declared else 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    if start == len(lines):
        raise InputError(f"{name}: the header is missing")
    delimiter = declared[1] if declared else _guess_delimiter(lines[start])
    header, below = _find_header(lines, start, delimiter, key, name)
    if declared is None and below > start + 1:
        delimiter = _guess_delimiter(lines[below - 1])
    found = _read_table(list(_split_rows(lines, below, delimiter, header.width)), header, name, delimiter != ",")
    return replace(found, delimiter=delimiter)


def _find_header(lines: Sequence[str], start: int, delimiter: str, key: Key, name: str) -> tuple[Header, int]:
    """Return the header, which is the first line or one below titles, and the line after it. Raises InputError."""
    names, below = _join_header(lines, start, delimiter)
    try:
        return read_header(names, key, name), below
    except InputError:
        for place in range(start + 1, min(start + MAX_ABOVE, len(lines))):
            heads = _split_cells(lines[place], _guess_delimiter(lines[place]))
            if heads and any(find_part(head, key) for head in heads):
                return read_header(heads, key, name), place + 1
        raise


def _guess_delimiter(line: str) -> str:
    """Return a header's delimiter: the most frequent one outside quotes."""
    bare = re.sub(r'"[^"]*"', "", line)
    return max(DELIMITERS, key=bare.count)


def _join_header(lines: Sequence[str], start: int, delimiter: str) -> tuple[list[str], int]:
    """Return the headings and the line after them; a quoted heading can span several lines."""
    joined = lines[start]
    for end in range(start + 1, min(start + 1 + MAX_CELL_LINES, len(lines) + 1)):
        cells = _split_cells(joined, delimiter)
        if cells is not None:
            return cells, end
        joined += "\n" + "".join(lines[end : end + 1])
    return _split_plainly(lines[start], delimiter), start + 1


def _split_rows(lines: Sequence[str], start: int, delimiter: str, width: int) -> Iterator[Row]:
    """Yield each row that is not empty: its line number, its cells, and whether its quotes are broken.

    A cell can span several lines, but never one that is a complete row itself. A name can span lines too: then its last
    line has as many cells as a row, and the closing quotation mark is in the first.
    """
    place = start
    while place < len(lines):
        line, number = lines[place], place + 1
        place += 1
        if not line.strip(delimiter + ' "'):
            continue
        cells = _split_cells(line, delimiter)
        joined, end = line, place
        while cells is None and end < min(place + MAX_CELL_LINES, len(lines)):
            if len(_split_plainly(lines[end], delimiter)) >= width:
                whole = _split_cells(joined + "\n" + lines[end], delimiter)
                closes = lines[end].partition(delimiter)[0].count('"') % 2 == 1
                if closes and whole is not None and len(whole) == width:
                    cells, end, joined = whole, end + 1, joined + "\n" + lines[end]
                break
            joined += "\n" + lines[end]
            end += 1
            cells = _split_cells(joined, delimiter)
            if cells is not None and len(cells) > width:
                cells = None
                break
        if cells is not None:
            place = max(place, end) if joined != line else place
        yield number, cells if cells is not None else _split_plainly(line, delimiter), cells is None


CELL = re.compile(r' *"((?:[^"]|"")*)" *')


def _split_cells(text: str, delimiter: str) -> list[str] | None:
    """Return the cells of a row; None if a quotation mark is not closed, or something follows a closed one."""
    cells, place = [], 0
    while True:
        quoted = CELL.match(text, place) if text[place : place + 80].lstrip(" ").startswith('"') else None
        if quoted is not None:
            cells.append(quoted[1].replace('""', '"'))
            place = quoted.end()
        elif text[place : place + 80].lstrip(" ").startswith('"'):
            return None
        else:
            end = text.find(delimiter, place)
            end = len(text) if end < 0 else end
            cells.append(text[place:end])
            place = end
        if place >= len(text):
            return cells
        if text[place] != delimiter:
            return None
        place += 1


def _split_plainly(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line whose quotation marks are unreliable."""
    return [cell.strip().strip('"') for cell in line.split(delimiter)]


def _read_row(cells: list[str], broken: bool, number: int, header: Header, comma: bool, ids: int | None) -> Answers:
    identity = text if _is_identity(text := _cell(cells, ids)) else ""
    student = " ".join(filter(None, (_cell(cells, place) for place in header.student))) or identity
    version = _cell(cells, header.version)
    while len(cells) > header.width and not cells[-1].strip():
        cells = cells[:-1]
    given, twice = _collect_answers(cells, header)
    notes, refused = [], ""
    counted = f"{len(cells)} cell{'s' if len(cells) != 1 else ''}"
    if len(cells) > header.width or (broken and len(cells) != header.width):
        what = "quotation marks are broken, and it has" if broken else "it has"
        refused = f"row {number}: {what} {counted} where the header has {header.width}: not graded"
    elif broken:
        notes.append(f"row {number}: quotation marks are broken; read without them")
    elif len(cells) < header.width:
        notes.append(f"row {number}: it has {counted} where the header has {header.width}; the rest is missing")
    if not student:
        notes.append(f"row {number}: the name is missing")
    return Answers(student, given, number, tuple(notes), comma, refused, frozenset(twice), version, identity)


def _collect_answers(cells: Sequence[str], header: Header) -> tuple[dict[str, str], set[str]]:
    """Return a row's answers by part, and the parts answered twice with different answers."""
    given: dict[str, str] = {}
    twice = set()
    for place, part in header.parts.items():
        cell = cells[place] if place < len(cells) else ""
        cell = "" if header.numbered and cell.strip() == "-" else cell
        if given.get(part, "").strip() and cell.strip() and normalize(given[part]) != normalize(cell):
            twice.add(part)
        elif cell.strip() or part not in given:
            given[part] = cell
    return given, twice


# --- JSON ------------------------------------------------------------------------------------------------------------


class Pairs(dict[str, Any]):
    """A JSON object that records which names occur twice with different values."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        super().__init__()
        self.twice: set[str] = set()
        for name, value in pairs:
            if name in self and self[name] != value:
                self.twice.add(name)
            self[name] = value


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Pairs, parse_float=read_json_float)


def _read_json(text: str, name: str) -> Iterator[Answers]:
    try:
        data = _parse_json(text)
    except (ValueError, RecursionError) as error:
        yield from _read_json_lines(text, name, error)
        return
    if isinstance(data, Pairs) and str(data.get("format")).startswith("plywise "):
        raise InputError(f"{name}: this is a {data['format']}, not a file of students' answers")
    for number, item in enumerate(data if isinstance(data, list) else [data], start=1):
        yield _read_student(item, number)


def _read_json_lines(text: str, name: str, error: Exception) -> Iterator[Answers]:
    """Yield the answers of a file with one JSON object per line; other lines are rejected one by one."""
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                rows.append(_read_student(_parse_json(line), number))
            except (ValueError, RecursionError):
                rows.append(Answers("", row=number, refused=f"row {number}: not valid JSON: not graded"))
    if all(row.refused for row in rows):
        what = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise InputError(f"{name}: not valid JSON: {what}")
    yield from rows


def _read_student(item: Any, number: int) -> Answers:
    if not isinstance(item, Pairs):
        return Answers("", row=number, refused=f"row {number}: not an object with a student's answers: not graded")
    named = next((str(item[name]) for name in ("student", "name") if isinstance(item.get(name), (str, int))), "")
    student = normalize(named)
    version = normalize(str(item.get("version") or ""))
    identity = next((str(item[name]) for name in ("id", "email") if isinstance(item.get(name), (str, int))), "")
    own = ("student", "name", "version", "id", "email")
    answers = item.get("answers", {name: value for name, value in item.items() if name not in own})
    notes = () if student else (f"row {number}: the name is missing",)
    twice = set(item.twice)
    if isinstance(answers, list):
        answers = Pairs((str(each.get("id")), each.get("answer")) for each in answers if isinstance(each, dict))
    if isinstance(answers, Pairs):
        twice |= answers.twice
    if not isinstance(answers, dict):
        return Answers(student, row=number, notes=notes, refused=f"row {number}: answers is not an object: not graded")
    if "answers" in item.twice or "student" in item.twice:
        which = "answers" if "answers" in item.twice else "student"
        return Answers(student, row=number, notes=notes, refused=f"row {number}: {which} appears twice: not graded")
    return Answers(
        student or normalize(identity), answers, number, notes, twice=frozenset(twice), version=version,
        identity=normalize(identity),
    )  # fmt: skip


# --- writing ---------------------------------------------------------------------------------------------------------


def answers_csv(key: Key, delimiter: str = ",") -> str:
    """Return the header of a table of answers: student, version if there are several, and every part."""
    version = ["version"] if isinstance(key, Versions) else []
    return _write_csv([["student", *version, *key.parts]], delimiter)


def marks_csv(marks: Iterable[Marks], key: Key, delimiter: str = ",") -> str:
    """Return a class's marks as CSV: row, student, graded, marks, of, percent, feedback, and the marks of each part.

    If students have identities, or there are versions, `id` and `version` follow the student; parts of other versions
    stay empty. Text that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    marks = list(marks)
    optional = {"id": any(each.identity for each in marks), "version": isinstance(key, Versions)}
    extra = [name for name, wanted in optional.items() if wanted]
    heads = ["row", "student", *extra, "graded", "marks", "of", "percent", "feedback"]
    table: list[list[str]] = [[*heads, *map(escape_formula, key.parts)]]
    for each in marks:
        earned = each.by_part()
        scores = [marks_text(each.marks), marks_text(each.of), f"{each.percent:.1f}"] if each.graded else ["", "", ""]
        by_part = [marks_text(earned[part]) if each.graded and part in earned else "" for part in key.parts]
        more = {"id": escape_formula(each.identity), "version": each.version}
        who = [str(each.row), escape_formula(each.student), *(more[name] for name in extra)]
        graded = "yes" if each.graded else "no"
        table.append([*who, graded, *scores, escape_formula(feedback(each)), *by_part])
    return _write_csv(table, delimiter)


def feedback(marks: Marks) -> str:
    """Return the feedback for a student: each part that is not right, with the reason; then any notes."""
    lines = [
        f"{verdict.part}{' ' + verdict.item if verdict.item else ''}: {verdict.words}"
        + (f" ({verdict.given})" if verdict.given and not verdict.item else "")
        + f", {verdict.because}"
        for verdict in marks.verdicts
        if verdict.verdict != RIGHT
    ]
    if not lines and marks.graded:
        lines = ["all correct"]
    return ". ".join([*lines, *marks.notes])


FORMULA = re.compile(r"""(^|[,;|\t]["']*)(?=[=+\-@\t\r＝＋－＠﹦﹢﹣﹫])""")
"""The start of a formula, including after delimiters that a spreadsheet might use instead of ours."""


def escape_formula(text: str) -> str:
    """Return a text with an apostrophe before anything that a spreadsheet would take for a formula.

    >>> escape_formula("=1+1"), escape_formula("＝1+1"), escape_formula("Ada;=1+1"), escape_formula("max(3, -5)")
    ("'=1+1", "'＝1+1", "Ada;'=1+1", 'max(3, -5)')
    """
    return FORMULA.sub(r"\1'", text)


def _write_csv(table: Iterable[Sequence[str]], delimiter: str) -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(table)
    return stream.getvalue()
