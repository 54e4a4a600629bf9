"""The page on phones: boards and trees are in sight, and nothing lies beside the window."""

import pytest

from plywise.games import make
from plywise.play.ongoing import OngoingGame
from tests.helpers.page_play import begin
from tests.helpers.page_views import open_pages
from tests.helpers.pretended_server import ADDRESS

PHONES = {"390": (390, 844), "320": (320, 568), "on its side": (844, 390)}
GAMES = ("connect4", "chess", "kalah", "cube")

CARDS = """
from plywise import Game


class Cards(Game):
    \"\"\"Take the card at either end of a row.\"\"\"

    def initial(self):
        return (3, 9, 1, 2, 7), 0, 1

    def player(self, state):
        return state[2]

    def actions(self, state):
        return ["left", "right"]

    def result(self, state, action):
        cards, score, side = state
        taken, rest = (cards[0], cards[1:]) if action == "left" else (cards[-1], cards[:-1])
        return rest, score + side * taken, -side

    def terminal(self, state):
        return not state[0]

    def utility(self, state):
        return state[1]
"""

IN_WINDOW = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  return inside && box.width > 50;
}"""

BESIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

WHOLE_TREE = """() => {
  const stage = document.querySelector('.pw-stage').getBoundingClientRect();
  const tree = document.querySelector('.pw-stage svg').getBoundingClientRect();
  const near = (one, other) => one <= other + 1;
  return near(stage.left, tree.left) && near(stage.top, tree.top) && near(tree.right, stage.right)
    && near(tree.bottom, stage.bottom);
}"""


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page with a server; afterwards nothing may have gone wrong on it."""
    with open_pages(browser) as open_page:
        yield open_page


def open_phone(open_page, held):
    width, height = PHONES[held]
    return open_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)


@pytest.mark.fast_with("390-chess", "on its side-connect4")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("held", PHONES)
def test_after_start_the_whole_board_is_in_sight(open_page, held, game):
    page, _ = open_phone(open_page, held)
    begin(page, ADDRESS, game)  # Start lies far below
    page.wait_for_function(IN_WINDOW, arg="#board")
    assert page.evaluate(BESIDE) == 0


def views(page, server):
    """Show every view of the page, one after the other."""
    for address in ("#/new/chess", "#/games", "#/puzzles", "#/lessons", "#/class/XXXXX"):
        page.goto(ADDRESS + address)
        yield address
    begin(page, ADDRESS, "go")
    yield "a game"
    page.goto(f"{ADDRESS}#/puzzles/tictactoe/0")
    page.click("#puzzle-make")
    page.locator("#puzzle:not([hidden]) .cell").first.wait_for()
    yield "a puzzle"
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#tree-choice option").first.wait_for(state="attached")
    page.click("#class-open")
    page.click("#class-next")
    page.locator("#class-question .figure img").first.wait_for(state="attached")
    yield "the question of a class"


@pytest.mark.fast_with("320")
@pytest.mark.parametrize("held", PHONES)
def test_nothing_lies_beside_the_window(open_page, held):
    page, server = open_phone(open_page, held)
    for view in views(page, server):
        page.wait_for_timeout(30)
        assert page.evaluate(BESIDE) == 0, view


@pytest.mark.fast_with("390")
@pytest.mark.parametrize("held", PHONES)
def test_the_whole_tree_of_a_question_is_in_sight_and_one_touch_shows_it_in_full_size(open_page, held):
    page, _ = open_phone(open_page, held)
    page.goto(f"{ADDRESS}#/questions/exercise/values/easy/1/1")
    figure = page.locator(".figure:visible")
    figure.wait_for()
    beside = "(figure) => figure.scrollWidth - figure.clientWidth"
    page.wait_for_function("document.querySelector('.figure img').complete")
    assert figure.evaluate(beside) == 0
    if held != "on its side":  # where it need not be made smaller
        page.click(".zoom")
        assert figure.evaluate(beside) > 0
        page.click(".zoom")
        assert figure.evaluate(beside) == 0


@pytest.mark.fast_with("390")
@pytest.mark.parametrize("held", PHONES)
def test_fit_shows_the_whole_tree_at_every_step(open_page, held):
    page, _ = open_phone(open_page, held)
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#tree-choice option").first.wait_for(state="attached")
    page.fill("#tree-text", "3 5 6 9 1 2 0 -1")
    page.select_option("#tree-algorithm", "alphabeta")
    page.click("#tree-form button.main")
    tree = page.frame_locator("#tree-frame")
    tree.locator("[data-do=fit]").click()
    stage = tree.locator(".pw-stage")
    assert stage.evaluate(WHOLE_TREE)
    for _ in range(stage.evaluate("plywise.replay.last")):
        stage.evaluate("plywise.go(plywise.replay.step + 1)")
        assert stage.evaluate(WHOLE_TREE), stage.evaluate("plywise.replay.step")
    page.wait_for_function(IN_WINDOW.replace("box.top >= 0", "box.top >= -1"), arg="#tree-frame")


def test_an_eight_leaf_tree_is_all_in_sight_before_fit_is_touched(open_page):
    page, _ = open_phone(open_page, "390")
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#tree-choice option").first.wait_for(state="attached")
    page.fill("#tree-text", "3 5 6 9 1 2 0 -1")
    page.click("#tree-form button.main")
    assert page.frame_locator("#tree-frame").locator(".pw-stage").evaluate(WHOLE_TREE)


def test_a_card_game_has_a_button_for_each_of_its_words_and_its_board_stays(open_page, tmp_path):
    (tmp_path / "cards.py").write_text(CARDS, encoding="utf-8")
    page, server = open_phone(open_page, "390")
    begin(page, ADDRESS, "tictactoe")
    server.begin(OngoingGame(make(f"{tmp_path}/cards.py:Cards"), players={1: "human", -1: "human"}))
    for word in ("right", "left", "left", "right"):
        page.locator("#words [data-word=right]").wait_for()
        assert page.locator("#words button").all_inner_texts() == ["left", "right"]
        assert page.evaluate(IN_WINDOW, "#board")
        plies = page.locator("#moves button").count()
        page.tap(f"#words [data-word={word}]")
        page.locator("#moves button").nth(plies).wait_for()
    assert page.evaluate(IN_WINDOW, "#board")  # with one card, too
    page.tap(".cell.playable")  # the last card: both words mean it
    page.locator("#choices button").first.tap()
    page.locator("#status", has_text="to MAX").wait_for()
    assert page.evaluate(IN_WINDOW, "#board")
