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
