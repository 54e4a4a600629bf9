"""plywise grade: what is said of a class's answers."""

from tests.helpers.paths import ROOT

KEY = ROOT / "examples/exercises/key.json"
HEADER = "student,e1.pruned,e2.nodes,e2.leaves,e2.cutoffs,e3.order\n"
ADA = '"Lovelace, Ada",O,14,7,1,B: E D\n'


def test_what_two_rows_have_in_common_is_said_once(plywise, tmp_path):
    answers = tmp_path / "class.csv"
    answers.write_text(HEADER + ADA + "Ben\n" + ADA)
    code, out, err = plywise("grade", KEY, answers)
    assert (code, out.count("Lovelace, Ada: 11 of 11")) == (1, 2)
    assert err.splitlines() == [
        "Lovelace, Ada appears in rows 2, 4; each row is marked separately",
        "row 3: it has 1 cell where the header has 6; the rest is missing",
    ]


def test_the_feedback_to_hand_back_has_a_sheet_of_paper_for_each_student(plywise, tmp_path):
    examples = ROOT / "examples" / "exercises"
    key, table, page = examples / "key.json", examples / "class.csv", tmp_path / "feedback.html"
    code, out, err = plywise("grade", key, table, "--feedback", page)
    assert (code, out) == (0, "")
    assert "3 students graded" in err
    text = page.read_text()
    students = text.split('<section class="student">')[1:]
    assert [each.split("<h1>")[1].split("</h1>")[0] for each in students] == ["Ada", "Ben", "Chloé"]
    ada, ben, chloe = students
    assert "11 of 11 marks, 100.0 %" in ada
    assert "M is searched: before it, " in ben
    assert '<td class="given">fourteen</td><td>unreadable</td><td class="number">0 of 1</td>' in chloe
    assert "<td>blank</td>" in chloe
    assert ".student { break-after: page;" in text
    assert "http" not in text
    (tmp_path / "odd.csv").write_text('student,e1.pruned\n"<b>x</b>","<i>"\n')
    plywise("grade", key, tmp_path / "odd.csv", "--feedback", page)
    assert "<b>x" not in page.read_text()
    assert "<i>" not in page.read_text()
    code, out, err = plywise("grade", key, table, "--feedback", "-", "--json")
    assert (code, out) == (2, "")
    assert "--json and --feedback - both write to stdout" in err
