"""Questions and classes, through a real server: what is asked, what is marked, and who is told what."""

import json
import time

import pytest

from plywise.teach.course_trees import COURSE_TREES
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.requirements import requirements_of
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.quiz.quiz import make_quiz
from plywise.web.classes import CODE_LENGTH, LETTERS, WRONG_CODE_SECONDS, Classes
from plywise.web.security import is_loopback
from tests.helpers.page_server import PageServer
from tests.helpers.paths import ROOT

COUNT = {"source": "exercise", "topic": "count", "level": "easy", "number": 2, "seed": 7}


@pytest.fixture(scope="module")
def server():
    with PageServer("--workers", 2) as server:
        yield server
    assert server.errors == "serving the page until Ctrl-C\n"


@pytest.fixture
def page(server, request):
    with server.page(f"of-{abs(hash(request.node.name))}") as page:
        yield page


def written(answer):
    """Return an answer of a key as a student writes it."""
    return " ".join(answer) or "none" if isinstance(answer, list) else str(answer)


@pytest.mark.parametrize("tree", COURSE_TREES, ids=lambda tree: tree.title)
def test_the_trees_are_those_of_the_course(tree, page):
    text = (ROOT / f"docs/course/{tree.page}.md").read_text(encoding="utf-8")
    assert tree.tree.replace(" ", ", ") in text
    answer = page.ask(
        "lesson_tree", tree=tree.tree, branching=tree.branching, algorithm=tree.algorithm, cut=tree.cut,
        minimizer_first=not tree.max_first,
    )  # fmt: skip
    status, headers, body = page_of(page, answer["url"])
    assert status == 200
    assert "sandbox" in headers["content-security-policy"]
    assert tree.algorithm in body


def page_of(page, url):
    """Return what a GET of an address on the page's server answers."""
    import http.client

    line = http.client.HTTPConnection(page.socket.remote_address[0], page.socket.remote_address[1], timeout=30)
    line.request("GET", url)
    answer = line.getresponse()
    found = answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read().decode()
    line.close()
    return found


@pytest.mark.fast_with(
    "medium-ordering",
    "medium-values",
    "medium-windows",
    "medium-pruned",
    "medium-count",
    "medium-error",
)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_each_kind_of_exercise_is_asked_without_its_key_and_marked(page, kind, level):
    wish = {"source": "exercise", "topic": kind, "level": level, "number": 2, "seed": 7}
    sheet = make_sheet([kind], requirements_of(level), seed=7, count=2)
    asked = page.ask("questions", **wish)
    for number, (exercise, told) in enumerate(zip(sheet.exercises, asked["questions"], strict=True)):
        assert set(told) == {"title", "text", "entries", "parts", "picture", "tree"}
        assert [set(part) for part in told["parts"]] == [{"id", "label", "hint"}] * len(exercise.parts)
        assert not any(part.because and part.because in json.dumps(told) for part in exercise.parts)
        assert not any(line in json.dumps(told, ensure_ascii=False) for line in exercise.solution if len(line) > 30)
        right = {part.id: written(part.answer) for part in exercise.parts}
        assert page.ask("mark", **wish, question=number, answers=right)["right"]
        wrong = page.ask("mark", **wish, question=number, answers=right | {exercise.parts[0].id: "77"})
        assert not wrong["right"]
        assert [part["right"] for part in wrong["parts"]] == [False] + [True] * (len(exercise.parts) - 1)


def test_what_lies_below_a_cut_may_be_marked_too(page):
    wish = {"source": "exercise", "topic": "pruned", "level": "easy", "number": 1, "seed": 1001}
    assert page.ask("questions", **wish)["questions"][0]["tree"] == "[[[3, 6], [14, 15]], [[2, 0], [20, 10]]]"
    for answer, right in (("G K", True), ("G K N O", True), ("K N O", False), ("G K F", False)):
        marked = page.ask("mark", **wish, question=0, answers={"e1.pruned": answer})
        assert (marked["right"], marked["parts"][0]["right"]) == (right, right), answer
    told = page.ask("mark", **wish, question=0, answers={"e1.pruned": "G K N"})["parts"][0]["because"]
    assert told.startswith("G is pruned: A is guaranteed 6 or more; C can have 2 at most")
    assert "; K is pruned: B is guaranteed 6 or less; E already has 14" in told
    assert told.endswith("; N lies below G, which is pruned: it neither earns nor costs marks")


def test_a_quiz_is_asked_and_marked(page):
    wish = {"source": "quiz", "number": 20, "seed": 3}
    questions = make_quiz([], 20, 3)
    asked = page.ask("questions", **wish)["questions"]
    assert [told["text"][0] for told in asked] == [question.text for question in questions]
    assert not any(question.answer in json.dumps(asked, ensure_ascii=False) for question in questions)
    for number, question in enumerate(questions):
        right = str(question.expects or "")
        marked = page.ask("mark", **wish, question=number, answers={"answer": right})
        assert marked["right"] is (None if question.expects is None else True)
        assert marked["solution"] == [question.answer]
        if isinstance(question.expects, int):
            assert not page.ask("mark", **wish, question=number, answers={"answer": "-77"})["right"]
            assert "please answer" in page.ask("mark", **wish, question=number, answers={"answer": "?"})["error"]


def test_bad_wishes_have_one_line(page):
    assert page.ask("questions", source="exercise")["error"].startswith("no topic ''; there are values")
    assert page.ask("questions", source="quiz", topic="values")["error"].startswith("no topic 'values'; there are")
    assert "at most 300 nodes" in page.ask("lesson_tree", tree="1 " * 256)["error"]
    for tree in ("", "x", "[", "1 2 3", "[[]]", '["a"', "[" * 900):
        assert "\n" not in page.ask("lesson_tree", tree=tree)["error"]
    assert page.ask("mark", **COUNT, question=2, answers={})["error"] == "there is no question 3; there are 2"
    assert not page.ask("mark", **COUNT, question=0, answers={"e1.nodes": "x" * 200, "": ""})["right"]
    before = time.monotonic()
    assert page.ask("class_join", code="ZZZZZ")["error"] == "no class ZZZZZ, or it has ended"
    assert time.monotonic() - before >= WRONG_CODE_SECONDS  # codes are not to be tried


def test_a_class_is_asked_one_question_at_a_time(server):
    with server.page("teacher-1") as teacher, server.page("pupil-a-1") as ann, server.page("pupil-b-1") as ben:
        code = teacher.ask("class_open", **COUNT)["code"]
        assert teacher.ask("class_join", code=code)["role"] == "teacher"
        told = [pupil.ask("class_join", code=code.lower()) for pupil in (ann, ben)]
        assert [(each["role"], each["question"], "questions" in each) for each in told] == [("pupil", None, False)] * 2
        assert teacher.until(lambda event: event.get("here") == 2)
        assert teacher.ask("class_count", code=code)["error"].endswith("no question has been asked yet")
        teacher.ask("class_ask", code=code, question=1)
        key = make_sheet(["count"], requirements_of("easy"), seed=7, count=2).exercises[1]
        right = {part.id: written(part.answer) for part in key.parts}
        for pupil in (ann, ben):
            assert pupil.until(lambda event: event.get("asked") == 1)["question"]["title"] == "Count the nodes"
        assert ann.ask("class_answer", code=code, question=1, answers=right) == {"ok": True, "kept": True}
        assert ben.ask("class_answer", code=code, question=1, answers={}) == {"ok": True, "kept": True}
        assert (
            "question 1 is not the current question"
            in ben.ask("class_answer", code=code, question=0, answers={})["error"]
        )
        assert not [event for event in teacher.events if "answered" in event]  # not before it is asked for
        counts = teacher.ask("class_count", code=code)
        assert (counts["here"], counts["answered"]) == (2, 2)
        assert [part["right"] for part in counts["parts"]] == [1, 1, 1]
        assert sorted(counts["parts"][0]["given"]) == sorted([[right[key.parts[0].id], 1], ["", 1]])
        ben.ask("class_answer", code=code, question=1, answers=right)  # who changes an answer is not counted twice
        assert [part["right"] for part in teacher.ask("class_count", code=code)["parts"]] == [2, 2, 2]
        assert teacher.ask("class_close", code=code)["ok"]
        assert ann.until(lambda event: event.get("closed"))
        assert "no class" in ann.ask("class_join", code=code)["error"]


def test_only_the_teachers_page_asks_counts_and_ends(server):
    with server.page("teacher-2") as teacher, server.page("pupil-c-1") as pupil:
        code = teacher.ask("class_open", source="quiz", number=2)["code"]
        teacher.ask("class_ask", code=code, question=0)
        pupil.ask("class_join", code=code)
        for do, more in (("class_ask", {"question": 1}), ("class_count", {}), ("class_close", {})):
            assert pupil.ask(do, code=code, **more)["error"].endswith("only the page that opened it can do this")
        assert "there is no question 3" in teacher.ask("class_ask", code=code, question=2)["error"]


def test_the_teacher_is_told_the_questions_once(server):
    with server.page("teacher-5") as teacher, server.page("pupil-e-1") as pupil:
        code = teacher.ask("class_open", **COUNT)["code"]
        joined = teacher.ask("class_join", code=code)
        assert (len(joined["questions"]), joined["address"]) == (2, "")  # nobody comes from elsewhere
        pupil.ask("class_join", code=code)
        teacher.ask("class_ask", code=code, question=0)
        teacher.until(lambda event: event.get("asked") == 0)
        pupil.close()
        left = teacher.until(lambda event: event.get("here") == 0)
        assert left == {"event": "class", "code": code, "asked": 0, "of": 2, "role": "teacher", "here": 0}


def test_nothing_is_said_of_a_question_that_is_not_asked(server):
    with server.page("teacher-6") as teacher, server.page("pupil-f-1") as pupil:
        code = teacher.ask("class_open", source="quiz", topic="trees", number=2, seed=1)["code"]
        pupil.ask("class_join", code=code)
        for number in range(2):  # marked, it would say that a number is expected
            told = pupil.ask("class_answer", code=code, question=number, answers={"answer": "?"})
            assert told["error"].endswith(f"question {number + 1} is not the current question")


@pytest.mark.slow
def test_others_are_told_an_address_with_the_token():
    with PageServer("--workers", 1, "--host", "0.0.0.0") as server:
        token = server.address.partition("token=")[2]
        port = server.netloc.rpartition(":")[2]
        server.netloc = f"127.0.0.1:{port}"
        with server.page("teacher-7", additional_headers={"Cookie": f"plywise_token_{port}={token}"}) as teacher:
            code = teacher.ask("class_open", **COUNT)["code"]
            address = teacher.ask("class_join", code=code)["address"]
    host, _, rest = address.removeprefix("http://").partition(":")
    assert rest == f"{port}/?token={token}"
    assert not is_loopback(host)


def test_a_page_that_comes_back_finds_its_answer(server):
    with server.page("teacher-3") as teacher:
        code = teacher.ask("class_open", **COUNT)["code"]
        teacher.ask("class_ask", code=code, question=0)
        with server.page("pupil-d-1") as pupil:
            pupil.ask("class_join", code=code)
            pupil.ask("class_answer", code=code, question=0, answers={"e1.nodes": "5"})
        with server.page("pupil-d-1") as pupil:
            assert pupil.ask("class_join", code=code)["own"] == {"e1.nodes": "5"}
    with server.page("teacher-3") as teacher:
        again = teacher.ask("class_join", code=code)
        assert (again["role"], again["asked"], len(again["questions"])) == ("teacher", 0, 2)


def test_nobody_else_can_ask_for_the_same_questions(server):
    with server.page("teacher-4") as teacher:
        found = []
        for _ in range(2):
            code = teacher.ask("class_open", source="exercise", topic="values")["code"]
            found.append(teacher.ask("class_join", code=code)["questions"][0]["tree"])
        assert found[0] != found[1]


def test_classes_are_found_by_codes_and_the_oldest_ends(monkeypatch):
    monkeypatch.setattr("plywise.web.classes.MAX_CLASSES", 2)
    classes = Classes()
    codes = [classes.open(f"teacher-{number}", {}, []).code for number in range(3)]
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)
    with pytest.raises(ValueError, match="no class"):
        classes.find(codes[0])
    assert classes.find(codes[2].lower()).code == codes[2]
    again = classes.open("teacher-2", {}, [])
    with pytest.raises(ValueError, match="no class"):
        classes.find(codes[2])
    assert classes.find(again.code) is again


def test_a_class_whose_teacher_is_here_goes_on(monkeypatch):
    monkeypatch.setattr("plywise.web.classes.MAX_CLASSES", 2)
    classes = Classes()
    first, second = (classes.open(f"teacher-{number}", {}, []) for number in range(2))
    first.join("teacher-0", Hearing())
    third = classes.open("teacher-2", {}, [])
    assert classes.find(first.code) is first
    with pytest.raises(ValueError, match="no class"):
        classes.find(second.code)
    third.join("teacher-2", Hearing())
    with pytest.raises(ValueError, match="2 classes are already open"):
        classes.open("teacher-3", {}, [])


class Hearing:
    """A connection that keeps what it is told."""

    def __init__(self):
        self.told = []

    def send(self, message):
        self.told.append(message)


def test_a_class_has_room_for_so_many(monkeypatch):
    monkeypatch.setattr("plywise.web.classes.MAX_PUPILS", 2)
    found = Classes().open("teacher", {}, [])
    for name in ("a", "b"):
        found.join(name, object())
    with pytest.raises(ValueError, match="the class is full"):
        found.join("c", object())
    found.join("a", object())  # a second connection of the same page
    found.join("teacher", object())  # who has room also when they come last
    assert found.count_here() == 2
