"""The first screen, moves shown moving, and the lessons, in real Chromium with a server that the test answers."""

import pytest

from plywise.games import REGISTRY, make
from plywise.play.ongoing import OngoingGame
from plywise.web.course import course_contents
from tests.helpers.page_play import begin
from tests.helpers.page_views import findings, open_pages
from tests.helpers.paths import EXAMPLES
from tests.helpers.pretended_server import ADDRESS

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE]


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page with a server; afterwards nothing may have gone wrong on it."""
    with open_pages(browser) as open_page:
        yield open_page


def show_home(page):
    page.goto(ADDRESS)
    page.locator("#all-games [data-start]").first.wait_for()


def test_each_game_is_a_board_that_one_touch_begins(open_page):
    page, server = open_page(**PHONE)
    show_home(page)
    assert page.locator("#all-games .thumb svg").count() == len(REGISTRY)
    assert page.locator("#all-games .thumb svg :is(.disc, .stroke, .piece, .counter, .seed)").count() > 100
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.tap("[data-start=connect4]")
    page.locator("#game:not([hidden]) .cell").first.wait_for()
    (asked,) = [each for each in server.asked if each["do"] == "new"]
    assert (asked["game"], asked["max"], asked["min"]) == ("connect4", "human", "engine:level=6")
    assert page.evaluate("window.shifted") < 0.02


def test_the_users_own_games_and_games_in_progress_come_first(open_page):
    page, server = open_page()
    own = make(f"{EXAMPLES / 'hexapawn.py'}:Hexapawn")
    told = server.do_games()["games"]
    picture = server.picture_of("breakthrough")
    server.do_games = lambda: {"games": [{"name": own.name, "title": own.name, "own": True, "picture": picture}, *told]}
    for name, moves in (("connect4", "4 4 3"), ("tictactoe", "0 3 1 4 2")):
        here = server.games[f"kept-{name}"] = OngoingGame(make(name), players={1: "human", -1: "random"})
        for word in moves.split():
            here.play(word)
    listed = server.do_list
    server.do_list = lambda: {
        "games": [each | {"over": server.games[each["game_id"]].is_over, "updated": 1} for each in listed()["games"]]
    }
    show_home(page)
    page.locator("#under-way-games svg").wait_for()
    assert page.locator("main#home h2:visible").all_text_contents() == [
        "Your games", "Games in progress", "Games that come with Plywise",
    ]  # fmt: skip
    assert page.locator("#own-games [data-start]").all_text_contents() == ["Play Hexapawn against level 6"]
    assert page.locator("#under-way-games .card").count() == 1  # the other is over
    assert page.locator("#under-way-games .disc").count() == 3
    page.click("#under-way-games .card")
    page.locator("#moves button").nth(2).wait_for()
    page.goto(f"{ADDRESS}#/games")
    page.locator("#kept-list svg").nth(1).wait_for()


def test_options_lead_to_the_form_of_a_game(open_page):
    page, server = open_page()
    show_home(page)
    page.get_by_role("link", name="Options for Connect4").click()
    page.locator("#setup-form[data-game=connect4]").wait_for()
    assert page.locator("#setup-picture svg").count() == 1
    page.fill("[name=parameter-width]", "5")
    page.click("#setup-form button.main")
    page.locator("#game:not([hidden]) .cell").first.wait_for()
    assert server.ongoing.game.name == "connect4:width=5"


def test_a_game_that_is_not_there_leads_home(open_page):
    page, _ = open_page()
    page.goto(f"{ADDRESS}#/new/nothing")
    page.locator("#home:not([hidden]) [data-start]").first.wait_for()


MOVING = """
() => [...document.querySelectorAll('.things > g, .ghosts > *')].flatMap((thing) => thing.getAnimations()
  .map((each) => each.effect.getKeyframes()[0]).map(({ transform, opacity }) =>
    [thing.dataset.at ?? 'gone', transform ?? opacity]))
"""


def moves_after(page, plies, act):
    """Return what moves right after a move: the animations are stopped, so that they can be looked at."""
    page.evaluate("() => { for (const each of document.getAnimations()) each.finish(); }")
    act()
    page.locator("#moves button").nth(plies - 1).wait_for()
    return dict(page.evaluate(MOVING))


SLOW = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (steps, how) { return animate.call(this, steps, { ...how, duration: 60000 }); };
"""


def test_moves_are_shown_moving(open_page):
    page, _ = open_page()
    page.add_init_script(SLOW)
    begin(page, ADDRESS, "chess")

    def play(start, goal):
        return lambda: (page.click(f".cell[data-at='{start}']"), page.click(f".cell[data-at='{goal}']"))

    assert moves_after(page, 1, play("6,4", "4,4")) == {"4,4": "translate(0px, 80px)"}
    assert moves_after(page, 2, play("1,3", "3,3")) == {"3,3": "translate(0px, -80px)"}
    taken = moves_after(page, 3, play("4,4", "3,3"))
    assert taken == {"3,3": "translate(40px, 40px)", "gone": "1"}
    ghost, cell = (page.locator(each).bounding_box() for each in (".ghosts > :last-child", ".cell[data-at='3,3']"))
    for place, size in (("x", "width"), ("y", "height")):  # what is taken fades where it stood
        assert cell[place] <= ghost[place] < ghost[place] + ghost[size] <= cell[place] + cell[size]
    begin(page, ADDRESS, "connect4")
    fallen = moves_after(page, 1, lambda: page.click(".cell[data-at='0,3']"))
    assert fallen == {"5,3": "translate(0px, -240px)"}


def test_a_piece_that_was_dragged_is_there_already(open_page):
    page, _ = open_page()
    page.add_init_script(SLOW)
    begin(page, ADDRESS, "chess")
    start, goal = (page.locator(f".cell[data-at='{place}']").bounding_box() for place in ("6,4", "4,4"))

    def drag():
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(goal["x"] + 20, goal["y"] + 20, steps=5)
        page.mouse.up()

    assert moves_after(page, 1, drag) == {}


def test_a_reply_waits_for_the_move_before_it(open_page):
    page, server = open_page()
    page.add_init_script(SLOW)
    begin(page, ADDRESS, "tictactoe")
    page.click(".cell[data-at='0,0']")
    page.locator("#moves button").wait_for()
    server.ongoing.play("4")
    server.tell_board()
    page.locator("#moves button").nth(1).wait_for()
    delays = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.things > g')].map((thing) => "
        "[thing.dataset.at, thing.getAnimations()[0].effect.getTiming().delay]))"
    )
    assert delays["0,0"] == 0
    assert delays["1,1"] > 1000


def test_nothing_moves_for_those_who_want_less_motion(open_page):
    page, _ = open_page(reduced_motion="reduce")
    begin(page, ADDRESS, "connect4")
    assert moves_after(page, 1, lambda: page.click(".cell[data-at='0,3']")) == {}
    assert page.evaluate("document.getAnimations().length") == 0


def test_all_lessons_are_listed_and_led_through(open_page):
    page, _ = open_page()
    page.goto(f"{ADDRESS}#/lessons")
    page.locator("#course-list a").nth(len(course_contents()) - 1).wait_for()
    page.click("#course-list li:nth-child(2) a")
    page.locator("#lesson-text h1").wait_for()
    assert page.inner_text("#lesson-text h1") == "2. Alpha-beta"
    assert page.title() == "2. Alpha-beta · Plywise"
    assert page.locator("#lesson-text .drawing svg").count() >= 4
    assert page.locator("#lesson-text .cell > .code").count() > 5
    page.frame_locator("#lesson-text iframe").locator("svg").first.wait_for()
    page.click("#lesson-after")
    page.get_by_role("heading", name="3.").wait_for()
    page.reload()
    page.get_by_role("heading", name="3.").wait_for()
    page.click("#lesson-before")
    page.get_by_role("heading", name="2. Alpha-beta").wait_for()


def test_a_lesson_that_is_not_there_is_one_line(open_page):
    page, _ = open_page()
    page.goto(f"{ADDRESS}#/lessons/99-nothing")
    page.get_by_text("The lesson 99-nothing could not be loaded.").wait_for()
    page.wrong.clear()  # the browser's own line about the answer 404


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_finds_nothing_serious_at_home_and_in_a_lesson(open_page, look):
    page, _ = open_page(**look)
    begin(page, ADDRESS, "checkers")
    show_home(page)
    page.locator("#under-way-games svg").wait_for()
    assert findings(page) == []
    for address, there in (("#/lessons", "#course-list a"), ("#/lessons/1-minimax", "#lesson-text h1")):
        page.goto(f"{ADDRESS}{address}")
        page.locator(there).first.wait_for()
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("lesson", course_contents(), ids=lambda lesson: lesson["name"])
@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_axe_finds_nothing_serious_in_any_lesson(open_page, lesson, look):
    page, _ = open_page(**look)
    page.goto(f"{ADDRESS}#/lessons/{lesson['name']}")
    page.locator("#lesson-text h1").wait_for()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
