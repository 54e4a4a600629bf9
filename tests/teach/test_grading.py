"""Grading: the key earns all marks, each wrong answer loses its own, and no student's row gets lost."""

import csv
import io
import json
import re
from dataclasses import replace
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from plywise.errors import InputError
from plywise.show.sheet.html import sheet_html
from plywise.teach.exercises.best_order import count_leaves
from plywise.teach.exercises.key_file import read_key, sheet_json
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Part, Sheet
from plywise.teach.exercises.read_answers import (
    Unreadable,
    read_branches,
    read_cell,
    read_number,
    read_order,
    read_whole,
)
from plywise.teach.exercises.requirements import LEVELS, requirements_of
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.grading.class_files import answers_csv, decode, feedback, marks_csv, read_answers
from plywise.teach.grading.column_words import SUMMARIES, TEST_STUDENTS, plain_heading
from plywise.teach.grading.marks import Answers, grade, is_right_number
from plywise.teach.grading.statistics import question_statistics, unreadable_cells
from plywise.trees.recording import json_number
from plywise.trees.tree import Tree, node_name
from tests.helpers.in_turn import in_turn

TREE = Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)


@pytest.fixture(scope="module")
def key():
    """A key with an exercise of each kind."""
    return make_sheet(list(KINDS), requirements_of("easy"), seed=1)


def right(sheet):
    return {name: part.answer for name, (_, part) in sheet.parts.items()}


# --- marks ------------------------------------------------------------------------------------------------------------


def corrupted(exercise, part):
    """Return a wrong answer of the part's type."""
    if part.type in ("number", "whole", "bound"):
        return 12345 if part.answer in ("inf", "-inf", "x") else part.answer + 1
    if part.type == "cell":
        return {"cut": "no cut", "no cut": "cut"}.get(part.answer, 54321)
    if part.type == "ordering":
        return "as drawn"
    return part.answer[1:] or "none"


DISTINCT = [
    *(inf, -inf, 0, 1, -1, 2_000_000_000, 2_000_000_001, 2**53, 2**53 + 1, 10**40, 10**40 + 1, 10**400, -(10**400)),
    *(1e-10, 2e-10, 0.1, 0.10001, -0.1, 2.5, 2_000_000_000.5, 1e12 + 0.5, 1e300),
]


@pytest.mark.parametrize("expected", DISTINCT, ids=lambda each: str(each)[:15])
def test_a_number_is_right_if_it_is_the_expected_one_and_no_other(expected):
    assert [given for given in DISTINCT if is_right_number(given, expected)] == [expected]


def test_only_decimal_fractions_may_be_rounded():
    assert is_right_number(0.3, 0.1 + 0.2)
    assert is_right_number(3, 3.0000000000000004)
    assert not is_right_number(3.0000000000000004, 3)
    assert not is_right_number(inf, 0.5)


def test_infinities_of_the_wrong_sign_earn_nothing():
    sheet = make_sheet(["windows"], requirements_of("easy"), seed=11)
    infinite = {name: part.answer for name, (_, part) in sheet.parts.items() if part.answer in ("inf", "-inf")}
    swapped = {name: "-inf" if answer == "inf" else "inf" for name, answer in infinite.items()}
    assert len(infinite) > 4
    for answers in (swapped, {name: float(answer) for name, answer in swapped.items()}):
        assert grade(sheet, right(sheet) | answers).marks == sheet.marks - len(infinite)
    for answer in (12, 10**400, "9" * 400 + ".", "9" * 400 + ".5", -(10**400), 1e308):
        assert grade(sheet, right(sheet) | dict.fromkeys(infinite, answer)).marks == sheet.marks - len(infinite)


def test_a_node_that_is_not_entered_is_answered_by_a_mark():
    sheet = make_sheet(["windows"], requirements_of("easy"), seed=2)
    left_out = [name for name, (_, part) in sheet.parts.items() if part.answer == "x"]
    assert left_out == [f"e1.G.{bound}.{moment}" for moment in ("entry", "exit") for bound in ("alpha", "beta")]
    for mark in ("x", "X", "-", "\u2014", "not entered", "(n/e)", "pruned"):
        assert grade(sheet, right(sheet) | dict.fromkeys(left_out, mark)).marks == sheet.marks
        assert grade(sheet, dict.fromkeys(sheet.parts, mark)).marks == len(left_out)
    verdicts = {
        each.part: each for each in grade(sheet, right(sheet) | {"e1.G.beta.exit": 5, "e1.A.beta.exit": ""}).verdicts
    }
    assert verdicts["e1.G.beta.exit"].because.startswith(
        "the right answer is x (G is not entered: A is guaranteed 16 or more;"
    )
    assert verdicts["e1.A.beta.exit"].verdict == "blank"


@pytest.mark.parametrize("written", ["2.00000000000000000001", "1e999", "-1e999", "1.99999999999999999999"])
def test_no_number_in_a_file_is_rounded_into_the_expected_one(written):
    for answer in (2, inf, -inf):
        part = Part("e1.A", "value", "number", 1, json_number(answer))
        (exercise,) = make_sheet(["values"], requirements_of("easy"), seed=1).exercises
        sheet = Sheet("", (replace(exercise, parts=(part,)),))
        for content in (f'{{"student": "Ada", "answers": {{"e1.A": {written}}}}}', f"student,e1.A\nAda,{written}\n"):
            (row,) = read_answers(content.encode(), sheet).rows
            assert grade(sheet, row).marks == 0


def check_marks(sheet):
    """The key earns everything; one wrong answer loses exactly its marks; an extra branch loses some."""
    answers = right(sheet)
    full = grade(sheet, answers)
    assert full.marks == full.of == sheet.marks
    assert all(verdict.verdict == "right" for verdict in full.verdicts)
    for name, (exercise, part) in sheet.parts.items():
        alone = right_of(exercise)
        lost = part.marks if part.type != "branches" or not part.answer else part.marks / len(part.answer)
        marks = grade(one_exercise(sheet, exercise), alone | {name: corrupted(exercise, part)})
        assert marks.marks == pytest.approx(exercise.marks - lost), (name, part)
        assert {verdict.part for verdict in marks.verdicts if verdict.verdict != "right"} == {name}
        gone = {other: answer for other, answer in alone.items() if other != name}
        assert grade(one_exercise(sheet, exercise), gone).marks == pytest.approx(exercise.marks - part.marks)
        if part.type == "branches":
            check_extra_branches(sheet, exercise, part)


def check_extra_branches(sheet, exercise, part):
    share = part.marks / max(1, len(part.answer))
    tree, alone = exercise.tree, one_exercise(sheet, exercise)
    pruned = {node for node in range(tree.total_nodes) if node_name(node) in part.answer}
    for node in range(1, tree.total_nodes):
        above, ancestors = node, set()
        while above:
            above = tree.parent[above]
            ancestors.add(above)
        if node in pruned:
            continue
        marks = grade(alone, {part.id: [*part.answer, node_name(node)]})
        costs = 0 if ancestors & pruned else share
        assert marks.marks == pytest.approx(part.marks - costs), (part, node_name(node))
        assert [verdict.item for verdict in marks.verdicts if verdict.verdict != "right"][-1] == node_name(node)


def one_exercise(sheet, exercise):
    return type(sheet)(sheet.title, (exercise,))


def right_of(exercise):
    return {part.id: part.answer for part in exercise.parts}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_key_earns_all_and_each_corruption_loses_its_part(kind, level):
    check_marks(make_sheet([kind], requirements_of(level), seed=21, count=4))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_of_each_kind_are_marked_right(kind):
    check_marks(make_sheet([kind], requirements_of("easy"), seed=22, count=600))
    check_marks(make_sheet([kind], requirements_of("medium"), seed=23, count=300))
    check_marks(make_sheet([kind], requirements_of("hard"), seed=24, count=100))


def test_marking_everything_as_pruned_earns_nothing():
    sheet = make_sheet(["pruned"], requirements_of("medium"), seed=2, count=20)
    for exercise in sheet.exercises:
        (part,) = exercise.parts
        everything = [node_name(node) for node in range(1, exercise.tree.total_nodes)]
        marks = grade(one_exercise(sheet, exercise), {part.id: everything})
        assert marks.marks == 0
        assert sum(verdict.verdict == "right" for verdict in marks.verdicts) == len(part.answer)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("cut", ["ge", "gt"])
def test_each_wrong_or_missing_branch_has_its_reason_and_the_penalty_is_stated_once(level, cut):
    sheet = make_sheet(["pruned"], requirements_of(level, cut=cut), seed=4)
    (exercise,) = sheet.exercises
    part, tree = exercise.parts[0], exercise.tree
    reasons = {node_name(tree.node_at(each.path)): each.because for each in exercise.subject.recording.pruned}
    everything = [node_name(node) for node in range(1, tree.total_nodes)]
    for marked in (everything, ["B"]):
        verdicts = grade(sheet, {part.id: marked}).verdicts
        for each in verdicts:
            if each.item in reasons:
                assert each.because.endswith(f": {reasons[each.item]}")
            elif "lies below" not in each.because:
                assert re.match(
                    f"{each.item} is searched: (it is the first child of [A-Z]+, which is entered"
                    "|before it, [A-Z]+ has alpha = .+ and beta = .+, so alpha >=? beta does not hold)",
                    each.because,
                )
                values = re.search(r"alpha = (\S+) and beta = ([^\s,]+)", each.because)
                assert values is None or float(values[1]) < float(values[2]) or (cut == "gt" and values[1] == values[2])
    assert sum("costs as much" in each.because for each in grade(sheet, {part.id: everything}).verdicts) == 1


def test_no_pruned_branch_is_answered_by_none():
    sheet = make_sheet(["pruned"], requirements_of("easy", cuts=(0, 0)), seed=2)
    (part,) = sheet.exercises[0].parts
    assert part.answer == []
    for answer, marks, verdicts in (
        ("none", 4, ["right"]),
        ([], 4, ["right"]),
        ("", 0, ["blank"]),
        ("D", 0, ["wrong", "extra"]),
    ):
        found = grade(sheet, {part.id: answer})
        assert (found.marks, [verdict.verdict for verdict in found.verdicts]) == (marks, verdicts)


def test_any_order_that_reads_the_fewest_leaves_is_right_and_others_earn_their_part():
    earned = set()
    sheet = make_sheet(["ordering"], requirements_of("hard"), seed=4, count=6)
    for exercise in sheet.exercises:
        tree, (part,) = exercise.tree, exercise.parts
        drawn, fewest = (
            count_leaves(tree, {}, SearchRules()),
            count_leaves(tree, read_order(part.answer, tree), SearchRules()),
        )
        pieces = part.answer.split("; ")
        for without in range(len(pieces) + 1):
            answer = "; ".join(pieces[:without] + pieces[without + 1 :]) or "as drawn"
            reads = count_leaves(tree, read_order(answer, tree), SearchRules())
            marks = grade(one_exercise(sheet, exercise), {part.id: answer})
            assert marks.marks == (4 if reads == fewest else int(8 * max(0, drawn - reads) / (drawn - fewest)) / 2)
            assert f"reads {reads} lea" in marks.verdicts[0].because
            earned.add(marks.marks)
        other = grade(one_exercise(sheet, exercise), {part.id: part.answer + "; " + unused(tree, part.answer)})
        assert other.marks == 4
    assert {0, 4} < earned


def unused(tree, answer):
    """Return an order, as drawn, of a node that an answer does not name."""
    named = set(re.findall(r"([A-Z]+):", answer))
    node = next(node for node in range(tree.total_nodes) if tree.child_count[node] and node_name(node) not in named)
    return f"{node_name(node)}: {' '.join(map(node_name, tree.children(node)))}"


def test_both_rules_of_cutting_are_marked_by_their_own(key):
    for cut, other in (("ge", "gt"), ("gt", "ge")):
        sheet = make_sheet(["pruned", "count"], requirements_of("hard", cut=cut), seed=7, count=5)
        for exercise in sheet.exercises:
            twin = type(exercise.subject)(exercise.tree, SearchRules(other))
            answers = (
                [node_name(exercise.tree.node_at(each.path)) for each in twin.recording.pruned]
                if exercise.kind == "pruned"
                else twin.recording.result.nodes
            )
            marks = grade(one_exercise(sheet, exercise), right_of(exercise) | {exercise.parts[0].id: answers})
            assert marks.marks < exercise.marks


def test_extra_and_double_answers(key):
    answers = right(key) | {"e9.Z": 4, "E1.a": 99}
    marks = grade(key, answers)
    assert [(each.part, each.verdict, each.of) for each in marks.verdicts if each.verdict != "right"] == [
        ("e1.A", "unreadable", 1),
        ("e9.Z", "extra", 0),
    ]
    assert marks.marks == key.marks - 1


WRITTEN_AS_NUMBERS = [
    *[(text, inf) for text in ("+inf", "inf", "∞", "+∞", " INF ", "Infinity", "+ ∞", "oo")],
    *[(text, -inf) for text in ("-inf", "−∞", "- inf", "–∞", "-Infinity", "'-inf", "−inf")],
    *[(text, -3) for text in ("-3", "−3", "- 3", "–3", "'-3", " -3\u00a0", "-3.0", "-3.", "\u200b-3", -3, -3.0)],
    *[(text, 5) for text in ("5", "+5", "05", "5.0", 5, 5.0, "plus 5", "５", "$5$")],
    *[(text, 16) for text in ("α = 16", "=16", "= 16", "alpha: 16", "alpha 16", "α:=16", "＝１６", "$\\alpha = 16$")],
    *[(text, 16) for text in ("alpha on entry of A = 16", "nodes entered: 16", "entry 16", "#16", "No. 16")],
    *[(text, inf) for text in ("β = +inf", "plus infinity", "positive infinity", "infinite", "$+\\infty$", "β=∞")],
    *[(text, -inf) for text in ("minus infinity", "negative infinity", "α = -∞", "-\\infty", "neg. inf", "'=-inf")],
    *[(text, -3) for text in ("minus 3", "α = −3", "－３")],
    (".5", 0.5),
    (0.5, 0.5),
]


@in_turn(("text", "value"), WRITTEN_AS_NUMBERS)
def test_numbers_however_they_are_written(text, value):
    assert read_number(text) == value


NO_NUMBERS = [
    "",
    ">= 16",
    "≤ 3",
    "3 = 5",
    "12:30",
    "=",
    "α =",
    "minus -5",
    "none 5",
    "alphabet 5",
    "a = b = 5",
    "x",
    "3,5",
    "1/2",
    "--3",
    "1e5",
    "1_000",
    "٣",
    "5²",
    "#NAME?",
    "3 4",
    True,
    None,
    [3],
    {},
    float("nan"),
]


@pytest.mark.parametrize(
    "text", NO_NUMBERS,
    ids=lambda each: ascii(each),
)  # fmt: skip
def test_what_is_no_number(text):
    with pytest.raises(Unreadable):
        read_number(text)


def test_decimal_commas_and_whole_numbers_and_cells():
    assert read_number("-3,5", comma=True) == -3.5
    assert read_whole("7.0") == 7
    for text in ("7.5", "inf", "seven"):
        with pytest.raises(Unreadable):
            read_whole(text)
    assert [read_cell(text) for text in ("CUT", "No  cut", "yes", "4", "−∞")] == ["cut", "no cut", "cut", 4, -inf]
    assert [read_cell(text) for text in ("no-cut", "Cut-off", "cut off!", "No-cut.")] == [
        "no cut",
        "cut",
        "cut",
        "no cut",
    ]
    assert [read_cell(text) for text in ("= cut", "No cut.", "alpha = 4", "no 4")] == ["cut", "no cut", 4, 4]
    with pytest.raises(Unreadable):
        read_cell("maybe")


@pytest.mark.parametrize(
    ("part", "given", "verdict"),
    [
        ("e2.A.alpha.entry", "α = -inf", "right"),
        ("e2.A.alpha.entry", "alpha on entry of A = minus infinity", "right"),
        ("e2.A.alpha.entry", "a = -inf", "right"),
        ("e2.A.alpha.entry", "β = -inf", "unreadable"),
        ("e2.A.alpha.entry", "alpha on exit = -inf", "unreadable"),
        ("e2.A.alpha.entry", "B: -inf", "unreadable"),
        ("e2.A.beta.entry", "β = +inf", "right"),
        ("e2.A.beta.entry", "alpha = +inf", "unreadable"),
        ("e4.nodes", "nodes entered = {}", "right"),
        ("e4.nodes", "leaves = {}", "unreadable"),
        ("e4.nodes", "{} nodes", "right"),
        ("e4.nodes", "= {} nodes entered.", "right"),
        ("e4.leaves", "{} leaves read", "right"),
        ("e4.cutoffs", "{} cuts", "right"),
        ("e4.cutoffs", "{} cut-offs", "right"),
        ("e4.cutoffs", "{} leaves", "unreadable"),
        ("e4.nodes", "{} apples", "unreadable"),
        ("e1.B", "{} cuts", "unreadable"),
        ("e1.B", "B = {}", "right"),
        ("e1.B", "C = {}", "unreadable"),
        ("e6.right", "{}", "right"),
        ("e6.entry", "entry {}", "right"),
    ],
)
def test_an_answer_may_say_what_it_is_but_not_what_is_not_asked_for(key, part, given, verdict):
    found = grade(key, {part: given.format(key.parts[part][1].answer)})
    assert next(each.verdict for each in found.verdicts if each.part == part) == verdict


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("G K", [6, 10]), ("g,k", [6, 10]), ("GK", [6, 10]), ("K and G", [10, 6]), ("G G", [6]), (["g", "K"], [6, 10]),
        ("none", []), ("(none)", []), ("{G, K}", [6, 10]), ("= G K", [6, 10]), ("-", []), ("–", []), ([], []),
        ("G;ZZ", [6, "ZZ"]), ("G 42", [6, "42"]), ("cg eK", [6, 10]), ("None.", []), ("No branches!", []), ("n/a",
        []), ("[]", []), ("{}", []),
        ("the branches to G and K", [6, 10]), ("pruned: G K.", [6, 10]), ("C-G, E→K", [6, 10]), ("BE", [4]),
        ("BE AC", [4, 2]), ("EB", [4, 1]),
        ("A-G", ["A-G"]), ("TO", ["TO"]), ("G or none", [6, "or", "none"]),
    ],
    ids=lambda each: ascii(each),
)  # fmt: skip
def test_branches_however_they_are_written(text, nodes):
    assert read_branches(text, TREE) == nodes


@pytest.mark.parametrize(
    "text", [5, True, {"G": 1}, [1], ",", "G " * 500, "42", "3, -1"], ids=lambda each: ascii(each)[:20]
)
def test_what_are_no_branches(text):
    with pytest.raises(Unreadable):
        read_branches(text, TREE)


def test_leaf_values_in_place_of_letters_are_answered_by_what_is_wanted():
    sheet = make_sheet(["pruned", "ordering"], requirements_of("easy"), seed=1)
    for part, text in (("e1.pruned", "11 3"), ("e2.order", "11 3"), ("e2.order", "A: 11 3")):
        because = next(each.because for each in grade(sheet, {part: text}).verdicts if each.part == part)
        assert "letters" in because
    verdicts = grade(sheet, {"e1.pruned": ["42", *sheet.parts["e1.pruned"][1].answer]}).verdicts
    assert any("there is no node 42: give the letters of nodes" in each.because for each in verdicts)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A: C B", {0: [2, 1]}), ("a=cb | b: e,d", {0: [2, 1], 1: [4, 3]}), ("A: C", {0: [2, 1]}),
        ({"A": "C B"}, {0: [2, 1]}), ({"A": ["C", "B"]}, {0: [2, 1]}), ("as drawn", {}), ("A: C > B", {0: [2, 1]}),
        ("A: C-B\nB: E D", {0: [2, 1], 1: [4, 3]}), ("A: C→B", {0: [2, 1]}), ("A: (C, B)", {0: [2, 1]}), ("C B",
        {0: [2, 1]}), ("cb", {0: [2, 1]}),
        ("C, B; E D", {0: [2, 1], 1: [4, 3]}), ("C B; B: E D", {0: [2, 1], 1: [4, 3]}), ("E > D.", {1: [4, 3]}),
        ("\uff21\uff1a\uff23\u3000\uff22", {0: [2, 1]}),
    ],
    ids=lambda each: ascii(each),
)  # fmt: skip
def test_orders_however_they_are_written(text, order):
    assert read_order(text, TREE) == order


@pytest.mark.parametrize(
    "text", ["A", "C", "C D", "A B", "C B; C B", "9 3", "A: 9 3", "A: D E", "A: C C", "H: A", "A: B C; A: C B",
    "Z: A", "A: C B; junk: 5", 5, ["A"], "x A: C B"],
    ids=ascii,
)  # fmt: skip
def test_what_is_no_order(text):
    with pytest.raises(Unreadable):
        read_order(text, TREE)


# --- keys -------------------------------------------------------------------------------------------------------------


def changed(key, **changes):
    """Return a key's JSON with the first part of the first exercise changed; None removes."""
    data = json.loads(sheet_json(key, with_answers=True))
    part = data["exercises"][0]["parts"][0]
    for name, value in changes.items():
        if value is None:
            del part[name]
        else:
            part[name] = value
    return json.dumps(data)


BAD_PARTS = {
    "no id": ({"id": None}, "part 1: id must be text"),
    "an id twice": ({"id": "e1.B"}, "the id 'e1.B' appears twice"),
    "an id in other letters": ({"id": "E1.b"}, "appears twice"),
    "no type": ({"type": None}, "type must be one of"),
    "another type": ({"type": "poem"}, "not 'poem'"),
    "no marks": ({"marks": None}, "marks must be a number above 0"),
    "no marks at all": ({"marks": 0}, "marks must be"),
    "marks in words": ({"marks": "two"}, "marks must be"),
    "true marks": ({"marks": True}, "marks must be"),
    "no answer": ({"answer": None}, "the answer is missing"),
    "an answer of another type": ({"answer": "five"}, "the answer 'five' is not a number"),
    "a list for an answer": ({"answer": [5]}, "is not a number"),
    "a true answer": ({"answer": True}, "is not a number"),
}


@pytest.mark.parametrize(("changes", "says"), BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_broken_key_is_refused_in_one_line(key, changes, says):
    with pytest.raises(InputError) as refused:
        read_key(changed(key, **changes))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


BAD_KEYS = {
    "nothing": ("", "not valid JSON"),
    "half": ('{"format": "plywise key"', "not valid JSON"),
    "a list": ("[]", "this is not a key"),
    "something else": ('{"format": "zip"}', "this is not a key"),
    "the sheet": ('{"format": "plywise sheet"}', "grading needs the key"),
    "another version": ('{"format": "plywise key", "version": 9}', "version 9"),
    "no exercises": ('{"format": "plywise key", "version": 1, "title": "x"}', "exercises must be a list"),
    "empty": ('{"format": "plywise key", "version": 1, "title": "x", "exercises": []}', "no parts"),
    "a name twice": ('{"format": "plywise key", "format": "x"}', "'format' appears twice"),
    "nested": ("[" * 100_000, "nested"),
}


@pytest.mark.parametrize(("text", "says"), BAD_KEYS.values(), ids=BAD_KEYS)
def test_what_is_no_key(text, says):
    with pytest.raises(InputError) as refused:
        read_key(text)
    assert says in str(refused.value)


def test_what_the_teacher_changed_in_the_key_holds(key):
    sheet = read_key(changed(key, marks=2.5, answer=77))
    assert sheet.marks == key.marks + 1.5
    assert grade(sheet, {"e1.A": 77}).marks == 2.5


# --- a class ----------------------------------------------------------------------------------------------------------

COUNTED = make_sheet(["count"], requirements_of("easy"), seed=1)
NODES, LEAVES, CUTOFFS = (part.answer for part in COUNTED.exercises[0].parts)
ALL = {"e1.nodes": NODES, "e1.leaves": LEAVES, "e1.cutoffs": CUTOFFS}
QUOTED = f'"Ada","{NODES}","{LEAVES}","{CUTOFFS}"'
HEADER = "student,e1.nodes,e1.leaves,e1.cutoffs"
ADA = f"Ada,{NODES},{LEAVES},{CUTOFFS}"


def marks_of(content, sheet=COUNTED):
    """Return (student, marks or None) for each row, and all that was noted."""
    found = read_answers(content.encode() if isinstance(content, str) else content, sheet)
    graded = [grade(sheet, row) for row in found.rows]
    notes = [note for each in graded for note in each.notes]
    return [(each.student, each.marks if each.graded else None) for each in graded], [*found.notes, *notes]


def rows(*lines, header=HEADER):
    return "\n".join([header, *lines]) + "\n"


SOUND = {
    "plain": rows(ADA),
    "CRLF": rows(ADA).replace("\n", "\r\n"),
    "CR": rows(ADA).replace("\n", "\r"),
    "no last newline": rows(ADA).rstrip(),
    "semicolons": rows(ADA).replace(",", ";"),
    "tabs": rows(ADA).replace(",", "\t"),
    "sep line": "sep=;\n" + rows(ADA).replace(",", ";"),
    "quoted": rows(QUOTED, header='"student","e1.nodes","e1.leaves","e1.cutoffs"'),
    "blanks": rows(f" Ada , {NODES} ,  {LEAVES},{CUTOFFS}  "),
    "capitals": rows(ADA, header=HEADER.upper()),
    "other order": rows(f"{CUTOFFS},Ada,{LEAVES},{NODES}", header="e1.cutoffs,Name,e1.leaves,e1.nodes"),
    "empty lines": rows("", ADA, ",,,", "", '"","",,""') + "\n\n",
    "trailing commas": rows(ADA + ",,", header=HEADER + ",,"),
    "more trailing commas": rows(ADA + ",,,,"),
    "BOM": "\ufeff" + rows(ADA),
    "decimal point": rows(f"Ada,{NODES}.0,{LEAVES},{CUTOFFS}"),
    "decimal comma": rows(f"Ada;{NODES},0;{LEAVES};{CUTOFFS}", header=HEADER.replace(",", ";")),
    "an apostrophe": rows(f"Ada,'{NODES},{LEAVES},{CUTOFFS}"),
    "JSON": json.dumps({"student": "Ada", "answers": ALL | {"e1.leaves": str(LEAVES)}}),
    "JSON list": json.dumps([{"student": "Ada", "answers": {name.upper(): answer for name, answer in ALL.items()}}]),
    "JSON flat": json.dumps({"name": "Ada"} | ALL),
    "JSON pairs": json.dumps(
        {"student": "Ada", "answers": [{"id": name, "answer": answer} for name, answer in ALL.items()]}
    ),
}  # fmt: skip


@in_turn("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_a_class_however_a_spreadsheet_left_it(text, encoding):
    found, notes = marks_of(text.encode(encoding))
    assert found == [("Ada", 3)]
    assert all("UTF-16" in note for note in notes)


def test_other_encodings_are_guessed_and_said():
    found, notes = marks_of(rows(ADA.replace("Ada", "Zoë")).encode("cp1252"))
    assert found == [("Zoë", 3)]
    assert notes == ["answers: not UTF-8; read as Windows-1252"]
    assert decode("é".encode("utf-8-sig")) == ("é", "")
    assert decode(b"\xff\xfea")[0]


BEN, EVE = "Ben,1,2,3", f"Eve,{NODES},{LEAVES},{CUTOFFS}"
BROKEN = {
    "too few cells": (f"Bob,{NODES}", 1, "row 3: it has 2 cells where the header has 4; the rest is missing"),
    "too many cells": (
        ADA.replace("Ada", "Bob") + ",5",
        None,
        "row 3: it has 5 cells where the header has 4: not graded",
    ),
    "an open quote": (f'Bob,"{NODES},{LEAVES},{CUTOFFS}', 3, "row 3: quotation marks are broken; read without them"),
    "an open quote at the name": (f'"Bob,{NODES},{LEAVES},{CUTOFFS}', 3, "row 3: quotation marks are broken"),
    "a quote that closes too early": (f'"Bob"x,{NODES},{LEAVES},{CUTOFFS}', 3, "row 3: quotation marks are broken"),
    "an open quote and too many cells": (
        'Bob,"1,2,3,4,5',
        None,
        "row 3: quotation marks are broken, and it has 6 cells",
    ),
    "no name": (f",{NODES},{LEAVES},{CUTOFFS}", 3, "row 3: the name is missing"),
    "other types": ("Bob,x,,#NAME?", 0, ""),
    "a quote within": (f'B"o"b,{NODES},{LEAVES},{CUTOFFS}', 3, ""),
    "a cell over two lines": (f'Bob,{NODES},{LEAVES},"{CUTOFFS}\n "', 3, ""),
}


@pytest.mark.parametrize(("line", "marks", "says"), BROKEN.values(), ids=BROKEN)
def test_a_broken_row_gets_its_line_and_no_other_is_lost(line, marks, says):
    found, notes = marks_of(rows(ADA, line, BEN, EVE))
    assert [found[0], *found[-2:]] == [("Ada", 3), ("Ben", 0), ("Eve", 3)]
    assert len(found) == 4
    assert found[1][1] == marks
    assert (says in notes[0]) if says else notes == []
    assert len(notes) == bool(says)


def test_a_name_over_two_lines_is_one_name():
    found, notes = marks_of(rows(ADA, f'"Bob\nB. ""Bo""",{NODES},{LEAVES},{CUTOFFS}', EVE))
    assert ([(" ".join(name.split()), marks) for name, marks in found], notes) == (
        [("Ada", 3), ('Bob B. "Bo"', 3), ("Eve", 3)],
        [],
    )


def test_an_open_quote_swallows_no_row_below_even_where_another_would_close_it():
    found, _ = marks_of(
        rows(ADA, 'Bob,1,2,"3', f'Cy,{NODES},{LEAVES},"{CUTOFFS}"', f'Di,{NODES},{LEAVES},{CUTOFFS}"', EVE)
    )
    assert [name for name, _ in found] == ["Ada", "Bob", "Cy", "Di", "Eve"]
    assert [marks for _, marks in found][2] == 3


def test_rows_and_columns_twice_unknown_and_missing():
    found, notes = marks_of(rows(ADA, BEN, ADA))
    assert found == [("Ada", 3), ("Ben", 0), ("Ada", 3)]
    assert notes == ["Ada appears in rows 2, 4; each row is marked separately"] * 2
    found, notes = marks_of(
        rows(f"Ada,{NODES},x,{NODES}", f"Ben,{NODES},x,7", "Cy,,x,", header="student,e1.nodes,extra,e1.NODES")
    )
    assert found == [("Ada", 1), ("Ben", 0), ("Cy", 0)]
    assert notes == [
        "answers: columns that match no part of the key are ignored: 'extra'",
        "answers: there is no column for 'e1.leaves', 'e1.cutoffs'; marked as missing for all students",
        "answers: several columns match 'e1.nodes'; answers that differ do not count",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the file is empty"),
        ("   \n\n", "the file is empty"),
        ("sep=;\n", "the header is missing"),
        ("a,b,c\n1,2,3\n", "no column matches a part of the key, such as e1.nodes"),
        ("{", "not valid JSON"),
        ("[1, 2", "not valid JSON"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "this is a picture"),
        (b"PK\x03\x04 a spreadsheet's own file", "this is a ZIP archive"),
    ],
    ids=["empty", "blank", "sep", "other columns", "brace", "half a list", "a picture", "a spreadsheet"],
)
def test_files_that_are_nothing_of_the_kind(plywise, tmp_path, content, says):
    key, answers = tmp_path / "key.json", tmp_path / "class.csv"
    key.write_text(sheet_json(COUNTED, with_answers=True))
    answers.write_bytes(content.encode() if isinstance(content, str) else content)
    code, out, err = plywise("grade", key, answers)
    assert (code, out) == (2, "")
    assert says in err.splitlines()[-1]
    assert "Traceback" not in err


def test_a_list_in_json_with_odd_items():
    items = [
        {"student": "Ada", "answers": {"e1.nodes": NODES, "e1.leaves": LEAVES, "e1.cutoffs": CUTOFFS}},
        5,
        {"student": "Bob", "answers": 7},
        {"answers": {"e1.nodes": NODES}},
        {"student": "Cy", "answers": {"e1.nodes": [NODES], "e1.leaves": {"a": 1}, "e1.cutoffs": True}},
        {"student": "Di", "answers": {"e1.nodes": float("inf"), "e1.leaves": float("nan"), "e1.cutoffs": "\ud800"}},
    ]
    found, notes = marks_of(json.dumps(items))
    assert found == [("Ada", 3), ("", None), ("Bob", None), ("", 1), ("Cy", 0), ("Di", 0)]
    assert [note for note in notes if "not graded" in note] == [
        "row 2: not an object with a student's answers: not graded",
        "row 3: answers is not an object: not graded",
    ]
    twice = '{"student": "Ada", "answers": {"e1.nodes": 1, "e1.nodes": 2, "e1.leaves": 3, "e1.leaves": 3}}'
    (row,) = read_answers(twice.encode(), COUNTED).rows
    assert [verdict.verdict for verdict in grade(COUNTED, row).verdicts] == ["unreadable", "wrong", "blank"]


def test_one_json_object_a_line():
    line = json.dumps({"student": "Ada", "answers": {"e1.nodes": NODES}})
    found, notes = marks_of(f"{line}\n{{broken\n\n{line.replace('Ada', 'Eve')}\n")
    assert found == [("Ada", 1), ("", None), ("Eve", 1)]
    assert "row 2: not valid JSON: not graded" in notes


NAMES = st.text(max_size=12)
CELLS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["12", "-3", "inf", "−∞", '"', '""', "a\nb", ",", ";", "=1+1", "\x00", "none", "A: C B", "\U0001f600"]
    ),
)


@given(content=st.binary(max_size=300))
def test_no_bytes_raise_anything_but_an_input_error(content):
    for sheet in (COUNTED,):
        for start in (b"", b"student,e1.nodes\n", b"[", b"{", b"\xff\xfe", b"\xef\xbb\xbfstudent;e1.leaves\r\n"):
            try:
                found = read_answers(start + content, sheet)
            except InputError:
                continue
            for row in found.rows:
                marks = grade(sheet, row)
                assert 0 <= marks.marks <= marks.of
                assert not marks.graded or len(marks.verdicts) >= len(sheet.parts)


@given(table=st.lists(st.tuples(NAMES, CELLS, CELLS, CELLS), min_size=1, max_size=8), delimiter=st.sampled_from(",;\t"))
def test_whatever_a_spreadsheet_writes_no_row_is_lost(table, delimiter):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    table = [tuple(cell.replace("\r", " ").replace("\n", " ") for cell in row) for row in table]
    assume(not any(plain_heading(cell) in SUMMARIES | TEST_STUDENTS for row in table for cell in row))  # no student's
    writer.writerows([HEADER.split(","), *table])
    content = stream.getvalue().encode("utf-8", "surrogatepass")
    found = read_answers(content, COUNTED)
    kept = [row for row in table if "".join(row).strip(delimiter + ' "')]
    assert len(found.rows) == len(kept)
    for row, cells in zip(found.rows, kept, strict=True):
        assert [row.given[f"e1.{name}"] for name in ("nodes", "leaves", "cutoffs")] == list(cells[1:])
        assert grade(COUNTED, row).graded


@given(
    before=st.lists(st.just(ADA), max_size=3),
    line=st.text(alphabet="ab,;\"12\t '", max_size=20),
    after=st.lists(st.just(EVE), min_size=1, max_size=3),
)
def test_whatever_one_row_holds_the_others_are_marked(before, line, after):
    found, _ = marks_of(rows(*before, line, *after))
    assert found[: len(before)] == [("Ada", 3)] * len(before)
    assert found[len(found) - len(after) :] == [("Eve", 3)] * len(after)


@given(answers=st.dictionaries(
    st.sampled_from(["e1.A", "e2.A.alpha.entry", "e3.pruned", "e4.nodes", "e5.order", "e6.entry", "e6.right", "x"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    ),
))  # fmt: skip
def test_nothing_that_is_answered_raises(key, answers):
    marks = grade(key, answers)
    assert 0 <= marks.marks <= marks.of
    json.dumps(marks.to_dict(), allow_nan=False).encode()
    feedback(marks).encode()
    marks_csv([marks], key).encode()
    questions = question_statistics(key, [marks])
    assert [sum(each.outcomes.values()) for each in questions] == [1] * len(key.parts)
    json.dumps([each.to_dict() for each in [*questions, *unreadable_cells([marks])]], allow_nan=False).encode()


# --- what comes out ---------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """A key and a class, as files."""
    (tmp_path / "key.json").write_text(sheet_json(COUNTED, with_answers=True))
    (tmp_path / "class.csv").write_text(rows(ADA, f"Bob,{NODES},7,x", "=HYPERLINK(1),1,2,3", "Cy,1,2,3,4"))
    return tmp_path


def test_marks_and_feedback_as_csv(plywise, files):
    code, out, err = plywise("grade", files / "key.json", files / "class.csv", "--out", files / "marks.csv")
    assert code == 1
    assert out == ""
    assert err.splitlines() == [
        "row 5: it has 5 cells where the header has 4: not graded",
        "row 3, Bob: e1.cutoffs is unreadable: 'x' is not a number",
        "3 students graded, 1 row not graded, 2 below 50 %",
    ]
    content = (files / "marks.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    table = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [(row["row"], row["student"], row["graded"], row["marks"], row["percent"]) for row in table] == [
        ("2", "Ada", "yes", "3", "100.0"),
        ("3", "Bob", "yes", "1", "33.3"),
        ("4", "'=HYPERLINK(1)", "yes", "0", "0.0"),
        ("5", "Cy", "no", "", ""),
    ]
    assert table[0]["feedback"] == "all correct"
    assert "e1.leaves: wrong (7), the right answer is " in table[1]["feedback"]
    assert "e1.cutoffs: unreadable (x), 'x' is not a number; the right answer is " in table[1]["feedback"]
    assert [table[1][f"e1.{name}"] for name in ("nodes", "leaves", "cutoffs")] == ["1", "0", "0"]


@pytest.mark.parametrize("sign", "=+-@＝＋－＠﹦﹢﹣﹫")
def test_no_cell_is_a_formula_whichever_delimiter_a_spreadsheet_takes(sign):
    evil = f'{sign}HYPERLINK("x")'
    names = [evil, f"Ada;{evil}", f'Ada;"{evil}"', f"Ada,{evil}", f"Ada\t{evil}", f'Ada,""{evil}', f"Ada|'{evil}"]
    marks = [grade(COUNTED, Answers(name, {"e1.nodes": name, "e1.x": name})) for name in names]
    for delimiter in ",;\t":
        table = marks_csv(marks, COUNTED, delimiter)
        for other in ",;\t|":
            for row in csv.reader(io.StringIO(table), delimiter=other):
                assert [cell for cell in row if re.match(rf'"*{re.escape(sign)}', cell)] == []


def test_marks_as_json_and_as_text(plywise, files):
    code, out, _ = plywise("grade", files / "key.json", files / "class.csv", "--json", "--pass", 0)
    answer = json.loads(out)
    assert code == 1  # one row is not graded
    assert [(each["student"], each["marks"]) for each in answer["students"]] == [
        ("Ada", 3), ("Bob", 1), ("=HYPERLINK(1)", 0), ("Cy", None),
    ]  # fmt: skip
    verdict = answer["students"][1]["verdicts"][0]
    assert (verdict["part"], verdict["verdict"], verdict["marks"], verdict["of"]) == ("e1.nodes", "right", 1, 1)
    code, out, _ = plywise("grade", files / "key.json", files / "class.csv")
    assert out.splitlines()[1:] == [
        "Bob: 1 of 3 marks, 33.3 %", "=HYPERLINK(1): 0 of 3 marks, 0.0 %", "Cy: not graded",
    ]  # fmt: skip
    assert plywise("grade", files / "key.json", "-", stdin=rows(ADA))[0] == 0
    assert (
        plywise(
            "grade",
            files / "key.json",
            "-",
            stdin=rows(BEN),
        )[0]
        == 1
    )
    assert plywise("grade", files / "key.json", "-", "--pass", 0, stdin=rows(BEN))[0] == 0


def test_several_files_are_marked_and_a_bad_one_among_them_is_said(plywise, files):
    for name in ("Ada", "Eve"):
        answers = {"student": name, "answers": {"e1.nodes": NODES, "e1.leaves": LEAVES}}
        (files / f"{name}.json").write_text(json.dumps(answers))
    (files / "bad.json").write_text("{")
    words = [files / "key.json", files / "Ada.json", files / "bad.json", files / "no.json", files / "Eve.json"]
    code, out, err = plywise("grade", *words)
    assert code == 2
    assert out.splitlines() == ["Ada: 2 of 3 marks, 66.7 %", "Eve: 2 of 3 marks, 66.7 %"]
    assert [line.split(": ")[0] for line in err.splitlines()] == ["plywise grade"] * 2
    assert plywise("grade", *words[:2])[0] == 0
    code, out, err = plywise("grade", words[0], files / "class.csv", files / "Ada.json")
    assert err.splitlines() == [
        f"{files / 'class.csv'}: row 5: it has 5 cells where the header has 4: not graded",
        "Ada is in 2 files; each is marked separately",
        f"{files / 'class.csv'}: row 3, Bob: e1.cutoffs is unreadable: 'x' is not a number",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["no.json", "class.csv"], "no file"),
        (["key.json", "no.csv"], "no file"),
        (["class.csv", "class.csv"], "not valid JSON"),
        (["key.json", "key.json"], "this is a plywise key, not a file of students' answers"),
        (["key.json"], "ANSWERS"),
        (["key.json", "class.csv", "--pass", "120"], "--pass"),
        (["key.json", "class.csv", "--pass", "nan"], "--pass"),
        (["key.json", "class.csv", "--out", "/no/such/folder/x.csv"], "its folder does not exist"),
        (["key.json", "class.csv", "--out", "-", "--json"], "both write to stdout"),
        (["key.json", "class.csv", "--out", "./class.csv"], "would overwrite"),
        (["key.json", "class.csv", "--out", "key.json"], "would overwrite"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_bad_use_gets_one_line(plywise, files, monkeypatch, words, says):
    monkeypatch.chdir(files)
    code, out, err = plywise("grade", *words)
    assert (code, out) == (2, "")
    assert says in err.splitlines()[-1]


def test_a_template_for_a_class_is_read_back(key):
    for delimiter in ",;\t":
        filled = answers_csv(key, delimiter) + delimiter.join(["Ada", *["0"] * len(key.parts)]) + "\n"
        (row,) = read_answers(filled.encode(), key).rows
        assert (row.student, row.notes, row.refused) == ("Ada", (), "")
        assert row.given.keys() == key.parts.keys()


def test_answers_of_one_student_are_explained_part_by_part(plywise, files):
    answers = json.dumps({"student": "Ada", "answers": {"e1.nodes": NODES, "e1.leaves": "7", "e1.x": 1}})
    code, out, _ = plywise("grade", files / "key.json", "-", stdin=answers)
    lines = out.splitlines()
    assert code == 1
    assert lines[0].startswith("e1.nodes: right, 1 of 1; the nodes entered are A ")
    assert lines[1].startswith(f"e1.leaves: wrong, 0 of 1; the right answer is {LEAVES} (the leaves read are ")
    assert lines[2].startswith(f"e1.cutoffs: blank, 0 of 1; no answer; the right answer is {CUTOFFS}")
    assert lines[3] == "e1.x: extra, 0 of 0; the key has no such part"
    assert lines[-1] == "Ada: 1 of 3 marks, 33.3 %"


def test_refused_rows_are_not_graded():
    marks = grade(COUNTED, Answers("Ada", refused="row 1: broken"))
    assert (marks.graded, marks.verdicts, marks.notes) == (False, (), ("row 1: broken",))


def test_the_page_names_every_part(key):
    page = sheet_html(key)
    assert set(re.findall(r'data-part="([^"]+)"', page)) == set(key.parts)


def test_commas_in_a_quoted_name_do_not_make_a_comma_the_delimiter():
    header = '"Student, family name, first name, as on the list";e1.nodes'
    found = read_answers(f"{header}\nAda;{NODES}\n".encode(), COUNTED)
    assert found.delimiter == ";"
    assert found.rows[0].given["e1.nodes"] == str(NODES)


def test_between_tabs_a_decimal_comma_is_one():
    (row,) = read_answers(f"student\te1.nodes\nAda\t{NODES},0\n".encode(), COUNTED).rows
    assert grade(COUNTED, row).verdicts[0].verdict == "right"


def test_an_empty_second_column_of_a_part_leaves_what_the_first_holds():
    (row,) = read_answers(f"student,e1.nodes,e1.nodes\nAda,{NODES},\n".encode(), COUNTED).rows
    assert row.given["e1.nodes"] == str(NODES)
