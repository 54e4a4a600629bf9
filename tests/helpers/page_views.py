"""Pages that tests open, and what is held against them: axe-core's findings, errors, what the policy forbids."""

from contextlib import contextmanager

from tests.helpers.page_play import watch
from tests.helpers.paths import ROOT
from tests.helpers.pretended_server import PageServer

AXE = ROOT / "node_modules/axe-core/axe.min.js"


@contextmanager
def open_pages(browser):
    """Yield a function that opens a page with a pretended server; at the end nothing may have gone wrong on any."""
    opened = []

    def open_page(**options):
        context = browser.new_context(**options)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.wrong = watch(page)
        server = PageServer(page)
        opened.append((context, page))
        return page, server

    yield open_page
    for context, page in opened:
        violations = page.evaluate("window.violations")
        context.close()
        assert page.wrong == []
        assert violations == []


def findings(page):
    """Return what axe-core finds serious or critical: the rule and the elements."""
    assert AXE.exists(), "axe-core is not installed: make setup does it"
    found = page.evaluate(AXE.read_text(encoding="utf-8") + ";axe.run().then((found) => found.violations)")
    grave = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in grave]
