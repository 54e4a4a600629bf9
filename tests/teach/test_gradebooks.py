"""Tables of gradebooks and forms: each real student once, with the right name and the right mark, whatever wrote it."""

import csv
import io
import json
import unicodedata
import zipfile

import pytest

from plywise.errors import InputError
from plywise.teach.exercises.key_file import sheet_json
from plywise.teach.exercises.requirements import requirements_of
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.grading.attempts import choose_attempts, note_late, parse_due, read_times
from plywise.teach.grading.class_files import read_answers
from plywise.teach.grading.column_words import GIVEN, NAME
from plywise.teach.grading.marks import grade

KEY = make_sheet(["count"], requirements_of("easy"), seed=3)
PARTS = list(KEY.parts)
RIGHT = [str(part.answer) for _, part in KEY.parts.values()]
WRONG = ["0"] * len(RIGHT)


def table(heads, *rows, delimiter=",", parts=PARTS):
    """Return a table of what stands before the answers; True and False at a row's end are right and wrong answers."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow([*heads, *parts])
    for row in rows:
        answers = {True: RIGHT, False: WRONG}.get(row[-1]) if isinstance(row[-1], bool) else None
        writer.writerow([*row[:-1], *answers] if answers else row)
    return stream.getvalue()


def marked(content, attempt=None, due=None, key=KEY):
    """Return {student: marks} as `plywise grade` finds them, in order, and all notes."""
    content = content.encode() if isinstance(content, str) else content
    found = read_answers(content, key, attempt=attempt)
    rows = note_late(found.rows, due)
    kept, notes = choose_attempts([(row, grade(key, row)) for row in rows], attempt)
    names = [marks.student for _, marks in kept]
    assert len(set(names)) == len(names) or attempt is None
    more = [note for _, marks in kept for note in marks.notes]
    return [(marks.student, marks.marks if marks.graded else None) for _, marks in kept], [*found.notes, *notes, *more]


CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = ("Surname", "First name", "ID number", "Email address", "Status", "Started on", "Completed", "Grade/10.00")
BLACKBOARD = ("Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability")
BLACKBOARD_PARTS = [f"{part} [Total Pts: 1 Score] |{number}" for number, part in enumerate(PARTS, 4567)]
BRIGHTSPACE = ("OrgDefinedId", "Username", "Last Name", "First Name", "Email")
GRADESCOPE = ("First Name", "Last Name", "SID", "Email", "Total Score", "Max Points", "Status", "Submission ID",
              "Submission Time", "Lateness (H:M:S)")  # fmt: skip
MS_FORMS = ("ID", "Start time", "Completion time", "Email", "Name")
NBGRADER = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score")

EXPORTS = {
    "Canvas": (
        table(
            CANVAS,
            ["", "", "", "", "", "Manual Posting", "", ""],
            ["    Points Possible", "", "", "", "", "1", "1", "1"],
            ["Lee, Ann", 1, "s1", "al", "S1", True],
            ["Student, Test", 9, "", "f00", "S1", False],
        ),
        [("Lee, Ann", 3)],
    ),
    "Moodle": (
        table(
            MOODLE,
            ["Lee", "Ann", 1001, "a@x", "Finished", "1 May 2026 10:00", "1 May 2026 10:20", "9.5", True],
            ["García", "Luis", 1002, "l@x", "Finished", "1 May 2026 10:00", "1 May 2026 10:20", "9.5", False],
            ["Overall average", "", "", "", "", "", "", "9.50", "", "", ""],
        ),
        [("Ann Lee", 3), ("Luis García", 0)],
    ),
    "Moodle's responses, with a late attempt": (
        table(
            MOODLE,
            ["Lee", "Ann", "", "a@x", "Finished", "2 May 2026 10:00", "2 May 2026 10:20", "9.5", True],
            ["Lee", "Ann", "", "a@x", "Finished", "1 May 2026 10:00", "1 May 2026 10:20", "2.5", "-", "-", "2"],
            parts=["Response 1", "Response 2", "Response 3"],
        ),
        [("Ann Lee", 3)],
    ),
    "Blackboard": (
        table(BLACKBOARD, ["Lee", "Ann", "al", "1001", "", "Yes", True], delimiter="\t", parts=BLACKBOARD_PARTS),
        [("Ann Lee", 3)],
    ),
    "Brightspace": (
        table(
            BRIGHTSPACE,
            ["#1001", "#al", "Lee", "Ann", "a@x", *RIGHT, "#"],
            parts=[f"{part} Text Grade" for part in PARTS] + ["End-of-Line Indicator"],
        ),
        [("Ann Lee", 3)],
    ),
    "Gradescope": (
        table(
            GRADESCOPE,
            ["Ann", "Lee", "1001", "a@x", 2, 3, "Graded", "77", "2026-05-01 10:00:00 -0700", "00:00:00", True],
            ["Ann", "Lee", "1002", "b@x", 2, 3, "Graded", "78", "2026-05-01 10:00:00 -0700", "00:00:00", False],
        ),
        [("Ann Lee (1001)", 3), ("Ann Lee (1002)", 0)],
    ),
    "Google Forms": (
        table(
            ("Timestamp", "Email Address", "Your name"),
            ["5/1/2026 10:00:00", "a@x", "Ann", False],
            ["5/3/2026 23:59:00", "A@x", "Ann Lee", True],
            ["5/2/2026 23:59:00", "b@x", "", True],
        ),
        [("Ann Lee", 3), ("b@x", 3)],
    ),
    "Microsoft Forms": (
        table(
            MS_FORMS,
            [1, "2026-05-01 10:00", "2026-05-01 10:01", "anonymous", "Ann", False],
            [2, "2026-05-01 10:00", "2026-05-01 10:03", "anonymous", "Ben", True],
            [3, "2026-05-01 10:00", "2026-05-01 10:05", "anonymous", "Ann", True],
        ),
        [("Ben", 3), ("Ann", 3)],
    ),
    "nbgrader": (
        table(NBGRADER, ["ps1", "2026-05-01", "2026-05-02", "al", "Lee", "Ann", "a@x", 3, True]),
        [("Ann Lee", 3)],
    ),
    "two of one name": (
        table(("Apellido(s)", "Nombre", "Número de ID"), ["García", "Ana", 1, True], ["García", "Ana", 2, False]),
        [("Ana García (1)", 3), ("Ana García (2)", 0)],
    ),
    "titles above": ("Course 101, group B\n\n" + table(("Name",), ["Ann", True]), [("Ann", 3)]),
    "a header in the middle": (
        table(("Name",), ["Ann", True], ["Name", *PARTS], ["Ben", False]), [("Ann", 3), ("Ben", 0)],
    ),
    "statistics below": (
        table(("Name",), ["Ann", True], *([word, 1, 1, 1] for word in ("Average", "Std. Dev.", "Max Points"))),
        [("Ann", 3)],
    ),
    "a student who is called Mean": (table(("Name", "Email"), ["Mean", "m@x", True]), [("Mean", 3)]),
    "an address alone": (table(("Email",), ["a@x", True]), [("a@x", 3)]),
    "a name that nobody asked for": (table(("Who",), ["Ann", True]), [("Ann", 3)]),
    "a group's name beside the student's": (table(("Group name", "Name"), ["Blue", "Ann", True]), [("Ann", 3)]),
    "scores and feedback beside the answers": (
        table(
            ("Timestamp", "Name"),
            ["2026-05-01 10:00", "Ann", *(cell for answer in RIGHT for cell in (answer, "7 / 10", "", "9"))],
            parts=[each + more for each in PARTS for more in ("", " [Score]", " [Feedback]", " - points")],
        ),
        [("Ann", 3)],
    ),
    "Canvas, the analysis of a quiz": (
        table(
            ("name", "id", "sis_id", "section", "submitted", "attempt"),
            ["Ann Lee", 5, "s1", "S1", "2026-05-01 10:00:00 UTC", 1, *(cell for each in WRONG for cell in (each, "0"))],
            ["Ann Lee", 5, "s1", "S1", "2026-05-02 10:00:00 UTC", 2, *(cell for each in RIGHT for cell in (each, "1"))],
            parts=[head for part in PARTS for head in (f"12345: {part}", "1.0")],
        ),
        [("Ann Lee", 3)],
    ),
    "averages in the column of numbers": (
        table(("ID", "Name"), ["77", "Ann", True], ["78", "Min", False], ["Average", "", 1, 1, 1]),
        [("Ann", 3), ("Min", 0)],
    ),
    "first names that mean something": (
        table(("Name",), ["Min", True], ["Max", True], ["Suma", True]), [("Min", 3), ("Max", 3), ("Suma", 3)],
    ),
    "an address in one row, none in another": (
        table(("Name", "Email"), ["Ann", "a@x", True], ["Ben", "", False]), [("Ann", 3), ("Ben", 0)],
    ),
    "Microsoft Forms, in German": (
        table(
            ("ID", "Startzeit", "Fertigstellungszeit", "E-Mail", "Name"),
            [4, "1.5.2026 10:00", "1.5.2026 10:01", "a@x", "Ann", False],
            [7, "2.5.2026 10:00", "2.5.2026 10:03", "a@x", "Ann", True],
        ),
        [("Ann", 3)],
    ),
    "attempts with numbers": (
        table(("Username", "Attempt"), ["al", 2, True], ["al", 1, False]),
        [("al", 3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(("content", "students"), EXPORTS.values(), ids=EXPORTS)
def test_exports_of_gradebooks(content, students, encoding):
    assert marked(content.encode(encoding))[0] == students


HEADINGS = """
First name,Last name | first_name,last_name | Given Name,Family Name | Forename,Surname | Vorname,Nachname
Vorname,Name
Prénom,Nom de famille | Prénom,Nom | Nombre,Apellido(s) | Nombre,Apellidos | Имя,Фамилия | Nome,Cognome | Nome,Sobrenome
Nome,Apelido | Primeiro nome,Último nome | Imię,Nazwisko | Imię / imiona,Nazwisko | Voornaam,Achternaam
Förnamn,Efternamn | Fornavn,Etternavn | Etunimi,Sukunimi | Jméno,Příjmení | Meno,Priezvisko | Ad,Soyad | Adı,Soyadı
Ім'я,Прізвище | Ime,Prezime | Prenume,Nume | 名,姓 | What is your first name?,What is your last name?
FIRST NAME,LAST NAME | Vorname(n),Familienname | Prénom(s),Nom(s) | Nom,Cognoms
"""


@pytest.mark.parametrize("pair", [pair.strip() for pair in HEADINGS.replace("\n", "|").split("|") if pair.strip()])
def test_names_in_two_columns_are_one_name_in_any_language(pair):
    first, last = pair.split(",")
    assert marked(table((first, last), ["Ann", "Lee", True]))[0] == [("Ann Lee", 3)]
    assert marked(table((last, "x", first), ["Lee", "?", "Ann", True]))[0] == [("Ann Lee", 3)]
    decomposed = unicodedata.normalize("NFD", table((first, last), ["Zoé", "Lefèvre", True]))
    assert marked(decomposed)[0] == [("Zoé Lefèvre", 3)]


@pytest.mark.parametrize(
    "heading",
    ["Nom et prénom", "Apellidos y nombre", "Vor- und Nachname", "Cognome e nome", "Nazwisko i imię", "Фамилия, имя",
     "ФИО", "First and last name", "Full Name", "Name of the student",
     "Schüler/in", "Alumno/a", "Élève", "Nome completo",
     "Nombre", "Nom", "Имя", "Please enter your full name:"],
)  # fmt: skip
def test_one_column_of_whole_names(heading):
    assert marked(table(("Login", "Kurs", heading), ["al", "B2", "Ann Lee", True]))[0] == [("Ann Lee", 3)]


def test_a_patronymic_and_a_second_surname_belong_to_the_name():
    heads = ("Фамилия", "Имя", "Отчество")
    assert marked(table(heads, ["Иванов", "Иван", "Ильич", True]))[0] == [("Иван Ильич Иванов", 3)]
    heads = ("Primer apellido", "Segundo apellido", "Nombre")
    assert marked(table(heads, ["García", "Lorca", "Ana", True]))[0] == [("Ana García Lorca", 3)]


def test_both_spellings_of_a_letter_are_one_name():
    twice = table(
        ("student",), [unicodedata.normalize("NFC", "Zoé"), True], [unicodedata.normalize("NFD", "Zoé"), False]
    )
    found, notes = marked(twice)
    assert found == [("Zoé", 3), ("Zoé", 0)]
    assert notes == ["Zoé appears in rows 2, 3; each row is marked separately"] * 2
    assert marked(twice, "last")[0] == [("Zoé", 0)]
    assert marked(twice, "best")[0] == [("Zoé", 3)]


TIMES = (("2026-05-01 10:00", True), ("2026-05-03 10:00", False), ("2026-05-02 10:00", False))


def test_which_attempt_counts():
    heads = ("Timestamp", "Email", "Name")
    attempts = table(heads, *([time, "a@x", "Ann", right] for time, right in TIMES), ["", "b@x", "Ben", True])
    for attempt, marks, row in ((None, 0, 3), ("last", 0, 3), ("first", 3, 2), ("best", 3, 2)):
        found, notes = marked(attempts, attempt)
        assert found == [("Ann", marks), ("Ben", 3)] if row == 2 else sorted(found) == [("Ann", marks), ("Ben", 3)]
        assert notes == [f"Ann has 3 attempts, rows 2, 3, 4: the {attempt or 'last'}, row {row}, counts"]
    found, notes = marked(attempts, "last", parse_due("2026-05-01"))
    assert dict(found) == {"Ann": 3, "Ben": 3}
    found, notes = marked(table(heads, ["2026-05-03 10:00", "a@x", "Ann", True]), due=parse_due("2026-05-02 08:30"))
    assert found == [("Ann", 3)]
    assert notes == ["row 2, Ann: late by 1 d 1 h 30 min"]
    empty = table(heads, [TIMES[0][0], "a@x", "Ann", True], [TIMES[1][0], "a@x", "Ann", "", "", ""])
    assert marked(empty)[0] == [("Ann", 3)]  # nothing was answered the second time


def test_what_a_table_says_of_lateness():
    notes = marked(EXPORTS["nbgrader"][0])[1]
    assert "row 2, Ann Lee: late by 1 d" in notes
    late = table(("Name", "Lateness (H:M:S)"), ["Ann", "02:30:00", True], ["Ben", "00:00:00", True])
    assert marked(late)[1] == ["row 2, Ann: late by 02:30:00"]


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["1 May 2026 10:20", "30 April 2026 9:00"], [1, 0]),
        (["1 mai 2026, 10:20", "30 avril 2026, 09:00"], [1, 0]),
        (["1 de mayo de 2026 10:20", "30 de abril de 2026 09:00"], [1, 0]),
        (["1. Mai 2026 10:20", "30. April 2026 09:00"], [1, 0]),
        (["1 мая 2026 10:20", "30 апреля 2026 09:00"], [1, 0]),
        (["01.05.2026 10:20", "30.04.2026 09:00"], [1, 0]),
        (["13/05/2026 10:20:00", "01/06/2026 09:00:00"], [0, 1]),
        (["5/13/2026 10:20:00", "6/1/2026 09:00:00"], [0, 1]),
        (["2026/05/01 10:00:00 PM GMT+2", "2026/05/01 11:00:00 AM GMT+2"], [1, 0]),
        (["2026-05-01T10:00:00Z", "2026-05-01T09:00:00Z"], [1, 0]),
        (["2026-05-01 10:00:00 -0700", "2026-05-01 09:00:00 -0700"], [1, 0]),
        (["Friday, 1 May 2026, 10:20 PM", "Friday, 1 May 2026, 10:20 AM"], [1, 0]),
    ],
)
def test_times_however_they_are_written(texts, order):
    times = read_times(texts)
    assert None not in times
    assert sorted(range(len(times)), key=times.__getitem__) == order


def test_columns_of_responses_must_be_as_many_as_the_parts():
    numbered = [f"Response {number}" for number in range(1, 5)]
    with pytest.raises(InputError, match="numbered up to 4, but the key has 3 parts"):
        marked(table(("Name",), ["Ann", *WRONG, "1"], parts=numbered))
    for word in ("Réponse", "Respuesta", "Antwort", "Ответ", "Question"):
        named = [f"{word} {number}" for number in range(1, 4)]
        assert marked(table(("Name", "Grade/10.00"), ["Ann", "7", True], parts=named))[0] == [("Ann", 3)]


# --- files that are no text ------------------------------------------------------------------------------------------


def workbook(*sheets):
    """Return an .xlsx file. sheets: the rows of each."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def without_styles(content):
    """Return a workbook as programs write it that know no styles: openpyxl warns of that."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as whole, zipfile.ZipFile(stream, "w") as bare:
        for name in whole.namelist():
            styles = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
            bare.writestr(name, styles if name == "xl/styles.xml" else whole.read(name))
    return stream.getvalue()


def archive(*names):
    """Return a ZIP archive of empty files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name in names:
            file.writestr(name, "")
    return stream.getvalue()


def test_a_workbook_is_read():
    rows = [["Course 101"], [], ["ID", "Name", *PARTS, None], [1, "Ann", *map(float, RIGHT)], [2, "Ben", *WRONG]]
    rows.append([3, "Cy", *(f"{answer},0" for answer in RIGHT)])
    found, notes = marked(workbook([["notes"]], rows))
    assert (found, notes) == ([("Ann", 3), ("Ben", 0), ("Cy", 3)], [])
    with pytest.raises(InputError, match="no column matches a part of the key"):
        marked(workbook([["a", "b"], [1, 2]]))
    with pytest.raises(InputError, match="the file is empty"):
        marked(workbook([]))
    whole = workbook(rows)
    assert marked(without_styles(whole))[0] == found
    for cut in (len(whole) // 2, len(whole) - 30):
        with pytest.raises(InputError):
            marked(whole[:cut])


BINARY = {
    "a ZIP archive": archive("a.csv"),
    "a damaged archive": b"PK\x03\x04 a spreadsheet's own file",
    "a Word document": archive("[Content_Types].xml", "word/document.xml"),
    "an OpenDocument file": archive("mimetype", "content.xml"),
    "a PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj",
    "an old Excel": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "a web page": b"<html><table><tr><td>Ann</td></tr></table></html>",
    "a binary file": bytes(range(256)) * 20,
}


@pytest.mark.parametrize(("kind", "content"), BINARY.items(), ids=BINARY)
def test_other_files_are_refused_in_one_clean_line(plywise, tmp_path, kind, content):
    (tmp_path / "key.json").write_text(sheet_json(KEY, with_answers=True))
    (tmp_path / "class.csv").write_bytes(content)
    code, out, err = plywise("grade", tmp_path / "key.json", tmp_path / "class.csv")
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert (kind if "damaged" not in kind else "a ZIP archive") in line
    assert line.isprintable()
    assert "save the table as .xlsx or CSV" in line


def test_a_workbook_without_openpyxl_names_the_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(InputError, match=r"pip install 'plywise\[xlsx\]'"):
        marked(archive("[Content_Types].xml", "xl/workbook.xml"))


def test_the_command_counts_one_attempt_and_writes_identities(plywise, tmp_path):
    (tmp_path / "key.json").write_text(sheet_json(KEY, with_answers=True))
    (tmp_path / "class.csv").write_text(EXPORTS["two of one name"][0])
    out = plywise("grade", tmp_path / "key.json", tmp_path / "class.csv", "--out", "-")[1]
    lines = list(csv.reader(io.StringIO(out)))
    assert [line[1:5] for line in lines] == [
        ["student", "id", "graded", "marks"], ["Ana García (1)", "1", "yes", "3"], ["Ana García (2)", "2", "yes", "0"],
    ]  # fmt: skip
    (tmp_path / "one.json").write_text(json.dumps({"student": "Ann", "answers": dict(zip(PARTS, WRONG, strict=True))}))
    (tmp_path / "two.json").write_text(json.dumps({"student": "Ann", "answers": dict(zip(PARTS, RIGHT, strict=True))}))
    files = [tmp_path / "key.json", tmp_path / "one.json", tmp_path / "two.json"]
    assert plywise("grade", *files)[1].count("Ann: ") == 2
    code, out, _ = plywise("grade", *files, "--attempt", "best")
    assert (code, out.splitlines()[-1]) == (0, "Ann: 3 of 3 marks, 100.0 %")
    assert plywise("grade", *files, "--due", "tomorrow")[0] == 2


def test_no_word_is_a_given_name_and_a_whole_one():
    assert not GIVEN & NAME
