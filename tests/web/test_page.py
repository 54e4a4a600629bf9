"""The page in real Chromium, with boards of every game and a server that the test answers for."""

import pytest

from plywise.games import REGISTRY
from tests.helpers.page_play import begin, play_by_clicks, state_of
from tests.helpers.page_views import findings, open_pages
from tests.helpers.pretended_server import ADDRESS

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SMALL = {
    "connect4": {"width": 4, "height": 4},
    "nim": {"heaps": "2-3"},
    "chess": {},
    "breakthrough": {"rows": 5, "columns": 4},
}
FAST = ("tictactoe", "connect4", "nim")
PLIES = 120  # of the longer games: enough for captures, passes and promotions


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page with a server; afterwards nothing may have gone wrong on it."""
    with open_pages(browser) as open_page:
        yield open_page


@pytest.mark.slow_with("nim")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in FAST else pytest.mark.slow) for game in REGISTRY]
)
def test_a_game_is_played_by_clicks(open_page, game):
    page, server = open_page()
    begin(page, ADDRESS, game, **SMALL.get(game, {}))
    plies = play_by_clicks(page, most=PLIES)
    assert plies == server.ongoing.ply > 2
    if server.ongoing.is_over:
        assert page.inner_text("#status") == server.ongoing.outcome.text
    else:
        assert plies == PLIES
    assert page.evaluate("window.shifted") < 0.02  # of the window; 0.1 is what the web calls good


def tab_to(page, wanted):
    """Press Tab until something is so."""
    for _ in range(80):
        if page.evaluate(wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to where {wanted}")


def test_a_game_is_played_with_the_keyboard_alone(open_page):
    page, server = open_page()
    page.goto(ADDRESS)
    page.locator("#all-games [data-start]").first.wait_for()
    tab_to(page, "document.activeElement.dataset.game === 'tictactoe'")
    page.keyboard.press("Enter")
    page.locator("#setup-form[data-game=tictactoe]").wait_for()
    tab_to(page, "document.activeElement.name === 'min'")
    page.keyboard.press("Y")  # as in You
    tab_to(page, "document.activeElement.textContent === 'Start'")
    page.keyboard.press("Enter")
    page.locator("#game:not([hidden]) .cell").first.wait_for()
    tab_to(page, "document.activeElement.role === 'gridcell'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"  # seen
    for keys in ("Enter", "ArrowDown Enter", "ArrowUp ArrowRight Space", "ArrowDown Enter", "ArrowUp ArrowRight Enter"):
        before = server.ongoing.ply
        for key in keys.split():
            page.keyboard.press(key)
        page.locator("#moves button").nth(before).wait_for()
    assert server.ongoing.words == ["0", "3", "1", "4", "2"]
    assert page.inner_text("#status") == "X wins" == page.inner_text("#announcer").split(". ")[-1]
    page.keyboard.press("Escape")
    tab_to(page, "document.activeElement.closest('#moves') !== null")
    page.keyboard.press("Home")
    page.locator("#moves:not(:has([aria-current]))").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#moves button[aria-current]").wait_for()
    assert page.inner_text("#moves [aria-current]") == "0"


@pytest.mark.slow
def test_a_screen_reader_is_told_each_cell(open_page):
    page, _ = open_page()
    begin(page, ADDRESS, "chess")
    assert page.get_by_role("gridcell", name="e2, white pawn, can be played", exact=True).count() == 1
    page.click(".cell[data-at='6,4']")
    assert page.get_by_role("gridcell", name="e2, white pawn, chosen", exact=False).count() == 1
    assert page.get_by_role("gridcell", name="e4, empty, can be reached", exact=True).count() == 1
    page.click(".cell[data-at='4,4']")
    page.get_by_role("gridcell", name="e4, white pawn, last move", exact=True).wait_for()
    assert "White plays e4. Black to move" in page.inner_text("#announcer")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1


@pytest.mark.slow
def test_a_piece_is_dragged(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "chess")
    start, goal = (page.locator(f".cell[data-at='{place}']").bounding_box() for place in ("6,4", "4,4"))
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(goal["x"] + 5, goal["y"] + 40, steps=4)
    page.mouse.move(goal["x"] + 20, goal["y"] + 20)
    page.mouse.up()
    page.locator("#moves button").wait_for()
    assert server.ongoing.words == ["e2e4"]


@pytest.mark.slow
def test_a_finger_taps(open_page):
    page, server = open_page(**PHONE)
    begin(page, ADDRESS, "checkers")
    assert play_by_clicks(page, most=6, touch=lambda selector: page.tap(selector)) == server.ongoing.ply == 6


@pytest.mark.slow
def test_a_promotion_is_chosen(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "chess", position="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.click(".cell[data-at='1,0']")
    page.click(".cell[data-at='0,0']")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    assert server.ongoing.ply == 0
    page.click(".cell[data-at='1,0']")
    page.click(".cell[data-at='0,0']")
    page.click("#choices button[data-word=a7a8n]")
    page.locator("#moves button").wait_for()
    assert server.ongoing.words == ["a7a8n"]


@pytest.mark.slow
def test_a_promotion_is_chosen_with_a_finger(open_page):
    page, server = open_page(**PHONE)
    begin(page, ADDRESS, "chess", position="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    page.tap(".cell[data-at='1,0']")
    page.tap(".cell[data-at='0,0']")
    page.locator("dialog[open]").wait_for()
    page.wait_for_timeout(400)  # whatever the browser makes of the tap afterwards
    page.locator("dialog[open]").wait_for()
    page.tap("#choices button[data-word=a7a8r]")
    page.locator("#moves button").wait_for()
    assert server.ongoing.words == ["a7a8r"]


@pytest.mark.slow
def test_the_address_holds_the_game(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "connect4", width=5, height=4)
    play_by_clicks(page, most=4)
    page.reload()
    page.locator("#moves button").nth(3).wait_for()
    assert page.url == f"{ADDRESS}#/g/{server.here}"
    page.click("[data-step='-1']")
    page.wait_for_url(f"{ADDRESS}#/g/{server.here}/3")  # and the position that is looked at
    page.reload()
    page.locator("#moves [data-ply='3'][aria-current]").wait_for()
    page.click("[data-step='1']")
    page.wait_for_url(f"{ADDRESS}#/g/{server.here}")
    page.goto(f"{ADDRESS}#/g/{server.here}/1")
    page.locator("#moves [data-ply='1'][aria-current]").wait_for()
    page.click("[data-step='Infinity']")
    play_by_clicks(page)
    assert server.ongoing.is_over


@pytest.mark.slow
def test_a_lost_connection_loses_nothing(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "tictactoe")
    page.click(".cell[data-at='0,0']")
    page.locator("#moves button").wait_for()
    server.refusing = True
    server.sockets[-1].close()
    page.locator("#lost:not([hidden])").wait_for()
    assert "your game is saved" in page.inner_text("#lost")
    page.click(".cell[data-at='1,1']")  # waits
    assert server.ongoing.ply == 1
    server.refusing = False
    page.locator("#moves button").nth(1).wait_for()
    assert page.locator("#lost").is_hidden()
    assert server.ongoing.words == ["0", "4"]


@pytest.mark.slow
def test_a_move_whose_answer_was_lost_is_played_once(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "tictactoe")
    server.silent = {"play"}
    page.click(".cell[data-at='0,0']")
    page.wait_for_timeout(50)
    server.ongoing.play("0")  # it arrived, but nobody was told
    server.silent = set()
    server.sockets[-1].close()
    page.locator("#moves button").wait_for()
    page.click(".cell[data-at='1,1']")
    page.locator("#moves button").nth(1).wait_for()
    assert server.ongoing.words == ["0", "4"]
    assert page.locator("#failure").is_hidden()


@pytest.mark.slow
def test_what_the_server_refuses_is_one_line_of_text(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "tictactoe")
    page.click("#transfer summary")
    page.fill("#position", "<img src=x onerror=alert(1)>")
    page.click("[data-do=set-position]")
    page.locator("#failure:not([hidden])").wait_for()
    assert "<img" in page.inner_text("#failure-text")
    assert page.locator("img").count() == 0
    page.click("#failure-away")
    assert page.locator("#failure").is_hidden()
    page.fill("#typed", "no move")
    page.keyboard.press("Enter")
    page.locator("#failure:not([hidden])").wait_for()
    assert "no move" in page.inner_text("#failure-text")
    assert state_of(page)["playable"]  # and the game goes on
    assert server.ongoing.ply == 0


def test_moves_are_taken_back_and_looked_at(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "connect4", width=4, height=4)
    play_by_clicks(page, most=5)
    page.click("[data-step='-Infinity']")
    page.locator("#moves:not(:has([aria-current]))").wait_for()
    assert page.inner_text("#status") == "Starting position"
    assert state_of(page)["playable"] == []
    page.keyboard.press("ArrowRight")
    page.locator("#moves [data-ply='1'][aria-current]").wait_for()
    page.click("[data-step='Infinity']")
    page.locator("#moves [data-ply='5'][aria-current]").wait_for()
    page.click("[data-do=undo]")
    page.wait_for_selector("#moves [data-ply='5']", state="detached")
    assert server.ongoing.ply == 4
    page.click("[data-do=redo]")
    page.locator("#moves [data-ply='5'][aria-current]").wait_for()
    assert page.is_disabled("[data-do=redo]")
    page.click("[data-do=resign]")
    page.click("#choices [data-word=no]")
    assert server.ongoing.decided is None
    page.click("[data-do=resign]")
    page.click("#choices [data-word=yes]")
    page.locator("[data-do=resign]:disabled").wait_for()
    assert server.ongoing.decided is not None
    assert page.inner_text("#status") == server.ongoing.outcome.text


@pytest.mark.slow
def test_a_board_turned_around_plays_the_same_cells(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "chess")
    high = page.locator(".cell[data-at='0,0']").bounding_box()
    page.click("[data-do=flip]")
    assert page.get_attribute("[data-do=flip]", "aria-pressed") == "true"
    opposite = page.locator(".cell[data-at='7,7']").bounding_box()
    assert (opposite["x"], opposite["width"]) == (high["x"], high["width"])
    assert abs(opposite["y"] - high["y"]) < high["height"]  # the labels are now above
    page.click(".cell[data-at='6,4']")
    page.click(".cell[data-at='4,4']")
    page.locator("#moves button").wait_for()
    assert server.ongoing.words == ["e2e4"]


@pytest.mark.slow
def test_a_board_stays_turned_when_the_page_is_loaded_again(open_page):
    page, _ = open_page()
    begin(page, ADDRESS, "tictactoe")
    for turned in ("true", "false"):
        page.click("[data-do=flip]")
        page.reload()
        page.locator("#game:not([hidden]) #status:not(:empty)").wait_for()
        assert page.get_attribute("[data-do=flip]", "aria-pressed") == turned
    page.click("[data-do=flip]")
    begin(page, ADDRESS, "tictactoe")
    assert page.get_attribute("[data-do=flip]", "aria-pressed") == "false"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "person", "near"),
    [
        ("chess", "max", "White"),
        ("chess", "min", "Black"),
        ("chess", None, "White"),
        ("checkers", "max", "Black"),
        ("checkers", None, "White"),
        ("kalah", "min", "MIN"),
        ("othello", "min", "White"),
    ],
)
def test_a_person_has_their_own_things_before_them(open_page, game, person, near):
    page, _ = open_page()
    people = (person,) if person else ("max", "min")
    begin(page, ADDRESS, game, people=people, players=dict.fromkeys({"max", "min"} - set(people), "random"))
    assert page.inner_text("[data-place=near] .who") == near
    if near in ("White", "Black") and game != "othello":
        cells = [(cell.bounding_box()["y"], cell.get_attribute("aria-label")) for cell in page.locator(".cell").all()]
        assert any(y == max(cells)[0] and f", {near.lower()} " in label for y, label in cells)
    page.click("[data-do=flip]")
    assert page.inner_text("[data-place=far] .who") == near


def test_nothing_is_analysed_until_asked_for(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "connect4")
    play_by_clicks(page, most=2)
    assert not [each for each in server.asked if each["do"] in ("analyse", "values", "threats", "hint", "why", "tree")]
    page.check("#values")
    page.locator(".badge").first.wait_for()
    found = page.locator(".badge text").all_text_contents()
    assert {text.split()[0] for text in found} == {"win", "draw", "loss"}
    shapes = {
        name: page.locator(f".badge.{name} > *:first-child").first.evaluate(
            "(one) => one.tagName + one.getAttribute('rx')"
        )
        for name in ("win", "draw", "loss")
    }
    assert len(set(shapes.values())) == 3  # told apart without colour
    page.check("#analyse")
    page.locator("#lines-list li").nth(2).wait_for()
    assert page.locator(".arrow").count() == 3
    assert "depth 9" in page.inner_text("#depth")
    solved = page.locator("#lines-list .value.proved").first.inner_text()
    assert solved.split()[0] in ("win", "draw", "loss"), "what is solved is not estimated"
    assert solved in page.get_attribute("#value-bar", "aria-label")
    plies = server.ongoing.ply
    play_by_clicks(page, seed=2, most=plies + 1)
    page.locator(".badge").first.wait_for()  # they stay after a move
    assert page.locator("#curve polyline").count() == 1
    page.uncheck("#values")
    page.uncheck("#analyse")
    page.check("#analyse")
    page.locator("#lines-list .value:not(.proved)").first.wait_for()
    assert page.inner_text("#lines-list .value:not(.proved)") == "+0.5"  # for Red, who is to move
    assert page.get_attribute("#value-bar", "aria-label") == "Value for Yellow: -0.5"
    page.uncheck("#analyse")
    assert page.locator(".badge, .arrow").count() == 0


@pytest.mark.slow
def test_values_stand_in_the_buttons_of_moves_too(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "go", size=2)
    pass_ = page.locator("#words button[data-word=pass]")
    page.check("#values")
    page.locator(".badge").first.wait_for()
    assert pass_.inner_text().split(maxsplit=1) == ["pass", "draw"]
    server.silent = {"values"}
    page.click(".cell[data-at='0,0']")
    page.locator("#moves button").wait_for()
    assert pass_.inner_text() == "pass", "what is known of another position"
    page.uncheck("#values")


@pytest.mark.slow
def test_values_of_another_position_that_come_late_are_passed_over(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "nim")
    page.check("#values")
    page.check("#analyse")
    page.locator(".badge").first.wait_for()
    page.locator(".arrow").first.wait_for()
    late = {"ply": 0, "mark": max(each["mark"] for each in server.asked if "mark" in each)}
    server.silent = {"values", "analyse"}
    begin(page, ADDRESS, "tictactoe")
    page.locator(".cell[data-at='2,2']").wait_for()
    server.send(event="values", values={"1": {"outcome": "win", "distance": 1, "proved": True}}, final=True, **late)
    line = {"value": 1, "text": "win in 1", "proved": True, "pv": ["1"], "cells": [[0, 1]]}
    server.send(event="analysis", depth=3, nodes=5, seconds=0.1, lines=[line], final=True, **late)
    page.wait_for_timeout(200)
    assert page.locator(".badge, .arrow").count() == 0
    assert page.inner_text("#values-state") == "Solving this position"


@pytest.mark.slow
def test_reasons_are_text(open_page):
    page, _ = open_page()
    begin(page, ADDRESS, "tictactoe")
    page.click("[data-do=why]")
    page.locator("#said p").nth(1).wait_for()
    assert page.inner_text("#said p:nth-child(2)") == "<b>Every other</b> loses."
    page.click("[data-do=threats]")
    page.locator(".threat").wait_for()
    page.click("[data-do=hint]")
    page.get_by_text("Look at the middle.").wait_for()


@pytest.mark.slow
def test_thinking_is_said_and_stopped(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "connect4")
    server.send(event="thinking", side="MIN", what="compiling", seconds=3.2)
    page.get_by_text("Compiling this game (first time only) · 3 s").wait_for()
    server.send(event="thinking", side="MIN", what="searching", depth=5, nodes=1000, seconds=0.2)
    page.get_by_text("Red is thinking · depth 5 · 1000 nodes").wait_for()
    page.click("#stop")
    page.get_by_text("Yellow to move", exact=True).wait_for()
    assert page.locator("#stop").is_hidden()


@pytest.mark.slow
def test_clocks_run_for_the_side_to_move(open_page):
    page, server = open_page()
    begin(page, ADDRESS, "connect4")
    assert page.locator("[role=timer]:not([hidden])").count() == 0
    server.clocks = {"MAX": 65.0, "MIN": 130.0, "running": "MAX"}
    server.tell_board()
    page.locator("[data-place=near] [role=timer]", has_text="1:04").wait_for()
    assert page.inner_text("[data-place=far] [role=timer]") == "2:10"
    server.clocks = {"MAX": 60.0, "MIN": 0.3, "running": "MIN"}
    server.tell_board()
    page.locator("[data-place=far] [role=timer]", has_text="0:00.0").wait_for()
    assert page.inner_text("[data-place=near] [role=timer]") == "1:00"


@pytest.mark.slow
def test_positions_and_records_come_and_go(open_page):
    page, server = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(ADDRESS)
    page.locator("#all-games [data-start]").first.wait_for()
    page.click("#more summary")
    page.fill("#import-text", "tictactoe: 4 0 8")
    page.click("#import")
    page.locator("#moves button").nth(2).wait_for()
    assert server.ongoing.words == ["4", "0", "8"]
    page.click("#transfer summary")
    assert page.input_value("#position") == "O...X...X"
    with page.expect_download() as download:
        page.click("[data-do=download]")
    assert download.value.suggested_filename == "tictactoe.json"
    assert download.value.path().read_text() == "json: 4 0 8"
    page.fill("#position", "XX.OO....")
    page.click("[data-do=set-position]")
    page.locator("#moves:not(:has(button))").wait_for()
    page.click(".cell[data-at='0,2']")
    page.get_by_text("X wins").first.wait_for()
    page.goto(f"{ADDRESS}#/games")
    page.locator("#kept-list a").nth(1).wait_for()
    page.set_input_files("#import-file", {"name": "a.json", "mimeType": "text/plain", "buffer": b"nim: 1-1"})
    page.locator("#game:not([hidden]) #moves button").wait_for()
    assert server.ongoing.words == ["1-1"]


@pytest.mark.slow
def test_the_theme_is_kept(open_page):
    page, _ = open_page(color_scheme="light")
    page.goto(ADDRESS)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("#theme")
    page.click("#theme")
    dark = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == dark
    page.click("#theme")
    assert page.evaluate(paper) == light


@pytest.mark.fast_with("dark")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page, scheme):
    page, server = open_page(color_scheme=scheme)
    page.goto(f"{ADDRESS}#/new/connect4")
    page.locator("#setup-form button").wait_for()
    assert findings(page) == []
    begin(page, ADDRESS, "chess")
    page.check("#values")
    page.check("#analyse")
    page.click("[data-do=why]")
    page.click("#transfer summary")
    page.locator("#said p").nth(1).wait_for()
    server.send(event="failure", text="A line")
    play_by_clicks(page, most=2)
    assert findings(page) == []
    page.click("[data-do=resign]")
    assert findings(page) == []
    page.click("#choices [data-word=no]")
    page.goto(f"{ADDRESS}#/games")
    page.locator("#kept-list a").first.wait_for()
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE], ids=["light", "dark", "phone"]
)
@pytest.mark.parametrize("game", REGISTRY)
def test_axe_finds_nothing_serious_in_any_game(open_page, game, look):
    page, _ = open_page(**look)
    begin(page, ADDRESS, game)
    play_by_clicks(page, most=3)
    page.check("#values")
    page.check("#analyse")
    page.locator("#lines-list li").first.wait_for()
    assert findings(page) == []


@pytest.mark.slow_with("cube")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in ("chess", "cube") else pytest.mark.slow) for game in REGISTRY]
)
def test_a_phone_need_not_scroll_sideways(open_page, game):
    page, _ = open_page(**PHONE)
    begin(page, ADDRESS, game)
    play_by_clicks(page, most=2)
    page.check("#values")
    page.check("#analyse")
    page.click("#transfer summary")
    page.locator("#lines-list li").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board = page.locator("#board").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 360


@pytest.mark.slow
def test_clocks_and_long_names_of_players_have_room_on_a_phone(open_page):
    page, server = open_page(**PHONE)
    begin(page, ADDRESS, "go", people=("max",), players={"min": "engine:time=10"})  # 10 seconds a move
    server.clocks = {"MAX": 7265.0, "MIN": 5130.0, "running": "MAX"}
    server.tell_board()
    page.locator("[role=timer]:not([hidden])").nth(1).wait_for()
    for selector in ("#board", "[role=timer]", "[data-place=far] .strip", "[data-place=near] .strip"):
        for place in page.locator(selector).all():
            box = place.bounding_box()
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 360, selector


@pytest.mark.slow
def test_nothing_moves_by_itself(open_page):
    page, server = open_page(reduced_motion="reduce")
    begin(page, ADDRESS, "connect4")
    server.send(event="thinking", side="MIN", what="searching", depth=5, nodes=1000, seconds=0.2)
    page.get_by_text("Red is thinking").wait_for()
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate(
        "[...document.querySelectorAll('*')].every((one) => getComputedStyle(one).animationName === 'none')"
    )
