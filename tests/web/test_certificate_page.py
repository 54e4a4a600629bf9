"""A certificate on the page, in real Chromium, with the real server."""

import pytest

import plywise as pw
from plywise.game import MAX, MIN
from tests.helpers.certificates import made
from tests.helpers.page_play import watch
from tests.helpers.page_server import PageServer
from tests.helpers.page_views import findings

pytestmark = pytest.mark.slow

TICTACTOE = pw.make("tictactoe")
WINDOWS = {
    "light": {"viewport": {"width": 1280, "height": 860}},
    "dark": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
FOCUSED = (
    "document.activeElement.closest('[role=treeitem]')?.querySelector('.told')?.innerText.replace(/\\s+/g, ' ') ?? ''"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificate") / "draw.cert"
    path.write_bytes(made(TICTACTOE, MIN, "draw", position="." * 9).to_bytes())
    with PageServer("--certificate", path, "--workers", "1") as server:
        yield server


@pytest.fixture
def open_page(browser, server):
    """Return a function that opens the page; afterwards nothing may have gone wrong on it."""
    opened = []

    def open_page(where="", **window):
        context = browser.new_context(**window)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.wrong = watch(page)
        opened.append((context, page))
        page.goto(server.address + where)
        page.locator("#certificate-trail button").first.wait_for()
        return page

    yield open_page
    for context, page in opened:
        violations = page.evaluate("window.violations")
        context.close()
        assert page.wrong == []
        assert violations == []


def trail(page):
    return page.locator("#certificate-trail button").all_text_contents()


def items(page):
    return page.locator("#certificate-tree > [role=treeitem]")


def wait_for_trail(page, *words):
    page.wait_for_function(
        "words => [...document.querySelectorAll('#certificate-trail button')].map((each) => each.textContent)"
        ".join(' ') === words",
        arg=" ".join(["Start", *words]),
    )


def test_the_claim_is_what_the_page_begins_with(open_page):
    page = open_page()
    assert page.url.endswith("#/certificate")
    assert page.inner_text("#certificate-claim") == "O gets at least a draw, whatever X plays"
    assert page.inner_text("#certificate-about") == "Tic-tac-toe"
    assert page.inner_text("#certificate-checked").startswith("Proved: the checker verified it using only the rules")
    assert items(page).count() == 9
    assert "seen before, up to symmetry: shown after 0 4" in items(page).nth(2).inner_text()


def test_a_touch_on_the_board_is_answered_and_the_trail_and_the_browser_lead_back(open_page):
    page = open_page()
    page.click("#certificate-board .cell[data-at='0,0']")
    wait_for_trail(page, "0", "4")
    page.click("#certificate-board .cell[data-at='0,1']")
    wait_for_trail(page, "0", "4", "1", "2")
    page.click("#certificate-trail [data-ply='1']")
    wait_for_trail(page, "0")
    assert page.inner_text("#certificate-says") == "O plays 4: chosen by the certificate."
    assert page.inner_text("#certificate-branches-heading") == "The strategy's move"
    page.go_back()
    wait_for_trail(page, "0", "4", "1", "2")
    page.reload()
    wait_for_trail(page, "0", "4", "1", "2")


def test_a_game_is_played_to_an_end_that_is_the_goal(open_page):
    page, line, state = open_page(), [], TICTACTOE.initial()
    while not TICTACTOE.terminal(state):
        before = len(line)
        page.locator("#certificate-board .cell.playable").first.click()
        page.locator("#certificate-trail button").nth(before + 1).wait_for()
        line = trail(page)[1:]
        for word in line[before:]:
            assert TICTACTOE.player(state) == (MAX if len(line[:before]) % 2 == 0 and word == line[before] else MIN)
            state = TICTACTOE.result(state, TICTACTOE.parse_action(state, word))
    assert TICTACTOE.utility(state) <= 0
    assert page.inner_text("#certificate-says").startswith("The game is over: ")
    assert page.locator("#certificate-board .cell.playable").count() == 0


def test_the_tree_is_gone_through_by_keys(open_page):
    page = open_page()
    items(page).first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).startswith("X 1")
    page.keyboard.press("ArrowRight")
    page.locator("#certificate-tree [aria-level='2']").first.wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.ariaLevel") == "2"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(FOCUSED).startswith("X 1")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.ariaExpanded") == "false"
    page.keyboard.press("End")
    assert page.evaluate(FOCUSED).startswith("X 8")
    page.keyboard.press("Home")
    assert page.evaluate(FOCUSED).startswith("X 0")
    assert page.locator("#certificate-tree [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    wait_for_trail(page, "0", "4")
    assert page.evaluate(FOCUSED).startswith("X 1")  # the focus stays in the tree
    page.focus("#certificate-trail [data-ply='1']")
    page.keyboard.press("Enter")
    wait_for_trail(page, "0")
    assert page.evaluate("document.activeElement.dataset.ply") == "1"


def test_an_address_that_is_not_the_certificates_says_so_and_begins_anew(open_page):
    page = open_page("#/certificate/0/8")
    page.locator("#failure:not([hidden])").wait_for()
    assert page.inner_text("#failure-text") == "move 2: the certificate plays 4, not 8"
    wait_for_trail(page)


@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_stands_in_the_way_of_anybody(open_page, window):
    page = open_page("#/certificate/0/4", **WINDOWS[window])
    page.locator("#certificate-tree .twist").first.click()
    page.locator("#certificate-tree [aria-level='2']").first.wait_for()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
