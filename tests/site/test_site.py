"""The site for the browser, in headless Chromium: nothing but a folder of files, and no network once it has loaded."""

import gzip
import json
import re

import pytest

from tests.helpers.page_views import findings
from tests.helpers.site_pages import site_pages, wait_until_ready

PAGES = ("#/", "#/tree", "#/lessons", "#/lesson/2-alpha-beta", "#/game", "#/exercises?topic=values&number=1&seed=3")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_BYTES = 300_000
ALL_STORED = """caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name).then((store) => store.keys()))))
  .then((found) => found.flat().filter(({ url }) => url.includes("/python/")).length === 7)"""


@pytest.fixture(scope="module")
def page(browser, address):
    """One page for the tests that leave Python in a state that others can go on from: it starts once."""
    with site_pages(browser) as open_page:
        page = open_page()
        page.goto(address)
        yield page


def editor(page):
    return page.locator("#game-editor textarea")


def run_cell(page, number):
    """Run a cell of the lesson that is open; return how it ended."""
    cell = page.locator(".lesson-cell").nth(number)
    cell.get_by_role("button", name="Run").click()
    page.locator(".lesson-cell").nth(number).locator(
        "xpath=self::*[@data-state='done' or @data-state='failed']"
    ).wait_for()
    return cell


# --- what it is made of -----------------------------------------------------------------------------------------------


def test_its_own_files_are_small(site):
    own = [path for path in site.rglob("*") if path.is_file() and path.parent.name != "python"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in own) < MOST_BYTES


def test_its_files_name_no_other_host(site):
    hosts = set()
    for path in site.rglob("*"):
        if path.is_file() and path.parent.name != "python":
            hosts |= set(re.findall(r"https?://([\w.-]+)", path.read_text("utf-8")))
    assert hosts <= {"www.w3.org", "plywise.invalid"}  # names of formats; what Pyodide takes for its own address


def test_everything_is_addressed_relatively(site):
    page = (site / "index.html").read_text("utf-8")
    assert not re.search(r'(?:src|href)="/', page)


# --- trees ------------------------------------------------------------------------------------------------------------


def test_a_tree_is_typed_stepped_through_and_linked(page, address):
    page.goto(f"{address}#/tree")
    page.fill("#tree-text", "3 12 8 2 4 6 14 5 2")
    page.fill("#tree-branching", "3")
    page.keyboard.press("Enter")
    page.locator("#tree-stepper h1", has_text="value 3").wait_for()
    page.keyboard.press("n")  # to the first cutoff
    assert "is cut" in page.inner_text("#tree-stepper .pw-said")
    page.keyboard.press("ArrowLeft")
    assert "is cut" not in page.inner_text("#tree-stepper .pw-said")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.locator("#tree-stepper h1", has_text="value 3").wait_for()
    page.fill("#tree-text", "3 12 x")
    page.keyboard.press("Enter")
    page.locator("#tree-wrong:visible").wait_for()
    assert "x" in page.inner_text("#tree-wrong")


# --- offline ----------------------------------------------------------------------------------------------------------


def test_it_works_without_a_network_once_it_has_loaded(open_page, address):
    page = open_page()
    page.goto(address)
    wait_until_ready(page)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_function(ALL_STORED)
    page.context.set_offline(True)
    page.reload()
    wait_until_ready(page)
    page.goto(f"{address}#/lesson/1-minimax")
    page.locator(".lesson .drawing").first.wait_for()  # recorded: nothing has run yet
    cell = run_cell(page, 2)
    assert "value 5" in cell.inner_text()


def test_it_works_when_it_is_opened_as_a_file(open_page, site):
    page = open_page()
    page.goto(f"file://{site}/index.html#/lesson/1-minimax")
    assert "value 5" in run_cell(page, 2).inner_text()


# --- lessons ----------------------------------------------------------------------------------------------------------


def test_a_cell_is_changed_run_and_stopped(page, address):
    page.goto(f"{address}#/lesson/1-minimax")
    code = page.locator(".lesson-cell textarea").first
    code.fill("import plywise as pw\nprint('mine', pw.minimax(pw.Tree([4, 7])).value)")
    code.press("Shift+Enter")
    page.locator(".lesson-cell .output", has_text="mine 7").wait_for()
    code.fill("while True:\n    pass")
    code.press("Shift+Enter")
    cell = page.locator(".lesson-cell").first
    cell.get_by_role("button", name="Stop").click()
    cell.locator(".failed", has_text="Stopped").wait_for()
    code.fill("1 +\n")
    code.press("Control+Enter")
    cell.locator(".failed", has_text="SyntaxError").wait_for()
    assert cell.locator(".numbers-of-lines .wrong").inner_text() == "1"
    cell.get_by_role("button", name="Undo changes").click()
    assert "SVG" in code.input_value()


# --- a game of one's own ----------------------------------------------------------------------------------------------


def test_rules_are_broken_mended_searched_and_played_against(page, address):
    page.goto(f"{address}#/game")
    page.locator("#game-board .cell").first.wait_for()  # the example is ready to be played
    rules = editor(page).input_value()
    line = rules[: rules.index("return -self.player(state)")].count("\n") + 1
    editor(page).fill(rules.replace("return -self.player(state)", "return 1 / 0"))
    page.click("#game-check")
    page.locator("#game-report .wrong-note").wait_for()
    assert page.locator("#game-report .breaches").inner_text().startswith(f"Line {line}")
    assert page.locator("#game-editor .numbers-of-lines .wrong").inner_text() == str(line)
    editor(page).fill(rules)
    page.click("#game-check")
    page.locator("#game-report .right-note").wait_for()
    page.select_option("#game-level", "easy")
    page.locator("#game-board .cell.playable").first.click()
    page.locator("#game-board .cell[aria-label*='can be reached']").first.click()
    page.locator("#game-status", has_text="MAX to move").wait_for()
    page.click("#game-search")
    page.locator("#game-said strong", has_text="should play").wait_for()
    page.select_option("#game-plies", "1")
    page.click("#game-tree")
    page.locator("#game-stepper svg").first.wait_for()


def test_a_link_carries_rules_that_do_not_run_by_themselves(page, address):
    page.goto(f"{address}#/game")
    editor(page).fill("import plywise as pw\nprint('ö')\n")
    page.wait_for_function("location.hash.includes('code=')")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("document.querySelector('#game-editor textarea').value.includes('ö')")
    assert "Read them before you run them" in page.inner_text("#game-note")
    assert page.locator("#game-table").is_hidden()


def test_the_editor_indents_and_is_left_by_keyboard(page, address):
    page.goto(f"{address}#/game")
    area = editor(page)
    area.fill("class A:")
    area.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("x = 1")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("y")
    assert area.input_value() == "class A:\n    x = 1\ny"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "TEXTAREA"


# --- exercises --------------------------------------------------------------------------------------------------------


def test_a_sheet_is_answered_marked_handed_in_and_graded(page, address, tmp_path):
    page.goto(f"{address}#/exercises?topic=pruned&level=easy&number=1&seed=5")
    question = page.locator(".sheet li").first
    question.locator("input").fill("K")
    question.get_by_role("button", name="Mark my answers").click()
    question.get_by_text("G is pruned but not marked").wait_for()
    page.fill("#sheet-student", "Ada L.")
    with page.expect_download() as saved:
        page.click("#sheet-hand-in button")
    saved.value.save_as(tmp_path / "ada.json")
    assert json.loads((tmp_path / "ada.json").read_text())["student"] == "Ada L."
    page.click("#sheet-teacher summary")
    page.set_input_files("#sheet-class", [tmp_path / "ada.json"])
    page.locator("#sheet-marks tbody th", has_text="Ada L.").wait_for()
    assert "not marked" in page.inner_text("#sheet-marks")
    with page.expect_download() as key:
        page.click("#sheet-key")
    key.value.save_as(tmp_path / "key.html")
    assert "G" in (tmp_path / "key.html").read_text()


# --- for everyone -----------------------------------------------------------------------------------------------------


@pytest.mark.fast_with("phone")
@pytest.mark.parametrize(
    "look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, PHONE], ids=["light", "dark", "phone"]
)
def test_every_page_fits_and_axe_finds_nothing_serious(open_page, address, look):
    page = open_page(**look)
    page.goto(address)
    wait_until_ready(page)
    for name in PAGES:
        page.goto(address + name)
        page.locator("main:visible h1").first.wait_for()
        wait_until_ready(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert findings(page) == [], name


def test_every_page_is_reached_by_keyboard(page, address):
    page.goto("about:blank")
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for name, heading in (
        ("Tree", "step by step"),
        ("Lessons", "course"),
        ("Your game", "game"),
        ("Exercises", "Exercises"),
    ):
        page.get_by_role("navigation").get_by_role("link", name=name).focus()
        page.keyboard.press("Enter")
        page.locator("main:visible h1", has_text=heading).first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("lesson", range(1, 11))
def test_every_cell_of_a_lesson_runs_or_says_why_not(open_page, address, lesson):
    page = open_page()
    page.set_default_timeout(10 * 60_000)
    page.goto(f"{address}#/lessons")
    page.locator("#lesson-list a").nth(lesson - 1).click()
    page.locator(".lesson-cell").first.wait_for()
    for summary in page.locator(".lesson-cell > details > summary").all():
        summary.click()
    for number, cell in enumerate(page.locator(".lesson-cell").all()):
        if cell.get_by_role("button", name="Run").count() == 0:
            assert "This cell needs" in cell.inner_text()
            continue
        run_cell(page, number)
        assert cell.locator(".failed").count() == 0, cell.inner_text()
