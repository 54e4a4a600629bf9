"""After the game, puzzles and lessons on the page, in real Chromium, with a server that the test answers for."""

import pytest

from tests.helpers.page_play import begin, state_of
from tests.helpers.page_views import findings, open_pages
from tests.helpers.pretended_server import ADDRESS

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WINDOWS = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}, "phone": PHONE}


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page with a server; afterwards nothing may have gone wrong on it."""
    with open_pages(browser) as open_page:
        yield open_page


def play(page, *cells):
    for cell in cells:
        before = state_of(page)["plies"]
        page.click(f"#board .cell[data-at='{cell}']")
        page.locator("#moves button").nth(before).wait_for()


def review(page):
    """Play a game in which X overlooks a win, and have it reviewed."""
    begin(page, ADDRESS, "tictactoe", position="XX.OO....")
    play(page, "2,0", "1,2")
    page.click("#review")
    page.locator(".turning button").first.wait_for()


def test_a_review_shows_turning_points_first_and_their_positions(open_page):
    page, server = open_page()
    review(page)
    headings = page.locator(".turning button").all_text_contents()
    assert headings == ["1. X plays 6: blunder"]
    assert "throws the win away" in page.inner_text(".turning p")
    assert page.inner_text(".grades li:first-child") == "X: 1 blunder"
    page.click(".turning button")
    page.locator("#moves:not(:has([aria-current]))").wait_for()  # the position before the move
    page.locator(".arrow").nth(1).wait_for()
    assert page.inner_text("#review-state").startswith("On the board, 1 is the best move")
    assert page.get_attribute(".turning button", "aria-pressed") == "true"
    page.click(".review details summary")
    summaries = page.locator(".all-moves button").all_text_contents()
    assert len(summaries) == server.ongoing.ply == 2
    assert "best 2" in summaries[0]


@pytest.mark.slow
def test_a_review_draws_the_curve_with_distances_and_a_new_move_ends_it(open_page):
    page, _ = open_page()
    review(page)
    assert page.locator("#curve .proved").count() == 3
    assert page.locator("#curve .distance").count() == 1
    words = page.inner_text("#curve p")
    assert "after move 0: win in 1" in words
    page.click("[data-step='-Infinity']")
    page.get_by_text("X: win in 1", exact=False).first.wait_for()
    assert "dashed line: plies to the end" in page.inner_text(".curve-said")
    page.click("[data-do=play-from-here]")
    page.locator("#moves:not(:has(button))").wait_for()
    play(page, "0,2")
    assert page.locator(".turning").count() == 0


@pytest.mark.slow
def test_play_from_here_goes_on_from_the_position_shown(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "tictactoe")
    assert page.locator("#play-from-here").is_hidden()
    play(page, "0,0", "0,1", "1,1", "2,2")
    page.click("#moves [data-ply='2']")
    page.locator("#play-from-here:not([hidden])").click()
    page.locator("#moves [data-ply='3']").wait_for(state="detached")
    assert server.ongoing.words == ["0", "1"]
    assert server.ongoing.redo_words == ["4", "8"]
    play(page, "2,0")
    assert server.ongoing.words == ["0", "1", "6"]


@pytest.mark.slow
def test_why_not_that_move_asks_about_it_and_plays_nothing(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "tictactoe", people=("max",))
    play(page, "0,0")
    page.click("[data-do=why-not]")  # it is the other player's turn
    assert page.get_attribute("[data-do=why-not]", "aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert page.get_attribute("[data-do=why-not]", "aria-pressed") == "false"
    page.click("[data-do=why-not]")
    page.click(".cell[data-at='1,0']")
    page.get_by_text("3 loses at once.").wait_for()
    assert server.asked[-1]["do"] == "why"
    assert server.asked[-1]["move"] == "3"
    assert server.ongoing.words == ["0"]
    assert page.get_attribute("[data-do=why-not]", "aria-pressed") == "false"


@pytest.mark.slow
def test_ones_own_mistakes_are_puzzles(open_page):
    page, server = open_page()
    review(page)
    page.click("a.button:has-text('Try again: 1 mistake')")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    assert page.inner_text("#puzzle-task") == "X to move and win in 1 ply."
    page.click("#puzzle-board .cell[data-at='2,1']")
    page.get_by_text("7 is not the move.").wait_for()
    page.click("#puzzle-again")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    page.click("#puzzle-board .cell[data-at='0,2']")
    page.get_by_text("Correct.").wait_for()
    assert len(server.solved) == 1
    page.click("#puzzle-back")
    page.locator("#game:not([hidden]) .turning").wait_for()


def test_puzzles_are_asked_one_at_a_time(open_page):
    page, server = open_page()
    page.goto(f"{ADDRESS}#/puzzles")
    page.select_option("#puzzle-game", "tictactoe")
    page.click("#puzzle-make")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    assert page.url.endswith("#/puzzles/tictactoe/0")
    assert page.inner_text("#puzzle-difficulty") == "Puzzle 1 of 2 · difficulty 3"
    page.locator("#puzzle-board .cell[data-at='0,2']").focus()
    page.keyboard.press("Enter")  # by the keyboard alone
    page.get_by_text("Correct.").wait_for()
    assert page.locator("#puzzle-board .cell.playable").count() == 0
    page.click("#puzzle-next")
    page.get_by_text("Puzzle 2 of 2").wait_for()
    assert page.get_attribute("[data-puzzle='0']", "aria-label") == "Puzzle 1, difficulty 3, solved"
    page.reload()
    page.get_by_text("Puzzle 2 of 2").wait_for()  # the first that is not solved
    page.click("#puzzle-make")
    page.wait_for_url("**#/puzzles/tictactoe/1")
    assert server.difficulty == {}
    page.select_option("#puzzle-plies", "4-6")
    page.click("#puzzle-make")
    page.wait_for_url("**#/puzzles/tictactoe/0/4-6")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    assert server.difficulty == {"easiest": 4, "hardest": 6}
    page.reload()
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    assert page.input_value("#puzzle-plies") == "4-6"
    assert "best" not in str([each for each in server.asked if each["do"] != "try"])


@pytest.mark.slow
def test_a_tree_of_the_course_is_stepped_through(open_page):
    page, _ = open_page()
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#tree-choice option").nth(2).wait_for(state="attached")
    page.select_option("#tree-choice", label="A tie, cut only when alpha > beta")
    assert page.input_value("#tree-cut") == "gt"
    page.click("#tree-form .main")
    frame = page.frame_locator("#tree-frame")
    frame.get_by_text("Before the search.").wait_for()
    frame.locator("[data-do=forward]").click()
    frame.get_by_text("Before the search.").wait_for(state="hidden")
    assert frame.locator(".pw-slider").input_value() == "1"


def test_questions_are_asked_one_at_a_time_and_marked_by_the_server(open_page):
    page, server = open_page()
    page.goto(f"{ADDRESS}#/questions/exercise/count/easy/2/7")
    page.locator("#question input").nth(2).wait_for()
    assert page.inner_text("#question-place") == "Question 1 of 2"
    assert page.get_by_alt_text("The tree [[", exact=False).first.is_visible()
    assert "right is" not in page.content()
    for field in page.locator("#question input").all():
        field.fill("1")
    page.keyboard.press("Enter")
    page.locator(".verdicts strong").wait_for()
    nothing = {
        "source": "exercise",
        "topic": "count",
        "level": "easy",
        "number": 2,
        "seed": 7,
        "question": 0,
        "answers": {},
    }
    key = {
        each["id"]: each["because"].split("the right answer is ")[1].split()[0]
        for each in server.do_mark(**nothing)["parts"]
    }
    page.click("#question-next")
    page.get_by_text("Question 2 of 2").wait_for()
    page.click("#question-before")
    assert page.locator("#question input").first.input_value() == "1"  # what was answered stays
    for name, answer in key.items():
        page.fill(f"[data-part='{name}']", answer)
    page.keyboard.press("Enter")
    page.get_by_text("✓ Correct.").wait_for()
    assert "0 of 1 correct" in page.inner_text("#question-place")  # the first answer counts


def test_a_teacher_asks_a_class_and_sees_counts_when_asked(open_page):
    page, server = open_page()
    page.goto(f"{ADDRESS}#/lessons")
    page.select_option("#question-topic", "exercise/count")
    page.click("#class-open")
    page.wait_for_url("**#/class/ABCDE")
    page.get_by_text("1 student has joined.").wait_for()
    assert page.inner_text("#class-address") == "http://plywise.test/#/class/ABCDE"
    page.click("#class-next")
    page.get_by_text("Question 1 of 5").wait_for()
    server.do_class_answer("ABCDE", 0, {"e1.nodes": "4"}, "one")
    server.do_class_answer("ABCDE", 0, {"e1.nodes": "4", "e1.leaves": "3"}, "other")
    assert page.locator("#class-counts table").count() == 0
    page.click("#class-count")
    page.locator("#class-counts table").wait_for()
    assert "0 of 2\t4 × 2" in page.inner_text("#class-counts tr:has-text('nodes')")
    page.click("#class-next")
    page.get_by_text("Question 2 of 5").wait_for()
    assert page.locator("#class-counts table").count() == 0
    page.click("#class-close")
    page.get_by_text("The class has ended.").wait_for()


@pytest.mark.slow
def test_a_pupil_answers_and_learns_no_value(open_page):
    page, server = open_page()
    server.do_class_open(source="exercise", topic="count", level="easy", number=2)
    server.role = "me"
    page.goto(f"{ADDRESS}#/lessons")
    page.fill("#class-code", "abcde")
    page.click("#class-join button")
    page.get_by_text("No question is asked yet.").wait_for()
    server.do_class_ask("ABCDE", 0)
    page.locator("#class-question input").first.fill("9")
    page.keyboard.press("Enter")
    page.get_by_text("Answer received.").wait_for()
    assert server.lesson.answers[0]["me"]["answers"]["e1.nodes"] == "9"
    assert "right is" not in page.content()
    assert page.locator("#class-teacher").is_hidden()
    page.reload()
    page.get_by_text("Answer received.").wait_for()
    assert page.locator("#class-question input").first.input_value() == "9"


@pytest.mark.slow
def test_a_class_that_cannot_be_joined_is_said_so(open_page):
    page, server = open_page()
    server.do_class_open(source="exercise", topic="count", level="easy", number=2)
    for code, said in (("ZZZZZ", "This class cannot be joined: it is over"), ("ABC", "five letters and digits")):
        page.goto(f"{ADDRESS}#/class/{code}")
        page.locator("#class-place", has_text=said).wait_for()
        assert page.locator("#class-teacher").is_hidden()
    assert [each["code"] for each in server.asked if each["do"] == "class_join"] == ["ZZZZZ"]


@pytest.mark.slow
def test_a_line_about_a_wrong_tree_goes_with_the_next_one(open_page):
    page, _ = open_page()
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#tree-choice option").nth(2).wait_for(state="attached")
    page.fill("#tree-text", "1 2 3")
    page.click("#tree-form .main")
    page.get_by_text("a uniform tree with branching 2").wait_for()
    page.fill("#tree-text", "1 2 3 4")
    page.click("#tree-form .main")
    page.frame_locator("#tree-frame").get_by_text("Before the search.").wait_for()
    assert page.locator("#failure").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing_serious_in_what_is_learnt_from(open_page, window):
    page, server = open_page(**WINDOWS[window])

    def look():
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]

    review(page)
    page.click(".turning button")
    page.click(".review details summary")
    look()
    page.click("a.button:has-text('Try again')")
    page.locator("#puzzle-board .cell.playable").first.click()
    page.locator("#puzzle-answer:not([hidden])").wait_for()
    look()
    page.goto(f"{ADDRESS}#/questions/exercise/pruned/easy/2/7")
    page.locator("#question input").fill("x")
    page.keyboard.press("Enter")
    page.locator(".verdicts strong").wait_for()
    look()
    page.goto(f"{ADDRESS}#/lessons")
    page.click("#tree-form .main")
    page.frame_locator("#tree-frame").get_by_text("Before the search.").wait_for()
    look()
    page.click("#class-open")
    page.click("#class-next")
    server.do_class_answer("ABCDE", 0, {})
    page.click("#class-count")
    page.locator("#class-counts table").wait_for()
    look()


@pytest.mark.slow
def test_the_theme_is_there_before_anything_is_painted(open_page):
    page, _ = open_page(color_scheme="light")
    page.goto(ADDRESS)
    page.evaluate("localStorage.setItem('theme', 'dark')")
    page.route("**/static/app.js", lambda route: route.abort())  # the page's own script never comes
    with page.expect_event("requestfailed"):
        page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.querySelector('meta[name=color-scheme]').content") == "dark"
    page.unroute("**/static/app.js")
    page.wrong.clear()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "least"), [(3, 40), (4, 30)])
def test_the_cells_of_a_cube_are_large_enough_for_fingers(open_page, size, least):
    page, server = open_page(**PHONE)
    begin(page, ADDRESS, "cube", size=size)
    boxes = [cell.bounding_box() for cell in page.locator("#board .cell").all()]
    assert len(boxes) == size**3
    assert min(min(box["width"], box["height"]) for box in boxes) >= least
    for one in boxes:  # and none lies over another
        assert sum(abs(one["x"] - box["x"]) < least - 1 and abs(one["y"] - box["y"]) < least - 1 for box in boxes) == 1
    page.locator("#board .cell").last.tap()
    page.locator("#moves button").wait_for()
    assert server.ongoing.words == [str(size**3 - 1)]
