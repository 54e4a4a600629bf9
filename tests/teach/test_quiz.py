"""The quiz: what its answers say is so, as far as a search can tell; and the quiz in the terminal and as a page."""

import json
import re
import shutil
import signal
from itertools import permutations, product
from math import inf

import pytest
from playwright.sync_api import sync_playwright

import plywise as pw
from plywise.errors import InputError
from plywise.show.sheet.quiz import quiz_html
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.read_answers import Unreadable
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.quiz.questions import QUESTIONS, TOPICS
from plywise.teach.quiz.quiz import MAKERS, is_right, make_question, make_quiz

BY_NAME = {question.name: question for question in QUESTIONS}
TREES = [
    pw.Tree.uniform(branching, depth, "random", seed)
    for branching, depth in ((2, 3), (3, 2), (2, 4))
    for seed in range(12)
]
TIED = [pw.Tree([seed * leaf * leaf % 5 for leaf in range(1, 9)], branching=2) for seed in range(1, 30)]


def leaves(branching, depth, order="best"):
    return pw.algorithms.alphabeta(pw.Tree.uniform(branching, depth, order)).leaves


def said(found):
    return "yes" if found else "no"


def root_is_ever_cut():
    return any(len(cut.at) == 0 for tree in TREES + TIED for cut in pw.trace(tree).pruned)


def first_line_is_ever_cut():
    return any(set(event_path(trace, event)) <= {0} for trace in map(pw.trace, TREES + TIED) for event in trace.events
               if event.kind == "cutoff")  # fmt: skip


def event_path(trace, event):
    return trace.path(event.record)


def doubled(tree):
    return pw.Tree([2 * value + 1 for value in tree.value if value is not None], branching=tree.branching)


def equal_numbers_of_unequal_moves():
    """Return whether two root moves ever come back with the same number though one of them is worse."""
    for tree in TIED:
        trace = pw.trace(tree)
        returned = [trace.records[child].value for child in trace.records[0].children]
        true = [tree.minimax_values[child] for child in tree.children(0)]
        if returned[0] == returned[1] and true[0] != true[1]:
            return True
    return False


def best_move_depends_on_the_order():
    return any(
        pw.algorithms.alphabeta(tree).best != 1 - pw.algorithms.alphabeta(tree.ordered("reverse")).best for tree in TIED
    )


def best_moves(tree):
    return [
        place for place, child in enumerate(tree.children(0)) if tree.minimax_values[child] == tree.minimax_values[0]
    ]


def playing_minimax_can_lose_value():
    """Return whether MAX, who follows minimax, ever gets less than the value against any play of MIN."""
    for tree in TREES:
        nodes = [0]
        for node in nodes:
            children = tree.children(node)
            if not children:
                if tree.value[node] < tree.minimax_values[0]:
                    return True
            elif tree.ply[node] % 2 == 0:
                nodes.append(max(children, key=tree.minimax_values.__getitem__))
            else:
                nodes.extend(children)
    return False


def classroom(depth, node_index, maximizing, values, alpha, beta, *, height=3, children=2, start=inf, cuts=True):
    """Return the value as the classic classroom program finds it, and the number of calls."""
    if depth == height:
        return values[node_index], 1
    best, calls = (-start if maximizing else start), 1
    for i in range(children):
        options = {"height": height, "children": children, "start": start, "cuts": cuts}
        value, below = classroom(depth + 1, node_index * children + i, not maximizing, values, alpha, beta, **options)
        calls += below
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if cuts and beta <= alpha:
            break
    return best, calls


def run_classroom(tree, **options):
    values = [value for value in tree.value if value is not None]
    return classroom(0, 0, True, values, -inf, inf, height=tree.height, children=tree.branching, **options)


def a_leaf_follows_a_cutoff(tree):
    kinds = [event.kind for event in pw.trace(tree).events]
    return "cutoff" in kinds and "leaf" in kinds[kinds.index("cutoff") :]


def alpha_rises_below_a_min_node(tree):
    """Return whether a child of a MIN node is entered with another alpha than that node."""
    trace = pw.trace(tree)
    alphas = {event.record: event.alpha for event in trace.events if event.kind == "enter"}
    return any(
        alphas[record] != alphas[trace.records[record].parent]
        for record in alphas
        if record and trace.records[trace.records[record].parent].player == pw.MIN
    )


def endless_play_ends():
    class Endless(pw.Tree):
        def terminal(self, state):
            return False

        def actions(self, state):
            return [0]

        def result(self, state, action):
            return state

    try:
        pw.algorithms.minimax(Endless([1, 2]))
    except InputError:
        return False
    return True


CHECKED = {
    "complete": lambda: said(all(pw.algorithms.minimax(tree).nodes == tree.total_nodes for tree in TREES + TIED)),
    "complete-endless": lambda: said(endless_play_ends()),
    "optimal": lambda: said(not playing_minimax_can_lose_value()),
    "alphabeta-optimal": lambda: said(
        any(pw.algorithms.alphabeta(tree).best not in best_moves(tree) for tree in TREES + TIED)
    ),
    "minus-thousand": lambda: said(classroom(0, 0, True, [-2000] * 8, -inf, inf, start=1000)[0] == -2000),
    "break-ends": lambda: said(not any(map(a_leaf_follows_a_cutoff, TREES))),
    "without-break": lambda: said(
        any(run_classroom(tree)[0] != run_classroom(tree, cuts=False)[0] for tree in TREES + TIED)
    ),
    "copies": lambda: said(any(map(alpha_rises_below_a_min_node, TREES))),
    "node-index-3": lambda: 3 * 2 + 1,
    "leaf-depth": lambda: pw.Tree(list(range(16)), branching=2).height,
    "three-children-leaves": lambda: pw.Tree.uniform(3, 3).total_leaves,
    "three-children-index": lambda: 4 * 3 + 2,
    "three-by-three": lambda: pw.algorithms.alphabeta(pw.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value,
    "fallible-less": lambda: said(playing_minimax_can_lose_value()),
    "monotone": lambda: said(any(best_moves(tree) != best_moves(doubled(tree)) for tree in TREES + TIED)),
    "same-value": lambda: said(
        all(pw.algorithms.alphabeta(tree).value == pw.algorithms.minimax(tree).value for tree in TREES + TIED)
    ),
    "inner-values": lambda: said(
        all(
            record.value == tree.minimax_values[record.state.node]
            for tree in TREES
            for record in pw.trace(tree).records
            if record.visited
        )
    ),
    "root-cut": lambda: said(root_is_ever_cut()),
    "leftmost": lambda: said(first_line_is_ever_cut()),
    "ge-same": lambda: said(
        any(
            pw.algorithms.alphabeta(tree).value != pw.algorithms.alphabeta(tree, cut="gt").value
            for tree in TREES + TIED
        )
    ),
    "equal-moves": lambda: "no" if equal_numbers_of_unequal_moves() else "yes",
    "order-value": lambda: said(
        any(
            pw.algorithms.alphabeta(tree).value != pw.algorithms.alphabeta(tree.ordered("random", seed)).value
            for tree in TREES
            for seed in (1, 2)
        )
    ),
    "order-move": lambda: said(best_move_depends_on_the_order()),
    "leaves-4-3": lambda: leaves(4, 3),
    "leaves-2-4": lambda: leaves(2, 4),
    "leaves-worst": lambda: leaves(3, 3, "worst"),
    "nodes-3-3": lambda: pw.Tree.uniform(3, 3).total_nodes,
    "minimax-10-4": lambda: pw.Tree.uniform(10, 4).total_leaves,
    "best-10-4": lambda: leaves(10, 4),
    "deepening-nodes": lambda: sum(10**depth for depth in range(4)),
    "table-value": lambda: said(
        any(pw.algorithms.alphabeta(tree, table=1).value != pw.algorithms.minimax(tree).value for tree in TREES)
    ),
    "estimate-proof": lambda: said(pw.search(pw.make("connect4"), depth=3, engine="reference").proved),
    "tic-tac-toe": lambda: pw.algorithms.alphabeta(pw.make("tictactoe")).value,
    "nim-sum": lambda: 3 ^ 4 ^ 5,
    "nim-move": lambda: said(pw.algorithms.alphabeta(pw.make("nim", heaps="2-2")).value == 1),
}


def test_every_question_that_is_marked_is_checked():
    assert CHECKED.keys() == {question.name for question in QUESTIONS if question.expects is not None}


@pytest.mark.parametrize("name", CHECKED)
def test_what_an_answer_says_is_so(name):
    assert CHECKED[name]() == BY_NAME[name].expects
    answer = BY_NAME[name].answer
    if isinstance(BY_NAME[name].expects, str):
        assert answer.lower().startswith(BY_NAME[name].expects)
    else:
        assert re.search(rf"\b{BY_NAME[name].expects:,}\b", answer)


def test_the_classroom_program_is_alpha_beta_and_its_indices_are_those_of_the_leaves():
    for tree in TREES + TIED:
        if tree.max_first:
            value, calls = run_classroom(tree)
            assert (value, calls) == (tree.minimax_values[0], pw.algorithms.alphabeta(tree).nodes)
            assert run_classroom(tree, cuts=False)[1] == tree.total_nodes
    for children, height in ((2, 3), (3, 3)):
        reached = [0]
        for _ in range(height):
            reached = [index * children + i for index in reached for i in range(children)]
        assert reached == list(range(children**height))


def test_figures_within_answers_are_so():
    game = pw.make("tictactoe")
    assert pw.algorithms.alphabeta(game).nodes == 18_297
    assert "18,297 instead of 146,120" in BY_NAME["ge-or-gt"].answer  # 146,120: tests/test_reference.py
    assert pw.algorithms.alphabeta(pw.make("nim", heaps="3-4-5"), table=100).value == 1
    for branching, depth in ((2, 2), (2, 3), (3, 2)):
        low, high = branching ** (depth // 2), branching ** -(-depth // 2)
        assert leaves(branching, depth) == low + high - 1


def test_no_order_of_a_small_tree_reads_fewer_leaves_than_the_formula():
    for left, right in product(permutations([1, 2]), permutations([3, 4])):
        for tree in ([list(left), list(right)], [list(right), list(left)]):
            assert pw.algorithms.alphabeta(pw.Tree(tree)).leaves >= 3


def test_every_question_stands_alone():
    """A quiz draws them in any order: none may lean on another."""
    assert [each.name for each in QUESTIONS if each.text.split()[0] in ("And", "But", "Then", "So", "There")] == []
    assert [each.name for each in QUESTIONS if {"he", "his", "him"} & set(f"{each.text} {each.answer}".split())] == []


def test_there_are_enough_questions_of_every_topic_and_each_once():
    assert len(QUESTIONS) >= 35
    assert len(BY_NAME) == len({question.text for question in QUESTIONS}) == len(QUESTIONS)
    assert {question.topic for question in QUESTIONS} == TOPICS.keys() - {"trees"}
    for question in QUESTIONS:
        assert question.text.strip().endswith(("?", "(yes or no)", ".")), question.name
        assert 8 < len(question.answer) < 400, question.name
        assert ("(yes or no)" in question.text) == (question.expects in ("yes", "no")), question.name


def mirrored(nested):
    return [mirrored(child) for child in reversed(nested)] if isinstance(nested, list) else nested


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("maker", range(len(MAKERS)))
def test_made_up_questions_are_answered_right(maker, right_to_left):
    for seed in range(60):
        text, answer, expects, drawn = MAKERS[maker](StableRandom(seed), SearchRules(right_to_left=right_to_left))
        assert re.search(rf"(?<![\w-]){expects}\b", answer), (text, answer)
        tree = re.search(r"root of (\[.*?\])\. ", text)
        if tree:
            searched = pw.Tree(json.loads(tree[1]), max_first=text.startswith("MAX"))
            assert (drawn.to_nested(), drawn.max_first) == (searched.to_nested(), searched.max_first)
            assert ("from right to left" in text) == (right_to_left and "alpha-beta" in text)
            if right_to_left:
                searched = pw.Tree(mirrored(searched.to_nested()), max_first=searched.max_first)
            result = pw.algorithms.alphabeta(searched)
            assert expects == (
                result.value
                if "minimax value" in text
                else result.leaves
                if "How many leaves" in text
                else result.nodes
            )
        else:
            assert drawn is None
            branching, depth = map(int, re.search(r"b = (\d+), d = (\d+)", text).groups())
            if "How many nodes" in text:
                assert expects == sum(branching**ply for ply in range(depth + 1))
            else:
                assert expects == pw.Tree.uniform(branching, depth, "best").minimal_leaves


def test_a_quiz_by_topic_count_and_seed():
    assert make_quiz(seed=3) == make_quiz(seed=3) != make_quiz(seed=4)
    assert len(make_quiz(count=25)) == 25
    assert len({question.name for question in make_quiz(count=60, seed=1)}) == 60
    assert {question.topic for question in make_quiz(["horizon"], 100)} == {"horizon"}
    assert {question.topic for question in make_quiz(["trees"], 7)} == {"trees"}
    assert len(make_quiz(["horizon"], 100)) == sum(question.topic == "horizon" for question in QUESTIONS)
    assert len(make_quiz(count=300)) == 300
    for topics, count, says in (
        (["cooking"], 3, "no topic 'cooking'"),
        ([], 0, "1 to 1,000"),
        ([], 5000, "1 to 1,000"),
    ):
        with pytest.raises(InputError, match=says):
            make_quiz(topics, count)


def test_answers_are_marked_however_they_are_typed():
    number, word = BY_NAME["minimax-10-4"], BY_NAME["same-value"]
    assert [is_right(number, text) for text in ("10000", "10,000", " 10000.0 ", "9999", "")] == [
        True,
        True,
        True,
        False,
        None,
    ]
    assert [is_right(word, text) for text in ("yes", "Y", "Yes.", "no", "  ")] == [True, True, True, False, None]
    assert is_right(BY_NAME["value"], "whatever") is None
    for question in (number, word):
        with pytest.raises(Unreadable):
            is_right(question, "perhaps")


# --- in the terminal, and as a page -----------------------------------------------------------------------------------


def test_the_quiz_asks_waits_reveals_and_keeps_score(plywise):
    questions = make_quiz(["ordering"], 9, seed=5)
    marked = [question for question in questions if question.expects is not None]
    typed = "".join("\ny\n" if question.expects is None else f"{question.expects}\n" for question in questions)
    code, out, err = plywise("quiz", "--topic", "ordering", "--count", 9, "--seed", 5, stdin=typed)
    assert (code, err) == (0, "")
    assert out.count("Right.") == len(marked)
    own = len(questions) - len(marked)
    assert own > 1
    assert out.splitlines()[-1] == f"{len(marked)} of {len(marked)} right, and {own} of {own} by your own marking."
    flat = " ".join(out.split())
    assert all(question.answer in flat for question in questions)


def test_open_questions_are_judged_by_yes_or_no_or_not_at_all(plywise):
    words = ("quiz", "--topic", "horizon", "--count", 4, "--seed", 2)
    assert all(question.expects is None for question in make_quiz(["horizon"], 4, seed=2))
    code, out, _ = plywise(*words, stdin="\ny\n\nmaybe\nno\n\n\n\nN\n")
    assert code == 0
    assert out.count("please answer yes or no") == 1
    assert out.splitlines()[-1] == "0 of 0 right, and 1 of 3 by your own marking."


def test_the_trees_asked_about_are_drawn(plywise):
    question = next(each for each in make_quiz(["trees"], 20, seed=1) if each.tree is not None)
    code, out, _ = plywise("quiz", "--topic", "trees", "--count", 20, "--seed", 1, "--answers")
    assert code == 0
    leaves_drawn = [str(value) for value in question.tree.value if value is not None]
    block = next(block for block in out.split("\n\n") if re.search(rf"A M(AX|IN)(.|\n)* {leaves_drawn[-1]}$", block))
    assert [line.split()[-1] for line in block.splitlines() if line.split()[-1] not in ("MAX", "MIN")] == leaves_drawn
    page = quiz_html([question, BY_NAME["three-by-three"], BY_NAME["value"]], "Quiz")
    assert page.count("<svg") == 2
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_wrong_unreadable_and_no_answers(plywise):
    words = ("quiz", "--topic", "trees", "--count", 3, "--seed", 1)
    code, out, _ = plywise(*words, stdin="-12345\nwhat\n\n")
    assert code == 0
    assert [out.count(text) for text in ("Wrong.", "please answer with a number", "The answer is:")] == [1, 1, 1]
    assert out.splitlines()[-1] == "0 of 2 right."
    assert plywise(*words, stdin="quit\n")[1].splitlines()[-1].endswith("0 of 0 right.")


def test_the_questions_with_their_answers(plywise):
    code, out, _ = plywise("quiz", "--answers", "--count", 64, "--seed", 1)
    assert code == 0
    assert len(re.findall(r"(?m)^\d+\. \[", out)) == 64


def test_bad_options_get_one_line(plywise, tmp_path):
    code, _, err = plywise("quiz", "--topic", "minimax", "--right-to-left")
    assert (code, err) == (2, "plywise: --right-to-left goes with the topic trees\n")
    for words in (("--topic", "x"), ("--count", "0"), ("--html", "-", "--answers"), ("--html", tmp_path / "a" / "b")):
        code, out, err = plywise("quiz", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_ctrl_c_leaves_with_the_score(on_a_terminal):
    code, written = on_a_terminal("quiz", "--topic", "trees", "--seed", "1", answers=[("answer:", signal.SIGINT)])
    assert code == 130
    assert "0 of 0 right." in written
    assert "Traceback" not in written


def test_the_page_holds_every_question_and_nothing_from_elsewhere():
    questions = [*QUESTIONS, make_question(StableRandom(1))]
    page = quiz_html(questions, "A <quiz> & more")
    assert "A &lt;quiz&gt; &amp; more" in page
    assert page.count('class="card"') == len(questions)
    links = re.findall(r"https?://[^\"'\s<]+|(?:src|href)\s*=|url\(|@import", page)
    assert set(links) <= {"http://www.w3.org/2000/svg"}
    expected = json.loads(re.search(r"const expected = (\{.*?\}), yes", page)[1])
    assert expected == {question.name: question.expects for question in questions if question.expects is not None}


# A hundred answers, in one call: one by one they take half a minute where the tests beside this one leave no processor.
FILL_IN = """answers => {
  for (const [name, answer] of Object.entries(answers)) {
    for (const field of document.querySelectorAll(`[data-part="${name}"]`)) {
      if (Array.isArray(answer)) field.checked = answer.map(String).includes(field.value);
      else field.value = String(answer);
      field.dispatchEvent(new Event("input", {bubbles: true}));
      field.dispatchEvent(new Event("change", {bubbles: true}));
    }
  }
}"""


@pytest.mark.slow
def test_the_pages_work_in_a_browser(plywise, tmp_path):
    quiz, sheet, key = tmp_path / "quiz.html", tmp_path / "sheet.html", tmp_path / "key.json"
    plywise("quiz", "--count", 90, "--seed", 1, "--html", quiz)
    plywise("exercise", "--kind", "all", "--seed", 3, "--html", sheet, "--key", key)
    answers = {
        part["id"]: part["answer"] for each in json.loads(key.read_text())["exercises"] for part in each["parts"]
    }
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(quiz.as_uri())
        page.fill("#in-same-value", "Yes")
        page.fill("#in-nim-sum", "3")
        page.click("#check")
        assert page.inner_text("#verdict-same-value") == "right"
        assert page.inner_text("#verdict-nim-sum") == "wrong"
        assert page.inner_text("#score").startswith("1 of ")
        page.eval_on_selector("#answer-value", "each => each.open = true")
        page.click("#answer-value button[value=yes]")
        assert page.inner_text("#score").endswith(" right, and 1 of 1 by your own marking")
        page.goto(sheet.as_uri())
        page.fill("#student", "Ada Łovelace/../x")
        page.evaluate(FILL_IN, answers)
        with page.expect_download() as download:
            page.click("#hand-in")
        assert download.value.suggested_filename == "answers-Ada-Łovelace-x.json"
        download.value.save_as(tmp_path / "answers.json")
        browser.close()
    assert faults == []
    code, out, _ = plywise("grade", key, tmp_path / "answers.json", "--pass", 100)
    assert code == 0
    assert "100.0 %" in out
