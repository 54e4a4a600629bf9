"""The page and the real server together, in real Chromium."""

import re
import signal
import time
from urllib.parse import urlsplit

import pytest

from plywise.games import REGISTRY
from tests.helpers.page_play import begin, play_by_clicks, state_of, touch_by_keys, watch
from tests.helpers.page_server import PageServer
from tests.helpers.paths import EXAMPLES

SMALL = {"connect4": {"width": 4, "height": 4}}


@pytest.fixture(scope="module")
def server():
    with PageServer(f"{EXAMPLES / 'hex.py'}:Hex", "--workers", "2") as server:
        yield server


@pytest.fixture
def page(browser, request):
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.wrong = watch(page)
    yield page
    violations = page.evaluate("window.violations")
    context.close()
    assert violations == []
    if "restart" not in request.node.name:  # a browser complains of servers that are not there
        assert page.wrong == []


def wait_for_plies(page, plies, seconds=60):
    """Wait until so many moves were played, or more."""
    until = time.monotonic() + seconds
    while state_of(page)["plies"] < plies:
        assert time.monotonic() < until, page.inner_text("#status")
        page.wait_for_timeout(50)


def test_a_game_is_begun_played_and_reloaded(page, server):
    begin(page, server.address, "tictactoe")
    page.click(".cell[data-at='1,1']")
    wait_for_plies(page, 1)
    page.reload()
    wait_for_plies(page, 1)
    play_by_clicks(page)
    assert re.search("wins|draw", page.inner_text("#status"), re.IGNORECASE)


def test_first_paint_takes_less_than_a_second(page, server):
    page.goto(server.address)
    page.locator("#all-games svg").first.wait_for()
    paints = page.evaluate("performance.getEntriesByType('paint').map((each) => each.startTime)")
    assert paints
    assert max(paints) < 1000


@pytest.mark.slow
def test_a_player_answers(page, server):
    page.goto(f"{server.address}#/new/nim")
    page.locator("#setup-form[data-game=nim]").wait_for()
    page.select_option("[name=min]", "random")
    page.click("#setup-form button.main")
    page.locator(".cell.playable").first.click()
    wait_for_plies(page, 2)
    page.click("[data-do=undo]")
    page.locator("#moves:not(:has(button))").wait_for()


@pytest.mark.slow
def test_a_class_of_two_pages_and_a_tree_in_the_page(browser, page, server):
    page.goto(f"{server.address}#/lessons")
    page.locator("#tree-choice option").nth(2).wait_for(state="attached")
    page.click("#tree-form .main")
    page.frame_locator("#tree-frame").get_by_text("Before the search.").wait_for()
    page.click("#class-open")
    page.click("#class-next")
    page.locator("#class-place", has_text="Question 1 of 5").wait_for()
    pupil = browser.new_context().new_page()
    wrong = watch(pupil)
    pupil.goto(page.inner_text("#class-address"))
    pupil.locator("#class-question input").first.fill("3")
    pupil.keyboard.press("Enter")
    pupil.get_by_text("Answer received.").wait_for()
    page.get_by_text("1 student has joined.").wait_for()
    page.click("#class-count")
    page.get_by_text("1 has answered; 1 student has joined.").wait_for()
    page.click("#class-next")
    pupil.locator("#class-place", has_text="Question 2 of 5").wait_for()
    assert wrong == []
    pupil.context.close()


@pytest.mark.slow
def test_a_game_is_reviewed_and_its_mistake_is_tried_again(page, server):
    begin(page, server.address, "tictactoe", position="XX.OO....")
    for plies, cell in enumerate(("2,0", "1,2"), start=1):
        page.click(f"#board .cell[data-at='{cell}']")
        wait_for_plies(page, plies)
    page.click("#review")
    page.get_by_text("1. X plays 6: blunder", exact=True).wait_for(timeout=120_000)
    page.click("a.button:has-text('Try again')")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    page.click("#puzzle-board .cell[data-at='2,2']")
    page.get_by_text("8 is not the move.").wait_for(timeout=120_000)
    page.click("#puzzle-again")
    page.locator("#puzzle-board .cell.playable").first.wait_for()
    page.click("#puzzle-board .cell[data-at='0,2']")
    page.get_by_text("Correct.").wait_for()
    page.reload()
    page.get_by_text("Puzzle 1 of 1 · difficulty 1 · solved").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("game", [*REGISTRY, "Hex"])
def test_every_game_is_played_by_clicks_on_the_real_server(page, server, game):
    begin(page, server.address, game, **SMALL.get(game, {}))
    middle = play_by_clicks(page, most=3)
    page.reload()
    wait_for_plies(page, middle)
    plies = play_by_clicks(page, most=1500)
    page.reload()
    wait_for_plies(page, plies)
    assert state_of(page)["over"]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*REGISTRY, "Hex"])
def test_every_game_is_played_with_the_keyboard_alone(page, server, game):
    begin(page, server.address, game, **SMALL.get(game, {}))
    page.locator("#moves-heading").focus()
    plies = play_by_clicks(page, most=30, touch=lambda selector: touch_by_keys(page, selector))
    if not state_of(page)["over"]:
        touch_by_keys(page, "[data-do=resign]")
        touch_by_keys(page, "#choices [data-word=yes]")
        page.locator("[data-do=resign]:disabled").wait_for()
    assert plies == 30 or state_of(page)["over"]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*REGISTRY, "Hex"])
def test_every_game_is_finished_against_a_level_through_reloads_and_a_restart(page, tmp_path, game):
    own = [f"{EXAMPLES / 'hex.py'}:Hex"] if game == "Hex" else []
    store = tmp_path / "games.sqlite3"
    server = PageServer(*own, store=store)
    port = urlsplit(server.address).port
    try:
        begin(page, server.address, game, people=("max",), players={"min": "engine:level=1"})
        plies = play_by_clicks(page, most=3)
        page.reload()
        wait_for_plies(page, plies)
        plies = play_by_clicks(page, most=plies + 3)
        assert page.wrong == []
        server.end(signal.SIGKILL)
        page.locator("#lost:not([hidden])").wait_for()
        server = PageServer(*own, store=store, port=port)
        page.locator("#lost").wait_for(state="hidden")
        wait_for_plies(page, plies)
        of_the_line = len(page.wrong)  # a browser complains of servers that are not there
        play_by_clicks(page, most=1500)
        over = page.inner_text("#status")
        page.reload()
        page.locator("#status", has_text=over).wait_for()
        assert page.wrong[of_the_line:] == []
        assert all("WebSocket" in line for line in page.wrong)
    finally:
        server.end()
    assert "Traceback" not in server.errors


@pytest.mark.slow
def test_a_page_outlives_a_restart_of_the_server(page, tmp_path):
    store = tmp_path / "games.sqlite3"
    server = PageServer(store=store)
    port = urlsplit(server.address).port
    try:
        begin(page, server.address, "connect4", width=5, height=4)
        play_by_clicks(page, most=4)
        for _ in range(3):
            server.end(signal.SIGKILL)
            page.locator("#lost:not([hidden])").wait_for()
            now = state_of(page)
            page.click(f".cell[data-at='{now['playable'][0]}']")  # waits until the server is there
            server = PageServer(store=store, port=port)
            wait_for_plies(page, now["plies"] + 1)
            assert page.locator("#lost").is_hidden()
        play_by_clicks(page)
        assert state_of(page)["over"]
    finally:
        server.end()


@pytest.mark.slow
def test_a_whole_game_is_played_against_a_level(page, server):
    page.goto(f"{server.address}#/new/connect4")
    page.locator("#setup-form[data-game=connect4]").wait_for()
    page.fill("[name=parameter-width]", "5")
    page.fill("[name=parameter-height]", "4")
    page.select_option("[name=min]", "engine:level=1")
    page.click("#setup-form button.main")
    page.locator(".cell.playable").first.click()
    assert page.locator("#moves button").count() >= 0  # the page answers while the engine is prepared
    wait_for_plies(page, 2, seconds=180)
    play_by_clicks(page, most=200)
    assert state_of(page)["over"]
    page.check("#values")
    page.click("[data-step='-1']")
    page.locator(".badge").first.wait_for()
