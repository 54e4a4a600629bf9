"""Several versions of a sheet: one key, a table of the whole class, and what its marks say of each question."""

import csv
import io
import json
import random
from dataclasses import replace

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.show.sheet.html import sheet_html
from plywise.show.sheet.latex import sheet_latex
from plywise.show.sheet.text import sheet_text
from plywise.teach.exercises.key_file import key_json, read_key
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Versions
from plywise.teach.exercises.requirements import position_requirements, requirements_of
from plywise.teach.exercises.sheets import Source, make_sheet
from plywise.teach.exercises.versions import make_versions, version_notes
from plywise.teach.grading.class_files import answers_csv, marks_csv, read_answers
from plywise.teach.grading.headings import find_part, read_header
from plywise.teach.grading.marks import grade
from plywise.teach.grading.statistics import question_statistics, unreadable_cells

EASY = requirements_of("easy")


@pytest.fixture(scope="module")
def versions():
    """Three versions of a sheet with an exercise of each kind."""
    return make_versions(3, list(KINDS), requirements_of("medium"), seed=7)


def written(part):
    return " ".join(part.answer) or "none" if part.type == "branches" else str(part.answer)


def test_versions_ask_the_same_kinds_about_other_trees(versions):
    assert versions.names == ["A", "B", "C"]
    kinds = {tuple(exercise.kind for exercise in sheet.exercises) for sheet in versions.sheets}
    assert kinds == {tuple(KINDS)}
    trees = [str([each.tree.to_nested() for each in sheet.exercises]) for sheet in versions.sheets]
    assert len(set(trees)) == 3
    plain = make_sheet(list(KINDS), requirements_of("medium"), seed=7)
    assert [each.parts for each in versions.sheets[0].exercises] == [each.parts for each in plain.exercises]
    assert len({tuple(each.marks for each in sheet.exercises) for sheet in versions.sheets}) == 1
    assert len({exercise.tree.total_leaves for sheet in versions.sheets for exercise in sheet.exercises[:1]}) == 1
    again = make_versions(2, list(KINDS), requirements_of("medium"), seed=7)
    assert key_json(again.sheets[1]) == key_json(versions.sheets[1])  # however many there are


@pytest.mark.parametrize(
    ("number", "level", "options"),
    [
        (4, "easy", {"same_tree": True}),
        (3, "hard", {"seed": 1}),
        pytest.param(30, "medium", {"seed": 3}, marks=pytest.mark.slow),
        pytest.param(30, "hard", {"seed": 2, "same_tree": True}, marks=pytest.mark.slow),
    ],
)
def test_each_exercise_has_as_many_marks_in_every_version(number, level, options):
    made = make_versions(number, ["values", "windows", "count"], requirements_of(level), **options)
    assert len({tuple(each.marks for each in sheet.exercises) for sheet in made.sheets}) == 1
    trees = {str([each.tree.to_nested() for each in sheet.exercises]) for sheet in made.sheets}
    assert len(trees) == number
    assert {sheet.marks for sheet in made.sheets} == {made.marks}


@pytest.mark.parametrize(
    ("kind", "level", "seed"),
    [("pruned", "easy", 1), ("pruned", "medium", 4), ("ordering", "easy", 1), ("count", "easy", 2)],
)
def test_versions_have_different_answers_and_the_same_difficulty_as_far_as_there_are_any(kind, level, seed):
    made = make_versions(4, [kind], requirements_of(level), seed=seed)
    several = [sheet.exercises[0] for sheet in made.sheets]
    assert len({str(each.answers) for each in several}) == 4
    if KINDS[kind].difficulty:
        counts = [KINDS[kind].difficulty(each.tree, each.subject.rules) for each in several]
        assert max(abs(count - counts[0]) for count in counts) <= 1
        says = f"e1: the versions differ in difficulty, with {min(counts)} to {max(counts)} {KINDS[kind].counts}"
        assert version_notes(made) == ([says] if len(set(counts)) > 1 else [])


def test_versions_of_one_tree_differ_in_every_kind_and_two_neighbours_are_as_difficult():
    made = make_versions(2, ["pruned", "ordering", "count"], requirements_of("medium"), seed=3, same_tree=True)
    for one, other in zip(*(sheet.exercises for sheet in made.sheets), strict=True):
        assert one.answers != other.answers
    assert all(len({str(each.tree.to_nested()) for each in sheet.exercises}) == 1 for sheet in made.sheets)
    assert version_notes(made) == []


def test_more_versions_than_answers_are_reported_in_one_line(plywise):
    """A tree of the level easy has five answers to `pruned`, so neighbours differ but not all versions do."""
    code, out, err = plywise("exercise", "--kind", "pruned", "--versions", 7, "--seed", 1)
    assert code == 0
    assert "e1: 7 versions have 5 different answers: 40 draws for each found no more\n" in err
    assert "neighbouring" not in err
    assert "version G" in out


def test_positions_of_a_game_have_as_many_marks_in_every_version():
    game = Source(game=pw.make("tictactoe"))
    made = make_versions(4, ["windows"], position_requirements("easy"), game, seed=1)
    assert len({sheet.marks for sheet in made.sheets}) == 1


def test_one_tree_makes_no_versions():
    tree = pw.Tree([1, 2, 3, 4], branching=2)
    for number, source, says in [
        (1, None, "2 to 200"), (201, None, "2 to 200"), (2, Source(tree=tree), "the tree is given"),
    ]:  # fmt: skip
        with pytest.raises(InputError, match=says):
            make_versions(number, ["values"], EASY, source)


def test_a_key_of_versions_is_read_back(versions):
    key = read_key(key_json(versions))
    assert isinstance(key, Versions)
    assert key_json(key) == key_json(replace(versions, sheets=tuple(replace(s, made_by={}) for s in versions.sheets)))
    for change, says in [
        (lambda data: data["versions"].clear(), "sheet_version"),
        (lambda data: data["versions"][1].update(sheet_version="a"), "every version needs its own"),
        (lambda data: data["versions"][1].pop("exercises"), "version 2: exercises must be a list"),
        (lambda data: data["versions"].append(5), "version 4: this is not a key"),
    ]:
        data = json.loads(key_json(versions))
        change(data)
        with pytest.raises(InputError, match=says):
            read_key(json.dumps(data))


def test_each_student_is_graded_by_their_version(versions):
    for sheet in versions.sheets:
        right = {name: part.answer for name, (_, part) in sheet.parts.items()}
        for word in (sheet.version, sheet.version.lower(), f"Version {sheet.version}", f" v. {sheet.version} "):
            text = json.dumps({"student": "Ada", "version": word, "answers": right})
            (row,) = read_answers(text.encode(), versions).rows
            marks = grade(versions, row)
            assert (marks.marks, marks.of, marks.version) == (sheet.marks, sheet.marks, sheet.version)
        other = versions.sheets[0 if sheet is not versions.sheets[0] else 1]
        marks = grade(versions, replace(row, version=other.version))
        assert marks.percent < 80


def test_who_says_no_version_is_not_graded(versions):
    text = "student,version,e4.nodes\nAda,B,3\nBob,,3\nCy,Z,3\n"
    rows = read_answers(text.encode(), versions).rows
    assert [row.refused for row in rows] == [
        "", "row 3: the version is missing (A to C): not graded", "row 4: there is no version 'Z' (A to C): not graded",
    ]  # fmt: skip
    assert [grade(versions, row).graded for row in rows] == [True, False, False]
    assert not grade(versions, {"e4.nodes": 3}).graded
    with pytest.raises(InputError, match="no column gives each student's version"):
        read_answers(b"student,e4.nodes\nAda,3\n", versions)


def make_class(versions, number, seed=1):
    """Return a class's table with right, wrong, blank and unreadable answers, and what each student did."""
    rng, stream, did = random.Random(seed), io.StringIO(), []
    head = next(csv.reader(io.StringIO(answers_csv(versions))))
    writer = csv.writer(stream)
    writer.writerow(head)
    for place in range(number):
        sheet = versions.sheets[place % len(versions.sheets)]
        row, outcomes = {"student": f"S{place}", "version": sheet.version}, {}
        for name, (_, part) in sheet.parts.items():
            outcomes[name] = rng.choices(["right", "wrong", "blank", "unreadable"], [6, 2, 1, 1])[0]
            wrong = {"branches": "A", "ordering": "as drawn"}.get(part.type, "777")
            unreadable = "" if part.type == "branches" else "??"
            outcomes[name] = "blank" if outcomes[name] == "unreadable" and not unreadable else outcomes[name]
            row[name] = {"right": written(part), "wrong": wrong, "blank": "", "unreadable": unreadable}[outcomes[name]]
        writer.writerow([row.get(each, "") for each in head])
        did.append((sheet.version, outcomes))
    return stream.getvalue(), did


def test_a_class_of_a_hundred_and_twenty(versions):
    table, did = make_class(versions, 120)
    rows = read_answers(table.encode(), versions).rows
    marks = [grade(versions, row) for row in rows]
    assert [each.version for each in marks] == [version for version, _ in did]
    for each, (version, outcomes) in zip(marks, did, strict=True):
        parts = versions.find(version).parts
        assert each.of == versions.find(version).marks
        assert each.marks == sum(part.marks for name, (_, part) in parts.items() if outcomes[name] == "right")
        assert not [verdict for verdict in each.verdicts if verdict.of == 0 and verdict.part not in parts]
    for question in question_statistics(versions, marks):
        here = [outcomes[question.part] for version, outcomes in did if version == question.version]
        assert question.students == len(here) == 40
        assert {name: number for name, number in question.outcomes.items() if number} == {
            name: here.count(name) for name in set(here)
        }
        wrong = here.count("wrong")
        assert [times for _, times in question.frequent] == ([wrong] if wrong > 1 else [])
        assert question.mean == pytest.approx(question.of * here.count("right") / 40)
    cells = unreadable_cells(marks)
    assert len(cells) == sum(list(outcomes.values()).count("unreadable") for _, outcomes in did)
    assert str(cells[0]).startswith(f"row {cells[0].row}, {cells[0].student}: {cells[0].part} is unreadable: '??' is n")
    out = list(csv.DictReader(io.StringIO(marks_csv(marks, versions))))
    for row, (version, _) in zip(out, did, strict=True):
        assert row["version"] == version
        assert {name for name in versions.parts if row[name]} == set(versions.find(version).parts)


def test_the_same_answer_is_counted_as_one_however_it_is_written():
    sheet = make_sheet(["pruned", "count", "ordering"], EASY, seed=1)
    given = [
        ("K G", "α = 99", "A: C B"), ("g,k", "99.0", "a=cb"), ("G and K", " 99", "A: C B;"), ("none", "98", "as drawn")
    ]  # fmt: skip
    wrong = sheet.parts["e1.pruned"][1].answer
    assert wrong != ["G", "K"]
    marks = [grade(sheet, {"e1.pruned": one, "e2.nodes": two, "e3.order": three}) for one, two, three in given]
    found = {each.part: each for each in question_statistics(sheet, marks)}
    assert found["e2.nodes"].frequent == (("99", 3),)
    assert dict(found["e1.pruned"].frequent) in ({"G K": 3}, {})
    assert found["e2.leaves"].outcomes["blank"] == 4
    assert question_statistics(sheet, []) == []


# --- headings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("e4.nodes", "e4.nodes"),
        ("E4.NODES", "e4.nodes"),
        ("e4.nodes  nodes entered", "e4.nodes"),
        ("nodes entered (e4.nodes)", "e4.nodes"),
        ("[e4.nodes]:", "e4.nodes"),
        ("nodes entered", "e4.nodes"),
        ("4. Count the nodes [nodes entered]", "e4.nodes"),
        ("e4 Count the nodes: leaves read", "e4.leaves"),
        ("Question 4: cutoffs", "e4.cutoffs"),
        ("Fill in alpha and beta [α on entry of A]", "e2.A.alpha.entry"),
        ("β on exit of B", "e2.B.beta.exit"),
        ("pruned branches lead to", "e3.pruned"),
        ("Timestamp", None),
        ("Total leaves read", None),
        ("e4.nodes and e4.leaves", None),
        ("e4.nodesX", None),
        ("nodes", None),
        ("", None),
    ],
)
def test_a_form_s_own_headings_are_read(heading, part):
    key = make_sheet(list(KINDS), EASY, seed=1)
    assert find_part(heading, key) == part


def test_a_label_that_two_exercises_have_needs_the_exercise():
    key = make_sheet(["count", "count"], EASY, seed=1)
    assert find_part("nodes entered", key) is None
    assert find_part("e2: nodes entered", key) == "e2.nodes"


@pytest.mark.parametrize(
    ("names", "student"),
    [
        (["student", "e1.nodes"], (0,)),
        (["Timestamp", "Your name", "e1.nodes"], (1,)),
        (["Timestamp", "Email Address", "e1.nodes"], (1,)),
        (["Surname", "First name", "ID number", "e1.nodes"], (1, 0)),
        (["Started on", "Who are you?", "Score", "e1.nodes"], (1,)),
        (["Timestamp", "e1.nodes"], ()),
    ],
)
def test_the_column_of_names_is_found_in_a_form(names, student):
    assert read_header(names, make_sheet(["count"], EASY, seed=1), "answers").student == student


def test_a_form_is_graded_as_it_comes():
    key = make_sheet(["count"], EASY, seed=1)
    right = [part.answer for _, part in key.parts.values()]
    table = (
        '"Timestamp","Surname","First name","1. Count the nodes\n[nodes entered]","leaves read","How many? '
        '(e1.cutoffs)"\n'
        f'"2026/01/02 9:00:00","Lovelace","Ada","= {right[0]}","leaves: {right[1]}","{right[2]}"\n'
    )
    (row,) = read_answers(table.encode(), key).rows
    assert row.student == "Ada Lovelace"
    assert grade(key, row).marks == key.marks


# --- the program ------------------------------------------------------------------------------------------------------


def test_sheets_of_versions_and_one_key_are_written(plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["--kind", "count,values", "--versions", "3", "--html", "s.html", "--json", "j.json", "--key", "key.json"]
    words += ["--csv", "class.csv", "--key-html", "k.html", "--key-latex", "k.tex"]
    assert plywise("exercise", *words) == (0, "", "")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "class.csv", "j-A.json", "j-B.json", "j-C.json", "k.html", "k.tex", "key.json",
        "s-A.html", "s-B.html", "s-C.html",
    ]  # fmt: skip
    assert "version B" in (tmp_path / "s-B.html").read_text()
    assert 'const version = "B"' in (tmp_path / "s-B.html").read_text()
    assert json.loads((tmp_path / "j-C.json").read_text())["sheet_version"] == "C"
    key = read_key((tmp_path / "key.json").read_text())
    nodes = [sheet.parts["e1.nodes"][1].answer for sheet in key.sheets]
    table = "student,version,e1.nodes\n" + "".join(f"S{place},{'ABC'[place]},{nodes[place]}\n" for place in range(3))
    code, out, _ = plywise("grade", "key.json", "-", "--stats", "--pass", 0, stdin=table)
    assert code == 0
    assert [line.split() for line in out.splitlines()[3:6]] == [
        [], ["version", "question", "of", "mean", "right", "partly", "wrong", "blank", "unreadable", "frequent",
             "wrong", "answers"], ["A", "e1.nodes", "1", "1.00", "1", "0", "0", "0", "0"],
    ]  # fmt: skip
    assert [line.split() for line in out.splitlines() if " e1.nodes " in line or " e1.leaves " in line] == [
        *(
            [version, part, "1", mean, right, "0", "0", blank, "0"]
            for version in "ABC"
            for part, mean, right, blank in (("e1.nodes", "1.00", "1", "0"), ("e1.leaves", "0.00", "0", "1"))
        ),
        ["all", "e1.nodes", "1", "1.00", "3", "0", "0", "0", "0"],
        ["all", "e1.leaves", "1", "0.00", "0", "0", "0", "3", "0"],
    ]  # fmt: skip
    code, out, _ = plywise("grade", "key.json", "-", "--json", "--pass", 0, stdin=table)
    answer = json.loads(out)
    assert [each["version"] for each in answer["students"]] == ["A", "B", "C"]
    assert answer["questions"][0]["outcomes"]["right"] == 1
    (nodes,) = (each for each in answer["all_versions"] if each["part"] == "e1.nodes")
    assert (nodes["version"], nodes["students"], nodes["mean"], nodes["outcomes"]["right"]) == ("all", 3, 1.0, 3)
    assert answer["unreadable"] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--versions", "1"], "2 to 200"),
        (["--versions", "2", "--json"], "takes only one version"),
        (["--versions", "2", "--tree", "1 2 3 4"], "the tree is given"),
        (["--versions", "2", "--game", "tictactoe", "--position", "XOXXO.O.."], "the tree is given"),
    ],
)
def test_versions_that_cannot_be_made(plywise, words, says):
    code, out, err = plywise("exercise", "--kind", "count", *words)
    assert (code, out) == (2, "")
    assert says in err


def test_a_key_of_versions_is_shown_version_by_version(versions):
    for text in (sheet_text(versions, with_answers=True), sheet_html(versions, True), sheet_latex(versions, True)):
        assert all(text.count(f"version {name}: key") >= 1 for name in versions.names)
    page = sheet_html(versions, with_answers=True)
    ids = [piece.split('"')[0] for piece in page.split(' id="')[1:]]
    assert len(ids) == len(set(ids))
